"""Where guns point and what they can see: sectors, ranges, lines of fire (IR04, IR30)."""

from __future__ import annotations

from functools import cache
from math import isqrt

from weathergauge.frame.memory import kept
from weathergauge.freetable import COS, FINE, SIN, Box, Point, corners, shadow, square_apart
from weathergauge.freetable.shores import cuts, holds
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.findings import POINT_BLANK as POINT_BLANK
from weathergauge.rulesets.ironclads.findings import Sight as Sight
from weathergauge.rulesets.ironclads.findings import Target as Target
from weathergauge.rulesets.ironclads.findings import rounded as rounded
from weathergauge.rulesets.ironclads.findings import within as within
from weathergauge.rulesets.ironclads.state import INCH, Ship, Shore, Table
from weathergauge.rulesets.ironclads.terms import WHERE, Band, Sector
from weathergauge.sentences import nearest

BANDS: tuple[Band, ...] = ("close", "medium", "long")


def sectors(ship: Ship, other: Ship) -> tuple[Sector, ...]:
    """The quarters about a ship in which the centre of another lies; on their border it lies in both (IR04)."""
    dx, dy = other.x - ship.x, other.y - ship.y
    s, c = SIN[ship.heading], COS[ship.heading]
    ahead, abeam = dx * s + dy * c, dx * c - dy * s
    if abs(ahead) > abs(abeam):
        return ("bow",) if ahead > 0 else ("stern",)
    if abs(ahead) < abs(abeam):
        return ("starboard",) if abeam > 0 else ("port",)
    bearing: list[Sector] = []
    if ahead >= 0:
        bearing.append("bow")
    if abeam >= 0:
        bearing.append("starboard")
    if ahead <= 0:
        bearing.append("stern")
    if abeam <= 0:
        bearing.append("port")
    return tuple(bearing)


@cache
def _ends(charts: Charts) -> tuple[tuple[Band, int | None], ...]:
    """Where each band ends, as a fine square."""
    bands = [(name, charts.gun_range_bands.at(name).max_inches) for name in BANDS]
    return tuple([(name, None if end is None else (round(end * INCH) * FINE) ** 2) for name, end in bands])


def band(square: int, charts: Charts) -> Band:
    """The range band of a fine square distance: a band begins as soon as the one before it ends."""
    for name, end in _ends(charts):
        if end is None or square <= end:
            return name
    raise ValueError("gun_range_bands must have a last band without an end")


def target_able(ship: Ship, other: Ship) -> bool:
    """Whether one ship may fire at another at all: an enemy, on the table, still fighting (IR39)."""
    return other.side != ship.side and other.able


Other = tuple[int, int, int, int]
"""A ship as another has her: her number, how far to the east and north, and the length and width of her base together."""


class _Seen:
    """What has been worked out for one set of positions: the same ships are asked about several times before they change."""

    def __init__(self, table: Table) -> None:
        self.ships, self.bases = table.ships, table.places.bases
        self.squares: dict[tuple[int, int], int] = {}
        self.marks: dict[tuple[int, int], Target] = {}
        self.sights: dict[tuple[int, int], Sight] = {}
        self._others: dict[tuple[int, int, int], list[Other]] = {}
        self.largest = max([ship.length + ship.width for ship in table.ships])
        """No base is farther about than this."""
        self.lands = _lands(table.shores)

    def others(self, number: int, east: int, north: int) -> list[Other]:
        """The bases that may be in the way of what lies in one quarter of the compass; west and south are -1."""
        near = self._others.get((number, east, north))
        if near is None:
            ship, most = self.ships[number], self.largest
            near = [
                (n, other.x - ship.x, other.y - ship.y, other.length + other.width)
                for n, other in enumerate(self.ships)
                if (other.x - ship.x) * east >= -most
                and (other.y - ship.y) * north >= -most
                and n != number
                and not other.gone
            ]
            self._others[number, east, north] = near
        return near


class _Land:
    """A polygon of land, and the box about it."""

    def __init__(self, points: tuple[Point, ...]) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.points = points
        self.west, self.south, self.east, self.north = min(xs), min(ys), max(xs), max(ys)

    def beside(self, ship: Ship, other: Ship) -> bool:
        """Whether it lies wholly to one side of all that is between a ship and another."""
        most = other.length + other.width
        return (
            (ship.x < self.west and other.x + most < self.west)
            or (ship.x > self.east and other.x - most > self.east)
            or (ship.y < self.south and other.y + most < self.south)
            or (ship.y > self.north and other.y - most > self.north)
        )


@kept(lambda shores: (shores,), size=64)
def _lands(shores: tuple[Shore, ...]) -> list[_Land]:
    return [_Land(shore.points) for shore in shores if shore.kind == "land"]


@kept(lambda table: (table.places, table.shores), size=64)
def _seen(table: Table) -> _Seen:
    """A shelf for what is worked out of one set of positions."""
    return _Seen(table)


def square(table: Table, number: int, target: int) -> int:
    """The square of the distance between two bases, in fine units."""
    memo = _seen(table)
    found = memo.squares.get((number, target))
    if found is None:
        found = square_apart(memo.bases[number], memo.bases[target])
        memo.squares[number, target] = memo.squares[target, number] = found
    return found


def sight(table: Table, number: int, target: int) -> Sight:
    """How many of the lines from her centre to a target's corners and centre are cut by a ship, a fort or land (IR30)."""
    memo = _seen(table)
    seen = memo.sights.get((number, target))
    if seen is None:
        seen = memo.sights[number, target] = _sight(memo, number, target)
    return seen


def _sight(memo: _Seen, number: int, target: int) -> Sight:
    ship, other = memo.ships[number], memo.ships[target]
    between = _between(memo, number, target)
    lands = [land for land in memo.lands if not land.beside(ship, other)]
    if not between and not lands:
        return "clear"
    start, centre = (ship.x * FINE, ship.y * FINE), (other.x * FINE, other.y * FINE)
    ends: tuple[Point, ...] = (centre, *corners(memo.bases[target]))
    cut, every = 0, (1 << len(ends)) - 1
    for base in between:
        cut |= shadow(start, ends, base)
        if cut == every:
            return "hidden"
    for land in lands:
        # The ground that a fort stands on hides neither it nor what it fires at (IR48).
        if (ship.fort and holds(land.points, start)) or (other.fort and holds(land.points, centre)):
            continue
        for n, end in enumerate(ends):
            if not cut >> n & 1 and cuts(land.points, start, end):
                cut |= 1 << n
    return "clear" if not cut else "hidden" if cut == every else "partly"


def _between(memo: _Seen, number: int, target: int) -> list[Box]:
    """The bases that may be in the way of a target."""
    ship, other = memo.ships[number], memo.ships[target]
    dx, dy = other.x - ship.x, other.y - ship.y
    length, span = dx * dx + dy * dy, other.length + other.width
    # No corner lies farther from the centre of a base than half its length and width; so far from the line between the
    # centres, or behind either end of it, nothing can be in the way.
    side = (memo.largest + span) // 2 * (isqrt(length) + 1)
    between = []
    for n, ex, ey, size in memo.others(number, 1 if dx >= 0 else -1, 1 if dy >= 0 else -1):
        beside = ex * dy - ey * dx
        if beside > side or -beside > side or n == target:
            continue
        most = ((size + span) // 2) ** 2 * length
        along = ex * dx + ey * dy
        if beside * beside > most or (along < 0 and along * along > most):
            continue
        if along > length and (along - length) ** 2 > most:
            continue
        between.append(memo.bases[n])
    return between


def mark(table: Table, number: int, target: int) -> Target:
    """A target as a ship has it."""
    marks = _seen(table).marks
    known = marks.get((number, target))
    if known is None:
        quarters = sectors(table.ships[number], table.ships[target])
        known = Target(target, quarters, square(table, number, target), sight(table, number, target))
        marks[number, target] = known
    return known


def why_not_enemy(table: Table, number: int, id: str) -> str | None:
    """Why a ship cannot aim at another at all; None if she can."""
    ship, target = table.ships[number], table.number(id)
    if target < 0:
        return f"{id}: there is no such ship; {nearest(id, [other.id for other in table.ships if other.side != ship.side])}"
    other = table.ships[target]
    if other.side == ship.side:
        return f"{other.name} is a friend of {ship.name}"
    if not other.able:
        return f"{other.name} {'has surrendered' if other.surrendered and other.here else 'is out of the battle'}"
    return None


def why_not_seen(table: Table, number: int, target: int, what: str, sectors: tuple[Sector, ...]) -> str | None:
    """Why guns or a tube with these sectors cannot be aimed at an enemy as she lies; None if they can (IR04)."""
    ship, other, at = table.ships[number], table.ships[target], mark(table, number, target)
    if not any(sector in sectors for sector in at.sectors):
        return f"{what} of {ship.name} does not bear on {other.name}, who lies {' and '.join(WHERE[sector] for sector in at.sectors)} of her"
    return f"{other.name} is hidden from {ship.name}" if at.sight == "hidden" else None


def targets(table: Table, number: int) -> list[Target]:
    """All that a ship may fire at and sees at least in part, nearest first."""
    ship = table.ships[number]
    marks = [mark(table, number, n) for n, other in enumerate(table.ships) if target_able(ship, other)]
    return sorted([seen for seen in marks if seen.sight != "hidden"], key=lambda seen: (seen.square, seen.target))
