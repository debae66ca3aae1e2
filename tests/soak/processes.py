"""The processes of a server under test, as /proc tells them: those it serves with, and those its bots think in."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    age: float
    """Seconds since it began."""
    command: str

    @property
    def thinks(self) -> bool:
        """Whether bots think in it."""
        return "weathergauge.server.thinker" in self.command


def of_session(session: int) -> Iterator[Process]:
    """Every living process of a session: a server is started in one of its own."""
    up = float((PROC / "uptime").read_text().split()[0])
    for folder in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            # The name stands in brackets and may hold anything; the numbers come after it.
            state, parent, _, own, *more = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(own) == session and state not in "ZX":
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                yield Process(int(folder.name), int(parent), up - int(more[15]) / TICKS, command)


def wait_until_none(session: int, seconds: float) -> list[Process]:
    """Wait until no process of a session lives; those that still do."""
    end = time.monotonic() + seconds
    while left := list(of_session(session)):
        if time.monotonic() > end:
            break
        time.sleep(0.02)
    return left
