"""What the board draws about ships: where broadsides bear, how far off others are, and where an order would lead."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.beside.hints import Band, Course, Foresight, Ghost, Hints, Line, Sea, Sector, Sight
from weathergauge.frame.memory import kept
from weathergauge.frame.words import listed
from weathergauge.freetable import FINE, bearing, gap, turned
from weathergauge.freetable.geometry import Box, inches, square_apart
from weathergauge.languages import said
from weathergauge.rulesets.trafalgar import helm, targets, victory, words
from weathergauge.rulesets.trafalgar.actions import AnyAction, Move, Turn
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.contact import incident, touching
from weathergauge.rulesets.trafalgar.sailing import in_line
from weathergauge.rulesets.trafalgar.state import Moving, Ship, Table, View
from weathergauge.rulesets.trafalgar.wind import attitude, limits, turning_cost
from weathergauge.throwing import HopefulDice


@kept(
    lambda view, charts: (
        view.table.ships,
        view.table.wind,
        view.table.locks,
        view.table.squadrons,
        view.table.settings,
        charts,
    ),
    size=64,
)
def sea(view: View, charts: Charts) -> Sea:
    """Say where broadsides bear and rake, and how every ship lies to the wind and the enemy."""
    table, settings = view.table, view.table.settings
    return Sea(
        bands=tuple(Band(name, reach) for name, reach in targets.BANDS),
        sectors=(
            Sector("port", targets.PORT_BEAM, settings.arc, targets.REACH),
            Sector("starboard", targets.STARBOARD_BEAM, settings.arc, targets.REACH),
        ),
        rakes=tuple(
            Sector(name, axis, settings.rake_tenths / 10, targets.RAKING) for name, axis in (("bow", 0), ("stern", 180))
        ),
        luffing=settings.into_below,
        ships={ship.id: _sight(table, n, charts) for n, ship in enumerate(table.ships) if not ship.gone},
    )


def _sight(table: Table, number: int, charts: Charts) -> Sight:
    ship, squadron = table.ships[number], table.squadron_of(number)
    line = in_line(table, squadron) if squadron is not None else ()
    sails = ship.able and not table.locked(number)
    return Sight(
        attitude(ship.heading, table.wind, table.settings),
        hull=ship.hull_box[3:],
        nearest=_nearest_enemy(table, number) if ship.able else None,
        place=(line.index(number) + 1, len(line)) if number in line else None,
        may=limits(ship, ship.heading, table, charts) if sails else None,
        worth=victory.points(ship),
    )


def _nearest_enemy(table: Table, number: int) -> Line | None:
    """Measure only those whose middles are near enough to be the nearest."""
    ship = table.ships[number]
    apart = {
        n: (other.x - ship.x) ** 2 + (other.y - ship.y) ** 2
        for n, other in enumerate(table.ships)
        if other.side != ship.side and other.able
    }
    best: tuple[int, int] | None = None
    for n in sorted(apart, key=apart.__getitem__):
        other = table.ships[n]
        if best is not None and apart[n] > (inches(best[0]) + ship.length + other.length) ** 2:
            break
        at = square_apart(ship.hull_box, other.hull_box), n
        best = at if best is None else min(best, at)
    return None if best is None else _line(table, number, best[1])


def hints(view: View, id: str, charts: Charts) -> Hints:
    """Measure from one ship to all others, and say how far she may sail as she lies."""
    table, number = view.table, view.table.number(id)
    if number < 0 or table.ships[number].gone:
        return Hints()
    lines = tuple(_line(table, number, n) for n, other in enumerate(table.ships) if n != number and not other.gone)
    return Hints(lines, _course(table, number, charts))


def _line(table: Table, number: int, target: int) -> Line:
    ship, other = table.ships[number], table.ships[target]
    square, mine, hers = gap(ship.hull_box, other.hull_box)
    start, end = (mine[0] // FINE, mine[1] // FINE), (hers[0] // FINE, hers[1] // FINE)
    port = (bearing((ship.x, ship.y), (other.x, other.y)) - ship.heading) % 360 > 180
    if other.side == ship.side:
        return Line(other.id, inches(square), start, end, side="port" if port else "starboard")
    locked = targets.held_together(table, number, target)
    band = targets.band(square, locked, table.settings.shared_edge) or ""
    sides = ("port", "starboard") if port else ("starboard", "port")
    alongside = locked or touching(table, number, target)
    side = (
        next((side for side in sides if _bears(table, ship, side, other.hull_box, alongside)), None) if band else None
    )
    rake = targets.rake(ship, other, square, table.settings)
    return Line(other.id, inches(square), start, end, band, side or sides[0], "full" if side else "", rake)


def _bears(table: Table, ship: Ship, side: str, hull: Box, alongside: bool) -> bool:
    axis = turned(ship.heading, targets.PORT_BEAM if side == "port" else targets.STARBOARD_BEAM)
    return targets.bears((ship.x * FINE, ship.y * FINE), axis, table.settings.arc, hull, alongside)


def _course(table: Table, number: int, charts: Charts) -> Course | None:
    """How far she may sail on her heading, after the turn that she has made this turn."""
    phase, ship = table.phase, table.ships[number]
    if not isinstance(phase, Moving) or helm.why_not_order(table, phase, number, ship.id) is not None:
        return None
    low, high = limits(ship, ship.heading, table, charts)
    made = helm.helm_of(phase, number)
    cost = turning_cost(made.angle, high, charts) if made is not None and made.made else 0
    wind = attitude(ship.heading, table.wind, table.settings)
    return Course(ship.heading, low, high, (high - cost) / high if high else 1.0, wind)


def foresee(view: View, orders: Sequence[AnyAction], charts: Charts) -> Foresight:
    """Turn and sail as ordered, with every test passed: where she and her line come to lie, and who is in the way."""
    table, dice, number, course = view.table, HopefulDice(), -1, None
    for order in orders:
        phase = table.phase
        if not isinstance(order, Turn | Move) or not isinstance(phase, Moving):
            break
        number = table.number(order.ship)
        if helm.why_not_order(table, phase, number, order.ship) is not None:
            break
        if isinstance(order, Turn):
            if helm.helm_of(phase, number) is not None or abs(order.angle) > 180:
                break
            table = helm.turn(table, order, charts, dice)
            course = _course(table, number, charts)
        else:
            after = helm.move(table, order, charts, dice)
            return Foresight(
                _ghosts(view.table, table, after, number), _in_the_way(table, number, order, charts), course
            )
    return Foresight(_ghosts(view.table, table, table, number), (), course)


def warning(view: View, action: AnyAction, charts: Charts) -> str:
    """Who would sail off the table and take no more part, as a sentence; "" where nobody would (TR26)."""
    if not isinstance(action, Move):
        return ""
    table = view.table
    lost = [
        words.name(table, ghost.ship)
        for ghost in foresee(view, (action,), charts).ghosts
        if not (0 <= ghost.at[0] <= table.width and 0 <= ghost.at[1] <= table.height)
    ]
    if not lost:
        return ""
    if len(lost) == 1:
        return said("{ship} leaves the table so, and takes no more part in the battle.", ship=lost[0])
    return said("{ships} leave the table so, and take no more part in the battle.", ships=listed(lost))


def _ghosts(first: Table, turned: Table, last: Table, lead: int) -> tuple[Ghost, ...]:
    """Those who lie elsewhere or otherwise than at first, the ordered ship before all others."""
    ghosts = []
    for n in sorted(range(len(first.ships)), key=lambda n: n != lead):
        ship, after = first.ships[n], last.ships[n]
        if (ship.x, ship.y, ship.heading) == (after.x, after.y, after.heading):
            continue
        start, end = (ship.x, ship.y, ship.heading), (after.x, after.y, after.heading)
        if start[:2] == end[:2]:
            ghosts.append(Ghost(ship.id, end))
            continue
        wake = turned.ships[n].wake
        corners = () if after.parted else wake[: len(wake) - len(after.wake)]
        ghosts.append(Ghost(ship.id, end, (start, *((mark.x, mark.y, mark.heading) for mark in corners), end)))
    return tuple(ghosts)


def _in_the_way(table: Table, number: int, order: Move, charts: Charts) -> tuple[str, ...]:
    """Whom a straight run meets, one behind the other; ships that sail with her are not in her way."""
    ship, phase = table.ships[number], table.phase
    if ship.wake or not isinstance(phase, Moving):
        return ()
    made = helm.helm_of(phase, number)
    run = order.distance - turning_cost(made.angle if made is not None and made.made else 0, order.distance, charts)
    ignore, whom = tuple(n for n in helm.unit_of(table, number) if n != number), []
    while (met := incident(table, number, ship, run, ignore)) is not None:
        ignore += (met.other, *(n for n in met.pair if n >= 0))
        if met.kind in ("ship", "stopped"):
            whom.append(table.ships[met.other].id)
    return tuple(whom)
