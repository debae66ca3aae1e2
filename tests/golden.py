"""The golden matches: one for every title, as a record and as a playthrough that people can read.

``make golden`` (or ``python -m tests.golden [TITLE…]``) makes them again, after rules or charts were changed on purpose: look at the
difference before you commit it. Of many random matches the one with most kinds of events is taken, then the shortest.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.ours import TITLES
from weathergauge import codec
from weathergauge.match import Replay
from weathergauge.match.record import Line, Record
from weathergauge.ruleset import Rules, Told
from weathergauge.testing import rules_for, small
from weathergauge.testing.hints import Start, hints
from weathergauge.testing.play import BotPlayer, Player
from weathergauge.testing.records import Written

RECORDS = Path(__file__).parent / "records"
TRIES = 500


def record_of(title: str) -> Path:
    return RECORDS / f"{title}.jsonl"


def playthrough_of(title: str) -> Path:
    return RECORDS / f"{title}.txt"


def playthrough(record: Record) -> str:
    """The match as text: every step with its dice, and what is told of it, to whom if not to all."""
    replay = Replay(record, rules_for)
    header = record.header
    card = next(card for card in replay.rules.scenarios() if card.name == header.scenario)
    lines = [f"{header.title}: {card.title}", f"rules {header.rules}, scenario {header.scenario}", ""]
    for position in range(1, len(replay)):
        state, told = replay.at(position)
        line = replay.lines[position]
        lines.append(f"{line.n:4} {line.by}: {_done(replay, position, line)}" if line.by else f"{line.n:4} the end")
        lines += [f"       {throw}" for throw in line.dice]
        lines += [f"       {text}" for text in _sentences(replay.rules, state, told)]
        if line.state:
            lines.append(f"       [{line.state}]")
    result = replay.result
    assert result is not None
    points = ", ".join(f"{seat} {score}" for seat, score in result.score.items())
    lines.append(f"     {result.winner or 'nobody'} won: {result.reason} ({points})")
    return "\n".join(lines) + "\n"


def _done(replay: Replay, position: int, line: Line) -> str:
    if line.back:
        return f"takes step {line.back} back"
    if line.match:
        return line.match
    plain = codec.plain(replay.action(position))
    kind = plain.pop("type")
    return " ".join([kind, *(f"{name}={value}" for name, value in plain.items())])


def _sentences(rules: Rules, state: object, told: tuple[Told, ...]) -> Iterator[str]:
    for one in told:
        if isinstance(one.event, rules.types.event):
            whom = "" if one.to is None else f"(to {' and '.join(one.to)}) "
            yield whom + rules.tell_to(state, one.event, one.to or ())


def _player(rules: Rules, title: str, seed: str) -> Player:
    name = hints(rules.name).golden
    return BotPlayer(rules, seed, name, title) if name else Player(rules, seed)


def make(title: str, tries: int = TRIES) -> None:
    """Find the match, and write it down."""
    rules = rules_for(title)
    found = [
        Written(rules, title, Start(scenario, scenario), seed, "server", player=_player(rules, title, seed))
        for scenario in small(rules)
        for seed in [f"golden {number}" for number in range(tries)]
    ]
    best = min(found, key=lambda one: (-len(one.told), len(one.moments)))
    RECORDS.mkdir(exist_ok=True)
    record_of(title).write_bytes(best.text)
    playthrough_of(title).write_text(playthrough(Record(best.text)), encoding="utf-8")
    print(f"{title}: {len(best.moments)} steps with {len(best.told)} kinds of events, in {RECORDS.name}/{title}.*")


if __name__ == "__main__":
    for name in sys.argv[1:] or TITLES:
        make(name)
