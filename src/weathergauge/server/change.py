"""What one request does to a match: gathered step by step, then stored whole, with what each seat hears of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from weathergauge import languages
from weathergauge.beside.tidings import Tiding, chosen, moved_on
from weathergauge.match.standing import at_rest, first
from weathergauge.match.talk import MatchEvent
from weathergauge.ruleset import Seat
from weathergauge.server import events, guiding, schema, wording
from weathergauge.server.hub import Numbered
from weathergauge.server.store import Prepared, Store
from weathergauge.server.table import HOUR, SPECTATOR, Table, to_columns

SNAPSHOT_EVERY = 10
STRETCH = 30
"""Actions that standing orders give in one change: others are served between two of them."""
LEASE = ("bots_by", "bots_until")  # kept by the crew alone

_LINES, _EVENTS, _RECEIPT = (Prepared(table.insert()) for table in (schema.lines, schema.events, schema.receipts))


@lru_cache(maxsize=256)
def _match(*columns: str) -> Prepared:
    """The statement that changes these columns of a match, if it is still as it was."""
    known = schema.matches.c
    where = known.id == sa.bindparam("the_match"), known.version == sa.bindparam("the_version")
    return Prepared(schema.matches.update().where(*where), columns)


class Conflict(Exception):
    """Another process changed the match first."""


class Ask(Struct, frozen=True):
    """A request that may be repeated: who asks, under which key, and for what."""

    scope: str
    key: str
    request: str

    @classmethod
    def of(cls, scope: str, key: str, *what: bytes | str) -> Ask:
        hashed = hashlib.sha256()
        for part in what:
            hashed.update(part.encode() if isinstance(part, str) else part)
            hashed.update(b"\0")
        return cls(scope, key, hashed.hexdigest())

    def columns(self, status: int, answer: bytes, at: int) -> dict[str, Any]:
        return {
            "scope": self.scope,
            "key": self.key,
            "request": self.request,
            "status": status,
            "answer": answer,
            "at": at,
        }


class Change:
    """A change to a table. Call `heard` after every step of the match, and `finish` at the end."""

    def __init__(self, table: Table, at: int) -> None:
        self.table, self.at = table, at
        self.told: dict[str, list[Numbered]] = {audience: [] for audience in table.audiences}
        self.also: list[Callable[[Connection], Any]] = []
        """More to be stored in the same transaction."""
        self.turned = False
        """Whether somebody else must decide now."""
        self.openings: list[str] = []
        """Seats whose sealed words are waited for from now on."""
        self.notable = False
        self.breathless = False
        """Whether standing orders lead on from here: the next change follows them."""
        match = table.match
        self._before = dict(table.row.told)
        self._deciding = tuple(table.to_act) if match is not None else ()
        self._tidings: dict[str, list[Tiding]] = {audience: [] for audience in table.audiences}
        self._rules_told = {} if match is None else {seat: match.heard(seat) for seat in table.audiences}
        self._waited = table.waiting()

    @property
    def touched(self) -> bool:
        return bool(self.table.put or self.also or any(self.told.values()))

    def tell(self, kind: str, type: str, event: Any, words: events.Words, to: Iterable[str] | None = None) -> None:
        """Something that is in no ruleset, to some audiences or to all."""
        body = events.body(kind, type, event, words, self.at, title=self.table.row.title)
        self._number(body, self.told if to is None else to)
        self.notable = self.notable or kind not in ("talk", "standing")

    def heard(self) -> None:
        """Number what the seats heard of the last step."""
        match, bodies = self.table.going, dict[tuple[int, str], bytes]()
        alike = events.alike(match.rules)
        for audience in self.table.audiences:
            since = self._rules_told.get(audience, 0)
            if match.heard(audience) == since:
                continue
            for heard in match.events(audience or None, since):
                known = () if alike or audience == SPECTATOR or isinstance(heard.event, MatchEvent) else (audience,)
                words = ""
                if known:
                    with languages.speaking(None):
                        words = match.rules.tell_to(match.state, heard.event, known)
                body = bodies.get((id(heard.event), words))
                if body is None:
                    body = events.of_rules(match.rules, match.state, heard.event, self.at, known)
                    bodies[id(heard.event), words] = body
                self._number(body, (audience,))
                self._tidings[audience].append(match.rules.tiding(heard.event))
                self._rules_told[audience] = heard.number
            self.notable = self.notable or audience == SPECTATOR

    def _number(self, body: bytes, to: Iterable[str]) -> None:
        for audience in to:
            number = self.table.row.told.get(audience, 0) + 1
            self.table.row.told[audience] = number
            self.told[audience].append((number, body))

    def finish(self) -> None:
        """Let the table carry out what all have committed to, and note what has changed for everybody: nobody's language counts."""
        with languages.speaking(None):
            self._finish()

    def _finish(self) -> None:
        table, row, facts = self.table, self.table.row, self.table.row.facts
        if table.match is not None:
            self.settle()
            guiding.lead(self)
            self._stand()
            self._dice()
            self._turn()
        if self.notable and self.told[SPECTATOR]:
            row.moved = self.at
        row.bot_due = row.status == "playing" and (self.breathless or bool(table.bots_to_act()))
        facts.head = table.match.head if table.match is not None else ""

    def settle(self) -> None:
        """Let the table carry out what all have committed to."""
        while not self.table.settled():
            self.table.proceed()
            self.heard()

    def rest(self, seat: Seat) -> None:
        """Whoever goes back, or orders for himself what stood, decides the step that he is in himself."""
        standing = self.table.row.standing
        if seat in standing:
            standing[seat] = at_rest(self.table.going, seat, standing[seat])

    def _stand(self) -> None:
        """Give what is ordered ahead, until somebody is asked; as much as fits into one change."""
        table, standing = self.table, self.table.row.standing
        for _ in range(STRETCH if standing else 0):
            found = first(table.going, standing, table.people, table.adviser)
            if found is None:
                return
            seat, followed = found
            if followed.woken:
                self.tell("standing", "woken", {}, f"Your standing orders wake you. {followed.woken}", (seat,))
                continue
            self.heard()
            told = {"step": table.going.steps}
            self.tell("standing", "given", told, f"Your standing orders: {followed.words}.", (seat,))
            self.settle()
        self.breathless = bool(standing)

    def _dice(self) -> None:
        waiting = self.table.waiting()
        if waiting is not None and waiting != self._waited:
            self.tell("dice", "awaited", waiting, f"{waiting.dice} to be thrown: {waiting.why}.")
        self._waited = waiting

    def _turn(self) -> None:
        table, row, facts = self.table, self.table.row, self.table.row.facts
        match = table.going
        facts.turn = wording.turn(match.view(None))
        to_act = self._waited.seats if self._waited is not None else table.to_act
        fences = match.fences
        if row.deadline_hours is not None and (fences != facts.fences or to_act != facts.to_act):
            fresh = {} if fences != facts.fences else facts.due
            facts.due = {seat: fresh.get(seat, self.at + row.deadline_hours * HOUR) for seat in to_act}
        if match.result is not None and row.status == "playing":
            row.status, row.finished, facts.result = "finished", self.at, match.result
            facts.to_act, facts.due = [], {}
            result = match.result
            told = {"winner": result.winner, "reason": result.reason, "score": result.score, "seed": row.seed.hex()}
            self.tell("match", "ended", told, wording.ending(table.rules, result.winner, result.reason))
        elif to_act != facts.to_act:
            self.turned = True
            facts.to_act = to_act
            due = {seat: events.clock(at) for seat, at in facts.due.items()}
            self.tell("turn", "turn", {"to_act": to_act, "due": due}, lambda: wording.deciding(table.rules, to_act))
        facts.fences = fences
        for seat in table.seats:
            if seat in self._deciding and moved_on(seat in facts.to_act, self._tidings[seat]):
                facts.moved[seat] = self._before.get(seat, 0)
            if chosen(self._tidings[seat]):
                facts.since[seat] = facts.moved.get(seat, 0)

    def prepare(
        self, store: Store, ask: Ask | None, answer: bytes, call_bots: bool = False
    ) -> Callable[[Connection], None]:
        """Everything encoded and ready to be stored; the writing thread then only writes."""
        table, row = self.table, self.table.row
        version = row.version
        row.version += 1
        columns = to_columns(row)
        # Only what differs is written: an index is touched when its columns are named, whatever they are set to.
        changed = {name: value for name, value in columns.items() if table.stored.get(name, LEASE) != value}
        changed = {name: value for name, value in changed.items() if name not in LEASE}
        table.stored = columns
        lines = [line for text in table.put for line in text.splitlines(keepends=True)]
        new_lines = [{"match": row.id, "n": table.lines + n, "text": line} for n, line in enumerate(lines)]
        new_events = [
            {"match": row.id, "audience": audience, "number": number, "body": body}
            for audience, told in self.told.items()
            for number, body in told
        ]
        receipt = None if ask is None else ask.columns(200, answer, self.at)
        match, snapshot = table.match, None
        if match is not None and lines:
            n = match.fenced
            if match.ended or n - table.kept >= SNAPSHOT_EVERY:
                snapshot, table.kept = match.snapshot(), n
        table.put.clear()
        table.lines += len(lines)

        def write(connection: Connection) -> None:
            if _match(*changed).run(connection, [{**changed, "the_match": row.id, "the_version": version}]) != 1:
                raise Conflict
            if new_lines:
                _LINES.run(connection, new_lines)
            if new_events:
                _EVENTS.run(connection, new_events)
            if receipt is not None:
                _RECEIPT.run(connection, [receipt])
            if snapshot is not None:
                keep_snapshot(connection, row.id, snapshot)
            for more in self.also:
                more(connection)
            store.notify(connection, f"match:{row.id}")
            if call_bots and row.bot_due:
                store.notify(connection, f"bots:{row.id}")

        return write


def keep_snapshot(connection: Connection, match: str, data: bytes) -> None:
    """The newest snapshot replaces the one before."""
    where = schema.snapshots.c.match == match
    if connection.execute(schema.snapshots.update().where(where).values(data=data)).rowcount == 0:
        connection.execute(sa.insert(schema.snapshots), {"match": match, "data": data})
