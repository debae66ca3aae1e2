"""Numbers for learners: any value of the rules as named numbers, and these in a row of fixed length.

A name goes to its place in the row by a hash, and adds to what stands there with a sign of its own (Weinberger et al.,
"Feature Hashing for Large Scale Multitask Learning", 2009): so a row is as long for a duel as for seventy ships, and for
a title of somebody else's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from math import asinh
from typing import Any, TypeAlias

import numpy as np

from weathergauge import codec

LIMIT = 32.0
"""No number of a row is farther from nought."""
NAMED_BY = ("id", "name", "ship")
"""Fields by which one of several is called, rather than by its place among them."""

Row: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]


def named(value: Any, name: str = "") -> Iterator[tuple[str, float]]:
    """Give each number in a value its name; a word is a number of its own, which is one where the word is said."""
    yield from _named(codec.plain(value), name)


def _named(plain: Any, name: str) -> Iterator[tuple[str, float]]:
    match plain:
        case None:
            return
        case bool():
            yield name, float(plain)
        case int() | float():
            yield name, float(plain)
        case str():
            yield f"{name}={plain}", 1.0
        case Mapping():
            for key, inner in plain.items():
                yield from _named(inner, f"{name}.{key}" if name else key)
        case _:
            for place, inner in enumerate(plain):
                if isinstance(inner, str):
                    yield f"{name}={inner}", 1.0
                else:
                    yield from _named(inner, f"{name}.{_called(inner, place)}")


def _called(inner: Any, place: int) -> str:
    """What one of several is called."""
    if isinstance(inner, Mapping):
        for field in NAMED_BY:
            if isinstance(inner.get(field), str):
                return str(inner[field])
    return str(place)


@lru_cache(maxsize=1 << 17)
def place(name: str, width: int) -> tuple[int, float]:
    """Find the place of a name in a row, and its sign; the same on every machine."""
    number = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")
    return (number >> 1) % width, 1.0 if number & 1 else -1.0


def write(value: Any, row: Row) -> None:
    """Write a value into a row of noughts. Large numbers are drawn together, by the inverse of the hyperbolic sine."""
    width = len(row)
    for name, number in named(value):
        if number:
            at, sign = place(name, width)
            row[at] += sign * asinh(number)
    np.clip(row, -LIMIT, LIMIT, out=row)
