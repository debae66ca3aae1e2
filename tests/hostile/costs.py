"""Measure what one request of a stranger costs the server: processor and memory, of itself and of the process that reckons for it.

Every procedure of every title is asked for its odds and resolved with inputs as large as its form takes, and every text of
`bombs` is sent as a scenario. `python -m tests.hostile --section costs` prints the dearest.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx

from tests.hostile.bombs import texts
from tests.hostile.figures import Asked, Figures
from tests.hostile.odds import inputs
from tests.hostile.sea import crashed, memory
from tests.ours import TITLES
from tests.server.live import Live
from weathergauge.testing import rules_for

SECONDS = 2.5
"""Of the processor for one request: two for the question, and what the rest of the server took meanwhile."""
GROWTH = 256
"""MB that the server itself may have more after a request than before."""


def used(process: int) -> float:
    """Seconds of the processor that a process, its children and theirs have taken."""
    ticks, parents = 0, {process}
    for stat in sorted(Path("/proc").glob("[0-9]*/stat"), key=lambda path: int(path.parent.name)):
        try:
            parts = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile; whoever started it has its time
        if int(stat.parent.name) in parents or int(parts[1]) in parents:
            parents.add(int(stat.parent.name))
            ticks += sum(map(int, parts[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def requests(chance: Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What is asked: a name for it, a path and a body."""
    for title in TITLES:
        for name, procedure in rules_for(title).procedures.items():
            given = inputs(procedure.fields(), chance)
            for what in ("odds", "resolve"):
                yield f"{title} {name} {what}", f"/api/titles/{title}/procedures/{name}/{what}", {"inputs": given}
        for what, text in texts():
            yield f"{title} {what}", f"/api/titles/{title}/scenarios", {"written": text}


def run(asked: Asked, figures: Figures) -> None:
    """Send all of it, again and again, until the time is over; tell the dearest."""
    if not Path("/proc/self/stat").exists():
        figures.add("not measured: this system has no /proc")
        return
    chance, dearest = Random(asked.seed), (0.0, "nothing")
    with tempfile.TemporaryDirectory() as folder, Live(Path(folder) / "wg.db", bot_workers=0) as live:
        assert live.process is not None
        with httpx.Client(base_url=live.url, timeout=60) as http:
            # The first question of its kind starts the process that reckons.
            http.post("/api/titles/wsim/scenarios", json={"written": "a = 1"})
            ends = time.monotonic() + asked.seconds
            for what, path, body in _for(chance, ends, asked.some(20, 1)):
                spent, held = used(live.process.pid), memory(live)
                answer = http.post(path, json=body)
                spent, grown = used(live.process.pid) - spent, memory(live) - held
                figures.add("requests")
                figures.add("answered" if answer.status_code < 300 else "refused with a sentence")
                dearest = max(dearest, (spent, what))
                if answer.status_code >= 500:
                    figures.fault(f"{what}: {answer.status_code} {answer.text[:200]}")
                if spent > SECONDS or grown > GROWTH:
                    figures.fault(f"{what}: {spent:.2f} s of the processor, {grown} MB more than before")
        figures.add(f"hundredths of a second for the dearest, {dearest[1]}", round(dearest[0] * 100))
        figures.faults += crashed(live)


def _for(chance: Random, ends: float, rounds: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for _ in range(rounds):
        found = list(requests(chance))
        chance.shuffle(found)
        for one in found:
            if time.monotonic() > ends:
                return
            yield one
