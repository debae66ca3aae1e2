"""A match in short: what lists and the lobby show, and nothing that only a seat may know."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from weathergauge.match.lessons import spoken
from weathergauge.match.record import seed_hash
from weathergauge.ruleset import Result, Rules, Seat
from weathergauge.rulesets import lesson as known_lesson
from weathergauge.server import tongues
from weathergauge.server.events import clock
from weathergauge.server.house import Caller
from weathergauge.server.table import Awaited, Row


class SeatWords(Struct, frozen=True):
    """A seat and who sits there."""

    seat: Seat
    kind: str
    player: str
    bot: str | None
    yours: bool
    words: str
    commitment: str | None
    to_act: bool
    due: str | None
    link: str | None = None


class Branch(Struct, frozen=True):
    """The match and the position from which this one was played on."""

    match: str
    position: int


class Taught(Struct, frozen=True):
    """The moment of a lesson that a match is, and how far its pupil has come."""

    moment: str
    title: str
    cue: int
    cues: int
    done: bool
    """Whether it was gone through to its end."""
    left: bool = False
    """Whether its pupil plays on without it."""


class Summary(Struct, frozen=True):
    """A match in short."""

    id: str
    title: str
    scenario: str
    words: str
    settings: dict[str, Any]
    status: str
    pace: str
    deadline_hours: int | None
    public: bool
    dice: str
    take_backs: bool
    seed_hash: str
    seed: str | None
    """The server's seed, once it is opened: the match is over, or was called off."""
    waits_for: Awaited | None
    head: str | None
    branch: Branch | None
    seats: list[SeatWords]
    yours: list[Seat]
    to_act: list[Seat]
    turn: int | None
    created: str
    started: str | None
    moved: str | None
    finished: str | None
    result: Result | None
    may_watch: bool
    made_by_you: bool
    lesson: Taught | None = None


def _clock(at: int | None) -> str | None:
    return None if at is None else clock(at)


@lru_cache(maxsize=256)
def _called(rules: Rules, scenario: str, written: str, language: str) -> str:
    """What a scenario is called in the language that is spoken; one from a file is read once, and not for every list that it stands in."""
    try:
        card = rules.card_of(scenario, written)
    except ValueError:
        return scenario  # a file that was good under older rules
    return card.title if card else scenario


def summary(row: Row, rules: Rules, caller: Caller, yours: list[Seat], links: dict[Seat, str] | None = None) -> Summary:
    """A match in short, as one caller sees it."""
    facts = row.facts
    opened = row.status in ("finished", "cancelled")
    seats = [
        SeatWords(
            place.seat, place.kind, place.player, place.bot, place.seat in yours,
            "bot" if place.kind == "bot" else place.words, place.commitment or None,
            place.seat in facts.to_act, _clock(facts.due.get(place.seat)), (links or {}).get(place.seat),
        )
        for place in facts.seats
    ]  # fmt: skip
    mine = caller.id is not None and row.creator == caller.id
    # Of a private match only those hear who may see it: whoever plays on from it had to.
    told = mine or (facts.origin is not None and (facts.origin.public or caller.id in facts.origin.seen_by))
    branch = Branch(row.branch_match, row.branch_position or 0) if row.branch_match is not None and told else None
    with tongues.speaking(row.title):
        words = _called(rules, row.scenario, row.written or "", tongues.asked(row.title))
    return Summary(
        id=row.id, title=row.title, scenario=row.scenario, words=words,
        settings=row.settings, status=row.status, pace=row.pace, deadline_hours=row.deadline_hours, public=row.public,
        dice=row.dice, take_backs=facts.take_backs, seed_hash=seed_hash(row.seed), seed=row.seed.hex() if opened else None,
        waits_for=facts.awaits if row.status == "gathering" else None, head=facts.head or None, branch=branch, seats=seats, yours=yours,
        to_act=facts.to_act, turn=facts.turn, created=clock(row.created), started=_clock(row.started),
        moved=_clock(row.moved), finished=_clock(row.finished), result=facts.result,
        may_watch=row.public or bool(yours) or mine, made_by_you=mine, lesson=_taught(row),
    )  # fmt: skip


def _taught(row: Row) -> Taught | None:
    progress = row.facts.lesson
    lesson = None if progress is None else known_lesson(row.title)
    moment = None if lesson is None or progress is None else lesson.moment(progress.moment)
    if moment is None or progress is None:
        return None
    behind, cues = spoken(moment, progress.cue), spoken(moment, len(moment.cues))
    return Taught(moment.name, moment.title, behind, cues, progress.cue >= len(moment.cues), progress.left)
