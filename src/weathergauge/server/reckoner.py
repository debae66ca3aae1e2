"""A process in which a stranger's questions are answered within limits of time and memory. Started by `reckoning`, never by hand.

It knows all rules before the first question and forks for each one, so that whatever a question takes ends with it:
by itself, by the limits of its process, or by a signal when nobody waits for the answer any longer. It ends when its
input does, also when the server was killed. `python -m weathergauge.server.reckoner RULES TITLE …` names the rules.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable
from pkgutil import resolve_name
from types import FrameType
from typing import IO, Any

from msgspec import Struct

from weathergauge.files import handwritten
from weathergauge.match.opening import RulesFor, ready
from weathergauge.odds import Memory
from weathergauge.ruleset import Card, Rules
from weathergauge.server.chances import Chances, chances
from weathergauge.server.thinker import get, put
from weathergauge.throwing import SeededDice

SECONDS = 2.0
"""Of processor time for one question."""
ROOM = 256 << 20
"""Bytes of memory for one question, over what the process has without it."""
STEPS = 5_000_000
"""Of the reckoning of odds: two fleets that meet take up to three millions of them, and some two seconds are no more."""


class OddsOf(Struct, frozen=True):
    """The odds of a procedure."""

    title: str
    procedure: str
    inputs: Any

    def answer(self, rules: Rules) -> Chances:
        procedure = rules.procedures[self.procedure]
        return chances(procedure.odds(self.inputs, rules.charts, Memory(), STEPS))


class Looked(Struct, frozen=True):
    """What is wrong with the text of a scenario; or else how it is offered, and its first position for a picture."""

    problems: tuple[handwritten.Problem, ...] = ()
    said: str = ""
    card: Card | None = None
    view: Any = None


class ScenarioOf(Struct, frozen=True):
    """A scenario in the text of a file."""

    title: str
    name: str
    settings: dict[str, Any]
    written: str

    def answer(self, rules: Rules) -> Looked:
        try:
            scenario = rules.scenario_of(self.name, self.settings, self.written)
            state = rules.setup(scenario, SeededDice(b"a picture, not a match"))
            return Looked(card=rules.card_of(self.name, self.written), view=rules.view(state, None))
        except handwritten.Faulty as faulty:
            return Looked(faulty.problems, str(faulty))


Question = OddsOf | ScenarioOf


class Answer(Struct, frozen=True):
    """What came of a question: its value, the sentence by which it was refused, why it was ended, or what broke."""

    value: Any = None
    refused: str = ""
    ended: str = ""
    broke: str = ""


def answer(question: Question, rules_for: RulesFor) -> Answer:
    """Answer within this process."""
    try:
        return Answer(question.answer(rules_for(question.title)))
    except ValueError as error:
        return Answer(refused=str(error))
    except (MemoryError, RecursionError):
        return Answer(ended="memory")
    except Exception as error:
        return Answer(broke=f"{type(error).__name__}: {error}")


def limit() -> None:
    """Hold this process to what one question may take. Where the system has no such limits, steps alone count."""
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # nobody handles its signal: it ends the process
        with open("/proc/self/statm", encoding="ascii") as sizes:
            now = int(sizes.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (now + ROOM, resource.RLIM_INFINITY))


class Forks:
    """Answers each question in a child of its own."""

    def __init__(self, rules_for: RulesFor) -> None:
        self.rules_for = rules_for
        self._child = 0
        signal.signal(signal.SIGUSR1, self._nobody_waits)

    def _nobody_waits(self, sig: int, frame: FrameType | None) -> None:
        if self._child:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._child, signal.SIGKILL)

    def __call__(self, question: Question) -> bytes:
        """The answer as it goes to the server; a child that was ended left none."""
        reading, writing = os.pipe()
        self._child = os.fork()
        if not self._child:
            os.close(reading)
            self._answer(question, writing)
        os.close(writing)
        with open(reading, "rb") as source:
            data = source.read()
        _, status = os.waitpid(self._child, 0)
        self._child = 0
        if status == 0 and data:
            return data
        return pickle.dumps(Answer(ended="time" if os.WIFSIGNALED(status) else "memory"))

    def _answer(self, question: Question, writing: int) -> None:
        """The child's part: it never returns."""
        status = 1
        try:
            limit()
            data = pickle.dumps(answer(question, self.rules_for), pickle.HIGHEST_PROTOCOL)
            with open(writing, "wb") as out:
                out.write(data)
            status = 0
        finally:
            os._exit(status)


def main() -> None:
    source, out = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever rules print must not get among the answers
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    rules_for = resolve_name(sys.argv[1])
    for title in sys.argv[2:]:
        with contextlib.suppress(ValueError):  # one that cannot be played yet
            rules = rules_for(title)
            ready(rules)
            rules.scenarios()
    gc.freeze()
    serve(source, out, Forks(rules_for) if hasattr(os, "fork") else _here(rules_for))


def _here(rules_for: RulesFor) -> Callable[[Question], bytes]:
    """Where there is no fork: in this process, which the server ends when an answer is late."""
    return lambda question: pickle.dumps(answer(question, rules_for), pickle.HIGHEST_PROTOCOL)


def serve(source: IO[bytes], out: IO[bytes], answered: Callable[[Question], bytes]) -> None:
    """One question after the other, until there are no more."""
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        put(out, "ready")
        while True:
            data = answered(get(source))
            out.write(len(data).to_bytes(4, "big") + data)
            out.flush()


if __name__ == "__main__":
    from weathergauge.server import reckoner  # what is sent is known by the names that the server knows it by

    reckoner.main()
