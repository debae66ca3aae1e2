"""Who holds which order, and what it makes him do: blockade a port, interdict a place (R-BLOCKADE, R-INTERDICT)."""

from __future__ import annotations

from weathergauge.rulesets.sealords.common import secret_of
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.state import Seated, Secret, State, View
from weathergauge.rulesets.sealords.terms import OrderType, Side
from weathergauge.rulesets.sealords.world import at, world


def held(own: Secret, formation: Formation) -> Order | None:
    """The order a formation holds."""
    return own.order(formation.order) if formation.order else None


def holds(own: Secret, formation: Formation, *types: OrderType) -> bool:
    """Whether a formation holds an order, of one of these types if any are named."""
    order = held(own, formation)
    return order is not None and (not types or order.type in types)


def blockading(where: State | View, formation: Formation) -> str | None:
    """The port a formation blockades by its orders: closely from the port's own space, else from one joined by a lane."""
    order = _order_of(where, formation, "blockade")
    if order is None:
        return None
    port = order.target[0]
    if formation.place == port:
        return port
    return port if world(where.table.title).lane(formation.place, port) is not None else None


def closely(where: State | View, formation: Formation) -> str | None:
    """The port a formation blockades from its very space."""
    port = blockading(where, formation)
    return port if port == formation.place else None


def interdicting(where: State | View, formation: Formation) -> str | None:
    """The place a formation interdicts: that of its order to do so, or one of its cruise that is no strait (SL48)."""
    order = _order_of(where, formation, "interdict", "cruise")
    if order is None or formation.place not in order.target:
        return None
    strait = world(where.table.title).places[formation.place].kind == "strait"
    return None if strait and order.type == "cruise" else formation.place


def _order_of(where: State | View, formation: Formation, *types: OrderType) -> Order | None:
    own = secret_of(where, formation.side)
    order = held(own, formation) if own is not None else None
    return order if order is not None and order.type in types and formation.afloat else None


def close_blockaders(state: State, port: str, side: Side) -> list[Formation]:
    """Formations in the space of a port that keep its harbour shut against a side (R-BLOCKADE)."""
    return [blockader for blockader in _blockaders(state, port, side) if blockader.place == port]


def distant_blockaders(state: State, port: str, side: Side) -> list[Formation]:
    """Formations that watch a port from a space next to it."""
    return [blockader for blockader in _blockaders(state, port, side) if blockader.place != port]


def _blockaders(state: State, port: str, side: Side) -> list[Formation]:
    others = [
        formation for formation in state.formations if formation.side != side and formation.afloat and formation.order
    ]
    return [other for other in others if at(other.place) == other.place and blockading(state, other) == port]


def interdictors(state: State, place: str, side: Side) -> list[Formation]:
    """Formations that interdict a place against a side."""
    return [formation for formation in state.at(place) if formation.side != side and interdicting(state, formation)]


def supported(view: Seated, place: str) -> str:
    """The order to support the army that is in execution in a place, by its id."""
    for order in view.own.orders:
        holder = view.own.formation(order.holder)
        if order.type == "support_the_army" and order.state == "in_execution" and place in order.target:
            if holder is not None and holder.place == place:
                return order.id
    return ""


def shut(state: State, port: str, side: Side, *, convoys: bool = False) -> bool:
    """Whether a port is closely blockaded against a side; convoys are kept out by auxiliaries too (P14)."""
    if close_blockaders(state, port, side):
        return True
    stations = [station for station in state.table.stations if station.task == "blockade" and station.place == port]
    return convoys and any(station.side == state.table.enemy(side) for station in stations)
