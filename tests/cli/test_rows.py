"""Rows for other programs: the same things as CSV and as JSON lines, and only one form at a time."""

import csv
import io
import json
from pathlib import Path

import pytest

from weathergauge import cli

RECORD = str(Path(__file__).parents[1] / "records" / "trafalgar.jsonl")
DUEL = ("simulate", "trafalgar", "duel", "--games", "2", "--seed", "rows", "--jobs", "1", "--seat", "british=midshipman", "--seat", "allied=midshipman")  # fmt: skip


def rows(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, str]]:
    """What a command prints as CSV."""
    assert cli.main([*words, "--csv"]) == 0
    return [*csv.DictReader(io.StringIO(capsys.readouterr().out))]


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    """What it prints as JSON lines."""
    assert cli.main([*words, "--json-lines"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_series_has_a_row_for_each_game(capsys: pytest.CaptureFixture[str]):
    """With bots, winner, scores and measures by seat; both forms tell the same games."""
    table, told = rows(capsys, *DUEL, "--measures"), lines(capsys, *DUEL, "--measures")
    assert [row["game"] for row in table] == ["1", "2"]
    assert [row["winner"] for row in table] == [game["winner"] or "" for game in told]
    assert {"bot.british", "score.allied", "turns", "measure.rakes.british"} <= table[0].keys()


def test_a_record_has_a_row_for_each_event(capsys: pytest.CaptureFixture[str]):
    """In the order in which things happened, with the words that players read."""
    table, told = rows(capsys, "replay", RECORD), lines(capsys, "replay", RECORD)
    assert len(table) == len(told)
    assert any(row["words"].startswith("Victory ") and row["order.type"] == "fire" for row in table)
    steps = [int(row["step"]) for row in table]
    assert steps == sorted(steps)


def test_cases_have_a_row_each(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """Also those that hold; one that does not has its first difference."""
    file = Path("cases/trafalgar/boarding.toml")
    table = rows(capsys, "cases", str(file))
    assert {row["holds"] for row in table} == {"yes"}
    (tmp_path / "trafalgar").mkdir()
    spoilt = tmp_path / "trafalgar" / "spoilt.toml"
    spoilt.write_text(file.read_text().replace("enemy_lost = 1", "enemy_lost = 9"))
    status = cli.main(["cases", str(spoilt), "--csv"])
    found = [*csv.DictReader(io.StringIO(capsys.readouterr().out))]
    assert status == 1
    assert [row["case"] for row in found] == [row["case"] for row in table]
    assert any(row["holds"] == "no" and row["difference"] for row in found)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["replay", RECORD, "--csv", "--json"], "--csv: not together with --json; give one of them"),
        (["cases", "--json-lines", "--csv"], "--json-lines: not together with --csv; give one of them"),
        (["cases", "--csv", "--uncovered"], "--uncovered: rows are of cases; ask for the cells without --csv and --json-lines"),
    ],
)  # fmt: skip
def test_one_form_at_a_time(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]):
    """Which of them is one too many is said in a sentence."""
    assert cli.main(words) == 2
    assert capsys.readouterr().err.strip() == sentence
