"""A process in which bots think, so that a thinking bot never delays a person. Started by `crew`, never by hand.

It reads questions from its input and writes answers to its output, and ends when its input does: also when the server was
killed. `python -m weathergauge.server.thinker RULES BOTS` names where rules and bots are found.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from collections import OrderedDict
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import IO, Any

from msgspec import Struct

REMEMBERED = 500
MISSING = "what was heard is missing"
"""The answer of a bot that remembers, where not all it must know was in the question."""


class Question(Struct, frozen=True):
    """What a seat sees and has heard since it was last asked."""

    match: str
    seat: str
    title: str
    bot: str
    seed: str
    view: Any
    events: Sequence[Any]
    fresh: bool
    """Whether the bot is to forget what it heard: what it may know is in `events`."""
    whole: bool
    """Whether nothing is missing in `events`: after a restart only the newest are at hand."""
    urgent: bool
    """Whether a person waits for the answer."""
    whose: str
    """The account that made the match: bots take turns between accounts."""


def put(out: IO[bytes], value: Any) -> None:
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    out.write(len(data).to_bytes(4, "big") + data)
    out.flush()


def get(source: IO[bytes]) -> Any:
    size = source.read(4)
    if len(size) < 4:
        raise EOFError
    return pickle.loads(source.read(int.from_bytes(size, "big")))


class Thinker:
    """The bots of this process, each remembering what it heard."""

    def __init__(self, rules_at: str, bots_at: str) -> None:
        self.rules, self.bots = resolve_name(rules_at), resolve_name(bots_at)
        self._known: OrderedDict[tuple[str, str, str], Any] = OrderedDict()

    def answer(self, asked: Question) -> Any:
        key = asked.match, asked.seat, asked.bot
        bot = None if asked.fresh else self._known.pop(key, None)
        if bot is None:
            bot = self.bots(asked.bot, asked.seed, asked.title)
        if not asked.whole and getattr(bot, "remembers", True):
            return MISSING
        self._known[key] = bot
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        if asked.events:
            bot.heard(asked.events)
        rules = self.rules(asked.title)
        return bot.choose(asked.view, rules.legal(asked.view), rules)


def main() -> None:
    source, out = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a bot prints must not get among the answers
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    thinker = Thinker(*sys.argv[1:])
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            asked = get(source)
            try:
                put(out, (thinker.answer(asked), None))
            except Exception as error:
                put(out, (None, f"{type(error).__name__}: {error}"))


if __name__ == "__main__":
    main()
