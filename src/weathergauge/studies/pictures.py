"""Pictures of a report, as SVG that stands in the page: intervals, and distributions beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from msgspec import Struct

from weathergauge.studies.figures import Figure, Spread

WIDE, ROW, KEY, LEFT, RIGHT = 720, 30, 18, 250, 90
TONES = 5
"""Colours of the style sheet, taken in turn."""


class Bar(Struct, frozen=True):
    """One line of a picture of intervals: its name, its number, and how that is written."""

    words: str
    figure: Figure
    written: str
    tone: int = 0


def intervals(bars: Sequence[Bar], words: str, *, nought: bool = False, low: float | None = None) -> str:
    """A point with its interval for each line; `nought` draws where there is no difference."""
    if not bars:
        return ""
    ends = [
        end for bar in bars for end in (bar.figure.low, bar.figure.high, bar.figure.value) if abs(end) != float("inf")
    ]
    least = min([*ends, *([0.0] if nought else []), *([low] if low is not None else [])])
    most = max([*ends, *([0.0] if nought else [])])
    span = (most - least) or 1.0
    inner = WIDE - LEFT - RIGHT

    def across(value: float) -> float:
        return round(LEFT + inner * min(1.0, max(0.0, (value - least) / span)), 1)

    high = ROW * len(bars) + 16
    parts = [_open(high, words)]
    if nought:
        parts.append(f'<line class="nought" x1="{across(0)}" x2="{across(0)}" y1="2" y2="{high - 14}"/>')
    for n, bar in enumerate(bars):
        y = ROW * n + 18
        x, x1, x2 = across(bar.figure.value), across(bar.figure.low), across(bar.figure.high)
        parts.append(
            f'<g class="tone{bar.tone % TONES}"><text class="name" x="{LEFT - 12}" y="{y + 4}">{escape(bar.words)}</text>'
            f'<line class="span" x1="{x1}" x2="{x2}" y1="{y}" y2="{y}"/><circle cx="{x}" cy="{y}" r="5"/>'
            f'<text class="written" x="{WIDE - RIGHT + 10}" y="{y + 4}">{escape(bar.written)}</text></g>'
        )
    return "".join([*parts, "</svg>"])


def amounts(of: Sequence[tuple[str, float]], words: str) -> str:
    """A bar for each amount, with its name before it and the number behind."""
    high, row, left = 22 * len(of) + 6, 22, 330
    most = max((amount for _, amount in of), default=0.0) or 1.0
    parts = [_open(high, words), '<g class="tone0">']
    for n, (name, amount) in enumerate(of):
        y, wide = row * n + 4, round((WIDE - left - RIGHT) * amount / most, 1)
        parts.append(
            f'<text class="name" x="{left - 12}" y="{y + 12}">{escape(name)}</text>'
            f'<rect x="{left}" y="{y}" width="{wide}" height="14"/>'
            f'<text class="written" x="{left + wide + 8}" y="{y + 12}">{number(amount)}</text>'
        )
    return "".join([*parts, "</g></svg>"])


def columns(spread: Spread, words: str, *, across: str) -> str:
    """How often each size came, as a share of each variant's games."""
    wide = spread.width > 1
    names = [
        f"{number(place)}–{number(place + spread.width - 1)}" if wide else number(place) for place in spread.places
    ]
    shares = {
        name: [count / max(1, sum(counts)) for count in counts] for name, counts in spread.counts.items() if sum(counts)
    }
    return _columns(names, shares, words, across)


def distributions(of: Mapping[str, Mapping[float, float]], words: str, *, across: str) -> str:
    """The chance of each number: a column for each variant, those of one number beside each other."""
    places = sorted({place for law in of.values() for place in law})
    shares = {name: [law.get(place, 0.0) for place in places] for name, law in of.items()}
    return _columns([number(place) for place in places], shares, words, across)


def _columns(places: Sequence[str], of: Mapping[str, Sequence[float]], words: str, across: str) -> str:
    if not places or not of:
        return ""
    high, top, left = 200, 14, 40
    most = max(share for shares in of.values() for share in shares) or 1.0
    wide = (WIDE - left - 20) / len(places)
    column = wide * 0.8 / len(of)
    parts = [_open(high + 52 + KEY * len(of), words)]
    for n, (name, shares) in enumerate(of.items()):
        parts.append(f'<g class="tone{n % TONES}">')
        for place, share in enumerate(shares):
            tall = round((high - top) * share / most, 1)
            if tall:
                x = round(left + wide * (place + 0.1) + column * n, 1)
                parts.append(f'<rect x="{x}" y="{high - tall}" width="{round(column, 1)}" height="{tall}"/>')
        key = high + 40 + KEY * n
        parts.append(
            f'<rect x="{left}" y="{key}" width="24" height="11"/><text x="{left + 34}" y="{key + 10}">{escape(name)}</text></g>'
        )
    every = -(-len(places) // (16 if max(map(len, places)) < 6 else 8))
    for place, called in enumerate(places):
        if place % every == 0:
            x = round(left + wide * (place + 0.5), 1)
            parts.append(f'<text class="tick" x="{x}" y="{high + 16}">{escape(called)}</text>')
    parts.append(f'<text class="axis" x="{left - 6}" y="{top + 6}">{most * 100:.0f} %</text>')
    parts.append(f'<text class="axis" x="{WIDE - 20}" y="{high + 33}">{escape(across)}</text>')
    parts.append(f'<line class="ground" x1="{left}" x2="{WIDE - 20}" y1="{high}" y2="{high}"/>')
    return "".join([*parts, "</svg>"])


def number(value: float) -> str:
    """A number as it is printed: `2.5`, `−3`."""
    return f"{value:.3g}".replace("-", "−")


def _open(high: int, words: str) -> str:
    return f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="{escape(words)}"><title>{escape(words)}</title>'
