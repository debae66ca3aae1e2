"""What the games of a study come to: rates and means with their intervals, and differences between games with the same dice."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean, stdev

from msgspec import Struct

from weathergauge.bots.measures import BOTH, Measure
from weathergauge.bots.series import wilson
from weathergauge.ruleset import Seat
from weathergauge.studies.page import BASE
from weathergauge.studies.rows import Row

NINETY_FIVE = 1.96
"""Standard errors to either side of a mean that hold 95 % of what chance alone does."""

Read = Callable[[Row], float | None]


class Figure(Struct, frozen=True):
    """A number with the interval in which it lies 95 times of 100, and of how many games it is."""

    value: float
    low: float
    high: float
    games: int

    @property
    def certain(self) -> bool:
        """Whether the interval leaves nought out."""
        return self.low > 0 or self.high < 0


class Asked(Struct, frozen=True):
    """A number that every game has: what it is called, how it is read, and whether it is a share."""

    name: str
    words: str
    read: Read
    share: bool = False


def asked(seats: Sequence[Seat], sides: Mapping[Seat, str], measures: Sequence[Measure]) -> list[Asked]:
    """All that is asked of the games: who won, by how much, how long it took, and the title's own measures."""
    questions: list[Asked] = []
    for seat in seats:
        side = sides.get(seat, seat)
        questions.append(Asked(f"won_{seat}", f"won by {side}", _won(seat), True))
    questions += [Asked(f"score_{seat}", f"score of {sides.get(seat, seat)}", _score(seat)) for seat in seats]
    for seat in seats[:1] if len(seats) == 2 else seats:  # of two, the other's is the same the other way round
        side = sides.get(seat, seat)
        questions.append(Asked(f"lead_{seat}", f"lead of {side}, in points", _lead(seat)))
    questions.append(Asked("drawn", "drawn", lambda row: float(row.result.winner is None), True))
    questions.append(Asked("turns", "turns", lambda row: None if row.turns is None else float(row.turns)))
    return questions + [
        Asked(measure.name, measure.words, _measured(measure.name), measure.how == "share") for measure in measures
    ]


def _won(seat: Seat) -> Read:
    return lambda row: float(row.result.winner == seat)


def _score(seat: Seat) -> Read:
    return lambda row: float(row.result.score.get(seat, 0))


def _lead(seat: Seat) -> Read:
    return lambda row: row.lead(seat)


def _measured(name: str) -> Read:
    def read(row: Row) -> float | None:
        """The mean over the sides, where each has its own."""
        values = [value for seat in row.figures.get(name, {BOTH: None}) if (value := row.share(name, seat)) is not None]
        return fmean(values) if values else None

    return read


def mean(values: Iterable[float | None]) -> Figure | None:
    """The mean of what was counted, with its interval; None where nothing was."""
    counted = [value for value in values if value is not None]
    if not counted:
        return None
    middle = fmean(counted)
    half = NINETY_FIVE * stdev(counted) / math.sqrt(len(counted)) if len(counted) > 1 else math.inf
    return Figure(middle, middle - half, middle + half, len(counted))


def rate(values: Iterable[float | None]) -> Figure | None:
    """How often something was so, with Wilson's interval."""
    counted = [value for value in values if value is not None]
    if not counted:
        return None
    low, high = wilson(round(sum(counted)), len(counted))
    return Figure(fmean(counted), low, high, len(counted))


def of(rows: Sequence[Row], question: Asked) -> Figure | None:
    """One number over some games."""
    values = [question.read(row) for row in rows]
    return rate(values) if question.share and set(values) <= {0.0, 1.0, None} else mean(values)


def paired(base: Sequence[Row], other: Sequence[Row], question: Asked) -> Figure | None:
    """How much more it is than in the base, by the games that had the same dice and the same bots in the same seats."""
    before = {row.game: question.read(row) for row in base}
    differences = [
        now - then
        for row in other
        if (then := before.get(row.game)) is not None and (now := question.read(row)) is not None
    ]
    return mean(differences)


class Spread(Struct, frozen=True):
    """How often values of each size came: of each variant so many, from each of the `places` to `width` above it."""

    width: float
    places: list[float]
    counts: dict[str, list[int]]


def spread(values: Mapping[str, Sequence[float]], most: int = 30) -> Spread:
    """Count values side by side; where they are more than can be told apart, those that lie together count as one."""
    every = [value for found in values.values() for value in found]
    if not every:
        return Spread(1.0, [], {name: [] for name in values})
    width = next(width for width in _widths(every) if _place(max(every), width) - _place(min(every), width) < most)
    first, last = _place(min(every), width), _place(max(every), width)
    counts = {name: [0] * (last - first + 1) for name in values}
    for name, found in values.items():
        for value in found:
            counts[name][_place(value, width) - first] += 1
    return Spread(width, [round(place * width, 6) for place in range(first, last + 1)], counts)


def _place(value: float, width: float) -> int:
    return math.floor(round(value / width, 9))


def _widths(values: Sequence[float]) -> Iterator[float]:
    """Round widths from the smallest on: one, two, five, ten …"""
    whole = all(float(value).is_integer() for value in values)
    for power in range(0 if whole else -3, 16):
        yield from (digit * 10.0**power for digit in (1, 2, 5))


def by_variant(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The games of each variant in order, the base first."""
    by_name: dict[str, list[Row]] = {BASE: []}
    for row in rows:
        by_name.setdefault(row.variant, []).append(row)
    return {name: sorted(games, key=lambda row: row.game) for name, games in by_name.items()}


def read_cells(rows: Iterable[Row]) -> dict[str, int]:
    """How often each cell was read, most often first."""
    counts: dict[str, int] = {}
    for row in rows:
        for cell, times in row.lit.items():
            counts[cell] = counts.get(cell, 0) + times
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
