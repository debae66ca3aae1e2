"""A captain's judgement for the ship-to-ship action: where to steer, whom to fire at, when to board and when to part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.reasons import Reason, Weighed
from weathergauge.bots.tempers import ORDINARY, Tempers
from weathergauge.bots.wsim import hands
from weathergauge.bots.wsim.aim import intent
from weathergauge.bots.wsim.steer import plan
from weathergauge.bots.wsim.watch import Temper, Watch
from weathergauge.frame.events import Ready
from weathergauge.rulesets.wsim.actions import AnyAction, Order, Plot
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.orders import has
from weathergauge.rulesets.wsim.state import View, Writing, replace
from weathergauge.rulesets.wsim.terms import Step

SHOWN = 6
"""How many of the orders that were thought of are told."""


class Judgement:
    """Decides a whole step at once, from the table and its own side's load columns, and writes it order by order."""

    def __init__(self, temper: str = ORDINARY) -> None:
        self.tempers = Tempers("wsim", Temper, temper)
        self.charts = charts()
        self.last: tuple[Any, ...] = ()
        self.plan: list[Order] = []
        self.note = ""
        self._watch: Watch | None = None
        self._given: Order | None = None

    def order(self, view: View, choices: Any) -> AnyAction | None:
        table, own, side = view.table, view.own, view.seat
        self._given = None
        if own is None or side is None or not isinstance(table.phase, Writing):
            return None
        if table.velocity >= self.charts.figures.at("hurricane"):
            return Ready()  # the action is over with this step, and no gun is printed for such a wind
        # The table changes only in who is ready while a step is written; own orders do not change what is best.
        key = (table.turn, table.phase.step, side, own.loads)
        if self.last != (*key, table.ships):
            self.last = (*key, table.ships)
            self.note = ""
            temper = self.tempers.of(table.title, side)
            self._watch = Watch(table, replace(own, orders=()), side, self.charts, temper)
            self.plan = self.decide(table.phase.step, self._watch)
        opening = table.turn == 0
        for order in self.plan:
            if not has(own, order, opening) and choices.why_not(order) is None:
                self._given = order
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

    def why(self) -> Reason | None:
        """What the side is about, and what was weighed against the last order: plots, shots and parties of the same ship."""
        watch, given = self._watch, self._given
        if watch is None or given is None:
            return None
        n = watch.table.number(given.ship)
        weighed = [Weighed(Plot(given.ship, end.moves), value) for value, end in watch.tried.get(n, ())]
        if not isinstance(given, Plot):
            weighed = [Weighed(order, value) for value, order in watch.thought.get(n, ())]
        ranked = sorted(weighed, key=lambda weighed: -weighed.worth)[:SHOWN]
        return Reason(given, intent(watch), tuple(ranked), self.note)


def judgement(temper: str = ORDINARY) -> Judgement:
    return Judgement(temper)
