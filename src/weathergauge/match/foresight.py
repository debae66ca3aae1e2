"""What an action will come to, as far as its seat can know before it is done."""

from __future__ import annotations

from typing import Any, NamedTuple

from weathergauge.dice import WrongDice
from weathergauge.ruleset import Rules, Seat
from weathergauge.throwing import RecordedDice, SeededDice

GUESSES = 2
"""At what the others hide. Where they differ, nothing is foretold."""
NAMED = 4
"""Throws of which it is said what they are for."""


class Foreseen(NamedTuple):
    """What a seat will see, and what it will be told, in events and in words."""

    view: Any
    events: list[Any]
    words: list[str]
    mine: bool
    """Whether the same seat goes on deciding. Otherwise others have their say, and what they hide may bring dice at once."""


def foreseen(rules: Rules, view: Any, seat: Seat, action: Any) -> Foreseen | None:
    """Work out from the seat's view alone what an action comes to; None where that cannot be said.

    What the others hide is imagined more than once. Where that makes a difference, or dice are asked for, nothing is foretold.
    """
    found = []
    for number in range(GUESSES):
        state = rules.imagine(view, SeededDice(b"foresee", number))
        try:
            played = rules.play(state, seat, action, RecordedDice(()))
        except WrongDice:
            return None
        told = [event.event for event in played.events if event.to is None or seat in event.to]
        words = [rules.tell(played.state, event) for event in told]
        mine = seat in rules.to_act(played.state)
        found.append(Foreseen(rules.view(played.state, seat), told, words, mine))
    return found[0] if all(each == found[0] for each in found) else None


def dice_ahead(rules: Rules, view: Any, seat: Seat, action: Any) -> tuple[str, ...]:
    """Say for what dice may fall if a seat acts so, as far as it can know: its own throws first, then those of nobody.

    What others throw behind their screen is not named. Nothing is said twice.
    """
    own: dict[str, None] = {}
    others: dict[str, None] = {}
    for number in range(GUESSES):
        state = rules.imagine(view, SeededDice(b"foresee", number))
        dice = SeededDice(b"dice ahead", number)
        rules.play(state, seat, action, dice)
        for look in dice.account or ():
            if look.faces and not (look.secret and look.seat != seat):
                (own if look.seat == seat else others)[look.why] = None
    return tuple({**own, **others})


def without_odds(rules: Rules, view: Any, seat: Seat, action: Any, found: Foreseen | None) -> str:
    """Say what can be said of an action that has no odds of its own: what lies ahead of it, whether dice fall, and what for."""
    warning = rules.warn(view, action)
    return " ".join([*([warning] if warning else []), _of_dice(rules, view, seat, action, found)])


def _of_dice(rules: Rules, view: Any, seat: Seat, action: Any, found: Foreseen | None) -> str:
    if found is not None and found.mine:
        return "No dice are thrown for this, as far as you can know."
    if found is not None:  # whoever is next may have nothing to decide, and then dice fall at once
        return "Nothing is thrown for this itself. What follows is for others to decide, or brings dice."
    if dice := dice_ahead(rules, view, seat, action):
        return f"Dice may fall then: {'; '.join(dice[:NAMED])}{' …' if len(dice) > NAMED else '.'}"
    return "What comes of this depends on what you cannot see."
