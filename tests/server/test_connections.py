"""Connections: what never becomes a request is closed, and keeps nobody else out."""

import contextlib
import resource
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from tests.server.live import Live
from weathergauge.server.connections import most_connections, raise_descriptors

WITH_FEW = (
    "import resource, runpy, sys; limits = int(sys.argv[1]), int(sys.argv[2]); "
    "resource.setrlimit(resource.RLIMIT_NOFILE, limits); del sys.argv[1:3]; "
    "runpy.run_module('weathergauge', run_name='__main__')"
)


class Cramped(Live):
    """A server with few descriptors."""

    def __init__(self, database: Path, soft: int, hard: int, **settings: Any) -> None:
        super().__init__(database, bot_workers=0, **settings)
        self.command = sys.executable, "-c", WITH_FEW, str(soft), str(hard)


@contextlib.contextmanager
def half_open(port: int, count: int) -> Iterator[list[socket.socket]]:
    """So many connections that have each sent the beginning of a head."""
    made: list[socket.socket] = []
    try:
        for _ in range(count):
            made.append(socket.create_connection(("127.0.0.1", port), timeout=10))
            made[-1].sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-")
        yield made
    finally:
        for line in made:
            line.close()


def ended(line: socket.socket, seconds: float) -> bool:
    """Whether the server ends a connection within so many seconds."""
    end = time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0:
            line.settimeout(left)
            if line.recv(65536) == b"":
                return True
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


def test_half_open_connections_keep_nobody_out(tmp_path: Path):
    """More of them than there are descriptors: somebody new is answered, and so is who was there before."""
    with Cramped(tmp_path / "wg.db", 256, 256) as live, httpx.Client(base_url=live.url, timeout=8) as ann:
        assert ann.post("/api/guest", json={}).status_code == 200
        with half_open(live.port, 330):
            assert ann.get("/api/me").json()["signed_in"]
            began = time.monotonic()
            assert httpx.get(live.url + "/api/me", timeout=8).status_code == 200
            assert time.monotonic() - began < 6


def test_a_head_must_come_in_time(tmp_path: Path):
    """However it is fed, also after a request was answered on the same line; a quiet line between requests may stay."""
    with Live(tmp_path / "wg.db", bot_workers=0, head_seconds=1) as live:
        with half_open(live.port, 3) as lines:
            began = time.monotonic()
            while not ended(lines[0], 0.2) and time.monotonic() - began < 8:
                with contextlib.suppress(OSError):
                    lines[0].sendall(b"x")
            assert 0.5 < time.monotonic() - began < 6
            assert all(ended(line, 3) for line in lines[1:])
        with socket.create_connection(("127.0.0.1", live.port)) as line:
            ask = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for _ in range(2):
                line.sendall(ask)
                assert line.recv(65536).startswith(b"HTTP/1.1 200")
                assert not ended(line, 1.5)
            line.sendall(b"GET /")
            assert ended(line, 4)


def test_a_full_server_says_so(tmp_path: Path):
    """Where all connections are in use, the next is told; one that rests makes room for it."""
    with Live(tmp_path / "wg.db", bot_workers=0, connections=3, heartbeat=60) as live:
        with httpx.Client(base_url=live.url, timeout=8) as ann:
            ann.post("/api/guest", json={})
            me = {"kind": "me"}
            body = {"title": "trafalgar", "scenario": "duel", "seats": {"british": me, "allied": me}}
            match = ann.post("/api/matches", json=body).json()["id"]
            cookie = ann.cookies["wg_session"]
        ask = (
            f"GET /api/matches/{match}/seats/british/events HTTP/1.1\r\nHost: localhost\r\n"
            f"Accept: text/event-stream\r\nCookie: wg_session={cookie}\r\n\r\n"
        ).encode()
        with contextlib.ExitStack() as open_:
            resting = open_.enter_context(socket.create_connection(("127.0.0.1", live.port)))
            resting.sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert resting.recv(65536).startswith(b"HTTP/1.1 200")
            for _ in range(3):
                stream = open_.enter_context(socket.create_connection(("127.0.0.1", live.port)))
                stream.sendall(ask)
                assert stream.recv(200).startswith(b"HTTP/1.1 200")
            assert ended(resting, 3)
            late = open_.enter_context(socket.create_connection(("127.0.0.1", live.port)))
            said = late.recv(65536)
            assert said.startswith(b"HTTP/1.1 503")
            assert b"as many connections as it can hold" in said


def test_descriptors_are_raised_to_what_the_system_allows(tmp_path: Path):
    """A soft limit of 200 under a hard one of 500 does not stand in the way."""
    with Cramped(tmp_path / "wg.db", 200, 500) as live:
        limits = Path(f"/proc/{live.process.pid}/limits") if live.process else Path("none")
        if not limits.exists():
            pytest.skip("only Linux tells a process's limits")
        line = next(line for line in limits.read_text().splitlines() if line.startswith("Max open files"))
        assert line.split()[3:5] == ["500", "500"]


def test_descriptors_are_left_for_everything_else():
    """Files and the database need some; a million of them do not mean a million connections."""
    assert most_connections(256) == 128
    assert most_connections(1024) == 624
    assert most_connections(1_000_000) == 10_000
    assert raise_descriptors() >= min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 1024) or sys.platform == "win32"
