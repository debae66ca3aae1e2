"""Whether the server can do its work: asked by reading and by writing, for a disk that is full can still be read."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import Connection

from weathergauge.server import schema
from weathergauge.server.problem import RETRY, Problem
from weathergauge.server.store import Store, now

BELIEVED = 3.0
"""Seconds for which the last answer holds, however often it is asked for."""
PATIENCE = 5.0
"""Seconds after which a store that says nothing counts as one that cannot be reached."""


class Pulse:
    """The last sign of life of the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._felt = -BELIEVED
        self._well = False
        self._feeling: asyncio.Task[None] | None = None

    async def feel(self) -> None:
        """Nothing where the store can be written to; else a problem. Many who ask at once ask once."""
        if time.monotonic() - self._felt >= BELIEVED:
            if self._feeling is None or self._feeling.done():
                self._feeling = asyncio.create_task(self._feel())
            await asyncio.shield(self._feeling)
        if not self._well:
            raise Problem("unavailable", "The store cannot be reached or cannot be written to.", retry=RETRY)

    async def _feel(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.store.write(_touch)
            self._well = True
        except Exception:
            self._well = False
        self._felt = time.monotonic()


def _touch(connection: Connection) -> None:
    """Write a row and take it away again, which must reach the disk like everything else."""
    made = connection.execute(schema.tries.insert().values(who="health", at=now())).inserted_primary_key
    if made is not None:
        connection.execute(schema.tries.delete().where(schema.tries.c.id == made[0]))
