"""`weathergauge measures`: how recorded matches were played."""

from __future__ import annotations

from weathergauge import rulesets
from weathergauge.bots import measures
from weathergauge.cli.console import Parser, Wrong, bold, print_json
from weathergauge.cli.simulate import measures_page
from weathergauge.match import Replay
from weathergauge.match.record import RecordError

ABOUT = """\
Count how recorded matches were played: when the first shot fell, how many broadsides raked, what was left of a fleet. Each
title has measures of its own. Several records of one title are counted together, with a column for each side."""

EXAMPLES = ["measures match.jsonl", "measures matches/*.jsonl --json"]


def main(argv: list[str]) -> int:
    """Count and show; records of several titles come one title after the other."""
    made = Parser("measures", "RECORD … [--json]", ABOUT, EXAMPLES)
    made.add_argument("records", nargs="+", metavar="RECORD", help="records of matches, finished or not")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    games: dict[str, list[measures.Figures]] = {}
    for path in args.records:
        try:
            replay = Replay(path, rulesets.ruleset)
        except RecordError as error:
            raise Wrong(str(error)) from error  # it names the file
        games.setdefault(replay.rules.name, []).append(measures.counted(replay))
    told = {title: _by_side(title, counted) for title, counted in games.items()}
    if args.json:
        print_json({title: {"games": len(games[title]), "measures": summed} for title, summed in told.items()})
        return 0
    for title, summed in told.items():
        print(bold(f"{title}: {len(games[title])} game{'s' if len(games[title]) > 1 else ''}"))
        print("\n".join(measures_page(measures.measures_of(rulesets.ruleset(title)), summed)))
    return 0


def _by_side(title: str, games: list[measures.Figures]) -> dict[str, dict[str, float]]:
    """The measures over all, and of each side."""
    known = measures.measures_of(rulesets.ruleset(title))
    seats = sorted({seat for game in games for by_seat in game.values() for seat in by_seat if seat})
    by_side = {"all": measures.summed(known, games)}
    for seat in seats:
        own = ({name: {seat: by[seat]} for name, by in game.items() if seat in by} for game in games)
        by_side[seat] = measures.summed(known, own)
    return by_side
