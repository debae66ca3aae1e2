"""What chapters share about written orders: which takes whose place, and the sentences that refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from weathergauge.frame.fleet import no_such_ship
from weathergauge.frame.memory import kept
from weathergauge.rulesets.wsim.actions import (
    Cut,
    Fend,
    Fire,
    Grapple,
    Load,
    Man,
    Order,
    Party,
    Plot,
    Repair,
    Sails,
    Signal,
    Tow,
    Unfoul,
)
from weathergauge.rulesets.wsim.state import Secret, Ship, Table, replace

Slot = tuple[str, ...]
"""What an order is about."""

_SLOTS: dict[type, Callable[[Any], Slot]] = {
    Unfoul: lambda order: ("Unfoul", order.ship, order.other),
    Grapple: lambda order: ("Grapple", order.ship, order.other),
    Fend: lambda order: ("Fend", order.ship, order.other),
    Cut: lambda order: ("Cut", order.ship, order.side),
    Fire: lambda order: ("Fire", order.ship, order.broadside),
    Party: lambda order: ("Party", order.ship, order.kind, order.target),
    Man: lambda order: ("Man", order.ship, order.other),
    Load: lambda order: ("hands", order.ship),  # she loads one broadside or repairs, never both
    Repair: lambda order: ("hands", order.ship),
    Plot: lambda order: ("Plot", order.ship),
    Signal: lambda order: ("Signal", order.ship),
    Tow: lambda order: ("Tow", order.ship),
    Sails: lambda order: ("Sails", order.ship),
}


def slot(order: Order, opening: bool = False) -> Slot:
    """What an order is about: a later one of the same slot takes its place. Before the action both sides are loaded."""
    if opening and type(order) is Load:
        return "hands", order.ship, order.broadside
    return _SLOTS[type(order)](order)


@kept(lambda orders, opening: (orders, opening), size=64)
def taken(orders: tuple[Order, ...], opening: bool) -> dict[Slot, Order]:
    """Orders by what they are about."""
    return {slot(order, opening): order for order in orders}


def written(own: Secret, order: Order, opening: bool = False) -> Secret:
    """The side's orders with this one, in the place of any that it replaces; in what order they were written is lost."""
    orders = {**taken(own.orders, opening), slot(order, opening): order}
    return replace(own, orders=tuple([orders[key] for key in sorted(orders)]))


def has(own: Secret, order: Order, opening: bool = False) -> bool:
    """Whether something is written where this order would go."""
    return bool(own.orders) and slot(order, opening) in taken(own.orders, opening)


def erased(own: Secret, ship: str) -> Secret:
    """The side's orders without those of one ship."""
    return replace(own, orders=tuple([order for order in own.orders if order.ship != ship]))


def unknown(table: Table, id: str) -> str:
    """The sentence for a ship that nobody knows."""
    return no_such_ship(id, [ship.id for ship in table.ships])


def out_of_it(ship: Ship) -> str | None:
    """Why a ship takes no orders; None when she does."""
    if ship.gone:
        return f"{ship.name} has {'blown up' if ship.gone == 'exploded' else ship.gone}"
    if ship.colours == "struck":
        return f"{ship.name} has struck her colours and takes no more orders"
    if ship.colours == "surrendered":
        return f"{ship.name} has surrendered and takes no orders unless friends come up"
    if ship.danger:
        return f"{ship.name} may go down at any moment and takes no more orders"
    if not ship.hands:
        return f"{ship.name} has no crew left to obey an order"
    return None
