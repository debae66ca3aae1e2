"""Series of games over a Dask cluster, beside the plain pool of processes: what the cluster costs.

The same games over both, in turn, with one worker and with two, after a round that warms them. The duel of midshipmen is as quick as
games get, so that the post weighs most. By the clock, and by the processor time of everything that takes part, which
says the same on a machine that has much else to do.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from statistics import median
from time import perf_counter
from typing import NamedTuple

import psutil

from benchmarks.rounds import same, verdict, versions
from weathergauge.bots.cluster import LOCAL, cluster
from weathergauge.bots.executors import PROCESSES, executor
from weathergauge.bots.series import Series, jobs, series

BOTS = {"british": "midshipman", "allied": "midshipman"}
GAMES, ROUNDS = 300, 7
FLOOR = 1 / 1.1
"""An overhead of ten percent."""


class Cost(NamedTuple):
    """What a series took: seconds by the clock, and of processors."""

    clock: float
    processors: float


def processors() -> float:
    """Processor time of this process and of all that it started, so far."""
    us = psutil.Process()
    spent = 0.0
    for one in (us, *us.children(recursive=True)):
        times = one.cpu_times()
        spent += times.user + times.system
    return spent


def play(workers: int, over: Executor) -> Series:
    games = jobs("trafalgar", "duel", BOTS, GAMES * workers)
    return series(games, workers=workers, executor=over)


def costs(works: dict[str, Callable[[], Series]]) -> dict[str, list[Cost]]:
    """Each work in every round; their games are the same, game by game."""
    first = {name: work().games for name, work in works.items()}
    same("games", *first.values())
    found: dict[str, list[Cost]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            clock, spent = perf_counter(), processors()
            work()
            found[name].append(Cost(perf_counter() - clock, processors() - spent))
    return found


def main() -> None:
    versions("weathergauge", "dask", "distributed")
    for workers in (1, 2):
        with executor(PROCESSES, workers) as pool, cluster(LOCAL, workers) as there:
            found = costs({"pool": partial(play, workers, pool), "cluster": partial(play, workers, there.executor)})
        games = GAMES * workers
        for kind in Cost._fields:
            pool_took, cluster_took = ([getattr(cost, kind) for cost in found[name]] for name in ("pool", "cluster"))
            value = median(pool / cluster for pool, cluster in zip(pool_took, cluster_took, strict=True))
            rate = f"{games / median(cluster_took):,.0f} games a second over the cluster, {games / median(pool_took):,.0f} over the pool"
            words = f"{workers} worker{'s' * (workers > 1)}, by the {kind}"
            print(f"   {words:<46} {value:8.2f}×{verdict(value, FLOOR)}  {rate}", flush=True)


if __name__ == "__main__":
    main()
