"""Measures of play: what a knowledgeable player would look at in a game, counted from its states and events.

A family of titles has a module of its name here with a `Seen`. Figures say how bots play, not who wins.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any, Literal

from msgspec import Struct

from weathergauge.match import Replay
from weathergauge.ruleset import Rules, Seat

How = Literal["share", "mean", "median"]
BOTH: Seat = ""
"""Whose a figure is that belongs to no single seat."""


class Measure(Struct, frozen=True):
    """What is counted: a share of its cases, or a number a game and side, of which the mean or the median is told."""

    name: str
    words: str
    how: How


class Amount(Struct, frozen=True, array_like=True):
    """So much of so many cases; one case is a game, where nothing else is counted."""

    amount: float
    of: float = 1.0


Figures = dict[str, dict[Seat, Amount]]
"""By the name of a measure and by seat."""


class Observer(ABC):
    """Counts what is seen of one game. It is shown the first state, then each state with the events that led to it."""

    measures: Sequence[Measure] = ()

    def __init__(self) -> None:
        self.figures: Figures = {}

    @abstractmethod
    def saw(self, state: Any, events: Sequence[Any]) -> None:
        """Count what a step showed."""

    @abstractmethod
    def ended(self, state: Any) -> None:
        """Count what is seen only at the end."""

    def add(self, name: str, seat: Seat, amount: float = 1.0, of: float = 0.0) -> None:
        there = self.figures.setdefault(name, {})
        before = there.get(seat, Amount(0.0, 0.0))
        there[seat] = Amount(before.amount + amount, before.of + of)


def observer(rules: Rules) -> Observer | None:
    """Who counts the games of a title; None where nobody does yet."""
    place = f"{__name__}.{rules.family}"
    if find_spec(place) is None:
        return None
    made: Observer = import_module(place).Seen()
    return made


def measures_of(rules: Rules) -> Sequence[Measure]:
    """What is counted of a title."""
    counter = observer(rules)
    return () if counter is None else counter.measures


def counted(replay: Replay) -> Figures:
    """The measures of a recorded match; nothing where nobody counts its title yet."""
    count = observer(replay.rules)
    if count is None:
        return {}
    state: Any = None
    for position in range(len(replay)):
        state, told = replay.at(position)
        count.saw(state, [heard.event for heard in told])
    count.ended(state)
    return count.figures


def summed(measures: Sequence[Measure], games: Iterable[Mapping[str, Mapping[Seat, Amount]]]) -> dict[str, float]:
    """Each measure over some games: shares of all their cases, means and medians over games and sides."""
    amounts_of: dict[str, list[Amount]] = {}
    for game in games:
        for name, by_seat in game.items():
            amounts_of.setdefault(name, []).extend(by_seat.values())
    told: dict[str, float] = {}
    for measure in measures:
        amounts = [amount for amount in amounts_of.get(measure.name, ()) if amount.of]
        if amounts and measure.how == "median":
            told[measure.name] = median(amount.amount / amount.of for amount in amounts)
        elif amounts:
            told[measure.name] = sum(amount.amount for amount in amounts) / sum(amount.of for amount in amounts)
    return told


def in_words(measure: Measure, value: float) -> str:
    """A figure as it is printed: `8.4 %`, `2.5`."""
    return f"{value * 100:.1f} %" if measure.how == "share" else f"{value:.3g}"
