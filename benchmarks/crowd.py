"""Many players at once, in pairs: each thinks for a while, looks, lists and orders, with a stream open, over plain sockets."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec

from benchmarks.rounds import Differs, same
from benchmarks.wire import EMPTY, PATIENCE, PRIVATE, always, encoded

SEATS = ("british", "allied")
AGAIN = 0.2
"""Seconds until a line that was lost is tried again."""
PROBE = 0.02
"""Seconds between two empty requests."""


class Line:
    """One connection that is kept, among many."""

    def __init__(self, port: int, address: str = "") -> None:
        self.port, self.cookie, self.address = port, "", address
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        if self._writer is None:
            await self.open()
        reader, writer = self._reader, self._writer
        assert reader is not None
        assert writer is not None
        writer.write(encoded(always(self.port, self.cookie, self.address), method, path, body))
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
            lowered = head.lower()
            answer = await reader.readexactly(int(lowered.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        if head[9:10] != b"2":
            raise Differs(f"{path} was answered {head[9:12].decode()}: {answer[:300].decode()}")
        if b"set-cookie: wg_session=" in lowered:
            at = lowered.index(b"set-cookie: wg_session=") + 23
            self.cookie = head[at:].partition(b";")[0].decode()
        return msgspec.json.decode(answer)

    async def close(self) -> None:
        if self._writer is not None:
            await closed(self._writer)
        self._reader = self._writer = None


async def closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection, also one that the other end has given up."""
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


@dataclass
class Times:
    """Seconds, by what took them."""

    order: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    empty: list[float] = field(default_factory=list)
    requests: int = 0

    def clear(self) -> None:
        self.order.clear()
        self.heard.clear()
        self.empty.clear()
        self.requests = 0


class Ear:
    """A seat's stream, which comes back by itself."""

    def __init__(self, line: Line, path: str) -> None:
        self.line, self.path = line, path
        self.numbers: list[int] = []
        self.news = asyncio.Event()
        self.open = asyncio.Event()

    async def listen(self) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.line.port, limit=2**22)
                try:
                    await self._hear(reader, writer)
                finally:
                    self.open.clear()
                    await closed(writer)
            await asyncio.sleep(AGAIN)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        after = self.numbers[-1] if self.numbers else 0
        more = f"Accept: text/event-stream\r\nLast-Event-ID: {after}\r\n"
        writer.write(encoded(always(self.line.port, self.line.cookie, self.line.address), "GET", self.path, more=more))
        head = await reader.readuntil(b"\r\n\r\n")
        if head[9:12] != b"200":
            raise Differs(f"a stream was answered {head[9:12].decode()}")
        while text := await reader.readline():
            if text.startswith(b"id: "):
                self.numbers.append(int(text[4:]))
                self.news.set()
            elif text.startswith(b"event: presence"):
                self.open.set()


class Pair:
    """Two players at a duel. One order is on its way at a time, so that what is heard belongs to it."""

    def __init__(self, port: int, number: int, think: float, times: Times, *, apart: bool = False) -> None:
        """`apart`: each of them comes from an address of its own, as a proxy tells it."""
        self.chance, self.think, self.times = random.Random(number), think, times
        address = f"10.{number >> 8}.{number & 255}." if apart else ""
        self.lines = {seat: Line(port, address and f"{address}{n}") for n, seat in enumerate(SEATS, 1)}
        self.ears: dict[str, Ear] = {}
        self.id = ""
        self._turn = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        for seat, line in self.lines.items():
            await line.ask("POST", "/api/guest", {"name": seat.title()})
        asked = {"title": "trafalgar", "scenario": "duel", "seats": {"british": {"kind": "me"}}, "public": False}
        self.id = (await self.lines["british"].ask("POST", "/api/matches", asked))["id"]
        await self.lines["allied"].ask("POST", f"/api/matches/{self.id}/join", {"seat": "allied"})
        self.ears = {seat: Ear(line, self.at(seat, "events")) for seat, line in self.lines.items()}
        self._tasks = [asyncio.create_task(ear.listen()) for ear in self.ears.values()]

    def at(self, seat: str, what: str) -> str:
        return f"/api/matches/{self.id}/seats/{seat}/{what}"

    async def play(self, seat: str) -> None:
        """Think, look, and order where it is one's turn, until the match is over."""
        other = SEATS[seat == SEATS[0]]
        await asyncio.sleep(self.chance.uniform(0, self.think))
        while True:
            async with self._turn:
                if await self._once(seat, self.lines[seat], self.ears[other]):
                    return
            await asyncio.sleep(self.chance.expovariate(1 / self.think))

    async def _once(self, seat: str, line: Line, other: Ear) -> bool:
        seen = await line.ask("GET", self.at(seat, "view?log=0"))
        self.times.requests += 1
        if seen["result"] or not seen["your_turn"]:
            return bool(seen["result"])
        subject = self.chance.choice(seen["subjects"])["id"]
        offered = await line.ask("GET", self.at(seat, f"choices?subject={subject}"))
        self.times.requests += 1
        if not offered["actions"]:
            return False
        action = self.chance.choice(offered["actions"])["action"]
        other.news.clear()
        began = time.perf_counter()
        await line.ask("POST", self.at(seat, "actions"), {"action": action, "decision": offered["decision"]})
        self.times.order.append(time.perf_counter() - began)
        self.times.requests += 1
        if action["type"] not in PRIVATE:
            async with asyncio.timeout(PATIENCE):
                await other.news.wait()
            self.times.heard.append(time.perf_counter() - began)
        return False

    def start(self) -> None:
        self._tasks += [asyncio.create_task(self.play(seat)) for seat in SEATS]

    def rest(self) -> None:
        """Let the players stop, and only listen."""
        for task in self._tasks[len(SEATS) :]:
            task.cancel()

    async def check(self) -> None:
        """Every stream has brought every event once."""
        for task in self._tasks:
            if task.done() and not task.cancelled() and (error := task.exception()) is not None:
                raise error
        for seat, ear in self.ears.items():
            line = Line(ear.line.port)
            line.cookie = ear.line.cookie
            told = await line.ask("GET", self.at(seat, "view?log=0"))
            await line.close()
            async with asyncio.timeout(PATIENCE):
                while len(ear.numbers) < told["last"]:
                    await asyncio.sleep(0.02)
            same(f"what {seat} heard", ear.numbers, list(range(1, told["last"] + 1)))

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for line in self.lines.values():
            await line.close()


async def probe(port: int, times: Times) -> None:
    """Ask for nothing, again and again, with pauses: what everything else is compared with."""
    line = Line(port)
    try:
        while True:
            began = time.perf_counter()
            await line.ask("GET", EMPTY)
            times.empty.append(time.perf_counter() - began)
            await asyncio.sleep(PROBE)
    finally:
        await line.close()
