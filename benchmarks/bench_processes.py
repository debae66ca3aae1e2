"""One, two and four processes on one PostgreSQL: what a request costs of the processors of server and database, and how long an order takes; with limits, which all
processes share, and without."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from statistics import quantiles

import psycopg

from benchmarks.bench_load import stopped
from benchmarks.crowd import Pair, Times, probe
from benchmarks.rounds import Differs, versions
from tests.server.live import UNLIMITED, Live
from tests.server.postgres import new_database, postgres_server
from weathergauge.server.settings import Settings

PROCESSES, PLAYERS, SECONDS = (1, 2, 4), 100, 20.0
LIMITED = {name: Settings.model_fields[name].default for name in UNLIMITED} | {"proxies": 1}
"""As it is served: everybody has the usual limits, each player from an address of his own."""
THINK = 1.0
"""Seconds that a player thinks between two looks at the table, in the mean."""
ARRIVING = 8


def spent(pids: list[int]) -> float:
    """The processor time of some processes, all their threads together."""
    tasks = [task for pid in pids for task in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(int(task.read_bytes().split()[0]) for task in tasks) / 1e9


def serving(live: Live) -> list[int]:
    """The processes that serve: those that the first one started, or that one alone."""
    assert live.process is not None
    pid = live.process.pid
    started = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [int(one) for one in started] or [pid]


def backends(database: str) -> list[int]:
    """The processes of the database that work for this one."""
    with psycopg.connect(database) as asked:
        rows = asked.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")  # fmt: skip
        return [pid for (pid,) in rows]


async def crowd(live: Live, database: str, players: int, seconds: float) -> dict[str, float]:
    """So many players for so long: what their requests took, and cost."""
    times = Times()
    pairs = [Pair(live.port, number, THINK, times, apart=True) for number in range(players // 2)]
    arriving = asyncio.Semaphore(ARRIVING)

    async def arrive(pair: Pair) -> None:
        async with arriving:
            await pair.begin()

    probing = asyncio.create_task(probe(live.port, times))
    try:
        await asyncio.gather(*(arrive(pair) for pair in pairs))
        for pair in pairs:
            pair.start()
        await asyncio.sleep(2 * THINK)
        times.clear()
        server, store = serving(live), backends(database)
        began, before = time.perf_counter(), (spent(server), spent(store))
        await asyncio.sleep(seconds)
        took, after = time.perf_counter() - began, (spent(server), spent(store))
        requests, orders, heard, probes = times.requests, [*times.order], [*times.heard], len(times.empty)
        for pair in pairs:
            pair.rest()
        await stopped(probing)
        await asyncio.gather(*(pair.check() for pair in pairs))
    finally:
        await stopped(probing)
        await asyncio.gather(*(pair.end() for pair in pairs))
    if min(len(orders), len(heard)) < 2:
        raise Differs(f"{players} players gave {len(orders)} orders: too few to say anything")
    order, hearing = quantiles(orders, n=100, method="inclusive"), quantiles(heard, n=100, method="inclusive")
    return {
        "requests a second": requests / took, "order p50, ms": order[49] * 1e3, "order p99, ms": order[98] * 1e3,
        "heard p50, ms": hearing[49] * 1e3, "server, ms a request": (after[0] - before[0]) / (requests + probes) * 1e3,
        "database, ms a request": (after[1] - before[1]) / (requests + probes) * 1e3,
    }  # fmt: skip


def read(given: str) -> tuple[int, float]:
    """What `processes=200/30` asks for: players, and the seconds for each number of processes."""
    players, _, seconds = given.partition("/")
    try:
        asked = int(players) if players else PLAYERS, float(seconds) if seconds else SECONDS
    except ValueError:
        asked = 0, 0.0
    if asked[0] < 2 or asked[1] <= 0:
        raise SystemExit(f"processes={given}: expected players and seconds, as in processes=200/30")
    return asked


def main(given: str = "") -> None:
    """One number of processes after the other, with the same players; each figure beside that of one process."""
    versions("weathergauge", "fastapi", "uvicorn", "sqlalchemy", "psycopg")
    players, seconds = read(given)
    print(f"   {players} players on one PostgreSQL, {seconds:g} s for each number of processes", flush=True)
    alone: dict[str, float] = {}
    with postgres_server() as server:
        for count in PROCESSES:
            for words, limits in (("without limits", UNLIMITED | {"proxies": 1}), ("with limits", LIMITED)):
                with new_database(server) as database, Live(database, processes=count, bot_workers=0, **limits) as live:
                    told = asyncio.run(crowd(live, database, players, seconds))
                    live.stop()
                alone = alone or told
                print(f"   {count} {'process' if count == 1 else 'processes'}, {words}", flush=True)
                for name, value in told.items():
                    print(f"     {name:<42} {value / alone[name]:8.2f}×  {value:.2f}", flush=True)


if __name__ == "__main__":
    main()
