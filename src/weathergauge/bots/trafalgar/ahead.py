"""Playing a battle on through the rules: captains of a coarse eye command both sides, and dice fall as they may.

What fire does in it is counted as expected, not as it fell, so that few battles tell two orders apart: the dice move
hulls and helms, and what they happened to hit is taken out of the worth again.
"""

from __future__ import annotations

from typing import Any

from weathergauge.bots.playout import play_on
from weathergauge.bots.tempers import ORDINARY
from weathergauge.bots.trafalgar import Judgement, leaf
from weathergauge.bots.trafalgar.guns import points, promised, worth
from weathergauge.bots.trafalgar.sketch import Sketch
from weathergauge.bots.trafalgar.steer import Watch
from weathergauge.rulesets.trafalgar.actions import AnyAction, Fire
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Over, Side, State, Table, View
from weathergauge.throwing import RandomDice

FIRE = leaf.FEATURES.index("fire")
FEW = 4
"""So many ships in action are few."""
AHEAD, SHORT = 2, 1
"""Turns that are played on after this one: with one, half of what an order leads to lies beyond the end; of many ships there is no time for more."""


class Glance(Watch):
    """A look that considers less."""

    further = 3
    near_further = 3

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.few = False


class Head(Judgement):
    """A captain as an admiral imagines him."""

    def __init__(self, temper: str = ORDINARY) -> None:
        super().__init__(temper)
        self.helmsman.look = Glance


class Ahead:
    """What an order of a side comes to in a battle of a number."""

    def __init__(self, view: View, side: Side, heads: dict[Side, Judgement], mark: str, charts: Charts) -> None:
        self.view, self.side, self.heads, self.mark, self.charts = view, side, heads, mark, charts
        few = sum(ship.able for ship in view.table.ships) <= FEW
        self.last = view.table.turn + (AHEAD if few else SHORT)
        self.luck = 0.0

    def __call__(self, order: AnyAction, battle: int) -> float:
        mark = f"{self.mark}:{battle}"
        dice = RandomDice(mark, unheard=True)
        state = RULES.play(RULES.imagine(self.view, RandomDice(f"{mark}:guess")), self.side, order, dice).state
        self.luck = 0.0
        table = play_on(RULES, state, self.heads, dice, self._over, seen=self._seen).table
        return lead(table, self.side) - self.luck + bearing(Sketch(table, self.charts), self.side)

    def _over(self, state: State) -> bool:
        return isinstance(state.table.phase, Over) or state.table.turn > self.last

    def _seen(self, before: State, action: AnyAction, after: State) -> None:
        """Take the luck out of a broadside: what it did less what it promised."""
        if isinstance(action, Fire):
            firer = before.table.ships[before.table.number(action.ship)]
            sign = 1 if firer.side == self.side else -1
            did = lead(after.table, firer.side) - lead(before.table, firer.side)
            self.luck += sign * (did - promised(before.table, action, self.charts))


def lead(table: Table, side: Side) -> float:
    """What has been won of the enemy so far, less what was lost, as fire is counted."""
    return sum(
        (-1 if ship.side == side else 1) * worth(points(ship), len(ship.sheet), ship.crossed) for ship in table.ships
    )


def bearing(sketch: Sketch, side: Side) -> float:
    """What the broadsides that bear at the end promise: as much of it as was fitted to come true."""
    turn = sketch.table.turn
    return leaf.weights()[FIRE] * leaf.features(sketch, side, turn)[FIRE]
