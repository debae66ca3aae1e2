"""Words for what a title says nothing about by itself: orders, turns and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.frame.words import capital
from weathergauge.languages import retold, said
from weathergauge.match.talk import ABANDONED
from weathergauge.ruleset import Rules
from weathergauge.sentences import fields_in_words


def order(rules: Rules, view: Any, action: Any) -> str:
    """An action as a sentence: the title's own, or one made of its fields."""
    try:
        return rules.say(view, action)
    except (LookupError, AttributeError, TypeError):
        return fields_in_words(action)  # an impossible action: a ship nobody knows, say


def turn(view: Any) -> int | None:
    """The turn of the title's own count, where its table has one."""
    number = getattr(getattr(view, "table", None), "turn", None)
    return number if isinstance(number, int) else None


def moment(rules: Rules, state: Any) -> str:
    """The date of a position, as its chapter is headed."""
    return retold(rules.moment(state), "turn {turn}")


def deciding(rules: Rules, seats: Sequence[str]) -> str:
    sides = [said(rules.side_words(seat)) for seat in seats]
    return capital(said("{sides} to decide.", sides=said(" and ").join(sides)))


def ending(rules: Rules, winner: str | None, reason: str) -> str:
    if reason == ABANDONED:
        return f"The match is {reason}."
    return f"Victory for {rules.side_words(winner)}: {reason}." if winner else f"A draw: {reason}."
