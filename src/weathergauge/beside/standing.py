"""Standing orders: what a seat lets be done without being asked, and what it wants to be asked for all the same.

They lie beside a match and never in it. Whatever they lead to is an ordinary action of the seat, found from its own view.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = ["FleetOrders", "Standing", "Stood", "only"]


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Orders that stand in every title. A title that knows more adds fields."""

    alone: bool = True
    """Where there is but one thing to order, such as to end a step, it is ordered."""


class FleetOrders(Standing, frozen=True):
    """What the ships of a fleet do by themselves; those that are ordered by hand are asked about."""

    sail: Literal["ask", "on"] = "ask"
    """They sail on as they were ordered last."""
    fire: Literal["ask", "nearest", "hold"] = "ask"
    """They fire all that bears at whoever is nearest, or hold their fire."""
    by_hand: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=200)] = ()
    """Ships that are asked about all the same."""


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
