"""The council: which orders to issue to whom, where auxiliaries are wanted, whether reinforcements are asked for."""

from __future__ import annotations

from typing import Any

from weathergauge.bots.sealords import guns, steer
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords import campaigns
from weathergauge.rulesets.sealords.auxiliaries.reach import SMALL_CRAFT, bases
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.council import dispatch, requests
from weathergauge.rulesets.sealords.council.actions import (
    AssignAuxiliary,
    ExtendOrder,
    GiveUpSquadron,
    IssueOrder,
    RequestReinforcement,
)
from weathergauge.rulesets.sealords.council.sitting import why_not
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation, Order
from weathergauge.rulesets.sealords.orders import convoys
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED
from weathergauge.rulesets.sealords.orders.execution import deadline, needed
from weathergauge.rulesets.sealords.world import at

CONVOY_PACE = 3
"""Places that a convoy goes in an impulse."""
LINE = ("sol", "sol_d")
CAMPAIGN = 0.3
"""Prestige that help for an army in the field is worth, about."""
SLACK = 4.0
"""Impulses that winds and weather are likely to cost."""


def sit(watch: Watch) -> Any:
    """One thing after the other: the best order that can be issued, then auxiliaries, then done."""
    return _issue(watch) or _assign(watch) or Ready()


# Orders


def _issue(watch: Watch) -> Any:
    best: tuple[float, str, str, str] | None = None
    for order in watch.own.orders:
        if order.state not in ("available", "received"):
            continue
        for formation in watch.own.formations:
            if not dispatch.fit(watch.own, formation) or watch.spent(formation):
                continue
            routes = convoys.routes(order, watch.world) if order.type in ESCORTED else ()
            for route in routes or ("",):
                value = worth(watch, order, formation, route)
                if value > 0 and (best is None or (value, order.id, formation.id, route) > best):
                    if (
                        dispatch.why_not_issue(watch.view, IssueOrder(order.id, formation.id, route), watch.world)
                        is None
                    ):
                        best = (value, order.id, formation.id, route)
    return IssueOrder(best[1], best[2], best[3]) if best is not None else None


def worth(watch: Watch, order: Order, formation: Formation, route: str = "") -> float:
    """What it is worth to give an order to a formation: how likely and how soon it is carried out, and at what risk."""
    if order.type == "show_of_force" and sum([one.cls in LINE for one in formation.squadrons]) < 2:
        return 0.0
    if formation.galleys and order.type in ("cruise", "interdict", "seek_battle", "show_of_force"):
        return 0.0
    reach, stay = _time(watch, order, formation, route)
    if reach >= 60:
        return 0.0
    left = watch.impulses - 1.0
    limit = deadline(order, watch.charts)
    needed = reach + stay
    if limit is not None and reach > 4 * limit:
        return 0.0
    chance = min(1.0, max(0.0, 0.5 + (left - needed) / SLACK))
    if chance <= 0:
        return 0.0
    danger = _danger(watch, order, formation, route)
    if not formation.afloat:
        danger -= steer.outside(watch, formation)
    wear = 0.02 * needed * (2.0 if watch.worn(formation) else 1.0)
    smaller = 0.01 * guns.power(formation) if order.type in ESCORTED else 0.0
    return (watch.temper.order + _ashore(watch, order)) * chance - danger - wear * 0.5 - smaller


def _ashore(watch: Watch, order: Order) -> float:
    """What an order is worth beside itself to an army in the field: it may win the campaign."""
    lands = order.type in ESCORTED and convoys.kind_of(order) in convoys.LANDED
    helps = lands or order.type == "support_the_army"
    return CAMPAIGN if helps and campaigns.off(watch.table, order.target[-1], watch.world) is not None else 0.0


def _time(watch: Watch, order: Order, formation: Formation, route: str) -> tuple[float, float]:
    """Impulses until the formation is where it is wanted, and those it then needs there."""
    pace, rowed = max(1, watch.pace(formation)), formation.galleys
    start = formation.place
    if order.type in ESCORTED:
        way = convoys.course(order.target, route, watch.world)
        if not way:
            return 99.0, 0.0
        return watch.far(start, way[0], rowed) / pace, len(way) / CONVOY_PACE
    if order.type == "seek_battle":
        goal = steer.station(watch, formation, order)
        return (watch.far(start, goal, rowed) / pace if goal else 99.0), 1.0
    if order.type == "transit":
        return watch.far(start, order.target[-1], rowed) / pace, 0.0
    goals = order.target if order.type == "cruise" else order.target[:1]
    reach = min([watch.far(start, goal, rowed) for goal in goals]) / pace
    return reach, float(needed(order, watch.charts) or 1)


def _danger(watch: Watch, order: Order, formation: Formation, route: str) -> float:
    """What superior enemies about the places of an order may cost."""
    if order.type in ESCORTED:
        places = convoys.course(order.target, route, watch.world)
    else:
        places = tuple([place for place in order.target if place in watch.world.places])
    if not places or order.type == "seek_battle":
        return 0.0
    mine = 1.2 * guns.power(formation)
    over = [max(0.0, watch.force(place) - mine - watch.friends(place, (formation.id,))) for place in places]
    return 0.05 * watch.temper.caution * max(over)


# Auxiliaries


def _assign(watch: Watch) -> Any:
    for aux in watch.own.auxiliaries:
        if aux.box == "available":
            base = _base(watch, aux)
            if base and why_not(watch.view, AssignAuxiliary(aux.id, base), watch.world) is None:
                return AssignAuxiliary(aux.id, base)
    return None


def _base(watch: Watch, aux: Auxiliary) -> str:
    """Where an auxiliary is of most use: special ones with the strongest formation, others in ports near the enemy."""
    open_to = bases(watch.view, aux, watch.world)
    if not open_to:
        return ""
    ships = [one for one in watch.own.formations if one.id in open_to]
    if aux.cls not in SMALL_CRAFT:
        flotillas = [one for one in ships if one.kind == "flotilla"]
        best = max(flotillas, key=lambda one: (one.afloat, guns.power(one), one.id), default=None)
        return best.id if best is not None else ""
    foes = [at(counter.place) for counter, _ in watch.foes]
    taken = [one.base for one in watch.own.auxiliaries if one.box == "assigned"]

    def merit(base: str) -> tuple[float, str]:
        place = base if base in watch.world.places else watch.world.values.zones.get(base, "")
        formation = watch.own.formation(base)
        if formation is not None:
            place = at(formation.place)
        near = sum([1.0 for foe in foes if watch.world.distances(place).get(foe, 99) <= 4]) if place else 0.0
        return near - 1.5 * taken.count(base) - (0.5 if formation is not None else 0.0), base

    return max(open_to, key=merit)


# Reinforcements


def request(watch: Watch) -> Any:
    """Ask where it costs nothing and there is time to make use of it; name the least squadron where one is called away."""
    own, world = watch.own, watch.world
    if own.owed:
        ships = [(one.afloat, squadron.sail, squadron.rating, squadron.id) for one in own.formations
                 for squadron in one.squadrons if squadron.cls != "flagship"]  # fmt: skip
        least = min(ships, default=None)
        return GiveUpSquadron(least[3]) if least is not None else Ready()
    if watch.impulses <= 4:
        return Ready()
    asks = [one for one in requests.of(watch.view, "step", world) if isinstance(one, RequestReinforcement)]
    free = [one for one in asks if not requests.price(watch.table, one.contingent, one.pay, world)]
    return max(free, key=lambda one: _present(watch, one.contingent)) if free else Ready()


def _present(watch: Watch, contingent: str) -> int:
    return sum([one.sail for formation in watch.own.formations for one in formation.squadrons
                if one.contingent == contingent])  # fmt: skip


# The close of an impulse


def close(watch: Watch) -> Any:
    """More time for an order whose time runs out."""
    for order in watch.own.orders:
        ask = ExtendOrder(order.id)
        if order.state in ("issued", "in_execution") and dispatch.why_not_extend(watch.view, ask, watch.world) is None:
            return ask
    return Ready()
