"""What a ship may be ordered: runs, turns, astern; the list, the forms, and refusals in words."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.ironclads.sea import CHARTS, fort, land, ship, table
from weathergauge.rulesets.ironclads import steaming
from weathergauge.rulesets.ironclads.actions import Steam
from weathergauge.rulesets.ironclads.state import Goal, Table


def alone(*others: Any, order: Any = "full", **changed: Any) -> Table:
    """Mars, class 2 with 12 knots, in open water, heading north."""
    about = {key: changed.pop(key) for key in ("level", "shores", "goals", "captains") if key in changed}
    return table(ship("mars", order=order, **changed), *others, **about)


def refusal(at: Table, *plan: Any, **more: Any) -> str | None:
    return steaming.why_not(at, 0, Steam("mars", *plan, **more), CHARTS)


@pytest.mark.parametrize("plan", [(300,), (301,), (600,), (100, 60, 500), (100, -60, 0), (600, 1), (300, 30, 300)])
def test_any_distance_up_to_her_limit_and_one_turn_after_an_inch(plan: tuple[int, ...]):
    """Each such plan is legal."""
    assert refusal(alone(), *plan) is None


@pytest.mark.parametrize(
    ("plan", "changed", "reason"),
    [
        ((601,), {}, "run=601: Mars may run from 0 to 600 hundredths of an inch at full"),
        (
            (301,), {"level": 6},
            "run=301: Mars may run from 0 to 300 hundredths of an inch at half, held to half by the storm",
        ),
        ((100, 30, 601), {}, "then=601: Mars may run from 0 to 600 hundredths of an inch at full"),
        ((1,), {"order": "stop"}, "run=1: Mars may run from 0 to 0 hundredths of an inch at stop"),
        ((0, 30), {"order": "stop"}, "Mars must run 100 hundredths straight before she turns, not 0"),
        ((99, 30), {}, "Mars must run 100 hundredths straight before she turns, not 99"),
        ((100, 61), {}, "turn=61: Mars may turn 60 degrees at most to either side"),
        ((100, -61), {}, "turn=-61: Mars may turn 60 degrees at most to either side"),
        ((100, 0, 100), {}, "Mars does not turn: give the whole way as her run"),
        ((100, 30, 100, 30), {}, "Mars turns no more than once in an activation"),
        ((100, 30, 100, 0, 50), {}, "Mars makes no second turn: give the rest of the way as `then`"),
        ((100, 30), {"rudder": "ahead"}, "Mars cannot turn: her rudder is damaged"),
        ((100, 30), {"rudder": "left"}, "Mars cannot turn: her rudder is damaged"),
        ((-1,), {}, "Mars cannot go astern: she lies against nothing, so her run is from 300 to 600"),
        (
            (299,), {},
            "run=299: Mars may run from 300 to 600 hundredths of an inch at full: her order binds her while the way ahead "
            "is free",
        ),
        ((-1,), {"order": "stop"}, "Mars cannot go astern: she is held to stop"),
        ((100,), {"grounded": True, "order": "slow"}, "Mars is aground: she can only come off astern, or stay"),
        ((-1,), {"grounded": True}, "Mars cannot go astern: she is held to stop by being aground"),
        ((-99, 30), {"grounded": True, "order": "slow"}, "Mars must back 100 hundredths straight before she turns, not 99"),
        ((-151,), {"grounded": True, "order": "slow"}, "run=-151: Mars may back 150 hundredths of an inch at most"),
        (
            (-50, 0, 50), {"grounded": True, "order": "slow"},
            "Mars backs and may turn once: she does not run on after it",
        ),
    ],
)  # fmt: skip
def test_refusals(plan: tuple[int, ...], changed: Any, reason: str):
    """Each plan that is not gets its own sentence."""
    assert refusal(alone(**changed), *plan) == reason


@pytest.mark.parametrize(("ship_class", "most"), [(1, 45), (2, 60), (3, 75), (4, 90)])
def test_the_largest_turn_is_her_class_and_a_seaman_adds_15(ship_class: int, most: int):
    """IR03, IR22; where captains do not count he adds nothing."""
    assert refusal(alone(ship_class=ship_class), 100, most) is None
    assert refusal(alone(ship_class=ship_class), 100, most + 1) is not None
    seaman = alone(ship_class=ship_class, captain="seaman")
    assert refusal(seaman, 100, -most - 15) is None
    assert refusal(seaman, 100, -most - 16) is not None
    assert refusal(alone(ship_class=ship_class, captain="seaman", captains=False), 100, most + 1) is not None


def test_high_manoeuvrability_allows_a_second_turn_but_not_in_a_storm():
    """With an inch between the two, and each within her angle."""
    handy = alone(traits=("high_manoeuvrability",))
    assert refusal(handy, 100, 60, 100, -60, 400) is None
    assert refusal(handy, 100, 60, 99, 60) == "Mars must run 100 hundredths straight between two turns, not 99"
    assert refusal(handy, 100, 60, 100, 61) == "second=61: Mars may turn 60 degrees at most to either side"
    storm = alone(traits=("high_manoeuvrability",), level=6)
    assert refusal(storm, 100, 60, 100, 60) == "Mars turns no more than once in a storm"
    assert refusal(storm, 100, 60, 100) is None


def test_a_ship_that_lies_against_another_may_back_off():
    """No farther than slow, whatever her order, and she may turn as she does (IR43)."""
    at = alone(ship("pluton", 24, 25.95, 90, side="red"))
    assert steaming.astern(at, 0, CHARTS) == 150
    assert refusal(at, -150, 60) is None
    assert refusal(at, -151) == "run=-151: Mars may back 150 hundredths of an inch at most"
    assert Steam("mars", -150, -60) in steaming.options(at, 0, CHARTS)


def test_backing_she_turns_after_an_inch_or_after_all_that_she_may_back():
    """IR43: a slow ship backs less than an inch, and would else never come clear."""
    at = alone(ship("pluton", 24, 25.95, 90, side="red"))
    assert refusal(at, -100, 60) is None
    assert refusal(at, -1, 60) == "Mars must back 100 hundredths straight before she turns, not 1"
    at = alone(ship("pluton", 24, 25.95, 90, side="red"), knots=6)
    assert refusal(at, -75, 60) is None
    assert refusal(at, -74, 60) == "Mars must back 75 hundredths straight before she turns, not 74"


# An order binds (IR60)


@pytest.mark.parametrize(("order", "least", "most"), [("full", 300, 600), ("half", 150, 300), ("slow", 75, 150)])
def test_an_order_makes_her_run_half_its_distance_at_the_least(order: Any, least: int, most: int):
    """IR60."""
    at = alone(order=order)
    assert refusal(at, least) is None
    assert refusal(at, least - 1) is not None
    assert refusal(at) is not None
    straight = {(f.ranges["run"].low, f.ranges["run"].high) for f in steaming.forms(at, 0, CHARTS) if "turn" in f.fixed}
    assert straight == {(least, most)}
    assert Steam("mars") not in steaming.options(at, 0, CHARTS)


def test_what_holds_her_to_less_binds_her_to_less():
    """In a storm full is no more than half."""
    assert refusal(alone(level=6), 150) is None
    assert refusal(alone(level=6), 149) is not None


@pytest.mark.parametrize("changed", [{"grounded": True, "order": "slow"}, {"anchored": True}, {"order": "stop"}])
def test_a_ship_that_is_held_may_keep_her_place(changed: Any):
    """Whatever holds her, she need not make her least run."""
    assert refusal(alone(**changed)) is None


def test_a_ship_that_lies_against_another_may_keep_her_place():
    """In base contact she is in nobody's way but hers."""
    assert refusal(alone(ship("pluton", 24.91, 24, 0, side="red"))) is None


def test_she_may_stop_short_of_what_lies_ahead():
    """Land begins two and a half inches before her bow: within the three that she must run."""
    shore = land((0, 28), (72, 28), (72, 48), (0, 48))
    assert refusal(alone(shores=(shore,))) is None
    assert refusal(alone(ship("argo", 24, 28, 90))) is None
    assert refusal(table(ship("mars", 24, 45, order="full"), ship("pluton", 60, 5, side="red"))) is None
    far = land((0, 29), (72, 29), (72, 48), (0, 48))
    assert refusal(alone(shores=(far,))) is not None


def test_how_much_is_a_setting():
    """From nothing to the whole of her speed."""
    free = table(ship("mars", order="full"), least_percent=0)
    assert refusal(free) is None
    assert refusal(table(ship("mars", order="full"), least_percent=100), 599) is not None


def test_told_less_with_a_turn_she_runs_on_if_that_way_is_free():
    """Up to her least run; with land before her she stops where she was told."""
    assert steaming.told(alone(), 0, Steam("mars", 100, 60, 50), CHARTS) == Steam("mars", 100, 60, 200)
    assert steaming.told(alone(), 0, Steam("mars", 300, 60), CHARTS) == Steam("mars", 300, 60)
    handy = alone(traits=("high_manoeuvrability",))
    assert steaming.told(handy, 0, Steam("mars", 100, 60, 100, -60), CHARTS) == Steam("mars", 100, 60, 100, -60, 100)
    east = land((26.6, 0), (72, 0), (72, 48), (26.6, 48))
    assert steaming.told(alone(shores=(east,)), 0, Steam("mars", 100, 60), CHARTS) == Steam("mars", 100, 60)


# The list and the forms


def test_the_list_has_straight_runs_and_turns():
    """At full and at half, and with the rams that come of them."""
    found = steaming.options(alone(), 0, CHARTS)
    assert found[:2] == [Steam("mars", 600), Steam("mars", 300)]
    assert {one.turn for one in found} == {0, -60, -30, 30, 60}
    assert {one.contact for one in found} == {"ram"}


def test_the_list_has_the_ram_of_an_enemy_in_reach_and_the_stop_at_her():
    """Pluton lies four inches ahead and two to starboard: no sample turn leads to her, an aimed one does."""
    at = alone(ship("pluton", 26.2, 29, 90, side="red"))
    rams = [steaming.ram_of(at, 0, one, CHARTS) for one in steaming.options(at, 0, CHARTS)]
    assert (1, "bow", False) in {(ram.target, ram.edge, ram.by_turn) for ram in rams if ram is not None}
    stop = [one for one in steaming.options(at, 0, CHARTS) if one.contact == "stop"]
    assert stop
    slow = alone(ship("pluton", 24, 27, 90, side="red"), order="slow")
    assert "board" in {one.contact for one in steaming.options(slow, 0, CHARTS)}


@pytest.mark.parametrize("other", [{"side": "blue"}, {"side": "red", "surrendered": True}])
def test_friends_and_prizes_are_not_rammed(other: Any):
    """Nor is stopping at them offered."""
    at = alone(ship("argo", 24, 28, 90, **other), ship("pluton", 60, 40, side="red"))
    assert steaming.ram_of(at, 0, Steam("mars", 600), CHARTS) is None
    assert {one.contact for one in steaming.options(at, 0, CHARTS)} == {"ram"}


def test_a_fort_is_not_rammed():
    """It stands on land."""
    at = alone(fort("battery", 24, 28))
    assert steaming.ram_of(at, 0, Steam("mars", 600), CHARTS) is None


def test_runs_onto_land_and_off_the_table_are_left_out():
    """They are legal and not proposed, unless she is to leave by that edge."""
    shore = land((0, 29), (72, 29), (72, 48), (0, 48))
    assert Steam("mars", 600) not in steaming.options(alone(shores=(shore,)), 0, CHARTS)
    assert refusal(alone(shores=(shore,)), 600) is None
    edge = table(ship("mars", 24, 44, order="full"), ship("pluton", 60, 5, side="red"))
    assert Steam("mars", 600) not in steaming.options(edge, 0, CHARTS)
    goals = (Goal("blue", leave=("mars",), edge="north"),)
    away = table(ship("mars", 24, 44, order="full"), ship("pluton", 60, 5, side="red"), goals=goals)
    assert Steam("mars", 600) in steaming.options(away, 0, CHARTS)


def test_a_ship_with_no_other_way_may_leave():
    """Her bow is at the edge: whatever she does but lie still takes her over it."""
    edge = table(ship("mars", 24, 46.5, order="full"), ship("pluton", 60, 5, side="red"))
    assert Steam("mars", 600) in steaming.options(edge, 0, CHARTS)


@pytest.mark.parametrize("changed", [{"order": "stop"}, {"knots": 0}, {"grounded": True}])
def test_a_ship_that_cannot_go_keeps_her_place(changed: Any):
    """It is all that is listed, and its form has no range."""
    assert steaming.options(alone(**changed), 0, CHARTS) == [Steam("mars")]
    assert {(f.ranges["run"].low, f.ranges["run"].high) for f in steaming.forms(alone(**changed), 0, CHARTS)} == {
        (0, 0)
    }


places = st.tuples(st.integers(18, 30), st.integers(18, 30), st.integers(0, 359), st.sampled_from([1, 2, 3, 4]))


@settings(deadline=None)
@given(
    places,
    places,
    st.sampled_from(["full", "half", "slow", "stop"]),
    st.sampled_from([(), ("high_manoeuvrability",)]),
    st.sampled_from(["", "left", "ahead"]),
    st.booleans(),
    st.data(),
)
def test_every_run_listed_and_every_value_in_a_form_is_legal(
    here: Any, there: Any, order: Any, traits: Any, rudder: Any, grounded: bool, data: st.DataObject
):
    """For any ship beside any other."""
    x, y, heading, size = here
    mars = ship("mars", x, y, heading, ship_class=size, order=order, traits=traits, rudder=rudder, grounded=grounded)
    x, y, heading, size = there
    at = table(mars, ship("pluton", x, y, heading, "red", ship_class=size))
    listed = steaming.options(at, 0, CHARTS)
    assert len(set(listed)) == len(listed)
    for one in listed:
        assert steaming.why_not(at, 0, one, CHARTS) is None
    form = data.draw(st.sampled_from(steaming.forms(at, 0, CHARTS)))
    drawn: dict[str, Any] = {
        name: data.draw(st.integers(limits.low, limits.high)) for name, limits in form.ranges.items()
    }
    assert steaming.why_not(at, 0, Steam(**form.fixed, **drawn), CHARTS) is None
