"""Webhooks: what happens in public matches, posted to an address that the operator names, for a club's chat or a ladder of its own.

Nothing is posted that a visitor could not read, and nobody but the operator says where to.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import structlog
from msgspec import Struct

from weathergauge import codec
from weathergauge.server.change import Change
from weathergauge.server.events import clock
from weathergauge.server.keeper import Keeper
from weathergauge.server.settings import Settings
from weathergauge.server.table import Table

log = structlog.get_logger()

WAITING_AT_MOST = 500
TRIES = (0.0, 1.0, 10.0)
"""Seconds before each try."""
PATIENCE = 10.0
SIGNATURE = "X-Weathergauge-Signature"


class News(Struct, frozen=True):
    """What is posted: a match began, it is somebody's turn, or it is over."""

    event: str
    match: str
    title: str
    scenario: str
    link: str
    at: str
    turn: int | None
    to_act: list[str]
    winner: str | None = None
    reason: str = ""


class Straight(urllib.request.HTTPRedirectHandler):
    """Follows nobody elsewhere: what was signed is for the address that was named."""

    def redirect_request(self, *asked: Any) -> None:
        return None


class Herald:
    """Posts news one after the other, beside everything else; what cannot be posted is tried again, noted and let go."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.posted = 0
        self._news: asyncio.Queue[News] = asyncio.Queue(WAITING_AT_MOST)
        self._task: asyncio.Task[None] | None = None
        self._opener = urllib.request.build_opener(Straight())

    def start(self, keeper: Keeper) -> None:
        """Listen, where an address is named."""
        if self.settings.webhook:
            keeper.changed.append(self._changed)
            self._task = asyncio.create_task(self._deliver())

    async def stop(self) -> None:
        """Post no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _changed(self, table: Table, change: Change) -> None:
        row = table.row
        if not row.public:
            return
        over, began = row.finished == change.at, row.started == change.at
        if not (over or began or (change.turned and row.status == "playing")):
            return
        facts, result = row.facts, row.facts.result
        news = News(
            "finished" if over else "started" if began else "turn", row.id, row.title, row.scenario, f"{self.settings.at}/#/match/{row.id}",
            clock(change.at), facts.turn, list(facts.to_act), result.winner if result else None, result.reason if result else "",
        )  # fmt: skip
        try:
            self._news.put_nowait(news)
        except asyncio.QueueFull:
            log.warning("webhook-full")

    async def _deliver(self) -> None:
        while True:
            news, why = await self._news.get(), ""
            for wait in TRIES:
                await asyncio.sleep(wait)
                try:
                    await asyncio.to_thread(self._post, codec.encode(news))
                    self.posted += 1
                    break
                except urllib.error.HTTPError as error:
                    why = str(error.code)
                except Exception as error:  # whatever is wrong there, play goes on here
                    why = type(error).__name__
            else:
                log.warning("webhook-not-posted", why=why, host=urlsplit(self.settings.webhook).hostname)

    def _post(self, body: bytes) -> None:
        headers = {"Content-Type": "application/json", "User-Agent": "weathergauge"}
        if self.settings.webhook_secret:
            headers[SIGNATURE] = signature(self.settings.webhook_secret, body)
        asked = urllib.request.Request(self.settings.webhook, body, headers, method="POST")
        with self._opener.open(asked, timeout=PATIENCE) as answer:
            answer.read(1000)


def signature(secret: str, body: bytes) -> str:
    """What proves that a body comes from here, to whoever shares the secret."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
