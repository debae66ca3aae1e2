"""What is worth telling of what happened: a title weighs its events, and a dispatch tells the weightiest of those a seat heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

__all__ = ["ALL", "FEWEST", "MOST", "NEWS", "ORDER", "STEP", "UNSAID", "Great", "Level", "Tiding", "chosen", "moved_on"]

Level = Literal["unsaid", "all", "orders", "dispatch"]
"""The shortest log in which an event stands: nowhere, in the whole one, among what was ordered and done, or in the dispatch."""
Great = Literal["", "out", "war", "fallen", "struck", "taken", "sunk", "exploded", "won"]
"""What makes a moment a great one."""
MOST, FEWEST = 6, 3
"""Sentences of a dispatch; where too little of weight happened, what was done fills it up to the fewest."""


class Tiding(Struct, frozen=True, omit_defaults=True):
    """What an event is worth."""

    level: Level = "all"
    size: int = 0
    """How much it did: of several on one level the greatest are told."""
    great: Great = ""
    chapter: str = ""
    """The name of a chapter that begins with it: a battle of a campaign."""
    step: bool = False
    """Whether a step of the turn begins with it."""
    within: bool = False
    """Whether it belongs to the chapter that was begun: the first that does not ends it."""


UNSAID, ALL, STEP, ORDER, NEWS = Tiding("unsaid"), Tiding(), Tiding(step=True), Tiding("orders"), Tiding("dispatch")


def moved_on(deciding: bool, tidings: Iterable[Tiding]) -> bool:
    """Whether the move of a seat is over, after it gave an order: it decides no longer, or another step has begun."""
    return not deciding or any(tiding.step for tiding in tidings)


def chosen(tidings: Sequence[Tiding]) -> tuple[int, ...]:
    """Choose what a dispatch tells, by place, in the order in which it happened: great moments before anything else."""
    ranks = {place: (bool(tiding.great), tiding.size, place) for place, tiding in enumerate(tidings)}
    news = [place for place in ranks if tidings[place].level == "dispatch"]
    done = [place for place in ranks if tidings[place].level == "orders"]
    told = sorted(news, key=lambda place: ranks[place], reverse=True)[:MOST]
    if len(told) < FEWEST:
        told += sorted(done, key=lambda place: ranks[place], reverse=True)[: FEWEST - len(told)]
    return tuple(sorted(told))
