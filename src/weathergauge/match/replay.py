"""A replay: a record looked at again, forwards and backwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from weathergauge import codec
from weathergauge.match.course import Course, follow_on
from weathergauge.match.opening import RulesFor, rules_of, start_of
from weathergauge.match.record import NOTHING, Record, RecordError
from weathergauge.ruleset import PROCEED, TABLE, Told


class Replay:
    """A record to walk through. `lines` are its positions: the start, then every step, withdrawal and word to the match.

    States are kept at a fence every so often; the ones between are played again when they are asked for. Where a step cannot be
    played again that is a RecordError; asked to go on `partly`, it ends before that step, and `broken` says why.
    """

    def __init__(
        self, source: Path | str | Record, rules_for: RulesFor, every: int = 100, partly: bool = False
    ) -> None:
        self.record = source if isinstance(source, Record) else Record.read(source)
        self.rules = rules_of(self.record, rules_for)
        first, course = start_of(self.record, self.rules, keep=0)
        self.lines = [self.record.line(first)]
        self._places = [first]
        self._kept = [(0, course.mark)]
        self._now: tuple[int, Course] | None = None
        self.broken: RecordError | None = None
        try:
            self._walk(course, first, every)
        except RecordError as error:
            if not partly:
                raise
            self.broken = error
        self.result = None if self.broken else course.result

    def _walk(self, course: Course, first: int, every: int) -> None:
        for index, line, events in follow_on(course, self.record, first):
            if events is not None:
                self.lines.append(line)
                self._places.append(index)
                if course.mark.n == line.n and len(self.lines) - self._kept[-1][0] > every:
                    self._kept.append((len(self.lines) - 1, course.mark))

    def __len__(self) -> int:
        return len(self.lines)

    def action(self, position: int) -> Any:
        """What was done there, or None where the line is no step."""
        line = self.lines[position]
        return (
            None
            if line.do is NOTHING
            else PROCEED
            if line.by == TABLE
            else codec.decode(line.do, self.rules.types.action)
        )

    def at(self, position: int) -> tuple[Any, tuple[Told, ...]]:
        """The state there, and the events that led to it."""
        start, mark = next(kept for kept in reversed(self._kept) if kept[0] < position or kept[0] == 0)
        course = Course(self.rules, self.record.header.dice == "typed", mark, keep=0)
        if self._now is not None and start <= self._now[0] < position:
            start, course = self._now
        told: tuple[Told, ...] = ()
        if start < position:
            for _, _, events in follow_on(course, self.record, self._places[start], self._places[position]):
                told = told if events is None else events
        self._now = position, course
        return course.state, told
