"""Letters: "your turn" in slow matches, to those who gave an address and confirmed it, where the operator has named a mail server."""

from __future__ import annotations

import asyncio
import contextlib
import re
import smtplib
from email.message import EmailMessage
from email.utils import make_msgid

import sqlalchemy as sa
import structlog

from weathergauge.server import schema
from weathergauge.server.change import Change
from weathergauge.server.keeper import Keeper
from weathergauge.server.problem import Problem
from weathergauge.server.settings import Settings
from weathergauge.server.store import Store
from weathergauge.server.table import Table

log = structlog.get_logger()

WAITING_AT_MOST = 500
WORD, LABEL = "[A-Za-z0-9_%+-]+", "[A-Za-z0-9-]{1,63}"
ADDRESS = re.compile(rf"(?=.{{1,64}}@){WORD}(\.{WORD})*@{LABEL}(\.{LABEL})+")
LONGEST = 254


def proper_address(text: str) -> str:
    """An address to which a letter can be written; one that would not come out of the letter as it went in is refused."""
    address, back = text.strip(), ""
    if len(address) <= LONGEST and ADDRESS.fullmatch(address):
        with contextlib.suppress(Exception):  # the library answers what it cannot parse with errors of many kinds
            message = written(address, address, "Is this your address?", "")
            message.as_bytes()
            (found,) = message["To"].addresses
            back = found.addr_spec
    if not back or back != address:
        raise Problem("bad-input", "email: expected an address such as ann@example.org.")
    return address


def written(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """A letter as it is handed to the mail server."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Message-ID"] = make_msgid(domain="weathergauge")
    message.set_content(text)
    return message


class Postman:
    """Sends letters one after the other, beside everything else; one that cannot be sent is noted and let go."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.sent = 0
        self._letters: asyncio.Queue[EmailMessage] = asyncio.Queue(WAITING_AT_MOST)
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
        """Write a letter now, to be posted soon; one that cannot be written is noted and keeps nobody else waiting."""
        try:
            self._letters.put_nowait(written(self.settings.mail_from, to, subject, text))
        except asyncio.QueueFull:
            log.warning("letters-full")
        except Exception as error:
            log.warning("letter-not-written", error=type(error).__name__)

    def _changed(self, table: Table, change: Change) -> None:
        """Write to those who must decide now, once for each turn of theirs, and to whose words a match waits for."""
        row = table.row
        if row.pace != "slow":
            return
        people = {place.seat for place in row.facts.seats if place.kind == "person"}
        if change.turned and row.status == "playing":
            turn = row.facts.turn
            seats, what = row.facts.to_act, ("Your turn", "it is your turn", "" if turn is None else f", turn {turn}")
        else:
            what = "Your words for the dice", "your browser is waited for to open its words for the dice", ""
            seats = change.openings
        accounts = {account for seat in seats if seat in people for account in table.holders.get(seat, ())}
        if accounts:
            task = asyncio.create_task(self._write_to(accounts, row.id, row.title, what))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _write_to(self, accounts: set[str], match: str, title: str, what: tuple[str, str, str]) -> None:
        columns = schema.accounts.c
        query = sa.select(columns.email, columns.name).where(
            columns.id.in_(accounts), columns.email_confirmed, columns.email.is_not(None)
        )
        found = await self.store.read(lambda connection: connection.execute(query).all())
        subject, why, when = what
        for email, name in found:
            text = (
                f"{name},\n\n{why} in a match of {title}{when}:\n\n  {self.settings.at}/#/match/{match}\n\n"
                "You get this because you gave this address to Weather Gauge. To hear no more, remove it on your page there.\n"
            )
            self.send(email, f"{subject}: {title}{when}", text)

    async def _deliver(self) -> None:
        while True:
            letter = await self._letters.get()
            try:
                await asyncio.to_thread(self._post, letter)
                self.sent += 1
            except Exception as error:  # whatever is wrong with one letter, the next is posted
                log.warning("letter-not-sent", error=type(error).__name__)

    def _post(self, letter: EmailMessage) -> None:
        settings = self.settings
        with smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=30) as server:
            if settings.smtp_starttls:
                server.starttls()
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(letter)
