"""The procedures of wind and movement: by hand from the charts, with exact odds, and what a plot calls for."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.wsim.sea import ship, table
from weathergauge.files.inputs import BadInput
from weathergauge.frame.events import Ready
from weathergauge.odds import Odds
from weathergauge.procedures import catalogue
from weathergauge.rulesets.wsim import wind
from weathergauge.rulesets.wsim.actions import Plot
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.procedures.movement import PROCEDURES, Fouled, Holder, NewWind, Reach, calls
from weathergauge.rulesets.wsim.state import Table, View
from weathergauge.throwing import ScriptedDice

CHARTS = charts()
BY_NAME = catalogue(PROCEDURES)


def done(name: str, **given: Any) -> tuple[Any, ScriptedDice]:
    """A procedure that throws nothing, and its account."""
    dice = ScriptedDice([])
    return BY_NAME[name](BY_NAME[name].read(given), CHARTS, dice), dice


def law(name: str, **given: Any) -> Odds[Any]:
    return BY_NAME[name].odds(BY_NAME[name].read(given), CHARTS)


@pytest.mark.parametrize(
    ("given", "reach"),
    [
        ({"ship_class": 3, "attitude": "A", "speed": 4, "last_speed": 3}, Reach(4, 1, 4)),
        ({"ship_class": 1, "attitude": "B", "speed": 5, "full_sails": True, "last_speed": 5}, Reach(4, 4, 4)),
        ({"ship_class": 5, "attitude": "C", "speed": 4, "velocity": 5}, Reach(0, 0, 0)),
        ({"ship_class": 2, "attitude": "A", "speed": 3, "velocity": 0}, Reach(0, 0, 0)),
        ({"ship_class": 7, "attitude": "D", "speed": 4, "velocity": 2}, Reach(3, 0, 3)),
        ({"ship_class": 2, "attitude": "A", "speed": 3, "last_speed": 3, "eighty_guns": True}, Reach(3, 2, 3)),
        ({"ship_class": 3, "attitude": "A", "speed": 4, "rigging_gone": 1}, Reach(3, 0, 1)),
    ],
)  # fmt: skip
def test_the_allowance_by_hand(given: dict[str, Any], reach: Reach):
    """As a player reads it off the charts."""
    assert done("movement_allowance", **given)[0] == reach


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"ship_class": 5, "velocity": 5}, "full_sails=yes: she cannot set full sails in this wind; wait until it drops"),
        ({"ship_class": 1, "velocity": 6}, "full_sails=yes: she cannot set full sails in this wind; wait until it drops"),
        ({"ship_class": 3, "rigging_gone": 1}, "full_sails=yes: she cannot set full sails: the first section of her rigging is gone"),
    ],
)  # fmt: skip
def test_full_sails_that_she_cannot_carry_are_refused(given: dict[str, Any], said: str):
    """With the sentence of the game; battle sails have an allowance all the same."""
    with pytest.raises(BadInput, match=re.escape(said)):
        done("movement_allowance", attitude="A", speed=7, full_sails=True, **given)
    assert done("movement_allowance", attitude="A", speed=4, **given)[0].allowance >= 0


def test_the_allowance_shows_its_reasons():
    """Each part of the sum, with the cell of the wind."""
    _, dice = done("movement_allowance", ship_class=1, attitude="A", speed=3, velocity=2, blocked=1)
    assert dice.account is not None
    look = dice.account[0]
    assert [(m.reason, m.value) for m in look.add] == [
        ("attitude A under battle sails", 3),
        ("moderate breeze", -1),
        ("a ship to windward takes the wind", -1),
    ]
    assert str(look.add[1].cell) == "wind_effects[2, 1, A]"
    assert str(dice.account[1].cell) == "acceleration[1]"


def test_the_odds_of_the_wind():
    """A number of 6 in a normal breeze: 2 in 36, less the one case in eighteen that leaves it as it is.

    The first direction is the present one, so two faces of six leave it; and so do two of the velocity.
    """
    found = law("wind_change", wsn=6)
    assert found.chance(lambda new: new.changed) == Fraction(2, 36) * (1 - Fraction(2, 6) * Fraction(2, 6))
    assert found[NewWind(True, 3, 4)] == Fraction(2, 36) * Fraction(1, 6) * Fraction(2, 6)
    assert law("wind_change", wsn=8)[NewWind(False, 1, 3)] == 1


def test_the_odds_of_fouling_and_of_the_right_of_way():
    """Half of all collisions foul; every ship is as likely to have the hex (WS39)."""
    assert law("foul")[Fouled(True)] == Fraction(1, 2)
    for ships in (2, 3):
        assert {law("right_of_way", ships=ships)[Holder(n)] for n in range(1, ships + 1)} == {Fraction(1, ships)}


@pytest.mark.parametrize(
    ("name", "given", "part"),
    [
        ("movement_allowance", {"ship_class": 8, "attitude": "A", "speed": 4}, "ship_class=8: expected a whole number"),
        (
            "movement_allowance",
            {"ship_class": 3, "attitude": "E", "speed": 4},
            "attitude=E: expected one of A, B, C, D",
        ),
        ("wind_change", {}, "wsn: missing"),
        ("right_of_way", {"ships": 1}, "ships=1: expected a whole number from 2 to 6"),
    ],
)
def test_bad_input_is_explained(name: str, given: dict[str, Any], part: str):
    """Beginning with the field that is wrong."""
    with pytest.raises(BadInput, match="^" + part):
        BY_NAME[name].read(given)


def called(at: Table, moves: str) -> list[str]:
    return [call.procedure for call in calls(View(at, "british", None), Plot("mars", moves), CHARTS)]


def test_a_plot_calls_for_the_allowance_and_for_fouling_where_a_ship_lies_in_the_way():
    """One hex short of her there is nothing to foul."""
    at = table(ship("mars", (0, 0), 2), ship("pluton", (2, -2), 1, "french"))
    assert called(at, "1") == ["movement_allowance"]
    assert called(at, "2") == ["movement_allowance", "foul"]
    assert calls(View(at, "british", None), Ready(), CHARTS) == []


@pytest.mark.parametrize("changed", [{}, {"full_sails": True, "rated": 80}, {"oars": True}, {"hanging": ("left",)}])
def test_the_call_agrees_with_the_table(changed: dict[str, Any]):
    """The procedure finds what the rules use."""
    at = table(ship("mars", (0, 0), 2, **changed))
    call = calls(View(at, "british", None), Plot("mars", "1"), CHARTS)[0]
    found = BY_NAME[call.procedure](call.inputs, CHARTS, ScriptedDice([]))
    allowance = wind.allowance(at, 0, CHARTS)
    assert (found.allowance, found.least, found.most) == (allowance, *wind.limits(at.ships[0], allowance, CHARTS))
