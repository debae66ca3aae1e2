"""How a study stands while it is played: the numbers and distributions of its variants, for whoever watches them grow."""

from __future__ import annotations

from math import isinf

from msgspec import Struct

from weathergauge import rulesets
from weathergauge.studies import figures
from weathergauge.studies.figures import Asked, Figure, Spread
from weathergauge.studies.page import BASE
from weathergauge.studies.rows import Row
from weathergauge.studies.run import Outcome

READ = 12
"""Cells that are shown of those read most."""


class Interval(Struct, frozen=True):
    """A number, and where it lies 95 times of 100; nobody knows that of a single game."""

    value: float
    low: float | None
    high: float | None


class Numbers(Struct, frozen=True):
    """One number of every variant, and how much more it is than in the base by games with the same dice."""

    name: str
    words: str
    share: bool
    values: dict[str, Interval | None]
    differences: dict[str, Interval | None]


class Shape(Struct, frozen=True):
    """A distribution of every variant: what is counted, and how often each size of it came."""

    name: str
    words: str
    spread: Spread


class CellRead(Struct, frozen=True):
    """How often a cell was read in the games of the base."""

    cell: str
    times: int


class Glance(Struct, frozen=True):
    """A study as it stands."""

    games: dict[str, int]
    """Of each variant."""
    numbers: list[Numbers]
    shapes: list[Shape]
    cells: list[CellRead]


def glance(outcome: Outcome) -> Glance:
    """A look at a study as it stands."""
    by_name = figures.by_variant(outcome.rows)
    games = {variant.name: by_name.get(variant.name, []) for variant in outcome.study.all}
    first = next(iter(outcome.study.bots))
    side = rulesets.ruleset(outcome.study.title).side_words(first)
    leads = {name: [row.lead(first) for row in rows] for name, rows in games.items()}
    shapes = [Shape(f"lead_{first}", f"lead of {side}, in points", figures.spread(leads))]
    turns = {name: [float(row.turns) for row in rows if row.turns is not None] for name, rows in games.items()}
    if any(turns.values()):
        shapes.append(Shape("turns", "turns", figures.spread(turns)))
    return Glance(
        {name: len(rows) for name, rows in games.items()},
        [_numbers(question, games) for question in outcome.questions],
        shapes,
        [CellRead(cell, times) for cell, times in list(outcome.cells.items())[:READ]],
    )


def _numbers(question: Asked, games: dict[str, list[Row]]) -> Numbers:
    values = {name: _interval(figures.of(rows, question)) for name, rows in games.items()}
    more = {
        name: _interval(figures.paired(games[BASE], rows, question)) for name, rows in games.items() if name != BASE
    }
    return Numbers(question.name, question.words, question.share, values, more)


def _interval(figure: Figure | None) -> Interval | None:
    if figure is None:
        return None
    low, high = (None if isinf(end) else round(end, 4) for end in (figure.low, figure.high))
    return Interval(round(figure.value, 4), low, high)
