"""The door to a match: it asks the rules whether a seat may do what it wants, writes the step, then takes it over."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping, Sequence, Set
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from msgspec import Raw
from msgspec.structs import replace

from weathergauge import __version__, codec
from weathergauge.dice import NeedRoll, Roll, Throw
from weathergauge.match.course import Asking, Bookmark, Course, Heard, Stale, Step, follow_on
from weathergauge.match.opening import RulesFor, believed, fingerprint, rules_of, start_at, start_of
from weathergauge.match.record import (
    FORMAT,
    NOTHING,
    File,
    Header,
    How,
    Journal,
    Line,
    Open,
    Put,
    Record,
    RecordError,
    Word,
    dice_key,
    digest,
    key_file,
    new_file,
    seed_hash,
    snapshot_file,
)
from weathergauge.ruleset import PROCEED, TABLE, Played, Refused, Result, Rules, Seat
from weathergauge.sentences import nearest
from weathergauge.throwing import SeededDice, TypedDice, typed

SNAPSHOT_EVERY = 250


class Match:
    """One playing of a scenario. Make it with `create` or `load`; every change goes to the record before it counts."""

    def __init__(
        self, rules: Rules, header: Header, course: Course, seed: bytes, key: bytes, journal: Journal, file: File | None
    ) -> None:
        self.rules, self.header, self.course = rules, header, course
        self.waiting: Roll | None = None
        self._seed, self._key, self._journal, self._file = seed, key, journal, file
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
        commits: Mapping[Seat, str] | None = None,
        words: Mapping[Seat, How] | None = None,
        put: Put | None = None,
        sync: bool = False,
        position: Any = None,
        written: str = "",
    ) -> Match:
        """A new match. `seed` is the server's, `seeds` the players' own; `put` receives each line where there is no file.

        `words` says how each seat came by its own, and `commits` what was shown of sealed ones before they were opened.

        The throws of the set-up always come from the seed, also where later ones are typed. With a `position`, a state
        of another match of the scenario, it is played on from there. `written` is the text of a scenario file, which
        the record keeps; `scenario` is then only what the file is called.
        """
        seats, seeds = dict(seats or {}), dict(seeds or {})
        for seat in (*seats, *seeds):
            if seat not in rules.seats:
                raise Refused(f"there is no seat {seat!r} in {title}: {nearest(seat, rules.seats)}")
        if seed is None:
            seed = secrets.token_bytes(32)
        seed = seed.encode() if isinstance(seed, str) else seed
        card = rules.card_of(scenario, written)
        key, setting = dice_key(seed, seeds), dict(settings or {})
        header = Header(
            FORMAT, title, f"{rules.name} {rules.version}", __version__, fingerprint(rules), scenario, setting,
            {seat: seats.get(seat, "player") for seat in (card.seats if card else rules.seats)}, dice, seed_hash(seed),
            NOTHING if position is None else Raw(codec.encode(position)), written,
        )  # fmt: skip
        thrown = SeededDice(key, 0)
        state = start_at(rules, header, thrown)
        file = None if path is None else new_file(Path(path), seed, sync=sync)
        journal = Journal(seed, "", put if file is None else file.put)
        second = Line(
            seeds=seeds, dice=tuple(map(str, thrown.throws)), state=digest(state),
            commits=dict(commits) if commits else None, words=None if words is None else dict(words),
        )  # fmt: skip
        mark = Bookmark(
            0, journal.add(header, second), 0, 0, dict.fromkeys((*header.seats, ""), 0), header.seats, state
        )
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
            if error.kind != "scenario" and (not go_on or error.kind not in ("rules", "charts")):
                raise
            other = error
        if snapshot is None and record.path is not None:
            with contextlib.suppress(OSError):
                snapshot = snapshot_file(record.path).read_bytes()
        if (newest := believed(snapshot, record, rules)) is not None and newest[0] > first:
            first, course = newest[0], Course(rules, record.header.dice == "typed", newest[1])
        if course is None:
            why = f"{other}; leave it with that version first, so that its position is known here"
            raise RecordError("rules" if other is None else other.kind, why)
        for _ in follow_on(course, record, first, key=key):
            pass
        file = None if record.path is None else File(record.path, record.size, record.torn, sync=sync)
        journal = Journal(seed, record.head(), put if file is None else file.put)
        match = cls(rules, record.header, course, seed, key, journal, file)
        if other is not None and other.kind != "scenario":  # under the same rules the position is enough
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
    def seats(self) -> tuple[Seat, ...]:
        return self.course.seats

    @property
    def steps(self) -> int:
        """The number of the last step, as the record counts them."""
        return self.course.n

    @property
    def fences(self) -> int:
        """How often dice have fallen or the table has proceeded: nothing before the last of these is taken back alone."""
        return self.course.mark.fences

    @property
    def fenced(self) -> int:
        """The number of the step that was the last fence."""
        return self.course.mark.n

    @property
    def tail(self) -> Sequence[Step]:
        """The steps of all seats since the last fence, in order."""
        return self.course.tail

    @property
    def open(self) -> tuple[Seat, Any] | None:
        """The seat and action of a step whose dice are waited for."""
        return self.course.open

    @property
    def dice_decision(self) -> str:
        """The lock on the dice that are waited for: fences passed, throws given since."""
        return f"{self.course.mark.fences}.{len(self.course.given)}"

    @property
    def for_draw(self) -> Set[Seat]:
        """The seats that want a draw: who offered it, and who has accepted since."""
        return self.course.agreed

    @property
    def asking(self) -> Asking | None:
        """The question whether to go back, while it is open."""
        return self.course.asking

    @property
    def ended(self) -> bool:
        """Whether the record has its end, which opens the seed."""
        return self.course.ended

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

    def heard(self, seat: Seat | None) -> int:
        """How many events a seat has heard so far; None is a spectator. One that takes no part has heard nothing."""
        return self.course.told.get(seat or "", 0)

    def events(self, seat: Seat | None, since: int = 0) -> list[Heard]:
        """What a seat heard after its event number `since`; None is a spectator.

        The newest are kept in memory; older ones are found by following the record again.
        """
        count, log = self.course.told[seat or ""], self.course.log[seat or ""]
        if since < count - len(log) and self._file is not None:
            record = Record.read(self._file.path)
            first, course = start_of(record, self.rules, keep=None)
            for _ in follow_on(course, record, first):
                pass
            log = course.log[seat or ""]
        # From the newest back: what was heard since is a few of a thousand.
        new = islice(reversed(log), max(0, count - since))
        return [Heard(count - back, event) for back, event in enumerate(new)][::-1]

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
        """The seat's own steps since the last fence, by their own numbers."""
        return {step.own: step.action for step in self.course.tail if step.by == seat}

    def take_back(self, seat: Seat, step: int | None = None) -> None:
        """Withdraw an own step since the last fence, the newest unless its own number is given."""
        if self.course.result is not None or self.waiting is not None:
            raise Refused(self._why_closed(seat))
        steps = [other for other in self.course.tail if other.by == seat and step in (None, other.own)]
        if not steps:
            which = "nothing" if step is None else f"no step {step}"
            raise Refused(
                f"{self.rules.side_has(seat)} {which} to take back: dice that fell and orders that were carried out stand"
            )
        if (why := self.learnt(steps[-1])) is not None:
            raise Refused(why)
        state, fallen = self.course.without(steps[-1])
        self._journal.add(Line(n=self.course.n + 1, by=seat, back=steps[-1].n))
        self.course.withdraw(steps[-1], state, fallen)

    def resign(self, seat: Seat) -> None:
        self._say(seat, "resign")

    def offer_draw(self, seat: Seat) -> None:
        """Offer a draw to all other seats; the offer stands until the next fence."""
        self._say(seat, "offer draw")

    def accept_draw(self, seat: Seat) -> None:
        self._say(seat, "accept draw")

    def offer_take_back(self, seat: Seat) -> None:
        """Ask all others to go back to before this seat's last decision, whatever has happened since."""
        mine = [step for step in self.course.tail if step.by == seat]
        if mine and self.course.result is None and self.waiting is None and self.why_stays(mine[-1]) is None:
            raise Refused("you can take your last step back without asking")
        self.recall(seat)
        self._say(seat, "offer take-back")

    def accept_take_back(self, seat: Seat) -> None:
        """Agree to go back; when all have, the match stands again as it did. Dice that fell do not fall again."""
        self.recall(seat)
        self._say(seat, "accept take-back")

    def decline_take_back(self, seat: Seat, why: str = "") -> None:
        self._say(seat, "decline take-back", why)

    def abandon(self) -> None:
        """End a match that nobody plays on with: no one has won, and the seed is opened."""
        if self.course.result is not None:
            raise Refused(self._why_closed(TABLE))
        self._journal.add(Line(n=self.course.n + 1, by=TABLE, match="abandon"))
        self.waiting = None
        self.course.abandon()
        self._finish()

    def why_stays(self, step: Step) -> str | None:
        """Why a step since the last fence cannot be taken back; None where it can."""
        try:
            self.course.without(step)
        except Refused as refused:
            return str(refused)
        return self.learnt(step)

    def learnt(self, step: Step) -> str | None:
        """Why a step stays that showed its seat what others hid, or that they have answered since; None where it did not.

        It is asked of what the seat saw and heard alone: a refusal tells nothing more.
        """
        rules, by = self.rules, step.by
        since = [told for later in self.course.tail if later.n >= step.n for told in later.events]
        heard = [told.event for told in since if told.to is None or by in told.to]
        if not rules.learnt(rules.view(step.before, by), rules.view(self.course.state, by), heard):
            return None
        return (
            "that cannot be taken back: you have been shown since what others did or hid; ask them to go back instead"
        )

    def forgets(self, seat: Seat) -> bool:
        """Whether going back needs the whole record: this was loaded from a snapshot, and what stood before is not in it."""
        return self.course.forgets(seat)

    def recall(self, seat: Seat, record: Record | None = None) -> None:
        """Where this was loaded from a snapshot, the record still knows how it stood before."""
        if record is None and self._file is not None and self.course.forgets(seat):
            record = Record.read(self._file.path)
        if record is not None:
            first, course = start_of(record, self.rules, keep=0)
            for _ in follow_on(course, record, first):
                pass
            self.course.recall(course)
        if self.course.forgets(seat):
            raise Refused(f"how the match stood before the last decision of {seat} is no longer known")

    def hand_over(self, seat: Seat, to: str) -> None:
        """Somebody else, perhaps a bot, plays the seat from here on."""
        self._say(seat, "hand over", to)

    def snapshot(self) -> bytes:
        """The last fence as a cache for `load`: it can be lost without loss."""
        return codec.pack(self.course.mark)

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
        others = " and ".join([self.rules.side_words(other) for other in self.to_act])
        return f"{self.rules.side_has(seat)} nothing to decide now: {others} must act"

    def _play(self, seat: Seat, action: Any, given: list[Throw]) -> Played | None:
        course = self.course
        dice = TypedDice(given, course.seeded(self._key)) if course.by_hand else course.dice(self._key)
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
        state = digest(played.state) if fence else ""
        head = self._journal.add(Line(course.n + 1, None, seat, action, throws, state))
        course.take(seat, action, played, bool(throws), head)
        self.waiting = None
        if course.result is not None:
            self._finish()
        elif fence and course.n - self._kept >= SNAPSHOT_EVERY and self._file is not None:
            self._keep()
        return played

    def _say(self, seat: Seat, what: Word, to: str = "") -> None:
        course = self.course
        course.may_say(seat, what)
        if self.waiting is not None and what != "resign":
            raise Refused(self._why_closed(seat))
        line = Line(n=course.n + 1, by=seat, match=what, to=to)
        asking = course.all_agree(seat) if what == "accept take-back" else None
        if what == "offer take-back":
            line = replace(line, back=course.before[seat][-1].n)
        stood = None if asking is None or asking.before is None else asking.before.state
        if stood is not None:
            line = replace(line, state=digest(stood), stands=Raw(codec.encode(stood)))
        head = self._journal.add(line)
        self.waiting = course.open = None
        course.say(seat, what, to)
        if asking is not None:
            course.go_back(asking.by, stood, head)
        if course.result is not None:
            self._finish()

    def _finish(self) -> None:
        """Write the end and open the seed; its key file and the snapshot have no more use."""
        course = self.course
        course.end(self._journal.add(Line(n=course.n + 1, end=course.result, reveal=self._seed.hex())))
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
