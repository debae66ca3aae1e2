"""Throwing away what has expired, in a way that one wrong clock does not undo what people have.

A machine may start with its clock months ahead, and be set right an hour later. So the clock alone is not believed: time has
passed only as far as people have signed in on several days since, and what expired is kept for a week more. Whether a session
still counts is judged by the clock, as always.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from weathergauge.server import ledger, places, schema
from weathergauge.server.settings import DAY
from weathergauge.server.store import Store, now
from weathergauge.server.tries import WINDOW

WEEK = 7 * DAY * 1000
WITNESSES = 3
"""Days on which somebody must have signed in since: a clock that is wrong for an evening brings one or two."""


async def clean(store: Store) -> None:
    """Throw away what expired more than a week before the third newest day on which somebody signed in."""
    await store.write(lambda connection: _clean(connection, now()), long=True)
    if store.shared:
        await store.write(ledger.clean)
        await store.write(places.clean)


def _clean(connection: Connection, at: int) -> None:
    sessions, tokens, receipts, tries = (
        table.c for table in (schema.sessions, schema.tokens, schema.receipts, schema.tries)
    )
    connection.execute(schema.tries.delete().where(~tries.at.between(at - WINDOW, at + WINDOW)))
    day = (sessions.created // (DAY * 1000)).label("day")
    days = sa.select(day).where(sessions.created <= at).distinct().order_by(day.desc()).limit(WITNESSES)
    known = connection.execute(days).scalars().all()
    if len(known) == WITNESSES:
        kept = known[-1] * DAY * 1000 - WEEK
        connection.execute(schema.sessions.delete().where(sessions.expires < kept))
        connection.execute(schema.tokens.delete().where(tokens.expires < kept))
        connection.execute(schema.receipts.delete().where(receipts.at < kept))
