"""Where formations go: to the stations of their orders, home when they have none, and by the ways the winds favour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import guns, pilot
from weathergauge.bots.sealords.staff import alarm, reliefs
from weathergauge.bots.sealords.watch import UNSEEN, Watch
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.orders import chits
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED
from weathergauge.rulesets.sealords.orders.execution import needed
from weathergauge.rulesets.sealords.sea import passage, plotting, sailing
from weathergauge.rulesets.sealords.sea.actions import Beat, Catch, DriveOff, Move, Plot, SeaAction
from weathergauge.rulesets.sealords.sea.passage import Way
from weathergauge.rulesets.sealords.state import replace
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import at, boxed, harbour

STAY = ""
WEARS = 6.0
"""What lying off an enemy port costs, in MPs."""
EACH_SAIL = 0.3
"""Prestige that each sail costs by which those are stronger who lie in wait."""
CHASE = 2.5
"""MPs that a formation goes out of its way to fall upon an enemy."""


Aim = Literal["orders", "enemy", "home", "worn"]
"""What a formation is bound for: the station of its orders, an enemy, a port since it has none, or a port in spite of them."""


class Course(Struct, frozen=True):
    """Where a formation is bound for, whether it goes into harbour there, and what for."""

    goal: str
    inside: bool = False
    aim: Aim = "orders"


class Leg(Struct, frozen=True):
    """The next step of a course, with the MPs that are left to its goal."""

    cost: float
    way: Way
    bound: Course


# Where to


def course(watch: Watch, formation: Formation) -> Course | None:
    """Where a formation should be; None where it is best off as it is."""
    order = watch.order(formation)
    if formation.kind == "dummy":
        return None
    if order is None:
        return _home(watch, formation)
    if not formation.afloat and not sallies(watch, formation):
        return None
    if formation.afloat and reliefs.leaves(watch, formation, order):
        return _home(watch, formation, "worn")
    prey = chase(watch, formation, order)
    goal = prey or station(watch, formation, order)
    if not goal or waits(watch, formation, goal):
        return None
    return Course(goal, aim="enemy" if prey else "orders")


def _home(watch: Watch, formation: Formation, aim: Aim = "home") -> Course | None:
    if not formation.afloat:
        return None
    port = watch.home(formation)
    return Course(port, inside=True, aim=aim) if port is not None else None


def station(watch: Watch, formation: Formation, order: Order) -> str:
    """The place that an order asks its holder to be in next; nothing where any is as good."""
    match order.type:
        case "cruise":
            return _cruise(watch, formation, order)
        case "blockade":
            return _blockade(watch, formation, order.target[0])
        case "escort" | "transport" | "victual":
            return _convoy(watch, order)
        case "interdict" | "show_of_force" | "support_the_army":
            return order.target[0]
        case "transit":
            return order.target[-1]
        case "seek_battle":
            return _quarry(watch, formation, order)
        case "rendezvous":
            holder = watch.own.formation(order.target[0])
            return at(holder.place) if holder is not None else ""
    return ""


def _cruise(watch: Watch, formation: Formation, order: Order) -> str:
    """The place that still wants a visit and is soonest reached; with all visited, the safest of them."""
    visits = order.visits or (0,) * len(order.target)
    wanted = watch.charts.order_numbers.at("visits_to_each_place_of_a_cruise")
    open_to = [n for n in range(len(order.target)) if n not in order.seen and visits[n] < wanted]
    rowed = formation.galleys
    hopeless = order.impulses + watch.impulses < (needed(order, watch.charts) or 0)
    if open_to and not hopeless:
        reached = [
            (watch.far(formation.place, order.target[n], rowed) + visits[n] - alarm.draws(watch, order.target[n]), n)
            for n in open_to
        ]
        return order.target[min(reached)[1]]
    lacking = any(visits[n] + int(n in order.seen) < wanted for n in range(len(order.target)))
    if hopeless or (order.seen and not lacking):
        return min([(_lurking(watch, formation, place), place) for place in order.target])[1]
    wanting = [n for n in range(len(order.target)) if visits[n] + int(n in order.seen) < wanted]
    wanting = wanting or list(range(len(order.target)))
    return min([(watch.far(formation.place, order.target[n], rowed), order.target[n]) for n in wanting])[1]


def _lurking(watch: Watch, formation: Formation, place: str) -> float:
    """How little a place of a cruise suits a formation that may choose: enemies, weather, and convoys that pass it."""
    bad = watch.force(place) + 10 * watch.stormy.get(place, 0) - 3 * watch.anchorage(place)
    bad -= 2 * watch.traffic.get(place, 0.0) + alarm.draws(watch, place)
    return bad + 0.5 * watch.far(formation.place, place, formation.galleys)


def _blockade(watch: Watch, formation: Formation, port: str) -> str:
    """Watch a port from roads next to it, where there are any: close to it ships wear out."""
    near = [place for place in watch.world.near(port) if watch.world.lane(place, port) is not None]
    near = [place for place in near if watch.world.places[place].kind not in ("strait", "entry")]
    posts = []
    for place in (port, *near):
        cost = watch.far(formation.place, place, formation.galleys)
        cost += WEARS if place == port else 0
        cost += 0 if watch.anchorage(place) else 3
        cost -= 2 if place == formation.place else 0
        posts.append((cost + 6 * watch.stormy.get(place, 0) * (not watch.anchorage(place)), place))
    return min(posts)[1]


def _convoy(watch: Watch, order: Order) -> str:
    convoy = watch.own.formation(order.convoy)
    if convoy is None or convoy.cargo is None:
        return ""
    start = at(convoy.place)
    if convoy.cargo.waits and watch.world.places[start].kind == "entry" and convoy.cargo.route:
        return convoy.cargo.route[0]
    return start


def _quarry(watch: Watch, formation: Formation, order: Order) -> str:
    """The enemy who promises most in battle and can be reached; without one, home waters will do."""
    best, goal = 0.0, ""
    for counter, guess in watch.foes:
        if counter.state != "ready" or guess is None or not guess.squadrons:
            continue
        if order.target and guess.command not in order.target:
            continue
        place = at(counter.place)
        value = guns.prospect(
            [formation], watch.enemies(counter.place) or [guess], place, watch.table, watch.world
        ).value
        value = value + 0.5 - 0.05 * watch.far(formation.place, place)
        if value > best:
            best, goal = value, place
    return goal


def waits(watch: Watch, formation: Formation, goal: str) -> bool:
    """Whether a formation stays for slower friends with the same goal, who cannot move in this increment, since alone it
    would be too weak for those about."""
    here, mpi = at(formation.place), watch.table.date.mpi
    late = [
        other for other in watch.own.formations if other.id != formation.id and at(other.place) == here and other.order
    ]
    late = [other for other in late if other.squadrons and not passage.acts(other, mpi, watch.charts)]
    if not any((order := watch.order(other)) is not None and station(watch, other, order) == goal for other in late):
        return False
    return watch.force(here, whoever=True) > guns.power(formation)


# Whom to fall upon


def chase(watch: Watch, formation: Formation, order: Order) -> str:
    """Where an enemy within a step or two is worth a battle, as far as the orders allow it; nothing where none is."""
    if (
        not formation.afloat
        or formation.disorganised
        or order.type in (*ESCORTED, "interdict", "transit", "rendezvous")
    ):
        return ""
    if order.away >= watch.charts.order_numbers.at("impulses_elsewhere_that_fail") - 1:
        return ""
    here = at(formation.place)
    best, goal = watch.temper.eager, ""
    for place in dict.fromkeys([at(counter.place) for counter, _ in watch.foes if counter.state == "ready"]):
        far = watch.far(formation.place, place, formation.galleys)
        if far > CHASE or (order.type == "blockade" and not _watching(watch, order, place)):
            continue
        with_me = [other for other in watch.own.formations if at(other.place) == here and other.order and other.afloat]
        value = watch.booty(place, [other for other in with_me if other.squadrons and not other.disorganised])
        value -= 0.15 * far
        if value > best:
            best, goal = value, place
    return goal


def _watching(watch: Watch, order: Order, place: str) -> bool:
    """Whether a blockade is kept up from a place."""
    return place == order.target[0] or watch.world.lane(place, order.target[0]) is not None


# Whether to come out


def sallies(watch: Watch, formation: Formation) -> bool:
    """Whether a formation in port comes out for its orders: what they are worth, against whoever waits outside."""
    order = watch.order(formation)
    if order is None:
        return False
    if order.type == "seek_battle" and not station(watch, formation, order):
        return False
    if order.type not in ESCORTED and reliefs.leaves(watch, formation, order):
        return False
    return outside(watch, formation) + watch.temper.order > 0


def outside(watch: Watch, formation: Formation) -> float:
    """What coming out of port promises or threatens: those who lie off it, against all who would come out together."""
    port = at(formation.place)
    waiting: list[Formation] = []
    unseen = 0
    for place in (port, *[place for place in watch.world.near(port) if watch.world.lane(place, port) is not None]):
        waiting += watch.enemies(place)
        there = [guess for counter, guess in watch.foes if counter.state == "ready" and counter.place == place]
        unseen += there.count(None)
    ours = [
        replace(other, place=port, state="ready", approach="from_fitting_out", since=watch.table.serial)
        for other in watch.own.formations
        if at(other.place) == port and other.squadrons and (other.order or other.id == formation.id)
    ]
    free = any(watch.at_war_with(other.command) for other in ours)
    if not (waiting or unseen) or not free:
        return 0.0
    value = 0.0
    if waiting:
        theirs = [replace(enemy, place=port, approach="with_wind", since=watch.table.serial) for enemy in waiting]
        value = min(0.0, guns.prospect(ours, theirs, port, watch.table, watch.world).value)
    strong = sum([guns.power(other) for other in ours])
    over = unseen * UNSEEN + sum([guns.power(enemy) for enemy in waiting]) - strong
    if unseen and over > 0:
        value = min(value, -over * EACH_SAIL)
    return watch.temper.sortie * value


# How


def plot(watch: Watch) -> Plot | Reason | None:
    """The next formation's way, as player A lays it down; None where all is laid."""
    table, own, world = watch.table, watch.own, watch.world
    for formation in plotting.open_to(table, own, world):
        before = [to for to in plotting.laid(own, formation.id) if to]
        there = replace(formation, place=before[-1], state="ready") if before else formation
        options = plotting.goals(table, own, formation, world)
        ways = [way for way in passage.ways(table, there, world) if way.to in options]
        leg = chosen(watch, there, ways)
        return (
            _said(watch, formation, leg, Plot(formation.id, leg.way.to))
            if leg is not None
            else Plot(formation.id, STAY)
        )
    return None


def _said(watch: Watch, formation: Formation, leg: Leg, action: SeaAction | Plot) -> Reason:
    """An order to go on with what it is for."""
    order, goal = watch.order(formation), place_name(leg.bound.goal, watch.world)
    told = chits.words(order, watch.world) if order is not None else ""
    match leg.bound.aim:
        case "enemy":
            plan = f"{formation.name} makes for {goal}: an enemy there is worth a battle, and the {told} allows it."
        case "worn":
            plan = f"{formation.name} makes for {goal}: to go on with the {told} costs its ships more than it is worth."
        case "home":
            plan = f"{formation.name} has no orders, and makes for {goal} to rest."
        case _:
            plan = f"{formation.name} makes for {goal}: {told}."
    return Reason(action, plan)


def chosen(watch: Watch, formation: Formation, ways: list[Way]) -> Leg | None:
    """The way that brings a formation soonest to where it is bound for; None is to stay."""
    bound = course(watch, formation)
    if bound is None:
        return None
    if bound.inside and formation.place == bound.goal:
        into = next((way for way in ways if way.to == harbour(bound.goal)), None)
        return Leg(0.0, into, bound) if into is not None else None
    shunned, rowed = watch.shunned(formation), formation.galleys
    here = watch.far(formation.place, bound.goal, rowed, shunned)
    dear = dict(shunned)
    if here <= 0:  # there: but an escort that lies in port must come out to its convoy
        return Leg(0.0, ways[0], bound) if ways and not formation.afloat else None
    best: Leg | None = None
    for way in ways:
        if boxed(way.to)[1] == "harbour":
            continue
        after = watch.far(way.to, bound.goal, rowed, shunned) if formation.afloat else here - 1.0
        entry = dear.get(way.to, 0) / 10 if formation.afloat else 0.0
        cost = effort(formation, way) + after + entry
        if best is None or cost < best.cost:
            best = Leg(cost, way, bound)
    if best is None:
        return None
    stay = here + 1.0 + dear.get(at(formation.place), 0) / 10
    if watch.stormy.get(at(formation.place)) and watch.anchorage(formation.place):
        stay -= 2.0  # ride it out
    return best if best.cost < stay else None


def effort(formation: Formation, way: Way) -> float:
    """MPs that a way takes, about."""
    if way.kind == "run":
        return 1.0
    luck = 1 / pilot.catching(way.base, way.wind)
    if way.kind == "cross":
        return luck
    return 1.0 if formation.beating == way.to else min(2.0, luck)


def sail(watch: Watch, extra: bool) -> SeaAction | Reason | None:
    """What the next formation does with its MP; None where all may mark time."""
    table, own, world = watch.table, watch.own, watch.world
    for formation in sailing.movers(table, own, extra, world):
        options = sailing.choices(table, own, formation, world)
        if len(options) < 2:
            continue
        if (action := _act(watch, formation, options)) is not None:
            return action
    return None


def _act(watch: Watch, formation: Formation, options: Sequence[SeaAction]) -> SeaAction | Reason | None:
    goals = {getattr(option, "to", "") for option in options} - {""}
    ways = [way for way in passage.ways(watch.table, formation, watch.world) if way.to in goals]
    plotted = formation.side == watch.table.first
    if plotted and ways:
        return _go(formation, ways[0], options)
    leg = chosen(watch, formation, ways)
    if leg is None:
        driven = [option for option in options if isinstance(option, DriveOff)]
        return driven[0] if driven else None
    action = _go(formation, leg.way, options)
    return _said(watch, formation, leg, action) if action is not None else None


def _go(formation: Formation, way: Way, options: Sequence[SeaAction]) -> SeaAction | None:
    """By running, catching the wind or beating, whichever is likely to be quicker."""
    moves = [option for option in options if getattr(option, "to", "") == way.to]
    for move in moves:
        if isinstance(move, Move):
            return move
    if formation.beating == way.to:
        return next((move for move in moves if isinstance(move, Beat)), None)
    luck = pilot.catching(way.base, way.wind)
    tries = [move for move in moves if isinstance(move, Catch)]
    beats = [move for move in moves if isinstance(move, Beat)]
    if tries and (luck > 0.5 or not beats):
        return tries[0]
    return beats[0] if beats else None
