"""The hex sea as a picture in a frame: every hex a dot, every ship a bow that points and a stern behind it.

Where the ships lie so far apart that the hexes would not fit, the sea is drawn smaller, without them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from weathergauge.cli.table import sea
from weathergauge.cli.table.canvas import ACROSS, DOWN, SOUNDING, Canvas, Spot
from weathergauge.cli.table.desk import Lens
from weathergauge.cli.table.sea import FAINT, HULK, Area, Hull, Sea
from weathergauge.rulesets.wsim.hexes import NAMES, Heading, Hex
from weathergauge.rulesets.wsim.state import Ship, Table
from weathergauge.rulesets.wsim.words import WINDS

COLOURS = {
    "american": "#4f86d9", "british": "#e0513a", "french": "#3d8fe0", "spanish": "#b8870f", "dutch": "#d9772b",
    "danish": "#c0485e", "swedish": "#c9a227", "russian": "#5aa469", "turkish": "#3f9d8f", "barbary": "#8b7a3a",
    "allied": "#3d8fe0",
}  # fmt: skip
STERNS = ("■", "□")
WIDE, HIGH = 4, 2
"""Columns from one row of hexes to the next, and rows from one hex to the next."""
TALLEST = 34
"""Rows of the largest picture with hexes in it."""
WATER = 2
"""Hexes of open water about the ships."""
NEAR = 6
"""How many hexes are seen to each side of a ship that is looked at."""
ROW = 87
"""Hundredths of a hex between two rows of hexes, where the sea is drawn smaller."""


def numbered(table: Table) -> bool:
    """Whether the picture has numbers in place of names."""
    return sum(not ship.gone for ship in table.ships) > sea.NAMED


def kind(table: Table, ship: Ship) -> int:
    """Hulls of the first side are solid, those of the other hollow; a prize is her captor's."""
    return 0 if ship.side == table.sides[0] else 1


def degrees(heading: Heading) -> int:
    return (heading - 1) * 60


def sign(table: Table, ship: Ship) -> str:
    """A ship in one sign."""
    return sea.arrow(degrees(ship.heading), kind(table, ship)) if ship.able else HULK


def place(hex_: Hex) -> tuple[float, float]:
    """A hex in rows of hexes to the right and hexes down."""
    q, r = hex_
    return q, r + q / 2


def draw(table: Table, lens: Lens, columns: int, rows: int, stage: str, score: str) -> list[Text]:
    """The picture in its frame, no higher than it must be."""
    ships = [(number, ship) for number, ship in enumerate(table.ships, 1) if not ship.gone]
    area = _area(table, ships, lens)
    inside = columns - 2
    fits = (area.width + 1) * WIDE <= inside and (area.height + 1) * HIGH <= max(rows, TALLEST)
    near = bool(lens.subject) or not numbered(table)
    picture: Hexes | Sea
    if fits:
        picture, scale = _hexes(table, ships, area, inside, near), "a dot is a hex"
    else:
        picture = _chart(table, ships, area, inside, max(rows, TALLEST if numbered(table) else 0), near)
        scale = sea.scale(picture.inch, "hex", "hexes")
    wind = f"{WINDS[table.velocity].split(' ', 1)[1]} to {NAMES[table.wind]} {sea.blows(degrees(table.wind) + 180)}"
    return sea.framed(columns, (f"{table.title} · {stage}", wind), picture.lines(), (score, scale))


def _area(table: Table, ships: list[tuple[int, Ship]], lens: Lens) -> Area:
    """The part of the sea that is shown, counted to the right and down: where the ships are, or about one of them."""
    number = table.number(lens.subject)
    if number >= 0:
        x, y = place(table.ships[number].bow)
        far = NEAR / lens.zoom
        return Area(x - far * 1.5, y - far, x + far * 1.5, y + far)
    spots = [place(hex_) for _, ship in ships for hex_ in ship.hexes] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    water = WATER * (3 if lens.whole else 1)
    area = Area(min(xs) - water, min(ys) - water / 2, max(xs) + water, max(ys) + water / 2)
    return area.about(*area.centre, 1 / lens.zoom)


class Hexes:
    """A part of the sea on a canvas, with a dot for every hex."""

    def __init__(self, area: Area, columns: int) -> None:
        self.left = round(area.centre[0]) - columns // WIDE // 2
        self.top = round(area.south)
        down = round(area.height) + 1
        self.canvas = Canvas(columns, down * HIGH)
        for q in range(self.left, self.left + columns // WIDE + 1):
            for r in range(self.top - q // 2 - 1, self.top - q // 2 + down + 1):
                self.canvas.put(*self.cell((q, r)), SOUNDING, FAINT)

    def cell(self, hex_: Hex) -> tuple[int, int]:
        """The column and the row of a hex."""
        x, y = place(hex_)
        return round((x - self.left) * WIDE) + 1, round((y - self.top) * HIGH)

    def spot(self, hex_: Hex) -> Spot:
        column, row = self.cell(hex_)
        return column * ACROSS + 0.5, row * DOWN + 1.5

    def ship(self, table: Table, ship: Ship) -> None:
        """Her bow, her stern, and her keel between them."""
        style = COLOURS[ship.side] + ("" if ship.able else " dim")
        self.canvas.line(self.spot(ship.bow), self.spot(ship.stern), style)
        self.canvas.put(*self.cell(ship.stern), STERNS[kind(table, ship)], style)
        self.canvas.put(*self.cell(ship.bow), sign(table, ship), style)

    def label(self, ship: Ship, text: str) -> None:
        """Her name where there is room for it, or nowhere."""
        ends = [self.cell(hex_) for hex_ in ship.hexes]
        left, right = min(column for column, _ in ends), max(column for column, _ in ends)
        wide = len(text)
        for row in _rows([row for _, row in ends]):
            for column in (right + 2, left - wide - 1, (left + right - wide) // 2 + 1):
                if self.canvas.free(column, row, wide) and self._apart(column, row, wide):
                    self.canvas.put(column - 1, row, f" {text} ", COLOURS[ship.side])
                    return

    def _apart(self, column: int, row: int, wide: int) -> bool:
        """Whether a name would have water on both sides."""
        canvas = self.canvas
        return all(
            not 0 <= beside < canvas.columns or canvas.free(beside, row, 1) for beside in (column - 1, column + wide)
        )

    def lines(self) -> list[Text]:
        return self.canvas.lines()


def _rows(ends: list[int]) -> Iterator[int]:
    """Rows for a name: beside her bow, beside her stern, then above and below."""
    yield from ends
    top, bottom = min(ends), max(ends)
    for off in (1, 2, 3):
        yield from (top - off, bottom + off)


def _hexes(table: Table, ships: list[tuple[int, Ship]], area: Area, columns: int, names: bool) -> Hexes:
    """Hulks first, so that ships that fight on lie on top."""
    picture = Hexes(area, columns)
    for _, ship in sorted(ships, key=lambda numbered: numbered[1].able):
        picture.ship(table, ship)
    for number, ship in sorted(ships, key=lambda numbered: not numbered[1].able):
        picture.label(ship, ship.name if names else str(number))
    return picture


def _chart(table: Table, ships: list[tuple[int, Ship]], area: Area, columns: int, rows: int, names: bool) -> Sea:
    """The sea drawn smaller: the same picture as of a table that is measured."""
    flat = Area(area.west * ROW / 100, -area.north, area.east * ROW / 100, -area.south)
    picture = Sea(flat, flat.about(*flat.centre, 3), columns, rows)
    hulls = []
    for number, ship in ships:
        spots = [place(hex_) for hex_ in ship.hexes]
        x, y = sum(x for x, _ in spots) / 2, sum(y for _, y in spots) / 2
        label = ship.name if names else str(number)
        hulls.append(
            Hull(
                round(x * ROW), round(-y * 100), degrees(ship.heading), 180, 50, label, kind(table, ship),
                COLOURS[ship.side], not ship.able,
            )
        )  # fmt: skip
    picture.ships(hulls)
    picture.wind(degrees(table.wind) + 180)
    return picture
