"""`weathergauge rules`: pages, words and rulings at the keyboard, and the nearest of them where a name is misspelt."""

from __future__ import annotations

import json

import pytest

from weathergauge import cli
from weathergauge.cli.rules import Handbook
from weathergauge.rulesets import TITLES


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["rules", *words]) == 0
    return capsys.readouterr().out


def test_the_pages_of_a_title_are_listed(capsys: pytest.CaptureFixture[str]):
    """With their words and the command for one."""
    told = said(capsys, "trafalgar")
    assert "firing" in told
    assert "Raking" in told
    assert "weathergauge rules trafalgar turn" in told


@pytest.mark.parametrize("asked", ["firing", "FIRING", "Firing"])
def test_a_page_is_shown_with_its_charts_its_rulings_and_its_words(asked: str, capsys: pytest.CaptureFixture[str]):
    """And when in the turn it counts, and a resolution to try."""
    told = said(capsys, "trafalgar", asked)
    assert "When: step 3 for the British, step 4 for the Allies." in told
    assert "Effect of Firing (effect_of_firing)" in told
    assert "TR37 The nearest target" in told
    assert "weathergauge resolve trafalgar broadside hull=6" in told


def test_the_example_of_a_page_can_be_typed_as_it_stands(capsys: pytest.CaptureFixture[str]):
    """For every page of every title that has one."""
    for name in (title.name for title in TITLES if title.guides):
        book = Handbook(name)
        for topic in book.guide.topics:
            line = next(line for line in book.page(topic).splitlines() if line.startswith("  weathergauge resolve"))
            assert cli.main(line.split()[1:]) == 0, line
            capsys.readouterr()


@pytest.mark.parametrize("asked", [["rake"], ["raked"], ["leadership", "test"]])
def test_a_word_is_explained_in_any_of_its_forms(asked: list[str], capsys: pytest.CaptureFixture[str]):
    """And leads to more."""
    told = said(capsys, "trafalgar", *asked)
    assert "More: " in told


def test_a_ruling_is_shown_whole(capsys: pytest.CaptureFixture[str]):
    """By its id in any case, with the charts that it reads."""
    told = said(capsys, "trafalgar", "tr12")
    assert told.startswith("TR12 When a shot rakes\nOpen: ")
    assert "Base Factors (base_factors)" in told


def test_a_name_nobody_knows_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]):
    """A page, a word or a title."""
    assert cli.main(["rules", "trafalgar", "rakke"]) == 2
    assert capsys.readouterr().err == "Trafalgar has no page and no word 'rakke': did you mean rake?\n"
    assert cli.main(["rules", "trafalgr"]) == 2
    assert "did you mean trafalgar?" in capsys.readouterr().err


def test_programs_get_the_whole_guide(capsysbinary: pytest.CaptureFixture[bytes]):
    """Topics, words and rulings as JSON."""
    assert cli.main(["rules", "trafalgar", "--json"]) == 0
    told = json.loads(capsysbinary.readouterr().out)
    assert told["title"] == "trafalgar"
    assert {"topics", "words", "rulings"} == told["guide"].keys()
