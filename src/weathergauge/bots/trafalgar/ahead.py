"""Playing a battle on through the rules: captains of a coarse eye command both sides, and dice fall as they may.

What fire does in it is counted as expected, not as it fell, so that few battles tell two orders apart: the dice move
hulls and helms, and what they happened to hit is taken out of the worth again.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

from weathergauge.bots.playout import play_on
from weathergauge.bots.tempers import ORDINARY
from weathergauge.bots.trafalgar import Judgement, leaf
from weathergauge.bots.trafalgar.craft import SEAWAY, Craft, Pose
from weathergauge.bots.trafalgar.guns import points, promised, worth
from weathergauge.bots.trafalgar.sketch import Sketch
from weathergauge.bots.trafalgar.steer import Watch
from weathergauge.freetable import turn_to, turned
from weathergauge.rulesets.trafalgar import wind
from weathergauge.rulesets.trafalgar.actions import AnyAction, Fire
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Over, Ship, Side, State, Table, View
from weathergauge.throwing import RandomDice

FIRE = leaf.FEATURES.index("fire")
FEW, SQUADRONS = 4, 8
"""So many ships in action are few, and so many are squadrons; more are fleets."""
COARSE = (-45, -20, 20, 45, -90, 90, 180)
"""Turns that the hastiest look considers."""
AHEAD, SHORT = 2, 1
"""Turns that are played on after this one: with one, half of what an order leads to lies beyond the end; of many ships there is no time for more."""


class Glance(Watch):
    """A look that considers less."""

    further = 3
    near_further = 3

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.few = False


class Hasty(Glance):
    """A look that considers least: squadrons are played on by it seven times as often."""

    further = 1
    line_turns = (-45, 45, -15, 15, -90, 90)

    def _turns(self, me: Craft) -> list[int]:
        ship = me.ship
        headings = [ship.heading + angle for angle in COARSE]
        for foe in me.sighted[:1]:
            there = foe.track[self.now]
            bearing = round(degrees(atan2(there.x - ship.x, there.y - ship.y)))
            headings += [bearing - 90, bearing + 90]
        most = wind.UNDER_WAY_TURN if ship.drifting else 180
        angles = dict.fromkeys(turn_to(ship.heading, heading) for heading in headings)
        return [angle for angle in angles if angle and abs(angle) <= most]

    def _distances(self, ship: Ship, angle: int, spent: int, steps: int) -> set[int]:
        low, high = wind.limits(ship, turned(ship.heading, angle), self.table, self.charts)
        return {max(low, min(high, SEAWAY)), high}

    def _parting(self, unit: tuple[int, ...], poses: dict[int, Pose], stays: dict[Any, bool]) -> None:
        return None


class Head(Judgement):
    """A captain as an admiral imagines him: one of few ships, or one of many."""

    def __init__(self, temper: str = ORDINARY, look: type[Watch] = Glance) -> None:
        super().__init__(temper)
        self.helmsman.look = look


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
