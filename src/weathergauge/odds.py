"""Exact odds of any rule: everything is whole numbers until the end, where they become fractions."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from fractions import Fraction
from typing import Generic, TypeVar, TypeVarTuple

from weathergauge.dice import Dice
from weathergauge.laws import Budget, Law, OddsError, TooLarge, Unswept
from weathergauge.walk import Memory, Walk

__all__ = ["STEPS", "Memory", "Odds", "OddsError", "TooLarge", "odds"]

T = TypeVar("T")
U = TypeVar("U")
Ts = TypeVarTuple("Ts")

STEPS = 20_000_000
"""What a question may take unless told otherwise: some ten seconds."""
_MEMORY = Memory()


class Odds(Mapping[T, Fraction], Generic[T]):
    """Each value that can come out, with its exact chance, likeliest first."""

    __slots__ = ("_law",)

    def __init__(self, law: Law[T]) -> None:
        self._law = law

    @property
    def unresolved(self) -> Fraction:
        """Say how much a cutoff left out: it is never spread over the rest."""
        return Fraction(self._law.lost, self._law.total)

    def __getitem__(self, value: T) -> Fraction:
        return self._law.chances[value]

    def __iter__(self) -> Iterator[T]:
        return iter(self._law.chances)

    def __len__(self) -> int:
        return len(self._law.weights)

    def keys(self) -> KeysView[T]:
        return self._law.chances.keys()

    def values(self) -> ValuesView[Fraction]:
        return self._law.chances.values()

    def items(self) -> ItemsView[T, Fraction]:
        return self._law.chances.items()

    @property
    def weights(self) -> tuple[tuple[T, int], ...]:
        """Give each value its weight out of `total`: whole numbers, for those who go on reckoning."""
        return tuple(self._law.weights.items())

    @property
    def total(self) -> int:
        """Say what the weights are out of."""
        return self._law.total

    def of(self, read: Callable[[T], U]) -> Odds[U]:
        """Find the odds of one thing about the value."""
        return Odds(self._law.of(read))

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """Find the chance that the value is wanted."""
        return Fraction(sum(weight for value, weight in self._law.weights.items() if wanted(value)), self._law.total)

    def mean(self, of: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """Find the average, of the values or of a number read from them, over what is resolved."""
        read = _number if of is None else of
        resolved = self._law.total - self._law.lost
        if not resolved:
            raise OddsError("nothing of this was worked out, so it has no average: use a smaller cutoff")
        return Fraction(sum(read(value) * weight for value, weight in self._law.weights.items())) / resolved

    def _repr_html_(self) -> str:
        """Draw it in a notebook."""
        from weathergauge.files.drawing import table

        return table(self)


def _number(value: object) -> int | Fraction:
    if not isinstance(value, int | Fraction):
        raise OddsError(f"{value!r} is not a number: say what number is to be read from each value")
    return value


def odds(
    rule: Callable[[*Ts, Dice], T],
    *args: *Ts,
    memory: Memory | None = None,
    cutoff: Fraction | int = 0,
    steps: int | None = None,
) -> Odds[T]:
    """Work out the exact odds of a rule with these arguments. Paths less likely than `cutoff` are left unresolved.

    What takes more than `steps` is refused with an OddsError. What was asked before is remembered and takes none.
    """
    if memory is None:
        memory = _MEMORY
    try:
        key = (rule, args) if not cutoff else (rule, args, cutoff)
        law = memory.get(key)
        if law is None:
            budget = Budget(STEPS if steps is None else steps)
            try:
                with Unswept():
                    law = Walk(memory if memory.size else Memory(), cutoff or None, budget).every_way(rule, args)
            except TooLarge:
                memory.forget(budget.learnt)
                raise
            memory.keep(key, law)
            memory.learnt(budget.steps - budget.left)
        return Odds(law)
    except TypeError as error:
        if "unhashable" in str(error):
            name = getattr(rule, "__name__", rule)
            raise OddsError(f"odds of {name} need frozen arguments and results: {error}") from error
        raise
