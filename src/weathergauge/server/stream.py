"""Streams of events: server-sent events with gapless numbers, resumed where they broke off; or asked for now and then."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any

from fastapi import Query, Request, Response
from msgspec import Raw, Struct
from starlette.types import Receive, Scope, Send

from weathergauge import codec
from weathergauge.server.bridge import Reply, Routes
from weathergauge.server.events import Event, numbered
from weathergauge.server.house import House, sit
from weathergauge.server.hub import SPECTATOR, Hub, Numbered
from weathergauge.server.problem import Problem
from weathergauge.server.store import Unreachable

STALLED = 30.0
POLLED = 500
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Events(Struct, frozen=True):
    """What came after a number."""

    last: int
    events: list[Event]


class RawEvents(Struct, frozen=True):
    last: int
    events: list[Raw]


class EventStream(Response):
    """An open stream. It ends when the client goes, stalls for too long or may no longer listen, or the server stops."""

    def __init__(
        self,
        hub: Hub,
        channel: str,
        audience: str,
        after: int,
        fetch: Callable[[int], Awaitable[list[Numbered]]],
        allowed: Callable[[], Awaitable[Any]],
        present: Callable[[dict[str, int]], Any],
        heartbeat: float,
        place: AbstractAsyncContextManager[None],
    ) -> None:
        super().__init__()
        self.hub, self.channel, self.audience, self.after = hub, channel, audience, after
        self.fetch, self.allowed, self.present, self.heartbeat = fetch, allowed, present, heartbeat
        self.place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.place:
            await self._open(receive, send)

    async def _open(self, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *_more(self.raw_headers)]})
        tasks = {asyncio.create_task(_until_gone(receive)), asyncio.create_task(self._run(send))}
        _, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, TimeoutError, Problem, OSError):
                await task

    async def _run(self, send: Send) -> None:
        async def put(text: bytes) -> None:
            async with asyncio.timeout(STALLED):
                await send({"type": "http.response.body", "body": text, "more_body": True})

        with self.hub.listening(self.channel, self.audience) as listener:
            await put(b"retry: 1000\n\n")
            checked, present = time.monotonic(), b""
            while not self.hub.closing:
                listener.woken.clear()
                if listener.check_due or time.monotonic() - checked > self.heartbeat:  # somebody may have signed out
                    checked, listener.check_due = time.monotonic(), False
                    if not await self._goes_on():
                        break
                text = b""
                if listener.news:
                    listener.news = False
                    try:
                        heard = await self.fetch(self.after)
                    except Unreachable:  # the browser comes back, and goes on where it was
                        break
                    for number, body in heard:
                        text += b"id: %d\ndata: %b\n\n" % (number, numbered(number, body))
                        self.after, listener.news = number, True  # there may be more than was given at once
                if listener.presence_due:
                    listener.presence_due = False
                    shown = codec.encode(self.present(self.hub.presence(self.channel)))
                    if shown != present:
                        present = shown
                        text += b"event: presence\ndata: %b\n\n" % shown
                if text:
                    await put(text)
                elif not listener.news and not await listener.wait(self.heartbeat):
                    listener.news = True  # a wake-up may have been lost
                    await put(b": still here\n\n")
            if self.hub.closing:
                await put(b"event: bye\ndata: {}\n\n")
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _goes_on(self) -> bool:
        """Whether who listens still may."""
        try:
            await self.allowed()
        except (Problem, Unreachable):
            return False
        return True


def _more(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in headers if name not in (b"content-type", b"content-length")]


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def resumed_at(request: Request, after: int | None) -> int:
    """The number after which to go on: what the browser says it has had counts for more."""
    last = request.headers.get("last-event-id", "").strip()
    if last.isascii() and last.isdigit() and len(last) < 10:
        return int(last)
    return after or 0


def wants_stream(request: Request) -> bool:
    return "text/event-stream" in request.headers.get("accept", "")


After = Annotated[int | None, Query(ge=0, le=10**9)]


def routes(house: House) -> Routes:
    part = Routes("events")

    @part.get("/api/matches/{match}/seats/{seat}/events", Events, ["signed-out", "not-yours", "not-found", "bad-input"])
    async def events(request: Request, match: str, seat: str, after: After = None) -> Response:
        """What the seat hears: a stream with `Accept: text/event-stream`, else what came after a number."""
        keeper, caller = house.keeper, await house.caller(request)

        async def allowed() -> str:
            async with keeper.holding(match) as table:
                return sit(table, seat, await house.caller(request) if caller.account else caller)

        audience = await allowed()
        since = resumed_at(request, after)
        if not wants_stream(request):
            told = await keeper.events(match, audience, since, POLLED)
            last = told[-1][0] if told else since
            return Reply(RawEvents(last, [Raw(numbered(number, body)) for number, body in told]))
        async with keeper.holding(match) as table:
            seats = table.seats

        def present(counts: dict[str, int]) -> dict[str, Any]:
            return {**{seat: counts.get(seat, 0) > 0 for seat in seats}, "spectators": counts.get(SPECTATOR, 0)}

        return EventStream(
            house.hub, match, audience, since, lambda number: keeper.events(match, audience, number), allowed, present,
            house.settings.heartbeat, house.place(request, caller, known=audience != SPECTATOR),
        )  # fmt: skip

    return part
