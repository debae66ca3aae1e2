"""Chapter: contact. What a ship meets on a straight run: other ships, lines and closed groups."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.freetable import FINE, Point, crosses_at, first_contact, gap, moved, overlaps, seen_through, swept
from weathergauge.freetable import touching as bases_touch
from weathergauge.rulesets.trafalgar.charts import charts
from weathergauge.rulesets.trafalgar.state import INCH, Ship, Table

LINE, CLEARANCE, STATION = (
    round(charts().line_distances.at(distance) * INCH) for distance in ("line", "clearance", "station")
)
"""Successive ships of a squadron no farther apart than the first are a line (TR19); a gap narrower than the mover's width
and the second is closed (TR18); ships in line stop the third short of the ship ahead (TR27)."""
TOUCH = 1
"""Bases within a hundredth of an inch touch."""
SLACK = 4
"""Hundredths by which a base is taken slimmer against one it touches, so that ships alongside can slide apart."""


class Incident(Struct, frozen=True):
    """What a run meets first: how far along, whom, and between whom."""

    kind: Literal["ship", "group", "line", "stopped"]
    at: int
    other: int
    pair: tuple[int, int] = (-1, -1)


def touching(table: Table, one: int, other: int) -> bool:
    """Whether two bases touch, or the ships have met this turn (TR30)."""
    if table.met and (min(one, other), max(one, other)) in table.met:
        return True
    return bases_touch(table.ships[one].base, table.ships[other].base, TOUCH)


def stopped(table: Table, number: int) -> bool:
    """Whether a ship of a line has been brought to a stop: locked, adrift, or without way (TR41)."""
    ship = table.ships[number]
    return ship.struck or ship.drifting > 0 or table.locked(number) or (ship.speed == 0 and ship.sailed == 0)


def lines_near(table: Table, number: int, x: int, y: int, reach: int) -> list[tuple[int, int]]:
    """Pairs of successive ships of one squadron, not her own pairs, that make a line near a place (TR19)."""
    ships = table.ships
    pairs = []
    for squadron in table.squadrons:
        last = -1
        for n in squadron.ships:
            ship = ships[n]
            if ship.struck or ship.gone:
                continue
            if n == number:
                last = -1
                continue
            if last >= 0 and -reach < ship.x - x < reach and -reach < ship.y - y < reach:
                ahead = ships[last]
                if (ahead.x - ship.x) ** 2 + (ahead.y - ship.y) ** 2 <= LINE * LINE:
                    pairs.append((last, n))
            last = n
    return pairs


class Waters:
    """What lies about a ship before she runs: gathered once, then asked for as many headings as need be.

    Struck ships may be run through (TR20), and so may what her base already overlaps, or she could never part. What she
    only touches is no hindrance when she runs along it or away; straight at it she goes nowhere (TR30).
    """

    def __init__(self, table: Table, number: int, ship: Ship, run: int, ignore: tuple[int, ...] = ()) -> None:
        self.table = table
        reach = run + 4 * INCH
        x, y = ship.x, ship.y
        close = [
            n
            for n, other in enumerate(table.ships)
            if -reach < other.x - x < reach and -reach < other.y - y < reach and n != number
            and not other.struck and not other.gone
        ]  # fmt: skip
        base = ship.base
        against = {
            n: overlaps(base, other.base) for n in close if bases_touch(base, (other := table.ships[n]).base, TOUCH)
        }
        self.others = [n for n in close if n not in ignore and n not in against]
        self.touched = [n for n, over in against.items() if n not in ignore and not over]
        lines = lines_near(table, number, x, y, reach + INCH) if len(close) > 1 else []
        # The sheet keeps her from colliding with a stopped ship of her own line, though an enemy lies alongside.
        own = None if ship.parted else table.squadron_of(number)
        before = own.ships[: own.ships.index(number)] if own is not None else ()
        self.stopped = {n for n in close if n in before and stopped(table, n)}
        self.shut = _closed_pairs(close, lines, ship, table, (*ignore, *self.stopped))
        self.lines = [pair for pair in lines if pair[0] not in ignore or pair[1] not in ignore]

    def first(self, ship: Ship, run: int) -> Incident | None:
        """The first thing a straight run meets, or None if it is clear."""
        if run <= 0 or not (self.others or self.lines or self.touched):
            return None
        ships = self.table.ships
        bow = moved(ship.x, ship.y, ship.heading, ship.length // 2)
        found: list[Incident] = []
        passing: set[int] = set()
        for one, other in self.lines:
            at = self._crosses(bow, ship, run, one, other)
            if at is None or _runs_into(ship, run, ships[one]) or _runs_into(ship, run, ships[other]):
                continue
            passing |= {one, other}
            nearer = _nearer(moved(*bow, ship.heading, at), ships, one, other)
            shut = self.table.settings.lines == "collide" and _shut(ship, ships[one], ships[other])
            found.append(Incident("group" if shut else "line", at, nearer, (one, other)))
        contacts: dict[int, int] = {}
        for n in self.others:
            at = None if n in passing else first_contact(ship.base, run, ships[n].base)
            if at is not None:
                contacts[n] = at
        contacts |= {n: 0 for n in self._pressed(ship, run) if n not in passing}
        for one, other in self.shut:
            at = self._crosses(bow, ship, run, one, other)
            if at is not None:
                met = one if contacts.get(one, at) <= contacts.get(other, at) else other
                found.append(Incident("group", contacts.pop(met, at), met, (one, other)))
        for n, at in contacts.items():
            found.append(Incident("stopped" if n in self.stopped else "ship", at, n))
        return min(found, key=lambda one: one.at) if found else None

    def clear(self, ship: Ship, run: int) -> bool:
        """Whether a straight run meets nothing but lines that can be passed through."""
        if run <= 0:
            return True
        path, ships = swept(ship.base, run), self.table.ships
        hit = {n for n in self.others if overlaps(path, ships[n].base)} | self._pressed(ship, run)
        bow = moved(ship.x, ship.y, ship.heading, ship.length // 2)
        if hit:
            for one, other in self.lines:
                if self.table.settings.lines == "pass" and self._crosses(bow, ship, run, one, other) is not None:
                    through = not _runs_into(ship, run, ships[one]) and not _runs_into(ship, run, ships[other])
                    hit -= {one, other} if through else set()
        return not hit and all(self._crosses(bow, ship, run, one, other) is None for one, other in self.shut)

    def _pressed(self, ship: Ship, run: int) -> set[int]:
        """Ships she touches and would run over."""
        if not self.touched:
            return set()
        x, y, heading, length, width = ship.base
        path = swept((x, y, heading, length - SLACK, width - SLACK), run)
        return {n for n in self.touched if overlaps(path, self.table.ships[n].base)}

    def _crosses(self, bow: Point, ship: Ship, run: int, one: int, other: int) -> int | None:
        a, b = self.table.ships[one], self.table.ships[other]
        return crosses_at(bow, ship.heading, run, (a.x, a.y), (b.x, b.y))


def incident(table: Table, number: int, ship: Ship, run: int, ignore: tuple[int, ...] = ()) -> Incident | None:
    """The first thing a ship meets on a straight run from where she lies, or None if it is clear."""
    return None if run <= 0 else Waters(table, number, ship, run, ignore).first(ship, run)


def _closed_pairs(
    close: list[int], lines: list[tuple[int, int]], ship: Ship, table: Table, ignore: tuple[int, ...]
) -> list[tuple[int, int]]:
    """Pairs of nearby ships, not successive in a line, whose gap is closed to her (TR18)."""
    ships = table.ships
    pairs: list[tuple[int, int]] = []
    if len(close) < 2:
        return pairs
    reach = 2 * INCH + ship.width + CLEARANCE
    for i, one in enumerate(close):
        a = ships[one]
        for other in close[i + 1 :]:
            b = ships[other]
            if -reach < a.x - b.x < reach and -reach < a.y - b.y < reach:
                known = (one, other) in lines or (other, one) in lines or one in ignore or other in ignore
                if not known and _shut(ship, a, b):
                    pairs.append((one, other))
    return pairs


def _shut(ship: Ship, one: Ship, other: Ship) -> bool:
    return gap(one.base, other.base)[0] < ((ship.width + CLEARANCE) * FINE) ** 2


def _runs_into(ship: Ship, run: int, other: Ship) -> bool:
    """Whether her keel's own track runs into a base, and not only her side."""
    end = moved(ship.x, ship.y, ship.heading, run + ship.length // 2)
    return not seen_through((ship.x * FINE, ship.y * FINE), (end[0] * FINE, end[1] * FINE), other.base)


def _nearer(point: tuple[int, int], ships: tuple[Ship, ...], one: int, other: int) -> int:
    a, b = ships[one], ships[other]
    to_a = (a.x - point[0]) ** 2 + (a.y - point[1]) ** 2
    to_b = (b.x - point[0]) ** 2 + (b.y - point[1]) ** 2
    return one if to_a <= to_b else other
