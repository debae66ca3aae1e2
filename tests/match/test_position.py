"""A position as text: it reads back to the very same state, and says what is wrong with one that was spoilt."""

import io
from pathlib import Path

import pytest

from weathergauge import cli
from weathergauge.match import Match, Replay
from weathergauge.match.position import Position, PositionError, read, written
from weathergauge.rulesets import ruleset

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))


def standing(record: Path, at: int) -> Position:
    """How a golden match stood."""
    replay = Replay(record, ruleset)
    head = replay.record.header
    state = replay.at(min(at, len(replay) - 1))[0]
    return Position(head.title, head.scenario, dict(head.settings), head.written, state)


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("at", [0, 40, 90, 10_000])
def test_a_position_of_every_title_reads_back(record: Path, at: int):
    """What was written is read as the same state, with everything that sides keep secret, and written the same again."""
    position = standing(record, at)
    rules = ruleset(position.title)
    text = written(rules, position)
    assert read(text, ruleset) == position
    assert written(rules, read(f"\n  {text.replace(chr(10), chr(10) + '   ')}\n\n", ruleset)) == text


def test_it_says_only_what_is_otherwise():
    """A match that has just begun is three lines; a ship that moved has a line of her own."""
    begun = standing(RECORDS[3], 0)
    assert begun.title == "trafalgar"
    assert len(written(ruleset("trafalgar"), begun).splitlines()) == 3
    moved = written(ruleset("trafalgar"), standing(RECORDS[3], 40))
    assert any(line.startswith("table.ships[victory] x=") for line in moved.splitlines())


TEXT = """position trafalgar 2
scenario duel
table turn=3
table.ships[aigle] x=2000 y=1700 crossed=4
"""


def test_a_position_written_by_hand_is_played_on_from(tmp_path: Path):
    """Without a seal it is taken as it stands, and a match begins there."""
    found = read(TEXT, ruleset)
    match = Match.create(
        ruleset("trafalgar"), "trafalgar", found.scenario, path=tmp_path / "m.jsonl", position=found.state
    )
    aigle = match.state.table.ships[1]
    assert (match.state.table.turn, aigle.x, aigle.crossed) == (3, 2000, 4)
    match.close()


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("position trafalgar 2", "position trafalgar 9", "is of version 9 of the rules of trafalgar, and these are version 2"),
        ("position trafalgar 2", "pos trafalgar", "Line 1: expected a position, such as: position trafalgar 2; found: pos trafalgar"),
        ("position trafalgar", "position trafalger", "did you mean trafalgar"),
        ("scenario duel", "scenario dual", "cannot be set up: "),
        ("turn=3", "turn 3", "Line 3: expected changes such as turn=3 or -speed; found: turn 3"),
        ("turn=3", "turn=three", "Line 3: three is no value"),
        ("turn=3", 'turn="three"', "This is no position of trafalgar: "),
        ("[aigle]", "[aigl]", "Line 4: there is nothing at table.ships[aigl]"),
        ("table.ships", "table..ships", "Line 4: there is nothing at table..ships"),
        ("crossed=4", "-crossed", "Line 4: there is nothing at table.ships[aigle]"),
        ("crossed=4", "crosed=4", "There is no table.ships[aigle].crosed in trafalgar"),
        ("scenario duel", 'scenario duel\nsettings {"arc":', "Line 3: "),
        (TEXT, "", "Line 1: expected a position, such as: position trafalgar 2; found: nothing"),
        (TEXT, TEXT + "seal 000000000000\n", "does not fit its seal 000000000000: a line was lost or changed"),
        (TEXT, TEXT + "seal 0\ntable turn=4\n", "Line 6: expected nothing after the seal"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(was: str, now: str, sentence: str):
    """It names the line, what was expected and what was found."""
    with pytest.raises(ValueError) as told:
        read(TEXT.replace(was, now), ruleset)
    assert sentence in str(told.value)
    assert "\n" not in str(told.value)


def test_a_text_that_is_far_too_long_is_not_read():
    """It is refused for its length."""
    with pytest.raises(PositionError, match="2,000,000"):
        read("x" * 2_000_001, ruleset)


def test_at_the_keyboard(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """A record is written down, the text is written the same again, changed by hand, and a match goes on from what is pasted."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))
    assert cli.main(["position", str(RECORDS[3]), "--at", "turn4"]) == 0
    text = capsys.readouterr().out
    kept = tmp_path / "four.txt"
    kept.write_text(text)
    assert cli.main(["position", str(kept)]) == 0
    assert capsys.readouterr().out == text
    monkeypatch.setattr("sys.stdin", io.StringIO(text + "quit\n"))
    assert cli.main(["play", "--position", "-", "--seat", "allied=me", "--seat", "british=me"]) == 0
    assert "turn 4 of 15" in capsys.readouterr().out
    assert cli.main(["position", "--at", "3", str(kept)]) == 2
    assert capsys.readouterr().err.startswith("--at: a position is one moment")
    assert cli.main(["play", "trafalgar", "duel", "--position", str(kept)]) == 2
    assert capsys.readouterr().err.startswith("--position says what is played")
