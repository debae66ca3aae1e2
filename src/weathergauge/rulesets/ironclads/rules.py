"""The age of steam as a ruleset: four phases, orders a turn ahead, and salvos that may be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.beside.hints import Foresight, Hints, Livery, Sea
from weathergauge.beside.tidings import Tiding
from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.rules import Frame
from weathergauge.procedures import Procedure
from weathergauge.ruleset import Call, Seat, Types
from weathergauge.rulesets.ironclads import annals, hints, scenarios, tidings, victory, weather, words
from weathergauge.rulesets.ironclads.actions import AnyAction, AnyEvent
from weathergauge.rulesets.ironclads.activation import Activations, Counters, Decks, Ruins
from weathergauge.rulesets.ironclads.charts import Charts, chart_set, charts
from weathergauge.rulesets.ironclads.closing import Closing
from weathergauge.rulesets.ironclads.command import Commands
from weathergauge.rulesets.ironclads.imagining import imagined
from weathergauge.rulesets.ironclads.scenarios import Scenario
from weathergauge.rulesets.ironclads.state import Choosing, Secret, Settings, State, Table, View, replace
from weathergauge.rulesets.ironclads.terms import SIDES, Side


class Ironclads(Frame[State, View, AnyAction]):
    """The ruleset of steam, iron and torpedoes."""

    name = "ironclads"
    version = 4
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    headings = annals.HEADINGS
    settings = Settings
    charts: Charts = charts()
    chart_set: Mapping[str, Chart[Any]] = chart_set()
    sides: Mapping[Seat, str] = words.SIDE_WORDS
    liveries: Mapping[Seat, Livery] = words.LIVERIES
    library = scenarios.LIBRARY
    words = words
    chapters = (
        weather.Leading,  # phase 1: initiative and weather
        Commands,  # phase 2: orders
        Activations,  # phase 3: ships move and fire
        Counters,
        Decks,
        Ruins,
        Closing,  # phase 4: repairs, and whether contact holds
    )

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        from weathergauge.rulesets.ironclads.procedures import PROCEDURES

        return PROCEDURES

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        """The ships in their places, and the first turn's initiative thrown for."""
        state = scenarios.set_out(scenario, self.charts, dice)
        winner = weather.initiative(state.table, dice)
        # Whose each die was can be read from what it was for: the state of a record made before has no more.
        thrown = tuple([replace(look, seat=None) for look in dice.take_account()])
        return state.with_phase(Choosing(winner, thrown))

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        return scenarios.sheets(scenario)

    def score(self, table: Table) -> Mapping[Side, int]:
        return victory.score(table)

    def preview(self, view: View, action: AnyAction) -> tuple[Call, ...]:
        from weathergauge.rulesets.ironclads.procedures import calls

        return calls(view, action, self.charts)

    def sea(self, view: View) -> Sea:
        return hints.sea(view.table, self.charts)

    def hints(self, view: View, subject: str) -> Hints:
        return hints.hints(view.table, subject, self.charts)

    def foresee(self, view: View, orders: Sequence[AnyAction]) -> Foresight:
        return hints.foresee(view.table, orders, self.charts)

    def measures(self, state: State) -> Measures:
        return annals.measures(state.table)

    def entries(self, before: State, after: State, events: Sequence[Any]) -> Sequence[Entry]:
        return tuple(annals.entries(after.table, events))

    def tiding(self, event: Any) -> Tiding:
        return tidings.tiding(event)

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        return imagined(table, side, dice)


RULES = Ironclads()
