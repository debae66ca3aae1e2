"""Standing orders of steamers: a fleet goes on, or follows its leader, and fires or answers without a question.

Nothing is ruled here. What stands is looked up in the seat's view, and what comes of it is an order like any other.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, Literal

from weathergauge.beside.standing import LineOrders, Stood
from weathergauge.frame import ahead
from weathergauge.frame.chapter import Choices
from weathergauge.frame.events import Ready
from weathergauge.freetable.geometry import bearing, inches, turn_to
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


class StandingOrders(LineOrders, frozen=True):
    """What a side lets its ships do without being asked."""

    answer: Literal["ask", "all", "hold", "advised"] = "ask"
    """A salvo at a ship of ours is answered with all that bears, or not."""
    speeds: Literal["ask", "keep", "advised"] = "ask"
    """Ships keep the speed that they are ordered."""


WAYS = (*ahead.WAYS, "answer", "speeds")


def stage(table: Table) -> str:
    """Mark what is decided: whoever takes a ship in hand keeps her until she is done."""
    ship = table.phase.ship if isinstance(table.phase, Activating) else -1
    return f"{table.turn} {type(table.phase).__name__.lower()} {ship}"


def in_words(view: View, orders: StandingOrders) -> tuple[str, ...]:
    """Put standing orders into sentences."""
    table = view.table
    more: dict[str, list[str]] = {
        "ask": [], "all": ["Salvos are answered with all that bears"], "hold": ["No salvo is answered"],
        "advised": ["Captains answer salvos as they think best"],
    }  # fmt: skip
    speeds: dict[str, list[str]] = {
        "ask": [], "keep": ["Ships keep their speeds"], "advised": ["Captains choose their speeds"],
    }  # fmt: skip
    said = (*more[orders.answer], *speeds[orders.speeds])
    return ahead.in_words(orders, table.turn, lambda id: name(table, id), "inches", "All that bears is", said)


def stand(view: View, orders: StandingOrders, choices: Choices[Any, Any], charts: Charts) -> Stood:
    """Say what standing orders come to now."""
    table, now = view.table, ahead.this_turn(orders, view.table.turn, WAYS)
    found: Any = None
    advised = False
    match table.phase:
        case Commanding():
            found, advised = (Ready() if now.speeds == "keep" else None), now.speeds == "advised"
        case Activating(ship=-1):
            found, advised = _picked(view, now, choices), now.sail == "advised"
        case Activating(ship=number, stage="move"):
            if not ahead.by_hand(now, table.ships[number].id):
                found, advised = _moved(view, now, number, charts)
        case Activating(ship=number):
            found, advised = _fired(table.ships[number], now, choices), now.fire == "advised"
        case Countering(waiting=(first, *_)) if now.answer in ("all", "hold"):
            ship = table.ships[first]
            if ship.id not in now.by_hand:
                every = [choice for choice in choices if isinstance(choice, Counter)]
                found = every[0] if now.answer == "all" else Counter(ship.id)
        case Countering():
            advised = now.answer == "advised"
        case _:
            found, advised = ahead.passed(now, choices), now.other == "advised"
    return ahead.stood(orders, now, found, advised, choices)


def _picked(view: View, orders: StandingOrders, choices: Choices[Any, Any]) -> Activate | None:
    """The leader is asked for first, so that her line has somebody to follow; ships by hand come when no others are left."""
    if orders.sail in ("ask", "advised"):
        return None
    waiting = [choice.ship for choice in choices if isinstance(choice, Activate)]
    if orders.sail == "follow" and orders.leader in waiting:
        return Activate(orders.leader)
    alone = [id for id in waiting if not ahead.by_hand(orders, id)]
    return Activate(alone[0]) if alone else None


def _moved(view: View, orders: StandingOrders, number: int, charts: Charts) -> tuple[Steam | None, bool]:
    """Where she goes by herself, or whether her captain decides: near an enemy, and where she would meet somebody."""
    if orders.sail in ("ask", "advised"):
        return None, orders.sail == "advised"
    table, ship = view.table, view.table.ships[number]
    foes = [n for n, other in enumerate(table.ships) if other.side != ship.side and other.able]
    if any(inches(arcs.square(table, number, n)) < orders.near * INCH for n in foes):
        return None, orders.met == "advised"
    most = shown(table, number, charts).run
    if not most or ship.grounded:
        return Steam(ship.id), False
    plan = Steam(ship.id, most)
    led_by = _before(table, number, orders.leader) if orders.sail == "follow" else None
    if led_by is not None:
        plan = _astern(table, number, led_by, most, charts)
    # Whom she would meet, a shore or the edge is for her captain to judge.
    about = Waters(table, number, most)
    legs = carried_on(table, number, (plan.run, plan.turn, plan.then, 0, 0), most, about)
    return (None, orders.met == "advised") if foreseen(about, ship.base, legs, most) else (plan, False)


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


def _astern(table: Table, number: int, led_by: Ship, most: int, charts: Charts) -> Steam:
    """Towards the place astern of the ship before her, as far as her orders let her."""
    ship = table.ships[number]
    dx, dy = led_by.x - ship.x, led_by.y - ship.y
    far = isqrt(dx * dx + dy * dy)
    wanted = bearing((ship.x, ship.y), (led_by.x, led_by.y)) if far > ASTERN else led_by.heading
    least = bound(table, number, most)
    run = min(most, max(least, far - ASTERN))
    largest = turn_limit(ship, table.settings) if not ship.rudder else 0
    angle = max(-largest, min(largest, turn_to(ship.heading, wanted)))
    if not angle or run <= STRAIGHT:
        return Steam(ship.id, run)
    return Steam(ship.id, STRAIGHT, angle, run - STRAIGHT)


def _fired(ship: Ship, orders: StandingOrders, choices: Choices[Any, Any]) -> Salvo | Done | None:
    if ship.id in orders.by_hand or orders.fire in ("ask", "advised"):
        return None
    salvos = [choice for choice in choices if isinstance(choice, Salvo)] if orders.fire == "nearest" else []
    return salvos[0] if salvos else Done(ship.id)
