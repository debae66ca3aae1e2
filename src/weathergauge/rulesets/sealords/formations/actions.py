"""What can be ordered of formations, squadrons and leaders, and what the log tells of it."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Look
from weathergauge.ruleset import Action, Event
from weathergauge.rulesets.sealords.terms import Side


class TransferSail(Action, frozen=True):
    """Sail from one squadron to another of its contingent and class in the same place; without `to`, to a new one."""

    squadron: str
    sail: int
    to: str = ""


class MoveSquadron(Action, frozen=True):
    """A squadron joins another formation in the same place."""

    squadron: str
    to: str


class JoinFormations(Action, frozen=True):
    """A formation becomes part of another in the same place."""

    formation: str
    into: str


class DetachSquadron(Action, frozen=True):
    """A squadron leaves her formation; a detachment keeps its orders."""

    squadron: str
    kind: Literal["squadron", "detachment"] = "squadron"


class PostLeader(Action, frozen=True):
    """A leader takes over a formation; whom he relieves is without a post."""

    leader: str
    formation: str


class RelieveLeader(Action, frozen=True):
    """A formation's leader is without a post."""

    formation: str


class PromoteLeader(Action, frozen=True):
    leader: str


class Reorganised(Event, frozen=True):
    """A change among a side's forces, or a check for it that was failed."""

    side: Side
    words: str
    passed: bool = True
    account: tuple[Look, ...] = ()
