"""Where matches are made and found: creating, joining, inviting, and the lists of what is going on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import Query, Request
from msgspec import Meta, Struct
from sqlalchemy import Connection

from weathergauge import codec
from weathergauge.match import Match
from weathergauge.procedures import nearest
from weathergauge.ruleset import Seat
from weathergauge.server import schema
from weathergauge.server.accounts import Account, hashed, new_id, new_token
from weathergauge.server.bridge import Asked, Nothing, Reply, Routes, key_of, read
from weathergauge.server.catalogue import bots_for
from weathergauge.server.change import Ask, Change
from weathergauge.server.house import Caller, House, sit
from weathergauge.server.problem import Problem
from weathergauge.server.store import now
from weathergauge.server.summary import Summary, summary
from weathergauge.server.table import Facts, Place, Row, from_columns

LISTED = 50
SEEDED_BY_SERVER = 16

Short = Annotated[str, Meta(min_length=1, max_length=100)]
SeedWords = Annotated[str, Meta(max_length=200)]


class SeatWish(Asked, frozen=True):
    """Who shall sit there: me, anybody, somebody with the link, or a bot."""

    kind: Literal["me", "open", "invite", "bot"]
    bot: Short | None = None


class NewMatch(Asked, frozen=True):
    """A match to be made."""

    title: Short
    scenario: Short
    settings: dict[str, Any] = {}
    seats: dict[Seat, SeatWish] = {}
    pace: Literal["live", "slow"] = "live"
    deadline_hours: Annotated[int, Meta(ge=1, le=720)] | None = None
    public: bool = True
    dice: Literal["server", "typed"] = "server"
    seed: SeedWords | None = None


class Join(Asked, frozen=True):
    seat: Short
    seed: SeedWords | None = None


class Claim(Asked, frozen=True):
    token: Annotated[str, Meta(min_length=1, max_length=200)]
    seed: SeedWords | None = None


class Link(Struct, frozen=True):
    """A seat's private link: whoever opens it may play the seat."""

    token: str
    link: str


class Claimed(Struct, frozen=True):
    match: str
    seat: Seat
    summary: Summary


class Mine(Struct, frozen=True):
    matches: list[Summary]


class Lobby(Struct, frozen=True):
    """Public matches: to join, to watch, and to look back at."""

    open: list[Summary]
    live: list[Summary]
    finished: list[Summary]


def link_of(token: str) -> str:
    """Behind `#`, so that it is sent to nobody until the client posts it."""
    return f"/#/seat/{token}"


def begin(change: Change) -> None:
    """Everybody is there: set out the scenario and let the first side decide."""
    table = change.table
    row = table.row
    names = {place.seat: place.bot or place.player or "player" for place in row.facts.seats}
    position = None if row.position is None else codec.decode(row.position, table.rules.types.state)
    table.match = Match.create(
        table.rules, row.title, row.scenario, row.settings, names, seed=row.seed, dice=row.dice, seeds=row.seeds,
        put=table.put.append, position=position,
    )  # fmt: skip
    row.status, row.started = "playing", change.at
    change.tell("match", "started", {"players": names}, "The match begins.")
    change.heard()


def take_seat(change: Change, place: Place, who: Account, seed: str | None) -> None:
    """Somebody sits down; the last one starts the match."""
    table = change.table
    if who.id not in table.holders.setdefault(place.seat, set()):
        table.holders[place.seat].add(who.id)
        holder = {"match": table.id, "seat": place.seat, "account": who.id}
        change.also.append(lambda connection: connection.execute(schema.holders.insert(), holder))
    if place.kind not in ("open", "invite"):
        return
    place.kind, place.player = "person", who.name
    if table.row.status != "gathering":
        return
    place.seeded = bool(seed)
    table.row.seeds[place.seat] = seed or secrets.token_hex(SEEDED_BY_SERVER)
    change.tell("match", "joined", {"seat": place.seat, "player": who.name}, f"{who.name} plays {place.seat}.")
    if all(other.kind in ("person", "bot") for other in table.row.facts.seats):
        begin(change)


def new_row(house: House, asked: NewMatch, seats: Sequence[Seat], who: Account) -> Row:
    """A match as it is before anybody sits down; the server's seed is fixed here, before any player's."""
    places = []
    for seat in asked.seats:
        if seat not in seats:
            raise Problem("bad-input", f"There is no seat {seat!r} in {asked.scenario}: {nearest(seat, seats)}")
    for seat in seats:
        wish = asked.seats.get(seat, SeatWish(kind="open"))
        if wish.kind == "bot":
            known = bots_for(asked.title)
            bot = wish.bot or known[0]
            if bot not in known:
                raise Problem("bad-input", f"There is no bot {bot!r} for {asked.title}: {nearest(bot, known)}")
            places.append(Place(seat, "bot", bot, bot))
        else:
            places.append(Place(seat, "invite" if wish.kind == "invite" else "open"))
    if asked.dice == "typed" and all(place.kind == "bot" for place in places):
        raise Problem("bad-input", "dice=typed: bots cannot throw dice; let somebody sit at the table.")
    return Row(
        id=new_id(), version=0, status="gathering", title=asked.title, scenario=asked.scenario, settings=asked.settings,
        pace=asked.pace, deadline_hours=asked.deadline_hours, public=asked.public, dice=asked.dice,
        seed=secrets.token_bytes(32), seeds={}, creator=who.id, branch_match=None, branch_position=None, position=None,
        created=now(), started=None, moved=None, finished=None, told={}, facts=Facts(places), bot_due=False,
        bots_by=None, bots_until=0,
    )  # fmt: skip


async def make(
    house: House, row: Row, wishes: dict[Seat, SeatWish], who: Account, seed: str | None, ask: Ask | None
) -> bytes:
    """Store a new match with its maker's seats and the links of those invited."""
    caller, rules = Caller(who), house.rules(row.title)

    def do(change: Change) -> Any:
        table, links = change.table, {}
        for place in row.facts.seats:
            if place.kind == "invite":
                links[place.seat] = link_of(new_link(change, place.seat))
        mine = [place for place in row.facts.seats if place.seat in wishes and wishes[place.seat].kind == "me"]
        for place in mine:
            take_seat(change, place, who, seed)
        if row.status == "gathering" and all(place.kind == "bot" for place in row.facts.seats):
            begin(change)
        return lambda: summary(row, rules, caller, table.of(who.id), links)

    return await house.keeper.create(row, do, ask)


def new_link(change: Change, seat: Seat) -> str:
    """A new private link for a seat; the one before is worthless from now on."""
    table, token = change.table, new_token()
    hash = hashed(token)
    table.tokens = {hash: seat, **{old: other for old, other in table.tokens.items() if other != seat}}
    columns, values = schema.tokens.c, {"hash": hash, "kind": "seat", "match": table.id, "seat": seat}

    def write(connection: Connection) -> None:
        where = columns.match == table.id, columns.seat == seat, columns.kind == "seat"
        connection.execute(schema.tokens.delete().where(*where))
        connection.execute(schema.tokens.insert(), values)

    change.also.append(write)
    return token


async def check_count(house: House, who: Account) -> None:
    columns = schema.matches.c
    where = columns.creator == who.id, columns.status.in_(("gathering", "playing"))
    query = sa.select(sa.func.count()).select_from(schema.matches).where(*where)
    if (
        await house.store.read(lambda connection: connection.execute(query).scalar()) or 0
    ) >= house.settings.matches_per_account:
        raise Problem("refused", "You have made as many unfinished matches as one may: finish or cancel some first.")


def routes(house: House) -> Routes:
    part = Routes("matches")

    @part.post(
        "/api/matches", NewMatch, Summary, ["signed-out", "not-found", "refused", "bad-input"], status=201, key=False
    )
    async def create(request: Request) -> Reply:
        """Make a match; against bots it starts at once."""
        who = await house.account(request)
        asked, raw = await read(request, NewMatch)
        rules = house.rules(asked.title)
        try:
            rules.scenario(asked.scenario, asked.settings)
        except ValueError as error:
            raise Problem("bad-input", str(error)) from None
        await check_count(house, who)
        card = next(card for card in rules.scenarios() if card.name == asked.scenario)
        key = key_of(request, needed=False)
        ask = None if key is None else Ask.of(f"account:{who.id}", key, "create", raw)
        row = new_row(house, asked, card.seats, who)
        return Reply(await make(house, row, asked.seats, who, asked.seed, ask), 201)

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
            where.append(columns.created < int(before.timestamp() * 1000))
        return Reply(Mine(await _listed(Caller(who), where)))

    @part.get("/api/lobby", Lobby)
    async def lobby(request: Request) -> Reply:
        """Public matches: to join, to watch, and to look back at."""
        caller, columns = await house.caller(request), schema.matches.c
        found = [
            await _listed(caller, [columns.public, columns.status == status])
            for status in ("gathering", "playing", "finished")
        ]
        return Reply(Lobby(*found))

    async def _listed(caller: Caller, where: list[Any]) -> list[Summary]:
        query = sa.select(schema.matches).where(*where).order_by(schema.matches.c.created.desc()).limit(LISTED)
        seats = schema.holders.c

        def job(connection: Connection) -> list[tuple[Row, list[Seat]]]:
            rows = [from_columns(row) for row in connection.execute(query).mappings()]
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
            summary(row, house.rules(row.title), caller, yours) for row, yours in found if house.playable(row.title)
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
            take_seat(change, place, who, asked.seed)
            return lambda: summary(table.row, table.rules, Caller(who), table.of(who.id))

        return Reply(await house.keeper.change(match, do))

    @part.post(
        "/api/matches/{match}/seats/{seat}/link", Nothing, Link, ["signed-out", "not-yours", "not-found", "refused"]
    )
    async def link(request: Request, match: str, seat: str) -> Reply:
        """A new private link for a seat, for another device or for a friend."""
        await read(request, Nothing)
        caller = await house.caller(request)

        def do(change: Change) -> Link:
            table = change.table
            place = table.row.facts.place(seat)
            inviting = place is not None and place.kind == "invite" and table.row.creator == (caller.id or 0)
            if not inviting:
                sit(table, seat, caller, play=True)
            if table.row.status == "cancelled":
                raise Problem("refused", "The match was cancelled.")
            token = new_link(change, seat)
            return Link(token, link_of(token))

        return Reply(await house.keeper.change(match, do))

    @part.post("/api/seats/claim", Claim, Claimed, ["not-found", "refused"])
    async def claim(request: Request) -> Reply:
        """Open a private link: this session may play that seat from now on."""
        asked, _ = await read(request, Claim)
        columns = schema.tokens.c
        query = sa.select(columns.match, columns.seat).where(
            columns.hash == hashed(asked.token), columns.kind == "seat"
        )
        found = await house.store.read(lambda connection: connection.execute(query).first())
        if found is None:
            raise Problem("not-found", "This link is not valid any more: ask for a new one.")
        match, seat = found
        who, session = (await house.caller(request)).account, None
        if who is None:
            who, session = await house.accounts.guest(None)
        account = who

        def do(change: Change) -> Any:
            table = change.table
            if table.row.status == "cancelled":
                raise Problem("refused", "The match was cancelled.")
            place = table.row.facts.place(seat)
            assert place is not None
            take_seat(change, place, account, asked.seed)
            return lambda: Claimed(match, seat, summary(table.row, table.rules, Caller(account), table.of(account.id)))

        reply = Reply(await house.keeper.change(match, do))
        if session is not None:
            house.give_cookie(reply, session)
        return reply

    @part.post("/api/matches/{match}/cancel", Nothing, Summary, ["signed-out", "not-yours", "not-found", "refused"])
    async def cancel(request: Request, match: str) -> Reply:
        """Give up waiting for players."""
        await read(request, Nothing)
        who = await house.account(request)

        def do(change: Change) -> Any:
            table = change.table
            if table.row.creator != who.id:
                raise Problem("not-yours", "Only who made a match may cancel it.")
            if table.row.status != "gathering":
                raise Problem("refused", f"The match is {table.row.status} already.")
            table.row.status = "cancelled"
            change.tell("match", "cancelled", {}, f"{who.name} has cancelled the match.")
            return lambda: summary(table.row, table.rules, Caller(who), table.of(who.id))

        return Reply(await house.keeper.change(match, do))

    return part
