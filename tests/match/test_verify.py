"""`weathergauge verify`: a record holds, or its first bad step is named; and `replay` walks through it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.keyboard import Person, sit_down
from weathergauge import cli, rulesets
from weathergauge.cli.replay import Walker, walk
from weathergauge.match import Match, Replay
from weathergauge.match.record import RecordError
from weathergauge.rulesets.trafalgar.rules import Trafalgar


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path / "home"))


@pytest.fixture
def record(tmp_path):
    """A short match, played to its end."""
    path = tmp_path / "match.jsonl"
    person = Person(more=["turn 20 port", "move 5", "fire", "ready", "done", "1"] * 60)
    assert sit_down(person, path=path, allied="me", settings={"turns": 4}).run() == "over"
    return path


def checked(capsys, *words: str) -> tuple[int, str]:
    status = cli.main(["verify", *words])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return status, out + err


def test_a_good_record_holds(record, capsys):
    """With what was checked."""
    status, said = checked(capsys, str(record))
    assert status == 0
    assert said.startswith(f"{record} holds: ")
    assert re.search(
        r"Checked: the seals of \d+ lines and the seed behind them, \d+ steps against the rules trafalgar", said
    )


def test_an_edited_order_is_named(record, capsys):
    """A hundredth of an inch more, and the line is found."""
    lines = record.read_bytes().split(b"\n")
    place = next(n for n, line in enumerate(lines) if b'"distance":500' in line)
    lines[place] = lines[place].replace(b'"distance":500', b'"distance":501')
    record.write_bytes(b"\n".join(lines))
    status, said = checked(capsys, str(record))
    assert status == 1
    assert said.startswith("It does not hold. ")
    assert f"line {place + 1}" in said


def test_a_record_that_is_cut_off_is_named(record, capsys):
    """What is left may be true, so it cannot be proven."""
    record.write_bytes(record.read_bytes()[:-300])
    status, said = checked(capsys, str(record))
    assert status == 3
    assert said.startswith("It cannot be proven. ")
    assert "cut off" in said


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (b"Dear Emma,\n", "is not a Weather Gauge record"),
        (b"\x00\xff\xfe", "is not a Weather Gauge record"),
        (b"", "is empty: it is no record of a match"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(text, answer, tmp_path, capsys):
    """In one line that says why."""
    path = tmp_path / "letter.jsonl"
    path.write_bytes(text)
    status, said = checked(capsys, str(path))
    assert (status, said.count("\n")) == (2, 1)
    assert answer in said


def test_a_missing_file_is_one_sentence(capsys):
    """It names the file."""
    assert checked(capsys, "nowhere.jsonl") == (2, "nowhere.jsonl: there is no such file\n")


def test_a_record_of_other_rules_is_not_judged(tmp_path, capsys):
    """It says which version can check it: that is no word against the record."""

    class Later(Trafalgar):
        version = 99

    path = tmp_path / "m.jsonl"
    rules: Any = Later()
    with Match.create(rules, "trafalgar", "duel", path=path) as match:
        match.resign("british")
    status, said = checked(capsys, str(path))
    assert status == 3
    assert "was played with the rules trafalgar 99" in said
    assert cli.main(["replay", str(path)]) == 0
    assert "was played with the rules trafalgar 99" in " ".join(capsys.readouterr().out.split())


def test_a_head_is_held_against_it(record, capsys):
    """A head that was given out is found again, and any other is not."""
    head = re.findall(rb'"h":"([0-9a-f]+)"', record.read_bytes())[5].decode()
    assert checked(capsys, str(record), "--head", head)[0] == 0
    status, said = checked(capsys, str(record), "--head", "0" * 32)
    assert status == 1
    assert "does not have the head" in said


@pytest.mark.parametrize("head", ["zz", "", "8d2c", "0" * 31 + "g", "0" * 33])
def test_what_is_no_head_is_not_held_against_it(record, capsys, head):
    """A head that was typed wrongly is refused before anything is compared."""
    status, said = checked(capsys, str(record), "--head", head)
    assert (status, said) == (2, f"--head {head}: expected a head as it was given out, 32 digits from 0 to f\n")


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ((rb'"seats":\{[^}]*\}', b'"seats":{}'), "line 1: the seats of this match are none; expected "),
        ((rb'"title":"trafalgar"', b'"title":7'), "its first line is no header (title: expected a text, got a whole number)"),
        ((rb'"distance":500', b'"distance":"x"'), "this step is no order of trafalgar: distance: expected a whole number, got a text"),
        ((rb'"distance":500', b'"distnace":500'), "this step is no order of trafalgar: distnace: there is no such field"),
        ((rb'"by":"british"', b'"by":7'), "this is no line of a record (by: expected a text, got a whole number)"),
        ((rb'"dice":\["1d6: \d"', b'"dice":["1d6: 9"'), "is no throw: those faces are not on 1d6"),
    ],
)  # fmt: skip
def test_what_an_edited_record_holds_is_said_in_our_words(record, capsys, change, answer):
    """Every field that is changed by hand is found out and named without an error of Python's."""
    pattern, instead = change
    text, count = re.subn(pattern, instead, record.read_bytes(), count=1)
    assert count == 1
    record.write_bytes(text)
    status, (out, err) = cli.main(["replay", str(record)]), capsys.readouterr()
    if pattern.startswith((rb'"seats"', rb'"title"')):  # without these nothing can be shown
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert answer in err
    else:
        assert (status, err) == (0, "")
        assert answer in " ".join(out.split())


def test_a_match_in_play_is_checked_with_its_key(tmp_path, capsys):
    """Without the key its dice cannot be proven yet."""
    path = tmp_path / "m.jsonl"
    sit_down(Person("move 5", "quit"), path=path).run()
    status, said = checked(capsys, str(path))
    assert status == 0
    assert "still in play" in said
    (tmp_path / "m.jsonl.key").unlink()
    status, said = checked(capsys, str(path))
    assert status == 3
    assert "neither its seals nor its dice can be checked" in said


def test_the_same_for_a_program(record, capsys):
    """One JSON value, of a record that holds and of what is none."""
    status, said = checked(capsys, str(record), "--json")
    told = json.loads(said)
    assert (status, told["ok"], told["outcome"]) == (0, True, "holds")
    record.write_text("x\n")
    status, said = checked(capsys, str(record), "--json")
    told = json.loads(said)
    assert (status, told["kind"], told["outcome"]) == (2, "foreign", "no record")


# Walking through it


def test_without_a_terminal_the_whole_log_is_printed(record, capsys):
    """In words, without colours."""
    assert cli.main(["replay", str(record)]) == 0
    out = capsys.readouterr().out
    assert "Bellerophon sails 5 inches" in out
    assert "won: " in out
    assert "\x1b" not in out


def test_steps_for_a_program(record, capsys):
    """From the turn that was asked for, each event with its words."""
    assert cli.main(["replay", str(record), "--json", "--at", "turn2"]) == 0
    steps = json.loads(capsys.readouterr().out)
    assert steps[0]["step"] > 0
    assert any(event["words"] for step in steps for event in step["events"])


def test_an_altered_record_is_walked_through_with_a_warning(record, capsys):
    """Its first line says that it does not hold; what can be played is shown."""
    assert cli.main(["replay", str(record)]) == 0
    good = capsys.readouterr().out
    lines = record.read_bytes().split(b"\n")
    place = next(n for n, line in enumerate(lines) if b'"distance":500' in line)
    lines[place] = lines[place].replace(b'"distance":500', b'"distance":501')
    record.write_bytes(b"\n".join(lines))
    assert cli.main(["replay", str(record)]) == 0
    warning, _, shown = capsys.readouterr().out.partition("trafalgar duel (")
    assert warning.startswith("It does not hold. ")
    assert f"line {place + 1}" in " ".join(warning.split())
    assert "sails 5 inches" in good
    assert "sails 5.01 inches" in shown
    assert cli.main(["replay", str(record), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)
    assert err.startswith("It does not hold. ")


def test_a_record_is_shown_as_far_as_it_can_be_played(record, capsys):
    """What is no order ends the walk before it, and the line that says so tells where and why."""
    lines = record.read_bytes().split(b"\n")
    place = next(n for n, line in enumerate(lines) if b'"distance":500' in line)
    lines[place] = lines[place].replace(b'"distance":500', b'"distance":"x"')
    record.write_bytes(b"\n".join(lines))
    step = json.loads(lines[place])["n"]
    assert cli.main(["replay", str(record)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("It does not hold. ")
    assert f"It is shown as far as it can be played, to step {step - 1}: " in said
    assert " won: " not in said
    with pytest.raises(RecordError):
        Replay(record, rulesets.ruleset)


def test_a_record_that_is_cut_off_says_that_it_cannot_be_proven(record, capsys):
    """Before anything is shown of it."""
    record.write_bytes(record.read_bytes().rstrip(b"\n").rpartition(b"\n")[0] + b"\n")
    assert cli.main(["replay", str(record)]) == 0
    assert capsys.readouterr().out.startswith("It cannot be proven. ")


def test_walking_forwards_and_backwards(record):
    """Steps, turns and jumps lead where they say."""
    person = Person(
        "",
        "",
        "b",
        "4",
        "turn 3",
        "+2",
        "-1",
        "first",
        "b",
        "last",
        "n",
        "map",
        "look aigle",
        "show aigle",
        "ships",
        "log",
    )
    assert walk(record, talk=person.talk) == 0
    shown = person.shown
    last = len(Replay(record, rulesets.ruleset)) - 1
    places = [int(prompt.split()[0]) for prompt in person.prompts]
    assert places[:5] == [0, 1, 2, 1, 4]
    assert places[5] > 4
    assert places[6:8] == [places[5] + 2, places[5] + 1]
    assert places[8:11] == [0, 0, last]
    assert "This is the beginning." in shown
    assert "This is the end." in shown
    assert "turn 3 of 4" in shown


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("9999", "There is no step 9999: this match has"),
        ("turn 99", "There is no turn 99: this match has 4"),
        ("look victory", "There is no 'victory' here"),
        ("dance", "'dance' is no word here"),
    ],
)
def test_a_place_that_is_not_there_is_one_sentence(record, said, answer):
    """With what can be said instead."""
    person = Person(said)
    Walker(Replay(record, rulesets.ruleset), person.talk).run()
    assert answer in " ".join(person.shown.split())


def test_where_to_begin_may_be_said(record, capsys):
    """By a step or a turn, and nothing else."""
    assert cli.main(["replay", str(record), "--at", "soon"]) == 2
    assert "expected a step such as 120, or a turn such as turn4" in capsys.readouterr().err


def test_stopping_a_walk_is_no_error(record):
    """It ends where it was stopped."""
    person = Person("^C")
    with pytest.raises(KeyboardInterrupt):
        walk(record, talk=person.talk)
