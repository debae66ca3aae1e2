"""Phase 4: fires, floods, repairs and surrender, step by step and for all ships at once."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.ironclads.sea import CHARTS, fort, heard, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import repairs
from weathergauge.rulesets.ironclads.actions import Fate, Fought, Struck
from weathergauge.rulesets.ironclads.repairs import Gain
from weathergauge.rulesets.ironclads.state import Ship, Table
from weathergauge.throwing import RandomDice, ScriptedDice


def phase_four(at: Table, *faces: int) -> tuple[tuple[Ship, ...], list[Any]]:
    """All ships after phase 4 with these dice, no more and no fewer."""
    dice = ScriptedDice(faces)
    after = repairs.repair(state(at), CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after.table.ships, log


def alone(*faces: int, settings: dict[str, Any] | None = None, **changed: Any) -> tuple[Ship, list[Any]]:
    """Blue's Mars by herself after phase 4."""
    ships, log = phase_four(table(ship("mars", **changed), **(settings or {})), *faces)
    return ships[0], log


# Fires


def test_fires_are_put_out_on_3():
    """Each by its own die."""
    mars, log = alone(3, 4, fire=2)
    assert (mars.fire, mars.hull) == (0, 20)
    assert log == [Fought("mars", "fire", 2, 0, 0, log[0].account)]


@pytest.mark.parametrize(
    ("face", "quarters", "fire"), [(1, 1, 1), (2, 1, 2), (3, 1, 2), (4, 2, 2), (5, 2, 2), (6, 4, 2)]
)
def test_a_fire_that_is_left(face: int, quarters: int, fire: int):
    """One marker not put out, and its score: a die and 1 (IR12)."""
    mars, log = alone(2, face, fire=1)
    assert (mars.hull, mars.fire) == (20 - quarters, fire)
    assert (log[0].mended, log[0].left, log[0].quarters) == (0, fire, quarters)


def test_the_score_counts_the_fires_that_are_left():
    """Four markers, three left: 6 and 3 is 9; a point, and a marker more."""
    mars, _ = alone(1, 2, 2, 5, 6, fire=4)
    assert (mars.hull, mars.fire) == (16, 4)


def test_ten_and_over_blows_her_up_with_a_blast():
    """6 and 4 left: 10. Ajax is 2 inches off and catches fire on a 4 (IR09)."""
    at = table(ship("mars", fire=4), ship("ajax", 26, side="red"))
    (mars, ajax), log = phase_four(at, 1, 1, 1, 1, 6, 4)
    assert (mars.gone, ajax.fire, ajax.hull) == ("sunk", 1, 19)
    assert [type(event) for event in log] == [Fought, Fate, Struck]
    assert log[1].what == "blown_up"


def test_a_fire_from_a_blast_waits_until_the_next_turn():
    """Ajax fights her own fire first though Mars is before her in the list: the step is simultaneous (IR53)."""
    at = table(ship("mars", fire=4), ship("ajax", 26, side="red", fire=1))
    (_, ajax), _ = phase_four(at, 1, 1, 1, 1, 6, 3, 4)
    assert ajax.fire == 1


def test_a_fire_may_sink_her():
    """One that burns on takes the last quarter."""
    mars, log = alone(1, 1, fire=1, hull=1, hull_full=20)
    assert mars.gone == "sunk"
    assert log[-1] == Fate("mars", "sunk")


def test_the_number_that_puts_a_fire_out_is_a_setting():
    """At 4 a die of 3 is not enough."""
    assert alone(3, 1, settings={"fire_out": 4}, fire=1)[0].fire == 1


def test_damage_control_adds_1_to_the_tests_and_not_to_the_score():
    """A 2 puts out a fire; what is left is scored as ever (IR22)."""
    assert alone(2, fire=1, captain="damage_control")[0].fire == 0
    mars, log = alone(1, 1, fire=1, captain="damage_control")
    assert mars.hull == 19
    assert [m.reason for look in log[0].account for m in look.add][:2] == ["usual", "damage control"]
    assert alone(2, 1, settings={"captains": False}, fire=1, captain="damage_control")[0].fire == 1


def test_odds_of_one_fire():
    """Out with 4 in 6; else 1 in 6 costs a quarter alone."""
    found = odds(repairs.fires, 1, 3, False, CHARTS)
    assert found[Gain(1)] == Fraction(2, 3)
    assert found[Gain(0, 0, 1)] == Fraction(1, 18)


# Floods


def test_a_held_flood_turns_inactive_and_stays():
    """It is counted and does no more for now."""
    mars, log = alone(3, 6, flooding=2, flooded=1)
    assert (mars.flooding, mars.flooded, mars.hull) == (0, 3, 20)
    assert (log[0].what, log[0].mended, log[0].left) == ("flood", 2, 0)


def test_a_new_marker_wakes_those_that_were_held():
    """Two active and two inactive; one is held, one left: 3 and 1 is 4, a quarter and a marker: all five active (IR13)."""
    mars, log = alone(3, 2, 3, flooding=2, flooded=2)
    assert (mars.flooding, mars.flooded, mars.hull) == (5, 0, 19)
    assert log[0].left == 5


def test_a_flood_without_a_new_marker_wakes_nothing():
    """A score of 2: a quarter and no marker."""
    mars, _ = alone(1, 1, flooding=1, flooded=2)
    assert (mars.flooding, mars.flooded, mars.hull) == (1, 2, 19)


def test_ten_and_over_capsizes_her():
    """When the markers reach that number she is gone."""
    mars, log = alone(1, 1, 1, 1, 6, flooding=4)
    assert mars.gone == "sunk"
    assert log[-1] == Fate("mars", "capsized")


def test_the_number_that_holds_a_flood_is_a_setting():
    """At 4 a die of 3 does not hold it."""
    assert alone(3, 1, settings={"flood_held": 4}, flooding=1)[0].flooding == 1


# Repairs


@pytest.mark.parametrize(("face", "rudder"), [(4, "left"), (5, "")])
def test_a_rudder_is_repaired_on_5(face: int, rudder: str):
    """IR14."""
    mars, log = alone(face, rudder="left")
    assert mars.rudder == rudder
    assert log[0].mended == (face >= 5)


def test_an_engine_room_hit_twice_takes_two_successes():
    """One a turn."""
    mars, log = alone(5, engine_room=2)
    assert mars.engine_room == 1
    assert (log[0].mended, log[0].left) == (1, 1)
    assert alone(6, engine_room=1)[0].engine_room == 0
    assert alone(4, engine_room=2)[0].engine_room == 2


def test_righting_a_list_adds_an_inactive_marker_that_wakes_nothing():
    """What was let in to right her stays in."""
    mars, _ = alone(3, 5, heavy_list=True, flooding=1)
    assert (mars.heavy_list, mars.flooding, mars.flooded) == (False, 0, 2)


def test_each_state_has_its_own_die():
    """Rudder, engines and list are thrown for in turn."""
    mars, _ = alone(5, 4, 5, rudder="ahead", engine_room=1, heavy_list=True)
    assert (mars.rudder, mars.engine_room, mars.heavy_list) == ("", 1, False)


def test_damage_control_repairs_on_4_and_a_setting_changes_the_number():
    """The captain needs one less than others."""
    assert alone(4, rudder="left", captain="damage_control")[0].rudder == ""
    assert alone(3, rudder="left", settings={"repair": 3})[0].rudder == ""


def test_a_bridge_is_not_repaired():
    """No die is thrown for it."""
    assert alone(bridge=True)[0].bridge


# Surrender


BRINK: dict[str, Any] = {"hull": 5, "hull_full": 20, "lost_hull": True}


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ({}, True),
        ({"hull": 6}, False),
        ({"lost_hull": False}, False),
        ({"surrendered": True}, False),
        ({"hull": 1}, True),
    ],
)
def test_who_tests_for_surrender(changed: dict[str, Any], tests: bool):
    """A quarter or less of her hull, in a turn that cost her some (IR17)."""
    at = table(ship("mars", **(BRINK | changed)))
    assert repairs.wavers(at.ships[0], at.settings, CHARTS) is tests


def test_a_fire_that_burns_her_hull_makes_her_test():
    """6 quarters of 20; a fire costs one: 5 is a quarter of it. A 1, and 1 for the fire: she fights on."""
    mars, log = alone(1, 1, 1, hull=6, hull_full=20, fire=1)
    assert mars.able
    assert [type(event) for event in log] == [Fought, Fate]
    assert log[1].what == "stays"


def test_every_turn_by_setting():
    """Where the table wants it a badly hurt ship wavers every turn."""
    at = table(ship("mars", hull=5, hull_full=20), surrender="every_turn")
    assert repairs.wavers(at.ships[0], at.settings, CHARTS)


@pytest.mark.parametrize(
    ("faces", "inches", "fate"),
    [((3,), 5, "stays"), ((4, 3), 5, "surrendered"), ((4, 4), 5, "sunk"), ((6, 1), 30, "sunk")],
)
def test_what_becomes_of_her(faces: tuple[int, ...], inches: float, fate: str):
    """1 to 3 she stays; else 1 to 3 she surrenders if an enemy is within 10 inches, and is sunk otherwise."""
    at = table(ship("mars", 10, **BRINK), ship("ajax", 10 + 0.9 + inches, side="red"))
    (mars, _), log = phase_four(at, *faces)
    assert log[-1].what == fate
    assert (mars.able, mars.surrendered, mars.gone) == (fate == "stays", fate == "surrendered", "sunk" if fate == "sunk" else "")  # fmt: skip


def test_ten_inches_are_measured_between_bases():
    """At ten inches from base to base an enemy is near; a hundredth farther off she is not."""
    at = table(ship("mars", 10, **BRINK), ship("ajax", 20.9, side="red"), ship("orion", 30, **BRINK))
    assert repairs.enemy_near(at, 0)
    at = table(ship("mars", 10, **BRINK), ship("ajax", 20.91, side="red"), ship("orion", 30, **BRINK))
    assert not repairs.enemy_near(at, 0)


def test_an_enemy_that_has_surrendered_is_none():
    """She frightens nobody."""
    at = table(ship("mars", **BRINK), ship("ajax", 26, side="red", surrendered=True))
    assert not repairs.enemy_near(at, 0)


def test_a_fort_takes_no_ship():
    """The chart speaks of an enemy ship."""
    at = table(ship("mars", **BRINK), fort("castle", 27), ship("ajax", 60, side="red"))
    assert not repairs.enemy_near(at, 0)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, {}),
        ({"fire": 1}, {"fire": 1}),
        ({"flooded": 1}, {"flooding": 1}),
        ({"flooding": 2}, {"flooding": 1}),
        ({"captain": "resolute"}, {"a resolute captain": -1}),
        ({"captain": "timid"}, {"a timid captain": 1}),
        ({"captain": "gunner"}, {}),
    ],
)
def test_what_is_added_to_a_surrender(changed: dict[str, Any], expected: dict[str, int]):
    """Markers, fires, captains and flags, each from its cell."""
    mars = ship("mars", **changed)
    found = list(repairs.doubts(bool(mars.markers), bool(mars.fire), mars.captain, "", CHARTS))
    assert {m.reason: m.value for m in found} == expected
    assert all(m.cell is not None and m.cell.chart == "surrender_modifiers" for m in found)


@pytest.mark.parametrize(
    ("flag", "expected"),
    [
        ({"x": 40}, "near"),
        ({"x": 46}, ""),
        ({"x": 46, "gone": "sunk"}, "lost"),
        ({"x": 26, "surrendered": True}, "lost"),
        ({"x": 26, "gone": "taken"}, "lost"),
        ({"x": 26, "gone": "left"}, ""),
        ({"x": 26, "flagship": False}, ""),
        ({"x": 26, "side": "red"}, ""),
    ],
)
def test_flagship_influence(flag: dict[str, Any], expected: str):
    """Within 20 inches she steadies; once lost she unnerves; one that has left does neither (IR29)."""
    at = table(ship("mars", **BRINK), ship("flag", **({"flagship": True} | flag)))
    assert repairs.flag(at, 0) == expected


def test_a_flagship_does_not_steady_herself():
    """She needs another's flag."""
    assert repairs.flag(table(ship("mars", flagship=True)), 0) == ""


def test_a_resolute_captain_holds_on_a_4_only_where_captains_count():
    """Without captains the same die is not enough."""
    at = table(ship("mars", captain="resolute", **BRINK))
    assert phase_four(at, 4)[0][0].able
    at = table(ship("mars", captain="resolute", **BRINK), captains=False)
    assert not phase_four(at, 4, 4)[0][0].able


def test_surrenders_are_simultaneous():
    """Both are at the brink 2 inches apart: that the first gives up does not take the second's enemy away (IR53)."""
    at = table(ship("mars", **BRINK), ship("ajax", 26, side="red", **BRINK))
    (mars, ajax), _ = phase_four(at, 4, 1, 4, 1)
    assert (mars.surrendered, ajax.surrendered) == (True, True)


# Who takes part


def test_a_surrendered_ship_burns_on_and_mends_nothing():
    """Her fires and floods go on; she repairs no more, and her captain does no more (IR39)."""
    mars, log = alone(2, 1, 3, surrendered=True, fire=1, flooding=1, rudder="left", captain="damage_control")
    assert (mars.hull, mars.fire, mars.flooded, mars.rudder) == (19, 1, 1, "left")
    assert [event.what for event in log] == ["fire", "flood"]


def test_forts_and_ships_that_are_gone_take_no_part():
    """Phase 4 throws nothing for them."""
    at = table(
        fort("sumter", hull=1, hull_full=24, lost_hull=True, side="blue"), ship("ajax", side="red", gone="left", fire=3)
    )
    assert phase_four(at)[1] == []


@settings(deadline=None)
@given(
    st.integers(0, 5), st.integers(0, 5), st.integers(0, 5), st.integers(1, 20), st.booleans(), st.integers(0, 1_000)
)  # fmt: skip
def test_phase_four_never_mends_a_hull_or_loses_flooding(
    fire: int, active: int, held: int, hull: int, heavy: bool, seed: int
):
    """Hull does not grow, flooding markers are never removed (IR13), and a hull of 0 is a ship that is gone."""
    before = ship("mars", hull=hull, hull_full=20, fire=fire, flooding=active, flooded=held, heavy_list=heavy)
    after = repairs.repair(state(table(before)), CHARTS, RandomDice(seed)).table.ships[0]
    assert after.hull <= hull
    assert after.markers >= before.markers
    assert (after.hull == 0) == (after.gone == "sunk")
