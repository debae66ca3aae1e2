"""Which numbers does the outcome depend on? The cells that are read most, each tried one step up and one step down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from weathergauge import rulesets
from weathergauge.files import changes
from weathergauge.files.chartfile import read_pages
from weathergauge.files.chartpage import Page
from weathergauge.studies.figures import Asked, Figure, by_variant, paired
from weathergauge.studies.page import BASE, Study, Variant
from weathergauge.studies.rows import Row

STEPS = (("up", 1), ("down", -1))


class Weight(Struct, frozen=True):
    """What a cell weighs: how much one step up and one step down moves the outcome."""

    cell: str
    value: Any
    times: int
    up: Figure | None
    down: Figure | None

    @property
    def most(self) -> float:
        """The larger of both, whichever way it goes."""
        return max((abs(figure.value) for figure in (self.up, self.down) if figure is not None), default=0.0)

    @property
    def certain(self) -> bool:
        """Whether a step in either direction moves the outcome more than chance does."""
        return any(figure.certain for figure in (self.up, self.down) if figure is not None)


def variants(study: Study, times: Mapping[str, int]) -> Iterator[Variant]:
    """A variant for each step of the numbers that were read most; cells with words in them have no next step."""
    pages = read_pages(*rulesets.title(study.title).folders)
    tried = 0
    for cell in times:
        if tried == study.sensitivity:
            return
        chart, _, labels = cell.partition(" ")
        value = _value(pages.get(chart), labels)
        if value is None:
            continue
        tried += 1
        for way, step in STEPS:
            yield Variant(name(cell, way), f"{cell}: {value + step:g} for {value:g}", {chart: {labels: value + step}})


def name(cell: str, way: str) -> str:
    """What the variant of a step is called among the games."""
    return f"{cell} {way}"


def weights(study: Study, rows: list[Row], times: Mapping[str, int], question: Asked) -> list[Weight]:
    """The cells that were tried, those first of which a step moves the outcome most."""
    pages = read_pages(*rulesets.title(study.title).folders)
    games = by_variant(rows)
    weights_of = []
    for cell, read in times.items():
        steps = [games.get(name(cell, way)) for way, _ in STEPS]
        if not any(steps):
            continue
        chart, _, labels = cell.partition(" ")
        up, down = (paired(games[BASE], step, question) if step else None for step in steps)
        weights_of.append(Weight(cell, _value(pages.get(chart), labels), read, up, down))
    return sorted(weights_of, key=lambda weight: -weight.most)


def _value(page: Page | None, labels: str) -> Any:
    """The number in a cell; None where there is none."""
    if page is None:
        return None
    value = page.cells[changes.keys(page, labels)[0]]
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
