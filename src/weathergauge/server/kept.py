"""Things that are dear to make, kept in memory: made once for all who ask at the same time, and fair between those who ask."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from msgspec import Struct

from weathergauge.server.line import Line

V = TypeVar("V")
Key = tuple[str, ...]


class Held(Struct, Generic[V]):
    """One of them: which version it is, for whom it was made, and how much room it takes."""

    version: int
    value: V
    owner: str
    size: int


class Kept(Generic[V]):
    """As many as there is room for.

    Where room is short, whoever had the most made gives up what was asked for the longest ago: nobody can push out what others
    look at by asking for more and more. One is made at a time, in turn for each who asks.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._held: OrderedDict[Key, Held[V]] = OrderedDict()
        self._sizes: Counter[str] = Counter()
        self._making: dict[tuple[Key, int], asyncio.Task[V]] = {}
        self._line = Line()

    def __len__(self) -> int:
        return len(self._held)

    def has(self, key: Key, version: int) -> bool:
        """Whether that version is at hand, or being made."""
        held = self._held.get(key)
        return (held is not None and held.version == version) or (key, version) in self._making

    async def get(self, key: Key, version: int, owner: str, make: Callable[[], Awaitable[tuple[V, int]]]) -> V:
        """What is kept, or what `make` gives with its size. An older version makes way."""
        held = self._held.get(key)
        if held is not None and held.version == version:
            self._held.move_to_end(key)
            return held.value
        task = self._making.get((key, version))
        if task is None:
            task = self._making[key, version] = asyncio.create_task(self._make(key, version, owner, make))
            task.add_done_callback(lambda _: self._making.pop((key, version), None))
        return await asyncio.shield(task)

    async def _make(self, key: Key, version: int, owner: str, make: Callable[[], Awaitable[tuple[V, int]]]) -> V:
        async with self._line.turn(True, owner):
            value, size = await make()
        self._drop(key)
        self._held[key] = Held(version, value, owner, size)
        self._sizes[owner] += size
        while self._sizes.total() > self.room and len(self._held) > 1:
            most = self._sizes.most_common(1)[0][0]
            self._drop(next(key for key, held in self._held.items() if held.owner == most))
        return value

    def _drop(self, key: Key) -> None:
        held = self._held.pop(key, None)
        if held is not None:
            self._sizes[held.owner] -= held.size
            if self._sizes[held.owner] <= 0:
                del self._sizes[held.owner]
