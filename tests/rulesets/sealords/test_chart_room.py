"""The chart that boards draw: complete, on its sheet, and told apart where it was filled in."""

import pytest

from weathergauge import codec
from weathergauge.rulesets.sealords.chartroom import chart_room
from weathergauge.rulesets.sealords.world import titles


@pytest.mark.parametrize("title", titles())
def test_every_place_lies_on_the_sheet_and_apart_from_the_others(title):
    """A board can draw each place, and a finger can tell two of them apart."""
    room = chart_room(title)
    at = {place.id: (place.x, place.y) for place in room.places}
    assert all(0 < x < room.sheet.width and 0 < y < room.sheet.height for x, y in at.values())
    close = [
        (one, other)
        for one, (x, y) in at.items()
        for other, (u, v) in at.items()
        if one < other and (x - u) ** 2 + (y - v) ** 2 < 12**2
    ]
    assert not close


@pytest.mark.parametrize("title", titles())
def test_ways_join_places_of_the_chart(title):
    """Lanes, links and the winds on them name places and winds that are there."""
    room = chart_room(title)
    known = {place.id for place in room.places}
    assert {end for lane in room.lanes for end in (lane.a, lane.b)} <= known
    assert {end for link in room.links for end in (link.zone, link.other)} <= known
    marked = {wind for lane in room.lanes for wind, _ in lane.seasonal}
    marked |= {wind for link in room.links for wind, _ in link.seasonal}
    assert marked <= set(room.winds)


@pytest.mark.parametrize("title", titles())
def test_the_year_has_its_parts(title):
    """Sixteen turns in four seasons, four of them quarterly; a gale of force 11 reaches three spaces."""
    room = chart_room(title)
    assert len(room.seasons) == 16
    assert {room.seasons.count(season) for season in set(room.seasons)} == {4}
    assert len(room.quarterly) == 4
    assert (room.impulses, room.increments, room.radius["11"]) == (4, 4, 3)
    assert all(room.winds.values())


@pytest.mark.parametrize("title", titles())
def test_the_chart_travels_as_json(title):
    """A page asks for it once, so it must not be large."""
    assert len(codec.encode(chart_room(title))) < 80_000
