"""What a soak came to: kills by their kind, what was played and shown, what was wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

ROWS = {
    "matches": "matches begun",
    "records": "records verified",
    "steps": "steps in them",
    "answered": "orders answered",
    "unanswered": "orders unanswered and dropped",
    "repeated": "orders repeated until answered",
    "receipts": "receipts asked for again",
    "words": "words said",
    "backs": "steps taken back",
    "streams": "streams opened",
    "events": "events shown",
    "heads": "heads kept",
    "snapshots": "matches taken up from a snapshot",
    "starts": "starts of the server",
    "unavailable": "answers of 503",
    "deaths": "deaths by itself",
}
"""The rows of the table and their words, in order."""
WIDTH, COLUMN = 36, 13


@dataclass
class Figures:
    """The figures of one part of a soak."""

    part: str
    matches: int = 0
    records: int = 0
    steps: int = 0
    answered: int = 0
    unanswered: int = 0
    repeated: int = 0
    receipts: int = 0
    words: int = 0
    backs: int = 0
    streams: int = 0
    events: int = 0
    heads: int = 0
    snapshots: int = 0
    starts: int = 0
    unavailable: int = 0
    deaths: int = 0
    seconds: float = 0.0
    kills: Counter[str] = field(default_factory=Counter)
    """By what was killed."""
    strains: Counter[str] = field(default_factory=Counter)
    """What was done to it besides: full disks, cut connections."""
    titles: Counter[str] = field(default_factory=Counter)
    """Records verified, by title."""
    faults: Counter[str] = field(default_factory=Counter)
    log: str = ""
    """Where the server's log is kept, if there were faults."""

    def fault(self, sentence: str) -> None:
        """Note something that must not be."""
        self.faults[sentence] += 1

    @property
    def killed(self) -> int:
        return self.kills.total()


def table(parts: Sequence[Figures]) -> str:
    """The figures as a table: a column for each part, and one for all."""
    lines = [_line("", [part.part for part in parts], "all")]

    def row(words: str, values: Sequence[int]) -> None:
        lines.append(_line(words, [f"{value:,}" for value in values], f"{sum(values):,}"))

    def counters(head: str, counted: Sequence[Counter[str]]) -> None:
        row(head, [one.total() for one in counted])
        for name in sorted({name for one in counted for name in one}):
            row(f"  {name}", [one[name] for one in counted])

    counters("kills", [part.kills for part in parts])
    counters("other strains", [part.strains for part in parts])
    for name, words in ROWS.items():
        row(words, [getattr(part, name) for part in parts])
        if name == "records":
            for title in sorted({title for part in parts for title in part.titles}):
                row(f"  {title}", [part.titles[title] for part in parts])
    row("faults", [part.faults.total() for part in parts])
    row("seconds", [round(part.seconds) for part in parts])
    return "\n".join(lines)


def _line(words: str, values: Sequence[str], last: str) -> str:
    return f"{words:<{WIDTH}}" + "".join(f"{value:>{COLUMN}}" for value in (*values, last))
