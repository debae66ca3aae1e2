"""The ship-to-ship action as a ruleset: the sequence of play, and the files of its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.beside.hints import Foresight, Hints, Livery, Sea
from weathergauge.beside.tidings import Tiding
from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.chapter import Page
from weathergauge.frame.rules import Frame
from weathergauge.procedures import Procedure
from weathergauge.ruleset import Call, Seat, Types
from weathergauge.rulesets.wsim import (
    annals,
    boarding,
    fending,
    grappling,
    gunnery,
    hints,
    loading,
    melee,
    notation,
    sailing,
    scenarios,
    tidings,
    unfouling,
    victory,
    words,
)
from weathergauge.rulesets.wsim.actions import (
    AnyAction,
    AnyEvent,
    Cut,
    Fend,
    Fire,
    Grapple,
    Load,
    Man,
    Party,
    Plot,
    Repair,
    Sails,
    Signal,
    Tow,
    Unfoul,
)
from weathergauge.rulesets.wsim.charts import Charts, chart_set, charts
from weathergauge.rulesets.wsim.imagining import imagined
from weathergauge.rulesets.wsim.scenarios import Scenario
from weathergauge.rulesets.wsim.state import Seated, Secret, Settings, State, Table, View, Writing
from weathergauge.rulesets.wsim.terms import SIDES, Side
from weathergauge.rulesets.wsim.turning import Turn
from weathergauge.rulesets.wsim.writing import Written


class WoodenShips(Frame[State, View, AnyAction]):
    """The ruleset of the ship-to-ship action."""

    name = "wsim"
    version = 3
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    headings = annals.HEADINGS
    settings = Settings
    charts: Charts = charts()
    chart_set: Mapping[str, Chart[Any]] = chart_set()
    sides: Mapping[Seat, str] = words.SIDE_WORDS
    liveries: Mapping[Seat, Livery] = words.LIVERIES
    over = "the action is over"
    library = scenarios.LIBRARY
    words = words
    chapters = (
        Turn,  # A and B
        partial(Written, "unfouling", unfouling, (Unfoul, Cut), unfouling.resolve, after=unfouling.checks),  # C
        partial(Written, "notation", notation, (Plot, Signal, Tow), sailing.resolve),  # D and E
        partial(Written, "grappling", grappling, (Grapple,), grappling.resolve),  # F
        partial(Written, "fending", fending, (Fend,), fending.resolve),
        partial(Written, "boarding", boarding, (Party, Man), boarding.resolve),  # G
        partial(Written, "combat", gunnery, (Fire,), gunnery.resolve, after=melee.fight),  # H and I
        partial(Written, "loading", loading, (Load, Repair, Sails), loading.resolve),  # J and K
    )

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        from weathergauge.rulesets.wsim.procedures import PROCEDURES

        return PROCEDURES

    def page(self, table: Table) -> Page[State, Seated, AnyAction] | None:
        """What is open in the step that is being written."""
        phase = table.phase
        return self.pages[phase.step] if isinstance(phase, Writing) else None

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        return scenarios.set_out(scenario, self.charts, dice)

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        return scenarios.sheets(scenario)

    def score(self, table: Table) -> Mapping[Side, int]:
        return victory.score(table, self.charts)

    def preview(self, view: View, action: AnyAction) -> tuple[Call, ...]:
        from weathergauge.rulesets.wsim.procedures import calls

        return calls(view, action, self.charts)

    def sea(self, view: View) -> Sea:
        return hints.sea(view, self.charts)

    def hints(self, view: View, subject: str) -> Hints:
        return hints.hints(view, subject, self.charts)

    def foresee(self, view: View, orders: Sequence[AnyAction]) -> Foresight:
        return hints.foresee(view, orders, self.charts)

    def measures(self, state: State) -> Measures:
        return annals.measures(state.table)

    def entries(self, before: State, after: State, events: Sequence[Any]) -> Sequence[Entry]:
        return tuple(annals.entries(after.table, events))

    def tiding(self, event: Any) -> Tiding:
        return tidings.tiding(event)

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        """Any loads and orders that a side could have."""
        page = self.page(table)
        file = page.first.file if page is not None and isinstance(page.first, Written) else None
        return imagined(table, side, file, self.charts, dice)


RULES = WoodenShips()
