"""Ports: whose they are to a side, and who shuts them (R-STATES, R-BLOCKADE)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from weathergauge.rulesets.sealords.council.orders import blockading
from weathergauge.rulesets.sealords.state import Formation, Port, State, Table
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


@lru_cache(maxsize=64)
def _friendly_ports(ports: tuple[Port, ...], side: Side, world: World) -> tuple[str, ...]:
    """Ports change hands seldom, and whoever looks for a way home asks for them all the time."""
    return tuple([port.id for port in ports if _standing(port, side, world) == "friendly"])


def berth(port: str, world: World) -> str:
    """Where ships in port lie: the harbour box of a key port, the very space of a minor one (R-STATES)."""
    return harbour(port) if world.places[port].port == "key" else port


def in_port(formation: Formation) -> bool:
    """In one of the two harbour states."""
    return formation.state != "ready"


def close_blockaders(state: State, port: str, side: Side) -> list[Formation]:
    """Formations in the space of a port that keep its harbour shut against a side (R-BLOCKADE)."""
    return [one for one in _blockaders(state, port, side) if one.place == port]


def distant_blockaders(state: State, port: str, side: Side) -> list[Formation]:
    """Formations that watch a port from a space next to it."""
    return [one for one in _blockaders(state, port, side) if one.place != port]


def _blockaders(state: State, port: str, side: Side) -> list[Formation]:
    others = [one for one in state.formations if one.side != side and one.afloat and one.order]
    return [one for one in others if at(one.place) == one.place and blockading(state, one) == port]
