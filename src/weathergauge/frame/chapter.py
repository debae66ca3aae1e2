"""A chapter of the rules: what may be ordered while it is open, why not, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from weathergauge.dice import Dice
from weathergauge.frame.events import Committed, Ready
from weathergauge.frame.table import Closed as Closed
from weathergauge.frame.table import Position, Seated, View, Written
from weathergauge.languages import said
from weathergauge.ruleset import TABLE, Action, Form, Refused, Seat

S = TypeVar("S", bound=Position[Any, Any])
At = TypeVar("At", bound=Seated[Any, Any, Any])
Charts = TypeVar("Charts")
Act = TypeVar("Act", bound=Action)

STEP = "step"
"""The subject of what a whole side decides, such as to end a step, beside its ships."""


class Chapter(Generic[S, At, Charts, Act], metaclass=Written):
    """What is ordered in some phases of a turn, and what comes of it; made once, for the charts that are played by.

    All that a player is offered or refused comes from his view. A chapter is asked only about phases of its own and orders
    that it takes, and only by a side that is to decide.
    """

    phases: tuple[Hashable, ...] = ()
    """The phases that it is open in, by type, or as `Frame.page` looks them up."""
    steps: tuple[str, ...] = ()
    """The steps of the sequence that it belongs to; of several chapters the first begins the step."""
    takes: tuple[type[Action], ...] | None = ()
    """The orders that it takes, beside the one that ends the step; None is all that no other chapter takes."""
    ends: Action | None = None
    """The order of a side that has nothing more to order, where there is one."""
    sifts = False
    """Whether a subject that has nothing to order is left out; what each may order is then worked out only once."""

    def __init__(self, charts: Charts) -> None:
        self.charts = charts

    def step(self, phase: Any) -> str:
        """The step that the phase is part of."""
        return self.steps[0] if self.steps else ""

    def begin(self, state: S, step: str, dice: Dice) -> S | Closed[S]:
        """Do what needs no decision, and set a phase where one is needed."""
        return Closed(state)

    def acting(self, table: Any) -> tuple[Seat, ...]:
        """Who must decide now, from the table alone."""
        return (table.phase.side,)

    def now(self, view: View[Any, Any, Any]) -> str:
        """What is being done now, in words."""
        raise NotImplementedError

    def not_now(self, view: View[Any, Any, Any]) -> str:
        """Refuse an order of another time."""
        return said("that is not done now: {now}", now=self.now(view))

    def subjects(self, at: At) -> Sequence[str]:
        """What can be ordered now, one ship at a time."""
        return ()

    def of(self, at: At, subject: str) -> Sequence[Act]:
        """The orders of one subject; for free moves a sample."""
        return ()

    def forms(self, at: At) -> Sequence[Form]:
        """Free moves with their limits."""
        return ()

    def why_not(self, at: At, action: Act) -> str | None:
        """None when the order may be given, else the sentence the player reads."""
        return None

    def play(self, state: S, side: Any, action: Act, dice: Dice) -> S | Closed[S]:
        """Carry out an order."""
        raise NotImplementedError

    def end(self, state: S, side: Any, dice: Dice) -> S | Closed[S]:
        """Carry out what a side leaves to the rules by ending the step."""
        return Closed(state)

    def proceed(self, state: S, dice: Dice) -> S | Closed[S]:
        """Carry out what all have committed to."""
        raise Refused("there is nothing to proceed with")


class Secretly(Chapter[S, At, Charts, Act]):
    """A chapter in which several sides decide at once; what they have decided is carried out when all are ready."""

    ends: Action | None = Ready()

    def acting(self, table: Any) -> tuple[Seat, ...]:
        waited: tuple[Seat, ...] = table.phase.undecided(table.sides)
        return waited or (TABLE,)

    def end(self, state: S, side: Any, dice: Dice) -> S | Closed[S]:
        """Note that a side is ready."""
        dice.tell(Committed(side))
        return state.with_phase(state.table.phase.decided(side, state.table.sides))

    def proceed(self, state: S, dice: Dice) -> S | Closed[S]:
        raise NotImplementedError


class Page(Generic[S, At, Act]):
    """What is open in a phase: one chapter, which knows whose turn it is and what is played by, and others that take
    orders of other kinds."""

    def __init__(self, chapters: Sequence[Chapter[S, At, Any, Act]]) -> None:
        self.first, self.chapters, self.charts = chapters[0], tuple(chapters), chapters[0].charts
        self.ends, self.sifts, self.acting = self.first.ends, self.first.sifts, self.first.acting
        self.ending = None if self.ends is None else type(self.ends)
        self.takers: dict[type, Chapter[S, At, Any, Act]] = {
            kind: chapter for chapter in chapters for kind in chapter.takes or ()
        }
        self.rest = next((chapter for chapter in chapters if chapter.takes is None), None)
        self.others = self.chapters[1:]
        alone = not self.others
        self.subjects: Callable[[At], Sequence[str]] = self.first.subjects if alone else self._subjects
        self.of: Callable[[At, str], Sequence[Act]] = self.first.of if alone else self._of

    def _subjects(self, at: At) -> Sequence[str]:
        subjects = self.first.subjects(at)
        for chapter in self.others:
            if more := chapter.subjects(at):
                subjects = [*subjects, *[subject for subject in more if subject not in subjects]]
        return subjects

    def _of(self, at: At, subject: str) -> Sequence[Act]:
        orders = self.first.of(at, subject)
        for chapter in self.others:
            if more := chapter.of(at, subject):
                orders = [*orders, *more]
        return orders


class Choices(Generic[At, Act]):
    """What a seat may do now, from its view alone; `page` is what is open, and None when it is all over."""

    __slots__ = ("_found", "at", "over", "page", "view")

    def __init__(self, view: View[Any, Any, Any], page: Page[Any, At, Act] | None, over: str) -> None:
        self.view, self.page, self.over = view, page, over
        self.at: At | None = None
        if page is not None and view.own is not None and view.seat in page.acting(view.table):
            self.at = view  # type: ignore[assignment]  # it has a seat and a secret
        self._found: dict[str, Sequence[Act]] = {}

    def __iter__(self) -> Iterator[Act]:
        for subject in self.subjects():
            yield from self.of(subject)

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def subjects(self) -> Sequence[str]:
        """What can be ordered now, and `step` where the whole side has something to decide."""
        at, page = self.at, self.page
        if at is None or page is None:
            return ()
        subjects = page.subjects(at)
        if page.sifts:
            for subject in subjects:
                if orders := page.of(at, subject):
                    self._found[subject] = orders
            subjects = [*self._found]
        return subjects if page.ends is None else (*subjects, STEP)

    def of(self, subject: str) -> Sequence[Act]:
        """The orders of one subject; for free moves a sample."""
        at, page = self.at, self.page
        if at is None or page is None:
            return ()
        if subject == STEP and page.ends is not None:
            return (page.ends,)  # type: ignore[return-value]  # it is one of the orders of this table
        orders = self._found.get(subject)
        return page.of(at, subject) if orders is None else orders

    def forms(self) -> Sequence[Form]:
        """Free moves with their limits."""
        if self.at is None or self.page is None:
            return ()
        return [form for chapter in self.page.chapters for form in chapter.forms(self.at)]

    def why_not(self, action: Any) -> str | None:
        """None when the action is legal, else the sentence the player reads."""
        page = self.page
        if page is None:
            return self.over
        if self.at is None:
            return said("it is not your turn: {now}", now=page.first.now(self.view))
        kind = type(action)
        if kind is page.ending:
            return None
        chapter = page.takers.get(kind, page.rest)
        if chapter is None:
            return page.first.not_now(self.view)
        return chapter.why_not(self.at, action)
