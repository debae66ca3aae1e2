"""The table of a fleet action as a picture in a frame: ships on their headings, wind, turn, score and scale."""

from __future__ import annotations

from rich.text import Text

from weathergauge.cli.table import sea
from weathergauge.cli.table.desk import Lens
from weathergauge.cli.table.sea import Area, Hull, Sea
from weathergauge.freetable import turned
from weathergauge.rulesets.trafalgar.state import INCH, Ship, Table
from weathergauge.rulesets.trafalgar.targets import BANDS

COLOURS = {"british": "#e0513a", "french": "#3d8fe0", "spanish": "#b8870f"}
NEAR = 9.0
"""How many inches are seen to each side of a ship that is looked at."""


def numbered(table: Table) -> bool:
    """Whether the picture has numbers in place of names."""
    return sum(not ship.gone for ship in table.ships) > sea.NAMED


def sign(ship: Ship) -> str:
    """A ship in one sign, as the picture of a large battle has her."""
    return sea.HULK if ship.struck else sea.arrow(ship.heading, kind(ship))


def kind(ship: Ship) -> int:
    """British hulls are solid, Allied ones hollow."""
    return 0 if ship.side == "british" else 1


def draw(table: Table, lens: Lens, columns: int, rows: int, stage: str, score: str) -> list[Text]:
    """The picture in its frame."""
    whole = Area(0, 0, table.width / INCH, table.height / INCH)
    hulls = _hulls(table, bool(lens.subject) or lens.zoom > 2)
    ship = table.ships[number] if (number := table.number(lens.subject)) >= 0 else None
    area = sea.looked_at(whole, hulls, ship, NEAR, lens)
    picture = Sea(area, whole, columns - 2, sea.height(area, hulls, rows) if ship is None else rows)
    if ship is not None:
        _arcs(picture, table, ship)
    picture.ships(hulls)
    picture.wind(table.wind)
    wind = f"wind {sea.compass(table.wind)} {sea.blows(table.wind)}"
    top, scale = f"{table.title} · {stage}", sea.scale(picture.inch, "inch", "inches")
    return sea.framed(columns, (top, wind), picture.lines(), (score, scale))


def _hulls(table: Table, near: bool) -> list[Hull]:
    names = near or not numbered(table)
    twins = {ship.name for ship in table.ships if sum(other.name == ship.name for other in table.ships) > 1}
    return [
        Hull(
            ship.x, ship.y, ship.heading, ship.length, ship.width,
            _label(ship, twins) if names else str(number),
            kind(ship), COLOURS[ship.nation], ship.struck,
        )
        for number, ship in enumerate(table.ships, 1)
        if not ship.gone
    ]  # fmt: skip


def _label(ship: Ship, twins: set[str]) -> str:
    return f"{ship.name} {ship.nation[:2].capitalize()}." if ship.name in twins else ship.name


def _arcs(picture: Sea, table: Table, ship: Ship) -> None:
    """The ranges of her broadsides, where they bear."""
    for _, edge in BANDS:
        for beam in (-90, 90):
            x, y = ship.x / INCH, ship.y / INCH
            picture.arc(x, y, edge / INCH, turned(ship.heading, beam), table.settings.arc)
