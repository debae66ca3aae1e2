"""Sheets of a companion table: what lies on it, kept with versions, and everything that happened there."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from msgspec import Meta, Raw, Struct
from msgspec.structs import asdict, replace
from sqlalchemy import Connection

from weathergauge import codec
from weathergauge.ruleset import Rules
from weathergauge.server import events, schema
from weathergauge.server.bridge import Asked
from weathergauge.server.catalogue import Face
from weathergauge.server.house import House
from weathergauge.server.hub import Numbered
from weathergauge.server.problem import Problem
from weathergauge.server.store import now

AT_MOST = 200
LOGGED = 100
POLLED = 500
FOREVER = 2000
SENT = 1 << 20
"""Bytes of events that are sent at once: one roll of a great battle has fifty thousand."""
SAID = 500
"""Characters of a result in the log; the event holds all of it."""

Words = Annotated[str, Meta(max_length=200)]


class Track(Asked, frozen=True):
    """A row of boxes, the first `marked` of which are crossed out."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    boxes: Annotated[list[Annotated[int, Meta(ge=-1000, le=1000)]], Meta(max_length=200)]
    marked: Annotated[int, Meta(ge=0, le=200)] = 0


class Read(Asked, frozen=True):
    """A value that is read off a track: its boxes that are left or marked, by so many a point, the number in the next one, or how
    many numbers are gone: the sections of which every box is marked."""

    of: Annotated[str, Meta(min_length=1, max_length=60)]
    how: Literal["left", "marked", "next", "gone"] = "left"
    each: Annotated[int, Meta(ge=1, le=100)] = 1


Fact = Read | bool | int | float | Words


class NewSheet(Asked, frozen=True):
    """A ship's sheet; what it holds is the players' affair."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    side: Words = ""
    kind: Words = ""
    tracks: Annotated[list[Track], Meta(max_length=20)] = []
    markers: Annotated[list[Annotated[str, Meta(min_length=1, max_length=60)]], Meta(max_length=50)] = []
    notes: Annotated[str, Meta(max_length=4000)] = ""
    facts: Annotated[dict[Annotated[str, Meta(max_length=60)], Fact], Meta(max_length=40)] = {}
    """What forms ask of her, by the names of their fields."""


class ChangedSheet(NewSheet, frozen=True, kw_only=True):
    """The whole sheet, with the version it was made from."""

    version: Annotated[int, Meta(ge=1, le=10**9)]
    id: Words = ""


class Sheet(Struct, frozen=True):
    """A sheet as it lies on the table."""

    id: str
    version: int
    name: str
    side: str
    kind: str
    tracks: list[Track]
    markers: list[str]
    notes: str
    facts: dict[str, Fact] = {}


class NewCompanion(Asked, frozen=True):
    title: Annotated[str, Meta(min_length=1, max_length=100)]
    name: Words = ""
    scenario: Annotated[str, Meta(min_length=1, max_length=100)] | None = None


class Apply(Asked, frozen=True):
    """A procedure's result, to be marked on a sheet."""

    version: Annotated[int, Meta(ge=1, le=10**9)]
    result: dict[str, Any]
    words: Words = ""


class Roll(Asked, frozen=True):
    """A procedure to be resolved before everybody."""

    procedure: Annotated[str, Meta(min_length=1, max_length=100)]
    inputs: dict[str, Any]
    dice: Literal["roll"] | Annotated[list[Face], Meta(max_length=1000)] = "roll"


class Companion(Struct, frozen=True):
    """A companion table with all its sheets."""

    id: str
    title: str
    name: str
    link: str
    last: int
    sheets: list[Sheet]
    log: list[Raw]


def marked(sheet: Sheet, result: dict[str, Any]) -> Sheet:
    """The sheet after a result: more boxes on tracks of the same names, and a marker for whatever came out true."""
    tracks = []
    for track in sheet.tracks:
        more = result.get(track.name)
        if isinstance(more, int) and not isinstance(more, bool):
            track = replace(track, marked=max(0, min(len(track.boxes), track.marked + more)))
        tracks.append(track)
    new = [name[:60] for name, value in result.items() if value is True and name and name[:60] not in sheet.markers]
    return replace(sheet, tracks=tracks, markers=[*sheet.markers, *new][:50])


def laid_out(rules: Rules, scenario: str) -> list[NewSheet]:
    """The ships of a scenario as sheets, where the ruleset can say them."""
    try:
        asked = rules.scenario(scenario, {})
    except ValueError as error:
        raise Problem("bad-input", str(error)) from None
    return [codec.convert(sheet, NewSheet) for sheet in rules.sheets(asked)]


class CompanionTables:
    """Companion tables in the store."""

    def __init__(self, house: House) -> None:
        self.house, self.store = house, house.store

    async def create(self, asked: NewCompanion, sheets: list[NewSheet]) -> Companion:
        id = secrets.token_urlsafe(16)
        values = {"id": id, "title": asked.title, "name": asked.name, "created": now(), "last": 0}

        def write(connection: Connection) -> None:
            connection.execute(schema.companions.insert(), {**values, "sheets_made": len(sheets)})
            for place, sheet in enumerate(sheets, 1):
                _insert(connection, id, Sheet(f"s{place}", 1, **asdict(sheet)), place)

        await self.store.write(write)
        return await self.read(id)

    async def read(self, id: str) -> Companion:
        def job(connection: Connection) -> Companion:
            row = _row(connection, id)
            columns = schema.sheets.c
            query = sa.select(columns.body).where(columns.companion == id).order_by(columns.place)
            sheets = [codec.decode(bytes(body), Sheet) for body in connection.execute(query).scalars()]
            told = stored_events(connection, id, max(0, row.last - LOGGED), LOGGED)
            newest = some(told[::-1])[::-1]
            log = [Raw(events.numbered(number, body)) for number, body in newest]
            return Companion(id, row.title, row.name, f"/#/companion/{id}", row.last, sheets, log)

        return await self.store.read(job)

    async def change(self, id: str, work: Callable[[Connection, Any], tuple[Any, str, str, Any, str]]) -> Any:
        """Do something to a table's sheets, and tell everybody at it: the answer, kind, type, event and words."""

        def write(connection: Connection) -> tuple[Any, Numbered]:
            # Counting first also locks the table's row: changes come one after the other.
            counted = (
                schema.companions.update().where(schema.companions.c.id == id).values(last=schema.companions.c.last + 1)
            )
            connection.execute(counted)
            row = _row(connection, id)
            answer, kind, type, event, words = work(connection, row)
            body = events.body(kind, type, event, words, now(), getattr(event, "account", None) or ())
            values = {"companion": id, "number": row.last, "body": body}
            connection.execute(schema.companion_events.insert(), values)
            old = schema.companion_events.c
            too_old = old.companion == id, old.number <= row.last - FOREVER
            connection.execute(schema.companion_events.delete().where(*too_old))
            self.store.notify(connection, f"companion:{id}")
            return answer, (row.last, body)

        answer, news = await self.store.write(write)
        self.house.hub.publish(id, {"": [news]})
        return answer

    async def add(self, id: str, asked: NewSheet) -> Sheet:
        def work(connection: Connection, row: Any) -> tuple[Any, str, str, Any, str]:
            columns = schema.sheets.c
            count = connection.execute(sa.select(sa.func.count()).where(columns.companion == id)).scalar() or 0
            if count >= AT_MOST:
                raise Problem("refused", f"A table holds at most {AT_MOST} sheets.")
            place = row.sheets_made + 1
            where = schema.companions.c.id == id
            connection.execute(schema.companions.update().where(where).values(sheets_made=place))
            sheet = Sheet(f"s{place}", 1, **asdict(asked))
            _insert(connection, id, sheet, place)
            return sheet, "sheet", "added", sheet, f"{sheet.name} is put on the table."

        found: Sheet = await self.change(id, work)
        return found

    async def update(self, id: str, sheet: str, version: int, make: Callable[[Sheet], Sheet], words: str) -> Sheet:
        """A new version of a sheet, refused where it was made from an old one."""

        def work(connection: Connection, row: Any) -> tuple[Any, str, str, Any, str]:
            old = _sheet(connection, id, sheet)
            if old.version != version:
                raise Problem("conflict", f"{old.name} was changed by somebody else meanwhile.", current=old)
            new = replace(make(old), id=old.id, version=old.version + 1)
            where = schema.sheets.c.companion == id, schema.sheets.c.id == sheet
            values = {"version": new.version, "body": codec.encode(new)}
            connection.execute(schema.sheets.update().where(*where), values)
            return new, "sheet", "changed", new, f"{new.name}: {words}" if words else f"{new.name} is changed."

        found: Sheet = await self.change(id, work)
        return found

    async def remove(self, id: str, sheet: str, version: int) -> None:
        def work(connection: Connection, row: Any) -> tuple[Any, str, str, Any, str]:
            old = _sheet(connection, id, sheet)
            if old.version != version:
                raise Problem("conflict", f"{old.name} was changed by somebody else meanwhile.", current=old)
            where = schema.sheets.c.companion == id, schema.sheets.c.id == sheet
            connection.execute(schema.sheets.delete().where(*where))
            return None, "sheet", "removed", {"id": sheet}, f"{old.name} is taken from the table."

        await self.change(id, work)

    async def events(self, id: str, after: int) -> list[Numbered]:
        known = self.house.hub.recent(id, "", after)
        if known is not None:
            return some(known[:POLLED])
        return some(await self.store.read(lambda connection: stored_events(connection, id, after, POLLED)))


def some(told: list[Numbered]) -> list[Numbered]:
    """As many of them as are sent at once; the first in any case."""
    size = 0
    for count, (_, body) in enumerate(told):
        size += len(body)
        if size > SENT and count:
            return told[:count]
    return told


def _row(connection: Connection, id: str) -> Any:
    row = connection.execute(sa.select(schema.companions).where(schema.companions.c.id == id)).first()
    if row is None:
        raise Problem("not-found", "There is no such table.")
    return row


def _sheet(connection: Connection, id: str, sheet: str) -> Sheet:
    columns = schema.sheets.c
    body = connection.execute(sa.select(columns.body).where(columns.companion == id, columns.id == sheet)).scalar()
    if body is None:
        raise Problem("not-found", "There is no such sheet on this table.")
    found: Sheet = codec.decode(bytes(body), Sheet)
    return found


def _insert(connection: Connection, id: str, sheet: Sheet, place: int) -> None:
    values = {"companion": id, "id": sheet.id, "version": 1, "place": place, "body": codec.encode(sheet)}
    connection.execute(schema.sheets.insert(), values)


def stored_events(connection: Connection, id: str, after: int, limit: int) -> list[Numbered]:
    columns = schema.companion_events.c
    where = columns.companion == id, columns.number > after
    query = sa.select(columns.number, columns.body).where(*where).order_by(columns.number).limit(limit)
    return [(number, bytes(body)) for number, body in connection.execute(query)]
