"""The maps of the campaigns: whole, walkable, and drawn so that they can be read."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from math import dist

import pytest

from weathergauge.rulesets.sealords.world import World, titles, world

WORLDS = [pytest.param(world(title), id=title) for title in titles()]
PRINTED = {"S. di Messina": "strait_of_messina"}
"""A name of the convoy chart that the map spells out."""


def test_counts_of_places_lanes_and_links() -> None:
    """As many as the reading of the documents has."""
    counts = {title: (len(world(title).places), len(world(title).lanes), len(world(title).links)) for title in titles()}
    assert counts == {"mistral": (86, 103, 40), "cold_waves": (121, 143, 55)}


@pytest.mark.parametrize("of", WORLDS)
def test_every_place_can_be_reached_from_every_other(of: World) -> None:
    """The Adriatic of Mistral too, through the Ionian Sea."""
    assert set(of.distances(next(iter(of.places)))) == set(of.places)


@pytest.mark.parametrize("of", WORLDS)
def test_lanes_join_places_and_links_join_sea_zones(of: World) -> None:
    """No way leads nowhere, and winds point along it."""
    for lane in of.lanes:
        assert lane.a != lane.b
        assert {lane.a, lane.b} <= set(of.places)
        assert "sea_zone" not in (of.places[lane.a].kind, of.places[lane.b].kind)
        assert all(towards in (lane.a, lane.b) for _, towards in lane.seasonal)
    for link in of.links:
        assert of.places[link.zone].kind == "sea_zone"
        assert link.other in of.places
        assert 0 <= link.into <= 9
        assert 0 <= link.out <= 9
    winds = {str(key[0]) for key in of.charts.wind.cells}
    marked = {wind for lane in of.lanes for wind, _ in lane.seasonal} | {
        wind for link in of.links for wind, _ in link.seasonal
    }
    assert marked <= winds


@pytest.mark.parametrize("of", WORLDS)
def test_every_pair_is_joined_once(of: World) -> None:
    """Not twice by two lines of the chart."""
    pairs = [frozenset((lane.a, lane.b)) for lane in of.lanes] + [frozenset((one.zone, one.other)) for one in of.links]
    assert len(pairs) == len(set(pairs))


def test_attested_links_are_told_from_those_filled_in() -> None:
    """Mistral names its evidence; Cold Waves has the order of its coast chart and nothing else."""
    mistral, cold_waves = world("mistral"), world("cold_waves")
    attested = [*[lane for lane in mistral.lanes if lane.evidence], *[link for link in mistral.links if link.evidence]]
    assert len(attested) == 68
    assert {lane.evidence for lane in cold_waves.lanes} == {"", "coast chart"}
    assert {link.evidence for link in cold_waves.links} == {""}
    assert mistral.places["space_12"].attested
    assert not mistral.places["space_7"].attested


def test_routes_are_those_of_the_convoy_chart() -> None:
    """Name for name, and every step of them can be sailed."""
    of = world("mistral")
    assert of.charts.convoy_routes is not None
    names = {place.name.partition(" (")[0]: id for id, place in of.places.items()} | PRINTED
    names |= {
        place.name.split(" ", 2)[0] + " " + place.name.split(" ", 2)[1]: id
        for id, place in of.places.items()
        if "#" in place.name
    }
    printed = {
        key[0]: tuple([names[name] for name in route.spaces]) for key, route in of.charts.convoy_routes.cells.items()
    }
    assert printed == of.values.routes
    for places in of.values.routes.values():
        assert all(of.lane(one, other) or of.link(one, other) for one, other in pairwise(places))


@pytest.mark.parametrize("of", WORLDS)
def test_places_lie_apart_and_on_the_sheet(of: World) -> None:
    """Labels need room: no two places nearer than 14 units."""
    sheet = json.loads((of.folder / "map" / "coasts.json").read_text(encoding="utf-8"))
    for place in of.places.values():
        assert 10 <= place.x <= sheet["width"] - 10, place.id
        assert 10 <= place.y <= sheet["height"] - 10, place.id
    for one, other in combinations(of.places.values(), 2):
        assert dist((one.x, one.y), (other.x, other.y)) >= 14, (one.id, other.id)


@pytest.mark.parametrize("of", WORLDS)
def test_open_waters_are_drawn_at_sea(of: World) -> None:
    """Spaces, straits and sea zones lie outside every coast; a port lies near one."""
    sheet = json.loads((of.folder / "map" / "coasts.json").read_text(encoding="utf-8"))
    lands = [land["points"] for land in sheet["lands"]]
    assert 150 <= sum([len(points) for points in lands]) <= 600
    for place in of.places.values():
        ashore = any(_inside((place.x, place.y), points) for points in lands)
        near = min([dist((place.x, place.y), point) for points in lands for point in points])
        if place.kind in ("space", "sea_zone"):
            assert not ashore, place.id
        if place.port:
            assert near < 45, (place.id, near)


@pytest.mark.parametrize("of", WORLDS)
def test_gales_walk_the_map(of: World) -> None:
    """Every wind has a track whose places exist and whose steps can all be come to."""
    assert set(of.values.tracks) == {str(key[0]) for key in of.charts.wind.cells}
    for wind, track in of.values.tracks.items():
        assert {*track.starts, *track.halts, *track.lasts} <= set(of.places), wind
        reached = set(track.starts)
        for _ in track.steps:
            reached |= {goal for start, goal in track.steps if start in reached}
        for start, goal in track.steps:
            assert start in reached, (wind, start)
            # A gale may jump Sardinia, which no ship can.
            assert goal == "" or goal in of.near(start) or (wind, start) == ("libeccio", "space_10"), (
                wind,
                start,
                goal,
            )
        assert {*track.halts, *track.lasts} <= reached, wind


@pytest.mark.parametrize("wind", ["marin", "libeccio", "tramontana"])
def test_gales_take_every_lane_that_their_own_wind_helps_along(wind: str):
    """SL79. Wherever the track comes to. From Space #10 the chart has the Libeccio's own ways, and it never goes north to it."""
    of = world("mistral")
    track = of.values.tracks[wind]
    reached = {*track.starts, *[goal for _, goal in track.steps if goal]} - {"space_10" if wind == "libeccio" else ""}
    for lane in of.lanes:
        for helped in [goal for marked, goal in lane.seasonal if marked == wind]:
            start = lane.a if helped == lane.b else lane.b
            if (wind, start, helped) != ("libeccio", "space_9", "space_10"):
                assert start not in reached or (start, helped) in track.steps


def test_gales_of_mistral_start_where_the_chart_says() -> None:
    """And go where it says, or stay."""
    of = world("mistral")
    assert set(of.values.tracks["levanter"].starts) == {"strait_of_gibraltar", "space_2"}
    avoided = {goal for _, goal in of.values.tracks["levanter"].steps}
    assert not avoided & {"gibraltar", "cartagena"}
    assert of.values.tracks["gregales"].steps == ()
    assert of.values.tracks["gregales"].lasts == ("ionian_sea",)
    crossing = {goal for start, goal in of.values.tracks["libeccio"].steps if start == "space_10"}
    assert crossing == {"", "space_17", "space_15"}
    ionian = {start for start, goal in of.values.tracks["bora"].steps if goal == "ionian_sea"}
    assert ionian == {"coastal_f"}


@pytest.mark.parametrize("of", WORLDS)
def test_order_chits_ask_for_what_is_there(of: World) -> None:
    """Places that exist, cruises of three places that lie together, convoys with a way to go (SL81)."""
    for chit in of.values.order_pool:
        contingent = of.contingents[chit["command"]]
        assert contingent.side == chit["side"]
        target = chit["target"]
        match chit["type"]:
            case "cruise":
                assert len(target) == 3
                assert target[1] in of.near(target[0])
                assert target[2] in of.near(target[1]) or target[2] in of.near(target[0])
            case "seek_battle":
                assert of.contingents[target[0]].side != chit["side"]
            case "escort" | "transport" | "victual":
                assert len(target) == 2
                assert of.way(*target)
                assert "route" not in chit or any(name.startswith(chit["route"]) for name in of.values.routes)
            case "blockade" | "show_of_force" | "transit":
                assert all(of.places[place].port for place in target)
            case _:
                assert set(target) <= set(of.places)


@pytest.mark.parametrize("of", WORLDS)
def test_the_events_name_what_is_there(of: World) -> None:
    """Ports, contingents, orders and earlier events that exist; a die that can fall (SL80)."""
    ids = [node.id for node in of.events]
    assert len(ids) == len(set(ids))
    assert {"france_declares_war", "peace"} <= set(ids)
    for node in of.events:
        assert set(node.after) <= set(ids)
        assert node.die is None or 0 <= node.die <= 9
        for effect in node.effects:
            assert all(of.places[port].port for port in effect.get("ports", ()))
            for order in effect.get("orders", ()):
                assert of.contingents[order["command"]].side == effect["side"]
                assert set(order["target"]) <= set(of.places)
                if order["type"] == "transport":
                    assert of.way(*order["target"])


def _inside(point: tuple[int, int], ring: list[list[int]]) -> bool:
    """Whether a point lies inside a ring, by the edges that a line to the right crosses."""
    x, y = point
    found = False
    for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found
