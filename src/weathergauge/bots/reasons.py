"""Why a bot decided so: its plan in a sentence, and the orders that it weighed with what each was worth to it.

A reason is made of what the bot's own seat could see, and says what that seat intended: it is shown to whoever sits there,
and to others when the match is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from weathergauge.frame.words import listed, many

NO_TIME = "No time was left: this is the captain's order."
"""What the log says where an admiral had none to look any further."""
NAMED = 3
"""So many ships are named that do the same; more are counted."""


class Weighed(Struct, frozen=True):
    """An order, or a plan, that was weighed: what it was worth, and by how much that may be wrong."""

    what: Any
    worth: float
    doubt: float = 0.0
    games: int = 0
    """How often it was played on in the head; 0 where it was reckoned."""


class Reason(Struct, frozen=True):
    """Why an order was given."""

    order: Any
    plan: str = ""
    """What the bot is about, in a sentence."""
    weighed: tuple[Weighed, ...] = ()
    """What was compared, the best first; worth is counted as the title's bots count it, usually in points."""
    note: str = ""
    """What the log must say besides, such as that no time was left."""


@runtime_checkable
class Explains(Protocol):
    """A bot, or a judgement, that can say why it gave its last order."""

    def why(self) -> Reason | None: ...


def why(bot: object) -> Reason | None:
    """Why a bot gave its last order; None for one that cannot say."""
    return bot.why() if isinstance(bot, Explains) else None


def lines(reason: Reason, say: Callable[[Any], str], most: int = 5) -> Sequence[str]:
    """A reason in sentences: the plan, then what was weighed, each with its worth."""
    said = [line for line in (reason.plan, reason.note) if line]
    for weighed in reason.weighed[:most]:
        words = weighed.what if isinstance(weighed.what, str) else say(weighed.what)
        mark = "→" if weighed.what == reason.order else " "
        games = f", played on {weighed.games} times" if weighed.games else ""
        doubt = f" ± {weighed.doubt:.1f}" if weighed.doubt else ""
        said.append(f"{mark} {weighed.worth:+.1f}{doubt}  {words}{games}")
    return said


def sought(pairs: Iterable[tuple[str, str]]) -> str:
    """Say who goes for whom, those first whom most go for: `Kaiser and Drache go for Palestro`; nothing for nobody."""
    by_mark: dict[str, list[str]] = {}
    for name, mark in pairs:
        by_mark.setdefault(mark, []).append(name)
    said = []
    for mark, names in sorted(by_mark.items(), key=lambda named: -len(named[1]))[:NAMED]:
        who = listed(names) if len(names) <= NAMED else many(len(names), "ship")
        said.append(f"{who} {'goes' if len(names) == 1 else 'go'} for {mark}")
    return listed(said)
