"""The chronicle of a finished match: what is worth telling of each turn, what was measured, and its books."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from weathergauge.beside.annals import Entry, totals
from weathergauge.beside.tidings import Great, Tiding
from weathergauge.languages import said
from weathergauge.match.course import follow_on
from weathergauge.match.opening import rules_of, start_of
from weathergauge.match.record import Record
from weathergauge.match.talk import MatchEvent, TakenBack, WentBack
from weathergauge.ruleset import Rules, Seat
from weathergauge.server import wording

MOST = 24
"""Sentences of one part of the chronicle: of more the weightiest are told."""


class Sentence(Struct, frozen=True):
    """What happened, and the position in the replay at which it stands."""

    position: int
    words: str
    great: Great
    battle: str
    """The name of a battle that begins with it."""
    within: bool
    """Whether it belongs to the battle that was begun."""


class Part(Struct, frozen=True):
    """A turn of the chronicle: its heading, where it begins, what is told of it, and how much more there would be."""

    heading: str
    position: int
    told: list[Sentence]
    left_out: int


class Point(Struct, frozen=True):
    """How a measure stood from a position on."""

    position: int
    values: dict[Seat, int]


class Measure(Struct, frozen=True):
    """A measure over time: where it changed."""

    words: str
    points: list[Point]


class Chronicle(Struct, frozen=True):
    """A match told from its end: turns, measures and books."""

    match: str
    parts: list[Part]
    measures: list[Measure]
    entries: list[Entry]
    last: int
    """The last position."""


class _Noted(Struct, frozen=True):
    """A step as it was played, with all that it may leave in the chronicle."""

    n: int
    position: int
    moment: str
    state: Any
    told: list[tuple[Tiding, Sentence]]
    entries: Sequence[Entry]
    measures: dict[str, dict[Seat, int]]


def chronicle(match: str, record: Record, rules_for: Any) -> Chronicle:
    """Walk through a record once; what was taken back leaves nothing."""
    rules: Rules = rules_of(record, rules_for)
    first, course = start_of(record, rules, keep=0)
    noted = [_noted(rules, 0, 0, course.state, course.state, [])]
    position = 0
    for _, line, told in follow_on(course, record, first):
        if told is None:
            continue
        position += 1
        events = [heard.event for heard in told]
        if any(isinstance(event, WentBack) for event in events):
            noted = _until(noted, rules, course.state)
        elif any(isinstance(event, TakenBack) for event in events):
            noted = [step for step in noted if step.n != line.back]
        else:
            before = noted[-1].state
            noted.append(_noted(rules, line.n, position, before, course.state, events))
    return Chronicle(
        match,
        _parts(noted),
        _measures(noted),
        _in_order(totals(entry for step in noted for entry in step.entries), rules.headings),
        position,
    )


def _noted(rules: Rules, n: int, position: int, before: Any, after: Any, events: list[Any]) -> _Noted:
    own = [event for event in events if not isinstance(event, MatchEvent)]
    told = []
    for event in own:
        tiding = rules.tiding(event)
        if tiding.level == "dispatch" or tiding.chapter:
            words = rules.tell_to(after, event, rules.seats)
            told.append((tiding, Sentence(position, words, tiding.great, tiding.chapter, tiding.within)))
    measured = {said(words): dict(values) for words, values in rules.measures(after).items()}
    entries = rules.entries(before, after, own) if own else ()
    return _Noted(n, position, wording.moment(rules, after), after, told, entries, measured)


def _until(noted: list[_Noted], rules: Rules, state: Any) -> list[_Noted]:
    """What was noted up to where the match stands again."""
    for place in reversed(range(len(noted))):
        if noted[place].state == state:
            return noted[: place + 1]
    return noted


def _parts(noted: Sequence[_Noted]) -> list[Part]:
    """The turns; a step that ends one and begins the next is told in the one that it was taken in."""
    parts: list[tuple[str, int, list[tuple[Tiding, Sentence]]]] = []
    moment = None
    for step in noted:
        if parts:
            parts[-1][2].extend(step.told)
        if step.moment != moment:
            moment = step.moment
            parts.append((moment, step.position, []))
    return [_part(*part) for part in parts if part[2]]


def _part(heading: str, position: int, told: list[tuple[Tiding, Sentence]]) -> Part:
    """The weightiest: chapters and great moments, what belongs to a battle, and the rest; in the same words nothing is told twice."""
    told = _once(told)
    ranks = {
        place: (bool(tiding.chapter or tiding.great), tiding.within, tiding.size, place)
        for place, (tiding, _) in enumerate(told)
    }
    kept = sorted(sorted(ranks, key=lambda place: ranks[place], reverse=True)[:MOST])
    return Part(heading, position, [told[place][1] for place in kept], len(told) - len(kept))


def _once(told: list[tuple[Tiding, Sentence]]) -> list[tuple[Tiding, Sentence]]:
    """Without what was said before in the same words outside of battles, as of the same gale that begins again."""
    said_of: set[str] = set()
    kept = []
    for tiding, sentence in told:
        if tiding.within or tiding.great or sentence.words not in said_of:
            kept.append((tiding, sentence))
        said_of.add(sentence.words)
    return kept


def _in_order(entries: list[Entry], headings: Sequence[str]) -> list[Entry]:
    """By heading as the title has them, by seat, and the most first."""
    order = {heading: place for place, heading in enumerate(headings)}
    found = sorted(
        entries, key=lambda entry: (order.get(entry.heading, len(order)), entry.heading, entry.seat, -entry.number)
    )
    return [replace(entry, heading=said(entry.heading)) for entry in found]


def _measures(noted: Sequence[_Noted]) -> list[Measure]:
    found = []
    for words in dict.fromkeys(words for step in noted for words in step.measures):
        points: list[Point] = []
        for step in noted:
            values = step.measures.get(words)
            if values is not None and (not points or points[-1].values != values):
                points.append(Point(step.position, values))
        found.append(Measure(words, points))
    return found
