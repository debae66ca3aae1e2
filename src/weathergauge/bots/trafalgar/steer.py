"""Where to steer: each order that could be given is tried on the table, and the place it leads to is weighed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any, NamedTuple

from weathergauge.bots.reasons import Reason, Weighed
from weathergauge.bots.trafalgar.craft import SEAWAY, Craft, Pose, lying
from weathergauge.bots.trafalgar.fixed import Fixed
from weathergauge.bots.trafalgar.guns import passes
from weathergauge.bots.trafalgar.hands import alongside, holding
from weathergauge.bots.trafalgar.lookout import DOUBT, GONE, Lookout
from weathergauge.bots.trafalgar.plan import Planner
from weathergauge.bots.trafalgar.temper import Temper
from weathergauge.frame.table import phase_of
from weathergauge.freetable import moved, turn_to, turned
from weathergauge.rulesets.trafalgar import helm, wind
from weathergauge.rulesets.trafalgar.actions import AnyAction, Collided, Finish, Move, Moved, Turn
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.contact import Waters
from weathergauge.rulesets.trafalgar.sailing import Run
from weathergauge.rulesets.trafalgar.state import INCH, Manner, Moving, Ship, Table, replace

TRYING = 0.01
"""What a turn must promise to be tried."""
PARTING = 0.2
"""What a ship must gain to leave her line."""
ENGAGED = 10 * INCH
"""Ships of a line with an enemy nearer than this look to themselves."""
NEAR_TURNS = (*range(-45, 0, 5), *range(5, 46, 5), *range(60, 181, 15), *range(-165, -59, 15))
TURNS = (*range(-45, 0, 15), *range(15, 46, 15), *range(60, 181, 30), *range(-150, -59, 30))
"""Turns considered for a ship by herself: more of them where she has few enemies to look at."""
LINE_TURNS = (-15, 15, -30, 30, -45, 45, -90, 90, -135, 135, 180)
"""Turns considered for a line."""
FURTHER = 8
NEAR_FURTHER = 20
"""How many orders are looked at a turn further."""
ASKED = 2
"""How many ships of a line are asked, for one order, whether they would do better by themselves."""
SHOWN = 6
"""How many of the orders that were thought of are told."""
ORDINARY, LUCKY = 4, 6
"""The faces of an ordinary day and of a lucky one."""
WIDE = 2.5 * INCH
"""A ship farther than this to the side of another's track is not in her way."""


class Tried(NamedTuple):
    """An order that was tried on the table, what it is worth, and where it would leave her or her line."""

    value: float
    angle: int
    distance: int
    hold: bool
    poses: dict[int, Pose]


class Option(NamedTuple):
    """An order that could be given: what it is worth if it succeeds, how likely that is, and where it leads."""

    order: AnyAction
    value: float
    chance: float
    poses: dict[int, Pose]


def _worth(one: Tried) -> tuple[float, int]:
    return one.value, one.distance


class Helmsman:
    """Finds the next order of a side that is moving, and says why."""

    def __init__(self, charts: Charts, temper: Callable[[str, str], Temper]) -> None:
        self.charts = charts
        self.temper = temper
        self.turn = 0
        self.stays: dict[Any, bool] = {}
        self.planner = Planner()
        self.options: Sequence[Option] = ()
        self.look: type[Watch] = Watch

    def order(self, table: Table) -> tuple[AnyAction, Reason | None]:
        """The order of the next squadron or ship."""
        units = helm.units(table)
        if not units:
            return Finish(), None
        if self.turn != table.turn:
            self.turn, self.stays = table.turn, {}
        watch = self.watch(table)
        order = watch.single(units[0][0]) if len(units[0]) == 1 else watch.line(units[0], self.stays)
        self.options = watch.options
        weighed = [Weighed(option.order, option.value) for option in watch.options[:SHOWN]]
        return order, Reason(order, watch.plan.reason, tuple(weighed))

    def watch(self, table: Table) -> Watch:
        """A look at the table, with the plan that holds."""
        side = phase_of(table, Moving).side
        watch = self.look(table, self.charts, self.temper(table.title, side), self.planner.plan(table, side))
        self.planner.keep(table, side, watch.plan)
        return watch


class Watch(Lookout):
    """A look at the table that ends in an order."""

    options: Sequence[Option] = ()
    """The orders that were thought of for the ship or line that is ordered, the best first."""
    further, near_further = FURTHER, NEAR_FURTHER
    line_turns: Sequence[int] = LINE_TURNS

    def _ranked(self, lead: Ship, tried: Sequence[Tried], manner: Manner) -> Sequence[Option]:
        """The orders that begin what was tried, each with the best that can follow it."""
        best: dict[AnyAction, Option] = {}
        for way in sorted(tried, key=lambda way: -way.value):
            order = Turn(lead.id, way.angle, manner) if way.angle else Move(lead.id, way.distance, way.hold)
            chance = self._succeeds(lead, way.angle) if way.angle else 1.0
            best.setdefault(order, Option(order, way.value, chance, way.poses))
        return tuple(best.values())

    def single(self, number: int) -> AnyAction:
        """The order of a ship by herself: a turn where it promises something, else how far she goes."""
        me = self.sight(number)
        tried = self._tries(me)
        self.options = self._ranked(me.ship, tried, "alone")
        straight = max((way for way in tried if way.angle == 0), key=_worth)
        hope, angle = self._hope(me.ship, tried, straight.value)
        if hope > TRYING:
            return Turn(me.ship.id, angle)
        return Move(me.ship.id, straight.distance, straight.hold)

    def _hope(self, ship: Ship, tried: list[Tried], else_: float) -> tuple[float, int]:
        """The turn that promises most: what it gains, by the chance that her captains manage it."""
        hopes = [(self._succeeds(ship, way.angle) * (way.value - else_), way.angle) for way in tried if way.angle]
        return max(hopes, default=(0.0, 0))

    def _succeeds(self, ship: Ship, angle: int) -> float:
        """The chance of a turn: better where the same was tried before."""
        again = ship.wanted is not None and turned(ship.heading, angle) == ship.wanted
        return passes(self.side, ship.failures if again else 0, self.charts)

    def _tries(self, me: Craft) -> list[Tried]:
        """What a ship by herself could do, each tried on the table; the best of it looked at a turn further."""
        ship, number = me.ship, me.number
        angles = [0]
        given = helm.helm_of(self.phase, number)
        if given is None and helm.why_not_turn(self.table, Turn(ship.id, 1), self.charts) is None:
            angles += self._turns(me)
        spent = given.angle if given is not None and given.made else 0
        further, steps = (self.near_further, 4) if self.few else (self.further, 2)
        first: list[tuple[float, int, int, Pose, bool, list[tuple[Craft, list[Pose]]]]] = []
        for angle in angles:
            table = self.table
            if angle:
                table = table.with_ship(number, replace(ship, heading=turned(ship.heading, angle)))
            for after, distance, met in self._runs(table, number, angle or spent, steps):
                pose = lying(after.ships[number])
                changed = self._react(me, after, pose)
                quick = self.here(me, pose) + self.temper.later * self.lies(me, pose, self.now)
                self._swap(changed)
                first.append((quick, angle, distance, pose, met, changed))
        first.sort(key=lambda valued: -valued[0])
        tried = []
        for place, (_, angle, distance, pose, met, changed) in enumerate(first):
            if place >= further and angle:
                continue
            self._swap(changed)
            value = self.here(me, pose) + self.temper.later * self.onward(me, pose)
            self._swap(changed)
            tried.append(Tried(value, angle, distance, False, {number: pose}))
            if met and (contact := self._contact(me, angle, distance, angle or spent)) is not None and contact > value:
                hope = value + self.chance * (contact - value)
                tried.append(Tried(hope, angle, distance, True, {number: pose}))
        return tried

    def _turns(self, me: Craft) -> list[int]:
        """Turns worth a look: all round, those that bring the nearest enemies abeam or ahead, and the one tried before."""
        ship = me.ship
        headings = [ship.heading + angle for angle in (NEAR_TURNS if self.few else TURNS)]
        for foe in me.sighted[:2]:
            there = foe.track[self.now]
            bearing = round(degrees(atan2(there.x - ship.x, there.y - ship.y)))
            headings += [bearing - 90, bearing, bearing + 90]
        if ship.wanted is not None:
            headings.append(ship.wanted)
        most = wind.UNDER_WAY_TURN if ship.drifting else 180
        angles = dict.fromkeys(turn_to(ship.heading, heading) for heading in headings)
        return [angle for angle in angles if angle and abs(angle) <= most]

    def _distances(self, ship: Ship, angle: int, spent: int, steps: int) -> set[int]:
        """How far she might go: the least and the most, the least that keeps seaway, and some between."""
        low, high = wind.limits(ship, turned(ship.heading, angle), self.table, self.charts)
        least = max(low, min(high, SEAWAY))
        if abs(spent) > 45:
            return {least, high}
        return {low, least, high, *[low + (high - low) * step // steps for step in range(1, steps)]}

    def _runs(self, table: Table, number: int, angle: int, steps: int) -> Iterator[tuple[Table, int, bool]]:
        """The runs that she might make after her turn: the table after each, how far, and whether she met anybody.

        What is clear ahead needs no trial; of the runs that meet somebody the longest stands for all.
        """
        ship = table.ships[number]
        distances = sorted(
            self._distances(
                self.table.ships[number], turn_to(self.table.ships[number].heading, ship.heading), angle, steps
            ),
            reverse=True,
        )
        waters = Waters(table, number, ship, distances[0])
        tried = False
        for distance in distances:
            run = distance - wind.turning_cost(angle, distance, self.charts)
            if not ship.wake and waters.first(ship, run) is None:
                x, y = moved(ship.x, ship.y, ship.heading, run) if run > 0 else (ship.x, ship.y)
                gone = not (0 <= x <= table.width and 0 <= y <= table.height)
                there = replace(ship, x=x, y=y, sailed=distance, speed=distance, gone=gone)
                yield table.with_ship(number, there), distance, False
            elif not tried:
                after, tried = self._run(table, number, distance, angle, False)
                yield after, distance, tried

    def _run(self, table: Table, number: int, distance: int, angle: int, hold: bool) -> tuple[Table, bool]:
        """Try a run: the table after it, and whether she kept clear of somebody or ran into her."""
        run = Run(table, self.charts, Fixed(LUCKY if hold else ORDINARY))
        run.sail(number, distance, angle, hold, "port")
        events = [told.event for told in run.dice.told]
        met = any(isinstance(event, Collided) or (isinstance(event, Moved) and event.avoiding) for event in events)
        return run.table, met

    def _react(self, me: Craft, after: Table, pose: Pose) -> list[tuple[Craft, list[Pose]]]:
        """Enemies in whose way she lies and who have yet to move: the tracks they will follow to keep clear."""
        replies: list[tuple[Craft, list[Pose]]] = []
        if self.now == 0 or pose.gone:
            return replies
        for foe in me.sighted:
            ship = foe.ship
            reach = ship.speed + 3 * INCH
            dx, dy = pose.x - ship.x, pose.y - ship.y
            if foe.held or abs(dx) > reach or abs(dy) > reach:
                continue
            east, north = sin(radians(ship.heading)), cos(radians(ship.heading))
            if not -WIDE < dx * east + dy * north < reach or abs(dx * north - dy * east) > WIDE:
                continue  # nowhere near her track
            low, high = wind.limits(ship, ship.heading, self.table, self.charts)
            later, met = self._run(after, foe.number, max(low, min(high, ship.speed)), 0, False)
            if met:
                there = lying(later.ships[foe.number])
                replies.append((foe, [foe.track[0], *self.track(foe, there, 1)]))
        return replies

    def _swap(self, changed: list[tuple[Craft, list[Pose]]]) -> None:
        """Put tracks in the place of those the enemies have, and keep those: a second swap puts them back."""
        for place, (foe, track) in enumerate(changed):
            changed[place] = foe, foe.track
            foe.track = track

    def _contact(self, me: Craft, angle: int, distance: int, spent: int) -> float | None:
        """What it is worth to run on into the enemy ahead; None where that would not come to pass."""
        table = self.table
        if angle:
            table = table.with_ship(me.number, replace(me.ship, heading=turned(me.ship.heading, angle)))
        after, _ = self._run(table, me.number, distance, spent, True)
        lock = next((lock for lock in after.locks if me.number in (lock.one, lock.other)), None)
        if lock is None:
            return None
        other = lock.other if lock.one == me.number else lock.one
        if after.ships[other].side == self.side or not after.ships[other].able:
            return None
        pose = lying(after.ships[me.number])
        held = holding(self.charts)
        later = held * alongside(after, me.number, other, self.charts) + (1 - held) * self.onward(me, pose)
        return self.here(me, pose) + self.temper.later * later

    def line(self, unit: tuple[int, ...], stays: dict[Any, bool]) -> AnyAction:
        """The order of a line: steered by its lead. A ship leaves it only where that pays."""
        table, charts = self.table, self.charts
        lead = table.ships[unit[0]]
        squadron = table.squadron_of(unit[0])
        manner: Manner = "together" if squadron is not None and squadron.abreast else "succession"
        angles = [0]
        free = helm.helm_of(self.phase, unit[0]) is None
        if free and helm.why_not_turn(table, Turn(lead.id, 1, manner), charts) is None:
            wanted = [] if lead.wanted is None else [turn_to(lead.heading, lead.wanted)]
            angles += [angle for angle in dict.fromkeys((*self.line_turns, *wanted)) if angle]
        tried: list[Tried] = []
        for angle in angles:
            trial = helm.put_about(table, unit[0], unit, angle, manner, Fixed(ORDINARY)) if angle else table
            for distance in self._distances(lead, angle, angle, 1 if angle else 2):
                after = helm.move(trial, Move(lead.id, distance), charts, Fixed(ORDINARY))
                poses = {n: lying(after.ships[n]) for n in unit}
                tried.append(Tried(self.together(poses), angle, distance, False, poses))
        self.options = self._ranked(lead, tried, manner)
        straight = max((way for way in tried if way.angle == 0), key=_worth)
        hope, angle = self._hope(lead, tried, straight.value)
        if hope > TRYING:
            return Turn(lead.id, angle, manner)
        return self._parting(unit, straight.poses, stays) or Move(lead.id, straight.distance)

    def together(self, poses: dict[int, Pose]) -> float:
        """What it is worth to all of a line to lie so, and to stand on from there."""
        placed = [(self.sight(n), pose) for n, pose in poses.items()]
        value = self.exchange(placed, self.now, self.doubt) - GONE * sum(pose.gone for _, pose in placed)
        later = [(me, self.stands_on(me, pose)) for me, pose in placed if not pose.gone]
        if self.turns_left > 0:
            turn = self.now + 1
            next_ = sum(self.lies(me, pose, turn) for me, pose in later) + self.exchange(later, turn, DOUBT)
            value += self.temper.later * next_
        return value

    def _share(self, me: Craft, pose: Pose) -> float:
        """What a line's move is worth to one of its ships."""
        return -GONE if pose.gone else self.here(me, pose) + self.temper.later * self.steady(me, pose)

    def _parting(self, unit: tuple[int, ...], poses: dict[int, Pose], stays: dict[Any, bool]) -> AnyAction | None:
        """The turn of a ship that does much better by herself than in her line, if there is one."""
        asked = 0
        for number in unit:
            me = self.sight(number)
            ship = me.ship
            key = (number, ship.x, ship.y, ship.heading)
            if stays.get(key) or helm.helm_of(self.phase, number) is not None or not self._engaged(me):
                continue
            if helm.why_not_turn(self.table, Turn(ship.id, 1), self.charts) is None:
                asked += 1
                if asked > ASKED:
                    break
                hope, angle = self._hope(ship, self._tries(me), self._share(me, poses[number]))
                if hope > PARTING:
                    return Turn(ship.id, angle)
            stays[key] = True
        return None

    def _engaged(self, me: Craft) -> bool:
        if not me.sighted:
            return False
        there = me.sighted[0].track[self.now]
        return hypot(there.x - me.ship.x, there.y - me.ship.y) < ENGAGED
