"""Where guns bear: plays, fields, masks and rakes (12.1, 12.2)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wsim.sea import ship, table
from weathergauge.rulesets.wsim import bearing
from weathergauge.rulesets.wsim.bearing import Target, field_of, in_play, rake, targets
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.hexes import STEPS, ahead, distance, turned
from weathergauge.rulesets.wsim.state import Crewed, Ship, Table, apart, replace

CHARTS = charts()
MARS = ship("mars", (0, 0), 1)


def place(of: Ship, broadside: str, row: int, forward: int) -> tuple[int, int]:
    """The hex of the rules map: S + r e(d-2) + k e(d), or d+2 to starboard."""
    out = turned(of.heading, -2 if broadside == "left" else 2)
    return ahead(ahead(of.stern, out, row), of.heading, forward)


def lying(at: tuple[int, int], heading: int = 1, id: str = "pluton", side: str = "french", **changed: Any) -> Ship:
    """A ship whose bow is there."""
    return ship(id, at, heading, side, **changed)


def aimed_at(sea: Table, broadside: Any = "left", id: str = "mars") -> list[str]:
    return [sea.ships[mark.target].id for mark in targets(sea, sea.number(id), broadside, CHARTS)]


# The play and its fields


@pytest.mark.parametrize("heading", range(1, 7))
@pytest.mark.parametrize("broadside", ["left", "right"])
def test_the_play_of_a_broadside_is_the_triangle_of_the_rules(heading: int, broadside: Any):
    """A hex is in the play if it is r rows out and 0 to r+1 forward of the stern; everything else is dead ground."""
    firer = ship("mars", (4, -7), heading)
    inside = {place(firer, broadside, r, k) for r in range(1, 9) for k in range(r + 2)}
    around = [(q, r) for q in range(-2, 11) for r in range(-13, 0) if distance((q, r), firer.bow) <= 5]
    for hex_ in around:
        assert bool(in_play(firer, broadside, hex_)) == (hex_ in inside), hex_


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        (1, [4, 1, 5]),
        (2, [4, 2, 3, 5]),
        (3, [4, 2, 1, 3, 5]),
        (4, [4, 2, 2, 3, 3, 5]),
        (5, [4, 4, 2, 1, 3, 5, 5]),
        (8, [4, 4, 2, 2, 2, 3, 3, 3, 5, 5]),
        (9, [4, 4, 4, 2, 2, 1, 3, 3, 5, 5, 5]),
    ],
)
def test_the_fields_of_a_row(row: int, fields: list[int]):
    """The halves are a quarter of the row each, rounded up; the middle of odd rows is field 1 (WS73)."""
    assert [field_of(row, k) for k in range(-1, row + 3)] == [0, *fields, 0]


@settings(deadline=None)
@given(st.integers(1, 6), st.integers(-9, 9), st.integers(-9, 9))
def test_no_hex_is_in_both_plays(heading: int, q: int, r: int):
    """And none of her own hexes, nor those on her own line, is in either."""
    firer = ship("mars", (0, 0), heading)
    left, right = in_play(firer, "left", (q, r)), in_play(firer, "right", (q, r))
    assert not (left and right)
    if bearing.told(firer, (q, r))[0] == 0:
        assert not left
        assert not right


def test_a_target_in_two_fields_counts_as_the_lower_one():
    """Pluton's bow is in the middle of the first row, her stern abaft it: the whole broadside bears."""
    sea = table(MARS, lying(place(MARS, "left", 1, 1)))
    assert targets(sea, 0, "left", CHARTS) == (Target(1, 1, 1, ""),)
    assert not targets(sea, 0, "left", CHARTS)[0].half


def test_abaft_and_before_the_beam_only_half_the_guns_bear():
    """With one hex in field 4 or 5 and the other in dead ground."""
    aft = table(MARS, lying(place(MARS, "left", 1, 0)))
    assert [(m.field, m.half) for m in targets(aft, 0, "left", CHARTS)] == [(4, True)]
    fore = table(MARS, lying(place(MARS, "left", 1, 3)))
    assert [(m.field, m.half) for m in targets(fore, 0, "left", CHARTS)] == [(5, True)]


def test_guns_reach_as_far_as_the_fire_base_is_printed():
    """Four guns have a 0 at 10 hexes, one gun nothing beyond 5; carronades alone need a number of their own (WS12)."""
    assert bearing.reach(4, 0, CHARTS) == 10
    assert bearing.reach(1, 3, CHARTS) == 5
    assert [bearing.reach(0, n, CHARTS) for n in (0, 1, 2, 3, 4)] == [0, 3, 4, 5, 5]
    far = lying(place(MARS, "left", 6, 4))
    assert aimed_at(table(MARS, far)) == ["pluton"]
    assert aimed_at(table(replace(MARS, guns=(1, 4)), far)) == []


@settings(deadline=None)
@given(st.integers(1, 6), st.tuples(st.integers(-12, 12), st.integers(-12, 12)), st.integers(1, 6))
def test_ranges_are_those_between_the_ships(heading: int, at: tuple[int, int], other: int):
    """The least of the four distances, whatever hex lies in the play."""
    sea = table(ship("mars", (0, 0), heading), lying(at, other))
    for broadside in ("left", "right"):
        for seen in bearing.in_sight(sea, 0, broadside, CHARTS):
            assert seen.range == apart(*sea.ships)


# Nearest first


def test_the_nearest_ship_must_be_taken():
    """Of two enemies in the play the nearer alone is a target; of two as near, either."""
    near, far = lying(place(MARS, "left", 2, 2), id="near"), lying(place(MARS, "left", 4, 3), id="far")
    assert aimed_at(table(MARS, far, near)) == ["near"]
    twin = lying(place(MARS, "left", 2, 3), id="twin", heading=2)
    sea = table(MARS, near, twin)
    assert apart(MARS, near) == apart(MARS, twin)
    assert aimed_at(sea) == ["near", "twin"]


@pytest.mark.parametrize(
    "changed",
    [
        {"side": "british"},
        {"colours": "struck"},
        {"colours": "surrendered"},
        {"danger": "may_sink"},
        {"crew": (0, 0, 0)},
        {"side": "british", "built": "french"},
    ],
)
def test_ships_that_are_no_targets_mask_the_broadside(changed: dict[str, Any]):
    """A friend, one that struck, surrendered, may sink or lies dead, and a prize of ours: nothing beyond is fired at."""
    near = lying(place(MARS, "left", 2, 2), **{"id": "near", **changed})
    far = lying(place(MARS, "left", 4, 3), id="far")
    assert aimed_at(table(MARS, near, far)) == []


def test_a_friend_who_is_just_as_near_does_not_mask():
    """Of two as near the firer has the choice, and she chooses the enemy (WS41)."""
    friend = lying(place(MARS, "left", 2, 2), id="friend", side="british")
    enemy = lying(place(MARS, "left", 2, 3), id="enemy", heading=2)
    assert aimed_at(table(MARS, friend, enemy)) == ["enemy"]


def test_a_prize_that_the_enemy_mans_can_be_fired_at():
    """She fires, so she may be fired at; one of ours is a friend to us and a target to them (WS41)."""
    prize = lying(place(MARS, "left", 2, 2), id="prize", side="french", built="british", prize=Crewed(2, "crack"))
    assert aimed_at(table(MARS, prize, sides=("british", "french"))) == ["prize"]
    empty = replace(prize, prize=Crewed(0, "crack"))
    assert aimed_at(table(MARS, empty, sides=("british", "french"))) == []


def test_what_has_gone_down_masks_nobody():
    """The ship behind a wreck that sank can be aimed at."""
    near = lying(place(MARS, "left", 2, 2), id="near", gone="sunk")
    assert aimed_at(table(MARS, near, lying(place(MARS, "left", 4, 3), id="far"))) == ["far"]


def test_a_half_broadside_is_masked_only_along_its_own_edge():
    """A friend in field 3 does not mask field 4, but masks a full broadside and field 5; one in field 2 masks 4 (WS41)."""
    after = lying(place(MARS, "left", 4, 0), id="after", heading=1)
    before = lying(place(MARS, "left", 4, 6), id="before", heading=1)
    full = lying(place(MARS, "left", 4, 3), id="full", heading=turned(1, 1))
    assert [m.field for m in targets(table(MARS, after), 0, "left", CHARTS)] == [4]
    assert [m.field for m in targets(table(MARS, before), 0, "left", CHARTS)] == [5]
    three = lying(place(MARS, "left", 2, 2), id="friend", side="british", heading=turned(1, -2))
    assert {bearing.in_sight(table(MARS, three), 0, "left", CHARTS)[0].fields[0]} == {3}
    sea = table(MARS, three, after, before, full, sides=("british", "french"))
    seen = bearing.in_sight(sea, 0, "left", CHARTS)[0]
    assert 2 not in seen.fields
    assert 4 not in seen.fields
    assert aimed_at(sea) == ["after"]
    two = lying(place(MARS, "left", 2, 1), id="friend", side="british", heading=turned(1, 1))
    assert aimed_at(table(MARS, two, after, sides=("british", "french"))) == []


# CB rule I


def far_off(**changed: Any) -> Table:
    """A ship of the line and a frigate 8 hexes to port."""
    line = replace(MARS, ship_class=2, guns=(10, 10))
    return table(line, lying(place(line, "left", 8, 5), **changed), turn=9)


def test_ships_of_the_line_leave_small_ones_alone_from_8_hexes_on():
    """Unless she fired at, grappled or boarded one of them in the last three turns."""
    assert aimed_at(far_off()) == []
    assert aimed_at(far_off(ship_class=2)) == ["pluton"]
    assert aimed_at(far_off(provoked=6)) == ["pluton"]
    assert aimed_at(far_off(provoked=5)) == []
    near = replace(MARS, ship_class=2, guns=(10, 10))
    assert aimed_at(table(near, lying(place(near, "left", 7, 4)))) == ["pluton"]
    small = far_off()
    assert aimed_at(replace(small, ships=(replace(small.ships[0], ship_class=3), small.ships[1]))) == ["pluton"]


def test_whom_a_ship_of_the_line_spares_does_not_shield_the_line_behind_her():
    """A frigate 8 hexes off is passed over, and a ship of the line at 10 is the target (WS42)."""
    sea = far_off(id="frigate")
    line = sea.ships[0]
    behind = lying(place(line, "left", 10, 6), id="line", ship_class=2)
    assert aimed_at(table(*sea.ships, behind, turn=9)) == ["line"]


# Rakes


@pytest.mark.parametrize("heading", range(1, 7))
def test_across_her_stern_and_across_her_bow(heading: int):
    """A ship that lies athwart her course two hexes off rakes her; alongside she does not."""
    target = lying((0, 0), heading)
    behind = ship("mars", ahead(target.stern, turned(heading, 3), 2), turned(heading, 2))
    before = ship("mars", ahead(target.bow, heading, 2), turned(heading, 2))
    assert (rake(behind, target), rake(before, target)) == ("stern", "bow")
    beside = ship("mars", ahead(target.bow, turned(heading, 2), 2), heading)
    assert rake(beside, target) == ""


def test_right_ahead_is_a_rake_even_if_she_can_reply():
    """One hex of Mars is right before Pluton's bow, the other in her play."""
    target = lying((0, 0), 1)
    firer = ship("mars", (0, -1), 6)
    assert any(in_play(target, side, firer.stern) for side in ("left", "right"))
    assert rake(firer, target) == "bow"


def test_a_rake_is_lost_when_she_can_reply_from_elsewhere():
    """Where one of her broadsides bears on the ship off her bow."""
    target = lying((0, 0), 1)
    off_the_bow = ship("mars", ahead((0, 0), 2, 2), 2)
    assert any(in_play(target, side, place) for side in ("left", "right") for place in off_the_bow.hexes)
    assert rake(off_the_bow, target) == ""


def test_a_table_may_want_rakes_along_her_row_alone():
    """From the dead ground off her quarter is a rake, but not with rakes=row; right along her line it stays one."""
    target = lying((0, 0), 1)
    quarter = ship("mars", ahead(ahead(target.stern, 4, 6), 5, 2), 6)
    assert not any(in_play(target, side, place) for side in ("left", "right") for place in quarter.hexes)
    assert rake(quarter, target) == "stern"
    assert rake(quarter, target, strict=True) == ""
    along = ship("mars", ahead(target.stern, 4, 6), 6)
    assert rake(along, target, strict=True) == "stern"


@settings(deadline=None)
@given(
    st.integers(1, 6),
    st.tuples(st.integers(-8, 8), st.integers(-8, 8)),
    st.integers(1, 6),
    st.sampled_from(["left", "right"]),
)
def test_whom_she_rakes_cannot_fire_back(heading: int, at: tuple[int, int], other: int, broadside: Any):
    """Except a ship that lies right before her bow or behind her stern."""
    sea = table(ship("mars", (0, 0), heading), lying(at, other))
    mars, pluton = sea.ships
    if set(mars.hexes) & set(pluton.hexes):
        return
    for mark in targets(sea, 0, broadside, CHARTS):
        close = {ahead(pluton.bow, other), ahead(pluton.stern, turned(other, 3))} & set(mars.hexes)
        back = [m for side in ("left", "right") for m in targets(sea, 1, side, CHARTS)]
        assert bool(mark.rake) == (bool(close) or not back)


def test_what_was_seen_is_kept_only_while_it_holds():
    """Positions, the turn and the settings are looked at again when they change."""
    sea = table(MARS, lying(place(MARS, "left", 2, 2)))
    assert aimed_at(sea) == ["pluton"]
    assert aimed_at(sea) == ["pluton"]
    assert aimed_at(sea.with_ship(1, replace(sea.ships[1], bow=(20, 20)))) == []
    assert STEPS[1] == (0, -1)
