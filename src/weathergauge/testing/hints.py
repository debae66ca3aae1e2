"""What the suite must be told about a title, in a `suite.toml` beside its `title.toml`: where to begin, and what is rare.

Nothing is needed to join the suite. `start` are positions from which random play soon comes to what is seldom else;
`unread` are cells of charts that no rule asks for, `unplayed` those that procedures alone do, `rare` those that random matches seldom or never come to, each with
the reason; `no_secrets` and `no_forms` say why there are none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from weathergauge import codec, rulesets
from weathergauge.dice import Cell
from weathergauge.ruleset import Rules, Seat
from weathergauge.throwing import SeededDice


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to begin at: that of a scenario with some parts changed, those of a list numbered from 1."""

    name: str
    scenario: str
    change: dict[str, Any]


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why some cells of a chart are not reached. Without `cells` it is about the whole chart."""

    chart: str
    why: str
    cells: tuple[str, ...] = ("*",)

    def about(self, cell: Cell) -> bool:
        """Whether the cell is meant: `4, *` is a row."""
        key = ", ".join(map(str, cell.key))
        return cell.chart == self.chart and any(fnmatchcase(key, pattern) for pattern in self.cells)


class Hints(Struct, frozen=True, forbid_unknown_fields=True):
    """What the `suite.toml` of a ruleset tells the suite."""

    scenarios: tuple[str, ...] = ()
    """Those that stand for all, where there are too many to play each of them; none are all but the largest."""
    start: tuple[Change, ...] = ()
    unread: tuple[Reason, ...] = ()
    unplayed: tuple[Reason, ...] = ()
    """Cells that a procedure can be asked for and no game comes to."""
    rare: tuple[Reason, ...] = ()
    no_secrets: str = ""
    no_forms: str = ""
    vast: str = ""
    """Why what is hidden can be in more ways than can be gone through: what is imagined is played on instead."""
    unlisted: dict[str, str] = {}
    """Actions that may be put together in more ways than a list can have, each with the reason."""
    golden: str = ""
    """The bot that plays the golden match, where random captains make a dull one."""
    apart: dict[str, str] = {}
    """Functions that ask dice in play within no rule that odds walk, or for odds within none that play does, and why."""
    passes: str = ""
    """Why it may show that a side has nothing more to decide, where that depends on what it did in secret."""
    unforeseen: dict[str, str] = {}
    """For what dice fall that no seat could know of before, by what they are for, and why."""
    rewrites: str = ""
    """Why something may be done in secret that is not offered: an order that takes the place of a written one."""

    @property
    def never(self) -> tuple[Reason, ...]:
        """List the reasons why games do not read some cells."""
        return (*self.unread, *self.unplayed)


def place(title: str) -> Path:
    """Where the hints of a title are, or would be."""
    return rulesets.title(title).home / "suite.toml"


@cache
def hints(title: str) -> Hints:
    """What the suite is told about a title; nothing of one that is not installed."""
    try:
        path = place(title)
    except rulesets.Misspelt:
        return Hints()
    return codec.convert(tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}, Hints)


class Start(Struct, frozen=True):
    """Where a match begins: a scenario, or a position made of one."""

    name: str
    scenario: str
    position: Any = None

    def state(self, rules: Rules, seed: str) -> Any:
        """The first state."""
        if self.position is not None:
            return self.position
        return rules.setup(rules.scenario(self.scenario, {}), SeededDice(seed.encode()))


def starts(rules: Rules) -> tuple[Start, ...]:
    """Every small scenario, and the positions of the hints."""
    from weathergauge.testing import small

    plain = [Start(name, name) for name in small(rules)]
    for told in hints(rules.name).start:
        state = rules.setup(rules.scenario(told.scenario, {}), SeededDice(b"start"))
        position = codec.convert(_changed(codec.plain(state), told.change), rules.types.state)
        plain.append(Start(told.name, told.scenario, position))
    return tuple(plain)


def seats(rules: Rules, start: Start) -> tuple[Seat, ...]:
    """Who plays there: a scenario has some of a ruleset's seats."""
    return next(card.seats for card in rules.scenarios() if card.name == start.scenario)


def start(rules: Rules, name: str) -> Start:
    """The one of that name."""
    return next(start for start in starts(rules) if start.name == name)


def _changed(value: Any, change: Any) -> Any:
    if not isinstance(change, Mapping):
        return change
    if isinstance(value, (list, tuple)):
        return [_changed(part, change.get(str(n), {})) for n, part in enumerate(value, 1)]
    value = value if isinstance(value, Mapping) else {}
    return {**value, **{name: _changed(value.get(name), part) for name, part in change.items()}}
