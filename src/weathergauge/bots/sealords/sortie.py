"""Sail or stay: what becomes of a formation that comes out to those who lie off its port, played on to the end of the impulse."""

from __future__ import annotations

from typing import Any

from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.sea.actions import MarkTime, Move, Plot
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, at


def stays(watch: Watch, usual: Any) -> Plot | MarkTime | None:
    """The order to stay, where the usual one brings a formation out of port to enemies who may lie in wait; else None."""
    if not isinstance(usual, Plot | Move) or not usual.to:
        return None
    formation = watch.own.formation(usual.formation)
    if formation is None or formation.afloat or not formation.squadrons or not formation.order:
        return None
    port = at(formation.place)
    off = {port, *[near for near in watch.world.near(port) if watch.world.lane(near, port) is not None]}
    if not any(counter.state == "ready" and at(counter.place) in off for counter, _ in watch.foes):
        return None
    return Plot(formation.id, "") if isinstance(usual, Plot) else MarkTime(formation.id)


def watched(state: State, side: Side, world: World) -> State:
    """With orders for the side's imagined ships at sea to keep the places where they are: without any they could not attack."""
    for formation in state.secret(side).formations:
        if formation.afloat and formation.squadrons and not formation.order and formation.place in world.places:
            own, order = state.secret(side), _cruise(formation)
            state = state.with_secret(side, replace(own, orders=(*own.orders, order)))
            state = state.with_formation(replace(formation, order=order.id))
    return state


def _cruise(formation: Formation) -> Order:
    return Order(
        f"imagined_{formation.id}", "cruise", "in_execution", formation.command, (formation.place,), formation.id
    )
