"""Fit the weights by which trafalgar's admiral knows where a position leads, to games that captains have played.

    weathergauge simulate trafalgar lee_column --games 60 --seat british=captain --seat allied=captain --seed 11 --records games
    python -m benchmarks.fit_leaf games --held-out frigates --write

Each turn of each record is a position. What is fitted is by how much the margin of points at the end differs from that of
the other games of the scenario, given how the position differs from theirs on the same turn: who has the better ships, or
begins to windward, is nobody's doing. Scenarios that are held out are only measured: there the weights prove themselves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from weathergauge.bots.trafalgar.leaf import FEATURES, FILE, VERSION, features
from weathergauge.bots.trafalgar.sketch import Sketch
from weathergauge.match import Replay
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.trafalgar import victory
from weathergauge.rulesets.trafalgar.charts import charts
from weathergauge.rulesets.trafalgar.state import Moving, State

SHRINKAGE = 5.0
"""So many positions without a lead are thought of beside the real ones, for each feature."""
Row = tuple[tuple[float, ...], float]


def positions(path: Path) -> tuple[str, list[tuple[object, Row]]]:
    """The scenario of a record, and each turn's position as the British see it, with the margin that came of it."""
    replay = Replay(path, ruleset)
    found: list[tuple[int, tuple[float, ...]]] = []
    turn, last = 0, None
    for place in range(len(replay)):
        state: State = replay.at(place)[0]
        last = state.table
        if isinstance(last.phase, Moving) and last.turn != turn:
            turn = last.turn
            found.append((turn, features(Sketch(last, charts()), "british", turn - 1)))
    assert last is not None
    score = victory.score(last)
    margin = float(score["british"] - score["allied"])
    scenario = replay.record.header.scenario
    return scenario, [((scenario, turn), (one, margin)) for turn, one in found]


def compared(turns: Sequence[tuple[object, Row]]) -> list[Row]:
    """What each position and its margin have more than the mean of its group."""
    groups: dict[object, list[Row]] = {}
    for group, row in turns:
        groups.setdefault(group, []).append(row)
    found: list[Row] = []
    for rows in groups.values():
        means = [sum(column) / len(rows) for column in zip(*(row[0] for row in rows), strict=True)]
        mean = sum(row[1] for row in rows) / len(rows)
        found += [(tuple(x - m for x, m in zip(row[0], means, strict=True)), row[1] - mean) for row in rows]
    return found


def fitted(rows: Sequence[Row]) -> list[float]:
    """Weights by least squares: the normal equations, solved by elimination."""
    size = len(FEATURES)
    spread = [sum(row[0][i] ** 2 for row in rows) / len(rows) for i in range(size)]
    left = [[sum(row[0][i] * row[0][j] for row in rows) for j in range(size)] for i in range(size)]
    right = [sum(row[0][i] * row[1] for row in rows) for i in range(size)]
    for i in range(size):
        left[i][i] += SHRINKAGE * (spread[i] or 1.0)
    for i in range(size):
        for j in range(i + 1, size):
            share = left[j][i] / left[i][i]
            left[j] = [b - share * a for a, b in zip(left[i], left[j], strict=True)]
            right[j] -= share * right[i]
    weights = [0.0] * size
    for i in reversed(range(size)):
        weights[i] = (right[i] - sum(left[i][j] * weights[j] for j in range(i + 1, size))) / left[i][i]
    return weights


def explained(rows: Sequence[Row], weights: Sequence[float]) -> float:
    """The share of the margins' variance that the weights explain."""
    mean = sum(row[1] for row in rows) / len(rows)
    whole = sum((row[1] - mean) ** 2 for row in rows)
    missed = sum((row[1] - sum(w * x for w, x in zip(weights, row[0], strict=True))) ** 2 for row in rows)
    return 1 - missed / whole if whole else 0.0


def page(weights: Sequence[float], words: str) -> Iterator[str]:
    """The lines of the file of weights."""
    yield "# Points that each feature is worth to the admiral of a fleet action; made by python -m benchmarks.fit_leaf."
    yield f"version = {VERSION}"
    yield f'fitted  = "{words}"'
    yield ""
    yield "[weights]"
    yield from (f"{name:7} = {weight:.3f}" for name, weight in zip(FEATURES, weights, strict=True))


def main(argv: Sequence[str] | None = None) -> int:
    made = argparse.ArgumentParser(
        "fit_leaf", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("folder", nargs="+", type=Path, help="folders of records between captains")
    made.add_argument("--held-out", action="append", default=[], metavar="SCENARIO", help="measured only")
    made.add_argument("--write", action="store_true", help="write the weights where the admiral reads them")
    args = made.parse_args(argv)
    read: dict[str, list[tuple[object, Row]]] = {}
    games: dict[str, int] = {}
    for path in sorted(path for folder in args.folder for path in folder.glob("*.jsonl")):
        scenario, turns = positions(path)
        read.setdefault(scenario, []).extend(turns)
        games[scenario] = games.get(scenario, 0) + 1
    by_scenario = {name: compared(rows) for name, rows in read.items()}
    train = [row for name, rows in by_scenario.items() if name not in args.held_out for row in rows]
    if not train:
        print(
            "fit_leaf: there is no record of a scenario that is not held out; make some with simulate --records",
            file=sys.stderr,
        )
        return 2
    weights = fitted(train)
    known = ", ".join(f"{count} games of {name}" for name, count in games.items() if name not in args.held_out)
    words = f"{len(train)} positions of {known}; held out: {', '.join(args.held_out) or 'nothing'}"
    print("\n".join(page(weights, words)))
    for name, rows in by_scenario.items():
        held = ", held out" if name in args.held_out else ""
        print(f"# {name}{held}: {explained(rows, weights):.0%} of the variance of {len(rows)} positions explained")
    if args.write:
        FILE.write_text("\n".join(page(weights, words)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
