"""What an operator does from the command line, to accounts, matches and limits, beside a server or without one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import ceil

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from weathergauge.server import schema
from weathergauge.server.accounts import Account
from weathergauge.server.allowance import WORKS
from weathergauge.server.events import clock
from weathergauge.server.house import House
from weathergauge.server.leaving import Left, Running, leave
from weathergauge.server.migrating import StoreError
from weathergauge.server.settings import DAY, Settings
from weathergauge.server.store import now
from weathergauge.server.tries import WINDOW

RESET_LASTS = DAY * 1000


class Listed(Struct, frozen=True):
    """An account as an operator sees it. `seen` is when it last used a session that still is one."""

    id: str
    name: str
    guest: bool
    email: str | None
    created: str
    seen: str | None
    seats: int


class Played(Struct, frozen=True):
    """A match as an operator sees it: who plays, and nothing of what is played."""

    id: str
    title: str
    scenario: str
    status: str
    players: list[str]
    steps: int
    created: str
    moved: str | None


class Limit(Struct, frozen=True):
    """So much in a time, of whom; 0 is no limit."""

    words: str
    most: int
    per: str
    whose: str


class Purged(Struct, frozen=True):
    """What is gone, or would go."""

    guests: int
    matches: int


@asynccontextmanager
async def opened(settings: Settings, *, beside: bool) -> AsyncIterator[House]:
    """A house without routes, bots or letters; `beside`: a server may be running on the same database."""
    house = House(settings.model_copy(update={"bot_workers": 0}))
    house.store.beside = beside
    await house.store.start()
    try:
        yield house
    finally:
        house.accounts.stop()
        house.keeper.stop()
        await house.store.stop()


async def users(settings: Settings, *, guests: bool) -> list[Listed]:
    """Registered players by name; `guests`: then those without a password too."""
    people, sessions, held = schema.accounts.c, schema.sessions.c, schema.holders.c
    seen = sa.select(sa.func.max(sessions.seen)).where(sessions.account == people.id).scalar_subquery()
    seats = sa.select(sa.func.count()).where(held.account == people.id).scalar_subquery()
    order = people.password.is_(None), people.name
    query = sa.select(schema.accounts, seen.label("newest"), seats.label("seats")).order_by(*order)
    if not guests:
        query = query.where(people.password.is_not(None))
    async with opened(settings, beside=True) as house:
        rows = await house.store.read(lambda connection: connection.execute(query).all())
    return [
        Listed(
            row.id, row.name, row.password is None, row.email, clock(row.created),
            None if row.newest is None else clock(row.newest), row.seats,
        )
        for row in rows
    ]  # fmt: skip


async def matches(settings: Settings, status: str | None) -> list[Played]:
    """Matches, the newest first."""
    played, held, people = schema.matches.c, schema.holders.c, schema.accounts.c
    lines = sa.select(sa.func.count()).where(schema.lines.c.match == played.id).scalar_subquery()
    query = sa.select(
        *[played[name] for name in ("id", "title", "scenario", "status", "created", "moved")], lines.label("steps")
    )
    if status is not None:
        query = query.where(played.status == status)
    seated = sa.select(held.match, people.name).join_from(schema.holders, schema.accounts).order_by(held.since)
    async with opened(settings, beside=True) as house:
        rows = await house.store.read(
            lambda connection: connection.execute(query.order_by(played.created.desc())).all()
        )
        named = await house.store.read(lambda connection: connection.execute(seated).all())
    players: dict[str, list[str]] = {}
    for match, name in named:
        players.setdefault(match, []).append(name)
    return [
        Played(
            row.id, row.title, row.scenario, row.status, players.get(row.id, []), row.steps, clock(row.created),
            None if row.moved is None else clock(row.moved),
        )
        for row in rows
    ]  # fmt: skip


async def limits(settings: Settings, *, forgive: bool) -> list[Limit]:
    """What may be asked for in which time; wrong passwords that count now are forgotten where they are forgiven."""
    tries = schema.tries.c
    where = tries.at > now() - WINDOW
    async with opened(settings, beside=True) as house:
        if forgive:
            await house.store.write(lambda connection: connection.execute(schema.tries.delete()))
        counted = sa.select(sa.func.count()).where(where)
        wrong = await house.store.read(lambda connection: connection.execute(counted).scalar_one())
    found = [
        Limit("requests", settings.requests_per_minute, "a minute", "an address"),
        Limit("requests", settings.program_requests_per_minute, "a minute", "a program with a token"),
        Limit("new players", settings.accounts_per_hour, "an hour", "an address"),
        Limit(f"wrong passwords ({wrong} are counted now)", settings.tries_per_name, "15 minutes", "a name from an address"),
        Limit("wrong passwords", settings.tries_per_address, "15 minutes", "an address"),
        Limit("unfinished matches", settings.matches_per_account, "all", "an account"),
        Limit("open streams", settings.streams_signed_in, "all", "an account"),
        Limit("open streams", settings.streams_per_address, "all", "an address"),
    ]  # fmt: skip
    for work in WORKS.values() if settings.limits else ():
        found.append(Limit(work.words, ceil(work.minute * settings.limits), "a minute", "an account"))
        if work.hour:
            found.append(Limit(work.words, ceil(work.hour * settings.limits), "an hour", "an account"))
    return found


async def purge(settings: Settings, days: int, *, matches: bool, really: bool) -> Purged:
    """Throw away guests without a seat whom nobody has seen for so long, and matches that have been over as long."""
    since = now() - days * DAY * 1000
    people, played, held, sessions = schema.accounts.c, schema.matches.c, schema.holders.c, schema.sessions.c
    over = sa.and_(
        played.status.in_(["finished", "cancelled"]),
        sa.func.coalesce(played.finished, played.moved, played.created) < since,
    )

    def go(connection: Connection) -> Purged:
        gone = connection.execute(schema.matches.delete().where(over)).rowcount if matches else 0
        seen = sa.select(sa.func.max(sa.func.coalesce(sessions.seen, sessions.created))).where(
            sessions.account == people.id
        )
        idle = sa.and_(
            people.password.is_(None),
            people.created < since,
            sa.func.coalesce(seen.scalar_subquery(), 0) < since,
            ~sa.exists().where(held.account == people.id),
            ~sa.exists().where(played.creator == people.id),
        )
        guests = connection.execute(schema.accounts.delete().where(idle)).rowcount
        if not really:
            raise _Only(Purged(guests, gone))
        return Purged(guests, gone)

    try:
        async with opened(settings, beside=not really) as house:
            return await house.store.write(go, long=True)
    except _Only as only:
        return only.purged
    except StoreError as error:
        raise _in_use(error, "throw away") from None


class _Only(Exception):
    """What would go; the transaction is given up, so that nothing does."""

    def __init__(self, purged: Purged) -> None:
        self.purged = purged


def _in_use(error: StoreError, does: str) -> StoreError:
    """What keeps something from being done to a SQLite file that is served; any other error as it is."""
    if "Another server" not in str(error):
        return error
    sentence = f"A server is using this database, and holds its matches in memory: stop it, {does}, and start it again."
    return StoreError(sentence)


async def reset(settings: Settings, name: str) -> tuple[Account, str]:
    """The link by which a player sets a new password, once and within a day."""
    async with opened(settings, beside=True) as house:
        account = await _found(house, name)
        if account.guest:
            raise ValueError(f"{account.name} is a guest, and guests have no password.")
        token = await house.accounts.new_reset(account, RESET_LASTS)
    return account, f"{settings.at}/#/reset/{token}"


async def find(settings: Settings, name: str) -> Account:
    """The account of a name or an id."""
    async with opened(settings, beside=True) as house:
        return await _found(house, name)


async def delete(settings: Settings, name: str, running: Running) -> Left:
    """Delete an account as its owner could. A SQLite file must not be served meanwhile: its server would not hear of it."""
    try:
        async with opened(settings, beside=False) as house:
            return await leave(house, await _found(house, name), running)
    except StoreError as error:
        raise _in_use(error, "delete") from None


async def _found(house: House, name: str) -> Account:
    account = await house.accounts.named(name) or (await house.accounts.known([name])).get(name)
    if account is None:
        raise ValueError(f"There is no player called {name!r}: `weathergauge admin users` shows who there is.")
    return account
