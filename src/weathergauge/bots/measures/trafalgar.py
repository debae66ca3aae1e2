"""Measures of a fleet action: do the fleets close, and what do they do then?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.measures import BOTH, Measure, Observer
from weathergauge.frame.events import Began
from weathergauge.rulesets.trafalgar import victory
from weathergauge.rulesets.trafalgar.actions import Boarded, Fired, Passed
from weathergauge.rulesets.trafalgar.state import INCH, SIDES, State, Table

CLOSE = 5 * INCH
"""A broadside from within this is a close one."""


class Seen(Observer):
    measures = (
        Measure("first_shot", "turn of the first shot (one past the last where none is fired)", "median"),
        Measure("no_score", "games without a point for either side", "share"),
        Measure("close_shots", "broadsides from within five inches", "share"),
        Measure("rakes", "broadsides that rake", "share"),
        Measure("lines_passed", "lines passed through, a game", "mean"),
        Measure("boardings", "boarding fights, a game", "mean"),
        Measure("adrift", "turns that ships lie adrift, able and free, a side", "mean"),
        Measure("struck", "ships struck, a side", "mean"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        self.fired = False

    def saw(self, state: State, events: Sequence[Any]) -> None:
        table = state.table
        for event in events:
            match event:
                case Fired():
                    side = table.ships[table.number(event.ship)].side
                    self.add("close_shots", side, event.range <= CLOSE, 1)
                    self.add("rakes", side, bool(event.rake), 1)
                    if not self.fired:
                        self.fired = True
                        self.add("first_shot", BOTH, self.turn, 1)
                case Passed(collided=False):
                    self.add("lines_passed", BOTH)
                case Boarded():
                    self.add("boardings", BOTH)
                case Began(turn=turn) if turn != self.turn:
                    self.turn = turn
                    self._lie(table)
        self.turn = self.turn or table.turn

    def _lie(self, table: Table) -> None:
        for number, ship in enumerate(table.ships):
            if ship.able and ship.drifting and not table.locked(number):
                self.add("adrift", ship.side)

    def ended(self, state: State) -> None:
        table = state.table
        self.add("no_score", BOTH, sum(victory.score(table).values()) == abs(table.settings.head_start), 1)
        if not self.fired:
            self.add("first_shot", BOTH, table.turns + 1, 1)
        for name in ("lines_passed", "boardings"):
            self.add(name, BOTH, 0, 1)
        for side in SIDES:
            self.add("adrift", side, 0, 1)
            self.add("struck", side, sum(ship.struck and ship.side == side for ship in table.ships), 1)
