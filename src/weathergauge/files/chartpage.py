"""What a chart file comes to: a page with its axes, the labels on them, and the dice it is rolled on."""

from collections.abc import Mapping
from typing import Any

import msgspec

Label = int | str
"""What is printed at the edge of a chart, for one value or for several."""
Key = tuple[Label, ...]
"""The labels of a cell, one for each axis."""

DICE = {"d3": (1, 3), "d6": (1, 6), "d10": (0, 9)}
MOST_DIGITS = 6
"""Far beyond any printed number."""


class ChartError(ValueError):
    """A chart file that cannot be trusted; the message names file, line, chart and reason."""


class Roll(msgspec.Struct, frozen=True):
    """The dice a chart is rolled on, and the axis they are read on."""

    count: int
    die: str
    axis: str

    @property
    def results(self) -> range:
        """What the dice can show before anything is added."""
        low, high = DICE[self.die]
        return range(self.count * low, self.count * high + 1)


class Axis(msgspec.Struct, frozen=True):
    """The labels of one axis in printed order, and where a whole number beyond them is read."""

    labels: tuple[Label, ...]
    low: tuple[int, Label] | None = None
    high: tuple[int, Label] | None = None

    def find(self, label: object) -> Label | None:
        """The label under which a value is read; None where the axis has no place for it."""
        if label in self.labels:
            return self.labels[self.labels.index(label)]
        if isinstance(label, str):
            number = label.removeprefix("<=").removesuffix("+")
            return self.find(int(number)) if whole(number) else None
        if not isinstance(label, int):
            return None
        if self.low and label <= self.low[0]:
            return self.low[1]
        if self.high and label >= self.high[0]:
            return self.high[1]
        return str(label) if str(label) in self.labels else None


class Page(msgspec.Struct, frozen=True, eq=False):
    """One chart as its file has it: settings, axes, and cells as plain values."""

    id: str
    settings: Mapping[str, Any]
    reach: Mapping[str, Axis]
    cells: Mapping[Key, Any]
    across: tuple[str, ...] = ()
    roll: Roll | None = None
    doubtful: frozenset[Key] = frozenset()


def whole(text: str) -> bool:
    """Say whether a text is a whole number."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    return digits.isdigit() and digits.isascii() and len(digits) <= MOST_DIGITS


def spans_of(label: str) -> list[tuple[str, int, int]]:
    """The parts of `1,3-5,8+`: how each is open (`+`, `<` or not), its first and its last number.

    Nothing for a label that is a word, which is how an axis of words is told from one of whole numbers.
    """
    spans = []
    for piece in label.split(","):
        first, dash, last = piece.partition("-") if piece[:1].isdigit() else (piece, "", "")
        if dash and whole(first) and whole(last):
            spans.append(("", int(first), int(last)))
        elif whole(piece):
            spans.append(("", int(piece), int(piece)))
        elif piece.startswith("<=") and whole(piece[2:]):
            spans.append(("<", int(piece[2:]), int(piece[2:])))
        elif piece.endswith("+") and whole(piece[:-1]):
            spans.append(("+", int(piece[:-1]), int(piece[:-1])))
        else:
            return []
    return spans
