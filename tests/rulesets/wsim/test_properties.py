"""What holds always: of the charts, of plots, and of every position that random captains bring about."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wsim.sea import ship, table
from weathergauge.rulesets.wsim import firepower, notation, wind
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.firepower import Battery
from weathergauge.rulesets.wsim.hexes import turned
from weathergauge.rulesets.wsim.state import Table, apart, replace
from weathergauge.rulesets.wsim.terms import QUALITIES
from weathergauge.testing import rules_for
from weathergauge.testing.hints import Start, starts
from weathergauge.testing.play import walk
from weathergauge.testing.reading import reading

CHARTS = charts()
RULES = rules_for("wsim")
NOTHING = -1
"""A blank of the Fire Base counts as less than a printed 0."""


def printed(chart: str, row: int, range: int) -> int:
    value: int | None = getattr(CHARTS, chart).at(row, range)
    return NOTHING if value is None else value


@pytest.mark.parametrize(("chart", "rows"), [("fire_base", 14), ("fire_base_carronades", 3)])
def test_more_guns_are_never_worse_and_a_longer_range_never_better(chart: str, rows: int):
    """Down every column and along every row."""
    for range_ in range(1, 11):
        column = [printed(chart, row, range_) for row in range(1, rows + 1)]
        assert column == sorted(column)
    for row in range(1, rows + 1):
        line = [printed(chart, row, range_) for range_ in range(1, 11)]
        assert line == sorted(line, reverse=True)


def test_strength_never_takes_less_and_a_high_die_never_more():
    """Over the whole chart of melees."""
    for die in range(1, 7):
        taken = [CHARTS.melee_resolution.at(die, strength) for strength in range(1, 101)]
        assert taken == sorted(taken)
    for strength in range(1, 101):
        taken = [CHARTS.melee_resolution.at(die, strength) for die in range(1, 7)]
        assert taken == sorted(taken, reverse=True)


@settings(deadline=None)
@given(
    st.builds(
        Battery, guns=st.integers(1, 14), carronades=st.integers(0, 8), range=st.integers(1, 9),
        quality=st.sampled_from(QUALITIES), half=st.booleans(), initial=st.booleans(),
        rake=st.sampled_from(["", "bow", "stern"]), anchored=st.booleans(), hull_lost=st.integers(0, 30), ship_class=st.integers(1, 7), velocity=st.integers(0, 6),
    )
)  # fmt: skip
def test_no_ship_shoots_better_for_being_farther_off(battery: Battery):
    """Guns, carronades, initial broadsides and rakes all fall with the range, alone and together."""
    near = firepower.fire_number(battery, CHARTS)
    far = firepower.fire_number(replace(battery, range=battery.range + 1), CHARTS)
    if far:
        assert sum(part.value for part in far) <= sum(part.value for part in near)


@settings(deadline=None)
@given(
    st.integers(1, 6), st.integers(1, 6), st.integers(1, 6), st.booleans(), st.integers(1, 6), st.integers(0, 6),
)  # fmt: skip
def test_a_turn_into_the_wind_ends_every_plot(
    heading: int, toward: int, ship_class: int, full: bool, velocity: int, speed: int
):
    """No plot that is offered goes on after it, and none begins a hex in irons but with a rig that may."""
    vessel = ship("mars", (0, 0), heading, ship_class=ship_class, full_sails=full, speed=speed)
    at = table(vessel, wind=toward, velocity=velocity)
    for moves, _, ends, _ in notation.plots(at, 0, CHARTS):
        now = heading
        for place, item in enumerate(moves):
            if item in "LR":
                now = turned(now, 1 if item == "R" else -1)
                if wind.attitude(now, toward) == "D":
                    assert place == len(moves) - 1, moves
        assert now == ends


def sound(before: Table, now: Table) -> None:
    """Everything that must be true of a table, whatever has happened on it."""
    afloat = [ship for ship in now.ships if ship.afloat]
    places = [place for ship in afloat for place in ship.hexes]
    assert len(places) == len(set(places)), "two ships share a hex"
    for was, is_ in zip(before.ships, now.ships, strict=True):
        name = is_.name
        assert 0 <= is_.hull <= is_.hull_full, name
        assert all(0 <= left <= full for left, full in zip(is_.crew, is_.crew_full, strict=True)), name
        assert all(0 <= left <= full for left, full in zip(is_.rigging, is_.rigging_full, strict=True)), name
        assert not (was.gone and not is_.gone), f"{name} came back from the bottom of the sea"
        assert was.colours != "struck" or is_.colours == "struck", f"{name} struck and fights again"
        assert (is_.prize is not None) == (is_.side != is_.built), f"{name} is a prize under her own flag, or none"
        assert is_.prize is None or is_.prize.squares >= 0, name
        assert 0 <= is_.steering_lost <= is_.turning, name
        assert not is_.full_sails or is_.rigging[0], f"{name} carries full sails without her first section"
        assert set(is_.fresh) <= set(was.fresh), f"{name} has an initial broadside again"
        if is_.able and is_.prize is None:
            assert all(is_.crew[section - 1] for section in is_.pumps), f"nobody is at the pumps of {name}"
    for lock in now.locks:
        one, other = now.ships[lock.one], now.ships[lock.other]
        assert lock.one < lock.other
        assert not one.gone, "a ship that is gone still holds another"
        assert not other.gone, "a ship that is gone still holds another"
        assert apart(one, other) == 1, f"{one.name} and {other.name} are held together and lie apart"
    assert 0 <= now.velocity <= 7


@pytest.mark.parametrize("begin", starts(RULES), ids=lambda start: start.name)
def test_every_position_that_random_captains_bring_about_is_sound(begin: Start):
    """No shared hex, no square too many or too few, no foul across open water, nobody back from the dead."""
    for game in range(3):
        last: Table | None = None
        for turn in walk(RULES, begin, f"sound {game}", limit=250, may_stop=True):
            after = turn.played.state.table
            sound(turn.state.table, after)
            if last is not None:
                assert after.turn in (last.turn, last.turn + 1)
            last = after


def test_what_rules_remember_of_charts_is_read_again_for_the_report():
    """Allowances are remembered for speed; the report of what is read must not miss them for it."""
    at = table(ship("mars", (0, 0), 1), velocity=1)
    for _ in range(2):
        with reading() as read:
            wind.allowances(at, 0, CHARTS)
        assert ("wind_effects", (1, 3, "A")) in read
