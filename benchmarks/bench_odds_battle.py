"""The joint law of a whole battle of Mistral: its damage level, six combats, sail, damage points and leaders of both
sides, and the sinking checks after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from benchmarks.rounds import each, faster, in_turn, line, ratio, same, versions
from benchmarks.sealords_peers import CHARTS, Peers
from weathergauge.odds import Memory
from weathergauge.rulesets.sealords.procedures.combat import BattleResult, Laying, Ships, Side, WholeBattle, battle

FLOOR, GOAL = 5, 15
BATTLES = 2
"""One with some eight thousand outcomes, and one with many more: the larger, the less there is to gain."""
TIMES = 7
"""Rounds; icepool takes seconds for each."""
COMBATS = 6


def ships(random: Random) -> Ships:
    """A squadron of the line as the fleets of 1744 had them, fresh or hurt."""
    return Ships(
        sail=random.choice([3, 4, 4]), shift=random.choice([-1, 0, 0, 1]), dps=random.choice([0, 3, 6, 9]), rating=12
    )


def side(random: Random, place: int) -> Side:
    """A line of one squadron; the van, centre and rear have a flagship and her admiral beside it."""
    if place % 2:
        return Side(squadrons=(ships(random),))
    flagship = Ships(cls="flagship", sail=1, shift=random.choice([0, 1]), rating=4)
    return Side(squadrons=(ships(random), flagship), lr=random.choice([2, 3, 4]), leader=True)


def battle_of(seed: int) -> WholeBattle:
    random = Random(seed)
    laid = tuple([Laying(gauge=side(random, n), other=side(random, n)) for n in range(COMBATS)])
    return WholeBattle(combats=laid, intensity="medium", gauge_leader="aggressive", opponent="cautious")


def told(found: BattleResult) -> tuple[int, ...]:
    """What our procedure says, in the peers' form."""
    return (
        found.gauge_dps, found.gauge_sail, found.gauge_leaders,
        found.other_dps, found.other_sail, found.other_leaders,
    )  # fmt: skip


def main() -> None:
    versions("weathergauge", "icepool", "dyce")
    queries = [battle_of(seed) for seed in range(BATTLES)]
    peers, outcomes = Peers(queries), 0
    works = {
        "icepool": peers.in_icepool,
        "dyce": peers.in_dyce,
        "icepool, packed": peers.packed_in_icepool,
        "dyce, packed": peers.packed_in_dyce,
    }
    for one in queries:
        ours = {told(found): chance for found, chance in battle.odds(one, CHARTS).items()}
        outcomes += len(ours)
        for name, work in works.items():
            same(f"a battle ({name})", ours, work(one))

    def knowing() -> Memory:
        """Every combat by itself has been met, as the peers have the law of each."""
        memory = Memory()
        for one in queries:
            for laid in one.combats:
                battle.odds(replace(one, combats=(laid,)), CHARTS, memory)
        return memory

    def asking(memory: Memory) -> None:
        for one in queries:
            dict(battle.odds(one, CHARTS, memory).items())

    def answering(work: Callable[[WholeBattle], Any]) -> None:
        for one in queries:
            work(one)

    primed: Any = iter([knowing() for _ in range(TIMES + 1)])
    nothing = Memory(0)
    times = in_turn(
        {
            "cold": lambda: asking(nothing),
            "new": lambda: asking(next(primed)),
            **{name: partial(answering, work) for name, work in works.items()},
        },
        TIMES,
    )
    print(f"   battles of {COMBATS} combats, {outcomes // BATTLES:,} outcomes on average")
    plain, packed = faster(times, "icepool", "dyce"), faster(times, "icepool, packed", "dyce, packed")
    rows = (
        ("cold", "nothing kept", plain),
        ("new", "combats known, every battle new   HEADLINE", plain),
        ("new", "the same, peers given our packing", packed),
    )
    for name, label, peer in rows:
        floor, goal = (FLOOR, GOAL if peer == plain else None) if name == "new" else (None, None)
        words = f"{each(times[name], BATTLES)} against {peer}'s {each(times[peer], BATTLES)}"
        line(label, ratio(times, name, peer), floor, goal, words)


if __name__ == "__main__":
    main()
