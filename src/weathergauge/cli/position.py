"""`weathergauge position`: how a match stands, as text that can be pasted and played on from."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, print_json
from weathergauge.match.position import LAST, LONGEST, Position, PositionError, read, written
from weathergauge.match.record import Record
from weathergauge.ruleset import Rules

ABOUT = """\
Print how a recorded match stands at a step, as text: what is otherwise than when the scenario was set up, a line for each ship or formation.
Paste it anywhere; `weathergauge play --position FILE` plays on from it, `weathergauge draw FILE` draws it. Given such a text, it is read and written
again: a text that you have changed by hand, without its last line, is held to the rules and sealed anew.
Everything is in it, also what one side keeps from the other."""

EXAMPLES = [
    "position match.jsonl",
    "position trafalgar-duel-2026-01-31 --at turn4  > duel.txt",
    "position duel.txt",
    "play --position duel.txt",
]
AT = "a step, or a turn as turn4; otherwise the last"


def main(argv: Sequence[str] | None = None) -> int:
    """Write a position down."""
    made = Parser("position", "FILE [--at STEP | --at turnN] [--json]", ABOUT, EXAMPLES)
    made.add_argument("file", metavar="FILE", help="a record, the name of a saved match, a position, or - to paste one")
    made.add_argument("--at", metavar="STEP", help=AT)
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    rules, position = standing(args.file, args.at)
    text = written(rules, position)
    if args.json:
        print_json({"title": position.title, "scenario": position.scenario, "settings": position.settings, "text": text, "state": position.state})  # fmt: skip
    else:
        print(text, end="")
    return 0


def standing(file: str, at: str | None) -> tuple[Rules, Position]:
    """Say how a match stands: the rules of its title, and everything on and beside the table."""
    text = pasted(sys.stdin) if file == "-" else _text(file)
    if text is not None:
        if at is not None:
            raise Wrong("--at: a position is one moment; leave it out, or give the record")
        position = read(text, rulesets.ruleset)
        return rulesets.ruleset(position.title), position
    from weathergauge.cli.replay import doubts, opened, place
    from weathergauge.cli.table.shelf import find

    replay = opened(find(file))
    for line in doubts(replay):
        print(line, file=sys.stderr)
    if isinstance(replay, Record):
        raise PositionError(f"{file} cannot be played by the rules there are here, so nobody knows how it stands.")
    head = replay.record.header
    state: Any = replay.at(place(replay, at) if at is not None else len(replay) - 1)[0]
    return replay.rules, Position(head.title, head.scenario, dict(head.settings), head.written, state)


def pasted(lines: Iterable[str]) -> str:
    """Take a position from what is typed or pasted: up to its last line, or the end."""
    taken: list[str] = []
    for line in lines:
        taken.append(line)
        if line.strip().startswith(LAST) or sum(map(len, taken)) > LONGEST:
            break
    return "".join(taken)


def _text(file: str) -> str | None:
    """The text of a file, if it is a position and no record."""
    path = Path(file).expanduser()
    if not path.is_file():
        return None
    with path.open("rb") as opened:
        if not opened.read(400).lstrip().startswith(b"position "):
            return None
        opened.seek(0)
        try:
            return opened.read(4 * LONGEST).decode()
        except UnicodeDecodeError:
            raise PositionError(f"{path} is no text in UTF-8: a position is, and was saved otherwise or cut.") from None
