"""A captain's judgement for the fleet action: where to steer, whom to fire at, when to board and when to part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.reasons import Reason
from weathergauge.bots.tempers import ORDINARY, Tempers
from weathergauge.bots.trafalgar.guns import best_fire
from weathergauge.bots.trafalgar.hands import board, grapple_or_part, pick
from weathergauge.bots.trafalgar.steer import Helmsman
from weathergauge.bots.trafalgar.temper import Temper
from weathergauge.rulesets.trafalgar.actions import AnyAction
from weathergauge.rulesets.trafalgar.charts import charts
from weathergauge.rulesets.trafalgar.state import Boarding, Firing, Grappling, Melee, Moving, View


class Judgement:
    """Decides one order at a time, from the table and its own side's secret orders."""

    def __init__(self, temper: str = ORDINARY) -> None:
        self.charts = charts()
        self.tempers = Tempers("trafalgar", Temper, temper)
        self.helmsman = Helmsman(self.charts, self.tempers.of)
        self._reason: Reason | None = None

    def order(self, view: View, choices: Any) -> AnyAction | None:
        self._reason = None
        match view.table.phase:
            case Moving():
                order, self._reason = self.helmsman.order(view.table)
                return order
            case Firing():
                return best_fire(view.table, choices, self.charts)
            case Boarding():
                return board(view, choices, self.charts)
            case Grappling():
                return grapple_or_part(view, choices, self.charts)
            case Melee():
                return pick(view, choices, self.charts)
        return None

    def heard(self, events: Sequence[Any]) -> None:
        """Everything it needs is on the table."""

    def why(self) -> Reason | None:
        """The plan, and the courses weighed against the one that was ordered; fire and boarding go by their odds."""
        return self._reason


def judgement(temper: str = ORDINARY) -> Judgement:
    return Judgement(temper)
