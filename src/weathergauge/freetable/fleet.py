"""Where the ships of a free table lie, as plain numbers: made once for a set of positions, and changed ship by ship.

A ship asks only her neighbours. In a large fleet they are found in the squares of a grid about her.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeVar

from weathergauge.freetable.geometry import (
    COS,
    FINE,
    SCALE,
    SIN,
    Box,
    Point,
    first_contact,
    overlaps,
    seen_through,
    square_apart,
    swept,
    touching,
)

Place = tuple[Box, Box, bool]
"""The base of a ship, her hull within it, and whether she still fights or only lies in the way."""
GONE: Place = ((-(1 << 40), -(1 << 40), 0, 0, 0), (-(1 << 40), -(1 << 40), 0, 0, 0), False)
"""Where ships are that are not on the table: so far off that nobody is near them."""
SQUARE = 1000
"""Hundredths along a side of the grid's squares."""
ROW = 1 << 20
"""Columns are so far apart in the numbers of squares."""
ROUNDING = 2
"""Hundredths by which what is only looked at may be off."""
ROUNDING = 2
"""Hundredths by which what is only looked at may be off."""
FEW = 96
"""So few ships are looked through one by one: sooner done than to look into the squares."""

Grid = dict[int, tuple[int, ...]]


def _square(base: Box) -> int:
    return base[0] // SQUARE * ROW + base[1] // SQUARE


class Fleet:
    """The places of ships by their numbers. What it holds is never changed: a ship that has moved makes another fleet."""

    def __init__(
        self, bases: list[Box], hulls: list[Box], xs: list[int], ys: list[int], fighting: list[bool], largest: int,
        grid: Grid,
    ) -> None:  # fmt: skip
        self.bases, self.hulls = bases, hulls
        self.xs, self.ys = xs, ys
        """The centres of the bases, by themselves."""
        self.fighting = fighting
        """Who fights; the same list for as long as nobody strikes or leaves."""
        self.largest = largest
        """No corner of any base lies farther from its centre."""
        self.grid = grid
        """The ships by the squares in which they lie; empty in a small fleet."""
        self.shelf: dict[Any, Any] = {}
        """Answers that depend on nothing but these places, put here by whoever works them out."""

    def place(self, number: int) -> Place:
        """Where one ship lies."""
        return self.bases[number], self.hulls[number], self.fighting[number]

    def changed(self, changes: list[tuple[int, Place]]) -> Fleet:
        """The fleet with these ships in other places."""
        bases, hulls, fighting, grid, largest = self.bases.copy(), self.hulls, self.fighting, self.grid, self.largest
        xs, ys = self.xs.copy(), self.ys.copy()
        if grid:
            grid = grid.copy()
        for number, (base, hull, fights) in changes:
            before = bases[number]
            bases[number] = base
            xs[number], ys[number] = base[0], base[1]
            if hulls is self.hulls:
                hulls = hulls.copy()
            hulls[number] = hull
            if fighting[number] != fights:
                fighting = [*fighting[:number], fights, *fighting[number + 1 :]]
            if base[3] + base[4] > 2 * largest:
                largest = (base[3] + base[4] + 1) // 2
            if grid:
                left, come = _square(before), _square(base)
                grid[left] = tuple([n for n in grid[left] if n != number])
                grid[come] = (*grid.get(come, ()), number)
        return Fleet(bases, hulls, xs, ys, fighting, largest, grid)

    def within(self, west: int, south: int, east: int, north: int) -> list[int]:
        """The ships whose centres lie in a rectangle or on its edge, by number."""
        grid, xs, ys = self.grid, self.xs, self.ys
        if not grid:
            return [n for n, x in enumerate(xs) if west <= x <= east and south <= ys[n] <= north]
        numbers: list[int] = []
        low, high = south // SQUARE, north // SQUARE + 1
        for column in range(west // SQUARE * ROW, east // SQUARE * ROW + 1, ROW):
            for square in range(column + low, column + high):
                here = grid.get(square, ())
                numbers += [n for n in here if west <= xs[n] <= east and south <= ys[n] <= north]
        numbers.sort()
        return numbers

    def near(self, x: int, y: int, reach: int) -> list[int]:
        """The ships whose centres lie less than a reach off, both east or west and north or south, by number."""
        return self.within(x - reach + 1, y - reach + 1, x + reach - 1, y + reach - 1)

    def touching(self, number: int, base: Box, apart: int) -> list[int]:
        """The ships but this one whose bases lie within so many hundredths of a base, by number."""
        bases = self.bases
        reach = (base[3] + base[4]) // 2 + self.largest + apart + 1
        return [n for n in self.near(base[0], base[1], reach) if n != number and touching(base, bases[n], apart)]

    def under(self, box: Box, among: list[int]) -> list[int]:
        """Those of these ships whose bases a box overlaps."""
        bases = self.bases
        return [n for n in among if overlaps(box, bases[n])]

    def any_under(self, box: Box, among: list[int]) -> bool:
        """Whether a box overlaps the base of any of these ships; whoever lies under it is asked first the next time."""
        bases = self.bases
        for place, n in enumerate(among):
            if overlaps(box, bases[n]):
                if place:
                    among[place], among[0] = among[0], n
                return True
        return False

    def met(self, base: Box, distance: int, among: list[int]) -> dict[int, int]:
        """Those of these ships that a straight run meets, and how far along."""
        found: dict[int, int] = {}
        path, bases = swept(base, distance), self.bases
        for n in among:
            if overlaps(path, bases[n]):
                at = first_contact(base, distance, bases[n])
                if at is not None:
                    found[n] = at
        return found

    def nothing_ahead(self, number: int, base: Box, distance: int, apart: int, among: list[int]) -> bool:
        """Whether it is seen at a glance that a straight run meets none of these ships that fight, and crosses no line
        between two of them that lie no farther apart than that. Whatever is near to it has to be measured."""
        x, y, heading, length, width = base
        s, c, xs, ys, fighting = SIN[heading], COS[heading], self.xs, self.ys, self.fighting
        most, half = self.largest + ROUNDING, length // 2
        beside, astern, beyond = (width // 2 + most) * SCALE, -(half + most) * SCALE, (half + distance + most) * SCALE
        bow, end, edge = (half - ROUNDING) * SCALE, (half + distance + ROUNDING) * SCALE, ROUNDING * SCALE
        port: list[tuple[int, int, int]] = []
        starboard: list[tuple[int, int, int]] = []
        for n in among:
            if n == number or not fighting[n]:
                continue
            dx, dy = xs[n] - x, ys[n] - y
            ahead, abeam = dx * s + dy * c, dx * c - dy * s
            if astern < ahead < beyond and -beside < abeam < beside:
                return False
            where = -1 if ahead < bow else 1 if ahead > end else 0  # short of her run, beyond it, or beside it
            if abeam >= -edge:
                starboard.append((dx, dy, where))
            if abeam <= edge:
                port.append((dx, dy, where))
        for dx, dy, where in port:
            for ex, ey, other in starboard:
                # A line that her run crosses has an end on either side of it, and not both short of it or beyond it.
                if (where != other or where == 0) and (ex - dx) ** 2 + (ey - dy) ** 2 <= apart * apart:
                    return False
        return True

    def close_pairs(self, among: list[int], apart: int) -> list[tuple[int, int]]:
        """The pairs of these ships whose bases lie less than so many hundredths apart."""
        bases, limit, found = self.bases, (apart * FINE) ** 2, []
        reach = 2 * self.largest + apart
        for place, one in enumerate(among):
            x, y, *_ = bases[one]
            for other in among[place + 1 :]:
                dx, dy = bases[other][0] - x, bases[other][1] - y
                if -reach < dx < reach and -reach < dy < reach and square_apart(bases[one], bases[other]) < limit:
                    found.append((one, other))
        return found

    def lies_on(self, number: int, base: Box) -> bool:
        """Whether a base would lie on that of another ship than `number` that fights."""
        bases, fighting = self.bases, self.fighting
        reach = (base[3] + base[4]) // 2 + self.largest + 2
        return any(n != number and fighting[n] and overlaps(base, bases[n]) for n in self.near(base[0], base[1], reach))

    def blocked(
        self, start: Point, end: Point, margin: int, one: int, other: int, among: list[int] | None = None
    ) -> bool:
        """Whether a hull of some third ship lies across the line between two fine points.

        Only ships are looked at whose centres lie within `margin` of the upright rectangle about the line; where `among`
        is given, it has all of these.
        """
        west, east = start[0] // FINE, end[0] // FINE
        south, north = start[1] // FINE, end[1] // FINE
        if west > east:
            west, east = east, west
        if south > north:
            south, north = north, south
        west, south, east, north = west - margin, south - margin, east + margin, north + margin
        hulls, xs, ys = self.hulls, self.xs, self.ys
        for n in self.within(west, south, east, north) if among is None else among:
            if west <= xs[n] <= east and south <= ys[n] <= north and n != one and n != other:
                if not seen_through(start, end, hulls[n]):
                    return True
        return False


def fleet_of(places: Sequence[Place]) -> Fleet:
    """The fleet of ships in these places."""
    bases = [base for base, _, _ in places]
    grid: Grid = {}
    if len(places) > FEW:
        for number, base in enumerate(bases):
            square = _square(base)
            grid[square] = (*grid.get(square, ()), number)
    largest = max([(length + width + 1) // 2 for _, _, _, length, width in bases], default=0)
    hulls, fighting = [hull for _, hull, _ in places], [fights for _, _, fights in places]
    return Fleet(bases, hulls, [base[0] for base in bases], [base[1] for base in bases], fighting, largest, grid)


Ship = TypeVar("Ship")


class Lookout(Generic[Ship]):
    """Finds the fleet of a table's ships. From one order to the next most of them stay as they are, and are not read again.

    Which fleet was found last makes no difference to an answer, only to the work.
    """

    def __init__(self, place: Callable[[Ship], Place]) -> None:
        self.place = place
        self.last: tuple[Sequence[Ship], Fleet] = ((), fleet_of(()))

    def fleet(self, ships: Sequence[Ship]) -> Fleet:
        """The fleet of these ships: the very one found last, where what has changed of them is not their places."""
        before, fleet = self.last
        if ships is before:
            return fleet
        if len(before) != len(ships):
            fleet = fleet_of([self.place(ship) for ship in ships])
        else:
            others = compress(range(len(ships)), map(is_not, ships, before))
            changes = [(n, place) for n in others if (place := self.place(ships[n])) != fleet.place(n)]
            if changes:
                fleet = fleet.changed(changes)
        self.last = ships, fleet
        return fleet
