"""Attack a server of one's own, as one stranger could, and see that a player hardly feels it.

`half_open`: 1,100 connections that feed a head byte by byte, to a process with 1,024 descriptors.
`streams`: 300 streams at one public match, and three more opened and closed every second.
Each says how long a player's lines of talk took before and meanwhile, and it is a fault where they took too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx2 as httpx

from tests.hostile.figures import Asked, Figures
from tests.hostile.sea import crashed
from tests.server.live import Live
from tests.server.test_connections import Cramped
from weathergauge.server.connections import raise_descriptors

LOOKED = 20.0
"""Seconds for which the player plays on under attack."""
SLOW = 0.5
"""Seconds that half of the orders may take at most on a busy machine: without cures it was eight and more, or no answer."""


class Victim:
    """A player who talks at a table of their own, and measures how long each line takes."""

    def __init__(self, url: str) -> None:
        self.http = httpx.AsyncClient(base_url=url, timeout=8)
        self.match = ""

    async def sit_down(self) -> None:
        await self.http.post("/api/guest", json={"name": "Ann"})
        me = {"kind": "me"}
        body = {"title": "trafalgar", "scenario": "duel", "seats": {"british": me, "allied": me}}
        self.match = (await self.http.post("/api/matches", json=body)).json()["id"]

    async def speak(self, seconds: float) -> list[float]:
        took, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            began = time.monotonic()
            answer = await self.http.post(f"/api/matches/{self.match}/seats/british/talk", json={"text": "aye"})
            answer.raise_for_status()
            took.append(time.monotonic() - began)
            await asyncio.sleep(0.1)
        return took


async def half_open(live: Live, stop: asyncio.Event) -> None:
    """Keep 1,100 heads under way; one that is closed is opened anew."""
    lines: list[asyncio.StreamWriter] = []
    try:
        while not stop.is_set():
            lines = [line for line in lines if not line.is_closing()]
            for _ in range(min(100, 1100 - len(lines))):
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", live.port)
                    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-")
                    lines.append(writer)
            for line in lines:
                line.write(b"x")
            await asyncio.sleep(0.1)
    finally:
        for line in lines:
            line.close()


async def streams(live: Live, stop: asyncio.Event) -> None:
    """300 streams that stay and some that come and go, at a public match."""
    async with httpx.AsyncClient(base_url=live.url, timeout=20) as http:
        match = (await http.get("/api/lobby")).json()["live"][0]["id"]
    ask = (
        f"GET /api/matches/{match}/seats/spectator/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    ).encode()

    async def listen() -> tuple[asyncio.StreamWriter, asyncio.Task[bytes]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
        writer.write(ask)
        return writer, asyncio.create_task(reader.read(100_000_000))

    made = [await listen() for _ in range(300)]
    while not stop.is_set():
        passing = await listen()
        await asyncio.sleep(0.3)
        passing[0].close()
        passing[1].cancel()
    for writer, task in made:
        writer.close()
        task.cancel()


Attack = Callable[[Live, asyncio.Event], Awaitable[None]]


async def attacked(live: Live, attack: Attack, seconds: float) -> tuple[float, float, float]:
    """The player's median before, the median meanwhile, and the slowest meanwhile."""
    victim, stop = Victim(live.url), asyncio.Event()
    await victim.sit_down()
    before = await victim.speak(3)
    attacking = asyncio.ensure_future(attack(live, stop))
    await asyncio.sleep(3)
    meanwhile = await victim.speak(seconds)
    stop.set()
    await attacking
    await victim.http.aclose()
    return statistics.median(before), statistics.median(meanwhile), max(meanwhile)


def run_half_open(asked: Asked, figures: Figures) -> None:
    """Half-open connections, where a process has as few descriptors as most systems give."""
    _run(half_open, 1024, asked, figures)


def run_streams(asked: Asked, figures: Figures) -> None:
    """Streams that come and go."""
    _run(streams, 4096, asked, figures)


def _run(attack: Attack, descriptors: int, asked: Asked, figures: Figures) -> None:
    raise_descriptors()
    with tempfile.TemporaryDirectory() as folder, Cramped(Path(folder) / "wg.db", descriptors, descriptors) as live:
        before, meanwhile, slowest = asyncio.run(attacked(live, attack, min(LOOKED, asked.seconds)))
        figures.faults += crashed(live)
    figures.add("ms for a line of talk before", round(before * 1000))
    figures.add("ms meanwhile", round(meanwhile * 1000))
    figures.add("ms at worst", round(slowest * 1000))
    if meanwhile > SLOW:
        figures.fault(f"half of the lines took more than {SLOW:g} s under attack")
