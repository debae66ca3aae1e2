"""Campaigns of armies as fleets meet them: which are in the field, where they touch the sea, and what is done for them there."""

from __future__ import annotations

from weathergauge.rulesets.sealords.charts import has_row
from weathergauge.rulesets.sealords.forces import Front
from weathergauge.rulesets.sealords.happenings import Campaign, Taken
from weathergauge.rulesets.sealords.state import Table, replace
from weathergauge.rulesets.sealords.terms import Help, Side
from weathergauge.rulesets.sealords.world import World

COAST = "Coastal Space "
"""How the names of coasts begin; the letter of the chart follows."""
ABSENT = "not_applicable"
"""Where a land map has no such coast."""


def in_the_field(table: Table, world: World) -> list[tuple[Campaign, Front]]:
    """Campaigns whose armies are in the field."""
    return [(world.campaign(front.id), front) for front in table.campaigns if front.fought]


def off(table: Table, place: str, world: World) -> tuple[Campaign, Front] | None:
    """The campaign in the field whose armies a fleet reaches from a place."""
    return next(((row, front) for row, front in in_the_field(table, world) if ashore(place, row, world)), None)


def ashore(place: str, row: Campaign, world: World) -> bool:
    """Whether armies of a campaign come to the sea in a place: it is named, or its land map has that coast (SL83)."""
    if place in row.coasts:
        return True
    here = world.places.get(place)
    if not row.map or here is None or here.kind != "coastal":
        return False
    letter = here.name.removeprefix(COAST).partition(" ")[0]
    return world.charts.coastal_spaces.at(letter, row.map) != ABSENT


def garrisoned(table: Table, port: str, world: World) -> bool:
    """Whether a port has land units in it: armies in the field fight for it (SL83)."""
    return any(taken.port == port for row, _ in in_the_field(table, world) for taken in row.taken)


def town_of(port: str, world: World) -> str:
    """What the land maps call a great port, where they have another name for it."""
    known, name = world.charts.great_ports, world.places[port].name
    return (known.at(name).equals or "") if known is not None and has_row(known, name) else ""


def helped(table: Table, side: Side, kind: Help, place: str, world: World) -> Table:
    """With what a side's fleet has done for its army off a place, until the armies march."""
    coast = off(table, place, world)
    if coast is None:
        return table
    front = coast[1]
    return table.with_front(replace(front, help=(*front.help, (side, kind))))


def holds(one: Taken, row: Campaign, position: int) -> bool:
    """Whether an army that stands at a position holds a port: there, or farther from where the campaign begins."""
    since = row.index(one.since)
    return position >= since if since >= row.start else position <= since


def told(front: Front, world: World) -> str:
    """How a campaign stands, in a sentence: where the armies are, and how far it is to either victory."""
    row = world.campaign(front.id)
    where = f"{row.words}: {row.positions[front.at].words}"
    if front.over or not front.fought:
        by = f", won by {world.side_words[front.winner]}" if front.winner else ""
        return f"{where} ({'over for good' if front.over else 'at rest'}{by})"
    first, second = world.sides
    ways = (front.at, len(row.positions) - 1 - front.at)
    far = [f"{ways[n]} from victory for {world.side_words[side]}" for n, side in enumerate((first, second))]
    return f"{where} ({', '.join(far)})"
