"""Lessons at a table: what the pupil may order, how far he has come, and whatever is done for him or against him by the book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from weathergauge import rulesets
from weathergauge.files.lesson import Lesson, Moment
from weathergauge.match import lessons
from weathergauge.match.lessons import BOOK, FAR, Voice
from weathergauge.ruleset import Refused, Seat

if TYPE_CHECKING:
    from weathergauge.server.change import Change
    from weathergauge.server.table import Table


def taught(table: Table) -> tuple[Lesson, Moment] | None:
    """The lesson that a match is a moment of; None where it is none, was left, or is known no more."""
    progress = table.row.facts.lesson
    lesson = None if progress is None or progress.left else rulesets.lesson(table.row.title)
    moment = lesson.moment(progress.moment) if lesson is not None and progress is not None else None
    return (lesson, moment) if lesson is not None and moment is not None else None


def act(change: Change, seat: Seat, action: Any, decision: str | None) -> None:
    """Give an order of the seat, where the voice of a lesson lets it, and take note of it."""
    table = change.table
    if (why := why_not(table, seat, action)) is not None:
        raise Refused(why)
    table.going.act(seat, action, decision=decision)
    change.heard()
    found, progress = taught(table), table.row.facts.lesson
    if found is not None and progress is not None and seat == found[1].seat:
        table.row.facts.lesson = lessons.ordered(found[1], progress, table.going, action)


def why_not(table: Table, seat: Seat, action: Any) -> str | None:
    """Say why the voice of a lesson does not let something be ordered now; None where it does, or there is none."""
    found, progress = taught(table), table.row.facts.lesson
    if found is None or progress is None or seat != found[1].seat:
        return None
    return lessons.why_not(found[1], progress, action)


def lead(change: Change) -> None:
    """Go on by the book, until the pupil is to do something."""
    table = change.table
    for _ in range(FAR):
        found, progress = taught(table), table.row.facts.lesson
        if found is None or progress is None:
            return
        after = lessons.step_on(found[1], progress, table.going, found[1].seat)
        if after is None:
            return
        table.row.facts.lesson = after
        change.heard()
        change.settle()


def read_on(change: Change, seat: Seat) -> None:
    """Go on from what was only to be read."""
    table, found = change.table, taught(change.table)
    if found is None or (progress := table.row.facts.lesson) is None or seat != found[1].seat:
        raise Refused("this is no lesson: there is nothing to go on from")
    table.row.facts.lesson = lessons.read_on(found[1], progress, table.going)


def went_back(change: Change, gone: set[int]) -> None:
    """Hear the cues again of steps that were taken back."""
    facts = change.table.row.facts
    if facts.lesson is not None:
        facts.lesson = lessons.went_back(facts.lesson, sorted(gone))


def leave(change: Change, bot: str) -> None:
    """Leave the lesson: the match goes on, and a bot plays what the book has played."""
    table, facts = change.table, change.table.row.facts
    if facts.lesson is None or facts.lesson.left:
        raise Refused("this is no lesson: there is nothing to leave")
    facts.lesson = lessons.left(facts.lesson)
    for place in facts.seats:
        if place.bot == BOOK:
            if table.going.result is None:
                table.going.hand_over(place.seat, bot)
            place.player, place.bot = bot, bot
    change.heard()


def voice(table: Table, seat: Seat) -> Voice | None:
    """What the voice says to a seat now."""
    found, progress = taught(table), table.row.facts.lesson
    if found is None or progress is None or table.match is None or seat != found[1].seat:
        return None
    return lessons.voice(found[0], progress, table.match, seat)
