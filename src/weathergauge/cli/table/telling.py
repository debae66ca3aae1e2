"""What happened, in sentences: the match's own words here, the ruleset's by its desk."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from weathergauge.cli.table.desk import Desk, Line
from weathergauge.match.talk import (
    Abandoned,
    DrawAccepted,
    DrawOffered,
    HandedOver,
    Resigned,
    TakeBackAccepted,
    TakeBackDeclined,
    TakeBackOffered,
    TakenBack,
    WentBack,
)
from weathergauge.ruleset import Rules, side_words


def told(desk: Desk, state: Any, events: Sequence[Any], whole: bool = False) -> list[Line]:
    """Events as sentences, shortened by the desk unless the whole is wanted."""
    lines: list[Line] = []
    for ours, run in groupby(events, lambda event: said_to_the_match(desk.rules, event) is not None):
        group = list(run)
        said = [said_to_the_match(desk.rules, event) or "" for event in group]
        lines += said if ours else desk.digest(state, group, whole)
    return lines


def said_to_the_match(rules: Rules, event: Any) -> str | None:
    """What belongs to no ruleset, in a sentence that reads right of one captain and of a fleet; None for anything else."""
    match event:
        case TakenBack(seat=seat):
            return f"An order is taken back by {side_words(rules, seat)}."
        case Resigned(seat=seat):
            return f"The match is resigned by {side_words(rules, seat)}."
        case DrawOffered(seat=seat):
            return f"A draw is offered by {side_words(rules, seat)}."
        case DrawAccepted(seat=seat):
            return f"The draw is accepted by {side_words(rules, seat)}."
        case HandedOver(seat=seat, to=to):
            return f"From here on {'a person' if to == 'me' else f'the {to}'} plays {side_words(rules, seat)}."
        case TakeBackOffered(seat=seat):
            return f"Everybody is asked to go back to before the last decision of {side_words(rules, seat)}."
        case TakeBackAccepted(seat=seat):
            return f"Going back is agreed to by {side_words(rules, seat)}."
        case TakeBackDeclined(seat=seat, why=why):
            return f"Going back is declined by {side_words(rules, seat)}{f': {why}' if why else ''}."
        case WentBack(seat=seat):
            return f"It is before the last decision of {side_words(rules, seat)} again."
        case Abandoned():
            return "Nobody played on: the match is abandoned."
    return None
