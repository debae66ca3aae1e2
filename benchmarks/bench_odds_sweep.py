"""Every target and modifier of one firing ship in one call, against as many calls.

A frigate of wsim bears on three enemies. She may aim at hull or rigging; it may be her first broadside, half of her guns
may bear, wreckage may lie over that side: 48 questions, many of which come to the same fire number. Trafalgar's
broadside asks the same of four targets at three range bands: all of them are different, and share nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from benchmarks.rounds import each, in_turn, line, ratio, same, versions
from weathergauge.odds import Memory
from weathergauge.procedures import Procedure
from weathergauge.rulesets.trafalgar import charts as trafalgar_charts
from weathergauge.rulesets.trafalgar import procedures as trafalgar
from weathergauge.rulesets.wsim.charts import charts as wsim_charts
from weathergauge.rulesets.wsim.gunnery import AIMS
from weathergauge.rulesets.wsim.procedures import fire as wsim

FLOOR, GOAL = 15, 400
TARGETS: Any = ((2, "none", "crack", 0), (4, "stern", "average", 1), (5, "none", "green", 0))
"""Range, rake, and the crew of who is fired at with the sections it has lost."""
WSIM = [
    wsim.Broadside(
        guns=9, carronades=2, crew="crack", range=far, rake=rake, target_crew=crew, target_sections_lost=lost,
        aim=aim, initial=first, half=half, obscured=wrecks,
    )
    for (far, rake, crew, lost), aim, first, half, wrecks in product(
        TARGETS, AIMS, (False, True), (False, True), (0, 1)
    )
]  # fmt: skip
RATES: Any = ("1st_rate", "2nd_rate", "3rd_rate", "5th_rate")
TRAFALGAR = [
    trafalgar.Broadside(hull=6, range=far, target_rate=rate, first_shot=first, both_sides=both)
    for rate, far, first, both in product(RATES, (3.0, 7.0, 12.0), (False, True), (False, True))
]


def main() -> None:
    versions("weathergauge")
    _compare("wsim", wsim.broadside, WSIM, wsim_charts(), (FLOOR, GOAL))
    _compare("trafalgar", trafalgar.broadside, TRAFALGAR, trafalgar_charts.charts(), (None, None))


def _compare(
    title: str,
    procedure: Procedure,
    queries: Sequence[object],
    charts: object,
    limits: tuple[float | None, float | None],
) -> None:
    """A sweep in a memory that knows nothing, against calls that keep nothing between them."""
    nothing = Memory(0)
    for query, found in zip(queries, procedure.sweep(queries, charts, Memory()), strict=True):
        same(f"{query}", dict(found), dict(procedure.odds(query, charts, nothing)))

    def calls() -> None:
        for query in queries:
            dict(procedure.odds(query, charts, nothing).items())

    def swept(memory: Memory) -> None:
        for found in procedure.sweep(queries, charts, memory):
            dict(found.items())

    seen = Memory()
    times = in_turn({"calls": calls, "sweep": lambda: swept(Memory()), "seen": lambda: swept(seen)})
    aims = len({procedure.aimed(query) for query in queries})
    print(f"   {title}: {len(queries)} broadsides of one ship, {aims} of them different")
    told = f"against {each(times['calls'], len(queries))} for each of as many calls"
    for name, label, held in (
        ("sweep", "one call that knows nothing yet" + ("   HEADLINE" if limits[0] else ""), limits),
        ("seen", "the same asked again", (None, None)),
    ):
        line(label, ratio(times, name, "calls"), *held, f"{each(times[name], len(queries))} {told}")


if __name__ == "__main__":
    main()
