"""Chapter: contact. What a ship meets on a straight run: other ships, lines and closed groups."""

from __future__ import annotations

from weathergauge.frame.memory import kept
from weathergauge.freetable import (
    FINE,
    Box,
    Point,
    crosses_at,
    moved,
    overlaps,
    seen_through,
    square_apart,
    swept,
)
from weathergauge.freetable import touching as bases_touch
from weathergauge.freetable.fleet import Fleet
from weathergauge.rulesets.trafalgar.charts import charts
from weathergauge.rulesets.trafalgar.findings import Incident
from weathergauge.rulesets.trafalgar.state import INCH, Ship, Squadron, Table, replace

LINE, CLEARANCE, STATION = (
    round(charts().line_distances.at(distance) * INCH) for distance in ("line", "clearance", "station")
)
"""Successive ships of a squadron no farther apart than the first are a line (TR19); a gap narrower than the mover's width
and the second is closed (TR18); ships in line stop the third short of the ship ahead (TR27)."""
TOUCH = 1
"""Bases within a hundredth of an inch touch."""
SLACK = 4
"""Hundredths by which a base is taken slimmer against one it touches, so that ships alongside can slide apart."""


def touching(table: Table, one: int, other: int) -> bool:
    """Whether two bases touch, or the ships have met this turn (TR30)."""
    if table.met and (min(one, other), max(one, other)) in table.met:
        return True
    bases = table.places.bases
    return bases_touch(bases[one], bases[other], TOUCH)


def stopped(table: Table, number: int) -> bool:
    """Whether a ship of a line has been brought to a stop: locked, adrift, or without way (TR41)."""
    ship = table.ships[number]
    return ship.struck or ship.drifting > 0 or table.locked(number) or (ship.speed == 0 and ship.sailed == 0)


def lines_near(table: Table, number: int, near: list[int]) -> list[tuple[int, int]]:
    """Pairs of successive ships of one squadron, not her own pairs, that make a line, by the second of them (TR19)."""
    fleet = table.places
    bases, following = fleet.bases, _following(table.squadrons, fleet.fighting)
    pairs = []
    for n in near:
        rank, ahead = following[n]
        if ahead >= 0 and n != number and ahead != number:
            x, y, *_ = bases[n]
            far_x, far_y, *_ = bases[ahead]
            if (far_x - x) ** 2 + (far_y - y) ** 2 <= LINE * LINE:
                pairs.append((rank, ahead, n))
    pairs.sort()
    return [(ahead, n) for _, ahead, n in pairs]


@kept(lambda squadrons, fighting: (squadrons, fighting), size=64)
def _following(squadrons: tuple[Squadron, ...], fighting: list[bool]) -> list[tuple[int, int]]:
    """The place of each ship in the order of all squadrons, and who sails ahead of her in her own; -1 is nobody."""
    places = [(-1, -1)] * len(fighting)
    rank = 0
    for squadron in squadrons:
        ahead = -1
        for n in squadron.ships:
            if fighting[n]:
                places[n] = rank, ahead
                rank, ahead = rank + 1, n
    return places


class Waters:
    """What lies about a ship before she runs: gathered once, then asked for as many headings as need be.

    Struck ships may be run through (TR20), and so may what her base already overlaps, or she could never part. What she
    only touches is no hindrance when she runs along it or away; straight at it she goes nowhere (TR30). Who asks about
    a `straight` run as she heads, and nothing else, is spared what is seen to be of no account for it.
    """

    def __init__(
        self, table: Table, number: int, ship: Ship, run: int, ignore: tuple[int, ...] = (), straight: bool = False
    ) -> None:
        self.table, self.ship = table, ship
        self.others: list[int] = []
        self.touched: list[int] = []
        self.lines: list[tuple[int, int]] = []
        self.passable: list[tuple[int, int]] = []
        self.alone: list[int] = []
        self.in_line: list[int] = []
        """Those of the others that a line to be passed through is made of, and those that are not."""
        self.shut: list[tuple[int, int]] = []
        self.stopped: set[int] = set()
        base, reach = ship.base, run + 4 * INCH
        x, y, *_ = base
        far = reach + INCH  # the ships of a line are looked for a little farther off
        if len(table.ships) == 2:  # in a duel most waters are empty, which is seen at a glance
            other = table.ships[1 - number]
            if not (-far < other.x - x < far and -far < other.y - y < far):
                return
        self.fleet = fleet = table.places
        self.bases, fighting = fleet.bases, fleet.fighting
        bases, xs, ys, around = fleet.bases, fleet.xs, fleet.ys, fleet.near(x, y, far)
        if not around or around == [number]:
            return
        apart = max(LINE, ship.width + CLEARANCE + 2 * fleet.largest)
        if straight and fleet.nothing_ahead(number, base, run, apart, around):
            return
        low_x, high_x, low_y, high_y = x - reach, x + reach, y - reach, y + reach
        close = [n for n in around if low_x < xs[n] < high_x and low_y < ys[n] < high_y and n != number and fighting[n]]
        against = {n: overlaps(base, bases[n]) for n in close if bases_touch(base, bases[n], TOUCH)}
        self.others = [n for n in close if n not in ignore and n not in against]
        self.touched = [n for n, over in against.items() if n not in ignore and not over]
        lines = lines_near(table, number, around) if len(close) > 1 else []
        # The sheet keeps her from colliding with a stopped ship of her own line, though an enemy lies alongside.
        own = None if ship.parted or not close else table.squadron_of(number)
        before = own.ships[: own.ships.index(number)] if own is not None else ()
        if before:
            self.stopped = {n for n in close if n in before and stopped(table, n)}
        self.shut = _closed_pairs(fleet, close, lines, ship, (*ignore, *self.stopped))
        self.lines = [pair for pair in lines if pair[0] not in ignore or pair[1] not in ignore]
        self.passable = self.lines if table.settings.lines == "pass" else []
        passable = {n for pair in self.passable for n in pair}
        self.alone = [n for n in self.others if n not in passable]
        self.in_line = [n for n in self.others if n in passable]

    def first(self, ship: Ship, run: int) -> Incident | None:
        """The first thing a straight run meets, or None if it is clear."""
        if run <= 0 or not (self.others or self.lines or self.touched):
            return None
        bases = self.bases
        bow = moved(ship.x, ship.y, ship.heading, ship.length // 2)
        incidents: list[Incident] = []
        passing: set[int] = set()
        for one, other in self.lines:
            at = self._crosses(bow, ship, run, one, other)
            if at is None or _runs_into(ship, run, bases[one]) or _runs_into(ship, run, bases[other]):
                continue
            passing |= {one, other}
            nearer = _nearer(moved(*bow, ship.heading, at), bases, one, other)
            shut = self.table.settings.lines == "collide" and _shut(ship, bases[one], bases[other])
            incidents.append(Incident("group" if shut else "line", at, nearer, (one, other)))
        contacts = self.fleet.met(ship.base, run, [n for n in self.others if n not in passing])
        if self.touched:
            contacts |= {n: 0 for n in self._pressed(ship, run) if n not in passing}
        for one, other in self.shut:
            at = self._crosses(bow, ship, run, one, other)
            if at is not None:
                met = one if contacts.get(one, at) <= contacts.get(other, at) else other
                incidents.append(Incident("group", contacts.pop(met, at), met, (one, other)))
        for n, at in contacts.items():
            incidents.append(Incident("stopped" if n in self.stopped else "ship", at, n))
        return min(incidents, key=lambda incident: incident.at) if incidents else None

    def clear(self, heading: int, run: int) -> bool:
        """Whether a straight run from where she lies meets nothing but lines that can be passed through."""
        if run <= 0 or not (self.others or self.touched or self.shut):
            return True
        x, y, _, length, width = self.ship.base
        path, bases = swept((x, y, heading, length, width), run), self.bases
        if self.fleet.any_under(path, self.alone):
            return False
        hit = set(self.fleet.under(path, self.in_line)) if self.in_line else set()
        if not hit and not self.touched and not self.shut:
            return True
        ship = replace(self.ship, heading=heading)
        if self.touched:
            hit |= self._pressed(ship, run)
        bow = moved(x, y, heading, length // 2)
        if hit:
            for one, other in self.passable:
                if (one in hit or other in hit) and self._crosses(bow, ship, run, one, other) is not None:
                    through = not _runs_into(ship, run, bases[one]) and not _runs_into(ship, run, bases[other])
                    hit -= {one, other} if through else set()
            if hit:
                return False
        return all(self._crosses(bow, ship, run, one, other) is None for one, other in self.shut)

    def _pressed(self, ship: Ship, run: int) -> set[int]:
        """Ships she touches and would run over."""
        x, y, heading, length, width = ship.base
        path = swept((x, y, heading, length - SLACK, width - SLACK), run)
        return set(self.fleet.under(path, self.touched))

    def _crosses(self, bow: Point, ship: Ship, run: int, one: int, other: int) -> int | None:
        a, b = self.bases[one], self.bases[other]
        return crosses_at(bow, ship.heading, run, (a[0], a[1]), (b[0], b[1]))


def incident(table: Table, number: int, ship: Ship, run: int, ignore: tuple[int, ...] = ()) -> Incident | None:
    """The first thing a ship meets on a straight run from where she lies, or None if it is clear."""
    return None if run <= 0 else Waters(table, number, ship, run, ignore, straight=True).first(ship, run)


def _closed_pairs(
    fleet: Fleet, close: list[int], lines: list[tuple[int, int]], ship: Ship, ignore: tuple[int, ...]
) -> list[tuple[int, int]]:
    """Pairs of nearby ships, not successive in a line, whose gap is closed to her (TR18)."""
    if len(close) < 2:
        return []
    pairs = fleet.close_pairs([n for n in close if n not in ignore], ship.width + CLEARANCE)
    return [pair for pair in pairs if pair not in lines and pair[::-1] not in lines]


def _shut(ship: Ship, one: Box, other: Box) -> bool:
    return square_apart(one, other) < ((ship.width + CLEARANCE) * FINE) ** 2


def _runs_into(ship: Ship, run: int, other: Box) -> bool:
    """Whether her keel's own track runs into a base, and not only her side."""
    end = moved(ship.x, ship.y, ship.heading, run + ship.length // 2)
    return not seen_through((ship.x * FINE, ship.y * FINE), (end[0] * FINE, end[1] * FINE), other)


def _nearer(point: Point, bases: list[Box], one: int, other: int) -> int:
    a, b = bases[one], bases[other]
    to_a = (a[0] - point[0]) ** 2 + (a[1] - point[1]) ** 2
    to_b = (b[0] - point[0]) ** 2 + (b[1] - point[1]) ** 2
    return one if to_a <= to_b else other
