"""Tempers: what a player may ask a bot to be like, as named numbers in a file of each family, `<family>/tempers.toml`.

A temper names the numbers in which it differs from the ordinary captain's, or, side by side and scenario by scenario,
another temper of the file: so a side can fight as it did in history.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from weathergauge import codec
from weathergauge.rulesets import misspelt

T = TypeVar("T")

ORDINARY = ""
"""The temper of a bot for which none was asked."""
ANYWHERE = "*"
"""The scenario of a side's temper that is not named by itself."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One temper as the file has it."""

    words: str
    numbers: dict[str, float] = {}
    sides: dict[str, dict[str, str]] = {}
    """By side and by the scenario's own title, the temper that is meant."""
    offered: bool = True
    """Whether players are offered it; one that is there to measure against is had by its name alone."""


@cache
def entries(family: str) -> dict[str, Entry]:
    """The tempers of a family by name; none where it has no file of them."""
    path = Path(__file__).with_name(family) / "tempers.toml"
    if not path.is_file():
        return {}
    return codec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Entry])


def held(family: str, name: str) -> str:
    """The name of a temper that the family has; a ValueError is a sentence with the nearest."""
    if name != ORDINARY and name not in entries(family):
        if not entries(family):
            raise ValueError(f"There is no temper {name!r}: the bots of {family} have one temper only; leave it out.")
        raise misspelt("temper", name, entries(family))
    return name


class Tempers(Generic[T]):
    """The temper that was asked for, as numbers of a family's own type."""

    def __init__(self, family: str, kind: type[T], name: str = ORDINARY) -> None:
        self.kind, self.name = kind, held(family, name)
        self._entries = entries(family)
        self._made: dict[str, T] = {}

    def of(self, scenario: str, side: str) -> T:
        """The numbers for a side of a scenario."""
        name = self.name
        if name != ORDINARY and (sides := self._entries[name].sides):
            meant = sides.get(side, {})
            name = meant.get(scenario, meant.get(ANYWHERE, ORDINARY))
        if name not in self._made:
            numbers: dict[str, Any] = {} if name == ORDINARY else self._entries[name].numbers
            self._made[name] = codec.convert(numbers, self.kind)
        return self._made[name]
