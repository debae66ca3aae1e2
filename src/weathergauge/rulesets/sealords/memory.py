"""Answers that are kept for as long as the very values they were found from are asked about."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


def kept(
    on: Callable[[*Given], tuple[Any, ...]], size: int = 4096
) -> Callable[[Callable[[*Given], Answer]], Callable[[*Given], Answer]]:
    """Keep what a function answers; `on` names all that the answer hangs on, out of what the function is given.

    States never change, and from one decision to the next nearly all of their parts are the same ones. To hash a
    formation or a list of ports takes longer than most questions about it, so it is asked which values these are and
    not what they are equal to. They are kept with their answer, that no other can come to lie where they lay; a full
    memory begins anew. Whoever is given an answer leaves it as it is.
    """

    def around(ask: Callable[[*Given], Answer]) -> Callable[[*Given], Answer]:
        known: dict[tuple[int, ...], tuple[Answer, tuple[Any, ...]]] = {}

        @wraps(ask)
        def asked(*given: *Given) -> Answer:
            parts = on(*given)
            key = tuple(map(id, parts))
            found = known.get(key)
            if found is None:
                if len(known) >= size:
                    known.clear()
                found = known[key] = (ask(*given), parts)
            return found[0]

        return asked

    return around
