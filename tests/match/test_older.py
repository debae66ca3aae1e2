"""Records of versions before this one: seals, words and dice are checked, and what cannot be is said in one sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.toy import TOY, Scenario, Toy, play_on
from weathergauge import cli, rulesets
from weathergauge.dice import Dice
from weathergauge.match import Match
from weathergauge.match.record import Record, RecordError, Seal
from weathergauge.match.verify import Verified, verify
from weathergauge.throwing import fallen

OLDER = sorted((Path(__file__).parents[1] / "records" / "older").glob("*.jsonl"))
"""Matches that were played to their end with the rules that their names say."""


def anew(record: Path, lines: list[bytes]) -> Verified:
    """What a record comes to whose lines were altered, each sealed anew with the seed that is open."""
    seed = Record.read(record).reveal
    assert seed is not None
    seal, head, text = Seal(seed), "", b""
    for line in lines:
        body = line[:-40] + b"}"
        head = seal.head(head, body)
        text += body[:-1] + f',"h":"{head}"}}\n'.encode()
    return verify(Record(text), rulesets.ruleset)


def test_there_is_an_older_record_of_every_title():
    """So that none can change without a record noticing."""
    assert {title.name for title in rulesets.TITLES} == {record.stem.rpartition("_")[0] for record in OLDER}


@pytest.mark.parametrize("record", OLDER, ids=lambda path: path.stem)
def test_its_seals_and_dice_are_checked_and_its_orders_are_not(record: Path, capsys: pytest.CaptureFixture[str]):
    """Status 3, the rules that it needs, what was checked, and nobody is said to have won."""
    title, version = record.stem.rsplit("_", 1)
    assert cli.main(["verify", str(record)]) == 3
    said = capsys.readouterr().out.splitlines()[0]
    assert said.startswith("It cannot be proven. ")
    assert f"was played with the rules {title} {version}, and these are {title} " in said
    assert said.endswith("here its seals, its words and its dice are checked, and they fit")
    assert cli.main(["verify", str(record), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["kind"], told["result"]) == ("cannot be proven", "rules", None)
    assert told["steps"] == json.loads(record.read_bytes().splitlines()[-1])["n"]


@pytest.mark.parametrize("record", OLDER, ids=lambda path: path.stem)
def test_its_steps_are_shown_as_they_are_written(record: Path, capsys: pytest.CaptureFixture[str]):
    """Every order with its dice, and who won as it is written; as plain values too."""
    assert cli.main(["replay", str(record)]) == 0
    said = capsys.readouterr().out
    assert "Its steps are shown as they are written." in said
    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    steps = [line for line in lines if "do" in line]
    assert sum(bool(re.match(r" *\d+  \w+: ", line)) for line in said.splitlines()) == len(steps)
    assert f"won, as it is written: {lines[-1]['end']['reason']}" in " ".join(said.split())
    assert cli.main(["replay", str(record), "--json"]) == 0
    shown = capsys.readouterr()
    assert [step["do"] for step in json.loads(shown.out) if "do" in step] == [line["do"] for line in steps]
    assert shown.err.startswith("It cannot be proven. ")


@pytest.mark.parametrize("record", OLDER, ids=lambda path: path.stem)
def test_what_is_false_in_it_is_found(record: Path):
    """A face turned, a step left out, a step after the end, a typed throw: each sealed anew by whoever has the seed."""
    lines = record.read_bytes().splitlines()
    place = next(n for n, line in enumerate(lines) if n > 1 and b'"dice":["' in line)
    throw = fallen(json.loads(lines[place])["dice"][0])
    text = str(throw).encode()
    other = text[:-1] + (b"2" if text.endswith(b"1") else b"1")
    turned = anew(record, [*lines[:place], lines[place].replace(text, other, 1), *lines[place + 1 :]])
    assert (turned.outcome, turned.line) == ("does not hold", place + 1)
    assert "is recorded, and the seed gives" in turned.sentence
    hand = lines[place].replace(text, text.replace(b":", b" typed:"), 1)
    by_hand = anew(record, [*lines[:place], hand, *lines[place + 1 :]])
    assert (by_hand.outcome, by_hand.line) == ("does not hold", place + 1)
    left_out = anew(record, [*lines[:place], *lines[place + 1 :]])
    assert left_out.outcome == "does not hold"
    after = anew(record, [*lines, lines[-1]])
    assert (after.outcome, after.line) == ("does not hold", len(lines) + 1)


@pytest.mark.parametrize("record", OLDER, ids=lambda path: path.stem)
def test_a_line_that_was_edited_breaks_its_seal(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Status 1, and the line is named."""
    lines = record.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"by":"', b'"by":"x', 1)
    edited = tmp_path / "edited.jsonl"
    edited.write_bytes(b"".join(lines))
    assert cli.main(["verify", str(edited)]) == 1
    assert "line 4" in capsys.readouterr().out


def test_a_match_of_older_rules_that_is_not_over_says_that_nothing_is_checked(tmp_path: Path):
    """Its seed is sealed still."""
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(OLDER[0].read_bytes().splitlines(keepends=True)[:-1]))
    found = verify(cut, rulesets.ruleset)
    assert (found.outcome, found.kind) == ("cannot be proven", "rules")
    assert found.sentence.endswith("here nothing is checked, for its seed is not revealed")


class Farther(Toy):
    """The same rules, and a scenario that has been set out anew since."""

    def scenario(self, name: str, settings: Any) -> Scenario:
        return Scenario(super().scenario(name, settings).turns, 6)


class Rolled(Toy):
    """One throw more before the first turn."""

    def setup(self, scenario: Scenario, dice: Dice) -> Any:
        dice.total(why="fog")
        return super().setup(scenario, dice)


class Without(Toy):
    """The scenario is no longer there."""

    def scenarios(self) -> Any:
        return super().scenarios()[1:]


@pytest.mark.parametrize("toy", [Farther(), Rolled(), Without()], ids=["other boats", "other throws", "gone"])
def test_a_scenario_that_was_changed_since_speaks_against_nobody(toy: Toy):
    """Rules and charts are the same, and what is set up is not: seals, words and dice are checked, and no winner is named."""
    lines: list[bytes] = []
    play_on(Match.create(TOY, "toy", "duel", put=lines.append), "x", take_backs=0)
    found = verify(Record(b"".join(lines)), lambda title: toy)
    assert (found.outcome, found.kind, found.result) == ("cannot be proven", "scenario", None)
    assert found.sentence.endswith("here its seals, its words and its dice are checked, and they fit")
    assert verify(Record(b"".join(lines)), lambda title: TOY).ok


def test_a_match_goes_on_in_a_scenario_that_was_changed_since(tmp_path: Path):
    """From its snapshot, for its rules are the same; without one it is left to the version that it was begun with."""
    path = tmp_path / "m.jsonl"
    with play_on(Match.create(TOY, "toy", "duel", path=path), "x", steps=25) as match:
        pass
    again = Match.load(path, lambda title: Farther())
    assert again.state == match.state
    assert play_on(again, "y").result is not None
    assert (verify(path, lambda title: Farther()).kind, verify(path, lambda title: TOY).ok) == ("scenario", True)
    bare = tmp_path / "bare.jsonl"
    play_on(Match.create(TOY, "toy", "duel", path=bare), "x", steps=25)
    with pytest.raises(RecordError, match=r"set up otherwise .* leave it with that version first") as caught:
        Match.load(bare, lambda title: Farther())
    assert caught.value.kind == "scenario"
