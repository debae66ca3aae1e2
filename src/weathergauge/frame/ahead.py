"""Fleet orders on every table of ships: whom they name, what they come to this turn, and how they are said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from weathergauge.beside.standing import FleetOrders, LineOrders, Stood, only
from weathergauge.frame.chapter import STEP, Choices
from weathergauge.frame.fleet import Fleet
from weathergauge.frame.words import listed
from weathergauge.ruleset import Refused

Orders = TypeVar("Orders", bound=FleetOrders)
WAYS = ("sail", "met", "fire", "other")
"""What every fleet may be told."""


def held(table: Fleet[Any, Any], seat: Any, orders: Orders) -> Orders:
    """Hold the ships that are named to those that are there."""
    own = [ship.id for ship in table.ships if ship.side == seat]
    line = orders if isinstance(orders, LineOrders) else LineOrders()
    for id in (*orders.by_hand, *([line.leader] if line.leader else [])):
        if id not in own:
            raise Refused(f"{id!r} is no ship of yours: expected {listed(own)}")
    if line.sail == "follow" and not line.leader:
        raise Refused("a line follows somebody: name the ship that leads it")
    return orders


def this_turn(orders: Orders, turn: int, ways: tuple[str, ...] = WAYS) -> Orders:
    """What they come to in a turn: in the one whose rest is advised nothing is asked, and no leader is waited for."""
    if orders.rest != turn:
        return orders
    asked = {way: "advised" for way in ways if getattr(orders, way) in ("ask", "follow")}
    return replace(orders, by_hand=(), **asked)


def by_hand(orders: FleetOrders, id: str) -> bool:
    """Whether a ship is ordered by hand: the leader of a line is, where she leads one."""
    return id in orders.by_hand or (isinstance(orders, LineOrders) and orders.sail == "follow" and id == orders.leader)


def stood(orders: FleetOrders, now: FleetOrders, found: Any, advised: bool, choices: Choices[Any, Any]) -> Stood:
    """What they come to: an order, the one thing that can be ordered, or advice."""
    if found is None and now.alone:
        found = only(choices, choices.forms())
    return Stood(orders, found, advised=advised and found is None, hands=now.by_hand)


def passed(now: FleetOrders, choices: Choices[Any, Any]) -> Any:
    """The order that ends a step in which nothing else was decided, where such are passed."""
    return next(iter(choices.of(STEP)), None) if now.other == "pass" else None


def in_words(
    orders: FleetOrders, turn: int, name: Callable[[str], str], unit: str, guns: str, more: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Put fleet orders into sentences; `guns` is what a ship of this age fires."""
    until = f" until an enemy is within {orders.near} {unit}" if orders.near else ""
    lead = name(orders.leader) if isinstance(orders, LineOrders) and orders.leader else ""
    told = {
        "ask": [], "on": [f"Ships go on as they were{until}"], "follow": [f"Ships follow {lead}{until}"],
        "advised": ["Ships go where their captains think best"],
    }[orders.sail]  # fmt: skip
    told = [*told]
    if orders.sail in ("on", "follow") and orders.near and orders.met == "advised":
        told[-1] += ", and then where their captains think best"
    told += {
        "ask": [], "nearest": [f"{guns} fired at the nearest"], "hold": ["Fire is held"],
        "advised": ["Captains choose whom they fire at"],
    }[orders.fire]  # fmt: skip
    told += more
    told += {
        "ask": [], "pass": ["Steps beside sailing and fire are passed"],
        "advised": ["Captains decide whatever else is asked"],
    }[orders.other]  # fmt: skip
    leader = orders.leader if isinstance(orders, LineOrders) else ""
    hands = [id for id in orders.by_hand if id != leader]
    if told and hands:
        told.append(f"You are asked about {listed([name(id) for id in hands])}")
    if orders.rest == turn:
        told.append(f"Captains order the rest of turn {turn}")
    return tuple(told)
