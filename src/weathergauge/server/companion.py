"""Companion tables: a shared list of ship sheets for a physical table, and the dice and charts beside it.

The address of a table cannot be guessed; whoever has it may change everything. Sheets have versions, so that two phones do
not overwrite each other without noticing.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request, Response
from msgspec import Raw
from msgspec.structs import replace

from weathergauge import codec
from weathergauge.server import events
from weathergauge.server.bridge import NO_STORE, Reply, Routes, read
from weathergauge.server.catalogue import Resolve, Resolved, find_procedure, resolve
from weathergauge.server.house import House
from weathergauge.server.sheets import (
    SAID,
    Apply,
    ChangedSheet,
    Companion,
    CompanionTables,
    NewCompanion,
    NewSheet,
    Roll,
    Sheet,
    laid_out,
    marked,
)
from weathergauge.server.stream import After, Events, EventStream, RawEvents, resumed_at, wants_stream


def routes(house: House) -> Routes:
    part, shelf = Routes("companion"), CompanionTables(house)
    at = "/api/companion/{table}"

    @part.post("/api/companion", NewCompanion, Companion, ["not-found", "bad-input"], status=201)
    async def create(request: Request) -> Reply:
        """A table for a title, with a scenario's ships laid out if one is named."""
        asked, _ = await read(request, NewCompanion)
        await house.guard.new_account(request)
        if asked.title not in house.titles:
            house.rules(asked.title)
        sheets = laid_out(house.rules(asked.title), asked.scenario) if asked.scenario else []
        return Reply(await shelf.create(asked, sheets), 201)

    @part.get(at, Companion, ["not-found"])
    async def one(table: str) -> Reply:
        """The table with all its sheets."""
        return Reply(await shelf.read(table))

    @part.post(at + "/sheets", NewSheet, Sheet, ["not-found", "refused"], status=201)
    async def add(request: Request, table: str) -> Reply:
        """Put a sheet on the table."""
        asked, _ = await read(request, NewSheet)
        await house.working("table", request)
        return Reply(await shelf.add(table, asked), 201)

    @part.put(at + "/sheets/{sheet}", ChangedSheet, Sheet, ["not-found", "conflict"])
    async def change(request: Request, table: str, sheet: str) -> Reply:
        """Change a sheet; refused where somebody else has changed it since."""
        asked, _ = await read(request, ChangedSheet)
        await house.working("table", request)
        fields = {name: getattr(asked, name) for name in NewSheet.__struct_fields__}
        return Reply(await shelf.update(table, sheet, asked.version, lambda old: replace(old, **fields), ""))

    @part.delete(at + "/sheets/{sheet}", ["not-found", "conflict", "bad-input"])
    async def remove(
        request: Request, table: str, sheet: str, version: Annotated[int, Query(ge=1, le=10**9)]
    ) -> Response:
        """Take a sheet from the table."""
        await house.working("table", request)
        await shelf.remove(table, sheet, version)
        return Response(status_code=204, headers=NO_STORE)

    @part.post(at + "/sheets/{sheet}/apply", Apply, Sheet, ["not-found", "conflict"])
    async def apply(request: Request, table: str, sheet: str) -> Reply:
        """Mark a result on a sheet."""
        asked, _ = await read(request, Apply)
        await house.working("table", request)
        return Reply(
            await shelf.update(table, sheet, asked.version, lambda old: marked(old, asked.result), asked.words)
        )

    @part.post(at + "/resolve", Roll, Resolved, ["not-found", "bad-input"])
    async def roll(request: Request, table: str) -> Reply:
        """Resolve a procedure before everybody; one that still needs dice is not told yet."""
        asked, _ = await read(request, Roll)
        await house.working("table", request)
        title = (await shelf.read(table)).title
        rules, procedure = find_procedure(house, title, asked.procedure)
        found = resolve(title, rules, procedure, Resolve(inputs=asked.inputs, dice=asked.dice))
        if found.need is None:
            result = codec.encode(found.result).decode()
            words = f"{procedure.name}: {result if len(result) <= SAID else result[:SAID] + ' …'}"
            await shelf.change(table, lambda *_: (None, "roll", "resolved", found, words))
        return Reply(found)

    @part.get(at + "/events", Events, ["not-found", "bad-input"])
    async def listen(request: Request, table: str, after: After = None) -> Response:
        """What happens at the table: a stream with `Accept: text/event-stream`, else what came after a number."""
        await shelf.read(table)
        since = resumed_at(request, after)
        if not wants_stream(request):
            told = await shelf.events(table, since)
            last = told[-1][0] if told else since
            return Reply(RawEvents(last, [Raw(events.numbered(number, body)) for number, body in told]))

        async def allowed() -> None:
            """Whoever has the address may listen."""

        def present(counts: dict[str, int]) -> dict[str, int]:
            return {"phones": counts.get("", 0)}

        place = house.place(request, await house.caller(request), known=True)
        return EventStream(
            house.hub,
            table,
            "",
            since,
            lambda n: shelf.events(table, n),
            allowed,
            present,
            house.settings.heartbeat,
            place,
        )

    return part
