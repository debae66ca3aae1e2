"""Who plays: guests at once, registered players with a password, sessions that expire and can be revoked.

Passwords are hashed with Argon2, a few at a time in threads of their own. Session tokens are random; only their hashes are
stored, so that nobody who reads the store can be somebody else.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from pwdlib import PasswordHash
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from weathergauge.bots import NAMES as BOTS
from weathergauge.server import schema
from weathergauge.server.hub import Hub
from weathergauge.server.problem import Problem
from weathergauge.server.settings import DAY, Settings
from weathergauge.server.store import Store, now
from weathergauge.server.tries import Tries

R = TypeVar("R")

WAITING_AT_MOST = 40
BELIEVED = 5.0
RESERVED = {*BOTS, "table", "spectator", "guest", "player", "everybody"}


class Account(Struct, frozen=True):
    """Somebody who plays here."""

    id: str
    name: str
    guest: bool
    email: str | None = None
    email_confirmed: bool = False


def new_token() -> str:
    """256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored of a token: it is random enough that a plain hash cannot be turned round."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    return secrets.token_urlsafe(12)


class Accounts:
    """Accounts and their sessions."""

    def __init__(self, store: Store, hub: Hub, settings: Settings) -> None:
        self.store, self.settings, self.hub = store, settings, hub
        self.tries = Tries(store, settings)
        self._hasher = PasswordHash.recommended()
        self._threads = ThreadPoolExecutor(settings.hashing_at_once, "argon2")
        self._waiting = 0
        self._nobody = ""
        self._known: OrderedDict[str, tuple[Account, int, float]] = OrderedDict()
        hub.on_change_elsewhere(self._changed_elsewhere)

    async def of_session(self, token: str | None) -> Account | None:
        """Whose session it is, if it has not expired and was not ended."""
        if not token or len(token) > 100:
            return None
        hash = hashed(token)
        known = self._known.get(hash)
        if known is not None and known[1] > now() and (not self.store.shared or known[2] > time.monotonic() - BELIEVED):
            return known[0]
        where = schema.sessions.c.hash == hash, schema.sessions.c.expires > now()
        joined = schema.accounts.join(schema.sessions)
        query = sa.select(schema.accounts, schema.sessions.c.expires).select_from(joined).where(*where)
        row = await self.store.read(lambda connection: connection.execute(query).mappings().first())
        if row is None:
            self._known.pop(hash, None)
            return None
        account = _account(row)
        self._known[hash] = account, row["expires"], time.monotonic()
        while len(self._known) > 5000:
            self._known.popitem(last=False)
        return account

    async def guest(self, name: str | None) -> tuple[Account, str]:
        """A new guest and the token of the session."""
        said = proper_name(name) if name else f"Guest {secrets.token_hex(2)}"
        account, token = Account(new_id(), said, True), new_token()
        await self.store.write(lambda connection: self._insert(connection, account, None, token))
        return account, token

    async def register(self, who: Account | None, name: str, password: str) -> tuple[Account, str]:
        """A name and a password, for a guest who keeps everything or for somebody new. Gives a new session's token."""
        name = proper_name(name)
        if not 8 <= len(password) <= 200:
            raise Problem("bad-input", "password: expected 8 to 200 characters.")
        if who is not None and not who.guest:
            raise Problem("refused", f"You are {who.name} already: sign out first to register another name.")
        hash = await self._hash(password)
        account = Account(who.id if who else new_id(), name, False, who.email if who else None)
        token = new_token()

        def write(connection: Connection) -> None:
            if who is None:
                self._insert(connection, account, hash, token)
                return
            values = {"name": name, "name_key": name.casefold(), "password": hash}
            connection.execute(schema.accounts.update().where(schema.accounts.c.id == account.id), values)
            self._begin_session(connection, account.id, token)

        try:
            await self.store.write(write)
        except IntegrityError:
            raise Problem("conflict", f"Somebody is called {name} already: choose another name.") from None
        await self._forget(account.id)
        return account, token

    async def login(self, name: str, password: str, address: str) -> tuple[Account, str]:
        """A session for a name and its password. Wrong names take as long as wrong passwords."""
        key = name.strip().casefold()[:200]
        query = sa.select(schema.accounts).where(schema.accounts.c.name_key == key)
        async with self.tries.attempt(name, address) as tried:
            row = await self.store.read(lambda connection: connection.execute(query).mappings().first())
            if not self._nobody:
                self._nobody = await self._hash(new_token())
            right = await self._verify(password[:200], row["password"] if row else self._nobody)
            tried.right = right and row is not None
        if row is None or not right:
            raise Problem("not-yours", "That name and password do not go together.")
        account, token = _account(row), new_token()
        await self.store.write(lambda connection: self._begin_session(connection, account.id, token))
        return account, token

    async def logout(self, token: str) -> None:
        """End this session."""
        hash = hashed(token)
        await self.store.write(
            lambda connection: connection.execute(schema.sessions.delete().where(schema.sessions.c.hash == hash))
        )
        self._known.pop(hash, None)
        await self.hub.tell_others(f"session:{hash}")

    async def logout_everywhere(self, account: Account) -> None:
        """End every session of an account."""
        where = schema.sessions.c.account == account.id
        await self.store.write(lambda connection: connection.execute(schema.sessions.delete().where(where)))
        await self._forget(account.id)

    async def set_email(self, account: Account, email: str | None, confirmed: bool) -> None:
        """The address for letters; it is written to only when it was confirmed."""
        values = {"email": email, "email_confirmed": confirmed}
        where = schema.accounts.c.id == account.id
        await self.store.write(lambda connection: connection.execute(schema.accounts.update().where(where), values))
        await self._forget(account.id)

    def stop(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _hash(self, password: str) -> str:
        return await self._in_thread(lambda: self._hasher.hash(password))

    async def _verify(self, password: str, hash: str) -> bool:
        return await self._in_thread(lambda: self._hasher.verify(password, hash))

    async def _in_thread(self, work: Callable[[], R]) -> R:
        """A few at a time; where too many wait already, the newest is sent away."""
        if self._waiting >= WAITING_AT_MOST:
            raise Problem("unavailable", "Too many are signing in at once; please try again in a moment.", retry=5)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def _insert(self, connection: Connection, account: Account, password: str | None, token: str) -> None:
        key = None if account.guest else account.name.casefold()
        values = {"id": account.id, "name": account.name, "name_key": key, "password": password, "email": account.email}
        connection.execute(schema.accounts.insert(), {**values, "email_confirmed": False, "created": now()})
        self._begin_session(connection, account.id, token)

    def _begin_session(self, connection: Connection, account: str, token: str) -> None:
        at = now()
        expires = at + self.settings.session_days * DAY * 1000
        values = {"hash": hashed(token), "account": account, "created": at, "expires": expires}
        connection.execute(schema.sessions.insert(), values)

    async def _forget(self, account: str) -> None:
        """What was known of an account's sessions may have changed."""
        self._known = OrderedDict((hash, known) for hash, known in self._known.items() if known[0].id != account)
        await self.hub.tell_others(f"account:{account}")

    def _changed_elsewhere(self, word: str) -> None:
        kind, _, rest = word.partition(":")
        if kind == "session":
            self._known.pop(rest, None)
        elif kind == "account":
            self._known = OrderedDict((hash, known) for hash, known in self._known.items() if known[0].id != rest)


def _account(row: Any) -> Account:
    return Account(row["id"], row["name"], row["password"] is None, row["email"], row["email_confirmed"])


def proper_name(name: str) -> str:
    """A name as it may be shown to others; one that cannot is refused."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= 40 or not name.isprintable():
        raise Problem("bad-input", "name: expected 1 to 40 visible characters.")
    if name.casefold() in RESERVED:
        raise Problem("bad-input", f"name: {name} is the name of a bot or a place at the table; choose another.")
    return name
