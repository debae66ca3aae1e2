"""A walk through a rule, once for each way it can go.

A walk takes the first result of every throw and queues the others. What a smaller rule can give (`do`), and
what values can come out of a `fold`, `sum` or `repeat`, is worked out once as a law and remembered, so equal
situations merge. Every way that is walked is a step of the question's budget.
"""

# The walk answers the same calls as any dice with what was decided on the way: of whatever type the rule expects.
# mypy: disable-error-code="override,no-any-return"

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from msgspec import Struct

from weathergauge.dice import D6, OF_CHARTS, Dice, Die, Modifier, Throw, Told
from weathergauge.reckoning import laws
from weathergauge.reckoning.laws import Budget, Law, OddsError

if TYPE_CHECKING:
    from weathergauge.charts import Chart

__all__ = ["Memory"]

T = TypeVar("T")
R = TypeVar("R")
Ts = TypeVarTuple("Ts")
Laws = dict[object, Any]

THROWS_IN_ONE_WALK = 2_000
WALK = 4
"""Steps of one way through a rule."""
FEW = 3
"""Dice that are thrown together without being counted."""
SMALL = 20_000
"""Steps of a law that belongs to the charts."""
OFTEN = 32
"""Ways after which what is left is looked at."""


class Memory:
    """Laws by rule and arguments, kept between queries. Bounded: those longest unused go when it is full.

    `size` is how many laws it holds, none where each question is to be worked out anew; `steps`, where given, how many it may have taken to work them out: a law has at most
    as many values.
    """

    def __init__(self, size: int = 20_000, steps: int | None = None) -> None:
        self.size, self.steps = size, steps
        self.lately: Laws = {}
        """Those asked for since the older half was put aside: most are found here without asking `get`."""
        self._old: Laws = {}
        self._held = 0

    def __len__(self) -> int:
        return len(self.lately) + len(self._old)

    def get(self, key: object) -> Any:
        law = self.lately.get(key)
        if law is None and self._old and (law := self._old.pop(key, None)) is not None:
            self.keep(key, law)
        return law

    def keep(self, key: object, law: object) -> None:
        if self.size > 1:
            if len(self.lately) >= self.size // 2:
                self._old, self.lately = self.lately, {}
            self.lately[key] = law

    def learnt(self, steps: int) -> None:
        """A question was answered that took so many steps."""
        self._held += steps
        if self.steps is not None and self._held > self.steps // 2:
            self._old, self.lately, self._held = self.lately, {}, 0

    def forget(self, keys: Iterable[object]) -> None:
        """Let go of what a question learnt that came to nothing: asked again, it takes as many steps."""
        for key in keys:
            self.lately.pop(key, None)
            self._old.pop(key, None)


class _Lost(BaseException):
    """A branch that ends because a law inside it was cut off."""


class Walk(Dice):
    """A walk through a rule, again for each way it can go: decided results first, then the first of each new throw."""

    account = None
    throws: list[Throw] = []  # nothing is thrown: every way is walked
    told: list[Told] = []
    path: list[object] = []
    place = 0
    ways = out_of = 1
    queue: list[tuple[list[object], int, int]]

    def __init__(
        self, memory: Memory, cutoff: Fraction | int | None, budget: Budget, last: _Last | None = None
    ) -> None:
        self.memory, self.cutoff, self.budget, self._last = memory, cutoff, budget, last

    def every_way(self, rule: Callable[..., T], args: tuple[object, ...]) -> Law[T]:
        """Follow the rule until no way is left, and add up what came out."""
        cutoff, budget, walked = self.cutoff, self.budget, 0
        self.path, self.place, self.ways, self.out_of = [], 0, 1, 1
        queue = self.queue = []
        sums: dict[int, dict[T, int]] = {}
        ends: list[tuple[int, int, Law[T]]] = []
        lost: dict[int, int] = {}
        while True:
            walked += 1
            if walked == OFTEN:
                walked = 0
                budget.spend(OFTEN * (WALK + len(self.path)))
                if len(queue) > budget.left:
                    budget.spend(len(queue))
            try:
                if cutoff is not None and Fraction(self.ways, self.out_of) < cutoff:
                    raise _Lost
                value: T | Law[T] = rule(*args, self)
            except _Lost:
                lost[self.out_of] = lost.get(self.out_of, 0) + self.ways
            else:
                out_of, ways = self.out_of, self.ways
                if type(value) is Law:
                    if out_of == 1:
                        return value
                    if value.lost:
                        lost[out_of * value.total] = lost.get(out_of * value.total, 0) + ways * value.lost
                    budget.left -= len(value.weights)
                    ends.append((ways, out_of, value))
                else:
                    weights = sums.get(out_of)
                    if weights is None:
                        weights = sums[out_of] = {}
                    weights[value] = weights.get(value, 0) + ways  # type: ignore[index, arg-type]  # it is not a law
            if not queue:
                break
            self.path, self.ways, self.out_of = queue.pop()
            self.place = 0
        budget.left -= walked * WALK
        return laws.gathered(sums, lost, ends)

    def law(self, rule: Callable[..., T], args: tuple[object, ...]) -> Law[T]:
        """The law of a smaller rule with these arguments, remembered or worked out."""
        if self.cutoff is None:
            if rule in OF_CHARTS:
                return of_charts(rule, args)
            key: object = (rule, args)
        else:
            key = (rule, args, self.cutoff)
        memory = self.memory
        law: Law[T] | None = memory.lately.get(key)
        if law is None and (law := memory.get(key)) is None:
            law = Walk(memory, self.cutoff, self.budget, self._last).every_way(rule, args)
            memory.keep(key, law)
            self.budget.learnt.append(key)
        return law

    def read(self, law: Law[T], read: Callable[[T], R]) -> Law[R]:
        self.budget.spend(len(law.weights) * WALK)
        return law.of(read)

    def remembered(self, key: tuple[object, ...], make: Callable[[*Ts], R], *args: *Ts) -> R:
        if self.cutoff is not None:
            key = (*key, self.cutoff)
        law: R | None = self.memory.get(key)
        if law is None:
            law = make(*args)
            self.memory.keep(key, law)
            self.budget.learnt.append(key)
        return law

    def each(self, values: Iterable[T], step: Callable[..., T], args: tuple[object, ...]) -> list[Law[T]]:
        """What a step makes of each value."""
        memory, learnt = self.memory, self.budget.learnt
        walk, found = Walk(memory, self.cutoff, self.budget, self._last), []
        # One mark stands for the step and all that is the same for every value: they are looked up only once.
        mark = self.remembered((step, args, "step"), object)
        lately = memory.lately
        for value in values:
            key = (mark, value)
            after = lately.get(key)
            if after is None and (after := memory.get(key)) is None:
                after = walk.every_way(step, (value, *args))
                memory.keep(key, after)
                learnt.append(key)
            found.append(after)
        return found

    def fold_law(self, step: Callable[..., T], value: T, items: tuple[object, ...], args: tuple[object, ...]) -> Law[T]:
        law = Law({value: 1}, 1)
        for item in items:
            after = self.each(law.weights, step, (item, *args))
            law = laws.mixed([*zip(law.weights.values(), after, strict=True)], law.total, law.lost, self.budget)
        return law

    def sum_law(
        self, rule: Callable[..., T], items: tuple[object, ...], start: T, args: tuple[object, ...],
        seen: Callable[..., object] | None, keep: Callable[[T], T] | None,
    ) -> Law[T]:  # fmt: skip
        if seen is None and keep is None:
            lately, each = self.memory.lately, []
            for item in items:
                law: Law[T] | None = lately.get((rule, (item, *args))) if self.cutoff is None else None
                each.append(self.law(rule, (item, *args)) if law is None else law)
            return laws.summed(each, start, self.budget)
        so_far = Law({start: 1}, 1)
        for item in items:
            if seen is None:
                groups = [(list(so_far.weights.items()), self.law(rule, (item, *args)))]
            else:
                alike: dict[object, list[tuple[T, int]]] = {}
                for weighed in so_far.weights.items():
                    sight = seen(weighed[0], item)
                    of_sight = alike.get(sight)
                    if of_sight is None:
                        alike[sight] = [weighed]
                    else:
                        of_sight.append(weighed)
                groups = [(of_sight, self.law(rule, (sight, item, *args))) for sight, of_sight in alike.items()]
            so_far = laws.added(groups, so_far.total, so_far.lost, self.budget)
            if keep is not None:
                so_far = self.read(so_far, keep)
        return so_far

    def repeat_law(
        self, step: Callable[..., T], value: T, args: tuple[object, ...], until: Callable[[T], bool],
        limit: int | None, counted: bool,
    ) -> Law[object]:  # fmt: skip
        """Values are numbered as they turn up: what a step makes of one is the same in every round, and added up by number."""
        numbers, values, suits, steps = {value: 0}, [value], [until(value)], list[Law[int] | None]([None])
        law, sums, rounds = Law({0: 1}, 1), dict[int, dict[object, int]](), 0
        while True:
            going = {n: weight for n, weight in law.weights.items() if not suits[n]}
            left = sum(going.values())
            cut = bool(rounds and self.cutoff is not None and left < self.cutoff * law.total)
            over = cut or not going or rounds == limit
            ended = law.weights if over and not cut else {n: w for n, w in law.weights.items() if suits[n]}
            if ended:
                so_far = sums.setdefault(law.total, {})
                for n, weight in ended.items():
                    end = (values[n], rounds) if counted else values[n]
                    so_far[end] = so_far.get(end, 0) + weight
            if over:
                lost = law.lost + left if cut else law.lost
                return laws.gathered(sums, {law.total: lost} if lost else {})
            if rounds >= THROWS_IN_ONE_WALK:
                raise OddsError("this loop has no end that can be reckoned exactly: give `repeat` a limit")
            self.budget.spend(len(going) * WALK)
            new = [n for n in going if steps[n] is None]
            for n, after in zip(new, self.each([values[n] for n in new], step, args), strict=True):
                numbered, moved = {}, after if limit is not None else _moved(values[n], after)
                for v, weight in moved.weights.items():
                    at = numbers.get(v)
                    if at is None:
                        at = numbers[v] = len(values)
                        values.append(v)
                        suits.append(until(v))
                        steps.append(None)
                    numbered[at] = weight
                steps[n] = Law(numbered, moved.total, moved.lost)
            parts = [(weight, one) for n, weight in going.items() if (one := steps[n]) is not None]
            law = laws.mixed(parts, law.total, law.lost, self.budget)
            rounds += 1

    def _branch(self, law: Law[T]) -> Any:
        self.place += 1
        if self.place > OFTEN:
            if self.place > THROWS_IN_ONE_WALK:
                raise OddsError(
                    f"more than {THROWS_IN_ONE_WALK} throws in one walk: write the loop as `repeat` or `fold`"
                )
            self.budget.spend(len(law.weights) * self.place // WALK)  # each way that is put off has a path as long
        path, ways = self.path, self.ways
        out_of = self.out_of = self.out_of * law.total
        if law.lost:
            if not law.weights:
                self.ways = ways * law.lost
                raise _Lost
            self.queue.append(([*path, _LOST], ways * law.lost, out_of))
        others = iter(law.weights.items())
        value, weight = next(others)
        for other, more in others:
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

    # What a throw is for, whose it is and what helps is nothing to a walk. All of it is named none the less: to gather it
    # up in a dictionary would take longer than to pass it over.

    def roll(
        self, count: int = 1, die: Die = D6, *, why: str = "",
        read: Callable[[tuple[int, ...]], Any] | None = None, seat: str | None = None, secret: bool = False,
        good: str = "high",
    ) -> Any:  # fmt: skip
        if self.place < len(self.path):
            return self._decided()
        if count <= FEW and laws.known(read):
            return self._branch(laws.faces(count, die, read))
        self.budget.spend(len(die.faces) ** count)
        return self._branch(laws.faces.__wrapped__(count, die, read))

    def total(
        self, count: int = 1, die: Die = D6, *, why: str = "", seat: str | None = None, secret: bool = False,
        good: str = "high",
    ) -> int:  # fmt: skip
        if self.place < len(self.path):
            return self._decided()
        if count > FEW:
            self.budget.spend(count * count * len(die.faces) // 16)
        return self._branch(laws.total(count, die))

    def hits(
        self, count: int, die: Die = D6, *, need: int, why: str = "", seat: str | None = None,
        secret: bool = False, good: str = "high",
    ) -> int:  # fmt: skip
        if count <= 0:
            return 0
        if self.place < len(self.path):
            return self._decided()
        if count > FEW:
            self.budget.spend(count * count // 16)
        return self._branch(laws.hits(count, die, need))

    def tally(self, count: int, die: Die = D6, *, needs: tuple[int, ...], **_of: object) -> tuple[int, ...]:
        if count <= 0:
            return (0,) * len(needs)
        if self.place < len(self.path):
            return self._decided()
        if count > FEW:
            self.budget.spend(count * comb(count + len(needs), len(needs)) // 4)
        return self._branch(laws.tally(count, die, needs))

    def pick(self, options: Sequence[T], **_of: object) -> T:
        if len(options) == 1:
            return options[0]
        if self.place < len(self.path):
            return self._decided()
        return self._branch(laws.counted(options, len(options)))

    def look_up(
        self, chart: Chart[T], *, add: Iterable[Modifier] = (), why: str, seat: str | None = None,
        secret: bool = False, good: str = "high", **at: int | str,
    ) -> T:  # fmt: skip
        if self.place < len(self.path):
            return self._decided()
        added = 0
        for modifier in add:
            added += modifier.value
        return self._branch(laws.cells(chart, added, tuple(at.items())))

    def see(self, chart: Chart[T], *key: int | str, why: str = "", seat: str | None = None, secret: bool = False) -> T:
        return chart.at(*key)

    def reckon(self, why: str, add: Iterable[Modifier], *, seat: str | None = None, secret: bool = False) -> int:
        total = 0
        for modifier in add:
            total += modifier.value
        return total

    def do(
        self, rule: Callable[..., T], *args: object, read: Callable[[T], R] | None = None, seat: str | None = None,
        secret: bool = False,
    ) -> Any:  # fmt: skip
        if self.place < len(self.path):
            return self._decided()
        law = self.law(rule, args)
        if read is None:
            return self._branch(law)
        if law.readings is not None and not isinstance(read, Struct):
            return self._branch(law.reading(read))
        if laws.known(read):
            return self._branch(self.remembered((rule, args, read), self.read, law, read))
        return self._branch(self.read(law, read))

    def fold(self, step: Callable[..., T], value: T, items: Iterable[object], *args: object) -> T:
        if self.place < len(self.path):
            return self._decided()
        of = tuple(items)
        key = (step, value, of, args, "fold")
        return self._branch(self.remembered(key, self.fold_law, step, value, of, args))

    def sum(
        self, rule: Callable[..., T], items: Iterable[object], start: T, *args: object,
        seen: Callable[..., object] | None = None, keep: Callable[[T], T] | None = None,
    ) -> T:  # fmt: skip
        if self.place < len(self.path):
            return self._decided()
        of = tuple(items)
        key = (rule, of, start, args, seen, keep, "sum")
        return self._branch(self.remembered(key, self.sum_law, rule, of, start, args, seen, keep))

    def repeat(
        self, step: Callable[..., T], value: T, *args: object, until: Callable[[T], bool], limit: int | None = None
    ) -> T:
        if self.place < len(self.path):
            return self._decided()
        key = (step, value, args, until, limit, "repeat")
        return self._branch(self.remembered(key, self.repeat_law, step, value, args, until, limit, False))

    def rounds(
        self, step: Callable[..., T], value: T, *args: object, until: Callable[[T], bool], limit: int | None = None
    ) -> tuple[T, int]:
        if self.place < len(self.path):
            return self._decided()
        key = (step, value, args, until, limit, "rounds")
        return self._branch(self.remembered(key, self.repeat_law, step, value, args, until, limit, True))

    def tell(self, event: Struct, *_of: object, **_more: object) -> None:
        """Do nothing: odds do not listen."""

    @property
    def last(self) -> Dice:
        """With a cutoff every branch is held to it, so the walk goes on as usual."""
        if self.cutoff is not None:
            return self
        if self._last is None:
            self._last = _Last(self.memory, None, self.budget)
            self._last._last = self._last
        return self._last


_CHARTS = Memory(40_000)


def of_charts(rule: Callable[..., T], args: tuple[object, ...]) -> Law[T]:
    """The law of a rule that belongs to the charts: made when it is first asked for, and no step of any question.

    Whether a question can be answered must not hang on what others asked, so these laws have a budget of their own.
    """
    key = (rule, args)
    law: Law[T] | None = _CHARTS.lately.get(key)
    if law is None and (law := _CHARTS.get(key)) is None:
        law = Walk(_CHARTS, None, Budget(SMALL)).every_way(rule, args)
        law.readings = {}
        _CHARTS.keep(key, law)
    return law


class _Last(Walk):
    """The last throw of a rule: its law is the rest of the rule's, and nothing need be walked again."""

    def _branch(self, law: Law[T]) -> Any:
        return law

    def sum(
        self, rule: Callable[..., T], items: Iterable[object], start: T, *args: object,
        seen: Callable[..., object] | None = None, keep: Callable[[T], T] | None = None,
    ) -> Any:  # fmt: skip
        """Whoever ends with a sum is remembered by that."""
        return self.sum_law(rule, tuple(items), start, args, seen, keep)


_LOST = object()


def _moved(value: T, law: Law[T]) -> Law[T]:
    """The law of a round that changes the value: one that does not only puts the question off, and shares its chance."""
    stays = law.weights.get(value, 0)
    if stays == law.total:
        raise OddsError("this loop can never end: a round changes nothing")
    return Law({v: w for v, w in law.weights.items() if v != value}, law.total - stays, law.lost) if stays else law
