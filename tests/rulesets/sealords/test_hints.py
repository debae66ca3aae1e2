"""What the board draws: which wind counts on every way, and where gales are felt, as the rules have it."""

from typing import Any

import pytest

from tests.rulesets.sealords.sea import COLD_WAVES, MISTRAL, state
from weathergauge.rulesets.sealords import hints
from weathergauge.rulesets.sealords.chartroom import chart_room
from weathergauge.rulesets.sealords.sea.gales import SQUALL, gale_at
from weathergauge.rulesets.sealords.sea.passage import across, with_wind
from weathergauge.rulesets.sealords.state import Gale

WORLDS = pytest.mark.parametrize("world", [MISTRAL, COLD_WAVES], ids=lambda world: world.title)


@WORLDS
def test_an_arrow_points_where_going_is_with_the_wind_and_coming_is_not(world: Any):
    """On every lane, whatever blows; where both ways are with the wind there is none."""
    for winds in ((), *((wind,) for wind in chart_room(world.title).winds), tuple(chart_room(world.title).winds)):
        drawn = hints.sea((), winds, world).winds
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
            (reached,) = hints.sea((gale,), (), MISTRAL).gales
            assert set(reached) == {one for one in MISTRAL.places if gale_at(table, one, MISTRAL) is not None}


def test_the_map_says_what_fulfils_an_order():
    """Eight impulses of a cruise; an escort is not counted so."""
    terms = chart_room("mistral").terms
    assert terms["cruise"] == MISTRAL.charts.order_terms.at("cruise").impulses
    assert "escort" not in terms
