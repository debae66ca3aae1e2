"""The log of a step, shortened for desks: what matters of a long one, and the rest counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct
from rich.text import Text

LONG = 14
"""A step with more to tell than this is told in short: what changed something, and how many did the rest."""
FEW = 5
"""So many of a kind in succession are told one by one."""


class Digest(Struct, frozen=True):
    """How the log of a title is shortened."""

    began: type
    """The event that begins a step, and is its heading."""
    kind: Callable[[Any], str]
    """Of what kind an event is that may be counted with others; empty for one that changed something."""
    counted: Mapping[str, Callable[[Any, Sequence[Any]], str]]
    """Of each kind the sentence for a table and several events."""
    seen: Callable[[Any], bool] = lambda event: False
    """Whether an event is no news to somebody who sees the table."""
    implied: Callable[[Any, Any], bool] = lambda event, after: False
    """Whether an event goes without saying in a long step, because of what comes after it."""

    def lines(self, table: Any, events: Sequence[Any], tell: Callable[[Any], str], whole: bool) -> list[str | Text]:
        """Events as sentences under a heading for each step, the whole of them or in short."""
        lines: list[str | Text] = []
        for heading, run in groupby(events, lambda event: isinstance(event, self.began)):
            step = list(run)
            if heading:
                last = step if whole else step[-1:]  # a step in which nothing happened needs no heading
                lines += [Text(f"── {tell(event).rstrip('.')} ──", "bold dim") for event in last]
            elif whole:
                lines += map(tell, step)
            else:
                lines += self._in_short(table, [event for event in step if not self.seen(event)], tell)
        return lines

    def _in_short(self, table: Any, step: Sequence[Any], tell: Callable[[Any], str]) -> list[str]:
        """Many of a kind in succession together; of a long step all of a kind, after what changed something."""
        if len(step) <= LONG:
            groups = [(kind, list(run)) for kind, run in groupby(step, self.kind)]
            few = FEW
        else:
            news: list[Any] = []
            rest: dict[str, list[Any]] = {}
            for event, after in zip(step, [*step[1:], None], strict=True):
                if kind := self.kind(event):
                    rest.setdefault(kind, []).append(event)
                elif not self.implied(event, after):
                    news.append(event)
            groups, few = [("", news), *rest.items()], 2
        lines: list[str] = []
        for kind, group in groups:
            lines += [self.counted[kind](table, group)] if kind and len(group) > few else map(tell, group)
        return lines
