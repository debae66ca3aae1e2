"""`weathergauge verify`: check a record offline, and name the first step that does not hold."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, bold, print_json
from weathergauge.match import Verified, verify
from weathergauge.record import Record, RecordError

ABOUT = """\
Check all that a record claims, without asking anybody: the seal of every line, the seed against its hash, every throw
against the seed, every order against the rules, and how the match ended. The first step that does not hold is named.
An order altered by whoever holds the seed is proven only by a head that was given out during the match: --head.
The status is 0 when it holds, 1 when it does not, and 2 when it is no record, or one that cannot be checked here."""

EXAMPLES = ["verify match.jsonl", "verify match.jsonl --head 8d2c…", "verify match.jsonl --json"]

ELSEWHERE = ("file", "foreign", "version", "title", "rules", "charts", "key")
"""What keeps a record from being checked here, and says nothing about whether it holds."""


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
        found = verify(record, rulesets.ruleset, head=args.head)
    except RecordError as error:
        found = Verified(False, str(error), kind=error.kind, line=error.line, step=error.step)
    status = 0 if found.ok else 2 if found.kind in ELSEWHERE else 1
    if args.json:
        print_json(found)
    elif status == 2:
        print(found.sentence, file=sys.stderr)
    else:
        print("\n".join(_page(found, record, args.head)))
    return status


def _page(found: Verified, record: Record | None, head: str | None) -> Iterator[str]:
    yield bold(found.sentence) if found.ok else f"{bold('It does not hold.')} {found.sentence}"
    for note in found.notes:
        yield f"  but {note}" if found.ok else f"  also {note}"
    if found.ok and record is not None:
        throws = sum(line.count(b'"dice":["') for line in record.lines)
        sealed = not any("seals" in note for note in found.notes)
        yield "Checked: " + ", ".join(
            [
                *([f"the seals of {len(record.lines)} lines and the seed behind them"] if sealed else []),
                f"{found.steps} steps against the rules {record.header.rules}",
                f"the dice of {throws} steps" + (" against the seed" if sealed else ""),
                *(["the head that was given out"] if head else []),
            ]
        )
