"""Standing orders of steamers: a fleet goes on, or follows its leader, and fires or answers without a question.

Nothing is ruled here. What stands is looked up in the seat's view, and what comes of it is an order like any other.
"""

from __future__ import annotations

from math import isqrt
from typing import Annotated, Any, Literal

from msgspec import Meta

from weathergauge.beside.standing import FleetOrders, Stood, only
from weathergauge.frame.chapter import Choices
from weathergauge.frame.events import Ready
from weathergauge.frame.words import listed
from weathergauge.freetable.geometry import bearing, inches, turn_to
from weathergauge.ruleset import Refused
from weathergauge.rulesets.ironclads import arcs
from weathergauge.rulesets.ironclads.actions import Activate, Counter, Done, Salvo, Steam
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.passage import STRAIGHT
from weathergauge.rulesets.ironclads.speed import shown
from weathergauge.rulesets.ironclads.state import INCH, Activating, Commanding, Countering, Ship, Table, View
from weathergauge.rulesets.ironclads.steaming import bound, carried_on, foreseen, turn_limit
from weathergauge.rulesets.ironclads.waters import Waters
from weathergauge.rulesets.ironclads.words import name

ASTERN = 4 * INCH
"""So far from the middle of one ship to that of the next in a line."""


class StandingOrders(FleetOrders, frozen=True):
    """What a side lets its ships do without being asked."""

    sail: Literal["ask", "on", "follow"] = "ask"  # type: ignore[assignment]  # steamers know one way more
    """They go straight on at the speed of their orders, or each in the wake of the ship before her."""
    leader: Annotated[str, Meta(max_length=200)] = ""
    """Who is followed: she is ordered by hand."""
    near: Annotated[int, Meta(ge=0, le=60)] = 10
    """A ship with an enemy within so many inches is asked about where she goes."""
    answer: Literal["ask", "all", "hold"] = "ask"
    """A salvo at a ship of ours is answered with all that bears, or not."""
    speeds: Literal["ask", "keep"] = "ask"
    """Ships keep the speed that they are ordered."""


def stage(table: Table) -> str:
    """Mark what is decided: whoever takes a ship in hand keeps her until she is done."""
    ship = table.phase.ship if isinstance(table.phase, Activating) else -1
    return f"{table.turn} {type(table.phase).__name__.lower()} {ship}"


def stand_by(view: View, orders: StandingOrders) -> StandingOrders:
    """Hold ships to those that are there."""
    own = [ship.id for ship in view.table.ships if ship.side == view.seat]
    for id in (*orders.by_hand, *([orders.leader] if orders.leader else [])):
        if id not in own:
            raise Refused(f"{id!r} is no ship of yours: expected {listed(own)}")
    if orders.sail == "follow" and not orders.leader:
        raise Refused("a line follows somebody: name the ship that leads it")
    return orders


def in_words(view: View, orders: StandingOrders) -> tuple[str, ...]:
    """Put standing orders into sentences."""
    table = view.table
    lead = name(table, orders.leader) if orders.leader else ""
    told = {
        "ask": [], "on": [f"Ships go straight on until an enemy is within {orders.near} inches"],
        "follow": [f"Ships follow {lead} until an enemy is within {orders.near} inches"],
    }[orders.sail]  # fmt: skip
    told = [*told]
    told += {"ask": [], "nearest": ["All that bears is fired at the nearest"], "hold": ["No gun is fired"]}[orders.fire]
    told += {"ask": [], "all": ["Salvos are answered with all that bears"], "hold": ["No salvo is answered"]}[
        orders.answer
    ]
    told += ["Ships keep their speeds"] if orders.speeds == "keep" else []
    hands = [id for id in orders.by_hand if id != orders.leader]
    if told and hands:
        told.append(f"You are asked about {listed([name(table, id) for id in hands])}")
    return tuple(told)


def stand(view: View, orders: StandingOrders, choices: Choices[Any, Any], charts: Charts) -> Stood:
    """Say what standing orders come to now."""
    found: Any = None
    match view.table.phase:
        case Commanding() if orders.speeds == "keep":
            found = Ready()
        case Activating(ship=-1):
            found = _picked(view, orders, choices)
        case Activating(ship=number, stage="move"):
            found = _moved(view, orders, number, charts) if not _handled(view.table.ships[number], orders) else None
        case Activating(ship=number):
            found = _fired(view.table.ships[number], orders, choices)
        case Countering(waiting=(first, *_)) if orders.answer != "ask":
            ship = view.table.ships[first]
            if ship.id not in orders.by_hand:
                every = [choice for choice in choices if isinstance(choice, Counter)]
                found = every[0] if orders.answer == "all" else Counter(ship.id)
    if found is None and orders.alone:
        found = only(choices, choices.forms())
    return Stood(orders, found)


def _handled(ship: Ship, orders: StandingOrders) -> bool:
    return ship.id in orders.by_hand or ship.id == orders.leader


def _picked(view: View, orders: StandingOrders, choices: Choices[Any, Any]) -> Activate | None:
    """The leader is asked for first, so that her line has somebody to follow; ships by hand come when no others are left."""
    if orders.sail == "ask":
        return None
    waiting = [choice.ship for choice in choices if isinstance(choice, Activate)]
    if orders.sail == "follow" and orders.leader in waiting:
        return Activate(orders.leader)
    ships = {ship.id: ship for ship in view.table.ships}
    alone = [id for id in waiting if not _handled(ships[id], orders)]
    return Activate(alone[0]) if alone else None


def _moved(view: View, orders: StandingOrders, number: int, charts: Charts) -> Steam | None:
    table, ship = view.table, view.table.ships[number]
    foes = [n for n, other in enumerate(table.ships) if other.side != ship.side and other.able]
    if orders.sail == "ask" or any(inches(arcs.square(table, number, n)) < orders.near * INCH for n in foes):
        return None
    most = shown(table, number, charts).run
    if not most or ship.grounded:
        return Steam(ship.id)
    plan = Steam(ship.id, most)
    ahead = _before(table, number, orders.leader) if orders.sail == "follow" else None
    if ahead is not None:
        plan = _astern(table, number, ahead, most, charts)
    # Whom she would meet, a shore or the edge is for her captain to judge.
    about = Waters(table, number, most)
    legs = carried_on(table, number, (plan.run, plan.turn, plan.then, 0, 0), most, about)
    return None if foreseen(about, ship.base, legs, most) else plan


def _before(table: Table, number: int, leader: str) -> Ship | None:
    """The ship before her in the line: the one of her side that is listed before her, the leader for the first."""
    ship = table.ships[number]
    first = table.ships[table.number(leader)]
    line = [
        other
        for other in table.ships
        if other.side == ship.side and other.able and not other.fort and other is not first
    ]
    at = line.index(ship)
    return line[at - 1] if at else first


def _astern(table: Table, number: int, ahead: Ship, most: int, charts: Charts) -> Steam:
    """Towards the place astern of the ship before her, as far as her orders let her."""
    ship = table.ships[number]
    dx, dy = ahead.x - ship.x, ahead.y - ship.y
    far = isqrt(dx * dx + dy * dy)
    wanted = bearing((ship.x, ship.y), (ahead.x, ahead.y)) if far > ASTERN else ahead.heading
    least = bound(table, number, most)
    run = min(most, max(least, far - ASTERN))
    largest = turn_limit(ship, table.settings) if not ship.rudder else 0
    angle = max(-largest, min(largest, turn_to(ship.heading, wanted)))
    if not angle or run <= STRAIGHT:
        return Steam(ship.id, run)
    return Steam(ship.id, STRAIGHT, angle, run - STRAIGHT)


def _fired(ship: Ship, orders: StandingOrders, choices: Choices[Any, Any]) -> Salvo | Done | None:
    if ship.id in orders.by_hand or orders.fire == "ask":
        return None
    salvos = [choice for choice in choices if isinstance(choice, Salvo)] if orders.fire == "nearest" else []
    return salvos[0] if salvos else Done(ship.id)
