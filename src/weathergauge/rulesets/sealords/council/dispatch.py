"""What a player does with orders: receive, issue, join, hand over, extend and give up (P19, P22, P23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergauge.dice import Dice, Modifier
from weathergauge.frame.memory import kept
from weathergauge.frame.words import capital, listed
from weathergauge.rulesets.sealords.charts import Charts, has_row
from weathergauge.rulesets.sealords.common import numbered, tried
from weathergauge.rulesets.sealords.council.actions import (
    ExtendOrder,
    GiveUpOrder,
    HandOverOrder,
    IssueOrder,
    JoinHolder,
    OrderTaken,
    ReceiveOrder,
)
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.leaders import all_new, spent, strategy
from weathergauge.rulesets.sealords.naming import name_of
from weathergauge.rulesets.sealords.orders import chits, convoys, execution, holding
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED
from weathergauge.rulesets.sealords.orders.holding import shut
from weathergauge.rulesets.sealords.state import Seated, Secret, State, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at

RENDEZVOUS = "rendezvous_order_in_ready_state"


def fit(own: Secret, formation: Formation) -> bool:
    """Whether a formation is one that can be given an order."""
    return (
        bool(formation.squadrons) and formation.kind not in ("convoy", "dummy") and holding.held(own, formation) is None
    )


def why_not_issue(view: Seated, action: IssueOrder, world: World) -> str | None:
    own, table = view.own, view.table
    order, formation = own.order(action.order), own.formation(action.formation)
    if order is None:
        return f"you have no order {action.order!r}: name one that is available or received"
    if formation is None:
        return f"you have no formation {action.formation!r}: name one of your own"
    if order.state not in ("available", "received"):
        return f"{_called(order, world)}: it is {order.state.replace('_', ' ')}, and only an available or received order can be issued"
    if f"issue:{order.id}" in own.tried:
        return f"{_called(order, world)}: its issue was tried in this council already, wait for the next"
    if not formation.squadrons or formation.kind in ("convoy", "dummy"):
        return f"{formation.name} is a {formation.kind}: orders go to formations with squadrons"
    if (other := holding.held(own, formation)) is not None:
        return f"{formation.name} has orders already: {chits.words(other, world)}"
    if order.command and formation.command and order.command != formation.command:
        return f"{_called(order, world)}: it is for the {world.contingents[order.command].words} Command, and {formation.name} is not of it"
    if order.type == "transit" and len(order.target) > 1 and at(formation.place) != order.target[0]:
        return (
            f"{_called(order, world)}: {formation.name} is not at {place_name(order.target[0], world)}, where it begins"
        )
    if (pointless := _pointless(table, view.seat, order, world)) is not None:
        return f"{_called(order, world)}: {pointless}"
    if order.type in ESCORTED:
        named = convoys.routes(order, world)
        if action.route and action.route not in named:
            known = listed(list(named)) or "no named route"
            return f"{_called(order, world)}: its convoy cannot go by {action.route!r}, it has {known}"
        if named and not action.route:
            return f"{_called(order, world)}: name the route of its convoy, one of {listed(list(named))}"
        if formation.rowed and (zone := _open_sea(table, view.seat, order, action.route, world)):
            return f"{_called(order, world)}: the galleys of {formation.name} cannot follow its convoy through {place_name(zone, world)}"
    elif action.route:
        return f"{_called(order, world)}: it is about no convoy, leave the route out"
    return None


def _called(order: Order, world: World) -> str:
    """An order at the beginning of a sentence."""
    return capital(chits.words(order, world))


def _open_sea(table: Table, side: Side, order: Order, route: str, world: World) -> str:
    """The first sea zone on the way of the convoy that an order would make; empty where there is none."""
    barred = convoys.enemy_ports(table, side, world)
    return convoys.open_sea(convoys.course(order.target, route, world, barred), world)


def _pointless(table: Table, side: Side, order: Order, world: World) -> str | None:
    """Why an order cannot be issued as things stand."""
    if (why := execution.idle(table, side, order, world)) is not None:
        return why
    if order.type == "blockade" and world.side_of(execution.owner(table, order.target[0])) != world.enemy(side):
        return f"{place_name(order.target[0], world)} is no enemy's port"
    if order.type in ESCORTED:
        ends = order.target[:1] if order.type == "transport" else order.target
        for port in ends:
            if world.side_of(execution.owner(table, port)) == world.enemy(side):
                return f"{place_name(port, world)} is in the enemy's hands"
    return None


def issues(view: Seated, formation: Formation, world: World) -> Iterator[IssueOrder]:
    """Every order that can be issued to a formation now."""
    own = view.own
    if not fit(own, formation):
        return
    for order in _to_issue(view, world):
        named = convoys.routes(order, world) if order.type in ESCORTED else ()
        for route in named or ("",):
            issue = IssueOrder(order.id, formation.id, route)
            if why_not_issue(view, issue, world) is None:
                yield issue


@kept(lambda view, world: (view.own.orders, view.own.tried, view.table.ports, view.seat, world), size=16)
def _to_issue(view: Seated, world: World) -> list[Order]:
    """Orders that some formation or other may be issued."""
    return [
        order
        for order in view.own.orders
        if order.state in ("available", "received")
        and f"issue:{order.id}" not in view.own.tried
        and _pointless(view.table, view.seat, order, world) is None
    ]


def needs_check(formation: Formation) -> bool:
    """Only a ready formation's admiral must check, and not for reinforcements fresh from the yards (9.365)."""
    return formation.afloat and not all_new(formation)


def issue(state: State, side: Side, action: IssueOrder, world: World, dice: Dice) -> State:
    """Receive an order, if need be, and give it to a formation."""
    own = state.secret(side)
    order, formation = own.order_of(action.order), own.formation_of(action.formation)
    order = replace(order, state="received")
    state = state.with_secret(side, own.with_order(order))
    told = chits.words(order, world)
    through = not _cut_off(state, formation, world)
    if through and needs_check(formation):
        why = f"{name_of(formation, world)} at sea is sent orders: {told}"
        through = strategy(state, side, (formation.command,), world, dice, why)
        state = spent(state, side, "strategy_check")
    dice.tell(OrderTaken(side, "issued", order.id, told, formation.id, through), to=(side,))
    if not through:
        return tried(state, side, f"issue:{order.id}")
    order = replace(
        order,
        state="issued",
        holder=formation.id,
        issued=execution.issued_in(state.table, world),
        at_sea=formation.sail,
    )
    if order.type in ESCORTED:
        kind = convoys.kind_of(order)
        state, convoy = convoys.made(
            state, side, kind, order.target, action.route, formation.command, world, waits=True
        )
        convoys.gathered(convoy, dice)
        order = replace(order, convoy=convoy.id, cargo=world.charts.convoy_cargo.at(kind))
    state = state.with_secret(side, state.secret(side).with_order(order))
    return state.with_formation(replace(formation, order=order.id))


def _cut_off(state: State, formation: Formation, world: World) -> bool:
    """Whether orders cannot reach a formation: in a port that is supplied by sea alone, and blockaded (SL51)."""
    port = at(formation.place)
    return not formation.afloat and port in world.values.victualled and shut(state, port, formation.side)


def why_not_receive(view: Seated, action: ReceiveOrder, world: World) -> str | None:
    order = view.own.order(action.order)
    if order is None or order.state != "available":
        return f"there is no available order {action.order!r} to receive"
    return None


def receive(state: State, side: Side, action: ReceiveOrder, world: World, dice: Dice) -> State:
    own = state.secret(side)
    order = own.order_of(action.order)
    dice.tell(OrderTaken(side, "received", order.id, chits.words(order, world)), to=(side,))
    return state.with_secret(side, own.with_order(replace(order, state="received")))


def why_not_join(view: Seated, action: JoinHolder, world: World) -> str | None:
    own = view.own
    if not has_row(world.charts.leadership_summary, RENDEZVOUS):
        return "there is no rendezvous order in this title: hand an order over, or join formations in the same place"
    joining, holder = own.formation(action.formation), own.formation(action.holder)
    if joining is None or holder is None:
        return f"you have no formation {action.formation if joining is None else action.holder!r}: name one of your own"
    if not fit(own, joining):
        return f"{joining.name} cannot be sent to join another: it has orders already, or no squadrons"
    order = holding.held(own, holder)
    if order is None or order.type == "rendezvous":
        return f"{holder.name} has no orders of its own that {joining.name} could join in"
    if joining.command != holder.command:
        return f"{joining.name} and {holder.name} are of different Commands"
    if f"rendezvous:{joining.id}" in own.tried:
        return f"{joining.name} was to be sent orders in this council already, wait for the next"
    return None


def join(state: State, side: Side, action: JoinHolder, world: World, dice: Dice) -> State:
    """A second formation is sent to join the holder of an order (9.422)."""
    own = state.secret(side)
    joining, holder = own.formation_of(action.formation), own.formation_of(action.holder)
    through = True
    if needs_check(joining):
        why = f"{name_of(joining, world)} at sea is sent to join {name_of(holder, world)}"
        through = strategy(state, side, (joining.command,), world, dice, why)
        state = spent(state, side, "strategy_check")
    told = f"to join {holder.name}"
    dice.tell(OrderTaken(side, "rendezvous", "", told, joining.id, through), to=(side,))
    if not through:
        return tried(state, side, f"rendezvous:{joining.id}")
    state, id = numbered(state, side, "rendezvous")
    order = Order(
        id, "rendezvous", "issued", joining.command, (holder.id,), joining.id, execution.issued_in(state.table, world)
    )
    own = state.secret(side)
    state = state.with_secret(side, replace(own, orders=(*own.orders, order)))
    return state.with_formation(replace(joining, order=id))


def why_not_hand_over(view: Seated, action: HandOverOrder, world: World) -> str | None:
    own = view.own
    order, fresh = own.order(action.order), own.formation(action.formation)
    if order is None or order.state != "in_execution" or order.type == "rendezvous":
        return f"there is no order {action.order!r} in execution to hand over"
    holder = own.formation(order.holder)
    if fresh is None or holder is None:
        return f"you have no formation {action.formation!r}: name one of your own"
    if not fit(own, fresh) or not fresh.afloat or fresh.disorganised:
        return f"{fresh.name} is not fresh: it must be ready, in order and without orders"
    if fresh.place != holder.place:
        return f"{fresh.name} is not with {holder.name} at {place_name(holder.place, world)}"
    convoy = own.formation(order.convoy)
    if convoy is not None and fresh.rowed and (zone := convoys.open_sea(convoy.load.route, world)):
        return f"{fresh.name} cannot follow {convoy.name} through {place_name(zone, world)} with its galleys"
    if f"hand:{order.id}" in own.tried:
        return f"{capital(chits.words(order, world))}: handing it over was tried just now, wait for the next impulse"
    return None


def hand_over(state: State, side: Side, action: HandOverOrder, world: World, dice: Dice) -> State:
    """An order in execution passes to a fresh formation, if their common admiral manages it (9.41)."""
    own = state.secret(side)
    order, fresh = own.order_of(action.order), own.formation_of(action.formation)
    holder = own.formation_of(order.holder)
    why = f"{name_of(holder, world)} hands its orders over to {name_of(fresh, world)}"
    through = strategy(state, side, (holder.command, fresh.command), world, dice, why)
    state = spent(state, side, "strategy_check")
    dice.tell(OrderTaken(side, "handed over", order.id, chits.words(order, world), fresh.id, through), to=(side,))
    if not through:
        return tried(state, side, f"hand:{order.id}")
    at_sea = fresh.sail if order.type == "transit" else order.at_sea
    state = state.with_secret(side, state.secret(side).with_order(replace(order, holder=fresh.id, at_sea=at_sea)))
    for formation in state.secret(side).formations:
        if formation.order == order.id:
            state = state.with_formation(replace(formation, order=""))
    return state.with_formation(replace(fresh, order=order.id))


def why_not_extend(view: Seated, action: ExtendOrder, world: World) -> str | None:
    own = view.own
    order = own.order(action.order)
    if order is None or order.state not in ("issued", "in_execution") or order.type == "rendezvous":
        return f"there is no issued order {action.order!r} to extend"
    if not execution.last_impulse(view.table, world) or not execution.runs_out(order, view.table, world):
        return f"{capital(chits.words(order, world))}: its time does not run out with this turn"  # SL49
    if f"extend:{order.id}" in own.tried:
        return f"{capital(chits.words(order, world))}: its extension was tried already"
    return None


def extend(state: State, side: Side, action: ExtendOrder, world: World, dice: Dice) -> State:
    """One turn more, if the admiral can arrange it (9.39)."""
    own = state.secret(side)
    order = own.order_of(action.order)
    told = chits.words(order, world)
    through = strategy(state, side, (order_command(own, order),), world, dice, f"more time is asked for: {told}")
    state = spent(state, side, "strategy_check")
    dice.tell(OrderTaken(side, "extended", order.id, told, order.holder, through), to=(side,))
    state = tried(state, side, f"extend:{order.id}")
    if not through:
        return state
    return state.with_secret(side, state.secret(side).with_order(replace(order, extended=order.extended + 1)))


def why_not_give_up(view: Seated, action: GiveUpOrder, world: World) -> str | None:
    own = view.own
    order = own.order(action.order)
    if order is None or order.state not in ("issued", "in_execution"):
        return f"there is no issued order {action.order!r} to give up"
    if f"give:{order.id}" in own.tried:
        return f"{capital(chits.words(order, world))}: giving it up was refused just now"
    return None


def weariness(dps: int, charts: Charts) -> list[Modifier]:
    """What a formation's damage is worth when its orders are to be given up."""
    row = "voluntarily_fail_an_order_per_4_dps_accrued"
    steps = dps // charts.strategy_check_counts.at(row)
    return [charts.strategy_check_drm.modifier(f"{dps} damage points", row, times=steps)] if steps else []


def give_up(state: State, side: Side, action: GiveUpOrder, world: World, dice: Dice) -> State:
    """Fail an order on purpose; a rendezvous is simply called off (9.387, 9.388)."""
    own = state.secret(side)
    order = own.order_of(action.order)
    if order.type == "rendezvous":
        return execution.ended(state, side, order, "taken back", "it was called off", world, dice)
    holders = [formation for formation in own.formations if formation.order == order.id]
    told = chits.words(order, world)
    dps = sum([holder.dps for holder in holders])
    add = weariness(dps, world.charts)
    through = strategy(state, side, (order_command(own, order),), world, dice, f"orders are given up: {told}", add)
    state = spent(state, side, "strategy_check")
    dice.tell(OrderTaken(side, "given up", order.id, told, order.holder, through), to=(side,))
    if not through:
        return tried(state, side, f"give:{order.id}")
    return execution.ended(state, side, order, "failed", "it was given up", world, dice)


def order_command(own: Secret, order: Order) -> str:
    """The Command whose admiral answers for an order that is issued."""
    holder = own.formation(order.holder)
    return holder.command if holder is not None else order.command


def closings(view: Seated, formation: Formation, world: World) -> list[Any]:
    """What a formation's orders leave to decide at the end of an impulse."""
    own = view.own
    order = holding.held(own, formation)
    if order is None or order.holder != formation.id:
        return []
    fresh = [other for other in own.formations if other.place == formation.place and other.id != formation.id]
    offered: list[Any] = [HandOverOrder(order.id, formation.id) for formation in fresh]
    offered = [option for option in offered if why_not_hand_over(view, option, world) is None]
    if why_not_extend(view, ExtendOrder(order.id), world) is None:
        offered.append(ExtendOrder(order.id))
    return offered
