"""The wind: when it shifts and to what, how it meets a ship, and how far it carries her."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wsim.sea import heard, ship, table
from weathergauge.odds import odds
from weathergauge.rulesets.wsim import wind, words
from weathergauge.rulesets.wsim.actions import Wind
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import Table
from weathergauge.rulesets.wsim.terms import Attitude
from weathergauge.throwing import ScriptedDice

CHARTS = charts()


def blown(at: Table, *faces: int) -> tuple[Table, Wind]:
    """The table after phase A with these faces, all of them used, and what was announced."""
    dice = ScriptedDice(faces)
    after = wind.blow(at, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    assert len(log) == 1
    return after, log[0]


# When it shifts


@pytest.mark.parametrize(("wsn", "ways"), [(1, 12), (2, 12), (3, 9), (4, 6), (5, 4), (6, 2), (7, 0), (11, 0)])
def test_the_chance_of_a_change_by_the_wind_shift_number(wsn: int, ways: int):
    """In 36: three numbers are printed, the others are ours (WS03)."""
    assert odds(wind.changes, wsn, CHARTS).chance(lambda changed: changed) == Fraction(ways, 36)


def test_no_dice_are_thrown_where_nothing_can_come_of_them():
    """A wind shift number of 7 (WS03)."""
    after, told = blown(table(ship("mars", (0, 0), 1), wsn=7))
    assert not told.changed
    assert after.coming is None


def test_the_new_wind_is_announced_and_counts_from_the_next_turn():
    """A 2 changes it with a number of 6; 3 veers it by 60 degrees, 5 raises it by one."""
    at = table(ship("mars", (0, 0), 1), wind=6)
    after, told = blown(at, 1, 1, 3, 5)
    assert (told.changed, told.direction, told.velocity) == (True, 1, 4)
    assert (after.wind, after.velocity, after.coming) == (6, 3, (1, 4))
    assert [look.cell.chart for look in told.account if look.cell] == [
        "wind_change", "wind_direction_change", "wind_velocity_change",
    ]  # fmt: skip
    next_turn, told = blown(after, 3, 4)
    assert (next_turn.wind, next_turn.velocity, next_turn.coming) == (1, 4, None)
    assert (told.changed, told.direction, told.velocity) == (False, 1, 4)


@pytest.mark.parametrize(("face", "toward"), [(1, 5), (2, 2), (3, 3), (4, 1), (5, 4), (6, 6)])
def test_the_direction_goes_back_to_the_first_or_shifts(face: int, toward: int):
    """It blows toward 2, and blew toward 5 at first."""
    _, told = blown(table(ship("mars", (0, 0), 1), wind=2, first_wind=5), 6, 6, face, 3)
    assert told.direction == toward


def test_a_change_that_changes_nothing_is_none():
    """Direction 2 and velocity 3 leave the wind as it was."""
    after, told = blown(table(ship("mars", (0, 0), 1)), 6, 6, 2, 3)
    assert not told.changed
    assert after.coming is None


def test_velocity_stays_within_calm_and_hurricane():
    """A drop has no effect at 0; at 6 a rise brings the hurricane."""
    assert blown(table(ship("mars", (0, 0), 1), velocity=0), 1, 1, 2, 1)[1].velocity == 0
    assert blown(table(ship("mars", (0, 0), 1), velocity=6), 1, 1, 2, 6)[1].velocity == 7


def test_a_new_wind_shift_number_after_a_change():
    """Option: a die, after a change and only then (WS31)."""
    at = table(ship("mars", (0, 0), 1), wsn_again=True)
    assert blown(at, 1, 1, 3, 5, 4)[0].wsn == 4
    assert blown(at, 1, 2)[0].wsn == 6


@pytest.mark.parametrize(("face", "velocity"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4), (6, 5)])
def test_a_random_opening_wind_counts_at_once(face: int, velocity: int):
    """Option: a die for the direction, a die for the velocity, in the first turn alone (WS31)."""
    first = table(ship("mars", (0, 0), 1), random_wind=True, turn=1)
    after, told = blown(first, 4, face)
    assert (after.wind, after.first_wind, after.velocity, after.coming) == (4, 4, velocity, None)
    assert told.at_once
    assert words.told(after, told).startswith("The action begins with a ")
    later, told = blown(table(ship("mars", (0, 0), 1), random_wind=True, turn=2), 3, 3)
    assert later.wind == 1
    assert not told.at_once


# How it carries a ship


def test_the_attitudes_by_60_degrees():
    """Wind toward the north: north is before the wind, its neighbours on the quarter, south in irons."""
    assert [wind.attitude(heading, 1) for heading in range(1, 7)] == ["B", "A", "C", "D", "C", "A"]
    assert [wind.attitude(heading, 5) for heading in (5, 6, 1, 2, 3, 4)] == ["B", "A", "C", "D", "C", "A"]


@pytest.mark.parametrize(
    ("speed", "full", "expected"),
    [(3, False, (3, 2, 1, 0)), (4, False, (4, 3, 1, 0)), (5, True, (5, 4, 2, 0)), (6, True, (6, 5, 2, 0)), (7, True, (7, 6, 2, 0))],
)  # fmt: skip
def test_the_allowance_of_each_attitude_in_a_normal_breeze(speed: int, full: bool, expected: tuple[int, ...]):
    """A, B, C and D, as section 4 lists them."""
    rig = wind.Rig(column=3, speed=speed, full=full, velocity=3)
    assert tuple(wind.allowance_in(rig, at, CHARTS) for at in ("A", "B", "C", "D")) == expected


def on_quarter(at: Table) -> int:
    """The allowance of the first ship with the wind on her quarter."""
    return wind.allowance(at, 0, CHARTS, heading=2)


def test_the_wind_takes_and_gives_by_class():
    """Speed 4 on the quarter: -1 in a heavy breeze for class 3, -2 for class 5, -3 in a storm."""
    assert on_quarter(table(ship("mars", (0, 0), 2), velocity=4)) == 3
    assert on_quarter(table(ship("mars", (0, 0), 2, ship_class=5), velocity=4)) == 2
    assert on_quarter(table(ship("mars", (0, 0), 2), velocity=6)) == 1


def test_becalmed_ships_do_not_move_and_oars_do():
    """At 0 a galley has her whole speed, in any attitude (WS02)."""
    assert on_quarter(table(ship("mars", (0, 0), 2), velocity=0)) == 0
    galley = table(ship("turk", (0, 0), 2, ship_class=6, oars=True), velocity=0)
    assert [wind.allowance(galley, 0, CHARTS, heading=h) for h in range(1, 7)] == [4] * 6


def test_oars_use_the_rowed_column_in_every_attitude():
    """Speed 4 less 2 in a normal breeze, in irons too; in a gale none (WS02)."""
    gunboat = ship("gunboat", (0, 0), 4, ship_class=7, oars=True)
    assert wind.allowance(table(gunboat), 0, CHARTS) == 2
    assert wind.allowance(table(gunboat, velocity=5), 0, CHARTS) == 0


def test_each_rigging_section_lost_takes_a_hex():
    """Two gone of four: 4 becomes 2; never under 0."""
    assert on_quarter(table(ship("mars", (0, 0), 2, rigging=(0, 0, 3, 5)))) == 2
    assert wind.allowance(table(ship("mars", (0, 0), 3, rigging=(0, 0, 3, 5))), 0, CHARTS) == 0


def test_an_uncoppered_ship_is_slower_under_full_sails():
    """Option coppering: one less, and only under full sails."""
    bare = ship("mars", (0, 0), 2, coppered=False, full_sails=True)
    assert on_quarter(table(bare)) == 6
    assert on_quarter(table(bare, coppering=True)) == 5
    assert on_quarter(table(ship("mars", (0, 0), 2, coppered=False), coppering=True)) == 4


def test_a_fore_and_aft_rig_makes_a_hex_in_irons_every_second_turn():
    """Option fore_and_aft: after a turn in which she made none (WS32)."""
    lugger = ship("lugger", (0, 0), 4, fore_and_aft=True, still=1)
    assert wind.allowance(table(lugger, fore_and_aft=True), 0, CHARTS) == 1
    assert wind.allowance(table(lugger), 0, CHARTS) == 0
    assert wind.allowance(table(ship("lugger", (0, 0), 4, fore_and_aft=True), fore_and_aft=True), 0, CHARTS) == 0


@pytest.mark.parametrize(
    ("other", "lost"),
    [
        ({}, 1),
        ({"full_sails": True}, 2),
        ({"rated": 74}, 2),
        ({"rated": 98, "full_sails": True}, 4),
        ({"rated": 8}, 0),
        ({"rigging": (0, 0, 0, 0)}, 0),
    ],
)
def test_a_ship_to_windward_takes_the_wind(other: dict[str, Any], lost: int):
    """Option blocked_wind, one for every 30 guns more or less (WS33). The wind blows north, she lies to the south."""
    mars = ship("mars", (0, 0), 2, full_sails=True)
    off = ship("pluton", (0, 2), 1, "french", **other)
    close = ship("pluton", (0, 1), 2, "french", **other)
    assert on_quarter(table(mars, off, blocked_wind=True)) == 6
    assert on_quarter(table(mars, close, blocked_wind=True)) == 6 - lost
    assert on_quarter(table(mars, close)) == 6


def test_a_tow_takes_one_factor_or_two():
    """Two for a tow of the higher rate (rule VII)."""
    mars = ship("mars", (0, 0), 2, tow=1)
    assert on_quarter(table(mars, ship("ajax", (5, 5), 2), towing=True)) == 3
    assert on_quarter(table(mars, ship("ajax", (5, 5), 2, rated=74), towing=True)) == 2


def test_every_modifier_has_its_reason():
    """A damaged frigate in a storm, with wreckage over her side."""
    rig = wind.Rig(column=3, speed=4, full=False, velocity=6, sections_gone=1, hanging=1)
    assert [(m.reason, m.value) for m in wind.modifiers(rig, "A", CHARTS)] == [
        ("attitude A under battle sails", 4),
        ("storm", -3),
        ("rigging sections lost", -1),
        ("wreckage over the side", -1),
    ]
    assert wind.allowance_in(rig, "A", CHARTS) == 0


@given(
    ship_class=st.integers(1, 7),
    velocity=st.integers(0, 6),
    at=st.sampled_from(("A", "B", "C", "D")),
    gone=st.integers(0, 4),
    full=st.booleans(),
    hanging=st.integers(0, 2),
)
@settings(deadline=None)
def test_an_allowance_is_never_negative(
    ship_class: int, velocity: int, at: Attitude, gone: int, full: bool, hanging: int
):
    """Whatever the wind and the rigging."""
    column: Any = "rowed" if ship_class == 7 else ship_class
    rig = wind.Rig(column, 5 if full else 3, full, velocity, sections_gone=gone, hanging=hanging)
    assert 0 <= wind.allowance_in(rig, at, CHARTS) <= 5


# How fast she gathers and loses way


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, (1, 4)),
        ({"ship_class": 1, "rated": 98}, (2, 4)),
        ({"ship_class": 2, "rated": 74}, (1, 4)),
        ({"ship_class": 2, "rated": 80}, (2, 4)),
        ({"ship_class": 5}, (0, 4)),
        ({"speed": 1}, (0, 3)),
        ({"speed": 1, "rigging": (0, 5, 5, 5)}, (0, 2)),
        ({"speed": 1, "ship_class": 2, "rigging": (0, 5, 5)}, (0, 2)),
    ],
)
def test_speed_changes_within_the_chart(changed: dict[str, Any], expected: tuple[int, int]):
    """From 3 factors last turn unless told; 80 guns have a row of their own, and stars lose one (WS08)."""
    if "rigging" in changed:
        changed |= {"rigging_full": (5,) * len(changed["rigging"])}
    mars = ship("mars", (0, 0), 2, **changed)
    assert wind.limits(mars, on_quarter(table(mars)), CHARTS) == expected


def test_a_lower_allowance_slows_her_down_at_once():
    """From 6 last turn to 1 close hauled (WS08)."""
    assert wind.limits(ship("mars", (0, 0), 3, speed=6), 1, CHARTS) == (1, 1)
