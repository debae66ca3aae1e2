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


def told(desk: Desk, state: Any, events: Sequence[Any], whole: bool = False) -> list[Line]:
    """Events as sentences, shortened by the desk unless the whole is wanted."""
    lines: list[Line] = []
    for ours, run in groupby(events, lambda event: said_to_the_match(event) is not None):
        group = list(run)
        lines += [said_to_the_match(event) or "" for event in group] if ours else desk.digest(state, group, whole)
    return lines


def said_to_the_match(event: Any) -> str | None:
    """What belongs to no ruleset, in a sentence; None for anything else."""
    match event:
        case TakenBack(seat=seat):
            return f"{seat.capitalize()} takes an order back."
        case Resigned(seat=seat):
            return f"{seat.capitalize()} resigns."
        case DrawOffered(seat=seat):
            return f"{seat.capitalize()} offers a draw."
        case DrawAccepted(seat=seat):
            return f"{seat.capitalize()} accepts the draw."
        case HandedOver(seat=seat, to=to):
            return f"From here on {'a person' if to == 'me' else f'the {to}'} plays {seat}."
        case TakeBackOffered(seat=seat):
            return f"{seat.capitalize()} asks to go back to before its last decision."
        case TakeBackAccepted(seat=seat):
            return f"{seat.capitalize()} agrees to go back."
        case TakeBackDeclined(seat=seat, why=why):
            return f"{seat.capitalize()} does not agree to go back{f': {why}' if why else ''}."
        case WentBack(seat=seat):
            return f"It is before the last decision of {seat} again."
        case Abandoned():
            return "Nobody played on: the match is abandoned."
    return None
