"""Standing orders: what a seat lets be done without being asked, and what it wants to be asked for all the same.

They lie beside a match and never in it. Whatever they lead to is an ordinary action of the seat, found from its own view.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = ["FleetOrders", "LineOrders", "Say", "Standing", "Stood", "only"]


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Orders that stand in every title. A title that knows more adds fields."""

    alone: bool = True
    """Where there is but one thing to order, such as to end a step, it is ordered."""


Say = Literal["ask", "advised"]
"""Whether an owner is asked, or a captain's advice is taken."""


class FleetOrders(Standing, frozen=True):
    """What the ships of a fleet do by themselves; those that are ordered by hand are asked about.

    What is `advised` a captain orders, from what the owner sees.
    """

    sail: Literal["ask", "on", "advised"] = "ask"
    """They sail on as they were ordered last."""
    near: Annotated[int, Meta(ge=0, le=60)] = 10
    """Of a ship that sails on, an enemy within so many inches or hexes is told: `met` says what she does then."""
    met: Say = "ask"
    fire: Literal["ask", "nearest", "hold", "advised"] = "ask"
    """They fire all that bears at whoever is nearest, or hold their fire."""
    other: Literal["ask", "pass", "advised"] = "ask"
    """Whatever else is decided, such as boarding and grappling; passed is a step that can be ended with nothing ordered."""
    by_hand: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=200)] = ()
    """Ships that are asked about all the same."""
    rest: Annotated[int, Meta(ge=0)] | None = None
    """The turn whose rest is ordered as advised: in it nothing is asked any more, of ships by hand neither."""


class LineOrders(FleetOrders, frozen=True):
    """The same where ships can be led in a line."""

    sail: Literal["ask", "on", "follow", "advised"] = "ask"  # type: ignore[assignment]  # one way more
    """They sail on as they were, or each in the wake of the ship before her."""
    leader: Annotated[str, Meta(max_length=200)] = ""
    """Who is followed: she is ordered by hand."""


class Stood(Struct, frozen=True):
    """What standing orders come to now: an action, or sentences that wake their owner, or neither where he is asked."""

    orders: Standing
    """The orders as they stand from here on."""
    action: object = None
    woken: tuple[str, ...] = ()
    advised: bool = False
    """Whether whatever a captain advises is ordered."""
    hands: tuple[str, ...] = ()
    """Ships for which no advice is taken: their owner is asked. "" is the order that ends a step."""


def only(choices: Iterable[object], forms: Iterable[object]) -> object:
    """Find the one thing that can be ordered; None where there is nothing, or a choice."""
    first = tuple(islice(choices, 2))
    return first[0] if len(first) == 1 and not any(True for _ in forms) else None
