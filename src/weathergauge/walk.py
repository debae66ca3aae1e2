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

from weathergauge import laws
from weathergauge.dice import D6, Dice, Die, Modifier, Throw, Told
from weathergauge.laws import Budget, Law, OddsError

if TYPE_CHECKING:
    from weathergauge.charts import Chart

__all__ = ["Memory"]

T = TypeVar("T")
R = TypeVar("R")
Ts = TypeVarTuple("Ts")

THROWS_IN_ONE_WALK = 2_000
WALK = 4
"""Steps of one way through a rule."""
FEW = 3
"""Dice that are thrown together without being counted."""
OFTEN = 32
"""Ways after which what is left is looked at."""


class Memory:
    """Laws by rule and arguments, kept between queries. Bounded: those longest unused go when it is full.

    `size` is how many laws it holds, none where each question is to be worked out anew; `steps`, where given, how many it may have taken to work them out: a law has at most
    as many values.
    """

    def __init__(self, size: int = 20_000, steps: int | None = None) -> None:
        self.size, self.steps = size, steps
        self._new: dict[object, Any] = {}
        self._old: dict[object, Any] = {}
        self._held = 0

    def __len__(self) -> int:
        return len(self._new) + len(self._old)

    def get(self, key: object) -> Any:
        law = self._new.get(key)
        if law is None and self._old and (law := self._old.pop(key, None)) is not None:
            self.keep(key, law)
        return law

    def keep(self, key: object, law: object) -> None:
        if self.size > 1:
            if len(self._new) >= self.size // 2:
                self._old, self._new = self._new, {}
            self._new[key] = law

    def learnt(self, steps: int) -> None:
        """A question was answered that took so many steps."""
        self._held += steps
        if self.steps is not None and self._held > self.steps // 2:
            self._old, self._new, self._held = self._new, {}, 0

    def forget(self, keys: Iterable[object]) -> None:
        """Let go of what a question learnt that came to nothing: asked again, it takes as many steps."""
        for key in keys:
            self._new.pop(key, None)
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
    _last: _Last | None = None

    def __init__(self, memory: Memory, cutoff: Fraction | int | None, budget: Budget) -> None:
        self.memory, self.cutoff, self.budget = memory, cutoff, budget

    def every_way(self, rule: Callable[..., T], args: tuple[object, ...]) -> Law[T]:
        """Follow the rule until no way is left, and add up what came out."""
        sums: dict[int, dict[T, int]] = {}
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
                value: T | Law[T] = rule(*args, self)
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
                budget.left -= len(value.weights)
            weights = sums.get(out_of)
            if weights is None:
                weights = sums[out_of] = {}
            if type(value) is Law:
                for end, more in value.weights.items():
                    weights[end] = weights.get(end, 0) + ways * more
            else:
                weights[value] = weights.get(value, 0) + ways  # type: ignore[index, arg-type]  # it is not a law
        budget.left -= walked * WALK
        return laws.gathered(sums, lost)

    def law(self, rule: Callable[..., T], args: tuple[object, ...]) -> Law[T]:
        """The law of a smaller rule with these arguments, remembered or worked out."""
        key = (rule, args) if self.cutoff is None else (rule, args, self.cutoff)
        law: Law[T] | None = self.memory.get(key)
        if law is None:
            law = Walk(self.memory, self.cutoff, self.budget).every_way(rule, args)
            self.memory.keep(key, law)
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

    def each(self, weights: dict[T, int], step: Callable[..., T], args: tuple[object, ...]) -> list[tuple[int, Law[T]]]:
        """What a step makes of each value, with the weight of the value."""
        memory, learnt = self.memory, self.budget.learnt
        walk, parts = Walk(memory, self.cutoff, self.budget), []
        # One mark stands for the step and all that is the same for every value: they are looked up only once.
        mark = self.remembered((step, args, "step"), object)
        for value, weight in weights.items():
            key = (mark, value)
            after = memory.get(key)
            if after is None:
                after = walk.every_way(step, (value, *args))
                memory.keep(key, after)
                learnt.append(key)
            parts.append((weight, after))
        return parts

    def fold_law(self, step: Callable[..., T], value: T, items: tuple[object, ...], args: tuple[object, ...]) -> Law[T]:
        law = Law({value: 1}, 1)
        for item in items:
            law = laws.mixed(self.each(law.weights, step, (item, *args)), law.total, law.lost, self.budget)
        return law

    def sum_law(self, rule: Callable[..., T], items: tuple[object, ...], start: T, args: tuple[object, ...]) -> Law[T]:
        return laws.summed([self.law(rule, (item, *args)) for item in items], start, self.budget)

    def repeat_law(
        self, step: Callable[..., T], value: T, args: tuple[object, ...], until: Callable[[T], bool], limit: int | None
    ) -> Law[T]:
        law, sums, rounds = Law({value: 1}, 1), dict[int, dict[T, int]](), 0
        while True:
            going = {v: weight for v, weight in law.weights.items() if not until(v)}
            left = sum(going.values())
            cut = bool(rounds and self.cutoff is not None and left < self.cutoff * law.total)
            over = cut or not going or rounds == limit
            ended = law.weights if over and not cut else {v: w for v, w in law.weights.items() if v not in going}
            if ended:
                so_far = sums.setdefault(law.total, {})
                for v, weight in ended.items():
                    so_far[v] = so_far.get(v, 0) + weight
            if over:
                lost = law.lost + left if cut else law.lost
                return laws.gathered(sums, {law.total: lost} if lost else {})
            if rounds >= THROWS_IN_ONE_WALK:
                raise OddsError("this loop has no end that can be reckoned exactly: give `repeat` a limit")
            self.budget.spend(len(going) * WALK)
            parts = self.each(going, step, args)
            if limit is None:
                parts = [(weight, _moved(v, one)) for v, (weight, one) in zip(going, parts, strict=True)]
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
        if count <= FEW and _known(read):
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
        if _known(read):
            return self._branch(self.remembered((rule, args, read), self.read, law, read))
        return self._branch(self.read(law, read))

    def fold(self, step: Callable[..., T], value: T, items: Iterable[object], *args: object) -> T:
        if self.place < len(self.path):
            return self._decided()
        of = tuple(items)
        key = (step, value, of, args, "fold")
        return self._branch(self.remembered(key, self.fold_law, step, value, of, args))

    def sum(self, rule: Callable[..., T], items: Iterable[object], start: T, *args: object) -> T:
        if self.place < len(self.path):
            return self._decided()
        of = tuple(items)
        key = (rule, of, start, args, "sum")
        return self._branch(self.remembered(key, self.sum_law, rule, of, start, args))

    def repeat(
        self, step: Callable[..., T], value: T, *args: object, until: Callable[[T], bool], limit: int | None = None
    ) -> T:
        if self.place < len(self.path):
            return self._decided()
        key = (step, value, args, until, limit, "repeat")
        return self._branch(self.remembered(key, self.repeat_law, step, value, args, until, limit))

    def tell(self, event: Struct, *_of: object, **_more: object) -> None:
        """Do nothing: odds do not listen."""

    @property
    def last(self) -> Dice:
        """With a cutoff every branch is held to it, so the walk goes on as usual."""
        if self.cutoff is not None:
            return self
        if self._last is None:
            self._last = _Last(self.memory, None, self.budget)
        return self._last


class _Last(Walk):
    """The last throw of a rule: its law is the rest of the rule's, and nothing need be walked again."""

    def _branch(self, law: Law[T]) -> Any:
        return law


_LOST = object()


def _known(read: Callable[..., Any] | None) -> bool:
    """Whether it can be remembered by what reads it: what is written on the spot is new each time."""
    return read is None or "<" not in getattr(read, "__qualname__", "<")


def _moved(value: T, law: Law[T]) -> Law[T]:
    """The law of a round that changes the value: one that does not only puts the question off, and shares its chance."""
    stays = law.weights.get(value, 0)
    if stays == law.total:
        raise OddsError("this loop can never end: a round changes nothing")
    return Law({v: w for v, w in law.weights.items() if v != value}, law.total - stays, law.lost) if stays else law
