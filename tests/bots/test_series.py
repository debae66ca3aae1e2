"""Many games between bots: the same whatever plays them, and none lost when they are stopped."""

import re
import threading
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.toy import SEATS, TOY, Committed, Plotted, RandomBot, bot, ruleset
from weathergauge.bots.executors import executor
from weathergauge.bots.series import Crew, Game, Job, Tally, jobs, play, play_out, series, wilson
from weathergauge.codec import decode, encode
from weathergauge.match import Match
from weathergauge.match.verify import verify
from weathergauge.throwing import RandomDice

HERE: dict[str, Any] = {"rules_for": "tests.toy:ruleset", "bot_for": "tests.toy:bot"}


def some(games: int, **more: Any) -> Any:
    return jobs("toy", "duel", {"red": "random", "blue": "holding"}, games, **HERE, **more)


def test_a_game_is_played_out_and_the_same_seed_plays_it_again():
    """The result and the steps it took; each bot hears what its seat hears."""
    played = []
    for _ in range(2):
        bots = {seat: RandomBot(seat) for seat in SEATS}
        played.append(play_out(TOY, TOY.scenario("duel", {}), bots, RandomDice(7)))
        own = [event for event in bots["red"].events if isinstance(event, Plotted)]
        assert len(own) < len([event for bot in bots.values() for event in bot.events if isinstance(event, Plotted)])
        assert Committed("blue") in bots["red"].events
    assert played[0] == played[1]
    assert played[0][1] > 8


def test_a_game_that_nobody_listens_to_is_the_same_game():
    """Dice that are unheard fall as they would, and what is told goes nowhere; a bot that listens hears all of it."""
    heard: list[Any] = []

    class Silent(RandomBot):
        listens = False

    class Listening(RandomBot):
        def heard(self, events: Any) -> None:
            heard.extend(events)

    dice = RandomDice(7), RandomDice(7)
    scenario = TOY.scenario("duel", {})
    silent = play_out(TOY, scenario, {seat: Silent(seat) for seat in SEATS}, dice[0])
    assert dice[0].unheard
    assert silent == play_out(TOY, scenario, {seat: Listening(seat) for seat in SEATS}, dice[1])
    assert not dice[1].unheard
    assert heard


def test_a_game_that_never_ends_is_named(monkeypatch: pytest.MonkeyPatch):
    """The error says which game of which scenario and seed it was."""
    monkeypatch.setattr("weathergauge.bots.series.STEP_LIMIT", 10)
    with pytest.raises(RuntimeError, match="toy: the game was not over after 10 steps") as caught:
        play(next(some(1)))
    assert caught.value.__notes__ == ["in game 1 of toy duel, seed 1:1"]


def test_results_do_not_depend_on_the_number_of_workers():
    """One process, several, or somebody else's executor: the same games in the same order."""
    alone = series(some(12), workers=1)
    assert [game.number for game in alone.games] == list(range(1, 13))
    assert series(some(12), workers=2) == alone
    with ThreadPoolExecutor(3) as pool:
        assert series(some(12), executor=pool) == alone
    assert series(some(12, seed="2"), workers=1) != alone


def test_bots_change_sides_from_game_to_game():
    """Unless the seats are said to stay."""
    seated = [job.bots for job in some(3)]
    assert seated[0] == seated[2] == {"red": "random", "blue": "holding"}
    assert seated[1] == {"red": "holding", "blue": "random"}
    assert [job.bots for job in some(3, swap=False)] == [seated[0]] * 3


def test_stopping_keeps_the_games_that_were_played():
    """Ctrl-C in the middle: what was played is there, what was running is waited for, nothing is counted twice."""
    for given in (None, ThreadPoolExecutor(2)):
        seen: list[int] = []

        def stop(game: Game, seen: list[int] = seen) -> None:
            seen.append(game.number)
            if len(seen) == 5:
                raise KeyboardInterrupt

        stopped = series(some(10_000), workers=1, executor=given, progress=stop)
        assert stopped.stopped
        assert 5 <= len(stopped.games) < 1000
        assert {game.number for game in stopped.games} == set(seen)
        assert all(game == play(job) for game, job in zip(stopped.games[:5], some(5), strict=True))
    assert threading.active_count() < 10


def test_records_are_left_where_they_are_wanted(tmp_path: Path):
    """Each game through a match whose record verifies; a second series overwrites none."""
    played = series(some(3, records=tmp_path), workers=1)
    assert len(list(tmp_path.iterdir())) == 3
    for game in played.games:
        assert game.record is not None
        found = verify(game.record, ruleset)
        assert (found.ok, found.result) == (True, game.result)
    with pytest.raises(ValueError, match="exists already"):
        series(some(1, records=tmp_path), workers=1)


def test_a_tally_counts_by_seat_and_by_bot():
    """The holding bot presses never, so the other wins more often."""
    played = series(some(400), workers=1)
    pressing, holding = played.of_bot("random"), played.of_bot("holding")
    assert pressing.games == holding.games == 400
    assert pressing.won + holding.won + pressing.drawn == 400
    assert pressing.drawn == holding.drawn == played.of_seat("red").drawn
    assert played.of_seat("red").won + played.of_seat("blue").won == pressing.won + holding.won
    assert pressing.rate > holding.rate
    assert Tally(0, 0, 0).rate == 0.0


def test_wilsons_interval():
    """Ten of ten is no certainty, and no games say nothing; half of a hundred is 40 to 60 %."""
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(10, 10)
    assert 0.72 < low < 0.73
    assert high == 1.0
    assert wilson(0, 10)[0] == 0.0
    assert [round(end, 3) for end in wilson(50, 100)] == [0.404, 0.596]
    assert Tally(100, 50, 0).interval == wilson(50, 100)


def test_bots_play_the_seats_that_people_do_not():
    """A crew acts until a person must, and says nothing for the person."""
    match = Match.create(TOY, "toy", "duel", seats={"red": "me", "blue": "random"}, seed="1")
    crew = Crew({"blue": bot("random", "1")})
    crew.play(match)
    assert match.to_act == ("red",)
    while match.result is None:
        match.act("red", next(iter(match.legal("red"))))
        crew.play(match)
    events = [heard.event for heard in match.events("blue")]
    listener = crew.bots["blue"]
    assert isinstance(listener, RandomBot)
    assert listener.events == events[: len(listener.events)]
    assert len(listener.events) > 10


def test_a_crew_stops_at_dice_from_a_hand():
    """Bots do not throw what somebody at the table is to throw."""
    match = Match.create(TOY, "toy", "duel", dice="typed")
    Crew({seat: bot("random", seat) for seat in SEATS}).play(match)
    assert match.waiting is not None


def test_a_job_is_names_alone():
    """It survives the journey to another machine."""
    job = next(some(1))
    assert play(decode(encode(job), Job)) == play(job)


def test_an_executor_may_be_named():
    """By the word for processes, or by its class: the same games, and it is shut down afterwards."""
    alone = series(some(6), workers=1)
    for name in ("processes", "concurrent.futures:ThreadPoolExecutor"):
        assert series(some(6), workers=2, executor=name).games == alone.games
    with executor("concurrent.futures:ThreadPoolExecutor", 1) as made:
        pass
    with pytest.raises(RuntimeError, match="after shutdown"):
        made.submit(print)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("proceses", "executor 'proceses': did you mean processes?; expected processes, or a class by its module"),
        ("no_such_module:Pool", "executor 'no_such_module:Pool': No module named 'no_such_module'; expected"),
        ("json:JSONDecoder", "executor 'json:JSONDecoder': it is not an executor of concurrent.futures; expected"),
    ],
)
def test_a_name_that_is_no_executor_is_a_sentence(name: str, words: str):
    """Before any game is played: what was said, and what was expected."""
    with pytest.raises(ValueError, match=re.escape(words)):
        series(some(2), workers=2, executor=name)


class Breaking(ThreadPoolExecutor):
    """An executor whose workers are lost after the third batch."""

    batches = 0

    def submit(self, *args: Any, **more: Any) -> Any:
        self.batches += 1
        if self.batches <= 3:
            return super().submit(*args, **more)
        broken: Future[Any] = Future()
        broken.set_exception(BrokenExecutor("a worker ended abruptly"))
        return broken


def test_workers_that_are_lost_cost_no_game_that_was_played():
    """The series ends with what there is, and says why; an error of a game itself is none of the workers'."""
    with Breaking(1) as breaking:
        played = series(some(5000), workers=1, executor=breaking)
    assert played.stopped
    assert played.lost.startswith("the workers were lost in the midst")
    assert 3 <= len(played.games) < 5000
    wrong = jobs("toy", "duel", {"red": "nobody", "blue": "holding"}, 3, **HERE)
    with pytest.raises(KeyError), ThreadPoolExecutor(1) as pool:
        series(wrong, workers=1, executor=pool)
