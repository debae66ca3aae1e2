"""Odds as they are sent: every outcome with its exact chance, and the law of each part for a plot."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from weathergauge import codec
from weathergauge.odds import Odds

SENT = 500


class Outcome(Struct, frozen=True):
    """A result and its exact chance."""

    value: Any
    chance: str
    p: float


class Share(Struct, frozen=True):
    """One value of a part: its chance, and that of at least so much."""

    value: int | float | bool
    chance: str
    p: float
    least: str


class Mean(Struct, frozen=True):
    mean: str
    value: float


class Chances(Struct, frozen=True):
    """The law of a procedure's results."""

    outcomes: list[Outcome]
    left_out: int
    """Less likely outcomes that are not listed."""
    unresolved: str
    means: dict[str, Mean]
    parts: dict[str, list[Share]]


def chances(found: Odds[Any]) -> Chances:
    """Whole numbers in their order, everything else likeliest first."""
    pairs = list(found.items())
    listed = sorted(pairs, key=lambda pair: -pair[1])[:SENT]
    if all(isinstance(value, int) for value, _ in pairs):
        listed.sort(key=lambda pair: pair[0])
    parts = _parts(pairs)
    resolved = 1 - found.unresolved
    means = {
        name: sum((Fraction(v) * c for v, c in law.items()), Fraction(0)) / resolved
        for name, law in parts.items()
        if resolved
    }
    return Chances(
        outcomes=[Outcome(value, str(chance), float(chance)) for value, chance in listed],
        left_out=len(pairs) - len(listed),
        unresolved=str(found.unresolved),
        means={name: Mean(str(mean), float(mean)) for name, mean in means.items()},
        parts={name: list(_shares(law)) for name, law in parts.items()},
    )


Counted = int | float


def _parts(pairs: list[tuple[Any, Fraction]]) -> dict[str, dict[Counted, Fraction]]:
    """The law of each part that is a number, such as hull points in quarters, or yes or no, in every result."""
    laws: dict[str, dict[Counted, Fraction]] = {}
    for n, (value, chance) in enumerate(pairs):
        found = {name: part for name, part in _leaves(_whole(value)) if isinstance(part, Counted)}
        laws = {name: law for name, law in laws.items() if name in found} if n else {name: {} for name in found}
        for name, law in laws.items():
            law[found[name]] = law.get(found[name], Fraction(0)) + chance
    return laws


def _whole(value: Any) -> Any:
    """A result as plain values, with the fields that are left out where they have their default."""
    plain = codec.plain(value)
    if not isinstance(value, Struct) or not isinstance(plain, dict):
        return plain
    return {**{name: codec.plain(getattr(value, name)) for name in value.__struct_fields__}, **plain}


def _leaves(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list | tuple) else ()
    if not isinstance(value, dict | list | tuple):
        yield at or "result", value
    for name, part in inner:
        yield from _leaves(part, f"{at}.{name}" if at else str(name))


def _shares(law: dict[Counted, Fraction]) -> Iterator[Share]:
    left = sum(law.values(), Fraction(0))
    for value in sorted(law):
        yield Share(value, str(law[value]), float(law[value]), str(left))
        left -= law[value]
