"""An open table on paper: the part of it that is drawn, and where a place of it lies there."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.drawing.paper import SIZE, Caption, Palette, Paper, Point

__all__ = ["Chart", "compass"]

COMPASS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")
LEAST = 0.45
"""The least height of a drawing, as a share of its width."""


class Chart:
    """A part of a table, x to the right and y up or down, drawn as large as the paper lets it."""

    def __init__(
        self,
        seen: Sequence[Point],
        water: float,
        caption: Caption,
        palette: Palette,
        up: bool = True,
        limits: tuple[Point, Point] | None = None,
    ) -> None:
        xs, ys = [x for x, _ in seen] or [0.0], [y for _, y in seen] or [0.0]
        left, right, low, high = min(xs) - water, max(xs) + water, min(ys) - water, max(ys) + water
        if limits is not None:
            (a, c), (b, d) = limits
            left, right, low, high = max(a, left), min(b, right), max(c, low), min(d, high)
        across, tall = max(right - left, 1.0), max(high - low, 1.0)
        if tall < LEAST * across:
            low, high = low - (LEAST * across - tall) / 2, high + (LEAST * across - tall) / 2
        elif across < tall:
            left, right = left - (tall - across) / 2, right + (tall - across) / 2
        self.unit = min(SIZE[0] / (right - left), SIZE[1] / (high - low))
        self.left, self.low, self.high, self.up = left, low, high, up
        self.paper = Paper((right - left) * self.unit, (high - low) * self.unit, caption, palette)

    def at(self, x: float, y: float) -> Point:
        """Where a place of the table lies on the paper."""
        left, top, _, _ = self.paper.window
        return left + (x - self.left) * self.unit, top + ((self.high - y) if self.up else (y - self.low)) * self.unit

    def edge(self, width: float, height: float) -> None:
        """Lay paper over all that is beyond a table."""
        left, top, right, bottom = self.paper.window
        (x, y), (far, low) = self.at(0, height), self.at(width, 0)
        around = f"M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}Z"
        table = f"M{x:.1f} {y:.1f}V{low:.1f}H{far:.1f}V{y:.1f}Z"
        ink = self.paper.palette
        self.paper.put("path", d=around + table, fill=ink.paper, fill_rule="evenodd", stroke=ink.rule, stroke_width=1.2)

    def net(self, step: float) -> None:
        """Fine lines, so many units apart."""
        left, top, right, bottom = self.paper.window
        x = -((-self.left) // step) * step
        while (at := self.at(x, 0)[0]) < right:
            self.paper.put("path", d=f"M{at:.1f} {top}V{bottom:.1f}", stroke=self.paper.palette.net, stroke_width=0.7)
            x += step
        y = -((-self.low) // step) * step
        while y <= self.high:
            at = self.at(0, y)[1]
            self.paper.put("path", d=f"M{left} {at:.1f}H{right:.1f}", stroke=self.paper.palette.net, stroke_width=0.7)
            y += step


def compass(degrees: float) -> str:
    """The name of a direction."""
    return COMPASS[round(degrees / 22.5) % 16]
