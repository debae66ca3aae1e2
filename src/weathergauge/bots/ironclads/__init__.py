"""A captain's judgement for the age of steam: where to steer, whom to ram, whom to fire at, and what to order next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.ironclads import hands
from weathergauge.bots.ironclads.aim import intent
from weathergauge.bots.ironclads.steer import Move, best, held, moves
from weathergauge.bots.ironclads.watch import Temper, Watch
from weathergauge.bots.reasons import Reason, Weighed
from weathergauge.bots.tempers import ORDINARY, Tempers
from weathergauge.frame.chapter import STEP
from weathergauge.rulesets.ironclads.actions import Activate, AnyAction
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

SHOWN = 6
"""How many of the orders that were thought of are told."""


class Judgement:
    """Decides one order at a time, from the table and its own side's face-down orders and mines."""

    def __init__(self, temper: str = ORDINARY) -> None:
        self.tempers = Tempers("ironclads", Temper, temper)
        self.charts = charts()
        self.moves: list[Move] = []
        """What the ship that moved last might have done."""
        self._watch: Watch | None = None
        self._last: AnyAction | None = None
        self._weighed: tuple[Weighed, ...] = ()
        self._note = ""

    def watch(self, view: View) -> Watch:
        """The watch on this table: kept while the table stays as it is."""
        assert view.seat is not None
        assert view.own is not None
        kept = self._watch
        if kept is None or kept.table is not view.table or kept.side != view.seat:
            temper = self.tempers.of(view.table.title, view.seat)
            kept = self._watch = Watch(view.table, view.seat, self.charts, temper, view.own.mines)
        return kept

    def order(self, view: View, choices: Any) -> AnyAction | None:
        self._last, self._weighed, self._note = None, (), ""
        if view.seat is None or view.own is None:
            return None
        self._last = self.decide(self.watch(view), view, choices)
        return self._last

    def decide(self, watch: Watch, view: View, choices: Any) -> AnyAction | None:
        """What a captain orders."""
        assert view.own is not None
        match view.table.phase:
            case Choosing():
                return hands.lead(watch)
            case Commanding():
                return hands.command(watch, view.own)
            case Activating(ship=-1):
                return self.activate(watch)
            case Activating(ship=n, stage="move"):
                return self.steer(watch, n)
            case Activating(ship=n):
                return self.act(watch, n, choices)
            case Countering() as phase:
                return hands.counter(watch, phase)
            case Rethrowing() as phase:
                return hands.again(watch, phase)
            case Destroying():
                return hands.destroy(watch, choices.of(STEP))
            case Breaking():
                return hands.break_off(view.table, watch)
        return None

    @property
    def last_watch(self) -> Watch | None:
        """The watch that the last order came from."""
        return self._watch

    def activate(self, watch: Watch) -> AnyAction | None:
        """The ship to activate next."""
        valued_ships = [(value, Activate(watch.ships[n].id)) for value, n in hands.urgency(watch, watch.side)]
        self.weigh(valued_ships)
        return max(valued_ships, key=lambda valued: valued[0], default=(0.0, None))[1]

    def steer(self, watch: Watch, n: int) -> AnyAction | None:
        """The move of the ship that is activated."""
        ship = watch.ships[n]
        self.moves = moves(watch, n, held(ship, ship.order))
        self.weigh([(move.value, move.action) for move in self.moves])
        return best(self.moves).action

    def act(self, watch: Watch, n: int, choices: Any) -> AnyAction | None:
        """What she does after her move."""
        order, valued_orders = hands.act(watch, n, choices)
        self.weigh(valued_orders)
        return order

    def weigh(self, valued_orders: Sequence[tuple[float, AnyAction]]) -> None:
        """Keep what was thought of, the best first, to be told when somebody asks why."""
        kept: dict[AnyAction, float] = {}
        for value, order in sorted(valued_orders, key=lambda valued: -valued[0]):
            if len(kept) < SHOWN:
                kept.setdefault(order, value)
        self._weighed = tuple([Weighed(order, value) for order, value in kept.items()])

    def heard(self, events: Sequence[Any]) -> None:
        """Everything it needs is on the table."""

    def why(self) -> Reason | None:
        """What the side is about, and what was weighed against the last order."""
        if self._last is None or self._watch is None:
            return None
        return Reason(self._last, intent(self._watch), self._weighed, self._note)


def judgement(temper: str = ORDINARY) -> Judgement:
    return Judgement(temper)
