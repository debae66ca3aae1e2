"""The talk of a match: what a match itself tells its seats, whatever is played. It belongs to no ruleset."""

from __future__ import annotations

from collections.abc import Callable

from weathergauge.languages import said
from weathergauge.ruleset import Event, Rules, Seat

ABANDONED = "abandoned: nobody played on"
"""The reason of a match that was ended because nobody played on."""


class TakenBack(Event, frozen=True):
    """A seat withdrew a step of which this audience had heard."""

    seat: Seat


class Resigned(Event, frozen=True):
    """A seat gave the match up."""

    seat: Seat


class DrawOffered(Event, frozen=True):
    """A seat would call the match a draw."""

    seat: Seat


class DrawAccepted(Event, frozen=True):
    """The other seat agrees: it is a draw."""

    seat: Seat


class HandedOver(Event, frozen=True):
    """Somebody else, perhaps a bot, plays this seat from here on."""

    seat: Seat
    to: str


class TakeBackOffered(Event, frozen=True):
    """A seat asks all others to go back to before its last decision."""

    seat: Seat


class TakeBackAccepted(Event, frozen=True):
    """A seat agrees to go back; where all have, the match does."""

    seat: Seat


class TakeBackDeclined(Event, frozen=True):
    """Nobody goes back: a seat would not, or has decided something else since."""

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


def told(rules: Rules, event: MatchEvent, player: Callable[[str], str] = str) -> str:
    """Tell what was said to the match, in a sentence that reads right of one captain and of a whole fleet.

    `player` says what somebody is called to whom a seat is handed over.
    """
    if isinstance(event, Abandoned):
        return said("Nobody has played on for a long time: the match is ended, and its seed is opened.")
    side = said(rules.side_words(event.seat))
    match event:
        case TakenBack():
            return said("A step is taken back by {side}.", side=side)
        case Resigned():
            return said("The match is resigned by {side}.", side=side)
        case DrawOffered():
            return said("A draw is offered by {side}.", side=side)
        case DrawAccepted():
            return said("The draw is accepted by {side}.", side=side)
        case HandedOver(to=to):
            return said("From here on {player} plays {side}.", player=player(to), side=side)
        case TakeBackOffered():
            return said("Everybody is asked to go back to before the last decision of {side}.", side=side)
        case TakeBackAccepted():
            return said("Going back is agreed to by {side}.", side=side)
        case TakeBackDeclined(why=why):
            declined = "Going back is declined by {side}: {why}." if why else "Going back is declined by {side}."
            return said(declined, side=side, why=why)
        case WentBack():
            return said(
                "It is before the last decision of {side} again; dice that fell will not fall a second time.", side=side
            )
