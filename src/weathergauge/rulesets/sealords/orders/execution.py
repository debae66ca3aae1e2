"""Orders once they are issued: into execution, through their impulses, and to their end (P19, P23, 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.campaigns import helped
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import noted
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.orders import convoys
from weathergauge.rulesets.sealords.orders.chits import words
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED
from weathergauge.rulesets.sealords.orders.events import OrderBegun, OrderEnded
from weathergauge.rulesets.sealords.orders.holding import blockading, held, interdicting
from weathergauge.rulesets.sealords.ports import friendly
from weathergauge.rulesets.sealords.sequence import OPENING, serial
from weathergauge.rulesets.sealords.state import Secret, State, Table, replace
from weathergauge.rulesets.sealords.terms import OrderType, Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at

TIED: tuple[OrderType, ...] = ("cruise", "blockade", "support_the_army", *ESCORTED)
"""Orders that tie their holder to a place."""
LINE = ("sol", "sol_d")
"""Classes that show force."""
UNDER_WAY = ("issued", "in_execution")
"""States of orders that somebody holds."""


# Told by others


def visited(state: State, world: World) -> State:
    """At the end of an increment: which places of their orders the holders are in, and which convoys have met their escort."""
    for side in world.sides:
        for order in state.secret(side).orders:
            if order.type != "cruise" or order.state not in UNDER_WAY:
                continue
            seen = {*order.seen, *_indices(state.secret(side), order)}
            if seen != set(order.seen):
                changed = replace(order, seen=tuple(sorted(seen)))
                state = state.with_secret(side, state.secret(side).with_order(changed))
    return convoys.released(state, world)


def _indices(own: Secret, order: Order) -> set[int]:
    here = {formation.place for formation in own.formations if formation.order == order.id and formation.afloat}
    return {number for number, place in enumerate(order.target) if place in here}


def escaped(state: State, port: str, side: Side, world: World, dice: Dice) -> State:
    """A formation of a side got out of a blockaded port unfought: the orders to blockade it have failed."""
    watcher = world.enemy(side)
    for order in state.secret(watcher).orders:
        if order.type == "blockade" and order.state == "in_execution" and order.target[0] == port:
            state = ended(state, watcher, order, "failed", "an enemy formation got out unfought", world, dice)
    return state


def battled(
    state: State,
    engaged: Iterable[str],
    intensity: str,
    winner: Side | None,
    lost: Mapping[str, int],
    world: World,
) -> State:
    """A battle was fought: by which formations, how heavily, who won, and how many sail each contingent lost.

    It is told before losers leave play. Orders to seek battle, promotions and events depend on it.
    """
    there = [formation for id in engaged if (formation := state.formation(id)) is not None]
    contingents = {
        side: _contingents(formation for formation in there if formation.side == side)
        | {contingent for contingent in lost if world.side_of(contingent) == side}
        for side in world.sides
    }
    for side in world.sides:
        own, foes = state.secret(side), contingents[world.enemy(side)]
        in_it = {formation.order for formation in there if formation.side == side and formation.order}
        for order in own.orders:
            meant = not order.target or any(target in foes for target in order.target)
            if order.type == "seek_battle" and order.id in in_it and meant and intensity in ("medium", "heavy"):
                own = own.with_order(replace(order, fought=True))
        state = state.with_secret(side, own)
    for formation in there:
        if formation.side == winner and formation.leader is not None:
            now = state.formation(formation.id) or formation
            if now.leader is not None:
                state = state.with_formation(replace(now, leader=replace(now.leader, earned=True)))
    table = state.table
    first, second = world.sides
    for contingent in sorted(contingents[first]):
        for other in sorted(contingents[second]):
            table = noted(table, f"fought:{contingent}:{other}")
    badly = world.charts.order_numbers.at("sail_lost_in_a_defeat")
    total = {side: sum([lost.get(contingent, 0) for contingent in contingents[side]]) for side in world.sides}
    for side in world.sides:
        for beaten in sorted(contingents[side]):
            if lost.get(beaten, 0) >= badly and total[side] > total[world.enemy(side)]:  # SL58
                table = noted(table, f"defeat:{beaten}")
    return replace(state, table=table)


def _contingents(formations: Iterable[Formation]) -> set[str]:
    return {squadron.contingent for formation in formations for squadron in formation.squadrons}


# Time


def issued_in(table: Table, world: World) -> int:
    """The turn that counts as that of an issue; before a scenario's first turn it is the one before."""
    return serial(table.date, world) - (1 if table.step == OPENING else 0)


def needed(order: Order, charts: Charts) -> int | None:
    """Impulses in execution that fulfil an order, where impulses do (SL54)."""
    return charts.order_terms.at(order.type).impulses


def deadline(order: Order, charts: Charts) -> int | None:
    """Turns after its issue with which the order fails, if it is under a limit now."""
    limit = charts.order_terms.at(order.type).turns
    if order.state == "issued":
        start = charts.order_numbers.at("turns_to_come_into_execution")
        limit = start if limit is None else min(start, limit)
    return None if limit is None else limit + order.extended


def runs_out(order: Order, table: Table, world: World) -> bool:
    """Whether the order's time is up when this turn ends."""
    limit = deadline(order, world.charts)
    return limit is not None and order.issued > 0 and serial(table.date, world) - order.issued >= limit


def last_impulse(table: Table, world: World) -> bool:
    return table.date.impulse == world.charts.turn_structure.at("impulses_per_operations_phase")


# The end of an impulse


def orders_end(state: State, world: World, dice: Dice) -> State:
    """What came of every order in this impulse: it began, went on, was fulfilled or failed (P19, P23)."""
    state = convoys.released(state, world)
    for side in world.sides:
        state = _landings(state, side, world, dice)
        under_way = [order.id for order in state.secret(side).orders if order.state in UNDER_WAY]
        for id in under_way:
            order = state.secret(side).order(id)
            if order is not None and order.state in UNDER_WAY:
                state = _judged(state, side, order, world, dice)
    return state


def _landings(state: State, side: Side, world: World, dice: Dice) -> State:
    for convoy in state.secret(side).formations:
        cargo = convoy.cargo
        if cargo is None or not convoys.came_in(state, convoy, world):
            continue
        order = next((order for order in state.secret(side).orders if order.convoy == convoy.id), None)
        if cargo.kind != "troop" and world.side_of(owner(state.table, cargo.target)) == world.enemy(side):
            state = state.without(convoy.id)
            if order is not None:
                state = ended(state, side, order, "failed", "the convoy was turned back", world, dice)
            continue
        state = convoys.landed(state, convoy, world, dice)
        if order is not None:
            good = convoys.enough(order, cargo, world.charts)
            reason = f"{cargo.points} of {cargo.full} points came in"
            state = ended(state, side, order, "fulfilled" if good else "failed", reason, world, dice)
    return state


def owner(table: Table, port: str) -> str:
    held = table.port(port)
    return held.owner if held is not None else ""


def _judged(state: State, side: Side, order: Order, world: World, dice: Dice) -> State:
    own, table = state.secret(side), state.table
    holders = [formation for formation in own.formations if formation.order == order.id]
    if order.issued == 0:  # a scenario's own order: as if issued before its first turn
        order = replace(order, issued=serial(table.date, world) - 1)
    if order.at_sea == 0:
        order = replace(order, at_sea=sum([holder.sail for holder in holders]))
    if not holders:
        return ended(state, side, order, "failed", "its holder is gone", world, dice)
    if order.holder not in {holder.id for holder in holders}:
        order = replace(order, holder=holders[0].id)
    if order.type == "rendezvous":
        return _met(state, side, order, holders[0], world, dice)
    if order.convoy and state.formation(order.convoy) is None:
        return ended(state, side, order, "failed", "its convoy is lost", world, dice)
    if (why := idle(table, side, order, world)) is not None:
        return ended(state, side, order, "taken back", why, world, dice)
    if order.type == "transit" and order.state == "in_execution":
        came = [holder for holder in holders if at(holder.place) == order.target[-1]]
        if came:
            sail = sum([formation.sail for formation in came])
            good = sail * 2 >= order.at_sea
            reason = f"{sail} of {order.at_sea} sail arrived"
            return ended(state, side, order, "fulfilled" if good else "failed", reason, world, dice)
    there = _in_place(state, side, order, holders)
    if order.state == "in_execution" and not any(holder.afloat for holder in holders):
        return ended(state, side, order, "failed", "its holder went into harbour", world, dice)
    if there:
        if order.state == "issued":
            dice.tell(OrderBegun(side, order.id, words(order, world)), to=(side,))
        shown = order.type != "show_of_force" or _line(order, holders) >= world.charts.order_numbers.at(
            "line_squadrons_that_show_force"
        )
        order = replace(order, state="in_execution", away=0, impulses=order.impulses + int(shown))
    elif order.state == "in_execution":
        order = replace(order, away=order.away + 1)
    if order.type == "cruise":
        before = order.visits or (0,) * len(order.target)
        seen = {*order.seen, *_indices(own, order)}
        order = replace(order, seen=(), visits=tuple([n + int(i in seen) for i, n in enumerate(before)]))
    state = state.with_secret(side, own.with_order(order))
    if _fulfilled(order, world.charts):
        return ended(state, side, order, "fulfilled", "", world, dice)
    if (failed := _failed(order, table, world)) is not None:
        return ended(state, side, order, "failed", failed, world, dice)
    return state


def idle(table: Table, side: Side, order: Order, world: World) -> str | None:
    """Why an order has lost its point since it was issued, without anybody's fault (SL52)."""
    if order.type == "blockade" and friendly(table, order.target[0], side, world):
        return f"{place_name(order.target[0], world)} is no enemy's any more"
    if order.type == "show_of_force" and world.side_of(owner(table, order.target[0])) is not None:
        return f"{place_name(order.target[0], world)} is neutral no longer"
    return None


def _in_place(state: State, side: Side, order: Order, holders: list[Formation]) -> bool:
    """Whether the holder meets the condition under which the order is in execution."""
    ready = [holder for holder in holders if holder.afloat]
    match order.type:
        case "cruise":
            return bool(order.seen or _indices(state.secret(side), order))
        case "blockade":
            return any(blockading(state, formation) is not None for formation in ready)
        case "interdict":
            return any(interdicting(state, formation) is not None for formation in ready)
        case "escort" | "transport" | "victual":
            convoy = state.formation(order.convoy)
            moving = convoy is not None and convoy.cargo is not None and not convoy.cargo.waits
            return moving and any(convoy is not None and formation.place == convoy.place for formation in ready)
        case "show_of_force" | "support_the_army":
            return any(formation.place == order.target[0] for formation in ready)
    return bool(ready)


def _line(order: Order, holders: list[Formation]) -> int:
    there = [holder for holder in holders if holder.afloat and holder.place == order.target[0]]
    return sum([squadron.cls in LINE for formation in there for squadron in formation.squadrons])


def _fulfilled(order: Order, charts: Charts) -> bool:
    if order.type == "seek_battle":
        return order.fought
    if order.type == "cruise" and min(order.visits) < charts.order_numbers.at("visits_to_each_place_of_a_cruise"):
        return False
    impulses = needed(order, charts)
    return impulses is not None and order.impulses >= impulses


def _failed(order: Order, table: Table, world: World) -> str | None:
    if order.type == "interdict" and order.away:
        return "its holder was driven off"
    most = world.charts.order_numbers.at("impulses_elsewhere_that_fail")
    if order.type in TIED and order.away >= most:
        return f"its holder was elsewhere for {most} impulses on end"
    if last_impulse(table, world) and runs_out(order, table, world):
        return "its time has run out"
    return None


def _met(state: State, side: Side, order: Order, joining: Formation, world: World, dice: Dice) -> State:
    """A rendezvous: it lasts as long as the order of whom it is to join (SL53)."""
    own = state.secret(side)
    holder = own.formation(order.target[0])
    if holder is None or held(own, holder) is None:
        return ended(state, side, order, "taken back", "there is nobody left to join", world, dice)
    if joining.place == holder.place:
        order = replace(order, state="in_execution")
    elif order.state == "issued" and last_impulse(state.table, world) and runs_out(order, state.table, world):
        return ended(state, side, order, "taken back", "they did not meet in time", world, dice)
    return state.with_secret(side, own.with_order(order))


def ended(
    state: State,
    side: Side,
    order: Order,
    outcome: Literal["fulfilled", "failed", "taken back"],
    reason: str,
    world: World,
    dice: Dice,
) -> State:
    """An order ends: it is counted (SL47: in everybody's sight), its holder is free, the chit goes back to the pool."""
    for formation in state.secret(side).formations:
        if formation.order == order.id:
            leader = formation.leader
            if leader is not None and outcome == "fulfilled":
                leader = replace(leader, earned=True)
            state = state.with_formation(replace(formation, order="", leader=leader))
    convoy = state.formation(order.convoy) if order.convoy else None
    if convoy is not None and convoy.cargo is not None and convoy.cargo.waits:
        state = state.without(convoy.id)
    own, table = state.secret(side), state.table
    blank = Order(
        order.id, order.type, "pool", order.command, order.target, kind=order.kind, route=order.route, event=order.event
    )
    if order.type == "rendezvous":
        kept = tuple([other for other in own.orders if other.id != order.id])
        dice.tell(OrderEnded(side, outcome, order.type, words(order, world), reason), to=(side,))
        return state.with_secret(side, replace(own, orders=kept))
    state = state.with_secret(side, own.with_order(blank))
    if outcome != "taken back":
        counted = world.charts.order_equivalents.at(f"order_{outcome}")
        tally = table.tally(side)
        tally = replace(tally, fulfilled=tally.fulfilled + counted.fulfilled, failed=tally.failed + counted.failed)
        table = table.with_tally(side, tally)
    if outcome == "fulfilled":
        table = noted(table, f"fulfilled:{order.type}:{order.target[-1] if order.target else ''}")
        if order.type == "support_the_army":  # done before the armies march, it helps them all the same
            table = helped(table, side, "fleet_supports_the_army", order.target[0], world)
        port = table.port(order.target[0]) if order.type == "show_of_force" else None
        if port is not None and port.owner == "pirate":
            table = table.with_port(replace(port, neutralised=table.date.year))
    dice.tell(OrderEnded(side, outcome, order.type, words(order, world), reason))
    return replace(state, table=table)
