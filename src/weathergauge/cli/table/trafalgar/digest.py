"""How the log of a fleet action is shortened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.cli.table.digest import Digest
from weathergauge.frame.events import Began
from weathergauge.rulesets.trafalgar.actions import Fired, Held, Moved, Tested, Turned
from weathergauge.rulesets.trafalgar.state import INCH, Table
from weathergauge.rulesets.trafalgar.words import name

SLIGHT = 5
"""A turn of fewer degrees, made to keep clear, is no news."""


def _kind(event: Any) -> str:
    match event:
        case Moved(avoiding=avoiding) if abs(avoiding) < SLIGHT:
            return "moved"
        case Fired(boxes=0):
            return "missed"
        case Held():
            return "held"
        case Tested(passed=False):
            return "failed"
    return ""


def _ships(table: Table, events: Sequence[Any]) -> str:
    names = list(dict.fromkeys(name(table, event.ship) for event in events))
    return f"{', '.join(names[:2])} and {len(names) - 2} more"


def _moved(table: Table, events: Sequence[Any]) -> str:
    least, most = (bound(event.distance for event in events) / INCH for bound in (min, max))
    far = f"{least:g}" if least == most else f"{least:g} to {most:g}"
    return f"{_ships(table, events)} sail {far} inches."


LOG = Digest(
    Began,
    _kind,
    {
        "moved": _moved,
        "missed": lambda table, events: f"{len(events)} broadsides have no effect.",
        "held": lambda table, events: f"{_ships(table, events)} hold their fire.",
        "failed": lambda table, events: f"{_ships(table, events)} fail leadership tests.",
    },
    implied=lambda event, after: isinstance(event, Tested) and isinstance(after, Turned) and event.ship == after.ship,
)
