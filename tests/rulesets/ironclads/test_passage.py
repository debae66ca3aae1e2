"""A ship's move: where it takes her, and what she meets on the way."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.rulesets.ironclads.sea import CHARTS, fort, heard, land, ship, state, table
from weathergauge.freetable import overlaps, touching
from weathergauge.freetable.shores import covers
from weathergauge.rulesets.ironclads import passage, steaming, waters
from weathergauge.rulesets.ironclads.actions import Fate, Grounded, Mined, Rammed, Steam, Steamed
from weathergauge.rulesets.ironclads.state import Minefield, Secret, Ship, State, Table, replace
from weathergauge.throwing import RandomDice, ScriptedDice


def steamed(at: Table | State, *plan: Any, dice: tuple[int, ...] = (), **more: Any) -> tuple[State, list[Any]]:
    thrown = ScriptedDice(dice)
    start = at if isinstance(at, State) else state(at)
    after = passage.steam(start, 0, Steam("mars", *plan, **more), CHARTS, thrown)
    log = heard(thrown)
    thrown.finish()
    return after, log


def mars(**changed: Any) -> Ship:
    """Class 2, 12 knots, in the middle of the table heading north, ordered full."""
    said: dict[str, Any] = {"order": "full", "speed": 12} | changed
    return ship("mars", **said)


FAR = ship("pluton", 60, 5, side="red")


def where(at: State) -> tuple[int, int, int]:
    one = at.table.ships[0]
    return one.x, one.y, one.heading


# In open water


def test_a_straight_run():
    """Six inches ahead, told as a track."""
    after, log = steamed(table(mars(), FAR), 600)
    assert where(after) == (2400, 3000, 0)
    assert log == [Steamed("mars", ((2400, 2400, 0), (2400, 3000, 0)))]


def test_run_turn_and_run_on():
    """The track has each corner."""
    after, log = steamed(table(mars(), FAR), 100, 30, 400)
    assert where(after) == (2600, 2846, 30)
    assert log[0].track == ((2400, 2400, 0), (2400, 2500, 0), (2400, 2500, 30), (2600, 2846, 30))


def test_she_runs_on_as_far_as_her_speed_lasts():
    """Six inches in all (IR42)."""
    after, _ = steamed(table(mars(), FAR), 500, 45, 600)
    assert where(after) == (2471, 2971, 45)


def test_two_turns_with_the_trait():
    """High manoeuvrability allows a second turn in one run."""
    handy = table(mars(traits=("high_manoeuvrability",)), FAR)
    assert where(steamed(handy, 100, 60, 100, 30, 100)[0]) == (2587, 2550, 90)


def test_a_second_turn_falls_away_with_the_inch_before_it():
    """Where the run is too short for it she turns once."""
    handy = table(mars(traits=("high_manoeuvrability",)), FAR)
    assert where(steamed(handy, 550, 60, 100, 30, 100)[0])[2] == 60


def test_a_ship_that_keeps_her_place_says_so():
    """A run of nothing is told as one position."""
    after, log = steamed(table(mars(), FAR))
    assert where(after) == (2400, 2400, 0)
    assert log == [Steamed("mars", ((2400, 2400, 0),))]


@pytest.mark.parametrize(("rudder", "heading"), [("left", 300), ("right", 60), ("ahead", 0)])
def test_a_damaged_rudder_turns_her_at_the_end_of_each_move(rudder: Any, heading: int):
    """IR45."""
    after, log = steamed(table(mars(rudder=rudder), FAR), 300)
    assert where(after) == (2400, 2700, heading)
    assert log[0].forced == (heading + 180) % 360 - 180


def test_a_damaged_rudder_turns_her_after_backing_too():
    """IR45: she comes off the ground with a 4, backs an inch, and swings to port."""
    aground = mars(order="slow", rudder="left", grounded=True)
    after, log = steamed(table(aground, FAR), -100, dice=(4,))
    assert where(after) == (2400, 2300, 300)
    assert log[-1].forced == -60


def test_a_damaged_rudder_does_nothing_to_a_ship_that_lies_still():
    """It needs way to turn her."""
    assert where(steamed(table(mars(rudder="left"), FAR))[0]) == (2400, 2400, 0)


def test_a_seaman_does_not_make_a_jammed_rudder_worse():
    """She turns as far as it is jammed and no farther."""
    assert where(steamed(table(mars(rudder="right", captain="seaman"), FAR), 100)[0])[2] == 60


@pytest.mark.parametrize(("changed", "still"), [({"order": "stop"}, True), ({}, False), ({"knots": 0}, True)])
def test_an_anchor_is_weighed_by_an_order_that_takes_her_anywhere(changed: Any, still: bool):
    """To lie still keeps it down."""
    after, _ = steamed(table(mars(anchored=True, **changed), FAR))
    assert after.table.ships[0].anchored is still


# The edge


def test_a_ship_whose_base_crosses_the_edge_leaves_the_battle():
    """Her bow is half an inch from it."""
    at = table(mars(y=46), FAR)
    assert where(steamed(at, 50)[0]) == (2400, 4650, 0)
    after, log = steamed(at, 600)
    assert after.table.ships[0].gone == "left"
    assert [type(e) for e in log] == [Steamed, Fate]
    assert log[1].what == "left"
    assert where(after) == (2400, 4651, 0)


def test_a_turn_can_take_her_over_the_edge():
    """Though her run would have ended on the map."""
    at = table(mars(x=1, y=24), FAR)
    assert steamed(at, 100, 45)[0].table.ships[0].gone == "left"


# Ships


def beam(**changed: Any) -> Ship:
    """Pluton right ahead, broadside on, four inches from bow to side."""
    return ship("pluton", 24, 24 + 1.5 + 4 + 0.45, 90, **({"side": "red"} | changed))


@pytest.mark.parametrize("contact", ["stop", "board"])
def test_she_stops_in_base_contact(contact: Any):
    """Where she is to stop or board she lies alongside, and nothing is rammed."""
    after, log = steamed(table(mars(), beam()), 600, contact=contact)
    assert where(after) == (2400, 2800, 0)
    one, other = after.table.ships
    assert touching(one.base, other.base, waters.TOUCH)
    assert [type(e) for e in log] == [Steamed]


@pytest.mark.parametrize(
    "other", [beam(side="blue"), beam(surrendered=True), fort("battery", 24, 30.5)], ids=["friend", "prize", "fort"]
)
def test_what_cannot_be_rammed_she_stops_short_of(other: Ship):
    """Friends, wrecks and prizes are in the way and no more."""
    after, log = steamed(table(mars(), other, FAR), 600)
    assert where(after)[1] in (2800, 2801)
    assert [type(e) for e in log] == [Steamed]


def test_a_ram_is_resolved_where_they_touch():
    """Era 2: 4 strikes. 12 knots give 1: the 4 is a 5, a point for her, half the hull and a flood for Pluton."""
    after, log = steamed(table(mars(), beam()), 600, dice=(4, 4))
    assert [type(e) for e in log] == [Steamed, Rammed]
    assert where(after) == (2400, 2800, 0)
    one, other = after.table.ships
    assert (one.hull, other.hull, other.flooding) == (16, 10, 1)


def test_a_ram_that_misses_slides_past_on_a_parallel_heading():
    """The rest of her six inches is run to the east, as Pluton heads (IR36)."""
    after, log = steamed(table(mars(), beam()), 600, dice=(3,))
    assert [type(e) for e in log] == [Steamed, Rammed, Steamed]
    assert where(after) == (2600, 2800, 90)
    assert after.table.ships[0].hull == after.table.ships[1].hull == 20


def test_a_jammed_rudder_swings_her_after_a_ram_that_missed():
    """IR45: a miss has not brought her up; of the turns that she was ordered none is left."""
    after, log = steamed(table(mars(rudder="left"), beam()), 600, dice=(3,))
    assert where(after) == (2600, 2800, 30)
    assert [one.forced for one in log if isinstance(one, Steamed)] == [0, -60]
    ordered, _ = steamed(table(mars(), beam()), 450, 60, 150, dice=(3,))
    assert where(ordered) == (2600, 2800, 90)


def test_bow_to_bow_she_slides_along_the_side():
    """Pluton comes straight at her: she is put alongside and runs on northwards, clear of her."""
    after, _ = steamed(table(mars(), ship("pluton", 24, 30, 180, side="red")), 600, dice=(3,))
    x, y, heading = where(after)
    assert (heading, y) == (0, 3000)
    assert abs(x - 2400) == 93
    assert not overlaps(*[one.base for one in after.table.ships])


def test_a_contact_by_turning_is_a_broadside():
    """Pluton lies close on her starboard bow; the turn brings her side onto her. 4 strikes, a d3 of 2, +1."""
    other = ship("pluton", 25.3, 26, 0, side="red")
    after, log = steamed(table(mars(), other), 100, 60, dice=(4, 2))
    rammed = log[1]
    assert isinstance(rammed, Rammed)
    assert rammed.edge == "broadside"
    assert 0 < where(after)[2] < 60


def test_one_ram_in_an_activation():
    """IR44: she misses Pluton, and is brought up by the next."""
    beyond = ship("vulcan", 27.8, 28, 0, side="red")
    after, log = steamed(table(mars(), beam(), beyond), 600, dice=(1,))
    assert sum(isinstance(e, Rammed) for e in log) == 1
    assert not any(overlaps(after.table.ships[0].base, o.base) for o in after.table.ships[1:])


def test_what_she_lies_against_is_not_rammed_again():
    """She must draw off first (IR43)."""
    at = table(mars(y=28), beam())
    after, log = steamed(at, 600)
    assert where(after) == (2400, 2800, 0)
    assert [type(e) for e in log] == [Steamed]
    back, _ = steamed(at, -150, 30)
    assert where(back) == (2400, 2650, 30)


def test_a_rammed_ship_runs_on_past_the_bow_in_her_side():
    """She keeps the way she has left."""
    at = table(mars(x=24, y=29.95, heading=90), ship("pluton", 24, 28, 0, side="red"))
    after, _ = steamed(at, 600)
    assert where(after)[0] >= 2990


@pytest.mark.parametrize(
    ("other", "edge"),
    [
        (ship("pluton", 24, 29, 90, side="red"), "starboard"),
        (ship("pluton", 24, 29, 270, side="red"), "port"),
        (ship("pluton", 24, 29, 180, side="red"), "bow"),
        (ship("pluton", 24, 29, 0, side="red"), "stern"),
        (ship("pluton", 24.6, 29, 0, side="red"), "stern"),
        (ship("pluton", 25.7, 29, 100, side="red"), "starboard"),
        (ship("pluton", 24.8, 29, 200, side="red"), "bow"),
    ],
)
def test_the_edge_that_is_struck(other: Ship, edge: str):
    """IR44: her bow meets it; at a corner the edge that faces her course counts."""
    ram = steaming.ram_of(table(mars(), other), 0, Steam("mars", 600), CHARTS)
    assert ram is not None
    assert (ram.edge, ram.struck_edge) == ("bow", edge)


# The ground


SHORE = land((10, 30), (40, 30), (40, 40), (10, 40))
SHOAL = land((10, 28), (40, 28), (40, 40), (10, 40), kind="shoal", name="bank", easy=("argo",))


@pytest.mark.parametrize(("ship_class", "lost"), [(1, 8), (2, 8), (3, 4), (4, 4)])
def test_land_stops_her_and_holes_her(ship_class: int, lost: int):
    """Two points for the large, one for the small, and a flood (IR11). She lies aground there."""
    after, log = steamed(table(mars(ship_class=ship_class), FAR, shores=(SHORE,)), 600)
    one = after.table.ships[0]
    assert (one.hull, one.flooding, one.grounded) == (20 - lost, 1, True)
    assert one.y == 3000 - (one.length + 1) // 2
    assert [(e.what, e.quarters) for e in log if isinstance(e, Grounded)] == [("land", lost)]


def test_land_can_sink_her():
    """With little hull left the shore is the end."""
    after, _ = steamed(table(mars(hull=8), FAR, shores=(SHORE,)), 600)
    assert after.table.ships[0].gone == "sunk"


@pytest.mark.parametrize(("ship_class", "need"), [(1, 5), (2, 4), (3, 3), (4, 3)])
def test_a_shoal_is_tested_on_entering(ship_class: int, need: int):
    """IR25."""
    at = table(mars(ship_class=ship_class), FAR, shores=(SHOAL,))
    after, log = steamed(at, 600, dice=(need,))
    assert where(after) == (2400, 3000, 0)
    assert [e.what for e in log if isinstance(e, Grounded)] == ["passed"]
    after, log = steamed(at, 600, dice=(need - 1,))
    one = after.table.ships[0]
    assert (one.grounded, one.flooding, one.hull < 20) == (True, 1, True)
    assert one.y == 2800 - (one.length + 1) // 2
    assert [len(e.account) for e in log if isinstance(e, Grounded)] == [2]


def test_a_ship_the_scenario_names_passes_on_3():
    """Those who know the shoal need less."""
    argo = table(replace(mars(ship_class=1), id="argo"), FAR, shores=(SHOAL,))
    dice = ScriptedDice([3])
    passage.steam(state(argo), 0, Steam("argo", 600), CHARTS, dice)
    log = heard(dice)
    assert log[1].what == "passed"


def test_within_a_shoal_nothing_is_tested():
    """Only entering it is."""
    after, log = steamed(table(mars(y=31), FAR, shores=(SHOAL,)), 300)
    assert where(after) == (2400, 3400, 0)
    assert [type(e) for e in log] == [Steamed]


def test_a_turn_can_enter_a_shoal():
    """Her side swings onto the bank: the failed test leaves her on the last heading that was clear."""
    bank = land((24.6, 20), (40, 20), (40, 40), (24.6, 40), kind="shoal")
    after, _ = steamed(table(mars(), FAR, shores=(bank,)), 100, 60, dice=(1,))
    one = after.table.ships[0]
    assert one.grounded
    assert 0 < one.heading < 60
    assert not covers(bank.points, one.base)


def test_coming_off_with_a_slow_order():
    """Class 2 needs 4: she backs and turns, and nothing more is lost (IR38, IR43)."""
    at = table(mars(y=28.5, grounded=True, order="slow"), FAR, shores=(SHORE,))
    after, log = steamed(at, -150, 40, dice=(4,))
    assert where(after) == (2400, 2700, 40)
    assert not after.table.ships[0].grounded
    assert after.table.ships[0].hull == 20
    assert [e.what for e in log if isinstance(e, Grounded)] == ["off"]


def test_or_staying_there():
    """A poor die leaves her aground, and without trying none is thrown."""
    at = table(mars(y=28.5, grounded=True, order="slow"), FAR, shores=(SHORE,))
    after, log = steamed(at, -150, dice=(3,))
    assert where(after) == (2400, 2850, 0)
    assert after.table.ships[0].grounded
    assert [e.what for e in log if isinstance(e, Grounded)] == ["stuck"]
    assert steamed(at)[0].table.ships[0].grounded  # she need not try, and throws nothing


def test_what_bars_her_way_astern_takes_the_turn_as_well():
    """A friend lies half an inch astern: she backs so far and does not turn (IR43)."""
    at = table(mars(), ship("pluton", 24, 25.95, 90, side="red"), ship("argo", 24, 20.5, 0))
    after, _ = steamed(at, -150, 60)
    assert where(after) == (2400, 2350, 0)


def test_backing_stops_short_of_what_lies_astern():
    """She comes into contact and not into it."""
    at = table(mars(y=28.5, grounded=True, order="slow"), ship("argo", 24, 26, 90), FAR, shores=(SHORE,))
    after, _ = steamed(at, -150, dice=(6,))
    one, other = after.table.ships[:2]
    assert 2790 < one.y < 2850
    assert touching(one.base, other.base, waters.TOUCH)
    assert not overlaps(one.base, other.base)


def stern_on(**changed: Any) -> Table:
    """Mars lies with her bow against Argo, a friend; Pluton lies an inch and a half astern, broadside on."""
    return table(
        mars(), ship("argo", 24, 25.95, 90), ship("pluton", 24, 24 - 1.5 - 1.2 - 0.45, 90, side="red"), **changed
    )


def test_she_rams_with_her_stern_what_lies_astern():
    """IR69: 4 strikes; a d3 of 2, no ram, 12 knots 1: two points each and a flood; 4 jams her own rudder, to port on a 1."""
    at = stern_on()
    after, log = steamed(at, -150, dice=(4, 2, 4, 1))
    rammed = next(e for e in log if isinstance(e, Rammed))
    assert (rammed.target, rammed.edge, rammed.lost) == ("pluton", "stern", (8, 8))
    one, _, other = after.table.ships
    assert (one.y, one.hull, one.flooding, one.rudder) == (2280, 12, 1, "left")
    assert (other.hull, other.flooding, other.rudder) == (12, 1, "")
    found = steaming.ram_of(at, 0, Steam("mars", -150), CHARTS)
    assert found == steaming.Ram(2, "stern", "port", False)
    assert {one.contact for one in steaming.options(at, 0, CHARTS) if one.run < 0} == {"ram", "stop"}


def test_a_stern_that_misses_slides_past_and_backs_on():
    """IR69: she comes parallel to Pluton and runs out the rest of her way astern; with `stop` she stops short."""
    after, log = steamed(stern_on(), -150, dice=(3,))
    assert [type(e) for e in log] == [Steamed, Rammed, Steamed]
    assert where(after) == (2370, 2280, 90)
    short, _ = steamed(stern_on(), -150, contact="stop")
    assert where(short) == (2400, 2280, 0)


# Mines


FIELD = Minefield("bank", 2400, 2900)


@pytest.mark.parametrize(("ship_class", "dice"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_mines_are_thrown_for_by_class(ship_class: int, dice: int):
    """IR19: without a six she runs on."""
    after, log = steamed(table(mars(ship_class=ship_class), FAR, mines=(FIELD,)), 600, dice=(5,) * dice)
    assert where(after) == (2400, 3000, 0)
    assert [(e.field, e.hits) for e in log if isinstance(e, Mined)] == [("bank", 0)]
    assert after.table.mines == (FIELD,)  # the marker stays (IR19)


def test_each_six_is_rolled_for():
    """One hit, a 3 of type D2: two points and two markers; she runs on."""
    after, _ = steamed(table(mars(), FAR, mines=(FIELD,)), 600, dice=(6, 1, 2, 3))
    one = after.table.ships[0]
    assert (one.hull, one.flooding, one.y) == (12, 2, 3000)


def test_a_ship_that_mines_sink_goes_no_farther():
    """She lies where the mine was."""
    after, _ = steamed(table(mars(hull=4), FAR, mines=(FIELD,)), 600, dice=(6, 6, 2, 3))
    one = after.table.ships[0]
    assert one.gone == "sunk"
    assert one.y == 2900 - 100 - 150


def test_a_rudder_lost_to_a_mine_ends_her_turns():
    """The 4 jams it, 1 or 2 to port: the ordered turn to starboard is not made, the forced one is."""
    after, _ = steamed(table(mars(), FAR, mines=(replace(FIELD, y=2600),)), 300, 60, 100, dice=(6, 1, 1, 4, 1))
    assert after.table.ships[0].rudder == "left"
    assert where(after) == (2400, 2800, 300)


@pytest.mark.parametrize(("engine_room", "y"), [(0, 2800), (1, 2650)])
def test_a_second_hit_on_the_engine_room_stops_her_at_once(engine_room: int, y: int):
    """The 5 hits it: the first time she runs on until her next activation, the second time no farther."""
    slow = mars(order="slow", knots=32, hull=40, engine_room=engine_room)
    after, _ = steamed(table(slow, FAR, mines=(FIELD,)), 400, dice=(6, 1, 1, 5))
    assert where(after) == (2400, y, 0)
    assert after.table.ships[0].engine_room == engine_room + 1


def test_one_test_for_each_field_in_an_activation():
    """She runs through it, turns and runs on within it."""
    after, log = steamed(table(mars(), FAR, mines=(FIELD,)), 400, 60, 200, dice=(1, 1, 1))
    assert sum(isinstance(e, Mined) for e in log) == 1
    assert where(after)[2] == 60


def test_a_ship_that_lies_still_among_mines_touches_none_off():
    """Only moving does."""
    assert steamed(table(mars(y=29), FAR, mines=(FIELD,)))[1] == [Steamed("mars", ((2400, 2900, 0),))]


@pytest.mark.parametrize("owner", ["blue", "red"])
def test_hidden_mines_are_known_once_they_are_met(owner: Any):
    """IR19."""
    hidden = replace(FIELD, owner=owner)
    at = state(table(mars(), FAR))
    at = at.with_secret(owner, Secret(at.secret(owner).orders, (hidden,)))
    after, log = steamed(at, 600, dice=(1, 1, 1))
    assert after.table.mines == (hidden,)
    assert after.secret(owner).mines == ()
    assert any(isinstance(e, Mined) for e in log)
    assert steamed(at, 100)[0].secret(owner).mines == (hidden,)


# Whatever happens


spots = st.tuples(st.integers(1600, 3200), st.integers(1600, 3200), st.integers(0, 359), st.sampled_from([1, 2, 3, 4]))


@settings(deadline=None)
@given(
    st.lists(spots, min_size=2, max_size=7),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 10_000)), min_size=1, max_size=12),
    st.booleans(),
)
def test_no_bases_ever_overlap(places: list[Any], moves: list[tuple[int, int]], rudders: bool):
    """Ships in a crowd move at random, ram, slide, back and jam: after each move none lies on another or on land."""
    ships: list[Ship] = []
    for n, (x, y, heading, size) in enumerate(places):
        rudder = ("", "left", "right")[n % 3] if rudders else ""
        traits = ("ram", "high_manoeuvrability") if n % 2 else ()
        one = ship(
            f"s{n}", x / 100, y / 100, heading, ("blue", "red")[n % 2],
            ship_class=size, order="full", rudder=rudder, traits=traits, knots=16,
        )  # fmt: skip
        if not any(overlaps(one.base, other.base) for other in ships) and not covers(ISLAND.points, one.base):
            ships.append(one)
    assume(len(ships) > 1)
    at = state(table(*ships, shores=(ISLAND,), mines=(replace(FIELD, x=2000, y=2000),)))
    for pick, seed in moves:
        number = pick % len(ships)
        if not at.table.ships[number].able:
            continue
        chance = Random(seed)
        if seed % 2:
            order = chance.choice(steaming.options(at.table, number, CHARTS))
        else:
            form = chance.choice(steaming.forms(at.table, number, CHARTS))
            drawn: dict[str, Any] = {
                name: chance.randint(limits.low, limits.high) for name, limits in form.ranges.items()
            }
            order = Steam(**form.fixed, **drawn)
        at = passage.steam(at, number, order, CHARTS, RandomDice(seed))
        here = [one for one in at.table.ships if one.here]
        for n, one in enumerate(here):
            assert not any(overlaps(one.base, other.base) for other in here[:n])
            assert not covers(ISLAND.points, one.base)


ISLAND = land((26, 26), (29, 25), (30, 29), name="island")
