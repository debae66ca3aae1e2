"""Exact odds of one broadside, as fractions.

Trafalgar: die → hit and random factor → final factor → effect by rate. Wsim: guns and modifiers → two dice → squares →
critical hit → what comes of it.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from benchmarks import wsim_peers
from benchmarks.gunnery_peers import (
    CHARTS,
    RATES,
    SHOTS,
    band_of,
    dyce_broadside,
    dyce_shot,
    icepool_broadside,
    icepool_shot,
)
from benchmarks.rounds import Times, each, faster, in_turn, line, ratio, same, versions
from weathergauge.odds import Memory, odds
from weathergauge.rulesets.trafalgar.gunnery import fire
from weathergauge.rulesets.trafalgar.procedures import Broadside, broadside
from weathergauge.rulesets.wsim.procedures import fire as wsim
from weathergauge.rulesets.wsim.terms import QUALITIES

FLOOR, GOAL = 5, 15

# Every tenth of an inch by every hull, rate and modifier: several times more than the memory holds.
INPUTS = [
    Broadside(hull=hull, range=tenths / 10, target_rate=rate, first_shot=first, both_sides=both)  # type: ignore[arg-type]
    for tenths, hull, rate, first, both in product(range(150), range(1, 9), RATES, (False, True), (False, True))
]

# Every broadside at the hull, at every kind of crew: again more than the memory holds.
WSIM = [
    wsim.Broadside(
        guns=guns,
        range=far,
        crew=crew,
        initial=initial,
        rake=rake,  # type: ignore[arg-type]
        target_crew=other,
        target_sections_lost=lost,
    )
    for far, guns, crew, initial, rake, other, lost in product(
        range(1, 6), range(1, 15), QUALITIES, (False, True), ("none", "bow", "stern"), QUALITIES, range(4)
    )
    if wsim_peers.BASE[guns, far] is not None
]


def main() -> None:
    versions("weathergauge", "icepool", "dyce")
    _trafalgar()
    _wsim()


def _trafalgar() -> None:
    assert len(INPUTS) > Memory().size, "the list must be longer than what is remembered"
    for shot in SHOTS:
        ours = dict(odds(fire, shot, CHARTS).items())
        same(f"{shot} (icepool)", ours, dict(zip(icepool_shot(shot), icepool_shot(shot).probabilities(), strict=True)))
        same(f"{shot} (dyce)", ours, dict(dyce_shot(shot).probability_items()))
    for inputs in INPUTS[::7]:
        ours = {damage.boxes: chance for damage, chance in broadside.odds(inputs, CHARTS).items()}
        die = icepool_broadside(inputs)
        same(f"{inputs} (icepool)", ours, dict(zip(die, die.probabilities(), strict=True)))
        same(f"{inputs} (dyce)", ours, dict(dyce_broadside(inputs).probability_items()))
    _aimed()
    _from_inputs()


def _aimed() -> None:
    """The rule itself, by its aimed shot: 2,304 different ones in turn."""
    nothing = Memory(0)

    def ours_cold() -> None:
        for shot in SHOTS:
            dict(odds(fire, shot, CHARTS, memory=nothing).items())

    def ours_kept() -> None:
        for shot in SHOTS:
            dict(odds(fire, shot, CHARTS).items())

    def in_icepool() -> None:
        for shot in SHOTS:
            die = icepool_shot(shot)
            dict(zip(die, die.probabilities(), strict=True))

    def in_dyce() -> None:
        for shot in SHOTS:
            dict(dyce_shot(shot).probability_items())

    times = in_turn({"cold": ours_cold, "kept": ours_kept, "icepool": in_icepool, "dyce": in_dyce})
    print(f"   an aimed shot, {len(SHOTS):,} in turn")
    _lines(times, len(SHOTS), {"cold": "nothing kept", "kept": "whole answers kept"}, None)


def _from_inputs() -> None:
    """The procedure, from what a player types."""
    nothing = Memory(0)
    few = INPUTS[:: len(INPUTS) // 2000]

    def work(queries: list[Broadside], memory: Memory | None) -> Any:
        def run() -> None:
            for inputs in queries:
                dict(broadside.odds(inputs, CHARTS, memory).items())

        return run

    def in_icepool() -> None:
        for inputs in few:
            die = icepool_broadside(inputs)
            dict(zip(die, die.probabilities(), strict=True))

    def in_dyce() -> None:
        for inputs in few:
            dict(dyce_broadside(inputs).probability_items())

    # The default memory, walked through by a list that it cannot hold: a stretch of it in each round.
    part = [0]

    def long_list() -> None:
        part[0] += len(few)
        start = part[0] % (len(INPUTS) - len(few))
        for inputs in INPUTS[start : start + len(few)]:
            dict(broadside.odds(inputs, CHARTS).items())

    times = in_turn(
        {
            "cold": work(few, nothing),
            "parts": long_list,
            "kept": work(few, Memory()),
            "icepool": in_icepool,
            "dyce": in_dyce,
        }
    )
    labels = {
        "cold": "nothing kept",
        "parts": "default memory, every input new   HEADLINE",
        "kept": "default memory, inputs seen before",
    }
    aimed = {(band_of(b), b.hull, b.target_rate, b.first_shot, b.both_sides) for b in INPUTS}
    print(
        f"   the procedure from its inputs, {len(few):,} of {len(INPUTS):,} in turn; all come to {len(aimed)} aimed shots"
    )
    _lines(times, len(few), labels, "parts")


def _wsim() -> None:
    """Wsim's broadside with its critical hits, from what a player types."""
    assert len(WSIM) > Memory().size, "the list must be longer than what is remembered"
    few = WSIM[:: len(WSIM) // 300]
    charts = wsim_peers.CHARTS
    for inputs in WSIM[:: len(WSIM) // 1500]:
        ours = {wsim_peers.told(struck): chance for struck, chance in wsim.broadside.odds(inputs, charts).items()}
        die = wsim_peers.icepool_broadside(inputs)
        same(f"{inputs} (icepool)", ours, dict(zip(die, die.probabilities(), strict=True)))
        same(f"{inputs} (dyce)", ours, dict(wsim_peers.dyce_broadside(inputs).probability_items()))
    nothing, seen, part = Memory(0), Memory(), [0]

    def asking(memory: Memory) -> None:
        for inputs in few:
            dict(wsim.broadside.odds(inputs, charts, memory).items())

    def long_list() -> None:
        """Another three hundred in each round, strewn over the list, so that no input comes a second time."""
        part[0] += 1
        for inputs in WSIM[part[0] :: len(WSIM) // 300][: len(few)]:
            dict(wsim.broadside.odds(inputs, charts).items())

    def in_icepool() -> None:
        for inputs in few:
            die = wsim_peers.icepool_broadside(inputs)
            dict(zip(die, die.probabilities(), strict=True))

    def in_dyce() -> None:
        for inputs in few:
            dict(wsim_peers.dyce_broadside(inputs).probability_items())

    times = in_turn(
        {
            "cold": lambda: asking(nothing),
            "parts": long_list,
            "kept": lambda: asking(seen),
            "icepool": in_icepool,
            "dyce": in_dyce,
        }
    )
    labels = {
        "cold": "nothing kept",
        "parts": "default memory, every input new   HEADLINE",
        "kept": "default memory, inputs seen before",
    }
    print(f"   wsim's broadside with critical hits, from its inputs, {len(few)} of {len(WSIM):,} in turn")
    _lines(times, len(few), labels, "parts")


def _lines(times: Times, count: int, labels: dict[str, str], headline: str | None) -> None:
    peer = faster(times, "icepool", "dyce")
    for name, label in labels.items():
        floor, goal = (FLOOR, GOAL) if name == headline else (None, None)
        told = f"{each(times[name], count)} against {peer}'s {each(times[peer], count)}"
        line(label, ratio(times, name, peer), floor, goal, told)
    other = "dyce" if peer == "icepool" else "icepool"
    print(f"   ({other} took {each(times[other], count)})")


if __name__ == "__main__":
    main()
