"""The log of a fleet action, shortened: what matters of a long step, and the rest counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from weathergauge.cli.table.digest import LONG, headed
from weathergauge.cli.table.trafalgar.picture import COLOURS
from weathergauge.rulesets.trafalgar.actions import Began, Fired, Held, Moved, Tested, Turned
from weathergauge.rulesets.trafalgar.state import INCH, Table
from weathergauge.rulesets.trafalgar.words import name, told

FEW = 5
"""So many of a kind in succession are told one by one."""
SLIGHT = 5
"""A turn of fewer degrees, made to keep clear, is no news."""


def digest(table: Table, events: Sequence[Any], whole: bool = False) -> list[Text]:
    """Events as sentences, with a heading for each step."""

    def short(step: Sequence[Any]) -> list[Text]:
        return _in_short(table, step) if len(step) > LONG else _in_order(table, step)

    return headed(events, Began, lambda event: painted(table, told(table, event)), short, whole)


def _in_order(table: Table, step: Sequence[Any]) -> list[Text]:
    """As it happened, many of a kind in succession together."""
    lines = []
    for kind, run in groupby(step, _kind):
        group = list(run)
        if kind and len(group) > FEW:
            lines.append(painted(table, _COUNTED[kind](table, group)))
        else:
            lines += [painted(table, told(table, event)) for event in group]
    return lines


def _in_short(table: Table, step: Sequence[Any]) -> list[Text]:
    """What changed something, then the rest counted, wherever it happened. A test that led to a turn goes without saying."""
    counted: dict[str, list[Any]] = {}
    lines = []
    for event, after in zip(step, [*step[1:], None], strict=True):
        if kind := _kind(event):
            counted.setdefault(kind, []).append(event)
        elif not (isinstance(event, Tested) and isinstance(after, Turned) and event.ship == after.ship):
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


_COUNTED: dict[str, Callable[[Table, Sequence[Any]], str]] = {
    "moved": _moved,
    "missed": lambda table, events: f"{len(events)} broadsides have no effect.",
    "held": lambda table, events: f"{_ships(table, events)} hold their fire.",
    "failed": lambda table, events: f"{_ships(table, events)} fail leadership tests.",
}


def painted(table: Table, sentence: str) -> Text:
    """A sentence with the ships in the colours of their nations."""
    text = Text(sentence)
    for ship in table.ships:
        if ship.name in sentence:
            called = name(table, ship.id)
            text.highlight_words([called if called in sentence else ship.name], COLOURS[ship.nation])
    return text
