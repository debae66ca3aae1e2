"""How a result came about: each die, each modifier with its reason, each cell of a chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.text import Text

from weathergauge.cli.console import signed, words
from weathergauge.dice import Look


def explained(looks: Iterable[Look]) -> Iterator[Text]:
    """A line or more for each part of the account."""
    for look in looks:
        line = Text("  ").append(look.why, "bold")
        if look.dice:
            line.append(f"   {look.dice}: {' '.join(map(str, look.faces))}")
        if look.add:
            parts = [f"{signed(modifier.value)} {modifier.reason}" for modifier in look.add]
            line.append(f"   {', '.join(parts)}")
            line.append(f"  = {words(look.total)}", "bold")
        if look.cell is not None:
            line.append(f"   {look.cell}", "dim").append(" → ").append(words(look.value), "bold")
        elif look.value is not None and [look.value] != [*look.faces]:
            line.append(f" → {words(look.value)}")
        yield line


def charts_used(looks: Iterable[Look]) -> list[str]:
    """The charts of an account, in the order they were read."""
    cells = [cell for look in looks for cell in (look.cell, *(modifier.cell for modifier in look.add)) if cell]
    return list(dict.fromkeys(cell.chart for cell in cells))


def account_of(event: Any) -> tuple[Look, ...]:
    """The account an event carries; empty where nothing was thrown or looked up."""
    return tuple(getattr(event, "account", ()))
