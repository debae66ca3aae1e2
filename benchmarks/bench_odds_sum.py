"""Ten broadsides' boxes added up: ten look-ups that share nothing, and the law of their sum."""

from __future__ import annotations

from functools import reduce
from operator import add
from random import Random

from benchmarks.gunnery_peers import CHARTS, SHOTS, dyce_shot, icepool_shot, knowing_shots
from benchmarks.rounds import ROUNDS, each, faster, in_turn, line, ratio, same, versions
from weathergauge.dice import Dice
from weathergauge.odds import Memory, odds
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Shot
from weathergauge.rulesets.trafalgar.gunnery import fire

FLOOR, GOAL = 5, 10
QUERIES = [tuple(Random(n).choices(SHOTS, k=10)) for n in range(60)]
# The peers are given the law of every possible shot beforehand.
ICEPOOL = {shot: icepool_shot(shot) for shot in SHOTS}
DYCE = {shot: dyce_shot(shot) for shot in SHOTS}


def volley(shots: tuple[Shot, ...], charts: Charts, dice: Dice) -> int:
    """All the boxes that these broadsides destroy."""
    return dice.last.sum(fire, shots, 0, charts)


def knowing_volleys() -> Memory:
    """A memory that has met every shot, in other volleys than those that are timed."""
    memory = knowing_shots()
    for first in range(0, len(SHOTS), 10):
        odds(volley, tuple(SHOTS[first : first + 10]), CHARTS, memory=memory)
    return memory


def main() -> None:
    versions("weathergauge", "icepool", "dyce")
    for shots in QUERIES:
        ours = dict(odds(volley, shots, CHARTS).items())
        die = reduce(add, [ICEPOOL[shot] for shot in shots])
        same("icepool", ours, dict(zip(die, die.probabilities(), strict=True)))
        same("dyce", ours, dict(reduce(add, [DYCE[shot] for shot in shots]).probability_items()))
    nothing, primed = Memory(0), iter([knowing_volleys() for _ in range(ROUNDS + 1)])

    def cold() -> None:
        for shots in QUERIES:
            dict(odds(volley, shots, CHARTS, memory=nothing).items())

    def new() -> None:
        memory = next(primed)
        for shots in QUERIES:
            dict(odds(volley, shots, CHARTS, memory=memory).items())

    def in_icepool() -> None:
        for shots in QUERIES:
            die = reduce(add, [ICEPOOL[shot] for shot in shots])
            dict(zip(die, die.probabilities(), strict=True))

    def in_dyce() -> None:
        for shots in QUERIES:
            dict(reduce(add, [DYCE[shot] for shot in shots]).probability_items())

    times = in_turn({"cold": cold, "new": new, "icepool": in_icepool, "dyce": in_dyce})
    peer, count = faster(times, "icepool", "dyce"), len(QUERIES)
    print(f"   {count} volleys of ten different shots; peers have the law of every shot beforehand")
    told = f"against {peer}'s {each(times[peer], count)}"
    line("nothing kept", ratio(times, "cold", peer), told=f"{each(times['cold'], count)} {told}")
    new_told = f"{each(times['new'], count)} {told}"
    line("shots known, every volley new   HEADLINE", ratio(times, "new", peer), FLOOR, GOAL, new_told)


if __name__ == "__main__":
    main()
