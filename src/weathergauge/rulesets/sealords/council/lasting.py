"""How long events last: marks that come off, with the orders that came with them, and armies that leave the field."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.campaigns import ashore, off
from weathergauge.rulesets.sealords.council.actions import EventOver
from weathergauge.rulesets.sealords.forces import Front, Order
from weathergauge.rulesets.sealords.orders import execution
from weathergauge.rulesets.sealords.sequence import serial
from weathergauge.rulesets.sealords.state import Date, State, replace
from weathergauge.rulesets.sealords.world import World

Outcome = Literal["fulfilled", "failed"]


def over(state: State, id: str, world: World, dice: Dice) -> State:
    """An event's mark comes off: its armies leave the field, chits it brought that nobody carries out leave play. Support of
    an army that has won is fulfilled, of any other it has failed (SL55, SL59)."""
    mark = state.table.happened(id)
    if mark is None or not mark.marked:
        return state
    marks = tuple([replace(event, marked=False) if event.id == id else event for event in state.table.events])
    state = replace(state, table=replace(state.table, events=marks))
    node = next((event for event in world.events if event.id == id), None)
    dice.tell(EventOver(id, node.words if node is not None else id))
    front = next((campaign for campaign in state.table.campaigns if campaign.event == id and campaign.fought), None)
    if front is not None:
        state = replace(state, table=state.table.with_front(replace(front, fought=False, help=())))
    for side in world.sides:
        for order in state.secret(side).orders:
            running = order.state in ("issued", "in_execution")
            if running and order.type == "support_the_army" and (order.event == id or _for(order, front, state, world)):
                outcome: Outcome = "fulfilled" if front is not None and front.winner == side else "failed"
                state = execution.ended(state, side, order, outcome, "the army's campaign is over", world, dice)
        own = state.secret(side)
        kept = [order for order in own.orders if order.event != id or order.state in ("issued", "in_execution")]
        state = state.with_secret(side, replace(own, orders=tuple(kept)))
    return state


def _for(order: Order, front: Front | None, state: State, world: World) -> bool:
    """Whether an order that no event brought supports the army that has left the field: on its coasts, where no other fights."""
    if front is None or order.event:
        return False
    coast = order.target[0]
    return ashore(coast, world.campaign(front.id), world) and off(state.table, coast, world) is None


def lapsed(state: State, world: World, dice: Dice) -> State:
    """Marks that have lasted their quarters come off."""
    quarter = world.charts.turn_structure.of(int, "turns_per_season")
    for node in world.events:
        mark = state.table.happened(node.id) if node.lasts else None
        if mark is not None and mark.marked:
            ago = serial(state.table.date, world) - serial(Date(mark.year, mark.turn), world)
            if ago >= node.lasts * quarter:
                state = over(state, node.id, world, dice)
    return state
