"""The rulings: each says what is open, what we do and why, and names code, tests and cases that are there."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from weathergauge.cases import load
from weathergauge.rulesets.wsim.charts import chart_set
from weathergauge.rulesets.wsim.state import Settings

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rulings" / "wsim.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^## (WS\d\d) [^\n]+\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
CASES = {case.id: case for case in load(sorted((ROOT / "cases" / "wsim").glob("*.toml")))}
TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def part(entry: str, name: str) -> str:
    found = re.search(rf"^- \*\*{name}:\*\* (.+)$", entry, re.MULTILINE)
    return found[1] if found else ""


def test_they_are_numbered_once_and_the_first_have_no_gap():
    """The first 28 are what the charts leave open; later numbers were given to chapters, and not all are used."""
    assert {f"WS{n:02d}" for n in range(1, 29)} <= set(ENTRIES)
    assert len(re.findall(r"^## WS", PAGE, re.MULTILINE)) == len(ENTRIES)


@pytest.mark.parametrize("id", ENTRIES)
def test_an_entry_is_complete(id: str):
    """What is open, the ruling, its reason, the code and what holds it."""
    assert all(part(ENTRIES[id], name) for name in ("Open", "Ruling", "Reason", "Code", "Held by"))


@pytest.mark.parametrize("id", ENTRIES)
def test_the_code_it_names_is_there(id: str):
    """A module of the ruleset and something in it."""
    for module, name in re.findall(r"`(\w+)\.(\w+)`", part(ENTRIES[id], "Code")):
        assert hasattr(import_module(f"weathergauge.rulesets.wsim.{module}"), name), f"{module}.{name}"


@pytest.mark.parametrize("id", ENTRIES)
def test_what_holds_it_is_there(id: str):
    """Tests by their names, and cases that say they rest on it."""
    held = part(ENTRIES[id], "Held by")
    named = set(re.findall(r"`(test_\w+)`", held))
    assert named <= TESTS, named - TESTS
    numbers = re.findall(r"WSI-\d+", held)
    assert named or numbers
    for number in numbers:
        assert id in CASES[number].rulings, f"{number} does not name {id}"


def test_every_citation_in_the_code_has_an_entry():
    """And every entry is cited by the code."""
    folder = ROOT / "src" / "weathergauge" / "rulesets" / "wsim"
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.suffix in (".py", ".toml"))
    assert set(re.findall(r"\bWS\d\d\b", text)) == set(ENTRIES)


def test_every_setting_belongs_to_a_ruling():
    """What a table may want otherwise is written down."""
    told = " ".join(part(entry, "Setting") for entry in ENTRIES.values())
    assert {name for name in Settings.__struct_fields__ if f"`{name}" not in told} == set()


def test_the_charts_it_names_are_there():
    """In the part on what the sheet leaves open."""
    for id, entry in ENTRIES.items():
        for name in re.findall(r"`(\w+)`", part(entry, "Open")):
            assert name in chart_set(), f"{id}: {name}"
