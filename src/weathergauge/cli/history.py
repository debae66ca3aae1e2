"""`weathergauge study --history`: what came of battles that were fought, among the games of their scenarios."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from weathergauge import rulesets
from weathergauge.bots import bot
from weathergauge.cli.console import bold, columns, dim, print_json, write_whole
from weathergauge.cli.following import following
from weathergauge.cli.simulate import players, processors
from weathergauge.sentences import nearest
from weathergauge.studies import history
from weathergauge.studies.run import run

GAMES = 40
"""Of each scenario, where nobody says otherwise."""


def asked(words: list[str]) -> list[tuple[str, str]]:
    """The scenarios that are meant: all that history knows, those of a title, or one by TITLE/SCENARIO."""
    every = [(title.name, scenario) for title in rulesets.titles() for scenario in history.known(title.name)]
    battles: list[tuple[str, str]] = []
    for word in words:
        title, _, scenario = word.partition("/")
        these = [battle for battle in every if battle[0] == title and scenario in ("", battle[1])]
        if not these:
            names = [*dict.fromkeys(battle[0] for battle in every), *("/".join(battle) for battle in every)]
            raise ValueError(f"{word}: history is not told of it; {nearest(word, names)}")
        battles += these
    return list(dict.fromkeys(battles)) or every


def compare(args: Any) -> int:
    """Play what is wanting of each scenario, and place what came of it; 130 where it was stopped."""
    comparisons, stopped = [], False
    wanted = asked([args.file, *args.more] if args.file else args.more)
    for title, _ in wanted:
        bot(args.bot, title=title)  # whether there is one is told before any game is played
    with players(args.cluster, args.jobs or processors()) as (executor, workers):
        for title, scenario in wanted:
            meant = history.study(title, scenario, args.bot, args.games or GAMES)
            folder = Path(args.out or "history") / meant.name
            with following(f"{title} {scenario}", quiet=args.json) as progress:
                outcome = run(meant, folder, workers=workers, executor=executor, progress=progress)
            rows = [row for row in outcome.rows if row.game <= meant.games]
            if rows:
                comparisons.append(history.compare(title, scenario, history.known(title)[scenario], rows))
            stopped = outcome.stopped
            if outcome.lost:
                print(outcome.lost, file=sys.stderr)
            if stopped:
                break
    if args.json:
        print_json([_plain(compared) for compared in comparisons])
    elif comparisons:
        head, *body = columns([list(history.HEADS), *history.lines(comparisons)], right=[2])
        print("\n".join([bold(f"{args.bot} against {args.bot}"), dim(head), *body]))
    if args.page and not stopped:
        write_whole(Path(args.page), history.page(comparisons, args.bot))
    elif args.page:
        print(f"Stopped early: {args.page} is left as it was.", file=sys.stderr)
    return 130 if stopped else 0


def _plain(one: history.Compared) -> dict[str, Any]:
    told = {"told": one.told.told, "source": one.told.source, "winner": one.told.winner or None}
    figures = [
        {"figure": placed.figure, "real": placed.real, "less": placed.less, "same": placed.same, "more": placed.more, "median": placed.middle}
        for placed in one.placed
    ]  # fmt: skip
    return {
        "title": one.title,
        "scenario": one.scenario,
        **told,
        "games": one.games,
        "as_told": one.as_told,
        "figures": figures,
        "fits": one.fits,
    }
