"""Which cells of the charts are read while rules are at work: what is asked of a chart, and what an account rests on."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from weathergauge import rulesets
from weathergauge.charts import Chart
from weathergauge.dice import Cell, Look
from weathergauge.ruleset import Rules
from weathergauge.throwing import RandomDice

Cells = set[tuple[str, tuple[Any, ...]]]


class NotingDice(RandomDice):
    """Dice that keep an account: what a rule says it rests on is lit there, even if it asked nothing of the chart."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.account: list[Look] = []

    def lit(self) -> Cells:
        """The cells lit since last asked."""
        cells = {cell for look in self.account for cell in (look.cell, *(add.cell for add in look.add)) if cell}
        self.account.clear()
        return {(cell.chart, cell.key) for cell in cells}


def forget() -> None:
    """Empty what rules remember of charts, as if nothing had been read yet in this process."""
    homes = {f"{title.rules.partition(':')[0].rpartition('.')[0]}." for title in rulesets.titles()}
    for name, module in list(sys.modules.items()):
        if name.startswith(tuple(homes)):
            for remembers in vars(module).values():
                if hasattr(remembers, "cache_clear") and "charts" in inspect.signature(remembers).parameters:
                    remembers.cache_clear()


@contextmanager
def reading() -> Iterator[Cells]:
    """Note every cell that is read: chart and key as they were asked for."""
    forget()
    read: Cells = set()
    at, of = Chart.at, Chart.of

    def noting(self: Chart[Any], *key: Any) -> Any:
        read.add((self.id, key))
        return at(self, *key)

    def noting_kind(self: Chart[Any], kind: Any, *key: Any) -> Any:
        read.add((self.id, key))
        return of(self, kind, *key)

    Chart.at, Chart.of = noting, noting_kind  # type: ignore[method-assign]
    try:
        yield read
    finally:
        Chart.at, Chart.of = at, of  # type: ignore[method-assign]


def lit(rules: Rules, read: Cells) -> set[Cell]:
    """The cells under which they are printed."""
    return {Cell(id, rules.chart_set[id].key(*key)) for id, key in read if id in rules.chart_set}


def shown(cells: Iterable[Cell]) -> str:
    """Cells in few words: `effect_of_firing[smaller, 1] and 10 more`."""
    texts = [str(cell) for cell in cells]
    return ", ".join(texts[:3]) + (f" and {len(texts) - 3} more" if len(texts) > 3 else "")
