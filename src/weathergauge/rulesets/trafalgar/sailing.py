"""Chapter: sailing. A ship's straight run with all she meets, and a line that follows its leader."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import get_args

from weathergauge.dice import Dice
from weathergauge.freetable import moved, overlaps, turn_to, turned
from weathergauge.rulesets.trafalgar import leadership
from weathergauge.rulesets.trafalgar.actions import Collided, Left, Move, Moved, Passed, Tested
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.contact import STATION, Waters, incident
from weathergauge.rulesets.trafalgar.findings import Incident
from weathergauge.rulesets.trafalgar.state import INCH, Broadside, Lock, Ship, Squadron, Table, replace
from weathergauge.rulesets.trafalgar.wind import CHEAP_TURN, limits, maximum, turning_cost

SIDES_OF_HER: tuple[Broadside, ...] = get_args(Broadside)
SNAP = INCH // 10
"""A ship that comes as near to a corner of her line's track is on it."""


def foul(charts: Charts, dice: Dice) -> bool:
    """Throw one die for a pair that has collided."""
    return dice.look_up(charts.foul_on_collision, why="fouled?", good="neither") == "fouled"


def through_line(charts: Charts, dice: Dice) -> bool:
    """Throw one die for a line that is crossed; True when she gets through."""
    return dice.look_up(charts.passing_through_line, why="passing through the line", good="low") == "clear"


class Run:
    """One ship's run being carried out: the table as it changes, and the dice that tell of it."""

    def __init__(self, table: Table, charts: Charts, dice: Dice) -> None:
        self.table = table
        self.charts = charts
        self.dice = dice
        self.turning = 0
        """What her turn takes of her distance."""

    def sail(self, number: int, distance: int, angle: int, hold: bool, side: Broadside) -> None:
        """Go straight for the chosen distance, less what her turn took, dealing with whatever is met.

        A ship that has come to lead her line sails on in the track of those before her, and turns where they did (TR27).
        """
        ship = self.table.ships[number]
        if ship.wake:
            self._track(number, ship, distance, hold, side)
        elif (after := self._go(number, ship, distance, angle, hold, side, 0)) is not None:
            self._lay(number, after)

    def _go(
        self, number: int, ship: Ship, distance: int, angle: int, hold: bool, side: Broadside, behind: int
    ) -> Ship | None:
        """One straight run after `behind` inches of track: the ship at its end, or None where she collided."""
        spent = self.turning = turning_cost(angle, distance, self.charts)
        ignore: tuple[int, ...] = ()
        avoided = 0
        run = distance - spent
        test = "anything_other_than_minimum_turn_to_avoid_collision"
        while (met := incident(self.table, number, ship, run, ignore)) is not None:
            if met.kind == "line" and self._through(number, met):
                ignore += met.pair
                continue
            if met.kind == "stopped":
                # The sheet: no collision with a stopped ship of her own line; she passes on the owner's side.
                beside = aside(self.table, number, ship, met.other, side)
                if beside is None:
                    return _ahead(ship, met.at, behind + spent + met.at, behind + spent + met.at)
                ship = beside
                test = "contact_enemy_when_passing_stopped_ship_ahead_in_line"
                ignore += (met.other,)
                continue
            clear = None
            if met.kind == "ship" and not avoided:
                clear = least_turn(self.table, number, ship, distance, self.charts, angle, ignore)
            if clear is None or (hold and self._holds_on(number, met, test)):
                self._collide(number, ship, behind + spent, met)
                return None
            # She makes the least turn that clears, and pays for it as for any other (TR28).
            avoided, distance = clear
            ship = replace(ship, heading=turned(ship.heading, avoided))
            spent = self.turning = turning_cost(angle + avoided, distance, self.charts)
            run = distance - spent
        return _ahead(ship, run, behind + distance, behind + distance)

    def _through(self, number: int, met: Incident) -> bool:
        ship = self.table.ships[number]
        clear = self.dice.do(through_line, self.charts, seat=ship.side)
        one, other = met.pair
        names = (self.table.ships[one].id, self.table.ships[other].id)
        self.dice.tell(Passed(ship.id, names, not clear))
        return clear

    def _holds_on(self, number: int, met: Incident, condition: str) -> bool:
        """Holding on into contact is more than the least turn: it needs a test (TR28)."""
        if not leadership.required(condition, self.charts):
            return True
        ship = self.table.ships[number]
        passed = leadership.test(ship.side, 0, self.charts, self.dice)
        why = f"to lay her alongside {self.table.ships[met.other].name}"
        self.dice.tell(Tested(ship.id, why, passed))
        return passed

    def _collide(self, number: int, ship: Ship, spent: int, met: Incident) -> None:
        """She stops at contact; both have no way on for the next turn; one die says whether they foul (TR15)."""
        self._lay(number, _ahead(ship, met.at, spent + met.at, 0))
        self.clash(number, met.other)

    def clash(self, number: int, other: int) -> None:
        """The pair has collided: throw for fouling."""
        ship, struck = self.table.ships[number], self.table.ships[other]
        self.table = self.table.with_ship(other, replace(struck, speed=0))
        pair = (min(number, other), max(number, other))
        # One throw for each pair, and they have had theirs this turn if they have met already.
        fouled = pair not in self.table.met and self.dice.do(foul, self.charts, seat=ship.side)
        if fouled:
            self.table = replace(self.table, locks=(*self.table.locks, Lock(*pair, "fouled")))
        elif pair not in self.table.met:
            self.table = replace(self.table, met=(*self.table.met, pair))
        self.dice.tell(Collided(ship.id, struck.id, fouled))

    def brought_up(self, number: int) -> bool:
        """Whether a ship has been stopped this turn by another: locked with her, or run into (TR41)."""
        return self.table.locked(number) or any(number in pair for pair in self.table.met)

    def _lay(self, number: int, ship: Ship) -> None:
        """Put her where her run ended; beyond the edge she has left the table (TR26)."""
        gone = not (0 <= ship.x <= self.table.width and 0 <= ship.y <= self.table.height)
        before = self.table.ships[number]
        self.table = self.table.with_ship(number, replace(ship, gone=True) if gone else ship)
        line = {corner.heading for corner in before.wake} | {before.heading}
        avoiding = 0 if ship.heading in line else turn_to(before.heading, ship.heading)
        self.dice.tell(Moved(ship.id, ship.sailed, ship.x, ship.y, ship.heading, avoiding, self.turning))
        self.turning = 0
        if gone:
            self.dice.tell(Left(ship.id))

    def follow(self, number: int, ahead: int, side: Broadside) -> None:
        """Sail the track of the ship ahead, turning where she turned, up to half an inch short of her (TR27)."""
        ship, leader = self.table.ships[number], self.table.ships[ahead]
        most = limits(ship, ship.heading, self.table, self.charts)[1]
        room = track_length(ship, leader) - (ship.length + leader.length) // 2 - STATION
        if self._track(number, ship, max(0, min(most, room)), False, side) and room <= most:
            # TR33: only her station held her back, so she keeps the pace of the ship ahead and with it her seaway.
            now = self.table.ships[number]
            pace = replace(now, sailed=max(now.sailed, leader.sailed), speed=max(now.speed, leader.speed))
            self.table = self.table.with_ship(number, pace)

    def _track(self, number: int, ship: Ship, far: int, hold: bool, side: Broadside) -> bool:
        """Sail round the corners of the line; each leg is limited by the maximum of its own heading.

        A turn to keep clear takes her out of the line. True when she came to the end of it without.
        """
        behind = 0
        while far > behind and ship.wake:
            corner = ship.wake[0]
            leg = isqrt((corner.x - ship.x) ** 2 + (corner.y - ship.y) ** 2)
            if leg > far - behind:
                break
            at = self._go(number, ship, leg, 0, hold, side, behind)
            if at is None:
                return False
            if at.heading != ship.heading:
                self._lay(number, replace(at, parted=True, wake=()))
                return False
            behind += leg
            # Off the track, by a step aside or since she rejoined, she turns abreast of the corner.
            on_track = abs(at.x - corner.x) <= SNAP and abs(at.y - corner.y) <= SNAP
            x, y = (corner.x, corner.y) if on_track else (at.x, at.y)
            ship = replace(ship, x=x, y=y, heading=corner.heading, wake=ship.wake[1:])
            far = max(behind, min(far, maximum(ship, ship.heading, self.table, self.charts)))
        at = self._go(number, ship, far - behind, 0, hold, side, behind)
        if at is None:
            return False
        steady = at.heading == ship.heading
        self._lay(number, at if steady else replace(at, parted=True, wake=()))
        return steady


def aside(table: Table, number: int, ship: Ship, other: int, side: Broadside) -> Ship | None:
    """Step aside for a stopped ship of her own line, to the side her owner picked (TR41).

    Where another ship lies she takes the other side; with no room on either she comes no farther, and is None here.
    """
    ahead = table.ships[other]
    for way in (-90, 90) if side == "port" else (90, -90):
        for step in range(10, 4 * INCH, 10):
            x, y = moved(ship.x, ship.y, turned(ship.heading, way), step)
            lane = (x, y, ship.heading, ship.length + 20 * INCH, ship.width)
            if not overlaps(lane, ahead.base):
                beside = replace(ship, x=x, y=y)
                if not _on_another(table, number, beside):
                    return beside
                break
    return None


def _on_another(table: Table, number: int, ship: Ship) -> bool:
    """Whether her base would lie on that of another ship that still fights."""
    return table.places.lies_on(number, ship.base)


def met_beyond(table: Table, number: int, ship: Ship, run: int, side: Broadside) -> tuple[Incident | None, bool]:
    """The first thing a straight run meets but for stopped ships of her own line, and whether she passes such (TR41)."""
    passed: tuple[int, ...] = ()
    while (met := incident(table, number, ship, run, passed)) is not None and met.kind == "stopped":
        beside = aside(table, number, ship, met.other, side)
        if beside is None:
            return None, True
        ship, passed = beside, (*passed, met.other)
    return met, bool(passed)


def holding_on(table: Table, number: int, distance: int) -> Iterator[Move]:
    """Runs on into an enemy ahead; past a stopped ship of her own line there may be one on either side (TR41)."""
    ship = table.ships[number]
    for side in SIDES_OF_HER:
        met, passes = met_beyond(table, number, ship, distance, side)
        if met is not None and met.kind == "ship" and table.ships[met.other].side != ship.side:
            yield Move(ship.id, distance, hold=True, side=side)
        if not passes:
            return


def _ahead(ship: Ship, run: int, sailed: int, speed: int) -> Ship:
    """The ship after a straight run, with what she has sailed this turn and the way she keeps."""
    x, y = moved(ship.x, ship.y, ship.heading, run) if run > 0 else (ship.x, ship.y)
    return replace(ship, x=x, y=y, sailed=sailed, speed=speed)


def least_turn(
    table: Table, number: int, ship: Ship, distance: int, charts: Charts, already: int = 0, ignore: tuple[int, ...] = ()
) -> tuple[int, int] | None:
    """The least turn that clears what lies ahead, with the distance she then sails; None where none clears (TR28).

    It adds to what she has already turned this move, and is paid for with it (TR35).
    """
    waters = Waters(table, number, ship, distance, ignore)
    for angle in range(1, CHEAP_TURN + 2):
        for way in (-angle, angle):
            heading = turned(ship.heading, way)
            low, high = limits(ship, heading, table, charts)
            chosen = max(low, min(distance, high))
            run = chosen - turning_cost(already + way, chosen, charts)
            if waters.clear(heading, run):
                return way, chosen
    return None


def track_length(ship: Ship, leader: Ship) -> int:
    """How far it is to the leader along her track, round the corners she has turned and this ship has not."""
    x, y, total = ship.x, ship.y, 0
    passed = len(ship.wake) - len(leader.wake)
    for corner in ship.wake[: max(0, passed)]:
        total += isqrt((corner.x - x) ** 2 + (corner.y - y) ** 2)
        x, y = corner.x, corner.y
    return total + isqrt((leader.x - x) ** 2 + (leader.y - y) ** 2)


def in_line(table: Table, squadron: Squadron) -> tuple[int, ...]:
    """The ships of a squadron that sail together now, lead first: able, under way, and not parted."""
    ships, held = table.ships, table.held if table.locks else ()
    return tuple([n for n in squadron.ships if not ((s := ships[n]).parted or s.drifting) and s.able and n not in held])
