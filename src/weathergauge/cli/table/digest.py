"""The log of a step, shortened for desks: what matters of a long one, and the rest counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

LONG = 14
"""A step with more to tell than this is told in short: what changed something, and how many did the rest."""


def headed(
    events: Sequence[Any],
    began: type,
    told: Callable[[Any], Text],
    short: Callable[[Sequence[Any]], list[Text]],
    whole: bool,
) -> list[Text]:
    """Events as sentences under a heading for each step; `short` tells a step of which not the whole is wanted."""
    lines: list[Text] = []
    for heading, run in groupby(events, lambda event: isinstance(event, began)):
        step = list(run)
        if heading:
            last = step if whole else step[-1:]  # a step in which nothing happened needs no heading
            lines += [Text(f"── {told(event).plain.rstrip('.')} ──", "bold dim") for event in last]
        else:
            lines += [told(event) for event in step] if whole else short(step)
    return lines


def in_short(
    step: Sequence[Any],
    told: Callable[[Any], Text],
    kind: Callable[[Any], str],
    counted: Mapping[str, Callable[[Sequence[Any]], Text]],
) -> list[Text]:
    """All of a short step; of a long one what changed something, then the rest counted, wherever it happened."""
    groups: dict[str, list[Any]] = {}
    lines = []
    for event in step:
        if len(step) > LONG and (of := kind(event)):
            groups.setdefault(of, []).append(event)
        else:
            lines.append(told(event))
    for of, group in groups.items():
        lines += [counted[of](group)] if len(group) > 2 else [told(event) for event in group]
    return lines
