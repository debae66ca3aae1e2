"""What a section of the hostile run was asked to do, and what it came to."""

from __future__ import annotations

import contextlib
import signal
import time
from collections import Counter
from collections.abc import Iterator
from types import FrameType

from msgspec import Struct

SHOWN = 12
"""Faults of a section that are told; all are counted."""


class Asked(Struct, frozen=True):
    """How much a section is to do: it ends with its time, or when it has done enough."""

    seconds: float
    quick: bool = False
    seed: str = "hostile"
    comparisons: int = 1_000_000
    processes: int = 2
    figures: str = ""
    """A file with the figures of an earlier run, which this one goes on from."""

    def some(self, many: int, few: int) -> int:
        """A number for a whole run, or for a quick one."""
        return few if self.quick else many


class Hang(Exception):
    """Something took longer than anybody would wait."""


class Figures:
    """What was tried in a section, how often, and everything that went wrong."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.began = time.monotonic()

    def add(self, what: str, count: int = 1) -> None:
        self.counts[what] += count

    def fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def lines(self) -> Iterator[str]:
        """The section as it is printed: one line, and one for each fault."""
        counted = ", ".join(f"{count:,} {what}" for what, count in self.counts.items()) or "nothing was tried"
        verdict = f"{len(self.faults)} FAULTS" if self.faults else "holds"
        yield f"{self.name}: {counted}: {verdict} ({self.seconds:.0f} s)"
        for fault in self.faults[:SHOWN]:
            yield f"  fault: {fault}"
        if len(self.faults) > SHOWN:
            yield f"  and {len(self.faults) - SHOWN} more"


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Let what runs in the main thread take so long, and no longer."""

    def stop(which: int, frame: FrameType | None) -> None:
        raise Hang(f"not done after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
