"""Looking back at what bots did: why one gave an order of a record, asked again as she saw the table then."""

from __future__ import annotations

from typing import Any

from weathergauge.bots import NAMES, bot, called
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.reasons import Reason, why
from weathergauge.match import Replay
from weathergauge.match.record import NOTHING, Line, Record
from weathergauge.ruleset import Rules, Seat

AGAIN = "Asked again, she would have ordered otherwise: a bot's plan and time are not in the record."


def player(record: Record, seat: Seat) -> str | None:
    """The bot that had a seat when the match began, where it can say why; None for a person, the table and a midshipman."""
    name = record.header.seats.get(seat, "")
    rank = name.split("-")[-1]
    return name if rank in NAMES and rank != "midshipman" else None


def has_reason(record: Record, line: Line, rules: Rules, before: Any) -> bool:
    """Whether the bot whose step a line is can say why it gave its order, of the state it met.

    An admiral is not asked, which takes him his time: he can wherever his captain can.
    """
    name = player(record, line.by)
    if name is None or line.do is NOTHING or line.by not in rules.to_act(before):
        return False
    view = rules.view(before, line.by)
    captain = bot("-".join([part for part in (called(name).temper, "captain") if part]), 0, record.header.title)
    captain.choose(view, rules.legal(view), rules)
    reason = why(captain)
    return reason is not None and bool(reason.plan or reason.weighed)


def reason_at(replay: Replay, position: int, seconds: float | None = None) -> Reason | None:
    """Why the bot gave the order that led to a position; None where no bot did, or it cannot say.

    The bot is asked again with nothing but what its seat saw then; an admiral may be held to fewer seconds.
    """
    seat = replay.lines[position].by if position else ""
    name = player(replay.record, seat)
    if name is None or replay.action(position) is None:
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
