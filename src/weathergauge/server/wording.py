"""Words for what a title says nothing about by itself: orders, subjects, turns, and what is done to a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.frame.words import capital
from weathergauge.match.talk import (
    ABANDONED,
    Abandoned,
    DrawAccepted,
    DrawOffered,
    HandedOver,
    MatchEvent,
    Resigned,
    TakeBackAccepted,
    TakeBackDeclined,
    TakeBackOffered,
    TakenBack,
    WentBack,
)
from weathergauge.ruleset import Rules, fields_in_words, side_words


def order(rules: Rules, view: Any, action: Any) -> str:
    """An action as a sentence: the title's own, or one made of its fields."""
    try:
        return rules.say(view, action)
    except (LookupError, AttributeError, TypeError):
        return fields_in_words(action)  # an impossible action: a ship nobody knows, say


def subject(rules: Rules, view: Any, id: str) -> str:
    """What can be ordered, as a player calls it."""
    return rules.subject(view, id)


def turn(view: Any) -> int | None:
    """The turn of the title's own count, where its table has one."""
    number = getattr(getattr(view, "table", None), "turn", None)
    return number if isinstance(number, int) else None


def side(rules: Rules, seat: str) -> str:
    """A seat as its title calls the side: "the British"."""
    return side_words(rules, seat)


def of_match(rules: Rules, event: MatchEvent) -> str:
    """What a seat did to the match, as a sentence of the log. It reads right of one captain and of a whole fleet."""
    match event:
        case TakenBack(seat=seat):
            return f"A step is taken back by {side(rules, seat)}."
        case Resigned(seat=seat):
            return f"The match is resigned by {side(rules, seat)}."
        case DrawOffered(seat=seat):
            return f"A draw is offered by {side(rules, seat)}."
        case DrawAccepted(seat=seat):
            return f"The draw is accepted by {side(rules, seat)}."
        case HandedOver(seat=seat, to=to):
            return f"From here on {to} plays {side(rules, seat)}."
        case TakeBackOffered(seat=seat):
            return f"Everybody is asked to go back to before the last decision of {side(rules, seat)}."
        case TakeBackAccepted(seat=seat):
            return f"Going back is agreed to by {side(rules, seat)}."
        case TakeBackDeclined(seat=seat, why=why):
            return f"Going back is declined by {side(rules, seat)}{f': {why}' if why else ''}."
        case WentBack(seat=seat):
            return f"It is before the last decision of {side(rules, seat)} again; dice that fell will not fall a second time."
        case Abandoned():
            return "Nobody has played on for a long time: the match is ended, and its seed is opened."


def deciding(rules: Rules, seats: Sequence[str]) -> str:
    return capital(" and ".join(side(rules, seat) for seat in seats)) + " to decide."


def ending(rules: Rules, winner: str | None, reason: str) -> str:
    if reason == ABANDONED:
        return f"The match is {reason}."
    return f"Victory for {side(rules, winner)}: {reason}." if winner else f"A draw: {reason}."
