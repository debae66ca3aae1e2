"""Whom a broadside can be fired at: bands, arcs, what is in the way, and whom she may not ignore."""

from __future__ import annotations

from weathergauge.frame.memory import kept
from weathergauge.freetable import (
    COS,
    FINE,
    SCALE,
    SIN,
    Box,
    Point,
    gap,
    in_cone,
    meets_cone,
    nearest_point,
    opposite,
    turned,
)
from weathergauge.freetable import (
    touching as bases_touch,
)
from weathergauge.freetable.fleet import Fleet
from weathergauge.freetable.geometry import inches as hundredths
from weathergauge.languages import amount, said
from weathergauge.rulesets.trafalgar.charts import charts
from weathergauge.rulesets.trafalgar.contact import touching
from weathergauge.rulesets.trafalgar.findings import Band, Rake
from weathergauge.rulesets.trafalgar.findings import Target as Target
from weathergauge.rulesets.trafalgar.state import INCH, Broadside, Settings, SharedEdge, Ship, Table, pairs

_BANDS: tuple[Band, ...] = ("0-5", "5-10", "10-15")
BANDS = tuple([(band, charts().range_bands.at(band) * INCH) for band in _BANDS])
"""Where each range band ends, in hundredths of an inch (TR01)."""
REACH = BANDS[-1][1]
_LIMITS = tuple([(band, (edge * FINE) ** 2) for band, edge in BANDS])
RAKING = charts().range_bands.at("rake") * INCH
LIGHT = ("5th_rate", "smaller")
"""Ships that may be ignored without a test: the sheet says frigates, and what is smaller goes with them (TR31)."""
PORT_BEAM, STARBOARD_BEAM = -90, 90
CLOSE = 2 * INCH
"""No part of a hull lies farther than this from its centre, to either side of whatever line."""
AFT, WIDE = -CLOSE * SCALE, 2 * CLOSE * SCALE
NARROW = 45
"""Arcs up to this many degrees are left by whoever lies farther to one side than ahead."""


def band(square: int, locked: bool, shared_edge: SharedEdge) -> Band | None:
    """The range band of a fine square distance between hulls; None beyond the last (TR01)."""
    if locked:
        return "overlap_or_grappled"
    for reached, limit in _LIMITS:
        if square < limit or (square == limit and (shared_edge == "nearer" or reached == _BANDS[-1])):
            return reached
    return None


def targets(table: Table, number: int, side: Broadside, first: bool = False) -> tuple[Target, ...]:
    """Eligible targets of a broadside, nearest first: enemy, afloat, in arc, in range, in sight.

    With `first`, it stops at the first one found: enough to know that the broadside bears.
    """
    seen = _seen(table)
    key = (number, side, first)
    marks = seen.marks.get(key)
    if marks is None:
        marks = seen.marks[key] = _look_out(table, number, side, first, seen)
    return marks


class _Seen:
    """What has been looked at in one set of positions: the same ship is asked about several times before it changes."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, Broadside, bool], tuple[Target, ...]] = {}
        self.aims: dict[tuple[int, Broadside, int], Target | None] = {}
        """Single enemies: who was only asked whether she bears on any has looked at some of them."""


@kept(lambda table: (table.places, table.locks, table.met, table.settings), size=64)
def _seen(table: Table) -> _Seen:
    """A shelf for the targets in one set of positions."""
    return _Seen()


def _look_out(table: Table, number: int, side: Broadside, first: bool, seen: _Seen) -> tuple[Target, ...]:
    fleet, ships = table.places, table.ships
    foes = _foes(fleet, number, ships)
    if not foes:
        return ()
    ship, xs, ys, aims = ships[number], fleet.xs, fleet.ys, seen.aims
    x, y = ship.x, ship.y
    axis = turned(ship.heading, PORT_BEAM if side == "port" else STARBOARD_BEAM)
    arc, locks = table.settings.arc, table.locks
    east, north = SIN[axis], COS[axis]
    marks = []
    for n in foes:
        dx, dy = xs[n] - x, ys[n] - y
        ahead, beside = dx * east + dy * north, dx * north - dy * east
        if ahead < AFT or (arc <= NARROW and not locks and not -ahead - WIDE < beside < ahead + WIDE):
            continue  # Wholly on her other side, or before or abaft the arc.
        if (number, side, n) in aims:
            mark = aims[number, side, n]
        else:
            mark = aims[number, side, n] = _aim(table, number, side, axis, n)
        if mark is not None:
            marks.append(mark)
            if first:
                break
    if len(marks) > 1:
        marks.sort(key=lambda mark: (mark.square, mark.target))
    return tuple(marks)


def _aim(table: Table, number: int, side: Broadside, axis: int, n: int) -> Target | None:
    """An enemy as a target of a broadside that points along an axis; None where she is none."""
    fleet, ship, other, settings = table.places, table.ships[number], table.ships[n], table.settings
    hull, base, centre = fleet.hulls[n], fleet.bases[n], (ship.x * FINE, ship.y * FINE)
    locked = held_together(table, number, n)
    if (
        not bears(centre, axis, settings.arc, hull, locked)
        and not (locked and nearer_side(ship, other) == side)
        and not (touching(table, number, n) and bears(centre, axis, settings.arc, hull, True))
    ):
        return None
    square, mine, hers = gap(fleet.hulls[number], hull)
    reached = band(square, locked or bases_touch(fleet.bases[number], base), settings.shared_edge)
    if reached is None or blocked(table, number, n, mine, hers):
        return None
    return Target(n, square, reached, rake(ship, other, square, settings))


def _about(fleet: Fleet, number: int, ship: Ship) -> list[int]:
    """Whoever may be in range of a ship, or in the way of a shot of hers."""
    about: list[int] | None = fleet.shelf.get(number)
    if about is None:
        about = fleet.shelf[number] = fleet.near(ship.x, ship.y, REACH + CLOSE + 2 * INCH)
    return about


def _foes(fleet: Fleet, number: int, ships: tuple[Ship, ...]) -> list[int]:
    """Enemies that fight, near enough for some part of them to be in range."""
    ship, fighting = ships[number], fleet.fighting
    side = ship.side
    return [n for n in _about(fleet, number, ship) if fighting[n] and ships[n].side != side]


def bears(centre: Point, axis: int, arc: int, hull: Box, alongside: bool) -> bool:
    """Whether the point of a hull that is nearest to the firer's centre lies in a broadside's arc (TR11).

    Of a ship locked or touching alongside, some part of the hull is enough. On a ship that she is locked with, her nearer
    broadside always bears besides: the sheet lets ships that are locked together go on firing (TR46).
    """
    if in_cone(centre, axis, arc * 10, nearest_point(hull, centre)):
        return True
    return alongside and meets_cone(hull, centre, axis, arc)


def nearer_side(ship: Ship, other: Ship) -> Broadside:
    """The broadside that lies nearer to another ship, starboard where she is right ahead or astern (TR46)."""
    dx, dy = other.x - ship.x, other.y - ship.y
    return "starboard" if dx * COS[ship.heading] - dy * SIN[ship.heading] >= 0 else "port"


def held_together(table: Table, one: int, other: int) -> bool:
    """Whether two ships are locked with each other."""
    if not table.locks:
        return False
    return ((one, other) if one < other else (other, one)) in pairs(table.locks)


def blocked(table: Table, number: int, target: int, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether some other hull lies across the line between the nearest points (TR24)."""
    fleet = table.places
    return fleet.blocked(start, end, INCH, number, target, _about(fleet, number, table.ships[number]))


def rake(ship: Ship, target: Ship, square: int, settings: Settings) -> Rake:
    """Whether the firer lies on the target's stern or bow line, near enough to rake her (TR12)."""
    if square >= (RAKING * FINE) ** 2:
        return ""
    centre, point = (target.x * FINE, target.y * FINE), (ship.x * FINE, ship.y * FINE)
    if in_cone(centre, opposite(target.heading), settings.rake_tenths, point):
        return "stern"
    if in_cone(centre, target.heading, settings.rake_tenths, point):
        return "bow"
    return ""


def free_targets(table: Table, marks: tuple[Target, ...]) -> set[int]:
    """Targets of a broadside that need no test: the nearest, and the nearest beyond light ships alone (TR31, TR37)."""
    free: set[int] = set()
    nearest = -1
    for mark in marks:
        if nearest >= 0 and mark.square > nearest:
            break  # Of two exactly as far off, either is the nearest.
        free.add(mark.target)
        if table.ships[mark.target].rate not in LIGHT:
            nearest = mark.square
    return free


def compelled(table: Table, number: int) -> bool:
    """Whether she has an eligible target that she may not ignore."""
    return any(
        table.ships[mark.target].rate not in LIGHT
        for side in ("port", "starboard")
        for mark in targets(table, number, side)
    )


def why_not_target(table: Table, number: int, side: Broadside, target: int) -> str:
    """Why a ship is no eligible target of a broadside."""
    ship, other = table.ships[number], table.ships[target]
    if other.side == ship.side:
        return said("she is a friend")
    if not other.able:
        return said("she has struck") if other.struck else said("she has left the table")
    square, mine, hers = gap(ship.hull_box, other.hull_box)
    if square > (REACH * FINE) ** 2:
        far = amount(hundredths(square) / INCH, ".1f")
        return said("she is {far} inches off, beyond {reach}", far=far, reach=REACH // INCH)
    axis = turned(ship.heading, PORT_BEAM if side == "port" else STARBOARD_BEAM)
    locked = held_together(table, number, target)
    alongside = locked or touching(table, number, target)
    if not (locked and nearer_side(ship, other) == side) and not bears(
        (ship.x * FINE, ship.y * FINE), axis, table.settings.arc, other.hull_box, alongside
    ):
        return said("she is not in that broadside's arc")
    if blocked(table, number, target, mine, hers):
        return said("another ship is in the way")
    return said("she cannot be seen")
