"""Exact odds of any rule: everything is whole numbers until the end, where they become fractions."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from fractions import Fraction
from gc import disable, enable, isenabled
from typing import Generic, TypeVar, TypeVarTuple

from weathergauge.dice import Dice
from weathergauge.reckoning.laws import Budget, Law, OddsError, TooLarge, chances
from weathergauge.reckoning.walk import Memory, Walk

__all__ = ["STEPS", "Memory", "Odds", "OddsError", "TooLarge", "odds"]

T = TypeVar("T")
U = TypeVar("U")
Ts = TypeVarTuple("Ts")

STEPS = 20_000_000
"""What a question may take unless told otherwise: some ten seconds."""
_MEMORY = Memory()


class Odds(Mapping[T, Fraction], Generic[T]):
    """Each value that can come out, with its exact chance, likeliest first."""

    __slots__ = ("_chances", "_lost", "_total", "_weights")

    def __init__(self, law: Law[T]) -> None:
        self._weights, self._total, self._lost = law.weights, law.total, law.lost
        self._chances: dict[T, Fraction] | None = None

    def _made(self) -> dict[T, Fraction]:
        if self._chances is None:
            self._chances = chances(self._weights, self._total)
        return self._chances

    @property
    def unresolved(self) -> Fraction:
        """Say how much a cutoff left out: it is never spread over the rest."""
        return Fraction(self._lost, self._total)

    def __getitem__(self, value: T) -> Fraction:
        return self._made()[value]

    def __iter__(self) -> Iterator[T]:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._weights)

    def keys(self) -> KeysView[T]:
        return self._made().keys()

    def values(self) -> ValuesView[Fraction]:
        return self._made().values()

    def items(self) -> ItemsView[T, Fraction]:
        return (self._chances or self._made()).items()

    @property
    def weights(self) -> tuple[tuple[T, int], ...]:
        """Give each value its weight out of `total`: whole numbers, for those who go on reckoning."""
        return tuple(self._weights.items())

    @property
    def total(self) -> int:
        """Say what the weights are out of."""
        return self._total

    def of(self, read: Callable[[T], U]) -> Odds[U]:
        """Find the odds of one thing about the value."""
        return Odds(Law(self._weights, self._total, self._lost).of(read))

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """Find the chance that the value is wanted."""
        return Fraction(sum(weight for value, weight in self._weights.items() if wanted(value)), self._total)

    def mean(self, of: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """Find the average, of the values or of a number read from them, over what is resolved."""
        read = _number if of is None else of
        resolved = self._total - self._lost
        if not resolved:
            raise OddsError("nothing of this was worked out, so it has no average: use a smaller cutoff")
        return Fraction(sum(read(value) * weight for value, weight in self._weights.items())) / resolved

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
        law = memory.lately.get(key)
        if law is None and (law := memory.get(key)) is None:
            budget = Budget(STEPS if steps is None else steps)
            swept = isenabled()
            disable()  # laws have no circles, and many values: to look for some would take a third of the time
            try:
                law = Walk(memory if memory.size else Memory(), cutoff or None, budget).every_way(rule, args)
            except TooLarge:
                memory.forget(budget.learnt)
                raise
            finally:
                if swept:
                    enable()
            memory.keep(key, law)
            memory.learnt(budget.steps - budget.left)
        found = law.odds
        if found is None:
            found = law.odds = Odds(law)
        return found  # type: ignore[return-value]  # nothing else is put there
    except TypeError as error:
        if "unhashable" in str(error):
            name = getattr(rule, "__name__", rule)
            raise OddsError(f"odds of {name} need frozen arguments and results: {error}") from error
        raise
