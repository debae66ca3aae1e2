"""Orders a turn ahead: what is placed, what moves up, what a ship obeys."""

from typing import Any

from tests.rulesets.ironclads.sea import ship, state, table
from weathergauge.frame.events import Ready
from weathergauge.ruleset import Proceed
from weathergauge.rulesets.ironclads.actions import Activate, Activated, Began, Initiative, Lead, Place
from weathergauge.rulesets.ironclads.command import placeable
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import Activating, Choosing, Commanding, Orders, State
from weathergauge.throwing import RandomDice, ScriptedDice

MARS, PLUTON = ship("mars"), ship("pluton", 60, 40, side="red")


def commanding(turn: int, active: Any = "", inactive: Any = "") -> State:
    return state(table(MARS, PLUTON, turn=turn, phase=Commanding()), active, inactive)


def test_before_the_first_turn_both_positions_are_filled():
    """IR35."""
    at = commanding(1)
    assert placeable(at.table, at.secret("blue"), 0) == (False, True)
    choices = RULES.legal(RULES.view(at, "blue"))
    assert Place("mars", "full", active=True) in choices
    assert Place("mars", "slow") in choices


def test_the_log_begins_with_the_first_initiative():
    """IR64: it was thrown for as the ships were set out; the faces stand in the log."""
    dice = ScriptedDice([2, 5])
    at = RULES.setup(RULES.scenario("gunnery", {"weather": "scenario"}), dice)
    told = RULES.play(at, "red", Lead("red"), dice).events
    assert told[0].event == Began(1, "initiative")
    first = told[1].event
    assert isinstance(first, Initiative)
    assert first.winner == "red"
    assert [look.faces for look in first.account if look.faces] == [(2,), (5,)]


def test_later_only_the_inactive_one():
    """After the first turn the active position fills itself."""
    at = commanding(2, active="full")
    assert placeable(at.table, at.secret("blue"), 0) == (False,)
    why = RULES.legal(RULES.view(at, "blue")).why_not(Place("mars", "full", active=True))
    assert why == "the active position is filled from the inactive one: only before the first turn is it placed"


def test_the_order_of_the_turn_before_moves_up_and_is_obeyed():
    """Slow was placed a turn ago: it is active now and shown when she is activated."""
    at = state(table(MARS, PLUTON, turn=2, phase=Choosing("blue"), fixed_weather=True), "full", "slow")
    at = RULES.play(at, "blue", Lead("blue"), RandomDice(1)).state
    assert at.secret("blue").of(0) == Orders("slow", "")
    at = RULES.play(at, "blue", Place("mars", "half"), RandomDice(1)).state
    for side in ("blue", "red"):
        at = RULES.play(at, side, Ready(), RandomDice(1)).state
    at = RULES.play(at, "table", Proceed(), RandomDice(1)).state
    assert isinstance(at.table.phase, Activating)
    played = RULES.play(at, "blue", Activate("mars"), RandomDice(1))
    assert played.events[0].event == Activated("mars", "slow", "slow")
    assert played.state.table.ships[0].speed == 3
    assert played.state.secret("blue").of(0).inactive == "half"
