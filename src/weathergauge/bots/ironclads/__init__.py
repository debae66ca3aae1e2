"""A captain's judgement for the age of steam: where to steer, whom to ram, whom to fire at, and what to order next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.ironclads import hands
from weathergauge.bots.ironclads.steer import best, held, moves
from weathergauge.bots.ironclads.watch import CAPTAIN, Temper, Watch
from weathergauge.frame.chapter import STEP
from weathergauge.rulesets.ironclads.actions import AnyAction
from weathergauge.rulesets.ironclads.charts import charts
from weathergauge.rulesets.ironclads.state import (
    Activating,
    Breaking,
    Choosing,
    Commanding,
    Countering,
    Destroying,
    Rethrowing,
    View,
)


class Judgement:
    """Decides one order at a time, from the table and its own side's face-down orders and mines."""

    def __init__(self, temper: Temper = CAPTAIN) -> None:
        self.temper = temper
        self.charts = charts()
        self._watch: Watch | None = None

    def watch(self, view: View) -> Watch:
        """The watch on this table: kept while the table stays as it is."""
        assert view.seat is not None
        assert view.own is not None
        kept = self._watch
        if kept is None or kept.table is not view.table or kept.side != view.seat:
            kept = self._watch = Watch(view.table, view.seat, self.charts, self.temper, view.own.mines)
        return kept

    def order(self, view: View, choices: Any) -> AnyAction | None:
        if view.seat is None or view.own is None:
            return None
        watch = self.watch(view)
        match view.table.phase:
            case Choosing():
                return self.lead(watch, view)
            case Commanding():
                return hands.command(watch, view.own)
            case Activating(ship=-1):
                return self.activate(watch, view)
            case Activating(ship=n, stage="move"):
                return self.steer(watch, view, n)
            case Activating(ship=n):
                return hands.act(watch, n, choices)
            case Countering() as phase:
                return hands.counter(watch, phase)
            case Rethrowing() as phase:
                return hands.again(watch, phase)
            case Destroying():
                return hands.destroy(watch, choices.of(STEP))
            case Breaking():
                return hands.break_off(view.table, watch)
        return None

    def lead(self, watch: Watch, view: View) -> AnyAction | None:
        """Who is to activate first this turn."""
        return hands.lead(watch)

    def activate(self, watch: Watch, view: View) -> AnyAction | None:
        """The ship to activate next."""
        return hands.activate(watch)

    def steer(self, watch: Watch, view: View, n: int) -> AnyAction | None:
        """The move of the ship that is activated."""
        ship = watch.ships[n]
        return best(moves(watch, n, held(ship, ship.order))).action

    def heard(self, events: Sequence[Any]) -> None:
        """Everything it needs is on the table."""


def judgement() -> Judgement:
    return Judgement()
