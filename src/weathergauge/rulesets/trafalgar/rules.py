"""The fleet action as a ruleset: the order of its turn, and the chapters that play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.beside.hints import Foresight, Hints, Sea
from weathergauge.beside.tidings import Tiding
from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.rules import Frame
from weathergauge.procedures import Procedure
from weathergauge.ruleset import Call, Seat, Types
from weathergauge.rulesets.trafalgar import annals, hints, scenarios, tidings, victory, words
from weathergauge.rulesets.trafalgar.actions import AnyAction, AnyEvent
from weathergauge.rulesets.trafalgar.boarding import Boardings, Fights
from weathergauge.rulesets.trafalgar.charts import Charts, chart_set, charts
from weathergauge.rulesets.trafalgar.drifting import Drifts
from weathergauge.rulesets.trafalgar.grappling import Grapples
from weathergauge.rulesets.trafalgar.gunnery import Broadsides
from weathergauge.rulesets.trafalgar.helm import Moves
from weathergauge.rulesets.trafalgar.scenarios import Scenario
from weathergauge.rulesets.trafalgar.state import NOTHING, SIDES, Secret, Settings, Side, State, Table, View
from weathergauge.rulesets.trafalgar.wishes import Wishes


class Trafalgar(Frame[State, View, AnyAction]):
    """The ruleset of the fast fleet action."""

    name = "trafalgar"
    version = 2
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    headings = annals.HEADINGS
    settings = Settings
    charts: Charts = charts()
    chart_set: Mapping[str, Chart[Any]] = chart_set()
    sides: Mapping[Seat, str] = words.SIDE_WORDS
    library = scenarios.LIBRARY
    words = words
    chapters = (
        Moves,  # 1 and 2, the Allies first
        Broadsides,  # 3 and 4, the British first
        Boardings,  # 5
        Fights,
        Grapples,  # 6
        Drifts,  # 7
    )

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        from weathergauge.rulesets.trafalgar.procedures import PROCEDURES

        return PROCEDURES

    def order(self) -> Sequence[str]:
        return tuple(self.charts.turn_sequence.cells.values())

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        return scenarios.set_out(scenario)

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        return scenarios.sheets_of(scenario)

    def score(self, table: Table) -> Mapping[Side, int]:
        return victory.score(table)

    def preview(self, view: View, action: AnyAction) -> tuple[Call, ...]:
        from weathergauge.rulesets.trafalgar.procedures import calls

        return calls(view.table, action, self.charts)

    def sea(self, view: View) -> Sea:
        return hints.sea(view.table, self.charts)

    def hints(self, view: View, subject: str) -> Hints:
        return hints.hints(view.table, subject, self.charts)

    def foresee(self, view: View, orders: Sequence[AnyAction]) -> Foresight:
        return hints.foresee(view.table, orders, self.charts)

    def measures(self, state: State) -> Measures:
        return annals.measures(state.table)

    def entries(self, before: State, after: State, events: Sequence[Any]) -> Sequence[Entry]:
        return tuple(annals.entries(before.table, after.table, events))

    def tiding(self, event: Any) -> Tiding:
        return tidings.tiding(event)

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        """Wishes that a side may have written, where both are writing."""
        page = self.page(table)
        return page.first.imagined(table, side, dice) if page and isinstance(page.first, Wishes) else NOTHING


RULES = Trafalgar()
