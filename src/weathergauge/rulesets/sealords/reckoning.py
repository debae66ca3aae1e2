"""What can be reckoned about orders beforehand: impulses that are left, moves to be made, and what the next count would pay."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from weathergauge.rulesets.sealords.council import dispatch
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.orders import convoys, execution
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED
from weathergauge.rulesets.sealords.sea.passage import acts
from weathergauge.rulesets.sealords.sequence import OPENING, season, serial
from weathergauge.rulesets.sealords.state import Date, Seated, Secret, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, at
from weathergauge.rulesets.sealords.yards.counting import closes, orders_pay

# Time


def impulses(world: World) -> int:
    """Impulses of a turn."""
    return world.charts.turn_structure.of(int, "impulses_per_operations_phase")


def date_of(number: int, world: World) -> Date:
    """The turn of a serial number."""
    turns = world.charts.turn_structure.of(int, "turns_per_year")
    year, turn = divmod(number - 1, turns)
    return Date(year, turn + 1)


def turn_words(date: Date, world: World) -> str:
    """Turn 3 of 1744, winter."""
    return f"turn {date.turn} of {date.year}, {season(date, world)}"


def last(table: Table, world: World) -> int:
    """The turn with which the scenario ends at the latest."""
    return serial(table.last, world)


def sailed(table: Table) -> bool:
    """Whether the impulses of this turn are over: its administration has begun, and not that of an opening council."""
    return table.date.impulse == 0 and table.step != OPENING


def impulses_left(table: Table, until: int, world: World) -> int:
    """Ends of impulses that are still to come until a turn ends, that of the impulse in hand included."""
    number = impulses(world)
    here = 0 if sailed(table) else number - max(table.date.impulse, 1) + 1
    return max(0, here + number * (until - serial(table.date, world)))


def until(order: Order, table: Table, world: World) -> int | None:
    """The turn with whose end an issued order runs out, if it is under a limit now."""
    limit = execution.deadline(order, world.charts)
    since = order.issued or serial(table.date, world) - 1  # a scenario's own order counts as of the turn before
    return None if limit is None else since + limit


def end_of(order: Order, table: Table, world: World) -> int:
    """The turn by whose end it must be fulfilled: by its own limit, or before the scenario ends."""
    term = world.charts.order_terms.at(order.type).turns
    if term is None:
        return last(table, world)
    since = order.issued or execution.issued_in(table, world)
    return min(since + term + order.extended, last(table, world))


# The count


class Count(Struct, frozen=True):
    """When orders are counted, and whether another count comes before it."""

    date: Date
    fresh: bool


def counting(table: Table, ends: int, world: World) -> Count:
    """The count for an order that is done so many ends of impulses from now."""
    now, number = serial(table.date, world), impulses(world)
    here = impulses_left(table, now, world)
    done = now if ends <= here else now - (here - ends) // number
    counts = [turn for turn in range(now + int(sailed(table)), last(table, world) + 1) if _counts(turn, table, world)]
    turn_of = next((turn for turn in counts if turn >= done), last(table, world))
    past = sailed(table) and _counts(now, table, world)
    return Count(date_of(turn_of, world), past or counts[:1] != [turn_of])


def _counts(turn: int, table: Table, world: World) -> bool:
    return closes(replace(table, date=date_of(turn, world)), world)


def paid(table: Table, side: Side, more: int, fresh: bool, world: World) -> tuple[int, int]:
    """What a count pays a side and the enemy, with so many orders more done than failed."""
    net = [0 if fresh else tally.fulfilled - tally.failed for tally in table.tallies]
    net[world.sides.index(side)] += more
    pay = orders_pay(net[0], net[1], world)
    if pay.ahead is None:
        return 0, 0
    return (pay.gains, -pay.loses) if pay.ahead == side else (-pay.loses, pay.gains)


# The way


def watches(port: str, world: World) -> tuple[str, ...]:
    """Places from which a port is blockaded from afar."""
    return tuple(
        [near for near in world.near(port) if world.lane(near, port) is not None and world.places[near].kind != "entry"]
    )


def places(order: Order, own: Secret, world: World) -> tuple[str, ...]:
    """Where the holder's impulses count; of a convoy where it waits or is, of a passage where it leads."""
    match order.type:
        case "blockade":
            return (order.target[0], *watches(order.target[0], world))
        case "escort" | "transport" | "victual":
            convoy = own.formation(order.convoy)
            return (at(convoy.place),) if convoy is not None else order.target[:1]
        case "transit":
            return order.target[-1:]
        case "rendezvous":
            holder = own.formation(order.target[0])
            return (at(holder.place),) if holder is not None else ()
    return tuple([place for place in order.target if place in world.places])


def steps(formation: Formation, goals: tuple[str, ...], world: World) -> int:
    """Moves to the nearest of some places by the shortest way, coming out of port included."""
    if not goals:
        return 0
    edges = [place.id for place in world.places.values() if place.kind == "entry"]
    ways = [0 if goal == at(formation.place) else len(world.way(formation.place, goal, edges)) for goal in goals]
    return min(ways) + int(not formation.afloat)


class Soonest(Struct, frozen=True):
    """The soonest that a formation can fulfil an order, with the wind all the way and nobody in it."""

    formation: Formation
    missing: int
    """Impulses in execution that are still needed; none where they are not counted."""
    steps: int
    impulses: int
    """Ends of impulses until it is done."""


def soonest(order: Order, seated: Seated, world: World) -> Iterator[Soonest]:
    """Reckon it for its holder; for each that may be given it, while nobody holds it."""
    needed = execution.needed(order, world.charts)
    missing = max(0, needed - order.impulses) if needed is not None else 0
    for formation in _holding(order, seated, world):
        far = steps(formation, places(order, seated.own, world), world)
        if order.type in ESCORTED:
            far += _passage(order, seated, world)
        arrives = _impulse_of(formation, far, seated.table, world)
        yield Soonest(formation, missing, far, arrives + max(missing, 1))


def _holding(order: Order, seated: Seated, world: World) -> list[Formation]:
    own = seated.own.formations
    if order.state in execution.UNDER_WAY:
        return [formation for formation in own if formation.order == order.id]
    return [
        formation
        for formation in own
        if any(issue.order == order.id for issue in dispatch.issues(seated, formation, world))
    ]


def _passage(order: Order, seated: Seated, world: World) -> int:
    """Moves of a convoy until it is in; the shortest of its ways, where it may choose."""
    convoy = seated.own.formation(order.convoy)
    if convoy is not None:
        return len(convoy.load.route)
    barred = convoys.enemy_ports(seated.table, seated.seat, world)
    ways = [convoys.course(order.target, route, world, barred) for route in convoys.routes(order, world) or ("",)]
    return min([len(way) - 1 for way in ways if way], default=0)


def _impulse_of(formation: Formation, far: int, table: Table, world: World) -> int:
    """In which impulse from now a formation has made so many moves; 0 is the one in hand, or the next in an administration."""
    increments = world.charts.turn_structure.of(int, "mpis_per_impulse")
    charts = world.charts
    every = [acts(formation, mpi, charts) for mpi in range(increments + 1)]
    made = sum(every) if sailed(table) or not table.date.mpi else sum(every[table.date.mpi :]) - int(formation.acted)
    impulse = 0
    while made < far:
        made += sum(every)
        impulse += 1
    return impulse
