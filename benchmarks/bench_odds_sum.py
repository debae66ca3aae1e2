"""Ten broadsides' boxes added up: ten look-ups that share nothing, and the law of their sum."""

from __future__ import annotations

from functools import reduce
from operator import add
from random import Random

from benchmarks.gunnery_peers import CHARTS, SHOTS, dyce_shot, icepool_shot
from benchmarks.rounds import each, faster, in_turn, line, ratio, same, versions
from weathergauge.dice import Dice
from weathergauge.odds import Memory, odds
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.gunnery import Shot, fire

FLOOR, GOAL = 1, 10
QUERIES = [tuple(Random(n).choices(SHOTS, k=10)) for n in range(60)]
# The peers are given the law of every possible shot beforehand.
ICEPOOL = {shot: icepool_shot(shot) for shot in SHOTS}
DYCE = {shot: dyce_shot(shot) for shot in SHOTS}


def volley(shots: tuple[Shot, ...], charts: Charts, dice: Dice) -> int:
    """All the boxes that these broadsides destroy."""
    return dice.last.sum(fire, shots, 0, charts)


def main() -> None:
    versions("weathergauge", "icepool", "dyce")
    for shots in QUERIES:
        ours = dict(odds(volley, shots, CHARTS).items())
        die = reduce(add, [ICEPOOL[shot] for shot in shots])
        same("icepool", ours, dict(zip(die, die.probabilities(), strict=True)))
        same("dyce", ours, dict(reduce(add, [DYCE[shot] for shot in shots]).probability_items()))
    nothing, part = Memory(0), [0]

    def cold() -> None:
        for shots in QUERIES:
            dict(odds(volley, shots, CHARTS, memory=nothing).items())

    def fresh() -> None:
        part[0] += 1
        for shots in ROUNDS[part[0] % len(ROUNDS)]:
            dict(odds(volley, shots, CHARTS).items())

    def in_icepool() -> None:
        for shots in QUERIES:
            die = reduce(add, [ICEPOOL[shot] for shot in shots])
            dict(zip(die, die.probabilities(), strict=True))

    def in_dyce() -> None:
        for shots in QUERIES:
            dict(reduce(add, [DYCE[shot] for shot in shots]).probability_items())

    # Volleys that were never asked for before, of shots that were: what a player gets.
    ROUNDS = [[tuple(Random(f"{r}/{n}").choices(SHOTS, k=10)) for n in range(len(QUERIES))] for r in range(20)]
    for shot in SHOTS:
        odds(fire, shot, CHARTS)
    times = in_turn({"cold": cold, "fresh": fresh, "icepool": in_icepool, "dyce": in_dyce})
    peer = faster(times, "icepool", "dyce")
    told = f"against {peer}'s {each(times[peer], len(QUERIES))}"
    print(f"   {len(QUERIES)} volleys of ten different shots; peers have the law of every shot beforehand")
    line("nothing kept", ratio(times, "cold", peer), told=f"{each(times['cold'], len(QUERIES))} {told}")
    fresh_time = each(times["fresh"], len(QUERIES))
    line(
        "default memory, every volley new   HEADLINE", ratio(times, "fresh", peer), FLOOR, GOAL, f"{fresh_time} {told}"
    )


if __name__ == "__main__":
    main()
