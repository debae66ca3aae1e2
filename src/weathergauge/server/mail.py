"""Letters: "your turn" in slow matches, to those who gave an address and confirmed it, where the operator has named a mail server."""

from __future__ import annotations

import asyncio
import contextlib
import smtplib
from email.message import EmailMessage
from email.utils import make_msgid

import sqlalchemy as sa
import structlog

from weathergauge.server import schema
from weathergauge.server.change import Change
from weathergauge.server.keeper import Keeper
from weathergauge.server.settings import Settings
from weathergauge.server.store import Store
from weathergauge.server.table import Table

log = structlog.get_logger()

WAITING_AT_MOST = 500


class Letter:
    """A letter to be sent."""

    def __init__(self, to: str, subject: str, text: str) -> None:
        self.to, self.subject, self.text = to, subject, text


class Postman:
    """Sends letters one after the other, beside everything else; one that cannot be sent is noted and let go."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.sent = 0
        self._letters: asyncio.Queue[Letter] = asyncio.Queue(WAITING_AT_MOST)
        self._task: asyncio.Task[None] | None = None
        self._asking: set[asyncio.Task[None]] = set()

    @property
    def able(self) -> bool:
        return bool(self.settings.smtp_host)

    def start(self, keeper: Keeper) -> None:
        if self.able:
            keeper.changed.append(self._changed)
            self._task = asyncio.create_task(self._deliver())

    async def stop(self) -> None:
        for task in (*self._asking, *([self._task] if self._task else [])):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def send(self, to: str, subject: str, text: str) -> None:
        try:
            self._letters.put_nowait(Letter(to, subject, text))
        except asyncio.QueueFull:
            log.warning("letters-full")

    def _changed(self, table: Table, change: Change) -> None:
        """Write to those who must decide now, once for each turn of theirs."""
        row = table.row
        if not change.turned or row.pace != "slow" or row.status != "playing":
            return
        people = {place.seat for place in row.facts.seats if place.kind == "person"}
        accounts = {one for seat in row.facts.to_act if seat in people for one in table.holders.get(seat, ())}
        if accounts:
            task = asyncio.create_task(self._write_to(accounts, row.id, row.title, row.facts.turn))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _write_to(self, accounts: set[str], match: str, title: str, turn: int | None) -> None:
        columns = schema.accounts.c
        query = sa.select(columns.email, columns.name).where(
            columns.id.in_(accounts), columns.email_confirmed, columns.email.is_not(None)
        )
        found = await self.store.read(lambda connection: connection.execute(query).all())
        when = "" if turn is None else f", turn {turn}"
        for email, name in found:
            text = (
                f"{name},\n\nit is your turn in a match of {title}{when}:\n\n  {self.settings.at}/#/match/{match}\n\n"
                "You get this because you gave this address to Weather Gauge. To hear no more, remove it on your page there.\n"
            )
            self.send(email, f"Your turn: {title}{when}", text)

    async def _deliver(self) -> None:
        while True:
            letter = await self._letters.get()
            try:
                await asyncio.to_thread(self._post, letter)
                self.sent += 1
            except (OSError, smtplib.SMTPException) as error:
                log.warning("letter-not-sent", error=type(error).__name__)

    def _post(self, letter: Letter) -> None:
        settings, message = self.settings, EmailMessage()
        message["From"], message["To"], message["Subject"] = settings.mail_from, letter.to, letter.subject
        message["Message-ID"] = make_msgid(domain="weathergauge")
        message.set_content(letter.text)
        with smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=30) as server:
            if settings.smtp_starttls:
                server.starttls()
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(message)
