"""Orders: who is given which, so that each formation is fit for all of it, and none wears out more ships than it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from msgspec import Struct

from weathergauge.bots.reasons import Reason, Weighed
from weathergauge.bots.sealords import guns, steer
from weathergauge.bots.sealords.staff import wear
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords import campaigns
from weathergauge.rulesets.sealords.council import dispatch, sitting
from weathergauge.rulesets.sealords.council.actions import IssueOrder
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.formations.actions import DetachSquadron
from weathergauge.rulesets.sealords.formations.squadrons import listed_name
from weathergauge.rulesets.sealords.orders import chits, convoys
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED
from weathergauge.rulesets.sealords.orders.execution import deadline, needed
from weathergauge.rulesets.sealords.state import replace

CONVOY_PACE = 3
"""Places that a convoy goes in an impulse."""
LINE = ("sol", "sol_d")
CAMPAIGN = 0.3
"""Prestige that help for an army in the field is worth, about."""
SLACK = 4.0
"""Impulses that winds and weather are likely to cost."""
TROUBLE = 0.05
"""What must be gained by sending one squadron instead of all: she needs a check."""
CAUGHT, SUPERIOR, FACED = 0.6, 15.0, 0.7
"""How likely a convoy is caught at most by enemies about its way; the sail by which they are superior where it is certain, over
those whom its escort can face, in parts of its own power."""
TOLD = 4
"""Choices that are named when it is asked why."""
WAITS = 60.0
"""Impulses of passage that make an order hopeless."""


class Task(Struct, frozen=True):
    """What an order asks of a formation: impulses until it is there, those that it needs there, and from there home."""

    reach: float
    stay: float
    back: float

    @property
    def impulses(self) -> float:
        return self.reach + self.stay + self.back


class Choice(Struct, frozen=True):
    """An order, who would carry it out, and by which route its convoy would go."""

    value: float
    order: Order
    formation: Formation
    route: str = ""
    squadron: str = ""
    """Who must be detached for it first."""

    @property
    def action(self) -> IssueOrder | DetachSquadron:
        if self.squadron:
            return DetachSquadron(self.squadron)
        return IssueOrder(self.order.id, self.formation.id, self.route)


def issue(watch: Watch) -> Reason | None:
    """The order that is worth most, to whom it suits best: a formation as it is, or a squadron detached from one in port."""
    ranked = sorted([choice for choice in _choices(watch) if choice.value > 0], key=lambda choice: -choice.value)
    best = next((choice for choice in ranked if _may(watch, choice)), None)
    if best is None:
        return None
    weighed = tuple([Weighed(choice.action, choice.value) for choice in ranked[:TOLD]])
    return Reason(best.action, _plan(watch, best), weighed)


def _plan(watch: Watch, choice: Choice) -> str:
    task = task_of(watch, choice.order, choice.formation, choice.route)
    worn = wear.at_sea(watch, choice.formation, task.impulses)
    told, long = chits.words(choice.order, watch.world), f"about {round(task.impulses)} impulses"
    if choice.squadron:
        ship = choice.formation.squadron_of(choice.squadron)
        return (
            f"{listed_name(ship)} is detached for the {told}: the rest of {choice.formation.name} need not wear for it."
        )
    return (
        f"{choice.formation.name} is fit for all of the {told}: {long} and {worn:.0f} points of wear for each squadron."
    )


def _choices(watch: Watch) -> Iterator[Choice]:
    free = [formation for formation in watch.own.formations if dispatch.fit(watch.own, formation)]
    for order in watch.own.orders:
        if order.state not in ("available", "received"):
            continue
        for route in (convoys.routes(order, watch.world) if order.type in ESCORTED else ()) or ("",):
            for formation in free:
                yield Choice(worth(watch, order, formation, route), order, formation, route)
                for alone in _detachable(formation):
                    value = worth(watch, order, alone, route) - TROUBLE
                    yield Choice(value, order, formation, route, alone.squadrons[0].id)


def _detachable(formation: Formation) -> Iterator[Formation]:
    """Each squadron of a formation in port as she would be by herself; flagships stay with their flag."""
    if formation.afloat or len(formation.squadrons) < 2:
        return
    for squadron in formation.squadrons:
        if squadron.cls != "flagship":
            yield replace(formation, kind="squadron", leader=None, squadrons=(squadron,))


def _may(watch: Watch, choice: Choice) -> bool:
    """Whether the order can be issued, and the squadron detached for it."""
    issue = IssueOrder(choice.order.id, choice.formation.id, choice.route)
    if dispatch.why_not_issue(watch.view, issue, watch.world) is not None:
        return False
    return not choice.squadron or sitting.why_not(watch.view, choice.action, watch.world) is None


def worth(watch: Watch, order: Order, formation: Formation, route: str = "") -> float:
    """What it is worth to give an order to a formation: how likely and how soon it is carried out, at what risk and wear."""
    if not _suits(order, formation):
        return 0.0
    task = task_of(watch, order, formation, route)
    limit = deadline(order, watch.charts)
    if task.reach >= WAITS or (limit is not None and task.reach > 4 * limit):
        return 0.0
    spare = watch.impulses - 1.0 + watch.temper.haste - task.reach - task.stay
    chance = min(1.0, max(0.0, 0.5 + spare / SLACK))
    if chance <= 0:
        return 0.0
    danger = _danger(watch, order, formation, route) + risk(watch, formation, order)
    if not formation.afloat:
        danger -= steer.outside(watch, formation)
    worn = wear.price(watch, formation, min(task.impulses, watch.impulses))
    failing = watch.temper.late * (1 - chance)
    gain = watch.temper.order * (chance - failing) + _ashore(watch, order) * chance
    return gain - danger - worn


def _ashore(watch: Watch, order: Order) -> float:
    """What an order is worth beside itself to an army in the field: it may win the campaign."""
    lands = order.type in ESCORTED and convoys.kind_of(order) in convoys.LANDED
    helps = lands or order.type == "support_the_army"
    return CAMPAIGN if helps and campaigns.off(watch.table, order.target[-1], watch.world) is not None else 0.0


def _suits(order: Order, formation: Formation) -> bool:
    """Whether a formation is of the kind that an order wants."""
    if order.type == "show_of_force" and sum([squadron.cls in LINE for squadron in formation.squadrons]) < 2:
        return False
    return not (formation.galleys and order.type in ("cruise", "interdict", "seek_battle", "show_of_force"))


def task_of(watch: Watch, order: Order, formation: Formation, route: str) -> Task:
    """The time that an order takes a formation."""
    pace, rowed = max(1, watch.pace(formation)), formation.galleys
    start, goal, stay = formation.place, order.target[0] if order.target else "", 0.0
    match order.type:
        case "escort" | "transport" | "victual":
            way = convoys.course(order.target, route, watch.world)
            if not way:
                return Task(WAITS, 0.0, 0.0)
            first, goal, stay = way[0], order.target[-1], len(way) / CONVOY_PACE
        case "seek_battle":
            first = goal = steer.station(watch, formation, order)
            stay = 1.0
            if not goal:
                return Task(WAITS, 0.0, 0.0)
        case "transit":
            first = goal = order.target[-1]
        case "cruise":
            first = goal = min(order.target, key=lambda place: watch.far(start, place, rowed))
            stay = float(needed(order, watch.charts) or 1)
        case _:
            first, stay = goal, float(needed(order, watch.charts) or 1)
    home = min(
        [watch.far(goal, port, rowed) for port in watch.ports if watch.world.places[port].port == "key"], default=0.0
    )
    return Task(ceil(watch.far(start, first, rowed) / pace), stay, home / pace)


def risk(watch: Watch, formation: Formation, order: Order) -> float:
    """What is likely to be lost to enemies who are not in sight yet: much by ships alone, and with them what they escort;
    nothing by a fleet that can face them."""
    weak = max(0.0, 1.0 - guns.power(formation) / watch.strongest)
    return watch.temper.meets * weak * (guns.worth(formation.squadrons, watch.world.title) + _cargo(watch, order))


def _cargo(watch: Watch, order: Order) -> float:
    """What the convoy of an order brings the enemy who takes it."""
    if order.type not in ESCORTED:
        return 0.0
    kind = convoys.kind_of(order)
    return float(watch.charts.convoy_cargo.at(kind)) * guns.each_point(kind, watch.world.title)


def _danger(watch: Watch, order: Order, formation: Formation, route: str) -> float:
    """What superior enemies about the places of an order may cost."""
    if order.type in ESCORTED:
        places = convoys.course(order.target, route, watch.world)
    else:
        places = tuple([place for place in order.target if place in watch.world.places])
    if not places or order.type == "seek_battle":
        return 0.0
    mine = guns.power(formation)
    about = [watch.force(place) - watch.friends(place, (formation.id,)) for place in places]
    over, met = max(0.0, max(about) - 1.2 * mine), max(0.0, max(about) - FACED * mine)
    return watch.temper.caution * (0.05 * over + min(CAUGHT, met / SUPERIOR) * _cargo(watch, order))
