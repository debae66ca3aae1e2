"""What it is worth to stop a convoy: its cargo, the order that comes to nothing, and above all a landing that events know of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from weathergauge.bots.sealords import guns
from weathergauge.rulesets.sealords.forces import Counter
from weathergauge.rulesets.sealords.orders.chits import chit
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED, course, kind_of
from weathergauge.rulesets.sealords.terms import ConvoyKind, Side
from weathergauge.rulesets.sealords.world import World, at, world

CARGO, EACH = 24.0, 4.5
"""Points of a whole convoy, and those that a squadron costs it that falls upon it."""
FAILS = 2.0
"""Orders in the count between one that is fulfilled and one that fails."""
LANDING = 4.0
"""Orders that a landing is worth which an event brings about."""


class Errand(Struct, frozen=True):
    """A convoy that a side may send, by the orders that the title knows."""

    origin: str
    ways: frozenset[str]
    """Every place of its routes."""
    kind: ConvoyKind
    landing: bool
    """Whether an event brings the order: then more hangs on it than a count."""


def worth(
    counters: list[Counter], squadrons: int, order: float, of: World, left: Mapping[str, float] | None = None
) -> float:
    """What enemy convoys that are caught are worth to so many squadrons; where several errands fit, the worst is feared.

    `left` has what is known to be left of those that were caught before.
    """
    total = 0.0
    for counter in counters:
        whole = (left or {}).get(counter.id, CARGO)
        points = min(whole, EACH * squadrons)
        part = points / whole if whole else 0.0
        errands = [each for each in errands_of(of.title, counter.side) if at(counter.place) in each.ways]
        values = [_value(each, points, part, order, of) for each in errands]
        total += max(values, default=points * guns.cargo(of.title) + FAILS * order * part)
    return total


def _value(errand: Errand, points: float, part: float, order: float, of: World) -> float:
    stake = FAILS + (LANDING if errand.landing else 0.0)
    return points * guns.each_point(errand.kind, of.title) + stake * order * part


@lru_cache(maxsize=8)
def errands_of(title: str, side: Side) -> tuple[Errand, ...]:
    """The convoys that a side may be ordered to bring somewhere: those of its pool, and those that events bring."""
    of = world(title)
    entries = [(entry, False) for entry in of.values.order_pool]
    for event in of.events:
        for effect in event.effects:
            entries += [(entry | {"side": effect["side"]}, True) for entry in effect.get("orders", ())]
    errands = []
    for entry, brought in entries:
        if entry["side"] != side or entry["type"] not in ESCORTED:
            continue
        order = chit(entry, "")
        named = [name for name in of.values.routes if order.route and name.startswith(order.route)]
        ways = frozenset([place for name in named or [""] for place in course(order.target, name, of)])
        errands.append(Errand(order.target[0], ways, kind_of(order), brought and order.type == "transport"))
    return tuple(errands)
