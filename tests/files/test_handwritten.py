"""Scenarios in files: a match of one keeps the file's text in its record, and is replayed anywhere without it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests import toy
from weathergauge import cli
from weathergauge.bots.series import jobs, series
from weathergauge.files import handwritten
from weathergauge.files.handwritten import Faulty, Page, numbers, one_of, text, whole, yes_no
from weathergauge.match import Match, Replay
from weathergauge.match.record import Record, RecordError
from weathergauge.match.verify import verify
from weathergauge.ruleset import Card, Refused
from weathergauge.rulesets import ruleset

BRIEF = "turns = 2\nhull = 7\n"


class Written(toy.Toy):
    """The toy with scenarios from files, a few lines long."""

    def scenario_from(self, written: str, name: str, settings: Mapping[str, Any]) -> toy.Scenario:
        page = Page(written, name)
        part = page.part()
        turns, hull = part.take("turns", whole(1, 9), needed="3"), part.take("hull", whole(1, 9), 3)
        part.done()
        page.done()
        return toy.Scenario(**({"turns": turns, "hull": hull} | dict(settings)))

    def card(self, scenario: toy.Scenario) -> Card:
        return Card("file", "From a file", "", toy.SEATS)


def rules_for(title: str) -> Written:
    return Written()


def test_a_match_from_a_file_is_verified_without_it(tmp_path: Path):
    """The record holds the whole text, so the file may be gone."""
    path = tmp_path / "match.jsonl"
    with Match.create(Written(), "toy", "brief", path=path, seed="a", written=BRIEF) as match:
        assert match.state.table.last == 2
        toy.play_on(match, "a")
    header = Record.read(path).header
    assert (header.scenario, header.written) == ("brief", BRIEF)
    assert verify(path, rules_for).steps == match.course.n
    assert Replay(path, rules_for).at(0)[0].table.last == 2
    assert Match.load(path, rules_for).result == match.result


def test_settings_come_on_top_of_the_file():
    """What the table wants counts more than what the file says."""
    match = Match.create(Written(), "toy", "brief", {"turns": 5}, seed="a", written=BRIEF)
    assert match.state.table.last == 5


def test_a_record_without_a_file_says_nothing_of_one(tmp_path: Path):
    """Its header has no such field."""
    path = tmp_path / "match.jsonl"
    Match.create(Written(), "toy", "duel", path=path, seed="a").close()
    assert b"written" not in path.read_bytes()


def test_an_altered_text_in_a_record_is_noticed(tmp_path: Path):
    """Under good seals too: a file that was changed sets up another position, or none."""
    path = tmp_path / "match.jsonl"
    with Match.create(Written(), "toy", "brief", path=path, seed="a", written=BRIEF) as match:
        toy.play_on(match, "a")
    for new, words in ((rb"turns = 3", "this line has been edited"), (rb"turns = x", "this line has been edited")):
        path.write_bytes(path.read_bytes().replace(rb"turns = 2", new))
        with pytest.raises(RecordError, match=words):
            Match.load(path, rules_for)
        with pytest.raises(RecordError):
            Replay(path, rules_for)
        path.write_bytes(path.read_bytes().replace(new, rb"turns = 2"))


def test_a_faulty_file_starts_no_match(tmp_path: Path):
    """The sentence names the line, and no record is left."""
    path = tmp_path / "match.jsonl"
    with pytest.raises(Faulty, match="brief, line 1: turns = 0: expected a whole number from 1 to 9"):
        Match.create(Written(), "toy", "brief", path=path, written="turns = 0")
    assert not path.exists()


def test_a_title_without_files_says_so():
    """It offers its own scenarios."""
    with pytest.raises(Refused, match="toy does not play scenarios from files: choose one of its own"):
        Match.create(toy.Toy(), "toy", "brief", written=BRIEF)


def test_a_series_is_played_from_a_file(tmp_path: Path):
    """In other processes too, and its records can be proven."""
    bots = dict.fromkeys(toy.SEATS, "random")
    where: dict[str, Any] = {"rules_for": "tests.files.test_handwritten:rules_for", "bot_for": "tests.toy:bot"}
    plain = series(jobs("toy", "brief", bots, 2, written=BRIEF, **where), workers=1)
    assert len(plain.games) == 2
    kept = series(jobs("toy", "brief", bots, 1, written=BRIEF, records=tmp_path, **where), workers=1)
    assert verify(str(kept.games[0].record), rules_for).steps == kept.games[0].steps


# Reading by hand


def test_values_are_checked_where_they_stand():
    """What is wrong becomes a problem of its line and None in its place."""
    page = Page('a = 1\nb = "x"\n\n[c]\nd = [1, 2]\n[[e]]\nf = true\n[[e]]\nf = 1\n', "f.toml")
    part = page.part()
    assert part.take("a", whole(0, 5)) == 1
    assert part.take("b", one_of(("y", "z"))) is None
    inner = part.inner("c")
    assert inner is not None
    assert inner.take("d", numbers(2, 2, 0, 9)) == (1, 2)
    assert [one.take("f", yes_no) for one in part.several("e")] == [True, None]
    assert part.take("words", text(5), "none") == "none"
    part.done()
    with pytest.raises(Faulty) as error:
        page.done()
    assert str(error.value) == (
        'f.toml, line 2: b = "x": expected one of y, z\nf.toml, line 9: f = 1: expected true or false, without quotes'
    )


def test_parts_of_the_wrong_kind_are_named():
    """A value where a part was expected says what brackets it needs."""
    page = Page("wind = 3\nship = 4\n", "f.toml")
    assert page.part().inner("wind") is None
    assert page.part().several("ship") == []
    assert [(problem.line, problem.words) for problem in page.problems] == [
        (1, "wind = 3: expected a part of its own that begins with [wind]"),
        (2, "ship: expected parts that each begin with [[ship]]"),
    ]


def test_a_file_that_is_no_text_names_the_line(tmp_path: Path):
    """And a mark of byte order at its head is passed over."""
    path = tmp_path / "bad.toml"
    path.write_bytes(b"title = 1\n\xff\xfe\n")
    with pytest.raises(Faulty, match=r"bad.toml, line 2: this is no text"):
        handwritten.read(path)
    path.write_bytes("\ufefftitle = 1\n".encode())
    assert handwritten.read(path) == "title = 1\n"


# The command


GOOD = """\
title = "Two brigs"
turns = 30
duel = true
wind = { direction = "N", velocity = 3 }
[[ship]]
name = "Wasp"
side = "american"
type = "niagara_20"
column = 5
row = 8
heading = "NE"
[[ship]]
name = "Reindeer"
side = "british"
type = "reindeer_18"
column = 12
row = 8
heading = 6
"""


@pytest.fixture
def ask(capsys):
    def run(*words: str) -> tuple[int, str, str]:
        status = cli.main(words)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_check_says_what_a_file_holds(ask, tmp_path: Path):
    """In a few lines, ship by ship."""
    path = tmp_path / "two_brigs.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert ask("scenario", "check", str(path)) == (
        0,
        "Two brigs: 2 ships, 30 turns, wind toward N (normal breeze), a duel\n"
        "  wasp: Wasp, american, 20 guns, class 5, elite, column 5 row 8 heading NE\n"
        "  reindeer: Reindeer, british, 18 guns, class 5, elite, column 12 row 8 heading NW\n",
        "",
    )


def test_check_lists_every_problem(ask, tmp_path: Path):
    """Not only the first."""
    path = tmp_path / "two_brigs.toml"
    path.write_text(GOOD.replace('"N"', '"W"').replace("row = 8", "row = 8.5"), encoding="utf-8")
    status, out, err = ask("scenario", "check", str(path))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        f'{path}, line 4: direction = "W": expected a heading: 1 to 6, or N, NE, SE, S, SW, NW between quotes',
        f"{path}, line 10: row = 8.5: expected a whole number from -500 to 500",
        f"{path}, line 17: row = 8.5: expected a whole number from -500 to 500",
        "3 problems in two_brigs.toml, read as a scenario of wsim; --title names another title.",
    ]
    status, out, _ = ask("scenario", "check", str(path), "--json")
    assert status == 1
    assert [problem["line"] for problem in json.loads(out)["problems"]] == [4, 10, 17]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("check",), "scenario check needs a file: weathergauge scenario check mine.toml"),
        (("check", "nowhere.toml"), "nowhere.toml: no such file or directory"),
        (("check", "x.toml", "--title", "wism"), "There is no title 'wism': did you mean wsim?"),
        (("show", "dual"), "dual: no such scenario of wsim; did you mean duel?"),
        (("show", "lee_column"), "lee_column is a scenario of trafalgar: add --title trafalgar"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_a_sentence(ask, words: tuple[str, ...], sentence: str):
    """Whatever is wrong with the words of the command."""
    assert ask("scenario", *words) == (2, "", sentence + "\n")


def test_a_file_of_another_title_is_told_from_a_spoilt_one(ask, tmp_path: Path):
    """Read as what it is not, every line of it would be wrong."""
    path = tmp_path / "mine.toml"
    path.write_text(ask("scenario", "show", "mines", "--title", "ironclads")[1], encoding="utf-8")
    assert ask("scenario", "check", str(path)) == (2, "", f"{path} is a scenario of ironclads: add --title ironclads\n")
    status, out, _ = ask("scenario", "check", str(path), "--title", "wsim")
    assert status == 1
    assert out.endswith(" in mine.toml.\n")


def test_show_prints_a_scenario_that_check_accepts(ask, tmp_path: Path):
    """So that one of the house can be taken as a beginning."""
    status, out, _ = ask("scenario", "show", "duel")
    path = tmp_path / "mine.toml"
    path.write_text(out, encoding="utf-8")
    assert status == 0
    assert ask("scenario", "check", str(path))[0] == 0


def test_types_lists_what_a_file_can_name(ask):
    """As a table and as JSON."""
    status, out, _ = ask("scenario", "types")
    assert status == 0
    assert any(line.split() == ["constitution_44", "44", "4", "elite", "18", "24"] for line in out.splitlines())
    assert "gunboat_2" in json.loads(ask("scenario", "types", "--json")[1])


# Playing it


def two_brigs(folder: Path, text: str = GOOD) -> str:
    path = folder / "two_brigs.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_series_of_a_file_leaves_records_that_verify_when_the_file_is_gone(ask, tmp_path: Path):
    """Each record carries the text."""
    file, kept = two_brigs(tmp_path), tmp_path / "kept"
    bots = ("--seat", "american=midshipman", "--seat", "british=midshipman")
    words = ("simulate", "wsim", "--scenario", file, "--games", "1", "--jobs", "1", "--set", "turns=3", *bots)
    status, out, err = ask(*words, "--records", str(kept), "--json")
    assert status == 0, err
    assert json.loads(out)["scenario"] == "two_brigs"
    Path(file).unlink()
    (record,) = kept.glob("*.jsonl")
    assert verify(record, ruleset).ok
    assert Replay(record, ruleset).at(0)[0].table.title == "Two brigs"


def test_a_file_is_played_at_the_keyboard_and_taken_up_again_without_it(ask, tmp_path: Path):
    """The record is enough."""
    file, save = two_brigs(tmp_path), str(tmp_path / "match.jsonl")
    bots = ("--seat", "american=midshipman", "--seat", "british=midshipman")
    status, out, err = ask("play", "wsim", "--scenario", file, "--set", "turns=2", "--save", save, *bots)
    assert status == 0, err
    assert out.startswith("Two brigs.")
    Path(file).unlink()
    assert verify(save, ruleset).ok


def test_a_faulty_file_is_not_played_and_all_of_it_is_said(ask, tmp_path: Path):
    """By play and by simulate, line by line."""
    file = two_brigs(tmp_path, GOOD.replace("turns = 30", "turns = 0").replace("heading = 6", "heading = 7"))
    for command in ("play", "simulate"):
        status, out, err = ask(command, "wsim", "--scenario", file)
        assert (status, out) == (2, "")
        assert [line.partition(": ")[0] for line in err.splitlines()] == [f"{file}, line 2", f"{file}, line 18"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play wsim duel --scenario x.toml", "duel and --scenario x.toml are two scenarios: give one of them"),
        ("simulate wsim duel --scenario x.toml", "duel and --scenario x.toml are two scenarios: give one of them"),
        ("play --scenario x.toml", "--scenario FILE needs a title before it, such as play wsim --scenario FILE"),
        ("play wsim --scenario nowhere.toml", "nowhere.toml: no such file or directory"),
    ],
)
def test_how_a_file_cannot_be_named(ask, words: str, sentence: str):
    """Each wrong way gets its own sentence."""
    assert ask(*words.split()) == (2, "", sentence + "\n")


def test_another_title_has_types_and_scenarios_of_its_own(ask, tmp_path: Path):
    """--title turns the command to it."""
    status, out, _ = ask("scenario", "types", "--title", "ironclads")
    assert status == 0
    assert out.splitlines()[0].split() == ["type", "class", "hull", "knots", "armour", "guns"]
    assert "huascar" in json.loads(ask("scenario", "types", "--title", "ironclads", "--json")[1])
    path = tmp_path / "harbour.toml"
    path.write_text(ask("scenario", "show", "mines", "--title", "ironclads")[1], encoding="utf-8")
    status, out, _ = ask("scenario", "check", str(path), "--title", "ironclads")
    assert status == 0
    assert out.startswith("A harbour and its mines: 11 ships, 8 turns, era 4, 48 by 40 inches\n")
    assert ask("scenario", "check", str(path))[0] == 2


def complaint(written: str) -> tuple[int, str]:
    """The one problem of a text that is not even parsed."""
    with pytest.raises(Faulty) as caught:
        Page(written, "file")
    (problem,) = caught.value.problems
    return problem.line, problem.words


@pytest.mark.parametrize(
    ("written", "line", "words"),
    [
        ("turns = 3\n" + ".".join("a" * 12) + " = 1", 2, "a word with 11 dots: expected at most 8"),
        ("x = {" + " . ".join("a" * 12) + " = 1}", 1, "a word with 11 dots: expected at most 8"),
        ('x = ["""a"""", {' + ".".join("a" * 12) + " = 1}]", 1, "a word with 11 dots"),
        ('x = ["""a\\"""", {' + ".".join("a" * 12) + " = 1}]", 1, "a word with 11 dots"),
        ("[a.b.c.d.e]", 1, '[a.b.c.d.e]": a part within 4 others: expected at most 3'),
        ("x = " + "[" * 20 + "]" * 20, 1, "its lists are nested too deeply: expected at most 8"),
        ("x = " + "9" * 5000, 1, "this line has 5004 characters: expected at most 2000"),
        ("x = " + "9" * 1900, 1, "a number of 1900 digits: expected at most 18"),
        ("x = 0x" + "f" * 1900, 1, "a number of 1902 digits: expected at most 18"),
        ("x = 1\n" + "#" * 2001, 2, "this line has 2001 characters: expected at most 2000"),
        ("x" * 60_001, 1, "the file has 60001 characters: expected at most 60000"),
    ],
)
def test_what_would_take_the_parser_too_long_is_refused_before_it_is_parsed(written: str, line: int, words: str):
    """Its time and memory grow with the square of a key's dots: 40 KB of them took 12 seconds and 1.6 GB."""
    at, said = complaint(written)
    assert at == line
    assert words in said


@pytest.mark.parametrize(
    "written",
    [
        'x = "a.b.c.d.e.f.g.h.i.j.k.l.m"',
        "x = 'a.b.c.d.e.f.g.h.i.j.k.l.m' # a.b.c.d.e.f.g.h.i.j.k.l.m",
        "x = [[0.5, 1.5], [2.5, 3.5], [4.5, 5.5], [6.5, 7.5], [8.5, 9.5]]",
        'x = """\n[a.b.c.d.e]\n[[[[[[[[[[\n99999999999999999999999\n"""',
        "x = '''\n[a.b.c.d.e]\n[[[[[[[[[[\n99999999999999999999999\n'''",
        'x = "\\"[[[[[[[[[[[["',
        "[a.b.c]\nd = 123456789012345678",
    ],
)
def test_what_stands_between_quotes_or_in_a_remark_counts_for_nothing(written: str):
    """Brackets in strings and comments begin no part."""
    assert Page(written, "file").values


def test_lines_are_counted_past_long_strings_and_lists():
    """A part after them has the line that an editor shows."""
    page = Page('a = """\n[x]\nb = 1\n"""\nlist = [\n  1,\n  "]",\n]\n[part]\n"c" = 2\n[[one]]\n[[one]]\nd = 3', "file")
    assert [page.line(path) for path in [("a",), ("list",), ("part",), ("part", "c"), ("one", 1, "d")]] == [
        1,
        5,
        9,
        10,
        13,
    ]


def test_of_very_many_problems_only_the_first_are_named():
    """Each unknown word is held against all known ones: thousands of them took seconds."""
    page = Page("".join(f"a{n} = 1\n" for n in range(3000)), "file")
    part = page.part()
    part.take("turns", whole(1, 9), 3)
    with pytest.raises(Faulty) as caught:
        part.done()
    assert len(caught.value.problems) == handwritten.MANY


@pytest.mark.parametrize(
    "line",
    [
        "[ " + " " * 1900 + '"é"]',
        " " * 1900,
        " " * 1900 + "x = 1",
        "x = [" + "[]," * 600 + "]",
        '"é"' + " " * 1900 + "= 1",
    ],
)
def test_no_line_takes_longer_than_it_is(line: str):
    """Blanks before a sign that no word has once took the cube of their number."""
    begun = time.process_time()
    Page("\n".join([line, *["# " + "x" * 1900] * 20]), "file")
    assert time.process_time() - begun < 1
