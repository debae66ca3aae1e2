"""A line for something that only one can have at a time, fair between those who wait for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator

Waiting = OrderedDict[str, deque[asyncio.Future[None]]]


class Line:
    """Those who wait for one thing: whom a person waits for comes first, then each account in turn, and of one account who came first.

    So a hundred who wait for one account hold another up by one turn and not by a hundred.
    """

    def __init__(self) -> None:
        self._taken = False
        self._last = ""
        self._waiting: tuple[Waiting, Waiting] = (OrderedDict(), OrderedDict())

    @contextlib.asynccontextmanager
    async def turn(self, urgent: bool, whose: str = "") -> AsyncIterator[None]:
        if self._taken:
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[not urgent].setdefault(whose, deque()).append(mine)
            try:
                await mine
            except asyncio.CancelledError:
                if mine.done() and not mine.cancelled():
                    self._next()
                raise
        self._taken, self._last = True, whose
        try:
            yield
        finally:
            self._next()

    def _next(self) -> None:
        for waiting in self._waiting:
            while waiting:
                if self._last in waiting:  # whoever was served last comes last
                    waiting.move_to_end(self._last)
                whose, theirs = next(iter(waiting.items()))
                first = theirs.popleft()
                if not theirs:
                    del waiting[whose]
                if not first.done():
                    self._last = whose
                    first.set_result(None)
                    return
        self._taken = False
