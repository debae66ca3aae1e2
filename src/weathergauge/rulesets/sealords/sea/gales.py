"""How far a gale reaches, and what it is worth at a place (P11, R-GALE-H, R-LARGE)."""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import NamedTuple

from weathergauge.frame.memory import kept_by_value
from weathergauge.rulesets.sealords.charts import Charts, GaleEffect, Removed
from weathergauge.rulesets.sealords.state import Gale, Table, replace
from weathergauge.rulesets.sealords.terms import AuxClass
from weathergauge.rulesets.sealords.world import World, at, boxed

SQUALL = 0
"""A squall lies on the table as a gale without force."""
AUTO = "auto"


class Affected(NamedTuple):
    """The gale that is worst at a place, what it does there, and how far away its marker is."""

    effect: GaleEffect
    gale: Gale
    range: int


def gale_at(table: Table, place: str, world: World) -> Affected | None:
    """What gales do at a location: the strongest effect alone counts (P11)."""
    known = _felt(table.gales, world)
    if place not in known:
        known[place] = _gale_at(table, place, world)
    return known[place]


@kept_by_value(64)
def _felt(gales: tuple[Gale, ...], world: World) -> dict[str, Affected | None]:
    """What was found out so far about these gales, by location."""
    return {}


@kept_by_value(64)
def stormy(gales: tuple[Gale, ...], world: World) -> frozenset[str]:
    """The places of the map in which a gale is felt."""
    places: set[str] = set()
    for gale in gales:
        if gale.freak:
            places |= {gale.place} if gale.force != SQUALL else set()
        elif gale.force != SQUALL:
            radius = world.charts.gale_radius.at(gale.force)
            places |= {node for node, away in ranges(world, gale.place).items() if away <= radius and "/" not in node}
    return frozenset(places)


def _gale_at(table: Table, place: str, world: World) -> Affected | None:
    gales = [felt for gale in table.gales if (felt := _under(gale, place, world)) is not None]
    return max(gales, key=_worse) if gales else None


def squall_at(table: Table, place: str) -> bool:
    """Whether a squall keeps galleys from a place until the impulse ends."""
    return any(gale.force == SQUALL and gale.place == at(place) for gale in table.gales)


def effect_of(force: int, range: int, hurricane: bool, charts: Charts) -> GaleEffect:
    """A cell of the chart; every number worse in the very space of a hurricane (R-GALE-H, SL04)."""
    plain = charts.gale_effects.at(force, range)
    if not hurricane or range:
        return plain
    worse = charts.gale_hurricane.at("severity_in_marker_space")
    removed = plain.aux_removed_on or Removed()
    return GaleEffect(
        attrition_dp=(plain.attrition_dp or 0) + worse,
        io_dp=(plain.io_dp or 0) + worse,
        ctw_ls_drm=(plain.ctw_ls_drm or 0) + worse,
        aux_removed_on=Removed(*[_lower(column, worse) for column in _columns(removed)]),
    )


def removed_on(effect: GaleEffect, cls: AuxClass) -> int | str | None:
    """The die, and higher ones, that sends an auxiliary of a class to the recovery box; `auto` needs none."""
    removed = effect.aux_removed_on
    if removed is None:
        return None
    match cls:
        case "fleet":
            return removed.fleet
        case "fleet_50":
            return removed.fleet_50
        case "light":
            return removed.light
    return removed.other


def force_of(found: int | str, charts: Charts) -> tuple[int, bool]:
    """A result of the gale table as force and whether it is a hurricane; 0 is no gale."""
    if isinstance(found, int):
        return found, False
    return (charts.gale_hurricane.at("treat_as_force"), True) if found == "H" else (0, False)


@cache
def ranges(world: World, place: str) -> dict[str, int]:
    """Nodes by their distance from a gale marker: places, and the boxes between a sea zone and each (R-LARGE, SL05)."""
    most = max(world.charts.gale_radius.cells.values())
    steps = {place: 0}
    queue = deque([place])
    while queue:
        here = queue.popleft()
        for near in _next(here, world) if steps[here] < most else ():
            if near not in steps:
                steps[near] = steps[here] + 1
                queue.append(near)
    return steps


def _node(location: str) -> str:
    """Where a location counts for gales: ships in harbour lie with their port, the boxes of a link together (SL97)."""
    place, box, other = boxed(location)
    return _boxes(place, other) if box in ("in", "out") else place


def _boxes(one: str, other: str) -> str:
    """The boxes between a sea zone and another place, whichever way they lead."""
    return "/".join(sorted((one, other)))


def _next(node: str, world: World) -> list[str]:
    one, _, other = node.partition("/")
    if other:
        return [place for place in (one, other) if world.places[place].kind != "entry"]
    nodes = []
    for near in world.near(node):
        if world.link(node, near) is not None:
            nodes.append(_boxes(node, near))
        elif world.places[near].kind != "entry":
            nodes.append(near)
    return nodes


def _under(gale: Gale, location: str, world: World) -> Affected | None:
    if gale.force == SQUALL:
        return None
    if gale.freak:
        inside = at(location) == gale.place
        return Affected(effect_of(gale.force, 0, False, world.charts), gale, 0) if inside else None
    away = ranges(world, gale.place).get(_node(location))
    if away is None or away > world.charts.gale_radius.at(gale.force):
        return None
    return Affected(effect_of(gale.force, away, gale.hurricane, world.charts), gale, away)


def _worse(one: Affected) -> tuple[int, int, int]:
    effect = one.effect
    # A freak gale has done its damage when it came: any other is stronger.
    return (-1 if one.gale.freak else effect.attrition_dp or 0), effect.ctw_ls_drm or 0, one.gale.force


def _columns(removed: Removed) -> tuple[int | str | None, ...]:
    return removed.fleet, removed.fleet_50, removed.light, removed.other


def _lower(number: int | str | None, by: int) -> int | str | None:
    if not isinstance(number, int):
        return number
    return number - by if number > by else AUTO


def moved_to(gale: Gale, place: str, world: World) -> Gale:
    """A gale at another place, and whether it stays there for a turn."""
    lasts = place in world.values.tracks[gale.wind].lasts
    return replace(gale, place=place, lasts=lasts, left=_turn(world) if lasts else 0)


def _turn(world: World) -> int:
    """The impulses of a turn."""
    return int(str(world.charts.turn_structure.at("impulses_per_operations_phase")))


def begun(wind: str, force: int, place: str, hurricane: bool, world: World) -> Gale:
    """A gale as it begins."""
    own = world.values.tracks[wind].own
    return moved_to(Gale(wind, force, place, hurricane, began=place if place in own else ""), place, world)


def blowing_on(gales: tuple[Gale, ...]) -> tuple[Gale, ...]:
    """The gales that are left when an impulse ends: those that last, until their turn is full."""
    return tuple([replace(gale, left=gale.left - 1) for gale in gales if gale.lasts and gale.left > 1])
