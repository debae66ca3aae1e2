"""The wind: attitudes, maximum movement, the change limit, and what a turn costs."""

from typing import Any

import pytest

from tests.rulesets.trafalgar.sea import CHARTS, Sea, ship
from weathergauge.rulesets.trafalgar.actions import Move, Turn
from weathergauge.rulesets.trafalgar.state import Settings
from weathergauge.rulesets.trafalgar.wind import attitude, limits, maximum, turning_cost


@pytest.mark.parametrize(
    ("off", "expected"),
    [
        (0, "into"),
        (44, "into"),
        (45, "on_bow"),
        (89, "on_bow"),
        (90, "quarter"),
        (149, "quarter"),
        (150, "aft"),
        (180, "aft"),
    ],
)
@pytest.mark.parametrize("wind", [0, 292])
def test_attitudes_change_at_45_90_and_150_degrees_to_the_winds_eye(off: int, expected: str, wind: int):
    """On either tack (TR05)."""
    assert attitude((wind + off) % 360, wind, Settings()) == expected
    assert attitude((wind - off) % 360, wind, Settings()) == expected


def test_the_angles_are_settings():
    """A table may want ships to point higher."""
    weatherly = Settings(into_below=30, on_bow_below=80, quarter_below=140)
    assert [attitude(h, 0, weatherly) for h in (29, 30, 80, 140)] == ["into", "on_bow", "quarter", "aft"]


@pytest.mark.parametrize(
    ("id", "heading", "inches"),
    [
        ("mars", 0, 0), ("mars", 60, 3), ("mars", 120, 9), ("mars", 180, 7),
        ("pluton", 0, 0), ("pluton", 60, 3), ("pluton", 120, 7), ("pluton", 180, 5),
        ("bahama", 120, 7), ("euryalus", 60, 4), ("euryalus", 120, 12), ("euryalus", 180, 9),
        ("cornelie", 60, 4), ("cornelie", 120, 10), ("cornelie", 180, 8),
        ("pickle", 0, 0), ("pickle", 60, 5), ("pickle", 120, 14), ("pickle", 180, 10), ("argus", 120, 14),
    ],
)  # fmt: skip
def test_maximum_movement_is_the_printed_one(id: str, heading: int, inches: int):
    """Into, on the bow, quarter and aft, for each type and side."""
    assert maximum(ship(id), heading, Sea().table, CHARTS) == inches * 100


def span(heading: int, speed: float, **changed: Any) -> tuple[float, float]:
    """The least and the most Mars may sail, in inches; the wind is from the north."""
    low, high = limits(ship("mars", 30, 30, heading, speed, **changed), heading, Sea().table, CHARTS)
    return low / 100, high / 100


def test_a_move_differs_from_the_last_by_half_the_maximum():
    """On the quarter half of 9, aft half of 7; never below 0 or over the maximum."""
    assert span(120, 5) == (0.5, 9)
    assert span(120, 2) == (0, 6.5)
    assert span(180, 2) == (0, 5.5)
    assert span(180, 7) == (3.5, 7)


def test_she_drops_to_a_lower_maximum_at_once():
    """From 9 to a maximum of 3, though half of 3 is 1.5; from 9 to 7 she may sail between 5.5 and 7 (TR06)."""
    assert span(60, 9) == (3, 3)
    assert span(180, 9) == (5.5, 7)
    assert span(0, 9) == (0, 0)


def test_her_sheet_adds_to_the_maximum_and_takes_from_it():
    """An inch more, two less, and never under nothing; into the wind nobody sails."""
    assert span(120, 9, move_modifier=100) == (4, 10)
    assert span(60, 2, move_modifier=-200) == (1, 1)
    assert span(60, 0, move_modifier=-400) == (0, 0)
    assert span(0, 0, move_modifier=100) == (0, 0)


def test_adrift_she_may_always_make_two_inches():
    """Half of 3 is not enough for seaway; half of 9 is more (TR25)."""
    assert span(60, 0, drifting=1) == (0, 2)
    assert span(120, 0, drifting=1) == (0, 4.5)
    assert span(0, 0, drifting=2) == (0, 0)


def test_adrift_she_turns_90_degrees_at_most():
    """Head to wind, she falls off a quarter of the compass and has made her two inches by it (TR25, TR04)."""
    sea = Sea(ship("mars", 30, 30, 0, drifting=2))
    assert sea.why_not(Turn("mars", 91)) == "Mars is adrift: she may turn 90 degrees at most as she gets under way"
    sea.play(Turn("mars", 90), 3)
    sea.play(Move("mars", 200))
    assert (sea["mars"].heading, sea["mars"].drifting) == (90, 0)
    assert sea.at("mars") == (30, 30)


def test_what_a_turn_takes():
    """Nothing for none, half up to 45 degrees, all beyond, to either side."""
    assert [turning_cost(angle, 500, CHARTS) for angle in (0, 1, -45, 46, -180)] == [0, 250, 250, 500, 500]
