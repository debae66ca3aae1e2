"""What the board draws: which wind counts on every way, where gales are felt, and by which ways one sails, as the rules have it."""

from typing import Any

import pytest

from tests.rulesets.sealords.sea import COLD_WAVES, MISTRAL, convoy, formation, squadron, state
from weathergauge.beside.hints import Hints
from weathergauge.ruleset import Rules
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.sealords import hints
from weathergauge.rulesets.sealords.chartroom import chart_room
from weathergauge.rulesets.sealords.damage import allowance
from weathergauge.rulesets.sealords.phases import Plotting, Sailing
from weathergauge.rulesets.sealords.sea.actions import Catch, Move, Plot
from weathergauge.rulesets.sealords.sea.gales import SQUALL, gale_at
from weathergauge.rulesets.sealords.sea.passage import across, with_wind
from weathergauge.rulesets.sealords.state import Gale

WORLDS = pytest.mark.parametrize("world", [MISTRAL, COLD_WAVES], ids=lambda world: world.title)


@WORLDS
def test_an_arrow_points_where_going_is_with_the_wind_and_coming_is_not(world: Any):
    """On every lane, whatever blows; where both ways are with the wind there is none."""
    for winds in ((), *((wind,) for wind in chart_room(world.title).winds), tuple(chart_room(world.title).winds)):
        drawn = hints.winds(winds, world)
        for lane in world.lanes:
            ways = [goal for goal in (lane.a, lane.b) if with_wind(lane, goal, winds)]
            found = drawn.get(f"{lane.a} {lane.b}")
            assert ([found.towards] if found else [lane.a, lane.b]) == ways
            assert found is None or not found.wind or found.wind in winds
        for link in world.links:
            found = drawn.get(f"{link.zone} {link.other}")
            assert across(link, True, winds) == (0 if found is None else 1 if found.towards == "out" else -1)


def test_a_gale_is_drawn_over_every_place_where_it_is_felt():
    """And over no other; a squall is felt nowhere as a gale."""
    for place in list(MISTRAL.places)[:12]:
        for gale in (Gale("mistral", 10, place), Gale("mistral", 9, place, freak=True), Gale("mistral", SQUALL, place)):
            table = state(gales=(gale,)).table
            (reached,) = hints.gales((gale,), MISTRAL)
            assert set(reached) == {one for one in MISTRAL.places if gale_at(table, one, MISTRAL) is not None}


def test_the_map_says_what_fulfils_an_order():
    """Eight impulses of a cruise; an escort is not counted so."""
    terms = chart_room("mistral").terms
    assert terms["cruise"] == MISTRAL.charts.order_terms.at("cruise").impulses
    assert "escort" not in terms


def seen(*formations: Any, of: str = "b1", seat: str | None = "british", **table: Any) -> Hints:
    rules: Rules = ruleset("mistral")
    made: Any = {"phase": Sailing("british", False), "first": "bourbon"} | table
    return rules.hints(rules.view(state(formations=formations, **made), seat), of)


def way(found: Hints, goal: str) -> list[str]:
    places = [goal]
    while before := found.ways.get(places[0]):
        places.insert(0, before)
    return places


def test_every_place_is_led_to_by_the_shortest_way():
    """As convoys would go; the last step may be an edge of the map, and none goes on through one."""
    found = seen(formation("b1", "space_7"))
    edges = [place.id for place in MISTRAL.places.values() if place.kind == "entry"]
    assert {*found.ways} == {*MISTRAL.places} - {"space_7"}
    for goal in found.ways:
        assert way(found, goal) == ["space_7", *MISTRAL.way("space_7", goal, edges)]
        assert not {*way(found, goal)[1:-1]} & {*edges}


def test_the_order_for_the_next_of_a_way_is_one_that_may_be_given():
    """From harbour, along lanes with the wind, into a sea zone by its box, across it by catching the wind, and out again."""
    zone = next(link for link in MISTRAL.links if MISTRAL.places[link.other].kind == "space")
    steps: list[tuple[str, str, Any]] = [
        (zone.other, zone.zone, Move("b1", f"{zone.zone}/in/{zone.other}")),
        (f"{zone.zone}/in/{zone.other}", "", Catch("b1", zone.zone)),
        (zone.zone, zone.other, Move("b1", f"{zone.zone}/out/{zone.other}")),
        (f"{zone.zone}/out/{zone.other}", zone.other, Catch("b1", zone.other)),
    ]
    for here, first, order in steps:
        onward = seen(formation("b1", here, order="o1")).onward
        assert order in onward.values()
        assert onward[first or next(iter(onward))] == order
    assert {*seen(formation("b1", "gibraltar/harbour", state="fitting_out", order="o1")).onward.values()} == {
        Move("b1", "gibraltar")
    }
    plotting = seen(formation("b1", zone.other, order="o1"), phase=Plotting("british"), first="british")
    assert plotting.onward[zone.zone] == Plot("b1", f"{zone.zone}/in/{zone.other}")


def test_against_the_wind_nothing_is_proposed():
    """Beating up and catching the wind on a lane are the player's to choose."""
    found = seen(formation("b1", "space_7", order="o1"))
    near = [goal for goal in MISTRAL.near("space_7") if MISTRAL.lane("space_7", goal) is not None]
    with_it = {goal for goal in near if with_wind(MISTRAL.lanes_between["space_7", goal], goal, ())}
    assert with_it < {*near}
    assert {*found.onward} & {*near} == with_it


def test_nobody_is_led_but_ones_own():
    """Enemies are not, nor convoys, nor anybody for who only watches."""
    there = (formation("b1"), formation("f1", side="bourbon"), convoy("c1"))
    assert seen(*there).ways
    assert seen(*there, of="f1") == seen(*there, of="c1") == seen(*there, seat=None) == Hints()


def test_a_sheet_says_how_far_she_may_go_with_her_damage():
    """Of one's own, as the charts have it: the lowest of her squadrons, less what damage takes off; of a hidden enemy nothing."""
    hurt = formation("b2", squadrons=[squadron("s1", rating=9, dps=8, ma=4)])
    at = state(formations=(formation("b1"), hurt, formation("f1", side="bourbon")))
    rules: Rules = ruleset("mistral")
    ships = rules.sea(rules.view(at, "british")).ships
    assert {id: seen.may for id, seen in ships.items()} == {
        id: (0, allowance(at.formation_of(id), MISTRAL.charts)) for id in ("b1", "b2")
    }
    assert ships["b2"].may != (0, 4)
