"""Cells that are played otherwise than they are printed, for whoever wants to know what a number does.

Rules read their charts once in a process and make constants of some. So changes are laid before a title's rules are
loaded, in a process of their own: then everything that depends on a cell depends on the changed one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from weathergauge.files.chartfile import read_pages
from weathergauge.files.chartpage import Axis, ChartError, Key, Label, Page, spans_of
from weathergauge.sentences import nearest

Changes = Mapping[str, Mapping[str, Any]]
"""By the id of a chart and the labels of a cell, what stands there instead: `{"base_factors": {"short stern": 4}}`."""

_laid: dict[tuple[Path, ...], Changes] = {}
_read: set[tuple[Path, ...]] = set()


def lay(folders: tuple[Path, ...], changes: Changes) -> None:
    """Have the charts of these folders read with these changes from now on, in this process."""
    if folders in _read:
        raise RuntimeError("charts were read before changes to them were laid")
    _laid[folders] = changes


def pages(*folders: Path) -> dict[str, Page]:
    """Read the charts of these folders as they are to be played by in this process."""
    _read.add(folders)
    return changed(read_pages(*folders), _laid.get(folders, {}))


def changed(found: Mapping[str, Page], changes: Changes) -> dict[str, Page]:
    """The charts with some cells changed; a ChartError is a sentence with the nearest name."""
    whole = dict(found)
    for id, cells in changes.items():
        if id not in whole:
            raise ChartError(f"{id}: there is no such chart; {nearest(id, whole)}")
        for words, value in cells.items():
            whole[id] = with_cell(whole[id], words, value)
    return whole


def with_cell(page: Page, words: str, value: Any) -> Page:
    """A chart with one cell, or the cells of one range, changed."""
    now = dict(page.cells)
    for key in keys(page, words):
        now[key] = _instead(page, words, now[key], value)
    return msgspec.structs.replace(page, cells=now)


def keys(page: Page, words: str) -> list[Key]:
    """The cells that some labels name, as in `3 short` or, for a range, `2-4 short`."""
    exact = [key for key in page.cells if called(key) == words]
    if exact:  # also a label with blanks in it
        return exact
    labels = words.split()
    if len(labels) != len(page.reach):
        axes = " ".join(page.reach)
        raise ChartError(f"{page.id}, {words}: expected a label for each of its axes, {axes}, as in {_example(page)}")
    found = [_labels(axis, name, label, page) for (name, axis), label in zip(page.reach.items(), labels, strict=True)]
    there = [key for key in product(*found) if key in page.cells]
    if not there:
        raise ChartError(f"{page.id} has no cell {words}; expected one such as {_example(page)}")
    return there


def called(key: Key) -> str:
    """A cell as a file of changes names it."""
    return " ".join(map(str, key))


def _labels(axis: Axis, name: str, label: str, page: Page) -> list[Label]:
    known = axis.find(label)
    if known is not None:
        return [known]
    within = [axis.find(n) for _, first, last in spans_of(label) for n in range(first, last + 1)]
    if within and None not in within:
        return list(dict.fromkeys(each for each in within if each is not None))
    listed = [str(each) for each in axis.labels]
    raise ChartError(f"{page.id} has no {name} {label}; {nearest(label, listed)}")


def _example(page: Page) -> str:
    return called(next(iter(page.cells)))


def _instead(page: Page, words: str, old: Any, new: Any) -> Any:
    """What stands there now: a cell with fields keeps those that are not named."""
    place = f"{page.id}, {words}"
    if isinstance(old, dict) and isinstance(new, dict):
        for field in new:
            if field not in old:
                raise ChartError(f"{place}: there is no {field} in it; {nearest(field, old)}")
        return {field: _instead(page, f"{words} {field}", part, new.get(field, part)) for field, part in old.items()}
    if new == "." and not isinstance(old, dict):
        new = None
    if new == old and _kind(new) == _kind(old):
        return old
    kinds = {_kind(value) for value in page.cells.values()} if not isinstance(old, dict) else {"fields"}
    inside = {_kind(part) for value in page.cells.values() if isinstance(value, dict) for part in _parts(value)}
    if _kind(new) not in kinds | inside:
        raise ChartError(
            f"{place} = {new!r}: expected {' or '.join(sorted(kinds | inside))}, as in the rest of the chart"
        )
    words_there = {part for value in page.cells.values() for part in _parts(value) if isinstance(part, str)}
    if isinstance(new, str) and _kind(0) in kinds | inside and new not in words_there:
        # Beside numbers a word is a code: rules know the printed ones, and no others.
        raise ChartError(
            f"{place} = {new!r}: expected a number or a word of the chart; {nearest(new, sorted(words_there))}"
        )
    return new


def _parts(value: Any) -> Iterator[Any]:
    """All that stands in a cell: its value, or its fields however deep they lie."""
    if not isinstance(value, dict):
        yield value
        return
    for part in value.values():
        if isinstance(part, dict):
            yield part
        yield from _parts(part)


def _kind(value: Any) -> str:
    match value:
        case None:
            return '"." for a blank'
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a word"
        case dict():
            return "fields"
        case _:
            return type(value).__name__
