"""Words of which the sentences of every ruleset are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from weathergauge.frame.events import Ended
from weathergauge.languages import counted, retold, said

HUNDREDTHS = 100
"""The free table is measured in hundredths of an inch."""


class Named(Protocol):
    """Whatever has a name."""

    @property
    def name(self) -> str: ...


Ship = TypeVar("Ship", bound=Named)
Ship_co = TypeVar("Ship_co", bound=Named, covariant=True)


class Fleet(Protocol[Ship_co]):
    """A table with ships on it."""

    @property
    def ships(self) -> tuple[Ship_co, ...]: ...
    def number(self, id: str) -> int: ...


MINUS = re.compile(r"(^|[\s(])-(?=\d)")


def typeset(text: str) -> str:
    """Write minus signs as such."""
    return MINUS.sub(r"\1−", text)


def capital(text: str) -> str:
    """Begin with a capital; `capitalize` would write The british."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    """Join parts as a sentence does: `a, b and c`."""
    return said("{most} and {last}", most=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else "".join(parts)


def many(count: int, one: str, more: str = "") -> str:
    """Count things: `1 hit`, `2 hits`; `more` is for words with a plural of their own."""
    return f"{count} {one if count == 1 else more or one + 's'}"


def inches(hundredths: int) -> str:
    """Say a distance on the free table: `1 inch`, `2.5 inches`."""
    return counted(hundredths / HUNDREDTHS, "{n} inch", "{n} inches")


def ship_name(table: Fleet[Ship], id: str, home: Callable[[Ship], str]) -> str:
    """Call a ship by her name, with her home where another bears it; an id that nobody has stays as it was said."""
    number = table.number(id)
    if number < 0:
        return id
    ship = table.ships[number]
    twins = sum(other.name == ship.name for other in table.ships)
    return f"{ship.name} ({said(home(ship).capitalize())})" if twins > 1 else ship.name


def ended(event: Ended, sides: Mapping[Any, str], reasons: Sequence[str] = ()) -> str:
    """Say who has won, or that nobody has; `reasons` are the sentences that the reason may be made of."""
    reason = retold(event.reason, *reasons)
    if not event.winner:
        return said("Drawn: {reason}.", reason=reason)
    return said("{side} win: {reason}.", side=capital(said(sides[event.winner])), reason=reason)
