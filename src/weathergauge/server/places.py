"""Streams that are open: so many for an account and for an address, and so many here.

Where processes share a database an account's and an address's are counted there, over all of them. Each says now and then that it lives; what
one that died had open counts for half a minute more. What a process can hold at all it counts by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from functools import partial
from typing import Any

import sqlalchemy as sa
import structlog
from msgspec import Struct
from sqlalchemy import Connection

from weathergauge.server import schema
from weathergauge.server.ledger import CLOCK
from weathergauge.server.problem import Problem
from weathergauge.server.settings import Settings
from weathergauge.server.store import Store

log = structlog.get_logger()

LASTS, EVERY = 30, 10.0
"""Seconds for which a place counts without a word of its process, and between two words."""


class Asked(Struct, frozen=True):
    """Who wants a place: under which name it counts beside the address, how many that may have, and how it is said."""

    address: str
    whose: str | None
    most: int
    words: str


class Places:
    """The places for streams."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self._open: Counter[str] = Counter()
        self._rows: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if self.store.shared:
            self._keep_on(self._say_alive())

    async def stop(self) -> None:
        """Let go of all that this process holds, so that whoever comes back finds room elsewhere."""
        if not self.store.shared:
            return
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.store.write(self._let_go_of_all)

    @contextlib.asynccontextmanager
    async def one(self, address: str, account: str | None, *, known: bool = False) -> AsyncIterator[None]:
        """Hold a place for as long as a stream is open. `known`: who listens has a secret address instead of a name."""
        settings = self.settings
        if account is not None:
            asked = Asked(address, f"account {account}", settings.streams_signed_in, "under your name")
        elif known:
            asked = Asked(address, None, 0, "")
        else:
            words = "from your address without a name"
            asked = Asked(address, f"anonymous {address}", settings.streams_anonymous, words)
        counted = (
            [""] if self.store.shared else [who for who in (asked.whose, f"address {address}", "") if who is not None]
        )
        self._room_here(asked)
        for who in counted:
            self._open[who] += 1
        row = None
        try:
            if self.store.shared:
                row = await self.store.write(lambda connection: self._reserve(connection, asked))
                if row is not None:
                    self._rows.add(row)
            yield
        finally:
            for who in counted:
                self._open[who] -= 1
                if not self._open[who]:
                    del self._open[who]
            if row is not None:
                self._rows.discard(row)
                self._keep_on(self._let_go(row))

    def _room_here(self, asked: Asked) -> None:
        if not self.store.shared:
            _may_open(asked.most, self._open[asked.whose or "-"], asked.words)
            _may_open(self.settings.streams_per_address, self._open[f"address {asked.address}"], "from your address")
        _may_open(self.settings.streams, self._open[""], "on this server")

    def _reserve(self, connection: Connection, asked: Asked) -> int | None:
        """Take a place among those of all processes; two at once of one address wait for each other."""
        if not asked.most and not self.settings.streams_per_address:
            return None
        columns, here = schema.places.c, _mark(f"address {asked.address}")
        whose = None if asked.whose is None else _mark(asked.whose)
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext(:mark))"), {"mark": f"places {here}"})
        for column, mark, most, words in (
            (columns.whose, whose, asked.most, asked.words),
            (columns.address, here, self.settings.streams_per_address, "from your address"),
        ):
            if most and mark is not None:
                count = sa.select(sa.func.count()).where(column == mark, columns.until > CLOCK)
                _may_open(most, connection.execute(count).scalar_one(), words)
        row = {"process": self.store.process, "whose": whose, "address": here, "until": CLOCK + LASTS}
        made = connection.execute(schema.places.insert().values(**row)).inserted_primary_key
        return None if made is None else int(made[0])

    def _keep_on(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _let_go(self, row: int) -> None:
        with contextlib.suppress(Exception):  # else it counts for half a minute more
            gone = schema.places.delete().where(schema.places.c.id == row)
            await self.store.write(lambda connection: connection.execute(gone))

    def _let_go_of_all(self, connection: Connection) -> None:
        connection.execute(schema.places.delete().where(schema.places.c.process == self.store.process))

    async def _say_alive(self) -> None:
        """Keep the places whose streams are open; one taken for somebody who had gone meanwhile is not kept."""
        while True:
            await asyncio.sleep(EVERY)
            if self._rows:
                mine = (
                    schema.places.update().where(schema.places.c.id.in_(sorted(self._rows))).values(until=CLOCK + LASTS)
                )
                try:
                    await self.store.write(partial(Connection.execute, statement=mine))
                except Exception as error:
                    log.warning("places-not-kept", error=type(error).__name__)


def clean(connection: Connection) -> None:
    """Throw away the places of processes that died."""
    connection.execute(schema.places.delete().where(schema.places.c.until < CLOCK))


def _may_open(most: int, count: int, words: str) -> None:
    if most and count >= most:
        raise Problem(
            "too-many",
            f"{most} streams of events are open {words}, which is the most there may be: close some of them, or ask for events now and then.",
            retry=30,
        )


def _mark(who: str) -> str:
    return hashlib.sha256(who.encode()).hexdigest()
