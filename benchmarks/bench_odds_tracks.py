"""Six broadsides between four ships, and the joint law of their four damage tracks.

Each hit crosses boxes off, and a ship fires with the hull points she has left: what comes out of one broadside
changes the next.
"""

from __future__ import annotations

from random import Random
from typing import Any

import dyce
from dyce.h import aggregate_weighted
from icepool import Die
from msgspec import Struct

from benchmarks.gunnery_peers import BANDS, CHARTS, SHOTS, dyce_shot, icepool_shot, knowing_shots
from benchmarks.rounds import ROUNDS, each, faster, in_turn, line, ratio, same, versions
from weathergauge.dice import Dice
from weathergauge.odds import Memory, odds
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.gunnery import Band, Shot, fire
from weathergauge.rulesets.trafalgar.scenarios import Sheet, sheets

FLOOR, GOAL = 1, 10
START: tuple[int, ...] = (0, 0, 0, 0)

Crossed = tuple[int, ...]


class Aim(Struct, frozen=True):
    """One broadside of the exchange: who fires at whom, how far, and whether it is her first."""

    firer: int
    target: int
    band: Band
    first: bool


Fleet = tuple[Sheet, ...]
Query = tuple[Fleet, tuple[Aim, ...]]


def shot_of(crossed: Crossed, aim: Aim, fleet: Fleet) -> Shot | None:
    """What she fires with as things stand; None when she or her target has struck."""
    firer, target = fleet[aim.firer], fleet[aim.target]
    if crossed[aim.firer] == len(firer.boxes) or crossed[aim.target] == len(target.boxes):
        return None
    return Shot(firer.boxes[crossed[aim.firer]], aim.band, target.rate, aim.first)


def hurt(crossed: Crossed, aim: Aim, fleet: Fleet, boxes: int) -> Crossed:
    """The tracks after a broadside."""
    lost = min(len(fleet[aim.target].boxes), crossed[aim.target] + boxes)
    return (*crossed[: aim.target], lost, *crossed[aim.target + 1 :])


def one(crossed: Crossed, aim: Aim, fleet: Fleet, charts: Charts, dice: Dice) -> Crossed:
    """One broadside of the exchange."""
    shot = shot_of(crossed, aim, fleet)
    if shot is None:
        return crossed
    return dice.last.do(fire, shot, charts, read=lambda boxes: hurt(crossed, aim, fleet, boxes))


def exchange(fleet: Fleet, aims: tuple[Aim, ...], charts: Charts, dice: Dice) -> Crossed:
    """Six broadsides, one after the other."""
    return dice.last.fold(one, START, aims, fleet, charts)


def query(seed: int) -> Query:
    """Two ships a side, drawn from the sheets, who fire at each other in turn and then twice more."""
    random = Random(seed)
    kinds = [sheet for sheet in sheets().values() if sheet.rate in ("1st_rate", "2nd_rate", "3rd_rate")]
    pairs = [(0, 2), (1, 3), (2, 0), (3, 1), (0, 2), (1, 3)]
    bands: Any = BANDS
    aims = tuple(Aim(a, b, random.choice(bands), n < 4 and random.random() < 0.5) for n, (a, b) in enumerate(pairs))
    return tuple(random.choices(kinds, k=4)), aims


ICEPOOL = {shot: icepool_shot(shot) for shot in SHOTS}
DYCE = {shot: dyce_shot(shot) for shot in SHOTS}


def in_icepool(fleet: Fleet, aims: tuple[Aim, ...]) -> Any:
    """The exchange with icepool: each state of the tracks mapped to the dice of what follows."""
    tracks = Die([START])
    for aim in aims:

        def step(crossed: Crossed, aim: Aim = aim) -> Any:
            shot = shot_of(crossed, aim, fleet)
            if shot is None:
                return crossed
            return ICEPOOL[shot].map(lambda boxes: hurt(crossed, aim, fleet, boxes), star=False)

        tracks = tracks.map(step, star=False)
    return tracks


def in_dyce(fleet: Fleet, aims: tuple[Aim, ...]) -> Any:
    """The exchange with dyce, by the function that its `expand` is built on."""
    tracks: Any = dyce.H({START: 1})
    for aim in aims:

        def step(crossed: Crossed, aim: Aim = aim) -> Any:
            shot = shot_of(crossed, aim, fleet)
            return crossed if shot is None else DYCE[shot].apply(lambda boxes: hurt(crossed, aim, fleet, boxes))

        tracks = aggregate_weighted((step(crossed), weight) for crossed, weight in tracks.items())
    return tracks


def by_hand(fleet: Fleet, aims: tuple[Aim, ...]) -> Any:
    """The exchange with dyce's laws, but the steps written out: every shot has six ways, so weights only multiply."""
    tracks: Any = dyce.H({START: 1})
    for aim in aims:
        pairs: list[tuple[Crossed, int]] = []
        for crossed, weight in tracks.items():
            shot = shot_of(crossed, aim, fleet)
            if shot is None:
                pairs.append((crossed, 6 * weight))
            else:
                pairs += [(hurt(crossed, aim, fleet, boxes), weight * ways) for boxes, ways in DYCE[shot].items()]
        tracks = dyce.H.from_counts(pairs)
    return tracks


def main() -> None:
    versions("weathergauge", "icepool", "dyce")
    queries = [query(seed) for seed in range(5)]
    outcomes = 0
    for asked in queries:
        ours = dict(odds(exchange, *asked, CHARTS).items())
        outcomes += len(ours)
        die = in_icepool(*asked)
        same("icepool", ours, dict(zip(die, die.probabilities(), strict=True)))
        same("dyce", ours, dict(in_dyce(*asked).probability_items()))
        same("by hand", ours, dict(by_hand(*asked).probability_items()))
    nothing, seen = Memory(0), Memory()
    primed = iter([knowing_shots() for _ in range(ROUNDS + 1)])

    def asking(memory: Memory) -> None:
        for asked in queries:
            dict(odds(exchange, *asked, CHARTS, memory=memory).items())

    def icepools() -> None:
        for asked in queries:
            die = in_icepool(*asked)
            dict(zip(die, die.probabilities(), strict=True))

    def dyces() -> None:
        for asked in queries:
            dict(in_dyce(*asked).probability_items())

    def hands() -> None:
        for asked in queries:
            dict(by_hand(*asked).probability_items())

    times = in_turn(
        {
            "cold": lambda: asking(nothing),
            "new": lambda: asking(next(primed)),
            "seen": lambda: asking(seen),
            "icepool": icepools,
            "dyce": dyces,
            "hand": hands,
        }
    )
    peer, n = faster(times, "icepool", "dyce"), len(queries)
    print(f"   {n} exchanges, {outcomes // n} outcomes on average; peers have the law of every shot beforehand")
    labels = {
        "cold": "nothing kept",
        "new": "shots known, every exchange new   HEADLINE",
        "seen": "exchanges seen before",
        "hand": "(the steps written out by hand on dyce's laws)",
    }
    for name, label in labels.items():
        floor, goal = (FLOOR, GOAL) if name == "new" else (None, None)
        told = f"{each(times[name], n)} against {peer}'s {each(times[peer], n)}"
        line(label, ratio(times, name, peer), floor, goal, told)


if __name__ == "__main__":
    main()
