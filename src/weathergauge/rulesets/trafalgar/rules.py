"""The fleet action as a ruleset: the order of its turn, and the chapters that play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from weathergauge.beside.standing import FleetOrders
from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.furnished import Furnished
from weathergauge.ruleset import Seat, Types
from weathergauge.rulesets.trafalgar import annals, hints, scenarios, standing, tidings, victory, words
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


class Trafalgar(Furnished[State, View, AnyAction]):
    """The ruleset of the fast fleet action."""

    name = "trafalgar"
    version = 2
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    settings = Settings
    charts: Charts = charts()
    chart_set: Mapping[str, Chart[Any]] = chart_set()
    sides: Mapping[Seat, str] = words.SIDE_WORDS
    library = scenarios.LIBRARY
    words = words
    board = hints
    annals = annals
    tidings = tidings
    fleet = standing
    standing = FleetOrders
    resolving = "weathergauge.rulesets.trafalgar.procedures"
    chapters = (
        Moves,  # 1 and 2, the Allies first
        Broadsides,  # 3 and 4, the British first
        Boardings,  # 5
        Fights,
        Grapples,  # 6
        Drifts,  # 7
    )

    def order(self) -> Sequence[str]:
        return tuple(self.charts.turn_sequence.cells.values())

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        return scenarios.set_out(scenario)

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        return scenarios.sheets_of(scenario)

    def warn(self, view: View, action: AnyAction) -> str:
        return hints.warning(view, action, self.charts)

    def score(self, table: Table) -> Mapping[Side, int]:
        return victory.score(table)

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        """Wishes that a side may have written, where both are writing."""
        page = self.page(table)
        return page.first.imagined(table, side, dice) if page and isinstance(page.first, Wishes) else NOTHING


RULES = Trafalgar()
