"""What is decided and told in every ruleset alike."""

from __future__ import annotations

from weathergauge.ruleset import Action, Event


class Ready(Action, frozen=True):
    """Nothing more to decide in this step."""


class Began(Event, frozen=True):
    """A turn began, or a step of it."""

    turn: int
    step: str


class Committed(Event, frozen=True):
    """A side has nothing more to decide where several decide at once."""

    side: str


class Ended(Event, frozen=True):
    """It is over; nobody's victory is a draw."""

    winner: str
    reason: str
