"""What happened, in sentences: the match's own words here, the ruleset's by its desk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from weathergauge.cli.table.desk import Desk, Line
from weathergauge.languages import said
from weathergauge.match import talk
from weathergauge.ruleset import Rules, Seat


def told(desk: Desk, state: Any, events: Sequence[Any], whole: bool = False, seats: Sequence[Seat] = ()) -> list[Line]:
    """Events as sentences for those who know these seats from within, shortened by the desk unless the whole is wanted."""
    lines: list[Line] = []
    for ours, run in groupby(events, lambda event: isinstance(event, talk.MatchEvent)):
        group = list(run)
        lines += [in_words(desk.rules, event) for event in group] if ours else desk.digest(state, group, whole, seats)
    return lines


def in_words(rules: Rules, event: talk.MatchEvent) -> str:
    """Tell what was said to the match; at a keyboard whoever is no bot sits there."""
    return talk.told(rules, event, lambda player: said("a person") if player == "me" else said("the {bot}", bot=player))
