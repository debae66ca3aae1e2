"""Where a course leads next: the shortest way over the map, home, into harbour, and what stands against it."""

from __future__ import annotations

from weathergauge.ruleset import Refused
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.naming import name_of
from weathergauge.rulesets.sealords.ports import friendly_ports
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.sea.passage import ways
from weathergauge.rulesets.sealords.state import Seated, Table
from weathergauge.rulesets.sealords.world import World, at, boxed, harbour, in_box, out_box


def there(formation: Formation, to: str) -> bool:
    """Whether a formation has come to where its course leads; a harbour is wherever ships in that port lie."""
    if boxed(to)[1] == "harbour":
        return not formation.afloat and at(formation.place) == at(to)
    return to in (formation.place, "" if formation.afloat else at(formation.place))


def home(view: Seated, formation: Formation, world: World) -> str:
    """The nearest harbour of its own side."""
    led = reachable(formation, world)
    ports = [port for port in friendly_ports(view.table, view.seat, world) if port in led]
    if not ports:
        raise Refused(f"no way leads {name_of(formation, world)} to a harbour of its own side: name a place of the map")
    entries = [place.id for place in world.places.values() if place.kind == "entry"]
    return harbour(min(ports, key=lambda port: len(world.way(formation.place, port, entries))))


def reachable(formation: Formation, world: World) -> dict[str, str]:
    """The ways on from where she lies; the sea zones are shut to galleys."""
    shut = ("entry", "sea_zone") if formation.rowed else ("entry",)
    led = world.ways(formation.place, [place.id for place in world.places.values() if place.kind in shut])
    return {id: before for id, before in led.items() if not formation.rowed or world.places[id].kind != "sea_zone"}


def onward(formation: Formation, to: str, world: World) -> tuple[str, ...]:
    """The locations that bring a formation one MP nearer to a place."""
    place, box, _ = boxed(formation.place)
    if not formation.afloat or box == "in":
        return (place,)
    if place == at(to):
        return (harbour(place),) if boxed(to)[1] == "harbour" else (place,)
    led = reachable(formation, world)
    first = at(to)
    while first in led and led[first] != place:
        first = led[first]
    return (first, in_box(first, place), out_box(place, first)) if first in led else ()


def into_gale(table: Table, formation: Formation, to: str, world: World) -> bool:
    return gale_at(table, to, world) is not None and gale_at(table, formation.place, world) is None


def against(table: Table, formation: Formation, to: str, world: World) -> bool:
    return any(way.to == to and way.kind == "against" for way in ways(table, formation, world))
