"""Answers that are kept for as long as the very values they were found from are asked about."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from inspect import signature
from typing import Any, TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")
Ask = TypeVar("Ask", bound=Callable[..., Any])


def kept_by_value(size: int = 4096) -> Callable[[Ask], Ask]:
    """Keep what a function answers of small values, such as numbers and words, by what they are equal to; the oldest are forgotten."""
    return lru_cache(maxsize=size)  # type: ignore[return-value]  # it is asked as the function is


def kept(
    on: Callable[[*Given], tuple[Any, ...]], size: int = 4096
) -> Callable[[Callable[[*Given], Answer]], Callable[[*Given], Answer]]:
    """Keep what a function answers; `on` names all that the answer hangs on, out of what the function is given.

    States never change, and from one decision to the next nearly all of their parts are the same ones. To hash a
    formation or a list of ports takes longer than most questions about it, so it is asked which values these are and
    not what they are equal to. They are kept with their answer, that no other can come to lie where they lay; a full
    memory begins anew. Whoever is given an answer leaves it as it is, unless it is a shelf: an empty one is then the
    answer, and what is worked out of the same values is put there.

    Matches that are played at the same time, by turns or in threads, find each their own: nothing here belongs to the
    table that was looked at last.
    """

    def around(ask: Callable[[*Given], Answer]) -> Callable[[*Given], Answer]:
        known: dict[tuple[int, ...], tuple[Answer, tuple[Any, ...]]] = {}

        def worked_out(key: tuple[int, ...], parts: tuple[Any, ...], *given: Any) -> tuple[Answer, tuple[Any, ...]]:
            if len(known) >= size:
                known.clear()
            found = known[key] = (ask(*given), parts)
            return found

        def asked_of_many(*given: Any) -> Answer:
            parts = on(*given)
            key = tuple(map(id, parts))
            return (known.get(key) or worked_out(key, parts, *given))[0]

        # Most often the same is asked again at once. Question and answer are one value, so that no thread sees half; up to
        # three values that are compared by name are several times quicker than any number of them.
        of_one: list[tuple[Any, Any]] = [(known, None)]
        of_two: list[tuple[Any, Any, Any]] = [(known, known, None)]
        of_three: list[tuple[Any, Any, Any, Any]] = [(known, known, known, None)]

        def asked_of_one(one: Any) -> Answer:
            first, answer = of_one[0]
            if one is not first:
                parts = on(one)
                key = tuple(map(id, parts))
                answer = (known.get(key) or worked_out(key, parts, one))[0]
                of_one[0] = (one, answer)
            return answer  # type: ignore[no-any-return]

        def asked_of_two(one: Any, two: Any) -> Answer:
            first, second, answer = of_two[0]
            if one is not first or two is not second:
                parts = on(one, two)  # type: ignore[call-arg]
                key = tuple(map(id, parts))
                answer = (known.get(key) or worked_out(key, parts, one, two))[0]
                of_two[0] = (one, two, answer)
            return answer  # type: ignore[no-any-return]

        def asked_of_three(one: Any, two: Any, three: Any) -> Answer:
            first, second, third, answer = of_three[0]
            if one is not first or two is not second or three is not third:
                parts = on(one, two, three)  # type: ignore[call-arg]
                key = tuple(map(id, parts))
                answer = (known.get(key) or worked_out(key, parts, one, two, three))[0]
                of_three[0] = (one, two, three, answer)
            return answer  # type: ignore[no-any-return]

        asked = {1: asked_of_one, 2: asked_of_two, 3: asked_of_three}.get(len(signature(ask).parameters), asked_of_many)
        return wraps(ask)(asked)  # type: ignore[arg-type, return-value]  # it takes what `ask` takes

    return around
