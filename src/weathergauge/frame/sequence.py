"""The steps of a turn in their printed order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Generic, TypeVar

from weathergauge.dice import Dice
from weathergauge.frame.chapter import Chapter, Closed
from weathergauge.frame.table import Position

S = TypeVar("S", bound=Position[Any, Any])


class Steps(Generic[S]):
    """The steps that a turn goes through, each with the chapter that begins it; after the last comes the first again."""

    def __init__(self, order: tuple[str, ...], chapters: Iterable[Chapter[S, Any, Any, Any]]) -> None:
        self.next = dict(pairwise((*order, order[0])))
        self.chapters: dict[str, Chapter[S, Any, Any, Any]] = {}
        for chapter in chapters:
            for step in chapter.steps:
                self.chapters.setdefault(step, chapter)
        if missing := [step for step in order if step not in self.chapters]:
            raise ValueError(f"no chapter begins the step {missing[0]}")

    def after(self, state: S, step: str, dice: Dice) -> S:
        """Go on from a step that is done to the next in which somebody must decide."""
        while True:
            step = self.next[step]
            begun = self.chapters[step].begin(state, step, dice)
            if not isinstance(begun, Closed):
                return begun
            state = begun.state
