"""How lucky a side was in a battle that was played on: what salvos, torpedoes and rams did beyond what they promised.

Taken out of what came of the battle, it leaves what the orders were worth, and few battles tell two of them apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from weathergauge.bots.ironclads import Judgement, hands, worth
from weathergauge.bots.ironclads.watch import Watch
from weathergauge.rulesets.ironclads import speed, steaming, victory
from weathergauge.rulesets.ironclads.actions import Aim, Counter, Launch, Salvo, Steam
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.state import Countering, Ship, State, Table
from weathergauge.rulesets.ironclads.terms import Side


class Luck:
    """Adds up, action by action, by how much a side did better than the odds; who has decided last knows the table."""

    def __init__(self, side: Side, heads: Mapping[Side, Judgement], charts: Charts) -> None:
        self.side, self.heads, self.charts = side, heads, charts
        self.total = 0.0

    def seen(self, before: State, action: Any, after: State) -> None:
        """Count an action, if dice say what comes of it."""
        if not isinstance(action, Salvo | Counter | Launch | Steam):
            return
        n = before.table.number(action.ship)
        side = before.table.ships[n].side
        promised = self._promised(self._watch(before.table, side), n, action)
        if promised is None:
            return
        did = won(before.table, after.table, side)
        self.total += (did - promised) * (1 if side == self.side else -1)

    def _watch(self, table: Table, side: Side) -> Watch:
        kept = self.heads[side].last_watch
        return kept if kept is not None and kept.table is table else Watch(table, side, self.charts)

    def _promised(self, watch: Watch, n: int, action: Salvo | Counter | Launch | Steam) -> float | None:
        """What it was expected to win; None where it hangs on no blow."""
        match action:
            case Salvo(shots=shots):
                return hands.exact(watch, n, shots)
            case Counter(guns=guns):
                phase = watch.table.phase
                if not isinstance(phase, Countering):
                    return None
                firer = watch.ships[phase.ship].id
                return hands.exact(watch, n, tuple([Aim(gun, firer) for gun in guns])) if guns else 0.0
            case Launch(shots=shots):
                return hands.launched(watch, n, shots)
            case Steam():
                met = steaming.ram_of(watch.table, n, action, self.charts)
                if met is None:
                    return None
                order = watch.ships[n].order or "full"
                knots = speed.limit(watch.table, n, order, self.charts).knots
                mine, hers = watch.clash(n, met.target, met.edge, met.struck_edge, met.by_turn, knots)
                return hers - mine


def lead(table: Table, side: Side) -> float:
    """Points won and lost, hulls by how near they are to it."""
    return sum(
        (-stake if ship.side == side else stake) * gone(table, ship)
        for ship, stake in zip(table.ships, worth.stakes(table), strict=True)
    )


def won(before: Table, after: Table, side: Side) -> float:
    """What a side has won from one table to the next: as the difference of two leads, and sooner found."""
    stakes = worth.stakes(before)
    return sum(
        (-stakes[n] if ship.side == side else stakes[n]) * (gone(after, ship) - gone(before, was))
        for n, (was, ship) in enumerate(zip(before.ships, after.ships, strict=True))
        if was is not ship
    )


def gone(table: Table, ship: Ship) -> float:
    """The part of a ship's points that is won of her, or as good as won; less than none if she got away as she should."""
    if victory.lost(ship):
        return 1.0
    if ship.gone:
        return -1.0 if any(ship.id in (*goal.leave, *goal.sink) for goal in table.goals) else 0.0
    return worth.won(1 - worth.fit(ship))
