"""The log of a battle, shortened: what matters of a long phase, and the rest counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from weathergauge.cli.table.ironclads.picture import colour
from weathergauge.rulesets.ironclads.actions import Activated, Began, Fired, Held, Placed, Steamed
from weathergauge.rulesets.ironclads.state import Table
from weathergauge.rulesets.ironclads.words import listed, many, name, told

LONG = 14
"""A phase with more to tell than this is told in short: what changed something, and how many did the rest."""


def digest(table: Table, events: Sequence[Any], whole: bool = False) -> list[Text]:
    """Events as sentences, with a heading for each phase."""
    lines: list[Text] = []
    for began, run in groupby(events, lambda event: isinstance(event, Began)):
        step = list(run)
        if began:
            last = step if whole else step[-1:]  # a phase in which nothing happened needs no heading
            lines += [Text(f"── {told(table, event).rstrip('.')} ──", "bold dim") for event in last]
        elif whole:
            lines += [painted(table, told(table, event)) for event in step]
        else:
            lines += _in_short(table, step)
    return lines


def _in_short(table: Table, step: Sequence[Any]) -> list[Text]:
    """All of a short phase; of a long one what changed something, then the rest counted, wherever it happened."""
    counted: dict[str, list[Any]] = {}
    lines = []
    for event in step:
        if len(step) > LONG and (kind := _kind(event)):
            counted.setdefault(kind, []).append(event)
        else:
            lines.append(painted(table, told(table, event)))
    for kind, group in counted.items():
        if len(group) > 2:
            lines.append(painted(table, _COUNTED[kind](table, group)))
        else:
            lines += [painted(table, told(table, event)) for event in group]
    return lines


def _kind(event: Any) -> str:
    """What events may be counted together."""
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
    return ""


_COUNTED: dict[str, Callable[[Table, Sequence[Any]], str]] = {
    "shown": lambda table, events: f"{listed([f'{name(table, e.ship)} at {e.order}' for e in events])}.",
    "steamed": lambda table, events: f"{many(len({e.ship for e in events}), 'ship')} made their moves.",
    "missed": lambda table, events: f"{many(len(events), 'salvo')} have no effect.".replace("salvos", "salvoes"),
    "held": lambda table, events: f"{many(len(events), 'ship')} do not answer.",
    "placed": lambda table, events: f"{many(len(events), 'order')} are placed.",
}


def painted(table: Table, sentence: str) -> Text:
    """A sentence with the ships in the colours of their sides."""
    text = Text(sentence)
    for ship in table.ships:
        if ship.name in sentence:
            text.highlight_words([ship.name], colour(table, ship))
    return text
