"""Ports: whose they are to a side, and where ships lie in them (R-STATES)."""

from __future__ import annotations

from typing import Literal

from weathergauge.frame.memory import kept_by_value
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.state import Port, Table
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, at, harbour

Standing = Literal["friendly", "neutral", "closed", "enemy"]
"""What a port is to a side. A neutral that takes none of its ships, and a nest of pirates, are closed to it."""


def standing(table: Table, port: str, side: Side, world: World) -> Standing | None:
    """What a port is to a side now; None where the place is no port."""
    place = world.places.get(port)
    held = table.port(port) if place is not None and place.port else None
    return _standing(held, side, world) if held is not None else None


def _standing(held: Port, side: Side, world: World) -> Standing:
    place = world.places[held.id]
    owner = world.side_of(held.owner)
    if owner is None and place.user and held.owner == place.owner:
        owner = world.side_of(place.user)  # an ally's port that one side uses as its own
    if owner is not None:
        return "friendly" if owner == side else "enemy"
    return "closed" if held.owner == "pirate" or held.closed == side else "neutral"


def friendly(table: Table, port: str, side: Side, world: World) -> bool:
    return standing(table, port, side, world) == "friendly"


def friendly_ports(table: Table, side: Side, world: World) -> tuple[str, ...]:
    return _friendly_ports(table.ports, side, world)


@kept_by_value(64)
def _friendly_ports(ports: tuple[Port, ...], side: Side, world: World) -> tuple[str, ...]:
    """Ports change hands seldom, and whoever looks for a way home asks for them all the time."""
    return tuple([port.id for port in ports if _standing(port, side, world) == "friendly"])


def berth(port: str, world: World) -> str:
    """Where ships in port lie: the harbour box of a key port, the very space of a minor one (R-STATES)."""
    return harbour(port) if world.places[port].port == "key" else port


def in_friendly_port(table: Table, formation: Formation, world: World) -> bool:
    place = at(formation.place)
    return bool(world.places[place].port) and friendly(table, place, formation.side, world)
