"""The course of a match: what the lines of its record come to when they are played in order.

A match being played, one being loaded, one being looked at again and one being checked all follow the same course.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from weathergauge import codec
from weathergauge.dice import NeedRoll, Roll, Throw, WrongDice, die
from weathergauge.match.record import NOTHING, Line, Record, RecordError, digest
from weathergauge.match.talk import (
    ABANDONED,
    SAID,
    Abandoned,
    HandedOver,
    TakeBackDeclined,
    TakenBack,
    WentBack,
)
from weathergauge.ruleset import TABLE, Played, Proceed, Refused, Result, Rules, Seat, Told
from weathergauge.sentences import nearest, spoken
from weathergauge.throwing import RecordedDice, SeededDice, TypedDice, fallen

S = TypeVar("S")

KEPT = 1000


class Stale(Refused):
    """An answer to a question that is no longer open: the seat has decided already, or dice have fallen since."""


class Heard(Struct, frozen=True):
    """An event under the number it has for the seat that heard it."""

    number: int
    event: Any


class Step(Struct, frozen=True):
    """A step since the last fence: it can still be withdrawn. `own` is its number for its seat, `before` the state it met."""

    n: int
    own: int
    by: Seat
    action: Any
    events: tuple[Told, ...]
    before: Any


class Before(Struct, frozen=True):
    """How the match stood before a seat's decision: what it may ask the others to go back to."""

    n: int
    state: Any
    fences: int


class Asking(Struct, frozen=True):
    """An open question whether to go back. `before` is None where a course that began later cannot know it."""

    by: Seat
    n: int
    before: Before | None
    agreed: frozenset[Seat]


class Bookmark(Struct, Generic[S], frozen=True):
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

    def __init__(self, rules: Rules, by_hand: bool, mark: Bookmark[Any], keep: int | None = KEPT) -> None:
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
        self.before: dict[Seat, list[Before]] = {seat: [] for seat in self.seats}
        """Of each seat its last decision before the fence, and those since."""
        self.asking: Asking | None = None
        self.whole = mark.n == 0
        """Whether the match was followed from its start, so that every decision was seen."""
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
        before, self.state = self.state, played.state
        if seat != TABLE:
            self.before[seat].append(Before(self.n, before, self.mark.fences))
        self.open, self.given = None, []
        self.hear(played.events)
        self.result = self.rules.result(self.state)
        if threw or seat == TABLE:
            self.fence(head, threw)
        else:
            self.own[seat] += 1
            self.tail.append(Step(self.n, self.own[seat], seat, action, played.events, before))
            if any(told.to is None for told in played.events):
                self.asking = None  # what was done in private leaves it open, so that nobody can tell from it

    def fence(self, head: str, threw: bool = False) -> None:
        """Nothing before this is taken back any more."""
        last = self.mark
        self.mark = Bookmark(
            self.n, head, last.throws + threw, last.fences + 1, dict(self.told), dict(self.players), self.state
        )
        self.own = dict.fromkeys(self.seats, 0)
        self.tail = []
        self.agreed.clear()
        self.asking = None
        self.before = {seat: known[-1:] for seat, known in self.before.items()}
        if threw:
            self._dice = None

    def without(self, step: Step) -> tuple[Any, list[Step]]:
        """The state if that step had not been made, and the steps that fall with it: what others did meanwhile stands.

        Only what its seat cannot know of falls with it, where it no longer holds: to refuse would give it away.
        """
        rules, state, fallen = self.rules, self.mark.state, []
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
            if why is None:
                continue
            if later.by == step.by:
                raise Refused(f"that cannot be taken back: your later step {later.own} rests on it ({why})")
            if any(told.to is None or step.by in told.to for told in later.events):
                raise Refused(f"that cannot be taken back: what {later.by} did since rests on it")
            fallen.append(later)
        return state, fallen

    def withdraw(self, step: Step, state: Any, fallen: Sequence[Step] = ()) -> tuple[Told, ...]:
        """Take over the withdrawal of a step and of those that fall with it; who had heard of one hears of that.

        So does everybody where it shows: a private step may have been the one that let a phase end later on.
        """
        self.n += 1
        shows = self.rules.view(self.state, None) != self.rules.view(state, None)
        self.state = state
        gone, events = (step, *fallen), []
        for taken in gone:
            self.own[taken.by] += 1
            heard = {taken.by}.union(*(told.to or () for told in taken.events))
            public = (taken is step and shows) or any(told.to is None for told in taken.events)
            to = None if public else tuple(seat for seat in self.seats if seat in heard)
            events.append(Told(TakenBack(taken.by), to))
        self.tail = [other for other in self.tail if other not in gone]
        self._count_decisions()
        if any(told.to is None for told in events):
            self.asking = None
        self.hear(events)
        return tuple(events)

    def _count_decisions(self) -> None:
        """How it stood before each decision since the fence, without those that were withdrawn."""
        state, fences = self.mark.state, self.mark.fences
        self.before = {
            seat: [known_step for known_step in known if known_step.n <= self.mark.n]
            for seat, known in self.before.items()
        }
        for step in self.tail:
            self.before[step.by].append(Before(step.n, state, fences))
            state = self.rules.play(state, step.by, step.action, RecordedDice(())).state

    def may_say(self, seat: Seat, what: str) -> None:
        """Refuse what a seat cannot say to the match now."""
        if seat not in self.seats:
            raise Refused(f"there is no seat {seat!r}: {nearest(seat, self.seats)}")
        if self.result is not None:
            raise Refused(f"the match is over: {self.result.reason}")
        if what == "offer draw" and self.agreed:
            raise Refused("a draw is on offer already: accept it, or play on")
        if what == "accept draw" and (not self.agreed or seat in self.agreed):
            raise Refused(f"nobody has offered {self.rules.side_words(seat)} a draw since the last dice")
        if what == "offer take-back":
            if self.asking is not None:
                raise Refused("there is a question to go back already: answer it, or play on")
            if self.whole and not self.before[seat]:
                raise Refused(
                    f"{self.rules.side_has(seat)} no decision to go back to: only the last one can be asked for, and once"
                )
        if what in ("accept take-back", "decline take-back"):
            if self.asking is None:
                raise Refused("nobody asks to go back, or somebody has acted since")
            if seat in self.asking.agreed:
                raise Refused(f"{self.rules.side_has(seat)} agreed to that already")

    def say(self, seat: Seat, what: str, to: str = "") -> tuple[Told, ...]:
        """Take over what a seat said to the match: it belongs to no ruleset."""
        self.n += 1
        if what == "hand over":
            self.players[seat] = to
        elif what == "offer take-back":
            known = self.before[seat]
            self.asking = Asking(seat, known[-1].n if known else 0, known[-1] if known else None, frozenset((seat,)))
        elif what == "accept take-back" and self.asking is not None:
            self.asking = replace(self.asking, agreed=self.asking.agreed | {seat})
        elif what == "decline take-back":
            self.asking = None
        elif what == "resign":
            others = [other for other in self.seats if other != seat]
            self.result = Result(others[0] if len(others) == 1 else None, f"{self.rules.side_words(seat)} resigned")
        else:
            self.agreed.add(seat)
            if len(self.agreed) == len(self.seats):
                self.result = Result(None, "a draw was agreed")
        match what:
            case "hand over":
                event: Any = HandedOver(seat, to)
            case "decline take-back":
                event = TakeBackDeclined(seat, to)
            case _:
                event = SAID[what](seat)
        events = (Told(event),)
        self.hear(events)
        return events

    def abandon(self) -> tuple[Told, ...]:
        """End it without a winner: nobody played on."""
        self.n += 1
        self.open, self.given = None, []
        self.result = Result(None, ABANDONED)
        events = (Told(Abandoned()),)
        self.hear(events)
        return events

    def forgets(self, seat: Seat) -> bool:
        """Whether the state that this seat may ask for, or is asked about, was before this course began."""
        if self.whole:
            return False
        return not self.before.get(seat, True) if self.asking is None else self.asking.before is None

    def recall(self, whole: Course) -> None:
        """Take over how it stood before each last decision from a course that followed the match from its start."""
        self.before = {seat: known or whole.before[seat] for seat, known in self.before.items()}
        if self.asking is not None and self.asking.before is None and whole.asking is not None:
            self.asking = replace(self.asking, before=whole.asking.before)
        self.whole = whole.whole

    def all_agree(self, seat: Seat) -> Asking | None:
        """The question to go back, if nobody but this seat has yet to agree."""
        asking = self.asking
        return asking if asking is not None and {*self.seats} == {*asking.agreed, seat} else None

    def go_back(self, by: Seat, state: Any, head: str) -> tuple[Told, ...]:
        """The match stands again as it did. The count of throws goes on: dice that fell do not fall a second time."""
        self.state = state
        self.result = self.rules.result(state)
        if self.asking is not None:
            n = self.asking.n
            self.before = {
                seat: [known_step for known_step in known if known_step.n < n] for seat, known in self.before.items()
            }
        events = (Told(WentBack(by)),)
        self.hear(events)
        self.fence(head)
        return events

    def end(self, head: str) -> None:
        """Nothing follows."""
        self.n += 1
        self.ended = True
        self.fence(head)

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
        except msgspec.MsgspecError as error:
            raise RecordError("edited", f"this step is no order of {self.rules.name}: {spoken(error)}") from None
        except NeedRoll as need:
            raise RecordError("edited", f"the rules ask for dice that this step does not have: {need}") from None
        except Exception as error:
            sentence = "the rules cannot play this step: it does not fit what the record says before it"
            raise RecordError("edited", sentence) from error

    def _follow(self, line: Line, head: str, key: bytes | None, ask: bool) -> tuple[Told, ...] | None:
        if self.ended:
            raise RecordError("edited", "this comes after the end of the match")
        if line.n != self.n + 1:
            raise RecordError("edited", f"step {self.n + 1} is expected here")
        if line.seeds is not None or line.commits is not None or line.words is not None:
            raise RecordError("edited", "the players' words belong on the second line alone")
        if line.reveal and line.end is None:
            raise RecordError("edited", "the seed is revealed before the end")
        if line.end is not None:
            if line.end != self.result:
                really = "is not over" if self.result is None else f"ended otherwise: {self.result.reason}"
                raise RecordError("edited", f"the match {really}")
            if not line.reveal:
                raise RecordError("edited", "the end does not reveal the seed")
            self.end(head)
            return ()
        if line.by and line.do is not NOTHING:
            action = self._action(line.by, line.do, ask)
            if self.open not in (None, (line.by, action)):
                raise RecordError("edited", "another step waits for its dice here")
            played, threw = self._replay(line, action, key)
            self.take(line.by, action, played, threw, head)
            if (threw or line.by == TABLE) and line.state != digest(played.state):
                raise RecordError("edited", "the state after this step is not the one that was recorded")
            return played.events
        if line.back and line.match is None:
            step = next((step for step in self.tail if step.n == line.back and step.by == line.by), None)
            if step is None or self.open:
                raise RecordError("edited", f"{line.by} cannot take step {line.back} back here")
            return self.withdraw(step, *self.without(step))
        if line.match == "abandon":
            if line.by != TABLE or self.result is not None:
                raise RecordError("edited", "only the table ends a match as abandoned, and only one that is not over")
            return self.abandon()
        if line.match is not None:
            self.may_say(line.by, line.match)
            self.open, self.given = None, []
            if line.match == "offer take-back":
                return self._follow_offer(line)
            asking = self.all_agree(line.by) if line.match == "accept take-back" else None
            said = self.say(line.by, line.match, line.to)
            return said if asking is None else (*said, *self.go_back(asking.by, self._stood(line, asking), head))
        if line.open is not None and self.open is None:
            self.open = line.open.by, self._action(line.open.by, line.open.do, ask)
            return None
        if line.given and self.open is not None:
            self.given.append(fallen(line.given))
            return None
        raise RecordError("edited", "this line says nothing that belongs here")

    def _follow_offer(self, line: Line) -> tuple[Told, ...]:
        """The step that a seat asks to take back must be its last; a course that began later takes the line's word."""
        said = self.say(line.by, "offer take-back")
        assert self.asking is not None
        if self.asking.before is None and not self.whole:
            self.asking = replace(self.asking, n=line.back)
        if self.asking.n != line.back:
            raise RecordError("edited", f"the last decision of {line.by} is not step {line.back}")
        return said

    def _stood(self, line: Line, asking: Asking) -> Any:
        """The state that stands again, held to how the match really stood then."""
        state = codec.decode(line.stands, self.rules.types.state)
        if digest(state) != line.state or (asking.before is not None and digest(asking.before.state) != line.state):
            raise RecordError("edited", f"this is not how the match stood before step {asking.n}")
        return state

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
        play, hands = self.rules.play, [fallen(text) for text in line.dice if " typed" in text]
        if hands[: len(self.given)] != self.given or (hands and not self.by_hand):
            raise RecordError("edited", "the dice of this step are not those that hands have thrown")
        if key is not None:
            with contextlib.suppress(NeedRoll, WrongDice):
                dice = TypedDice(hands, self.seeded(key)) if hands else self.dice(key)
                played = play(self.state, line.by, action, dice)
                if tuple([str(throw) for throw in dice.throws]) == line.dice:
                    return played, bool(line.dice)
        throws = [fallen(text) for text in line.dice]
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


def follow_on(
    course: Course, record: Record, first: int, last: int | None = None, *, key: bytes | None = None, ask: bool = False
) -> Iterator[tuple[int, Line, tuple[Told, ...] | None]]:
    """Follow a record from the line after `first`, line by line; an error names the line and step."""
    for index in range(first + 1, len(record.lines) if last is None else last + 1):
        line = record.line(index)
        try:
            yield index, line, course.follow(line, record.head(index), key, ask=ask)
        except RecordError as error:
            raise record.wrong(index, str(error), error.kind) from error.__cause__
