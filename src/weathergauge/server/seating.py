"""Seating: who shall sit where, the links that let somebody sit down, and the match that begins when all do.

Who takes part in the dice says so when sitting down. The match then waits: first for a commitment of every such seat,
then for the words behind it. docs/record.md says why in this order."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from msgspec import Meta

from weathergauge import codec
from weathergauge.files.handwritten import LARGEST
from weathergauge.files.lesson import Moment
from weathergauge.languages import said
from weathergauge.match import Match
from weathergauge.match.lessons import BOOK, Progress, position
from weathergauge.match.record import How
from weathergauge.ruleset import Seat
from weathergauge.sentences import nearest
from weathergauge.server import schema
from weathergauge.server.accounts import Account, new_id
from weathergauge.server.bridge import Asked
from weathergauge.server.catalogue import bots_for, find_lesson, why_no_bot
from weathergauge.server.change import Ask, Change
from weathergauge.server.house import Caller, House
from weathergauge.server.links import link_of, new_link
from weathergauge.server.problem import Problem
from weathergauge.server.store import now
from weathergauge.server.summary import summary
from weathergauge.server.table import Facts, Place, Row

Short = Annotated[str, Meta(min_length=1, max_length=100)]


class SeatWish(Asked, frozen=True):
    """Who shall sit there: me, anybody, somebody with the link, or a bot."""

    kind: Literal["me", "open", "invite", "bot"]
    bot: Short | None = None


class NewMatch(Asked, frozen=True):
    """A match to be made."""

    title: Short
    scenario: Short
    written: Annotated[str, Meta(max_length=LARGEST)] | None = None
    """The text of a scenario file; `scenario` is then what the file is called."""
    settings: dict[str, Any] = {}
    seats: dict[Seat, SeatWish] = {}
    pace: Literal["live", "slow"] = "live"
    deadline_hours: Annotated[int, Meta(ge=1, le=720)] | None = None
    public: bool = True
    dice: Literal["server", "typed"] = "server"
    words: bool = False
    """Whether my own seats will seal words for the dice: the match then waits for them."""
    take_backs: bool = True


class NewLesson(Asked, frozen=True):
    """A moment of a title's lesson; without a name its first."""

    title: Short
    moment: Short | None = None


class Join(Asked, frozen=True):
    seat: Short
    words: bool = False


class Claim(Asked, frozen=True):
    token: Annotated[str, Meta(min_length=1, max_length=200)]
    words: bool = False


class LookAt(Asked, frozen=True):
    token: Annotated[str, Meta(min_length=1, max_length=200)]


def begin(change: Change) -> None:
    """Everybody is there: set out the scenario and let the first side decide."""
    table = change.table
    row = table.row
    places = row.facts.seats
    names = {place.seat: place.bot or place.player or "player" for place in places}
    words: dict[Seat, How] = {place.seat: _how(place) for place in places}
    row.seeds = {seat: text for seat, text in row.seeds.items() if words[seat] in ("sealed", "plain")}
    commits = {place.seat: place.commitment for place in places if words[place.seat] == "sealed"}
    position = None if row.position is None else codec.decode(row.position, table.rules.types.state)
    table.match = Match.create(
        table.rules, row.title, row.scenario, row.settings, names, seed=row.seed, dice=row.dice, seeds=row.seeds,
        commits=commits, words=words, put=table.put.append, position=position, written=row.written or "",
    )  # fmt: skip
    row.status, row.started, row.facts.opening = "playing", change.at, None
    change.tell("match", "started", {"players": names}, lambda: said("The match begins."))
    change.heard()


def _how(place: Place) -> How:
    """How a seat came by its words. What an older version of the server made up is not called anybody's."""
    if place.kind == "bot":
        return "bot"
    return "sealed" if place.words == "opened" else "plain" if place.seeded else "none"


def go_on(change: Change, sealed: Seat | None = None) -> None:
    """Begin, if nothing is waited for any more; tell everybody when words are to be opened.

    `sealed` is the seat that has just sealed its own: it is at hand, and needs no letter.
    """
    facts = change.table.row.facts
    awaited = facts.awaits
    if awaited is None:
        begin(change)
    elif awaited == "openings" and facts.opening is None:
        facts.opening = change.at
        change.openings = [place.seat for place in facts.seats if place.words == "committed" and place.seat != sealed]
        commits = {place.seat: place.commitment for place in facts.seats if place.commitment}
        change.tell(
            "match", "opening", {"commitments": commits}, lambda: said("All have sealed their words for the dice.")
        )


def take_seat(change: Change, place: Place, who: Account, words: bool) -> None:
    """Somebody sits down; the last one starts the match, unless words for the dice are still to come."""
    table = change.table
    if who.id not in table.holders.setdefault(place.seat, {}):
        table.holders[place.seat][who.id] = change.at
        holder = {"match": table.id, "seat": place.seat, "account": who.id, "since": change.at}
        change.also.append(lambda connection: connection.execute(schema.holders.insert(), holder))
    if place.kind not in ("open", "invite"):
        return
    place.kind, place.player = "person", who.name
    if table.row.status != "gathering":
        return
    place.words = "awaited" if words else "none"

    def joined() -> str:
        return said("{player} plays {side}.", player=who.name, side=said(table.rules.side_words(place.seat)))

    change.tell("match", "joined", {"seat": place.seat, "player": who.name}, joined)
    go_on(change)


def new_row(house: House, asked: NewMatch, seats: Sequence[Seat], who: Account) -> Row:
    """A match as it is before anybody sits down; the server's seed is fixed here, before any player's."""
    places = []
    for seat in asked.seats:
        if seat not in seats:
            raise Problem("bad-input", f"There is no seat {seat!r} in {asked.scenario}: {nearest(seat, seats)}")
    for seat in seats:
        wish = asked.seats.get(seat, SeatWish(kind="open"))
        if wish.kind == "bot":
            bot = wish.bot or bots_for(asked.title)[0]
            if reason := why_no_bot(bot, asked.title):
                raise Problem("bad-input", reason)
            places.append(Place(seat, "bot", bot, bot))
        else:
            places.append(Place(seat, "invite" if wish.kind == "invite" else "open"))
    if asked.dice == "typed" and all(place.kind == "bot" for place in places):
        raise Problem("bad-input", "dice=typed: bots cannot throw dice; let somebody sit at the table.")
    return Row(
        id=new_id(), version=0, status="gathering", title=asked.title, scenario=asked.scenario, settings=asked.settings,
        pace=asked.pace, deadline_hours=asked.deadline_hours, public=asked.public, dice=asked.dice,
        seed=secrets.token_bytes(32), seeds={}, creator=who.id, branch_match=None, branch_position=None, position=None,
        written=asked.written,
        created=now(), started=None, moved=None, finished=None, told={}, facts=Facts(places, take_backs=asked.take_backs), bot_due=False,
        bots_by=None, bots_until=0,
    )  # fmt: skip


def find_moment(house: House, asked: NewLesson) -> Moment:
    """The moment that is asked for; what cannot be learned is a sentence."""
    lesson = find_lesson(house, asked.title)
    if lesson is None:
        raise Problem("not-found", f"{house.rules(asked.title).name} has no lesson: begin with any of its scenarios.")
    moment = lesson.moments[0] if asked.moment is None else lesson.moment(asked.moment)
    if moment is None:
        known = nearest(asked.moment or "", [moment.name for moment in lesson.moments])
        raise Problem("not-found", f"The lesson of {asked.title} has no moment {asked.moment!r}: {known}")
    return moment


def lesson_row(house: House, title: str, moment: Moment, who: Account) -> Row:
    """A moment of a lesson before its pupil sits down: its dice are those of the book."""
    rules = house.rules(title)
    state = position(rules, moment)
    card = rules.card_of(moment.scenario)
    seats = {seat: SeatWish("me") for seat in (card.seats if card else rules.seats)}
    asked = NewMatch(title=title, scenario=moment.scenario, settings=moment.settings, seats=seats, public=False)
    row = new_row(house, asked, list(seats), who)
    row.facts.seats = [
        place if place.seat == moment.seat else Place(place.seat, "bot", BOOK, BOOK) for place in row.facts.seats
    ]
    row.facts.lesson, row.seed, row.position = Progress(moment.name), moment.seed.encode(), codec.encode(state)
    return row


async def make(
    house: House, row: Row, wishes: dict[Seat, SeatWish], who: Account, words: bool, ask: Ask | None
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
            take_seat(change, place, who, words)
        if row.status == "gathering" and all(place.kind == "bot" for place in row.facts.seats):
            begin(change)
        return lambda: summary(row, rules, caller, table.of(who.id), links)

    return await house.keeper.create(row, do, ask)


async def check_count(house: House, who: Account) -> None:
    columns = schema.matches.c
    where = columns.creator == who.id, columns.status.in_(("gathering", "playing"))
    query = sa.select(sa.func.count()).select_from(schema.matches).where(*where)
    if (
        await house.store.read(lambda connection: connection.execute(query).scalar()) or 0
    ) >= house.settings.matches_per_account:
        raise Problem("refused", "You have made as many unfinished matches as one may: finish or cancel some first.")
