"""A server in a process of its own, which can be killed and started again, and a stream that is read as a browser reads it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2 as httpx

ROOT = Path(__file__).parents[2]
UNLIMITED = {
    "requests_per_minute": 0, "accounts_per_hour": 0, "limits": 0,
    "streams": 0, "streams_anonymous": 0, "streams_signed_in": 0, "streams_per_address": 0,
}  # fmt: skip
"""Settings under which nobody is told to wait: all players of a test come from one address."""


class Live:
    """`weathergauge serve`, on an address that stays the same when it is started again."""

    command: tuple[str, ...] = (sys.executable, "-m", "weathergauge")
    does = "serve"

    def __init__(self, database: Path | str, port: int = 0, **settings: Any) -> None:
        self.database, self.port = str(database), port or free_port()
        chosen = {**UNLIMITED, "log_level": "warning", **settings}
        self.env = {**os.environ, **{f"WEATHERGAUGE_{name.upper()}": str(value) for name, value in chosen.items()}}
        self.process: subprocess.Popen[str] | None = None
        beside = f"weathergauge-{self.port}.log"
        self.errors = Path(tempfile.gettempdir()) / beside if "://" in self.database else Path(f"{database}.log")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Live:
        """Start it, and wait until it says where it is."""
        self.launch()
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert re.search(r"http://127\.0\.0\.1:\d+/", line), line + self.errors.read_text()
        return self

    def launch(self) -> None:
        """Start it, and wait for nothing."""
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*self.command, self.does, "--port", str(self.port), "--database", self.database],
                env=self.env,
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    def wait_until_ready(self, seconds: float = 60.0) -> Live:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(self.url + "/healthz", timeout=5).status_code == 200:
                    return self
            time.sleep(0.05)
        raise AssertionError("the server did not start: " + self.errors.read_text())

    def kill(self) -> None:
        """As if the power had gone."""
        self._signal(signal.SIGKILL)

    def stop(self) -> float:
        """Tell it to stop; how long it took."""
        began = time.monotonic()
        self._signal(signal.SIGTERM)
        return time.monotonic() - began

    def _signal(self, which: int) -> None:
        process = self.process
        assert process is not None
        if process.poll() is None:
            process.send_signal(which)
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()

    def __enter__(self) -> Live:
        return self.start().wait_until_ready()

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


class LiveBots(Live):
    """`weathergauge bots`, beside a server that plays none."""

    does = "bots"


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


async def read_stream(
    http: httpx.AsyncClient, path: str, after: int = 0, language: str = ""
) -> AsyncIterator[tuple[str, Any]]:
    """Events of a stream: `message` with the event, or the name of one that is not kept."""
    headers = {"Accept": "text/event-stream", "Accept-Language": language}
    headers |= {"Last-Event-ID": str(after)} if after else {}
    async with http.stream("GET", path, headers=headers, timeout=httpx.Timeout(10, read=30)) as answer:
        answer.raise_for_status()
        assert answer.headers["content-type"].startswith("text/event-stream")
        name, data = "message", ""
        async for line in answer.aiter_lines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                data = line[6:]
            elif line.startswith(":"):
                yield "comment", line
            elif not line and data:
                yield name, json.loads(data)
                name, data = "message", ""
