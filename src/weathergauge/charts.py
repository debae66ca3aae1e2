"""Printed tables, read from text that looks like the page and checked once, when they are loaded.

A rule that asks a chart can trust it: no die falls between two rows, no row is a value short, and every chart says
where in the documents it comes from. `docs/charts.md` describes the files.
"""

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from weathergauge.dice import Cell, Modifier
from weathergauge.files.chartpage import Key, Page

__all__ = ["Chart"]

T_co = TypeVar("T_co", covariant=True)
K = TypeVar("K")


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
        self._keys: dict[tuple[object, ...], Key] = {}
        self._modifiers: dict[tuple[object, ...], Modifier] = {}

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
        asked = (reason, times, *key)
        made = self._modifiers.get(asked)
        if made is None:
            made = Modifier(reason, self.of(int, *key) * times, Cell(self.id, self.key(*key)))
            self._modifiers[asked] = made
        return made

    def key(self, *key: object) -> Key:
        """Find the printed labels under which `at` reads: the cell to light up on the page."""
        labels = self._keys.get(key)
        if labels is None:
            labels = self._keys[key] = self._labels(key)
        return labels

    def _labels(self, key: tuple[object, ...]) -> Key:
        if len(key) != len(self.axes):
            raise LookupError(f"{self.id} is read by {', '.join(self.axes)}: {len(key)} values given")
        labels = []
        for axis, value in zip(self.axes, key, strict=True):
            label = self.page.reach[axis].find(value)
            if label is None:
                known = ", ".join(map(str, self.page.reach[axis].labels))
                raise LookupError(f"{self.id} has no {axis} {value!r}: it has {known}")
            labels.append(label)
        if (place := tuple(labels)) not in self.cells:
            raise LookupError(f"{self.id} has no cell {' '.join(map(str, place))}")
        return place

    def reconstructed(self, key: Iterable[object]) -> bool:
        """Say whether a cell is our reading of a damaged place rather than plainly printed."""
        return self.key(*key) in self.page.doubtful

    def __repr__(self) -> str:
        return f"<Chart {self.id}: {len(self.cells)} cells by {', '.join(self.axes)}>"
