"""`make ladder`: series of games between bots on each scenario, the sides changed from game to game.

A bot's rate is the share of its games that it won by the scenario's own result: a drawn game is not won. The same dice
are played from both sides; beside the rate stand the margin of points with its standard error, and below it how each
bot played by the title's measures. Ctrl-C stops and shows what was played so far.

    make ladder
    make ladder ARGS="--title wsim --scenario duel --games 40 --seed 7"
    make ladder ARGS="--pair captain:captain --pair midshipman:midshipman"
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from concurrent.futures import Executor

from weathergauge.bots import NAMES, bot
from weathergauge.bots.measures import measures_of
from weathergauge.bots.series import Series, jobs, series
from weathergauge.cli.console import columns
from weathergauge.cli.simulate import CLUSTER, following, measured, measures_page, players, share, summary
from weathergauge.ruleset import Card
from weathergauge.rulesets import TITLES, misspelt, ruleset

Pair = tuple[str, str]
Plan = tuple[str, list[Card], list[Pair]]
SCENARIOS = {
    "trafalgar": ("duel", "lee_column"),
    # Actions that captains win from either side about as often: most others are decided by who has the better ships.
    "wsim": ("duel", "ambuscade_bayonnaise", "ranger_drake"),
    # Actions that are the same for both sides; in the second no magazine blows up.
    "ironclads": ("gunnery", "steamers"),
    "mistral": ("quarter",),
    "cold_waves": ("quarter",),
}
"""By title: what is played unless told; all its scenarios where nothing stands here."""


def rungs(title: str) -> list[str]:
    """Each bot that plays the title against the next weaker one."""
    known = []
    for name in NAMES:
        try:
            bot(name, title=title)
        except ValueError:
            continue
        known.append(name)
    return [f"{better}:{worse}" for worse, better in itertools.pairwise(known)]


def main(argv: Sequence[str] | None = None) -> int:
    made = argparse.ArgumentParser(
        "make ladder", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--title", action="append", help="a title; every one that has a captain unless told")
    made.add_argument("--scenario", action="append", help="a scenario; a few of each title unless told")
    made.add_argument(
        "--pair", action="append", metavar="BOT:BOT", help="who plays whom; each bot the next weaker one unless told"
    )
    made.add_argument("--games", type=int, default=200, help="games of each series; 200 unless told")
    made.add_argument("--seed", default="ladder", help="the series' seed")
    made.add_argument("--jobs", type=int, default=2, help="processes; 2 unless told")
    made.add_argument("--cluster", metavar="ADDRESS", help=CLUSTER)
    args = made.parse_args(argv)
    try:
        titles = args.title or _titles(args.scenario or [])
        plans = [_plan(title, args.scenario, args.pair) for title in titles]
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    with players(args.cluster, max(1, args.jobs)) as (executor, workers):
        return _play(plans, args, executor, workers)


def _play(plans: Sequence[Plan], args: argparse.Namespace, executor: Executor | None, workers: int) -> int:
    """Play one series after the other, and show each as it is over; 130 where they were stopped."""
    for title, scenarios, pairs in plans:
        for scenario, (one, other) in itertools.product(scenarios, pairs):
            words = f"{title} {scenario.name}: {one} against {other}"
            seats = dict(zip(scenario.seats, (one, other), strict=True))
            to_play = jobs(title, scenario.name, seats, args.games, seed=args.seed, measured=True)
            with following(args.games, words) as follow:
                played = series(to_play, workers=workers, executor=executor, progress=follow)
            rules = ruleset(title)
            page = measures_page(measures_of(rules), measured(rules, played))
            head = f"{words}, {len(played.games)} games, seed {args.seed}"
            print("\n".join([head, *_lines(played, one), *(f"  {line}" for line in page)]), flush=True)
            if played.stopped:
                print("Stopped.", file=sys.stderr)
                return 130
    return 0


def _titles(scenarios: list[str]) -> list[str]:
    """The titles that have a captain and these scenarios; where none has them all, the first, which will say so."""
    known = [title.name for title in TITLES if rungs(title.name)]
    having = [title for title in known if {*scenarios} <= {card.name for card in ruleset(title).scenarios()}]
    return having or known[:1]


def _plan(title: str, scenarios: list[str] | None, pairs: list[str] | None) -> Plan:
    """What is played of a title; a ValueError is a sentence."""
    cards = {card.name: card for card in ruleset(title).scenarios()}
    names = scenarios or [name for name in SCENARIOS.get(title, ()) if name in cards] or [*cards]
    for name in names:
        if name not in cards:
            raise misspelt(f"scenario of {title}", name, [*cards])
    found = [_pair(text, title) for text in pairs or rungs(title)]
    if not found:
        raise ValueError(f"{title} has one bot only: name who plays whom, as in --pair midshipman:midshipman")
    return title, [cards[name] for name in names], found


def _pair(text: str, title: str) -> Pair:
    one, colon, other = text.partition(":")
    if not colon:
        raise ValueError(f"--pair {text}: expected two bots, as in --pair captain:midshipman")
    for name in (one, other):
        bot(name, title=title)
    return one, other


def _lines(played: Series, name: str) -> list[str]:
    """The first bot's rate over all its games, and in each seat."""
    found = summary(played)
    rows = [["", "won", "drawn", "lost", "rate", "95 % interval", "margin"]]
    whole = [("in all", row) for row in found["bots"] if row["bot"] == name]
    for place, row in [*whole, *((row["seat"], row) for row in found["seats"] if row["bot"] == name)]:
        low, high = row["interval"]
        counts = [str(row[key]) for key in ("won", "drawn", "lost")]
        lead = f"{row['margin']:+g} ± {row['margin_error']:g}" if "margin" in row else ""
        rows.append([f"  {name}, {place}", *counts, share(row["rate"]), f"{share(low)} to {share(high)}", lead])
    return columns(rows, right=range(1, 7))


if __name__ == "__main__":
    sys.exit(main())
