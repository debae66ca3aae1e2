"""A title that has all that the house can show: what boards draw, books, dispatches, sheets and odds of every order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar

from weathergauge.beside.annals import Entry, Measures
from weathergauge.beside.hints import Foresight, Hints, Sea
from weathergauge.beside.standing import Stood
from weathergauge.beside.tidings import Tiding
from weathergauge.frame import ahead
from weathergauge.frame.rules import Frame
from weathergauge.frame.table import Position, View
from weathergauge.procedures import Procedure
from weathergauge.ruleset import Action, Call

S = TypeVar("S", bound=Position[Any, Any])
V = TypeVar("V", bound=View[Any, Any, Any])
A = TypeVar("A", bound=Action)


class Board(Protocol):
    """The file of what boards draw of a view."""

    def sea(self, view: Any, world: Any, /) -> Sea: ...
    def hints(self, view: Any, subject: str, world: Any, /) -> Hints: ...
    def foresee(self, view: Any, orders: Sequence[Any], world: Any, /) -> Foresight: ...


class Annals(Protocol):
    """The file of a title's books."""

    @property
    def HEADINGS(self) -> Sequence[str]: ...

    def measures(self, state: Any, /) -> Measures: ...
    def entries(self, before: Any, after: Any, events: Sequence[Any], /) -> Iterable[Entry]: ...


class Tidings(Protocol):
    """The file of what events are worth telling of afterwards."""

    def tiding(self, event: Any, /) -> Tiding: ...


class FleetFile(Protocol):
    """The file of what ships do by themselves, where a title has fleets."""

    def stage(self, table: Any, /) -> str: ...
    def stand(self, view: Any, orders: Any, choices: Any, world: Any, /) -> Stood: ...
    def in_words(self, view: Any, orders: Any, /) -> tuple[str, ...]: ...


class Resolutions(Protocol):
    """The file of a title's procedures, and of the calls of its orders."""

    def procedures(self, world: Any, /) -> Mapping[str, Procedure]: ...
    def calls(self, view: Any, action: Any, world: Any, /) -> tuple[Call, ...]: ...


class Furnished(Frame[S, V, A], Generic[S, V, A]):
    """Chapters, scenarios and words, and beside them a file for each other thing that a title is asked for."""

    board: Board | None = None
    """None where nothing is drawn but counters."""
    annals: Annals
    tidings: Tidings
    fleet: FleetFile | None = None
    """None where its standing orders are not those of a fleet."""
    resolving: str
    """Where its `Resolutions` are, by name: they are read when they are first asked for, so that commands begin quickly."""

    @property
    def headings(self) -> Sequence[str]:  # type: ignore[override]  # they are the annals' own
        return self.annals.HEADINGS

    @cached_property
    def resolutions(self) -> Resolutions:
        resolutions: Any = import_module(self.resolving)
        return resolutions  # type: ignore[no-any-return]

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        return self.resolutions.procedures(self.world)

    def preview(self, view: V, action: A) -> tuple[Call, ...]:
        return self.resolutions.calls(view, action, self.world)

    def sea(self, view: V) -> Sea:
        return super().sea(view) if self.board is None else self.board.sea(view, self.world)

    def hints(self, view: V, subject: str) -> Hints:
        return super().hints(view, subject) if self.board is None else self.board.hints(view, subject, self.world)

    def foresee(self, view: V, orders: Sequence[A]) -> Foresight:
        return super().foresee(view, orders) if self.board is None else self.board.foresee(view, orders, self.world)

    def measures(self, state: S) -> Measures:
        return self.annals.measures(state)

    def entries(self, before: S, after: S, events: Sequence[Any]) -> Sequence[Entry]:
        return tuple(self.annals.entries(before, after, events))

    def tiding(self, event: Any) -> Tiding:
        return self.tidings.tiding(event)

    def stage(self, view: V) -> str:
        return super().stage(view) if self.fleet is None else self.fleet.stage(view.table)

    def stand_by(self, view: V, orders: Any) -> Any:
        return super().stand_by(view, orders) if self.fleet is None else ahead.held(view.table, view.seat, orders)

    def stand(self, view: V, orders: Any, heard: Sequence[object]) -> Stood:
        if self.fleet is None:
            return super().stand(view, orders, heard)
        return self.fleet.stand(view, orders, self.legal(view), self.world)

    def stand_in_words(self, view: V, orders: Any) -> tuple[str, ...]:
        told = () if self.fleet is None else self.fleet.in_words(view, orders)
        return told or super().stand_in_words(view, orders)
