"""Gunfire: who bears on whom, the number needed, armour, sixes, and salvos that answer each other."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.ironclads.sea import CHARTS, battery, fort, heard, land, ship, state, table
from weathergauge.dice import Dice
from weathergauge.freetable import FINE, corners, seen_through
from weathergauge.odds import Memory, odds
from weathergauge.ruleset import PROCEED, TABLE
from weathergauge.rulesets.ironclads import arcs, gunfire, salvos
from weathergauge.rulesets.ironclads.actions import Aim, Counter, Fate, Fired, Salvo, Struck
from weathergauge.rulesets.ironclads.criticals import Blow, Sheet
from weathergauge.rulesets.ironclads.gunfire import Guns, Harm, Shot, Tally
from weathergauge.rulesets.ironclads.rules import Ironclads
from weathergauge.rulesets.ironclads.state import QUARTERS, State, Table
from weathergauge.throwing import RandomDice, ScriptedDice

SOUND = Sheet(20, 20, ("light", "medium", "main"))


def guns(dice: int = 4, kind: Any = "medium", ap: int = 3, **changed: Any) -> Guns:
    """Guns of a class 2 ship at a class 2 target in close range: 3 or more to hit, 4 or more against armour 3."""
    usual: dict[str, Any] = {"firer_class": 2, "target_class": 2, "band": "close", "armour": 3, "quarters": 1}
    return Guns(kind, dice, ap, **(usual | changed))


def fire(which: Guns, *faces: int) -> Tally:
    """A battery with these dice, no more and no fewer."""
    dice = ScriptedDice(faces)
    found = gunfire.fire(which, CHARTS, dice)
    dice.finish()
    return found


def duel(x: float = 32, y: float = 24, **changed: Any) -> Table:
    """Mars heads north; Pluton, red, lies 8 inches to starboard on the same heading. Names of settings are the table's."""
    mars = changed.pop("mars", {})
    pluton = changed.pop("pluton", {})
    others = changed.pop("others", ())
    return table(ship("mars", **mars), ship("pluton", x, y, side="red", **pluton), *others, **changed)


def resolved(at: State, shots: tuple[Aim, ...], *faces: int, answers: Any = ()) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = salvos.resolve(at, 0, shots, answers, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


# Sectors, ranges, lines of fire


@pytest.mark.parametrize(
    ("x", "y", "heading", "found"),
    [
        (24, 34, 0, ("bow",)),
        (34, 24, 0, ("starboard",)),
        (24, 14, 0, ("stern",)),
        (14, 24, 0, ("port",)),
        (34, 34, 0, ("bow", "starboard")),
        (34, 24, 90, ("bow",)),
        (34, 24, 180, ("port",)),
        (34, 33.9, 0, ("starboard",)),
    ],
)
def test_four_quarters_about_a_ship(x: float, y: float, heading: int, found: tuple[str, ...]):
    """By where the target's centre lies; on the border it is in both (IR04)."""
    assert arcs.sectors(ship("mars", heading=heading), ship("pluton", x, y)) == found


@pytest.mark.parametrize(
    ("apart", "band"), [(10, "close"), (10.01, "medium"), (20, "medium"), (20.01, "long"), (60, "long")]
)
def test_range_bands_end_at_10_and_20_inches(apart: float, band: str):
    """Between bases 0.9 inches wide, side by side."""
    at = arcs.mark(duel(24 + 0.9 + apart, width=20000), 0, 1)
    assert arcs.band(at.square, CHARTS) == band
    assert at.range == round(apart * 100)


def test_a_ship_between_hides_part_of_a_target_or_all_of_it():
    """Of five lines some are cut by a small ship, all by a large one that lies near (IR30)."""
    assert arcs.mark(duel(), 0, 1).sight == "clear"
    assert arcs.mark(duel(others=[ship("argo", 28, 24.8, ship_class=4)]), 0, 1).sight == "partly"
    assert arcs.mark(duel(others=[ship("argo", 27, 24, ship_class=1)]), 0, 1).sight == "hidden"
    assert arcs.mark(duel(others=[ship("argo", 27, 24, ship_class=1, gone="sunk")]), 0, 1).sight == "clear"
    assert arcs.mark(duel(others=[ship("argo", 27, 24, ship_class=1, surrendered=True)]), 0, 1).sight == "hidden"
    assert arcs.mark(duel(others=[ship("argo", 40, 24, ship_class=1)]), 0, 1).sight == "clear"


near = st.integers(500, 2500)
bases = st.tuples(near, near, st.integers(0, 359), st.sampled_from([1, 2, 3, 4]))


fleets = st.lists(st.tuples(bases, st.sampled_from(["blue", "red"])), min_size=2, max_size=7)
GUNS = (
    battery("main", 2, 4, "bow", group="turret"),
    battery("main", 3, 4, "starboard", group="turret"),
    battery("light", 3, 1, "starboard bow"),
    battery("medium", 2, 2, "port stern"),
)


@settings(deadline=None)
@given(fleets)
def test_salvos_are_each_listed_once_and_nearest_first(fleet: list[Any]):
    """All that bear on a target, the same with the rest at the nearest they have, single batteries: as written out plainly."""
    ships = [
        ship(f"s{n}", x / 100, y / 100, heading, side if n else "blue", ship_class=size, batteries=GUNS)
        for n, ((x, y, heading, size), side) in enumerate(fleet)
    ]
    at = table(*ships)
    found: dict[tuple[Aim, ...], None] = {}
    reach = {mark.target: salvos.useful(at, 0, mark.target, CHARTS) for mark in arcs.targets(at, 0)}
    for target, guns in reach.items():
        mine = dict.fromkeys(guns, target)
        found[tuple([Aim(gun, f"s{mine[gun]}") for gun in sorted(mine)])] = None
        for other, more in reach.items():
            taken = {GUNS[gun - 1].group or gun for gun in mine}
            mine |= {gun: other for gun in more if (GUNS[gun - 1].group or gun) not in taken}
        found[tuple([Aim(gun, f"s{mine[gun]}") for gun in sorted(mine)])] = None
    found |= {(Aim(gun, f"s{target}"),): None for target, guns in reach.items() for gun in guns}
    assert [salvo.shots for salvo in salvos.options(at, 0, CHARTS)] == [shots for shots in found if shots]


@settings(deadline=None)
@given(st.lists(bases, min_size=3, max_size=6))
def test_what_is_seen_is_what_five_lines_say(places: list[tuple[int, int, int, int]]):
    """Ships that are passed over as out of the way never cut a line."""
    ships = [ship(f"s{n}", x / 100, y / 100, h, ship_class=size) for n, (x, y, h, size) in enumerate(places)]
    mars, pluton, *others = ships
    start = (mars.x * FINE, mars.y * FINE)
    ends = ((pluton.x * FINE, pluton.y * FINE), *corners(pluton.base))
    cut = sum(any(not seen_through(start, end, one.base) for one in others) for end in ends)
    assert arcs.sight(table(*ships), 0, 1) == ("hidden" if cut == 5 else "partly" if cut else "clear")


def test_land_hides_and_a_shoal_does_not():
    """A cape across the line, the same as a shoal, and a cape that covers half the target (IR30)."""
    cape = ((27, 20), (29, 20), (29, 28), (27, 28))
    assert arcs.mark(duel(shores=(land(*cape),)), 0, 1).sight == "hidden"
    assert arcs.mark(duel(shores=(land(*cape, kind="shoal"),)), 0, 1).sight == "clear"
    assert arcs.mark(duel(shores=(land((27, 20), (29, 20), (29, 24.2), (27, 24.2)),)), 0, 1).sight == "partly"


def test_the_ground_under_a_fort_hides_neither_it_nor_its_targets():
    """A fort on a wide shore sees and is seen; other land between still counts (IR48)."""
    shore = land((31, 10), (40, 10), (40, 40), (31, 40), name="shore")
    at = table(ship("mars"), fort("battery", 33, 24), shores=(shore,))
    assert arcs.mark(at, 0, 1).sight == arcs.mark(at, 1, 0).sight == "clear"
    isle = land((27, 20), (29, 20), (29, 28), (27, 28), name="isle")
    at = table(ship("mars"), fort("battery", 33, 24), shores=(shore, isle))
    assert arcs.mark(at, 0, 1).sight == arcs.mark(at, 1, 0).sight == "hidden"


# The number needed


def test_the_ladder_of_numbers_needed():
    """Each +1 is a step: 6, then 6 and a second die, then no shot (IR06, IR07)."""
    steps = [gunfire.raised("5+", n) for n in range(7)]
    assert steps == ["5+", "6+", "6/4+", "6/5+", "6/6+", "-", "-"]
    assert gunfire.raised("-", 1) == "-"


@pytest.mark.parametrize(
    ("mars", "pluton", "more", "need"),
    [
        ({}, {}, {}, "3+"),
        ({"heavy_list": True}, {}, {}, "4+"),
        ({"batteries": (battery(traits=("slow_load",)),)}, {}, {}, "4+"),
        ({}, {}, {"level": 6}, "4+"),
        ({}, {}, {"others": [ship("argo", 28, 24.8, ship_class=4)]}, "4+"),
        ({"heavy_list": True}, {"x": 4000}, {"level": 6}, "6+"),
        ({"ship_class": 1}, {}, {}, "5+"),
        ({}, {"ship_class": 4}, {}, "4+"),
    ],
)
def test_what_raises_the_number_needed(mars: Any, pluton: Any, more: Any, need: str):
    """A list, slow guns, a storm and a target half hidden are a step each; classes and range are the chart's (IR07)."""
    at = duel(mars=mars, pluton={k: v for k, v in pluton.items() if k != "x"}, x=40 if "x" in pluton else 32, **more)
    (aimed,) = gunfire.guns_of(gunfire.aimed(at, Shot(0, 1, (1,), 0)), CHARTS)
    assert gunfire.needed(aimed, CHARTS) == need


def test_a_six_and_then_a_second_die():
    """At long range a class 1 ship needs 6/4+ on a class 2: of 6 5 6, two sixes, and of 4 3 one hit; it pierces on 4."""
    assert fire(guns(3, firer_class=1, band="long"), 6, 5, 6, 4, 3, 4) == Tally(1, 1, 1)


def test_misses_are_rolled_again_once():
    """2 and 1 miss, and rolled again 5 hits and 2 does not (IR08). Three hits go to the armour."""
    assert fire(guns(4, reroll=True), 3, 6, 2, 1, 5, 2, 1, 2, 3) == Tally(3)


def test_a_miss_by_the_second_die_is_rolled_again_from_the_first():
    """6/4+: a 6 and a 3 miss; again a 6 and a 4 hit (IR06, IR08)."""
    assert fire(guns(1, firer_class=1, band="long", reroll=True), 6, 3, 6, 4, 1) == Tally(1)


@pytest.mark.parametrize(
    ("mars", "pluton", "more", "reroll"),
    [
        ({}, {}, {}, False),
        ({}, {"order": "stop"}, {}, True),
        ({}, {"anchored": True}, {}, True),
        ({}, {"grounded": True}, {}, True),
        ({}, {"engine_room": 2}, {}, True),
        ({}, {"speed": 0}, {}, False),
        ({"captain": "gunner"}, {}, {}, True),
        ({"captain": "gunner"}, {}, {"captains": False}, False),
        ({"captain": "resolute"}, {}, {}, False),
        ({"batteries": (battery(traits=("super_heavy",)),)}, {"anchored": True}, {}, False),
        ({}, {"anchored": True}, {"level": 6}, False),
        ({}, {}, {"x": 28.4}, True),
        ({}, {}, {"x": 28.41}, False),
    ],
)
def test_who_rolls_misses_again(mars: Any, pluton: Any, more: Any, reroll: bool):
    """A target that lies still, 3.5 inches or less, a gunner; never in a storm, never super-heavy guns (IR08, IR22)."""
    at = duel(mars=mars, pluton=pluton, **more)
    gunner = salvos.gunners_battery(at, 0, (1,))
    assert gunfire.guns_of(gunfire.aimed(at, Shot(0, 1, (1,), gunner)), CHARTS)[0].reroll is reroll


def test_a_gunner_serves_the_heaviest_battery():
    """Of a main battery of 2 and a medium one of 5 the main one; of two medium ones that with more dice (IR49)."""
    armed = (
        battery("medium", 5, 3),
        battery("main", 2, 8),
        battery("medium", 7, 3),
        battery("main", 1, 9, traits=("super_heavy",)),
    )
    at = duel(mars={"captain": "gunner", "batteries": armed})
    assert salvos.gunners_battery(at, 0, (1, 2, 3, 4)) == 2
    assert salvos.gunners_battery(at, 0, (1, 3)) == 3
    assert salvos.gunners_battery(at, 0, (4,)) == 0


@pytest.mark.parametrize(("dice", "left"), [(1, 1), (2, 1), (5, 3), (8, 4)])
def test_half_the_guns_of_each_battery_fire_in_a_storm(dice: int, left: int):
    """Rounded up."""
    at = duel(mars={"batteries": (battery(dice=dice),)}, level=6)
    assert gunfire.guns_of(gunfire.aimed(at, Shot(0, 1, (1,), 0)), CHARTS)[0].dice == left


# Armour and hull


@pytest.mark.parametrize(
    ("ap", "armour", "found"),
    [
        (4, 2, "much_greater"), (3, 2, "greater"), (2, 2, "equal"), (2, 3, "less"), (2, 4, "much_less"),
        (0, 0, "equal"), (1, 0, "much_greater"), (0, 1, "much_less"), (8, 7, "greater"), (5, 9, "less"),
    ],
)  # fmt: skip
def test_much_is_twice_or_half(ap: int, armour: int, found: str):
    """IR05, on the scale of IR33."""
    assert gunfire.against(ap, armour) == found


@pytest.mark.parametrize(
    ("kind", "traits", "own", "per_hit", "quarters"),
    [
        ("light", (), 0, "quarter_quarter_half", 1),
        ("medium", (), 0, "quarter_quarter_half", 1),
        ("main", (), 0, "quarter_quarter_half", 2),
        ("main", ("super_heavy",), 0, "quarter_quarter_half", 4),
        ("main", (), 1, "quarter_quarter_half", 1),
        ("light", (), 0, "quarter_half_one", 1),
        ("medium", (), 0, "quarter_half_one", 2),
        ("main", (), 0, "quarter_half_one", 4),
    ],
)
def test_hull_for_each_penetration(kind: Any, traits: Any, own: int, per_hit: Any, quarters: int):
    """By type of gun, unless the battery has a figure of its own (IR10)."""
    which = battery(kind, traits=traits, quarters=own)
    assert gunfire.hull_loss(which, False, per_hit, CHARTS) == quarters
    assert gunfire.hull_loss(which, True, per_hit, CHARTS) == (1 if kind == "light" else 4)


# Sixes


def test_sixes_that_pierce_lead_to_the_test():
    """Four hits on 3 or more; 4 6 6 1 against armour: three through, two sixes."""
    assert fire(guns(4), 3, 3, 3, 3, 4, 6, 6, 1) == Tally(4, 3, 3, sixes=2)


def test_sixes_of_guns_that_cannot_pierce_burn():
    """AP 1 against armour 3: nothing gets through, and each six is a fire."""
    assert fire(guns(4, ap=1), 3, 3, 3, 3, 4, 6, 6, 1) == Tally(4, fires=2)


@pytest.mark.parametrize(("target_class", "sixes", "fires"), [(1, 0, 1), (2, 0, 1), (3, 1, 0), (4, 1, 0)])
def test_light_guns_only_burn_the_large_classes(target_class: int, sixes: int, fires: int):
    """A light six that pierces: a fire on classes 1 and 2, the test on 3 and 4."""
    assert fire(guns(1, "light", target_class=target_class), 3, 6) == Tally(1, 1, 1, sixes, fires)


def test_light_guns_have_no_long_range():
    """The dice are not even thrown (IR50)."""
    assert fire(guns(4, "light", band="long")) == Tally()


def test_sixes_of_a_whole_salvo_make_one_test():
    """A six of each of two batteries: one test, with one further six: a 1 is read as 2, the bridge."""
    both = (battery("main", 1, 5), battery("medium", 1, 3))
    at = state(duel(mars={"batteries": both}))
    after, log = resolved(at, (Aim(1, "pluton"), Aim(2, "pluton")), 3, 6, 3, 6, 1)
    pluton = after.table.ships[1]
    assert pluton.bridge
    assert pluton.hull == 20 - 2 - 1
    assert [type(e) for e in log] == [Fired, Struck]
    assert (log[0].hits, log[0].through, log[0].quarters, log[0].guns) == (2, 2, 3, (1, 2))
    assert log[1].account[0].add[0].reason == "further sixes"


def test_two_targets_have_a_test_each():
    """A six at Pluton and a six at Argo: neither is a further one."""
    both = (battery("medium", 1, 3), battery("medium", 1, 3, "port"))
    at = state(duel(mars={"batteries": both}, others=[ship("argo", 16, 24, side="red")]))
    after, _ = resolved(at, (Aim(1, "pluton"), Aim(2, "argo")), 3, 6, 3, 6, 1, 5)
    assert (after.table.ships[1].fire, after.table.ships[2].flooding) == (1, 1)


def test_fires_of_sixes_cost_a_quarter_each():
    """Two sixes among the hits are two fires and two quarters."""
    at = state(duel(mars={"batteries": (battery(dice=3, ap=1),)}))
    after, log = resolved(at, (Aim(1, "pluton"),), 3, 3, 3, 6, 6, 2)
    assert (after.table.ships[1].hull, after.table.ships[1].fire) == (18, 2)
    assert log[1] == Struck("pluton", "fire", 2, "2 of them")


def test_a_ship_that_sinks_has_no_test():
    """Hull first, then fires, then the test: with nothing left none of them follows (IR47)."""
    tally = Tally(4, 4, 4, sixes=2, fires=3)
    assert gunfire.aftermath(tally, Sheet(4, 20), CHARTS, ScriptedDice([])) == Harm(4)
    assert gunfire.aftermath(tally, Sheet(6, 20), CHARTS, ScriptedDice([])) == Harm(4, 2, 2)
    assert gunfire.aftermath(tally, Sheet(8, 20), CHARTS, ScriptedDice([4])) == Harm(
        4, 3, 3, Blow("flooding_of_section", quarters=1, flooding=1)
    )


# Forts


def test_a_fort_is_hit_as_a_class_1_ship_that_lies_still():
    """Re-roll, class 1, a structure point for each medium penetration (IR37). 3 hits, 2 rolled again is a 4: 4 on 4+."""
    at = state(table(ship("mars", batteries=(battery(dice=2),)), fort("battery", 32, 24)))
    after, log = resolved(at, (Aim(1, "battery"),), 3, 2, 4, 4, 4)
    assert after.table.ships[1].hull == 24 - 8
    assert (log[0].hits, log[0].quarters) == (2, 8)


def test_sixes_that_would_only_burn_do_nothing_to_a_fort():
    """Light guns, and guns that cannot pierce (IR37)."""
    assert fire(guns(1, "light", ap=2, armour=2, target_class=1, fort=True), 3, 6) == Tally(1, 1, 1)
    assert fire(guns(1, ap=1, armour=3, target_class=1, fort=True), 3, 6) == Tally(1)


def test_a_fort_answers_as_a_class_1_ship():
    """Its answer is fired in the row of the largest ships."""
    at = table(ship("mars"), fort("battery", 32, 24))
    assert gunfire.guns_of(gunfire.aimed(at, Shot(1, 0, (1,), 0)), CHARTS)[0].firer_class == 1
    assert salvos.answerers(at, 0, (Aim(1, "battery"),), CHARTS) == (1,)


# Answers


ONE = {"batteries": (battery("main", 1, 6),)}
BACK = {"batteries": (battery("main", 1, 6, "port"),)}


def test_a_salvo_and_its_answer_are_at_one_moment():
    """Both pierce with a quarter of hull left each: both sink, and neither shot is lost (IR21)."""
    at = state(duel(mars=ONE | {"hull": 1, "hull_full": 20}, pluton=BACK | {"hull": 1, "hull_full": 20}))
    after, log = resolved(at, (Aim(1, "pluton"),), 3, 5, 3, 5, answers=((1, (1,)),))
    assert [s.gone for s in after.table.ships] == ["sunk", "sunk"]
    assert [(type(e), getattr(e, "counter", None)) for e in log] == [
        (Fired, False), (Fired, True), (Fate, None), (Fate, None),
    ]  # fmt: skip


def test_guns_knocked_out_in_the_exchange_have_fired_all_the_same():
    """Mars' six destroys the battery that answers her; its hit counts."""
    at = state(duel(mars=ONE, pluton=BACK))
    after, _ = resolved(at, (Aim(1, "pluton"),), 3, 6, 3, 5, 4, answers=((1, (1,)),))
    mars, pluton = after.table.ships
    assert pluton.batteries[0].lost
    assert mars.hull == 18


@pytest.mark.parametrize(("heading", "lost"), [(0, "port"), (180, "starboard")])
def test_of_two_like_batteries_the_one_that_bears_on_the_firer_is_lost(heading: int, lost: str):
    """Mars lies to the west: the firer chooses the guns that could answer her (IR46)."""
    mars = ship("mars", batteries=(battery(dice=1, ap=4),))
    pluton = ship("pluton", 30, 24, heading, side="red")
    after, _ = resolved(state(table(mars, pluton)), (Aim(1, "pluton"),), 3, 6, 4)
    assert [b.sectors for b in after.table.ships[1].batteries if b.lost] == [(lost,)]


def test_each_battery_fires_once_a_turn_answers_included():
    """Whoever has answered has nothing left for her own salvo."""
    at = state(duel(mars=ONE, pluton=BACK))
    after, _ = resolved(at, (Aim(1, "pluton"),), 1, 1, answers=((1, (1,)),))
    assert all(s.batteries[0].fired for s in after.table.ships)
    assert salvos.options(after.table, 0, CHARTS) == []
    reason = salvos.why_not(after.table, 0, Salvo("mars", (Aim(1, "pluton"),)), CHARTS)
    assert reason == "battery 1 of Mars has fired this turn"


def test_who_may_answer():
    """Targets with something that bears on the firer; it need not be all of it."""
    at = duel(others=[ship("argo", 32, 30, side="red", batteries=())])
    shots = (Aim(1, "argo"), Aim(1, "pluton"))
    assert salvos.answerers(at, 0, shots, CHARTS) == (1,)
    assert salvos.answers(at, 1, 0, CHARTS) == [Counter("pluton", (2,))]
    assert salvos.why_not_counter(at, 1, 0, (), CHARTS) is None
    assert salvos.why_not_counter(at, 1, 0, (2,), CHARTS) is None
    assert salvos.why_not_counter(at, 1, 0, (1,), CHARTS) == (
        "battery 1 of Pluton does not bear on Mars, who lies to port of her"
    )
    assert (
        salvos.why_not_counter(at, 1, 0, (2, 2), CHARTS) == "battery 2 of Pluton is named twice: it fires once a turn"
    )


# What may be declared


TURRETS = (
    battery("main", 4, 6, "bow", group="turrets"),
    battery("main", 2, 6, "starboard", group="turrets"),
    battery("medium", 3, 3, "starboard"),
)


def test_the_same_guns_fire_on_one_bearing():
    """Batteries that are one turret are refused on a second one."""
    at = duel(mars={"batteries": TURRETS}, others=[ship("argo", 24, 40, side="red")])
    both = Salvo("mars", (Aim(1, "argo"), Aim(2, "pluton")))
    assert salvos.why_not(at, 0, both, CHARTS) == (
        "batteries 1 and 2 of Mars are the same guns: one of them fires in a turn"
    )
    after, _ = resolved(state(at), (Aim(2, "pluton"),), 1, 1)
    reason = salvos.why_not(after.table, 0, Salvo("mars", (Aim(1, "argo"),)), CHARTS)
    assert reason == "battery 1 of Mars are guns that have fired this turn on another bearing"
    assert [s.shots for s in salvos.options(after.table, 0, CHARTS)] == [(Aim(3, "pluton"),)]


@pytest.mark.parametrize(
    ("shots", "reason"),
    [
        ((), "Mars: name a battery and its target, or end her activation"),
        ((Aim(3, "pluton"),), "Mars has no battery 3: expected 1 to 2"),
        ((Aim(0, "pluton"),), "Mars has no battery 0: expected 1 to 2"),
        ((Aim(1, "pluto"),), "pluto: there is no such ship; did you mean pluton?"),
        ((Aim(1, "argo"),), "Argo is a friend of Mars"),
        ((Aim(1, "prize"),), "Prize has surrendered"),
        ((Aim(1, "wreck"),), "Wreck is out of the battle"),
        ((Aim(2, "pluton"),), "battery 2 of Mars does not bear on Pluton, who lies to starboard of her"),
        ((Aim(1, "pluton"), Aim(1, "pluton")), "battery 1 of Mars is named twice: it fires once a turn"),
    ],
)
def test_refusals(shots: tuple[Aim, ...], reason: str):
    """Friends, prizes, wrecks and whoever is not there cannot be fired at."""
    others = [
        ship("argo", 40, 24),
        ship("prize", 50, 20, side="red", surrendered=True),
        ship("wreck", 50, 30, side="red", gone="sunk"),
    ]
    assert salvos.why_not(duel(others=others), 0, Salvo("mars", shots), CHARTS) == reason


def test_guns_that_are_gone_or_unusable_are_refused():
    """Destroyed, swamped by the sea, or without sight of the target."""
    lost = duel(mars={"batteries": (battery(lost=True),)})
    assert salvos.why_not(lost, 0, Salvo("mars", (Aim(1, "pluton"),)), CHARTS) == "battery 1 of Mars is destroyed"
    rough = duel(mars={"batteries": (battery("light"),), "traits": ("poor_seakeeping",)}, level=5)
    reason = "Mars cannot work her light guns in this sea"
    assert salvos.why_not(rough, 0, Salvo("mars", (Aim(1, "pluton"),)), CHARTS) == reason
    hidden = duel(others=[ship("argo", 27, 24, ship_class=1)])
    assert salvos.why_not(hidden, 0, Salvo("mars", (Aim(1, "pluton"),)), CHARTS) == "Pluton is hidden from Mars"


def test_a_shot_out_of_reach_may_be_declared_and_is_lost():
    """Targets are named before anything is measured; the list leaves such shots out (IR50)."""
    at = duel(50, mars={"batteries": (battery("light"),)})
    shots = (Aim(1, "pluton"),)
    assert salvos.why_not(at, 0, Salvo("mars", shots), CHARTS) is None
    assert salvos.options(at, 0, CHARTS) == []
    after, log = resolved(state(at), shots)
    assert after.table.ships[0].batteries[0].fired
    assert (log[0].hits, log[0].band) == (0, "long")


def test_the_list_holds_full_salvos_shared_ones_and_single_batteries():
    """The likeliest come first."""
    armed = (battery("main", 1, 5, "all"), battery("medium", 3, 3), battery("medium", 3, 3, "port"))
    at = duel(mars={"batteries": armed}, others=[ship("argo", 10, 24, side="red")])
    found = [salvo.shots for salvo in salvos.options(at, 0, CHARTS)]
    p, a = "pluton", "argo"
    assert found[:4] == [
        (Aim(1, p), Aim(2, p)), (Aim(1, p), Aim(2, p), Aim(3, a)),
        (Aim(1, a), Aim(3, a)), (Aim(1, a), Aim(2, p), Aim(3, a)),
    ]  # fmt: skip
    assert set(found[4:]) == {(Aim(1, p),), (Aim(2, p),), (Aim(1, a),), (Aim(3, a),)}


spots = st.integers(5, 60)


@settings(deadline=None)
@given(
    st.lists(st.tuples(spots, spots, st.integers(0, 359), st.sampled_from([1, 2, 3, 4])), min_size=2, max_size=6),
    st.integers(1, 6),
)
def test_every_salvo_and_answer_listed_is_legal(places: list[tuple[int, int, int, int]], level: int):
    """In any position of any ships."""
    armed = (*TURRETS, battery("light", 2, 1, "all"), battery("medium", 2, 2, "port stern"))
    ships = [
        ship(f"s{n}", x, y, heading, ("blue", "red")[n % 2], ship_class=size, batteries=armed)
        for n, (x, y, heading, size) in enumerate(places)
    ]
    at = table(*ships, level=level)
    for salvo in salvos.options(at, 0, CHARTS):
        assert salvos.why_not(at, 0, salvo, CHARTS) is None
        for number in salvos.answerers(at, 0, salvo.shots, CHARTS):
            for counter in salvos.answers(at, number, 0, CHARTS):
                assert salvos.why_not_counter(at, number, 0, counter.guns, CHARTS) is None


# Odds


def test_odds_of_one_gun():
    """4 in 6 to hit, 3 in 6 to pierce, a six in 6 hits for the test."""
    found = odds(gunfire.salvo, (guns(1),), SOUND, CHARTS)
    assert found.chance(lambda harm: harm.quarters > 0) == Fraction(1, 3)
    assert found.chance(lambda harm: harm.blow is not None) == Fraction(4, 36)


def test_odds_of_a_salvo_are_those_of_rolling_it_as_the_game_does():
    """Adding batteries up for odds, and for the log, comes to the same."""

    def as_played(dice: Dice) -> Harm:
        tally = dice.do(gunfire.volley, salvo, CHARTS)
        return dice.do(gunfire.aftermath, tally, SOUND, CHARTS)

    salvo = (guns(3, "main", quarters=2, reroll=True), guns(2, ap=1), guns(2, "light"))
    assert dict(odds(as_played)) == dict(odds(gunfire.salvo, salvo, SOUND, CHARTS))


def test_the_notation_is_that_of_the_chart():
    """Die by die: what is a success by the chart is one by its number, and 6/4+ asks for a second die."""
    rows = {row for row, _ in CHARTS.threshold_success.cells} - {"-"}
    assert rows == {"2+", "3+", "4+", "5+", "6+", "6/4+"}
    for row in rows:
        need, second = gunfire.NEEDS[str(row)]
        said = f"confirm_on_{second}_plus" if second else "success"
        faces = [CHARTS.threshold_success.at(row, face) for face in range(1, 7)]
        assert faces == ["failure"] * (need - 1) + [said] * (7 - need)


def test_four_squares_to_a_point():
    """The unit of every hull is that of the chart."""
    assert [CHARTS.hull_point_squares.at(points) for points in ("1/4", "1/2", "1")] == [1, QUARTERS // 2, QUARTERS]


def test_odds_of_24_guns_stay_small():
    """Exact: the chances add up to one. What no longer matters is dropped on the way, so few results are left apart."""
    salvo = (guns(4, "main", 8, quarters=2), guns(7), guns(4, ap=1), guns(9, "light", reroll=True))
    found = odds(gunfire.salvo, salvo, Sheet(48, 48, ("light", "medium", "main")), CHARTS, memory=Memory())
    assert sum(found.values()) == 1
    assert len(found) < 5000


def test_whether_she_can_fire_is_whether_there_is_a_salvo_to_list():
    """Asked of every ship after every step of a random match, which is where the rules ask it."""
    rules, random, dice, answers = Ironclads(), Random(3), RandomDice("can fire"), set()
    now = rules.setup(rules.scenario("gunnery", {}), dice)
    while rules.result(now) is None:
        seat = random.choice(rules.to_act(now))
        choices = rules.legal(rules.view(now, seat)) if seat != TABLE else None
        action: Any = PROCEED if choices is None else random.choice(choices.of(random.choice(choices.subjects())))
        now = rules.play(now, seat, action, dice).state
        for number in range(len(now.table.ships)):
            can = salvos.can_fire(now.table, number, CHARTS)
            assert can == bool(salvos.options(now.table, number, CHARTS))
            answers.add(can)
    assert answers == {True, False}
