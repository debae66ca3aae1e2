"""The ship-to-ship action as a ruleset: the sequence of play, and the files of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from weathergauge.beside.hints import Livery
from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.chapter import Page
from weathergauge.frame.furnished import Furnished
from weathergauge.ruleset import Seat, Types
from weathergauge.rulesets.wsim import annals, hints, scenarios, standing, tidings, victory, words
from weathergauge.rulesets.wsim.actions import AnyAction, AnyEvent
from weathergauge.rulesets.wsim.charts import Charts, chart_set, charts
from weathergauge.rulesets.wsim.imagining import imagined
from weathergauge.rulesets.wsim.scenarios import Scenario
from weathergauge.rulesets.wsim.state import Seated, Secret, Settings, State, Table, View, Writing
from weathergauge.rulesets.wsim.steps import Boarding, Combat, Fending, Grappling, Loading, Notation, Unfouling
from weathergauge.rulesets.wsim.terms import SIDES, Side
from weathergauge.rulesets.wsim.turning import Turn
from weathergauge.rulesets.wsim.writing import Written


class WoodenShips(Furnished[State, View, AnyAction]):
    """The ruleset of the ship-to-ship action."""

    name = "wsim"
    version = 3
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    settings = Settings
    charts: Charts = charts()
    chart_set: Mapping[str, Chart[Any]] = chart_set()
    sides: Mapping[Seat, str] = words.SIDE_WORDS
    liveries: Mapping[Seat, Livery] = words.LIVERIES
    over = "the action is over"
    library = scenarios.LIBRARY
    words = words
    board = hints
    annals = annals
    tidings = tidings
    fleet = standing
    standing = standing.StandingOrders
    resolving = "weathergauge.rulesets.wsim.procedures"
    chapters = (
        Turn,  # A and B: the wind, and signals that arrive
        Unfouling,  # C
        Notation,  # D and E: logs written, ships moved
        Grappling,  # F
        Fending,
        Boarding,  # G
        Combat,  # H and I: gunnery, then melees
        Loading,  # J and K
    )

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

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        """Any loads and orders that a side could have."""
        page = self.page(table)
        file = page.first.file if page is not None and isinstance(page.first, Written) else None
        return imagined(table, side, file, self.charts, dice)


RULES = WoodenShips()
