"""How the log of a battle in the age of steam is shortened."""

from __future__ import annotations

from typing import Any

from weathergauge.cli.table.digest import Digest
from weathergauge.frame.words import listed, many
from weathergauge.rulesets.ironclads.actions import Activated, Began, Finished, Fired, Held, Placed, Steamed
from weathergauge.rulesets.ironclads.words import name


def _kind(event: Any) -> str:
    match event:
        case Activated(why=""):
            return "shown"
        case Steamed(forced=0):
            return "steamed"
        case Fired(quarters=0):
            return "missed"
        case Held():
            return "held"
        case Placed():
            return "placed"
        case Finished():
            return "finished"
    return ""


LOG = Digest(
    Began,
    _kind,
    {
        "shown": lambda table, events: f"{listed([f'{name(table, e.ship)} at {e.order}' for e in events])}.",
        "steamed": lambda table, events: f"{many(len({e.ship for e in events}), 'ship')} made their moves.",
        "missed": lambda table, events: f"{many(len(events), 'salvo')} have no effect.".replace("salvos", "salvoes"),
        "held": lambda table, events: f"{many(len(events), 'ship')} do not answer.",
        "finished": lambda table, events: f"{many(len(events), 'ship')} are done.",
        "placed": lambda table, events: f"{many(len(events), 'order')} are placed.",
    },
)
