"""A match as the server holds it: who sits where, the match itself once it has begun, and what was told to whom."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from msgspec import DecodeError, Raw, Struct

from weathergauge import codec
from weathergauge.bots.advice import Adviser
from weathergauge.dice import Roll
from weathergauge.match import Match
from weathergauge.match.lessons import BOOK, Progress
from weathergauge.match.standing import Kept
from weathergauge.ruleset import PROCEED, TABLE, Result, Rules, Seat
from weathergauge.server import wording
from weathergauge.server.store import Spoilt

SPECTATOR = ""
HOUR = 60 * 60 * 1000

Status = Literal["gathering", "playing", "finished", "cancelled"]


Part = Literal["none", "awaited", "committed", "opened"]
"""How far a seat is with its words for the dice. None: it adds no words."""

Awaited = Literal["seats", "commitments", "openings"]
"""What a match that gathers still waits for."""


class Place(Struct):
    """A seat: who sits there, or may."""

    seat: Seat
    kind: Literal["person", "open", "invite", "bot"]
    player: str = ""
    bot: str | None = None
    words: Part = "none"
    commitment: str = ""
    """SHA-256 of the words that this seat has sealed."""
    seeded: bool = False
    """In matches that gathered before words were sealed: whether somebody gave the words openly."""


class Origin(Struct, frozen=True):
    """Who may see the match from which another was played on: everybody, or some accounts."""

    public: bool
    seen_by: list[str]


class Facts(Struct):
    """What everybody may know of a match without looking at its table. Kept beside it, for lists."""

    seats: list[Place]
    to_act: list[Seat] = []
    due: dict[Seat, int] = {}
    turn: int | None = None
    result: Result | None = None
    head: str = ""
    fences: int = 0
    take_backs: bool = True
    """Whether the players may agree to go back across dice and reveals."""
    moved: dict[Seat, int] = {}
    """Of each seat the last event it had heard before it ended its last move."""
    since: dict[Seat, int] = {}
    """The same of the last move after which it heard anything to speak of: a dispatch begins there."""
    origin: Origin | None = None
    muted: list[Seat] = []
    """Seats that do not want to hear what spectators say."""
    lesson: Progress | None = None
    """How far the pupil of a lesson has come."""
    opening: int | None = None
    """Since when all seats that seal their words have committed, and must open them."""

    @property
    def awaits(self) -> Awaited | None:
        """What must come before the match can begin; None where nothing must."""
        if any(place.kind in ("open", "invite") for place in self.seats):
            return "seats"
        parts = {place.words for place in self.seats}
        return "commitments" if "awaited" in parts else "openings" if "committed" in parts else None

    def place(self, seat: str) -> Place | None:
        return next((place for place in self.seats if place.seat == seat), None)


class Row(Struct):
    """A match as it is stored; the names are those of its columns."""

    id: str
    version: int
    status: Status
    title: str
    scenario: str
    settings: dict[str, Any]
    pace: Literal["live", "slow"]
    deadline_hours: int | None
    public: bool
    dice: Literal["server", "typed"]
    seed: bytes
    seeds: dict[Seat, str]
    creator: str | None
    branch_match: str | None
    branch_position: int | None
    position: bytes | None
    written: str | None
    created: int
    started: int | None
    moved: int | None
    finished: int | None
    told: dict[str, int]
    facts: Facts
    bot_due: bool
    bots_by: str | None
    bots_until: int
    standing: dict[Seat, Kept] = {}
    """What each seat has ordered ahead: for its own eyes alone."""


AS_JSON = {
    "settings": dict[str, Any], "seeds": dict[str, str], "told": dict[str, int], "facts": Facts, "standing": dict[str, Kept],
}  # fmt: skip


def from_columns(columns: Any) -> Row:
    """A row of the store."""
    values = dict(columns)
    for name, kind in AS_JSON.items():
        try:
            values[name] = codec.decode(bytes(values[name]), kind)
        except (DecodeError, UnicodeDecodeError) as error:
            raise Spoilt(f"match {values['id']}: {name}: {error}") from error
    values["seed"] = bytes(values["seed"])
    values["position"] = None if values["position"] is None else bytes(values["position"])
    return Row(**values)


def to_columns(row: Row) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in Row.__struct_fields__}
    for name in AS_JSON:
        values[name] = codec.encode(values[name])
    return values


class Waiting(Struct, frozen=True):
    """Dice that hands must throw, and which seats may type them."""

    lock: str
    dice: str
    count: int
    faces: tuple[int, ...]
    why: str
    seats: list[Seat]


class Standing(Struct, frozen=True):
    """An own step that may still be taken back, by its own number."""

    step: int
    words: str
    action: Any


class GoingBack(Struct, frozen=True):
    """An open question whether to go back to before the last decision of a seat, and who has agreed."""

    by: Seat
    agreed: list[Seat]


class PrivateLink(Struct):
    """A link to a seat: how often it may still be opened (None: any number of times), and who used it up."""

    seat: Seat
    uses: int | None
    made: int
    used_by: str | None = None


class Program(Struct, frozen=True):
    """A program that plays a seat by its token."""

    seat: Seat
    name: str
    made: int


class Table:
    """One match in memory. Whoever changes it holds its lock; what is in memory counts only once it is stored."""

    def __init__(self, row: Row, rules: Rules) -> None:
        self.row, self.rules = row, rules
        self.holders: dict[Seat, dict[str, int]] = {}
        """The accounts that play a seat, and since when."""
        self.links: dict[str, PrivateLink] = {}
        self.programs: dict[str, Program] = {}
        """Both by the hashes of their tokens."""
        self.match: Match | None = None
        self.adviser = Adviser()
        """Whom standing orders ask that let a captain decide."""
        self.lines = 0
        self.put: list[bytes] = []
        self.stored = to_columns(row)
        self.kept = 0
        self.lock = asyncio.Lock()
        self.gone = False

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def seats(self) -> list[Seat]:
        return [place.seat for place in self.row.facts.seats]

    @property
    def audiences(self) -> list[str]:
        return [*self.seats, SPECTATOR]

    def of(self, account: str | None) -> list[Seat]:
        """The seats an account plays."""
        return [] if account is None else [seat for seat in self.seats if account in self.holders.get(seat, ())]

    @property
    def going(self) -> Match:
        """The match, where there is one."""
        assert self.match is not None
        return self.match

    @property
    def to_act(self) -> list[Seat]:
        if self.match is None or self.match.waiting is not None:
            return []
        return [seat for seat in self.match.to_act if seat != TABLE]

    def bots_to_act(self) -> list[Seat]:
        bots = [place.seat for place in self.row.facts.seats if place.kind == "bot" and place.bot != BOOK]
        return [seat for seat in self.to_act if seat in bots]

    @property
    def people(self) -> list[Seat]:
        """The seats that no bot plays."""
        return [place.seat for place in self.row.facts.seats if place.kind != "bot"]

    def waiting(self) -> Waiting | None:
        match = self.match
        if match is None or match.waiting is None:
            return None
        roll: Roll = match.waiting
        people = [place.seat for place in self.row.facts.seats if place.kind == "person"]
        seats = [roll.seat] if roll.seat in people and roll.seat is not None else people
        return Waiting(match.dice_decision, roll.dice, roll.count, roll.die.faces, roll.why, seats)

    def standing(self, seat: Seat) -> list[Standing]:
        """Its own steps since the last fence, less those that have shown it what it did not know."""
        if self.match is None or not seat:
            return []
        # Worded as it was ordered: what ends the moves is not called the end of the firing once that has begun.
        return [
            Standing(step.own, wording.order(self.rules, self.rules.view(step.before, seat), step.action), step.action)
            for step in self.match.tail
            if step.by == seat and self.match.learnt(step) is None
        ]

    def draw(self) -> Seat | None:
        """The seat that offers a draw."""
        if self.match is None or self.match.result is not None:
            return None
        return next(iter(sorted(self.match.for_draw)), None)

    def asking(self) -> GoingBack | None:
        """The question whether to go back, while it is open."""
        asking = None if self.match is None else self.match.asking
        return None if asking is None else GoingBack(asking.by, [seat for seat in self.seats if seat in asking.agreed])

    def view(self, seat: str) -> Raw:
        """What one seat may know, as it is sent."""
        return Raw(codec.encode(self.going.view(seat or None)))

    def settled(self) -> bool:
        """Whether the table has nothing left to carry out by itself."""
        return self.match is None or self.match.waiting is not None or self.match.to_act != (TABLE,)

    def proceed(self) -> None:
        self.going.act(TABLE, PROCEED)
