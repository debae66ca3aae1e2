"""The paper that drawings are made on: its colours, its frame with caption, rose and scale, and where words find room."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import cos, hypot, radians, sin

from msgspec import Struct

__all__ = ["DAY", "NIGHT", "SIZE", "Box", "Caption", "Palette", "Paper", "Point", "points"]

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
SIZE = (1200, 900)
"""Width and height of a drawing, at most."""
RIM, HEAD, FOOT = 26, 62, 46
LETTER = 0.6
"""The mean width of a letter, as a share of its size."""


class Palette(Struct, frozen=True):
    """The colours of a drawing."""

    paper: str
    ink: str
    soft: str
    rule: str
    sea: str
    deep: str
    net: str
    shoal: str
    land: str
    coast: str
    canvas: str
    deck: str
    wake: str
    sides: tuple[str, str]
    pale: tuple[str, str]


DAY = Palette(
    "#f7efdb", "#2e2116", "#54412c", "#8d7349", "#d9e8e2", "#c2d9d4", "#b4cfc9", "#c5ddd0", "#eaddc0", "#8d7349", "#fbf5e4",
    "#c9a76d", "#f7fdf9", ("#a93a12", "#1b5490"), ("#ecc8ab", "#bfd2e2"),
)  # fmt: skip
NIGHT = Palette(
    "#14212a", "#efe5cd", "#cfc4a8", "#66818a", "#0f232d", "#0a1920", "#1d3742", "#18333c", "#26363c", "#66818a", "#d9cda9",
    "#a98a58", "#2c5863", ("#f08a5b", "#7fb4ea"), ("#6b3a22", "#24476b"),
)  # fmt: skip


class Caption(Struct, frozen=True):
    """What stands about a drawing: what is played, when it is, and how it stands."""

    title: str
    stage: str
    score: str


class Paper:
    """A drawing in the making. What is put later lies on top; places are in dots, from the upper left."""

    def __init__(self, width: float, height: float, caption: Caption, palette: Palette) -> None:
        self.width, self.height, self.caption, self.palette = width, height, caption, palette
        self.window: Box = (RIM, HEAD, RIM + width, HEAD + height)
        self._parts: list[str] = []
        self._taken: list[Box] = []

    def put(self, tag: str, words: str = "", **looks: object) -> None:
        """Put one thing down; `stroke_width=2` is written stroke-width="2"."""
        told = "".join(f' {name.replace("_", "-")}="{_said(value)}"' for name, value in looks.items() if value != "")
        self._parts.append(f"<{tag}{told}>{escape(words)}</{tag}>" if words else f"<{tag}{told}/>")

    def begin(self, **looks: object) -> None:
        """Begin a group."""
        self._parts.append(
            "<g" + "".join(f' {name.replace("_", "-")}="{_said(value)}"' for name, value in looks.items()) + ">"
        )

    def end(self) -> None:
        self._parts.append("</g>")

    def words(self, at: Point, words: str, size: float, fill: str, **looks: object) -> None:
        """Words with a rim of paper about them, so that they can be read on anything."""
        self.put(
            "text", words, x=at[0], y=at[1], font_size=size, fill=fill, stroke=looks.pop("rim", self.palette.sea), stroke_width=size / 5,
            stroke_linejoin="round", paint_order="stroke", **looks,
        )  # fmt: skip

    def take(self, box: Box) -> None:
        """Keep words out of a place."""
        self._taken.append(box)

    def label(self, about: Point, far: float, words: str, size: float, fill: str, **looks: object) -> None:
        """Put a name beside a place where there is room for it; where there is none, it is left out."""
        wide = len(words) * size * LETTER
        x, y = about
        for lean in (0.0, 0.5, -0.5):
            for step in (1.0, 1.5, 2.1):
                reach = far * step
                tries: Iterable[Box] = (
                    (x + reach, y - size / 2 + lean * reach * 2, x + reach + wide, y + size / 2 + lean * reach * 2),
                    (x - reach - wide, y - size / 2 + lean * reach * 2, x - reach, y + size / 2 + lean * reach * 2),
                    (x - wide / 2, y + reach, x + wide / 2, y + reach + size),
                    (x - wide / 2, y - reach - size, x + wide / 2, y - reach),
                )
                for box in tries:
                    if self._free(box):
                        self.take(box)
                        self.words((box[0], box[3] - size * 0.2), words, size, fill, **looks)
                        return

    def _free(self, box: Box) -> bool:
        left, top, right, bottom = self.window
        inside = box[0] > left + 4 and box[1] > top + 4 and box[2] < right - 4 and box[3] < bottom - 4
        return inside and not any(
            box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in self._taken
        )

    def rose(self, wind: float, words: str) -> None:
        """A wind rose in the upper right corner: its arrow flies from where the wind comes."""
        x, y, r = self.window[2] - 58, self.window[1] + 58, 30.0
        ink = self.palette
        self.take((x - 48, y - 52, x + 58, y + 56))
        self.put("circle", cx=x, cy=y, r=r, fill=ink.sea, fill_opacity=0.8, stroke=ink.rule, stroke_width=1)
        self.put("circle", cx=x, cy=y, r=r - 4, fill="none", stroke=ink.rule, stroke_width=0.6)
        for point in range(0, 360, 45):
            long = r - 5 if point % 90 == 0 else r - 14
            tip, one, other = turned((0, -long), point), turned((-4.5, -6), point), turned((0, 0), point)
            self.put("path", d=f"M{points([(x + tip[0], y + tip[1]), (x + one[0], y + one[1]), (x + other[0], y + other[1])])}Z", fill=ink.rule, opacity=0.55)  # fmt: skip
        self.words((x, y - r - 6), "N", 12, ink.soft, text_anchor="middle")
        self.begin(transform=f"translate({x:g} {y:g}) rotate({wind:g})")
        self.put("path", d=f"M0 {-r - 15}V{-r + 12}M-6 {-r + 3}L0 {-r + 13}L6 {-r + 3}", fill="none", stroke=ink.ink, stroke_width=2.4, stroke_linecap="round")  # fmt: skip
        self.end()
        self.words((x + 46, y + r + 20), words, 13, ink.soft, text_anchor="end", font_style="italic")

    def scale(self, unit: float, one: str, many: str) -> None:
        """A scale in the lower right corner, of a round number of units that are so many dots each."""
        number = next((n for n in (1, 2, 5, 10, 20, 50, 100) if n * unit >= 70), 200)
        right, y, ink = self.window[2] - 18, self.window[3] - 18, self.palette
        left = right - number * unit
        self.take((left - 6, y - 24, right + 6, y + 10))
        for part in range(4):
            at = left + part * (right - left) / 4
            self.put("rect", x=at, y=y, width=(right - left) / 4, height=5, fill=ink.ink if part % 2 else ink.paper, stroke=ink.ink, stroke_width=0.8)  # fmt: skip
        self.words((right, y - 6), f"{number} {one if number == 1 else many}", 12, ink.soft, text_anchor="end")

    def svg(self) -> str:
        """The drawing, whole."""
        ink, (left, top, right, bottom) = self.palette, self.window
        wide, high = right + RIM, bottom + FOOT
        said = escape(f"{self.caption.title}. {self.caption.stage}. {self.caption.score}")
        rim = f'x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}"'
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}" role="img" '
            f'aria-label="{said}" font-family="Iowan Old Style, Palatino, Georgia, serif">',
            f"<title>{said}</title>",
            f'<defs><radialGradient id="sea" cx="50%" cy="46%" r="75%"><stop offset="0" stop-color="{ink.sea}"/><stop offset="1" stop-color="{ink.deep}"/></radialGradient>'
            f'<clipPath id="window"><rect {rim}/></clipPath></defs>',
            f'<rect width="{wide:g}" height="{high:g}" fill="{ink.paper}"/>',
            f'<rect {rim} fill="url(#sea)"/>',
            '<g clip-path="url(#window)">',
            *self._parts,
            "</g>",
            f'<rect {rim} fill="none" stroke="{ink.rule}" stroke-width="1.4"/>',
            f'<rect x="{left - 6:g}" y="{top - 6:g}" width="{right - left + 12:g}" height="{bottom - top + 12:g}" fill="none" stroke="{ink.rule}" stroke-width="0.7"/>',
            f'<text x="{left:g}" y="{top - 24:g}" font-size="26" fill="{ink.ink}">{escape(self.caption.title)}</text>',
            f'<text x="{right:g}" y="{top - 24:g}" font-size="16" font-style="italic" text-anchor="end" fill="{ink.soft}">{escape(self.caption.stage)}</text>',
            f'<text x="{left:g}" y="{bottom + 29:g}" font-size="15" fill="{ink.soft}">{escape(self.caption.score)}</text>',
            "</svg>",
            "",
        ])  # fmt: skip


def turned(at: Point, degrees: float) -> Point:
    """A place turned about the middle, clockwise as seen on the paper."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return at[0] * c - at[1] * s, at[0] * s + at[1] * c


def points(along: Iterable[Point]) -> str:
    """Places as a path has them."""
    return " ".join(f"{x:.1f} {y:.1f}" for x, y in along)


def smooth(along: list[Point]) -> str:
    """A closed line through some places, without their corners."""
    count = len(along)
    path = f"M{along[0][0]:.1f} {along[0][1]:.1f}"
    for n in range(count):
        before, start, end, beyond = (along[(n + k) % count] for k in (-1, 0, 1, 2))
        far = hypot(end[0] - start[0], end[1] - start[1])
        one, two = _lean(before, end, start, far, 1), _lean(start, beyond, end, far, -1)
        path += f"C{points([one, two, end])}"
    return path + "Z"


def _lean(a: Point, b: Point, at: Point, far: float, sign: int) -> Point:
    """How a smooth line leaves a place: as its neighbours lie, and not far out."""
    long = hypot(b[0] - a[0], b[1] - a[1]) or 1
    by = sign * min(long / 6, far / 3) / long
    return at[0] + (b[0] - a[0]) * by, at[1] + (b[1] - a[1]) * by


def _said(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else escape(str(value))
