"""A drawing: the odds of a rule as a notebook shows them, in HTML that needs nothing beside it."""

from __future__ import annotations

from html import escape
from typing import Any

from weathergauge.odds import Odds

SHOWN = 40
"""Values that are drawn; of more, their number is told."""
LEFT = "text-align:left"


def table(odds: Odds[Any]) -> str:
    """Draw each value with its exact chance and a bar, likeliest first."""
    shown = list(odds.items())[:SHOWN]
    most = max((float(chance) for _, chance in shown), default=1.0)
    lines = [
        f"<tr><td style='{LEFT}'>{escape(str(value))}</td><td>{chance}</td><td>{float(chance) * 100:.1f} %</td><td style='{LEFT}'>"
        f"<div style='width:{float(chance) / most * 12:.2f}em;height:.8em;background:#3b6ea5'></div></td></tr>"
        for value, chance in shown
    ]
    rest = [f"{len(odds) - len(shown)} less likely ones"] if len(odds) > len(shown) else []
    rest += [f"{odds.unresolved} unresolved"] if odds.unresolved else []
    notes = f"<caption style='caption-side:bottom'>{'; '.join(rest)}</caption>" if rest else ""
    return (
        f"<table>{notes}<tr><th style='{LEFT}'>value</th><th>chance</th><th></th><th></th></tr>{''.join(lines)}</table>"
    )
