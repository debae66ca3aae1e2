"""Many games between bots: one game played out quickly, and series over as many processes as there are.

Game number i of a series has a seed of its own, made from the series' seed and i: the results are the same however
many workers there are. Stopping a series keeps the games that were played.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from weathergauge.bots import executors, measures
from weathergauge.bots.measures import Figures, Observer
from weathergauge.dice import Dice, Look
from weathergauge.files.changes import called
from weathergauge.match import Match, Replay
from weathergauge.ruleset import PROCEED, TABLE, Result, Rules, Seat, Told
from weathergauge.throwing import RandomDice

STEP_LIMIT = 1_000_000
LARGEST = 100
"""Games of one batch."""


class Bot(Protocol):
    """Plays a seat. What it remembers of what it heard is its own affair.

    One that says `remembers = False` is spared what was told before a restart, and one that says `listens = False` all of it.
    """

    def choose(self, view: Any, choices: Any, rules: Rules) -> Any: ...
    def heard(self, events: Sequence[Any]) -> None: ...


def play_out(rules: Rules, scenario: Any, bots: Mapping[Seat, Bot], dice: Dice) -> tuple[Result, int]:
    """One game from the set-up to its end, without record and without checks: the result, and the steps it took."""
    result, steps, _ = _play_out(rules, scenario, bots, dice, None)
    return result, steps


def _play_out(
    rules: Rules, scenario: Any, bots: Mapping[Seat, Bot], dice: Dice, count: Observer | None
) -> tuple[Result, int, Any]:
    listeners = {seat: bot for seat, bot in bots.items() if getattr(bot, "listens", True)}
    if isinstance(dice, RandomDice):
        dice.unheard = not listeners and count is None
    state = rules.setup(scenario, dice)
    if count is not None:
        count.saw(state, ())
    for steps in range(STEP_LIMIT):
        result = rules.result(state)
        if result is not None:
            if count is not None:
                count.ended(state)
            return result, steps, state
        seat = rules.to_act(state)[0]
        action: Any = PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            action = bots[seat].choose(view, rules.legal(view), rules)
        played = rules.play(state, seat, action, dice)
        state = played.state
        if count is not None:
            count.saw(state, [told.event for told in played.events])
        if played.events:
            for listener, bot in listeners.items():
                events = [told.event for told in played.events if told.to is None or listener in told.to]
                if events:
                    bot.heard(events)
    raise RuntimeError(f"{rules.name}: the game was not over after {STEP_LIMIT:,} steps")


class Crew:
    """Bots that play seats of a match; each hears its seat's events before it chooses."""

    def __init__(self, bots: Mapping[Seat, Bot]) -> None:
        self.bots = dict(bots)
        self._heard = dict.fromkeys(self.bots, 0)

    def play(self, match: Match) -> None:
        """Act until a person must decide, dice are awaited, or the match is over."""
        while match.settle() is None:
            seat = next((seat for seat in match.to_act if seat in self.bots), None)
            if seat is None:
                return
            bot, view = self.bots[seat], match.view(seat)
            if events := match.events(seat, self._heard[seat]):
                self._heard[seat] = events[-1].number
                bot.heard([heard.event for heard in events])
            match.act(seat, bot.choose(view, match.rules.legal(view), match.rules))


class Job(Struct, frozen=True):
    """One game of a series, by names alone: it travels to another process."""

    number: int
    title: str
    scenario: str
    settings: dict[str, Any]
    bots: dict[Seat, str]
    seed: str
    rules_for: str
    bot_for: str
    record: str | None = None
    written: str = ""
    """The text of the scenario's file, where it is none of the title's own."""
    measured: bool = False
    """Whether the measures of play are counted, too."""
    changes: dict[str, dict[str, Any]] = {}
    """Cells of its charts that are played otherwise than printed."""
    lit: bool = False
    """Whether the cells that were read are counted, too."""


class Game(Struct, frozen=True):
    """A game of a series that was played."""

    number: int
    bots: dict[Seat, str]
    result: Result
    steps: int
    record: str | None = None
    turns: int | None = None
    """The turn it ended on, where the table counts turns."""
    figures: Figures = {}
    """The measures of play, where they were counted."""
    dice: str = ""
    """The seed of its dice, which games from other seats may share."""
    lit: dict[str, int] = {}
    """How often each cell was read, where that was counted; a cell is called by its chart and its labels."""


class CountingDice(RandomDice):
    """Dice of a simulation that count which cells are read: those lit by throws, and those that modifiers come from."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self.account: list[Look] = []
        self.lit: dict[str, int] = {}

    def events(self) -> tuple[Told, ...]:
        """Take what was told, and count what the account lit."""
        for look in self.account:
            for cell in (look.cell, *(modifier.cell for modifier in look.add)):
                if cell is not None:
                    name = f"{cell.chart} {called(cell.key)}"
                    self.lit[name] = self.lit.get(name, 0) + 1
        self.account.clear()
        return super().events()


def play(job: Job) -> Game:
    """Play one game of a series; with a record through a match, otherwise as quickly as it goes."""
    if job.changes:
        from weathergauge.bots.hand import hand  # most series play by the charts as they are

        return hand(job.title, job.changes).play(job)
    try:
        rules: Rules = resolve_name(job.rules_for)(job.title)
        bots = {seat: resolve_name(job.bot_for)(name, f"{job.seed}:{seat}") for seat, name in job.bots.items()}
        if job.record is None:
            scenario = rules.scenario_of(job.scenario, job.settings, job.written)
            count = measures.observer(rules) if job.measured else None
            dice = CountingDice(job.seed) if job.lit else RandomDice(job.seed)
            result, steps, state = _play_out(rules, scenario, bots, dice, count)
            figures = count.figures if count else {}
            lit = dice.lit if isinstance(dice, CountingDice) else {}
            return Game(job.number, job.bots, result, steps, None, _turn(state), figures, job.seed, lit)
        with Match.create(
            rules, job.title, job.scenario, job.settings, job.bots, path=job.record, seed=job.seed, written=job.written
        ) as match:
            Crew(bots).play(match)
            assert match.result is not None
            game = Game(job.number, job.bots, match.result, match.steps, job.record, _turn(match.state))
        figures = measures.counted(Replay(job.record, lambda title: rules)) if job.measured else {}
        return msgspec.structs.replace(game, figures=figures, dice=job.seed)
    except Exception as error:
        error.add_note(f"in game {job.number} of {job.title} {job.scenario}, seed {job.seed}")
        raise


def _turn(state: Any) -> int | None:
    return getattr(getattr(state, "table", None), "turn", None)


class Tally(Struct, frozen=True):
    """How one bot, or one seat, fared: games won, drawn and played, and the 95 % interval of its rate of wins."""

    games: int
    won: int
    drawn: int

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.games)


class Series(Struct, frozen=True):
    """The games of a series in order; `stopped` when it was interrupted before the last."""

    games: tuple[Game, ...]
    stopped: bool = False
    lost: str = ""
    """Why it was stopped, where the workers were lost in the midst."""

    def of_seat(self, seat: Seat) -> Tally:
        won = sum(game.result.winner == seat for game in self.games)
        return Tally(len(self.games), won, sum(game.result.winner is None for game in self.games))

    def of_bot(self, bot: str) -> Tally:
        """A bot's games count once for each seat it played."""
        seats = [(seat, game) for game in self.games for seat, name in game.bots.items() if name == bot]
        won = sum(game.result.winner == seat for seat, game in seats)
        return Tally(len(seats), won, sum(game.result.winner is None for _, game in seats))


def margin(games: Sequence[Game], bot: str) -> tuple[float, float] | None:
    """What a bot scored more than the best of the others, on the average, and the standard error of that.

    Games with the same dice count as one, by their mean. None where nobody scored, or the bot played itself.
    """
    by_dice: dict[str, list[float]] = {}
    for game in games:
        own = [score for seat, score in game.result.score.items() if game.bots.get(seat) == bot]
        others = [score for seat, score in game.result.score.items() if game.bots.get(seat) != bot]
        if own and others:
            by_dice.setdefault(game.dice or str(game.number), []).append(max(own) - max(others))
    leads = [sum(margins) / len(margins) for margins in by_dice.values()]
    if not leads:
        return None
    mean = sum(leads) / len(leads)
    spread = sum((lead - mean) ** 2 for lead in leads) / max(1, len(leads) - 1)
    return mean, math.sqrt(spread / len(leads))


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a rate: honest also near nought and one, and for few games."""
    if games == 0:
        return 0.0, 1.0
    rate, share = won / games, z * z / games
    middle = rate + share / 2
    half = z * math.sqrt(rate * (1 - rate) / games + share / (4 * games))
    return max(0.0, (middle - half) / (1 + share)), min(1.0, (middle + half) / (1 + share))


def jobs(
    title: str,
    scenario: str,
    bots: Mapping[Seat, str],
    games: int,
    *,
    first: int = 1,
    seed: str = "1",
    settings: Mapping[str, Any] | None = None,
    swap: bool = True,
    records: Path | str | None = None,
    written: str = "",
    measured: bool = False,
    changes: Mapping[str, Mapping[str, Any]] | None = None,
    lit: bool = False,
    rules_for: str = "weathergauge.rulesets:ruleset",
    bot_for: str = "weathergauge.bots:bot",
) -> Iterator[Job]:
    """The games of a series, from the `first` on. With `swap` the same dice are played from every seat before there are new ones."""
    seats, names = list(bots), list(bots.values())
    for number in range(first, games + 1):
        dice, shift = divmod(number - 1, len(names)) if swap else (number - 1, 0)
        record = None if records is None else str(Path(records) / f"{title}-{scenario}-{seed}-{number:05}.jsonl")
        seated = dict(zip(seats, names[shift:] + names[:shift], strict=True))
        yield Job(
            number,
            title,
            scenario,
            dict(settings or {}),
            seated,
            f"{seed}:{dice + 1}",
            rules_for,
            bot_for,
            record,
            written,
            measured,
            {chart: dict(cells) for chart, cells in (changes or {}).items()},
            lit,
        )


def series(
    jobs: Iterator[Job],
    *,
    workers: int | None = None,
    executor: Executor | str | None = None,
    progress: Callable[[Game], None] | None = None,
) -> Series:
    """Play the games, in this process for one worker, otherwise over an executor. Ctrl-C keeps what was played.

    Any executor will do, handed over or by its name (`executors`), with so many `workers`: a pool of processes is made
    where none is given. Results are the same.
    """
    workers = workers or os.cpu_count() or 1
    games: dict[int, Game] = {}

    def done(game: Game) -> None:
        games[game.number] = game
        if progress is not None:
            progress(game)

    stopped, lost = False, ""
    with ExitStack() as closing:
        if executor is None and workers > 1:
            executor = executors.PROCESSES
        post = NEAR if executor == executors.PROCESSES else FAR
        if isinstance(executor, str):
            executor = closing.enter_context(executors.executor(executor, workers))
        try:
            if executor is None:
                for job in jobs:
                    done(play(job))
            else:
                _spread(jobs, executor, workers, post, done)
        except KeyboardInterrupt:
            stopped = True
        except Exception as error:
            if not _of_the_workers(error):
                raise
            stopped, lost = True, LOST
    return Series(tuple(games[number] for number in sorted(games)), stopped, lost)


LOST = "the workers were lost in the midst; what was played until then counts, and the rest can be played when they are there again"


def _of_the_workers(error: Exception) -> bool:
    """Whether an error is no game's: the executor broke, gave the games up, or cannot be reached any more."""
    return isinstance(error, CancelledError | BrokenExecutor) or type(error).__module__.startswith("distributed.")


def play_all(jobs: Sequence[Job]) -> list[Game]:
    """Play games one after the other, here."""
    return [play(job) for job in jobs]


class Post(NamedTuple):
    """How games go to the workers: how long a batch is to take, in seconds, and how many wait for each worker."""

    batch: float
    waiting: int


NEAR, FAR = Post(0.1, 4), Post(1.0, 1)
"""To processes of this machine, and to executors that may be anywhere: quick games are not lost in the post."""


def _spread(jobs: Iterator[Job], pool: Executor, workers: int, post: Post, done: Callable[[Game], None]) -> None:
    """Keep a few batches going for each worker, never the whole series; at a stop what runs is waited for."""
    start, played = time.perf_counter(), 0
    running: set[Future[list[Game]]] = set()
    try:
        while True:
            size = int(post.batch * played / (time.perf_counter() - start) / workers)
            while len(running) < post.waiting * workers and (batch := list(islice(jobs, max(1, min(size, LARGEST))))):
                running.add(pool.submit(play_all, batch))
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                for game in future.result():
                    done(game)
                    played += 1
                running.discard(future)
    except KeyboardInterrupt:
        for future in running:
            future.cancel()
        for future in wait(running).done:
            for game in () if future.cancelled() else future.result():
                done(game)
        raise
