"""How games were played, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.wsim import sea as wooden
from weathergauge import rulesets
from weathergauge.bots import measures
from weathergauge.bots.measures import BOTH, Amount, Measure
from weathergauge.bots.measures.trafalgar import Seen
from weathergauge.bots.measures.wsim import Seen as WoodenSeen
from weathergauge.bots.series import Game, jobs, margin, series
from weathergauge.cli import main
from weathergauge.frame.events import Began
from weathergauge.ruleset import Result
from weathergauge.rulesets.trafalgar.actions import Fired
from weathergauge.rulesets.wsim import wind
from weathergauge.rulesets.wsim.actions import Began as WoodenBegan
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.throwing import RandomDice

SHORT = {
    "trafalgar": ("duel", {"turns": 3}),
    "wsim": ("duel", {"turns": 6}),
    "ironclads": ("gunnery", {"turns": 4}),
    "mistral": ("quarter", {}),
}


@pytest.mark.parametrize("title", SHORT)
@pytest.mark.parametrize("recorded", [False, True])
def test_every_family_counts_its_games(title: str, recorded: bool, tmp_path: Path):
    """Each measure gets a figure or has no case in so short a game; shares lie between nothing and all."""
    scenario, settings = SHORT[title]
    rules = rulesets.ruleset(title)
    seats = dict.fromkeys(next(card.seats for card in rules.scenarios() if card.name == scenario), "midshipman")
    to_play = jobs(title, scenario, seats, 1, settings=settings, records=tmp_path if recorded else None, measured=True)
    game = series(to_play, workers=1).games[0]
    known = measures.measures_of(rules)
    found = measures.summed(known, [game.figures])
    assert {*found} <= {one.name for one in known}
    assert len(found) >= len(known) / 2
    assert all(0 <= found[one.name] <= 1 for one in known if one.how == "share" and one.name in found)


def test_shots_are_counted_by_range_rake_and_turn():
    """Two broadsides on turn 3: one rakes from four inches, one goes wide from twelve."""
    rules = rulesets.ruleset("trafalgar")
    state = rules.setup(rules.scenario("duel", {}), RandomDice(1))
    one, other = state.table.ships
    count = Seen()
    count.saw(state, [Began(3, "british_fire"), Fired(one.id, other.id, "port", 400, 1, False, "stern")])
    count.saw(state, [Fired(one.id, other.id, "port", 1200, 0, False)])
    count.ended(state)
    assert count.figures["first_shot"] == {BOTH: Amount(3, 1)}
    assert count.figures["close_shots"] == {one.side: Amount(1, 2)}
    assert count.figures["rakes"] == {one.side: Amount(1, 2)}
    assert count.figures["no_score"] == {BOTH: Amount(1, 1)}


def test_shares_are_of_all_cases_and_means_of_all_games_and_sides():
    """One hit of ten and nine of ten are a half; means count every side of every game, medians every game that has
    the figure."""
    known = (Measure("hits", "hits", "share"), Measure("lost", "lost", "mean"), Measure("first", "first", "median"))
    games: list[Any] = [
        {"hits": {"red": Amount(1, 10)}, "lost": {"red": Amount(4), "blue": Amount(0)}, "first": {BOTH: Amount(2)}},
        {"hits": {"red": Amount(9, 10)}, "lost": {"red": Amount(0), "blue": Amount(0)}, "first": {BOTH: Amount(9)}},
        {"first": {BOTH: Amount(3)}},
    ]
    assert measures.summed(known, games) == {"hits": 0.5, "lost": 1.0, "first": 3}


def test_the_margin_is_of_pairs_with_the_same_dice():
    """A seat that is worth ten points says nothing of the bot that had it; the pair leads by one."""

    def game(number: int, dice: str, red: str, score: tuple[int, int]) -> Game:
        blue = "captain" if red == "admiral" else "admiral"
        result = Result(None, "", {"red": score[0], "blue": score[1]})
        return Game(number, {"red": red, "blue": blue}, result, 1, dice=dice)

    games = [game(1, "a", "admiral", (11, 0)), game(2, "a", "captain", (10, 1))]
    games += [game(3, "b", "admiral", (13, 0)), game(4, "b", "captain", (10, 0))]
    assert margin(games, "admiral") == (1.25, 0.25)
    assert margin(games, "midshipman") is None


def test_the_same_dice_are_played_from_both_seats():
    """Each seed is played twice, with the bots' seats exchanged."""
    found = [(job.seed, job.bots["british"]) for job in jobs("trafalgar", "duel", {"british": "captain", "allied": "midshipman"}, 4)]  # fmt: skip
    assert found == [("1:1", "captain"), ("1:1", "midshipman"), ("1:2", "captain"), ("1:2", "midshipman")]


def test_the_command_counts_records_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Two records of one title make one table, and a file that is not there is one sentence."""
    played = series(
        jobs("trafalgar", "duel", {"british": "captain", "allied": "captain"}, 2, records=tmp_path), workers=1
    )
    assert main(["measures", *[str(game.record) for game in played.games]]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "trafalgar: 2 games"
    assert out[1].split() == ["how", "they", "played", "all", "allied", "british"]
    assert main(["measures", str(tmp_path / "none.jsonl")]) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'none.jsonl'}: there is no such file\n"


@pytest.mark.parametrize(("velocity", "turns"), [(1, 3), (0, 0)])
def test_who_is_becalmed_does_not_count_as_idle(velocity: int, turns: int):
    """Two ships have lain still for three turns, head to wind: their own doing while there is a wind."""
    idle = (wooden.ship("mars", (0, 0), 4, still=3), wooden.ship("ajax", (9, 0), 4, side="french", still=3))
    count = WoodenSeen()
    for turn in range(5, 8):
        count.saw(wooden.state(wooden.table(*idle, velocity=velocity)), [WoodenBegan(turn, "notation")])
    found = [amount for name in ("still", "irons") for amount in count.figures.get(name, {}).values()]
    assert [(one.amount, one.of) for one in found] == ([(3, 3)] * 2 + [(1, 3)] * 2 if turns else [])


def test_who_can_sail_on_no_heading_does_not_count_as_idle():
    """Of two ships that lie still one has a section of her rigging left, too little for any heading: only the other counts."""
    crippled = wooden.ship("mars", (0, 0), 4, still=3, battle_speed=2, rigging=(0, 0, 0, 1))
    sound = wooden.ship("ajax", (9, 0), 4, side="french", still=3)
    at = wooden.table(crippled, sound)
    assert not any(wind.allowances(at, 0, charts()))
    assert not at.ships[0].dismasted
    count = WoodenSeen()
    count.saw(wooden.state(at), [WoodenBegan(5, "notation")])
    assert count.figures["still"] == {"french": Amount(1, 1)}
