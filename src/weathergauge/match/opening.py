"""The opening of a record: which rules it needs, and the line and course from which they can follow it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from weathergauge import codec
from weathergauge.charts import Chart
from weathergauge.dice import Dice, WrongDice
from weathergauge.match.course import KEPT, Bookmark, Course, fall_again
from weathergauge.match.record import NOTHING, Header, Line, Record, RecordError, digest
from weathergauge.ruleset import Proceed, Refused, Rules
from weathergauge.sentences import spoken
from weathergauge.throwing import RecordedDice, fallen

RulesFor = Callable[[str], Rules]
"""Finds the rules of a title by its name."""


def charts_digest(charts: Mapping[str, Chart[object]]) -> str:
    """Digest every cell, whatever their order: a record names the charts that it was played with.

    Tables of ours are left out: they are a part of the rules, of which a record names the version.
    """
    import hashlib  # whoever only reads charts does not wait for it

    content = []
    for id, chart in sorted((id, chart) for id, chart in charts.items() if not chart.ours):
        ends = [[axis, reach.low, reach.high] for axis, reach in chart.page.reach.items()]
        content.append(
            [id, ends, sorted(([list(map(str, key)), value] for key, value in chart.page.cells.items()), key=str)]
        )
    return "sha256:" + hashlib.sha256(codec.encode(content)).hexdigest()


def fingerprint(rules: Rules) -> str:
    """The digest of a ruleset's charts, worked out once for each set."""
    known = _PRINTS.get(id(rules.chart_set))
    if known is None:
        known = _PRINTS[id(rules.chart_set)] = rules.chart_set, charts_digest(rules.chart_set)
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
    kind: Any = Bookmark
    return kind[rules.types.state]


def ready(rules: Rules) -> None:
    """Make every decoder that a match of these rules will need, before there are threads."""
    codec.ready([rules.types.state, rules.types.action, kind_of_mark(rules), Proceed, Header, Line])


def start_at(rules: Rules, header: Header, dice: Dice) -> Any:
    """The first state of a match: the scenario set up, or the position that the header holds."""
    scenario = rules.scenario_of(header.scenario, header.settings, header.written)
    if header.position is NOTHING:
        return rules.setup(scenario, dice)
    state = codec.decode(header.position, rules.types.state)
    if rules.result(state) is not None:
        raise Refused("nothing can be played on from there: the match is over in that position")
    return state


def start_of(record: Record, rules: Rules, key: bytes | None = None, keep: int | None = KEPT) -> tuple[int, Course]:
    """The line from which these rules can follow a record, and the course there.

    That is the set-up, or the last line by which a later version of the rules went on.
    """
    header, _ = record.header, record.seeds
    first = takeover(record)
    line = record.line(first)
    check_rules(
        record.name, rules, line.rules or header.rules, line.charts or header.charts, line.package or header.package
    )
    check_seats(record, rules)
    try:
        if first > 1:
            mark = replace(codec.decode(line.position, kind_of_mark(rules)), head=record.head(first))
        else:
            throws = [fallen(text) for text in line.dice]
            if key is not None:
                fall_again(key, 0, throws)
            state = set_up(record, rules, RecordedDice(throws), line.state)
            told = dict.fromkeys((*header.seats, ""), 0)
            mark = Bookmark(0, record.head(1), 0, 0, told, header.seats, state)
        return first, Course(rules, header.dice == "typed", mark, keep)
    except RecordError as error:
        raise record.wrong(first, str(error), error.kind) from None
    except ValueError as error:
        raise record.wrong(first, f"the scenario cannot be set up: {spoken(error)}") from error
    except Exception as error:
        raise record.wrong(first, "the scenario cannot be set up: the first line does not fit the rules") from error


def set_up(record: Record, rules: Rules, dice: RecordedDice, recorded: str) -> Any:
    """Set the scenario up as it was recorded. One that comes with the game may have been another when the record was made."""
    header = record.header
    ours = header.position is NOTHING and not header.written
    if ours and rules.card_of(header.scenario) is None:
        why = f"there is no scenario {header.scenario} here, as there was in the weathergauge that made it ({header.package})"
        raise RecordError("scenario", why)
    try:
        state = start_at(rules, header, dice)
        dice.finish()
    except WrongDice as error:
        if not ours:
            raise
        raise RecordError("scenario", _otherwise(header, f" ({error})")) from None
    if digest(state) != recorded:
        raise RecordError("scenario" if ours else "edited", _otherwise(header) if ours else OTHERWISE)
    return state


OTHERWISE = "the scenario is set up otherwise than it was recorded"


def _otherwise(header: Header, why: str = "") -> str:
    return (
        f"{OTHERWISE}{why}: here {header.scenario} is another than in the weathergauge that made it ({header.package}), or the "
        "record was altered"
    )


def takeover(record: Record) -> int:
    """The last line by which other rules went on from a position, or the second line where there is none.

    One that changes neither rules nor charts is refused: it would excuse every step before it from being asked about.
    """
    last, played = 1, (record.header.rules, record.header.charts)
    for index in range(1, len(record.lines)):
        if b',"position":' in record.lines[index] and (line := record.line(index)).position is not NOTHING:
            taken = line.rules, line.charts
            if index == 1 or not all(taken) or taken == played:
                raise record.wrong(index, "a position is put in here, and no other rules go on from it")
            last, played = index, taken
    return last


def check_seats(record: Record, rules: Rules) -> None:
    """Refuse other seats than those that the scenario has."""
    header = record.header
    try:
        card = rules.card_of(header.scenario, header.written)
    except ValueError as error:
        raise record.wrong(0, f"its scenario cannot be read: {spoken(error)}") from None
    seats = card.seats if card else rules.seats
    if {*header.seats} != {*seats}:
        there = ", ".join(header.seats) or "none"
        sentence = f"the seats of this match are {there}; expected {', '.join(seats)}, as {header.scenario} has them"
        raise record.wrong(0, sentence)


def check_rules(name: str, rules: Rules, version: str, print: str, package: str) -> None:
    """Refuse rules or charts other than those a record was played with."""
    ours = f"{rules.name} {rules.version}"
    if version != ours:
        sentence = (
            f"{name} was played with the rules {version}, and these are {ours}: its orders need a weathergauge with the rules "
            f"{version} ({package} made it)"
        )
        raise RecordError("rules", sentence, line=1)
    if print != fingerprint(rules):
        sentence = (
            f"{name} was played with another set of charts: its orders need the weathergauge that made it ({package})"
        )
        raise RecordError("charts", sentence, line=1)


def believed(snapshot: bytes | None, record: Record, rules: Rules) -> tuple[int, Bookmark[Any]] | None:
    """The line and content of a snapshot, if these rules can read it and the record has its head and its digest."""
    if not snapshot:
        return None
    try:
        mark: Bookmark[Any] = codec.unpack(snapshot, kind_of_mark(rules))
    except (ValueError, RecursionError):
        return None
    head = mark.head.encode()
    for index in range(len(record.lines) - 1, 0, -1):
        if record.lines[index][-34:-2] == head:
            return (index, mark) if record.line(index).state == digest(mark.state) else None
    return None
