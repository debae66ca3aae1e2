"""Who plays: guests at once, registered players with a password, sessions that expire, are listed and can be ended.

Passwords are hashed with Argon2, a few at a time in threads of their own. Session tokens are random; only their hashes are
stored, so that nobody who reads the store can be somebody else.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog
from msgspec import Struct
from pwdlib import PasswordHash
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from weathergauge.server import schema
from weathergauge.server.browsers import PROGRAM
from weathergauge.server.hub import Hub
from weathergauge.server.naming import folded, looks, proper_name
from weathergauge.server.passwords import proper_password
from weathergauge.server.problem import Problem
from weathergauge.server.settings import DAY, Settings
from weathergauge.server.store import Store, now
from weathergauge.server.tries import Tries

R = TypeVar("R")

log = structlog.get_logger()

WAITING_AT_MOST = 40
BELIEVED, BELIEVED_ALONE = 5.0, 60.0
"""Seconds for which a session is believed without asking the store: where others write to it, and where none does but an
operator's command."""
SEEN_EVERY = 10 * 60 * 1000
RESET_LASTS = 60 * 60 * 1000
ANOTHER_RESET = 5 * 60 * 1000


class Account(Struct, frozen=True):
    """Somebody who plays here."""

    id: str
    name: str
    guest: bool
    email: str | None = None
    email_confirmed: bool = False
    language: str | None = None
    """In which they want to be spoken to; None as each browser wishes."""


class Session(Struct, frozen=True):
    """Where somebody is signed in: when it began, when it was last used, by which browser."""

    id: str
    made: int
    seen: int | None
    browser: str | None
    here: bool


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
        believed = BELIEVED if self.store.shared else BELIEVED_ALONE
        if known is not None and known[1] > now() and known[2] > time.monotonic() - believed:
            return known[0]
        where = schema.sessions.c.hash == hash, schema.sessions.c.expires > now()
        joined = schema.accounts.join(schema.sessions)
        columns = schema.sessions.c
        query = sa.select(schema.accounts, columns.expires, columns.seen).select_from(joined).where(*where)
        row = await self.store.read(lambda connection: connection.execute(query).mappings().first())
        if row is None:
            self._known.pop(hash, None)
            return None
        account = _account(row)
        self._known[hash] = account, row["expires"], time.monotonic()
        while len(self._known) > 5000:
            self._known.popitem(last=False)
        if now() - (row["seen"] or 0) > SEEN_EVERY:
            await self._seen(hash)
        return account

    async def _seen(self, hash: str) -> None:
        """Note that a session is in use; what is asked for does not wait on whether that can be noted."""
        update = schema.sessions.update().where(schema.sessions.c.hash == hash).values(seen=now())
        try:
            await self.store.write(lambda connection: connection.execute(update))
        except Exception as error:
            log.warning("session-not-noted", error=type(error).__name__)

    async def guest(self, name: str | None, browser: str = PROGRAM) -> tuple[Account, str]:
        """A new guest and the token of the session. A registered player's name is not for guests."""
        said = proper_name(name) if name else nameless()
        account, token = Account(new_id(), said, True), new_token()

        def write(connection: Connection) -> None:
            if name and _registered(connection, said) is not None:
                raise Problem("conflict", f"{said} is a registered player: choose another name, or sign in as {said}.")
            self._insert(connection, account, None, token, browser)

        await self.store.write(write)
        return account, token

    async def register(
        self, who: Account | None, name: str, password: str, browser: str = PROGRAM
    ) -> tuple[Account, str]:
        """A name and a password, for a guest who keeps everything or for somebody new. Gives a new session's token.

        The guest's own session ends: whoever knew its token does not know the player's. Guests who called themselves
        so until now are called otherwise.
        """
        name = proper_name(name)
        proper_password(password, name)
        if who is not None and not who.guest:
            raise Problem("refused", f"You are {who.name} already: sign out first to register another name.")
        hash = await self._hash(password)
        account = Account(who.id if who else new_id(), name, False, who.email if who else None)
        token = new_token()
        taken = Problem("conflict", f"Somebody is called {name} already, or nearly so: choose another name.")

        def write(connection: Connection) -> list[str]:
            if self.store.shared:  # two who take names that look alike in the same moment wait for each other
                lock = sa.text("SELECT pg_advisory_xact_lock(hashtext(:looks))")
                connection.execute(lock, {"looks": looks(name)})
            if _registered(connection, name) is not None:
                raise taken
            renamed = _rename_guests(connection, name, account.id)
            if who is None:
                self._insert(connection, account, hash, token, browser)
                return renamed
            values = {"name": name, "name_key": folded(name), "looks": looks(name), "password": hash}
            connection.execute(schema.accounts.update().where(schema.accounts.c.id == account.id), values)
            self._only_session(connection, account.id, token, browser)
            return renamed

        try:
            renamed = await self.store.write(write)
        except IntegrityError:
            raise taken from None
        for id in (account.id, *renamed):
            await self._forget(id)
        return account, token

    async def login(self, name: str, password: str, address: str, browser: str = PROGRAM) -> tuple[Account, str]:
        """A session for a name and its password."""
        account, token = await self._prove(name, password, address), new_token()
        await self.store.write(lambda connection: self._begin_session(connection, account.id, token, browser))
        return account, token

    async def prove(self, account: Account, password: str | None, address: str) -> None:
        """Refuse who does not know the account's own password; wrong ones count as when signing in."""
        if account.guest:
            raise Problem("refused", "A guest has no password: take a name first.")
        try:
            await self._prove(account.name, password or "", address)
        except Problem as problem:
            if problem.description.type != "not-yours":
                raise
            raise Problem("not-yours", "That is not your password: type the one you sign in with now.") from None

    async def change_password(
        self, account: Account, old: str, new: str, address: str, browser: str = PROGRAM
    ) -> tuple[Account, str]:
        """Another password, for who knows the one before. Every other session ends, and this one gets a new token."""
        await self.prove(account, old, address)
        return account, await self._set_password(account, new, browser)

    async def _set_password(self, account: Account, password: str, browser: str, used: str | None = None) -> str:
        """Store a password, by way of a reset's token where one is `used`; end every session and begin one."""
        hash, token = await self._hash(proper_password(password, account.name)), new_token()

        def write(connection: Connection) -> None:
            where, tokens = schema.accounts.c.id == account.id, schema.tokens.c
            resets = schema.tokens.delete().where(tokens.account == account.id, tokens.kind == "reset")
            if used is not None and not connection.execute(resets.where(tokens.hash == used)).rowcount:
                raise _no_reset()  # somebody else was quicker
            connection.execute(resets)
            connection.execute(schema.accounts.update().where(where), {"password": hash})
            self._only_session(connection, account.id, token, browser)

        await self.store.write(write)
        await self._forget(account.id)
        return token

    async def known(self, ids: Collection[str]) -> dict[str, Account]:
        """Accounts by their ids; those that are gone are left out."""
        query = sa.select(schema.accounts).where(schema.accounts.c.id.in_(list(ids)))
        rows = await self.store.read(lambda connection: connection.execute(query).mappings().all())
        return {row["id"]: _account(row) for row in rows}

    async def named(self, name: str) -> Account | None:
        """The registered player of that name."""
        query = sa.select(schema.accounts).where(schema.accounts.c.name_key == folded(name)[:200])
        row = await self.store.read(lambda connection: connection.execute(query).mappings().first())
        return None if row is None else _account(row)

    async def new_reset(self, account: Account, lasts: int = RESET_LASTS, *, apart: int = 0) -> str | None:
        """A token by which a new password can be set once; none where the last was made less than `apart` ago."""
        token, at, columns = new_token(), now(), schema.tokens.c
        values = {"hash": hashed(token), "kind": "reset", "account": account.id, "made": at, "expires": at + lasts}

        def write(connection: Connection) -> bool:
            mine = columns.account == account.id, columns.kind == "reset"
            newest = connection.execute(sa.select(sa.func.max(columns.made)).where(*mine)).scalar()
            if newest is not None and at - apart < newest <= at + apart:  # one from later was made by a wrong clock
                return False
            connection.execute(schema.tokens.delete().where(*mine))
            connection.execute(schema.tokens.insert(), values)
            return True

        return token if await self.store.write(write) else None

    async def reset(self, token: str, password: str, browser: str = PROGRAM) -> tuple[Account, str]:
        """A new password for who has the token of a reset, which is used up. Every session before ends."""
        columns = schema.tokens.c
        where = columns.hash == hashed(token), columns.kind == "reset", columns.expires > now()
        joined = schema.accounts.join(schema.tokens, columns.account == schema.accounts.c.id)
        query = sa.select(schema.accounts).select_from(joined).where(*where)
        row = await self.store.read(lambda connection: connection.execute(query).mappings().first())
        if row is None:
            raise _no_reset()
        return _account(row), await self._set_password(_account(row), password, browser, hashed(token))

    async def _prove(self, name: str, password: str, address: str) -> Account:
        """The account of a name and its password. Wrong names take as long as wrong passwords."""
        key = folded(name)[:200]
        query = sa.select(schema.accounts).where(schema.accounts.c.name_key == key)
        async with self.tries.attempt(key, address) as tried:
            row = await self.store.read(lambda connection: connection.execute(query).mappings().first())
            if not self._nobody:
                self._nobody = await self._hash(new_token())
            right = await self._verify(password[:200], row["password"] if row else self._nobody)
            tried.right = right and row is not None
        if row is None or not right:
            raise Problem("not-yours", "That name and password do not go together.")
        return _account(row)

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

    async def sessions(self, account: Account, token: str | None) -> list[Session]:
        """Where an account is signed in, the newest first."""
        columns, here = schema.sessions.c, hashed(token or "")
        where = columns.account == account.id, columns.expires > now()
        query = sa.select(schema.sessions).where(*where).order_by(columns.created.desc())
        rows = await self.store.read(lambda connection: connection.execute(query).all())
        return [Session(row.hash[:16], row.created, row.seen, row.agent, row.hash == here) for row in rows]

    async def end_sessions(self, account: Account, token: str | None, one: str | None) -> None:
        """End every session but this one, or one by its id."""
        columns = schema.sessions.c
        where = [columns.account == account.id]
        where.append(
            columns.hash != hashed(token or "") if one is None else columns.hash.startswith(one, autoescape=True)
        )
        ended = await self.store.write(
            lambda connection: connection.execute(schema.sessions.delete().where(*where)).rowcount
        )
        if one is not None and not ended:
            raise Problem("not-found", "There is no such session any more: look at the list again.")
        await self._forget(account.id)

    async def delete(self, account: Account) -> None:
        """Forget an account for good, with its sessions, tokens and address. Its seats must have been left before."""

        def write(connection: Connection) -> None:
            made = schema.matches.c.creator == account.id
            connection.execute(schema.matches.update().where(made).values(creator=None))
            connection.execute(schema.receipts.delete().where(schema.receipts.c.scope == f"account:{account.id}"))
            connection.execute(schema.accounts.delete().where(schema.accounts.c.id == account.id))

        await self.store.write(write)
        await self._forget(account.id)

    async def set_email(self, account: Account, email: str | None, confirmed: bool) -> None:
        """The address for letters; it is written to only when it was confirmed."""
        values = {"email": email, "email_confirmed": confirmed}
        where = schema.accounts.c.id == account.id
        await self.store.write(lambda connection: connection.execute(schema.accounts.update().where(where), values))
        await self._forget(account.id)

    async def set_language(self, account: Account, language: str | None) -> None:
        """The language in which they want to be spoken to."""
        where = schema.accounts.c.id == account.id
        values = {"language": language}
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

    def _insert(self, connection: Connection, account: Account, password: str | None, token: str, browser: str) -> None:
        name = account.name
        key = None if account.guest else folded(name)
        values = {"id": account.id, "name": name, "name_key": key, "password": password, "email": account.email}
        values |= {"looks": looks(name)}
        connection.execute(schema.accounts.insert(), {**values, "email_confirmed": False, "created": now()})
        self._begin_session(connection, account.id, token, browser)

    def _begin_session(self, connection: Connection, account: str, token: str, browser: str) -> None:
        at = now()
        expires = at + self.settings.session_days * DAY * 1000
        values = {"hash": hashed(token), "account": account, "created": at, "expires": expires}
        connection.execute(schema.sessions.insert(), {**values, "seen": at, "agent": browser})

    def _only_session(self, connection: Connection, account: str, token: str, browser: str) -> None:
        """Begin a session and end every other of the account."""
        connection.execute(schema.sessions.delete().where(schema.sessions.c.account == account))
        self._begin_session(connection, account, token, browser)

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
    return Account(
        row["id"], row["name"], row["password"] is None, row["email"], row["email_confirmed"], row["language"]
    )


def _no_reset() -> Problem:
    return Problem("not-found", "This link is not valid any more: ask for a new letter.")


def nameless() -> str:
    """What a guest without a name is called."""
    return f"Guest {secrets.token_hex(2)}"


def _registered(connection: Connection, name: str) -> str | None:
    """The id of a registered player whose name looks like that one."""
    columns = schema.accounts.c
    query = sa.select(columns.id).where(columns.looks == looks(name), columns.password.is_not(None)).limit(1)
    return connection.execute(query).scalar()


def _rename_guests(connection: Connection, name: str, but: str) -> list[str]:
    """Call guests otherwise whose name somebody takes now; which they are."""
    columns = schema.accounts.c
    where = columns.looks == looks(name), columns.password.is_(None), columns.id != but
    ids = list(connection.execute(sa.select(columns.id).where(*where)).scalars())
    for id in ids:
        other = nameless()
        connection.execute(schema.accounts.update().where(columns.id == id).values(name=other, looks=looks(other)))
    return ids
