"""Leaving for good: what becomes of the matches of an account that is deleted.

Seats that others hold as well stay theirs; programs and links of the others end with their holder. A running match goes on with a bot at the seat, or is resigned. One that
waits for players loses this one, and is cancelled where this account made it. In what is over the seat is shown as that
of a player who left; the record of a match is sealed and keeps the name it was played under.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from weathergauge.frame.words import capital
from weathergauge.languages import said
from weathergauge.ruleset import Refused
from weathergauge.server import schema
from weathergauge.server.accounts import Account
from weathergauge.server.catalogue import bots_for
from weathergauge.server.change import Change
from weathergauge.server.house import House
from weathergauge.server.links import close, first_of
from weathergauge.server.naming import LEFT
from weathergauge.server.orders import hand_over
from weathergauge.server.sweeping import call_off
from weathergauge.server.table import Place

Running = Literal["bot", "resign"]


class Left(Struct, frozen=True):
    """How many matches an account was in, and what became of those that were running."""

    matches: int
    handed_over: int
    resigned: int
    cancelled: int


async def leave(house: House, who: Account, running: Running) -> Left:
    """Leave every match and delete the account, last: where this is cut off, it can be asked for again."""
    done = dict.fromkeys(("handed over", "resigned", "cancelled"), 0)
    matches = await house.store.read(lambda connection: _matches(connection, who.id))
    for match in matches:
        async with house.keeper.holding(match) as table:
            others = {account for people in table.holders.values() for account in people} - {who.id}
        names = await house.accounts.known(others)
        heard: list[str] = []

        def do(change: Change, names: Mapping[str, Account] = names, heard: list[str] = heard) -> None:
            heard[:] = left(change, who, running, names)
            word = f"seats:{change.table.id}"
            change.also.append(lambda connection: house.store.notify(connection, word))

        await house.keeper.change(match, do)
        house.hub.ask_again(match)
        for what in heard:
            done[what] += 1
    await house.accounts.delete(who)
    return Left(len(matches), done["handed over"], done["resigned"], done["cancelled"])


def left(change: Change, who: Account, running: Running, names: Mapping[str, Account]) -> list[str]:
    """One match without the account; what was done for it."""
    table, row, done = change.table, change.table.row, list[str]()
    seats, made = table.of(who.id), row.creator == who.id
    if made:
        row.creator = None
        if row.status == "gathering":
            call_off(change, "The match is called off: who made it has left.")
            done.append("cancelled")
    for seat in seats:
        people, place = table.holders[seat], row.facts.place(seat)
        assert place is not None
        del people[who.id]
        if not people:
            close(change, seat)
            row.standing.pop(seat, None)
        if people:
            if place.kind == "person":
                place.player = names[min(first_of(people))].name
        elif row.status == "gathering" and row.facts.opening is not None:
            # Others have opened their words: nobody may come now and choose his own to suit.
            call_off(change, "The match is called off: somebody has left whose words for the dice were sealed.")
            done.append("cancelled")
        elif row.status == "gathering":
            _free(change, place)
        elif row.status == "playing" and place.kind == "person":
            done.append(_give_up(change, place, running))
        elif place.kind == "person":
            place.player = LEFT
    holders = schema.holders.c
    gone = schema.holders.delete().where(holders.match == row.id, holders.account == who.id)
    change.also.append(lambda connection: connection.execute(gone))
    return done


def _free(change: Change, place: Place) -> None:
    """A seat of a match that has not begun is free again: for anybody, or of a private match by a new link."""
    table = change.table
    place.kind, place.player, place.seeded = "open" if table.row.public else "invite", "", False
    place.words, place.commitment = "none", ""
    table.row.seeds.pop(place.seat, None)

    def words() -> str:
        return said("{side} are without a player again.", side=capital(said(table.rules.side_words(place.seat))))

    change.tell("match", "left", {"seat": place.seat}, words)


def _give_up(change: Change, place: Place, running: Running) -> str:
    """A seat of a running match: a bot plays on where one can, or it is lost."""
    table = change.table
    bots = bots_for(table.row.title)
    place.player = LEFT
    if running == "bot" and bots:
        try:
            hand_over(change, place.seat, bots[0], "")
        except Refused:  # typed dice, and nobody else to throw them
            pass
        else:
            return "handed over"
    table.going.resign(place.seat)
    change.heard()
    return "resigned"


def _matches(connection: Connection, account: str) -> list[str]:
    """Those it plays in or made."""
    held = sa.select(schema.holders.c.match).where(schema.holders.c.account == account)
    made = sa.select(schema.matches.c.id).where(schema.matches.c.creator == account)
    return list(connection.execute(sa.union(held, made)).scalars())
