"""Laws: what can come of a throw, each value with its whole-number weight out of a total.

The laws of single throws are kept; others are mixed and added up from them. Every value that is added up is a step of a
budget: steps are counted and not timed, so that what can be answered does not depend on who else is at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from gc import disable, enable, isenabled
from itertools import product
from math import comb, gcd, lcm, prod
from operator import itemgetter
from struct import unpack
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from msgspec import Struct

from weathergauge.dice import Die, die

if TYPE_CHECKING:
    from weathergauge.charts import Chart

__all__ = ["OddsError", "TooLarge"]

T = TypeVar("T")
U = TypeVar("U")

LARGE = 1 << 64
"""Totals beyond this are reduced by what they share with their weights; below it that costs more than it saves."""
SHARED = 6**6
"""Fractions out of a total up to this are made once and shared."""
MANY = 500
"""Fractions that are made while Python looks for no circles: so many would have it look."""
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


class Law(Generic[T]):
    """Values with whole-number weights out of a total; `lost` is the weight that a cutoff left out."""

    __slots__ = ("lost", "odds", "packed", "readings", "total", "weights")

    def __init__(self, weights: dict[T, int], total: int, lost: int = 0) -> None:
        if total > LARGE and (common := gcd(total, lost, *weights.values())) > 1:
            weights = {value: weight // common for value, weight in weights.items()}
            total, lost = total // common, lost // common
        self.weights, self.total, self.lost = weights, total, lost
        self.packed: tuple[int, int, int, int] | None = None
        self.odds: Mapping[T, Fraction] | None = None
        """What whoever asks is given, made once."""
        self.readings: dict[Callable[..., object], Law[object]] | None = None
        """What was read of it by functions with a name, of a law that belongs to the charts."""

    def of(self, read: Callable[[T], U]) -> Law[U]:
        """The law of what `read` makes of the values."""
        weights: dict[U, int] = {}
        get = weights.get
        for value, weight in self.weights.items():
            seen = read(value)
            weights[seen] = get(seen, 0) + weight
        return Law(weights, self.total, self.lost)

    def reading(self, read: Callable[[T], U]) -> Law[U]:
        """The law of what `read` makes of the values, found again where it has a name: of a law that belongs to the charts."""
        assert self.readings is not None
        law: Law[U] | None = self.readings.get(read)  # type: ignore[assignment]  # each was read by its own key
        if law is None:
            law = self.of(read)
            if known(read):
                law.readings = {}
                self.readings[read] = law  # type: ignore[assignment]
        return law

    def _misused(self, *others: object) -> NoReturn:
        raise OddsError("what `dice.last` gives must be returned as it is: what is done to it belongs into `read`")

    __bool__ = __eq__ = __lt__ = __gt__ = __add__ = __radd__ = __sub__ = __getattr__ = _misused
    __hash__ = None  # type: ignore[assignment]


def known(read: Callable[..., object] | None) -> bool:
    """Whether it can be remembered by what reads it: what is written on the spot is new each time, a frozen value is not."""
    return read is None or isinstance(read, Struct) or "<" not in getattr(read, "__qualname__", "<")


def fractions(weights: Iterable[int], total: int) -> dict[int, Fraction]:
    """Weights over a total in lowest terms: what `Fraction` gives, without asking what kind of numbers they are."""
    found: dict[int, Fraction] = {}
    new = object.__new__
    for weight in weights:
        if weight in found:
            continue
        common = gcd(weight, total)
        found[weight] = made = new(Fraction)
        made._numerator, made._denominator = weight // common, total // common  # type: ignore[attr-defined]  # not declared
    return found


@lru_cache(maxsize=16384)
def _shared(weight: int, total: int) -> Fraction:
    return fractions((weight,), total)[weight]


def chances(weights: dict[T, int], total: int) -> dict[T, Fraction]:
    """Each value with its exact chance, likeliest first."""
    if len(weights) > MANY:
        return _many_chances(weights, total)
    ordered = sorted(weights.items(), key=itemgetter(1), reverse=True)
    if total <= SHARED:
        return {value: _shared(weight, total) for value, weight in ordered}
    chance = fractions(map(itemgetter(1), ordered), total)
    return {value: chance[weight] for value, weight in ordered}


def _many_chances(weights: dict[T, int], total: int) -> dict[T, Fraction]:
    """The same for many values, of which many share their weight."""
    of_weight: dict[int, list[T]] = {}
    for value, weight in weights.items():
        if weight in of_weight:
            of_weight[weight].append(value)
        else:
            of_weight[weight] = [value]
    swept = isenabled()
    disable()  # fractions have no circles
    try:
        chance = fractions(sorted(of_weight, reverse=True), total)
        return {value: one for weight, one in chance.items() for value in of_weight[weight]}
    finally:
        if swept:
            enable()


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


def added(groups: Sequence[tuple[list[tuple[T, int]], Law[T]]], total: int, lost: int, budget: Budget) -> Law[T]:
    """The law of sums: weighed values, out of `total` in all, each with the law of what is added to it."""
    common = lcm(*{law.total for _, law in groups})
    pairs = sum([len(values) * len(law.weights) for values, law in groups])
    budget.spend(pairs * (1 + (total * common).bit_length() // 512))
    lost *= common
    weights: dict[T, int] = {}
    get = weights.get
    for values, law in groups:
        scale = common // law.total
        more = [(value, ways * scale) for value, ways in law.weights.items()]
        if law.lost:
            lost += sum([weight for _, weight in values]) * law.lost * scale
        for one, weight in values:
            for other, ways in more:
                both = one + other  # type: ignore[operator]  # T need only know how to add
                weights[both] = get(both, 0) + weight * ways
    return Law(weights, total * common, lost)


def gathered(
    sums: dict[int, dict[T, int]], lost: dict[int, int], ends: Sequence[tuple[int, int, Law[T]]] = ()
) -> Law[T]:
    """One law out of weights that stand by what they are out of, those of `lost` too; and of laws with their weights."""
    if len(sums) == 1 and not lost and not ends:
        ((total, weights),) = sums.items()
        return Law(weights, total)
    total = lcm(*sums, *lost, *{out_of * law.total for _, out_of, law in ends})
    whole: dict[T, int] = {}
    get = whole.get
    for out_of, weights in sums.items():
        scale = total // out_of
        for value, ways in weights.items():
            whole[value] = get(value, 0) + ways * scale
    for ways, out_of, law in ends:
        scale = ways * (total // (out_of * law.total))
        for value, more in law.weights.items():
            whole[value] = get(value, 0) + more * scale
    return Law(whole, total, sum(ways * (total // out_of) for out_of, ways in lost.items()))


def summed(laws: Sequence[Law[T]], start: T, budget: Budget) -> Law[T]:
    """The law of a sum of values that have nothing to do with each other."""
    if isinstance(start, int):
        if (law := _packed_sum(laws, start, budget)) is not None:
            return law  # type: ignore[return-value]  # T is int here
        laws = sorted(laws, key=lambda law: -len(law.weights))  # what has grown longest meets the shortest
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
    wide, steps, span, factors = words * 64, 1, 0, []
    for law in laws:
        packed = law.packed
        if packed is None or 0 < packed[0] != wide:
            packed = _packed(law, wide)
        width, low, more, weights = packed
        if not width:
            return None
        steps += (span // 64 + 1) * (len(law.weights) // 64 + 1) * words**2 // 64 + 1
        start += low
        span += more
        factors.append(weights)
    budget.spend(steps + span * (words // 8 + 1))
    parts = prod(factors).to_bytes((span + 1) * words * 8, "little")
    ways: Sequence[int]
    if words == 1:
        ways = unpack(f"<{span + 1}Q", parts)
    else:
        ways = [int.from_bytes(parts[at : at + words * 8], "little") for at in range(0, len(parts), words * 8)]
    return Law({value: weight for value, weight in enumerate(ways, start) if weight}, total, total - sum(ways))
