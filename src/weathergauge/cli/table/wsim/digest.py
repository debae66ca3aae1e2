"""How the log of an action ship to ship is shortened."""

from __future__ import annotations

from typing import Any

from weathergauge.cli.table.digest import Digest
from weathergauge.frame.words import listed, many
from weathergauge.rulesets.wsim.actions import Began, Fired, Loaded, Plotted, Stepped, Wind
from weathergauge.rulesets.wsim.words import name


def _kind(event: Any) -> str:
    match event:
        case Plotted(cut_short=""):
            return "plotted"
        case Fired(hull=0, crew=0, rigging=0):
            return "missed"
        case Loaded():
            return "loaded"
    return ""


def _seen(event: Any) -> bool:
    """Single steps of a move are seen on the map, and a wind that holds is felt."""
    return isinstance(event, Stepped) or (isinstance(event, Wind) and not event.changed and not event.at_once)


LOG = Digest(
    Began,
    _kind,
    {
        "plotted": lambda table, events: f"{listed([f'{name(table, e.ship)} {e.moves}' for e in events])}.",
        "missed": lambda table, events: f"{len(events)} broadsides have no effect.",
        "loaded": lambda table, events: f"{many(len(events), 'broadside')} are loaded.",
    },
    seen=_seen,
)
