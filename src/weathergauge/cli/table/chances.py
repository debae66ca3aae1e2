"""Exact odds in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from weathergauge.cli.console import words
from weathergauge.odds import Odds

LISTED = 5


def percent(chance: Fraction) -> str:
    """`62 %`; what is possible is never shown as 0, nor what is uncertain as 100."""
    whole = round(chance * 100)
    if whole == 0 and chance:
        return "under 1 %"
    if whole == 100 and chance != 1:
        return "over 99 %"
    return f"{whole} %"


def number(mean: Fraction) -> str:
    """An average, with one place after the point."""
    return f"{float(mean):.1f}"


def spread(odds: Odds[int], listed: int = 12) -> str:
    """Each number with its chance: `0 33 %, 1 17 %, 2 50 %`."""
    pairs = sorted(odds.items())
    shown = [f"{value} {percent(chance)}" for value, chance in pairs[:listed]]
    if len(pairs) > listed:
        shown.append(
            f"{pairs[listed][0]} or more {percent(sum((chance for _, chance in pairs[listed:]), Fraction(0)))}"
        )
    return ", ".join(shown)


def in_words(odds: Odds[Any]) -> str:
    """Odds of any result: a chance, an average with its spread, or the likeliest results."""
    fields = _fields(odds)
    if len(fields) == 1:
        name = fields[0]
        law = odds.of(lambda value: getattr(value, name))
        if all(isinstance(value, bool) for value in law):
            return percent(law.get(True, Fraction(0)))
        if all(isinstance(value, int) for value in law):
            return f"{number(law.mean())} {name} on average: {spread(law)}"
    likeliest = [f"{words(value)} {percent(chance)}" for value, chance in _first(odds.items())]
    return "; ".join(likeliest) + (" …" if len(odds) > LISTED else "")


def _fields(odds: Odds[Any]) -> tuple[str, ...]:
    value = next(iter(odds))
    return tuple(value.__struct_fields__) if isinstance(value, msgspec.Struct) else ()


def _first(pairs: Iterable[tuple[Any, Fraction]]) -> list[tuple[Any, Fraction]]:
    return [pair for pair, _ in zip(pairs, range(LISTED), strict=False)]
