"""History among the games: what is told of scenarios, and its place among those that are played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from weathergauge import rulesets
from weathergauge.bots import measures
from weathergauge.bots.measures import Amount
from weathergauge.cli import main
from weathergauge.ruleset import Result
from weathergauge.studies import Row, history

TITLES = [title.name for title in rulesets.titles()]


@pytest.mark.parametrize("title", [name for name in TITLES if history.known(name)])
def test_what_history_tells_can_be_compared(title: str):
    """Each scenario is there, whoever won has a seat in it, and each figure is counted for one of its sides."""
    rules = rulesets.ruleset(title)
    cards = {card.name: card for card in rules.scenarios()}
    counted = {measure.name for measure in measures.measures_of(rules)}
    for name, told in history.known(title).items():
        assert told.winner in ("", history.NOBODY, *cards[name].seats), name
        columns = counted | {f"{measure}_{seat}" for measure in counted for seat in cards[name].seats}
        assert {*told.figures} <= columns, name
        assert (told.told[-1], bool(told.source)) == (".", True), name


def game(number: int, winner: str | None, lost: int) -> Row:
    figures = {"lost": {"french": Amount(lost, 1)}}
    return Row("base", number, "00", {"french": "captain"}, Result(winner, "", {}), 1, 1, figures)


@pytest.mark.parametrize(("lost", "fits"), [([0, 1, 2, 3, 4], True), ([3] * 30, True), ([0] * 30, False)])
def test_an_outcome_fits_in_the_middle_of_those_that_were_played(lost: list[int], fits: bool):
    """At their ends it does not."""
    rows = [game(number, "british", ships) for number, ships in enumerate(lost, 1)]
    found = history.compare("wsim", "lissa", history.History("", "", {"lost_french": 3.0}), rows)
    assert (found.placed[0].same, found.as_told, found.fits) == (lost.count(3), None, fits)


def test_a_figure_that_no_game_has_says_so():
    """It does not fit, and nobody takes nought games for a place among them."""
    found = history.compare("wsim", "lissa", history.History("", "", {"lost_dutch": 3.0}), [game(1, None, 0)])
    (line,) = history.lines([found])
    assert line[4] == "lost dutch 3: counted in no game"
    assert not found.fits


def test_who_won_has_to_win_now_and_then():
    """In one game of twenty at least."""
    rows = [game(number, "french" if number > 1 else "british", 0) for number in range(1, 31)]
    told = history.History("", "", winner="british")
    assert not history.compare("wsim", "lissa", told, rows).fits
    assert history.compare("wsim", "lissa", told, rows[:10]).fits


def test_a_draw_is_nobodys(tmp_path: Path):
    """It is as told where nobody was said to have won."""
    rows = [game(1, None, 0), game(2, "british", 0)]
    assert history.compare("wsim", "duel", history.History("", "", winner=history.NOBODY), rows).as_told == 1


def test_scenarios_are_played_and_games_added_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A page is written, and what was played before is not played again."""
    words = ["study", "--history", "wsim/ranger_drake", "--bot", "midshipman", "--jobs", "1", "--out", str(tmp_path)]
    assert main([*words, "--games", "1", "--page", str(tmp_path / "page.md")]) == 0
    assert "ranger_drake" in capsys.readouterr().out
    assert "Drake struck" in (tmp_path / "page.md").read_text(encoding="utf-8")
    kept = (tmp_path / "wsim_ranger_drake" / "games.jsonl").read_bytes()
    assert main([*words, "--games", "2", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["games"], found["winner"]) == (2, "american")
    assert (tmp_path / "wsim_ranger_drake" / "games.jsonl").read_bytes().startswith(kept)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--history", "wsm"], "wsm: history is not told of it; did you mean wsim?"),
        (["--history", "wsim/duell"], "did you mean wsim/duel?"),
        (["--history", "--bot", "genius"], "There is no bot 'genius'"),
        ([], "expected one file with a study, not none"),
        (["one.toml", "two.toml"], "expected one file with a study, not 2"),
    ],
)
def test_what_cannot_be_compared_is_a_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]):
    """Before any game is played."""
    try:
        status = main(["study", *words])
    except SystemExit as ended:
        status = int(ended.code or 0)
    assert status == 2
    assert told in capsys.readouterr().err
