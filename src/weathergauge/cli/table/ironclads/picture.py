"""The table of the age of steam as a picture in a frame: ships on their headings, land and shoals, mines, wind and scale."""

from __future__ import annotations

from rich.text import Text

from weathergauge.cli.table import sea
from weathergauge.cli.table.desk import Lens
from weathergauge.cli.table.sea import Area, Hull, Sea
from weathergauge.freetable import turned
from weathergauge.rulesets.ironclads.arcs import BANDS
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.state import INCH, Minefield, Ship, Table, View
from weathergauge.rulesets.ironclads.terms import SECTORS
from weathergauge.rulesets.ironclads.words import WINDS

COLOURS = ("#e0513a", "#3d8fe0")
"""Of the first and the second side of a scenario."""
LAND, SHOAL, MINES = "#a8905c", "#5c93a8", "#c9a23c"
FORT, RUIN, MINE = "▣", "□", "✱"
NEAR = 12.0
"""How many inches are seen to each side of a ship that is looked at."""


def numbered(table: Table) -> bool:
    """Whether the picture has numbers in place of names."""
    return sum(ship.here for ship in table.ships) > sea.NAMED


def kind(table: Table, ship: Ship) -> int:
    """Hulls of the first side are solid, of the second hollow."""
    return table.sides.index(ship.side)


def colour(table: Table, ship: Ship) -> str:
    return COLOURS[kind(table, ship)]


def sign(table: Table, ship: Ship) -> str:
    """A ship in one sign, as the picture of a large battle has her."""
    if ship.fort:
        return FORT if ship.able else RUIN
    return sea.arrow(ship.heading, kind(table, ship)) if ship.able else sea.HULK


def draw(view: View, lens: Lens, columns: int, rows: int, stage: str, score: str, charts: Charts) -> list[Text]:
    """The picture in its frame."""
    table = view.table
    whole = Area(0, 0, table.width / INCH, table.height / INCH)
    hulls = _hulls(table, bool(lens.subject) or lens.zoom > 2)
    ship = table.ships[number] if (number := table.number(lens.subject)) >= 0 else None
    area = sea.looked_at(whole, hulls, ship, NEAR, lens)
    picture = Sea(area, whole, columns - 2, sea.height(area, hulls, rows) if ship is None else rows)
    _shores(picture, table)
    if ship is not None:
        _arcs(picture, ship, charts)
    for field in (*table.mines, *(view.own.mines if view.own is not None else ())):
        _mines(picture, field)
    picture.ships([hull for hull in hulls if hull.length])
    _forts(picture, table, hulls)
    picture.wind(table.wind)
    wind = f"{WINDS[table.level].removeprefix('a ')} from {sea.compass(table.wind)} {sea.blows(table.wind)}"
    top, scale = f"{table.title} · {stage}", sea.scale(picture.inch, "inch", "inches")
    return sea.framed(columns, (top, wind), picture.lines(), (score, scale))


def _hulls(table: Table, near: bool) -> list[Hull]:
    """Ships as they are drawn; a fort has no length, and is put there as a sign."""
    names = near or not numbered(table)
    twins = {ship.name for ship in table.ships if sum(other.name == ship.name for other in table.ships) > 1}
    return [
        Hull(
            ship.x, ship.y, ship.heading, 0 if ship.fort else ship.length, ship.width,
            _label(ship, twins) if names else str(number),
            kind(table, ship), colour(table, ship), not ship.able,
        )
        for number, ship in enumerate(table.ships, 1)
        if ship.here
    ]  # fmt: skip


def _label(ship: Ship, twins: set[str]) -> str:
    return f"{ship.name} {ship.side[:2].capitalize()}." if ship.name in twins else ship.name


def _shores(picture: Sea, table: Table) -> None:
    """Land filled in, shoals and booms as outlines."""
    for shore in table.shores:
        corners = [picture.spot(x / INCH, y / INCH) for x, y in shore.points]
        if shore.kind == "land":
            picture.canvas.fill(corners, LAND)
        else:
            for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
                picture.canvas.line(start, end, SHOAL, every=3)


def _mines(picture: Sea, field: Minefield) -> None:
    picture.arc(field.x / INCH, field.y / INCH, field.radius / INCH, 0, 180, MINES)
    picture.canvas.put(*picture.cell(field.x / INCH, field.y / INCH), MINE, MINES)


def _forts(picture: Sea, table: Table, hulls: list[Hull]) -> None:
    """Forts as signs, with their names to the right or left where there is room."""
    for hull in hulls:
        if hull.length:
            continue
        column, row = picture.cell(hull.x / INCH, hull.y / INCH)
        picture.canvas.put(column, row, RUIN if hull.hulk else FORT, hull.style)
        for place in (column + 2, column - len(hull.label) - 1):
            if picture.canvas.free(place, row, len(hull.label)):
                picture.canvas.put(place, row, hull.label, hull.style)
                break


def _arcs(picture: Sea, ship: Ship, charts: Charts) -> None:
    """How far close and medium range go, where any of her guns points."""
    ends = [charts.gun_range_bands.at(band).max_inches for band in BANDS]
    for place, sector in enumerate(SECTORS):
        if any(sector in battery.sectors and not battery.lost for battery in ship.batteries):
            for end in ends:
                if end is not None:
                    picture.arc(ship.x / INCH, ship.y / INCH, end, turned(ship.heading, 90 * place), 45)
