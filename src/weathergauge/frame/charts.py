"""The charts of a ruleset, read once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from weathergauge.charts import Chart, load_charts, typed

C = TypeVar("C", bound=Struct)


def chart_book(kind: type[C], folder: Path) -> tuple[Callable[[], dict[str, Chart[Any]]], Callable[[], C]]:
    """Give the charts of a folder to whoever asks, as the files have them and with their cells typed."""
    as_files_have_them = cache(lambda: load_charts(folder))
    return as_files_have_them, cache(lambda: typed(as_files_have_them(), kind))
