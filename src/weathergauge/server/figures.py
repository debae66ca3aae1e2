"""The figures of several processes behind one address, summed up: whichever answers tells those of all.

Each writes its own to a file in a folder that they share, every other second. What a process that died has counted stays counted; what it
held, such as open streams, is gone with it.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["FOLDER", "Shared", "summed"]

FOLDER = "WEATHERGAUGE_FIGURES"
"""In the environment of a process that is one of several: the folder for their figures."""
EVERY = 2.0
SAME = ("weathergauge_version",)
"""What is no amount, and the same in every process."""


class Shared:
    """The folder in which each process of several keeps its figures."""

    def __init__(self, folder: Path, own: Callable[[], str]) -> None:
        self.folder, self._own = folder, own
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="figures", daemon=True)
        self._thread.start()

    def text(self) -> str:
        """Sum up the figures of all processes."""
        self.write()
        texts = [
            (path.read_text(encoding="utf-8"), _lives(int(path.stem))) for path in sorted(self.folder.glob("*.prom"))
        ]
        return summed(texts)

    def write(self) -> None:
        """Put down the figures of this process, whole or not at all."""
        place = self.folder / f"{os.getpid()}.prom"
        part = place.with_suffix(f".{threading.get_ident()}")
        part.write_text(self._own(), encoding="utf-8")
        part.replace(place)

    def stop(self) -> None:
        """Write no more."""
        self._stop.set()

    def _keep(self) -> None:
        while not self._stop.wait(EVERY):
            with contextlib.suppress(OSError):
                self.write()


def summed(texts: list[tuple[str, bool]]) -> str:
    """Add up figures in Prometheus' text form; of a process that is gone only what it has counted."""
    heads: dict[str, list[str]] = {}
    values: dict[str, dict[str, float]] = {}
    for text, lives in texts:
        for family, kind, head, sample in _samples(text):
            known = heads.setdefault(family, [])
            if head:
                known.extend(line for line in [head] if line not in known)
                continue
            name, _, value = sample.rpartition(" ")
            if name.partition("{")[0].endswith("_created") or (kind == "gauge" and not lives):
                continue
            there = values.setdefault(family, {})
            there[name] = (
                max(there.get(name, 0.0), float(value)) if family in SAME else there.get(name, 0.0) + float(value)
            )
    lines = [
        line
        for family, there in values.items()
        for line in (*heads[family], *(f"{name} {value!r}" for name, value in there.items()))
    ]
    return "\n".join([*lines, ""])


def _samples(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Each line with its family and the kind of that: a heading, or a sample."""
    family, kind = "", ""
    for line in text.splitlines():
        if line.startswith("# "):
            _, what, name, *rest = line.split(" ", 3)
            if name.endswith("_created"):
                family, kind = name, "gauge"
                continue
            if what == "TYPE":
                kind = rest[0]
            family = name
            yield family, kind, line, ""
        elif line:
            yield family, kind, "", line


def _lives(pid: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
