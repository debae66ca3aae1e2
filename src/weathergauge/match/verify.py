"""The proof of a record: whether all that it claims holds, does not hold, or cannot be proven by what is there.

Nothing is called proven that was not checked. Where a seed was not opened, or steps were played with other rules than
these, what could be checked may fit, and still nothing is said of who won.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from weathergauge.match.course import fall_again, follow_on
from weathergauge.match.opening import RulesFor, rules_of, start_of
from weathergauge.match.record import NOTHING, How, Record, RecordError, dice_key
from weathergauge.ruleset import Result, Seat
from weathergauge.throwing import fallen

Outcome = Literal["holds", "does not hold", "cannot be proven", "no record"]

NO_RECORD = ("file", "foreign")
NOT_HERE = ("version", "title", "rules", "charts", "scenario", "key", "cut")
"""What keeps a record from being proven here, and says nothing against it."""

ELSEWHERE = ("rules", "charts", "scenario")
"""What it takes to follow the orders is not here: other rules, other charts, or the scenario as it was then."""


class Verified(Struct, frozen=True):
    """What a check came to. Where it does not hold, `line` and `step` are the first that does not.

    `notes` say what is not proven although everything holds. `result` is there only where it was proven.
    """

    outcome: Outcome
    sentence: str
    steps: int = 0
    kind: str = ""
    line: int = 0
    step: int = 0
    notes: tuple[str, ...] = ()
    result: Result | None = None
    words: Mapping[Seat, How] = {}
    """How each seat came by its words for the dice, where the record says so."""

    @property
    def ok(self) -> bool:
        """Whether everything was checked, and holds."""
        return self.outcome == "holds"


def failed(error: RecordError, steps: int = 0) -> Verified:
    """What a record comes to that cannot be used: not every reason speaks against it."""
    kind = error.kind
    outcome: Outcome = "no record" if kind in NO_RECORD else "cannot be proven" if kind in NOT_HERE else "does not hold"
    return Verified(outcome, str(error), steps, kind, error.line, error.step)


def verify(
    source: Path | str | Record, rules_for: RulesFor, *, head: str | None = None, seed: bytes | None = None
) -> Verified:
    """Check all that a record claims: seals, seed, words, every throw, turn, action and state, and how it ended.

    An order altered by whoever holds the seed, with every later seal made anew, is proven only by a `head` that a
    player received during the match.
    """
    steps, older, notes = 0, 0, list[str]()
    try:
        record = source if isinstance(source, Record) else Record.read(source)
        seed = seed or record.reveal or _key_beside(record)
        if seed is not None:
            record.check_seals(seed)
        if head is not None and head not in (record.head(index) for index in range(len(record.lines))):
            raise RecordError(
                "head", f"{record.name} does not have the head {head}: it was altered after that was given out"
            )
        words = record.words
        rules = rules_of(record, rules_for)
        key = None if seed is None else dice_key(seed, record.seeds)
        try:
            first, course = start_of(record, rules, key, keep=0)
        except RecordError as error:
            if error.kind not in ELSEWHERE:
                raise
            return without_rules(record, error, key, head, words)
        if first > 1:
            check_older_dice(record, first, key)
            older = course.n - 1
        for index in range(1, first + 1):
            record.check_kind(index)
        for index, done, _ in follow_on(course, record, first, key=key, ask=True):
            record.check_kind(index, done)
            steps = done.n
        if record.torn and course.ended:
            raise record.wrong(len(record.lines), "this comes after the end of the match")
    except RecordError as error:
        return failed(error, steps)
    notes += _unproven(record, words)
    if course.ended:
        notes += _sealed_anew(record, head)
    else:
        notes.append("the match is still in play, or its end was cut off")
    kind, line, why = "", 0, ""
    if record.torn:
        kind, line, why = (
            "cut",
            len(record.lines) + 1,
            f"line {len(record.lines) + 1} is cut off, and what followed is missing",
        )
    elif seed is None:
        kind, why = "sealed", "it has not revealed its seed, so that neither its seals nor its dice can be checked"
    elif first > 1:
        header = record.header
        kind, line = "rules", first + 1
        why = (
            f"steps 1 to {older} were played with the rules {header.rules}, and only their seals and dice are checked "
            f"here: their orders need a weathergauge with those rules ({header.package} made them)"
        )
    if why:
        sentence = f"{record.name} cannot be proven: {why}"
        return Verified("cannot be proven", sentence, course.n, kind, line, notes=tuple(notes), words=words or {})
    result = course.result
    how = (
        f": {course.n} steps, {result.winner or 'nobody'} won: {result.reason}"
        if result
        else f" so far: {course.n} steps"
    )
    sentence = f"{record.name} holds{how}"
    return Verified("holds", sentence, course.n, notes=tuple(notes), result=result, words=words or {})


def without_rules(
    record: Record, error: RecordError, key: bytes | None, head: str | None, words: Mapping[Seat, How] | None
) -> Verified:
    """Say what can be said of a record whose rules, charts or scenario are not these: form, seals, words and dice need none."""
    last = len(record.lines) - 1
    step, ended = 0, False
    for index in range(1, last + 1):
        line = record.line(index)
        record.check_kind(index, line)
        if ended:
            raise record.wrong(index, "this comes after the end of the match")
        if index > 1 and line.n != step + 1:
            raise record.wrong(index, f"step {step + 1} is expected here")
        if index > 1 and line.open is None and not line.given:
            step = line.n
        ended = line.end is not None
    check_older_dice(record, last + 1, key)
    checked = (
        "here its seals, its words and its dice are checked, and they fit"
        if key is not None
        else "here nothing is checked, for its seed is not revealed"
    )
    notes = (*_unproven(record, words), *(_sealed_anew(record, head) if ended else ()))
    return Verified(
        "cannot be proven", f"{error}; {checked}", step, error.kind, error.line, notes=notes, words=words or {}
    )


def _key_beside(record: Record) -> bytes | None:
    """The seed of a match in play, where its key lies beside it."""
    try:
        return record.key()
    except RecordError:
        return None


def _sealed_anew(record: Record, head: str | None) -> list[str]:
    """What whoever knows the seed could have altered since: after the end everybody does."""
    if head is None:
        return [
            "that no order was altered, put in or left out after the end is proven only by a head that was kept: the seed is "
            "open, and everything could be sealed anew; --head holds the record to one"
        ]
    proven = next(index + 1 for index in range(len(record.lines)) if record.head(index) == head)
    if proven == len(record.lines):
        return []
    return [f"the head proves lines 1 to {proven}: what follows could have been sealed anew after the end"]


def _unproven(record: Record, words: Mapping[Seat, How] | None) -> list[str]:
    """What even a record that holds does not prove, by what it says itself."""
    notes = []
    if record.header.position is not NOTHING:
        notes.append("it begins from a position that is not checked here")
    chosen = "whoever made the seed could have chosen it, and the dice with it"
    if not record.seeds:
        notes.append(f"nobody added words of their own to the dice: {chosen}")
    elif words is None or "sealed" not in words.values():
        notes.append(f"no words for the dice were sealed before they were opened: {chosen}, if it knew them first")
    else:
        notes.append(
            "that words were sealed before any were opened is known to the browsers that took part: each holds the record "
            "to the hash and the commitments that it saw"
        )
    return notes


def check_older_dice(record: Record, first: int, key: bytes | None) -> None:
    """The throws before a later version took over need no rules to be held to the seed."""
    number = -1
    for index in range(1, first if key else 0):
        line = record.line(index)
        if (line.dice or index == 1) and key:
            number += 1
            try:
                throws = [fallen(text) for text in line.dice]
                fall_again(key, number, throws)
            except ValueError as error:
                raise record.wrong(index, str(error)) from None
            if record.header.dice != "typed" and any(throw.typed for throw in throws):
                raise record.wrong(index, "a throw is said to be typed, and in this match the server throws")
