"""What a person at a seat sent, was answered and was shown: what the server is held to afterwards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sent:
    """Something that was sent, and whether an answer came: without one it may have been done, once, or not at all."""

    what: Any
    answered: bool


@dataclass(frozen=True)
class Receipt:
    """An order with its key and the very bytes it was answered with."""

    path: str
    key: str
    body: Any
    answer: bytes


@dataclass
class Ledger:
    """Everything one seat may rely on."""

    orders: list[Sent] = field(default_factory=list)
    words: list[Sent] = field(default_factory=list)
    backs: list[Sent] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    heads: set[str] = field(default_factory=set)
    shown: dict[int, str] = field(default_factory=dict)
    """Events by number, whether a stream brought them or a receipt."""
    streamed: int = 0
    """The number of the last event that the stream brought."""
    faults: list[str] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """How many orders were answered."""
        return sum(one.answered for one in self.orders)

    def show(self, event: Any) -> None:
        """Keep an event that was shown; it must look the same for ever."""
        number, text = int(event["number"]), plain(event)
        if self.shown.setdefault(number, text) != text:
            self.faults.append(f"event {number} was shown in two forms: {self.shown[number]} and {text}")

    def stream(self, event: Any) -> None:
        """Keep an event that the stream brought: the next one, neither a later nor one that came before."""
        number = int(event["number"])
        if number != self.streamed + 1:
            self.faults.append(f"the stream went from event {self.streamed} to {number}")
        self.streamed = number
        self.show(event)

    def head(self, head: str | None) -> None:
        if head:
            self.heads.add(head)


def plain(event: Any) -> str:
    """An event as a text that is the same for equal events."""
    return json.dumps(event, sort_keys=True)


def fits(recorded: Sequence[Any], sent: Sequence[Sent]) -> bool:
    """Whether all that was answered was recorded, in its order, and the rest once or not at all, and nothing else."""
    reached = {0}
    for one in sent:
        there = {at + 1 for at in reached if at < len(recorded) and recorded[at] == one.what}
        reached = there if one.answered else there | reached
    return len(recorded) in reached
