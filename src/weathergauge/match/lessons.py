"""A lesson beside a match: how far the voice has come, what it lets be ordered, and what the others do by the book.

The record knows nothing of it: what is ordered is asked and written at the door like anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from weathergauge import codec
from weathergauge.files.lesson import Cue, Lesson, Moment, matches
from weathergauge.match.match import Match
from weathergauge.match.record import dice_key
from weathergauge.ruleset import PROCEED, TABLE, Refused, Rules, Seat
from weathergauge.throwing import SeededDice

BOOK = "lesson"
"""Who plays the seats that the pupil does not."""
FAR = 400
"""Answers that are passed at most before somebody must be asked."""


class Progress(Struct, frozen=True, omit_defaults=True):
    """How far a pupil has come in a moment."""

    moment: str
    cue: int = 0
    heard: int = 0
    """Events of the pupil's seat that were looked at."""
    enemy: int = 0
    """Orders of the book that the others have given."""
    passed: tuple[int, ...] = ()
    """The steps of the record at which cues were passed: whoever takes one back hears its cue again."""
    left: bool = False
    """The pupil has left the lesson: the match goes on without it."""


def position(rules: Rules, moment: Moment) -> Any:
    """Bring a moment to where it begins: a state of its scenario; a Refused sentence where its book cannot be followed."""
    key, throws = dice_key(moment.seed.encode(), {}), 0
    state = rules.setup(rules.scenario_of(moment.scenario, moment.settings), SeededDice(key, 0))
    before = list(moment.before)
    for _ in range(FAR):
        if rules.result(state) is not None:
            break
        seats = [seat for seat in rules.to_act(state) if seat != TABLE]
        if moment.seat in seats and not before:
            if matches(moment.begins, codec.plain(rules.view(state, moment.seat))):
                return state
        seat = before[0].by if before and before[0].by in seats else (*seats, TABLE)[0]
        action: Any = PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            if before and before[0].by == seat and rules.legal(view).why_not(before[0].do) is None:
                action = before.pop(0).do
            else:
                action = passing(rules, view)
        dice = SeededDice(key, throws + 1)
        state = rules.play(state, seat, action, dice).state
        throws += bool(dice.throws)
    left = f"{rules.name}, {moment.name}: " + (
        "its beginning never comes" if not before else f"{before[0].do} cannot be ordered"
    )
    raise Refused(left)


def passing(rules: Rules, view: Any) -> Any:
    """Find what a seat answers that wants nothing: that it is ready, else what ends its step, else the first of all."""
    choices = rules.legal(view)
    first = next(iter(choices))
    step = choices.of("step") if "step" in choices.subjects() else ()
    ready = [action for action in (*step, first) if action.__struct_config__.tag == "ready"]
    return next(iter((*ready, *step, first)))


def cue_of(moment: Moment, progress: Progress) -> Cue | None:
    """The cue that stands; None where the moment is over."""
    return moment.cues[progress.cue] if progress.cue < len(moment.cues) else None


def spoken(moment: Moment, cue: int) -> int:
    """How many of the cues before one somebody hears: what is passed for the pupil is no step of his."""
    return sum(one.waits != "skip" for one in moment.cues[:cue])


def why_not(moment: Moment, progress: Progress, action: Any) -> str | None:
    """Say why the voice does not let something be ordered now; None where it does."""
    cue = None if progress.left else cue_of(moment, progress)
    if cue is None or cue.waits == "event":
        return None
    if cue.waits == "order" and (_right(cue, action) or _any(cue.also, action)):
        return None
    if cue.waits == "order":
        return f"Your guide waits for something else: {cue.say}"
    return "Your guide has not finished: read on first, or leave the lesson"


def _any(patterns: Iterable[Any], value: Any) -> bool:
    plain = codec.plain(value)
    return any(matches(pattern, plain) for pattern in patterns)


def _right(cue: Cue, action: Any) -> bool:
    return _any(cue.want, action) if cue.want else bool(action == cue.do)


def ordered(moment: Moment, progress: Progress, match: Match, action: Any) -> Progress:
    """Take note of what the pupil has ordered."""
    cue = cue_of(moment, progress)
    if progress.left or cue is None or cue.waits != "order" or not _right(cue, action):
        return progress
    return _on(progress, match)


def read_on(moment: Moment, progress: Progress, match: Match) -> Progress:
    """Go on from what was only to be read."""
    cue = cue_of(moment, progress)
    if cue is None or cue.waits != "read":
        raise Refused("there is nothing to go on from: your guide waits for an order, or for what comes of one")
    return _on(progress, match)


def left(progress: Progress) -> Progress:
    """Leave the lesson where it stands."""
    return replace(progress, left=True)


def went_back(progress: Progress, gone: Sequence[int]) -> Progress:
    """Go back to the cue of a step that was taken back."""
    stood = [place for place, step in enumerate(progress.passed) if step in gone]
    if not stood:
        return progress
    return replace(progress, cue=stood[0], passed=progress.passed[: stood[0]])


def step_on(moment: Moment, progress: Progress, match: Match, seat: Seat) -> Progress | None:
    """Do one thing that nobody is asked about: what the others order, what is passed for the pupil, a cue that events ended."""
    if progress.left:
        return None
    cue, rules = cue_of(moment, progress), match.rules
    if cue is not None and (news := match.events(seat, progress.heard)):
        progress = replace(progress, heard=news[-1].number)
        if any(_any(cue.until, heard.event) for heard in news):
            return _on(progress, match)
        return progress
    if match.result is not None or match.waiting is not None:
        return _on(progress, match) if cue is not None and cue.waits in ("skip", "event") else None
    others = [other for other in match.to_act if other not in (seat, TABLE)]
    if others:
        return _by_the_book(moment, progress, match, others[0])
    if cue is None or seat not in match.to_act:
        return None
    if cue.skip is None:
        return _on(progress, match) if _too_late(cue, match, seat) else None
    view = match.view(seat)
    if matches(cue.skip, codec.plain(view)):
        return _on(progress, match)
    match.act(seat, passing(rules, view))
    return progress


def _by_the_book(moment: Moment, progress: Progress, match: Match, seat: Seat) -> Progress:
    if progress.enemy < len(moment.enemy):
        wanted = moment.enemy[progress.enemy]
        if wanted.by == seat and match.legal(seat).why_not(wanted.do) is None:
            match.act(seat, wanted.do)
            return replace(progress, enemy=progress.enemy + 1)
    match.act(seat, passing(match.rules, match.view(seat)))
    return progress


def _too_late(cue: Cue, match: Match, seat: Seat) -> bool:
    """Say whether nothing that the cue waits for can be ordered any more: nobody shall be left to wait for it."""
    if cue.waits != "order" or cue.also:
        return False
    legal = match.legal(seat)
    return legal.why_not(cue.do) is not None and not any(_right(cue, action) for action in legal)


def _on(progress: Progress, match: Match) -> Progress:
    return replace(progress, cue=progress.cue + 1, passed=(*progress.passed, match.steps))


class Voice(Struct, frozen=True):
    """What the voice says now, to its pupil alone."""

    moment: str
    title: str
    cue: int
    """How many cues are behind him, without those that were passed for him."""
    cues: int
    say: str
    then: str
    """What came of the cue before."""
    point: tuple[str, ...]
    waits: str
    """`order`, `event`, `read`, or `over`."""
    do: Any
    """The order that it would give itself."""
    words: str
    """The same in words."""
    keys: str
    won: bool
    """Whether the moment was gone through to its end, and not lost."""
    next: str
    """The moment that comes after; nothing after the last."""
    next_title: str
    onward: str = ""
    """The scenario that the last moment ends with, to be begun at once."""
    onward_title: str = ""


def voice(lesson: Lesson, progress: Progress, match: Match, seat: Seat) -> Voice | None:
    """Say what the voice says; None where the lesson was left."""
    moment = lesson.moment(progress.moment)
    if moment is None or progress.left:
        return None
    cue = cue_of(moment, progress)
    before = moment.cues[progress.cue - 1].then if progress.cue else ""
    after = lesson.after(moment.name)
    lost = match.result is not None and match.result.winner not in (seat, None)
    card = None if after or not lesson.onward else match.rules.card_of(lesson.onward)
    told = (
        (after.name, after.title, "", "")
        if after
        else ("", "", lesson.onward, card.title)
        if card
        else ("", "", "", "")
    )
    behind, cues = spoken(moment, progress.cue), spoken(moment, len(moment.cues))
    if cue is None or match.result is not None:
        end = (lost and moment.lost) or moment.won
        return Voice(
            moment.name,
            moment.title,
            behind,
            cues,
            end,
            before,
            (),
            "over",
            None,
            "",
            "",
            not lost,
            *told,
        )
    words = "" if cue.do is None else match.rules.say(match.view(seat), cue.do)
    return Voice(
        moment.name, moment.title, behind, cues, cue.say, before, cue.point, cue.waits, cue.do, words,
        cue.keys, False, *told,
    )  # fmt: skip
