"""Streams of events: no gap and no repeat, whatever breaks; and nothing waits for somebody who does not read."""

import asyncio
import contextlib
import socket
import time
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from tests.server.desk import Desk, run, serving, toy_match
from tests.server.live import Live, read_stream
from weathergauge.server import guard as guards
from weathergauge.server import hub as hubs
from weathergauge.server import stream as streams
from weathergauge.server.store import Unreachable
from weathergauge.server.stream import EventStream

PLOTS = [{"type": "plot", "boat": 0, "speed": 1}, {"type": "plot", "boat": 1, "speed": 2}, {"type": "commit"}]


async def guest(url: str) -> httpx.AsyncClient:
    http = httpx.AsyncClient(base_url=url, timeout=20)
    await http.post("/api/guest", json={})
    return http


async def made(http: httpx.AsyncClient, **more: Any) -> str:
    body = {"title": "trafalgar", "scenario": "duel", "seats": {"british": {"kind": "me"}, "allied": {"kind": "me"}}}
    answer = await http.post("/api/matches", json={**body, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def say(http: httpx.AsyncClient, match: str, text: str) -> None:
    answer = await http.post(f"/api/matches/{match}/seats/british/talk", json={"text": text})
    assert answer.status_code == 200, answer.text


async def collect(http: httpx.AsyncClient, match: str, after: int, upto: int, language: str = "") -> list[Any]:
    found = []
    async with asyncio.timeout(30):
        async for name, event in read_stream(http, f"/api/matches/{match}/seats/british/events", after, language):
            if name == "message":
                found.append(event)
                if event["number"] >= upto:
                    break
    return found


def test_a_stream_resumes_without_gap_or_repeat(tmp_path: Path):
    """Dropped by the client, by a server that stops and by one that is killed: the numbers go on as if nothing had been."""

    async def test(live: Live) -> None:
        http = await guest(live.url)
        match = await made(http)
        first = await collect(http, match, 0, 4)
        french = await collect(http, match, 0, 1, "fr")
        words = first[0]["words"].replace("plays the British", "joue pour les Britanniques")
        assert words != first[0]["words"]
        assert french[0] == first[0] | {"words": words}
        await say(http, match, "while nobody listened")
        second = await collect(http, match, 4, 5)
        assert second[0]["event"]["text"] == "while nobody listened"
        listening = asyncio.create_task(collect(http, match, 5, 9))
        await asyncio.sleep(0.3)
        await say(http, match, "live")
        await asyncio.sleep(0.3)
        await asyncio.to_thread(live.kill)
        with pytest.raises((httpx.HTTPError, asyncio.TimeoutError)):
            await listening
        await asyncio.to_thread(live.start().wait_until_ready)
        await say(http, match, "after the fall")
        third = await collect(http, match, 6, 7)
        everything = await collect(http, match, 0, 7)
        assert [event["number"] for event in everything] == [1, 2, 3, 4, 5, 6, 7]
        assert everything[:4] == first
        said = [event["event"].get("text") for event in everything[4:]]
        assert said == ["while nobody listened", "live", "after the fall"]
        assert third == everything[6:]
        await http.aclose()

    with Live(tmp_path / "wg.db", bot_workers=0) as live:
        asyncio.run(test(live))


def test_stopping_the_server_ends_its_streams(tmp_path: Path):
    """An open stream does not hold the server up, and is told goodbye."""

    async def test(live: Live) -> None:
        http = await guest(live.url)
        match = await made(http)
        names: list[str] = []

        async def listen() -> None:
            async for name, _ in read_stream(http, f"/api/matches/{match}/seats/british/events"):
                names.append(name)

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0.5)
        took = await asyncio.to_thread(live.stop)
        await listening
        assert names[-1] == "bye"
        assert took < 8, "streams held the server up"
        await http.aclose()

    with Live(tmp_path / "wg.db", bot_workers=0) as live:
        asyncio.run(test(live))


def test_a_reader_who_stalls_delays_nobody(tmp_path: Path):
    """One connection never reads; everybody else plays on, and the stalled one is given up in the end."""

    async def test(live: Live) -> None:
        http = await guest(live.url)
        match = await made(http)
        stalled = socket.create_connection(("127.0.0.1", live.port))
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        cookie = http.cookies["wg_session"]
        stalled.sendall(
            f"GET /api/matches/{match}/seats/british/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Accept: text/event-stream\r\nCookie: wg_session={cookie}\r\n\r\n".encode()
        )
        began = time.monotonic()
        for _ in range(60):
            await say(http, match, "x" * 900)
        assert len(await collect(http, match, 0, 63)) == 63
        assert time.monotonic() - began < 30
        stalled.close()
        await http.aclose()

    with Live(tmp_path / "wg.db", bot_workers=0) as live:
        asyncio.run(test(live))


class Wire:
    """The server's end of a connection, held by a test."""

    def __init__(self, stall: bool = False) -> None:
        self.sent = b""
        self.stall = stall
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if self.stall and message["type"] == "http.response.body":
            await asyncio.sleep(3600)
        self.sent += message.get("body", b"")


def open_stream(desk: Desk, match: str, seat: str, heartbeat: float = 0.05) -> EventStream:
    async def allowed() -> None:
        pass

    keeper = desk.house.keeper
    return EventStream(
        desk.house.hub, match, seat, 0, lambda after: keeper.events(match, seat, after), allowed, dict, heartbeat,
        contextlib.nullcontext(),
    )  # fmt: skip


def test_a_quiet_stream_says_that_it_is_still_there(tmp_path: Path):
    """A comment now and then; who is present is told when it changes, without a number."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            wire = Wire()
            task = asyncio.create_task(open_stream(desk, red.match, "red")({"type": "http"}, wire.receive, wire.send))
            await asyncio.sleep(0.3)
            wire.gone.set()
            await task
            text = wire.sent.decode()
            assert text.startswith("retry: 1000\n\nid: 1\ndata: {")
            assert ": still here\n\n" in text
            assert 'event: presence\ndata: {"red":1}\n\n' in text
            assert desk.house.hub.streams == 0

    run(test)


def test_signing_out_ends_an_open_stream(tmp_path: Path):
    """At the next heartbeat, also on a stream that is never quiet."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True, heartbeat=0.1) as desk:
            red, blue = await toy_match(desk)
            wire = Wire()
            cookie = red.player.http.cookies["wg_session"].encode()
            scope = {
                "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
                "path": f"{red.path}/events", "raw_path": f"{red.path}/events".encode(), "query_string": b"", "root_path": "",
                "headers": [(b"host", b"table.test"), (b"accept", b"text/event-stream"), (b"cookie", b"wg_session=" + cookie)],
                "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2),
            }  # fmt: skip
            task = asyncio.create_task(desk.app(scope, wire.receive, wire.send))
            await asyncio.sleep(0.3)
            assert not task.done()
            await red.player.post("/api/logout-everywhere")
            for _ in range(40):
                await blue.post("talk", {"text": "still talking"})
                if task.done():
                    break
                await asyncio.sleep(0.05)
            async with asyncio.timeout(5):
                await task
            assert desk.house.hub.streams == 0

    run(test)


def test_a_stream_that_cannot_be_written_to_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """So a stalled connection keeps nothing for ever."""
    monkeypatch.setattr(streams, "STALLED", 0.1)

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            wire = Wire(stall=True)
            async with asyncio.timeout(5):
                await open_stream(desk, red.match, "red")({"type": "http"}, wire.receive, wire.send)
            assert desk.house.hub.streams == 0

    run(test)


def test_many_events_at_once_arrive_in_order(tmp_path: Path):
    """More than the hub remembers: the rest comes from the store."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            wire = Wire()
            task = asyncio.create_task(open_stream(desk, red.match, "red")({"type": "http"}, wire.receive, wire.send))
            await asyncio.gather(*(red.post("talk", {"text": f"word {n}"}) for n in range(300)))
            async with asyncio.timeout(20):
                while b"id: 304\n" not in wire.sent:
                    await asyncio.sleep(0.05)
            wire.gone.set()
            await task
            numbers = [int(line[4:]) for line in wire.sent.decode().splitlines() if line.startswith("id: ")]
            assert numbers == list(range(1, len(numbers) + 1))

    run(test)


def test_talk_reaches_those_it_was_meant_for(tmp_path: Path):
    """The table hears everything said to it; a side keeps its own counsel; spectators speak to the table alone."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            eve = (await desk.player("Eve")).at(red.match, "spectator")
            await red.post("talk", {"text": "Good luck!"})
            await red.post("talk", {"text": "boat 1 next", "to": "side"})
            await eve.post("talk", {"text": "hello"})
            await eve.post("talk", {"text": "psst", "to": "side"}, 403)
            await red.post("talk", {"text": " \n "}, 422)
            said = {
                chair.seat: [event["event"]["text"] for event in await chair.events() if event["kind"] == "talk"]
                for chair in (red, blue, eve)
            }
            assert said["red"] == ["Good luck!", "boat 1 next", "hello"]
            assert said["blue"] == said["spectator"] == ["Good luck!", "hello"]
            again = [await red.post("talk", {"text": "once"}, key="k") for _ in range(2)]
            assert again[0] == again[1]

    run(test)


def test_who_comes_and_goes_is_told_once_a_second_and_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Forty listen while sixty come and go: nobody who stays looks into the store for it, and each hears a word or two."""
    monkeypatch.setattr(hubs, "PRESENCE_EVERY", 0.4)

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            reads, hub = 0, desk.house.hub

            async def nothing(after: int) -> list[Any]:
                nonlocal reads
                reads += 1
                return []

            async def allowed() -> None:
                pass

            def listen(wire: Wire) -> asyncio.Task[None]:
                where = hub, red.match, "", 0
                made = EventStream(*where, nothing, allowed, dict, 60.0, contextlib.nullcontext())
                return asyncio.create_task(made({"type": "http"}, wire.receive, wire.send))

            async def until_told(wires: list[Wire], word: bytes) -> None:
                async with asyncio.timeout(5):
                    while not all(word in wire.sent for wire in wires):
                        await asyncio.sleep(0.02)

            stay = [Wire() for _ in range(40)]
            tasks = [listen(wire) for wire in stay]
            await until_told(stay, b'{"":40}')
            assert reads == 40
            before = [wire.sent.count(b"event: presence") for wire in stay]
            began = time.monotonic()
            for n in range(60):
                passing = Wire()
                task = listen(passing)
                await asyncio.sleep(0.005)
                passing.gone.set()
                await task
                assert reads <= 40 + n + 1
            some = [Wire() for _ in range(2)]
            tasks += [listen(wire) for wire in some]
            await until_told(stay, b'{"":42}')
            words = (time.monotonic() - began) / 0.4 + 2
            for wire, count in zip(stay, before, strict=True):
                assert wire.sent.count(b"event: presence") - count <= words
            assert reads == 40 + 60 + 2
            for wire in (*stay, *some):
                wire.gone.set()
            await asyncio.gather(*tasks)
            assert (hub.streams, hub.presence(red.match)) == (0, {})

    run(test)


def stream_scope(path: str, cookie: str = "", client: str = "127.0.0.1") -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"accept", b"text/event-stream")]
    if cookie:
        headers.append((b"cookie", b"wg_session=" + cookie.encode()))
    return {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers,
        "client": (client, 1), "server": ("127.0.0.1", 2),
    }  # fmt: skip


def test_so_many_streams_and_no_more(tmp_path: Path):
    """For an address without a name, for an account, for an address in all and for the server; a place becomes free again."""

    async def test() -> None:
        limits: dict[str, Any] = {
            "streams_anonymous": 2,
            "streams_signed_in": 3,
            "streams_per_address": 6,
            "streams": 7,
        }
        async with serving(tmp_path / "wg.db", toy=True, **limits) as desk:
            red, blue = await toy_match(desk)
            watched = f"/api/matches/{red.match}/seats/spectator/events"
            wires: list[tuple[Wire, asyncio.Task[None]]] = []

            async def open(path: str, who: Any = None, client: str = "127.0.0.1") -> bytes:
                cookie = "" if who is None else who.player.http.cookies["wg_session"]
                wire = Wire()
                task = asyncio.create_task(desk.app(stream_scope(path, cookie, client), wire.receive, wire.send))
                async with asyncio.timeout(5):
                    while not wire.sent:
                        await asyncio.sleep(0.01)
                if wire.sent.startswith(b"retry:"):
                    wires.append((wire, task))
                    return b""
                return wire.sent

            for _ in range(2):
                assert not await open(watched)
            refused = await open(watched)
            assert b'"type":"too-many"' in refused
            assert b"2 streams of events are open from your address without a name" in refused
            for _ in range(3):
                assert not await open(f"{red.path}/events", red)
            assert b"3 streams of events are open under your name" in await open(f"{red.path}/events", red)
            assert not await open(f"{blue.path}/events", blue)
            assert b"6 streams of events are open from your address" in await open(f"{blue.path}/events", blue)
            assert not await open(watched, client="192.0.2.1")
            assert b"7 streams of events are open on this server" in await open(watched, client="192.0.2.2")
            wires[0][0].gone.set()
            await wires[0][1]
            assert not await open(watched)
            for wire, task in wires:
                wire.gone.set()
                await task
            assert desk.house.hub.streams == 0
            assert not desk.house.places._open

    run(test)


def test_a_stream_ends_where_the_store_is_out_of_reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The line to the database was cut: the stream ends in order, to be opened anew, and nothing counts as broken."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)

            async def cut(*_: object) -> Any:
                raise Unreachable("the connection is lost")

            monkeypatch.setattr(desk.house.keeper, "events", cut)
            failed = list[str]()
            monkeypatch.setattr(guards.log, "exception", lambda event, **_: failed.append(event), raising=False)
            stream = {"Accept": "text/event-stream"}
            answer = await red.player.http.get(f"{red.path}/events", headers=stream)
            assert (answer.status_code, answer.text, failed) == (200, "retry: 1000\n\n", [])

    run(test)


def test_players_may_mute_spectators(tmp_path: Path):
    """For their own seat alone, and until they want to hear them again; numbers have no gap for it."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            eve = (await desk.player("Eve")).at(red.match, "spectator")
            await eve.post("mute", {"spectators": True}, 403)
            await eve.post("talk", {"text": "one"})
            for _ in range(2):
                assert await red.post("mute", {"spectators": True}) == {"spectators": True}
            assert ((await red.view())["muted"], (await blue.view())["muted"]) == (True, False)
            await eve.post("talk", {"text": "two"})
            await blue.post("talk", {"text": "three"})
            assert await red.post("mute", {"spectators": False}) == {"spectators": False}
            await eve.post("talk", {"text": "four"})
            heard = {}
            for chair in (red, blue, eve):
                told = await chair.events()
                assert [event["number"] for event in told] == list(range(1, len(told) + 1))
                heard[chair.seat] = [event["event"]["text"] for event in told if event["kind"] == "talk"]
            assert heard["red"] == ["one", "three", "four"]
            assert heard["blue"] == heard["spectator"] == ["one", "two", "three", "four"]
            assert [event["type"] for event in await red.events() if "muted" in event["type"]] == ["muted", "unmuted"]
            assert not any("muted" in event["type"] for event in await blue.events())

    run(test)
