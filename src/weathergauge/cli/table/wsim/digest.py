"""The log of an action, shortened: what matters of a long step, and the rest counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from weathergauge.cli.table.digest import headed, in_short
from weathergauge.cli.table.wsim.picture import COLOURS
from weathergauge.frame.words import listed, many
from weathergauge.rulesets.wsim.actions import Began, Fired, Loaded, Plotted, Stepped, Wind
from weathergauge.rulesets.wsim.state import Table
from weathergauge.rulesets.wsim.words import name, told


def digest(table: Table, events: Sequence[Any], whole: bool = False) -> list[Text]:
    """Events as sentences, with a heading for each step."""

    def said(event: Any) -> Text:
        return painted(table, told(table, event))

    def short(step: Sequence[Any]) -> list[Text]:
        counted = {kind: lambda group, of=of: painted(table, of(table, group)) for kind, of in _COUNTED.items()}
        return in_short([event for event in step if not _no_news(event)], said, _kind, counted)

    return headed(events, Began, said, short, whole)


def _no_news(event: Any) -> bool:
    """Single steps of a move are seen on the map, and a wind that holds is felt."""
    return isinstance(event, Stepped) or (isinstance(event, Wind) and not event.changed and not event.at_once)


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
