"""Where matches are made and found: creating, joining, inviting, and the lists of what is going on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any, Literal

import sqlalchemy as sa
import structlog
from fastapi import Query, Request
from msgspec import Struct
from sqlalchemy import Connection, RowMapping

from weathergauge.ruleset import Card, Rules, Seat
from weathergauge.sentences import nearest
from weathergauge.server import schema
from weathergauge.server.accounts import hashed
from weathergauge.server.addresses import address_of
from weathergauge.server.bridge import Nothing, Reply, Routes, key_of, read, while_there
from weathergauge.server.browsers import browser_of
from weathergauge.server.change import Ask, Change
from weathergauge.server.events import milliseconds
from weathergauge.server.house import Caller, House
from weathergauge.server.links import open_link, usable
from weathergauge.server.problem import Problem
from weathergauge.server.seating import (
    Claim,
    Join,
    LookAt,
    NewLesson,
    NewMatch,
    SeatWish,
    check_count,
    find_moment,
    lesson_row,
    make,
    new_row,
    take_seat,
)
from weathergauge.server.store import Spoilt
from weathergauge.server.summary import Summary, summary
from weathergauge.server.sweeping import call_off
from weathergauge.server.table import Row, from_columns

log = structlog.get_logger()

LISTED = 50


class Claimed(Struct, frozen=True):
    match: str
    seat: Seat
    summary: Summary


class Invitation(Struct, frozen=True):
    """What a private link is for, before anybody sits down: the match, the seat as it is called, and who made it."""

    seat: Seat
    side: str
    by: str
    summary: Summary


class Mine(Struct, frozen=True):
    matches: list[Summary]


class Lobby(Struct, frozen=True):
    """Public matches: to join, to watch, and to look back at."""

    open: list[Summary]
    live: list[Summary]
    finished: list[Summary]


def _readable(rows: Iterable[RowMapping]) -> Iterator[Row]:
    """The rows of a list without those that are damaged: one match must not take the others with it."""
    for row in rows:
        try:
            yield from_columns(row)
        except Spoilt as error:
            log.error("match-spoilt", error=str(error))


def routes(house: House) -> Routes:
    part = Routes("matches")

    async def card_for(request: Request, asked: NewMatch, rules: Rules) -> Card:
        """How the scenario of a new match is offered; a text is read where it can do no harm first."""
        if asked.written:
            address = address_of(request, house.settings)
            looking = house.reckoning.scenario(
                asked.title, rules, asked.scenario, asked.settings, asked.written, address
            )
            found = await while_there(request, looking)
            if found.said:
                raise Problem("bad-input", found.said)
            card = found.card
        else:
            try:
                rules.scenario_of(asked.scenario, asked.settings)
            except ValueError as error:
                raise Problem("bad-input", str(error)) from None
            card = rules.card_of(asked.scenario)
        assert card is not None  # the scenario was found
        return card

    @part.post(
        "/api/matches", NewMatch, Summary, ["signed-out", "not-found", "refused", "bad-input"], status=201, key=False
    )
    async def create(request: Request) -> Reply:
        """Make a match; against bots it starts at once, or when your own words for the dice are opened."""
        who = await house.account(request)
        asked, raw = await read(request, NewMatch)
        await house.guard.work("match", request, who.id)
        rules = house.rules(asked.title)
        card = await card_for(request, asked, rules)
        await check_count(house, who)
        key = key_of(request, needed=False)
        ask = None if key is None else Ask.of(f"account:{who.id}", key, "create", raw)
        row = new_row(house, asked, card.seats, who)
        return Reply(await make(house, row, asked.seats, who, asked.words, ask), 201)

    @part.post(
        "/api/lessons", NewLesson, Summary, ["signed-out", "not-found", "refused", "bad-input"], status=201, key=False
    )
    async def learn(request: Request) -> Reply:
        """Begin a moment of a title's lesson."""
        who = await house.account(request)
        asked, raw = await read(request, NewLesson)
        await house.guard.work("match", request, who.id)
        moment = find_moment(house, asked)
        await check_count(house, who)
        key = key_of(request, needed=False)
        ask = None if key is None else Ask.of(f"account:{who.id}", key, "learn", raw)
        row = await house.think(lambda: lesson_row(house, asked.title, moment, who))
        return Reply(await make(house, row, {moment.seat: SeatWish("me")}, who, False, ask), 201)

    @part.get("/api/matches", Mine, ["signed-out", "bad-input"])
    async def mine(
        request: Request,
        status: Annotated[Literal["gathering", "playing", "finished"] | None, Query()] = None,
        before: Annotated[datetime | None, Query()] = None,
    ) -> Reply:
        """The matches you play in or made, newest first."""
        who = await house.account(request)
        columns, seats = schema.matches.c, schema.holders.c
        held = sa.select(seats.match).where(seats.account == who.id)
        where = [sa.or_(columns.id.in_(held), columns.creator == who.id), columns.status != "cancelled"]
        if status is not None:
            where.append(columns.status == status)
        if before is not None:
            where.append(columns.created < milliseconds(before))
        return Reply(Mine(await _listed(Caller(who), where)))

    @part.get("/api/lobby", Lobby)
    async def lobby(request: Request) -> Reply:
        """Public matches: to join, to watch, and to look back at."""
        caller, columns = await house.caller(request), schema.matches.c
        gathering, *found = [
            await _listed(caller, [columns.public, columns.status == status])
            for status in ("gathering", "playing", "finished")
        ]
        # One that only waits for words is full: nobody can sit down there.
        return Reply(Lobby([table for table in gathering if table.waits_for == "seats"], *found))

    async def _listed(caller: Caller, where: list[Any]) -> list[Summary]:
        query = sa.select(schema.matches).where(*where).order_by(schema.matches.c.created.desc()).limit(LISTED)
        seats = schema.holders.c

        def job(connection: Connection) -> list[tuple[Row, list[Seat]]]:
            rows = list(_readable(connection.execute(query).mappings()))
            held: dict[str, list[Seat]] = {}
            if caller.id is not None:
                mine = sa.select(seats.match, seats.seat).where(
                    seats.account == caller.id, seats.match.in_([row.id for row in rows])
                )
                for match, seat in connection.execute(mine):
                    held.setdefault(match, []).append(seat)
            return [(row, sorted(held.get(row.id, []))) for row in rows]

        found = await house.store.read(job)
        return [
            summary(row, house.rules(row.title), caller, yours)
            for row, yours in found
            if house.why_not(row.title) is None
        ]

    @part.get("/api/matches/{match}", Summary, ["not-found"])
    async def one(request: Request, match: str) -> Reply:
        """A match in short."""
        caller = await house.caller(request)
        async with house.keeper.holding(match) as table:
            return Reply(summary(table.row, table.rules, caller, table.of(caller.id)))

    @part.post("/api/matches/{match}/join", Join, Summary, ["signed-out", "not-found", "refused"])
    async def join(request: Request, match: str) -> Reply:
        """Take an open seat; taking the last one starts the match."""
        who = await house.account(request)
        asked, _ = await read(request, Join)

        def do(change: Change) -> Any:
            table = change.table
            place = table.row.facts.place(asked.seat)
            if place is None:
                raise Problem("not-found", f"There is no seat {asked.seat!r}: {nearest(asked.seat, table.seats)}")
            if place.kind != "open" or table.row.status == "cancelled":
                taken = "is for somebody with its link" if place.kind == "invite" else "is taken"
                raise Problem("refused", f"The seat {asked.seat} {taken}.")
            take_seat(change, place, who, asked.words)
            return lambda: summary(table.row, table.rules, Caller(who), table.of(who.id))

        return Reply(await house.keeper.change(match, do))

    async def seat_behind(token: str) -> tuple[str, Seat]:
        """The match and the seat that a private link is for."""
        columns = schema.tokens.c
        query = sa.select(columns.match, columns.seat).where(columns.hash == hashed(token), columns.kind == "seat")
        found = await house.store.read(lambda connection: connection.execute(query).first())
        if found is None:
            raise Problem("not-found", "This link is not valid any more: ask for a new one.")
        return found[0], found[1]

    @part.post("/api/seats/look", LookAt, Invitation, ["not-found"])
    async def look(request: Request) -> Reply:
        """What a private link is for; nobody sits down yet."""
        asked, _ = await read(request, LookAt)
        match, seat = await seat_behind(asked.token)
        caller = await house.caller(request)
        async with house.keeper.holding(match) as table:
            usable(table, hashed(asked.token), caller.id)
            people = schema.accounts.c
            query = sa.select(people.name).where(people.id == table.row.creator)
            by = await house.store.read(lambda connection: connection.execute(query).scalar())
            short = summary(table.row, table.rules, caller, table.of(caller.id))
            return Reply(Invitation(seat, table.rules.side_words(seat), by or "", short))

    @part.post("/api/seats/claim", Claim, Claimed, ["not-found", "refused"])
    async def claim(request: Request) -> Reply:
        """Open a private link: this session may play that seat from now on, and the link is used up."""
        asked, _ = await read(request, Claim)
        match, seat = await seat_behind(asked.token)
        who, session = (await house.caller(request)).account, None
        if who is None:
            async with house.keeper.holding(match) as table:
                usable(table, hashed(asked.token), None)  # nobody is made a guest for nothing
            await house.guard.new_account(request)
            who, session = await house.accounts.guest(None, browser_of(request.headers.get("user-agent")))
        account = who

        def do(change: Change) -> Any:
            table = change.table
            if table.row.status == "cancelled":
                raise Problem("refused", "The match was cancelled.")
            place = table.row.facts.place(seat)
            assert place is not None
            open_link(change, hashed(asked.token), account)
            take_seat(change, place, account, asked.words)
            return lambda: Claimed(match, seat, summary(table.row, table.rules, Caller(account), table.of(account.id)))

        reply = Reply(await house.keeper.change(match, do))
        if session is not None:
            house.give_cookie(reply, session)
        return reply

    @part.post("/api/matches/{match}/cancel", Nothing, Summary, ["signed-out", "not-yours", "not-found", "refused"])
    async def cancel(request: Request, match: str) -> Reply:
        """Give up waiting for players, or for their words; the seed is opened."""
        await read(request, Nothing)
        who = await house.account(request)

        def do(change: Change) -> Any:
            table = change.table
            if table.row.creator != who.id:
                raise Problem("not-yours", "Only who made a match may cancel it.")
            if table.row.status != "gathering":
                raise Problem("refused", f"The match is {table.row.status} already.")
            call_off(change, f"{who.name} has called the match off.")
            return lambda: summary(table.row, table.rules, Caller(who), table.of(who.id))

        return Reply(await house.keeper.change(match, do))

    return part
