"""Exact odds of any rule, by walking it once for each way it can go.

A walk takes the first result of every throw and queues the others. What a smaller rule can give (`do`), and
what values can come out of a `fold`, `sum` or `repeat`, is worked out once as a law and remembered, so equal
situations merge. Everything is whole numbers until the end, where they become fractions.

Every way that is walked and every value that is added up is a step, and a question has a budget of them: steps are counted
and not timed, so that what can be answered does not depend on who else is at work.
"""

# The walk answers the same calls as any dice; their precise signatures are those of `Dice`.
# mypy: disable-error-code="override,no-any-return"

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import comb, gcd, lcm, prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar, TypeVarTuple

from weathergauge.dice import D6, Dice, Die, Modifier, die

if TYPE_CHECKING:
    from weathergauge.charts import Chart

T = TypeVar("T")
U = TypeVar("U")
Ts = TypeVarTuple("Ts")

THROWS_IN_ONE_WALK = 2_000
STEPS = 20_000_000
"""What a question may take unless told otherwise: some ten seconds."""
WALK = 4
"""Steps of one way through a rule."""
FEW = 3
"""Dice that are thrown together without being counted."""
OFTEN = 32
"""Ways after which what is left is looked at."""
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
        self.learnt: list[Any] = []

    def spend(self, steps: int) -> None:
        """Take these steps, or refuse before they are taken."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge(
                f"there are too many ways for this to go: it takes more than {self.steps} steps to work them out exactly; "
                "ask with fewer ships, guns or dice"
            )


class Law:
    """Values with whole-number weights out of a total; `lost` is the weight that a cutoff left out."""

    __slots__ = ("_chances", "lost", "packed", "pairs", "total")

    def __init__(self, weights: dict[Any, int], total: int, lost: int = 0) -> None:
        if total > LARGE and (common := gcd(total, lost, *weights.values())) > 1:
            weights = {value: weight // common for value, weight in weights.items()}
            total, lost = total // common, lost // common
        self.pairs: tuple[tuple[Any, int], ...] = tuple(weights.items())
        self.total, self.lost = total, lost
        self._chances: dict[Any, Fraction] | None = None
        self.packed: tuple[int, int, int, int] | None = None

    @property
    def chances(self) -> dict[Any, Fraction]:
        """Each value with its exact chance, likeliest first; made once."""
        if self._chances is None:
            total, fraction = self.total, _fraction if self.total <= SHARED else Fraction
            chance = {weight: fraction(weight, total) for weight in {weight for _, weight in self.pairs}}
            ordered = sorted(self.pairs, key=itemgetter(1), reverse=True)
            self._chances = {value: chance[weight] for value, weight in ordered}
        return self._chances

    def of(self, read: Callable[[Any], Any]) -> Law:
        """The law of what `read` makes of the values."""
        weights: dict[Any, int] = {}
        for value, weight in self.pairs:
            value = read(value)
            weights[value] = weights.get(value, 0) + weight
        return Law(weights, self.total, self.lost)

    def _misused(self, *others: Any) -> Any:
        raise OddsError("what `dice.last` gives must be returned as it is: what is done to it belongs into `read`")

    __bool__ = __eq__ = __lt__ = __gt__ = __add__ = __radd__ = __sub__ = __getattr__ = _misused
    __hash__ = None  # type: ignore[assignment]


_fraction = lru_cache(maxsize=4096)(Fraction)


class Memory:
    """Laws by rule and arguments, kept between queries. Bounded: those longest unused go when it is full.

    `size` is how many laws it holds; `steps`, where given, how many it may have taken to work them out: a law has at most
    as many values.
    """

    def __init__(self, size: int = 20_000, steps: int | None = None) -> None:
        self.size, self.steps = size, steps
        self._new: dict[Any, Any] = {}
        self._old: dict[Any, Any] = {}
        self._held = 0

    def __len__(self) -> int:
        return len(self._new) + len(self._old)

    def get(self, key: Any) -> Any:
        law = self._new.get(key)
        if law is None and self._old and (law := self._old.pop(key, None)) is not None:
            self.keep(key, law)
        return law

    def keep(self, key: Any, law: Any) -> None:
        if self.size > 1:
            if len(self._new) >= self.size // 2:
                self._old, self._new = self._new, {}
            self._new[key] = law

    def learnt(self, steps: int) -> None:
        """A question was answered that took so many steps."""
        self._held += steps
        if self.steps is not None and self._held > self.steps // 2:
            self._old, self._new, self._held = self._new, {}, 0

    def forget(self, keys: Iterable[Any]) -> None:
        """Let go of what a question learnt that came to nothing: asked again, it takes as many steps."""
        for key in keys:
            self._new.pop(key, None)
            self._old.pop(key, None)


MEMORY = Memory()


class Odds(Mapping[T, Fraction], Generic[T]):
    """Each value that can come out, with its exact chance, likeliest first."""

    __slots__ = ("_law",)

    def __init__(self, law: Law) -> None:
        self._law = law

    @property
    def unresolved(self) -> Fraction:
        """What a cutoff left out: never spread over the rest."""
        return Fraction(self._law.lost, self._law.total)

    def __getitem__(self, value: T) -> Fraction:
        return self._law.chances[value]

    def __iter__(self) -> Iterator[T]:
        return iter(self._law.chances)

    def __len__(self) -> int:
        return len(self._law.pairs)

    def keys(self) -> KeysView[T]:
        return self._law.chances.keys()

    def values(self) -> ValuesView[Fraction]:
        return self._law.chances.values()

    def items(self) -> ItemsView[T, Fraction]:
        return self._law.chances.items()

    @property
    def weights(self) -> tuple[tuple[T, int], ...]:
        """Each value with its weight out of `total`: whole numbers, for those who go on reckoning."""
        return self._law.pairs

    @property
    def total(self) -> int:
        return self._law.total

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
    rule: Callable[[*Ts, Dice], T],
    *args: *Ts,
    memory: Memory | None = None,
    cutoff: Fraction | int = 0,
    steps: int | None = None,
) -> Odds[T]:
    """The exact odds of a rule with these arguments. Paths less likely than `cutoff` are left unresolved.

    What takes more than `steps` is refused with an OddsError. What was asked before is remembered and takes none.
    """
    if memory is None:
        memory = MEMORY
    try:
        key = (rule, args) if not cutoff else (rule, args, cutoff)
        law = memory.get(key)
        if law is None:
            budget = Budget(STEPS if steps is None else steps)
            try:
                law = _Walk(memory, cutoff or None, budget).every_way(rule, args)
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


def _mix(parts: Sequence[tuple[int, Law]], total: int, lost: int, budget: Budget) -> Law:
    """One law out of several, each taken with its weight out of `total`."""
    common = lcm(*{law.total for _, law in parts})
    # A step costs more where its numbers are long.
    budget.spend(sum([len(law.pairs) for _, law in parts]) * (1 + (total * common).bit_length() // 512))
    weights: dict[Any, int] = {}
    get = weights.get
    lost *= common
    for weight, law in parts:
        scale = weight * (common // law.total)
        lost += law.lost * scale
        for value, ways in law.pairs:
            weights[value] = get(value, 0) + ways * scale
    return Law(weights, total * common, lost)


def _added(one: Law, other: Law, budget: Budget) -> Law:
    """The law of the sum of two values that have nothing to do with each other."""
    total = one.total * other.total
    budget.spend(len(one.pairs) * len(other.pairs) * (1 + total.bit_length() // 512))
    weights: dict[Any, int] = {}
    get = weights.get
    for left, ways in one.pairs:
        for right, more in other.pairs:
            both = left + right
            weights[both] = get(both, 0) + ways * more
    return Law(weights, total, total - sum(weights.values()))


def _packed(law: Law, width: int) -> tuple[int, int, int, int]:
    """A law of whole numbers as one large number, its weights side by side, each `width` bits wide.

    With the width come the lowest value and the span; the width is 0 for values that cannot be packed like that.
    """
    found = law.packed
    if found is None or 0 < found[0] != width:
        values = [value for value, _ in law.pairs if type(value) is int]
        if len(values) < max(1, len(law.pairs)) or max(values) - min(values) > DENSE * len(values):
            found = 0, 0, 0, 0
        else:
            low = min(values)
            found = width, low, max(values) - low, sum([ways << (value - low) * width for value, ways in law.pairs])
        law.packed = found
    return found


def _added_up(laws: Sequence[Law], start: int, budget: Budget) -> Law | None:
    """The law of a sum of whole numbers by one multiplication for each law; None where they cannot be packed."""
    total = prod([law.total for law in laws])
    size = (total.bit_length() + 63) // 64 * 8
    span, product = 0, 1
    for law in laws:
        budget.spend((span // 64 + 1) * (len(law.pairs) // 64 + 1) * (size // 8) ** 2 // 64 + 1)
        width, low, more, weights = _packed(law, size * 8)
        if not width:
            return None
        start, span, product = start + low, span + more, product * weights
    budget.spend(span * (size // 64 + 1))
    parts = product.to_bytes((span + 1) * size, "little")
    ways = [int.from_bytes(parts[at : at + size], "little") for at in range(0, len(parts), size)]
    return Law({value: weight for value, weight in enumerate(ways, start) if weight}, total, total - sum(ways))


class _Walk(Dice):
    """A walk through a rule, again for each way it can go: decided results first, then the first of each new throw."""

    account = None
    path: list[Any] = []
    place = 0
    ways = out_of = 1
    queue: list[tuple[list[Any], int, int]]
    _last: _Last | None = None

    def __init__(self, memory: Memory, cutoff: Fraction | int | None, budget: Budget) -> None:
        self.memory, self.cutoff, self.budget = memory, cutoff, budget

    def every_way(self, rule: Callable[..., Any], args: tuple[Any, ...]) -> Law:
        """Follow the rule until no way is left, and add up what came out."""
        sums: dict[int, dict[Any, int]] = {}
        lost: dict[int, int] = {}
        cutoff, budget, walked = self.cutoff, self.budget, 0
        queue = self.queue = [([], 1, 1)]
        while queue:
            self.path, self.ways, self.out_of = queue.pop()
            self.place = 0
            walked += 1
            if walked == OFTEN:
                walked = 0
                budget.spend(OFTEN * (WALK + len(self.path)))
                if len(queue) > budget.left:
                    budget.spend(len(queue))
            try:
                if cutoff is not None and Fraction(self.ways, self.out_of) < cutoff:
                    raise _Lost
                value = rule(*args, self)
            except _Lost:
                lost[self.out_of] = lost.get(self.out_of, 0) + self.ways
                continue
            out_of, ways = self.out_of, self.ways
            if type(value) is Law:
                if out_of == 1:
                    return value
                out_of *= value.total
                if value.lost:
                    lost[out_of] = lost.get(out_of, 0) + ways * value.lost
                ends = value.pairs
                budget.left -= len(ends)
            else:
                ends = ((value, 1),)
            weights = sums.get(out_of)
            if weights is None:
                weights = sums[out_of] = {}
            for end, more in ends:
                weights[end] = weights.get(end, 0) + ways * more
        budget.left -= walked * WALK
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

    def law(self, rule: Callable[..., Any], args: tuple[Any, ...]) -> Law:
        """The law of a smaller rule with these arguments, remembered or worked out."""
        key = (rule, args) if self.cutoff is None else (rule, args, self.cutoff)
        law = self.memory.get(key)
        if law is None:
            law = _Walk(self.memory, self.cutoff, self.budget).every_way(rule, args)
            self.memory.keep(key, law)
            self.budget.learnt.append(key)
        return law

    def read(self, law: Law, read: Callable[[Any], Any]) -> Law:
        self.budget.spend(len(law.pairs) * WALK)
        return law.of(read)

    def remembered(self, key: tuple[Any, ...], make: Callable[..., Any], *args: Any) -> Any:
        if self.cutoff is not None:
            key = (*key, self.cutoff)
        found = self.memory.get(key)
        if found is None:
            found = make(*args)
            self.memory.keep(key, found)
            self.budget.learnt.append(key)
        return found

    def fold_law(self, step: Callable[..., Any], value: Any, items: tuple[Any, ...], args: tuple[Any, ...]) -> Law:
        law, memory = Law({value: 1}, 1), self.memory
        walk, learnt = _Walk(memory, self.cutoff, self.budget), self.budget.learnt
        for item in items:
            # One mark stands for the step and all that is the same for every value: they are looked up only once.
            mark = self.remembered((step, item, args, "step"), object)
            parts = []
            for v, weight in law.pairs:
                after = memory.get((mark, v))
                if after is None:
                    after = walk.every_way(step, (v, item, *args))
                    memory.keep((mark, v), after)
                    learnt.append((mark, v))
                parts.append((weight, after))
            law = _mix(parts, law.total, law.lost, self.budget)
        return law

    def sum_law(self, rule: Callable[..., Any], items: tuple[Any, ...], start: Any, args: tuple[Any, ...]) -> Law:
        laws = [self.law(rule, (item, *args)) for item in items]
        budget = self.budget
        law = _added_up(laws, start, budget) if type(start) is int else None
        return reduce(lambda one, other: _added(one, other, budget), laws, Law({start: 1}, 1)) if law is None else law

    def repeat_law(
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
            self.budget.spend(len(law.pairs) * WALK)
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
            law = _mix(nexts, law.total, law.lost, self.budget)
            rounds += 1
            going = 0 if self.cutoff is None else sum(weight for v, weight in law.pairs if not until(v))
            if self.cutoff is not None and 0 < Fraction(going, law.total) < self.cutoff:
                return Law({v: weight for v, weight in law.pairs if until(v)}, law.total, law.lost + going)
        return law

    def _branch(self, law: Law) -> Any:
        self.place += 1
        if self.place > OFTEN:
            if self.place > THROWS_IN_ONE_WALK:
                raise OddsError(
                    f"more than {THROWS_IN_ONE_WALK} throws in one walk: write the loop as `repeat` or `fold`"
                )
            self.budget.spend(len(law.pairs) * self.place // WALK)  # each way that is put off has a path as long
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
        if self.cutoff is not None and Fraction(self.ways, out_of) < self.cutoff:
            raise _Lost
        return value

    def _decided(self) -> Any:
        value = self.path[self.place]
        self.place += 1
        if value is _LOST:
            raise _Lost
        return value

    def roll(
        self,
        count: int = 1,
        die: Die = D6,
        *,
        why: str,
        read: Any = None,
        seat: Any = None,
        secret: bool = False,
        good: Any = "",
    ) -> Any:
        if self.place < len(self.path):
            return self._decided()
        if count > FEW:
            self.budget.spend(len(die.faces) ** count)
        if count == 1 or read is not None:
            weights: dict[Any, int] = {}
            for faces in product(die.faces, repeat=count):
                value = faces if read is None else read(faces)
                weights[value] = weights.get(value, 0) + 1
        else:
            weights = dict.fromkeys(product(die.faces, repeat=count), 1)
        return self._branch(Law(weights, len(die.faces) ** count))

    def total(
        self, count: int = 1, die: Die = D6, *, why: str, seat: Any = None, secret: bool = False, good: Any = ""
    ) -> int:
        if self.place < len(self.path):
            return self._decided()
        if count > FEW:
            self.budget.spend(count * count * len(die.faces) // 16)
        return self._branch(_total_law(count, die))

    def hits(
        self, count: int, die: Die = D6, *, need: int, why: str, seat: Any = None, secret: bool = False, good: Any = ""
    ) -> int:
        if count <= 0:
            return 0
        if self.place < len(self.path):
            return self._decided()
        if count > FEW:
            self.budget.spend(count * count // 16)
        return self._branch(_hit_law(count, die, need))

    def tally(
        self, count: int, die: Die = D6, *, needs: tuple[int, ...], why: str, seat: Any = None, secret: bool = False
    ) -> tuple[int, ...]:
        if count <= 0:
            return (0,) * len(needs)
        if self.place < len(self.path):
            return self._decided()
        if count > FEW:
            self.budget.spend(count * comb(count + len(needs), len(needs)) // 4)
        return self._branch(_tally_law(count, die, needs))

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
        good: Any = "",
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

    def do(
        self, rule: Callable[..., Any], *args: Any, read: Callable[[Any], Any] | None = None, seat: Any = None
    ) -> Any:
        if self.place < len(self.path):
            return self._decided()
        law = self.law(rule, args)
        if read is not None:
            # What is written on the spot is new each time: no use in remembering by it.
            known = "<" not in getattr(read, "__qualname__", "<")
            law = self.remembered((rule, args, read), self.read, law, read) if known else self.read(law, read)
        return self._branch(law)

    def fold(self, step: Callable[..., Any], value: Any, items: Iterable[Any], *args: Any) -> Any:
        if self.place < len(self.path):
            return self._decided()
        of = tuple(items)
        key = (step, value, of, args, "fold")
        return self._branch(self.remembered(key, self.fold_law, step, value, of, args))

    def sum(self, rule: Callable[..., Any], items: Iterable[Any], start: Any, *args: Any) -> Any:
        if self.place < len(self.path):
            return self._decided()
        of = tuple(items)
        key = (rule, of, start, args, "sum")
        return self._branch(self.remembered(key, self.sum_law, rule, of, start, args))

    def repeat(self, step: Callable[..., Any], value: Any, *args: Any, until: Any, limit: int | None = None) -> Any:
        if self.place < len(self.path):
            return self._decided()
        key = (step, value, args, until, limit, "repeat")
        return self._branch(self.remembered(key, self.repeat_law, step, value, args, until, limit))

    def tell(self, event: Any, to: Any = None, *, account: Any = None) -> None:
        """Do nothing: odds do not listen."""

    @property
    def last(self) -> Dice:
        """With a cutoff every branch is held to it, so the walk goes on as usual."""
        if self.cutoff is not None:
            return self
        if self._last is None:
            self._last = _Last(self.memory, None, self.budget)
        return self._last


class _Last(_Walk):
    """The last throw of a rule: its law is the rest of the rule's, and nothing need be walked again."""

    def _branch(self, law: Law) -> Any:
        return law


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


@lru_cache(maxsize=4096)
def _tally_law(count: int, die: Die, needs: tuple[int, ...]) -> Law:
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
