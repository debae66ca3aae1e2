"""What lies about a ship that moves: the first thing a run or a turn of hers meets. Geometry only, no dice."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Literal

from weathergauge.freetable import (
    COS,
    FINE,
    SCALE,
    SIN,
    Box,
    Point,
    corners,
    first_contact,
    gap,
    opposite,
    overlaps,
    pivoted,
    run,
    touching,
)
from weathergauge.freetable.shores import covers, first_touch, first_within, lies_near, within
from weathergauge.rulesets.ironclads.findings import Meeting as Meeting
from weathergauge.rulesets.ironclads.state import Minefield, Ship, Table
from weathergauge.rulesets.ironclads.terms import Sector

TOUCH = 3
"""Bases within so many hundredths of an inch touch: whole numbers leave that much between them."""
SLACK = 4
"""Hundredths by which a base is taken slimmer against one it already touches, so that ships alongside can slide apart."""
NUDGES = tuple([(dx * n, dy * n) for n in (1, 2, 3, 4) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy])
"""Small shifts that part two bases which rounding would have overlap."""


def alongside(table: Table, number: int) -> bool:
    """Whether a ship is in base contact with any other."""
    return bool(table.places.touching(number, table.ships[number].base, TOUCH))


def against(table: Table, ship: Ship) -> list[int]:
    """Shores that she lies upon or against."""
    grown = _grown(ship)
    return [n for n, shore in enumerate(table.shores) if covers(shore.points, grown)]


def upon(table: Table, ship: Ship) -> list[Meeting]:
    """Those shores, as what a ship that backs off them has passed already."""
    return [Meeting("land" if table.shores[n].kind == "land" else "shoal", 0, n) for n in against(table, ship)]


def _grown(ship: Ship) -> Box:
    """Her base and a little about it."""
    return ship.x, ship.y, ship.heading, ship.length + 2 * SLACK, ship.width + 2 * SLACK


class Waters:
    """All that a ship could meet in one move: gathered once, then asked for as many runs as need be."""

    def __init__(self, table: Table, number: int, reach: int, mines: Sequence[Minefield] | None = None) -> None:
        self.ship = ship = table.ships[number]
        self.width, self.height = table.width, table.height
        self.mines = table.mines if mines is None else mines
        self.shores = table.shores
        self.ships: list[tuple[int, Box]] = []
        self.held: list[int] = []
        """Ships that she touches as she begins: along them or away from them she may go."""
        x, y = ship.x, ship.y
        # No corner of a base lies farther from its centre than half its length and width together.
        far = reach + (ship.length + ship.width) // 2 + 4 * SLACK
        fleet, base = table.places, ship.base
        for n in fleet.near(x, y, far + fleet.largest + 1):
            other = fleet.bases[n]
            dx, dy = other[0] - x, other[1] - y
            span = far + (other[3] + other[4]) // 2
            if n == number or dx * dx + dy * dy > span * span:
                continue
            self.ships.append((n, other))
            if touching(base, other, TOUCH):
                self.held.append(n)
        self.near_shores = [(n, shore) for n, shore in enumerate(self.shores) if lies_near(shore.points, x, y, far)]
        """Those she might come upon, with their numbers."""
        self.near_mines = [
            (n, field)
            for n, field in enumerate(self.mines)
            if max(abs(field.x - x), abs(field.y - y)) <= far + field.radius
        ]
        self.inside = [n for n, shore in self.near_shores if covers(shore.points, ship.base)]
        """Shores that she lies upon as she begins."""
        # Nothing she does can bring her to the edge.
        self.inner = far <= x <= self.width - far and far <= y <= self.height - far
        self._beset: bool | None = None
        self._ahead: dict[tuple[Box, int], Meeting | None] = {}
        self._about: dict[tuple[Box, int], Meeting | None] = {}

    @property
    def empty(self) -> bool:
        """Whether there is nothing at all that she could meet."""
        return self.inner and not (self.ships or self.near_shores or self.near_mines)

    @property
    def beset(self) -> bool:
        """Whether she lies against a ship or a shore as she begins."""
        if self._beset is None:
            grown = _grown(self.ship)
            self._beset = bool(self.held) or any(covers(shore.points, grown) for _, shore in self.near_shores)
        return self._beset

    def hold(self, number: int) -> None:
        """A ship that she has come alongside on her way: she may go along her, or away."""
        if number not in self.held:
            self.held.append(number)
            self._ahead.clear()

    def off(self, base: Box) -> bool:
        """Whether a base crosses the edge of the table."""
        if self.inner:
            return False
        x, y, _, length, width = base
        most = length + width
        if most <= x <= self.width - most and most <= y <= self.height - most:
            return False
        right, top = self.width * FINE, self.height * FINE
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners(base)
        if min(ax, bx, cx, dx) < 0 or min(ay, by, cy, dy) < 0:
            return True
        return max(ax, bx, cx, dx) > right or max(ay, by, cy, dy) > top

    def clear(self, base: Box) -> bool:
        """Whether a base may lie there: on no ship, and on no land but what she lay upon before."""
        return not any(overlaps(base, box) for _, box in self.ships) and not any(
            shore.kind == "land" and n not in self.inside and covers(shore.points, base)
            for n, shore in self.near_shores
        )

    def ahead(self, base: Box, distance: int, passed: Sequence[Meeting] = ()) -> Meeting | None:
        """The first thing that a straight run meets, but for shoals and mines already passed; None if it is clear."""
        if distance <= 0:
            return None
        if passed:
            return self._first_ahead(base, distance, passed)
        key = base, distance
        if key not in self._ahead:
            self._ahead[key] = self._first_ahead(base, distance, passed)
        return self._ahead[key]

    def _first_ahead(self, base: Box, distance: int, passed: Sequence[Meeting]) -> Meeting | None:
        best = distance + 1
        first: Meeting | None = None
        x, y, heading, length, width = base
        s, c = SIN[heading], COS[heading]
        for n, box in self.ships:
            # Whoever lies to one side of her way, or astern, is not met: cheap to see before measuring.
            span = (box[3] + box[4] + length + width + 1) // 2
            dx, dy = box[0] - x, box[1] - y
            if not -span * SCALE < dx * c - dy * s < span * SCALE:
                continue
            if not -span * SCALE < dx * s + dy * c < (distance + span) * SCALE:
                continue
            at = self._along(base, distance, box) if n in self.held else first_contact(base, distance, box)
            if at is not None and at < best:
                best, first = at, Meeting("ship", at, n)
        if self.near_shores or self.near_mines:
            done = {(meeting.kind, meeting.which) for meeting in passed}
            for n, shore in self.near_shores:
                kind: Literal["land", "shoal"] = "land" if shore.kind == "land" else "shoal"
                if (kind, n) not in done and not (kind == "shoal" and n in self.inside):
                    at = first_touch(shore.points, base, distance)
                    if at is not None and at < best:
                        best, first = at, Meeting(kind, at, n)
            for n, field in self.near_mines:
                if ("mine", n) not in done:
                    at = first_within(base, distance, (field.x, field.y), field.radius)
                    if at is not None and at < best:
                        best, first = at, Meeting("mine", at, n)
        if not self.inner and self.off(run(base, min(best, distance))):
            low, high = 0, min(best, distance)
            while low < high:
                middle = (low + high) // 2
                low, high = (low, middle) if self.off(run(base, middle)) else (middle + 1, high)
            first = Meeting("edge", low)
        return first

    def _along(self, base: Box, distance: int, box: Box) -> int | None:
        """How far she may run beside or away from a base that she touches."""
        x, y, heading, length, width = base
        return first_contact((x, y, heading, length - SLACK, width - SLACK), distance, box)

    def settled(self, base: Box, distance: int) -> Box:
        """Where a run ends: as far as that, or a little less or aside where rounding would have bases overlap."""
        for back in range(min(distance, 2 * SLACK) + 1):
            place = run(base, distance - back)
            if self.clear(place):
                return place
        x, y, heading, length, width = run(base, distance)
        for dx, dy in NUDGES:
            place = (x + dx, y + dy, heading, length, width)
            if self.clear(place):
                return place
        return base

    def about(self, base: Box, angle: int, passed: Sequence[Meeting] = ()) -> Meeting | None:
        """The first thing that a turn on the spot meets, degree by degree; None if it is clear."""
        if passed:
            return self._first_about(base, angle, passed)
        key = base, angle
        if key not in self._about:
            self._about[key] = self._first_about(base, angle, passed)
        return self._about[key]

    def _first_about(self, base: Box, angle: int, passed: Sequence[Meeting]) -> Meeting | None:
        x, y, _, length, width = base
        reach = length + width
        swing = isqrt(length * length + width * width) // 2 + 1
        edge = not (swing <= x <= self.width - swing and swing <= y <= self.height - swing)
        close = []
        for n, box in self.ships:
            span = (reach + box[3] + box[4]) // 2
            if -span < x - box[0] < span and -span < y - box[1] < span and within(box, (x, y), swing):
                close.append((n, box))
        if not (close or edge or self.near_shores or self.near_mines):
            return None
        done = {(meeting.kind, meeting.which) for meeting in passed}
        shores = [
            (n, shore)
            for n, shore in self.near_shores
            if ("shoal", n) not in done and n not in self.inside and covers(shore.points, (x, y, 0, reach, reach))
        ]
        fields = [
            (n, field)
            for n, field in self.near_mines
            if ("mine", n) not in done and within((x, y, 0, reach, reach), (field.x, field.y), field.radius)
        ]
        if not close and not shores and not fields and not edge:
            return None
        step = 1 if angle > 0 else -1
        for turn in range(step, angle + step, step):
            place = pivoted(base, turn)
            for n, box in close:
                if overlaps(place, box):
                    return Meeting("ship", turn - step, n)
            for n, shore in shores:
                if covers(shore.points, place):
                    return Meeting("land" if shore.kind == "land" else "shoal", turn - step, n)
            for n, field in fields:
                if within(place, (field.x, field.y), field.radius):
                    return Meeting("mine", turn, n)
            if edge and self.off(place):
                return Meeting("edge", turn)
        return None


# Which edges meet


NORMALS: dict[Sector, tuple[int, int]] = {"bow": (1, 0), "starboard": (0, 1), "stern": (-1, 0), "port": (0, -1)}
"""Ahead and abeam: where each edge of a base faces."""


def _framed(base: Box, dx: int, dy: int) -> tuple[int, int]:
    """A direction as a ship has it: ahead and to starboard."""
    s, c = SIN[base[2]], COS[base[2]]
    return dx * s + dy * c, dx * c - dy * s


def edge_at(base: Box, point: Point, toward: tuple[int, int]) -> Sector:
    """The edge of a base that a fine point lies on; at a corner, the one that faces most in a direction."""
    ahead, abeam = _framed(base, point[0] - base[0] * FINE, point[1] - base[1] * FINE)
    half_length, half_width = base[3] * FINE // 2, base[4] * FINE // 2
    beyond: dict[Sector, int] = {
        "bow": abs(half_length * SCALE - ahead),
        "stern": abs(half_length * SCALE + ahead),
        "starboard": abs(half_width * SCALE - abeam),
        "port": abs(half_width * SCALE + abeam),
    }
    nearest = min(beyond.values())
    on: list[Sector] = [edge for edge, off in beyond.items() if off <= nearest + SLACK * FINE * SCALE]
    facing = _framed(base, *toward)
    return max(on, key=lambda edge: NORMALS[edge][0] * facing[0] + NORMALS[edge][1] * facing[1])


def edges(base: Box, other: Box, by_turn: bool, astern: bool = False) -> tuple[Sector, Sector]:
    """The edges with which two bases first touch: hers, who moves, and the other's.

    Running straight she strikes with her bow, or her stern when she backs. At a corner of the other the edge that faces
    her course is struck; after a turn, the edge that faces her.
    """
    _, _, others = gap(base, other)
    back = (base[0] - other[0], base[1] - other[1])
    if by_turn:
        _, abeam = _framed(base, others[0] - base[0] * FINE, others[1] - base[1] * FINE)
        own: Sector = "starboard" if abeam > 0 else "port"
        return own, edge_at(other, others, back)
    course = base[2] if astern else opposite(base[2])
    return "stern" if astern else "bow", edge_at(other, others, (SIN[course], COS[course]))
