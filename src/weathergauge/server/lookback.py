"""Looking back: positions of a match, its record, how lucky each side was, and playing on from where one wonders.

During play a seat walks through what it heard, as it saw it then. When all is over, everything is open to whoever may watch.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Path, Query, Request, Response
from msgspec import Meta, Raw, Struct

from weathergauge import codec
from weathergauge.beside.hints import Hints, Sea
from weathergauge.beside.tidings import Great, Tiding
from weathergauge.bots.hindsight import has_reason, reason_at
from weathergauge.dice import Roll, Throw, die
from weathergauge.match import Replay, talk
from weathergauge.match.course import Course, follow_on
from weathergauge.match.opening import rules_of, start_at, start_of
from weathergauge.match.record import Line, Record
from weathergauge.ruleset import TABLE, Seat
from weathergauge.server import events, tongues, wording
from weathergauge.server.addresses import address_of
from weathergauge.server.bridge import Asked, Reply, Routes, key_of, packed, read
from weathergauge.server.change import Ask
from weathergauge.server.chronicle import Chronicle, chronicle
from weathergauge.server.house import Caller, House, may_watch, sit
from weathergauge.server.kept import Kept
from weathergauge.server.problem import Problem
from weathergauge.server.seating import NewMatch, SeatWish, check_count, make, new_row
from weathergauge.server.summary import Summary
from weathergauge.server.table import Origin
from weathergauge.throwing import RecordedDice, fallen

KEPT = 10_000
"""Positions that are held in memory; a state shares most of itself with the one before."""
LUCK_KEPT = 32 * 1024 * 1024
"""Bytes of luck that are held in memory: that of a long campaign takes half a million, and seconds to work out."""
AGAIN = 0.2
"""Seconds that an admiral has to say once more what he thought."""
NDJSON = "application/x-ndjson"


class Position(Struct, frozen=True):
    """A place to look at: what led to it, and whether it can be said how something of it came about."""

    position: int
    by: str
    types: list[str]
    words: list[str]
    turn: int | None
    why: bool
    moment: str
    """The date of the position, as its chapter is headed."""
    battle: str
    """The name of a battle that begins there."""
    great: Great
    reason: bool
    """Whether a bot gave the order, and can say what it meant by it; known when the match is over."""


class Compared(Struct, frozen=True):
    """An order that a bot weighed, in words: what it was worth to it, and how often it was played on in its head."""

    words: str
    worth: float
    doubt: float
    games: int


class Intent(Struct, frozen=True):
    """Why a bot gave the order that led to a position; empty where no bot did, or it cannot say."""

    position: int
    plan: str
    note: str
    order: str
    weighed: list[Compared]


class Start(Struct, frozen=True):
    turn: int | None
    moment: str


class Positions(Struct, frozen=True):
    match: str
    seat: str
    finished: bool
    start: Start
    positions: list[Position]


class PastEvent(Struct, frozen=True, omit_defaults=True):
    kind: str
    type: str
    event: Any
    words: str
    account: list[Any]
    tiding: Tiding = Tiding()


class Past(Struct, frozen=True):
    """A position as a seat saw it, and the events that led to it."""

    position: int
    view: Raw
    sea: Sea
    events: list[Raw]
    to_act: list[Seat]


class ThrowLuck(Struct, frozen=True):
    position: int
    by: str
    why: str
    dice: str
    faces: tuple[int, ...]
    rolled: int
    expected: float
    typed: bool
    luck: float
    """How much better than expected for her whose throw it was, also where low faces are the good ones."""


class SeatLuck(Struct, frozen=True):
    throws: int
    dice: int
    rolled: int
    expected: float
    luck: float


class Luck(Struct, frozen=True):
    """What was rolled against what was to be expected."""

    seats: dict[str, SeatLuck]
    throws: list[ThrowLuck]


class NewBranch(Asked, frozen=True):
    """Where to play on from, and who plays."""

    position: Annotated[int, Meta(ge=0, le=10_000_000)]
    seats: dict[Seat, SeatWish] = {}
    words: bool = False
    public: bool = False


class Walk:
    """A record that can be looked at again from one seat: the positions at which it heard something.

    Of a finished match it has `everything`: all positions, and for whoever only looks on nothing is hidden any more.
    """

    def __init__(self, record: Record, rules_for: Any, audience: str, everything: bool) -> None:
        self.record, self.audience, self.everything = record, audience, everything
        self.rules = rules_of(record, rules_for)
        first, course = start_of(record, self.rules, keep=0)
        self.start = Start(wording.turn(self._view(course.state)), wording.moment(self.rules, course.state))
        self.states: list[Any] = [course.state]
        self.heard: list[list[Raw]] = [[]]
        self.results = [course.result]
        self.positions: list[Position] = []
        for _, line, told in follow_on(course, record, first):
            heard = [heard.event for heard in told or () if self._open or heard.to is None or audience in heard.to]
            if heard or (everything and told is not None):
                self._note(course, line, heard)

    def _note(self, course: Course, line: Line, heard: list[Any]) -> None:
        state = course.state
        reason = self.everything and has_reason(self.record, line, self.rules, self.states[-1])
        bodies = [codec.decode(events.of_rules(self.rules, state, event, 0, self._known)) for event in heard]
        bodies = [{**body, "words": events.in_words(body)} for body in bodies]
        said = [body for body in bodies if body.get("tiding", {}).get("level") != "unsaid"]
        types, words = [body["type"] for body in said], [body["words"] for body in said]
        turn = wording.turn(self._view(state))
        why = any(body["account"] for body in bodies)
        tidings = [self.rules.tiding(event) for event in heard if not isinstance(event, talk.MatchEvent)]
        battle = next((tiding.chapter for tiding in tidings if tiding.chapter), "")
        great: Great = next((tiding.great for tiding in tidings if tiding.great), "")
        moment = wording.moment(self.rules, state)
        place = Position(len(self.states), line.by, types, words, turn, why, moment, battle, great, reason)
        self.positions.append(place)
        self.states.append(state)
        self.heard.append(
            [
                Raw(codec.encode({name: body[name] for name in PastEvent.__struct_fields__ if name in body}))
                for body in bodies
            ]
        )
        self.results.append(course.result)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def _open(self) -> bool:
        """Whether it is looked at from no seat, when all is over."""
        return self.everything and not self.audience

    @property
    def _known(self) -> tuple[Seat, ...]:
        """The seats that whoever looks knows from within."""
        return self.rules.seats if self._open else (self.audience,) if self.audience else ()

    def _view(self, state: Any) -> Any:
        return self.rules.unveiled(state) if self._open else self.rules.view(state, self.audience or None)

    def at(self, position: int) -> Past:
        """The position as the seat saw it."""
        state = self.states[position]
        over = self.results[position] is not None
        to_act = [] if over else [seat for seat in self.rules.to_act(state) if seat != TABLE]
        view = self._view(state)
        return Past(position, Raw(codec.encode(view)), self.rules.sea(view), self.heard[position], to_act)

    def hints(self, position: int, subject: str) -> Hints:
        """What a board draws about a subject in that position."""
        return self.rules.hints(self._view(self.states[position]), subject)


class Noted(RecordedDice):
    """A record's throws, and what the rules wanted each for: a record keeps only how they fell."""

    def __init__(self, throws: list[Throw]) -> None:
        super().__init__(throws)
        self.rolls: list[Roll] = []

    def _fall(self, roll: Roll) -> Throw:
        self.rolls.append(roll)
        return super()._fall(roll)


def meant(replay: Replay, position: int, throws: list[Throw]) -> list[Roll]:
    """What the throws of one position were asked for as. Where older rules played it there is nobody left to ask."""
    dice = Noted(throws)
    by = replay.lines[position].by or TABLE
    if position:
        replay.rules.play(replay.at(position - 1)[0], by, replay.action(position), dice)
    elif replay.record.line(1).dice == replay.lines[0].dice:
        start_at(replay.rules, replay.record.header, dice)
    return dice.rolls or [Roll(len(throw.faces), die("d" + throw.dice.partition("d")[2]), "", by) for throw in throws]


def intent_at(replay: Replay, position: int) -> Intent:
    """What a bot says of its order, in words."""
    reason = reason_at(replay, position, AGAIN)
    if reason is None:
        return Intent(position, "", "", "", [])
    # Its orders are told as its own seat saw the table: to whoever only looks on, the names of what is hidden are strange.
    view = replay.rules.view(replay.at(position - 1)[0], replay.lines[position].by)

    def say(order: Any) -> str:
        return order if isinstance(order, str) else replay.rules.say(view, order)

    weighed = [Compared(say(weighed.what), weighed.worth, weighed.doubt, weighed.games) for weighed in reason.weighed]
    return Intent(position, reason.plan, reason.note, say(reason.order), weighed)


def luck(replay: Replay) -> Luck:
    """Add up every throw of a match for the side whose it was; what helps nobody more than another is the table's."""
    throws: list[ThrowLuck] = []
    sums: dict[str, list[float]] = {}
    for position, line in enumerate(replay.lines):
        fell = [fallen(text) for text in line.dice]
        for throw, roll in zip(fell, meant(replay, position, fell) if fell else (), strict=True):
            by = TABLE if roll.seat is None or roll.good == "neither" else roll.seat
            reads, rolled = roll.die.faces, sum(throw.faces)
            expected = len(throw.faces) * sum(reads) / len(reads)
            better = 0.0 if by == TABLE else expected - rolled if roll.good == "low" else rolled - expected
            throws.append(
                ThrowLuck(
                    position, by, roll.why, throw.dice, throw.faces, rolled, round(expected, 4), throw.typed, round(better, 4)
                )
            )  # fmt: skip
            total = sums.setdefault(by, [0, 0, 0, 0.0, 0.0])
            for n, more in enumerate((1, len(throw.faces), rolled, expected, better)):
                total[n] += more
    seats = {by: SeatLuck(int(a), int(b), int(c), round(d, 4), round(e, 4)) for by, (a, b, c, d, e) in sums.items()}
    return Luck(seats, throws)


def routes(house: House) -> Routes:
    part = Routes("looking back")
    walks, lucks, chronicles = Kept[Walk](KEPT), Kept[bytes](LUCK_KEPT), Kept[bytes](LUCK_KEPT)

    def whose(request: Request, caller: Caller) -> str:
        return caller.id or address_of(request, house.settings)

    async def walk(match: str, seat: str, request: Request) -> tuple[Walk, bool]:
        """The record as that seat may look back at it."""
        caller = await house.caller(request)
        async with house.keeper.holding(match) as table:
            finished = table.row.status == "finished"
            if finished and (seat in table.seats or seat == "spectator"):
                audience = "" if seat == "spectator" else seat
                if not may_watch(table, caller):
                    raise Problem("not-yours", "This match is not open to you.")
            else:
                audience = sit(table, seat, caller)
            if table.match is None:
                raise Problem("refused", "The match has not begun: there is nothing to look back at.")
            lines, title = table.lines, table.row.title

        async def make() -> tuple[Walk, int]:
            record = await house.keeper.record(match)
            with tongues.speaking(title):
                made = await asyncio.to_thread(Walk, record, house.rules_for, audience, finished)
            return made, len(made)

        key = match, audience + ("!" if finished else ""), tongues.asked(title)
        if not walks.has(key, lines):
            await house.guard.work("looking-back", request, caller.id)
        return await walks.get(key, lines, whose(request, caller), make), finished

    async def walk_to(match: str, seat: str, position: int, request: Request) -> Walk:
        """The same, where it has that position."""
        found, _ = await walk(match, seat, request)
        if position >= len(found):
            raise Problem("not-found", f"There is no position {position}: the last is {len(found) - 1}.")
        return found

    async def origin(match: str) -> Origin:
        async with house.keeper.holding(match) as table:
            accounts = {account for holders in table.holders.values() for account in holders}
            if table.row.creator is not None:
                accounts.add(table.row.creator)
            return Origin(table.row.public, sorted(accounts))

    async def finished_lines(match: str, caller: Caller) -> tuple[int, str]:
        """How many lines the record of a finished match has, and its title, for those who may see it."""
        async with house.keeper.holding(match) as table:
            if not may_watch(table, caller):
                raise Problem("not-yours", "This is a private match: only those who play in it may see it.")
            if table.row.status != "finished":
                raise Problem(
                    "refused",
                    "The match is not over: its record holds orders that are still secret. Keep the heads instead.",
                )
            return table.lines, table.row.title

    seats = ["signed-out", "not-yours", "not-found", "refused"]

    @part.get("/api/matches/{match}/seats/{seat}/replay", Positions, seats)
    async def positions(request: Request, match: str, seat: str) -> Reply:
        """The positions that a seat may look back at."""
        found, finished = await walk(match, seat, request)
        reply = Reply(Positions(match, seat, finished, found.start, found.positions))
        return await packed(request, reply) if finished else reply

    @part.get("/api/matches/{match}/seats/{seat}/replay/{position}", Past, [*seats, "bad-input"])
    async def past(
        request: Request, match: str, seat: str, position: Annotated[int, Path(ge=0, le=10_000_000)]
    ) -> Reply:
        """One position, as the seat saw it."""
        return Reply((await walk_to(match, seat, position, request)).at(position))

    @part.get("/api/matches/{match}/seats/{seat}/replay/{position}/hints", Hints, [*seats, "bad-input"])
    async def past_hints(
        request: Request, match: str, seat: str, position: Annotated[int, Path(ge=0, le=10_000_000)],
        subject: Annotated[str, Query(max_length=200)],
    ) -> Reply:  # fmt: skip
        """What a board draws about the subject that is looked at, in that position."""
        return Reply((await walk_to(match, seat, position, request)).hints(position, subject))

    @part.get("/api/matches/{match}/seats/{seat}/replay/{position}/reason", Intent, [*seats, "bad-input"])
    async def intent(
        request: Request, match: str, seat: str, position: Annotated[int, Path(ge=0, le=10_000_000)]
    ) -> Reply:
        """Why a bot gave the order that led to a position of a finished match, asked again as its seat saw the table."""
        caller = await house.caller(request)
        await walk_to(match, seat, position, request)
        await finished_lines(match, caller)
        await house.guard.work("looking-back", request, caller.id)
        record = await house.keeper.record(match)
        with tongues.speaking(record.header.title):
            return Reply(await asyncio.to_thread(intent_at, Replay(record, house.rules_for), position))

    @part.get("/api/matches/{match}/record", str, ["not-yours", "not-found", "refused"], media=NDJSON)
    async def record(request: Request, match: str) -> Response:
        """The whole record of a finished match, as `weathergauge verify` reads it."""
        await finished_lines(match, await house.caller(request))
        found = await house.keeper.record(match)
        data = b"".join(line + b"\n" for line in found.lines)
        name = f'attachment; filename="{found.header.title}-{match}.jsonl"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
        return await packed(request, Response(data, media_type=NDJSON, headers=headers))

    @part.get("/api/matches/{match}/luck", Luck, ["not-yours", "not-found", "refused"])
    async def lucky(request: Request, match: str) -> Reply:
        """What was rolled in a finished match, against what was to be expected."""
        caller = await house.caller(request)
        lines, _ = await finished_lines(match, caller)

        async def make() -> tuple[bytes, int]:
            record = await house.keeper.record(match)
            made = await asyncio.to_thread(lambda: codec.encode(luck(Replay(record, house.rules_for))))
            return made, len(made)

        if not lucks.has((match,), lines):
            await house.guard.work("looking-back", request, caller.id)
        return await packed(request, Reply(await lucks.get((match,), lines, whose(request, caller), make)))

    @part.get("/api/matches/{match}/chronicle", Chronicle, ["not-yours", "not-found", "refused"])
    async def chronicled(request: Request, match: str) -> Reply:
        """A finished match told from its end: its turns, what was measured over time, and its books."""
        caller = await house.caller(request)
        lines, title = await finished_lines(match, caller)

        async def make() -> tuple[bytes, int]:
            record = await house.keeper.record(match)
            with tongues.speaking(title):
                made = await asyncio.to_thread(lambda: codec.encode(chronicle(match, record, house.rules_for)))
            return made, len(made)

        key = match, tongues.asked(title)
        if not chronicles.has(key, lines):
            await house.guard.work("looking-back", request, caller.id)
        return await packed(request, Reply(await chronicles.get(key, lines, whose(request, caller), make)))

    @part.post(
        "/api/matches/{match}/branch", NewBranch, Summary,
        ["signed-out", "not-yours", "not-found", "refused", "bad-input"], status=201, key=False,
    )  # fmt: skip
    async def branch(request: Request, match: str) -> Reply:
        """Play on from a position of a finished match."""
        who = await house.account(request)
        asked, raw = await read(request, NewBranch)
        await house.guard.work("match", request, who.id)
        await check_count(house, who)
        await finished_lines(match, Caller(who))
        found = await walk_to(match, "spectator", asked.position, request)
        if found.results[asked.position] is not None:
            raise Problem("refused", "Nothing can be played on from there: the match is over in that position.")
        header = found.record.header
        new = NewMatch(
            title=header.title,
            scenario=header.scenario,
            written=header.written or None,
            settings=header.settings,
            seats=asked.seats,
            public=asked.public,
        )
        row = new_row(house, new, list(header.seats), who)
        row.position = codec.encode(found.states[asked.position])
        row.branch_match, row.branch_position = match, asked.position
        row.facts.origin = await origin(match)
        key = key_of(request, needed=False)
        ask = None if key is None else Ask.of(f"account:{who.id}", key, "branch", match, raw)
        return Reply(await make(house, row, asked.seats, who, asked.words, ask), 201)

    return part
