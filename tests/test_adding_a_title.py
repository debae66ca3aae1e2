"""docs/adding-a-title.md is true: every step of it runs as it stands there, and the title it grows is played in every way."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.adding import PAGE, Workshop, answers, blocks, typed
from weathergauge.match.record import Record


def test_every_step_of_the_page_runs_and_answers_as_it_says(tmp_path: Path):
    """The files are written as the page comes to them, so that each command has what stands above it and no more."""
    shop, ran = Workshop(tmp_path), 0
    for block in blocks():
        if block.path:
            shop.put(block)
        for asked in typed(block.text) if block.kind == "console" else ():
            if asked.command == "pip install --editable .":
                shop.install()  # an editable one cannot be put in a temporary place: sources are found first instead
                continue
            said = shop.run(asked.command, sources=True)
            assert answers(said, asked.answer), f"$ {asked.command}\n{said}\n--- the page says\n{asked.answer}"
            ran += 1
    assert ran == 12


def test_it_is_as_small_as_the_page_says():
    """Under 250 lines of Python, blank ones not counted."""
    code = [block.text for block in blocks() if block.kind == "python" and block.path.startswith("src")]
    assert sum(bool(line.strip()) for text in code for line in text.splitlines()) < 250


def test_the_places_it_touches_are_at_most_fifteen_and_those_of_a_package_are_on_the_page():
    """Each file that the page has belongs to a numbered place, and each place of a package has its file."""
    rows = re.findall(r"^\| (\d+) \| (.+?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == [*range(1, 16)]
    files = {Path(block.path).name for block in blocks() if block.path} - {"__init__.py"}
    named = [set(re.findall(r"`([^`]+)`", place)) for _, place in rows[:11]]
    kinds = {"chase.toml": {"charts/*.toml", "cases/NAME/*.toml"}, "chase.md": {"guide/*.md"}, "test_cutters.py": set()}
    assert {name for file in files for name in kinds.get(file, {file})} == set().union(*named)


@pytest.fixture(scope="module")
def shop(tmp_path_factory) -> Workshop:
    """The package, built and installed in a temporary place; its sources are not looked at any more."""
    made = Workshop(tmp_path_factory.mktemp("cutters"))
    made.put_all()
    made.install()
    (made.folder / "src").rename(made.folder / "written")
    return made


Weathergauge = Callable[..., str]


@pytest.fixture
def weathergauge(shop: Workshop) -> Weathergauge:
    def asked(*words: str, said: str = "", status: int = 0) -> str:
        return shop.run(["weathergauge", *words], said=said, status=status)

    return asked


def test_it_is_listed_by_every_command_that_lists_titles(weathergauge: Weathergauge):
    """With what its title.toml says of it, and as one that can be played."""
    assert json.loads(weathergauge("titles", "--json"))[-1] == {
        "name": "cutters", "words": "a revenue cutter chases a smuggler home", "ruleset": "cutters", "playable": True,
    }  # fmt: skip
    assert "cutters:\n  dusk" in weathergauge("scenarios")
    assert "mistral, cutters" in weathergauge("charts", "--help")
    assert "cutters  " in weathergauge("play", said="new\nback\n")


def test_it_is_played_at_the_keyboard_and_replayed(shop: Workshop, weathergauge: Weathergauge):
    """A whole match against the midshipman by numbers from lists, recorded as it goes."""
    orders = "map\n" + "options\n1\noptions\n3\noptions\n1\n" * 12
    said = weathergauge(
        "play", "cutters", "dusk", "--seat", "revenue=me", "--seed", "1", "--save", "mine.jsonl", said=orders
    )
    assert "gap: 4" in said
    assert "The revenue cutter makes" in said
    assert re.search(r"(You win|The smuggler won): ", said), said
    assert Record.read(shop.folder / "mine.jsonl").header.title == "cutters"
    assert "mine.jsonl holds: " in weathergauge("verify", "mine.jsonl")
    assert "The revenue cutter makes" in weathergauge("replay", "mine.jsonl")


def test_captains_say_that_they_do_not_know_it(weathergauge: Weathergauge):
    """One sentence, and the midshipman is named."""
    words = ("simulate", "cutters", "dusk", "--seat", "revenue=captain")
    assert (
        weathergauge(*words, status=2) == "The captain does not know cutters yet: the midshipman plays every title.\n"
    )


def test_games_between_bots_leave_records_that_hold(shop: Workshop, weathergauge: Weathergauge):
    """Played in several processes, each of which finds the title for itself."""
    weathergauge("simulate", "cutters", "dawn", "--games", "4", "--jobs", "2", "--seed", "2", "--records", "games")
    for file in sorted((shop.folder / "games").glob("*.jsonl")):
        assert " holds: " in weathergauge("verify", str(file))


def test_cases_and_their_uncovered_cells_are_its_own(weathergauge: Weathergauge):
    """The answer key of the package is read and run."""
    assert "In no case of cutters:" in weathergauge("cases", "cases", "--uncovered")


def test_scenario_files_are_refused_with_a_sentence(weathergauge: Weathergauge):
    """It has no scenarios that can be written by hand."""
    said = weathergauge("scenario", "show", "dusk", "--title", "cutters", status=2)
    assert said == "cutters does not play scenarios from files: choose one of its own\n"


def test_the_shipped_suite_runs_over_it_and_finds_a_broken_rule(shop: Workshop):
    """Installed as it is it passes (the page's own step); with the event left out that tells of a held fire it does not."""
    chapters = shop.site / "cutters" / "chapters.py"
    whole = chapters.read_text(encoding="utf-8")
    try:
        chapters.write_text(whole.replace("        dice.tell(Held())\n", ""), encoding="utf-8")
        said = shop.run(["pytest", "-q", "-x", "-p", "no:cacheprovider", "tests", "-k", "hears or secret"], status=1)
    finally:
        chapters.write_text(whole, encoding="utf-8")
    assert "is told by the" in said
