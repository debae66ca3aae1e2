"""The part of the dice's account that belongs to one event."""

from __future__ import annotations

from weathergauge.dice import Dice, Look


def mark(dice: Dice) -> int:
    """Where the account stands now."""
    return len(dice.account) if dice.account is not None else 0


def since(dice: Dice, start: int) -> tuple[Look, ...]:
    """What was added to the account since then; nothing where dice keep none."""
    return tuple(dice.account[start:]) if dice.account is not None else ()
