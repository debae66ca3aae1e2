"""`weathergauge simulate`: many matches between bots, and how they ended."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from weathergauge import rulesets
from weathergauge.bots import measures
from weathergauge.bots.series import Game, Series, Tally, jobs, margin, series, wilson
from weathergauge.cli.console import Parser, Wrong, bold, columns, dim, print_json, settings, whole
from weathergauge.cli.rows import offer, print_rows, wanted
from weathergauge.cli.scenario import from_file
from weathergauge.cli.screen import behind
from weathergauge.ruleset import Rules, Seat

ABOUT = """\
Play many matches between bots and show who won. Each game has dice of its own, made from the seed and its number: the
same seed gives the same games, however many processes play them. Ctrl-C stops early and counts what was played.
With --records every game leaves a record that `weathergauge verify` can check; its dice are then drawn in the way
that can be proven, and fall otherwise than without."""

EXAMPLES = [
    "simulate trafalgar duel",
    "simulate trafalgar lee_column --games 200 --seat british=captain --seat allied=midshipman --seed 7",
    "simulate trafalgar duel --games 50 --seat allied=midshipman --swap",
    "simulate trafalgar weather_column --games 20 --measures",
    "simulate trafalgar duel --games 10 --records matches/",
    "simulate trafalgar duel --games 500 --measures --csv  > games.csv",
    "simulate wsim --scenario two_brigs.toml --games 20",
]

CLUSTER = "play on the Dask cluster whose scheduler has this address, or `local` for one started here"

Row = dict[str, Any]


def main(argv: list[str]) -> int:
    """Play the games and show how they ended; 130 where they were stopped."""
    made = Parser("simulate", "TITLE (SCENARIO | --scenario FILE) [--games N] [--seat SEAT=BOT …] [--swap] [--seed S] [--set KEY=VALUE …] [--records DIR] [--measures] [--jobs N] [--cluster ADDRESS] [--json | --csv | --json-lines]", ABOUT, EXAMPLES)  # fmt: skip
    made.add_argument("title", metavar="TITLE", help="a title, such as trafalgar")
    made.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a starting position, such as duel")
    made.add_argument("--scenario", dest="file", metavar="FILE", help="a scenario written by hand; check it with weathergauge scenario check FILE")  # fmt: skip
    made.add_argument("--games", type=whole(1), default=100, metavar="N", help="how many; 100 unless told")
    made.add_argument("--seat", action="append", default=[], metavar="SEAT=BOT", help="who plays a seat; else the title's best bot")  # fmt: skip
    made.add_argument("--swap", action="store_true", help="the bots change seats from game to game, with the same dice")
    made.add_argument("--seed", metavar="TEXT", help="play the same games again")
    made.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the scenario")
    made.add_argument("--records", metavar="DIR", help="leave a record of each game in this folder")
    made.add_argument("--measures", action="store_true", help="also how they played: the title's measures of play")
    made.add_argument(
        "--jobs", type=whole(1), metavar="N", help="processes; as many as there are processors unless told"
    )
    made.add_argument("--cluster", metavar="ADDRESS", help=CLUSTER)
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    offer(made, "each game, with its bots, winner, scores and measures")
    args = made.told(argv)
    as_rows = wanted(args)
    rules = rulesets.ruleset(args.title)
    written, names = "", [card.name for card in rules.scenarios()]
    if args.file is not None:
        args.scenario, written = from_file(args.title, args.scenario, args.file)
    if args.scenario is None:
        raise Wrong("weathergauge simulate needs SCENARIO (a starting position, such as duel), as in: weathergauge simulate trafalgar duel")  # fmt: skip
    card = rules.card_of(args.scenario, written)
    if card is None:
        raise rulesets.misspelt(f"scenario of {args.title}", args.scenario, names)
    bots = seated(args.seat, card.seats, args.title)
    chosen = settings(args.set)
    rules.scenario_of(args.scenario, chosen, written)
    seed = _seed(args.seed)
    to_play = list(
        jobs(args.title, args.scenario, bots, args.games, seed=seed, settings=chosen, swap=args.swap, records=args.records, written=written, measured=args.measures)
    )  # fmt: skip
    if args.records is not None and args.cluster not in (None, "local"):
        raise Wrong("--records and --cluster: records are written where games are played; leave one of them out")
    if args.records is not None:
        _make_room(Path(args.records), seed, [str(job.record) for job in to_play])
    with (
        following(args.games, f"{args.title} {args.scenario}", quiet=args.json or as_rows) as follow,
        players(args.cluster, min(args.jobs or processors(), args.games)) as (executor, workers),
    ):
        played = series(iter(to_play), workers=workers, executor=executor, progress=follow)
    if played.lost:
        print(played.lost, file=sys.stderr)
    if as_rows:
        print_rows(args, map(row_of, played.games))
        return 130 if played.stopped else 0
    summed = summary(played)
    if args.measures:
        summed["measures"] = measured(rules, played)
    if args.json:
        about = {"title": args.title, "scenario": args.scenario, "settings": chosen, "seed": seed}
        print_json({**about, **summed, "records": args.records})
    else:
        print("\n".join(_page(f"{args.title} {args.scenario}", seed, summed, args.games)))
        if args.measures:
            print("\n".join(measures_page(measures.measures_of(rules), summed["measures"])))
        if args.records is not None and played.games:
            print(f"The records are in {args.records}: check one with weathergauge verify {played.games[0].record}")
    return 130 if played.stopped else 0


def row_of(game: Game) -> Row:
    """One game as a row."""
    line: Row = {"game": game.number, "dice": game.dice, "bot": game.bots, "winner": game.result.winner}
    line |= {"reason": game.result.reason, "score": game.result.score, "turns": game.turns, "steps": game.steps}
    figures = {
        f"{name}.{seat}" if seat else name: counted.amount / counted.of if counted.of else None
        for name, by in game.figures.items()
        for seat, counted in by.items()
    }
    return line | {"record": game.record} | ({"measure": figures} if figures else {})


def seated(given: Sequence[str], seats: Sequence[Seat], title: str) -> dict[Seat, str]:
    """Which bot plays each seat: as told, and the title's best where nothing was said."""
    from weathergauge.bots import bot, default
    from weathergauge.cli.table.seating import by_seat

    told = by_seat(given, seats, title, f"the bot that plays it, as in --seat {seats[0]}=captain")
    for name in told.values():
        bot(name, title=title)
    return {seat: told.get(seat) or default(title) for seat in seats}


def _seed(given: str | None) -> str:
    if given is None:
        from secrets import token_hex

        return token_hex(4)
    return given


def processors() -> int:
    """How many processes play unless told."""
    import os

    return os.cpu_count() or 1


@contextmanager
def players(address: str | None, jobs: int) -> Iterator[tuple[Executor | None, int]]:
    """Who plays a series: so many processes here, or the workers of a cluster; with how many games there are at once."""
    if address is None:
        yield None, jobs
        return
    from weathergauge.bots.cluster import cluster

    with cluster(address, jobs) as there:
        yield there


def _make_room(folder: Path, seed: str, files: Sequence[str]) -> None:
    """The folder for the records; nothing that is there already is written over."""
    if not re.fullmatch(r"[\w.-]+", seed):
        raise Wrong(
            f"--seed {seed}: with --records it becomes part of file names; use letters, digits, dots and dashes"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Wrong(f"{folder} cannot be made: {(error.strerror or str(error)).lower()}; name another folder") from None
    there = next((file for file in files if Path(file).exists()), None)
    if there is not None:
        raise Wrong(f"{there}: there is a record already; take another folder or another --seed")


@contextmanager
def following(total: int, words: str, quiet: bool = False) -> Iterator[Callable[[Game], None] | None]:
    """A bar on a terminal that grows with each game; nothing where nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    look = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*look, console=Console(file=behind(sys.stderr)), transient=True) as progress:
        task = progress.add_task(words, total=total)
        yield lambda game: progress.advance(task)


def summary(played: Series) -> Row:
    """How the games ended: for each seat with the bot that had it, and for each bot over all its seats."""
    games = played.games
    pairs = dict.fromkeys((seat, bot) for game in games for seat, bot in game.bots.items())
    seats = [_row(games, seat, bot) for seat, bot in sorted(pairs, key=lambda pair: pair[0])]
    names = dict.fromkeys(bot for _, bot in pairs)
    turns = [game.turns for game in games if game.turns is not None]
    return {
        "games": len(games),
        "stopped": played.stopped,
        "drawn": sum(game.result.winner is None for game in games),
        "seats": seats,
        "bots": [{"bot": name, **_tally(played.of_bot(name)), **_margin(games, name)} for name in names],
        "turns": _mean(turns),
        "steps": _mean([game.steps for game in games]),
    }


def measured(rules: Rules, played: Series) -> dict[str, dict[str, float]]:
    """The measures of play over all games, and of each bot over the seats it had, where there are several."""
    known = measures.measures_of(rules)
    by_bot = {"all": measures.summed(known, (game.figures for game in played.games))}
    bots = dict.fromkeys(bot for game in played.games for bot in game.bots.values())
    for bot in bots if len(bots) > 1 else ():
        own = (
            {name: {seat: figure for seat, figure in by.items() if game.bots.get(seat) == bot} for name, by in game.figures.items()}
            for game in played.games
        )  # fmt: skip
        by_bot[bot] = measures.summed(known, own)
    return by_bot


def measures_page(known: Sequence[measures.Measure], by_column: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """A line for each measure, with a column for all and one for each bot."""
    if not known:
        yield "Nobody counts how this title is played yet."
        return
    rows = [
        [
            measure.words,
            *(measures.in_words(measure, by[measure.name]) if measure.name in by else "" for by in by_column.values()),
        ]
        for measure in known
    ]
    head, *lines = columns([["how they played", *by_column], *rows], right=range(1, 1 + len(by_column)))
    yield dim(head)
    yield from lines


def _row(games: Sequence[Game], seat: Seat, bot: str) -> Row:
    """One bot in one seat."""
    those = [game for game in games if game.bots.get(seat) == bot]
    won = sum(game.result.winner == seat for game in those)
    tally = Tally(len(those), won, sum(game.result.winner is None for game in those))
    scores = [game.result.score[seat] for game in those if seat in game.result.score]
    return {"seat": seat, "bot": bot, **_tally(tally), "score": _mean(scores)}


def _tally(tally: Tally) -> Row:
    low, high = wilson(tally.won, tally.games)
    return {
        "games": tally.games,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.games - tally.won - tally.drawn,
        "rate": round(tally.rate, 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def _margin(games: Sequence[Game], bot: str) -> Row:
    lead = margin(games, bot)
    return {} if lead is None else {"margin": round(lead[0], 2), "margin_error": round(lead[1], 2)}


def _mean(numbers: Sequence[int]) -> float | None:
    return round(sum(numbers) / len(numbers), 2) if numbers else None


def _page(words: str, seed: str, summed: Mapping[str, Any], asked: int) -> Iterator[str]:
    if not summed["games"]:
        yield f"{words}: stopped before the first game was over."
        return
    early = f" of {asked}, stopped early" if summed["stopped"] else ""
    games = "1 game" if summed["games"] == 1 else f"{summed['games']} games"
    yield bold(f"{words}: {games}{early}, seed {seed}")
    heads = ["seat", "bot", "games", "won", "drawn", "lost", "rate", "95 % interval", "mean score"]
    rows = [_cells(row["seat"], row) for row in summed["seats"]]
    if len(summed["seats"]) > len({row["seat"] for row in summed["seats"]}):
        rows += [_cells("either", {**row, "score": None}) for row in summed["bots"]]
    head, *lines = columns([heads, *rows], right=range(2, len(heads)))
    yield dim(head)
    yield from lines
    for row in summed["bots"]:
        if "margin" in row and len(summed["bots"]) > 1:
            yield f"Margin of the {row['bot']}: {row['margin']:+g} ± {row['margin_error']:g} (standard error) a game."
    turns = "" if summed["turns"] is None else f"{summed['turns']:g} {'turn' if summed['turns'] == 1 else 'turns'} and "
    yield f"A game took {turns}{summed['steps']:g} steps on average."


def _cells(seat: str, row: Mapping[str, Any]) -> list[str]:
    low, high = row["interval"]
    score = "" if row["score"] is None else f"{row['score']:g}"
    numbers = [str(row[name]) for name in ("games", "won", "drawn", "lost")]
    return [seat, row["bot"], *numbers, share(row["rate"]), f"{share(low)} to {share(high)}", score]


def share(rate: float) -> str:
    """`88.5 %`."""
    return f"{rate * 100:.1f} %"
