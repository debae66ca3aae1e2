"""A chart as text, as near to its printed page as letters in columns come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.charts import Chart


def chart_text(chart: Chart[Any], width: int = 110) -> str:
    """Write a chart as text that looks like its printed page, with what a reader needs to know below it."""
    settings = chart.page.settings
    head = f"{chart.name} ({chart.id})"
    table = _grid(chart) if "grid" in settings and settings.get("override") != "cells" else _list(chart)
    lines = [head, "─" * len(head), *table, "", f"Read by {', '.join(chart.axes)}."]
    if chart.roll:
        lines.append(f"Roll {chart.roll.count}{chart.roll.die} for {chart.roll.axis}.")
    if chart.unit:
        lines.append(f"Unit: {chart.unit}.")
    lines += [f"{sign}: {meaning}" for sign, meaning in chart.legend.items()]
    if any("·" in line for line in table):
        lines.append("·: printed blank" + (f", read as {settings['blank']}" if "blank" in settings else ""))
    if chart.page.doubtful:
        lines.append(
            "~: " + ("chosen by a ruling" if chart.ours else "reconstructed, the place is damaged in the document")
        )
    if chart.note:
        lines += _wrap(chart.note, width)
    lines.append(f"Source: {chart.source}.")
    return "\n".join(lines)


def _grid(chart: Chart[Any]) -> list[str]:
    """The grid of the chart file with its columns set straight; one value alone in a group stands for the whole."""
    settings = chart.page.settings
    lines = [line.split("|") for line in settings["grid"].splitlines() if line.strip()]
    rows = [[["·" if word == "." else word for word in part.split()] for part in line] for line in lines]
    heads = len(chart.across) + (not chart.across or "fields" in settings)
    widths = []
    for n, first in enumerate(rows[heads - 1]):
        groups = [row[n] for row in rows if n < len(row)]
        columns = [max(len(group[k]) for group in groups if len(group) == len(first)) for k in range(len(first))]
        whole = max((len("  ".join(group)) for group in groups if len(group) != len(first)), default=0)
        columns[-1] += max(0, whole - sum(columns) - 2 * (len(columns) - 1))
        widths.append(columns)
    shown = []
    for row in rows:
        parts = [_set(group, columns) for group, columns in zip(row, widths, strict=False)]
        marks = [group[0] for group in row[len(widths) :] if group]
        shown.append(" │ ".join([*parts, *marks]).rstrip())
    rule = "─┼─".join("─" * (sum(columns) + 2 * (len(columns) - 1)) for columns in widths)
    return [*shown[:heads], rule, *shown[heads:]]


def _set(words: Sequence[str], columns: Sequence[int]) -> str:
    """Words in their columns, or one word across all of them."""
    if len(words) == len(columns):
        return "  ".join(word.ljust(width) for word, width in zip(words, columns, strict=True))
    return "  ".join(words).ljust(sum(columns) + 2 * (len(columns) - 1))


def _list(chart: Chart[Any]) -> list[str]:
    """One line for each cell: its labels, then its value, with a column for each field where all cells have the same."""
    cells = chart.page.cells
    flat = {key: _flat(value) for key, value in cells.items()}
    fields = list(next(iter(flat.values()), {}))
    if fields == [""] or any(list(value) != fields for value in flat.values()):
        fields, flat = [""], {key: {"": _text(value)} for key, value in cells.items()}
    rows = [[*chart.axes, *fields]]
    for key, value in flat.items():
        doubt = "~" if key in chart.page.doubtful else ""
        rows.append([*map(str, key), doubt + value[fields[0]], *(value[field] for field in fields[1:])])
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    down = len(chart.axes)
    parts = [(_set(row[:down], widths[:down]), _set(row[down:], widths[down:])) for row in rows]
    shown = [f"{left} │ {right}".rstrip() for left, right in parts]
    return [shown[0], "─" * len(parts[0][0]) + "─┼─" + "─" * len(parts[0][1]), *shown[1:]]


def _flat(value: Any, path: str = "") -> dict[str, str]:
    """A value's fields by their dotted names."""
    if not isinstance(value, dict) or not value:
        return {path: _text(value)}
    flat: dict[str, str] = {}
    for name, part in value.items():
        flat |= _flat(part, f"{path}.{name}" if path else name)
    return flat


def _text(value: Any) -> str:
    match value:
        case None:
            return "·"
        case bool():
            return "yes" if value else "no"
        case dict() if not value:
            return "none"
        case dict():
            return "; ".join(f"{name} {text}" for name, text in _flat(value).items())
        case list():
            return ", ".join(map(_text, value)) or "none"
        case _:
            return str(value)


def _wrap(text: str, width: int) -> list[str]:
    from textwrap import wrap  # only pages for people need it

    return wrap(text, width)
