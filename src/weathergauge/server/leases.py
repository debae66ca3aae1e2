"""Who plays a match's bots, where several processes share a database: one at a time, and another where it dies.

A lease is taken before bots are asked, kept up while they play, and left to run out afterwards: whoever had the match last has it and its bots in
memory, and answers the next order without asking again. Time is the database's: the clocks of several hosts may differ.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from functools import partial

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from weathergauge.server import schema
from weathergauge.server.ledger import CLOCK
from weathergauge.server.settings import DAY
from weathergauge.server.store import Store, now

log = structlog.get_logger()


class Leases:
    """The matches whose bots this process may play."""

    def __init__(self, store: Store, seconds: float) -> None:
        self.store, self.seconds = store, seconds
        self._held: dict[str, float] = {}
        """Until when, by this process' clock."""

    def __len__(self) -> int:
        return len(self._held)

    def holds(self, id: str) -> bool:
        """Whether this process may play that match's bots. One that is alone may play them all."""
        return not self.store.shared or self._held.get(id, 0.0) > time.monotonic()

    def free(self) -> sa.ColumnElement[bool]:
        """Whether a match is nobody's or ours: its lease is over, or ends so late that a clock which was ahead has made it."""
        columns, at = schema.matches.c, self._now()
        return sa.or_(
            columns.bots_by == self.store.process, columns.bots_until < at, columns.bots_until > at + DAY * 1000
        )

    async def take(self, id: str) -> bool:
        """Be the one who plays this match's bots for a while, if one must decide and nobody else is at it."""
        began = time.monotonic()
        where = schema.matches.c.id == id, schema.matches.c.bot_due, self.free()
        update = schema.matches.update().where(*where).values(bots_by=self.store.process, bots_until=self._end())
        taken = await self.store.write(lambda connection: connection.execute(update).rowcount == 1)
        if taken:
            self._held[id] = began + self.seconds
        return taken

    async def keep_up(self, playing: Callable[[], Iterable[str]]) -> None:
        """Keep what is being played, all in one statement; what another has taken meanwhile is his."""
        while True:
            await asyncio.sleep(self.seconds / 4)
            began, mine = time.monotonic(), {id for id in playing() if id in self._held}
            self._held = {id: until for id, until in self._held.items() if until > began or id in mine}
            try:
                kept = await self.store.write(partial(self._prolong, list(mine))) if mine else set()
            except Exception as error:  # while they cannot be kept up they run out
                log.warning("leases-not-kept", error=type(error).__name__)
                continue
            self._held.update(dict.fromkeys(kept, began + self.seconds))
            for id in mine - kept:
                self._held.pop(id, None)

    def _prolong(self, ids: list[str], connection: Connection) -> set[str]:
        columns = schema.matches.c
        where = columns.id.in_(ids), columns.bots_by == self.store.process
        update = schema.matches.update().where(*where).values(bots_until=self._end()).returning(columns.id)
        return set(connection.execute(update).scalars())

    async def let_go(self) -> None:
        """Leave all to others, and tell them where a bot must decide."""
        columns = schema.matches.c
        where = columns.bots_by == self.store.process, columns.bots_until > 0
        update = schema.matches.update().where(*where).values(bots_until=0).returning(columns.id, columns.bot_due)

        def leave(connection: Connection) -> None:
            due = [id for id, bot_due in connection.execute(update) if bot_due]
            if due:
                self.store.notify(connection, *(f"bots:{id}" for id in due))

        await self.store.write(leave)
        self._held.clear()

    def _now(self) -> sa.ColumnElement[int]:
        """Milliseconds since 1970, by the clock that all share."""
        return sa.cast(CLOCK * 1000, sa.BigInteger) if self.store.shared else sa.literal(now())

    def _end(self) -> sa.ColumnElement[int]:
        return self._now() + int(self.seconds * 1000)
