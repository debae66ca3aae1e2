"""Chapter: contact. What a ship meets on a straight run: other ships, lines and closed groups."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.freetable import FINE, crosses_at, first_contact, gap, moved, overlaps, seen_through
from weathergauge.rulesets.trafalgar.state import INCH, Ship, Table

LINE = 4 * INCH
"""Successive ships of a squadron no farther apart than this are a line (TR19)."""
CLEARANCE = INCH // 2
"""A gap narrower than the mover's width and this is closed (TR18)."""
TOUCH = FINE * FINE
"""Bases within a hundredth of an inch touch: the square of that, fine."""


class Incident(Struct, frozen=True):
    """What a run meets first: how far along, whom, and between whom."""

    kind: Literal["ship", "group", "line", "stopped"]
    at: int
    other: int
    pair: tuple[int, int] = (-1, -1)


def touching(table: Table, one: int, other: int) -> bool:
    """Whether two bases touch, or the ships have met this turn (TR30)."""
    a, b = table.ships[one], table.ships[other]
    if abs(a.x - b.x) > 4 * INCH or abs(a.y - b.y) > 4 * INCH:
        return False
    if (min(one, other), max(one, other)) in table.met:
        return True
    return gap(a.base, b.base)[0] <= TOUCH


def stopped(table: Table, number: int) -> bool:
    """Whether a ship of a line has been brought to a stop: locked, adrift, or run into something."""
    ship = table.ships[number]
    return ship.struck or ship.drifting > 0 or table.locked(number) or (ship.speed == 0 and ship.sailed == 0)


def lines_near(table: Table, number: int, reach: int) -> list[tuple[int, int]]:
    """Pairs of successive ships of one squadron that make a line near a ship (TR19)."""
    ships = table.ships
    x, y = ships[number].x, ships[number].y
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


def incident(table: Table, number: int, ship: Ship, run: int, ignore: tuple[int, ...] = ()) -> Incident | None:
    """The first thing a ship meets on a straight run from where she lies, or None if it is clear.

    Struck ships may be run through (TR20), and so may whatever she already touches, or she could never part.
    """
    if run <= 0:
        return None
    reach = run + 4 * INCH
    x, y = ship.x, ship.y
    close = [
        n
        for n, other in enumerate(table.ships)
        if -reach < other.x - x < reach and -reach < other.y - y < reach and n != number
        and not other.struck and not other.gone
    ]  # fmt: skip
    if not close:
        return None
    ships = table.ships
    base = (x, y, ship.heading, ship.length, ship.width)
    bow = moved(x, y, ship.heading, ship.length // 2)
    found: list[Incident] = []
    passing: set[int] = set()
    lines = lines_near(table, number, reach) if len(close) > 1 else []
    for one, other in lines:
        if one in ignore and other in ignore:
            continue
        at = crosses_at(bow, ship.heading, run, (ships[one].x, ships[one].y), (ships[other].x, ships[other].y))
        if at is None or _runs_into(ship, run, ships[one]) or _runs_into(ship, run, ships[other]):
            continue
        passing |= {one, other}
        nearer = _nearer(moved(*bow, ship.heading, at), ships, one, other)
        shut = table.settings.lines == "collide" and _shut(ship, ships[one], ships[other])
        found.append(Incident("group" if shut else "line", at, nearer, (one, other)))
    contacts: dict[int, int] = {}
    for n in close:
        if n in ignore or n in passing or overlaps(base, ships[n].base):
            continue
        at = first_contact(base, run, ships[n].base)
        if at is not None and gap(base, ships[n].base)[0] > TOUCH:
            contacts[n] = at
    for one, other in _closed_pairs(close, lines, ship, table, ignore):
        at = crosses_at(bow, ship.heading, run, (ships[one].x, ships[one].y), (ships[other].x, ships[other].y))
        if at is not None:
            met = one if contacts.get(one, at) <= contacts.get(other, at) else other
            found.append(Incident("group", contacts.pop(met, at), met, (one, other)))
    own = table.squadron_of(number)
    for n, at in contacts.items():
        ahead = own is not None and n in own.ships and own.ships.index(n) < own.ships.index(number)
        found.append(Incident("stopped" if ahead and stopped(table, n) else "ship", at, n))
    return min(found, key=lambda one: one.at) if found else None


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
