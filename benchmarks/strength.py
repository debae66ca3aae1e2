"""Play the bars: who beats whom by how much, and how fair each scenario is between equal captains, as tables for docs/bots.md.

    python -m benchmarks.strength BARS.toml --out FOLDER --jobs 16 --seconds 500
    python -m benchmarks.strength BARS.toml --out FOLDER --table

BARS.toml lists what is played. Only title, scenario and bots must be said:

    [[bar]]
    title    = "wsim"
    scenario = "duel"                   # "*" for each scenario of the title, with settings = { handicap = true } each that has one
    bots     = ["admiral", "captain"]   # twice the same bot: how fair the scenario is to either side
    games    = 200                      # both seats with the same dice, so an even number; 200 unless told
    seed     = "bars"                   # of the dice; "bars" unless told
    weight   = 4                        # so many times as much time as other bars while it runs short; 1 unless told
    limit    = 600                      # no more than so many core-seconds for this bar; --limit unless told
    rate     = 0.6                      # what is asked of the first bot's rate; nothing unless told
    low      = 0.53                     # and of the lower end of its interval
    settings = { turns = 10 }           # of the scenario; as it stands unless told

All bars share the processes: the next game is always of the bar that has had least time so far, so that none is left
out when the time is over. Each game is written to FOLDER/games.jsonl as soon as it is played. Ctrl-C stops after the games that
run; the same command goes on where it stopped. The tables are printed, and written to FOLDER/strength.md.
Nothing is needed but Python and msgspec: from a checkout, PYTHONPATH=src python -m benchmarks.strength …
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from weathergauge import codec
from weathergauge.bots import bot
from weathergauge.bots.executors import PROCESSES, executor
from weathergauge.bots.measures import in_words, measures_of, summed
from weathergauge.bots.series import Game, Job, Series, jobs, margin, play
from weathergauge.rulesets import misspelt, ruleset

SETTLED = 0.8
"""A scenario that one of two equal captains wins as often as this is decided by how it is set up."""


class Bar(Struct, frozen=True, forbid_unknown_fields=True):
    """A series that is played, and what is asked of it."""

    title: str
    scenario: str
    bots: tuple[str, str]
    games: int = 200
    seed: str = "bars"
    weight: float = 1.0
    limit: float = 0.0
    rate: float | None = None
    low: float | None = None
    settings: dict[str, Any] = {}

    @property
    def key(self) -> str:
        """What its games are kept under: all that a game hangs on."""
        return msgspec.json.encode([self.title, self.scenario, self.bots, self.seed, self.settings]).decode()

    @property
    def called(self) -> str:
        """The scenario, as a table names it."""
        return ", ".join([self.scenario, *(f"{key} {value}" for key, value in self.settings.items())])

    @property
    def balance(self) -> bool:
        """Whether a bot plays itself, to see how fair a scenario is."""
        return self.bots[0] == self.bots[1]


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of bars."""

    bar: list[Bar]


class Played(Struct, frozen=True):
    """A game of a bar, as it is kept: what it took in seconds, and how it went."""

    bar: str
    seconds: float
    game: Game


def bars_of(path: Path) -> list[Bar]:
    """The bars of a file, with a bar for each scenario where all are meant; a ValueError is a sentence."""
    try:
        read = codec.convert(tomllib.loads(path.read_text(encoding="utf-8")), File)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}; expected a file of bars, as --help describes it") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}; --help describes the file") from None
    found: list[Bar] = []
    for bar in read.bar:
        evened = bool(bar.settings.get("handicap"))
        cards = [card.name for card in ruleset(bar.title).scenarios() if card.handicap or not evened]
        if bar.scenario != "*" and bar.scenario not in cards:
            raise misspelt(f"scenario of {bar.title}", bar.scenario, cards)
        if bar.games < 1 or not bar.weight > 0:
            raise ValueError(
                f"games = {bar.games}, weight = {bar.weight:g} of {bar.title} {bar.scenario}: expected 1 game or more, and a weight above 0"
            )
        for name in bar.bots:
            bot(name, 0, bar.title)
        names = cards if bar.scenario == "*" else [bar.scenario]
        found += [msgspec.structs.replace(bar, scenario=name) for name in names]
    return found


def kept(path: Path) -> dict[str, dict[int, Played]]:
    """The games that were played before, by bar and number; a line that was cut short is played again."""
    found: dict[str, dict[int, Played]] = {}
    for line in path.read_bytes().splitlines() if path.exists() else ():
        with contextlib.suppress(msgspec.DecodeError):
            one = codec.decode(line, Played)
            found.setdefault(one.bar, {})[one.game.number] = one
    return found


def timed(job: Job) -> tuple[float, Game]:
    """Play a game in a process of the pool, and say what it took."""
    since = time.perf_counter()
    game = play(job)
    return time.perf_counter() - since, game


class Running:
    """A bar that is being played."""

    def __init__(self, bar: Bar, before: Mapping[int, Played], limit: float) -> None:
        self.bar, self.limit = bar, bar.limit or limit
        self.spent = sum(one.seconds for one in before.values())
        self.begun, self.played = 0, len(before)
        self.left = self._left(set(before))

    def _left(self, before: set[int]) -> Iterator[Job]:
        bar = self.bar
        seats = next(card.seats for card in ruleset(bar.title).scenarios() if card.name == bar.scenario)
        bots = dict(zip(seats, bar.bots, strict=True))
        made = jobs(
            bar.title, bar.scenario, bots, bar.games, seed=bar.seed, settings=bar.settings, swap=not bar.balance,
            measured=True,
        )  # fmt: skip
        return (job for job in made if job.number not in before)

    @property
    def each(self) -> float:
        """What a game takes, as far as that is known."""
        return self.spent / self.played if self.played else 0.0

    @property
    def had(self) -> float:
        """What it has had of the processes, with the games that run."""
        return self.spent + self.begun * (self.each or 1.0)

    @property
    def due(self) -> float:
        """The same by its weight: whose is least is next."""
        return self.had / self.bar.weight

    def next(self, left: float) -> Job | None:
        """Its next game; None where all are played, or there is no time for one."""
        if self.each > left or (self.limit and self.had >= self.limit):
            return None
        return next(self.left, None)


def play_bars(bars: Sequence[Bar], folder: Path, pool: Executor, workers: int, seconds: float, limit: float) -> bool:
    """Play the bars until they are played or the time is over, and keep each game; False where somebody stopped it."""
    path, until = folder / "games.jsonl", time.monotonic() + seconds
    before = kept(path)
    open_bars = [Running(bar, before.get(bar.key, {}), limit) for bar in bars]
    running: dict[Future[tuple[float, Game]], Running] = {}
    with path.open("ab") as out:
        if out.tell() and not path.read_bytes().endswith(b"\n"):
            out.write(b"\n")  # the last line was cut short

        def done(futures: Iterable[Future[tuple[float, Game]]]) -> None:
            for future in futures:
                one = running.pop(future)
                took, game = future.result()
                one.spent, one.begun, one.played = one.spent + took, one.begun - 1, one.played + 1
                out.write(msgspec.json.encode(Played(one.bar.key, took, game)) + b"\n")
                out.flush()

        try:
            while True:
                while len(running) < workers and open_bars:
                    one = min(open_bars, key=lambda one: one.due)
                    job = one.next(until - time.monotonic())
                    if job is None or time.monotonic() > until:
                        open_bars.remove(one)
                        continue
                    one.begun += 1
                    running[pool.submit(timed, job)] = one
                if not running:
                    return True
                done(wait(running, return_when=FIRST_COMPLETED).done)
        except KeyboardInterrupt:
            done(wait(running).done)
            return False


def tables(bars: Sequence[Bar], played: Mapping[str, Mapping[int, Played]]) -> str:
    """What came of it, in Markdown: strength, balance, and how each bot played."""
    strength: list[str] = []
    balance: list[str] = []
    habits: list[str] = []
    for bar in bars:
        found = played.get(bar.key, {})
        games = tuple(found[number].game for number in sorted(found) if number <= bar.games)
        if not games:
            continue
        (balance if bar.balance else strength).append(_fair(bar, games) if bar.balance else _rate(bar, games))
        habits += [_habits(bar, name, games) for name in dict.fromkeys(bar.bots)]
    parts = [
        _table("| title | scenario | bots | won, drawn, lost | rate | margin | asked |", strength),
        _table("| title | scenario | won, drawn, won | rate of the first | margin | turns | |", balance),
        "\n".join(habits),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _habits(bar: Bar, name: str, games: Sequence[Game]) -> str:
    """How one of the bots played, by the measures of its title."""
    known = measures_of(ruleset(bar.title))
    own = [
        {
            measure: {seat: amount for seat, amount in by_seat.items() if game.bots.get(seat, name) == name}
            for measure, by_seat in game.figures.items()
        }
        for game in games
    ]
    told = summed(known, own)
    words = "; ".join(f"{one.words}: {in_words(one, told[one.name])}" for one in known if one.name in told)
    other = next((one for one in bar.bots if one != name), name)
    return f"* {bar.title} {bar.called}, {name} against {other}: {words}."


def _table(head: str, rows: Sequence[str]) -> str:
    return "\n".join([head, "|---" * (head.count("|") - 1) + "|", *rows]) if rows else ""


def _share(value: float) -> str:
    return f"{100 * value:.0f} %"


def _lead(games: Sequence[Game], name: str) -> str:
    found = margin(games, name)
    return "" if found is None else f"{found[0]:+.1f} ± {found[1]:.1f}"


def _rate(bar: Bar, games: tuple[Game, ...]) -> str:
    tally = Series(games).of_bot(bar.bots[0])
    low, high = tally.interval
    asked = []
    if bar.rate is not None:
        asked.append(f"≥ {_share(bar.rate)}: {'reached' if tally.rate >= bar.rate else 'missed'}")
    if bar.low is not None:
        asked.append(f"low > {_share(bar.low)}: {'reached' if low > bar.low else 'missed'}")
    lost = tally.games - tally.won - tally.drawn
    return (
        f"| {bar.title} | {bar.called} | {bar.bots[0]} : {bar.bots[1]} | {tally.won}, {tally.drawn}, {lost} "
        f"| {_share(tally.rate)} ({_share(low)} to {_share(high)}) | {_lead(games, bar.bots[0])} | {'; '.join(asked)} |"
    )


def _fair(bar: Bar, games: tuple[Game, ...]) -> str:
    first, second = games[0].bots
    series = Series(games)
    one, other = series.of_seat(first), series.of_seat(second)
    low, high = one.interval
    # The bots are alike: called by their seats, the margin is that of the first.
    seated = [msgspec.structs.replace(game, bots={seat: seat for seat in game.bots}) for game in games]
    turns = [game.turns for game in games if game.turns is not None]
    settled = max(one.rate, other.rate) >= SETTLED
    return (
        f"| {bar.title} | {bar.called} | {first} {one.won}, {one.drawn}, {second} {other.won} "
        f"| {_share(one.rate)} ({_share(low)} to {_share(high)}) | {_lead(seated, first)} "
        f"| {sum(turns) / len(turns) if turns else 0:.1f} | {'decided by its set-up' if settled else ''} |"
    )


def main(argv: Sequence[str] | None = None) -> int:
    made = argparse.ArgumentParser(
        "python -m benchmarks.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("bars", type=Path, help="the file of bars")
    made.add_argument("--out", type=Path, default=Path("strength"), help="where games and tables are kept")
    made.add_argument("--jobs", type=int, default=2, help="processes; 2 unless told")
    made.add_argument("--seconds", type=float, default=3600.0, help="no game is begun that would end later than this")
    made.add_argument("--limit", type=float, default=0.0, help="core-seconds for each bar that says none; no limit unless told")  # fmt: skip
    made.add_argument("--table", action="store_true", help="show what was played, and play nothing")
    args = made.parse_args(argv)
    try:
        if args.jobs < 1:
            raise ValueError(f"--jobs {args.jobs}: expected 1 or more")
        bars = bars_of(args.bars)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    whole = True
    if not args.table:
        with executor(PROCESSES, args.jobs) as pool:
            whole = play_bars(bars, args.out, pool, args.jobs, args.seconds, args.limit)
    page = tables(bars, kept(args.out / "games.jsonl"))
    (args.out / "strength.md").write_text(page, encoding="utf-8")
    print(page, end="")
    if not whole:
        print("Stopped; the same command goes on.", file=sys.stderr)
    return 0 if whole else 130


if __name__ == "__main__":
    sys.exit(main())
