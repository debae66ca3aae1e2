"""`weathergauge simulate` and `make ladder`: who won how often, the same however many processes play."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import ladder
from weathergauge import cli
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset

SHORT = ["simulate", "trafalgar", "duel", "--seed", "7", "--set", "turns=2", "--seat", "allied=midshipman"]


@pytest.fixture
def ask(capsys):
    def run(*words: str) -> tuple[int, str, str]:
        status = cli.main(words)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def answer(ask: Any, *words: str) -> Any:
    status, out, err = ask(*words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_the_same_seed_gives_the_same_results_whatever_the_number_of_processes(ask):
    """And another seed others."""
    alone = answer(ask, *SHORT, "--games", "6", "--swap", "--jobs", "1")
    assert answer(ask, *SHORT, "--games", "6", "--swap", "--jobs", "2") == alone
    assert answer(ask, *SHORT, "--games", "6", "--swap", "--jobs", "1", "--seed", "8")["steps"] != alone["steps"]


def test_every_game_is_counted_once_for_each_seat(ask):
    """Six games in turn about: three for each bot in each seat, and all of one's wins are the other's losses."""
    found = answer(ask, *SHORT, "--games", "6", "--swap", "--jobs", "1")
    assert (found["games"], found["stopped"], found["turns"]) == (6, False, 2.0)
    assert [(row["seat"], row["bot"], row["games"]) for row in found["seats"]] == [
        ("allied", "midshipman", 3), ("allied", "captain", 3), ("british", "captain", 3), ("british", "midshipman", 3),
    ]  # fmt: skip
    assert sum(row["won"] for row in found["seats"]) + found["drawn"] == 6
    for row in found["seats"]:
        assert row["won"] + row["drawn"] + row["lost"] == row["games"]
        assert row["interval"][0] <= row["rate"] <= row["interval"][1]


def test_one_game_of_one_turn_is_said_so(ask):
    """In the singular."""
    out = ask("simulate", "trafalgar", "duel", "--seat", "allied=midshipman", "--seat", "british=midshipman",
              "--set", "turns=1", "--games", "1", "--jobs", "1", "--seed", "7")[1]  # fmt: skip
    assert out.startswith("trafalgar duel: 1 game, seed 7\n")
    assert "A game took 1 turn and " in out


def test_the_summary_is_a_table(ask):
    """A row a seat, the margins, and how long a game took."""
    status, out, err = ask(*SHORT, "--games", "2", "--jobs", "1")
    assert (status, err) == (0, "")
    first, heads, *rows, one, other, last = out.splitlines()
    assert first == "trafalgar duel: 2 games, seed 7"
    assert heads.split()[:6] == ["seat", "bot", "games", "won", "drawn", "lost"]
    assert [row.split()[:3] for row in rows] == [["allied", "midshipman", "2"], ["british", "captain", "2"]]
    assert {line.partition(":")[0] for line in (one, other)} == {"Margin of the midshipman", "Margin of the captain"}
    assert last.startswith("A game took 2 turns and ")


def test_records_can_be_verified(ask, tmp_path: Path):
    """Each game leaves one, and the page says how to prove it."""
    folder = tmp_path / "matches"
    status, out, _ = ask(*SHORT, "--games", "2", "--jobs", "1", "--records", str(folder))
    assert status == 0
    files = sorted(folder.glob("*.jsonl"))
    assert len(files) == 2
    assert f"weathergauge verify {files[0]}" in out
    for file in files:
        held = verify(file, ruleset)
        assert held.ok, held.sentence


def test_records_are_not_written_over(ask, tmp_path: Path):
    """The second series into one folder is refused."""
    words = [*SHORT, "--games", "1", "--jobs", "1", "--records", str(tmp_path)]
    assert ask(*words)[0] == 0
    status, out, err = ask(*words)
    assert (status, out) == (2, "")
    assert "there is a record already; take another folder or another --seed" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seat", "french=captain"], "--seat french=captain: there is no seat 'french' in trafalgar; "),
        (["--seat", "british"], "--seat british: expected a seat and the bot that plays it, as in --seat british="),
        (["--seat", "british=captian"], "There is no bot 'captian': did you mean captain?"),
        (["--seat", "allied=captain"], "--seat allied=captain: allied is given twice"),
        (["--games", "0"], "--games 0: expected a whole number of at least 1"),
        (["--set", "turns"], "--set turns: expected a setting as key=value"),
        (["--set", "truns=3"], "truns: no such setting of trafalgar; "),
        (["--seed", "a/b", "--records", "here"], "--seed a/b: with --records it becomes part of file names"),
    ],
)
def test_what_is_asked_wrongly_is_answered_with_one_sentence(ask, words: list[str], sentence: str):
    """Before any game is begun."""
    status, out, err = ask(*SHORT, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(sentence)


def test_an_unknown_scenario_is_named(ask):
    """With the nearest."""
    assert ask("simulate", "trafalgar", "deul") == (
        2,
        "",
        "There is no scenario of trafalgar 'deul': did you mean duel?\n",
    )


def test_stopping_shows_what_was_played(ask, monkeypatch):
    """Ctrl-C after the third game."""
    from weathergauge.bots import series as simulate

    played: list[Any] = []
    real = simulate.play

    def stopped(job: Any) -> Any:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(job)
        return real(job)

    monkeypatch.setattr(simulate, "play", stopped)
    status, out, _ = ask(*SHORT, "--games", "9", "--jobs", "1")
    assert status == 130
    assert out.startswith("trafalgar duel: 3 games of 9, stopped early, seed 7")


def test_the_ladder_gives_a_rate_and_its_interval(capsys):
    """In all and from each side, and how the bots played."""
    assert (
        ladder.main(["--title", "trafalgar", "--scenario", "duel", "--games", "2", "--jobs", "1", "--seed", "t"]) == 0
    )
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "trafalgar duel: captain against midshipman, 2 games, seed t"
    assert out[1].split() == ["won", "drawn", "lost", "rate", "95", "%", "interval", "margin"]
    assert [line.split("  ")[1] for line in out[2:5]] == ["captain, in all", "captain, allied", "captain, british"]
    assert out[5].split() == ["how", "they", "played", "all", "captain", "midshipman"]
    assert any("broadsides that rake" in line for line in out[6:])
    assert ladder.main(["--pair", "captain"]) == 2
    assert ladder.main(["--scenario", "deul"]) == 2
    assert "did you mean duel?" in capsys.readouterr().err


def test_the_ladder_knows_the_rungs_of_each_title(capsys):
    """Pairs and titles that are not there are refused with the nearest."""
    assert ladder.rungs("wsim") == ["captain:midshipman", "admiral:captain"]
    assert ladder.rungs("trafalgar") == ["captain:midshipman", "admiral:captain"]
    assert ladder.main(["--title", "trafalgar", "--pair", "blod-captain:captain"]) == 2
    assert "There is no temper 'blod': did you mean bold?" in capsys.readouterr().err
    assert "captain:midshipman" in ladder.rungs("mistral")
    assert ladder.main(["--title", "mistrall"]) == 2
    assert "did you mean mistral?" in capsys.readouterr().err
    for title, scenarios in ladder.SCENARIOS.items():
        assert {*scenarios} <= {card.name for card in ruleset(title).scenarios()}
