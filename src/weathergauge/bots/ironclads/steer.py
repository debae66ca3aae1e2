"""Steering: the runs that a ship may make, what each meets, and which is worth most."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, pi

from msgspec import Struct

from weathergauge.bots.ironclads import worth
from weathergauge.bots.ironclads.watch import Lying, Watch, band, lie, sector, turned_about
from weathergauge.freetable import Box, bearing, moved, opposite, pivoted, run, turn_to
from weathergauge.rulesets.ironclads import boarding, speed, steaming, victory, waters
from weathergauge.rulesets.ironclads.actions import Steam
from weathergauge.rulesets.ironclads.passage import STRAIGHT
from weathergauge.rulesets.ironclads.state import QUARTERS, Ship, replace
from weathergauge.rulesets.ironclads.steaming import Plan
from weathergauge.rulesets.ironclads.terms import ORDERS, Order
from weathergauge.rulesets.ironclads.waters import Meeting, Waters

ROUGH, FAIR, FINE = 0, 1, 2
"""How many runs to think about."""
HELD_FAST = 0.25
"""What lying aground costs besides, as a share of her points."""


class Way(Struct, frozen=True):
    """A run as it will go if the dice are kind: where it ends, what ended it, and what it passed on the way."""

    plan: Plan
    base: Box
    met: Meeting | None = None
    by_turn: bool = False
    shoals: tuple[int, ...] = ()
    mines: int = 0


def traced(about: Waters, base: Box, plan: Plan, most: int) -> Way:
    """Follow a plan to its end, through shoals and mines, to the first ship, land or edge."""
    passed: list[Meeting] = []
    first, turn, then, second, last = plan
    end, by_turn = None, False
    for angle, distance in ((0, first), (turn, then), (second, last)):
        while angle and end is None:
            met = about.about(base, angle, passed)
            at = angle if met is None else met.at
            base, angle = pivoted(base, at), angle - at
            if met is None or (met.kind == "ship" and met.which in about.held):
                break
            if steaming.met_ends(met):
                end, by_turn = met, True
            else:
                passed.append(met)
        distance = min(distance, most)
        most -= distance
        while distance and end is None:
            met = about.ahead(base, distance, passed)
            at = distance if met is None else met.at
            base, distance = run(base, at), distance - at
            if met is None:
                break
            if steaming.met_ends(met):
                end = met
            else:
                passed.append(met)
        if end is not None:
            break
    shoals = tuple([met.which for met in passed if met.kind == "shoal"])
    return Way(plan, base, end, by_turn, shoals, len(passed) - len(shoals))


def plans(watch: Watch, n: int, most: int, detail: int = FINE) -> Iterator[Plan]:
    """Runs to think about: straight, with a turn early, half way or late, and such as aim at an enemy."""
    ship, table = watch.ships[n], watch.table
    yield 0, 0, 0, 0, 0
    for share in (4, 2, 3, 1) if detail == FINE else (4, 2):
        yield most * share // 4, 0, 0, 0, 0
    count, largest = steaming.turns(table, ship), steaming.turn_limit(ship, table.settings)
    if most < STRAIGHT or not count:
        return
    half = max(STRAIGHT, most // 2)
    for share in (4, 2, 3, 1) if detail == FINE else (4, 2):
        for angle in (largest * share // 4, -(largest * share // 4)):
            yield STRAIGHT, angle, most - STRAIGHT, 0, 0
            if detail == ROUGH:
                continue
            yield STRAIGHT, angle, (most - STRAIGHT) // 2, 0, 0
            if share % 2 == 0:
                yield STRAIGHT, angle, 0, 0, 0
                yield half, angle, most - half, 0, 0
                yield most, angle, 0, 0, 0
    if detail == ROUGH:
        for angle in (largest, -largest):
            yield STRAIGHT, angle, 0, 0, 0
            yield most, angle, 0, 0, 0
    elif count > 1 and most >= 2 * STRAIGHT:
        for angle in (-largest, -largest // 2, largest // 2, largest):
            for again in (angle, -angle):
                yield STRAIGHT, angle, STRAIGHT, again, most - 2 * STRAIGHT
                yield STRAIGHT, angle, most // 2, again, most // 2 - STRAIGHT
    yield from aimed(watch, n, most, largest, detail)


def aimed(watch: Watch, n: int, most: int, largest: int, detail: int) -> Iterator[Plan]:
    """Runs at the middle and at both ends of each enemy within reach."""
    ship = watch.ships[n]
    for foe in watch.foes_of(n):
        other = watch.ships[foe]
        if other.fort or lie(ship.base, other.base)[0] > most + STRAIGHT:
            continue
        for before in dict.fromkeys((STRAIGHT, max(STRAIGHT, most // 2)) if detail > ROUGH else (STRAIGHT,)):
            start = moved(ship.x, ship.y, ship.heading, before)
            for along in (0, other.length // 3, -other.length // 3) if detail > ROUGH else (0,):
                mark = (
                    moved(other.x, other.y, other.heading, along)
                    if along >= 0
                    else moved(other.x, other.y, opposite(other.heading), -along)
                )
                angle = turn_to(ship.heading, bearing(start, mark))
                if angle and -largest <= angle <= largest:
                    yield before, angle, most - before, 0, 0


class Move(Struct, frozen=True):
    """A move that a ship may make, where it ends, and what it is worth."""

    value: float
    action: Steam
    base: Box
    struck: int = -1
    """The ship that it rams."""


def ways(watch: Watch, n: int, order: Order, detail: int = FINE) -> list[Way]:
    """What she may do with an order, each run followed to its end."""
    ship = watch.ships[n]
    most = speed.limit(watch.table, n, order, watch.charts).run
    if ship.grounded or not most:
        return [Way((0, 0, 0, 0, 0), ship.base)]
    about = Waters(watch.table, n, most, watch.mines)
    # What she must run hangs on what everybody sees, not on mines that only her side knows.
    seen = about if watch.mines == watch.table.mines else Waters(watch.table, n, most)
    least = steaming.bound(watch.table, n, most, seen)
    ways_on: dict[tuple[Box, int], Way] = {}
    for plan in dict.fromkeys(plans(watch, n, most, detail)):
        if not plan[1] and plan[0] < least:
            continue
        plan = steaming.carried_on(watch.table, n, plan, most, seen)
        way = traced(about, ship.base, plan, most)
        key = (way.base, -1 if way.met is None else way.met.which)
        if key not in ways_on:
            ways_on[key] = way
    return list(ways_on.values())


def moves(watch: Watch, n: int, order: Order, detail: int = FINE) -> list[Move]:
    """Every move worth thinking about, with its value."""
    ship = watch.ships[n]
    limit = speed.limit(watch.table, n, order, watch.charts)
    moves_on: list[Move] = []
    for way in ways(watch, n, order, detail):
        moves_on += judged(watch, n, way, limit.knots)
    if order != "stop" and (back := _astern(watch, n, order)):
        moves_on += back
    if not moves_on:
        moves_on.append(Move(0.0, Steam(ship.id), ship.base))
    return moves_on


def _astern(watch: Watch, n: int, order: Order) -> list[Move]:
    """Backing off the ground, or off what she lies against."""
    ship = watch.ships[n]
    shown = watch.table.with_ship(n, replace(ship, order=order))
    back = steaming.astern(shown, n, watch.charts)
    if not back:
        return []
    largest = 0 if ship.rudder else steaming.turn_limit(ship, watch.table.settings)
    bonus = HELD_FAST * watch.stakes[n] if ship.grounded else 0.0
    moves_back = []
    for turn in dict.fromkeys((0, -largest, largest)):
        base = run(ship.base, -back)
        base = pivoted(base, turn)
        # A stern is no ram: a d3, and a rudder at stake.
        moves_back.append(Move(place(watch, n, base) + bonus, Steam(ship.id, -back, turn, contact="stop"), base))
    return moves_back


def judged(watch: Watch, n: int, way: Way, knots: int) -> Iterator[Move]:
    """What a way is worth: alongside an enemy it may be a ram, or end there."""
    ship = watch.ships[n]
    action = Steam(ship.id, *way.plan)
    base, cost = way.base, hazards(watch, n, way)
    if ship.rudder in ("left", "right") and way.met is None and way.plan[0]:
        swing = watch.charts.largest_turn.at(ship.ship_class)
        base = pivoted(base, -swing if ship.rudder == "left" else swing)
    if way.met is None:
        yield Move(place(watch, n, base) - cost, action, base)
        return
    match way.met.kind:
        case "edge":
            edge = victory.edge_left(watch.table, replace(ship, x=base[0], y=base[1], heading=base[2]))
            yield Move(watch.leaving(n, edge) - cost, action, base)
        case "land":
            cost += aground(watch, n)
            yield Move(place(watch, n, base) - cost, action, base)
        case _:
            yield from _alongside(watch, n, way, action, cost, knots)


def _alongside(watch: Watch, n: int, way: Way, action: Steam, cost: float, knots: int) -> Iterator[Move]:
    """Her run ends at a ship: a friend brings her up; an enemy she may ram, or stop at to board."""
    assert way.met is not None
    ship, other = watch.ships[n], watch.ships[way.met.which]
    there = place(watch, n, way.base) - cost
    if other.side == ship.side or not other.able or other.fort:
        yield Move(there - 0.02, replace(action, contact="stop"), way.base)
        return
    edge, struck = waters.edges(way.base, other.base, way.by_turn)
    blow = watch.rams(n, way.met.which, edge, struck, way.by_turn, knots)
    yield Move(there + blow, action, way.base, way.met.which)
    taken = 0.0
    settings = watch.table.settings
    if boarding.slow(replace(ship, speed=knots), settings) and boarding.slow(other, settings):
        chance = worth.boards(boarding.party(ship, settings), boarding.party(other, settings), watch.charts)
        taken = chance * watch.stakes[way.met.which] * (1 - worth.won(1 - worth.fit(other)))
    yield Move(there + taken, replace(action, contact="board"), way.base)


def hazards(watch: Watch, n: int, way: Way) -> float:
    """What shoals and known mines on the way are likely to cost."""
    ship, cost = watch.ships[n], 0.0
    for shoal in way.shoals:
        easy = ship.id in watch.table.shores[shoal].easy
        fails = 1 - worth.passes(ship.ship_class, easy, watch.charts)
        cost += fails * aground(watch, n)
    if way.mines:
        cost += way.mines * worth.mines(ship.ship_class, watch.charts) * watch.slopes[n]
    return cost


def aground(watch: Watch, n: int) -> float:
    """What it costs to strike the ground: hull, a leak, and lying there."""
    ship = watch.ships[n]
    row = watch.charts.land_collision.at(ship.ship_class)
    quarters = row.hull_points_lost * QUARTERS + worth.FLOOD * row.markers.flooding
    lost = worth.loss(min(quarters, ship.hull), ship.hull, ship.hull_full)
    return watch.stakes[n] * (lost + HELD_FAST)


def place(watch: Watch, n: int, base: Box) -> float:
    """What it is worth for a ship to end her move there, before she fires.

    Her best fire from there; what the enemy can still do to her this turn, who would fire at her anyway if not in answer;
    what both can do in the next; how near she is to what she wants; and room to steer.
    """
    care = watch.care(n)
    threat = after = chance = pull = volley = 0.0
    heading = base[2]
    for foe in watch.foes_of(n):
        other = watch.ships[foe]
        seen = lie(base, other.base)
        gap, ahead, abeam, _, _, _ = seen
        volley = max(volley, watch.fire(n, foe, True)[band(gap)][sector(ahead, abeam)])
        now, later = watch.menace(foe, n, turned_about(seen), (other.heading - heading) % 360)
        if not other.activated:
            threat += now
        after += later
        chance = max(chance, watch.menace(n, foe, seen, (heading - other.heading) % 360)[1])
        pull = max(pull, drawn(watch, n, foe, seen))
    home = watch.homeward(n, base)
    return (
        volley
        + watch.temper.later * (chance - care * _share(watch, n) * after)
        - care * _share(watch, n) * threat
        + (pull if home is None else home)
        - watch.room(n, base)
    )


def drawn(watch: Watch, n: int, foe: int, seen: Lying) -> float:
    """How near a ship is to having an enemy where she wants her."""
    gap, ahead, abeam, _, _, _ = seen
    turns = max(0.0, gap - 250) / max(watch.reach[n], 50) + abs(atan2(abeam, ahead)) / pi
    return watch.wanted(n, foe) * (1 - min(0.9, watch.temper.approach * turns))


def _share(watch: Watch, n: int) -> float:
    """How much of what the enemy could do falls to her, where they have others to choose from."""
    friends = watch.ours if watch.ships[n].side == watch.side else watch.foes
    return (1.0, 1.0, 0.75, 0.6, 0.5)[min(4, len(friends))]


def best(tried: list[Move]) -> Move:
    """The move worth most; of equals the first by its order, so that the same table gives the same move."""
    return max(tried, key=lambda move: move.value)


def held(ship: Ship, order: str) -> Order:
    """The order a ship will obey, as far as it is known: who shows none is taken to go at full speed."""
    if order in ORDERS:
        return ORDERS[ORDERS.index(order)]
    return "stop" if ship.anchored and not ship.knots else "full"
