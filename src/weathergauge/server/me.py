"""You: playing at once as a guest, registering, signing in and out, and an address for letters."""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import Request
from msgspec import Meta, Struct
from sqlalchemy import Connection

from weathergauge.frame.words import listed
from weathergauge.server import schema, tongues
from weathergauge.server.accounts import Account, hashed, new_token
from weathergauge.server.addresses import address_of
from weathergauge.server.bridge import Asked, Nothing, Reply, Routes, read
from weathergauge.server.browsers import browser_of
from weathergauge.server.house import COOKIE, House
from weathergauge.server.mail import proper_address
from weathergauge.server.problem import Problem
from weathergauge.server.settings import DAY
from weathergauge.server.store import now

Name = Annotated[str, Meta(min_length=1, max_length=100)]
Password = Annotated[str, Meta(min_length=1, max_length=1000)]


class Guest(Asked, frozen=True):
    name: Name | None = None


class Credentials(Asked, frozen=True):
    name: Name
    password: Password


class Email(Asked, frozen=True):
    email: Annotated[str, Meta(max_length=254)] | None


class Wish(Asked, frozen=True):
    """A language by its short name, as in `fr`; null as each browser wishes."""

    language: Annotated[str, Meta(max_length=20)] | None


class Token(Asked, frozen=True):
    token: Annotated[str, Meta(min_length=1, max_length=200)]


class Me(Struct, frozen=True):
    """Who you are here."""

    signed_in: bool
    id: str | None
    name: str | None
    guest: bool | None
    email: str | None
    email_confirmed: bool | None
    mail: bool
    workbench: bool
    """Whether it is yours to change charts and try what that does."""
    language: str | None
    """The language that you chose for this account; null as each browser wishes."""


def me_as(house: House, request: Request, account: Account | None, token: str | None = None) -> Reply:
    """Who somebody is, with the cookie of a new session where there is one."""
    able = house.postman.able
    bench = house.why_no_workbench is None and house.operators.include(account, request.scope)
    if account is None:
        return Reply(Me(False, None, None, None, None, None, able, bench, None))
    confirmed = account.email_confirmed
    reply = Reply(
        Me(True, account.id, account.name, account.guest, account.email, confirmed, able, bench, account.language)
    )
    if token is not None:
        house.give_cookie(reply, token)
    return reply


def browser(request: Request) -> str:
    """What the browser of a request is called in the list of sessions."""
    return browser_of(request.headers.get("user-agent"))


def routes(house: House) -> Routes:
    part = Routes("you")
    accounts = house.accounts

    def shown(request: Request, account: Account | None, token: str | None = None) -> Reply:
        return me_as(house, request, account, token)

    @part.get("/api/me", Me)
    async def me(request: Request) -> Reply:
        """Who you are here, if anybody."""
        return shown(request, (await house.caller(request)).account)

    @part.post("/api/guest", Guest, Me, ["bad-input", "conflict"])
    async def guest(request: Request) -> Reply:
        """Play at once, without a password."""
        asked, _ = await read(request, Guest)
        known = (await house.caller(request)).account
        if known is not None:
            return shown(request, known)
        await house.guard.new_account(request)
        return shown(request, *await accounts.guest(asked.name, browser(request)))

    @part.post("/api/register", Credentials, Me, ["bad-input", "refused", "conflict", "unavailable"])
    async def register(request: Request) -> Reply:
        """Take a name and a password; a guest keeps everything, and gets a new cookie."""
        asked, _ = await read(request, Credentials)
        await house.guard.new_account(request)
        who = (await house.caller(request)).account
        return shown(request, *await accounts.register(who, asked.name, asked.password, browser(request)))

    @part.post("/api/login", Credentials, Me, ["not-yours", "unavailable"])
    async def login(request: Request) -> Reply:
        """Sign in on this device."""
        asked, _ = await read(request, Credentials)
        address = address_of(request, house.settings)
        return shown(request, *await accounts.login(asked.name, asked.password, address, browser(request)))

    @part.post("/api/logout", Nothing, Me)
    async def logout(request: Request) -> Reply:
        """Sign out on this device."""
        await read(request, Nothing)
        if token := request.cookies.get(COOKIE):
            await accounts.logout(token)
        reply = shown(request, None)
        house.take_cookie(reply)
        return reply

    @part.post("/api/logout-everywhere", Nothing, Me, ["signed-out"])
    async def logout_everywhere(request: Request) -> Reply:
        """End every session of yours, on every device."""
        await read(request, Nothing)
        await accounts.logout_everywhere(await house.account(request))
        reply = shown(request, None)
        house.take_cookie(reply)
        return reply

    @part.post("/api/me/email", Email, Me, ["signed-out", "bad-input", "refused"])
    async def email(request: Request) -> Reply:
        """An address for letters, which are sent once it is confirmed; null forgets it."""
        asked, _ = await read(request, Email)
        account = await house.account(request)
        if asked.email is None:
            await accounts.set_email(account, None, False)
            return shown(request, (await house.caller(request)).account)
        address = proper_address(asked.email)
        if not house.postman.able:
            raise Problem("refused", "This server sends no letters: its operator has named no mail server.")
        await house.guard.new_account(request)
        token = new_token()
        values: dict[str, Any] = {"hash": hashed(token), "kind": "email", "account": account.id, "about": address}
        values |= {"expires": now() + DAY * 1000}
        await house.store.write(lambda connection: connection.execute(schema.tokens.insert(), values))
        await accounts.set_email(account, address, False)
        link = f"{house.settings.at}/#/confirm/{token}"
        text = f"{account.name},\n\nto hear of your turns in slow matches here, open this within a day:\n\n  {link}\n\n"
        house.postman.send(
            address, "Weather Gauge: is this your address?", text + "If you did not ask for it, do nothing.\n"
        )
        return shown(request, (await house.caller(request)).account)

    @part.post("/api/me/language", Wish, Me, ["signed-out", "bad-input"])
    async def language(request: Request) -> Reply:
        """The language of the table, wherever you sign in; null as each browser wishes."""
        asked, _ = await read(request, Wish)
        account, known = await house.account(request), tongues.known()
        if asked.language is not None and asked.language not in known:
            raise Problem(
                "bad-input", f"language {asked.language!r}: expected one of {listed(sorted(known))}, or null."
            )
        await accounts.set_language(account, asked.language)
        return shown(request, (await house.caller(request)).account)

    @part.post("/api/me/email/confirm", Token, Me, ["not-found"])
    async def confirm(request: Request) -> Reply:
        """The link of the letter was opened."""
        asked, _ = await read(request, Token)
        columns, people = schema.tokens.c, schema.accounts
        where = columns.hash == hashed(asked.token), columns.kind == "email", columns.expires > now()

        def job(connection: Connection) -> Account | None:
            found = connection.execute(sa.select(columns.account, columns.about).where(*where)).first()
            if found is None:
                return None
            connection.execute(schema.tokens.delete().where(columns.hash == hashed(asked.token)))
            row = connection.execute(sa.select(people).where(people.c.id == found.account)).mappings().first()
            if row is None or row["email"] != found.about:
                return None
            return Account(row["id"], row["name"], row["password"] is None, row["email"], True, row["language"])

        account = await house.store.write(job)
        if account is None:
            raise Problem("not-found", "This link is not valid any more: ask for a new letter.")
        await accounts.set_email(account, account.email, True)
        return shown(request, (await house.caller(request)).account)

    return part
