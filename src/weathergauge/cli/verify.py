"""`weathergauge verify`: check a record offline, and name the first step that does not hold."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from msgspec.structs import asdict

from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, bold, print_json
from weathergauge.match.record import How, Record, RecordError
from weathergauge.match.verify import Verified, failed, verify

ABOUT = """\
Check all that a record claims, without asking anybody: the seal of every line, the seed against its hash, the players'
words against what they committed to, every throw against the seed, every order against the rules, and how the match
ended. The first step that does not hold is named. An order altered by whoever holds the seed is proven only by a head
that was given out during the match: --head.
The status is 0 when it holds, 1 when it does not, 3 when it cannot be proven (the seed is not revealed, the end is cut
off, or other rules than these are needed), and 2 when it is no record."""

EXAMPLES = ["verify match.jsonl", "verify match.jsonl --head 8d2c…", "verify match.jsonl --json"]

STATUS = {"holds": 0, "does not hold": 1, "no record": 2, "cannot be proven": 3}
SAID: dict[How, str] = {
    "sealed": "sealed, and as they were committed to",
    "plain": "given openly",
    "none": "no words",
    "bot": "no words: bot",
}


def main(argv: list[str]) -> int:
    """Check one record."""
    made = Parser("verify", "FILE [--head HEAD] [--json]", ABOUT, EXAMPLES)
    made.add_argument("file", metavar="FILE", help="a record, or the name of a saved match")
    made.add_argument("--head", metavar="HEAD", help="a head that was given out during the match")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    if args.head is not None and not re.fullmatch("[0-9a-f]{32}", args.head):
        raise Wrong(f"--head {args.head}: expected a head as it was given out, 32 digits from 0 to f")
    from weathergauge.cli.table.shelf import find

    record: Record | None = None
    try:
        record = Record.read(find(args.file))
        verdict = verify(record, rulesets.ruleset, head=args.head)
    except RecordError as error:
        verdict = failed(error)
    if args.json:
        print_json({"ok": verdict.ok, **asdict(verdict)})
    elif verdict.outcome == "no record":
        print(verdict.sentence, file=sys.stderr)
    else:
        print("\n".join(_page(verdict, record, args.head)))
    return STATUS[verdict.outcome]


def _page(verdict: Verified, record: Record | None, head: str | None) -> Iterator[str]:
    if verdict.ok:
        yield bold(verdict.sentence)
    elif verdict.outcome == "cannot be proven":
        yield f"{bold('It cannot be proven.')} {verdict.sentence}"
    else:
        yield f"{bold('It does not hold.')} {verdict.sentence}"
    for note in verdict.notes:
        yield f"  but {note}" if verdict.ok else f"  also {note}"
    if verdict.words:
        yield "Words for the dice: " + "; ".join(f"{seat}: {SAID[how]}" for seat, how in verdict.words.items())
    if verdict.ok and record is not None:
        throws = sum(line.count(b'"dice":["') for line in record.lines)
        yield "Checked: " + ", ".join(
            [
                f"the seals of {len(record.lines)} lines and the seed behind them",
                *(["the words against what was committed to"] if "sealed" in verdict.words.values() else []),
                f"{verdict.steps} steps against the rules {record.header.rules}",
                f"the dice of {throws} steps against the seed",
                *(["the head that was given out"] if head else []),
            ]
        )
