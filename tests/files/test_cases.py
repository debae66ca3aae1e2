"""The case runner: what holds passes, and what does not is shown with its first difference."""

import json
from pathlib import Path

import pytest
from msgspec import Struct

from tests.gunroom import RULES
from weathergauge import cli, rulesets
from weathergauge.files.cases import CaseError, check, differs, load, plain

HEAD = 'title = "gunroom"\n'
SHOT = """
[[case]]
id = "GR-1"
words = "4 and 5 at short range are read as 9: three boxes, and the critical's 6 is a fire."
procedure = "broadside"
inputs = { band = "short", guns = 8 }
dice = ["4 5: the broadside", "6: the critical"]
expect = { hull = 3, critical = "fire" }
cells = ["gunnery[9, short]", "critical[6]", "fury[steady]"]
"""
DUEL = """
[[case]]
id = "GR-2"
words = "Red fires, blue fires, and the wind is rolled before red fires again."
scenario = "duel"
settings = { hull = 4 }
play = [
    { by = "red", do = { type = "fire", ship = "red" } },
    { by = "blue", do = { type = "fire", ship = "blue" } },
    { by = "red", do = { type = "fire", ship = "red" } },
]
dice = ["2 3: red", "1 1: blue", "6: the wind", "1 2: red"]
expect = { state = { hull = [3, 1], wind = "veers" }, events = [{ type = "hit", hull = 1 }], to_act = ["blue"], result = "none" }
cells = ["gunnery[<=4, short]"]
"""


@pytest.fixture(autouse=True)
def gunroom(monkeypatch):
    """The made-up title of the tests, beside the real ones."""
    known = rulesets.ruleset
    monkeypatch.setattr(rulesets, "ruleset", lambda name: RULES if name == "gunroom" else known(name))


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the command on one file; gives its status, what it printed and what it complained about."""

    def go(text: str, *words: str) -> tuple[int, str, str]:
        file = tmp_path / "cases.toml"
        file.write_text(text, encoding="utf-8")
        status = cli.main(["cases", str(file), *words])
        out, err = capsys.readouterr()
        return status, out.replace(str(file), "FILE"), err.replace(str(file), "FILE")

    return go


def difference(tmp_path: Path, text: str, docs: Path | None = None) -> str | None:
    """The first difference of the only case in a text."""
    file = tmp_path / "one.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    (case,) = load([file])
    return check(case, RULES, docs)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize("text", [SHOT, DUEL], ids=["shot", "duel"])
def test_a_case_that_holds_passes(run, text):
    """Every kind of case does, and is counted."""
    assert run(HEAD + text) == (0, "1 passed, 0 failed\n", "")


def test_a_case_that_fails_is_shown_with_its_first_difference(run):
    """With id, file and words; the other cases are run all the same."""
    text = HEAD + changed(SHOT, "hull = 3", "hull = 2") + DUEL
    status, out, err = run(text)
    assert (status, err) == (1, "")
    assert out == (
        "GR-1 (FILE): 4 and 5 at short range are read as 9: three boxes, and the critical's 6 is a fire.\n"
        "    hull: expected 2, got 3\n"
        "1 passed, 1 failed\n"
    )


def test_failures_can_be_had_as_json(run):
    """With counts, ids and differences."""
    status, out, _ = run(HEAD + changed(SHOT, "hull = 3", "hull = 2"), "--json")
    told = json.loads(out)
    assert status == 1
    assert (told["passed"], told["failed"]) == (0, 1)
    assert told["failures"][0]["id"] == "GR-1"
    assert told["failures"][0]["difference"] == "hull: expected 2, got 3"


def test_cells_that_no_case_reads_can_be_listed(run):
    """Those that were read and those that a question of odds names are covered."""
    status, out, _ = run(HEAD + SHOT + ODDS, "--uncovered")
    assert status == 0
    assert out.splitlines()[0] == "In no case of gunroom:"
    assert "  fury: 2 of 3 cells: timid; fierce" in out
    gunnery = next(line for line in out.splitlines() if "gunnery" in line)
    assert "; 11, short" in gunnery
    assert "; 9, short" not in gunnery
    assert "; 10, short" not in gunnery
    told = json.loads(run(HEAD + SHOT, "--uncovered", "--json")[1])
    assert told["uncovered"]["gunroom"]["fury"] == "fury: 2 of 3 cells: timid; fierce"


def test_a_chart_that_no_case_reads_at_all_is_listed_whole(run):
    """In one line instead of cell by cell."""
    assert "  critical: all 6 cells" in run(HEAD + ODDS, "--uncovered")[1]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("hull = 3, critical", "critical", None),
        ('"fire"', '"mast"', 'critical: expected "mast", got "fire"'),
        ("hull = 3", "hul = 3", "hul: expected 3, but there is no hul; did you mean hull?"),
        ("{ hull = 3, critical = \"fire\" }", "3", 'result: expected 3, got {"hull":3,"critical":"fire"}'),
        ("hull = 3", "hull = true", "hull: expected true, got 3"),
        (', "6: the critical"', "", "the rules ask for 1d6 for the critical; the case has no more dice"),
        ('"6: the critical"', '"6: the critical", "1: more"', "dice '1: more': the rules ask for no more dice"),
        ('"4 5: the broadside"', '"4: the broadside"', "dice '4: the broadside': the rules ask for 2d6 for the broadside"),
        ('"6: the critical"', '"7: the critical"', "dice '7: the critical': the rules ask for 1d6 for the critical"),
        ("guns = 8", "guns = 15", "refused: guns=15: expected a whole number from 1 to 14"),
        ("gunnery[9, short]", "gunnery[10, short]", "cell gunnery[10, short]: not read; those read were gunnery[9, short]"),
        ("critical[6]", "gunery[6]", "cell gunery[6]: there is no such chart; did you mean gunnery?"),
        ("gunnery[9, short]", "gunnery[9, near]", "cell gunnery[9, near]: gunnery has no band 'near': it has short, medium, long"),
        ("gunnery[9, short]", "gunnery[9]", "cell gunnery[9]: gunnery is read by total, band: 1 values given"),
    ],
)  # fmt: skip
def test_the_first_difference_of_a_resolution(tmp_path, old, new, what):
    """Result, dice, cells and account are each compared and named."""
    assert difference(tmp_path, changed(SHOT, old, new)) == what


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("hull = [3, 1]", "hull = [3, 2]", "state.hull.2: expected 2, got 1"),
        ("hull = [3, 1]", 'hull = { 2 = 1 }', None),
        ("hull = [3, 1]", 'hull = { 2 = 3 }', "state.hull.2: expected 3, got 1"),
        ("hull = [3, 1]", "turn = 4", None),
        ("hull = [3, 1]", "hull = [3]", "state.hull: expected [3], got [3,1]"),
        ("hull = 1 }]", "hull = 2 }]", "events.1.hull: expected 2, got 1"),
        ('"none"', '{ winner = "red" }', 'result: expected {"winner":"red"}, got null'),
        ('by = "blue", do = { type = "fire", ship = "blue" }', 'by = "red", do = { type = "fire", ship = "red" }', "action 2 of red is refused: this seat has nothing to do now"),
        ("settings = { hull = 4 }", "change = { hull = { 1 = 4, 2 = 4 } }", None),
    ],
)  # fmt: skip
def test_the_first_difference_of_a_position(tmp_path, old, new, what):
    """What differs is named by its path in the state."""
    assert difference(tmp_path, changed(DUEL, old, new)) == what


def test_what_json_leaves_out_as_usual_can_be_compared(tmp_path):
    """The wind has done nothing yet: the state does not write that down, and it is none all the same."""
    text = DUEL[: DUEL.index("settings")] + 'expect = { state = { turn = 0, wind = "none" } }'
    assert difference(tmp_path, text) is None
    assert difference(tmp_path, changed(text, "turn = 0", "turn = 1")) == "state.turn: expected 1, got 0"


def test_the_table_can_be_played_and_looked_at(tmp_path):
    """Its step is left out where nobody asks about it, and named where it is the one that is compared."""
    text = changed(DUEL, '    { by = "red", do = { type = "fire", ship = "red" } },\n]', '    { by = "table" },\n]')
    text = changed(text, ', "1 2: red"', "")
    text = changed(text, text[text.index("expect") :], 'expect = { events = [{ type = "veered", wind = "veers" }] }')
    assert difference(tmp_path, text) is None
    early = changed(text, '    { by = "blue", do = { type = "fire", ship = "blue" } },\n', "")
    assert difference(tmp_path, early) == "refused: the table has nothing to do now"


REFUSED = """
[[case]]
id = "GR-3"
words = "Nobody rakes at long range."
procedure = "broadside"
inputs = { band = "long", guns = 8, raking = true }
refused = "nobody rakes"
rulings = ["GR02"]
"""


def test_a_refusal_can_be_expected(tmp_path):
    """By its words or at all; one that does not come is a difference."""
    assert difference(tmp_path, REFUSED) is None
    assert difference(tmp_path, changed(REFUSED, '"nobody rakes"', "true")) is None
    assert difference(tmp_path, changed(REFUSED, '"long"', '"short"')) == (
        "the rules ask for 2d6 for the broadside; the case has no more dice"
    )
    played = changed(changed(REFUSED, '"long"', '"short"'), "refused", 'dice = ["1 1: x"]\nrefused')
    assert difference(tmp_path, played) == "expected a refusal, but it was resolved"
    assert difference(tmp_path, changed(REFUSED, "nobody rakes", "too far")) == (
        "refused: expected 'too far', got 'nobody rakes at long range'"
    )


def test_a_refused_action_can_be_expected(tmp_path):
    """Likewise in a case of several moves."""
    text = changed(DUEL, '    { by = "blue", do = { type = "fire", ship = "blue" } },\n', "")
    text = text[: text.index("dice")] + 'dice = ["2 3: red"]\nrefused = "nothing to do"\n'
    assert difference(tmp_path, text) is None
    allowed = changed(DUEL, DUEL[DUEL.index("expect") :], "refused = true")
    assert difference(tmp_path, allowed) == "expected a refusal, but it was played"


def test_rulings_are_held_to_the_page_of_the_ruleset(tmp_path):
    """A ruling that a case cites must have an entry of exactly that id."""
    docs = tmp_path / "docs" / "rulings"
    docs.mkdir(parents=True)
    assert difference(tmp_path, REFUSED, docs) == "ruling GR02: docs/rulings/gunroom.md has no such entry"
    (docs / "gunroom.md").write_text("# Rulings\n\n## GR01: wind\n\n## GR021\n\n### GR02: raking\n")
    assert difference(tmp_path, REFUSED, docs) is None


def test_titles_of_a_series_share_the_page_of_their_ruleset(tmp_path):
    """The rulings of Mistral and of Cold Waves stand on one page."""
    docs = tmp_path / "docs" / "rulings"
    docs.mkdir(parents=True)
    (docs / "series.md").write_text("## GR02 raking\n")
    (tmp_path / "raking.toml").write_text('title = "gunroom"\n' + REFUSED)
    (case,) = load([tmp_path / "raking.toml"])
    assert check(case, RULES, docs) == "ruling GR02: docs/rulings/gunroom.md has no such entry"
    assert check(case, RULES, docs, ruleset="series") is None


def test_the_project_s_rulings_are_found_beside_its_cases(tmp_path, capsys):
    """In docs/rulings next to the folder of cases."""
    (tmp_path / "docs" / "rulings").mkdir(parents=True)
    folder = tmp_path / "cases" / "gunroom"
    folder.mkdir(parents=True)
    (folder / "raking.toml").write_text(REFUSED)
    assert cli.main(["cases", str(tmp_path / "cases")]) == 1
    assert "ruling GR02: docs/rulings/gunroom.md has no such entry" in capsys.readouterr().out


ODDS = """
[[case]]
id = "GR-4"
words = "Two dice leave three boxes on 9, 10 and 11: nine ways in thirty-six."
procedure = "broadside"
inputs = { band = "short", guns = 8 }
odds = [{ when = { hull = 3 }, chance = "9/36" }, { when = { critical = "fire" }, chance = "5/108" }]
cells = ["gunnery[10, short]"]
"""


def test_exact_odds_can_be_expected(tmp_path):
    """As fractions, in any terms."""
    assert difference(tmp_path, ODDS) is None
    assert difference(tmp_path, changed(ODDS, "9/36", "8/36")) == 'chance of {"hull":3}: expected 2/9, got 1/4'


def test_details_can_be_expected(tmp_path):
    """What was told is compared as far as the case names it."""
    assert difference(tmp_path, changed(SHOT, "cells", 'told = [{ type = "hit", hull = 3 }]\ncells')) is None
    assert difference(tmp_path, changed(SHOT, "cells", 'told = [{ type = "hit", hull = 2 }]\ncells')) == (
        "told.1.hull: expected 2, got 3"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[case]", "FILE: Expected ']]'"),
        ("[case]\nid = 3", "FILE: expected a title and [[case]] tables; found case"),
        ('tilte = "x"', "FILE: expected a title and [[case]] tables; found tilte"),
        ("[[case]]\nwords = 'x'", "FILE, case 1: id: missing"),
        ("[[case]]\nid = 3\nwords = 'x'", "FILE, case 3: id: expected a text, got a whole number"),
        (changed(SHOT, "expect", "exepct"), "FILE, case GR-1: exepct: a case has no such field; did you mean expect?"),
        (changed(SHOT, "GR-1", " "), "FILE, case  : id and words must not be empty"),
        (changed(SHOT, 'procedure = "broadside"\n', ""), "FILE, case GR-1: a case has either a procedure"),
        (changed(SHOT, "inputs", 'scenario = "duel"\ninputs'), "FILE, case GR-1: a case has either a procedure"),
        (changed(SHOT, "dice", "settings = {a = 1}\ndice"), "FILE, case GR-1: settings, change and play belong to"),
        (changed(DUEL, "dice", "inputs = {a = 1}\ndice"), "FILE, case GR-2: inputs and odds belong to a procedure"),
        (changed(SHOT, 'expect = { hull = 3, critical = "fire" }', ""), "FILE, case GR-1: nothing is expected"),
        (changed(SHOT, "cells", "refused = true\ncells"), "FILE, case GR-1: what is refused has no result"),
        (changed(SHOT, "6: the critical", "6"), "FILE, case GR-1: dice '6': expected one throw with its faces"),
        (changed(SHOT, "6: the", "six: the"), "FILE, case GR-1: dice 'six: the critical': expected one throw"),
        (changed(SHOT, "critical[6]", "critical 6"), "FILE, case GR-1: cell 'critical 6': expected chart[key, key]"),
        (changed(ODDS, "9/36", "nine"), "FILE, case GR-4: odds.1: chance 'nine': expected a fraction, as in '5/36'"),
        (SHOT + SHOT, "FILE, case GR-1: FILE already has a case of that id"),
        (changed(SHOT, "broadside\"\n", "brodside\"\n"), "FILE, case GR-1: there is no procedure brodside of gunroom; did you mean broadside?"),
        (changed(DUEL, 'ship = "blue"', 'boat = "blue"'), "FILE, case GR-2: action 2 cannot be read: "),
        (changed(DUEL, "dice", "change = {turnn = 2}\ndice"), "FILE, case GR-2: its change: there is no turnn in the position; did you mean turn?"),
        (changed(DUEL, "dice", "change = {turn.part = 2}\ndice"), "FILE, case GR-2: its change makes no position"),
    ],
)  # fmt: skip
def test_a_bad_file_is_named_with_its_case_and_the_reason(run, text, reason):
    """Status 2, one sentence, and no case has been run."""
    status, out, err = run(text if text.startswith("tilte") or "title" in text else HEAD + text)
    assert (status, out) == (2, "")
    assert err.startswith(reason)
    assert err.count("\n") == 1


def test_an_unknown_title_is_refused_with_its_case(run):
    """And with the nearest."""
    status, _, err = run('title = "trafalgr"\n' + SHOT)
    assert status == 2
    assert err == "FILE, case GR-1: There is no title 'trafalgr': did you mean trafalgar?\n"


def test_the_title_is_the_folder_s_name_unless_the_file_says_otherwise(tmp_path):
    """So that most files need not say it."""
    folder = tmp_path / "gunroom"
    folder.mkdir()
    (folder / "a.toml").write_text(SHOT)
    (folder / "b.toml").write_text('title = "wsim"\n' + DUEL)
    assert [case.title for case in load([folder / "a.toml", folder / "b.toml"])] == ["gunroom", "wsim"]


def test_ids_are_unique_over_all_files(tmp_path):
    """The sentence names both files."""
    (tmp_path / "a.toml").write_text(SHOT)
    (tmp_path / "b.toml").write_text(SHOT)
    with pytest.raises(CaseError, match=r"b\.toml, case GR-1: .*a\.toml already has a case of that id"):
        load([tmp_path / "a.toml", tmp_path / "b.toml"])


def test_without_a_file_the_cases_are_those_of_the_folder_here(tmp_path, monkeypatch, capsys):
    """`cases` alone runs what lies in cases/."""
    folder = tmp_path / "cases" / "gunroom"
    folder.mkdir(parents=True)
    (folder / "a.toml").write_text(SHOT)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["cases"]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_a_folder_without_cases_is_refused(tmp_path, capsys):
    """Nothing run is not the same as nothing failed."""
    assert cli.main(["cases", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path}: there are no cases in this folder")


def test_a_file_that_is_not_there_is_refused(capsys):
    """In one sentence that names it."""
    assert cli.main(["cases", "nowhere.toml"]) == 2
    assert capsys.readouterr().err == "nowhere.toml: no such file or directory\n"


def test_comparing_goes_no_further_than_what_is_named():
    """A case says what it is about and leaves the rest."""
    got = {"a": {"b": 1, "c": [1, {"d": None}]}, "e": True}
    assert differs({"a": {"b": 1}}, got) is None
    assert differs({"a": {"c": [1, {"d": "none"}]}}, got) is None
    assert differs({"a": {"c": {"2": {"d": 1}}}}, got) == "a.c.2.d: expected 1, got null"
    assert differs({"e": 1}, got) == "e: expected 1, got true"
    assert differs({}, got) is None
    assert differs([1], [1, 2]) == "result: expected [1], got [1,2]"


def test_the_documented_example_is_a_case_that_can_be_read(tmp_path):
    """The page that describes the format shows nothing that the runner would not read."""
    page = (Path(__file__).parents[2] / "docs" / "cases.md").read_text(encoding="utf-8")
    examples = [block.partition("```")[0] for block in page.split("```toml\n")[1:]]
    assert len(examples) >= 3
    whole = [example for example in examples if "[[case]]" in example]
    for n, example in enumerate(whole):
        (tmp_path / f"{n}.toml").write_text(example, encoding="utf-8")
    assert load(sorted(tmp_path.glob("*.toml")))


def test_values_that_json_has_as_lists_are_lists():
    """A lock between two ships is written [0, 1, "foul"]: cases name it so, and change it so."""

    class Lock(Struct, array_like=True):
        one: int
        how: str = "foul"

    class Shot(Struct, array_like=True, tag="shot"):
        at: int

    assert plain({"locks": (Lock(0), Shot(2))}) == {"locks": [[0, "foul"], ["shot", 2]]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('scenario = "duel"', 'scenario = "dule"'), "dule"),
        (('id = "GR-2"', 'id = "GR-2"\ntitle = "trafalgar"'), "hull"),
        (("{ hull = 4 }", '{ hull = 4 }\nchange = { hull = "none" }'), "its change makes no position: "),
    ],
)
def test_a_case_that_cannot_begin_is_named_with_its_file(run, change, reason):
    """A scenario, a setting or a change that cannot be used: which case has it, and what is wrong with it."""
    status, out, err = run(HEAD + SHOT + DUEL.replace(*change))
    assert (status, out) == (2, "")
    assert err.startswith("FILE, case GR-2: ")
    assert reason in err
    assert err.count("\n") == 1
