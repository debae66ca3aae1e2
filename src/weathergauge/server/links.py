"""Who else may play a seat: private links that somebody opens, tokens for programs, and putting others out again.

A link lets one person in and is used up by that, unless its maker wanted one that works many times. Whoever took the
seat first hears of everybody who comes by a link, and cannot be put out by them.
"""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa
from sqlalchemy import Connection

from weathergauge.ruleset import Seat
from weathergauge.server import schema
from weathergauge.server.accounts import Account, hashed, new_token
from weathergauge.server.change import Change
from weathergauge.server.problem import Problem
from weathergauge.server.table import PrivateLink, Program, Table

PEOPLE, PROGRAMS = 20, 10
"""So many people may hold one seat, and so many programs."""


def link_of(token: str) -> str:
    """Behind `#`, so that it is sent to nobody until the client posts it."""
    return f"/#/seat/{token}"


def new_link(change: Change, seat: Seat, *, many: bool = False) -> str:
    """A new private link for a seat; the one before is worthless from now on."""
    table, token = change.table, new_token()
    made = PrivateLink(seat, None if many else 1, change.at)
    # Links that were used up stay known, so that whoever came by one finds the seat again by it.
    table.links = {hash: link for hash, link in table.links.items() if link.seat != seat or link.uses == 0}
    table.links[hashed(token)] = made
    columns = schema.tokens.c
    values = _token(table, token, "seat", seat) | {"uses": made.uses, "made": made.made}

    def write(connection: Connection) -> None:
        unused = columns.uses.is_(None) | (columns.uses > 0)
        where = columns.match == table.id, columns.seat == seat, columns.kind == "seat", unused
        connection.execute(schema.tokens.delete().where(*where))
        connection.execute(schema.tokens.insert(), values)

    change.also.append(write)
    return token


def usable(table: Table, hash: str, account: str | None) -> PrivateLink:
    """The link, where it still lets somebody in; who plays the seat already may always come by it again."""
    link = table.links.get(hash)
    if link is None:
        raise Problem("not-found", "This link is not valid any more: ask for a new one.")
    people = table.holders.get(link.seat, {})
    if account is not None and account in people:
        return link
    if link.uses == 0:
        raise Problem(
            "not-found", "This link was opened already, and it works once: ask whoever sent it for a new one."
        )
    if len(people) >= PEOPLE:
        raise Problem("refused", f"{PEOPLE} people play this seat already: one of them must put others out first.")
    return link


def open_link(change: Change, hash: str, who: Account) -> PrivateLink:
    """Somebody comes by a link: it is used up, and the seat hears who came."""
    table = change.table
    link = usable(table, hash, who.id)
    if who.id in table.holders.get(link.seat, {}):
        return link
    if link.uses is not None:
        link.uses, link.used_by = link.uses - 1, who.id
        values, where = {"uses": link.uses, "used_by": who.id}, schema.tokens.c.hash == hash
        change.also.append(lambda connection: connection.execute(schema.tokens.update().where(where), values))
    if table.holders.get(link.seat):
        words = f"{who.name} has opened this seat's private link, and plays it too."
        change.tell("match", "letin", {"seat": link.seat, "player": who.name}, words, (link.seat,))
    return link


def new_program(change: Change, seat: Seat, name: str, who: Account) -> str:
    """A token by which a program plays a seat, until it is ended."""
    table, token = change.table, new_token()
    if sum(program.seat == seat for program in table.programs.values()) >= PROGRAMS:
        raise Problem("refused", f"{PROGRAMS} programs may play this seat already: end one of them first.")
    made = table.programs[hashed(token)] = Program(seat, name, change.at)
    values = _token(table, token, "program", seat) | {"about": name, "made": made.made}
    change.also.append(lambda connection: connection.execute(schema.tokens.insert(), values))
    words = f"{who.name} has let a program play this seat too: {name}."
    change.tell("match", "letin", {"seat": seat, "player": name}, words, (seat,))
    return token


def _token(table: Table, token: str, kind: str, seat: Seat) -> dict[str, str | int | None]:
    """The columns that every token of a seat has."""
    return {"hash": hashed(token), "kind": kind, "match": table.id, "seat": seat}


def key_of_person(table: Table, seat: Seat, account: str) -> str:
    """What a holder is called in the list of a seat: an account's own id is nobody else's business."""
    return hashed(f"{table.id}:{seat}:{account}")[:16]


def key_of_program(hash: str) -> str:
    return hash[:16]


def first_of(people: Mapping[str, int]) -> set[str]:
    """Who held a seat first; of matches from before that was noted, all of that time."""
    earliest = min(people.values(), default=0)
    return {account for account, since in people.items() if since == earliest}


def end(change: Change, seat: Seat, who: Account, names: Mapping[str, str], one: str | None) -> None:
    """Put others out of a seat: all of them with the open link, or one. Who held it first stays, but for itself."""
    table = change.table
    people = table.holders.get(seat, {})
    kept = {who.id, *first_of(people)}
    found = {key_of_person(table, seat, account): account for account in people}
    programs = {key_of_program(hash): hash for hash, program in table.programs.items() if program.seat == seat}
    if one is None:
        gone, ended = [account for account in people if account not in kept], list(programs.values())
    elif one in programs:
        gone, ended = [], [programs[one]]
    elif one in found:
        if found[one] == who.id:
            raise Problem("refused", "That is you: this puts others out of the seat.")
        if found[one] in kept:
            name = names.get(found[one], "Somebody else")
            raise Problem("refused", f"{name} had this seat before you, and cannot be put out of it by you.")
        gone, ended = [found[one]], []
    else:
        raise Problem("not-found", "Nobody of that kind plays this seat: look at the list again.")
    said = [names.get(account, "a player") for account in gone]
    said += [f"{table.programs[hash].name}, a program" for hash in ended]
    place = table.row.facts.place(seat)
    if place is not None and place.kind == "person" and place.player in said:
        place.player = who.name
    for account in gone:
        del people[account]
    for hash in ended:
        del table.programs[hash]
    spent = [hash for hash, link in table.links.items() if link.seat == seat and _void(link, gone, one is None)]
    for hash in spent:
        del table.links[hash]
    _forget(change, seat, gone, [*ended, *spent])
    if said:
        words = f"{who.name} has put out of this seat: {'; '.join(said)}."
        change.tell("match", "putout", {"seat": seat, "by": who.name, "players": said}, words, (seat,))


def close(change: Change, seat: Seat) -> None:
    """Nobody plays the seat any more: end the programs that did, and every link to it."""
    table = change.table
    ended = [hash for hash, program in table.programs.items() if program.seat == seat]
    spent = [hash for hash, link in table.links.items() if link.seat == seat]
    for hash in ended:
        del table.programs[hash]
    for hash in spent:
        del table.links[hash]
    _forget(change, seat, [], [*ended, *spent])


def _void(link: PrivateLink, gone: list[str], everybody: bool) -> bool:
    """Whether a link goes with those who are put out: theirs, one for many by which they would come again, and of all
    others also the one nobody has opened."""
    return link.used_by in gone or (bool(gone) and link.uses is None) or (everybody and link.uses != 0)


def _forget(change: Change, seat: Seat, gone: list[str], hashes: list[str]) -> None:
    people, tokens, match = schema.holders.c, schema.tokens.c, change.table.id

    def write(connection: Connection) -> None:
        where = people.match == match, people.seat == seat, people.account.in_(gone)
        connection.execute(sa.delete(schema.holders).where(*where))
        connection.execute(sa.delete(schema.tokens).where(tokens.hash.in_(hashes)))

    change.also.append(write)
