"""A match: one playing of a scenario, from its first order to its end, and the record it leaves.

`Match` is the door: it asks the rules whether a seat may do what it wants, writes the step, then takes it over.
`Course` is what the lines of a record come to when they are played in order. A match being played, one being loaded,
one being looked at again (`Replay`) and one being checked (`verify`) all follow the same course.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from weathergauge import __version__, charts, codec
from weathergauge.dice import NeedRoll, RecordedDice, Roll, SeededDice, Throw, TypedDice, WrongDice, die, typed
from weathergauge.procedures import nearest
from weathergauge.record import (
    FORMAT,
    NOTHING,
    File,
    Header,
    Journal,
    Line,
    Open,
    Put,
    Record,
    RecordError,
    dice_key,
    key_file,
    new_file,
    seed_hash,
    snapshot_file,
)
from weathergauge.ruleset import TABLE, Event, Played, Proceed, Refused, Result, Ruleset, S, Seat, Told

Rules = Ruleset[Any, Any, Any]
RulesFor = Callable[[str], Rules]
PROCEED = Proceed()
KEPT = 1000
SNAPSHOT_EVERY = 250


class Stale(Refused):
    """An answer to a question that is no longer open: the seat has decided already, or dice have fallen since."""


class TakenBack(Event, frozen=True):
    """A seat withdrew a step of which this audience had heard."""

    seat: Seat


class Resigned(Event, frozen=True):
    seat: Seat


class DrawOffered(Event, frozen=True):
    seat: Seat


class DrawAccepted(Event, frozen=True):
    seat: Seat


class HandedOver(Event, frozen=True):
    """Somebody else, perhaps a bot, plays this seat from here on."""

    seat: Seat
    to: str


MatchEvent = TakenBack | Resigned | DrawOffered | DrawAccepted | HandedOver
_SAID = {"resign": Resigned, "offer draw": DrawOffered, "accept draw": DrawAccepted}


class Heard(Struct, frozen=True):
    """An event under the number it has for the seat that heard it."""

    number: int
    event: Any


class Step(Struct, frozen=True):
    """A step since the last fence: it can still be withdrawn. `own` is its number for its seat."""

    n: int
    own: int
    by: Seat
    action: Any
    events: tuple[Told, ...]


class Mark(Struct, Generic[S], frozen=True):
    """Where the match stood at its last fence, or at the start. Written down, it is a snapshot."""

    n: int
    head: str
    throws: int
    fences: int
    told: dict[Seat, int]
    players: dict[Seat, str]
    state: S


class Course:
    """Where a match stands. It holds the state, the last fence and the steps since: nothing else grows."""

    def __init__(self, rules: Rules, by_hand: bool, mark: Mark[Any], keep: int | None = KEPT) -> None:
        self.rules = rules
        self.by_hand = by_hand
        self.mark = mark
        self.state = mark.state
        self.n = mark.n
        self.seats = tuple(seat for seat in rules.seats if seat in mark.players)
        self.players = dict(mark.players)
        self.own = dict.fromkeys(self.seats, 0)
        self.tail: list[Step] = []
        self.told = dict(mark.told)
        self.log: dict[Seat, deque[Any]] = {seat: deque(maxlen=keep) for seat in mark.told}
        self.agreed: set[Seat] = set()
        self.open: tuple[Seat, Any] | None = None
        self.given: list[Throw] = []
        self.result: Result | None = rules.result(mark.state)
        self.ended = False
        self._actions = codec.decoder(rules.types.action)
        self._dice: SeededDice | None = None

    def seeded(self, key: bytes) -> SeededDice:
        """The dice of the next throwing step."""
        return SeededDice(key, self.mark.throws + 1)

    def dice(self, key: bytes) -> SeededDice:
        """The same; a step that asks nothing of them leaves them for the one after."""
        dice = self._dice
        if dice is None or dice.throws or dice.account or dice.told:
            dice = self._dice = self.seeded(key)
        return dice

    def hear(self, events: Sequence[Told]) -> None:
        """Number each event for everybody who hears it."""
        for told in events:
            for seat in self.told if told.to is None else told.to:
                if seat in self.told:
                    self.told[seat] += 1
                    self.log[seat].append(told.event)

    def take(self, seat: Seat, action: Any, played: Played, threw: bool, head: str) -> None:
        """Take over a step that was played."""
        self.n += 1
        self.state = played.state
        self.open, self.given = None, []
        self.hear(played.events)
        self.result = self.rules.result(self.state)
        if threw or seat == TABLE:
            self.fence(head, threw)
        else:
            self.own[seat] += 1
            self.tail.append(Step(self.n, self.own[seat], seat, action, played.events))

    def fence(self, head: str, threw: bool = False) -> None:
        """Nothing before this is taken back any more."""
        last = self.mark
        self.mark = Mark(
            self.n, head, last.throws + threw, last.fences + 1, dict(self.told), dict(self.players), self.state
        )
        self.own = dict.fromkeys(self.seats, 0)
        self.tail = []
        self.agreed.clear()
        if threw:
            self._dice = None

    def without(self, step: Step) -> Any:
        """The state if that step had not been made: what others did meanwhile stands."""
        rules, state = self.rules, self.mark.state
        for later in self.tail:
            if later is step:
                continue
            why: str | None = "it would be out of turn"
            if later.by in rules.to_act(state):
                why = rules.legal(rules.view(state, later.by)).why_not(later.action)
            if why is None:
                try:
                    state = rules.play(state, later.by, later.action, RecordedDice(())).state
                except WrongDice:
                    why = "it would throw dice"
            if why is not None:
                whose = f"your later step {later.own} rests on it ({why})" if later.by == step.by else ""
                raise Refused(f"that cannot be taken back: {whose or f'what {later.by} did since rests on it'}")
        return state

    def withdraw(self, step: Step, state: Any) -> tuple[Told, ...]:
        """Take over a step's withdrawal; those who had heard of it hear of that."""
        self.n += 1
        self.state = state
        self.own[step.by] += 1
        self.tail = [other for other in self.tail if other is not step]
        heard = {step.by}.union(*(told.to or () for told in step.events))
        public = any(told.to is None for told in step.events)
        events = (Told(TakenBack(step.by), None if public else tuple(seat for seat in self.seats if seat in heard)),)
        self.hear(events)
        return events

    def may_say(self, seat: Seat, what: str) -> None:
        """Refuse what a seat cannot say to the match now."""
        if seat not in self.seats:
            raise Refused(f"there is no seat {seat!r}: {nearest(seat, self.seats)}")
        if self.result is not None:
            raise Refused(f"the match is over: {self.result.reason}")
        if what == "offer draw" and self.agreed:
            raise Refused("a draw is on offer already: accept it, or play on")
        if what == "accept draw" and (not self.agreed or seat in self.agreed):
            raise Refused(f"nobody has offered {seat} a draw since the last dice")

    def say(self, seat: Seat, what: str, to: str = "") -> tuple[Told, ...]:
        """Take over what a seat said to the match: it belongs to no ruleset."""
        self.n += 1
        if what == "hand over":
            self.players[seat] = to
        elif what == "resign":
            others = [other for other in self.seats if other != seat]
            self.result = Result(others[0] if len(others) == 1 else None, f"{seat} resigned")
        else:
            self.agreed.add(seat)
            if len(self.agreed) == len(self.seats):
                self.result = Result(None, "a draw was agreed")
        events = (Told(HandedOver(seat, to) if what == "hand over" else _SAID[what](seat)),)
        self.hear(events)
        return events

    def follow(self, line: Line, head: str, key: bytes | None = None, *, ask: bool = False) -> tuple[Told, ...] | None:
        """Play one line of a record, held to the seed if there is a key, and to the rules' lists if they are to be asked.

        None for a line that only waits for dice. Whatever does not hold is a RecordError.
        """
        try:
            return self._follow(line, head, key, ask)
        except RecordError:
            raise
        except (WrongDice, Refused) as error:
            raise RecordError("edited", f"this step does not hold: {error}") from None
        except (Exception, NeedRoll) as error:
            raise RecordError("edited", f"the rules cannot play this step: {type(error).__name__}: {error}") from error

    def _follow(self, line: Line, head: str, key: bytes | None, ask: bool) -> tuple[Told, ...] | None:
        if self.ended:
            raise RecordError("edited", "this comes after the end of the match")
        if line.n != self.n + 1:
            raise RecordError("edited", f"step {self.n + 1} is expected here")
        if line.end is not None:
            self._end(line)
            return ()
        if line.by and line.do is not NOTHING:
            action = self._action(line.by, line.do, ask)
            if self.open not in (None, (line.by, action)):
                raise RecordError("edited", "another step waits for its dice here")
            played, threw = self._replay(line, action, key)
            self.take(line.by, action, played, threw, head)
            if (threw or line.by == TABLE) and line.state != codec.digest(played.state):
                raise RecordError("edited", "the state after this step is not the one that was recorded")
            return played.events
        if line.back:
            step = next((step for step in self.tail if step.n == line.back and step.by == line.by), None)
            if step is None or self.open:
                raise RecordError("edited", f"{line.by} cannot take step {line.back} back here")
            return self.withdraw(step, self.without(step))
        if line.match is not None:
            self.may_say(line.by, line.match)
            self.open, self.given = None, []
            return self.say(line.by, line.match, line.to)
        if line.open is not None and self.open is None:
            self.open = line.open.by, self._action(line.open.by, line.open.do, ask)
            return None
        if line.given and self.open is not None:
            self.given.append(Throw.parse(line.given))
            return None
        raise RecordError("edited", "this line says nothing that belongs here")

    def _end(self, line: Line) -> None:
        if line.end != self.result:
            really = "is not over" if self.result is None else f"ended otherwise: {self.result.reason}"
            raise RecordError("edited", f"the match {really}")
        if not line.reveal:
            raise RecordError("edited", "the end does not reveal the seed")
        self.n += 1
        self.ended = True

    def _action(self, seat: Seat, do: Any, ask: bool) -> Any:
        """The action of a line, and whether its seat may take it."""
        if self.result is not None:
            raise RecordError("edited", f"the match was over before this step: {self.result.reason}")
        if seat not in self.rules.to_act(self.state):
            raise RecordError("edited", f"it is not the turn of {seat}")
        if seat == TABLE:
            return codec.decode(do, Proceed)
        action = self._actions.decode(do)
        if ask and (why := self.rules.legal(self.rules.view(self.state, seat)).why_not(action)) is not None:
            raise RecordError("edited", f"{seat} may not do this: {why}")
        return action

    def _replay(self, line: Line, action: Any, key: bytes | None) -> tuple[Played, bool]:
        """Play a recorded step. With the key the dice fall again by the seed, and must fall as recorded."""
        play, throws = self.rules.play, [Throw.parse(text) for text in line.dice]
        hands = [throw for throw in throws if throw.typed]
        if hands[: len(self.given)] != self.given or (hands and not self.by_hand):
            raise RecordError("edited", "the dice of this step are not those that hands have thrown")
        if key is not None:
            with contextlib.suppress(NeedRoll, WrongDice):
                dice = TypedDice(hands, self.seeded(key)) if hands else self.dice(key)
                played = play(self.state, line.by, action, dice)
                if dice.throws == throws:
                    return played, bool(throws)
        recorded = RecordedDice(throws)
        played = play(self.state, line.by, action, recorded)
        recorded.finish()
        if key is not None:
            fall_again(key, self.mark.throws + 1, throws)
            raise RecordError("edited", "a secret throw of this step was typed, or an open one was not")
        return played, bool(throws)


def fall_again(key: bytes, number: int, throws: Sequence[Throw]) -> None:
    """Hold the throws of one step to the seed, without any rules; typed ones draw nothing."""
    dice = SeededDice(key, number)
    for throw in throws:
        if not throw.typed:
            count, _, sides = throw.dice.partition("d")
            fell = dice._fall(Roll(int(count), die("d" + sides), ""))
            if fell != throw:
                raise RecordError("edited", f"{throw} is recorded, and the seed gives {fell}")


def fingerprint(rules: Rules) -> str:
    """The digest of a ruleset's charts, worked out once for each set."""
    known = _PRINTS.get(id(rules.chart_set))
    if known is None:
        known = _PRINTS[id(rules.chart_set)] = rules.chart_set, charts.fingerprint(rules.chart_set)
    return known[1]


_PRINTS: dict[int, tuple[Any, str]] = {}  # the set is kept beside its print, so that its id stays its own


def rules_of(record: Record, rules_for: RulesFor) -> Rules:
    """The rules of a record's title."""
    try:
        return rules_for(record.header.title)
    except (LookupError, ValueError) as error:
        sentence = f"{record.name} is a match of {record.header.title!r}, which is not known here ({error})"
        raise RecordError("title", sentence, line=1) from None


def kind_of_mark(rules: Rules) -> Any:
    """The type of a snapshot under these rules, for the codec."""
    kind: Any = Mark
    return kind[rules.types.state]


def start_of(record: Record, rules: Rules, key: bytes | None = None, keep: int | None = KEPT) -> tuple[int, Course]:
    """The line from which these rules can follow a record, and the course there.

    That is the set-up, or the last line by which a later version of the rules went on.
    """
    header, _ = record.header, record.seeds
    for first in range(len(record.lines) - 1, 0, -1):
        if b',"position":' in record.lines[first] and (line := record.line(first)).position is not NOTHING:
            break
    else:
        first, line = 1, record.line(1)
    check_rules(
        record.name, rules, line.rules or header.rules, line.charts or header.charts, line.package or header.package
    )
    try:
        if first > 1:
            mark = replace(codec.decode(line.position, kind_of_mark(rules)), head=record.head(first))
        else:
            throws = [Throw.parse(text) for text in line.dice]
            dice = RecordedDice(throws)
            state = rules.setup(rules.scenario(header.scenario, header.settings), dice)
            dice.finish()
            if key is not None:
                fall_again(key, 0, throws)
            if codec.digest(state) != line.state:
                raise RecordError("edited", "the scenario is set up otherwise than it was recorded")
            told = dict.fromkeys((*header.seats, ""), 0)
            mark = Mark(0, record.head(1), 0, 0, told, header.seats, state)
        return first, Course(rules, header.dice == "typed", mark, keep)
    except RecordError as error:
        raise error.at(first + 1, line.n) from None
    except Exception as error:
        raise RecordError("edited", f"the scenario cannot be set up: {error}").at(first + 1, line.n) from error


def check_rules(name: str, rules: Rules, version: str, print: str, package: str) -> None:
    """Refuse rules or charts other than those a record was played with."""
    ours = f"{rules.name} {rules.version}"
    if version != ours:
        sentence = (
            f"{name} was played with the rules {version}, and these are {ours}: weathergauge {package} can check it"
        )
        raise RecordError("rules", sentence, line=1)
    if print != fingerprint(rules):
        sentence = f"{name} was played with another set of charts: weathergauge {package} has them and can check it"
        raise RecordError("charts", sentence, line=1)


def follow_on(course: Course, record: Record, first: int, key: bytes | None = None, *, ask: bool = False) -> None:
    """Follow a record to its end from the line after `first`; an error names the line and step."""
    for index in range(first + 1, len(record.lines)):
        line = record.line(index)
        try:
            course.follow(line, record.head(index), key, ask=ask)
        except RecordError as error:
            raise error.at(index + 1, line.n) from error.__cause__


class Match:
    """One playing of a scenario. Make it with `create` or `load`; every change goes to the record before it counts."""

    def __init__(
        self, rules: Rules, header: Header, course: Course, seed: bytes, key: bytes, journal: Journal, file: File | None
    ) -> None:
        self.rules, self.header, self.course = rules, header, course
        self.waiting: Roll | None = None
        self._seed, self._key, self._journal, self._file = seed, key, journal, file
        self._by_hand = header.dice == "typed"
        self._kept = course.mark.n

    @classmethod
    def create(
        cls,
        rules: Rules,
        title: str,
        scenario: str,
        settings: Mapping[str, Any] | None = None,
        seats: Mapping[Seat, str] | None = None,
        *,
        path: Path | str | None = None,
        seed: bytes | str | None = None,
        dice: Literal["server", "typed"] = "server",
        seeds: Mapping[Seat, str] | None = None,
        put: Put | None = None,
        sync: bool = False,
    ) -> Match:
        """A new match. `seed` is the server's, `seeds` the players' own; `put` receives each line where there is no file.

        The throws of the set-up always come from the seed, also where later ones are typed.
        """
        seats, seeds = dict(seats or {}), dict(seeds or {})
        for seat in (*seats, *seeds):
            if seat not in rules.seats:
                raise Refused(f"there is no seat {seat!r} in {title}: {nearest(seat, rules.seats)}")
        if seed is None:
            seed = secrets.token_bytes(32)
        seed = seed.encode() if isinstance(seed, str) else seed
        card = next((card for card in rules.scenarios() if card.name == scenario), None)
        key, setting = dice_key(seed, seeds), dict(settings or {})
        header = Header(
            FORMAT, title, f"{rules.name} {rules.version}", __version__, fingerprint(rules), scenario, setting,
            {seat: seats.get(seat, "player") for seat in (card.seats if card else rules.seats)}, dice, seed_hash(seed),
        )  # fmt: skip
        thrown = SeededDice(key, 0)
        state = rules.setup(rules.scenario(scenario, setting), thrown)
        file = None if path is None else new_file(Path(path), seed, sync=sync)
        journal = Journal(seed, "", put if file is None else file.put)
        second = Line(seeds=seeds, dice=tuple(map(str, thrown.throws)), state=codec.digest(state))
        mark = Mark(0, journal.add(header, second), 0, 0, dict.fromkeys((*header.seats, ""), 0), header.seats, state)
        return cls(rules, header, Course(rules, dice == "typed", mark), seed, key, journal, file)

    @classmethod
    def load(
        cls,
        source: Path | str | Record,
        rules_for: RulesFor,
        *,
        seed: bytes | None = None,
        put: Put | None = None,
        snapshot: bytes | None = None,
        sync: bool = False,
        go_on: bool = False,
    ) -> Match:
        """A match from its record: the newest snapshot that the record bears out, and the lines since.

        `go_on` lets other rules or charts than those of the record take it over, by a line that carries the position.
        """
        record = source if isinstance(source, Record) else Record.read(source)
        seed = seed or record.reveal or record.key()
        record.check_seals(seed)
        rules, other = rules_of(record, rules_for), None
        key, first, course = dice_key(seed, record.seeds), 0, None
        try:
            first, course = start_of(record, rules, key)
        except RecordError as error:
            if not go_on or error.kind not in ("rules", "charts"):
                raise
            other = error
        if snapshot is None and record.path is not None:
            with contextlib.suppress(OSError):
                snapshot = snapshot_file(record.path).read_bytes()
        if (newest := believed(snapshot, record, rules)) is not None and newest[0] > first:
            first, course = newest[0], Course(rules, record.header.dice == "typed", newest[1])
        if course is None:
            raise RecordError("rules", f"{other}; leave it with that version first, so that its position is known here")
        follow_on(course, record, first, key)
        file = None if record.path is None else File(record.path, record.size, record.torn, sync=sync)
        journal = Journal(seed, record.head(), put if file is None else file.put)
        match = cls(rules, record.header, course, seed, key, journal, file)
        if other is not None:
            match._go_on()
        if course.open is not None:
            match._play(*course.open, course.given)
        if course.result is not None and not course.ended:
            match._finish()
        return match

    @property
    def state(self) -> Any:
        return self.course.state

    @property
    def result(self) -> Result | None:
        return self.course.result

    @property
    def head(self) -> str:
        """The seal of the last fence: players who keep it can prove the record up to there."""
        return self.course.mark.head

    @property
    def players(self) -> dict[Seat, str]:
        return self.course.players

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return () if self.course.result is not None else self.rules.to_act(self.course.state)

    def view(self, seat: Seat | None) -> Any:
        return self.rules.view(self.course.state, seat)

    def legal(self, seat: Seat) -> Any:
        return self.rules.legal(self.rules.view(self.course.state, seat))

    def decision(self, seat: Seat) -> str:
        """The lock on a seat's next action: fences passed, own steps since. What others do in private leaves it alone."""
        return f"{self.course.mark.fences}.{self.course.own.get(seat, 0)}"

    def events(self, seat: Seat | None, since: int = 0) -> list[Heard]:
        """What a seat heard after its event number `since`; None is a spectator.

        The newest are kept in memory; older ones are found by following the record again.
        """
        count, log = self.course.told[seat or ""], self.course.log[seat or ""]
        if since < count - len(log) and self._file is not None:
            record = Record.read(self._file.path)
            first, course = start_of(record, self.rules, keep=None)
            follow_on(course, record, first)
            log = course.log[seat or ""]
        missed = count - len(log)
        return [Heard(missed + place, event) for place, event in enumerate(log, 1) if missed + place > since]

    def act(self, seat: Seat, action: Any, *, decision: str | None = None) -> Played | None:
        """Do it, or be refused with a sentence and nothing changed. None while typed dice are awaited."""
        course, rules = self.course, self.rules
        if decision is not None and decision != self.decision(seat):
            raise Stale("this was an answer to an earlier question: the match has moved on since")
        if course.result is not None or self.waiting is not None or seat not in rules.to_act(course.state):
            raise Refused(self._why_closed(seat))
        if seat == TABLE:
            why = None if action == PROCEED else "the table can only proceed"
        else:
            why = rules.legal(rules.view(course.state, seat)).why_not(action)
        if why is not None:
            raise Refused(why)
        return self._play(seat, action, [])

    def supply(self, faces: Sequence[int]) -> Played | None:
        """Give the dice that are waited for; None while more are."""
        if self.waiting is None or self.course.open is None:
            raise Refused("no dice are waited for")
        return self._play(*self.course.open, [*self.course.given, typed(self.waiting, faces)])

    def settle(self) -> Roll | None:
        """Let the table proceed until somebody must decide; the roll that is waited for, if one is."""
        while self.waiting is None and self.to_act == (TABLE,):
            self.act(TABLE, PROCEED)
        return self.waiting

    def standing(self, seat: Seat) -> dict[int, Any]:
        """The seat's own steps since the last fence, by their own numbers: what it may take back."""
        return {step.own: step.action for step in self.course.tail if step.by == seat}

    def take_back(self, seat: Seat, step: int | None = None) -> None:
        """Withdraw an own step since the last fence, the newest unless its own number is given."""
        if self.course.result is not None or self.waiting is not None:
            raise Refused(self._why_closed(seat))
        steps = [one for one in self.course.tail if one.by == seat and step in (None, one.own)]
        if not steps:
            which = "nothing" if step is None else f"no step {step}"
            raise Refused(f"{seat} has {which} to take back: dice that fell and orders that were carried out stand")
        state = self.course.without(steps[-1])
        self._journal.add(Line(n=self.course.n + 1, by=seat, back=steps[-1].n))
        self.course.withdraw(steps[-1], state)

    def resign(self, seat: Seat) -> None:
        self._say(seat, "resign")

    def offer_draw(self, seat: Seat) -> None:
        """Offer a draw to all other seats; the offer stands until the next fence."""
        self._say(seat, "offer draw")

    def accept_draw(self, seat: Seat) -> None:
        self._say(seat, "accept draw")

    def hand_over(self, seat: Seat, to: str) -> None:
        """Somebody else, perhaps a bot, plays the seat from here on."""
        self._say(seat, "hand over", to)

    def snapshot(self) -> bytes:
        """The last fence as a cache for `load`: it can be lost without loss."""
        return msgspec.msgpack.encode(self.course.mark)

    def close(self) -> None:
        """Leave a snapshot beside the record and let go of the file."""
        if self._file is not None:
            if not self.course.ended and self.course.mark.n > self._kept:
                self._keep()
            self._file.close()

    def __enter__(self) -> Match:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _why_closed(self, seat: Seat) -> str:
        if self.course.result is not None:
            return f"the match is over: {self.course.result.reason}"
        if self.waiting is not None:
            return f"{self.waiting.dice} are waited for: {self.waiting.why}"
        if seat not in self.course.seats:
            return f"there is no seat {seat!r}: {nearest(seat, self.course.seats)}"
        return f"{seat} has nothing to decide now: {' and '.join(self.to_act)} must act"

    def _play(self, seat: Seat, action: Any, given: list[Throw]) -> Played | None:
        course = self.course
        dice = TypedDice(given, course.seeded(self._key)) if self._by_hand else course.dice(self._key)
        try:
            played = self.rules.play(course.state, seat, action, dice)
        except NeedRoll as need:
            if course.open is None:
                self._journal.add(Line(n=course.n + 1, open=Open(seat, action)))
            elif len(given) > len(course.given):
                self._journal.add(Line(n=course.n + 1, given=str(given[-1])))
            course.open, course.given, self.waiting = (seat, action), given, need.roll
            return None
        throws = tuple([str(throw) for throw in dice.throws])
        fence = bool(throws) or seat == TABLE
        state = codec.digest(played.state) if fence else ""
        head = self._journal.add(Line(course.n + 1, None, seat, action, throws, state))
        course.take(seat, action, played, bool(throws), head)
        self.waiting = None
        if course.result is not None:
            self._finish()
        elif fence and course.n - self._kept >= SNAPSHOT_EVERY and self._file is not None:
            self._keep()
        return played

    def _say(self, seat: Seat, what: Literal["resign", "offer draw", "accept draw", "hand over"], to: str = "") -> None:
        course = self.course
        course.may_say(seat, what)
        if self.waiting is not None and what != "resign":
            raise Refused(self._why_closed(seat))
        self._journal.add(Line(n=course.n + 1, by=seat, match=what, to=to))
        self.waiting = course.open = None
        course.say(seat, what, to)
        if course.result is not None:
            self._finish()

    def _finish(self) -> None:
        """Write the end and open the seed; its key file and the snapshot have no more use."""
        course = self.course
        head = self._journal.add(Line(n=course.n + 1, end=course.result, reveal=self._seed.hex()))
        course.n += 1
        course.ended = True
        course.fence(head)
        if self._file is not None:
            self._file.close()
            for beside in (key_file(self._file.path), snapshot_file(self._file.path)):
                with contextlib.suppress(OSError):
                    beside.unlink()

    def _go_on(self) -> None:
        """A later version of the rules takes over: a line carries the position from which it can be followed."""
        course, rules = self.course, self.rules
        course.n += 1
        course.open, course.given = None, []
        course.fence("")
        version = f"{rules.name} {rules.version}"
        position: Any = course.mark
        head = self._journal.add(
            Line(n=course.n, rules=version, package=__version__, charts=fingerprint(rules), position=position)
        )
        course.mark = replace(course.mark, head=head)

    def _keep(self) -> None:
        """Write the snapshot, whole or not at all; it is only a cache."""
        assert self._file is not None
        place = snapshot_file(self._file.path)
        with contextlib.suppress(OSError):
            beside = place.with_name(place.name + ".new")
            beside.write_bytes(self.snapshot())
            os.replace(beside, place)
            self._kept = self.course.mark.n


def believed(snapshot: bytes | None, record: Record, rules: Rules) -> tuple[int, Mark[Any]] | None:
    """The line and content of a snapshot, if these rules can read it and the record has its head."""
    if not snapshot:
        return None
    try:
        mark: Mark[Any] = msgspec.msgpack.decode(snapshot, type=kind_of_mark(rules))
    except (ValueError, RecursionError):
        return None
    seal = mark.head.encode()
    for index in range(len(record.lines) - 1, 0, -1):
        if record.lines[index][-34:-2] == seal:
            return index, mark
    return None
