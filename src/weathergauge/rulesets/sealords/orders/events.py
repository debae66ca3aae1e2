"""What the log tells of orders and convoys."""

from __future__ import annotations

from typing import Literal

from weathergauge.ruleset import Event
from weathergauge.rulesets.sealords.terms import OrderType, Side


class OrdersDrawn(Event, frozen=True):
    """Chits drawn at a quarterly turn."""

    side: Side
    orders: tuple[str, ...]
    words: tuple[str, ...]


class OrderBegun(Event, frozen=True):
    """An order is in execution."""

    side: Side
    order: str
    words: str


class OrderEnded(Event, frozen=True):
    """An order was fulfilled, failed or taken back; then everybody sees the chit."""

    side: Side
    outcome: Literal["fulfilled", "failed", "taken back"]
    order: OrderType
    words: str
    reason: str = ""


class ConvoyMade(Event, frozen=True):
    """A convoy lies ready for its escort, or enters the map."""

    side: Side
    convoy: str
    words: str
    place: str


class ConvoyLanded(Event, frozen=True):
    """A convoy has come in with what is left of its cargo."""

    side: Side
    convoy: str
    words: str
    place: str
    points: int
