"""Reliefs: when a worn formation leaves its station, and who takes over from it."""

from __future__ import annotations

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import pilot
from weathergauge.bots.sealords.staff import wear
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords.council import dispatch
from weathergauge.rulesets.sealords.council.actions import ExtendOrder, HandOverOrder
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.orders.execution import needed

SEARCHING = 8.0
"""Impulses in which a battle that is sought is likely to be found, about."""
FOUND = 0.4
"""How likely it is."""


def leaves(watch: Watch, formation: Formation, order: Order) -> bool:
    """Whether to carry on costs a formation at sea more than its order is worth: then it goes home, done or not."""
    left, chance = _left(watch, order)
    if left is None:
        return False
    home = watch.home(formation)
    back = watch.far(formation.place, home, formation.galleys) if home is not None else pilot.NEVER
    if back >= pilot.NEVER:
        return False
    back /= max(1, watch.pace(formation))
    cost = wear.price(watch, formation, left + back) - wear.price(watch, formation, back)
    return cost > watch.temper.holds * watch.temper.order * chance


def _left(watch: Watch, order: Order) -> tuple[float | None, float]:
    """Impulses until an order is carried out, and how likely that is; none where it cannot be told."""
    if order.type == "seek_battle":
        return SEARCHING, FOUND
    impulses = needed(order, watch.charts)
    if impulses is None:
        return None, 1.0
    return max(1.0, float(impulses - order.impulses)), 1.0


def close(watch: Watch) -> Reason | None:
    """The end of an impulse: who is worn hands over to a fresh formation beside it, and more time is asked for what needs it."""
    for order in watch.own.orders:
        holder = watch.own.formation(order.holder)
        if holder is None:
            continue
        for fresh in watch.own.formations:
            ask = HandOverOrder(order.id, fresh.id)
            if _fresher(fresh, holder) and dispatch.why_not_hand_over(watch.view, ask, watch.world) is None:
                return Reason(ask, f"{holder.name} is worn, and {fresh.name} is fresh: it takes over.")
        more = ExtendOrder(order.id)
        if order.state in ("issued", "in_execution") and dispatch.why_not_extend(watch.view, more, watch.world) is None:
            return Reason(more, f"{holder.name} needs more time for its orders.")
    return None


def _fresher(fresh: Formation, holder: Formation) -> bool:
    """Whether a relief is worth the check: the holder is half worn, and the other is by a third less so."""
    return _worst(holder) >= 0.5 and _worst(fresh) < _worst(holder) - 1 / 3


def _worst(formation: Formation) -> float:
    return max([squadron.dps / squadron.rating for squadron in formation.squadrons], default=0.0)
