"""What the board draws about ships: where broadsides bear, how far off others are, and where a plot would lead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from weathergauge.beside.hints import Field, Foresight, Ghost, Hints, Line, PlotEnd, Row, Sea, Sight, Spot
from weathergauge.rulesets.wsim import bearing, notation, plots, wind
from weathergauge.rulesets.wsim.actions import AnyAction, Plot
from weathergauge.rulesets.wsim.bearing import FULL
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.hexes import ahead, distance, stern, turned
from weathergauge.rulesets.wsim.orders import has
from weathergauge.rulesets.wsim.scenarios import LIBRARY
from weathergauge.rulesets.wsim.sea import Hull
from weathergauge.rulesets.wsim.state import Secret, Ship, Table, View
from weathergauge.rulesets.wsim.terms import BROADSIDES, Broadside


@cache
def _year(title: str) -> dict[str, int]:
    """The year of a battle, for the flags that flew in it; nothing of one that is not of our files."""
    date = next((scenario.date for scenario in LIBRARY.files.values() if scenario.title == title), "")
    year = date.split("-")[0]
    return {"year": int(year)} if year.isdigit() else {}


def sea(view: View, charts: Charts) -> Sea:
    """Say where broadsides bear, how every ship lies to the wind and the enemy, and where own plots would lead."""
    table, own = view.table, view.own
    written = {order.ship: order.moves for order in own.orders if isinstance(order, Plot)} if own is not None else {}
    return Sea(
        fields=_fields(charts),
        figures={
            "repairs": charts.figures.at("repair_entries"),
            "signal": notation.WORDS,
            "plot": plots.LONGEST,
            "prisoners": charts.figures.at("prisoners"),
            "loads": 1 if table.turn else len(BROADSIDES),
            **_year(table.title),
        },
        ships={
            ship.id: _sight(table, n, written.get(ship.id), charts)
            for n, ship in enumerate(table.ships)
            if not ship.gone
        },
    )


@cache
def _fields(charts: Charts) -> tuple[Field, ...]:
    """The play of both broadsides of a ship with her bow in 0, 0 and heading 1, as far as guns carry."""
    rows = range(1, charts.distances.at("guns") + 1)
    return tuple(Field(side, tuple(_row(out, row) for row in rows)) for side, out in (("left", -2), ("right", 2)))


def _row(out: int, row: int) -> Row:
    first = ahead(stern((0, 0), 1), turned(1, out), row)
    places = [(ahead(first, 1, along), bearing.field_of(row, along)) for along in range(row + 2)]
    return Row(tuple(at for at, field in places if field <= FULL), tuple(at for at, field in places if field > FULL))


def _sight(table: Table, number: int, plot: str | None, charts: Charts) -> Sight:
    ship = table.ships[number]
    enemies = [n for n, other in enumerate(table.ships) if other.side != ship.side and other.able] if ship.able else []
    nearest = min(enemies, key=lambda n: _apart(ship, table.ships[n]), default=None)
    return Sight(
        wind.attitude(ship.heading, table.wind),
        nearest=None if nearest is None else _line(table, number, nearest),
        track=() if plot is None else _track(table, number, plot, charts),
    )


def hints(view: View, id: str, charts: Charts) -> Hints:
    """Measure from one ship to all others; of one that is to be plotted, say where she can end and who could follow."""
    table, number = view.table, view.table.number(id)
    if number < 0 or table.ships[number].gone:
        return Hints()
    lines = tuple(_line(table, number, n) for n, other in enumerate(table.ships) if n != number and not other.gone)
    if view.own is None or view.seat != table.ships[number].side or not table.ships[number].able:
        return Hints(lines)
    ends = [PlotEnd(moves, (*at, heading)) for moves, at, heading, _ in notation.plots(table, number, charts)]
    sailed = tuple(end for end in ends if end.moves not in plots.KINDS)
    return Hints(lines, ends=sailed, followers=_followers(table, view.own, number, charts))


def _apart(ship: Ship, other: Ship) -> int:
    """The range between two ships: the least distance between their hexes."""
    return min(distance(one, two) for one in ship.hexes for two in other.hexes)


def _line(table: Table, number: int, target: int) -> Line:
    ship, other = table.ships[number], table.ships[target]
    fields: list[tuple[int, Broadside]] = [
        (field, side) for side in BROADSIDES for at in other.hexes if (field := bearing.in_play(ship, side, at))
    ]
    field, side = min(fields, default=(0, BROADSIDES[0]))
    bears = "" if not field else "full" if field <= FULL else "half"
    rake = bearing.rake(ship, other, table.settings.rakes == "row") if bears else ""
    return Line(other.id, _apart(ship, other), ship.bow, other.bow, side=side, bears=bears, rake=rake)


def _followers(table: Table, own: Secret, number: int, charts: Charts) -> tuple[str, ...]:
    """The ships astern of one another that could be ordered into her wake, until one cannot follow."""
    followers: list[str] = []
    taken, last = {number}, number
    while True:
        astern = [n for n in range(len(table.ships)) if n not in taken and last in plots.leaders(table, n)]
        if not astern:
            return tuple(followers)
        heading = table.ships[last].heading
        last = min(astern, key=lambda n: (table.ships[n].heading != heading, n))
        taken.add(last)
        ship = table.ships[last]
        if has(own, Plot(ship.id, "")):
            continue
        if not ship.able or plots.check(table, last, "W", charts) is not None:
            return tuple(followers)
        followers.append(ship.id)


def _track(table: Table, number: int, moves: str, charts: Charts) -> tuple[Spot, ...]:
    """Where she lies after each item of a plot, with nobody in the way, as far as she may sail it."""
    course = plots.judge(table, number, moves, charts)
    hull = Hull(number, table.ships[number])
    spots: list[Spot] = [(*hull.bow, hull.heading)]
    for item in ("BW",) if course.kind == "astern" else course.items:
        hull.done(hull.move(item))
        spots.append((*hull.bow, hull.heading))
    return tuple(spots)


def foresee(view: View, orders: Sequence[AnyAction], charts: Charts) -> Foresight:
    """Follow the plot of one's own ship, item by item."""
    order = orders[0] if orders else None
    number = view.table.number(order.ship) if isinstance(order, Plot) else -1
    if not isinstance(order, Plot) or number < 0 or view.table.ships[number].side != view.seat:
        return Foresight()
    way = _track(view.table, number, order.moves, charts)
    return Foresight((Ghost(order.ship, way[-1], way),))
