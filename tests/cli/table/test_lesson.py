"""A lesson at the keyboard: followed by what it says to type, left, and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.keyboard import Person
from weathergauge import rulesets
from weathergauge.cli import play
from weathergauge.cli.console import Wrong
from weathergauge.cli.table.lesson import beside
from weathergauge.cli.table.shelf import newest_first
from weathergauge.match import Replay


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))
    return tmp_path


def typed(title: str, moment: str) -> list[str]:
    """What somebody types who does what the voice says: Enter to read on, its keys for an order."""
    lesson = rulesets.lesson(title)
    assert lesson is not None
    found = lesson.moment(moment)
    assert found is not None
    return [cue.keys for cue in found.cues if cue.waits in ("read", "order")]


def test_whoever_types_what_it_says_wins(home: Path):
    """The duel of the lesson, over a pause: half of it is typed, and the rest when it is taken up again."""
    lines = typed("trafalgar", "duel")
    first = Person(*lines[:5])
    assert play.learn("trafalgar", talk=first.talk) == 0
    assert "Type: bellerophon turn 30 port" in first.shown
    (path,) = newest_first()
    assert beside(path).is_file()
    again = Person(*lines[5:])
    assert play.take_up(path, talk=again.talk) == 0
    assert "The record" not in first.shown
    assert "Aigle has struck her colours: the battle is yours" in " ".join(again.shown.split())
    result = Replay(path, rulesets.ruleset).result
    assert result is not None
    assert result.winner == "british"


def test_one_moment_leads_to_the_next_and_other_orders_wait(home: Path):
    """What it does not wait for is refused with what it does; at the end of a moment Enter begins the one after."""
    person = Person("", "plot rowley palma", "guide do", "", "", "guide leave", "quit")
    assert play.learn("mistral", "wind", person.talk) == 0
    shown = " ".join(person.shown.split())
    assert "Your guide waits for something else" in shown
    assert "a plot is enough" in shown
    assert "A course against the wind, 1 of 2" in shown
    assert "from here on you play against a bot" in shown


def test_what_cannot_be_learned_is_a_sentence(home: Path):
    """A moment that is none, a file beside the record that is spoilt, and words that go with no lesson."""
    with pytest.raises(ValueError, match="did you mean yards"):
        play.learn("mistral", "yard", Person().talk)
    with pytest.raises(Wrong, match="needs a title"):
        play.main(["--guided"])
    with pytest.raises(Wrong, match="nothing else"):
        play.main(["--guided", "mistral", "--dice", "typed"])
    play.learn("trafalgar", talk=Person("").talk)
    (path,) = newest_first()
    beside(path).write_text("{", encoding="utf-8")
    with pytest.raises(Wrong, match="goes on without its lesson"):
        play.take_up(path, talk=Person().talk)
