"""What a seat may do now: the part of it that is the same in every ruleset."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from weathergauge.procedures import nearest
from weathergauge.ruleset import Form

At = TypeVar("At")
Act = TypeVar("Act")

STEP = "step"
"""The subject of what a whole side decides, such as to end a step, beside its ships."""


class Offers(ABC, Generic[At, Act]):
    """The choices of one seat. `at` is what it decides from, and None where it has nothing to decide.

    A ruleset says what there is to order, `subjects_at`, what may be ordered, `of_at`, and what is wrong with an order,
    `why_not_at`; it is asked only where the seat is to act. `waiting` says in words what is being done now.
    """

    ended = "the battle is over"

    at: At | None

    @abstractmethod
    def over(self) -> bool: ...
    @abstractmethod
    def waiting(self) -> str: ...
    @abstractmethod
    def subjects_at(self, at: At) -> Sequence[str]: ...
    @abstractmethod
    def of_at(self, at: At, subject: str) -> Sequence[Act]: ...
    @abstractmethod
    def why_not_at(self, at: At, action: Any) -> str | None: ...

    def forms_at(self, at: At) -> Sequence[Form]:
        """Free moves with their limits, where there are any."""
        return ()

    def __iter__(self) -> Iterator[Act]:
        for subject in self.subjects():
            yield from self.of(subject)

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def subjects(self) -> Sequence[str]:
        return () if self.at is None else self.subjects_at(self.at)

    def of(self, subject: str) -> Sequence[Act]:
        return () if self.at is None else self.of_at(self.at, subject)

    def forms(self) -> Sequence[Form]:
        return () if self.at is None else self.forms_at(self.at)

    def why_not(self, action: Any) -> str | None:
        """None when the action is legal, else the sentence the player reads."""
        if self.at is None:
            return self.ended if self.over() else f"it is not your turn: {self.waiting()}"
        return self.why_not_at(self.at, action)

    def not_now(self) -> str:
        """Refuse an order of another step."""
        return f"that is not done now: {self.waiting()}"


def no_such_ship(id: str, known: Sequence[str]) -> str:
    """Refuse a ship that nobody knows, with the nearest that somebody does."""
    return f"'{id}': there is no such ship; {nearest(id, known)}"
