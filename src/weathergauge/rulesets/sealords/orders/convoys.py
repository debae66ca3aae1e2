"""Convoys (4.3): formations with cargo that are made for orders and events, wait for their escort, and land what is left.

They sail by themselves along their route (sea/passage.py); here is how they begin and how they end.
"""

from __future__ import annotations

from collections.abc import Iterable

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept, kept_by_value
from weathergauge.rulesets.sealords.campaigns import helped
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import noted, numbered, secret_of
from weathergauge.rulesets.sealords.forces import Cargo, Formation, Order
from weathergauge.rulesets.sealords.orders.events import ConvoyLanded, ConvoyMade
from weathergauge.rulesets.sealords.orders.holding import shut
from weathergauge.rulesets.sealords.ports import berth, friendly
from weathergauge.rulesets.sealords.state import State, Table, View, replace
from weathergauge.rulesets.sealords.terms import ConvoyKind, Help, OrderType, Side, State3
from weathergauge.rulesets.sealords.words import kept_name
from weathergauge.rulesets.sealords.world import World, at

ESCORTED: tuple[OrderType, ...] = ("escort", "transport", "victual")
"""Orders that are about a convoy."""
COUNTED_APART: tuple[ConvoyKind, ...] = ("support", "troop")
"""Convoys whose losses some prestige charts count by themselves."""
LANDED: dict[str, Help] = {"troop": "troops_landed", "support": "supplies_landed"}
"""What convoys bring to armies."""
REPAIR_POINT = "points_for_a_repair_point"
USUAL: dict[str, ConvoyKind] = {"escort": "trade", "transport": "troop", "victual": "victualling"}
KIND_WORDS: dict[ConvoyKind, str] = {
    "trade": "trade", "victualling": "victualling", "support": "support", "troop": "troop", "azogues": "treasure",
}  # fmt: skip


def kind_of(order: Order) -> ConvoyKind:
    """The kind of convoy that an order is about."""
    return order.kind or USUAL[order.type]


@kept(lambda order, world: (order, world))
def routes(order: Order, world: World) -> tuple[str, ...]:
    """The named routes among which the convoy of an order may choose; none is the shortest way."""
    if not order.route:
        return ()
    named = [name for name in world.values.routes if name == order.route or name.startswith(f"{order.route}_")]
    return tuple([name for name in named if order.target[-1] in world.values.routes[name]] or named)


@kept_by_value()
def course(target: tuple[str, ...], route: str, world: World, barred: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Every place of a convoy's way from the first to the last; empty where there is none.

    A named route is sailed from whichever end is nearer to where the convoy begins, and carried on to where it ends.
    """
    origin, goal = target[0], target[-1]
    edges = tuple([place.id for place in world.places.values() if place.kind == "entry"])
    if not route:
        way = world.way(origin, goal, (*edges, *barred))
        return (origin, *way) if way else ()
    places = world.values.routes[route]
    reach = world.distances(origin)
    if reach.get(places[-1], 999) < reach.get(places[0], 999):
        places = tuple(reversed(places))
    if goal in places:
        places = places[: places.index(goal) + 1]
    before = () if places[0] == origin else (origin, *world.way(origin, places[0], edges)[:-1])
    after = () if places[-1] == goal else world.way(places[-1], goal, edges)
    return (*before, *places, *after)


def open_sea(way: Iterable[str], world: World) -> str:
    """The first sea zone of a convoy's way, where no galleys follow it; empty where there is none."""
    return next((place for place in way if world.places[place].kind == "sea_zone"), "")


def enemy_ports(table: Table, side: Side, world: World) -> tuple[str, ...]:
    """Ports that a side's convoys go round."""
    return tuple([port.id for port in table.ports if world.side_of(port.owner) not in (None, side)])


def made(
    state: State,
    side: Side,
    kind: ConvoyKind,
    target: tuple[str, ...],
    route: str,
    command: str,
    world: World,
    *,
    waits: bool,
) -> tuple[State, Formation]:
    """Put a convoy where its way begins: in port, on the edge of the map next to it, or at sea if there is neither.

    SL50. One that waits does not sail before its escort has come to it.
    """
    way = course(target, route, world, enemy_ports(state.table, side, world))
    start, before = way[0], way[1:]
    place = start
    ready: State3 = "ready"
    if world.places[start].port:
        place, ready = (berth(start, world), "fitting_out") if waits else (start, "ready")
    elif world.places[start].kind != "entry":
        edges = [near for near in world.near(start) if world.places[near].kind == "entry"]
        if edges:
            place, before = edges[0], way
    points = world.charts.convoy_cargo.at(kind)
    state, id = numbered(state, side)
    convoy = Formation(
        id=id,
        side=side,
        name=f"the {KIND_WORDS[kind]} convoy to {kept_name(target[-1], world)}",
        kind="convoy",
        place=place,
        command=command,
        state=ready,
        cargo=Cargo(kind, points, points, before, target[-1], waits),
        since=state.table.serial,
    )
    return state.with_formation(convoy), convoy


def gathered(convoy: Formation, dice: Dice) -> None:
    """Tell a side of a new convoy of its own."""
    dice.tell(ConvoyMade(convoy.side, convoy.id, convoy.name, convoy.place), to=(convoy.side,))


def escorts(where: State | View, convoy: Formation) -> tuple[Formation, ...]:
    """Formations stacked with a convoy that have orders to bring it home."""
    own = secret_of(where, convoy.side)
    if own is None:
        return ()
    bound = {order.id for order in own.orders if order.convoy == convoy.id}
    return tuple(
        [
            formation
            for formation in own.formations
            if formation.order in bound and formation.afloat and formation.place == convoy.place
        ]
    )


def released(state: State, world: World) -> State:
    """Convoys at sea whose escort has come sail with it; those bound for a blockaded port turn to the one the title names.

    Those in port come out like ships of war (sea/convoys.py).
    """
    for side in world.sides:
        for convoy in state.secret(side).formations:
            if convoy.cargo is not None:
                state = _diverted(state, convoy, world) if not convoy.cargo.waits else _let_go(state, convoy, world)
    return state


def awaited(state: State, convoy: Formation, world: World) -> Formation | None:
    """The escort that has come to a convoy which waits for one; at the edge of the map, to the first place of its way too."""
    load, start = convoy.load, at(convoy.place)
    order = _order_of(state, convoy)
    edge = world.places[start].kind == "entry"
    meets = {start, load.route[0]} if edge and load.route else {start}
    here = state.secret(convoy.side).formations if order is not None and load.waits else ()
    return next(
        (convoy for convoy in here if order and convoy.order == order.id and convoy.afloat and convoy.place in meets),
        None,
    )


def _order_of(state: State, convoy: Formation) -> Order | None:
    return next((order for order in state.secret(convoy.side).orders if order.convoy == convoy.id), None)


def under_way(state: State, convoy: Formation) -> State:
    """A convoy waits no longer: the order for it is in execution."""
    state = state.with_formation(replace(convoy, cargo=replace(convoy.load, waits=False)))
    order = _order_of(state, convoy)
    if order is None:
        return state
    begun = replace(order, state="in_execution", away=0)
    return state.with_secret(convoy.side, state.secret(convoy.side).with_order(begun))


def _let_go(state: State, convoy: Formation, world: World) -> State:
    start = at(convoy.place)
    escort = None if world.places[start].port else awaited(state, convoy, world)
    if escort is None:
        return state
    cargo = convoy.load
    if escort.place != start:
        cargo = replace(cargo, route=cargo.route[1:])
    sailing = replace(convoy, place=escort.place, state="ready", cargo=cargo, since=state.table.serial)
    return under_way(state, sailing)


def _diverted(state: State, convoy: Formation, world: World) -> State:
    cargo = convoy.load
    other = world.values.diversions.get(cargo.target)
    if other is None or not shut(state, cargo.target, convoy.side) or shut(state, other, convoy.side):
        return state
    if not friendly(state.table, other, convoy.side, world):
        return state
    here = at(convoy.place)
    kept = [place for place in cargo.route if place != cargo.target]
    rest = world.way(kept[-1] if kept else here, other, (cargo.target,))
    return state.with_formation(replace(convoy, cargo=replace(cargo, route=(*kept, *rest), target=other)))


def came_in(state: State, convoy: Formation, world: World) -> bool:
    """Whether a convoy is where it was bound for, and not kept out."""
    cargo = convoy.cargo
    if cargo is None or cargo.waits or cargo.route or at(convoy.place) != cargo.target:
        return False
    return not (world.places[cargo.target].port and shut(state, cargo.target, convoy.side, convoys=True))


def landed(state: State, convoy: Formation, world: World, dice: Dice) -> State:
    """What is left of a convoy comes ashore: repair points where they are kept, a mark for what events ask about."""
    cargo = convoy.load
    table, port = state.table, state.table.port(cargo.target)
    if cargo.kind == "victualling" and port is not None and port.id in world.values.victualled:
        table = table.with_port(
            replace(port, points=port.points + cargo.points // world.charts.convoy_numbers.at(REPAIR_POINT))
        )
    if cargo.kind in ("troop", "support"):
        table = noted(table, f"landed:{cargo.kind}:{cargo.target}")
        table = helped(table, convoy.side, LANDED[cargo.kind], cargo.target, world)
    dice.tell(ConvoyLanded(convoy.side, convoy.id, convoy.name, cargo.target, cargo.points), to=(convoy.side,))
    return replace(state, table=table).without(convoy.id)


def enough(order: Order, cargo: Cargo, charts: Charts) -> bool:
    """Whether what came in fulfils the order: half of a trade convoy, any troops, a whole repair point."""
    match order.type:
        case "transport":
            return cargo.points > 0
        case "victual":
            return cargo.points >= charts.convoy_numbers.at(REPAIR_POINT)
    return cargo.points * 2 >= cargo.full


def cargo_lost(kind: str, dps: int, sail: int, charts: Charts) -> int:
    """Points that attacks cost a convoy; treasure ships are lost by the sail alone (SL21, SL44)."""
    return sail if kind == "azogues" else dps + charts.convoy_numbers.at("points_for_a_sail_sunk") * sail
