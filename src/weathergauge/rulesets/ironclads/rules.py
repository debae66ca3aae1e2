"""The age of steam as a ruleset: four phases, orders a turn ahead, and salvos that may be answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from weathergauge.beside.hints import Livery
from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.furnished import Furnished
from weathergauge.ruleset import Seat, Types
from weathergauge.rulesets.ironclads import annals, hints, scenarios, standing, tidings, victory, weather, words
from weathergauge.rulesets.ironclads.actions import AnyAction, AnyEvent
from weathergauge.rulesets.ironclads.activation import Activations, Counters, Decks, Ruins
from weathergauge.rulesets.ironclads.charts import Charts, chart_set, charts
from weathergauge.rulesets.ironclads.closing import Closing
from weathergauge.rulesets.ironclads.command import Commands
from weathergauge.rulesets.ironclads.imagining import imagined
from weathergauge.rulesets.ironclads.scenarios import Scenario
from weathergauge.rulesets.ironclads.state import Choosing, Secret, Settings, State, Table, View, replace
from weathergauge.rulesets.ironclads.terms import SIDES, Side


class Ironclads(Furnished[State, View, AnyAction]):
    """The ruleset of steam, iron and torpedoes."""

    name = "ironclads"
    version = 4
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    settings = Settings
    charts: Charts = charts()
    chart_set: Mapping[str, Chart[Any]] = chart_set()
    sides: Mapping[Seat, str] = words.SIDE_WORDS
    liveries: Mapping[Seat, Livery] = words.LIVERIES
    library = scenarios.LIBRARY
    words = words
    board = hints
    annals = annals
    tidings = tidings
    fleet = standing
    standing = standing.StandingOrders
    resolving = "weathergauge.rulesets.ironclads.procedures"
    chapters = (
        weather.Leading,  # phase 1: initiative and weather
        Commands,  # phase 2: orders
        Activations,  # phase 3: ships move and fire
        Counters,
        Decks,
        Ruins,
        Closing,  # phase 4: repairs, and whether contact holds
    )

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

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        return imagined(table, side, dice)


RULES = Ironclads()
