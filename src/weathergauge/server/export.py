"""Everything that is kept of an account, for its owner: who one is, where one is signed in, one's matches and what one heard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import sqlalchemy as sa
from msgspec import Raw, Struct
from sqlalchemy import Connection

from weathergauge import __version__, codec
from weathergauge.ruleset import Seat
from weathergauge.server import schema
from weathergauge.server.accounts import Account
from weathergauge.server.events import clock, numbered
from weathergauge.server.house import Caller, House
from weathergauge.server.keeper import stored_events
from weathergauge.server.store import now
from weathergauge.server.summary import Summary, summary
from weathergauge.server.table import Row, from_columns

AT_ONCE = 500


class SessionShown(Struct, frozen=True):
    """Where one is signed in."""

    id: str
    made: str
    seen: str | None
    browser: str | None
    here: bool


class Profile(Struct, frozen=True):
    id: str
    name: str
    guest: bool
    email: str | None
    email_confirmed: bool
    created: str
    language: str | None


class MatchKept(Struct, frozen=True):
    """A match: what each seat of one's own heard, and when it is over its whole record."""

    match: str
    summary: Summary | None
    """None of a title that this server does not know any more."""
    heard: dict[Seat, list[Any]]
    record: list[Any] | None


class Export(Struct, frozen=True):
    """The whole of it. `program` wrote it, at that time."""

    program: str
    at: str
    profile: Profile
    sessions: list[SessionShown]
    matches: list[MatchKept]


async def sessions_of(house: House, who: Account, token: str | None) -> list[SessionShown]:
    """The sessions of an account, the newest first."""
    found = await house.accounts.sessions(who, token)
    return [
        SessionShown(
            session.id,
            clock(session.made),
            None if session.seen is None else clock(session.seen),
            session.browser,
            session.here,
        )
        for session in found
    ]


async def export(house: House, who: Account, token: str | None) -> AsyncIterator[bytes]:
    """The export, piece by piece: a long life at the table does not have to fit into memory."""
    people, held, made = schema.accounts.c, schema.holders.c, schema.matches.c
    since = await house.store.read(lambda c: c.execute(sa.select(people.created).where(people.id == who.id)).scalar())
    profile = Profile(who.id, who.name, who.guest, who.email, who.email_confirmed, clock(since or 0), who.language)
    yield b'{"program":%b,"at":%b,' % (codec.encode(f"weathergauge {__version__}"), codec.encode(clock(now())))
    yield b'"profile":%b,"sessions":%b,' % (codec.encode(profile), codec.encode(await sessions_of(house, who, token)))
    mine = sa.select(held.match).where(held.account == who.id)
    query = sa.select(made.id).where(sa.or_(made.id.in_(mine), made.creator == who.id)).order_by(made.created)
    yield b'"matches":['
    for n, match in enumerate(await house.store.read(lambda c: list(c.execute(query).scalars()))):
        yield b"," if n else b""
        async for piece in _match(house, who, match):
            yield piece
    yield b"]}\n"


async def _match(house: House, who: Account, match: str) -> AsyncIterator[bytes]:
    row, seats = await house.store.read(partial(_row, match, who.id))
    short = summary(row, house.rules(row.title), Caller(who), seats) if house.why_not(row.title) is None else None
    yield b'{"match":%b,"summary":%b,"heard":{' % (codec.encode(match), codec.encode(short))
    for n, seat in enumerate(seats):
        yield (b"," if n else b"") + codec.encode(seat) + b":["
        last = 0
        while told := await house.store.read(
            partial(stored_events, id=match, audience=seat, after=last, limit=AT_ONCE)
        ):
            yield (b"," if last else b"") + b",".join(numbered(number, body) for number, body in told)
            last = told[-1][0]
        yield b"]"
    yield b'},"record":'
    if row.status == "finished":
        record = await house.keeper.record(match)
        yield codec.encode([Raw(line) for line in record.lines]) + b"}"
    else:
        yield b"null}"


def _row(match: str, account: str, connection: Connection) -> tuple[Row, list[Seat]]:
    """A match as it is stored, and the seats that the account holds there."""
    row = connection.execute(sa.select(schema.matches).where(schema.matches.c.id == match)).mappings().one()
    held = schema.holders.c
    seats = sa.select(held.seat).where(held.match == match, held.account == account).order_by(held.seat)
    return from_columns(row), list(connection.execute(seats).scalars())
