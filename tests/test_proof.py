"""What a record proves and what not: sealed words, three outcomes, forged records, matches nobody plays on with."""

from __future__ import annotations

import json
import secrets
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests import golden
from tests.match.test_record import SEED, bodies, sealed
from tests.toy import TOY, Toy, play_on, ruleset
from weathergauge import cli, rulesets
from weathergauge.bots import bot
from weathergauge.dice import Throw
from weathergauge.match import Match
from weathergauge.match.record import Record, bot_key, commitment, dice_key
from weathergauge.match.talk import ABANDONED, Abandoned
from weathergauge.match.verify import verify
from weathergauge.ruleset import Refused
from weathergauge.testing import rules_for
from weathergauge.throwing import SeededDice

SEEN = "that words were sealed before any were opened is known to the browsers that took part"
WORDS = {"red": "five sail in sight 0123", "blue": "三 sail"}


def written(**more: Any) -> bytes:
    """The record of a short match of the toy."""
    lines: list[bytes] = []
    play_on(Match.create(TOY, "toy", "brush", seed=SEED, put=lines.append, **more), "x", take_backs=0)
    return b"".join(lines)


def told(**more: Any) -> bytes:
    """The same with sealed words of both seats."""
    commits = {seat: commitment(words) for seat, words in WORDS.items()}
    return written(seeds=WORDS, commits=commits, words={"red": "sealed", "blue": "sealed"}, **more)


def changed(record: bytes, line: int, old: bytes, new: bytes) -> Record:
    """A record with something replaced in one line, and every seal made anew."""
    lines = bodies(record)
    assert old in lines[line]
    return Record(sealed([*lines[:line], lines[line].replace(old, new, 1), *lines[line + 1 :]]))


# Words


def test_sealed_words_are_held_to_what_was_committed_to():
    """Other words than those are found out."""
    record = told()
    found = verify(Record(record), ruleset, head=Record(record).head())
    assert (found.outcome, found.words) == ("holds", {"red": "sealed", "blue": "sealed"})
    assert [note.partition(":")[0] for note in found.notes] == [SEEN]
    second = json.loads(record.splitlines()[1])
    assert second["commits"] == {seat: commitment(words) for seat, words in WORDS.items()}
    other = commitment("other words").encode()
    lied = verify(changed(record, 1, commitment(WORDS["red"]).encode(), other), ruleset)
    assert (lied.outcome, lied.line) == ("does not hold", 2)
    assert lied.sentence.endswith("the words of red are not those that red had committed to")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"words":{"blue":"sealed","red":"sealed"}', b'"words":{"blue":"sealed"}', "is expected here for every seat"),
        (b'"words":{"blue":"sealed"', b'"words":{"blue":"none"', "the words of blue do not fit what is said of them: none"),
        (b'"words":{"blue":"sealed"', b'"words":{"blue":"bot"', "the words of blue do not fit what is said of them: bot"),
        (b',"words":{"blue":"sealed","red":"sealed"}', b"", "it is not said how the words came about"),
        (b'"words":{"blue":"sealed"', b'"words":{"blue":"magic"', "this is no line of a record"),
    ],
)  # fmt: skip
def test_words_that_do_not_fit_are_named(old: bytes, new: bytes, why: str):
    """With the line and the reason."""
    found = verify(changed(told(), 1, old, new), ruleset)
    assert (found.outcome, found.line) == ("does not hold", 2)
    assert why in found.sentence


END = b'"end":{"winner":"red","reason":"so it was"}'


@pytest.mark.parametrize(
    ("line", "more"),
    [
        (1, END), (1, b'"n":3'), (1, b'"by":"red","match":"resign"'), (3, b'"match":"resign"'), (3, b'"to":"somebody"'),
        (3, b'"rules":"toy 9"'), (3, b'"stands":{}'), (-1, b'"by":"red","do":{"type":"nonsense"}'),
    ],
)  # fmt: skip
def test_a_line_says_one_thing(line: int, more: bytes):
    """What one reader takes for an order another would take for an end: sealed again or not, that does not hold."""
    lines = bodies(written())
    lines[line] = lines[line][:-1] + b"," + more + b"}"
    found = verify(Record(sealed(lines)), ruleset)
    assert (found.outcome, found.line) == ("does not hold", line % len(lines) + 1)
    assert found.sentence.endswith("this line says more than one thing, or what does not belong to it")


def test_bots_and_those_who_gave_no_words_are_said_as_such(capsys, tmp_path: Path):
    """Nobody takes them for sealed."""
    commits = {"british": commitment("mine")}
    how: Any = {"british": "sealed", "allied": "bot"}
    path = tmp_path / "m.jsonl"
    rules = rulesets.ruleset("trafalgar")
    with Match.create(
        rules, "trafalgar", "duel", path=path, seeds={"british": "mine"}, commits=commits, words=how
    ) as match:
        match.resign("british")
    assert cli.main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert "Words for the dice: allied: no words: bot; british: sealed, and as they were committed to" in said
    assert f"  but {SEEN}" in said


@pytest.mark.parametrize(
    ("more", "note"),
    [
        ({"words": {"red": "none", "blue": "bot"}}, "nobody added words of their own to the dice"),
        ({}, "nobody added words of their own to the dice"),
        ({"seeds": WORDS}, "no words for the dice were sealed before they were opened"),
        (
            {"seeds": WORDS, "words": {"red": "plain", "blue": "plain"}},
            "no words for the dice were sealed before they were opened",
        ),
    ],
)
def test_what_is_not_proven_without_sealed_words_is_noted(more: Any, note: str):
    """Also of records from before words were sealed: they hold as what they are."""
    record = Record(written(**more))
    found = verify(record, ruleset, head=record.head())
    assert found.ok
    assert [one.partition(":")[0] for one in found.notes] == [note]


# Forged records


def test_a_match_that_was_cut_and_called_abandoned_holds_against_no_head_that_was_kept():
    """Everybody knows the seed after the end: a loser can seal another end. Without a head that is said; with one it shows."""
    record = written()
    lines = bodies(record)[:-6]
    n = json.loads(lines[-1])["n"]
    over = {"winner": None, "reason": ABANDONED}
    last = json.dumps({"n": n + 2, "end": over, "reveal": SEED.hex()}, separators=(",", ":")).encode()
    forged = Record(sealed([*lines, b'{"n":%d,"by":"table","match":"abandon"}' % (n + 1), last]))
    found = verify(forged, ruleset)
    assert found.ok
    assert found.notes[-1].startswith(
        "that no order was altered, put in or left out after the end is proven only by a head"
    )
    early = verify(forged, ruleset, head=Record(record).head(3))
    assert early.notes[-1] == "the head proves lines 1 to 4: what follows could have been sealed anew after the end"
    assert verify(forged, ruleset, head=Record(record).head()).outcome == "does not hold"


def forged(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A match out of nothing: every die shows its highest face, every seal is random, and no seed is revealed."""
    with monkeypatch.context() as rigged:
        highest = lambda self, roll: Throw(roll.dice, (roll.die.faces[-1],) * roll.count)  # noqa: E731
        rigged.setattr(SeededDice, "_fall", highest)
        lines = bodies(written())[:-1]
    return b"".join(line[:-1] + b',"h":"%b"}\n' % secrets.token_hex(16).encode() for line in lines)


def test_a_record_without_its_seed_proves_nothing(tmp_path: Path, capsys):
    """Random seals and dice at choice pass for a match in play; that is not called proven, and nobody has won."""
    found = verify(Record(b"".join(line + b"\n" for line in written().splitlines()[:-1])), ruleset)
    assert (found.outcome, found.kind, found.result) == ("cannot be proven", "sealed", None)
    assert "won" not in found.sentence


def test_a_forged_record_is_never_called_proven(monkeypatch: pytest.MonkeyPatch):
    """Its steps follow the rules, and with dice at choice that says nothing: no word of "holds", and no winner."""
    text = forged(monkeypatch)
    assert b": 6" in text
    found = verify(Record(text), ruleset)
    assert (found.outcome, found.result) == ("cannot be proven", None)
    assert "holds" not in found.sentence
    assert "won" not in found.sentence


def test_a_record_that_lost_its_last_line_cannot_be_proven(tmp_path: Path, capsys):
    """And nobody is said to have won."""
    path = tmp_path / "m.jsonl"
    lines = golden.record_of("trafalgar").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    assert cli.main(["verify", str(path), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["outcome"], told["result"]) == (False, "cannot be proven", None)
    assert cli.main(["verify", str(path)]) == 3
    assert "won" not in capsys.readouterr().out


def test_a_line_of_the_same_rules_is_no_way_round_them():
    """It would excuse every step before it from being asked about; that it carries a position makes it no better."""
    lines: list[bytes] = []
    match = play_on(Match.create(TOY, "toy", "duel", seed=SEED, put=lines.append), "x", steps=12, take_backs=0)
    match._go_on()
    play_on(match, "y", take_backs=0)
    record = b"".join(lines)
    found = verify(Record(record), ruleset)
    place = next(n for n, line in enumerate(bodies(record)) if b'"rules":' in line and n)
    assert (found.outcome, found.line) == ("does not hold", place + 1)
    assert found.sentence.endswith("a position is put in here, and no other rules go on from it")


def test_steps_that_other_rules_played_are_not_called_proven():
    """Somebody could write any steps before such a line: here they are nonsense, under good seals."""
    lines: list[bytes] = []
    newer = Toy(version=2)
    match = play_on(Match.create(TOY, "toy", "duel", seed=SEED, put=lines.append), "x", steps=12, take_backs=0)
    match.rules = newer
    match._go_on()
    match.resign("red")
    made = bodies(b"".join(lines))
    nonsense = b'{"n":3,"by":"red","do":{"type":"nonsense"}}'
    assert b'"dice"' not in made[4]
    found = verify(Record(sealed([*made[:4], nonsense, *made[5:]])), lambda title: newer)
    assert (found.outcome, found.result) == ("cannot be proven", None)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (b',"reveal":"%b"' % SEED.hex().encode(), "the seed is revealed before the end"),
        (b',"seeds":{}', "the players' words belong on the second line alone"),
        (b',"words":{"red":"bot"}', "the players' words belong on the second line alone"),
        (b',"position":{}', "a position is put in here, and no other rules go on from it"),
    ],
)
def test_what_belongs_elsewhere_is_named(more: bytes, why: str):
    """Fields that a line of that kind does not have."""
    lines = bodies(told())
    found = verify(Record(sealed([*lines[:3], lines[3][:-1] + more + b"}", *lines[4:]])), ruleset)
    assert (found.outcome, found.line) == ("does not hold", 4)
    assert found.sentence.endswith(why)


def test_a_position_that_a_match_begins_from_is_noted():
    """What came before is not proven by the record."""
    start = play_on(Match.create(TOY, "toy", "duel", seed=SEED), "before", steps=5).state
    found = verify(Record(told(position=start)), ruleset)
    assert found.ok
    assert found.notes[0] == "it begins from a position that is not checked here"


def ground(wanted: int) -> tuple[bytes, dict[str, str]]:
    """A player who knows the seed tries words until the first dice please him."""
    for number in count():
        seeds = {"red": "mine", "blue": f"ground {number}"}
        dice = SeededDice(dice_key(SEED, seeds), 1)
        if sum(dice.roll(3, why="the first")) >= wanted:
            return SEED, seeds
    raise AssertionError


def test_ground_words_show_as_not_committed_to():
    """Whoever chooses words after others' were opened must leave their commitment: the record shows it, or says none."""
    seed, seeds = ground(16)
    blind = {"red": commitment("mine"), "blue": commitment("what blue had committed to")}
    lines: list[bytes] = []
    how: Any = {"red": "sealed", "blue": "sealed"}
    play_on(Match.create(TOY, "toy", "brush", seed=seed, seeds=seeds, commits=blind, words=how, put=lines.append), "x")
    found = verify(Record(b"".join(lines)), ruleset)
    assert (found.outcome, found.line) == ("does not hold", 2)
    plain = verify(Record(written(seeds=seeds)), ruleset)
    assert plain.notes[0].startswith("no words for the dice were sealed")


# Nobody plays on


def test_an_abandoned_match_ends_and_reveals(tmp_path: Path):
    """Without a winner, and it can be proven."""
    path = tmp_path / "m.jsonl"
    match = play_on(Match.create(TOY, "toy", "duel", path=path), "x", steps=9)
    match.abandon()
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (None, ABANDONED)
    assert match.events(None)[-1].event == Abandoned()
    found = verify(path, ruleset)
    assert (found.outcome, found.result) == ("holds", match.result)
    assert Record.read(path).reveal is not None
    with pytest.raises(Refused, match="the match is over: abandoned"):
        match.abandon()


def test_only_the_table_abandons(tmp_path: Path):
    """A line in which a seat does it does not hold."""
    lines: list[bytes] = []
    match = play_on(Match.create(TOY, "toy", "duel", seed=SEED, put=lines.append), "x", steps=9, take_backs=0)
    match.abandon()
    record = b"".join(lines)
    place = len(bodies(record)) - 2
    found = verify(changed(record, place, b'"by":"table"', b'"by":"red"'), ruleset)
    assert (found.outcome, found.line) == ("does not hold", place + 1)


# Bots


def test_a_bots_key_is_neither_the_seed_nor_the_dice():
    """Each seat's is its own, and tells nothing of either."""
    key = bot_key(SEED, "red")
    assert key != bot_key(SEED, "blue")
    assert SEED.hex() not in key
    assert key != dice_key(SEED, {}).hex()
    assert bot("midshipman", key, "trafalgar") is not None


def test_golden_records_hold_as_what_they_were():
    """Without words, as they were made."""
    for title in ("trafalgar", "wsim"):
        found = verify(golden.record_of(title), rules_for)
        assert (found.outcome, found.words) == ("holds", {})
