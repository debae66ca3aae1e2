"""Work that takes a whole number of quanta: how long it takes says nothing of what was done.

Taking a step back plays again what all seats have done since the last dice, also what the others did in private: 10 µs
for a plot, more for an order of a campaign. So the answer waits, and the server is kept busy for as long whatever there
was to play again: a second request, sent at the same moment, is held up by a whole quantum too.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator

QUANTUM = 0.05
"""Seconds from a question to its answer, or a multiple."""
WORK = 0.004
"""Seconds of work, or a multiple: some hundred private steps."""


@contextlib.asynccontextmanager
async def evenly(quantum: float = QUANTUM) -> AsyncIterator[None]:
    """Let the answer, or the refusal, go out only when a whole number of quanta has passed since the question."""
    clock = asyncio.get_running_loop().time
    began = clock()
    try:
        yield
    finally:
        await asyncio.sleep(quantum - (clock() - began) % quantum)


@contextlib.contextmanager
def steadily(quantum: float = WORK) -> Iterator[None]:
    """Let work end only when a whole number of quanta has passed; nothing else is done meanwhile, on purpose."""
    began = time.perf_counter()
    try:
        yield
    finally:
        time.sleep(quantum - (time.perf_counter() - began) % quantum)
