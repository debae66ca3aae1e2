"""Ask for too much of one kind at a server with its usual limits: who floods is told to wait, and nobody else feels it."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.hostile.figures import Asked, Figures
from tests.hostile.sea import crashed
from tests.server.live import UNLIMITED, Live
from weathergauge.server.settings import Settings

USUAL = {name: Settings.model_fields[name].default for name in UNLIMITED}
AS_SPECTATOR = 10
"""Lines of talk that a spectator may write in a minute; docs/serving.md has this and the next."""
BODY_SECONDS = 30.0
"""How long a request's body may take."""


def run(asked: Asked, figures: Figures) -> None:
    """Each flood in turn, at a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for flood in (accounts, talk, passwords, streams):
            with Live(Path(folder) / f"{flood.__name__}.db", bot_workers=0, **USUAL) as live:
                asyncio.run(flood(live, asked, figures))
                figures.faults += crashed(live)
        if not asked.quick:
            with Live(Path(folder) / "slow.db", bot_workers=0, **USUAL) as live:
                asyncio.run(slow_bodies(live, figures))
                figures.faults += crashed(live)


async def _many(live: Live, count: int, send: Any, figures: Figures, what: str) -> Counter[int]:
    """Send so many, twenty at a time; how many got which status. Whoever is told to wait is told how long."""
    gate, statuses = asyncio.Semaphore(20), Counter[int]()

    async def one(number: int) -> None:
        async with gate:
            answer = await send(number)
        statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            figures.fault(f"{what}: {answer.status_code} {answer.text[:200]}")
        if answer.status_code == 429 and ("Retry-After" not in answer.headers or not answer.json().get("detail")):
            figures.fault(f"{what}: a 429 without a sentence or without Retry-After: {answer.text[:200]}")

    await asyncio.gather(*(one(number) for number in range(count)))
    figures.add(what, count)
    figures.add("told to wait", statuses[429])
    return statuses


def _at_most(statuses: Counter[int], most: int, what: str, figures: Figures) -> None:
    passed = sum(count for status, count in statuses.items() if status < 400)
    if passed > most:
        figures.fault(f"{passed} of {sum(statuses.values())} {what} were let through, and {most} are allowed")
    if not passed:
        figures.fault(f"of {sum(statuses.values())} {what} none was let through: {dict(statuses)}")


async def accounts(live: Live, asked: Asked, figures: Figures) -> None:
    """Guests without end, from one address."""

    async def guest(number: int) -> httpx.Response:
        async with httpx.AsyncClient(base_url=live.url, timeout=30) as http:
            return await http.post("/api/guest", json={"name": f"Sailor {number}"})

    statuses = await _many(live, asked.some(200, 90), guest, figures, "accounts")
    _at_most(statuses, int(USUAL["accounts_per_hour"]), "accounts", figures)


async def talk(live: Live, asked: Asked, figures: Figures) -> None:
    """A spectator who does not stop talking at a public match, and a player who still can."""
    me = {"kind": "me"}
    async with httpx.AsyncClient(base_url=live.url, timeout=30) as ann, httpx.AsyncClient(base_url=live.url) as eve:
        await ann.post("/api/guest", json={"name": "Ann"})
        await eve.post("/api/guest", json={"name": "Eve"})
        body = {"title": "trafalgar", "scenario": "duel", "seats": {"british": me, "allied": me}}
        match = (await ann.post("/api/matches", json=body)).json()["id"]

        async def line(number: int) -> httpx.Response:
            path = f"/api/matches/{match}/seats/spectator/talk"
            return await eve.post(path, json={"text": f"line {number}"}, headers={"Idempotency-Key": f"{number}"})

        statuses = await _many(live, asked.some(200, 60), line, figures, "lines of talk")
        _at_most(statuses, AS_SPECTATOR, "lines of talk", figures)
        own = await ann.post(f"/api/matches/{match}/seats/british/talk", json={"text": "still here"})
        if own.status_code >= 400:
            figures.fault(f"a player cannot talk while a spectator floods: {own.status_code} {own.text[:200]}")


async def passwords(live: Live, asked: Asked, figures: Figures) -> None:
    """Wrong passwords for one name, all at once."""
    async with httpx.AsyncClient(base_url=live.url, timeout=60) as http:
        made = await http.post("/api/register", json={"name": "Nelson", "password": "a long and secret word"})
        if made.status_code >= 400:
            figures.fault(f"no account could be made: {made.status_code} {made.text[:200]}")
            return

    async def guess(number: int) -> httpx.Response:
        async with httpx.AsyncClient(base_url=live.url, timeout=60) as http:
            return await http.post("/api/login", json={"name": "Nelson", "password": f"guess number {number}"})

    statuses = await _many(live, asked.some(60, 30), guess, figures, "wrong passwords")
    tried = sum(count for status, count in statuses.items() if status != 429)
    if tried > 10:
        figures.fault(f"{tried} wrong passwords were tried, and 10 are allowed")


async def streams(live: Live, asked: Asked, figures: Figures) -> None:
    """Streams at a public match, opened without a session and kept."""
    me = {"kind": "me"}
    async with httpx.AsyncClient(base_url=live.url, timeout=30) as ann:
        await ann.post("/api/guest", json={"name": "Ann"})
        body = {"title": "trafalgar", "scenario": "duel", "seats": {"british": me, "allied": me}}
        match = (await ann.post("/api/matches", json=body)).json()["id"]
    statuses, held = Counter[int](), contextlib.AsyncExitStack()
    async with held, httpx.AsyncClient(base_url=live.url, timeout=30) as http:
        for _ in range(asked.some(60, 20)):
            path = f"/api/matches/{match}/seats/spectator/events"
            stream = http.stream("GET", path, headers={"Accept": "text/event-stream"})
            answer = await held.enter_async_context(stream)
            statuses[answer.status_code] += 1
    figures.add("streams", sum(statuses.values()))
    figures.add("told to wait", statuses[429])
    _at_most(statuses, int(USUAL["streams_anonymous"]), "streams without a session", figures)


async def _until_closed(reader: asyncio.StreamReader) -> None:
    """Wait until the other side closes the line, whatever it says before."""
    with contextlib.suppress(OSError):
        await reader.read()


async def slow_bodies(live: Live, figures: Figures) -> None:
    """Requests whose bodies come a byte at a time: after a while they are closed, and a player is served meanwhile."""
    lines = [await asyncio.open_connection("127.0.0.1", live.port) for _ in range(100)]
    head = (
        b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
    )
    for _, writer in lines:
        writer.write(head)
    ended = [asyncio.ensure_future(_until_closed(reader)) for reader, _ in lines]
    figures.add("slow bodies", len(lines))
    slowest, ends = 0.0, time.monotonic() + BODY_SECONDS + 10
    async with httpx.AsyncClient(base_url=live.url, timeout=30) as http:
        while time.monotonic() < ends:
            for (_, writer), closing in zip(lines, ended, strict=True):
                if not closing.done():
                    writer.write(b" ")
            began = time.monotonic()
            (await http.get("/api/titles")).raise_for_status()
            slowest = max(slowest, time.monotonic() - began)
            await asyncio.sleep(1)
    closed = sum(one.done() for one in ended)
    for (_, writer), closing in zip(lines, ended, strict=True):
        closing.cancel()
        writer.close()
    figures.add("of them closed", closed)
    if closed < len(lines):
        figures.fault(
            f"{len(lines) - closed} of {len(lines)} slow bodies were still open after {BODY_SECONDS + 10:g} s"
        )
    if slowest > 5:
        figures.fault(f"a page took {slowest:.1f} s while bodies came slowly")
