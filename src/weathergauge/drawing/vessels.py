"""Ships from above: hull by side, yards braced to the wind, funnels, and what is gone of them. In their own frame the bow is up."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Literal

from msgspec import Struct

from weathergauge.drawing.paper import Paper

__all__ = ["Vessel", "put"]

Curve = tuple[float, float, float, float, float, float]
HULLS: dict[int, tuple[Curve, ...]] = {
    1: ((0.62, -1, 0.98, -0.78, 1, -0.42), (1.02, 0.1, 1, 0.5, 0.9, 0.78), (0.86, 0.9, 0.78, 0.97, 0.62, 1)),
    2: ((0.2, -0.86, 0.86, -0.62, 0.98, -0.12), (1.04, 0.24, 0.92, 0.66, 0.7, 0.9), (0.64, 0.96, 0.58, 1, 0.44, 1)),
}
"""The starboard half of a hull from the stem to the stern, in halves of its breadth and length: bluff for one side, fine for the other."""
MASTS = {1: (-0.06,), 2: (-0.4, 0.3), 3: (-0.56, 0.02, 0.56)}
SHARP = 52
"""Degrees that yards can be braced round, at most."""


class Vessel(Struct, frozen=True):
    """A ship as she is drawn, in dots of the paper."""

    x: float
    y: float
    heading: float
    length: float
    width: float
    name: str
    tone: Literal[1, 2]
    masts: int = 3
    lost: float = 0.0
    """The share of her that is shot away."""
    struck: bool = False
    way: bool = False
    funnels: int = 0
    furled: bool = False
    fort: bool = False
    flag: bool = False


def put(paper: Paper, fleet: Sequence[Vessel], wind: float) -> None:
    """Put ships on a drawing, then their names where there is room."""
    for ship in fleet:
        far = max(ship.length, ship.width) * 0.5
        c, s = abs(cos(radians(ship.heading))), abs(sin(radians(ship.heading)))
        half = (ship.length * s + ship.width * c) / 2, (ship.length * c + ship.width * s) / 2
        paper.take((ship.x - half[0], ship.y - half[1], ship.x + half[0], ship.y + half[1]))
        paper.begin(
            transform=f"translate({ship.x:.1f} {ship.y:.1f}) rotate({ship.heading:g})",
            opacity=0.6 if ship.struck else 1,
        )
        _fort(paper, ship) if ship.fort else _ship(paper, ship, wind)
        paper.end()
    size = 15 if len(fleet) < 14 else 12.5 if len(fleet) < 40 else 9.5
    for ship in fleet:
        far = max(ship.width, ship.length * 0.42) + 4
        name = f"⚑ {ship.name}" if ship.flag else ship.name
        paper.label((ship.x, ship.y), far, name, size, paper.palette.sides[ship.tone - 1], font_weight=600, font_style="italic" if ship.struck else "")  # fmt: skip


def _fort(paper: Paper, ship: Vessel) -> None:
    a, b, ink = ship.length / 2, ship.width / 2, paper.palette
    path = f"M{-b * 0.7:.1f} {-a * 0.7:.1f}L0 {-a:.1f}L{b * 0.7:.1f} {-a * 0.7:.1f}L{b:.1f} 0L{b * 0.7:.1f} {a * 0.7:.1f}L0 {a:.1f}L{-b * 0.7:.1f} {a * 0.7:.1f}L{-b:.1f} 0Z"
    paper.put("path", d=path, fill=ink.land, stroke=ink.sides[ship.tone - 1], stroke_width=2.4, stroke_linejoin="round")
    paper.put("rect", x=-b * 0.34, y=-a * 0.34, width=b * 0.68, height=a * 0.68, fill=ink.sides[ship.tone - 1], fill_opacity=0.0 if ship.struck else 0.7)  # fmt: skip


def _ship(paper: Paper, ship: Vessel, wind: float) -> None:
    a, b, ink = ship.length * 0.46, ship.width * 0.34, paper.palette
    side = ink.sides[ship.tone - 1]
    fine = max(0.6, min(2.2, b / 9))
    if ship.way and not ship.struck:
        wash = f"M{-b:.1f} {-a * 0.5:.1f}Q{-b * 1.8:.1f} {a * 0.3:.1f} {-b * 2:.1f} {a * 1.3:.1f}M{b:.1f} {-a * 0.5:.1f}Q{b * 1.8:.1f} {a * 0.3:.1f} {b * 2:.1f} {a * 1.3:.1f}M0 {a * 1.06:.1f}V{a * 1.7:.1f}"
        paper.put("path", d=wash, fill="none", stroke=ink.wake, stroke_width=fine * 1.4, stroke_linecap="round")
    paper.put("path", d=_outline(ship.tone, a, b), fill=ink.pale[ship.tone - 1] if ship.struck else side, stroke=ink.ink, stroke_width=fine * 0.6)  # fmt: skip
    paper.put("path", d=_outline(ship.tone, a * 0.88, b * 0.6), fill=ink.deck)
    for n in range(ship.funnels):
        y = a * (0.02 + 0.24 * (n - (ship.funnels - 1) / 2))
        paper.put("ellipse", cx=0, cy=y, rx=b * 0.3, ry=b * 0.36, fill=ink.ink)
        if ship.way and not ship.struck:
            lee = turn(ship.heading, wind + 180)
            for k in (1, 2, 3):
                dx, dy = sin(radians(lee)) * b * 1.5 * k, -cos(radians(lee)) * b * 1.5 * k
                paper.put("circle", cx=dx, cy=y + dy, r=b * (0.35 + 0.22 * k), fill=ink.soft, opacity=0.26 - 0.06 * k)
    if ship.funnels:
        for y in (-a * 0.5, a * 0.5):
            paper.put("circle", cx=0, cy=y, r=b * 0.3, fill=side, stroke=ink.ink, stroke_width=fine * 0.5)
    _canvas(paper, ship, wind, a, fine)
    if ship.struck:
        paper.put("path", d=f"M{-b:.1f} {-b:.1f}L{b:.1f} {b:.1f}M{b:.1f} {-b:.1f}L{-b:.1f} {b:.1f}", stroke=side, stroke_width=fine * 1.6, stroke_linecap="round")  # fmt: skip


def _canvas(paper: Paper, ship: Vessel, wind: float, a: float, fine: float) -> None:
    """Sails from above: crescents before the wind; a mast that is shot away has none."""
    stand, ink = MASTS.get(ship.masts, ()), paper.palette
    off = turn(ship.heading, wind)
    brace = -(1 if off >= 0 else -1) * min(SHARP, (180 - abs(off)) / 2)
    up = len(stand) - round(ship.lost * len(stand))
    for n, y in enumerate(stand):
        s = ship.width * (0.5 if n != 1 else 0.56)
        paper.begin(transform=f"translate(0 {y * a:.1f}) rotate({brace:g})")
        if ship.struck or ship.furled or n >= up:
            paper.put("path", d=f"M{-s * 0.8:.1f} 0H{s * 0.8:.1f}", stroke=ink.soft, stroke_width=fine)
        else:
            d = s * 0.5
            paper.put("path", d=f"M{-s:.1f} 0C{-s * 0.72:.1f} {-d * 1.5:.1f} {s * 0.72:.1f} {-d * 1.5:.1f} {s:.1f} 0C{s * 0.5:.1f} {-d * 0.2:.1f} {-s * 0.5:.1f} {-d * 0.2:.1f} {-s:.1f} 0Z", fill=ink.canvas, stroke=ink.soft, stroke_width=fine * 0.6)  # fmt: skip
        paper.end()


def _outline(tone: int, a: float, b: float) -> str:
    """Both sides of a hull from its starboard half."""
    down, up = f"M0 {-a:.1f}", ""
    x, y = 0.0, -a
    for x1, y1, x2, y2, to_x, to_y in HULLS[tone]:
        down += f"C{x1 * b:.1f} {y1 * a:.1f} {x2 * b:.1f} {y2 * a:.1f} {to_x * b:.1f} {to_y * a:.1f}"
        up = f"C{-x2 * b:.1f} {y2 * a:.1f} {-x1 * b:.1f} {y1 * a:.1f} {-x:.1f} {y:.1f}" + up
        x, y = to_x * b, to_y * a
    return f"{down}L{-x:.1f} {y:.1f}{up}Z"


def turn(one: float, other: float) -> float:
    """How far to turn from a heading to another: degrees, clockwise."""
    return (other - one + 180) % 360 - 180
