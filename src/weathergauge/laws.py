"""Laws: what can come of a throw, each value with its whole-number weight out of a total.

The laws of single throws are kept; others are mixed and added up from them. Every value that is added up is a step of a
budget: steps are counted and not timed, so that what can be answered does not depend on who else is at work.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import comb, gcd, lcm, prod
from operator import itemgetter
from struct import unpack
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from weathergauge.dice import Die, die

if TYPE_CHECKING:
    from weathergauge.charts import Chart

__all__ = ["OddsError", "TooLarge"]

T = TypeVar("T")
U = TypeVar("U")

LARGE = 1 << 64
"""Totals beyond this are reduced by what they share with their weights; below it that costs more than it saves."""
SHARED = 6**4
"""Fractions out of a total up to this are made once and shared."""
DENSE = 8
"""Whole numbers are added up packed when they span no more than so many times their count."""


class OddsError(ValueError):
    """The odds of this rule cannot be worked out. The message says what to do instead."""


class TooLarge(OddsError):
    """A question that takes more steps than it may."""


class Budget:
    """The steps that a question has left, and what was remembered on the way."""

    __slots__ = ("learnt", "left", "steps")

    def __init__(self, steps: int) -> None:
        self.steps = self.left = steps
        self.learnt: list[object] = []

    def spend(self, steps: int) -> None:
        """Take these steps, or refuse before they are taken."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge(
                f"there are too many ways for this to go: it takes more than {self.steps} steps to work them out exactly; "
                "ask with fewer ships, guns or dice"
            )


class Unswept:
    """While this lasts Python looks for no circles: laws have none, and many values, so that it would take a third of the time."""

    def __enter__(self) -> None:
        self.swept = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self.swept:
            gc.enable()


class Law(Generic[T]):
    """Values with whole-number weights out of a total; `lost` is the weight that a cutoff left out."""

    __slots__ = ("_chances", "lost", "packed", "total", "weights")

    def __init__(self, weights: dict[T, int], total: int, lost: int = 0) -> None:
        if total > LARGE and (common := gcd(total, lost, *weights.values())) > 1:
            weights = {value: weight // common for value, weight in weights.items()}
            total, lost = total // common, lost // common
        self.weights, self.total, self.lost = weights, total, lost
        self._chances: dict[T, Fraction] | None = None
        self.packed: tuple[int, int, int, int] | None = None

    @property
    def chances(self) -> dict[T, Fraction]:
        """Each value with its exact chance, likeliest first; made once."""
        if self._chances is None:
            total = self.total
            ordered = sorted(self.weights.items(), key=itemgetter(1), reverse=True)
            made = _shared if total <= SHARED else fraction
            with Unswept():
                chance = {weight: made(weight, total) for weight in {*self.weights.values()}}
            self._chances = {value: chance[weight] for value, weight in ordered}
        return self._chances

    def of(self, read: Callable[[T], U]) -> Law[U]:
        """The law of what `read` makes of the values."""
        weights: dict[U, int] = {}
        get = weights.get
        for value, weight in self.weights.items():
            seen = read(value)
            weights[seen] = get(seen, 0) + weight
        return Law(weights, self.total, self.lost)

    def _misused(self, *others: object) -> NoReturn:
        raise OddsError("what `dice.last` gives must be returned as it is: what is done to it belongs into `read`")

    __bool__ = __eq__ = __lt__ = __gt__ = __add__ = __radd__ = __sub__ = __getattr__ = _misused
    __hash__ = None  # type: ignore[assignment]


def fraction(weight: int, total: int) -> Fraction:
    """Weight over total in lowest terms: what `Fraction` gives, without asking what kind of numbers they are."""
    common = gcd(weight, total)
    made = object.__new__(Fraction)
    made._numerator, made._denominator = weight // common, total // common  # type: ignore[attr-defined]  # not declared
    return made


_shared = lru_cache(maxsize=4096)(fraction)


def counted(values: Iterable[T], total: int) -> Law[T]:
    """The law of values that are equally likely, but for those that come several times."""
    weights: dict[T, int] = {}
    for value in values:
        weights[value] = weights.get(value, 0) + 1
    return Law(weights, total)


@lru_cache(maxsize=1024)
def faces(count: int, die: Die, read: Callable[[tuple[int, ...]], object] | None) -> Law[object]:
    """The law of what is read from the faces of a throw, or of the faces."""
    falls = product(die.faces, repeat=count)
    return counted(falls if read is None else map(read, falls), len(die.faces) ** count)


@lru_cache(maxsize=1024)
def total(count: int, die: Die) -> Law[int]:
    """The law of a sum of faces."""
    sums = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for so_far, ways in sums.items():
            for face in die.faces:
                longer[so_far + face] = longer.get(so_far + face, 0) + ways
        sums = longer
    return Law(sums, len(die.faces) ** count)


@lru_cache(maxsize=4096)
def hits(count: int, die: Die, need: int) -> Law[int]:
    """The law of how many dice show `need` or more."""
    good = sum(face >= need for face in die.faces)
    bad = len(die.faces) - good
    ways = {n: comb(count, n) * good**n * bad ** (count - n) for n in range(count + 1)}
    return Law({n: w for n, w in ways.items() if w}, len(die.faces) ** count)


@lru_cache(maxsize=4096)
def tally(count: int, die: Die, needs: tuple[int, ...]) -> Law[tuple[int, ...]]:
    """The law of several counts of one throw: equal counts merge after every die."""
    each: dict[tuple[bool, ...], int] = {}
    for face in die.faces:
        met = tuple([face >= need for need in needs])
        each[met] = each.get(met, 0) + 1
    counts: dict[tuple[int, ...], int] = {(0,) * len(needs): 1}
    for _ in range(count):
        longer: dict[tuple[int, ...], int] = {}
        for so_far, ways in counts.items():
            for met, more in each.items():
                after = tuple(map(int.__add__, so_far, met))
                longer[after] = longer.get(after, 0) + ways * more
        counts = longer
    return Law(counts, len(die.faces) ** count)


@lru_cache(maxsize=4096)
def cells(chart: Chart[T], added: int, at: tuple[tuple[str, int | str], ...]) -> Law[T]:
    """The law of a chart's distinct cells under its own dice."""
    if chart.roll is None:
        raise OddsError(f"chart {chart.id} names no dice to look it up with")
    thrown = total(chart.roll.count, die(chart.roll.die))
    places = dict(at)
    weights: dict[T, int] = {}
    for sum_of_faces, ways in thrown.weights.items():
        places[chart.roll.axis] = sum_of_faces + added
        value = chart.at(*[places[axis] for axis in chart.axes])
        weights[value] = weights.get(value, 0) + ways
    return Law(weights, thrown.total)


def mixed(parts: Sequence[tuple[int, Law[T]]], total: int, lost: int, budget: Budget) -> Law[T]:
    """One law out of several, each taken with its weight out of `total`."""
    common = lcm(*{law.total for _, law in parts})
    # A step costs more where its numbers are long.
    budget.spend(sum([len(law.weights) for _, law in parts]) * (1 + (total * common).bit_length() // 512))
    weights: dict[T, int] = {}
    get = weights.get
    lost *= common
    for weight, law in parts:
        scale = weight * (common // law.total)
        lost += law.lost * scale
        for value, ways in law.weights.items():
            weights[value] = get(value, 0) + ways * scale
    return Law(weights, total * common, lost)


def gathered(sums: dict[int, dict[T, int]], lost: dict[int, int]) -> Law[T]:
    """One law out of weights that stand by what they are out of; those of `lost` too."""
    if len(sums) == 1 and not lost:
        ((total, weights),) = sums.items()
        return Law(weights, total)
    total = lcm(*sums, *lost)
    whole: dict[T, int] = {}
    get = whole.get
    for out_of, weights in sums.items():
        scale = total // out_of
        for value, ways in weights.items():
            whole[value] = get(value, 0) + ways * scale
    return Law(whole, total, sum(ways * (total // out_of) for out_of, ways in lost.items()))


def summed(laws: Sequence[Law[T]], start: T, budget: Budget) -> Law[T]:
    """The law of a sum of values that have nothing to do with each other."""
    if isinstance(start, int) and (law := _packed_sum(laws, start, budget)) is not None:
        return law  # type: ignore[return-value]  # T is int here
    return reduce(lambda one, other: _sum(one, other, budget), laws, Law({start: 1}, 1))


def _sum(one: Law[T], other: Law[T], budget: Budget) -> Law[T]:
    total = one.total * other.total
    budget.spend(len(one.weights) * len(other.weights) * (1 + total.bit_length() // 512))
    weights: dict[T, int] = {}
    get = weights.get
    for left, ways in one.weights.items():
        for right, more in other.weights.items():
            both = left + right  # type: ignore[operator]  # T need only know how to add
            weights[both] = get(both, 0) + ways * more
    return Law(weights, total, total - sum(weights.values()))


def _packed(law: Law[T], width: int) -> tuple[int, int, int, int]:
    """A law of whole numbers as one large number, its weights side by side, each `width` bits wide.

    With the width come the lowest value and the span; the width is 0 for values that cannot be packed like that.
    """
    packed = law.packed
    if packed is None or 0 < packed[0] != width:
        values: dict[int, int] = {value: ways for value, ways in law.weights.items() if isinstance(value, int)}
        low, high = min(values, default=0), max(values, default=0)
        if len(values) < max(1, len(law.weights)) or high - low > DENSE * len(values):
            packed = 0, 0, 0, 0
        else:
            packed = width, low, high - low, sum([ways << (value - low) * width for value, ways in values.items()])
        law.packed = packed
    return packed


def _packed_sum(laws: Sequence[Law[T]], start: int, budget: Budget) -> Law[int] | None:
    """The law of a sum of whole numbers by one multiplication for each law; None where they cannot be packed."""
    total = prod([law.total for law in laws])
    words = total.bit_length() // 64 + 1
    steps, span, factors = 1, 0, []
    for law in laws:
        width, low, more, weights = _packed(law, words * 64)
        if not width:
            return None
        steps += (span // 64 + 1) * (len(law.weights) // 64 + 1) * words**2 // 64 + 1
        start, span = start + low, span + more
        factors.append(weights)
    budget.spend(steps + span * (words // 8 + 1))
    parts = prod(factors).to_bytes((span + 1) * words * 8, "little")
    ways: Sequence[int]
    if words == 1:
        ways = unpack(f"<{span + 1}Q", parts)
    else:
        ways = [int.from_bytes(parts[at : at + words * 8], "little") for at in range(0, len(parts), words * 8)]
    return Law({value: weight for value, weight in enumerate(ways, start) if weight}, total, total - sum(ways))
