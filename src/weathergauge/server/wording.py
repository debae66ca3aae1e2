"""Words for what a title says nothing about by itself: orders, subjects, turns, and what is done to a match."""

from __future__ import annotations

from typing import Any

from weathergauge import codec
from weathergauge.course import (
    DrawAccepted,
    DrawOffered,
    HandedOver,
    MatchEvent,
    Resigned,
    Rules,
    TakenBack,
)


def order(rules: Rules, view: Any, action: Any) -> str:
    """An action as a sentence: the title's own, or one made of its fields."""
    say = getattr(rules, "say", None)
    if say is not None:
        try:
            return str(say(view, action))
        except (LookupError, AttributeError, TypeError):
            pass  # an impossible action: a ship nobody knows, say
    fields = codec.plain(action)
    kind = fields.pop("type", type(action).__name__.lower())
    shown = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in fields.items())
    return f"{kind}: {shown}" if shown else str(kind)


def subject(rules: Rules, view: Any, id: str) -> str:
    """What can be ordered, as a player calls it."""
    call = getattr(rules, "subject", None)
    return str(call(view, id)) if call is not None else id.replace("_", " ")


def turn(view: Any) -> int | None:
    """The turn of the title's own count, where its table has one."""
    number = getattr(getattr(view, "table", None), "turn", None)
    return number if isinstance(number, int) else None


def side(seat: str) -> str:
    return seat.replace("_", " ").capitalize()


def of_match(event: MatchEvent) -> str:
    """What a seat did to the match, as a sentence of the log."""
    match event:
        case TakenBack(seat=seat):
            return f"{side(seat)} takes a step back."
        case Resigned(seat=seat):
            return f"{side(seat)} resigns."
        case DrawOffered(seat=seat):
            return f"{side(seat)} offers a draw."
        case DrawAccepted(seat=seat):
            return f"{side(seat)} accepts the draw."
        case HandedOver(seat=seat, to=to):
            return f"{side(seat)} is played by {to} from here on."


def ending(winner: str | None, reason: str) -> str:
    return f"{side(winner)} wins: {reason}." if winner else f"A draw: {reason}."
