"""The open sea of a table measured in inches, as a picture: hulls on their headings, names beside them, wind and scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, cos, radians, sin
from typing import Protocol

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from weathergauge.cli.table.canvas import ACROSS, DOWN, SOUNDING, Canvas, Spot
from weathergauge.cli.table.desk import Lens

INCH = 100
MARGIN = 3.0
SMALL, DRAWN = 7.0, 16.0
"""Dots from stem to stern: below the first a ship is a sign that points her way, below the second she has a wake-like
hull behind it, and from there on she is drawn."""
ARROWS = ("▲◥►◢▼◣◄◤", "△◹▻◿▽◺◅◸")
HULK = "×"
WINDS = "↑↗↗↗→↘↘↘↓↙↙↙←↖↖↖"
POINTS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")
FAINT = "dim"
WIND = "#6fa8a0"
FRAME = "dim"
NAMED = 16
"""Up to so many ships have their names beside them; more have numbers."""
TALLEST = 46
SPACING = 1.9
"""So many inches to a row at most, where ships are signs: those in a line lie a little farther apart."""


class Hull(Struct, frozen=True):
    """A ship as she is drawn: hundredths of an inch, degrees; `kind` 0 is solid and 1 is hollow."""

    x: int
    y: int
    heading: int
    length: int
    width: int
    label: str
    kind: int = 0
    style: str = ""
    hulk: bool = False


class Area(Struct, frozen=True):
    """A part of the table in inches."""

    west: float
    south: float
    east: float
    north: float

    @property
    def width(self) -> float:
        return self.east - self.west

    @property
    def height(self) -> float:
        return self.north - self.south

    @property
    def centre(self) -> tuple[float, float]:
        return (self.west + self.east) / 2, (self.south + self.north) / 2

    def about(self, x: float, y: float, times: float = 1.0) -> Area:
        """An area so many times as large, about another centre."""
        across, up = self.width * times / 2, self.height * times / 2
        return Area(x - across, y - up, x + across, y + up)


def around(hulls: Sequence[Hull], least: float = 14.0) -> Area:
    """The part of the table where the ships are, with a little water about them."""
    xs, ys = [hull.x / INCH for hull in hulls] or [0.0], [hull.y / INCH for hull in hulls] or [0.0]
    across = max(least, max(xs) - min(xs) + 2 * MARGIN) / 2
    up = max(least * 0.6, max(ys) - min(ys) + 2 * MARGIN) / 2
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Area(x - across, y - up, x + across, y + up)


def compass(heading: int) -> str:
    """The nearest of the sixteen points."""
    return POINTS[round(heading / 22.5) % 16]


def blows(wind_from: int) -> str:
    """An arrow the way the wind goes."""
    return WINDS[round((wind_from + 180) / 22.5) % 16]


def arrow(heading: int, kind: int) -> str:
    return ARROWS[kind][round(heading / 45) % 8]


class Ship(Protocol):
    """A ship on a table that is measured in hundredths of an inch."""

    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...


def looked_at(table: Area, hulls: Sequence[Hull], ship: Ship | None, near: float, lens: Lens) -> Area:
    """The water that is looked at: so many inches about one ship, or where the ships are, or the whole of it."""
    if ship is not None:
        return Area(0, 0, 2 * near, near).about(ship.x / INCH, ship.y / INCH, 1 / lens.zoom)
    area = table if lens.whole else around(hulls)
    return area.about(*area.centre, 1 / lens.zoom)


def height(area: Area, hulls: Sequence[Hull], rows: int) -> int:
    """The rows of a picture: more where there are so many ships that they are signs."""
    return max(rows, min(TALLEST, round(area.height / SPACING)) if len(hulls) > NAMED else 0)


class Sea:
    """A part of the table on a canvas."""

    def __init__(self, area: Area, table: Area, columns: int, rows: int) -> None:
        """The area is widened until it has the shape of the picture, and the picture cut to what is needed."""
        self.inch = min(columns * ACROSS / area.width, rows * DOWN / area.height)
        """Dots to an inch."""
        self.canvas = Canvas(columns, rows)
        x, y = area.centre
        self.west = x - columns * ACROSS / self.inch / 2
        self.north = y + rows * DOWN / self.inch / 2
        self.table = table
        self._places: dict[Hull, tuple[int, int]] = {}
        self._frame()

    def spot(self, x: float, y: float) -> Spot:
        """A place on the table, in dots."""
        return (x - self.west) * self.inch, (self.north - y) * self.inch

    def cell(self, x: float, y: float) -> tuple[int, int]:
        across, down = self.spot(x, y)
        return int(across // ACROSS), int(down // DOWN)

    def _frame(self) -> None:
        """The edges of the table, and soundings every ten inches."""
        table = self.table
        corners = [(table.west, table.south), (table.west, table.north), (table.east, table.north), (table.east, table.south)]  # fmt: skip
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            self.canvas.line(self.spot(*start), self.spot(*end), FAINT, every=2)
        step = 10 if self.inch < 6 else 5
        for x in range(ceil(table.west / step) * step, ceil(table.east), step):
            for y in range(ceil(table.south / step) * step, ceil(table.north), step):
                if x > table.west and y > table.south:
                    self.canvas.put(*self.cell(x, y), SOUNDING, FAINT)

    def arc(self, x: float, y: float, radius: float, axis: int, half: int, style: str = FAINT) -> None:
        """A dotted arc about a place, so many degrees either side of an axis."""
        for degree in range(axis - half, axis + half + 1, max(2, round(90 / max(1.0, radius * self.inch / 2)))):
            self.canvas.dot(*self.spot(x + radius * sin(radians(degree)), y + radius * cos(radians(degree))), style)

    def wind(self, wind_from: int) -> None:
        """An arrow in the corner that the wind blows through."""
        canvas = self.canvas
        across, up = sin(radians(wind_from)), cos(radians(wind_from))
        middle = (8.0 if across <= 0 else canvas.columns * ACROSS - 9.0, 8.0 if up >= 0 else canvas.rows * DOWN - 9.0)
        tail = (middle[0] + 6 * across, middle[1] - 6 * up)
        head = (middle[0] - 6 * across, middle[1] + 6 * up)
        canvas.line(tail, head, WIND)
        for side in (-28, 28):
            way = radians(wind_from + side)
            canvas.line(head, (head[0] + 5 * sin(way), head[1] - 5 * cos(way)), WIND)

    def ships(self, hulls: Iterable[Hull]) -> None:
        """All hulls, then the names of those that have room for one."""
        hulls = sorted(hulls, key=lambda hull: not hull.hulk)
        for hull in hulls:
            self._ship(hull)
        for hull in reversed(hulls):
            self._label(hull)

    def _ship(self, hull: Hull) -> None:
        style = f"{hull.style} dim" if hull.hulk else hull.style
        size = hull.length / INCH * self.inch
        if size < SMALL:
            self._places[hull] = self._free_cell(*self.cell(hull.x / INCH, hull.y / INCH))
            self.canvas.put(*self._places[hull], _sign(hull), style)
        elif size < DRAWN:
            self._sketch(hull, style)
        else:
            shape = self._shape(hull)
            if hull.kind == 0 and not hull.hulk:
                self.canvas.fill(shape, style)
            self.canvas.outline(shape, style)
            if hull.hulk:
                self.canvas.put(*self.cell(*self._along(hull, 0)), HULK, style)

    def _sketch(self, hull: Hull, style: str) -> None:
        """A sign at her bow and a line behind it, two lines for a solid hull, set so that they meet."""
        column, row = self.cell(*self._along(hull, 0.3))
        bow, stern = self.spot(*self._along(hull, 0.3)), self.spot(*self._along(hull, -0.45))
        across = abs(bow[0] - stern[0]) > abs(bow[1] - stern[1])
        end = (column * ACROSS + 0.5, row * DOWN + 1.5)
        start = (end[0] + stern[0] - bow[0], end[1] + stern[1] - bow[1])
        for off in (0, 1) if hull.kind == 0 else (0,):
            dx, dy = (0, off) if across else (off, 0)
            self.canvas.line((start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy), style)
        self.canvas.put(column, row, _sign(hull), style)

    def _free_cell(self, column: int, row: int) -> tuple[int, int]:
        """This cell, or one beside it where another ship is in it already."""
        near = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
        taken = set(self._places.values())
        return next(((column + x, row + y) for x, y in near if (column + x, row + y) not in taken), (column, row))

    def _along(self, hull: Hull, share: float) -> tuple[float, float]:
        """A place on her keel in inches: half her length ahead is her bow."""
        far, way = hull.length / INCH * share, radians(hull.heading)
        return hull.x / INCH + far * sin(way), hull.y / INCH + far * cos(way)

    def _shape(self, hull: Hull) -> list[Spot]:
        """Her hull from above: a bow, shoulders, and a square stern a little narrower than she is amidships."""
        length, width = hull.length / INCH * 0.9, hull.width / INCH * 0.75
        ahead, beam = (sin(radians(hull.heading)), cos(radians(hull.heading))), radians(hull.heading + 90)
        outline = ((0.5, 0.0), (0.36, 0.34), (0.15, 0.5), (-0.35, 0.5), (-0.5, 0.36))
        places = [*outline, *((along, -across) for along, across in reversed(outline[1:]))]
        return [
            self.spot(
                hull.x / INCH + ahead[0] * along * length + sin(beam) * across * width,
                hull.y / INCH + ahead[1] * along * length + cos(beam) * across * width,
            )
            for along, across in places
        ]

    def _label(self, hull: Hull) -> None:
        """Her name or number where there is room for it beside her, or nowhere."""
        text, wide = hull.label, len(hull.label)
        column, row = self._places.get(hull) or self.cell(hull.x / INCH, hull.y / INCH)
        if not (0 <= column < self.canvas.columns and 0 <= row < self.canvas.rows):
            return
        left, right, top, bottom = column, column, row, row
        if hull.length / INCH * self.inch >= SMALL:
            shape = self._shape(hull)
            left, right = (int(end(x for x, _ in shape) // ACROSS) for end in (min, max))
            top, bottom = (int(end(y for _, y in shape) // DOWN) for end in (min, max))
        gap = 0 if wide <= 2 else 1
        middle = column - wide // 2
        beside = [(right + 1 + gap, row), (left - wide - gap, row), (middle, top - 1), (middle, bottom + 1)]
        corners = [(right + 1, top - 1), (left - wide, bottom + 1), (right + 1, bottom + 1), (left - wide, top - 1)]
        farther = [(place, line) for off in (2, 3) for line in (top - off, bottom + off) for place in (middle, column - wide + 1, column)]  # fmt: skip
        for apart in (True, False):
            for place, line in (*beside, *corners, *(farther if apart else ())):
                if self.canvas.free(place, line, wide) and (not apart or self._apart(place, line, wide, hull)):
                    self.canvas.put(place, line, text, hull.style)
                    return

    def _apart(self, place: int, line: int, wide: int, hull: Hull) -> bool:
        """Whether a label would have water on both sides, or her own hull."""
        column, row = self._places.get(hull) or self.cell(hull.x / INCH, hull.y / INCH)
        for beside in (place - 1, place + wide):
            inside = 0 <= beside < self.canvas.columns
            if inside and (beside, line) != (column, row) and not self.canvas.free(beside, line, 1):
                return False
        return True

    def lines(self) -> list[Text]:
        return self.canvas.lines()


def _sign(hull: Hull) -> str:
    return HULK if hull.hulk else arrow(hull.heading, hull.kind)


def edge(left: str, one: str, other: str, right: str, columns: int) -> Text:
    """A side of the frame with words at both ends."""
    room = columns - 8 - cell_len(other)
    if cell_len(one) > room:
        one = one[: room - 1] + "…"
    line = Text(no_wrap=True).append(f"{left}─ ", FRAME).append(one, "bold").append(" ", FRAME)
    fill = columns - cell_len(line.plain) - cell_len(other) - 4
    return line.append("─" * max(0, fill) + " ", FRAME).append(other).append(" ─", FRAME).append(right, FRAME)


def framed(columns: int, top: tuple[str, str], lines: Iterable[Text], bottom: tuple[str, str]) -> list[Text]:
    """A picture in its frame, with words at the four corners."""
    return [
        edge("┌", *top, "┐", columns),
        *(Text.assemble(("│", FRAME), line, ("│", FRAME), no_wrap=True) for line in lines),
        edge("└", *bottom, "┘", columns),
    ]


def scale(dots: float, one: str, many: str) -> str:
    """A bar as long as so many units, each of so many dots."""
    units = next((units for units in (1, 2, 5, 10, 20) if units * dots >= 12), 20)
    bar = round(units * dots / ACROSS)
    return f"├{'─' * max(1, bar - 2)}┤ {units} {many if units > 1 else one}"
