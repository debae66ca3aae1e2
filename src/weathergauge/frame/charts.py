"""The charts of a ruleset: read once, every cell in the type that its field names, and shown as plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec
from msgspec import Struct

from weathergauge import codec
from weathergauge.charts import Chart
from weathergauge.files import changes
from weathergauge.files.chartpage import ChartError
from weathergauge.languages import said

C = TypeVar("C", bound=Struct)


def load_charts(*folders: Path) -> dict[str, Chart[object]]:
    """Load all charts of a title; a later folder may override what an earlier one shares with other titles."""
    return {id: Chart(page, page.cells) for id, page in changes.pages(*folders).items()}


def typed(charts: Mapping[str, Chart[object]], struct: type[C]) -> C:
    """Make the ruleset's own struct of charts, every cell converted to the type its field names.

    A chart that the struct lacks, or that the files lack, is an error: so every chart is there to be used.
    """
    wanted = {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
    if missing := sorted(wanted.keys() - charts.keys()):
        raise ChartError(f"{struct.__name__} names charts that no file holds: {', '.join(missing)}")
    if unused := sorted(charts.keys() - wanted.keys()):
        raise ChartError(f"{struct.__name__} does not name these charts of the files: {', '.join(unused)}")
    return struct(**{id: _converted(charts[id], *get_args(kind)) for id, kind in wanted.items()})


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


def chart_book(kind: type[C], folder: Path) -> tuple[Callable[[], dict[str, Chart[Any]]], Callable[[], C]]:
    """Give the charts of a folder to whoever asks, as the files have them and with their cells typed."""
    as_files_have_them = cache(lambda: load_charts(folder))
    return as_files_have_them, cache(lambda: typed(as_files_have_them(), kind))


def as_json(title: str, charts: Mapping[str, Chart[object]]) -> dict[str, Any]:
    """Give the charts as plain values, in the shape that `weathergauge charts TITLE --json` prints."""
    return {"title": title, "charts": {id: _plain(chart) for id, chart in charts.items()}}


def _plain(chart: Chart[object]) -> dict[str, object]:
    across = [axis for axis in chart.across if axis in chart.axes]  # a heading of results is no axis
    shown: dict[str, object] = {"name": said(chart.name), "source": chart.source, "axes": chart.axes, "across": across}
    if chart.roll:
        shown["roll"] = f"{chart.roll.count}{chart.roll.die} on {chart.roll.axis}"
    shown |= {word: text for word in ("unit", "legend", "note") if (text := getattr(chart, word))}
    doubt = {True: {"reconstructed": True}, False: {}}
    shown["cells"] = [
        dict(zip(chart.axes, key, strict=True)) | {"value": value} | doubt[key in chart.page.doubtful]
        for key, value in chart.page.cells.items()
    ]
    return shown
