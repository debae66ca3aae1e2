"""A lesson at the keyboard: the voice, how far its pupil has come, and what the others do by the book."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from msgspec import DecodeError

from weathergauge import codec, rulesets
from weathergauge.cli.console import Wrong
from weathergauge.cli.table import seating, shelf
from weathergauge.cli.table.talk import Talk
from weathergauge.files.lesson import Lesson, Moment
from weathergauge.match import Match, lessons
from weathergauge.match.lessons import BOOK, FAR, Progress, Voice
from weathergauge.ruleset import Seat

BESIDE = ".lesson"
"""Goes with the name of the record: how far its pupil has come."""


class Tutor:
    """The voice of a lesson beside a match; what it knows is kept in a file beside the record."""

    def __init__(self, lesson: Lesson, moment: Moment, match: Match, path: Path | None, progress: Progress) -> None:
        self.lesson, self.moment, self.match, self.path = lesson, moment, match, path
        self.progress = progress
        self._said = ""

    @property
    def seat(self) -> Seat:
        """The pupil's."""
        return self.moment.seat

    @property
    def voice(self) -> Voice | None:
        """What it says now; None once the lesson was left."""
        return lessons.voice(self.lesson, self.progress, self.match, self.seat)

    def lead(self) -> None:
        """Go on by the book until the pupil is to do something."""
        for _ in range(FAR):
            self.match.settle()
            after = lessons.step_on(self.moment, self.progress, self.match, self.seat)
            if after is None:
                return
            self.keep(after)

    def why_not(self, action: Any) -> str | None:
        """Say why it does not let something be ordered now."""
        return lessons.why_not(self.moment, self.progress, action)

    def ordered(self, action: Any) -> None:
        """Take note of what the pupil has ordered."""
        self.keep(lessons.ordered(self.moment, self.progress, self.match, action))

    def went_back(self, gone: set[int]) -> None:
        """Ask again for a step that was taken back."""
        self.keep(lessons.went_back(self.progress, sorted(gone)))

    def read_on(self) -> None:
        """Go on from what was only to be read."""
        self.keep(lessons.read_on(self.moment, self.progress, self.match))

    def leave(self) -> None:
        """Say nothing more."""
        self.keep(lessons.left(self.progress))

    def speak(self, talk: Talk, again: bool = False) -> None:
        """Say what is new, and how it is typed; everything once more where that is asked for."""
        voice = self.voice
        if voice is None or (not again and self._said == f"{voice.cue} {voice.waits}"):
            return
        self._said = f"{voice.cue} {voice.waits}"
        talk.console.print()
        talk.console.rule(f"{voice.title}, {min(voice.cue + 1, voice.cues)} of {voice.cues}", style="dim")
        for words, style in ((voice.then, "italic"), (voice.say, "bold")):
            if words:
                talk.console.print(words, style=style, markup=False)
        if voice.keys:
            talk.console.print(f"Type: {voice.keys}    (or `guide do`; `guide` says it again, `guide leave` goes on without it)", style="dim", markup=False)  # fmt: skip

    def keep(self, progress: Progress) -> None:
        """Note how far the pupil has come, whole or not at all."""
        self.progress = progress
        if self.path is None:
            return
        place = beside(self.path)
        new = place.with_name(place.name + ".new")
        new.write_bytes(codec.encode(progress))
        os.replace(new, place)


def beside(path: Path) -> Path:
    """The file beside a record that says how far the pupil has come."""
    return path.with_name(path.name + BESIDE)


def begun(title: str, name: str | None, path: Path | None = None) -> tuple[Match, Tutor, Path]:
    """A new match that is a moment of a lesson; a sentence where there is none of that name."""
    rules, lesson = rulesets.ruleset(title), rulesets.lesson(title)
    if lesson is None:
        raise Wrong(f"{title} has no lesson: begin with any of its scenarios")
    moment = lesson.moments[0] if name is None else lesson.moment(name)
    if moment is None:
        raise rulesets.misspelt(f"moment of {title}", name or "", [moment.name for moment in lesson.moments])
    position = lessons.position(rules, moment)
    card = rules.card_of(moment.scenario)
    seats = card.seats if card else rules.seats
    players = {seat: seating.ME if seat == moment.seat else BOOK for seat in seats}
    place = path or shelf.new_path(title, f"lesson-{moment.name}")
    match = Match.create(
        rules, title, moment.scenario, moment.settings, players, path=place, seed=moment.seed, position=position,
        words={seat: "none" if seat == moment.seat else "bot" for seat in seats},
    )  # fmt: skip
    tutor = Tutor(lesson, moment, match, place, Progress(moment.name))
    tutor.keep(tutor.progress)
    return match, tutor, place


def taken_up(match: Match, path: Path) -> Tutor | None:
    """The tutor of a match that was left; None where it is no lesson, or was left for good."""
    try:
        progress = codec.decode(beside(path).read_bytes(), Progress)
    except FileNotFoundError:
        return None
    except (OSError, DecodeError) as error:
        raise Wrong(
            f"{beside(path)} cannot be read ({error}): remove it, and the match goes on without its lesson"
        ) from None
    lesson = rulesets.lesson(match.header.title)
    moment = None if lesson is None else lesson.moment(progress.moment)
    if lesson is None or moment is None or progress.left:
        return None
    return Tutor(lesson, moment, match, path, progress)
