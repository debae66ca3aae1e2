"""Odds as they are sent: every outcome with its exact chance, and the law of each part for a plot."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter
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
    pairs, total = found.weights, found.total
    listed = sorted(pairs, key=itemgetter(1), reverse=True)[:SENT]
    if all(isinstance(value, int) for value, _ in pairs):
        listed.sort(key=itemgetter(0))
    parts = _parts(pairs)
    resolved = sum(weight for _, weight in pairs)
    means = {
        name: Fraction(sum(Fraction(value) * weight for value, weight in law.items())) / resolved
        for name, law in parts.items()
        if resolved
    }
    told = [(value, Fraction(weight, total)) for value, weight in listed]
    return Chances(
        outcomes=[Outcome(value, str(chance), float(chance)) for value, chance in told],
        left_out=len(pairs) - len(listed),
        unresolved=str(found.unresolved),
        means={name: Mean(str(mean), float(mean)) for name, mean in means.items()},
        parts={name: list(_shares(law, total)) for name, law in parts.items()},
    )


Counted = int | float


def _parts(pairs: tuple[tuple[Any, int], ...]) -> dict[str, dict[Counted, int]]:
    """The weights of each part that is a number, such as hull points in quarters, or yes or no, in every result."""
    laws: dict[str, dict[Counted, int]] = {}
    for n, (value, weight) in enumerate(pairs):
        found = _numbers(_whole(value), "", {})
        if not n:
            laws = {name: {} for name in found}
        elif len(found) != len(laws) or found.keys() != laws.keys():
            laws = {name: law for name, law in laws.items() if name in found}
        for name, law in laws.items():
            part = found[name]
            law[part] = law.get(part, 0) + weight
    return laws


def _whole(value: Any) -> Any:
    """A result as plain values, with the fields that are left out where they have their default."""
    plain = codec.plain(value)
    if not isinstance(value, Struct) or not isinstance(plain, dict) or not value.__struct_config__.omit_defaults:
        return plain
    return {**{name: codec.plain(getattr(value, name)) for name in value.__struct_fields__}, **plain}


def _numbers(value: Any, at: str, found: dict[str, Counted]) -> dict[str, Counted]:
    """Every number in a plain value, by the names that lead to it."""
    if isinstance(value, dict):
        for name, part in value.items():
            _numbers(part, f"{at}.{name}" if at else name, found)
    elif isinstance(value, list | tuple):
        for n, part in enumerate(value, 1):
            _numbers(part, f"{at}.{n}" if at else str(n), found)
    elif isinstance(value, Counted):
        found[at or "result"] = value
    return found


def _shares(law: dict[Counted, int], total: int) -> Iterator[Share]:
    left = sum(law.values())
    for value in sorted(law):
        chance = Fraction(law[value], total)
        yield Share(value, str(chance), float(chance), str(Fraction(left, total)))
        left -= law[value]
