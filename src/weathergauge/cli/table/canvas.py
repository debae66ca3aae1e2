"""A picture made of signs: each cell of the terminal holds two by four dots, or one letter or sign on top of them.

Dots are square where a cell is twice as high as it is wide, as in nearly every terminal; braille signs show them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from rich.text import Text

ACROSS, DOWN = 2, 4
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BLANK = 0x2800
SOUNDING = "·"
"""A sign that gives way to any dot."""

Spot = tuple[float, float]
"""A place in dots, from the upper left."""


class Canvas:
    """Cells in rows. What is put later lies on top; a faint dot never lies on a strong one."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._dots = [[0] * columns for _ in range(rows)]
        self._signs: list[list[str]] = [[""] * columns for _ in range(rows)]
        self._styles: list[list[str]] = [[""] * columns for _ in range(rows)]

    def dot(self, x: float, y: float, style: str = "") -> None:
        """One dot; outside the picture nothing is drawn."""
        across, down = floor(x), floor(y)
        column, row = across // ACROSS, down // DOWN
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self._dots[row][column] |= _BITS[down % DOWN][across % ACROSS]
            if self._signs[row][column] == SOUNDING:
                self._signs[row][column] = ""
            self._styles[row][column] = style

    def line(self, start: Spot, end: Spot, style: str = "", every: int = 1) -> None:
        """A straight line; with `every` only each so many dots."""
        steps = max(1, ceil(max(abs(end[0] - start[0]), abs(end[1] - start[1]))))
        for step in range(0, steps + 1, every):
            share = step / steps
            self.dot(start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share, style)

    def outline(self, corners: Sequence[Spot], style: str = "") -> None:
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            self.line(start, end, style)

    def fill(self, corners: Sequence[Spot], style: str = "") -> None:
        """A shape whose corners go round once, filled."""
        top, bottom = floor(min(y for _, y in corners)), ceil(max(y for _, y in corners))
        for y in range(max(0, top), min(self.rows * DOWN, bottom + 1)):
            middle = y + 0.5
            cuts = []
            for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
                if (ay <= middle) != (by <= middle):
                    cuts.append(ax + (middle - ay) / (by - ay) * (bx - ax))
            cuts.sort()
            for left, right in zip(cuts[::2], cuts[1::2], strict=True):
                for x in range(round(left), max(round(left) + 1, round(right))):
                    self.dot(x, y, style)

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Letters or signs from a cell to the right."""
        for place, sign in enumerate(text, column):
            if 0 <= place < self.columns and 0 <= row < self.rows:
                self._signs[row][place] = sign
                self._styles[row][place] = style

    def free(self, column: int, row: int, width: int) -> bool:
        """Whether so many cells lie within the picture with nothing in them."""
        if not (0 <= row < self.rows and column >= 0 and column + width <= self.columns):
            return False
        signs, dots = self._signs[row], self._dots[row]
        return not any(dots[place] or signs[place] not in ("", SOUNDING) for place in range(column, column + width))

    def wipe(self, column: int, row: int) -> None:
        """Empty a cell."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self._dots[row][column], self._signs[row][column], self._styles[row][column] = 0, "", ""

    def lines(self) -> list[Text]:
        """The picture, row by row."""
        return [self._line(row) for row in range(self.rows)]

    def _line(self, row: int) -> Text:
        line = Text(no_wrap=True)
        run, last = "", ""
        for dots, sign, style in zip(self._dots[row], self._signs[row], self._styles[row], strict=True):
            if style != last:
                line.append(run, last)
                run, last = "", style
            run += sign or (chr(_BLANK + dots) if dots else " ")
        line.append(run, last)
        return line
