"""What chapters share about written orders: which takes whose place, and the sentences that refuse."""

from __future__ import annotations

from typing import Any

from weathergauge.procedures import nearest
from weathergauge.rulesets.wsim.actions import Cut, Fend, Fire, Grapple, Load, Order, Party, Repair, Unfoul
from weathergauge.rulesets.wsim.state import Secret, Ship, Table, replace


def slot(order: Order, opening: bool = False) -> tuple[Any, ...]:
    """What an order is about: a later one of the same slot takes its place. Before the action both sides are loaded."""
    match order:
        case Load(ship=ship, broadside=broadside) if opening:
            return "hands", ship, broadside
        case Unfoul(ship=ship, other=other) | Grapple(ship=ship, other=other) | Fend(ship=ship, other=other):
            return type(order).__name__, ship, other
        case Cut(ship=ship, side=side):
            return "Cut", ship, side
        case Fire(ship=ship, broadside=broadside):
            return "Fire", ship, broadside
        case Party(ship=ship, kind=kind, target=target):
            return "Party", ship, kind, target
        case Load(ship=ship) | Repair(ship=ship):
            return "hands", ship  # she loads one broadside or repairs, never both
    return type(order).__name__, order.ship


def written(own: Secret, order: Order, opening: bool = False) -> Secret:
    """The side's orders with this one, in the place of any that it replaces; in what order they were written is lost."""
    orders = {slot(other, opening): other for other in own.orders}
    orders[slot(order, opening)] = order
    return replace(own, orders=tuple([orders[key] for key in sorted(orders, key=repr)]))


def has(own: Secret, order: Order, opening: bool = False) -> bool:
    """Whether something is written where this order would go."""
    place = slot(order, opening)
    return any(slot(other, opening) == place for other in own.orders)


def erased(own: Secret, ship: str) -> Secret:
    """The side's orders without those of one ship."""
    return replace(own, orders=tuple([order for order in own.orders if order.ship != ship]))


def unknown(table: Table, id: str) -> str:
    """The sentence for a ship that nobody knows."""
    return f"'{id}': there is no such ship; {nearest(id, [ship.id for ship in table.ships])}"


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
