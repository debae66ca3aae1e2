"""The log of an action, shortened: what matters of a long step, and the rest counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from weathergauge.cli.table.wsim.picture import COLOURS
from weathergauge.rulesets.wsim.actions import Began, Fired, Loaded, Plotted, Stepped, Wind
from weathergauge.rulesets.wsim.state import Table
from weathergauge.rulesets.wsim.words import listed, many, name, told

LONG = 14
"""A step with more to tell than this is told in short: what changed something, and how many did the rest."""


def digest(table: Table, events: Sequence[Any], whole: bool = False) -> list[Text]:
    """Events as sentences, with a heading for each step."""
    lines: list[Text] = []
    for began, run in groupby(events, lambda event: isinstance(event, Began)):
        step = list(run)
        if began:
            last = step if whole else step[-1:]  # a step in which nothing happened needs no heading
            lines += [Text(f"── {told(table, event).rstrip('.')} ──", "bold dim") for event in last]
        elif whole:
            lines += [painted(table, told(table, event)) for event in step]
        else:
            lines += _in_short(table, [event for event in step if not _no_news(event)])
    return lines


def _no_news(event: Any) -> bool:
    """Single steps of a move are seen on the map, and a wind that holds is felt."""
    return isinstance(event, Stepped) or (isinstance(event, Wind) and not event.changed and not event.at_once)


def _in_short(table: Table, step: Sequence[Any]) -> list[Text]:
    """All of a short step; of a long one what changed something, then the rest counted, wherever it happened."""
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
        case Plotted(cut_short=""):
            return "plotted"
        case Fired(hull=0, crew=0, rigging=0):
            return "missed"
        case Loaded():
            return "loaded"
    return ""


_COUNTED: dict[str, Callable[[Table, Sequence[Any]], str]] = {
    "plotted": lambda table, events: f"{listed([f'{name(table, e.ship)} {e.moves}' for e in events])}.",
    "missed": lambda table, events: f"{len(events)} broadsides have no effect.",
    "loaded": lambda table, events: f"{many(len(events), 'broadside')} are loaded.",
}


def painted(table: Table, sentence: str) -> Text:
    """A sentence with the ships in the colours of their sides."""
    text = Text(sentence)
    for ship in table.ships:
        if ship.name in sentence:
            text.highlight_words([ship.name], COLOURS[ship.built])
    return text
