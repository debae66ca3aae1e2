"""What is decided and told in every ruleset alike."""

from __future__ import annotations

from weathergauge.ruleset import Action, Event


class Ready(Action, frozen=True):
    """Nothing more to decide in this step."""


class Ended(Event, frozen=True):
    """It is over; nobody's victory is a draw."""

    winner: str
    reason: str
