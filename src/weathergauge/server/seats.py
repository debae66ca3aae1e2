"""A seat's keys: its private link, tokens for programs, and the list of who holds it, with the means to put others out."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from msgspec import Meta, Struct

from weathergauge.server.accounts import Account
from weathergauge.server.bridge import Asked, Reply, Routes, read
from weathergauge.server.change import Change
from weathergauge.server.events import clock
from weathergauge.server.house import Caller, House, sit
from weathergauge.server.links import (
    end,
    first_of,
    key_of_person,
    key_of_program,
    link_of,
    new_link,
    new_program,
)
from weathergauge.server.naming import proper_name
from weathergauge.server.problem import Problem
from weathergauge.server.table import Table

SEAT = ["signed-out", "not-yours", "not-found"]


class NewLink(Asked, frozen=True):
    """Whether it shall let in many, or the first who opens it."""

    many: bool = False


class Link(Struct, frozen=True):
    """A seat's private link: whoever opens it may play the seat."""

    token: str
    link: str
    many: bool


class NewProgram(Asked, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)] = "a program"


class ProgramToken(Struct, frozen=True):
    """What a program sends as its bearer token; it is shown once."""

    token: str


class End(Asked, frozen=True):
    """One of the list, by its id; without one all others."""

    holder: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class Holder(Struct, frozen=True):
    """A person who plays the seat. `first` cannot be put out by those who came later."""

    id: str
    player: str
    guest: bool
    you: bool
    first: bool
    since: str | None


class ProgramShown(Struct, frozen=True):
    id: str
    name: str
    made: str


class OpenLink(Struct, frozen=True):
    """The link that lets somebody in, if there is one now; what it says is known to its maker alone."""

    made: str | None
    many: bool


class Holders(Struct, frozen=True):
    """Who may play a seat, and what would let others in."""

    people: list[Holder]
    programs: list[ProgramShown]
    link: OpenLink | None


def routes(house: House) -> Routes:
    part = Routes("seats")
    at = "/api/matches/{match}/seats/{seat}"

    def holds(table: Table, seat: str, who: Account) -> None:
        """A token lets a program play, and not decide who else does."""
        sit(table, seat, Caller(who), play=True)

    @part.post(at + "/link", NewLink, Link, [*SEAT, "refused"])
    async def link(request: Request, match: str, seat: str) -> Reply:
        """A new private link for a seat, for another device or for a friend; the one before is worthless from now on."""
        asked, _ = await read(request, NewLink)
        who = await house.account(request)

        def may(table: Table) -> None:
            place = table.row.facts.place(seat)
            if place is None or place.kind != "invite" or table.row.creator != who.id:
                holds(table, seat, who)

        def do(change: Change) -> Link:
            if change.table.row.status == "cancelled":
                raise Problem("refused", "The match was cancelled.")
            token = new_link(change, seat, many=asked.many)
            return Link(token, link_of(token), asked.many)

        return Reply(await house.keeper.change(match, do, may=may))

    @part.post(at + "/token", NewProgram, ProgramToken, [*SEAT, "refused", "bad-input"])
    async def token(request: Request, match: str, seat: str) -> Reply:
        """A bearer token by which a program plays the seat until it is ended."""
        asked, _ = await read(request, NewProgram)
        who, name = await house.account(request), proper_name(asked.name)

        def do(change: Change) -> ProgramToken:
            return ProgramToken(new_program(change, seat, name, who))

        return Reply(await house.keeper.change(match, do, may=lambda table: holds(table, seat, who)))

    @part.get(at + "/holders", Holders, SEAT)
    async def holders(request: Request, match: str, seat: str) -> Reply:
        """Who may play this seat: people, programs, and a link that is still open."""
        who = await house.account(request)
        async with house.keeper.holding(match) as table:
            holds(table, seat, who)
            return Reply(shown(table, seat, who, await house.accounts.known(table.holders.get(seat, {}))))

    @part.post(at + "/end", End, Holders, [*SEAT, "refused"])
    async def put_out(request: Request, match: str, seat: str) -> Reply:
        """Put all others out of the seat, with the open link; or one of them."""
        asked, _ = await read(request, End)
        who = await house.account(request)
        async with house.keeper.holding(match) as table:
            holds(table, seat, who)
            known = await house.accounts.known(table.holders.get(seat, {}))

        def do(change: Change) -> Any:
            end(change, seat, who, {id: account.name for id, account in known.items()}, asked.holder)
            change.also.append(lambda connection: house.store.notify(connection, f"seats:{match}"))
            return lambda: shown(change.table, seat, who, known)

        reply = Reply(await house.keeper.change(match, do, may=lambda table: holds(table, seat, who)))
        house.hub.ask_again(match)
        return reply

    return part


def shown(table: Table, seat: str, who: Account, names: dict[str, Account]) -> Holders:
    """The list of a seat, the first holder first."""
    people = table.holders.get(seat, {})
    first = first_of(people)
    listed = []
    for account, since in sorted(people.items(), key=lambda person: person[1]):
        if account in names:
            name, guest, known = names[account].name, names[account].guest, clock(since) if since else None
            id = key_of_person(table, seat, account)
            listed.append(Holder(id, name, guest, account == who.id, account in first, known))
    programs = [
        ProgramShown(key_of_program(hash), program.name, clock(program.made))
        for hash, program in table.programs.items()
        if program.seat == seat
    ]
    open_links = [link for link in table.links.values() if link.seat == seat and link.uses != 0]
    link = None
    if open_links:
        link = OpenLink(clock(open_links[0].made) if open_links[0].made else None, open_links[0].uses is None)
    return Holders(listed, programs, link)
