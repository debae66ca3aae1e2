"""Keeps the matches: loads them from the store, holds the busiest in memory, and changes them one request at a time.

A change is stored before it is answered, and what is in memory counts only once it is stored: where storing fails, the
table is forgotten and loaded again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from weathergauge import codec
from weathergauge.match import Match
from weathergauge.match.course import Stale
from weathergauge.match.opening import RulesFor
from weathergauge.match.record import Record
from weathergauge.server import schema, tongues
from weathergauge.server.change import Ask, Change, Conflict
from weathergauge.server.hub import Hub, Numbered
from weathergauge.server.problem import Problem, from_error
from weathergauge.server.settings import Settings
from weathergauge.server.store import Store, Twice, now
from weathergauge.server.table import PrivateLink, Program, Row, Table, from_columns, to_columns

ATTEMPTS = 8

Do = Callable[[Change], Any]
"""Does something to a table and gives what is to be answered, or a function that makes the answer in the end."""

May = Callable[[Table], Any]
"""Raises a problem for who may not."""


class Keeper:
    """The matches that are kept here."""

    def __init__(self, store: Store, hub: Hub, settings: Settings, rules_for: RulesFor) -> None:
        self.store, self.hub, self.settings, self.rules_for = store, hub, settings, rules_for
        self.changed: list[Callable[[Table, Change], None]] = []
        """Called after each change that was stored: for bots, letters and figures."""
        self.calls_bots: Callable[[str], bool] = lambda id: True
        """Whether other processes are told when a bot of that match must decide: unless it is played here."""
        self._tables: OrderedDict[str, Table] = OrderedDict()
        # Few at a time: each takes the interpreter from those who are served meanwhile.
        self._loaders = ThreadPoolExecutor(2, "load")
        self._loading: dict[str, asyncio.Task[Table]] = {}
        hub.on_change_elsewhere(self._changed_elsewhere)

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, id: str) -> bool:
        """Whether a match is in memory."""
        return id in self._tables

    @contextlib.asynccontextmanager
    async def holding(self, id: str) -> AsyncIterator[Table]:
        """The table of a match, as it is stored now, for oneself alone, and in one's own language."""
        while True:
            table = self._tables.get(id) or await self._load(id)
            async with table.lock:
                if not table.gone and self.store.shared and await self.store.read(_version(id)) != table.row.version:
                    self.forget(table)
                if not table.gone:
                    self._used(table)
                    with tongues.speaking(table.row.title):
                        yield table
                    return

    async def change(self, id: str, do: Do, ask: Ask | None = None, *, may: May | None = None) -> bytes:
        """Change a match and answer; a repeated request gets the answer it got the first time.

        `may` refuses who must not do this at all. It is asked before any answer of old is looked up: an answer holds
        what its seat alone may know, and whoever guesses a key is nobody at the seat.
        """
        for _ in range(ATTEMPTS):
            async with self.holding(id) as table:
                if may is not None:
                    may(table)
                change = Change(table, now())
                try:
                    made = do(change)
                    change.finish()
                    answer = codec.encode(made() if callable(made) else made)
                    await self.store.write(change.prepare(self.store, ask, answer, self.calls_bots(id)))
                except (Conflict, Twice, IntegrityError):
                    self.forget(table)
                    if ask is not None and (known := await self.receipt(ask)) is not None:
                        return known
                    continue
                except Exception as error:
                    if change.touched:
                        self.forget(table)
                    problem = from_error(error)
                    if problem.description.status < 500:
                        if ask is not None and (known := await self.receipt(ask)) is not None:
                            return known
                        if isinstance(error, Stale):
                            raise _stale(table, ask, error) from None
                    raise
                except BaseException:  # stopped in the middle: whether it was stored, the store knows
                    self.forget(table)
                    raise
                self.hub.publish(id, change.told)
            for call in self.changed:
                call(table, change)
            return answer
        raise Problem("unavailable", "Too many are changing this match at once; please try again.", retry=1)

    async def create(self, row: Row, do: Do, ask: Ask | None = None) -> bytes:
        """A new match; `do` seats people and may start it."""
        table = Table(row, self.rules_for(row.title))
        change = Change(table, row.created)
        made = do(change)
        change.finish()
        answer = codec.encode(made() if callable(made) else made)
        columns = to_columns(row)
        write = change.prepare(self.store, ask, answer, self.calls_bots(row.id))

        def insert(connection: Connection) -> None:
            connection.execute(schema.matches.insert(), columns)
            write(connection)

        try:
            await self.store.write(insert)
        except (Twice, IntegrityError):
            if ask is not None and (known := await self.receipt(ask)) is not None:
                return known
            raise
        self._tables[row.id] = table
        for call in self.changed:
            call(table, change)
        return answer

    async def receipt(self, ask: Ask) -> bytes | None:
        """The answer that was given to a request before; another request under the same key is refused."""
        columns = schema.receipts.c
        query = sa.select(columns.request, columns.answer).where(columns.scope == ask.scope, columns.key == ask.key)
        found = await self.store.read(lambda connection: connection.execute(query).first())
        if found is None:
            return None
        if found.request != ask.request:
            raise Problem("bad-input", "This Idempotency-Key was used for another request already: make a new one.")
        return bytes(found.answer)

    async def events(self, id: str, audience: str, after: int, limit: int = 500) -> list[Numbered]:
        """What an audience heard after that number, oldest first."""
        known = self.hub.recent(id, audience, after)
        if known is not None:
            return known[:limit]
        return await self.store.read(lambda connection: stored_events(connection, id, audience, after, limit))

    async def record(self, id: str) -> Record:
        """The lines of a match as they are stored."""
        data = await self.store.read(lambda connection: b"".join(_lines(connection, id)))
        return Record(data, f"match {id}")

    def stop(self) -> None:
        self._loaders.shutdown(wait=False, cancel_futures=True)

    def forget(self, table: Table) -> None:
        """What is in memory may differ from what is stored: load it again when it is asked for."""
        table.gone = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]

    def _used(self, table: Table) -> None:
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        while len(self._tables) > self.settings.matches_in_memory:
            oldest = next(iter(self._tables.values()))
            if oldest.lock.locked():
                break
            self.forget(oldest)

    def _changed_elsewhere(self, word: str) -> None:
        kind, _, id = word.partition(":")
        table = self._tables.get(id)
        if kind == "match" and table is not None and not table.lock.locked():
            self.forget(table)

    async def _load(self, id: str) -> Table:
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load_now(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load_now(self, id: str) -> Table:
        found = await self.store.read(lambda connection: _stored(connection, id))
        if found is None:
            raise Problem("not-found", "There is no such match.")
        row, holders, tokens, lines, snapshot = found
        try:
            table = Table(row, self.rules_for(row.title))
        except ValueError as error:  # a title of a package that was taken away, or can no longer be played
            raise Problem("not-found", str(error)) from None
        for seat, account, since in holders:
            table.holders.setdefault(seat, {})[account] = since or 0
        for key in tokens:
            if key.kind == "seat":
                table.links[key.hash] = PrivateLink(key.seat, key.uses, key.made or 0, key.used_by)
            else:
                table.programs[key.hash] = Program(key.seat, key.about, key.made)
        table.lines = len(lines)
        if lines:
            record = Record(b"".join(lines), f"match {id}")
            more: dict[str, Any] = {"seed": row.seed, "put": table.put.append, "snapshot": snapshot}
            # Where the server was brought up to date, newer rules take a match over; one that is over stays as it was.
            more["go_on"] = row.status == "playing"
            load = partial(Match.load, record, self.rules_for, **more)
            table.match = await self.store.loop.run_in_executor(self._loaders, load)
            table.kept = table.match.fenced
        self._tables[id] = table
        return table


def _stale(table: Table, ask: Ask | None, error: Stale) -> Problem:
    seat = "" if ask is None else ask.scope.partition(":")[2]
    decision = table.match.decision(seat) if table.match is not None and seat in table.seats else None
    return Problem("stale", str(error), decision=decision)


def _version(id: str) -> Callable[[Connection], int | None]:
    query = sa.select(schema.matches.c.version).where(schema.matches.c.id == id)
    return lambda connection: connection.execute(query).scalar()


def _lines(connection: Connection, id: str) -> list[bytes]:
    columns = schema.lines.c
    query = sa.select(columns.text).where(columns.match == id).order_by(columns.n)
    return [bytes(text) for text in connection.execute(query).scalars()]


def stored_events(connection: Connection, id: str, audience: str, after: int, limit: int) -> list[Numbered]:
    columns = schema.events.c
    where = columns.match == id, columns.audience == audience, columns.number > after
    query = sa.select(columns.number, columns.body).where(*where).order_by(columns.number).limit(limit)
    return [(number, bytes(body)) for number, body in connection.execute(query)]


def _stored(connection: Connection, id: str) -> Any:
    row = connection.execute(sa.select(schema.matches).where(schema.matches.c.id == id)).mappings().first()
    if row is None:
        return None
    holders, tokens, snapshots = schema.holders.c, schema.tokens.c, schema.snapshots.c
    snapshot = connection.execute(sa.select(snapshots.data).where(snapshots.match == id)).scalar()
    return (
        from_columns(row),
        connection.execute(sa.select(holders.seat, holders.account, holders.since).where(holders.match == id)).all(),
        connection.execute(sa.select(schema.tokens).where(tokens.match == id).order_by(tokens.made)).all(),
        _lines(connection, id),
        None if snapshot is None else bytes(snapshot),
    )
