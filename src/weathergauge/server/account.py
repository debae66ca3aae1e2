"""Your account: its password, where you are signed in, everything that is kept of you, and leaving for good."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request
from fastapi.responses import StreamingResponse
from msgspec import Meta, Struct

from weathergauge.server.accounts import ANOTHER_RESET, RESET_LASTS
from weathergauge.server.addresses import address_of
from weathergauge.server.bridge import NO_STORE, Asked, Reply, Routes, read
from weathergauge.server.export import Export, SessionShown, export, sessions_of
from weathergauge.server.house import COOKIE, House
from weathergauge.server.leaving import Left, Running, leave
from weathergauge.server.me import Me, Name, Password, browser, me_as
from weathergauge.server.problem import Problem


class NewPassword(Asked, frozen=True):
    old: Password
    new: Password


class Forgotten(Asked, frozen=True):
    """Whose password it was."""

    name: Name


class Reset(Asked, frozen=True):
    token: Annotated[str, Meta(min_length=1, max_length=200)]
    password: Password


class Answered(Struct, frozen=True):
    """The same words whether there is such a player or not."""

    words: str


class EndSession(Asked, frozen=True):
    """One of the list, by its id; without one all others."""

    session: Annotated[str, Meta(min_length=16, max_length=16, pattern="^[0-9a-f]+$")] | None = None


class Sessions(Struct, frozen=True):
    sessions: list[SessionShown]


class Delete(Asked, frozen=True):
    """The password, or of a guest the name; and what becomes of running matches."""

    password: Password | None = None
    name: Name | None = None
    running: Running = "bot"


def routes(house: House) -> Routes:
    part = Routes("account")
    accounts = house.accounts

    @part.post("/api/me/password", NewPassword, Me, ["signed-out", "not-yours", "refused", "bad-input", "unavailable"])
    async def password(request: Request) -> Reply:
        """Another password, for who knows the one before; every other session ends."""
        asked, _ = await read(request, NewPassword)
        who, address = await house.account(request), address_of(request, house.settings)
        return me_as(
            house, request, *await accounts.change_password(who, asked.old, asked.new, address, browser(request))
        )

    @part.post("/api/reset", Forgotten, Answered, ["refused"])
    async def forgotten(request: Request) -> Reply:
        """A letter with a link to set a new password, to the confirmed address of a player."""
        asked, _ = await read(request, Forgotten)
        if not house.postman.able:
            raise Problem(
                "refused", "This server sends no letters: ask whoever runs it for a link, which one command makes."
            )
        await house.guard.new_account(request)
        who = await accounts.named(asked.name)
        if who is not None and who.email is not None and who.email_confirmed:
            token = await accounts.new_reset(who, apart=ANOTHER_RESET)
            if token is not None:
                link = f"{house.settings.at}/#/reset/{token}"
                minutes = RESET_LASTS // 60_000
                text = f"{who.name},\n\nto set a new password, open this within {minutes} minutes:\n\n  {link}\n\n"
                text += "It works once, and signs you out everywhere else. If you did not ask for it, do nothing.\n"
                house.postman.send(who.email, "Weather Gauge: a new password", text)
        words = "If there is a player of that name with a confirmed address, a letter is on its way to it."
        return Reply(Answered(words))

    @part.post("/api/reset/finish", Reset, Me, ["not-found", "bad-input", "unavailable"])
    async def reset(request: Request) -> Reply:
        """The link of the letter was opened: set a new password; every session before ends."""
        asked, _ = await read(request, Reset)
        await house.guard.new_account(request)
        return me_as(house, request, *await accounts.reset(asked.token, asked.password, browser(request)))

    @part.get("/api/me/sessions", Sessions, ["signed-out"])
    async def sessions(request: Request) -> Reply:
        """Where you are signed in, the newest first."""
        who = await house.account(request)
        return Reply(Sessions(await sessions_of(house, who, request.cookies.get(COOKIE))))

    @part.post("/api/me/sessions/end", EndSession, Sessions, ["signed-out", "not-found"])
    async def end(request: Request) -> Reply:
        """Sign out on every other device, or on one."""
        asked, _ = await read(request, EndSession)
        who, token = await house.account(request), request.cookies.get(COOKIE)
        await accounts.end_sessions(who, token, asked.session)
        return Reply(Sessions(await sessions_of(house, who, token)))

    @part.get("/api/me/export", Export, ["signed-out"])
    async def everything(request: Request) -> StreamingResponse:
        """Everything that is kept of you: profile, sessions, matches with what you heard, records of those that are over."""
        who = await house.account(request)
        await house.guard.work("export", request, who.id)
        headers = {"Content-Disposition": 'attachment; filename="weathergauge-account.json"', **NO_STORE}
        body = export(house, who, request.cookies.get(COOKIE))
        return StreamingResponse(body, media_type="application/json", headers=headers)

    @part.post("/api/me/delete", Delete, Left, ["signed-out", "not-yours", "refused", "unavailable"])
    async def delete(request: Request) -> Reply:
        """Delete your account for good: your seats in running matches go to a bot, or are resigned."""
        asked, _ = await read(request, Delete)
        who = await house.account(request)
        if who.guest:
            if asked.name is None or asked.name.strip() != who.name:
                raise Problem("refused", f"Nothing was deleted: type your name, {who.name}, to confirm.")
        else:
            await accounts.prove(who, asked.password, address_of(request, house.settings))
        reply = Reply(await leave(house, who, asked.running))
        house.take_cookie(reply)
        return reply

    return part
