"""The table of a fleet action as a picture in a frame: ships on their headings, wind, turn, score and scale."""

from __future__ import annotations

from rich.text import Text

from weathergauge.cli.table import sea
from weathergauge.cli.table.desk import Lens
from weathergauge.cli.table.sea import Area, Hull, Sea
from weathergauge.freetable import turned
from weathergauge.rulesets.trafalgar.gunnery import BANDS
from weathergauge.rulesets.trafalgar.state import INCH, Ship, Table

COLOURS = {"british": "#e0513a", "french": "#3d8fe0", "spanish": "#b8870f"}
NAMED = 16
"""Up to so many ships have their names beside them; more have numbers."""
TALLEST = 46
SPACING = 1.9
"""So many inches to a row at most, where ships are signs: those in a line lie a little farther apart."""
NEAR = 9.0
"""How many inches are seen to each side of a ship that is looked at."""


def numbered(table: Table) -> bool:
    """Whether the picture has numbers in place of names."""
    return sum(not ship.gone for ship in table.ships) > NAMED


def sign(ship: Ship) -> str:
    """A ship in one sign, as the picture of a large battle has her."""
    return sea.HULK if ship.struck else sea.arrow(ship.heading, kind(ship))


def kind(ship: Ship) -> int:
    """British hulls are solid, Allied ones hollow."""
    return 0 if ship.side == "british" else 1


def draw(table: Table, lens: Lens, columns: int, rows: int, stage: str, score: str) -> list[Text]:
    """The picture in its frame."""
    inside = columns - 2
    whole = Area(0, 0, table.width / INCH, table.height / INCH)
    hulls = _hulls(table, bool(lens.subject) or lens.zoom > 2)
    area = whole if lens.whole else sea.around(hulls)
    number = table.number(lens.subject)
    if number >= 0:
        ship = table.ships[number]
        area = Area(0, 0, 2 * NEAR, NEAR).about(ship.x / INCH, ship.y / INCH, 1 / lens.zoom)
    else:
        area = area.about(*area.centre, 1 / lens.zoom)
        rows = max(rows, min(TALLEST, round(area.height / SPACING)) if numbered(table) else 0)
    picture = Sea(area, whole, inside, rows)
    if number >= 0:
        _arcs(picture, table, table.ships[number])
    picture.ships(hulls)
    picture.wind(table.wind)
    wind = f"wind {sea.compass(table.wind)} {sea.blows(table.wind)}"
    return [
        sea.edge("┌", f"{table.title} · {stage}", wind, "┐", columns),
        *(sea.sides(line) for line in picture.lines()),
        sea.edge("└", score, sea.scale(picture.inch, "inch", "inches"), "┘", columns),
    ]


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
