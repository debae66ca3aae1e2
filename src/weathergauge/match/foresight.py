"""What an action will come to, as far as its seat can know before it is done."""

from __future__ import annotations

from typing import Any, NamedTuple

from weathergauge.dice import SeededDice, WrongDice
from weathergauge.match.dice import RecordedDice
from weathergauge.ruleset import Rules, Seat


class Foreseen(NamedTuple):
    """What a seat will see, and what it will be told, in events and in words."""

    view: Any
    events: list[Any]
    words: list[str]


def foreseen(rules: Rules, view: Any, seat: Seat, action: Any) -> Foreseen | None:
    """Work out from the seat's view alone what an action comes to; None where that cannot be said.

    What the others hide is imagined twice. Where that makes a difference, or dice are asked for, nothing is foretold.
    """
    found = []
    for number in range(2):
        state = rules.imagine(view, SeededDice(b"foresee", number))
        try:
            played = rules.play(state, seat, action, RecordedDice(()))
        except WrongDice:
            return None
        told = [event.event for event in played.events if event.to is None or seat in event.to]
        words = [rules.tell(played.state, event) for event in told]
        found.append(Foreseen(rules.view(played.state, seat), told, words))
    first, second = found
    return first if first == second else None
