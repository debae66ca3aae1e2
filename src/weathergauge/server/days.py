"""The days that the server has seen pass, noted one by one.

A machine may start with its clock months ahead, and be set right an hour later. By the clock alone every match would then have
stood still for months; of the days that were noted, that evening is one.
"""

from __future__ import annotations

import contextlib

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from weathergauge.server import schema
from weathergauge.server.settings import DAY
from weathergauge.server.store import Store, now


async def note(store: Store) -> None:
    """Note that the server runs today."""
    today = now() // (DAY * 1000)
    known = sa.select(schema.days.c.day).where(schema.days.c.day == today)

    def write(connection: Connection) -> None:
        if connection.execute(known).first() is None:
            connection.execute(schema.days.insert().values(day=today))

    with contextlib.suppress(IntegrityError):  # another process has noted it in this moment
        await store.write(write)


def ago(connection: Connection, days: int, at: int) -> int | None:
    """The time before which lies what was so many noted days ago; None where fewer were noted, or none are asked for."""
    day = schema.days.c.day
    query = sa.select(day).where(day <= at // (DAY * 1000)).order_by(day.desc()).offset(days).limit(1)
    found = connection.execute(query).scalar() if days else None
    return None if found is None else int(found) * DAY * 1000
