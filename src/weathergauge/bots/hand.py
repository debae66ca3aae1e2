"""A hand: a process that plays a title by changed charts, for series that compare them.

Rules read their charts once in a process, so each set of changes has a process of its own. It is asked line by line and
ends with whoever asks. Any worker may keep hands, wherever it runs.
"""

from __future__ import annotations

import atexit
import contextlib
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from weathergauge import codec, rulesets
from weathergauge.bots import series
from weathergauge.files import changes

KEPT = 6
"""Hands that one process keeps at most; the one that was asked least lately goes first."""


class Begin(Struct, frozen=True, tag=True):
    """The first line: by which charts it plays."""

    title: str
    changes: dict[str, dict[str, Any]]


class Play(Struct, frozen=True, tag=True):
    """Play a game."""

    job: series.Job


class Weigh(Struct, frozen=True, tag=True):
    """Work out the odds of a procedure."""

    title: str
    procedure: str
    inputs: dict[str, Any]


class Ready(Struct, frozen=True, tag=True):
    """It has read its charts."""


class Played(Struct, frozen=True, tag=True):
    """A game that was played."""

    game: series.Game


class Weighed(Struct, frozen=True, tag=True):
    """Every result as plain values, with its chance as a fraction."""

    results: list[tuple[Any, str]]


class Wrong(Struct, frozen=True, tag=True):
    """It cannot be done, for a reason that a person can mend."""

    sentence: str


class Broken(Struct, frozen=True, tag=True):
    """It failed, which nobody foresaw."""

    trace: str


Question = Begin | Play | Weigh
Answer = Ready | Played | Weighed | Wrong | Broken
A = TypeVar("A", bound=Struct)
_hands: dict[bytes, Hand] = {}


def hand(title: str, changed: Mapping[str, Mapping[str, Any]]) -> Hand:
    """The hand that plays by these changes: begun where there is none yet. A ValueError is a sentence about the changes."""
    key = codec.encode([title, changed])
    found = _hands.pop(key, None)
    if found is not None and found.gone:
        found.close()
        found = None
    if found is None:
        while len(_hands) >= KEPT:
            _hands.pop(next(iter(_hands))).close()
        found = Hand(title, changed)
    _hands[key] = found
    return found


@atexit.register
def close() -> None:
    """Let every hand of this process end."""
    while _hands:
        _hands.popitem()[1].close()


class Hand:
    """A process, asked one question after the other."""

    def __init__(self, title: str, changed: Mapping[str, Mapping[str, Any]]) -> None:
        command = [sys.executable, "-m", "weathergauge.bots.hand"]
        self._asked = False
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self._ask(Begin(title, {chart: dict(cells) for chart, cells in changed.items()}), Ready)
        except BaseException:
            self.close()
            raise

    @property
    def gone(self) -> bool:
        """Whether it has ended, or was left in the midst of an answer."""
        return self._asked or self._process.poll() is not None

    def play(self, job: series.Job) -> series.Game:
        """Play a game by these charts."""
        return self._ask(Play(msgspec.structs.replace(job, changes={})), Played).game

    def weigh(self, title: str, procedure: str, inputs: Mapping[str, Any]) -> list[tuple[Any, Fraction]]:
        """Work out the odds of a procedure by these charts: every result as plain values, with its chance."""
        weighed = self._ask(Weigh(title, procedure, dict(inputs)), Weighed)
        return [(value, Fraction(chance)) for value, chance in weighed.results]

    def close(self) -> None:
        """Let the process end; what it still plays, nobody waits for."""
        if self._asked:
            self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()

    def _ask(self, question: Question, expected: type[A]) -> A:
        into, out = self._process.stdin, self._process.stdout
        if into is None or out is None:
            raise RuntimeError("the hand has no pipes")
        self._asked = True
        into.write(msgspec.json.encode(question) + b"\n")
        into.flush()
        line = out.readline()
        self._asked = False
        if not line:
            raise RuntimeError("the process that plays by changed charts has ended")
        answer = codec.decode(line, Answer)
        if isinstance(answer, Wrong):
            raise ValueError(answer.sentence)
        if isinstance(answer, Broken):
            raise RuntimeError(answer.trace)
        if not isinstance(answer, expected):
            raise RuntimeError(f"{expected.__name__} was expected of the hand, and not {type(answer).__name__}")
        return answer


def answer(question: Question) -> Answer:
    """Do what is asked, in the process that plays."""
    try:
        match question:
            case Begin():
                changes.lay(rulesets.title(question.title).folders, question.changes)
                rulesets.ruleset(question.title)
                return Ready()
            case Play():
                return Played(series.play(question.job))
            case Weigh():
                rules = rulesets.ruleset(question.title)
                procedure = rules.procedures[question.procedure]
                chances = procedure.odds(procedure.read(question.inputs), rules.charts)
                return Weighed([(codec.plain(value), str(chance)) for value, chance in chances.items()])
    except (ValueError, LookupError) as error:
        return Wrong(str(error)) if not isinstance(question, Play) else Broken(traceback.format_exc())
    except Exception:
        return Broken(traceback.format_exc())


def main() -> None:
    """Answer line by line until nobody asks any more; who is interrupted is whoever asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # what anything prints is not an answer
    with contextlib.suppress(BrokenPipeError):  # whoever asked is gone
        for line in sys.stdin.buffer:
            out.write(msgspec.json.encode(answer(codec.decode(line, Question))) + b"\n")
            out.flush()


if __name__ == "__main__":
    main()
