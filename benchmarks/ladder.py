"""`make ladder`: series of games between bots on each scenario, the sides changed from game to game.

A bot's rate is the share of its games that it won by the scenario's own result: a drawn game is not won. Ctrl-C
stops and shows what was played so far.

    make ladder
    make ladder ARGS="--scenario duel --games 40 --seed 7"
    make ladder ARGS="--pair captain:captain --pair midshipman:midshipman"
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from weathergauge.bots import bot
from weathergauge.cli.console import columns
from weathergauge.cli.simulate import following, share, summary
from weathergauge.rulesets import misspelt, ruleset
from weathergauge.simulate import Series, jobs, series

SCENARIOS = ("duel", "lee_column")
RUNGS = ("captain:midshipman",)


def main(argv: Sequence[str] | None = None) -> int:
    made = argparse.ArgumentParser(
        "make ladder", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--title", default="trafalgar", help="the title; trafalgar unless told")
    made.add_argument("--scenario", action="append", help=f"a scenario; {' and '.join(SCENARIOS)} unless told")
    made.add_argument("--pair", action="append", metavar="BOT:BOT", help=f"who plays whom; {RUNGS[0]} unless told")
    made.add_argument("--games", type=int, default=200, help="games of each series; 200 unless told")
    made.add_argument("--seed", default="ladder", help="the series' seed")
    made.add_argument("--jobs", type=int, default=2, help="processes; 2 unless told")
    args = made.parse_args(argv)
    try:
        pairs = [_pair(text, args.title) for text in args.pair or RUNGS]
        rules = ruleset(args.title)
        cards = {card.name: card for card in rules.scenarios()}
        known = [*cards]
        scenarios = args.scenario or [name for name in SCENARIOS if name in known] or known
        for name in scenarios:
            if name not in known:
                raise misspelt(f"scenario of {args.title}", name, known)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    for scenario in scenarios:
        for one, other in pairs:
            words = f"{args.title} {scenario}: {one} against {other}"
            seats = dict(zip(cards[scenario].seats, (one, other), strict=True))
            to_play = jobs(args.title, scenario, seats, args.games, seed=args.seed)
            with following(args.games, words) as follow:
                played = series(to_play, workers=max(1, args.jobs), progress=follow)
            print(
                "\n".join([f"{words}, {len(played.games)} games, seed {args.seed}", *_lines(played, one)]), flush=True
            )
            if played.stopped:
                print("Stopped.", file=sys.stderr)
                return 130
    return 0


def _pair(text: str, title: str) -> tuple[str, str]:
    one, colon, other = text.partition(":")
    if not colon:
        raise ValueError(f"--pair {text}: expected two bots, as in --pair {RUNGS[0]}")
    for name in (one, other):
        bot(name, title=title)
    return one, other


def _lines(played: Series, name: str) -> list[str]:
    """The first bot's rate over all its games, and in each seat."""
    found = summary(played)
    rows = [["", "won", "drawn", "lost", "rate", "95 % interval"]]
    whole = [("in all", row) for row in found["bots"] if row["bot"] == name]
    for place, row in [*whole, *((row["seat"], row) for row in found["seats"] if row["bot"] == name)]:
        low, high = row["interval"]
        counts = [str(row[key]) for key in ("won", "drawn", "lost")]
        rows.append([f"  {name}, {place}", *counts, share(row["rate"]), f"{share(low)} to {share(high)}"])
    return columns(rows, right=range(1, 6))


if __name__ == "__main__":
    sys.exit(main())
