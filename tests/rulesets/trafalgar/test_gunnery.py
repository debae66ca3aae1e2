"""Steps 3 and 4: who bears, who must be fired at, and what a broadside does."""

from math import cos, radians, sin
from typing import Any

import pytest

from tests.rulesets.trafalgar.sea import ALLIED_FIRE, BRITISH_FIRE, Sea, ship
from weathergauge.rulesets.trafalgar import actions
from weathergauge.rulesets.trafalgar.actions import Finish, Fire, Fired, Held, Hold
from weathergauge.rulesets.trafalgar.findings import Target
from weathergauge.rulesets.trafalgar.state import Firing, Settings
from weathergauge.rulesets.trafalgar.targets import targets


def marks(sea: Sea, id: str, side: Any = "starboard") -> tuple[Target, ...]:
    return targets(sea.table, sea.number(id), side)


def bearing_on(sea: Sea, id: str, side: Any = "starboard") -> list[str]:
    """The eligible targets of a broadside, nearest first."""
    return [sea.table.ships[mark.target].id for mark in marks(sea, id, side)]


def abeam(
    apart: float, y: float = 30, phase: Any = BRITISH_FIRE, settings: Settings | None = None, **changed: Any
) -> Sea:
    """Mars heading north, and Pluton to starboard on the same heading: their hulls are `apart` less 0.45 inches off."""
    ships = (ship("mars", 30, 30, 0), ship("pluton", 30 + apart, y, 0, **changed))
    return Sea(*ships, phase=phase, settings=settings)


def shot_factor(event: Fired) -> int | None:
    """The final factor of a broadside, from its account."""
    return next((look.total for look in event.account if look.why == "final factor"), None)


# Arcs: TR11


@pytest.mark.parametrize("heading", [0, 3, 177, 180])
@pytest.mark.parametrize("apart", [0.76, 0.9, 1.1])
def test_ships_close_alongside_bear_on_each_other(apart: float, heading: int):
    """What counts is the point of her hull nearest to the firer's centre, not where the hulls come nearest (TR11)."""
    sea = Sea(ship("mars", 30, 30, 0), ship("pluton", 30 + apart, 30, heading), phase=BRITISH_FIRE)
    assert bearing_on(sea, "mars") == ["pluton"]
    assert bearing_on(sea, "mars", "port") == []


@pytest.mark.parametrize(("y", "bears"), [(34.67, True), (34.68, False), (25.33, True), (25.32, False)])
def test_the_arc_ends_45_degrees_from_the_beam(y: float, bears: bool):
    """Pluton's near side is 3.775 inches to the east: the point of it nearest to Mars may be as far ahead or astern."""
    assert bool(bearing_on(abeam(4, y), "mars")) is bears


def test_a_wider_arc_can_be_agreed():
    """With 60 degrees either side of the beam she bears well forward."""
    assert bearing_on(abeam(4, 36, settings=Settings(arc=60)), "mars") == ["pluton"]
    assert bearing_on(abeam(4, 36), "mars") == []


def test_right_ahead_and_right_astern_no_gun_bears():
    """Broadsides fire to the side."""
    sea = Sea(ship("mars", 30, 30, 0), ship("pluton", 30, 35, 90), ship("aigle", 30, 25, 90), phase=BRITISH_FIRE)
    assert bearing_on(sea, "mars") == bearing_on(sea, "mars", "port") == []


# Range: TR01


@pytest.mark.parametrize(
    ("apart", "farther", "nearer"),
    [
        (5.44, "0-5", "0-5"),
        (5.45, "5-10", "0-5"),
        (10.44, "5-10", "5-10"),
        (10.45, "10-15", "5-10"),
        (15.45, "10-15", "10-15"),
    ],
)
def test_exactly_5_and_10_inches_belong_to_the_farther_band(apart: float, farther: str, nearer: str):
    """Measured from hull to hull; the other way is a setting (TR01)."""
    assert marks(abeam(apart), "mars")[0].band == farther
    assert marks(abeam(apart, settings=Settings(shared_edge="nearer")), "mars")[0].band == nearer


def test_over_15_inches_there_is_no_shot():
    """A hundredth too far; the sentence says how far she is."""
    sea = abeam(15.46)
    assert bearing_on(sea, "mars") == []
    assert sea.why_not(Fire("mars", starboard="pluton")) == (
        "Mars cannot fire to starboard at Pluton: she is 15.0 inches off, beyond 15"
    )


@pytest.mark.parametrize(
    ("bearing", "heading", "side"),
    [(0, 90, "starboard"), (10, 90, "starboard"), (350, 90, "port"), (180, 90, "starboard")],
)
def test_a_ship_locked_bow_on_fires_with_her_nearer_broadside(bearing: int, heading: int, side: Any):
    """Mars lies with her bow in Pluton's side, and Pluton rakes her: both fire, and the rake stays Pluton's (TR46)."""
    x, y = 30 + 1.4 * sin(radians(bearing)), 30 + 1.4 * cos(radians(bearing))
    ships = (ship("mars", 30, 30, 0, 0), ship("pluton", x, y, heading, 0))
    at = Sea(*ships, locks=("mars grappled pluton",)).table
    other: Any = "port" if side == "starboard" else "starboard"
    assert [mark.target for mark in targets(at, 0, side)] == [1]
    assert targets(at, 0, other) == ()
    back = [mark.rake for beam in ("port", "starboard") for mark in targets(at, 1, beam)]
    assert back == ["stern" if bearing == 180 else "bow"]
    assert targets(Sea(*ships).table, 0, side) == ()  # not locked, she has nothing to fire with


def test_overlapping_bases_and_locked_ships_have_a_band_of_their_own():
    """Bases that overlap, and ships that are fouled or grappled whatever lies between their hulls."""
    assert marks(abeam(0.7), "mars")[0].band == "overlap_or_grappled"
    ships = (ship("mars", 30, 30, 0), ship("pluton", 32, 30, 0))
    for how in ("grappled", "fouled"):
        sea = Sea(*ships, phase=BRITISH_FIRE, locks=(f"mars {how} pluton",))
        assert marks(sea, "mars")[0].band == "overlap_or_grappled"
    assert marks(Sea(*ships, phase=BRITISH_FIRE), "mars")[0].band == "0-5"


# Rakes: TR12


def crossing_her(x: float, y: float, heading: int, settings: Settings | None = None) -> Sea:
    """Pluton at 30, 30; Mars heading east to the south of her, with her port broadside on."""
    return Sea(ship("mars", x, y, 90), ship("pluton", 30, 30, heading), phase=BRITISH_FIRE, settings=settings)


@pytest.mark.parametrize(("x", "rakes"), [(30, True), (31.24, True), (31.25, False), (28.76, True), (28.75, False)])
@pytest.mark.parametrize(("heading", "end"), [(0, "stern"), (180, "bow")])
def test_she_rakes_within_22_and_a_half_degrees_of_the_keel_line(x: float, rakes: bool, heading: int, end: str):
    """Three inches off the line of her keel, 22.5 degrees are 1.243 inches to either side."""
    assert marks(crossing_her(x, 27, heading), "mars", "port")[0].rake == (end if rakes else "")


@pytest.mark.parametrize(("y", "rake", "band"), [(23.88, "stern", "0-5"), (23.87, "", "5-10")])
def test_a_rake_counts_under_five_inches(y: float, rake: str, band: str):
    """From Mars's port side to Pluton's stern it is 28.875 less y: 4.995 and 5.005 inches."""
    mark = marks(crossing_her(30, y, 0), "mars", "port")[0]
    assert (mark.rake, mark.band) == (rake, band)


def test_a_wider_cone_can_be_agreed():
    """At 45 degrees either side she rakes from the quarter."""
    assert marks(crossing_her(32, 27, 0, Settings(rake_tenths=450)), "mars", "port")[0].rake == "stern"
    assert marks(crossing_her(32, 27, 0), "mars", "port")[0].rake == ""


# Lines of fire: TR24


@pytest.mark.parametrize("between", ["tonnant", "aigle"])
@pytest.mark.parametrize("struck", [False, True])
def test_any_hull_between_the_nearest_points_blocks(between: str, struck: bool):
    """Friend or enemy, fighting or struck."""
    ships = (ship("mars", 30, 30, 0), ship("pluton", 36, 30, 0), ship(between, 33, 30, 0, struck=struck))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    assert "pluton" not in bearing_on(sea, "mars")
    reason = str(sea.why_not(Fire("mars", starboard="pluton")))
    assert "another ship is in the way" in reason


def test_a_base_in_the_way_that_is_no_hull_blocks_nothing():
    """Tonnant's hull ends 0.9 inches from her middle; the line of fire passes beyond it."""
    ships = (ship("mars", 30, 30, 0), ship("pluton", 36, 30, 90), ship("tonnant", 33, 31.2, 0))
    assert bearing_on(Sea(*ships, phase=BRITISH_FIRE), "mars") == ["pluton"]


# Whom she must fire at: TR31, TR37, TR38


def two_to_starboard(near: str = "pluton", phase: Any = BRITISH_FIRE) -> Sea:
    """One enemy 3 inches abeam and Aigle beyond her, 5.68 inches off; nothing hides her."""
    ships = (ship("mars", 30, 30, 0), ship("ajax", 5, 5, 0), ship(near, 33, 30, 0), ship("aigle", 36, 33, 0))
    return Sea(*ships, phase=phase)


def test_another_target_than_the_nearest_takes_a_test():
    """A 3 passes; then the shot, a 6 at 5 to 10 inches: 6 hull and 2 first shot are 8, three boxes."""
    sea = two_to_starboard()
    sea.play(Fire("mars", starboard="aigle"), 3, 6)
    assert sea.told(actions.Tested)[0].passed
    assert (sea.told(Fired)[0].target, sea.told(Fired)[0].boxes) == ("aigle", 3)


def test_failing_it_she_fires_at_the_nearest():
    """A 2 fails: the shot goes into Pluton, a 6 under 5 inches makes 9, four boxes (TR37)."""
    sea = two_to_starboard()
    sea.play(Fire("mars", starboard="aigle"), 2, 6)
    assert (sea.told(Fired)[0].target, sea.told(Fired)[0].boxes) == ("pluton", 4)


@pytest.mark.parametrize("target", ["cornelie", "aigle"])
@pytest.mark.parametrize("light", ["cornelie", "argus"])
def test_a_frigate_may_be_fired_at_or_passed_over_without_a_test(light: str, target: str):
    """The nearest is light: she and the nearest beyond her are both free (TR31)."""
    sea = two_to_starboard(near=light)
    sea.play(Fire("mars", starboard=light if target == "cornelie" else target), 6)
    assert not sea.told(actions.Tested)


def test_each_broadside_has_its_own_nearest():
    """To port lies Aigle, to starboard Pluton and nearer: a broadside to port alone takes no test (TR37)."""
    ships = (ship("mars", 30, 30, 0), ship("pluton", 33, 30, 0), ship("aigle", 24, 30, 0))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Fire("mars", port="aigle"), 6)
    assert not sea.told(actions.Tested)


def test_one_test_is_enough_for_both_broadsides():
    """Two targets that are not the nearest, one leadership die, two shots (TR37)."""
    ships = (
        ship("mars", 30, 30, 0), ship("pluton", 33, 30, 0), ship("aigle", 36, 33, 0), ship("bahama", 27, 30, 0),
        ship("monarca", 24, 33, 0),
    )  # fmt: skip
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Fire("mars", port="monarca", starboard="aigle"), 3, 6, 6)
    assert [event.target for event in sea.told(Fired)] == ["monarca", "aigle"]


def test_holding_fire_before_a_ship_of_the_line_takes_a_test():
    """A 3 and she is silent."""
    sea = two_to_starboard()
    sea.play(Hold("mars"), 3)
    assert sea.told(Held)


def test_holding_fire_before_frigates_takes_none():
    """The compulsion is for targets that are no frigates."""
    sea = Sea(ship("mars", 30, 30, 0), ship("cornelie", 33, 30, 0), phase=BRITISH_FIRE)
    sea.play(Hold("mars"))
    assert sea.told(Held)


def test_who_failed_to_hold_must_fire():
    """A 2 fails; she cannot try again, and at the end of the step she fires at her nearest."""
    sea = two_to_starboard()
    sea.play(Hold("mars"), 2)
    assert sea.why_not(Hold("mars")) == "Mars failed to hold her fire: she must fire this turn"
    sea.play(Finish(), 6)
    assert sea.told(Fired)[0].target == "pluton"


def test_at_the_end_of_the_step_only_those_fire_who_must():
    """Mars has a ship of the line in her arc and fires; Ajax has a frigate and may be silent."""
    ships = (ship("mars", 30, 30, 0), ship("pluton", 33, 30, 0), ship("ajax", 10, 10, 0), ship("cornelie", 13, 10, 0))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Finish(), 6)
    assert [event.ship for event in sea.told(Fired)] == ["mars"]


def test_no_test_is_needed_to_keep_one_broadside_silent():
    """Enemies on both sides, one shot, no leadership die; the same ship does not fire again this turn."""
    ships = (ship("mars", 30, 30, 0), ship("ajax", 5, 5, 0), ship("pluton", 33, 30, 0), ship("aigle", 27, 30, 0))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Fire("mars", starboard="pluton"), 6)
    assert sea.why_not(Fire("mars", port="aigle")) == "Mars has fired or held her fire already"


# What a broadside does: TR02, TR03, TR10, TR13


def test_both_broadsides_take_three_off_each():
    """6 hull, 2 first shot, 3 off, and a 4 that adds nothing: 5 each, two boxes each (TR13)."""
    ships = (ship("mars", 30, 30, 0), ship("pluton", 33, 30, 0), ship("aigle", 27, 30, 0))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Fire("mars", port="aigle", starboard="pluton"), 4, 4)
    assert [shot_factor(event) for event in sea.told(Fired)] == [5, 5]
    assert [event.boxes for event in sea.told(Fired)] == [2, 2]


def test_the_first_shot_is_spent_on_a_miss():
    """A 1 misses. The starboard battery is no longer fresh; the port one is (TR03)."""
    sea = abeam(3)
    sea.play(Fire("mars", starboard="pluton"), 1)
    assert sea.told(Fired)[0].boxes == 0
    assert sea["mars"].fresh == ("port",)


def test_a_spent_broadside_counts_hull_alone():
    """6 and a 4 that adds nothing: 6, two boxes of ten."""
    ships = (ship("mars", 30, 30, 0, fresh=("port",)), ship("pluton", 33, 30, 0))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Fire("mars", starboard="pluton"), 4)
    assert shot_factor(sea.told(Fired)[0]) == 6
    assert (sea["pluton"].crossed, sea["pluton"].hull) == (2, 5)


def test_hull_points_are_those_of_the_first_uncrossed_box():
    """Eight boxes of a seventy-four are gone: she fires with 2, and a 2 takes 2 off: 0 does nothing to a third rate."""
    ships = (ship("mars", 30, 30, 0, crossed=8, fresh=()), ship("pluton", 33, 30, 0))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Fire("mars", starboard="pluton"), 2)
    assert shot_factor(sea.told(Fired)[0]) == 0
    assert sea["pluton"].crossed == 0


def test_a_factor_below_nothing_does_nothing():
    """1 hull, 10 to 15 inches, a 4 takes 3 off: even the smallest craft is unhurt (TR02)."""
    ships = (ship("mars", 30, 30, 0, crossed=9, fresh=()), ship("argus", 42, 30, 0))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Fire("mars", starboard="argus"), 4)
    assert shot_factor(sea.told(Fired)[0]) == -2
    assert sea["argus"].crossed == 0


def test_with_her_last_box_she_strikes_and_fires_no_more():
    """British fire takes effect first: Pluton has struck before the Allies fire (TR10)."""
    sea = abeam(3, crossed=9)
    sea.play(Fire("mars", starboard="pluton"), 6)
    assert sea.told(Fired)[0].struck
    assert (sea["pluton"].crossed, sea["pluton"].hull) == (10, 0)
    assert not isinstance(sea.table.phase, Firing), "nobody is left to fire in step 4"


def test_a_struck_ship_is_no_target():
    """And the sentence says why."""
    sea = abeam(3, struck=True)
    assert bearing_on(sea, "mars") == []
    assert "she has struck" in str(sea.why_not(Fire("mars", starboard="pluton")))


def test_a_fourth_rate_is_hit_as_a_third():
    """She has no row of her own: 9 destroys four boxes of eight (TR14)."""
    ships = (ship("pluton", 30, 30, 0), ship("agamemnon", 33, 30, 0, sheet_of="fourth_rate"))
    sea = Sea(*ships, phase=ALLIED_FIRE)
    sea.play(Fire("pluton", starboard="agamemnon"), 6)
    assert sea["agamemnon"].crossed == 4
    assert len(sea["agamemnon"].sheet) == 8


def test_a_broadside_at_nobody_is_refused():
    """An order to fire names a target."""
    assert "name a target to port or to starboard" in str(abeam(3).why_not(Fire("mars")))
    assert "she is a friend" in str(two_to_starboard().why_not(Fire("mars", starboard="ajax")))
    assert "she is not in that broadside's arc" in str(abeam(3).why_not(Fire("mars", port="pluton")))
    assert abeam(3).why_not(Fire("pluton", port="mars")) == "Pluton is not yours to order"


def test_a_second_broadside_whose_target_has_struck_takes_the_next_nearest():
    """Pluton lies across Mars, their bases one over the other. The port guns finish her; the starboard guns find Aigle (TR38)."""
    ships = (ship("mars", 30, 30, 0), ship("pluton", 30, 30, 90, crossed=9), ship("aigle", 33, 32, 0))
    sea = Sea(*ships, phase=BRITISH_FIRE)
    sea.play(Fire("mars", port="pluton", starboard="pluton"), 6, 6)
    assert [(event.target, event.boxes, event.struck) for event in sea.told(Fired)] == [
        ("pluton", 3, True),
        ("aigle", 2, False),
    ]
