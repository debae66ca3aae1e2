"""Order chits: those of a title, those an event brings, and how they are drawn (P21, P22)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.words import listed
from weathergauge.rulesets.sealords.charts import Route, has_row
from weathergauge.rulesets.sealords.forces import Order
from weathergauge.rulesets.sealords.naming import place_words
from weathergauge.rulesets.sealords.orders import convoys
from weathergauge.rulesets.sealords.orders.events import OrdersDrawn
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World


def chit(entry: Mapping[str, Any], id: str, event: str = "") -> Order:
    """An order chit from an entry of the title's data."""
    return Order(
        id=id,
        type=entry["type"],
        state="pool",
        command=entry.get("command", ""),
        target=tuple(entry.get("target", ())),
        kind=entry.get("kind", ""),
        route=entry.get("route", ""),
        event=event,
    )


def chits(side: Side, world: World) -> tuple[Order, ...]:
    """The pool of a side at the beginning of a campaign."""
    made: list[Order] = []
    for entry in world.values.order_pool:
        if entry["side"] == side:
            for _ in range(entry.get("count", 1)):
                made.append(chit(entry, _chit_id(made, entry["type"])))  # each id depends on the rest
    return tuple(made)


def added(state: State, side: Side, entries: Iterable[Mapping[str, Any]], event: str, into: str) -> State:
    """With chits that an event brings, into the pool or at once to be received."""
    own = state.secret(side)
    for entry in entries:
        for _ in range(entry.get("count", 1)):
            new = replace(chit(entry, _chit_id(own.orders, entry["type"]), event), state=into)
            own = replace(own, orders=(*own.orders, new))
    return state.with_secret(side, own)


def _chit_id(orders: Iterable[Order], type: str) -> str:
    taken = {order.id for order in orders}
    number = 1
    while f"{type}_{number}" in taken:
        number += 1
    return f"{type}_{number}"


def sorted_out(state: State, world: World, dice: Dice) -> State:
    """A quarterly turn: what nobody received goes back to the pool, and each side draws anew (SL46)."""
    for side in world.sides:
        own = state.secret(side)
        back = [replace(order, state="pool") if order.state == "available" else order for order in own.orders]
        state = state.with_secret(side, replace(own, orders=tuple(back), promoted=False))
        state = _drawn(state, side, world, dice)
    return state


def _drawn(state: State, side: Side, world: World, dice: Dice) -> State:
    own = state.secret(side)
    kept = [order for order in own.orders if order.state == "received"]
    wanted = world.values.orders_drawn[side] - len(kept)
    commands = [
        contingent.id for contingent in world.values.contingents if contingent.side == side and contingent.command
    ]
    drawn: list[Order] = []
    while len(drawn) < wanted:
        pool = [order for order in own.orders if order.state == "pool"]
        bare = [command for command in commands if command not in {chit.command for chit in (*kept, *drawn)}]
        left = wanted - len(drawn)
        if bare and left <= len(bare):  # each Command gets at least one
            pool = [order for order in pool if order.command in bare] or pool
        if not pool:
            break
        types = sorted({chit.type for chit in pool})
        type = dice.pick(types, why=f"which kind of order comes for {side}?", seat=side, secret=True)
        same = [order for order in pool if order.type == type]
        chit = dice.pick(same, why=f"which order to {type.replace('_', ' ')}?", seat=side, secret=True)
        drawn.append(replace(chit, state="available"))
        own = own.with_order(drawn[-1])
    if drawn:
        names, told = tuple([chit.id for chit in drawn]), tuple([words(chit, world) for chit in drawn])
        dice.tell(OrdersDrawn(side, names, told), to=(side,))
    return state.with_secret(side, own)


def words(order: Order, world: World) -> str:
    """An order as people say it."""
    places = [place_name(place, world) for place in order.target if place in world.places]
    match order.type:
        case "cruise":
            return f"cruise off {listed(places)}"
        case "blockade":
            return f"blockade of {listed(places)}"
        case "interdict":
            return f"interdiction of {listed(places)}"
        case "escort":
            kind = convoys.KIND_WORDS[convoys.kind_of(order)]
            return f"escort of a {kind} convoy from {places[0]} to {places[-1]}"
        case "show_of_force":
            return f"show of force at {listed(places)}"
        case "support_the_army":
            return f"support of the army at {listed(places)}"
        case "transport":
            return f"transport of troops from {places[0]} to {places[-1]}"
        case "victual":
            return f"victualling of {places[-1]} from {places[0]}"
        case "transit":
            return f"passage {f'from {places[0]} ' if len(places) > 1 else ''}to {places[-1]}"
        case "seek_battle":
            whom = [
                world.contingents[contingent].words for contingent in order.target if contingent in world.contingents
            ]
            return f"battle with the {listed(whom) or 'enemy'}"
    return "rendezvous"


def route_words(route: str, world: World) -> str:
    """A convoy route as its chart names it."""
    chart = world.charts.convoy_routes
    if chart is not None and has_row(chart, route) and chart.at(route).name:
        return f"the {chart.at(route).name.lstrip('~')}{_apart(route, chart)}"
    return route.replace("_", " ")


def _apart(route: str, chart: Chart[Route]) -> str:
    """Where a route goes that its twin does not, which has the same name but for its letter."""
    row = chart.at(route)
    stem = row.name.rpartition(" ")[0]
    twins = [other for key, other in chart.cells.items() if key[0] != route and other.name.rpartition(" ")[0] == stem]
    alone = [space for space in row.spaces if twins and all(space not in twin.spaces for twin in twins)]
    return f" ({listed([place_words(space) for space in alone])})" if alone else ""
