"""Compare what everybody can receive, in all positions of random matches of every title: nobody is told what is hidden.

The matches are shared out over processes by their seeds. Figures are kept in a file if one is named, so that a run that
was stopped goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from tests.hostile.figures import Asked, Figures
from tests.ours import TITLES
from weathergauge.testing import largest, rules_for
from weathergauge.testing.hints import Start, starts
from weathergauge.testing.unheard import Walk

STEPS = 250
"""Of one match before the next is begun: many beginnings find more than one long war."""
TWINS = 0.5

Job = tuple[str, int]
"""A title and the number of a match of it."""


def walked(job: Job, seed: str) -> tuple[Job, Counter[str], str]:
    """Walk one match. What was looked at, and the sentence of a leak if there was one."""
    title, number = job
    rules = rules_for(title)
    begins = (*starts(rules), Start("largest", largest(rules)))
    walk = Walk(rules, title, begins[number % len(begins)], f"{seed} {number}", TWINS)
    try:
        return job, walk.run(STEPS), ""
    except AssertionError as leak:
        return job, walk.found, str(leak)


def run(asked: Asked, figures: Figures) -> None:
    """Walk matches until enough was compared or the time is over."""
    kept = Path(asked.figures) if asked.figures else None
    done, earlier = _kept(kept)
    figures.counts.update(earlier)
    ends = time.monotonic() + asked.seconds
    jobs = (job for job in _jobs() if f"{job[0]} {job[1]}" not in done)
    for (title, number), found, leak in _all(jobs, asked, figures, ends):
        figures.counts.update(found)
        figures.add("matches")
        if leak:
            figures.add("leaks")
            figures.fault(leak)
        done.add(f"{title} {number}")
        if kept is not None:
            kept.write_text(json.dumps({"done": sorted(done), "counts": figures.counts}), encoding="utf-8")
    enough = figures.counts["comparisons"] >= asked.comparisons
    if not enough:
        figures.add(f"of {asked.comparisons:,} comparisons asked for, in the time there was", 0)
    if not figures.counts["unheard"]:
        figures.fault("no step was found of which somebody hears nothing: the walk looks at nothing")


def _kept(path: Path | None) -> tuple[set[str], Counter[str]]:
    """What an earlier run has done."""
    if path is None or not path.exists():
        return set(), Counter()
    told = json.loads(path.read_text(encoding="utf-8"))
    return set(told["done"]), Counter(told["counts"])


def _jobs() -> Iterator[Job]:
    return ((title, number) for number in count() for title in TITLES)


Walked = tuple[Job, Counter[str], str]


def _all(jobs: Iterator[Job], asked: Asked, figures: Figures, ends: float) -> Iterator[Walked]:
    """The matches, one after the other or in several processes, until there is enough."""

    def over() -> bool:
        return figures.counts["comparisons"] >= asked.comparisons or time.monotonic() > ends

    if asked.processes < 2:
        while not over():
            yield walked(next(jobs), asked.seed)
        return
    with ProcessPoolExecutor(asked.processes, mp_context=get_context("spawn")) as pool:
        running: set[Future[Walked]] = set()
        while not over():
            while len(running) < asked.processes + 1:
                running.add(pool.submit(walked, next(jobs), asked.seed))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in finished)
        pool.shutdown(cancel_futures=True)
