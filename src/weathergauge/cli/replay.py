"""`weathergauge replay`: walk through a recorded match, forwards and backwards."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from weathergauge import codec, rulesets
from weathergauge.cli.console import Parser, Wrong, print_json
from weathergauge.cli.rows import offer, print_rows, wanted
from weathergauge.cli.tongue import offer as tongue
from weathergauge.cli.tongue import speaking
from weathergauge.frame.words import capital
from weathergauge.match import Replay
from weathergauge.match.record import NOTHING, Record, RecordError
from weathergauge.match.talk import MatchEvent
from weathergauge.match.verify import ELSEWHERE, verify
from weathergauge.ruleset import TABLE, Told
from weathergauge.sentences import fields_in_words

ABOUT = """\
Walk through a recorded match: Enter goes on, `b` goes back, a number goes to that step, `turn 4` to that turn, and
the table is drawn at each. Where nobody sits at a terminal, the whole log is printed. A record that does not hold, or cannot be
proven, is shown as far as it can be played, and a line says so first; of one that was played with other rules the steps are
shown as they are written. `weathergauge verify` says more."""

EXAMPLES = ["replay match.jsonl", "replay trafalgar-duel-2026-01-31 --at turn4", "replay match.jsonl --json"]


def main(argv: list[str]) -> int:
    """Walk through a record, or print it."""
    made = Parser("replay", "FILE [--at STEP | --at turnN] [--json | --csv | --json-lines]", ABOUT, EXAMPLES)
    made.add_argument("file", metavar="FILE", help="a record, or the name of a saved match")
    made.add_argument("--at", metavar="STEP", help="where to begin: a step, or a turn as turn4")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else: every step and its events")
    offer(made, "each event, with its step, order and dice")
    tongue(made)
    args = made.told(argv)
    as_rows = wanted(args)
    from weathergauge.cli.table.shelf import find

    path = find(args.file)
    if args.json or as_rows:
        replay = opened(path)
        for line in doubts(replay):
            print(line, file=sys.stderr)
        if isinstance(replay, Record):
            steps: Iterator[dict[str, Any]] = (line for _, line in written(replay))
        else:
            first = place(replay, args.at) if args.at else 0
            steps = (step_json(replay, position) for position in range(first, len(replay)))
        with speaking(args.language, replay.header.title if isinstance(replay, Record) else replay.rules.name):
            if as_rows:
                print_rows(args, (row for step in steps for row in rows_of(step)))
            else:
                print_json([*steps])
        return 0
    with speaking(args.language, Record.read(path).header.title):
        return walk(path, args.at)


def rows_of(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A row for each event of a step, and one for a step of which nobody heard."""
    about = {
        "step": step["step"],
        "by": step.get("by", ""),
        "order": step.get("do") or {},
        "dice": step.get("dice", ()),
    }
    for told in step.get("events") or [{}]:
        event = told.get("event", {})
        yield {**about, "heard by": told.get("to"), "type": event.get("type"), "words": told.get("words")}


def walk(path: Path, at: str | None = None, talk: Any = None) -> int:
    """Step by step with a person, otherwise all of it as sentences."""
    from weathergauge.cli.table.talk import at_this_keyboard

    replay, speak = opened(path), talk or at_this_keyboard()
    for line in doubts(replay):
        speak.say(line, style="bold")
    if isinstance(replay, Record):
        speak.show([sentence for sentence, _ in written(replay)])
        return 0
    walker = Walker(replay, speak, place(replay, at) if at else 0)
    if talk is None and not walker.talk.live:
        walker.print_all()
        return 0
    return walker.run()


def opened(path: Path) -> Replay | Record:
    """Open a record to walk through; of one that was played with other rules or charts nothing but what is written."""
    record = Record.read(path)
    try:
        return Replay(record, rulesets.ruleset, partly=True)
    except RecordError as error:
        if error.kind not in ELSEWHERE:
            raise
        return record


def written(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the steps of a record as they are written, without the rules that could tell what came of them."""
    for index in range(1, len(record.lines)):
        line = record.line(index)
        dice = f" ({'; '.join(line.dice)})" if line.dice else ""
        if line.do != NOTHING:
            do = codec.decode(line.do, dict)
            yield (
                f"{line.n:>5}  {line.by}: {fields_in_words(do)}{dice}",
                {"step": line.n, "by": line.by, "do": do, "dice": line.dice},
            )
        elif line.back:
            yield (
                f"{line.n:>5}  {line.by} takes step {line.back} back",
                {"step": line.n, "by": line.by, "back": line.back},
            )
        elif line.match:
            yield f"{line.n:>5}  {line.by}: {line.match}", {"step": line.n, "by": line.by, "match": line.match}
        elif line.end is not None:
            end = f"{line.n:>5}  {line.end.winner or 'nobody'} won, as it is written: {line.end.reason}"
            yield end, {"step": line.n, "end": codec.plain(line.end)}


def doubts(replay: Replay | Record) -> list[str]:
    """Say what keeps the record from being believed, if anything does, and why it cannot be followed any further."""
    verdict = verify(replay if isinstance(replay, Record) else replay.record, rulesets.ruleset)
    said = [] if verdict.ok else [f"It cannot be proven. {verdict.sentence}"]
    if verdict.outcome == "does not hold":
        said = [f"It does not hold. {verdict.sentence}"]
    if isinstance(replay, Record):
        said.append("Its steps are shown as they are written.")
    elif replay.broken is not None:
        said.append(f"It is shown as far as it can be played, to step {replay.lines[-1].n}: {replay.broken}")
    return said


def step_json(replay: Replay, position: int) -> dict[str, Any]:
    """One step as plain values."""
    line, (state, told) = replay.lines[position], replay.at(position)
    return {
        "step": line.n,
        "by": line.by,
        "do": codec.plain(replay.action(position)),
        "dice": line.dice,
        "events": [
            {"event": codec.plain(heard.event), "to": heard.to, "words": _sentence(replay, state, heard)}
            for heard in told
        ],
    }


def _sentence(replay: Replay, state: Any, told: Told) -> str:
    from weathergauge.cli.table import telling

    if isinstance(told.event, MatchEvent):
        return telling.in_words(replay.rules, told.event)
    return replay.rules.tell_to(state, told.event, replay.rules.seats)


def place(replay: Replay, at: str) -> int:
    """The position of a step or a turn."""
    match = re.fullmatch(r"(t|turn)?\s*=?\s*(\d+)", at.strip().lower())
    if match is None:
        raise Wrong(f"--at {at}: expected a step such as 120, or a turn such as turn4")
    number = int(match[2])
    return turn_begins(replay, number) if match[1] else step_at(replay, number)


def step_at(replay: Replay, number: int) -> int:
    """The position after that step, or after the last before it."""
    last = replay.lines[-1].n
    if number > last:
        raise Wrong(f"There is no step {number}: this match has {last}")
    return max(position for position, line in enumerate(replay.lines) if line.n <= number)


def turn_begins(replay: Replay, turn: int) -> int:
    """The first position of that turn."""
    from weathergauge.cli.table.desk import desk_for

    desk, now = desk_for(replay.rules), 0
    for position in range(len(replay)):
        now = desk.turn(replay.rules.view(replay.at(position)[0], None))
        if now >= turn:
            return position
    raise Wrong(f"There is no turn {turn}: this match has {now}")


class Walker:
    """Someone walking through a record."""

    def __init__(self, replay: Replay, talk: Any, position: int = 0) -> None:
        from weathergauge.cli.table.desk import Lens, desk_for

        self.replay, self.talk, self.position = replay, talk, position
        self.desk, self.lens = desk_for(replay.rules), Lens()

    def run(self) -> int:
        """Until the player has seen enough."""
        self.talk.console.print("Enter goes on, b back, a number to a step, turn 4 to a turn, why asks a bot, look mars, q quits.", style="dim")  # fmt: skip
        self.show()
        try:
            while True:
                line = self.talk.ask(f"{self.position} of {len(self.replay) - 1}> ").strip().lower()
                if line in ("q", "quit", "exit"):
                    return 0
                try:
                    self.follow(line)
                except ValueError as error:
                    self.talk.say(str(error))
        except EOFError:
            return 0

    def follow(self, line: str) -> None:
        """One word of the walk."""
        said = line.split()
        match said:
            case [] | ["n" | "next"]:
                self.go(self.position + 1)
            case ["b" | "back" | "p" | "previous"]:
                self.go(self.position - 1)
            case ["first" | "start" | "begin"]:
                self.go(0)
            case ["last" | "end"]:
                self.go(len(self.replay) - 1)
            case [way] if re.fullmatch(r"[+-]\d+", way):
                self.go(self.position + int(way))
            case [number] if number.isdigit():
                self.go(step_at(self.replay, int(number)))
            case ["t" | "turn", number] if number.isdigit():
                self.go(turn_begins(self.replay, int(number)))
            case ["log"]:
                self.print_all(self.position)
            case ["map" | "m"]:
                self.lens = type(self.lens)()
                self.show()
            case ["look", *name] if name:
                self.lens = type(self.lens)(self.desk.names(self._view()).find(" ".join(name)).id)
                self.show()
            case ["show", *name] if name:
                self.talk.show(self.desk.sheet(self._view(), self.desk.names(self._view()).find(" ".join(name)).id))
            case ["why"]:
                self.talk.show(self.reasons())
            case ["ships"]:
                self.talk.show(self.desk.roster(self._view(), self.talk.columns))
            case _:
                raise Wrong(
                    f"{line!r} is no word here: Enter, b, a number, turn 4, map, look, show, ships, why, log or q"
                )

    def go(self, position: int) -> None:
        """To another step; beyond either end it stays."""
        if not 0 <= position < len(self.replay):
            self.talk.say("this is the end" if position > 0 else "this is the beginning")
            return
        self.position = position
        self.show()

    def _view(self) -> Any:
        return self.replay.rules.view(self.replay.at(self.position)[0], None)

    def show(self) -> None:
        """The table there, and what led to it."""
        state, told = self.replay.at(self.position)
        self.talk.show(
            self.desk.picture(self.replay.rules.view(state, None), self.lens, self.talk.columns, self.talk.rows)
        )
        self.talk.show(self.told(self.position, state, told))

    def told(self, position: int, state: Any, told: tuple[Told, ...], whole: bool = True) -> list[Any]:
        """A step as lines: its number and who took it, then what came of it."""
        line = self.replay.lines[position]
        from weathergauge.cli.table import telling

        lines = telling.told(self.desk, state, [heard.event for heard in told], whole, self.replay.rules.seats)
        head = f"{line.n}" if line.by in ("", TABLE) else f"{line.n} {line.by}"
        if line.dice:
            head += f" ({'; '.join(line.dice)})"
        return [f"{head}:", *lines] if lines else [f"{head}: {self._quiet(position, state)}"]

    def reasons(self) -> list[Any]:
        """Why a bot gave the order of this step, as it is asked again."""
        from weathergauge.bots.hindsight import reason_at
        from weathergauge.bots.reasons import lines

        reason = reason_at(self.replay, self.position)
        if reason is None:
            return [
                "no bot gave a reason for this step: captains and admirals give one where their title has them say so"
            ]
        view = self.replay.rules.view(self.replay.at(self.position - 1)[0], None)
        return [*lines(reason, lambda order: self.desk.say(view, order))]

    def _quiet(self, position: int, state: Any) -> str:
        action = self.replay.action(position)
        if position == 0:
            return "the match begins"
        return "" if action is None else self.desk.say(self.replay.rules.view(state, None), action)

    def print_all(self, last: int | None = None) -> None:
        """The whole log, or up to a position, as sentences."""
        header = self.replay.record.header
        players = ", ".join(f"{seat} {player}" for seat, player in header.seats.items())
        self.talk.show([f"{header.title} {header.scenario} ({players})"])
        for position in range(len(self.replay) if last is None else last + 1):
            state, told = self.replay.at(position)
            for heard in told:
                sentence = _sentence(self.replay, state, heard)
                secret = f" [{', '.join(heard.to)} alone]" if heard.to is not None else ""
                self.talk.console.print(f"{self.replay.lines[position].n:>5}  {sentence}{secret}", markup=False, soft_wrap=True)  # fmt: skip
        if last is None and self.replay.result is not None:
            result = self.replay.result
            winner = "nobody" if result.winner is None else self.replay.rules.side_words(result.winner)
            self.talk.show([f"{capital(winner)} won: {result.reason}."])
