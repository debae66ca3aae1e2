"""Wrong passwords: counted before they are tried, so that many at once get no further than many in a row.

Whoever tries a name from one address is slowed down there; whoever has the right password elsewhere is let in all the while. Else
anybody could lock anybody out by trying ten wrong ones.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import AsyncIterator

import sqlalchemy as sa
import structlog
from msgspec import Struct
from sqlalchemy import Connection

from weathergauge.server import schema
from weathergauge.server.problem import Problem
from weathergauge.server.settings import Settings
from weathergauge.server.store import Store, now

log = structlog.get_logger()

WINDOW = 15 * 60 * 1000
"""Milliseconds for which a wrong password counts."""
FIRST_WAIT, LONGEST_WAIT = 15_000, 5 * 60 * 1000
"""How long the first try beyond the limit must wait, in milliseconds; each further one waits twice as long."""
MANY = 5
"""Operators are told of a name that was tried so many times as often as one address may."""


class Attempt(Struct):
    """A try that was counted; set `right` where the password was."""

    pair: str
    rows: list[int]
    right: bool = False


class Tries:
    """The tries of the last minutes, in the store: of several processes all count together."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings

    @contextlib.asynccontextmanager
    async def attempt(self, name: str, address: str) -> AsyncIterator[Attempt]:
        """Try a password. It counts from the beginning; no more where it was right, or could not be tried."""
        key = name.strip().casefold()
        made = await self.store.write(lambda connection: self._reserve(connection, key, address))
        table = schema.tries
        try:
            yield made
        except BaseException:
            where = table.c.id.in_(made.rows)
            await self.store.write(lambda connection: connection.execute(table.delete().where(where)))
            raise
        if made.right:
            mine = sa.or_(table.c.id.in_(made.rows), table.c.who == made.pair)
            await self.store.write(lambda connection: connection.execute(table.delete().where(mine)))

    def _reserve(self, connection: Connection, key: str, address: str) -> Attempt:
        pair, here, name = _mark("pair", key, address), _mark("address", address), _mark("name", key)
        if self.store.shared:  # two at once from one address wait for each other
            lock = sa.text("SELECT pg_advisory_xact_lock(hashtext(:address))")
            connection.execute(lock, {"address": here})
        at, columns = now(), schema.tries.c
        query = (
            sa.select(columns.who, sa.func.count(), sa.func.max(columns.at))
            .where(columns.who.in_((pair, here, name)), columns.at.between(at - WINDOW, at + WINDOW))
            .group_by(columns.who)
        )
        found = {who: (count, newest) for who, count, newest in connection.execute(query)}
        limits = {pair: self.settings.tries_per_name, here: self.settings.tries_per_address}
        for mark, limit in limits.items():
            count, newest = found.get(mark, (0, 0))
            if count >= limit:
                wait = newest + min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(count - limit, 10)) - at
                if wait > 0:
                    seconds = -(-wait // 1000)
                    raise Problem(
                        "too-many", f"Too many wrong passwords: try again in {_spoken(seconds)}.", retry=seconds
                    )
        everywhere = found.get(name, (0, 0))[0]
        if everywhere and everywhere % (MANY * self.settings.tries_per_name) == 0:
            log.warning("many-wrong-passwords", name_hash=name[:12], tries=everywhere)
        rows = [
            connection.execute(schema.tries.insert().values(who=mark, at=at)).inserted_primary_key
            for mark in (pair, here, name)
        ]
        return Attempt(pair, [row[0] for row in rows if row is not None])


def _mark(*parts: str) -> str:
    return hashlib.sha256(":".join(parts).encode()).hexdigest()


def _spoken(seconds: int) -> str:
    return f"{seconds} seconds" if seconds <= 90 else f"{-(-seconds // 60)} minutes"
