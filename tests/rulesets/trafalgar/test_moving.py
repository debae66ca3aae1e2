"""Steps 1 and 2: turning, sailing in line, and what is met on the way.

The wind is from the west unless a test says otherwise: on 090 it is aft, and a British ship of the line may sail 7 inches.
"""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.trafalgar.sea import ALLIED_MOVE, CHARTS, Sea, column, ship
from weathergauge.odds import odds
from weathergauge.rulesets.trafalgar import actions, helm, procedures
from weathergauge.rulesets.trafalgar.actions import (
    Collided,
    Finish,
    Left,
    Move,
    Moved,
    Passed,
    Turn,
    Turned,
)
from weathergauge.rulesets.trafalgar.procedures import Leadership, leadership
from weathergauge.rulesets.trafalgar.state import Corner, Lock, Settings, View, replace

WEST = 270


def alone(heading: int = 90, speed: float = 5, **changed: Any) -> Sea:
    return Sea(ship("mars", 30, 30, heading, speed, **changed), wind=WEST)


def three_in_line(speed: float = 6) -> Sea:
    """Mars leads Tonnant and Belleisle east, half an inch between their bases."""
    ids = "mars tonnant belleisle"
    return Sea(*column(ids, 30, 30, 90, speed), wind=WEST, lines=(ids,))


def begun_again(sea: Sea) -> Sea:
    """The same side's next movement: as if the rest of the turn had passed without anything happening."""
    sea.state = replace(sea.state, table=helm.begin(sea.table, sea[sea.table.ships[0].id].side))
    return sea


# Turning: TR04, TR09


def test_a_turn_of_45_degrees_takes_half_the_move():
    """Six inches, three of them for the turn: Mars ends three inches along her new heading."""
    sea = alone()
    sea.play(Turn("mars", 45), 3)
    sea.play(Move("mars", 600))
    assert sea["mars"].heading == 135
    assert sea.at("mars") == (32.12, 27.88)
    assert (sea["mars"].sailed, sea["mars"].speed) == (600, 600)


def test_one_degree_more_takes_it_all_and_still_counts_as_moved():
    """She turns on the spot, and the distance she gave up for it keeps her seaway (TR04)."""
    sea = alone()
    sea.play(Turn("mars", -46), 3)
    sea.play(Move("mars", 200))
    assert sea["mars"].heading == 44
    assert sea.at("mars") == (30, 30)
    assert (sea["mars"].sailed, sea["mars"].drifting) == (200, 0)


def test_the_attitude_after_the_turn_sets_the_maximum():
    """From 9 inches on the quarter to the wind on her bow: she drops to 3 at once (TR06)."""
    sea = Sea(ship("mars", 30, 30, 90, 9), wind=0)
    sea.play(Turn("mars", -45), 3)
    assert sea.why_not(Move("mars", 301)) == "Mars cannot sail 3.01 inches: this turn from 3 inches to 3 inches"
    assert sea.why_not(Move("mars", 299)) is not None
    sea.play(Move("mars", 300))


def test_a_change_that_failed_is_tried_once_a_turn_and_grows_easier():
    """Allied captains pass on 5 and 6: a 4 fails, next turn 4 and one more passes, and the count is cleared (TR09)."""
    sea = Sea(ship("pluton", 30, 30, 90, 5), ship("mars", 5, 5, 90, 5), wind=WEST, phase=ALLIED_MOVE)
    sea.play(Turn("pluton", 30), 4)
    assert sea["pluton"].heading == 90
    assert (sea["pluton"].wanted, sea["pluton"].failures) == (120, 1)
    assert sea.why_not(Turn("pluton", 30)) == "Pluton has already tried to change direction this turn"
    sea.play(Move("pluton", 500))
    begun_again(sea)
    sea.play(Turn("pluton", 30), 4)
    assert sea["pluton"].heading == 120
    assert (sea["pluton"].wanted, sea["pluton"].failures) == (None, 0)


def test_the_same_change_is_the_same_heading():
    """A try for another heading starts afresh: 4 fails again, and the first idea is forgotten (TR09)."""
    sea = Sea(ship("pluton", 30, 30, 90, 5, wanted=120, failures=3), wind=WEST, phase=ALLIED_MOVE)
    sea.play(Turn("pluton", 31), 4)
    assert (sea["pluton"].wanted, sea["pluton"].failures) == (121, 1)


def test_an_idea_that_is_dropped_is_forgotten():
    """She moves without asking again: the failures no longer count (TR09)."""
    sea = alone(wanted=120, failures=2)
    sea.play(Move("mars", 500))
    assert (sea["mars"].wanted, sea["mars"].failures) == (None, 0)


@pytest.mark.parametrize(
    ("side", "failures", "chance"),
    [("british", 0, "4/6"), ("british", 1, "5/6"), ("british", 2, "1"), ("allied", 0, "2/6"), ("allied", 3, "5/6")],
)
def test_chances_of_leadership(side: Any, failures: int, chance: str):
    """British on 3 to 6, Allied on 5 and 6; each earlier failure adds one to the die."""
    found = odds(leadership.resolve, Leadership(side=side, failures=failures), CHARTS)
    assert found.chance(lambda result: result.passed) == Fraction(chance)


# Squadrons: TR27, TR33


def test_a_line_that_sails_straight_keeps_its_distances():
    """Lead 6 inches on, and the others in their stations half an inch apart."""
    sea = three_in_line()
    sea.play(Move("mars", 600))
    assert [sea.at(id) for id in ("mars", "tonnant", "belleisle")] == [(36, 30), (33.5, 30), (31, 30)]


def test_in_succession_only_the_lead_tests_and_pays_and_all_turn_at_one_point():
    """One die. Mars spends half her 6 inches; Tonnant sails 2.5 to the corner and the rest beyond it."""
    sea = three_in_line()
    sea.play(Turn("mars", 45, "succession"), 3)
    sea.play(Move("mars", 600))
    assert sea.at("mars") == (32.12, 27.88)
    assert sea["tonnant"].heading == 135
    x, y = sea.at("tonnant")
    assert (x - 30) + (y - 30) == pytest.approx(0, abs=0.011), "she is on the lead's track, beyond the corner"
    assert x - 30 == pytest.approx(0.35, abs=0.02)
    assert sea["belleisle"].heading == 90
    assert sea.at("belleisle") == (27.99, 30), "three inches on, not yet at the corner"
    begun_again(sea)
    sea.play(Move("mars", 600))
    assert {sea[id].heading for id in ("mars", "tonnant", "belleisle")} == {135}
    assert all(not sea[id].wake for id in ("mars", "tonnant", "belleisle"))


def test_ships_in_line_stop_half_an_inch_short_whatever_the_change_limit():
    """Astern of a lead who turns on the spot they have no room at all; the line's pace keeps their seaway (TR33)."""
    sea = three_in_line(speed=6)
    sea.play(Turn("mars", 90, "succession"), 3)
    sea.play(Move("mars", 600))
    assert sea.at("tonnant") == (27.5, 30)
    assert [sea[id].sailed for id in ("mars", "tonnant", "belleisle")] == [600, 600, 600]
    assert [sea[id].speed for id in ("mars", "tonnant", "belleisle")] == [600, 600, 600]


def test_a_ship_that_lags_sails_what_she_can_and_no_more():
    """Belleisle lies 10 inches astern at 2: from there half of 7 more is 5.5, whatever the lead does."""
    ships = (ship("mars", 30, 30, 90, 6), ship("belleisle", 18, 30, 90, 2))
    sea = Sea(*ships, wind=WEST, lines=("mars belleisle",))
    sea.play(Move("mars", 600))
    assert sea.at("belleisle") == (23.5, 30)
    assert sea["belleisle"].speed == 550


def test_together_every_ship_turns_at_once_and_pays_her_own_turn():
    """Twenty degrees at 6 inches: each sails 3 on 110, side by side as before (TR27)."""
    sea = three_in_line()
    sea.play(Turn("mars", 20, "together"), 3)
    assert [sea[id].heading for id in ("mars", "tonnant", "belleisle")] == [110, 110, 110]
    sea.play(Move("mars", 600))
    assert [sea.at(id) for id in ("mars", "tonnant", "belleisle")] == [(32.82, 28.97), (30.32, 28.97), (27.82, 28.97)]


def test_a_line_abreast_turns_together_until_it_is_in_line_again():
    """Ninety degrees together make a line abreast; it cannot turn in succession before it has turned back."""
    sea = three_in_line()
    sea.play(Turn("mars", 90, "together"), 3)
    sea.play(Move("mars", 600))
    assert sea.table.squadrons[0].abreast
    begun_again(sea)
    assert "it can only turn together" in str(sea.why_not(Turn("mars", -90, "succession")))
    sea.play(Turn("mars", -90, "together"), 3)
    assert not sea.table.squadrons[0].abreast


def test_a_line_that_is_turning_cannot_turn_together():
    """Two headings in one line: the rest must first come round the corner."""
    sea = three_in_line()
    sea.play(Turn("mars", 45, "succession"), 3)
    sea.play(Move("mars", 600))
    begun_again(sea)
    assert "still turning in succession" in str(sea.why_not(Turn("mars", 10, "together")))


def test_a_ship_that_turns_alone_is_parted_and_the_line_goes_on_without_her():
    """Tonnant tests for herself; Belleisle closes up on Mars."""
    sea = three_in_line()
    sea.play(Turn("tonnant", 40), 3)
    assert sea["tonnant"].parted
    sea.play(Move("tonnant", 600))
    sea.play(Move("mars", 600))
    assert sea.at("mars") == (36, 30)
    assert sea.at("belleisle") == (32, 30), "8.5 would take her to her station, and 7 is all she can sail"


@pytest.mark.parametrize(
    ("x", "y", "heading", "rejoins"),
    [
        (26, 30, 90, True),  # four inches astern, exactly
        (25.99, 30, 90, False),  # a hundredth too far
        (27, 30, 91, False),  # not on the same heading
        (34, 30, 90, False),  # ahead of her
        (27, 27, 90, False),  # on her quarter, not astern
    ],
)
def test_a_parted_ship_rejoins_when_she_is_astern_again(x: float, y: float, heading: int, rejoins: bool):
    """Within four inches, on the same heading, and astern of a ship of the squadron (TR27)."""
    ships = (ship("mars", 30, 30, 90, 5), ship("tonnant", x, y, heading, 5, parted=True))
    sea = begun_again(Sea(*ships, wind=WEST, lines=("mars tonnant",)))
    assert sea["tonnant"].parted is not rejoins


def test_she_rejoins_astern_of_the_nearest():
    """Small craft keep 1.75 inches: astern of two, she takes her place behind the last of them."""
    craft = column("pickle entreprenante", 30, 30, 90, 5, spacing=1.75)
    ships = (*craft, ship("euryalus", 26.5, 30, 90, 5, parted=True))
    sea = begun_again(Sea(*ships, wind=WEST, lines=("pickle euryalus entreprenante",)))
    assert sea.table.squadrons[0].ships == (0, 1, 2)
    assert not sea["euryalus"].parted


def test_the_next_ship_that_leads_sails_round_the_corner_of_the_one_before_her():
    """Mars is fast in a fight; Tonnant leads now, reaches the corner after 2 inches and goes 2 more on 180 (TR27)."""
    corner = (Corner(3000, 3000, 180),)
    ships = (
        ship("mars", 40, 30, 180), ship("pluton", 40.8, 30, 180),
        ship("tonnant", 28, 30, 90, 4, wake=corner), ship("belleisle", 25.5, 30, 90, 4, wake=corner),
    )  # fmt: skip
    sea = Sea(*ships, wind=WEST, lines=("mars tonnant belleisle",), locks=("mars grappled pluton",))
    sea.play(Move("tonnant", 400))
    assert (sea.at("tonnant"), sea["tonnant"].heading) == ((30, 28), 180)
    assert (sea.at("belleisle"), sea["belleisle"].heading) == ((29.5, 30), 90)


def test_a_ship_beside_the_track_turns_abreast_of_the_corner():
    """Half an inch to the side of it, she turns after the 2.06 inches it is off and is not drawn onto it (TR27)."""
    tonnant = ship("tonnant", 28, 30.5, 90, 4, wake=(Corner(3000, 3000, 180),))
    sea = Sea(tonnant, ship("belleisle", 25.5, 30.5, 90, 4), wind=WEST, lines=("tonnant belleisle",))
    sea.play(Move("tonnant", 400))
    assert (sea.at("tonnant"), sea["tonnant"].heading) == ((30.06, 28.56), 180)


def test_a_new_lead_may_turn_elsewhere_and_the_line_forgets_the_old_corner():
    """She turns where she is, by a test; the ships astern turn there and nowhere else."""
    corner = (Corner(3000, 3000, 180),)
    ships = (ship("tonnant", 28, 30, 90, 4, wake=corner), ship("belleisle", 25.5, 30, 90, 4, wake=corner))
    sea = Sea(*ships, wind=WEST, lines=("tonnant belleisle",))
    sea.play(Turn("tonnant", 10, "succession"), 3)
    assert sea["tonnant"].wake == ()
    assert sea["belleisle"].wake == (Corner(2800, 3000, 100),)


def test_a_ship_ordered_by_herself_leaves_the_track_of_her_line():
    """Tonnant goes straight on past the corner where Mars turned: she is parted, without a test (TR34)."""
    ids = "mars tonnant"
    sea = Sea(*column(ids, 30, 30, 90, 6, spacing=8), wind=WEST, lines=(ids,))
    sea.play(Turn("mars", 45, "succession"), 3)
    sea.play(Move("tonnant", 300))
    assert sea["tonnant"].parted
    assert (sea.at("tonnant"), sea["tonnant"].wake) == ((25, 30), ())


def test_the_van_may_not_turn_before_its_time():
    """A squadron that must hold its course says until when."""
    sea = three_in_line()
    van = replace(sea.table.squadrons[0], hold_until=5)
    sea.state = replace(sea.state, table=replace(sea.table, squadrons=(van,), turn=4))
    assert sea.why_not(Turn("mars", 20, "succession")) == "mars's line may not change direction before turn 5"
    assert sea.why_not(Turn("tonnant", 20)) is not None
    sea.state = replace(sea.state, table=replace(sea.table, turn=5))
    assert sea.why_not(Turn("mars", 20, "succession")) is None


# Contact: TR15, TR28, TR30


def crossing(at: float = 35, **changed: Any) -> Sea:
    """Pluton lies across the track of Mars, who heads for her side."""
    return Sea(ship("mars", 30, 30, 90, 5, **changed), ship("pluton", at, 30, 0), wind=WEST)


def test_to_lay_her_alongside_takes_a_test():
    """A 3 passes. Her bow meets the side after 3.62 inches; on a 4 they do not foul; both have lost their way (TR15)."""
    sea = crossing()
    sea.play(Move("mars", 500, hold=True), 3, 4)
    assert sea.at("mars") == (33.62, 30)
    assert sea.told(actions.Tested)[0].passed
    assert not sea.told(Collided)[0].fouled
    assert (sea["mars"].speed, sea["mars"].sailed) == (0, 362)
    assert sea["pluton"].speed == 0
    assert not sea.table.locks


def test_a_5_fouls_the_pair():
    """One throw for the two of them."""
    sea = crossing()
    sea.play(Move("mars", 500, hold=True), 3, 5)
    assert sea.table.locks == (Lock(0, 1, "fouled"),)


def test_failing_to_hold_on_she_makes_the_least_turn_that_clears():
    """Half the move goes into the turn, and 2.5 inches are not enough to touch: one degree to port will do (TR28)."""
    sea = crossing()
    sea.play(Move("mars", 500, hold=True), 2)
    assert sea["mars"].heading == 89
    assert sea.at("mars") == (32.5, 30.04)
    assert sea.told(Moved)[0].avoiding == -1
    assert sea["mars"].speed == 500


def test_without_orders_to_hold_on_she_keeps_clear_and_throws_no_dice():
    """Pluton's side is 1.62 inches off: 29 degrees take Mars past her bow, as trigonometry says; 28 do not."""
    sea = crossing(at=33)
    sea.play(Move("mars", 500))
    assert sea["mars"].heading == 61
    assert sea.at("mars") == (32.19, 31.21)


def test_the_least_turn_may_be_ordered_without_a_test_and_no_other():
    """Twenty-nine to port is free; as much to starboard, or more, is a change of direction (TR28)."""
    sea = crossing(at=33)
    sea.play(Turn("mars", -29))
    assert sea["mars"].heading == 61
    for angle in (29, -30, -28):
        other = crossing(at=33)
        other.play(Turn("mars", angle), 3)
        assert other.told(Turned)


def test_a_turn_to_keep_clear_is_paid_for_with_the_turn_before_it():
    """Twenty degrees to starboard by order and one more to keep clear are 21 in all: half the move, once (TR35)."""
    sea = Sea(ship("mars", 30, 30, 70, 6), ship("pluton", 33.2, 30, 0), wind=WEST)
    sea.play(Turn("mars", 20), 3)
    sea.play(Move("mars", 600))
    turned = sea["mars"].heading - 90
    assert turned != 0
    run = ((sea["mars"].x - 3000) ** 2 + (sea["mars"].y - 3000) ** 2) ** 0.5
    assert run == pytest.approx(300 if abs(20 + turned) <= 45 else 0, abs=1)


def test_the_line_turns_where_its_lead_kept_clear():
    """Mars avoids Pluton on 061; Tonnant, 2.5 inches astern, comes to the same point and turns there (TR28)."""
    ships = (*column("mars tonnant", 30, 30, 90, 5), ship("pluton", 33, 30, 0))
    sea = Sea(*ships, wind=WEST, lines=("mars tonnant",))
    sea.play(Move("mars", 500))
    assert sea["mars"].heading == 61
    assert (sea.at("tonnant"), sea["tonnant"].heading) == ((30, 30), 61)


def test_bow_on_she_cannot_sail_through_the_ship_she_touches():
    """After a collision without fouling she lies against Pluton's side: straight ahead there is no way (TR30)."""
    sea = Sea(ship("mars", 33.62, 30, 90), ship("pluton", 35, 30, 0), wind=WEST)
    sea.play(Move("mars", 300))
    assert sea["mars"].heading != 90
    assert sea.at("mars") == (33.62, 30), "46 degrees, the whole move"


def test_ships_alongside_slide_apart():
    """Their sides touch; to run along is no collision (TR30)."""
    sea = Sea(ship("mars", 30, 30, 90, 5), ship("pluton", 30, 30.75, 90, 0), wind=WEST)
    sea.play(Move("mars", 500))
    assert sea.at("mars") == (35, 30)


def test_turning_takes_no_room():
    """Pluton lies close alongside; Mars swings her stern across her, and nothing but the leadership die is thrown (TR42)."""
    sea = Sea(ship("mars", 30, 30, 0, 3), ship("pluton", 30.8, 30, 0), wind=WEST)
    sea.play(Turn("mars", 90), 3)
    assert (sea.at("mars"), sea["mars"].heading) == ((30, 30), 90)
    assert not sea.told(Collided)


def test_struck_ships_are_run_through_without_a_roll():
    """A prize across her bows stops nobody (TR20)."""
    sea = Sea(ship("mars", 30, 30, 90, 5), ship("pluton", 33, 30, 0, struck=True), wind=WEST)
    sea.play(Move("mars", 500))
    assert sea.at("mars") == (35, 30)


# A stopped ship of her own line


def behind_a_stopped_ship() -> Sea:
    """Mars is grappled by Pluton to the north of her; Tonnant comes up astern."""
    ships = (ship("mars", 30, 30, 90), ship("tonnant", 27.5, 30, 90, 5), ship("pluton", 30, 30.8, 90))
    return Sea(*ships, wind=WEST, lines=("mars tonnant",), locks=("mars grappled pluton",))


def test_she_passes_a_stopped_ship_of_her_line_on_the_side_her_owner_picks():
    """To starboard there is open water: no die, no collision, though Mars and Pluton are a closed group."""
    sea = behind_a_stopped_ship()
    sea.play(Move("tonnant", 500, side="starboard"))
    assert sea.at("tonnant") == (32.5, 29.2)
    assert not sea.told(Collided)


def test_passing_on_the_other_side_she_may_touch_the_enemy_only_by_a_test():
    """To port lies Pluton. A 3 lets Tonnant lay her aboard; her stern is half an inch off."""
    sea = behind_a_stopped_ship()
    sea.play(Move("tonnant", 500, hold=True, side="port"), 3, 4)
    assert sea.told(Collided)[0].other == "pluton"
    assert sea.at("tonnant") == (28, 30.8)


def test_with_no_room_on_the_side_picked_she_takes_the_other_and_with_none_she_stops_short():
    """Ajax lies to starboard of her; with Orion to port as well she comes up to Mars and no farther (TR41)."""
    ships = (
        ship("mars", 30, 30, 90, drifting=1), ship("tonnant", 27.5, 30, 90, 5), ship("ajax", 27, 29.1, 90),
        ship("orion", 27, 30.9, 90), ship("pluton", 5, 5, 0),
    )  # fmt: skip
    sea = Sea(*ships[:3], ships[4], wind=WEST, lines=("mars tonnant",))
    sea.play(Move("tonnant", 500, side="starboard"))
    assert sea.at("tonnant") == (32.5, 30.8)
    sea = Sea(*ships, wind=WEST, lines=("mars tonnant",))
    sea.play(Move("tonnant", 500, side="starboard"))
    assert sea.at("tonnant") == (28, 30)
    assert not sea.told(Collided)


def test_a_ship_that_has_parted_from_the_line_keeps_clear_as_of_any_other():
    """She is no longer next in it (TR41)."""
    ships = (ship("mars", 30, 30, 90, drifting=1), ship("tonnant", 27.5, 30, 90, 5, parted=True))
    sea = Sea(*ships, wind=WEST, lines=("mars tonnant",))
    sea.play(Move("tonnant", 500))
    assert sea["tonnant"].heading != 90


def test_failing_that_test_she_keeps_clear_of_the_enemy():
    """A 2 fails: she turns away by the least that clears."""
    sea = behind_a_stopped_ship()
    sea.play(Move("tonnant", 500, hold=True, side="port"), 2)
    assert not sea.told(Collided)
    assert sea["tonnant"].heading != 90


def test_what_she_may_do_lists_holding_on_past_the_stopped_ship():
    """To port lies Pluton, and there the test is foretold; to starboard of Mars is open water, and nobody to lay aboard."""
    sea = behind_a_stopped_ship()
    holding = [
        order for order in helm.options(sea.table, sea.number("tonnant"), CHARTS) if getattr(order, "hold", False)
    ]
    assert holding == [Move("tonnant", 700, hold=True, side="port")]
    foretold = [call.procedure for call in procedures.calls(View(sea.table, None, None), holding[0], CHARTS)]
    assert foretold == ["leadership", "foul"]
    assert not procedures.calls(View(sea.table, None, None), Move("tonnant", 700, hold=True, side="starboard"), CHARTS)


def test_the_lead_of_a_line_may_hold_on_too():
    """With Spartiate astern of her Tonnant leads what is left of the line; with an enemy on each side of Mars she has the choice."""
    ships = (
        ship("mars", 30, 30, 90), ship("tonnant", 27.5, 30, 90, 5), ship("spartiate", 25, 30, 90, 5),
        ship("pluton", 30, 30.8, 90), ship("aigle", 33, 29.2, 90),
    )  # fmt: skip
    sea = Sea(*ships, wind=WEST, lines=("mars tonnant spartiate",), locks=("mars grappled pluton",))
    sides = [order.side for order in helm.options(sea.table, 1, CHARTS) if isinstance(order, Move) and order.hold]
    assert sides == ["port", "starboard"]


# Lines and closed groups: TR18, TR19


def gap_ahead(spacing: float = 2.5, y: float = 30, lines: tuple[str, ...] = ("pluton aigle",), **changed: Any) -> Sea:
    """Pluton and Aigle in line to the north, and Mars at 7 inches heading between them."""
    ships = (
        ship("mars", 30, y, 90, 7), ship("pluton", 35, 30 + spacing / 2, 0, 2), ship("aigle", 35, 30 - spacing / 2, 0, 2),
    )  # fmt: skip
    return Sea(*ships, wind=WEST, lines=lines, **changed)


def test_through_the_line_on_a_5():
    """Only a 6 collides; the gap is half an inch, narrower than her base, and a line is passed by the die alone (TR18)."""
    sea = gap_ahead()
    sea.play(Move("mars", 700), 5)
    assert sea.at("mars") == (37, 30)
    assert sea.told(Passed) == [Passed("mars", ("pluton", "aigle"), False, sea.told(Passed)[0].account)]


def test_on_a_6_she_meets_the_nearer_where_her_path_crosses_the_line():
    """A little to the south: Aigle. Her bow is in the line, and till the turn ends the two count as touching (TR19, TR30)."""
    sea = gap_ahead(y=29.9)
    sea.play(Move("mars", 700), 6, 4)
    assert sea.told(Collided)[0].other == "aigle"
    assert sea.at("mars") == (34, 29.9)
    assert sea.table.met == ((0, 2),)


def test_the_strict_reading_closes_the_line():
    """With lines = collide half an inch is a closed group: no die but the one for fouling (TR18)."""
    sea = gap_ahead(settings=Settings(lines="collide"))
    sea.play(Move("mars", 700), 4)
    assert sea.told(Collided)
    assert not sea.told(Passed)


def test_ships_that_are_no_line_are_a_closed_group():
    """Two ships of different squadrons half an inch apart: she collides without a die (TR18)."""
    sea = gap_ahead(lines=())
    sea.play(Move("mars", 700), 4)
    assert sea.told(Collided)
    assert not sea.told(Passed)


@pytest.mark.parametrize(("spacing", "closed"), [(3.24, True), (3.26, False), (3.4, False)])
def test_a_gap_of_her_width_and_half_an_inch_is_open(spacing: float, closed: bool):
    """Her base is 0.75 wide: a gap under 1.25 inches is narrower than that and half an inch (TR18)."""
    sea = gap_ahead(spacing=spacing, lines=())
    sea.play(Move("mars", 700), *([4] if closed else []))
    assert bool(sea.told(Collided)) is closed


@pytest.mark.parametrize(("spacing", "line"), [(4.0, True), (4.01, False)])
def test_successive_ships_over_four_inches_apart_are_no_line(spacing: float, line: bool):
    """Four inches between their centres is still a line, and takes its die (TR19)."""
    sea = gap_ahead(spacing=spacing)
    sea.play(Move("mars", 700), *([5] if line else []))
    assert bool(sea.told(Passed)) is line


def test_every_line_crossed_takes_its_own_die():
    """Two lines one behind the other: two throws, the second a 6."""
    near, far = column("pluton aigle", 33, 31.25, 0, 2), column("bahama monarca", 36, 31.25, 0, 2)
    sea = Sea(ship("mars", 30, 30, 90, 7), *near, *far, wind=WEST, lines=("pluton aigle", "bahama monarca"))
    sea.play(Move("mars", 700), 1, 6, 2)
    assert [event.collided for event in sea.told(Passed)] == [False, True]


def test_a_ship_that_follows_through_a_line_throws_too():
    """Tonnant sails 4 inches to the corner and, with the wind aft, 3 of her 7 beyond it, through a line (TR19)."""
    corner = (Corner(2600, 3000, 90),)
    ships = (
        ship("mars", 36, 30, 90, 5), ship("tonnant", 26, 26, 0, 5, wake=corner),
        *column("pluton aigle", 28.5, 31.25, 0, 2),
    )  # fmt: skip
    sea = Sea(*ships, wind=WEST, lines=("mars tonnant", "pluton aigle"))
    sea.play(Move("mars", 300), 5)
    assert sea.told(Passed)[0].ship == "tonnant"
    assert (sea.at("tonnant"), sea["tonnant"].heading) == ((29, 30), 90)


def test_a_friendly_line_takes_the_die_too():
    """The sheet says enemy or friendly."""
    ships = (ship("mars", 30, 30, 90, 7), *column("ajax orion", 35, 31.25, 0, 2))
    sea = Sea(*ships, wind=WEST, lines=("ajax orion",))
    sea.play(Move("mars", 700), 5)
    assert sea.told(Passed)


def test_her_keel_on_a_base_is_no_passing_through():
    """Her track would run into Aigle herself: two degrees take her keel clear of the base, and then the die is thrown."""
    ships = (ship("mars", 32, 29.7, 90, 7), *column("pluton aigle", 35, 31.25, 0, 2))
    sea = Sea(*ships, wind=WEST, lines=("pluton aigle",))
    sea.play(Move("mars", 700), 5)
    assert sea["mars"].heading == 88
    assert sea.at("mars") == (35.5, 29.82)
    assert sea.told(Passed)


# The end of the step and of the table


def test_ships_without_orders_sail_on_as_they_were():
    """Finish: Mars keeps her 5 inches; Belleisle, at rest, makes the 2 that keep her seaway (TR36)."""
    sea = Sea(ship("mars", 30, 30, 90, 5), ship("belleisle", 30, 20, 90, 0), wind=WEST)
    sea.play(Finish())
    assert sea.at("mars") == (35, 30)
    assert sea.at("belleisle") == (32, 20)


def test_leaving_the_table_is_withdrawal():
    """Beyond the edge she is gone, and nobody scores for her (TR26)."""
    sea = Sea(ship("mars", 58, 30, 90, 5), ship("pluton", 5, 5, 90, 5), wind=WEST)
    sea.play(Move("mars", 500))
    assert sea["mars"].gone
    assert Left("mars") in sea.events


def test_a_locked_ship_cannot_move():
    """The sentence says with whom she is locked."""
    sea = behind_a_stopped_ship()
    assert sea.why_not(Move("mars", 200)) == "Mars cannot move: she is grappled with Pluton"


def test_a_misspelt_ship_gets_the_nearest_name():
    """An error a player can meet."""
    assert "mars" in str(alone().why_not(Move("marz", 500)))
