"""The hostile run: a little of it here, and that a fault it finds ends it with 1. `make hostile` does the whole."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests import broken
from tests.broken import FIRST
from tests.hostile import __main__ as hostile
from tests.hostile import files, records, secrecy
from tests.hostile.figures import Asked, Figures, Hang, within
from tests.hostile.mutants import mutants, spoil, spoilt_text
from weathergauge import rulesets
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.testing import rules_for


def test_spoilt_records_are_believed_by_nobody(monkeypatch: pytest.MonkeyPatch):
    """A few of each kind, through verify, replay and the commands; the browser's check is for the whole run."""
    monkeypatch.setattr(records, "_prove", lambda *_: None)
    figures = Figures("records")
    records.run(Asked(30, quick=True), figures)
    assert figures.faults == []
    assert figures.counts["records verified"] > 20
    assert figures.counts["sealed again"] > 3


def test_spoilt_files_are_refused_with_a_sentence():
    """A short run finds no fault."""
    figures = Figures("files")
    files.run(Asked(15, quick=True), figures)
    assert figures.faults == []
    assert figures.counts["refused with a sentence"] > 5


def test_a_walk_goes_on_from_the_figures_of_an_earlier_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A match that was walked is not walked again."""
    monkeypatch.setattr(secrecy, "STEPS", 15)
    kept = tmp_path / "figures.json"
    asked = Asked(60, comparisons=600, processes=1, figures=str(kept))
    first = Figures("secrecy")
    secrecy.run(asked, first)
    assert (first.faults, first.counts["matches"] >= 1) == ([], True)
    done = json.loads(kept.read_text())["done"]
    again = Figures("secrecy")
    secrecy.run(Asked(60, comparisons=first.counts["comparisons"] + 1, processes=1, figures=str(kept)), again)
    assert again.counts["matches"] == first.counts["matches"] + 1
    assert len({*json.loads(kept.read_text())["done"]}) == len(done) + 1


def test_a_leak_is_a_fault_and_ends_the_run_with_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Rules that tell nobody what everybody can see."""
    leaky = broken.TellsTheMoverAlone(rules_for(FIRST))
    monkeypatch.setattr(secrecy, "rules_for", lambda title: leaky if title == FIRST else rules_for(title))
    monkeypatch.setattr(secrecy, "TITLES", (FIRST,))
    asked = ["--section", "secrecy", "--comparisons", "2500", "--processes", "1", "--seconds", "60"]
    assert hostile.main(asked) == 1
    said = capsys.readouterr().out
    assert "FAULTS" in said
    assert "hears nothing of" in said


def test_a_section_that_breaks_or_tries_nothing_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    """A run cannot pass by doing nothing."""
    monkeypatch.setattr(records, "spoilt", lambda seed: iter(()))
    monkeypatch.setattr(records, "_prove", lambda *_: None)
    assert hostile.run("records", Asked(1)).faults == ["nothing was tried"]
    monkeypatch.setattr(records, "spoilt", lambda seed: 1 // 0)
    assert "ZeroDivisionError" in hostile.run("records", Asked(1)).faults[0]


def test_a_record_that_was_believed_would_be_a_fault(tmp_path: Path):
    """The check of the section itself: a true record is no mutant, and to take it for one fails."""
    figures, path = Figures("records"), tmp_path / "true.jsonl"
    true = records.originals()[0]
    path.write_bytes(true)
    spoilt = next(mutants(true, Random(1)))
    records._verify(path, spoilt, Record(true).head(), figures)
    assert verify(path, rulesets.ruleset).ok
    assert "believes" in figures.faults[0]


def test_what_is_spoilt_differs_and_is_the_same_for_a_seed():
    """So that a fault can be found again."""
    text = 'name = "two brigs"\nturns = 12\n'
    assert [spoilt_text(text, Random(n)) for n in range(9)] == [spoilt_text(text, Random(n)) for n in range(9)]
    assert len({spoilt_text(text, Random(n)) for n in range(40)}) > 15
    assert any(spoil({"a": [1, "b"]}, Random(n)) != {"a": [1, "b"]} for n in range(5))


def test_what_hangs_is_stopped():
    """After the time that it may take."""

    def for_ever() -> None:
        while True:
            pass

    with pytest.raises(Hang, match=r"0\.05 seconds"), within(0.05):
        for_ever()
