"""Where guns point and what they can see: sectors, ranges, lines of fire (IR04, IR30)."""

from __future__ import annotations

from math import isqrt
from typing import Literal

from msgspec import Struct

from weathergauge.freetable import COS, FINE, SIN, Box, Point, corners, gap, seen_through
from weathergauge.freetable.shores import cuts, holds
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.state import INCH, Ship, Table
from weathergauge.rulesets.ironclads.terms import Band, Sector

POINT_BLANK = 350
"""Hundredths of an inch, as `shooting_modifiers` names it."""
BANDS: tuple[Band, ...] = ("close", "medium", "long")
Sight = Literal["clear", "partly", "hidden"]


class Mark(Struct, frozen=True):
    """A target as the guns of one ship have it: in which sectors, how far off, how much of her is seen."""

    target: int
    sectors: tuple[Sector, ...]
    square: int
    """The square of the distance between the bases, in fine units."""
    sight: Sight

    @property
    def range(self) -> int:
        """Hundredths of an inch, rounded up: it never reads as nearer than the band she is in."""
        root = isqrt(self.square)
        return -(-(root + (root * root < self.square)) // FINE)

    @property
    def point_blank(self) -> bool:
        return within(self.square, POINT_BLANK)


def within(square: int, reach: int) -> bool:
    """Whether a fine square distance is no more than so many hundredths of an inch."""
    return square <= (reach * FINE) ** 2


def sectors(ship: Ship, other: Ship) -> tuple[Sector, ...]:
    """The quarters about a ship in which the centre of another lies; on their border it lies in both (IR04)."""
    dx, dy = other.x - ship.x, other.y - ship.y
    s, c = SIN[ship.heading], COS[ship.heading]
    ahead, abeam = dx * s + dy * c, dx * c - dy * s
    found: list[Sector] = []
    if ahead >= abs(abeam):
        found.append("bow")
    if abeam >= abs(ahead):
        found.append("starboard")
    if -ahead >= abs(abeam):
        found.append("stern")
    if -abeam >= abs(ahead):
        found.append("port")
    return tuple(found)


def band(square: int, charts: Charts) -> Band:
    """The range band of a fine square distance: a band begins as soon as the one before it ends."""
    for name in BANDS:
        end = charts.gun_range_bands.at(name).max_inches
        if end is None or within(square, round(end * INCH)):
            return name
    raise ValueError("gun_range_bands must have a last band without an end")


def sight(table: Table, number: int, target: int) -> Sight:
    """How many of the lines from her centre to a target's corners and centre are cut by a ship, a fort or land (IR30)."""
    ship, other = table.ships[number], table.ships[target]
    start, centre = (ship.x * FINE, ship.y * FINE), (other.x * FINE, other.y * FINE)
    dx, dy = other.x - ship.x, other.y - ship.y
    length = dx * dx + dy * dy
    between: list[Box] = []
    for n, one in enumerate(table.ships):
        if n in (number, target) or one.gone:
            continue
        # No corner lies farther from the centre of a base than this; so far from the line between the centres, or
        # behind either end of it, nothing can be in the way.
        far = (one.length + one.width + other.length + other.width) // 2
        ex, ey = one.x - ship.x, one.y - ship.y
        along, beside = ex * dx + ey * dy, ex * dy - ey * dx
        if beside * beside > far * far * length:
            continue
        if (along < 0 and along * along > far * far * length) or (
            along > length and (along - length) ** 2 > far * far * length
        ):
            continue
        between.append(one.base)
    # The ground that a fort stands on hides neither it nor what it fires at (IR48).
    lands = [
        shore.points
        for shore in table.shores
        if shore.kind == "land"
        and not (ship.fort and holds(shore.points, start))
        and not (other.fort and holds(shore.points, centre))
    ]
    if not between and not lands:
        return "clear"
    ends: tuple[Point, ...] = (centre, *corners(other.base))
    cut = 0
    for end in ends:
        if any(not seen_through(start, end, base) for base in between) or any(cuts(land, start, end) for land in lands):
            cut += 1
    return "clear" if not cut else "hidden" if cut == len(ends) else "partly"


def target_able(ship: Ship, other: Ship) -> bool:
    """Whether one ship may fire at another at all: an enemy, on the table, still fighting (IR39)."""
    return other.side != ship.side and other.able


class _Seen:
    """Marks already worked out for one set of positions: the same ship is asked about several times before it changes."""

    def __init__(self, table: Table | None) -> None:
        self.table = table
        self.marks: dict[tuple[int, int], Mark] = {}

    def of(self, table: Table) -> bool:
        seen = self.table
        return seen is table or (seen is not None and seen.ships is table.ships and seen.shores is table.shores)


_seen = [_Seen(None)]


def mark(table: Table, number: int, target: int) -> Mark:
    """A target as a ship has it."""
    memo = _seen[0]
    if not memo.of(table):
        memo = _seen[0] = _Seen(table)
    found = memo.marks.get((number, target))
    if found is None:
        ship, other = table.ships[number], table.ships[target]
        square = gap(ship.base, other.base)[0]
        found = memo.marks[number, target] = Mark(target, sectors(ship, other), square, sight(table, number, target))
    return found


def targets(table: Table, number: int) -> list[Mark]:
    """All that a ship may fire at and sees at least in part, nearest first."""
    ship = table.ships[number]
    found = [mark(table, number, n) for n, other in enumerate(table.ships) if target_able(ship, other)]
    return sorted([one for one in found if one.sight != "hidden"], key=lambda one: (one.square, one.target))
