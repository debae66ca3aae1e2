"""Measures of the age of steam: does anybody go home while ahead, and are rams tried?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.measures import BOTH, Measure, Observer
from weathergauge.rulesets.ironclads import victory
from weathergauge.rulesets.ironclads.actions import Boarded, Fate, Fired, Rammed, Torpedoed
from weathergauge.rulesets.ironclads.state import State


class Seen(Observer):
    measures = (
        Measure("left_ahead", "ships that leave while their side is ahead, a side", "mean"),
        Measure("left_whole", "of those, ships that have lost no hull, a side", "mean"),
        Measure("lost", "ships sunk or taken, a side", "mean"),
        Measure("rams", "rams tried, a game", "mean"),
        Measure("torpedoes", "torpedoes launched, a game", "mean"),
        Measure("boardings", "boardings, a game", "mean"),
        Measure("harmless", "salvoes without effect", "share"),
        Measure("turns_fought", "turns fought, of those the scenario gives", "share"),
    )

    def saw(self, state: State, events: Sequence[Any]) -> None:
        table = state.table
        for event in events:
            match event:
                case Fate(what="left"):
                    ship = table.ships[table.number(event.ship)]
                    points = victory.score(table)
                    if points[ship.side] > points[table.enemy(ship.side)]:
                        self.add("left_ahead", ship.side)
                        self.add("left_whole", ship.side, ship.hull >= ship.hull_full)
                case Rammed():
                    self.add("rams", BOTH)
                case Torpedoed():
                    self.add("torpedoes", BOTH)
                case Boarded():
                    self.add("boardings", BOTH)
                case Fired():
                    self.add("harmless", table.ships[table.number(event.ship)].side, event.quarters == 0, 1)

    def ended(self, state: State) -> None:
        table = state.table
        for side in table.sides:
            self.add("left_ahead", side, 0, 1)
            self.add("left_whole", side, 0, 1)
            lost = [ship for ship in table.ships if ship.side == side and not ship.fort and victory.lost(ship)]
            self.add("lost", side, len(lost), 1)
        for name in ("rams", "torpedoes", "boardings"):
            self.add(name, BOTH, 0, 1)
        self.add("turns_fought", BOTH, table.turn, table.turns)
