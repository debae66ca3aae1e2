"""A ruleset made of chapters: what is the same in every title is done here, so that a title says only what is its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, get_args, get_origin

from weathergauge.dice import Dice
from weathergauge.files.library import Library
from weathergauge.frame.chapter import Chapter, Choices, Closed, Page
from weathergauge.frame.events import Ended
from weathergauge.frame.sequence import Steps
from weathergauge.frame.table import Over, Position, Seated, View
from weathergauge.ruleset import Action, Card, Played, Proceed, Refused, Result, Ruleset, Seat

S = TypeVar("S", bound=Position[Any, Any])
V = TypeVar("V", bound=View[Any, Any, Any])
A = TypeVar("A", bound=Action)


class Scenarios(Protocol):
    """Where the scenarios of a title are found."""

    def cards(self) -> Sequence[Card]: ...
    def read(self, name: str, /) -> Any: ...
    def with_settings(self, scenario: Any, settings: Mapping[str, Any], /) -> Any: ...


class Words(Protocol):
    """The sentences of a title."""

    def told(self, table: Any, event: Any, /) -> str: ...
    def ordered(self, table: Any, action: Any, /) -> str: ...
    def called(self, table: Any, id: str, /) -> str: ...


class Frame(Ruleset[S, A, V], Generic[S, V, A]):
    """A title's chapters in the order of its turn, its scenarios and its words."""

    chapters: tuple[Callable[[Any], Chapter[S, Any, Any, Any]], ...]
    """The first that is open in a phase knows whose turn it is; the first that names a step begins it."""
    words: Words
    over = "the battle is over"
    """Why nothing may be done any more."""

    @property
    @abstractmethod
    def library(self) -> Scenarios: ...

    def order(self) -> Iterable[str]:
        """The steps of a turn as they are printed; where nothing is said, those of the chapters."""
        return dict.fromkeys(step for chapter in self.book for step in chapter.steps)

    @abstractmethod
    def score(self, table: Any) -> Mapping[Any, int]:
        """What each side has won."""

    @abstractmethod
    def imagined(self, table: Any, side: Any, dice: Dice) -> Any:
        """A secret that a side could have, as far as the table shows."""

    @property
    def world(self) -> Any:
        """What chapters are played by: the charts, and for titles of a series all else in which they differ."""
        return self.charts

    @cached_property
    def book(self) -> tuple[Chapter[S, Any, Any, Any], ...]:
        """The chapters, for the charts and values that are played by."""
        return tuple([chapter(self.world) for chapter in self.chapters])

    @cached_property
    def pages(self) -> Mapping[Hashable, Page[S, Any, A]]:
        """What is open in each phase; nothing in one in which all is over."""
        phases = dict.fromkeys(phase for chapter in self.book for phase in chapter.phases)
        return {phase: Page([chapter for chapter in self.book if phase in chapter.phases]) for phase in phases}

    @cached_property
    def steps(self) -> Steps[S]:
        return Steps(tuple(self.order()), self.book)

    def page(self, table: Any) -> Page[S, Any, A] | None:
        """What is open now; chapters name their phases by type, unless a title looks them up in another way."""
        kind: type = type(table.phase)
        return self.pages.get(kind)

    def scenarios(self) -> Sequence[Card]:
        return self.library.cards()

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Any:
        return self.library.with_settings(self.library.read(name), settings)

    @property
    def reads_files(self) -> bool:
        return isinstance(self.library, Library)

    def scenario_from(self, written: str, name: str, settings: Mapping[str, Any]) -> Any:
        """The scenario in the text of a file; a Faulty error names every problem by its line."""
        if not isinstance(self.library, Library):
            return super().scenario_from(written, name, settings)
        return self.library.with_settings(self.library.from_text(written, name), settings)

    def card(self, scenario: Any) -> Card:
        return self.library.card(scenario) if isinstance(self.library, Library) else super().card(scenario)

    def to_act(self, state: S) -> tuple[Seat, ...]:
        page = self.page(state.table)
        return () if page is None else page.acting(state.table)

    @property
    def view_type(self) -> Any:
        """The view that the title named as it made itself of this frame."""
        bases: tuple[Any, ...] = getattr(type(self), "__orig_bases__", ())
        return next(get_args(base)[1] for base in bases if issubclass(get_origin(base) or object, Frame))

    def view(self, state: S, seat: Seat | None) -> V:
        if seat is not None and seat in state.table.sides:
            return Seated(state.table, seat, state.secret(seat))  # type: ignore[return-value]  # it is of this table
        return View(state.table, None, None)  # type: ignore[return-value]

    def legal(self, view: V) -> Choices[Any, A]:
        return Choices(view, self.page(view.table), self.over)

    def play(self, state: S, seat: Seat, action: A, dice: Dice) -> Played:
        """Carry out a legal action, and go on until somebody has to decide."""
        page = self.page(state.table)
        if page is None:
            raise Refused(self.over)
        kind = type(action)
        if kind is Proceed:
            after = page.first.proceed(state, dice)
        elif kind is page.ending:
            after = page.first.end(state, seat, dice)
        else:
            chapter = page.takers.get(kind, page.rest)
            if chapter is None:
                raise Refused(page.first.not_now(self.view(state, seat)))
            after = chapter.play(state, seat, action, dice)
        if isinstance(after, Closed):
            after = self.go_on(after.state, page.first.step(state.table.phase), dice)
        if isinstance(over := after.table.phase, Over):
            dice.tell(Ended(over.winner or "", over.reason))
        return Played(after, dice.events())

    def go_on(self, state: S, step: str, dice: Dice) -> S:
        """Go on from a step that is done to the next in which somebody must decide."""
        return self.steps.after(state, step, dice)

    def now(self, view: V) -> str:
        """What is being done now, in words."""
        page = self.page(view.table)
        return self.over if page is None else page.first.now(view)

    def result(self, state: S) -> Result | None:
        phase = state.table.phase
        if not isinstance(phase, Over):
            return None
        return Result(
            phase.winner, phase.reason, {str(side): points for side, points in self.score(state.table).items()}
        )

    def imagine(self, view: V, dice: Dice) -> S:
        """The table, the seat's own secret, and for whoever else plays any secret that fits the table."""
        one, other = (
            view.own if side == view.seat and view.own is not None else self.imagined(view.table, side, dice)
            for side in view.table.sides
        )
        state: S = self.types.state.of(view.table, one, other)
        return state

    def tell(self, state: S, event: Any) -> str:
        return self.words.told(state.table, event)

    def say(self, view: V, action: A) -> str:
        """An order as a sentence."""
        return self.words.ordered(view.table, action)

    def subject(self, view: V, id: str) -> str:
        """What can be ordered, as a player calls it."""
        return self.words.called(view.table, id)
