"""Standing orders: what a seat lets be done without being asked, and what it wants to be asked for all the same.

They lie beside a match and never in it. Whatever they lead to is an ordinary action of the seat, found from its own view.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

__all__ = ["Standing", "Stood", "only"]


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Orders that stand in every title. A title that knows more adds fields."""

    alone: bool = True
    """Where there is but one thing to order, such as to end a step, it is ordered."""


class Stood(Struct, frozen=True):
    """What standing orders come to now: an action, or sentences that wake their owner, or neither where he is asked."""

    orders: Standing
    """The orders as they stand from here on."""
    action: object = None
    woken: tuple[str, ...] = ()


def only(choices: Iterable[object], forms: Iterable[object]) -> object:
    """Find the one thing that can be ordered; None where there is nothing, or a choice."""
    first = tuple(islice(choices, 2))
    return first[0] if len(first) == 1 and not any(True for _ in forms) else None
