"""Fifty, two hundred and a thousand players on one process: orders, what the other seat hears, memory, and a restart."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from benchmarks.crowd import Pair, Times, probe
from benchmarks.rounds import Differs, versions
from benchmarks.wire import EMPTY, Wire, Work, resident
from tests.server.live import Live

PLAYERS, SECONDS = (50, 200, 1000), 30.0
THINK = 6.0
"""Seconds that a player thinks between two looks at the table, in the mean."""
ARRIVING = 8
"""Pairs that sit down at the same time."""
RESTART = 120.0
EMPTIES = 300
"""Empty requests that are asked for before anybody comes, for their processor time."""


def alone(live: Live, spent: Work) -> float:
    """The processor time of the server for an empty request."""
    wire = Wire(live.port)
    request = wire.request("GET", EMPTY)
    works = []
    for _ in range(2):  # the first time is for warming up
        before = spent.now()
        for _ in range(EMPTIES):
            wire.send(request)
            wire.answer()
        works.append(spent.now() - before)
    wire.close()
    return works[-1] / EMPTIES


async def crowd(live: Live, players: int, seconds: float) -> None:
    """So many players for so long, and then all of them again after a restart."""
    times, spent = Times(), Work(live)
    empty = alone(live, spent)
    pairs = [Pair(live.port, number, THINK, times) for number in range(players // 2)]
    arriving = asyncio.Semaphore(ARRIVING)

    async def arrive(pair: Pair) -> None:
        async with arriving:
            await pair.begin()

    probing = asyncio.create_task(probe(live.port, times))
    try:
        await asyncio.gather(*(arrive(pair) for pair in pairs))
        for pair in pairs:
            pair.start()
        await asyncio.sleep(THINK)
        times.clear()
        began, before = time.perf_counter(), spent.now()
        await asyncio.sleep(seconds)
        took, work, memory = time.perf_counter() - began, spent.now() - before, resident(live)
        requests, probes = times.requests, len(times.empty)
        for pair in pairs:
            pair.rest()
        await stopped(probing)
        await asyncio.gather(*(pair.check() for pair in pairs))
        show(players, times, requests / took, memory)
        if empty > 0 and requests:
            each, share = (work - probes * empty) / requests, work / took
            told = f"{each * 1e3:.2f} against {empty * 1e3:.2f} ms; {share:.0%} of a processor in all"
            line("processor time of a request", each / empty, told)
        await restart(live, pairs)
        await asyncio.gather(*(pair.check() for pair in pairs))
    finally:
        await stopped(probing)
        await asyncio.gather(*(pair.end() for pair in pairs))


async def stopped(task: asyncio.Task[None]) -> None:
    """Stop a task; where it had failed, that counts."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def restart(live: Live, pairs: list[Pair]) -> None:
    """Stop the server and start it: until it answers, and until every stream is open again."""
    await asyncio.to_thread(live.stop)
    ears = [ear for pair in pairs for ear in pair.ears.values()]
    for ear in ears:
        async with asyncio.timeout(10):
            while ear.open.is_set():
                await asyncio.sleep(0.01)
    began = time.perf_counter()
    await asyncio.to_thread(lambda: live.start().wait_until_ready())
    answers = time.perf_counter() - began
    async with asyncio.timeout(RESTART):
        await asyncio.gather(*(ear.open.wait() for ear in ears))
    back = time.perf_counter() - began
    line("everybody back after a restart", back / answers, f"{back:.1f} s; it answers after {answers:.1f} s")


def show(players: int, times: Times, per_second: float, memory: int | None) -> None:
    """Each figure as a ratio to the empty request that was asked for in the same seconds."""
    if min(len(times.order), len(times.heard), len(times.empty)) < 2:
        raise Differs(f"{players} players gave {len(times.order)} orders: too few to say anything")
    empty = at(times.empty)
    print(f"   {players:,} players: {per_second:,.0f} requests/s, {len(times.order):,} orders", flush=True)
    for words, seconds in (("an order", times.order), ("heard by the other seat", times.heard)):
        for point, value in at(seconds).items():
            peer = empty[point]
            line(f"{words}, {point}", value / peer, f"{value * 1e3:.1f} against {peer * 1e3:.1f} ms")
    if memory is not None:
        print(f"     {'memory of the server':<42} {memory / 2**20:8.0f} MiB", flush=True)


def line(words: str, value: float, told: str) -> None:
    print(f"     {words:<42} {value:8.2f}×  {told}", flush=True)


def at(seconds: list[float]) -> dict[str, float]:
    cut = quantiles(seconds, n=100, method="inclusive")
    return {"p50": cut[49], "p99": cut[98]}


def read(given: str) -> tuple[tuple[int, ...], float]:
    """What `load=50,200/10` asks for: players, and the seconds for each."""
    players, _, seconds = given.partition("/")
    try:
        asked = tuple(int(one) for one in players.split(",")) if players else PLAYERS
        long = float(seconds) if seconds else SECONDS
    except ValueError:
        asked, long = (), 0.0
    if not asked or min(asked) < 2 or long <= 0:
        raise SystemExit(f"load={given}: expected players and seconds, as in load=50,200/10")
    return asked, long


def main(given: str = "") -> None:
    versions("weathergauge", "fastapi", "uvicorn", "sqlalchemy")
    asked, seconds = read(given)
    needed = max(asked) * 2 + 200  # a line and a stream for each
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < needed:
        raise Differs(f"{max(asked)} players need {needed} open files, and {most} are allowed here: see ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed if most == resource.RLIM_INFINITY else most, most))
    with tempfile.TemporaryDirectory() as folder:
        for players in asked:
            with Live(Path(folder) / f"load-{players}.db", bot_workers=0) as live:
                asyncio.run(crowd(live, players, seconds))


if __name__ == "__main__":
    main()
