"""Dice: what every rule is given, and the only source of chance.

A rule is ordinary Python whose last argument is a `Dice`. Seeded dice play, scripted dice replay, typed dice
wait for a hand at a physical table, and the dice of `odds` walk every branch: the rule cannot tell which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, TypeVarTuple, overload

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from weathergauge.charts import Chart

__all__ = [
    "D6", "D10", "Cell", "Dice", "Die", "Good", "Look", "Modifier", "NeedRoll", "Roll", "Throw", "Told", "WrongDice", "die", "of_charts",
]  # fmt: skip

T = TypeVar("T")
R = TypeVar("R")
V = TypeVar("V")
X = TypeVar("X")
Ts = TypeVarTuple("Ts")
Ask = TypeVar("Ask", bound="Callable[..., object]")

Key = tuple[int | str, ...]
Good = Literal["high", "low", "neither"]
"""Which faces help whoever throws."""


OF_CHARTS: set[Callable[..., object]] = set()
"""Rules whose laws belong to the charts."""


def of_charts(rule: Ask) -> Ask:
    """Declare a rule that reads charts by a few small values and nothing else: odds keep its laws with the charts.

    They are there for every question, as the charts are, and none has to take steps for them.
    """
    OF_CHARTS.add(rule)
    return rule


class Die(Struct, frozen=True):
    """A die by its name and what its faces read."""

    name: str
    faces: tuple[int, ...]


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
"""Reads 1 to 6: what is thrown where nothing else is said."""
D10 = Die("d10", (0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
"""Reads 0 to 9."""
_KNOWN = {"d6": D6, "d10": D10}


def die(name: str) -> Die:
    """Find a die by its name: d10 reads 0 to 9, any other from 1 up."""
    known = _KNOWN.get(name)
    if known is None:
        sides = int(name[1:]) if name[1:].isdecimal() else 0
        if name != f"d{sides}" or not 1 <= sides <= 256:
            raise ValueError(f"{name!r} is no die: expected a name like d6")
        known = _KNOWN[name] = Die(name, tuple(range(1, sides + 1)))
    return known


class Cell(Struct, frozen=True, gc=False):
    """A place on a chart."""

    chart: str
    key: Key

    def __str__(self) -> str:
        return f"{self.chart}[{', '.join(map(str, self.key))}]"


class Modifier(Struct, frozen=True, gc=False):
    """A number that is added, and the reason the player reads."""

    reason: str
    value: int
    cell: Cell | None = None


class Roll(Struct, frozen=True, gc=False):
    """Dice that are asked for: how many, which, what for, whose, whether behind the screen, and what helps."""

    count: int
    die: Die
    why: str
    seat: str | None = None
    secret: bool = False
    good: Good = "high"

    @property
    def dice(self) -> str:
        return f"{self.count}{self.die.name}"


class Throw(Struct, frozen=True, gc=False):
    """Dice that fell: `2d6: 3 4`, or `2d6 typed: 3 4` when a hand threw them."""

    dice: str
    faces: tuple[int, ...]
    typed: bool = False

    def __str__(self) -> str:
        return f"{self.dice}{' typed' if self.typed else ''}: {' '.join(map(str, self.faces))}"


class Look(Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of the account: what was rolled, what was added and why, the cell that was lit, and whose throw it was."""

    why: str
    dice: str = ""
    faces: tuple[int, ...] = ()
    add: tuple[Modifier, ...] = ()
    total: int | None = None
    cell: Cell | None = None
    value: Any = None
    seat: str | None = None
    secret: bool = False


class Told(Struct, frozen=True, gc=False):
    """An event and who hears it; `to` is None when everybody does."""

    event: Any
    to: tuple[str, ...] | None = None


class NeedRoll(BaseException):
    """A rule wants dice that nobody has thrown yet. Not an `Exception`: no rule may swallow it."""

    def __init__(self, roll: Roll) -> None:
        super().__init__(f"{roll.dice} for {roll.why}")
        self.roll = roll


class WrongDice(ValueError):
    """Given faces do not fit what the rule asks for. The message is a sentence for a person."""


class Dice:
    """The dice of a rule. Subclasses say how a throw falls; odds replace the whole walk."""

    seat: str | None = None
    """Whose throws these are, unless a throw says otherwise."""
    hidden = False
    """Whether all is behind the screen now, whatever a throw says."""
    unheard = False
    """Whether nobody listens: what is told then goes nowhere."""
    _untold = 0
    """Where in the account that begins which no event has taken."""

    def __init__(self) -> None:
        self.throws: list[Throw] = []
        self.account: list[Look] | None = []
        self.told: list[Told] = []

    def _fall(self, roll: Roll) -> Throw:
        raise NotImplementedError(f"{type(self).__name__} must say how dice fall")

    def _throw(
        self, count: int, die: Die, why: str, seat: str | None, secret: bool, good: Good = "high"
    ) -> tuple[int, ...]:
        throw = self._fall(Roll(count, die, why, seat or self.seat, secret or self.hidden, good))
        self.throws.append(throw)
        return throw.faces

    def _note(
        self, why: str, count: int, die: Die, faces: tuple[int, ...], value: object, seat: str | None, secret: bool
    ) -> None:
        if self.account is not None:
            dice = f"{count}{die.name}"
            whose, hidden = seat or self.seat, secret or self.hidden
            self.account.append(Look(why, dice, faces, value=value, seat=whose, secret=hidden))

    @overload
    def roll(
        self, count: int = ..., die: Die = ..., *, why: str, seat: str | None = ..., secret: bool = ...,
        good: Good = ...,
    ) -> tuple[int, ...]: ...  # fmt: skip
    @overload
    def roll(
        self, count: int = ..., die: Die = ..., *, why: str, read: Callable[[tuple[int, ...]], R],
        seat: str | None = ..., secret: bool = ..., good: Good = ...,
    ) -> R: ...  # fmt: skip
    def roll(
        self, count: int = 1, die: Die = D6, *, why: str, read: Callable[[tuple[int, ...]], Any] | None = None,
        seat: str | None = None, secret: bool = False, good: Good = "high",
    ) -> Any:  # fmt: skip
        """Throw dice for their faces, or for what `read` makes of them: odds then branch on that alone."""
        faces = self._throw(count, die, why, seat, secret, good)
        value = faces if read is None else read(faces)
        self._note(why, count, die, faces, None if read is None else value, seat, secret)
        return value

    def total(
        self, count: int = 1, die: Die = D6, *, why: str, seat: str | None = None, secret: bool = False,
        good: Good = "high",
    ) -> int:  # fmt: skip
        """Throw dice and add up their faces."""
        faces = self._throw(count, die, why, seat, secret, good)
        self._note(why, count, die, faces, sum(faces), seat, secret)
        return sum(faces)

    def hits(
        self, count: int, die: Die = D6, *, need: int, why: str, seat: str | None = None, secret: bool = False,
        good: Good = "high",
    ) -> int:  # fmt: skip
        """Throw dice and count those that show `need` or more."""
        if count <= 0:
            return 0
        faces = self._throw(count, die, why, seat, secret, good)
        value = sum(face >= need for face in faces)
        self._note(why, count, die, faces, value, seat, secret)
        return value

    def tally(
        self, count: int, die: Die = D6, *, needs: tuple[int, ...], why: str, seat: str | None = None,
        secret: bool = False,
    ) -> tuple[int, ...]:  # fmt: skip
        """Throw dice and count those that show each of these numbers or more: one throw that counts in several ways."""
        if count <= 0:
            return (0,) * len(needs)
        faces = self._throw(count, die, why, seat, secret)
        value = tuple([sum([face >= need for face in faces]) for need in needs])
        self._note(why, count, die, faces, value, seat, secret)
        return value

    def pick(self, options: Sequence[T], *, why: str, seat: str | None = None, secret: bool = False) -> T:
        """Choose one of the options, each as likely as the next; a single one needs no dice."""
        if len(options) == 1:
            return options[0]
        faces = self._throw(1, die(f"d{len(options)}"), why, seat, secret, "neither")
        place = faces[0] - (0 if len(options) == 10 else 1)
        self._note(why, 1, die(f"d{len(options)}"), faces, None, seat, secret)
        return options[place]

    def look_up(
        self, chart: Chart[T], *, add: Iterable[Modifier] = (), why: str, seat: str | None = None,
        secret: bool = False, good: Good = "high", **at: int | str,
    ) -> T:  # fmt: skip
        """Roll the chart's own dice, add the modifiers, read the cell."""
        rolled = chart.roll
        if rolled is None:
            raise ValueError(f"chart {chart.id} names no dice to look it up with")
        count, name = rolled.count, rolled.die
        add = tuple(add)
        faces = self._throw(count, die(name), why, seat, secret, good)
        total = sum(faces)
        for modifier in add:
            total += modifier.value
        at[rolled.axis] = total
        key = tuple([at[axis] for axis in chart.axes])
        value = chart.at(*key)
        if self.account is not None:
            cell = Cell(chart.id, chart.key(*key))
            whose, hidden = seat or self.seat, secret or self.hidden
            self.account.append(Look(why, f"{count}{name}", faces, add, total, cell, value, whose, hidden))
        return value

    def _note_unrolled(self, look: Look, seat: str | None, secret: bool) -> None:
        """Note what is nobody's throw; only where it is secret it must be known whose secret it is."""
        if self.account is not None:
            hidden = secret or self.hidden
            self.account.append(replace(look, seat=seat or self.seat, secret=True) if hidden else look)

    def see(self, chart: Chart[T], *key: int | str, why: str = "", seat: str | None = None, secret: bool = False) -> T:
        """Read a cell without a roll, and note it in the account: of a secret throw it is as secret as the faces."""
        value = chart.at(*key)
        if self.account is not None:
            cell = Cell(chart.id, chart.key(*key))
            self._note_unrolled(Look(why or chart.name, cell=cell, value=value), seat, secret)
        return value

    def reckon(self, why: str, add: Iterable[Modifier], *, seat: str | None = None, secret: bool = False) -> int:
        """Add modifiers up, leaving the sum and each reason in the account; what only `seat` may know is secret."""
        add = tuple(add)
        total = 0
        for modifier in add:
            total += modifier.value
        if self.account is not None:
            self._note_unrolled(Look(why, add=add, total=total), seat, secret)
        return total

    @overload
    def do(self, rule: Callable[[*Ts, Dice], T], *args: *Ts, seat: str | None = ..., secret: bool = ...) -> T: ...
    @overload
    def do(
        self, rule: Callable[[*Ts, Dice], T], *args: *Ts, read: Callable[[T], R], seat: str | None = ...,
        secret: bool = ...,
    ) -> R: ...  # fmt: skip
    def do(
        self, rule: Callable[..., Any], *args: object, read: Callable[[Any], Any] | None = None,
        seat: str | None = None, secret: bool = False,
    ) -> Any:  # fmt: skip
        """Do a smaller rule, whose throws are those of `seat`. Odds remember its law by the rule and its arguments.

        In a `secret` rule every throw, cell and sum is secret, whatever it says itself.
        """
        if seat is None and not secret:
            value = rule(*args, self)
        else:
            outer = self.seat, self.hidden
            self.seat, self.hidden = seat or self.seat, secret or self.hidden
            try:
                value = rule(*args, self)
            finally:
                self.seat, self.hidden = outer
        return value if read is None else read(value)

    def fold(self, step: Callable[[V, X, *Ts, Dice], V], value: V, items: Iterable[X], *args: *Ts) -> V:
        """Do a step for each item, which sees the last value; under odds equal values merge between steps."""
        for item in items:
            value = step(value, item, *args, self)
        return value

    def sum(
        self, rule: Callable[..., V], items: Iterable[X], start: V, *args: object,
        seen: Callable[[V, X], object] | None = None, keep: Callable[[V], V] | None = None,
    ) -> V:  # fmt: skip
        """Add up results that have nothing to do with each other.

        `keep` says what still matters of a sum so far. With `seen`, a result hangs on that of the sum so far and of its
        item, which the rule is given first: what is seen alike is worked out once.
        """
        for item in items:
            given = (item,) if seen is None else (seen(start, item), item)
            start = start + rule(*given, *args, self)  # type: ignore[operator]  # V need only know how to add
            if keep is not None:
                start = keep(start)
        return start

    def repeat(
        self, step: Callable[[V, *Ts, Dice], V], value: V, *args: *Ts, until: Callable[[V], bool],
        limit: int | None = None,
    ) -> V:  # fmt: skip
        """Do a step until the value suits, or `limit` times. A round that changes nothing is exact under odds."""
        return self.rounds(step, value, *args, until=until, limit=limit)[0]

    def rounds(
        self, step: Callable[[V, *Ts, Dice], V], value: V, *args: *Ts, until: Callable[[V], bool],
        limit: int | None = None,
    ) -> tuple[V, int]:  # fmt: skip
        """Do the same as `repeat`, and say beside the value how often it was done: no value need count along."""
        rounds = 0
        while not until(value) and (limit is None or rounds < limit):
            value = step(value, *args, self)
            rounds += 1
        return value, rounds

    @property
    def last(self) -> Dice:
        """Throw for the last time in a rule, which returns the result as it is: odds then need not go on.

        `return dice.last.do(fire, shot, charts, read=Damage)`; work done on the result belongs into `read`.
        """
        return self

    def tell(
        self, event: Struct, to: tuple[str, ...] | None = None, *, account: tuple[Look, ...] | None = None
    ) -> None:
        """Tell an event to everybody, or only to some seats. Odds do not listen.

        An event with a field `account` takes along what was noted since the last one was told, or the account that is
        given. What was thrown in secret goes along only where nobody but its own seat hears of it.
        """
        looks = self.take_account() if account is None else account
        if looks and "account" in event.__struct_fields__:
            if account is None:
                looks = tuple([look for look in looks if not look.secret or (look.seat,) == to])
            event = replace(event, account=looks)
        self.told.append(Told(event, to))

    def take_account(self) -> tuple[Look, ...]:
        """Take what was noted since the last event, for one that is told later than its dice fell."""
        if not self.account or len(self.account) == self._untold:
            return ()
        looks = tuple(self.account[self._untold :])
        self._untold = len(self.account)
        return looks

    def events(self) -> tuple[Told, ...]:
        """Take all that was told, when a step is over: what no event took along of the account is left out."""
        told = tuple(self.told)
        self.told = []
        if self.account:
            self._untold = len(self.account)
        return told
