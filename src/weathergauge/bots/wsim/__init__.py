"""A captain's judgement for the ship-to-ship action: where to steer, whom to fire at, when to board and when to part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.wsim import hands
from weathergauge.bots.wsim.steer import plan
from weathergauge.bots.wsim.watch import CAPTAIN, Temper, Watch
from weathergauge.frame.events import Ready
from weathergauge.rulesets.wsim.actions import AnyAction, Order, Plot
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.orders import has
from weathergauge.rulesets.wsim.state import View, Writing, replace
from weathergauge.rulesets.wsim.terms import Step


class Judgement:
    """Decides a whole step at once, from the table and its own side's load columns, and writes it order by order."""

    def __init__(self, temper: Temper = CAPTAIN) -> None:
        self.temper = temper
        self.charts = charts()
        self.last: tuple[Any, ...] = ()
        self.plan: list[Order] = []

    def order(self, view: View, choices: Any) -> AnyAction | None:
        table, own, side = view.table, view.own, view.seat
        if own is None or side is None or not isinstance(table.phase, Writing):
            return None
        if table.velocity >= self.charts.figures.at("hurricane"):
            return Ready()  # the action is over with this step, and no gun is printed for such a wind
        # The table changes only in who is ready while a step is written; own orders do not change what is best.
        key = (table.turn, table.phase.step, side, own.loads)
        if self.last != (*key, table.ships):
            self.last = (*key, table.ships)
            bare = replace(own, orders=())
            self.plan = self.decide(table.phase.step, Watch(table, bare, side, self.charts, self.temper))
        opening = table.turn == 0
        for order in self.plan:
            if not has(own, order, opening) and choices.why_not(order) is None:
                return order
        return Ready()

    def decide(self, step: Step, watch: Watch) -> list[Order]:
        """All orders of a step."""
        match step:
            case "unfouling":
                return hands.unfoul(watch)
            case "notation":
                ships = watch.table.ships
                return [Plot(ships[n].id, end.moves) for n, end in self.steer(watch).items()]
            case "grappling":
                return hands.grapple(watch)
            case "fending":
                return hands.fend(watch)
            case "boarding":
                return hands.board(watch)
            case "combat":
                return hands.fire(watch)
        return hands.load(watch)

    def steer(self, watch: Watch) -> Any:
        """A plot for each ship."""
        return plan(watch)

    def heard(self, events: Sequence[Any]) -> None:
        """Everything it needs is on the table."""


def judgement() -> Judgement:
    return Judgement()
