"""The log of a battle, shortened: what matters of a long phase, and the rest counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from weathergauge.cli.table.digest import headed, in_short
from weathergauge.cli.table.ironclads.picture import colour
from weathergauge.frame.words import listed, many
from weathergauge.rulesets.ironclads.actions import Activated, Began, Finished, Fired, Held, Placed, Steamed
from weathergauge.rulesets.ironclads.state import Table
from weathergauge.rulesets.ironclads.words import name, told


def digest(table: Table, events: Sequence[Any], whole: bool = False) -> list[Text]:
    """Events as sentences, with a heading for each phase."""

    def said(event: Any) -> Text:
        return painted(table, told(table, event))

    def short(step: Sequence[Any]) -> list[Text]:
        counted = {kind: lambda group, of=of: painted(table, of(table, group)) for kind, of in _COUNTED.items()}
        return in_short(step, said, _kind, counted)

    return headed(events, Began, said, short, whole)


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
        case Finished():
            return "finished"
    return ""


_COUNTED: dict[str, Callable[[Table, Sequence[Any]], str]] = {
    "shown": lambda table, events: f"{listed([f'{name(table, e.ship)} at {e.order}' for e in events])}.",
    "steamed": lambda table, events: f"{many(len({e.ship for e in events}), 'ship')} made their moves.",
    "missed": lambda table, events: f"{many(len(events), 'salvo')} have no effect.".replace("salvos", "salvoes"),
    "held": lambda table, events: f"{many(len(events), 'ship')} do not answer.",
    "finished": lambda table, events: f"{many(len(events), 'ship')} are done.",
    "placed": lambda table, events: f"{many(len(events), 'order')} are placed.",
}


def painted(table: Table, sentence: str) -> Text:
    """A sentence with the ships in the colours of their sides."""
    text = Text(sentence)
    for ship in table.ships:
        if ship.name in sentence:
            text.highlight_words([ship.name], colour(table, ship))
    return text
