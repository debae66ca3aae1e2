"""The rulings of every title: each says what is open, what we do and why, and names code, tests and cases that are there."""

from __future__ import annotations

import io
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from weathergauge import cli
from weathergauge.files.cases import load
from weathergauge.rulesets import TITLES, ruleset

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs" / "rulings").glob("*.md"))
PREFIXES = {
    page.stem: found[1]
    for page in PAGES
    if (found := re.search(r"^## ([A-Z]+)\d\d ", page.read_text(encoding="utf-8"), re.M))
}
"""The letters that the ids of a page begin with."""
FIRST = {"trafalgar": 28, "wsim": 28, "ironclads": 39, "sealords": 58}
"""So many were made from the document alone; what came up later has numbers of its chapter, and not all are used."""
TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


class Entry(NamedTuple):
    """An entry of a page: a ruling has one for each chapter that it is about."""

    ruleset: str
    id: str
    title: str
    text: str

    def part(self, name: str) -> str:
        found = re.search(rf"^- \*\*{name}:\*\* (.+)$", self.text, re.MULTILINE)
        return found[1] if found else ""


def entries(ruleset: str) -> list[Entry]:
    page = (ROOT / "docs" / "rulings" / f"{ruleset}.md").read_text(encoding="utf-8")
    found = re.findall(rf"^## ({PREFIXES[ruleset]}\d\d) ([^\n]+)\n(.*?)(?=^##? |\Z)", page, re.MULTILINE | re.DOTALL)
    return [Entry(ruleset, *parts) for parts in found]


ENTRIES = [entry for ruleset in PREFIXES for entry in entries(ruleset)]
CASES = {case.id: case for case in load(sorted((ROOT / "cases").rglob("*.toml")))}
EVERY = pytest.mark.parametrize("entry", ENTRIES, ids=[f"{entry.id} {entry.title}" for entry in ENTRIES])
RULESETS = pytest.mark.parametrize("ruleset", PREFIXES)


def module(ruleset: str, name: str) -> Any:
    return import_module(f"weathergauge.rulesets.{ruleset}.{name}")


def test_every_ruleset_that_can_be_played_is_here():
    """With the letters of its rulings."""
    assert set(PREFIXES) == {title.ruleset for title in TITLES}


@RULESETS
def test_they_are_numbered_once_and_the_first_have_no_gap(ruleset: str):
    """Later ones may stand in several chapters."""
    ids = [entry.id for entry in entries(ruleset)]
    assert {f"{PREFIXES[ruleset]}{n:02d}" for n in range(1, FIRST.get(ruleset, 0) + 1)} <= set(ids)
    assert len({(entry.id, entry.title) for entry in entries(ruleset)}) == len(ids)
    if ruleset != "ironclads":  # whose rulings on captains, markers and eras each stand in several chapters
        assert len(set(ids)) == len(ids)


def test_those_of_trafalgar_stand_in_order_without_a_gap():
    """From TR01 to the last."""
    ids = [entry.id for entry in entries("trafalgar")]
    assert ids == [f"TR{n:02d}" for n in range(1, len(ids) + 1)]


@EVERY
def test_an_entry_is_complete(entry: Entry):
    """What is open, the ruling, its reason, the code and what holds it."""
    assert all(entry.part(name) for name in ("Open", "Ruling", "Reason", "Code", "Held by"))


@EVERY
def test_the_code_it_names_is_there(entry: Entry):
    """A module of the ruleset and something in it; in a chapter of several files, `chapter.file.name`."""
    for named in re.findall(r"`(\w+(?:\.\w+)+)`", entry.part("Code")):
        found = import_module(f"weathergauge.rulesets.{entry.ruleset}")
        for part in named.split("."):
            if not hasattr(found, part):
                found = import_module(f"{found.__name__}.{part}")
            else:
                found = getattr(found, part)


@EVERY
def test_what_holds_it_is_there(entry: Entry):
    """Tests by their names, and cases that say they rest on it."""
    held = entry.part("Held by")
    named = set(re.findall(r"`(test_\w+)`", held))
    assert named <= TESTS, named - TESTS
    numbers = re.findall(r"\b[A-Z]{3}-\d+", held)
    assert named or numbers
    for number in numbers:
        assert entry.id in CASES[number].rulings, f"{number} does not name {entry.id}"


@RULESETS
def test_every_citation_in_the_code_has_an_entry(ruleset: str):
    """And every entry is cited by the code or by the data beside it."""
    folder = ROOT / "src" / "weathergauge" / "rulesets" / ruleset
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.suffix in (".py", ".toml"))
    assert set(re.findall(rf"\b{PREFIXES[ruleset]}\d\d\b", text)) == {entry.id for entry in entries(ruleset)}


@RULESETS
def test_every_setting_belongs_to_a_ruling(ruleset: str):
    """What a table may want otherwise is written down."""
    told = " ".join(entry.part("Setting") for entry in entries(ruleset))
    settings = module(ruleset, "state").Settings
    assert {name for name in settings.__struct_fields__ if f"`{name}" not in told} == set()


@EVERY
def test_the_charts_it_names_are_there(entry: Entry):
    """In the part on what the sheet leaves open; of a series, on the charts of one of its titles."""
    charts = {chart for one in TITLES if one.ruleset == entry.ruleset for chart in ruleset(one.name).chart_set}
    for name in re.findall(r"`(\w+)`", entry.part("Open")):
        assert name in charts, name


@RULESETS
def test_the_commands_at_the_head_of_a_page_are_understood(
    ruleset: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """They are typed as they stand there, with nobody at the keyboard."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    page = (ROOT / "docs" / "rulings" / f"{ruleset}.md").read_text(encoding="utf-8").partition("\n## ")[0]
    commands = re.findall(r"`weathergauge ([^`]+)`", page.replace("\n", " "))
    assert commands
    for command in commands:
        assert cli.main(command.split()) == 0, capsys.readouterr().err
