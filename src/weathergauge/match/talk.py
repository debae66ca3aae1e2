"""The talk of a match: what a match itself tells its seats, whatever is played. It belongs to no ruleset."""

from __future__ import annotations

from weathergauge.ruleset import Event, Seat

ABANDONED = "abandoned: nobody played on"
"""The reason of a match that was ended because nobody played on."""


class TakenBack(Event, frozen=True):
    """A seat withdrew a step of which this audience had heard."""

    seat: Seat


class Resigned(Event, frozen=True):
    seat: Seat


class DrawOffered(Event, frozen=True):
    seat: Seat


class DrawAccepted(Event, frozen=True):
    seat: Seat


class HandedOver(Event, frozen=True):
    """Somebody else, perhaps a bot, plays this seat from here on."""

    seat: Seat
    to: str


class TakeBackOffered(Event, frozen=True):
    """A seat asks all others to go back to before its last decision."""

    seat: Seat


class TakeBackAccepted(Event, frozen=True):
    seat: Seat


class TakeBackDeclined(Event, frozen=True):
    seat: Seat
    why: str = ""


class WentBack(Event, frozen=True):
    """All agreed: the match stands again as it did before that seat's last decision."""

    seat: Seat


class Abandoned(Event, frozen=True):
    """Nobody played on for so long that the match was ended, and its seed opened."""


MatchEvent = (
    TakenBack | Resigned | DrawOffered | DrawAccepted | HandedOver
    | TakeBackOffered | TakeBackAccepted | TakeBackDeclined | WentBack | Abandoned
)  # fmt: skip
SAID = {
    "resign": Resigned, "offer draw": DrawOffered, "accept draw": DrawAccepted, "offer take-back": TakeBackOffered,
    "accept take-back": TakeBackAccepted,
}  # fmt: skip
"""What is told of a seat's word to the match, where the seat is all that it says."""
