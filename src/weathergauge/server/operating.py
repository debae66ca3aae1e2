"""What an operator does to accounts from the command line, beside a server or without one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa
from msgspec import Struct

from weathergauge.server import schema
from weathergauge.server.accounts import Account
from weathergauge.server.events import clock
from weathergauge.server.house import House
from weathergauge.server.leaving import Left, Running, leave
from weathergauge.server.migrating import StoreError
from weathergauge.server.settings import DAY, Settings

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


async def listed(settings: Settings, *, guests: bool) -> list[Listed]:
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
        if "Another server" not in str(error):
            raise
        raise StoreError(
            "A server is using this database, and holds its matches in memory: stop it, delete, and start it again."
        ) from None


async def _found(house: House, name: str) -> Account:
    account = await house.accounts.named(name) or (await house.accounts.known([name])).get(name)
    if account is None:
        raise ValueError(f"There is no player called {name!r}: `weathergauge account list` shows who there is.")
    return account
