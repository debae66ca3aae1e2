"""Exact odds of any rule, by walking it once for each way it can go.

A walk takes the first result of every throw and queues the others. What a smaller rule can give (`do`), and
what values can come out of a `fold`, `sum` or `repeat`, is worked out once as a law and remembered, so equal
situations merge. Everything is whole numbers until the end, where they become fractions.
"""

# The walk answers the same calls as any dice; their precise signatures are those of `Dice`.
# mypy: disable-error-code="override,no-any-return"

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar, TypeVarTuple

from weathergauge.dice import D6, Dice, Die, Modifier, die

if TYPE_CHECKING:
    from weathergauge.charts import Chart

T = TypeVar("T")
U = TypeVar("U")
Ts = TypeVarTuple("Ts")

THROWS_IN_ONE_WALK = 2_000


class OddsError(ValueError):
    """The odds of this rule cannot be worked out. The message says what to do instead."""


class Law:
    """Values with whole-number weights out of a total; `lost` is the weight that a cutoff left out."""

    __slots__ = ("lost", "pairs", "total")

    def __init__(self, weights: dict[Any, int], total: int, lost: int = 0) -> None:
        common = gcd(total, lost, *weights.values())
        if common > 1:
            self.pairs: tuple[tuple[Any, int], ...] = tuple([(v, w // common) for v, w in weights.items()])
            self.total, self.lost = total // common, lost // common
        else:
            self.pairs, self.total, self.lost = tuple(weights.items()), total, lost

    def of(self, read: Callable[[Any], Any]) -> Law:
        """The law of what `read` makes of the values."""
        weights: dict[Any, int] = {}
        for value, weight in self.pairs:
            value = read(value)
            weights[value] = weights.get(value, 0) + weight
        return Law(weights, self.total, self.lost)


class Memory:
    """Laws by rule and arguments, kept between queries. Bounded: the oldest half goes when it is full."""

    def __init__(self, size: int = 20_000) -> None:
        self.size = size
        self._laws: dict[Any, Law] = {}

    def __len__(self) -> int:
        return len(self._laws)

    def get(self, key: Any) -> Law | None:
        return self._laws.get(key)

    def keep(self, key: Any, law: Law) -> None:
        if len(self._laws) >= self.size:
            for old in list(self._laws)[: len(self._laws) // 2 + 1]:
                self._laws.pop(old, None)
        if self.size > 0:
            self._laws[key] = law


MEMORY = Memory()


class Odds(Mapping[T, Fraction], Generic[T]):
    """Each value that can come out, with its exact chance, likeliest first."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self._chances: dict[T, Fraction] | None = None

    @property
    def unresolved(self) -> Fraction:
        """What a cutoff left out: never spread over the rest."""
        return Fraction(self._law.lost, self._law.total)

    def _all(self) -> dict[T, Fraction]:
        if self._chances is None:
            ordered = sorted(self._law.pairs, key=lambda pair: -pair[1])
            self._chances = {value: Fraction(weight, self._law.total) for value, weight in ordered}
        return self._chances

    def __getitem__(self, value: T) -> Fraction:
        return self._all()[value]

    def __iter__(self) -> Iterator[T]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._law.pairs)

    def of(self, read: Callable[[T], U]) -> Odds[U]:
        """The odds of one thing about the value."""
        return Odds(self._law.of(read))

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """The chance that the value is wanted."""
        return Fraction(sum(weight for value, weight in self._law.pairs if wanted(value)), self._law.total)

    def mean(self, of: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """The average, of the values or of a number read from them, over what is resolved."""
        pairs = self._law.pairs
        resolved = self._law.total - self._law.lost
        if not resolved:
            raise OddsError("nothing of this was worked out, so it has no average: use a smaller cutoff")
        total = sum((value if of is None else of(value)) * weight for value, weight in pairs)
        return Fraction(total) / resolved


def odds(
    rule: Callable[[*Ts, Dice], T], *args: *Ts, memory: Memory | None = None, cutoff: Fraction = Fraction(0)
) -> Odds[T]:
    """The exact odds of a rule with these arguments. Paths less likely than `cutoff` are left unresolved."""
    walker = _Walker(MEMORY if memory is None else memory, cutoff)
    try:
        return Odds(walker.law(rule, args))
    except TypeError as error:
        if "unhashable" in str(error):
            name = getattr(rule, "__name__", rule)
            raise OddsError(f"odds of {name} need frozen arguments and results: {error}") from error
        raise


@lru_cache(maxsize=1024)
def _totals(count: int, die: Die) -> tuple[tuple[int, int], ...]:
    sums = {0: 1}
    for _ in range(count):
        longer: dict[int, int] = {}
        for total, ways in sums.items():
            for face in die.faces:
                longer[total + face] = longer.get(total + face, 0) + ways
        sums = longer
    return tuple(sums.items())


@lru_cache(maxsize=4096)
def _cells(chart: Chart[Any], added: int, at: tuple[tuple[str, int | str], ...]) -> Law:
    """The law of a chart's distinct cells under its own dice."""
    if chart.roll is None:
        raise OddsError(f"chart {chart.id} names no dice to look it up with")
    count, name, axis = chart.roll.count, chart.roll.die, chart.roll.axis
    places = dict(at)
    weights: dict[Any, int] = {}
    for total, ways in _totals(count, die(name)):
        places[axis] = total + added
        value = chart.at(*[places[a] for a in chart.axes])
        weights[value] = weights.get(value, 0) + ways
    return Law(weights, len(die(name).faces) ** count)


class _Lost(BaseException):
    """A branch that ends because a law inside it was cut off."""


class _Walker:
    """Works out laws, remembering them."""

    def __init__(self, memory: Memory, cutoff: Fraction) -> None:
        self.memory = memory
        self.cutoff = cutoff

    def remembered(self, key: tuple[Any, ...], make: Callable[[], Law]) -> Law:
        if self.cutoff:
            key = (*key, self.cutoff)
        law = self.memory.get(key)
        if law is None:
            law = make()
            self.memory.keep(key, law)
        return law

    def law(self, rule: Callable[..., Any], args: tuple[Any, ...]) -> Law:
        key = (rule, args) if not self.cutoff else (rule, args, self.cutoff)
        law = self.memory.get(key)
        if law is None:
            law = self._walk(rule, args)
            self.memory.keep(key, law)
        return law

    def _walk(self, rule: Callable[..., Any], args: tuple[Any, ...]) -> Law:
        sums: dict[int, dict[Any, int]] = {}
        lost: dict[int, int] = {}
        queue: list[tuple[list[Any], int, int]] = [([], 1, 1)]
        walk = _Walk(self, queue)
        cutoff = self.cutoff
        while queue:
            walk.path, walk.ways, walk.out_of = queue.pop()
            walk.place = 0
            if cutoff and Fraction(walk.ways, walk.out_of) < cutoff:
                lost[walk.out_of] = lost.get(walk.out_of, 0) + walk.ways
                continue
            try:
                value = rule(*args, walk)
            except _Lost:
                lost[walk.out_of] = lost.get(walk.out_of, 0) + walk.ways
                continue
            weights = sums.get(walk.out_of)
            if weights is None:
                weights = sums[walk.out_of] = {}
            weights[value] = weights.get(value, 0) + walk.ways
        if len(sums) == 1 and not lost:
            ((total, weights),) = sums.items()
            return Law(weights, total)
        total = lcm(*sums, *lost)
        whole: dict[Any, int] = {}
        for out_of, weights in sums.items():
            scale = total // out_of
            for value, ways in weights.items():
                whole[value] = whole.get(value, 0) + ways * scale
        return Law(whole, total, sum(ways * (total // out_of) for out_of, ways in lost.items()))

    def mix(self, laws: Iterable[tuple[int, Law]], total: int, lost: int) -> Law:
        """One law out of several, each taken with its weight out of `total`."""
        parts = list(laws)
        common = lcm(*(law.total for _, law in parts)) if parts else 1
        weights: dict[Any, int] = {}
        lost *= common
        for weight, law in parts:
            scale = weight * (common // law.total)
            lost += law.lost * scale
            for value, ways in law.pairs:
                weights[value] = weights.get(value, 0) + ways * scale
        return Law(weights, total * common, lost)

    def fold(self, step: Callable[..., Any], value: Any, items: tuple[Any, ...], args: tuple[Any, ...]) -> Law:
        law = Law({value: 1}, 1)
        for item in items:
            nexts = [(weight, self.law(step, (v, item, *args))) for v, weight in law.pairs]
            law = self.mix(nexts, law.total, law.lost)
        return law

    def sum(self, rule: Callable[..., Any], items: tuple[Any, ...], start: Any, args: tuple[Any, ...]) -> Law:
        law = Law({start: 1}, 1)
        for item in items:
            one = self.law(rule, (item, *args))
            weights: dict[Any, int] = {}
            for left, ways in law.pairs:
                for right, more in one.pairs:
                    both = left + right
                    weights[both] = weights.get(both, 0) + ways * more
            total = law.total * one.total
            law = Law(weights, total, total - sum(weights.values()))
        return law

    def repeat(
        self,
        step: Callable[..., Any],
        value: Any,
        args: tuple[Any, ...],
        until: Callable[[Any], bool],
        limit: int | None,
    ) -> Law:
        law = Law({value: 1}, 1)
        rounds = 0
        while any(not until(v) for v, _ in law.pairs) and (limit is None or rounds < limit):
            if rounds >= THROWS_IN_ONE_WALK:
                raise OddsError("this loop has no end that can be reckoned exactly: give `repeat` a limit")
            nexts = []
            for v, weight in law.pairs:
                if until(v):
                    nexts.append((weight, Law({v: 1}, 1)))
                    continue
                one = self.law(step, (v, *args))
                stays = dict(one.pairs).get(v, 0)
                if limit is None and stays:
                    # A round that changes nothing only puts the question off: what is left shares its chance.
                    if stays == one.total:
                        raise OddsError("this loop can never end: a round changes nothing")
                    one = Law({k: w for k, w in one.pairs if k != v}, one.total - stays, one.lost)
                nexts.append((weight, one))
            law = self.mix(nexts, law.total, law.lost)
            rounds += 1
            going = sum(weight for v, weight in law.pairs if not until(v)) if self.cutoff else 0
            if going and Fraction(going, law.total) < self.cutoff:
                return Law({v: weight for v, weight in law.pairs if until(v)}, law.total, law.lost + going)
        return law


class _Walk(Dice):
    """One walk through a rule: decided results first, then the first of each new throw."""

    def __init__(self, walker: _Walker, queue: list[tuple[list[Any], int, int]]) -> None:
        self.account = None
        self.throws = []
        self.told = []
        self.walker = walker
        self.queue = queue
        self.path: list[Any] = []
        self.place = 0
        self.ways = self.out_of = 1

    def _branch(self, law: Law) -> Any:
        self.place += 1
        if self.place > THROWS_IN_ONE_WALK:
            raise OddsError(f"more than {THROWS_IN_ONE_WALK} throws in one walk: write the loop as `repeat` or `fold`")
        pairs, path, ways = law.pairs, self.path, self.ways
        out_of = self.out_of = self.out_of * law.total
        if law.lost:
            if not pairs:
                self.ways = ways * law.lost
                raise _Lost
            self.queue.append(([*path, _LOST], ways * law.lost, out_of))
        value, weight = pairs[0]
        if len(pairs) > 1:
            for other, more in pairs[1:]:
                self.queue.append(([*path, other], ways * more, out_of))
        path.append(value)
        self.ways = ways * weight
        if self.walker.cutoff and Fraction(self.ways, out_of) < self.walker.cutoff:
            raise _Lost
        return value

    def _decided(self) -> Any:
        value = self.path[self.place]
        self.place += 1
        if value is _LOST:
            raise _Lost
        return value

    def roll(
        self, count: int = 1, die: Die = D6, *, why: str, read: Any = None, seat: Any = None, secret: bool = False
    ) -> Any:
        if self.place < len(self.path):
            return self._decided()
        if count == 1 or read is not None:
            weights: dict[Any, int] = {}
            for faces in product(die.faces, repeat=count):
                value = faces if read is None else read(faces)
                weights[value] = weights.get(value, 0) + 1
        else:
            weights = dict.fromkeys(product(die.faces, repeat=count), 1)
        return self._branch(Law(weights, len(die.faces) ** count))

    def total(self, count: int = 1, die: Die = D6, *, why: str, seat: Any = None, secret: bool = False) -> int:
        if self.place < len(self.path):
            return self._decided()
        return self._branch(_total_law(count, die))

    def hits(self, count: int, die: Die = D6, *, need: int, why: str, seat: Any = None, secret: bool = False) -> int:
        if count <= 0:
            return 0
        if self.place < len(self.path):
            return self._decided()
        return self._branch(_hit_law(count, die, need))

    def pick(self, options: Sequence[T], *, why: str, seat: Any = None, secret: bool = False) -> T:
        if len(options) == 1:
            return options[0]
        if self.place < len(self.path):
            return self._decided()
        weights: dict[T, int] = {}
        for option in options:
            weights[option] = weights.get(option, 0) + 1
        return self._branch(Law(weights, len(options)))

    def look_up(
        self,
        chart: Chart[T],
        *,
        add: Iterable[Modifier] = (),
        why: str,
        seat: Any = None,
        secret: bool = False,
        **at: int | str,
    ) -> T:
        if self.place < len(self.path):
            return self._decided()
        added = 0
        for modifier in add:
            added += modifier.value
        return self._branch(_cells(chart, added, tuple(at.items())))

    def see(self, chart: Chart[T], *key: int | str, why: str = "") -> T:
        return chart.at(*key)

    def reckon(self, why: str, add: Iterable[Modifier]) -> int:
        return sum([modifier.value for modifier in add])

    def do(self, rule: Callable[..., Any], *args: Any, read: Callable[[Any], Any] | None = None) -> Any:
        if self.place < len(self.path):
            return self._decided()
        law = self.walker.law(rule, args)
        if read is not None:
            law = self.walker.remembered((rule, args, read, "read"), lambda: law.of(read))
        return self._branch(law)

    def fold(self, step: Callable[..., Any], value: Any, items: Iterable[Any], *args: Any) -> Any:
        if self.place < len(self.path):
            return self._decided()
        of, walker = tuple(items), self.walker
        return self._branch(
            walker.remembered((step, value, of, args, "fold"), lambda: walker.fold(step, value, of, args))
        )

    def sum(self, rule: Callable[..., Any], items: Iterable[Any], start: Any, *args: Any) -> Any:
        if self.place < len(self.path):
            return self._decided()
        of, walker = tuple(items), self.walker
        return self._branch(
            walker.remembered((rule, of, start, args, "sum"), lambda: walker.sum(rule, of, start, args))
        )

    def repeat(self, step: Callable[..., Any], value: Any, *args: Any, until: Any, limit: int | None = None) -> Any:
        if self.place < len(self.path):
            return self._decided()
        walker = self.walker
        key = (step, value, args, until, limit, "repeat")
        return self._branch(walker.remembered(key, lambda: walker.repeat(step, value, args, until, limit)))

    def tell(self, result: Any) -> None:
        """Odds do not listen."""


_LOST = object()


@lru_cache(maxsize=1024)
def _total_law(count: int, die: Die) -> Law:
    return Law(dict(_totals(count, die)), len(die.faces) ** count)


@lru_cache(maxsize=4096)
def _hit_law(count: int, die: Die, need: int) -> Law:
    good = sum(face >= need for face in die.faces)
    bad = len(die.faces) - good
    ways = {n: comb(count, n) * good**n * bad ** (count - n) for n in range(count + 1)}
    return Law({n: w for n, w in ways.items() if w}, len(die.faces) ** count)
