"""`weathergauge study`: what a change does, by games with the same dice or by exact odds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from weathergauge.cli import history
from weathergauge.cli.console import Parser, bold, columns, dim, print_json, whole
from weathergauge.cli.following import following
from weathergauge.cli.simulate import CLUSTER, players, processors
from weathergauge.studies import exact, figures, page, report
from weathergauge.studies.figures import Figure
from weathergauge.studies.folder import write
from weathergauge.studies.run import Outcome, run

ABOUT = """\
Play a study: a scenario as it is and with small changes (cells of charts, settings, bots, another scenario), every
variant with the same dice; or a procedure by exact odds. How the file is written: docs/studies.md.
Into a folder beside the file, or --out, go a report to read in a browser, a row for each game as CSV and Parquet, and
the games themselves: Ctrl-C keeps what was played, and the same command goes on where it stopped.
With --history, no file: scenarios of which history knows the outcome are played as they are shipped, and the real outcome
is placed among those that were played."""

EXAMPLES = [
    "study heavier_rakes.toml",
    "study heavier_rakes.toml --games 400",
    "study heavier_rakes.toml --out results/rakes --jobs 4",
    "study heavier_rakes.toml --cluster tcp://192.0.2.7:8786",
    "study heavier_rakes.toml --json",
    "study --history",
    "study --history wsim ironclads/lissa --games 100",
]


def main(argv: list[str]) -> int:
    """Play the study and write what came of it; 130 where it was stopped."""
    made = Parser(
        "study",
        "FILE | --history [TITLE …] [--games N] [--out DIR] [--fresh] [--jobs N] [--cluster ADDRESS] [--json]",
        ABOUT,
        EXAMPLES,
    )
    made.add_argument("file", metavar="FILE", nargs="?", help="the study, as docs/studies.md shows")
    made.add_argument("more", metavar="TITLE", nargs="*", help="with --history: titles, or scenarios as wsim/lissa; all unless told")  # fmt: skip
    made.add_argument("--history", action="store_true", help="place what came of real battles among the games of their scenarios")  # fmt: skip
    made.add_argument("--bot", default="captain", metavar="BOT", help="with --history: who plays; the captain unless told")  # fmt: skip
    made.add_argument("--page", metavar="FILE", help="with --history: write the table as a page of Markdown too")
    made.add_argument("--games", type=whole(1, page.MOST_GAMES), metavar="N", help="how many of each variant, other than the file says")  # fmt: skip
    made.add_argument("--out", metavar="DIR", help="the folder for what comes of it; the file's name unless told")
    made.add_argument("--fresh", action="store_true", help="begin anew, and do away with the games that were kept")
    made.add_argument("--jobs", type=whole(1), metavar="N", help="processes; as many as there are processors unless told")  # fmt: skip
    made.add_argument("--cluster", metavar="ADDRESS", help=CLUSTER)
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    if args.history:
        return history.compare(args)
    if args.file is None or args.more:
        made.error(
            f"expected one file with a study, not {1 + len(args.more) if args.file else 'none'}; see docs/studies.md"
        )
    study = page.read(args.file)
    if args.games is not None:
        study = msgspec.structs.replace(study, games=args.games)
    folder = Path(args.out) if args.out is not None else Path(args.file).with_suffix("")
    if folder == Path(args.file):
        folder = folder.with_name(f"{folder.name}.study")
    with (
        following(study.name, quiet=args.json) as progress,
        players(args.cluster, args.jobs or processors()) as (executor, workers),
    ):
        outcome = run(study, folder, workers=workers, executor=executor, progress=progress, fresh=args.fresh)
    written = write(outcome, folder)
    for trouble in filter(None, (written.wanting, outcome.lost)):
        print(trouble, file=sys.stderr)
    files = [str(path) for path in written.files]
    if args.json:
        print_json({**summary(outcome), "files": files})
    else:
        print("\n".join(_page(outcome)))
        print(f"The report is {files[0]}." + (f" The games are in {', '.join(files[1:])}." if files[1:] else ""))
    return 130 if outcome.stopped else 0


def summary(outcome: Outcome) -> dict[str, Any]:
    """What came of it, for programs."""
    study = outcome.study
    summed: dict[str, Any] = {"name": study.name, "title": study.title, "stopped": outcome.stopped}
    if study.procedure:
        laws = {name: exact.law(odds, study.of) for name, odds in outcome.odds.items()}
        return summed | {
            "odds": {name: [{"value": value, "chance": str(chance)} for value, chance in law.items()] for name, law in laws.items()},
            "means": {name: str(mean) for name, law in laws.items() if (mean := exact.mean(law)) is not None},
        }  # fmt: skip
    games = figures.by_variant(outcome.rows)
    summed["variants"] = {
        variant.name: {
            "games": len(games.get(variant.name, [])),
            "figures": {
                question.name: {
                    **_plain(figures.of(games.get(variant.name, []), question)),
                    "difference": None if variant.name == page.BASE else _plain(figures.paired(games[page.BASE], games.get(variant.name, []), question)),
                }
                for question in outcome.questions
            },
        }
        for variant in study.all
    }  # fmt: skip
    summed["cells"] = outcome.cells
    summed["weights"] = [
        {"cell": weight.cell, "value": weight.value, "up": _plain(weight.up), "down": _plain(weight.down)}
        for weight in outcome.weights
    ]
    return summed


def _plain(figure: Figure | None) -> dict[str, Any]:
    if figure is None:
        return {}
    sure = figure.high - figure.low != float("inf")
    interval = [round(figure.low, 4), round(figure.high, 4)] if sure else None
    return {"value": round(figure.value, 4), "interval": interval, "games": figure.games}


def _page(outcome: Outcome) -> Iterator[str]:
    """A table for a terminal."""
    study = outcome.study
    if study.procedure:
        yield from _odds(outcome)
        return
    games = figures.by_variant(outcome.rows)
    variants = [variant.name for variant in study.all if games.get(variant.name)]
    if page.BASE not in variants:
        yield f"{study.name}: stopped before the first game was over."
        return
    early = ", stopped early" if outcome.stopped else ""
    yield bold(
        f"{study.name}: {len(games[page.BASE])} games of each variant with the same dice, seed {study.seed}{early}"
    )
    heads = ["", page.BASE, *(head for name in variants if name != page.BASE for head in (name, "difference"))]
    lines = []
    for question in outcome.questions:
        line = [question.words]
        for name in variants:
            figure = figures.of(games[name], question)
            line.append("" if figure is None else report.written(figure.value, question))
            if name != page.BASE:
                more = figures.paired(games[page.BASE], games[name], question)
                line.append("" if more is None else report.signed(more, question))
        lines.append(line)
    head, *body = columns([heads, *lines], right=range(1, len(heads)))
    yield dim(head)
    yield from body
    lead = next(question for question in outcome.questions if question.name.startswith("lead_"))
    for weight in outcome.weights[:10]:
        steps = (("up", weight.up), ("down", weight.down))
        parts = [f"{way} {report.signed(figure, lead)}" for way, figure in steps if figure is not None]
        chance = "" if weight.certain else ", which chance alone may do"
        yield f"{weight.cell} ({weight.value:g}): {', '.join(parts)}{chance}"


def _odds(outcome: Outcome) -> Iterator[str]:
    laws = {name: exact.law(odds, outcome.study.of) for name, odds in outcome.odds.items()}
    results = list(dict.fromkeys(result for law in laws.values() for result in law))
    if all(isinstance(result, (int, float)) for result in results):
        results.sort()
    base = laws[page.BASE]
    heads = [outcome.study.of or "result"]
    for name in laws:
        heads += [name] if name == page.BASE else [name, "difference"]
    lines = []
    for result in results[: report.SHOWN]:
        line = [str(result)]
        for name, law in laws.items():
            chance = law.get(result, Fraction(0))
            line.append(f"{chance} ({float(chance) * 100:.1f} %)")
            if name != page.BASE:
                line.append(report.fraction(chance - base.get(result, Fraction(0))))
        lines.append(line)
    head, *body = columns([heads, *lines], right=range(1, len(heads)))
    yield dim(head)
    yield from body
    for name, law in laws.items():
        if (mean := exact.mean(law)) is not None:
            yield f"mean, {name}: {float(mean):.3f} ({mean})"
