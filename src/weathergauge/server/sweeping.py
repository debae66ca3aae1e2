"""What nobody goes on with: matches that stand still are ended, and those that never begin are called off.

Either opens the seed, so that nobody can withhold a proof for ever."""

from __future__ import annotations

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from weathergauge import codec
from weathergauge.server import schema
from weathergauge.server.change import Change
from weathergauge.server.keeper import Keeper
from weathergauge.server.settings import DAY, Settings
from weathergauge.server.store import now
from weathergauge.server.table import Facts, Row

log = structlog.get_logger()


def call_off(change: Change, words: str) -> None:
    """End a match that has not begun; its seed is opened."""
    row = change.table.row
    row.status = "cancelled"
    change.tell("match", "cancelled", {"seed": row.seed.hex()}, words)


class Sweeper:
    """Ends what nobody goes on with."""

    def __init__(self, keeper: Keeper, settings: Settings) -> None:
        self.keeper, self.settings = keeper, settings

    async def sweep(self) -> int:
        """Look at every match that stands still, and count those that were ended."""
        at, ended = now(), 0
        for id in await self.keeper.store.read(lambda connection: self._still(connection, at)):
            try:
                await self.keeper.change(id, lambda change: self._end(change, at))
                ended += 1
            except Exception:  # one that cannot be loaded keeps none of the others
                log.exception("sweeping-failed", match=id)
        return ended

    def _still(self, connection: Connection, at: int) -> list[str]:
        columns = schema.matches.c
        moved = sa.func.coalesce(columns.moved, columns.started, columns.created)
        fields = columns.id, columns.status, columns.facts, moved
        query = sa.select(*fields).where(columns.status.in_(("gathering", "playing"))).order_by(columns.created)
        if (oldest := self._oldest(at)) is not None:
            query = query.where(sa.or_(moved < oldest, columns.status == "gathering"))
        elif self.settings.opening_days:
            query = query.where(columns.status == "gathering")
        else:
            return []
        return [
            id
            for id, status, facts, moved_at in connection.execute(query)
            if (oldest is not None and moved_at < oldest)
            or (status == "gathering" and self._late(codec.decode(bytes(facts), Facts), at))
        ]

    def _oldest(self, at: int) -> int | None:
        days = self.settings.abandoned_days
        return at - days * DAY * 1000 if days else None

    def _late(self, facts: Facts, at: int) -> bool:
        """Whether somebody who sealed words has not opened them for too long."""
        days = self.settings.opening_days
        return bool(days) and facts.opening is not None and facts.opening < at - days * DAY * 1000

    def _stands(self, row: Row, at: int) -> bool:
        oldest = self._oldest(at)
        return oldest is not None and (row.moved or row.started or row.created) < oldest

    def _end(self, change: Change, at: int) -> None:
        """Somebody may have moved since it was looked for: then nothing is done."""
        row = change.table.row
        if row.status == "playing" and self._stands(row, at):
            change.table.going.abandon()
            change.heard()
        elif row.status == "gathering" and self._late(row.facts, at):
            call_off(change, "Words for the dice were sealed and never opened: the match is called off.")
        elif row.status == "gathering" and self._stands(row, at):
            call_off(change, "Nobody has come for a long time: the match is called off.")
