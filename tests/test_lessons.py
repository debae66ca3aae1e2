"""Lessons: what a file of one is held to, and every title's own, gone through to its end by what its voice says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from weathergauge import codec, rulesets
from weathergauge.cli.table.desk import desk_for
from weathergauge.files.handwritten import Faulty
from weathergauge.files.lesson import CONTROLS, Lesson, Moment, matches, read_lesson
from weathergauge.match import Match, lessons
from weathergauge.match.lessons import Progress
from weathergauge.ruleset import Refused

TITLES = [title.name for title in rulesets.TITLES if title.written]


def taught(title: str) -> Lesson:
    found = rulesets.lesson(title)
    assert found is not None, f"{title} has no lesson"
    return found


MOMENTS = [(title, moment.name) for title in TITLES for moment in taught(title).moments]


class Pupil:
    """Somebody who does what the voice says, and nothing else."""

    def __init__(self, title: str, moment: Moment) -> None:
        self.rules, self.moment = rulesets.ruleset(title), moment
        self.match = Match.create(
            self.rules, title, moment.scenario, moment.settings, seed=moment.seed,
            position=lessons.position(self.rules, moment),
        )  # fmt: skip
        self.progress = Progress(moment.name)

    def settle(self) -> None:
        self.match.settle()
        while (after := lessons.step_on(self.moment, self.progress, self.match, self.moment.seat)) is not None:
            self.progress = after
            self.match.settle()

    def order(self, action: Any) -> None:
        """Give an order as the pupil does: what the voice does not let him is refused."""
        if (why := lessons.why_not(self.moment, self.progress, action)) is not None:
            raise Refused(why)
        self.match.act(self.moment.seat, action)
        self.progress = lessons.ordered(self.moment, self.progress, self.match, action)


@pytest.mark.parametrize(("title", "name"), MOMENTS)
def test_a_pupil_who_follows_the_voice_comes_to_the_end(title: str, name: str):
    """Each order it asks for is legal then, typed at the keyboard it is the same, what it points at is there, and nobody loses."""
    lesson = taught(title)
    moment = lesson.moment(name)
    assert moment is not None
    pupil, desk = Pupil(title, moment), desk_for(rulesets.ruleset(title))
    given = 0
    pupil.settle()
    while (cue := lessons.cue_of(moment, pupil.progress)) is not None:
        seen = pupil.match.view(moment.seat)
        known = codec.encode([seen, pupil.rules.sea(seen), pupil.rules.chart_room()]).decode()
        for point in cue.point:
            assert point in CONTROLS or f'"{point}"' in known, f"cue {pupil.progress.cue} points at {point}"
        if cue.waits == "read":
            pupil.progress = lessons.read_on(moment, pupil.progress, pupil.match)
            pupil.settle()
            continue
        assert cue.do is not None, f"cue {pupil.progress.cue} waits for what nobody is told to order"
        at = pupil.progress.cue
        assert pupil.match.legal(moment.seat).why_not(cue.do) is None, f"cue {at}: {cue.do}"
        assert cue.keys, f"cue {at} cannot be followed at the keyboard"
        assert cue.do in desk.read(seen, cue.keys.split(), ""), f"cue {at}: {cue.keys}"
        pupil.order(cue.do)
        given += 1
        assert cue.waits == "event" or pupil.progress.cue == at + 1
        pupil.settle()
    told = lessons.voice(lesson, pupil.progress, pupil.match, moment.seat)
    assert told is not None
    assert given == sum(cue.waits == "order" for cue in moment.cues), "a cue was passed over that could not be followed"
    assert told.waits == "over"
    assert told.won
    assert told.say == moment.won
    result = pupil.match.result
    assert result is None or result.winner in (moment.seat, None)


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_a_lesson_that_can_be_read_aloud(title: str):
    """Each ends well, takes about ten minutes, and a campaign has its eight moments."""
    lesson = taught(title)
    assert 5 <= lesson.minutes <= 30
    assert len(lesson.moments) == (8 if rulesets.title(title).ruleset == "sealords" else 1)
    assert sum(len(moment.cues) for moment in lesson.moments) >= 10


def test_what_is_not_waited_for_is_refused_with_what_is():
    """The voice says again what it waits for, and that one may leave; whoever left may order what he likes."""
    moment = taught("trafalgar").moments[0]
    pupil = Pupil("trafalgar", moment)
    pupil.settle()
    other = codec.convert({"type": "move", "ship": "bellerophon", "distance": 300}, pupil.rules.types.action)
    with pytest.raises(Refused, match="read on first"):
        pupil.order(other)
    pupil.progress = lessons.read_on(moment, pupil.progress, pupil.match)
    with pytest.raises(Refused, match="30 degrees to port"):
        pupil.order(other)
    with pytest.raises(Refused, match="nothing to go on from"):
        lessons.read_on(moment, pupil.progress, pupil.match)
    pupil.progress = lessons.left(pupil.progress)
    pupil.order(other)


def test_patterns_are_values_lists_limits_and_patterns_within():
    """An order is right if it looks as the cue has it; of what the cue does not say it may be anything."""
    value = {"type": "turn", "ship": "mars", "angle": 20, "by": {"who": "me"}, "aims": ["a", "b"]}
    assert matches({"type": "turn"}, value)
    assert matches({"angle": [15, 20]}, value)
    assert matches({"angle": {"low": 15, "high": 25}, "by": {"who": "me"}, "aims": ["a", "b"]}, value)
    assert not matches({"angle": {"low": 25}}, value)
    assert not matches({"by": {"who": "you"}}, value)
    assert not matches({"helm": 1}, value)


FAULTY = """title = "A lesson"
words = "Words."
minutes = 900
[[moment]]
name = "one"
title = "One"
words = "Words."
scenario = "dule"
seat = "british"
seed = "x"
won = "Done."
[[moment.cue]]
say = "Turn."
do = {type = "turn", ship = "bellerophon", angel = 3}
[[moment.cue]]
say = "Fire."
until = {type = "fierd"}
want = {type = "fire", at = "aigle"}
pont = ["aigle"]
"""


def test_every_mistake_of_a_file_is_named_by_its_line(tmp_path: Path):
    """A scenario that is not there, an order that is none, an event of no type, a key that is misspelt."""
    path = tmp_path / "lesson.toml"
    path.write_text(FAULTY, encoding="utf-8")
    with pytest.raises(Faulty) as faulty:
        read_lesson(path, rulesets.ruleset("trafalgar"))
    said = {problem.line: problem.words for problem in faulty.value.problems}
    assert said.keys() == {3, 8, 14, 17, 18, 19}, faulty.value
    assert "from 1 to 60" in said[3]
    assert "did you mean duel" in said[8]
    assert "angel" in said[14]
    assert "did you mean fired" in said[17]
    assert "at" in said[18]
    assert "did you mean point" in said[19]
