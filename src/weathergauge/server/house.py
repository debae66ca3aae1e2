"""The house: everything the routes share, put together once and started and stopped with the server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from pkgutil import resolve_name
from typing import TypeVar

import structlog
from fastapi import Request, Response
from msgspec import Struct

from weathergauge import rulesets
from weathergauge.match.opening import RulesFor
from weathergauge.ruleset import Rules
from weathergauge.rulesets import Title
from weathergauge.sentences import nearest
from weathergauge.server.accounts import Account, Accounts, hashed
from weathergauge.server.addresses import address_of
from weathergauge.server.allowance import Limiter
from weathergauge.server.cleaning import clean
from weathergauge.server.crew import Crew
from weathergauge.server.health import Pulse
from weathergauge.server.herald import Herald
from weathergauge.server.hub import Hub
from weathergauge.server.keeper import Keeper
from weathergauge.server.mail import Postman
from weathergauge.server.metrics import Metrics
from weathergauge.server.operators import Operators
from weathergauge.server.places import Places
from weathergauge.server.problem import Problem
from weathergauge.server.reckoning import Reckoning
from weathergauge.server.settings import DAY, Settings
from weathergauge.server.store import Store
from weathergauge.server.sweeping import Sweeper
from weathergauge.server.table import SPECTATOR, Table
from weathergauge.server.trials import Trials

log = structlog.get_logger()

R = TypeVar("R")

COOKIE = "wg_session"
RULES = "weathergauge.rulesets:ruleset"
BOTS = "weathergauge.bots:bot"
CLEANING = 60 * 60


class Caller(Struct, frozen=True):
    """Who asks: an account by its session, or somebody with a seat's token."""

    account: Account | None
    bearer: str | None = None

    @property
    def id(self) -> str | None:
        return None if self.account is None else self.account.id


class House:
    """The server without its routes."""

    def __init__(
        self, settings: Settings, rules_at: str = RULES, bots_at: str = BOTS, titles: Sequence[str] = ()
    ) -> None:
        self.settings = settings
        self.rules_for: RulesFor = resolve_name(rules_at)
        self.titles = tuple(titles) or tuple(title.name for title in rulesets.titles())
        self.store = Store(settings.url)
        self.hub = Hub(self.store)
        self.accounts = Accounts(self.store, self.hub, settings)
        self.keeper = Keeper(self.store, self.hub, settings, self.rules_for)
        self.crew = Crew(self.keeper, settings, rules_at, bots_at)
        self.sweeper = Sweeper(self.keeper, settings)
        self.postman = Postman(self.store, settings)
        self.herald = Herald(settings)
        self.pulse = Pulse(self.store)
        self.guard = Limiter(self.store, settings)
        self.places = Places(self.store, settings)
        self.metrics = Metrics()
        self.reckoning = Reckoning(rules_at, self.titles)
        self.operators = Operators(settings)
        self.trials = Trials(settings, lambda study: self.hub.wake(f"study:{study}"))
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        for sentence in rulesets.faults():
            log.warning("title-left-out", why=sentence)
        await self.store.start()
        await self.hub.start()
        self.places.start()
        self.metrics.start()
        await self.crew.start()
        self.postman.start(self.keeper)
        self.herald.start(self.keeper)
        self._tasks.append(asyncio.create_task(self._clean()))

    async def stop(self) -> None:
        """Streams end, bots stop where they are, and what was handed to the store is written."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.trials.close()
        self.metrics.stop()
        await self.crew.stop()
        await self.postman.stop()
        await self.herald.stop()
        await self.hub.stop()
        await self.places.stop()
        self.store.refuse()
        self.accounts.stop()
        self.keeper.stop()
        await self.reckoning.stop()
        await self.store.stop()

    async def think(self, work: Callable[[], R]) -> R:
        """Work of a match that takes its time, beside the requests."""
        return await self.reckoning.think(work)

    def rules(self, title: str) -> Rules:
        """The rules of a title; who does not know its name is told the nearest."""
        if title not in self.titles:
            raise Problem("not-found", f"There is no title {title!r}: {nearest(title, self.titles)}")
        try:
            return self.rules_for(title)
        except ValueError as error:
            raise Problem("not-found", str(error)) from None

    def why_not(self, title: str) -> str | None:
        """Why a title cannot be played, where it cannot."""
        try:
            self.rules_for(title)
        except ValueError as error:
            return str(error)
        return None

    @property
    def why_no_workbench(self) -> str | None:
        """Why nobody can try anything here, where nobody can."""
        if self.settings.workbench_workers:
            return None
        return (
            "This server has no workbench: WEATHERGAUGE_WORKBENCH_WORKERS is 0, as it is where several processes serve."
        )

    def title(self, name: str) -> Title:
        """What is known of a title by itself; of one that only a test knows, its name."""
        try:
            return rulesets.title(name)
        except rulesets.Misspelt:
            return Title(name, name, name, name, "", Path(), Path())

    async def caller(self, request: Request) -> Caller:
        """Who asks."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        bearer = token.strip() if kind.lower() == "bearer" and 0 < len(token) <= 200 else None
        return Caller(await self.accounts.of_session(request.cookies.get(COOKIE)), bearer)

    async def working(self, kind: str, request: Request) -> Caller:
        """Who asks for some dear work, once it is counted."""
        caller = await self.caller(request)
        await self.guard.work(kind, request, caller.id)
        return caller

    def place(self, request: Request, caller: Caller, *, known: bool = False) -> AbstractAsyncContextManager[None]:
        """A place for a stream, for as long as it is open. `known`: the caller has a secret address instead of a name."""
        return self.places.one(address_of(request, self.settings), caller.id, known=known)

    async def account(self, request: Request) -> Account:
        """The account that asks; nobody is sent to make a session first."""
        found = (await self.caller(request)).account
        if found is None:
            raise Problem("signed-out", "Take a name first: play as a guest, or sign in.")
        return found

    def give_cookie(self, response: Response, token: str) -> None:
        """The session, where no script can read it."""
        response.set_cookie(
            COOKIE, token, max_age=self.settings.session_days * DAY, path="/", secure=self.settings.secure,
            httponly=True, samesite="lax",
        )  # fmt: skip

    def take_cookie(self, response: Response) -> None:
        response.delete_cookie(COOKIE, path="/", secure=self.settings.secure, httponly=True, samesite="lax")

    async def _clean(self) -> None:
        while True:
            try:
                await clean(self.store)
                await self.sweeper.sweep()
            except Exception:
                log.exception("cleaning-failed")
            await asyncio.sleep(CLEANING)


def sit(table: Table, seat: str, caller: Caller, *, play: bool = False) -> str:
    """The audience a caller belongs to at a seat, or the reason why not. `play`: spectators are not enough."""
    program = None if caller.bearer is None else table.programs.get(hashed(caller.bearer))
    if seat == "spectator":
        if play:
            raise Problem("not-yours", "A spectator can only watch.")
        if not may_watch(table, caller):
            raise Problem("not-yours", "This is a private match: only those who play in it may watch.")
        return SPECTATOR
    if seat not in table.seats:
        raise Problem("not-found", f"There is no seat {seat!r}: {nearest(seat, [*table.seats, 'spectator'])}")
    if (program is not None and program.seat == seat) or caller.id in table.holders.get(seat, ()):
        return seat
    if caller.account is None and caller.bearer is None:
        raise Problem("signed-out", f"Sign in, or open the private link of the seat, to play {seat}.")
    raise Problem("not-yours", f"You do not play {seat} in this match.")


def is_program(table: Table, caller: Caller) -> bool:
    """Whether a program asks that may play one of the seats."""
    return caller.bearer is not None and hashed(caller.bearer) in table.programs


def may_watch(table: Table, caller: Caller) -> bool:
    """Whether somebody may see what a spectator sees."""
    row = table.row
    return row.public or is_program(table, caller) or bool(table.of(caller.id)) or row.creator == (caller.id or 0)
