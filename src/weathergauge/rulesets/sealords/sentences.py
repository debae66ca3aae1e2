"""The log and orders in sentences: each told by the chapter whose it is."""

from __future__ import annotations

from typing import Any

from weathergauge.frame.words import capital
from weathergauge.rulesets.sealords import auxiliaries, battle, council, favours, sea, yards
from weathergauge.rulesets.sealords.common import Began, Committed, Ended, Noticed, Ready
from weathergauge.rulesets.sealords.favours import RankSpent
from weathergauge.rulesets.sealords.state import Date, Table, View
from weathergauge.rulesets.sealords.words import date_words
from weathergauge.rulesets.sealords.world import World

NOTICED_WORDS = {
    "dice": "roll dice behind their screen",
    "stores": "use stores that convoys have landed",
    "company": "join company with ships that are followed",
    "awards": "count their awards in another way from now on",
}


def told(table: Table, event: Any, world: World) -> str:
    """An event as a sentence of the log."""
    match event:
        case RankSpent():
            return favours.told(event, world)
        case Began(date=date, step=step):
            return _began(date, step, world)
        case Committed(side=side):
            return f"{capital(world.side_words[side])} are ready."
        case Noticed(side=side, what=what):
            return f"{capital(world.side_words[side])} {NOTICED_WORDS[what]}."
        case Ended(winner=winner, reason=reason):
            who = "Nobody wins" if not winner else f"{capital(world.side_words[winner])} win"
            return f"{who}: {reason}."
    for chapter in (sea, auxiliaries, battle, council, yards):
        sentence: str | None = chapter.told(table, event, world)
        if sentence is not None:
            return sentence
    raise ValueError(f"no chapter tells of {type(event).__name__}")


def ordered(view: View, action: Any, world: World) -> str:
    """An order as a sentence."""
    if isinstance(action, Ready):
        return "nothing more to decide"
    if isinstance(action, favours.SpendRank):
        return favours.ordered(action, world)
    for chapter in (sea, auxiliaries, battle, council, yards):
        sentence: str | None = chapter.ordered(view, action, world)
        if sentence is not None:
            return sentence
    raise ValueError(f"no chapter orders {type(action).__name__}")


def _began(date: Date, step: str, world: World) -> str:
    if step == "winds":
        turn = f"{capital(date_words(date, world))}: " if date.impulse == 1 else ""
        return f"{turn}impulse {date.impulse}."
    if step == "gales_move":
        return f"Increment {date.mpi} of impulse {date.impulse}."
    return f"The administrative phase of {date_words(date, world)}."
