"""Rules with one thing wrong each, made of good ones: the checks must notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tests.ours import TITLES
from weathergauge.dice import Look
from weathergauge.match.record import digest
from weathergauge.ruleset import PROCEED, Form, Played, Told
from weathergauge.testing import rules_for
from weathergauge.throwing import SeededDice


class Broken:
    """Good rules, until a subclass breaks something."""

    def __init__(self, rules: Any) -> None:
        self.good = rules
        self.last: Any = None
        self.count = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.good, name)


class Choices:
    """Good choices, until a subclass breaks something."""

    def __init__(self, good: Any, rules: Broken) -> None:
        self.good, self.rules = good, rules

    def __iter__(self) -> Iterator[Any]:
        for subject in self.subjects():
            yield from self.of(subject)

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def why_not(self, action: Any) -> str | None:
        why: str | None = self.good.why_not(action)
        return why

    def subjects(self) -> Sequence[str]:
        return list(self.good.subjects())

    def of(self, subject: str) -> Sequence[Any]:
        return list(self.good.of(subject))

    def forms(self) -> Sequence[Form]:
        return list(self.good.forms())


class BrokenChoices(Broken):
    choices: type[Choices] = Choices

    def legal(self, view: Any) -> Any:
        return self.choices(self.good.legal(view), self)


class HelplessShip(BrokenChoices):
    """Her first subject is listed, and offers nothing."""

    class choices(Choices):
        def of(self, subject: str) -> Sequence[Any]:
            return [] if subject == self.subjects()[0] else super().of(subject)


class NobodyToOrder(BrokenChoices):
    """A seat is to act, and has no subject at all."""

    class choices(Choices):
        def subjects(self) -> Sequence[str]:
            return []


class OffersWhatItRefuses(BrokenChoices):
    class choices(Choices):
        def of(self, subject: str) -> Sequence[Any]:
            return [*super().of(subject), *([PROCEED] if subject == self.subjects()[-1] else [])]


class OffersTwice(BrokenChoices):
    class choices(Choices):
        def of(self, subject: str) -> Sequence[Any]:
            return [*super().of(subject)] * 2


class OffersToAnybody(BrokenChoices):
    """A subject that is not there has orders all the same."""

    class choices(Choices):
        def of(self, subject: str) -> Sequence[Any]:
            return super().of(subject) or super().of(self.subjects()[0])


class AcceptsAnything(BrokenChoices):
    class choices(Choices):
        def why_not(self, action: Any) -> str | None:
            return None


class RefusesInSilence(BrokenChoices):
    class choices(Choices):
        def why_not(self, action: Any) -> str | None:
            return None if super().why_not(action) is None else ""


class RefusesInPython(BrokenChoices):
    class choices(Choices):
        def why_not(self, action: Any) -> str | None:
            return None if super().why_not(action) is None else "KeyError: 'victory' is not there"


class RefusesOtherwiseEachTime(BrokenChoices):
    class choices(Choices):
        def why_not(self, action: Any) -> str | None:
            self.rules.count += 1
            why = super().why_not(action)
            return why and f"{why}, for the {self.rules.count}th time"


class FormTooWide(BrokenChoices):
    class choices(Choices):
        def forms(self) -> Sequence[Form]:
            return [replace(form, ranges={k: replace(r, high=r.high + 1) for k, r in form.ranges.items()})
                    for form in super().forms()]  # fmt: skip


class FormTooNarrow(BrokenChoices):
    class choices(Choices):
        def forms(self) -> Sequence[Form]:
            return [replace(form, ranges={k: replace(r, low=r.low + (r.high > r.low)) for k, r in form.ranges.items()})
                    for form in super().forms()]  # fmt: skip


class SpeaksPython(Broken):
    def tell(self, state: Any, event: Any) -> str:
        return str(event)


class Counts(Broken):
    """Something outside the state steers it: every second step is told twice."""

    def play(self, state: Any, seat: str, action: Any, dice: Any) -> Played:
        self.count += 1
        played: Played = self.good.play(state, seat, action, dice)
        return replace(played, events=played.events * (1 + self.count % 2))


class AsksTheAccount(Broken):
    """Without an account the step is not made."""

    def play(self, state: Any, seat: str, action: Any, dice: Any) -> Played:
        played: Played = self.good.play(state, seat, action, dice)
        return replace(played, state=state) if dice.account is None else played


class OrderedByHash(BrokenChoices):
    """What is offered comes in the order of a set of words."""

    class choices(Choices):
        def subjects(self) -> Sequence[str]:
            return list(set(super().subjects()))


class Peep(Struct, frozen=True):
    """A view through which the whole state can be seen."""

    inner: Any
    seen: str


class ShowsAll(Broken):
    def view(self, state: Any, seat: str | None) -> Any:
        return Peep(self.good.view(state, seat), digest(state))

    def legal(self, view: Any) -> Any:
        return self.good.legal(view.inner)

    def preview(self, view: Any, action: Any) -> Any:
        return self.good.preview(view.inner, action)

    def sea(self, view: Any) -> Any:
        return self.good.sea(view.inner)

    def hints(self, view: Any, subject: str) -> Any:
        return self.good.hints(view.inner, subject)

    def foresee(self, view: Any, orders: Any) -> Any:
        return self.good.foresee(view.inner, orders)


class ThrowsApart(Broken):
    """Play throws a die of its own, and a sum is made beside the rules that odds walk."""

    def __init__(self, rules: Any, procedures: dict[str, Any]) -> None:
        super().__init__(rules)
        self.procedures = procedures

    def play(self, state: Any, seat: str, action: Any, dice: Any) -> Played:
        self._throw(dice)
        dice.reckon("beside", ())
        played: Played = self.good.play(state, seat, action, dice)
        return played

    def _throw(self, dice: Any) -> None:
        dice.roll(why="apart")


class AsksByOrders(Broken):
    """Who is asked first depends on what was ordered in secret."""

    def to_act(self, state: Any) -> tuple[str, ...]:
        seats: tuple[str, ...] = self.good.to_act(state)
        return seats[::-1] if digest(state) > "8" else seats


class RefusesByOrders(BrokenChoices):
    """A refusal is worded by what others have ordered."""

    class choices(Choices):
        def why_not(self, action: Any) -> str | None:
            why = super().why_not(action)
            return why and f"{why} ({digest(self.rules.last)[:1]})"

    def view(self, state: Any, seat: str | None) -> Any:
        self.last = state
        return self.good.view(state, seat)


class OffersByOrders(RefusesByOrders):
    """The list is in another order when others have ordered something."""

    class choices(Choices):
        def subjects(self) -> Sequence[str]:
            return super().subjects()[:: -1 if digest(self.rules.last) > "8" else 1]


class ThrowsForSecrets(Broken):
    """Behind the screen dice fall for every secret order: others see that a fence was passed."""

    def play(self, state: Any, seat: str, action: Any, dice: Any) -> Played:
        played: Played = self.good.play(state, seat, action, dice)
        if played.events and all(told.to is not None for told in played.events):
            dice.total(why="luck", secret=True)
        return played


class TellsAll(Broken):
    """What was told to one seat is told to all."""

    def play(self, state: Any, seat: str, action: Any, dice: Any) -> Played:
        played: Played = self.good.play(state, seat, action, dice)
        return replace(played, events=tuple(Told(told.event) for told in played.events))


class ShowsSecretDice(Broken):
    """Everybody is told of dice that fell behind the screen."""

    def play(self, state: Any, seat: str, action: Any, dice: Any) -> Played:
        played: Played = self.good.play(state, seat, action, dice)
        look = Look("behind the screen", "1d6", (3,), seat=seat, secret=True)
        events = [
            replace(told, event=replace(told.event, account=(look,))) if hasattr(told.event, "account") else told
            for told in played.events
        ]
        return replace(played, events=tuple(events))


class TellsTheMoverAlone(Broken):
    """Where one seat alone decides, the others hear nothing of what it does, and see it all the same."""

    def play(self, state: Any, seat: str, action: Any, dice: Any) -> Played:
        played: Played = self.good.play(state, seat, action, dice)
        if dice.throws or self.good.to_act(state) != (seat,):
            return played
        return replace(played, events=tuple(Told(told.event, (seat,)) for told in played.events))


class ImaginesOnce(Broken):
    """It always imagines the same."""

    def imagine(self, view: Any, dice: Any) -> Any:
        return self.good.imagine(view, SeededDice(b"the same"))


class ImaginesTheStart(Broken):
    """It imagines that nothing has happened yet."""

    def imagine(self, view: Any, dice: Any) -> Any:
        return self.good.setup(self.good.scenario(self.good.scenarios()[0].name, {}), SeededDice(b"start"))


class ImaginesHalf(Broken):
    """It imagines a table behind which nobody has anything."""

    def imagine(self, view: Any, dice: Any) -> Any:
        imagined = self.good.imagine(view, dice)
        return replace(imagined, table=replace(imagined.table, ships=()))


def ordered_by_hash(title: str) -> Any:
    """For another process."""
    return OrderedByHash(rules_for(title))


FIRST = TITLES[0]
