"""How the cost of a turn, of checking one order and of a replay grows with the ships, and a replay with its steps.

The fleets are cut from the fleet lists into squadrons of three, each pair of squadrons on its own stretch of sea:
more ships, on more sea, at the same density. A cost that grows with the ships has the exponent 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log, sqrt
from random import Random
from statistics import linear_regression, median
from typing import Any

from benchmarks.rounds import Differs, in_turn, same, versions
from weathergauge.course import Rules
from weathergauge.dice import RandomDice
from weathergauge.match import Match, verify
from weathergauge.record import Record
from weathergauge.rulesets.trafalgar.rules import STEP, Trafalgar
from weathergauge.rulesets.trafalgar.scenarios import Group, Scenario, fleet, read
from weathergauge.rulesets.trafalgar.state import Side
from weathergauge.simulate import Crew, play_out

SIZES = (2, 6, 12, 24, 42, 60)
SHIPS = 180
"""So many ships are sailed at each size, over several games: one game alone may go quietly or not."""
TURNS = 6
LENGTHS = (3, 6, 12, 24)
LINEAR = 1.15
"""An exponent up to this counts as linear: caches and short lists make the small sizes a little cheaper."""


class Orderly:
    """Gives each ship one random order after the other, and only then ends the step: equal work for every ship."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, view: Any, choices: Any, rules: Rules) -> Any:
        subjects = [subject for subject in choices.subjects() if subject != STEP] or [STEP]
        return self.random.choice(choices.of(subjects[0]))

    def heard(self, events: Sequence[Any]) -> None:
        pass


class Growing(Trafalgar):
    """Trafalgar's rules with scenarios of any size, named by it: `24` or `24 for 12 turns`."""

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Scenario:
        ships, _, turns = name.partition(" for ")
        return laid_out(int(ships), int(turns.removesuffix(" turns") or TURNS))


def laid_out(ships: int, turns: int) -> Scenario:
    """So many ships in all, in squadrons of three, a British and an Allied one in each part of the sea."""
    duel = read("duel")
    sides: tuple[Side, Side] = ("british", "allied")
    ids = {
        side: [id for id, ship in fleet().items() if (ship.nation == "british") == (side == "british")]
        for side in sides
    }
    each = min(3, ships // 2)
    parts = ships // 2 // each
    columns = ceil(sqrt(parts))
    wide, high = duel.table
    groups = []
    for part in range(parts):
        x, y = part % columns * wide, part // columns * high
        for side, lead, heading, speed in zip(sides, ((14, 20), (30, 14)), (90, 0), (5.0, 2.0), strict=True):
            line = tuple(ids[side][part * each : part * each + each])
            groups.append(Group(f"{side} {part}", side, line, (lead[0] + x, lead[1] + y), heading, speed))
    rows = ceil(parts / columns)
    return Scenario(f"{ships} ships", "", duel.wind, (wide * columns, high * rows), turns, tuple(groups))


def crew(rules: Rules, game: int) -> dict[str, Orderly]:
    return {seat: Orderly(10 * game + n) for n, seat in enumerate(rules.seats)}


def games(size: int) -> int:
    return ceil(SHIPS / size)


def record_of(rules: Rules, name: str, game: int) -> tuple[bytes, int]:
    """A game's record, and its steps."""
    lines: list[bytes] = []
    match = Match.create(rules, "trafalgar", name, seed=f"growth {game}", put=lines.append)
    Crew(crew(rules, game)).play(match)
    return b"".join(lines), match.course.n


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The slope of cost by size, both as logarithms."""
    return linear_regression([log(size) for size in sizes], [log(cost) for cost in costs]).slope


def report(what: str, sizes: Sequence[float], costs: Sequence[float], unit: str) -> None:
    """Costs for each unit of size relative to the smallest, and the exponent over all and over the larger half."""
    first = costs[0] / sizes[0]
    shown = "  ".join(f"{size:g}: {cost / size / first:.2f}" for size, cost in zip(sizes, costs, strict=True))
    slope, later = exponent(sizes, costs), exponent(sizes[-3:], costs[-3:])
    holds = "holds" if max(slope, later) <= LINEAR else "MISSED"
    print(f"   {what}: {first * 1e6:.0f} µs {unit} at the smallest; relative to it  {shown}")
    print(f"   {'':<46} n^{slope:.2f}, for the largest n^{later:.2f}  [goal n^1 {holds}]", flush=True)


def main() -> None:
    versions("weathergauge")
    rules: Rules = Growing()  # type: ignore[assignment]  # its charts are loaded when they are asked for
    long = {turns: f"12 for {turns} turns" for turns in LENGTHS}
    records = {f"{size}": [record_of(rules, f"{size}", game) for game in range(games(size))] for size in SIZES}
    records |= {name: [record_of(rules, name, game) for game in range(games(12))] for name in long.values()}
    for name, played in records.items():
        found = verify(Record(played[0][0]), lambda title: rules)
        if not found.ok:
            raise Differs(f"{name}: {found.sentence}")
    works: dict[str, Any] = {}
    steps = {}
    for size in SIZES:

        def turns(size: int = size) -> int:
            scenario = laid_out(size, TURNS)
            return sum([play_out(rules, scenario, crew(rules, n), RandomDice(n))[1] for n in range(games(size))])

        steps[size] = turns()
        same(f"{size} ships", turns(), steps[size])
        works[f"turn {size}"] = turns
    for name, played in records.items():

        def replays(played: list[tuple[bytes, int]] = played) -> None:
            for game, (data, _) in enumerate(played):
                Match.load(Record(data), lambda title: rules, seed=f"growth {game}".encode())

        works[f"replay {name}"] = replays
    times = {name: median(taken) for name, taken in in_turn(works, rounds=7).items()}
    shown = "  ".join(f"{size}: {steps[size] / size / TURNS / games(size):.1f}" for size in SIZES)
    print(f"   steps of a ship in a turn  {shown}")
    report("a turn", SIZES, [times[f"turn {size}"] / TURNS / games(size) for size in SIZES], "a ship")
    report("its replay", SIZES, [times[f"replay {size}"] / TURNS / games(size) for size in SIZES], "a ship")
    lengths = [sum(steps for _, steps in records[name]) / games(12) for name in long.values()]
    costs = [times[f"replay {name}"] / games(12) for name in long.values()]
    report("replay by steps", [round(length) for length in lengths], costs, "a step")


if __name__ == "__main__":
    main()
