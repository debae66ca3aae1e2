"""Whose each throw of a campaign is and which faces help: that side throws it at a table, and it counts as its luck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.golden import record_of
from tests.rulesets.sealords.fights import decided
from tests.rulesets.sealords.harbours import admirals
from tests.rulesets.sealords.sea import MISTRAL, auxiliary, formation, heard, leader, squadron, state
from tests.rulesets.sealords.test_attacks import lying, off_toulon
from tests.rulesets.sealords.test_sorties import OUT, blockade
from tests.watched import Watched
from weathergauge.dice import Dice, Look, Roll
from weathergauge.match import Replay
from weathergauge.match.record import Record
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.sealords.auxiliaries import tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import Send
from weathergauge.rulesets.sealords.battle import aftermath, combat
from weathergauge.rulesets.sealords.battle.combat import Combat, Fighter, Line
from weathergauge.rulesets.sealords.chapters import STEPS
from weathergauge.rulesets.sealords.council import events, requests
from weathergauge.rulesets.sealords.forces import Station
from weathergauge.rulesets.sealords.sea import sorties, storm
from weathergauge.rulesets.sealords.sea.actions import BlownAway, PartedCompany
from weathergauge.rulesets.sealords.state import Gale, State
from weathergauge.server.lookback import luck
from weathergauge.throwing import ScriptedDice

Rule = Callable[[State, Dice], object]


def said(roll: Roll) -> str:
    seat = "-" if roll.seat is None or roll.good == "neither" else roll.seat
    return f"{seat} {'low ' if roll.good == 'low' else ''}{roll.why}"


def step(name: str) -> Rule:
    return lambda at, dice: STEPS[name](at, MISTRAL, dice)


def send(task: Any) -> Rule:
    return lambda at, dice: tasking.play(at, "british", Send("x1", task, "toulon", "f1"), MISTRAL, dice)


def struck(at: State, dice: Dice) -> object:
    return storm.struck(at, "b1", MISTRAL, dice)


def won(at: State, dice: Dice) -> object:
    return aftermath.decided(at, MISTRAL, dice)


def fired(at: State, dice: Dice) -> object:
    """A combat in the last column, in which both leaders are in danger; the British have the gauge."""
    line = Line((Fighter("sol", 4),), led=True)
    faces = combat.thrown(False, dice)
    return combat.struck(Combat(8, line, line), faces, MISTRAL.charts, dice, ("british", "bourbon"))


def asks(at: State, dice: Dice) -> object:
    return requests.answered(False, MISTRAL.charts, dice, "bourbon")


def happens(at: State, dice: Dice) -> object:
    return events.event_die(4, dice)


GALES = (Gale("mistral", 9, "space_13"),)
PAIR = formation("b1", "space_13", squadrons=[squadron("s1", dps=11), squadron("s2")], leader=leader(), name="Centre")
LIGHT = auxiliary("x1", "light", "bourbon", base="toulon")
RECOVERING = auxiliary("x1", "light", box="recovery")


@pytest.mark.parametrize(
    ("what", "at", "faces", "wanted"),
    [
        # Who is in a gale throws for his own ships: a low die founders her, and keeps a fleet together.
        (
            struck,
            state(formations=[PAIR], gales=GALES),
            (9, 0),
            ["british does a sail of Centre founder?", "british low does Centre keep together?"],
        ),
        (
            step("gales"),
            state(gales=(Gale("mistral", 9, "toulon"),), bourbon={"auxiliaries": (LIGHT,)}),
            (0,),
            ["bourbon low does the gale remove light craft?"],
        ),
        # Searches are the searcher's; each side has one.
        (
            step("search"),
            state(formations=[formation("b1"), formation("f1", side="bourbon")]),
            (9, 9),
            ["british low search", "bourbon low search"],
        ),
        # A fireship must come up on a high die, and does most with a low one; the column in between is nobody's luck.
        (
            send("fireship_attack"),
            off_toulon(lying(squadrons=[squadron("f1_1", "sol_d")])),
            (7, 4, 1),
            ["british the fireship, 4 or more", "- the column of the damage table", "british low the damage"],
        ),
        # The die of a combat is both sides'; whether a leader is hit is the luck of who fires at him.
        (
            fired,
            state(),
            (0, 0, 0),
            ["- combat", "bourbon low is the leader hit?", "british low is the leader hit?"],
        ),
        # After a battle each side's ships founder for themselves, and the winner takes prizes.
        (
            won,
            decided(
                formation("b1", order="o1"), formation("f1", "space_7", "bourbon", [squadron("a", dps=13)], name="Rear")
            ),
            (3, 9),
            ["bourbon does French ships of the line A founder?", "british low who strikes?"],
        ),
        (step("relief"), admirals(previous_year=2), (5,), ["british low is the Fleet Admiral relieved?"]),
        (
            step("recovery"),
            state(british={"auxiliaries": (RECOVERING,)}),
            (9,),
            ["british low a light auxiliary recovers"],
        ),
        (asks, state(), (9,), ["bourbon low what does the request bring?"]),
        (happens, state(), (9,), ["- does it happen?"]),
    ],
)
def test_a_throw_is_of_who_does_it(what: Rule, at: State, faces: tuple[int, ...], wanted: list[str]):
    """What a side does is its own, low or high as its chart has it; weather, lots and the war's events are nobody's."""
    dice = Watched(faces)
    what(at, dice)
    dice.finish()
    assert [said(roll) for roll in dice.rolls] == wanted


@pytest.mark.parametrize("face", [5, 6])
def test_the_blockaders_throw_against_who_comes_out(face: int):
    """Found or not, their dice stay behind their screen: nothing of them goes along with what anybody hears."""
    dice = Watched([face])
    sorties.left_port(blockade("space_12"), "f1", OUT, MISTRAL, dice)
    assert [said(roll) for roll in dice.rolls] == ["british low search"]
    assert dice.told
    assert all(not getattr(one, "account", ()) for one in heard(dice))


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
def test_the_luck_of_a_campaign_is_of_who_threw_in_the_direction_that_helps(title: str):
    """Catching the wind and checks of admirals want low dice, ships that might founder high ones; winds are the table's."""
    found = luck(Replay(Record(record_of(title).read_bytes()), ruleset))
    low = [one for one in found.throws if one.why in ("catching the wind", "search") or "auxiliary recovers" in one.why]
    assert low
    assert {one.by for one in low} >= {"british", "bourbon"}
    assert all(one.luck == round(one.expected - one.rolled, 4) for one in low if one.by != "table")
    high = [one for one in found.throws if "founder?" in one.why]
    assert all(one.luck == round(one.rolled - one.expected, 4) and one.by != "table" for one in high)
    winds = [one for one in found.throws if "blow?" in one.why]
    assert winds
    assert all((one.by, one.luck) == ("table", 0) for one in winds)


# Accounts


def account_of(dice: Dice, kind: type[Any]) -> tuple[Look, ...]:
    found: tuple[Look, ...] = next(one.account for one in heard(dice) if isinstance(one, kind))
    return found


def test_the_account_goes_with_what_its_own_side_hears():
    """A squadron that parts company is seen by all; why it did is told to its side alone."""
    dice = ScriptedDice([9, 9])
    struck(state(formations=[PAIR], gales=GALES), dice)
    looks = account_of(dice, PartedCompany)
    assert [(look.seat, look.secret) for look in looks if look.faces] == [("british", True)]
    assert all(told.to == ("british",) for told in dice.told if getattr(told.event, "account", ()))


def test_dice_behind_a_screen_are_laid_open_with_what_everybody_sees():
    """An auxiliary on station is swept away before all eyes: her die is shown, and is secret no longer. Those that stay
    leave nothing in it."""
    away = auxiliary("x2", "light", "bourbon", box="tasked", base="toulon", task="interdict", place="space_13")
    station = Station("x2", "bourbon", "french", "light", "interdict", "space_13")
    both = (Gale("mistral", 9, "toulon"), Gale("marin", 9, "space_13"))
    at = state(gales=both, stations=(station,), bourbon={"auxiliaries": (LIGHT, away)})
    dice = ScriptedDice([7, 8])
    STEPS["gales"](at, MISTRAL, dice)
    assert [(look.faces, look.seat, look.secret) for look in account_of(dice, BlownAway)] == [((8,), "bourbon", False)]
