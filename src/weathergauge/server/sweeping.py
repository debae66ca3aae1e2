"""What nobody goes on with: matches that stand still are ended, and those that never begin are called off.

Either opens the seed, so that nobody can withhold a proof for ever."""

from __future__ import annotations

import sqlalchemy as sa
import structlog
from msgspec import Struct
from sqlalchemy import Connection

from weathergauge import codec
from weathergauge.server import days, schema
from weathergauge.server.change import Change
from weathergauge.server.keeper import Keeper
from weathergauge.server.settings import Settings
from weathergauge.server.store import now
from weathergauge.server.table import Facts

log = structlog.get_logger()


def call_off(change: Change, words: str) -> None:
    """End a match that has not begun; its seed is opened."""
    row = change.table.row
    row.status = "cancelled"
    change.tell("match", "cancelled", {"seed": row.seed.hex()}, words)


class Late(Struct, frozen=True):
    """The times before which too long ago lies: of the last move, and of the call to open words. None: nothing is too long."""

    moved: int | None
    opening: int | None

    def stands(self, moved: int) -> bool:
        return self.moved is not None and moved < self.moved

    def closed(self, facts: Facts) -> bool:
        """Whether somebody who sealed words has not opened them for too long."""
        return self.opening is not None and facts.opening is not None and facts.opening < self.opening


class Sweeper:
    """Ends what nobody goes on with. Its days are those on which the server ran, whatever the clock says."""

    def __init__(self, keeper: Keeper, settings: Settings) -> None:
        self.keeper, self.settings = keeper, settings

    async def sweep(self) -> int:
        """Look at every match that stands still, and count those that were ended."""
        ended, store = 0, self.keeper.store
        await days.note(store)
        late = await store.read(self._late)
        for id in await store.read(lambda connection: _still(connection, late)):
            try:
                await self.keeper.change(id, lambda change: _end(change, late))
                ended += 1
            except Exception:  # one that cannot be loaded keeps none of the others
                log.exception("sweeping-failed", match=id)
        return ended

    def _late(self, connection: Connection) -> Late:
        at, settings = now(), self.settings
        return Late(*(days.ago(connection, count, at) for count in (settings.abandoned_days, settings.opening_days)))


def _still(connection: Connection, late: Late) -> list[str]:
    columns = schema.matches.c
    moved = sa.func.coalesce(columns.moved, columns.started, columns.created)
    gathering = columns.status == "gathering"
    playing = sa.and_(columns.status == "playing", moved < late.moved) if late.moved is not None else sa.false()
    query = sa.select(columns.id, columns.status, columns.facts, moved).where(sa.or_(gathering, playing))
    return [
        id
        for id, status, facts, moved_at in connection.execute(query.order_by(columns.created))
        if late.stands(moved_at) or (status == "gathering" and late.closed(codec.decode(bytes(facts), Facts)))
    ]


def _end(change: Change, late: Late) -> None:
    """Somebody may have moved since it was looked for: then nothing is done."""
    row = change.table.row
    stands = late.stands(row.moved or row.started or row.created)
    if row.status == "playing" and stands:
        change.table.going.abandon()
        change.heard()
    elif row.status == "gathering" and late.closed(row.facts):
        call_off(change, "Words for the dice were sealed and never opened: the match is called off.")
    elif row.status == "gathering" and stands:
        call_off(change, "Nobody has come for a long time: the match is called off.")
