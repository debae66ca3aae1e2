"""Looking back at what bots did: why one gave an order of a record, asked again as she saw the table then."""

from __future__ import annotations

from weathergauge.bots import NAMES, bot, called
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.reasons import Reason, why
from weathergauge.match import Replay
from weathergauge.ruleset import TABLE, Seat

AGAIN = "Asked again, she would have ordered otherwise: a bot's plan and time are not in the record."


def player(replay: Replay, seat: Seat) -> str | None:
    """The bot that had a seat when the match began; None for a person."""
    name = replay.record.header.seats.get(seat, "")
    return name if name.split("-")[-1] in NAMES else None


def reason_at(replay: Replay, position: int, seconds: float | None = None) -> Reason | None:
    """Why the bot gave the order that led to a position; None where no bot did, or it cannot say.

    The bot is asked again with nothing but what its seat saw then; an admiral may be held to fewer seconds.
    """
    seat = replay.lines[position].by if position else ""
    name = player(replay, seat) if seat not in ("", TABLE) else None
    if name is None or called(name).rank == "midshipman" or replay.action(position) is None:
        return None
    rules = replay.rules
    view = rules.view(replay.at(position - 1)[0], seat)
    asked = bot(name, 0, replay.record.header.title)
    if isinstance(asked, Admiral) and seconds is not None:
        asked.seconds = min(asked.seconds, seconds)
    order = asked.choose(view, rules.legal(view), rules)
    reason = why(asked)
    if reason is None or order == replay.action(position):
        return reason
    return Reason(reason.order, reason.plan, reason.weighed, AGAIN)
