"""What the board draws about the sea: what a gale reaches, which wind counts on every way, and by which ways one sails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.beside.hints import Hints, Sea, Sight, Wind
from weathergauge.frame import table
from weathergauge.frame.chapter import Choices
from weathergauge.frame.memory import kept
from weathergauge.rulesets.sealords.cards import card
from weathergauge.rulesets.sealords.damage import allowance
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.sea.actions import Catch, Move, Plot
from weathergauge.rulesets.sealords.sea.gales import stormy
from weathergauge.rulesets.sealords.sea.passage import across, with_wind
from weathergauge.rulesets.sealords.state import Gale, View
from weathergauge.rulesets.sealords.world import Lane, Link, World, boxed, in_box, out_box


def sea(view: View, world: World) -> Sea:
    """Say where each gale is felt and what the winds that blow favour, and how far each formation that is seen may go."""
    own = view.own
    shown = [counter.shown for counter in view.table.counters if counter.shown is not None]
    seen = shown if own is None else [*shown, *own.formations]
    ships = {formation.id: Sight(may=(0, allowance(formation, world.charts))) for formation in seen}
    return Sea(gales=gales(view.table.gales, world), winds=winds(view.table.winds, world), ships=ships)


@kept(lambda blowing, world: (blowing, world), size=64)
def gales(blowing: tuple[Gale, ...], world: World) -> tuple[tuple[str, ...], ...]:
    """List the places where each gale is felt."""
    return tuple(tuple(sorted(stormy((gale,), world))) for gale in blowing)


@kept(lambda blowing, world: (blowing, world), size=64)
def winds(blowing: tuple[str, ...], world: World) -> dict[str, Wind]:
    """Say what the winds that blow favour on every way: a place on a lane, `in` or `out` of a zone."""
    ways = [(f"{lane.a} {lane.b}", _along(lane, blowing)) for lane in world.lanes]
    ways += [(f"{link.zone} {link.other}", _through(link, blowing)) for link in world.links]
    return {way: wind for way, wind in ways if wind is not None}


def _along(lane: Lane, winds: tuple[str, ...]) -> Wind | None:
    favoured = [goal for goal in (lane.a, lane.b) if with_wind(lane, goal, winds)]
    return Wind(favoured[0], _blowing(lane.seasonal, winds)) if len(favoured) == 1 else None


def _through(link: Link, winds: tuple[str, ...]) -> Wind | None:
    out = across(link, True, winds)
    return Wind("out" if out > 0 else "in", _blowing(link.seasonal, winds)) if out else None


def _blowing(seasonal: tuple[tuple[str, str], ...], winds: tuple[str, ...]) -> str:
    """The wind that is marked there and blows; none where it is the prevailing one."""
    return next((wind for wind, _ in seasonal if wind in winds), "")


def hints(view: View, subject: str, choices: Choices[Any, Any], world: World) -> Hints:
    """Show the card of an order that is held, or where a formation of one's own may sail."""
    if not isinstance(view, table.Seated):
        return Hints()
    order, formation = view.own.order(subject), view.own.formation(subject)
    if order is not None and order.state != "pool":
        return Hints(card=card(view, order, world))
    if formation is None or formation.kind == "convoy":
        return Hints()
    return courses(formation, choices.of(subject), world)


def courses(formation: Formation, orders: Sequence[Any], world: World) -> Hints:
    """Lead a formation to every place by the shortest way, with the order that it could be given now for the next of it.

    No way goes through an edge of the map, and no order beats up or catches the wind on a lane: that is the player's to choose.
    """
    ways = world.ways(formation.place, [place.id for place in world.places.values() if place.kind == "entry"])
    place, box, _ = boxed(formation.place)
    plain = [
        order
        for order in orders
        if isinstance(order, Plot | Move) or (isinstance(order, Catch) and box in ("in", "out"))
    ]
    onward = {}
    for first in (goal for goal, before in ways.items() if before == place):
        # From a harbour and an In box every way goes through its own place; there is but one.
        nearer = (place,) if box in ("harbour", "in") else (first, in_box(first, place), out_box(place, first))
        if nearest := [order for order in plain if order.to in nearer]:
            onward[first] = nearest[0]
    return Hints(ways={goal: before for goal, before in ways.items() if before}, onward=onward)
