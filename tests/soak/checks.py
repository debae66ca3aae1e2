"""Hold the server, when a match is over, to everything that it answered and showed while it was killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.soak.ledger import Ledger, fits, plain
from tests.soak.person import Person
from weathergauge import codec
from weathergauge.match.record import NOTHING, Line, Record
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset


async def check(title: str, people: Sequence[Person]) -> None:
    """Check the record of a match, and each seat's log, stream and receipts; what is wrong goes to the figures."""
    first, figures = people[0], people[0].world.figures
    answer = await first.sure("GET", f"/api/matches/{first.match}/record")
    if answer.status_code != 200:
        figures.fault(f"{title} {first.match}: the record was answered {answer.status_code} {answer.text[:200]}")
        return
    record = Record(answer.content, first.match)
    checked = verify(record, ruleset)
    if checked.ok:
        figures.records += 1
        figures.steps += checked.steps
        figures.titles[title] += 1
    else:
        figures.fault(f"{title} {first.match}: {checked.sentence}")
    lines = [record.line(index) for index in range(1, len(record.lines))]
    heads = {record.head(index) for index in range(len(record.lines))}
    for person in people:
        log = await told(person)
        wrong = [*of_record(person.seat, person.ledger, lines, heads), *of_log(person.ledger, log)]
        if not await person.caught_up(len(log)):
            wrong.append(f"the stream brought {person.ledger.streamed} of {len(log)} events")
        for sentence in (*wrong, *person.ledger.faults):
            figures.fault(f"{title} {person.match} {person.seat}: {sentence}")
        figures.events += len(person.ledger.shown)
        figures.heads += len(person.ledger.heads)
        for receipt in (*person.ledger.receipts[:2], *person.ledger.receipts[2:][-3:]):
            await person.ask_again(receipt)


async def told(person: Person) -> list[Any]:
    """A seat's whole log, as it is stored."""
    log: list[Any] = []
    while True:
        answer = await person.sure("GET", f"{person.at}/events?after={len(log)}")
        events = answer.json()["events"]
        if not events:
            return log
        log += events


def of_record(seat: str, ledger: Ledger, lines: Sequence[Line], heads: set[str]) -> Iterator[str]:
    """Say what of a seat's orders, take-backs and heads the record does not have as it should."""
    own = [line for line in lines if line.by == seat]
    recorded = [codec.decode(line.do) for line in own if line.do is not NOTHING]
    if not fits(recorded, ledger.orders):
        sent = f"{ledger.answered} answered of {len(ledger.orders)} sent"
        yield f"{len(recorded)} orders are recorded, which do not fit the {sent}"
    backs, answered = sum(1 for line in own if line.back), sum(one.answered for one in ledger.backs)
    if not answered <= backs <= len(ledger.backs):
        yield f"{backs} steps were taken back by the record, {answered} by what was answered of {len(ledger.backs)} sent"
    if missing := ledger.heads - heads:
        yield f"{len(missing)} of {len(ledger.heads)} heads that were shown are not in the record"


def of_log(ledger: Ledger, log: Sequence[Any]) -> Iterator[str]:
    """Say what a seat was shown that its log does not have, and what it said that was lost or doubled."""
    numbers = [event["number"] for event in log]
    if numbers != list(range(1, len(log) + 1)):
        yield f"the log has gaps: {numbers}"
    kept = {event["number"]: plain(event) for event in log}
    for number, text in ledger.shown.items():
        if kept.get(number) != text:
            yield f"event {number} was shown and is {'otherwise' if number in kept else 'not there'} now: {text[:200]}"
    said = Counter(event["event"]["text"] for event in log if event["kind"] == "talk")
    for one in ledger.words:
        times = said[one.what]
        if times > 1 or (one.answered and times != 1):
            yield f"{one.what!r} was said {times} times and {'' if one.answered else 'not '}answered"
