"""What a ship suffers, and what follows of it: criticals with their repeats, magazines, blasts, hits under water."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, battery, fort, heard, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import activation, criticals, damage
from weathergauge.rulesets.ironclads.actions import Destroy, Fate, Struck
from weathergauge.rulesets.ironclads.criticals import Blow, Sheet
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import Destroying, Ship, State
from weathergauge.throwing import ScriptedDice

SOUND = Sheet(20, 20, ("light", "medium", "main"))


def alone(**changed: Any) -> State:
    """Blue's Mars by herself, so many quarters and states as told."""
    return state(table(ship("mars", **changed)))


def effect(at: State, name: str, dice: ScriptedDice) -> State:
    """The state after an effect on the first ship, with its dice."""
    blow = dice.do(criticals.suffered, name, criticals.sheet_of(at.table.ships[0]), CHARTS)
    return damage.suffer(at, 0, blow, CHARTS, dice)


def struck(at: State, name: str, *faces: int) -> tuple[Ship, State, list[Any]]:
    """The first ship after an effect with these dice, no more and no fewer."""
    dice = ScriptedDice(faces)
    after = effect(at, name, dice)
    log = heard(dice)
    dice.finish()
    return after.table.ships[0], after, log


def test_a_fire_costs_a_quarter_and_leaves_a_marker():
    """Row 1 of the critical hits."""
    mars, _, log = struck(alone(), "fire")
    assert (mars.hull, mars.fire, mars.lost_hull) == (19, 1, True)
    assert log == [Struck("mars", "fire", 1)]


def test_a_flood_costs_a_quarter_and_wakes_the_inactive_markers():
    """One active and two inactive markers, and a new one: four are active (IR13)."""
    mars, _, _ = struck(alone(flooding=1, flooded=2), "flooding_of_section")
    assert (mars.hull, mars.flooding, mars.flooded) == (19, 4, 0)


def test_a_hit_bridge_copies_the_active_order():
    """The order that waits, full, becomes a copy of the active one, slow."""
    mars, after, _ = struck(state(table(ship("mars")), mars=("slow", "full")), "bridge_damage")
    held = after.secret("blue").of(0)
    assert mars.bridge
    assert (held.active, held.inactive) == ("slow", "slow")


def test_a_second_hit_on_the_bridge_is_a_fire():
    """There is no more bridge to lose."""
    mars, _, log = struck(alone(bridge=True), "bridge_damage")
    assert mars.fire == 1
    assert log[0].effect == "fire"


@pytest.mark.parametrize(
    ("face", "way"), [(1, "left"), (2, "left"), (3, "right"), (4, "right"), (5, "ahead"), (6, "ahead")]
)
def test_a_rudder_jams_by_a_die(face: int, way: str):
    """To port, ahead or to starboard."""
    assert struck(alone(), "rudder_damage", face)[0].rudder == way


def test_a_second_hit_on_the_rudder_is_a_flood():
    """And a quarter of hull; the rudder stays as it was jammed."""
    mars, _, _ = struck(alone(rudder="left"), "rudder_damage")
    assert (mars.rudder, mars.flooding, mars.hull) == ("left", 1, 19)


GUNS = (
    battery("main", 1, 5, "bow"),
    battery("medium", 2, 3, "port"),
    battery("medium", 3, 2, "starboard"),
    battery("light", 1, 1, "stern"),
)


@pytest.mark.parametrize(("face", "lost"), [(1, 3), (2, 3), (3, 2), (4, 2), (5, 0), (6, 0)])
def test_guns_are_lost_by_type_and_the_largest_battery_of_it_goes(face: int, lost: int):
    """With all three types: light, medium, heavy. Of two medium batteries the one with more dice (IR46)."""
    mars, _, _ = struck(alone(batteries=GUNS), "weapon_destruction", face)
    assert [n for n, b in enumerate(mars.batteries) if b.lost] == [lost]


@pytest.mark.parametrize(("face", "lost"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_with_two_types_the_lighter_goes_on_the_low_half(face: int, lost: int):
    """Main and medium: 1 to 3 is the medium one (IR24)."""
    mars, _, _ = struck(alone(batteries=GUNS[:2]), "weapon_destruction", face)
    assert [n for n, b in enumerate(mars.batteries) if b.lost] == [lost]


def test_with_one_type_no_die_is_needed_and_with_none_there_is_a_fire():
    """Guns are lost by type as long as there are any."""
    mars, at, _ = struck(alone(batteries=GUNS[:1]), "weapon_destruction")
    assert mars.batteries[0].lost
    assert struck(at, "weapon_destruction")[0].fire == 1


def test_the_same_guns_are_lost_on_every_bearing():
    """Two batteries of one group are the same guns (IR46)."""
    turret = (battery("main", 4, 6, "bow", group="turrets"), battery("main", 2, 6, "port", group="turrets"))
    mars, _, _ = struck(alone(batteries=turret), "weapon_destruction")
    assert all(b.lost for b in mars.batteries)


@pytest.mark.parametrize(("face", "hull", "fire"), [(1, 16, 1), (3, 16, 1), (4, 10, 1), (5, 10, 1)])
def test_a_magazine_costs_a_point_or_half_the_original_hull(face: int, hull: int, fire: int):
    """Of 20 quarters: 4, or 10; and a fire marker (IR11, IR31)."""
    mars, _, _ = struck(alone(), "ammunition_chamber_hit", face)
    assert (mars.hull, mars.fire) == (hull, fire)


def test_half_the_original_hull_is_that_of_an_undamaged_ship():
    """She has 8 of 20 quarters left, and 10 are taken: she sinks (IR31, IR32)."""
    mars, _, log = struck(alone(hull=8, hull_full=20), "ammunition_chamber_hit", 4)
    assert mars.gone == "sunk"
    assert log[0].quarters == 8
    assert log[1] == Fate("mars", "blown_up")


def test_a_ship_that_blows_up_sets_fire_to_her_neighbours():
    """A 6, then a die for each ship within 3.5 inches: 4 burns Pluton, 3 spares Argo; Thetis is too far off (IR09)."""
    others = ship("pluton", 27, 24, side="red"), ship("argo", 21, 24), ship("thetis", 30, 24)
    dice = ScriptedDice([6, 4, 3])
    after = effect(state(table(ship("mars"), *others)), "ammunition_chamber_hit", dice)
    log = heard(dice)
    dice.finish()
    mars, pluton, argo, thetis = after.table.ships
    assert mars.gone == "sunk"
    assert mars.hull == 0
    assert (pluton.fire, pluton.hull) == (1, 19)
    assert argo.fire == thetis.fire == 0
    assert [(e.ship, getattr(e, "effect", "") or e.what) for e in log] == [
        ("mars", "ammunition_chamber_hit"), ("mars", "blown_up"), ("pluton", "fire"), ("argo", "blast_spared"),
    ]  # fmt: skip


@pytest.mark.parametrize(("face", "hull"), [(1, 4), (4, 10)])
def test_a_magazine_that_takes_the_last_of_her_hull_has_a_blast_too(face: int, hull: int):
    """She is sunk by an explosion, if not by the greatest (IR09)."""
    at = state(table(ship("mars", hull=hull, hull_full=20), ship("argo", 26, 24)))
    mars, after, log = struck(at, "ammunition_chamber_hit", face, 4)
    assert mars.gone == "sunk"
    assert after.table.ships[1].fire == 1
    assert [e.what for e in log if isinstance(e, Fate)] == ["blown_up"]


@pytest.mark.parametrize(("face", "hull"), [(1, 5), (4, 11)])
def test_a_magazine_that_leaves_her_afloat_has_no_blast(face: int, hull: int):
    """Ships beside her are safe while she swims."""
    at = state(table(ship("mars", hull=hull, hull_full=20), ship("argo", 26, 24)))
    assert struck(at, "ammunition_chamber_hit", face)[0].hull == 1


@pytest.mark.parametrize(("apart", "fire"), [(3.5, 1), (3.51, 0)])
def test_a_blast_is_felt_at_three_and_a_half_inches_and_no_farther(apart: float, fire: int):
    """Bases 0.9 inches wide lie side by side; the distance is between their edges."""
    at = state(table(ship("mars"), ship("argo", 24 + 0.9 + apart, 24)))
    dice = ScriptedDice([4] * fire)
    assert damage.explode(at, 0, CHARTS, dice).table.ships[1].fire == fire


def test_a_blast_harms_on_the_number_that_the_table_agrees_on():
    """Success on 5 (IR09): a 4 does nothing."""
    at = state(table(ship("mars"), ship("argo", 26, 24), success=5))
    assert damage.explode(at, 0, CHARTS, ScriptedDice([4])).table.ships[1].fire == 0


def test_at_nothing_she_sinks_at_once():
    """And can lose no more."""
    dice = ScriptedDice([])
    after = damage.lose(alone(hull=3), 0, 5, dice)
    assert after.table.ships[0].gone == "sunk"
    assert heard(dice) == [Fate("mars", "sunk")]
    assert damage.lose(after, 0, 1, dice) is after


def test_a_fort_falls_silent_and_stays_as_an_obstacle():
    """A fort cannot sink."""
    dice = ScriptedDice([])
    after = damage.lose(state(table(fort("battery"))), 0, 24, dice).table.ships[0]
    assert after.here
    assert not after.able
    assert heard(dice) == [Fate("battery", "silenced")]


def test_a_fort_has_no_markers():
    """Neither fires nor floods."""
    at = state(table(fort("battery")))
    assert damage.flood(damage.burn(at, 0, 2), 0, 2) is at


def test_a_torpedo_of_the_weakest_type_by_every_face():
    """D2: a misfire, then 1 to 5 points with one and two markers; 4 rudder, 5 engine room, 6 list."""
    found = []
    for face in range(1, 7):
        at = state(table(ship("mars", hull=40)))
        more = [3] if face == 4 else []
        dice = ScriptedDice([face, *more])
        mars = damage.under_water(at, 0, "D2", "by a mine", CHARTS, dice).table.ships[0]
        dice.finish()
        found.append((40 - mars.hull, mars.flooding, mars.rudder, mars.engine_room, mars.heavy_list))
    assert found == [
        (0, 0, "", 0, False), (4, 1, "", 0, False), (8, 2, "", 0, False), (12, 2, "right", 0, False),
        (16, 2, "", 1, False), (20, 2, "", 0, True),
    ]  # fmt: skip


def test_engines_stop_the_second_time_and_a_second_list_sinks_her():
    """The first hit on each is a state she can live with."""
    mars, at, _ = struck(alone(), "engine_room_damage")
    assert mars.engine_room == 1
    assert struck(at, "engine_room_damage")[0].engine_room == 2
    mars, at, _ = struck(alone(), "heavy_listing")
    assert mars.heavy_list
    assert mars.here
    assert struck(at, "heavy_listing")[0].gone == "sunk"


def test_what_sinks_her_leaves_no_effect_to_roll_for():
    """Three points of a D2 sink a ship with two: no die for her rudder."""
    dice = ScriptedDice([4])
    at = damage.under_water(alone(hull=8), 0, "D2", "by a torpedo", CHARTS, dice)
    dice.finish()
    assert at.table.ships[0].gone == "sunk"


def test_further_sixes_raise_a_critical_hit_and_beyond_six_it_is_a_six():
    """A 3 with two further sixes is a 5; a 5 with two is a 7, read as 6 (IR15)."""
    assert criticals.critical(2, SOUND, CHARTS, ScriptedDice([3])) == Blow(
        "flooding_of_section", quarters=1, flooding=1
    )
    assert criticals.critical(2, SOUND, CHARTS, ScriptedDice([5, 6])).detail == "blown_up"


def test_chance_that_a_critical_hit_blows_her_up():
    """A 6 and a 6; with five further sixes only the second is needed."""
    assert odds(criticals.critical, 0, SOUND, CHARTS).chance(lambda blow: blow.sunk) == Fraction(1, 36)
    assert odds(criticals.critical, 5, SOUND, CHARTS).chance(lambda blow: blow.sunk) == Fraction(1, 6)


FORT = Sheet(24, 24, ("medium",), fort=True)


@pytest.mark.parametrize(
    ("faces", "blow"),
    [
        ([3], Blow("no_effect")),
        ([4], Blow("weapon_destruction", "gun")),
        ([6, 4], Blow("ammunition_chamber_hit", "secondary", 8)),
        ([6, 5], Blow("ammunition_chamber_hit", "main", 16)),
    ],
)
def test_critical_hits_on_a_fort(faces: list[int], blow: Blow):
    """Nothing, one gun, or a magazine: 2 or 4 structure points, and no marker (IR37)."""
    assert criticals.critical(0, FORT, CHARTS, ScriptedDice(faces)) == blow


def test_further_sixes_raise_a_critical_hit_on_a_fort_too():
    """A 3 with one further six takes a gun; a 4 with four is a magazine (IR15)."""
    assert criticals.critical(1, FORT, CHARTS, ScriptedDice([3])) == Blow("weapon_destruction", "gun")
    assert criticals.critical(4, FORT, CHARTS, ScriptedDice([4, 1])).detail == "secondary"


def test_a_fort_loses_one_gun_at_a_time():
    """Two dice, then one, then none (IR46)."""
    at = state(table(fort("battery")))
    for left in (1, 0):
        at = damage.suffer(at, 0, Blow("weapon_destruction", "gun"), CHARTS, ScriptedDice([]))
        guns = at.table.ships[0].batteries[0]
        assert (0 if guns.lost else guns.dice) == left


GUN = Blow("weapon_destruction", "gun")


def test_the_firer_chooses_which_gun_of_a_fort_is_destroyed():
    """IR70: of a main gun and four light ones it need not be a light one; with one battery left nobody is asked."""
    guns = (battery("light", 4, 1, "all"), battery("main", 1, 8, "all"))
    at = damage.suffer(state(table(ship("mars"), fort("battery", batteries=guns))), 1, GUN, CHARTS, ScriptedDice([]))
    assert at.table.ships[1].guns_owed == 1
    asked = activation.after_fire(at, CHARTS)
    assert isinstance(asked, State)
    assert asked.table.phase == Destroying("blue", 0)
    view = RULES.view(asked, "blue")
    assert [*RULES.legal(view)] == [Destroy("battery", 1), Destroy("battery", 2)]
    assert [RULES.say(view, one) for one in RULES.legal(view)][1] == "Destroy one of the main guns all round of Battery"
    assert RULES.legal(view).why_not(Destroy("battery", 3)) == "gun=3: the batteries of Battery that stand are 1 or 2"
    after = RULES.play(asked, "blue", Destroy("battery", 2), ScriptedDice([])).state
    light, main = after.table.ships[1].batteries
    assert (light.dice, light.lost, main.lost, after.table.ships[1].guns_owed) == (4, False, True, 0)
    last = damage.suffer(after, 1, GUN, CHARTS, ScriptedDice([]))
    assert (last.table.ships[1].batteries[0].dice, last.table.ships[1].guns_owed) == (3, 0)


def test_a_setting_takes_the_largest_battery_of_a_fort():
    """IR70: `fort_guns = "largest"` asks nobody."""
    guns = (battery("light", 4, 1, "all"), battery("main", 1, 8, "all"))
    at = state(table(ship("mars"), fort("battery", batteries=guns), fort_guns="largest"))
    after = damage.suffer(at, 1, GUN, CHARTS, ScriptedDice([]))
    assert (after.table.ships[1].batteries[0].dice, after.table.ships[1].guns_owed) == (3, 0)
