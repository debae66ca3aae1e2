"""What the benchmarks share: works timed in turn, ratios round by round, and answers that must agree first."""

from __future__ import annotations

import gc
import platform
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import process_time
from typing import Any

ROUNDS = 9

Times = dict[str, list[float]]


class Differs(Exception):
    """Subject and peer do not give the same answer, so there is nothing to compare."""


def versions(*packages: str) -> None:
    """Say what is compared, so that a ratio can be traced later."""
    named = [f"Python {platform.python_version()}"]
    for package in packages:
        try:
            named.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            named.append(f"{package} is missing")
    print(f"   {', '.join(named)}")


def same(what: str, ours: Any, theirs: Any) -> None:
    """Hold two answers to each other before anything is timed."""
    if ours != theirs:
        raise Differs(f"{what}: ours is {ours}, the peer's is {theirs}")


def in_turn(works: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> Times:
    """The seconds of each work, all of them once in every round: what disturbs one disturbs its neighbours."""
    times: Times = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(rounds):
        for name, work in works.items():
            gc.collect()
            start = process_time()
            work()
            times[name].append(process_time() - start)
    return times


def faster(times: Times, *names: str) -> str:
    """The quickest of several peers."""
    return min(names, key=lambda name: median(times[name]))


def ratio(times: Times, ours: str, peer: str, scale: float = 1) -> float:
    """How many times as fast as the peer, as the median over the rounds; `scale` where they did unequal work."""
    return median(scale * theirs / mine for mine, theirs in zip(times[ours], times[peer], strict=True))


def verdict(value: float, floor: float | None = None, goal: float | None = None, *, most: bool = False) -> str:
    """The limits beside a value, and whether they hold; with `most` less is better."""
    parts = []
    for name, limit in (("floor", floor), ("goal", goal)):
        if limit is not None:
            holds = value <= limit if most else value >= limit
            parts.append(f"{name} {limit:g}× {'holds' if holds else 'MISSED'}")
    return f"  [{', '.join(parts)}]" if parts else ""


def line(label: str, value: float, floor: float | None = None, goal: float | None = None, told: str = "") -> None:
    """Print one ratio with what is asked of it."""
    print(f"   {label:<46} {value:8.2f}×{verdict(value, floor, goal)}{'  ' + told if told else ''}", flush=True)


def each(seconds: list[float], count: int) -> str:
    """The median time of one of `count` equal things, for people."""
    one = median(seconds) / count
    return f"{one * 1e6:.1f} µs" if one < 1e-3 else f"{one * 1e3:.2f} ms"
