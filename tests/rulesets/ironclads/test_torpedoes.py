"""Torpedoes: reach, the number needed, one shot a tube, and what they do."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, fort, heard, ship, state, table, tube
from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import torpedoes
from weathergauge.rulesets.ironclads.actions import Aim, Launch, Torpedoed
from weathergauge.rulesets.ironclads.criticals import Sheet
from weathergauge.rulesets.ironclads.state import Table
from weathergauge.rulesets.ironclads.torpedoes import Run
from weathergauge.throwing import ScriptedDice

ONE = (Aim(1, "pluton"),)


def near(apart: float = 3, era: int = 3, **changed: Any) -> Table:
    """Mars with two tubes to starboard, one to port; Pluton, red, so many inches off her starboard beam."""
    tubes = changed.pop("tubes", (tube(), tube(damage="D3"), tube("port")))
    pluton = changed.pop("pluton", {})
    width = 0.9 if pluton.get("ship_class", 2) == 2 else 0.7
    other = ship("pluton", 24 + (0.9 + width) / 2 + apart, 24, side="red", **pluton)
    return table(ship("mars", tubes=tubes), other, *changed.pop("others", ()), era=era, **changed)


@pytest.mark.parametrize(
    ("apart", "era", "need"), [(3, 3, 5), (3.01, 3, 6), (6, 3, 6), (5, 4, 5), (5.01, 4, 6), (10, 6, 6)]
)
def test_five_within_half_the_reach_and_six_beyond(apart: float, era: int, need: int):
    """It runs 6 inches before the fourth era, 10 since (IR18)."""
    at = near(apart, era)
    assert torpedoes.run(torpedoes.aimed(at, 0, 1, 1), CHARTS).need == need
    assert torpedoes.why_not(at, 0, Launch("mars", ONE), CHARTS) is None


def test_the_numbers_are_settings():
    """What hits near and far may be played otherwise."""
    at = near(torpedo_near=4, torpedo_far=5)
    assert torpedoes.run(torpedoes.aimed(at, 0, 1, 1), CHARTS).need == 4


@pytest.mark.parametrize(
    ("pluton", "hard", "reroll"),
    [
        ({}, 0, False),
        ({"ship_class": 4}, 1, False),
        ({"speed": 16}, 1, False),
        ({"speed": 15}, 0, False),
        ({"ship_class": 4, "speed": 20}, 1, False),
        ({"anchored": True}, 0, True),
        ({"speed": 18, "grounded": True}, 0, True),
        ({"speed": 18, "engine_room": 2}, 0, True),
    ],
)
def test_small_and_fast_targets_are_harder_and_one_that_lies_still_easier(pluton: Any, hard: int, reroll: bool):
    """One step for either, and misses rolled again (IR18)."""
    at = near(2, pluton=pluton)
    shot = torpedoes.run(torpedoes.aimed(at, 0, 1, 1), CHARTS)
    assert (sum(m.value for m in shot.hard), shot.reroll) == (hard, reroll)


def test_a_step_beyond_six_takes_a_second_die():
    """A fast target beyond half the reach: 6/4+, one in twelve (IR07)."""
    at = near(4, pluton={"speed": 18})
    assert odds(torpedoes.hits, torpedoes.run(torpedoes.aimed(at, 0, 1, 1), CHARTS)).chance(bool) == Fraction(1, 12)


def test_a_launch_spends_its_tubes_hit_or_miss():
    """The first misses on 4; the second hits on 5 and rolls a 3 as D3: 3 points and two markers."""
    dice = ScriptedDice([4, 5, 3])
    after = torpedoes.launch(state(near()), 0, (Aim(1, "pluton"), Aim(2, "pluton")), CHARTS, dice)
    log = heard(dice)
    dice.finish()
    mars, pluton = after.table.ships
    assert [t.spent for t in mars.tubes] == [True, True, False]
    assert (pluton.hull, pluton.flooding) == (20 - 12, 2)
    assert [(e.tube, e.hit) for e in log if isinstance(e, Torpedoed)] == [(1, False), (2, True)]
    reason = "tube 1 of Mars has had its one shot"
    assert torpedoes.why_not(after.table, 0, Launch("mars", ONE), CHARTS) == reason
    assert torpedoes.options(after.table, 0, CHARTS) == []


def test_a_torpedo_at_a_ship_that_has_sunk_runs_past():
    """The first sinks her; no die is thrown for the second."""
    dice = ScriptedDice([5, 2])
    at = state(near(pluton={"hull": 4}))
    after = torpedoes.launch(at, 0, (Aim(1, "pluton"), Aim(2, "pluton")), CHARTS, dice)
    dice.finish()
    assert after.table.ships[1].gone == "sunk"


def test_all_tubes_that_bear_are_listed_together_and_by_themselves():
    """And all of these are legal."""
    found = [launch.shots for launch in torpedoes.options(near(), 0, CHARTS)]
    both = (Aim(1, "pluton"), Aim(2, "pluton"))
    assert found == [both, both[:1], both[1:]]
    for shots in found:
        assert torpedoes.why_not(near(), 0, Launch("mars", shots), CHARTS) is None


@pytest.mark.parametrize(
    ("shots", "reason"),
    [
        ((), "Mars: name a tube and its target, or end her activation"),
        ((Aim(4, "pluton"),), "Mars has no tube 4: expected 1 to 3"),
        ((Aim(3, "pluton"),), "tube 3 of Mars does not bear on Pluton, who lies to starboard of her"),
        ((Aim(1, "plutn"),), "plutn: there is no such ship; did you mean pluton?"),
        ((Aim(1, "argo"),), "Argo is a friend of Mars"),
        ((Aim(1, "far"),), "Far is 25.1 inches off: torpedoes run 6"),
        ((Aim(1, "battery"),), "Battery stands on land: no torpedo reaches it"),
        ((Aim(1, "prize"),), "Prize has surrendered"),
        ((Aim(1, "wreck"),), "Wreck is out of the battle"),
        ((*ONE, *ONE), "tube 1 of Mars is named twice: it has one shot"),
    ],
)
def test_refusals(shots: tuple[Aim, ...], reason: str):
    """Friends, forts, prizes, wrecks and whoever is too far each get their sentence."""
    others = [
        ship("argo", 24, 40),
        ship("far", 50, 24, side="red"),
        fort("battery", 28, 30),
        ship("prize", 29, 24, side="red", surrendered=True),
        ship("wreck", 29, 25, side="red", gone="sunk"),
    ]
    assert torpedoes.why_not(near(others=others), 0, Launch("mars", shots), CHARTS) == reason


def test_no_torpedoes_in_a_storm_nor_at_what_is_hidden():
    """Neither offered nor allowed."""
    storm = near(level=6)
    assert torpedoes.why_not(storm, 0, Launch("mars", ONE), CHARTS) == "no torpedoes can be launched in a storm"
    assert torpedoes.options(storm, 0, CHARTS) == []
    hidden = near(5, others=[ship("argo", 26.5, 24, ship_class=1)])
    assert torpedoes.why_not(hidden, 0, Launch("mars", ONE), CHARTS) == "Pluton is hidden from Mars"
    assert torpedoes.options(hidden, 0, CHARTS) == []


def test_a_ship_without_tubes_says_so():
    """In one sentence, whichever tube was named."""
    reason = "Mars has no tube 1: she has none at all"
    assert torpedoes.why_not(near(tubes=()), 0, Launch("mars", ONE), CHARTS) == reason


def test_odds_of_a_torpedo():
    """2 in 6 to hit, 5 in 6 not to misfire; a ship of two points sinks by 3 to 6 of those."""
    found = odds(torpedoes.torpedo, Run(5), "D2", Sheet(8, 8), CHARTS)
    assert found.chance(lambda wreck: wreck is None) == Fraction(4, 6)
    assert found.chance(lambda wreck: wreck is not None and wreck.quarters >= 8) == Fraction(2, 6) * Fraction(4, 6)
