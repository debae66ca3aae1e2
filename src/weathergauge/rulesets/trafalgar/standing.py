"""Standing orders of a fleet under sail: lines hold on, and broadsides are fired at the nearest without a question.

Nothing is ruled here. What stands is looked up in the seat's view, and what comes of it is an order like any other.
"""

from __future__ import annotations

from typing import Any

from weathergauge.beside.standing import FleetOrders, Stood
from weathergauge.frame import ahead
from weathergauge.frame.chapter import Choices
from weathergauge.freetable.geometry import touching
from weathergauge.rulesets.trafalgar.actions import Finish, Fire, Hold
from weathergauge.rulesets.trafalgar.state import INCH, Boarding, Firing, Grappling, Melee, Moving, Table, View
from weathergauge.rulesets.trafalgar.words import name


def stage(table: Table) -> str:
    """Mark the step that is being decided."""
    return f"{table.turn} {type(table.phase).__name__.lower()} {getattr(table.phase, 'side', '')}"


def in_words(view: View, orders: FleetOrders) -> tuple[str, ...]:
    """Put standing orders into sentences."""
    table = view.table
    return ahead.in_words(orders, table.turn, lambda id: name(table, id), "inches", "Every broadside is")


def stand(view: View, orders: FleetOrders, choices: Choices[Any, Any], charts: object = None) -> Stood:
    """Say what standing orders come to now: ships by hand are left over, and then their owner is asked."""
    table, now = view.table, ahead.this_turn(orders, view.table.turn)
    found: Any = None
    advised = False
    open_to = choices.subjects()
    match table.phase:
        case Moving() if now.sail == "advised":
            advised = True
        case Moving() if now.sail == "on" and not any(id in now.by_hand for id in open_to):
            if not any(_meets(table, id, now.near) for id in open_to):
                found = Finish()
            else:
                advised = now.met == "advised"
        case Firing() if now.fire == "advised":
            advised = True
        case Firing() if now.fire != "ask":
            found = next((_fired(now, choices, id) for id in open_to if id not in now.by_hand), None)
        case Boarding() | Grappling() | Melee():
            found, advised = ahead.passed(now, choices), now.other == "advised"
    return ahead.stood(orders, now, found, advised, choices)


def _meets(table: Table, id: str, near: int) -> bool:
    """Whether an enemy is so near to a ship that her owner wants to be asked, or her captain to decide."""
    number = table.number(id)
    if not near or number < 0:
        return False
    side, base = table.ships[number].side, table.ships[number].base
    foes = (ship for ship in table.ships if ship.side != side and ship.able)
    return any(touching(base, foe.base, near * INCH) for foe in foes)


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
