"""A furnished title: each file beside its rules is asked with the title's own charts."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from tests.frame import pilots
from tests.frame.pilots import AnyAction, Harbour, Harbours, View
from weathergauge.beside.annals import Entry
from weathergauge.beside.hints import Foresight, Hints, Sea
from weathergauge.beside.tidings import NEWS
from weathergauge.frame.furnished import Furnished
from weathergauge.throwing import ScriptedDice


class Drawn:
    """Buoys are drawn, one for each chart."""

    def sea(self, view: View, charts: Any) -> Sea:
        return Sea(figures={"buoys": len(charts)})

    def hints(self, view: View, subject: str, charts: Any) -> Hints:
        return Hints(ways={subject: charts[0]})

    def foresee(self, view: View, orders: Sequence[Any], charts: Any) -> Foresight:
        return Foresight(met=tuple(charts))


class Lit(Furnished[Harbour, View, AnyAction], Harbours):  # type: ignore[override]  # procedures are a file's now
    """A harbour with a board, books and dispatches."""

    charts = ("inner", "outer")  # type: ignore[assignment]  # any value will do for charts
    board = Drawn()
    annals = SimpleNamespace(
        HEADINGS=("Pilots",),
        measures=lambda state: {"pilots": {"red": state.table.pilots}},
        entries=lambda before, after, events: iter([Entry("Pilots", "red", "set down", len(events))]),
    )
    tidings = SimpleNamespace(tiding=lambda event: NEWS)


START = pilots.RULES.setup(None, ScriptedDice(()))


def test_a_board_is_asked_with_what_the_title_is_played_by():
    """What is drawn of every view, of a subject and of orders in the making all comes from the board's file."""
    rules: Any = Lit()
    view = rules.view(START, "red")
    assert rules.sea(view) == Sea(figures={"buoys": 2})
    assert rules.hints(view, "red") == Hints(ways={"red": "inner"})
    assert rules.foresee(view, ()) == Foresight(met=("inner", "outer"))


def test_a_title_without_a_board_draws_nothing():
    """A title may have books and dispatches, and be played on the plain board all the same."""

    class Plain(Lit):
        board = None  # type: ignore[assignment]  # it has none any more

    rules: Any = Plain()
    view = rules.view(START, "red")
    assert (rules.sea(view), rules.hints(view, "red"), rules.foresee(view, ())) == (Sea(), Hints(), Foresight())


def test_books_and_dispatches_are_the_files_own():
    """Headings, measures and entries come from the annals, and what an event is worth telling from the tidings."""
    rules: Any = Lit()
    assert rules.headings == ("Pilots",)
    assert rules.measures(START) == {"pilots": {"red": 0}}
    assert rules.entries(START, START, ["one", "two"]) == (Entry("Pilots", "red", "set down", 2),)
    assert rules.tiding("anything") is NEWS
