"""Printed tables, read from text that looks like the page and checked once, when they are loaded.

A rule that asks a chart can trust it: no die falls between two rows, no row is a value short, and every chart says
where in the documents it comes from. `docs/charts.md` describes the files.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar, get_args

import msgspec

from weathergauge import codec
from weathergauge.dice import Cell, Modifier
from weathergauge.files import changes
from weathergauge.files.chartfile import ChartError, Key, Page

__all__ = ["Chart", "ChartError", "as_json", "fingerprint", "load_charts", "typed"]

T_co = TypeVar("T_co", covariant=True)
K = TypeVar("K")
S = TypeVar("S", bound=msgspec.Struct)


class Chart(Generic[T_co]):
    """One printed table. Charts are equal only to themselves, so that odds can remember results by them."""

    def __init__(self, page: Page, cells: Mapping[Key, T_co]) -> None:
        told = page.settings
        self.id = page.id
        self.name: str = told["name"]
        self.source: str = told["source"]
        self.unit: str = told.get("unit", "")
        self.note: str = told.get("note", "")
        self.legend: Mapping[str, str] = told.get("legend", {})
        self.ours: bool = told.get("ours", False)
        self.axes = tuple(page.reach)
        self.across = page.across
        self.roll = page.roll
        self.cells = cells
        self.page = page
        self._found: dict[tuple[object, ...], T_co] = dict(cells.items())

    def at(self, *key: object) -> T_co:
        """Read the cell for one value on each axis; a number beyond an open end is read at that end."""
        try:
            return self._found[key]
        except KeyError:
            value = self._found[key] = self.cells[self.key(*key)]
            return value

    def of(self, kind: type[K], *key: object) -> K:
        """Read a cell of one kind, on a chart with cells of several: a number, say, and not a word."""
        value = self._found[key] if key in self._found else self.at(*key)
        if not isinstance(value, kind):
            place = " ".join(map(str, key))
            raise LookupError(f"{self.id} has {value!r} at {place}, where {kind.__name__} is expected")
        return value

    def modifier(self, reason: str, *key: object, times: int = 1) -> Modifier:
        """Make a modifier of the number in a cell, which says where it stands; `times` it where it counts more than once."""
        return Modifier(reason, self.of(int, *key) * times, Cell(self.id, self.key(*key)))

    def key(self, *key: object) -> Key:
        """Find the printed labels under which `at` reads: the cell to light up on the page."""
        if len(key) != len(self.axes):
            raise LookupError(f"{self.id} is read by {', '.join(self.axes)}: {len(key)} values given")
        labels = []
        for axis, value in zip(self.axes, key, strict=True):
            label = self.page.reach[axis].find(value)
            if label is None:
                known = ", ".join(map(str, self.page.reach[axis].labels))
                raise LookupError(f"{self.id} has no {axis} {value!r}: it has {known}")
            labels.append(label)
        if (found := tuple(labels)) not in self.cells:
            raise LookupError(f"{self.id} has no cell {' '.join(map(str, found))}")
        return found

    def reconstructed(self, key: Iterable[object]) -> bool:
        """Say whether a cell is our reading of a damaged place rather than plainly printed."""
        return self.key(*key) in self.page.doubtful

    def __repr__(self) -> str:
        return f"<Chart {self.id}: {len(self.cells)} cells by {', '.join(self.axes)}>"


def load_charts(*folders: Path) -> dict[str, Chart[object]]:
    """Load all charts of a title; a later folder may override what an earlier one shares with other titles."""
    return {id: Chart(page, page.cells) for id, page in changes.pages(*folders).items()}


def typed(charts: Mapping[str, Chart[object]], struct: type[S]) -> S:
    """Make the ruleset's own struct of charts, every cell converted to the type its field names.

    A chart that the struct lacks, or that the files lack, is an error: so every chart is there to be used.
    """
    wanted = {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
    if missing := sorted(wanted.keys() - charts.keys()):
        raise ChartError(f"{struct.__name__} names charts that no file holds: {', '.join(missing)}")
    if unused := sorted(charts.keys() - wanted.keys()):
        raise ChartError(f"{struct.__name__} does not name these charts of the files: {', '.join(unused)}")
    return struct(**{id: _converted(charts[id], *get_args(kind)) for id, kind in wanted.items()})


def fingerprint(charts: Mapping[str, Chart[object]]) -> str:
    """Digest every cell, whatever their order: a record names the charts that it was played with.

    Tables of ours are left out: they are a part of the rules, of which a record names the version.
    """
    import hashlib  # whoever only reads charts does not wait for it

    content = []
    for id, chart in sorted((id, chart) for id, chart in charts.items() if not chart.ours):
        ends = [[axis, reach.low, reach.high] for axis, reach in chart.page.reach.items()]
        content.append(
            [id, ends, sorted(([list(map(str, key)), value] for key, value in chart.page.cells.items()), key=str)]
        )
    return "sha256:" + hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def as_json(title: str, charts: Mapping[str, Chart[object]]) -> dict[str, Any]:
    """Give the charts as plain values, in the shape that `weathergauge charts TITLE --json` prints."""
    return {"title": title, "charts": {id: _plain(chart) for id, chart in charts.items()}}


def _plain(chart: Chart[object]) -> dict[str, object]:
    across = [axis for axis in chart.across if axis in chart.axes]  # a heading of results is no axis
    shown: dict[str, object] = {"name": chart.name, "source": chart.source, "axes": chart.axes, "across": across}
    if chart.roll:
        shown["roll"] = f"{chart.roll.count}{chart.roll.die} on {chart.roll.axis}"
    shown |= {word: text for word in ("unit", "legend", "note") if (text := getattr(chart, word))}
    doubt = {True: {"reconstructed": True}, False: {}}
    shown["cells"] = [
        dict(zip(chart.axes, key, strict=True)) | {"value": value} | doubt[key in chart.page.doubtful]
        for key, value in chart.page.cells.items()
    ]
    return shown


def _converted(chart: Chart[object], kind: object = Any) -> Chart[object]:
    cells = {}
    for key, value in chart.page.cells.items():
        try:
            cells[key] = codec.convert(value, kind)
            hash(cells[key])
        except (msgspec.ValidationError, TypeError) as error:
            place = " ".join(map(str, key))
            raise ChartError(f"chart {chart.id}, cell {place}: {value!r} is no {kind}: {error}") from None
    return Chart(chart.page, cells)
