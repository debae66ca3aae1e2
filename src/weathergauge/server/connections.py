"""Connections to the server: a request's head must come in time, and where there are too many the idlest go first.

A connection costs whoever opens it nothing and the server a descriptor. Without this a thousand that send a byte now and then
keep everybody else out.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from weathergauge.server.problem import Problem

ENOUGH = 65_536
"""Descriptors that are asked for, where the system allows them."""
MOST = 10_000
"""Connections that are held at the same time, where there are descriptors for more: each takes memory too."""
OTHERS = 400
"""Descriptors that are left for files, the database, bots, and connections that are about to be turned away."""
BACKLOG = 256
"""Connections that may wait to be accepted, and that are accepted before any is looked at."""


def raise_descriptors() -> int:
    """Have as many descriptors as the system lets us, up to what is enough; how many that are."""
    try:
        import resource
    except ImportError:  # Windows, which does not count them
        return ENOUGH
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return ENOUGH if soft == resource.RLIM_INFINITY else soft


def most_connections(descriptors: int) -> int:
    """How many connections so many descriptors allow."""
    return min(MOST, descriptors - min(OTHERS, descriptors // 2))


class Room:
    """The connections of a server: which of them wait for a head, and which wait for another request.

    `head` is for how many seconds a head is waited for, from when its connection is made or its first byte is there.
    """

    def __init__(self, most: int, head: float) -> None:
        self.most, self.head = most, head
        self.open: set[Timed] = set()
        self.heads: OrderedDict[Timed, asyncio.TimerHandle] = OrderedDict()
        self.idle: OrderedDict[Timed, None] = OrderedDict()

    def take_in(self, new: Timed) -> bool:
        """Whether there is room for a new one: who has asked for nothing the longest makes it."""
        self.open.add(new)
        while len(self.open) > self.most:
            oldest = next(iter(self.heads), None) or next(iter(self.idle), None)
            if oldest is None or oldest is new:
                return False
            self.let_go(oldest)
            oldest.transport.abort()
        return True

    def await_head(self, line: Timed) -> None:
        self.idle.pop(line, None)
        if line not in self.heads:
            self.heads[line] = line.loop.call_later(self.head, line.transport.close)

    def has_head(self, line: Timed) -> None:
        self.idle.pop(line, None)
        if (timer := self.heads.pop(line, None)) is not None:
            timer.cancel()

    def rests(self, line: Timed) -> None:
        self.has_head(line)
        self.idle[line] = None

    def let_go(self, line: Timed) -> None:
        self.has_head(line)
        self.open.discard(line)


class Timed(H11Protocol):
    """A connection whose heads must come in time."""

    room: ClassVar[Room]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.room.take_in(self):
            self.room.await_head(self)
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.room.let_go(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._between():
            self.room.await_head(self)
        else:
            self.room.has_head(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._between():
            self.room.rests(self)

    def _between(self) -> bool:
        """Whether neither a request nor its answer is under way."""
        return self.conn.their_state is h11.IDLE and not self.transport.is_closing()


def protocol(most: int, head: float) -> type[Timed]:
    """The protocol of one server, with its room."""
    return type("TimedHere", (Timed,), {"room": Room(most, head)})


def _full() -> bytes:
    said = Problem("unavailable", "The server has as many connections as it can hold; please try again.", retry=10)
    answer = said.response()
    headers = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
    return f"HTTP/1.1 503 Service Unavailable\r\n{headers}connection: close\r\n\r\n".encode() + bytes(answer.body)


FULL = _full()
