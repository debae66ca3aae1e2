"""A scenario set out on the map: counters, orders and convoys as its first council finds them."""

from __future__ import annotations

from msgspec import to_builtins

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.campaigns import holds
from weathergauge.rulesets.sealords.forces import Order
from weathergauge.rulesets.sealords.orders import chits, convoys, execution
from weathergauge.rulesets.sealords.phases import Council
from weathergauge.rulesets.sealords.scenarios import Scenario
from weathergauge.rulesets.sealords.sequence import OPENING, serial
from weathergauge.rulesets.sealords.state import Date, EventMark, Port, Secret, State, Tally, replace
from weathergauge.rulesets.sealords.terms import OrderState, Side
from weathergauge.rulesets.sealords.title_types import state_type, table_type
from weathergauge.rulesets.sealords.world import Place, World
from weathergauge.rulesets.sealords.written_forces import Coming, Forces, Held


def set_out(scenario: Scenario, world: World, dice: Dice) -> State:
    """The fleets in their places, and a council before the first turn. No dice are thrown."""
    table = table_type(world.title)(
        title=world.title,
        name=scenario.name,
        date=scenario.start,
        last=_last(scenario, world),
        settings=scenario.settings,
        phase=Council(world.sides),
        step=OPENING,
        rolled_end=scenario.end_die,
        first=world.sides[0],
        ports=tuple([_port(place, scenario, world) for place in world.places.values() if place.port]),
        rovers=tuple([auxiliary for auxiliary in scenario.forces.auxiliaries if auxiliary.side == ""]),
        tallies=(
            _tally(scenario.prestige[0], scenario.a_year_ago[0]),
            _tally(scenario.prestige[1], scenario.a_year_ago[1]),
        ),
        events=tuple([EventMark(id, scenario.start.year, scenario.start.turn) for id in _marked(scenario)]),
        campaigns=scenario.campaigns,
        relations=scenario.relations,
    )
    forces = _counted(scenario.forces, world.sides)
    state = state_type(world.title)(table, (Secret(), Secret()))
    for formation in forces.formations:
        state = state.with_formation(formation)
    for side in world.sides:
        coming = [arrival for arrival in forces.coming if arrival.formation.side == side]
        there = [formation for formation in forces.formations if formation.side == side]
        state = state.with_secret(side, replace(state.secret(side), serial=len(there) + len(coming)))
        state = _held(state, side, forces.orders, world)
        own = state.secret(side)
        changed = replace(
            own,
            auxiliaries=tuple([auxiliary for auxiliary in forces.auxiliaries if auxiliary.side == side]),
            leaders=tuple([leader for whose, leader in forces.leaders if whose == side]),
            orders=(*own.orders, *_left(chits.chits(side, world), own.orders)),
            arrivals=tuple([(serial(arrival.date, world), 1, arrival.formation) for arrival in coming]),
        )
        state = state.with_secret(side, changed)
    return state


def _port(place: Place, scenario: Scenario, world: World) -> Port:
    """A port in the hands that hold it: armies in the field have taken some (SL59)."""
    takers = [
        rule.to
        for front in scenario.campaigns
        for rule in world.campaign(front.id).taken
        if rule.port == place.id and holds(rule, world.campaign(front.id), front.at)
    ]
    return Port(place.id, takers[0] if takers else place.owner)


def _counted(forces: Forces, sides: tuple[Side, Side]) -> Forces:
    """The forces with ids that tell nothing (SL78): a counter lies open, and a file calls it by its admiral."""
    ids: dict[str, str] = {}
    for side in sides:
        everything = [*forces.formations, *[arrival.formation for arrival in forces.coming]]
        for number, formation in enumerate([formation for formation in everything if formation.side == side], 1):
            ids[formation.id] = f"{side}_f{number}"
    return replace(
        forces,
        formations=tuple([replace(formation, id=ids[formation.id]) for formation in forces.formations]),
        coming=tuple(
            [
                Coming(arrival.date, replace(arrival.formation, id=ids[arrival.formation.id]))
                for arrival in forces.coming
            ]
        ),
        auxiliaries=tuple(
            [replace(auxiliary, base=ids.get(auxiliary.base, auxiliary.base)) for auxiliary in forces.auxiliaries]
        ),
        orders=tuple([replace(order, holder=ids.get(order.holder, "")) for order in forces.orders]),
    )


def _tally(prestige: int, a_year_ago: int) -> Tally:
    return Tally(prestige=prestige, year_began=prestige, previous_year=a_year_ago)


def _marked(scenario: Scenario) -> tuple[str, ...]:
    """What has happened already, the beginning of campaigns in the field included."""
    return tuple(dict.fromkeys([*scenario.events, *[front.event for front in scenario.campaigns]]))


def _last(scenario: Scenario, world: World) -> Date:
    """The last turn, or another if the settings have a limit of turns."""
    if scenario.settings.turns is None:
        return scenario.last
    turns = world.charts.turn_structure.of(int, "turns_per_year")
    number = scenario.start.turn - 1 + scenario.settings.turns - 1
    return Date(scenario.start.year + number // turns, number % turns + 1)


def _held(state: State, side: Side, given: tuple[Held, ...], world: World) -> State:
    """The orders with which a side begins: issued where they name a holder, with their convoy; else received."""
    orders = []
    for number, held in enumerate(given, 1):
        if world.contingents[held.command].side != side:
            continue
        order = replace(chits.chit(to_builtins(held), f"first_{number}"), state="received")
        holder = state.formation(held.holder)
        if holder is not None:
            issued = execution.issued_in(state.table, world)
            begun: OrderState = "in_execution" if held.impulses else "issued"
            order = replace(
                order, state=begun, impulses=held.impulses, visits=held.visits, holder=holder.id, issued=issued, at_sea=holder.sail
            )  # fmt: skip
            if order.type in convoys.ESCORTED:
                kind = convoys.kind_of(order)
                state, convoy = convoys.made(
                    state, side, kind, order.target, order.route, order.command, world, waits=True
                )
                order = replace(order, convoy=convoy.id, cargo=world.charts.convoy_cargo.at(kind))
            state = state.with_formation(replace(holder, order=order.id))
        orders.append(order)
    return state.with_secret(side, replace(state.secret(side), orders=tuple(orders)))


def _left(pool: tuple[Order, ...], held: tuple[Order, ...]) -> list[Order]:
    """The chits that are still in the pool: for each order that is held, one of the same type and target is not."""
    left = list(pool)
    for order in held:
        same = [
            other
            for other in left
            if (other.type, other.command, other.target) == (order.type, order.command, order.target)
        ]
        if same:
            left.remove(same[0])
    return left
