"""Standing orders of a fleet under sail: lines hold on, and broadsides are fired at the nearest without a question.

Nothing is ruled here. What stands is looked up in the seat's view, and what comes of it is an order like any other.
"""

from __future__ import annotations

from typing import Any

from weathergauge.beside.standing import FleetOrders, Stood, only
from weathergauge.frame.chapter import Choices
from weathergauge.frame.words import listed
from weathergauge.ruleset import Refused
from weathergauge.rulesets.trafalgar.actions import Finish, Fire, Hold
from weathergauge.rulesets.trafalgar.state import Firing, Moving, Table, View
from weathergauge.rulesets.trafalgar.words import name


def stage(table: Table) -> str:
    """Mark the step that is being decided."""
    return f"{table.turn} {type(table.phase).__name__.lower()} {getattr(table.phase, 'side', '')}"


def stand_by(view: View, orders: FleetOrders) -> FleetOrders:
    """Hold ships to those that are there."""
    own = [ship.id for ship in view.table.ships if ship.side == view.seat]
    for id in orders.by_hand:
        if id not in own:
            raise Refused(f"{id!r} is no ship of yours: expected {listed(own)}")
    return orders


def in_words(view: View, orders: FleetOrders) -> tuple[str, ...]:
    """Put standing orders into sentences."""
    told = ["Lines and ships sail on as they were"] if orders.sail == "on" else []
    told += {"ask": [], "nearest": ["Every broadside is fired at the nearest"], "hold": ["Fire is held"]}[orders.fire]
    if told and orders.by_hand:
        told.append(f"You are asked about {listed([name(view.table, id) for id in orders.by_hand])}")
    return tuple(told)


def stand(view: View, orders: FleetOrders, choices: Choices[Any, Any]) -> Stood:
    """Say what standing orders come to now: ships by hand are left over, and then their owner is asked."""
    found: Any = None
    open_to = choices.subjects()
    hands = [id for id in open_to if id in orders.by_hand]
    match view.table.phase:
        case Moving() if orders.sail == "on" and not hands:
            found = Finish()
        case Firing() if orders.fire != "ask":
            found = next((_fired(orders, choices, id) for id in open_to if id not in orders.by_hand), None)
    if found is None and orders.alone:
        found = only(choices, choices.forms())
    return Stood(orders, found)


def _fired(orders: FleetOrders, choices: Choices[Any, Any], id: str) -> Fire | Hold | Finish | None:
    """All that bears at whoever is nearest on either side: the targets of a side are listed by their distance."""
    fires = [choice for choice in choices.of(id) if isinstance(choice, Fire)]
    holds = [choice for choice in choices.of(id) if isinstance(choice, Hold)]
    if orders.fire == "hold" and holds:
        return holds[0]
    port = next((fire.port for fire in fires if fire.port and not fire.starboard), None)
    starboard = next((fire.starboard for fire in fires if fire.starboard and not fire.port), None)
    if port or starboard:
        return Fire(id, port=port, starboard=starboard)
    return holds[0] if holds else None
