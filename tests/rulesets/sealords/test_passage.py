"""Where formations can go, what it takes, and what meets them there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    convoy,
    dummy,
    formation,
    leader,
    order,
    squadron,
    state,
)
from tests.rulesets.sealords.test_weather import events
from weathergauge.odds import odds
from weathergauge.rulesets.sealords import ports
from weathergauge.rulesets.sealords.forces import Cargo, Formation, Station
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.phases import Sailing
from weathergauge.rulesets.sealords.sea import convoys, passage
from weathergauge.rulesets.sealords.sea.actions import (
    Barred,
    ConvoyStopped,
    EnteredPort,
    LeftBehind,
    Spotted,
)
from weathergauge.rulesets.sealords.sea.passage import Try, Way
from weathergauge.rulesets.sealords.state import Date, Gale, Port, State, replace
from weathergauge.rulesets.sealords.yards.attrition import aimed, worn
from weathergauge.throwing import ScriptedDice


def way(to: str, one: Formation | None = None, winds: Any = (), **changed: Any) -> Way | None:
    """How a formation can get somewhere, if at all."""
    before = state(formations=[one or formation()], winds=winds, **changed)
    return next((way for way in passage.ways(before.table, before.formations[0], MISTRAL) if way.to == to), None)


def played(rule: Any, before: State, *args: Any, faces: Any = ()) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = rule(before, *args, MISTRAL, dice)
    dice.finish()
    return after, dice.told


def there(after: State, id: str = "b1") -> Formation:
    found = after.formation(id)
    assert found is not None
    return found


# MPs


@pytest.mark.parametrize(
    ("ma", "mpis"),
    [(1, [2]), (2, [2, 3]), (3, [2, 3, 4]), (4, [1, 2, 3, 4]), (5, [0, 1, 2, 3, 4]), (6, [0, 1, 2, 3, 4])],
)
def test_the_allowance_says_in_which_increments_a_formation_acts(ma: int, mpis: list[int]):
    """By the printed table."""
    one = formation(squadrons=[squadron(ma=ma)])
    assert [mpi for mpi in range(5) if passage.acts(one, mpi, MISTRAL.charts)] == mpis


def test_dummies_have_an_allowance_of_four_and_convoys_of_three():
    """So only the first acts in increment 1."""
    assert passage.acts(dummy(), 1, MISTRAL.charts)
    assert not passage.acts(convoy(), 1, MISTRAL.charts)


def test_damage_and_disorder_slow_a_formation():
    """More than two thirds of its rating cost an MA: it misses the first increment."""
    assert passage.acts(formation(squadrons=[squadron(dps=6)]), 1, MISTRAL.charts)
    assert not passage.acts(formation(squadrons=[squadron(dps=7)]), 1, MISTRAL.charts)
    assert passage.acts(formation(), 1, MISTRAL.charts)
    assert not passage.acts(formation(disorganised=True), 1, MISTRAL.charts)


# Lanes


def test_the_prevailing_wind_decides_where_no_other_blows():
    """From #7 to Port Mahon with it, back against it; to Palma there is none."""
    assert way("port_mahon", formation(place="space_7")) == Way("port_mahon", "run")
    assert way("space_7", formation(place="port_mahon")) == Way("space_7", "against", 4)
    assert way("palma", formation(place="space_7")) == Way("palma", "run")


def test_a_seasonal_wind_that_blows_overrides_the_prevailing_one():
    """From The Gut to the Strait the levanter stands against whoever had the wind."""
    gut = formation(place="the_gut")
    assert way("strait_of_gibraltar", gut) == Way("strait_of_gibraltar", "run")
    assert way("strait_of_gibraltar", gut, ("levanter",)) == Way("strait_of_gibraltar", "against", 4, -1)
    assert way("atlantic_edge", gut, ("levanter",)) == Way("atlantic_edge", "run", 0, 1)


def test_contrary_seasonal_winds_cancel():
    """Libeccio and mistral on the lane from #11 to #10: as if no arrow stood there."""
    assert way("space_10", formation(place="space_11"), ("mistral",)) == Way("space_10", "run", 0, 1)
    assert way("space_10", formation(place="space_11"), ("libeccio",)) == Way("space_10", "against", 4, -1)
    assert way("space_10", formation(place="space_11"), ("mistral", "libeccio")) == Way("space_10", "run", 0, 0)


def test_galleys_have_no_wind_and_no_open_sea():
    """With a sailing ship beside them they have the wind and still no open sea."""
    galleys = formation(place="port_mahon", squadrons=[squadron("g", "galley")])
    assert way("space_7", galleys) == Way("space_7", "run")
    assert way("balearic_sea/in/port_mahon", galleys) is None
    mixed = formation(place="port_mahon", squadrons=[squadron("g", "galley"), squadron("s")])
    assert way("space_7", mixed) == Way("space_7", "against", 4)
    assert way("balearic_sea/in/port_mahon", mixed) is None


def test_galleys_alone_do_not_enter_a_gale():
    """Sailing ships may."""
    storm = (Gale("mistral", 8, "palma"),)
    assert way("palma", formation(squadrons=[squadron("g", "galley")]), gales=storm) is None
    assert way("palma", formation(), gales=storm) == Way("palma", "run")


# Sea zones


def test_a_sea_zone_is_entered_and_left_by_its_boxes():
    """Into the box with an MP, across it on its number; out by the box of where one goes."""
    assert way("balearic_sea/in/space_7") == Way("balearic_sea/in/space_7", "run")
    inside = formation(place="balearic_sea/in/space_7")
    assert way("balearic_sea", inside) == Way("balearic_sea", "cross", 6)
    assert way("space_7", inside) == Way("space_7", "run")
    assert way("balearic_sea/out/space_8", formation(place="balearic_sea")) == Way("balearic_sea/out/space_8", "run")
    out = formation(place="balearic_sea/out/space_8")
    assert way("space_8", out) == Way("space_8", "cross", 6)
    assert way("balearic_sea", out) == Way("balearic_sea", "run")


def test_seasonal_winds_help_one_crossing_and_hinder_the_other():
    """In and out of a zone, by one each."""
    assert way("balearic_sea", formation(place="balearic_sea/in/space_7"), ("mistral",)) == Way(
        "balearic_sea", "cross", 6, 1
    )
    assert way("space_7", formation(place="balearic_sea/out/space_7"), ("mistral",)) == Way("space_7", "cross", 4, -1)


def test_from_zone_to_zone_goes_straight_by_one_box():
    """The link names the Barbary Coast first: its numbers are 4 in and 6 out of it."""
    assert way("balearic_sea/out/barbary_coast", formation(place="balearic_sea")) is not None
    assert way("barbary_coast", formation(place="balearic_sea/out/barbary_coast")) == Way("barbary_coast", "cross", 4)
    out = formation(place="barbary_coast/out/balearic_sea")
    assert way("balearic_sea", out, ("vendavales",)) == Way("balearic_sea", "cross", 6, 1)


# Catching the wind


@pytest.mark.parametrize(("lr", "chance"), [(2, 5), (3, 6), (4, 6), (5, 7)])
def test_chance_of_catching_the_wind_on_a_lane(lr: int, chance: int):
    """Four or less: 50, 60 and 70 percent by leadership, for the higher line takes the place of the lower."""
    add = tuple(passage.wind_modifiers(lr, 0, MISTRAL.charts))
    law = odds(passage.caught, Try(4, add), MISTRAL.charts)
    assert law.chance(lambda caught: caught) == Fraction(chance, 10)


def test_a_seasonal_wind_is_worth_twenty_percent():
    """Seven in ten with it, three against it."""
    for wind, chance in ((1, 7), (-1, 3)):
        add = tuple(passage.wind_modifiers(0, wind, MISTRAL.charts))
        assert odds(passage.caught, Try(4, add), MISTRAL.charts).chance(bool) == Fraction(chance, 10)


def test_a_gale_where_it_is_changes_the_die():
    """Force 11 two spaces away: +0; on its marker +2. Every reason names its cell."""
    one = formation(place="port_mahon", leader=leader(lr=5))
    for place, drm in (("port_mahon", 2), ("space_7", 1)):
        before = state(formations=[one], gales=(Gale("mistral", 11, place),), winds=("mistral",))
        made = passage.attempt(before.table, one, Way("space_7", "against", 4, -1), MISTRAL)
        assert [(part.cell.chart, part.value) for part in made.add if part.cell] == [
            ("catch_the_wind_drm", -2),
            ("catch_the_wind_drm", 2),
            ("gale_effects", drm),
        ]


# Orders


def test_without_orders_a_formation_may_only_go_home():
    """From #11 towards Port Mahon, not through the Bouches; with orders anywhere. The nearest port of its side is home too."""
    lost = formation(place="space_11")
    table = state(formations=[lost]).table
    assert passage.homeward(table, lost, "golfe_du_lion/in/space_11", MISTRAL)
    near = formation(place="genoa_coast")
    assert passage.homeward(table, near, "villefranche_coast", MISTRAL)
    assert not passage.homeward(table, near, "coastal_b", MISTRAL)
    assert not passage.homeward(table, lost, "bouches_de_bonifacio", MISTRAL)
    assert passage.homeward(table, replace(lost, order="o1"), "bouches_de_bonifacio", MISTRAL)


def test_the_way_home_leads_through_boxes():
    """Every step of it brings a formation nearer: into the box, across, out by the next."""
    steps = ["golfe_du_lion/in/space_11", "golfe_du_lion", "golfe_du_lion/out/space_7", "space_7", "port_mahon"]
    place = "space_11"
    for to in steps:
        one = formation(place=place)
        assert passage.homeward(state(formations=[one]).table, one, to, MISTRAL), to
        place = to


def test_without_orders_a_formation_leaves_a_port_without_a_yard_for_one_that_has():
    """Villefranche wears more than it mends: she may come out, and is then bound for a key port (SL14)."""
    lying = formation("b1", "villefranche", state="fitting_out")
    assert passage.open_ways(state(formations=[lying]).table, lying, MISTRAL)
    out = formation("b1", "space_12")
    assert passage.homeward(state(formations=[out]).table, out, "golfe_du_lion/in/space_12", MISTRAL)


def test_without_orders_nobody_leaves_home():
    """From a foreign harbour one may go home."""
    at_home = formation(place="port_mahon/harbour", state="fitting_out")
    abroad = formation(place="genoa/harbour", state="fitting_out")
    table = state(formations=[at_home]).table
    assert not passage.homeward(table, at_home, "port_mahon", MISTRAL)
    assert passage.homeward(table, abroad, "genoa", MISTRAL)


# Ports


@pytest.mark.parametrize(
    ("port", "british", "bourbon"),
    [
        ("port_mahon", "friendly", "enemy"),
        ("toulon", "enemy", "friendly"),
        ("villefranche", "friendly", "enemy"),
        ("genoa", "neutral", "neutral"),
        ("algiers", "closed", "closed"),
        ("space_7", None, None),
    ],
)
def test_what_a_port_is_to_each_side(port: str, british: Any, bourbon: Any):
    """Own, allied, neutral, enemy or closed."""
    table = state().table
    assert ports.standing(table, port, "british", MISTRAL) == british
    assert ports.standing(table, port, "bourbon", MISTRAL) == bourbon


def test_a_port_that_has_changed_hands_is_nobodys_ally():
    """It is as its owner is now, and may be closed to one side."""
    table = state().table.with_port(Port("villefranche", "french"))
    assert ports.standing(table, "villefranche", "british", MISTRAL) == "enemy"
    table = table.with_port(Port("naples", "neapolitan", closed="bourbon"))
    assert ports.standing(table, "naples", "bourbon", MISTRAL) == "closed"
    assert ports.standing(table, "naples", "british", MISTRAL) == "neutral"


@pytest.mark.parametrize(
    ("port", "place", "how"),
    [
        ("port_mahon", "port_mahon/harbour", "in_ordinary"),
        ("villefranche", "villefranche", "fitting_out"),
        ("genoa", "genoa/harbour", "fitting_out"),
        ("ajaccio", "ajaccio", "fitting_out"),
    ],
)
def test_going_into_port(port: str, place: str, how: str):
    """A key port takes ships in ordinary, a minor one fitting out in its own space, a neutral fitting out."""
    after, log = played(passage.entered_port, state(formations=[formation(place=port)]), "b1")
    assert (there(after).place, there(after).state) == (place, how)
    assert events(log, EnteredPort)


def test_enemy_and_pirate_ports_take_nobody():
    """There is no way into their harbours."""
    for port in ("toulon", "algiers"):
        assert way(f"{port}/harbour", formation(place=port)) is None


def test_nobody_goes_into_a_blockaded_harbour():
    """He is barred, in full sight, and stays where he is."""
    watch = formation("b1", "toulon", order="o1")
    orders = (order("o1", "blockade", target=("toulon",), holder="b1", state="in_execution"),)
    before = state(formations=[watch, formation("f1", "toulon", "bourbon")], british={"orders": orders})
    after, log = played(passage.entered_port, before, "f1")
    assert there(after, "f1").place == "toulon"
    assert there(after, "f1").afloat
    assert there(after, "f1").known == "spotted"
    assert events(log, Barred)


# What meets a formation


def test_a_strait_wears_ships_and_shows_them():
    """Each squadron but galleys is marked; the formation is spotted, a dummy found out."""
    one = formation(place="the_gut", squadrons=[squadron("s"), squadron("g", "galley")])
    after, log = played(passage.went, state(formations=[one]), "b1", "strait_of_gibraltar", "with_wind")
    assert [each.strait for each in there(after).squadrons] == [True, False]
    assert there(after).known == "spotted"
    assert events(log, Spotted)[0].by == "strait"
    after, _ = played(
        passage.went, state(formations=[dummy(place="the_gut")]), "d1", "strait_of_gibraltar", "with_wind"
    )
    assert after.formation("d1") is None


def test_straits_wear_a_squadron_once_in_a_turn():
    """SL96: into the Strait of Gibraltar, out to Space #2 and in again: one mark, and one point at the end of the turn."""
    after = state(formations=[formation(place="the_gut")])
    for place in ("strait_of_gibraltar", "space_2", "strait_of_gibraltar"):
        after, _ = played(passage.went, after, "b1", place, "with_wind")
    wear = aimed(there(after).squadrons[0], there(after), after, MISTRAL)
    assert wear.entered
    assert worn(wear, MISTRAL.charts, ScriptedDice([])) - worn(
        replace(wear, entered=False), MISTRAL.charts, ScriptedDice([])
    ) == MISTRAL.charts.attrition.of(int, "entered_strait_space_except_galleys")


def test_a_formation_that_enters_an_interdicted_space_is_searched_for():
    """By the auxiliary there, and by a formation under such an order; the first that finds it ends it."""
    mark = Station("x1", "bourbon", "french", "fleet", "interdict", "space_12")
    watch = formation("f1", "space_12", "bourbon", order="o1")
    orders = (order("o1", "interdict", target=("space_12",), holder="f1", command="french"),)
    before = state(formations=[formation(place="space_11"), watch], stations=(mark,), bourbon={"orders": orders})
    after, _ = played(passage.went, before, "b1", "space_12", "with_wind", faces=[6, 5])
    assert there(after).known == "spotted"
    after, _ = played(passage.went, before, "b1", "space_12", "with_wind", faces=[6, 6])
    assert there(after).known == "hidden"


def test_a_shadow_follows_unless_it_cannot():
    """Along a lane it goes with its target; into a sea zone a galley does not, and in port it loses it."""
    for cls, to, kept in (
        ("fleet", "palma", True),
        ("fleet", "balearic_sea/in/space_7", True),
        ("galley", "balearic_sea/in/space_7", False),
    ):
        mark = Station("x1", "bourbon", "french", cls, "shadow", "space_7", "b1")  # type: ignore[arg-type]
        shadow = auxiliary(
            "x1", cls, "bourbon", box="tasked", base="toulon", task="shadow", place="space_7", target="b1"
        )
        before = state(
            formations=[formation(known="spotted", shadows=("x1",))],
            stations=(mark,),
            bourbon={"auxiliaries": (shadow,)},
        )
        after, _ = played(passage.went, before, "b1", to, "with_wind")
        assert bool(there(after).shadows) is kept
        assert [one.place for one in after.table.stations] == ([to.partition("/")[0]] if kept else [])


# Convoys


def sailing(before: State, mpi: int = 2) -> tuple[State, list[Any]]:
    before = replace(before, table=replace(before.table, date=Date(1744, 3, 1, mpi)))
    dice = ScriptedDice([])
    return convoys.sail(before, Sailing("british"), MISTRAL, dice), dice.told


def test_a_convoy_goes_a_place_for_each_mp_whatever_the_wind():
    """Straight into a sea zone; in the first increment it has no MP."""
    one = convoy("c1", "port_mahon", route=("balearic_sea", "space_8"))
    before = state(formations=[one])
    assert there(sailing(before, 1)[0], "c1").place == "port_mahon"
    after, _ = sailing(before)
    moved = there(after, "c1")
    assert (moved.place, moved.approach, moved.acted) == ("balearic_sea", "with_wind", True)
    assert moved.cargo is not None
    assert moved.cargo.route == ("space_8",)


def test_its_escort_keeps_company():
    """Whoever has the order for it and lies with it goes along; others stay."""
    escort = formation("b1", "port_mahon", order="o1")
    other = formation("b2", "port_mahon", order="o9")
    orders = (order("o1", "escort", convoy="c1", holder="b1", target=("port_mahon", "space_8")),)
    before = state(
        formations=[convoy("c1", "port_mahon", route=("balearic_sea",)), escort, other], british={"orders": orders}
    )
    after, _ = sailing(before)
    assert [one.place for one in after.formations] == ["balearic_sea", "balearic_sea", "port_mahon"]
    assert there(after, "b1").acted


def test_it_waits_for_an_escort_that_cannot_keep_up():
    """In the increments in which the escort does not act."""
    slow = formation("b1", "port_mahon", order="o1", squadrons=[squadron(ma=2)])
    orders = (order("o1", "escort", convoy="c1", holder="b1", target=("port_mahon", "space_8")),)
    before = state(formations=[convoy("c1", "port_mahon", route=("balearic_sea",)), slow], british={"orders": orders})
    assert there(sailing(before, 4)[0], "c1").place == "port_mahon"
    assert there(sailing(before, 3)[0], "c1").place == "balearic_sea"


def galleys(id: str = "b1", place: str = "port_mahon", order: str = "o1") -> Formation:
    return formation(id, place, order=order, squadrons=[squadron(f"{id}_1", "galley")])


def escorted(*escort: Formation, to: str = "balearic_sea", **changed: Any) -> State:
    orders = (order("o1", "escort", convoy="c1", holder="b1", state="in_execution", target=("port_mahon", "space_8")),)
    one = convoy("c1", "port_mahon", route=(to,))
    return state(formations=[one, *escort], british={"orders": orders}, **changed)


def test_galleys_are_left_behind_when_a_convoy_goes_out_to_sea():
    """Their own side hears it. As long as others go along the order is carried on."""
    after, log = sailing(escorted(galleys(), formation("b2", "port_mahon", order="o1")))
    assert [one.place for one in after.formations] == ["balearic_sea", "port_mahon", "balearic_sea"]
    assert [(one.formation, one.convoy, one.to) for one in events(log, LeftBehind)] == [("b1", "c1", "balearic_sea")]
    assert [one.to for one in log if isinstance(one.event, LeftBehind)] == [("british",)]
    assert not events(log, OrderEnded)


def test_an_order_has_failed_when_none_of_its_escort_can_follow():
    """The convoy goes on alone: it does not fulfil an order that nobody carries out."""
    after, log = sailing(escorted(galleys()))
    assert there(after, "c1").place == "balearic_sea"
    assert [(one.outcome, one.reason) for one in events(log, OrderEnded)] == [
        ("failed", "its escort cannot follow it to the open sea")
    ]
    assert there(after).order == ""


def test_a_convoy_waits_for_galleys_that_do_not_enter_a_gale():
    """But not where ships go along."""
    gale = (Gale("mistral", 8, "space_7"),)
    assert there(sailing(escorted(galleys(), to="space_7", gales=gale))[0], "c1").place == "port_mahon"
    with_ships = escorted(galleys(), formation("b2", "port_mahon", order="o1"), to="space_7", gales=gale)
    assert [one.place for one in sailing(with_ships)[0].formations] == ["space_7", "port_mahon", "space_7"]


def test_galleys_that_cannot_follow_are_plotted_for():
    """They are not bound to the convoy."""
    own = escorted(galleys()).secret("british")
    assert not convoys.bound(own, own.formation_of("b1"), 2, MISTRAL)


def test_an_interdictor_stops_it():
    """And it may go on in a later increment."""
    mark = Station("x1", "bourbon", "french", "fleet", "interdict", "space_7")
    before = state(
        formations=[convoy("c1", "palma", known="spotted", route=("space_7", "port_mahon"))], stations=(mark,)
    )
    after, log = sailing(before)
    assert there(after, "c1").place == "space_7"
    assert events(log, ConvoyStopped)
    again = after.with_formation(replace(there(after, "c1"), acted=False))
    assert there(sailing(again, 3)[0], "c1").place == "space_7"


def test_an_auxiliary_that_blockades_a_minor_port_keeps_it_out():
    """Without it the convoy comes in."""
    mark = Station("x1", "bourbon", "french", "light", "blockade", "villefranche")
    one = convoy("c1", "villefranche_coast", route=("villefranche",))
    assert there(sailing(state(formations=[one]))[0], "c1").place == "villefranche"
    assert there(sailing(state(formations=[one], stations=(mark,)))[0], "c1").place == "villefranche_coast"


def test_one_that_waits_does_not_sail():
    """Until it is told to."""
    cargo = Cargo("trade", 24, 24, ("space_7",), "palma", waits=True)
    assert there(sailing(state(formations=[convoy("c1", "port_mahon", cargo=cargo)]))[0], "c1").place == "port_mahon"


def test_the_lanes_of_the_other_title_obey_the_same_rules():
    """From the Lizard to Scilly against the prevailing wind and the westerly; the easterly helps."""
    one = formation(place="lizard")
    ways = {(): ("against", 0), ("westerly",): ("against", -1), ("easterly",): ("run", 1)}
    for winds, kind in ways.items():
        before = state("cold_waves", [one], winds=winds)
        found = next(way for way in passage.ways(before.table, one, COLD_WAVES) if way.to == "scilly")
        assert (found.kind, found.wind) == kind
