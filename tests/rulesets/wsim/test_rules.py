"""The sequence of a turn: what comes before what, and what each side may know of it."""

from typing import Any

from tests.rulesets.wsim.sea import ship, state, table
from weathergauge.ruleset import PROCEED
from weathergauge.rulesets.wsim.actions import Began, Sailed, Signal, Signalled, Wind
from weathergauge.rulesets.wsim.rules import RULES
from weathergauge.rulesets.wsim.state import State, Writing, replace
from weathergauge.throwing import ScriptedDice


def next_turn(at: State, *faces: int) -> tuple[State, list[Any]]:
    """Everybody has loaded: the table goes on to the next turn."""
    dice = ScriptedDice(faces)
    phase = Writing("loading", at.table.sides)
    played = RULES.play(replace(at, table=replace(at.table, phase=phase)), "table", PROCEED, dice)
    dice.finish()
    return played.state, [told.event for told in played.events]


def test_a_random_opening_gale_takes_in_full_sails_at_once():
    """Opening dice 4 and 6: a gale, in which a brig of class 5 carries no full sails in the very first turn (WS31, WS59)."""
    brig = ship("wasp", (0, 0), 1, ship_class=5, full_sails=True)
    frigate = ship("nymphe", (9, 0), 1, "french", full_sails=True)
    after, told = next_turn(state(table(brig, frigate, random_wind=True, turn=0)), 4, 6)
    assert [ship.full_sails for ship in after.table.ships] == [False, True]
    assert [type(event) for event in told[:3]] == [Began, Wind, Sailed]


def test_a_gale_that_was_announced_takes_them_in_when_it_counts():
    """The wind of the next turn leaves this turn's sails alone; then they come in."""
    brig = ship("wasp", (0, 0), 1, ship_class=5, full_sails=True)
    other = ship("nymphe", (9, 0), 1, "french")
    at = state(table(brig, other, velocity=4, wsn=6, turn=3))
    after, _ = next_turn(at, 1, 1, 2, 6)
    assert (after.table.velocity, after.table.coming) == (4, (1, 5))
    assert after.table.ships[0].full_sails
    after, _ = next_turn(after, 3, 4)
    assert (after.table.velocity, after.table.ships[0].full_sails) == (5, False)


def test_signals_are_read_in_the_next_turn_by_their_own_side():
    """Written with the plots, delivered in phase B of the turn after, to those who still take orders (WS04)."""
    ships = (
        ship("mars", (0, 0), 1),
        ship("ajax", (5, 0), 1),
        ship("orion", (9, 0), 1),
        ship("pluton", (0, 9), 1, "french"),
    )
    at = state(table(*ships, turn=3), Signal("mars", ("ajax", "orion"), "close up"))
    phase = Writing("notation", at.table.sides)
    moved = RULES.play(replace(at, table=replace(at.table, phase=phase)), "table", PROCEED, ScriptedDice([])).state
    kept = moved.secret("british").signals
    assert [(message.ship, message.words, message.turn) for message in kept] == [("mars", "close up", 3)]
    assert not moved.secret("french").signals
    for lost in ({"gone": "sunk"}, {"colours": "struck"}, {"crew": (0, 0, 0)}, {"side": "french"}):
        after = moved.table.with_ship(2, replace(moved.table.ships[2], **lost))
        _, told = next_turn(replace(moved, table=after), 3, 4)
        assert [event for event in told if isinstance(event, Signalled)] == [Signalled("mars", ("ajax",), "close up")]
    dice = ScriptedDice([3, 4])
    phase = Writing("loading", at.table.sides)
    played = RULES.play(replace(moved, table=replace(moved.table, phase=phase)), "table", PROCEED, dice)
    heard = [(told.event, told.to) for told in played.events if isinstance(told.event, Signalled)]
    assert heard == [(Signalled("mars", ("ajax", "orion"), "close up"), ("british",))]
