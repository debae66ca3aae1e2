"""Measures of an action ship to ship: do squadrons sail and keep together, and is the right shot in the guns?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.measures import BOTH, Measure, Observer
from weathergauge.rulesets.wsim import victory, wind
from weathergauge.rulesets.wsim.actions import Began, Fate, Fired, Plotted
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import Ship, State, Table, apart
from weathergauge.rulesets.wsim.wind import attitude

LONG = 3
"""A ship that has not stirred, or has lain head to wind, for so many turns counts."""
AFAR = 5
"""Hexes beyond which a ship that lies still has nothing to lie still for."""


class Seen(Observer):
    measures = (
        Measure("still", "turns of ships free and able to sail that have lain still for three", "share"),
        Measure("irons", "turns of free ships that have lain head to wind for three", "share"),
        Measure("still_afar", "of the still, those more than five hexes from any enemy", "share"),
        Measure("wake_plots", "plots in a friend's wake before the first shot", "share"),
        Measure("rakes", "broadsides that rake", "share"),
        Measure("chain", "broadsides of chain shot", "share"),
        Measure("double", "broadsides of double shot", "share"),
        Measure("lost", "ships beaten, taken or sunk, a side", "mean"),
        Measure("fickle", "ships that change hands more than once, a game", "mean"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        self.fired = False
        self.irons: dict[str, int] = {}
        self.taken: dict[str, int] = {}

    def saw(self, state: State, events: Sequence[Any]) -> None:
        table = state.table
        for event in events:
            match event:
                case Fired():
                    side = table.ships[table.number(event.ship)].side
                    self.fired = True
                    self.add("rakes", side, bool(event.rake), 1)
                    self.add("chain", side, event.shot == "chain", 1)
                    self.add("double", side, event.shot == "double", 1)
                case Plotted() if not self.fired:
                    side = table.ships[table.number(event.ship)].side
                    self.add("wake_plots", side, event.moves.startswith("W"), 1)
                case Fate(what="captured" | "retaken"):
                    self.taken[event.ship] = self.taken.get(event.ship, 0) + 1
                case Began(turn=turn) if turn != self.turn:
                    self.turn = turn
                    for number, ship in enumerate(table.ships):
                        self._lies(table, number, ship)

    def _lies(self, table: Table, number: int, ship: Ship) -> None:
        if not table.velocity:
            return  # becalmed, nobody can help lying still
        free = ship.able and not ship.anchor and not table.held(number) and not ship.dismasted and not ship.oars
        # What is left of her rigging may carry her on no heading, before she counts as dismasted.
        free = free and any(wind.allowances(table, number, charts()))
        held = free and attitude(ship.heading, table.wind) == "D"
        self.irons[ship.id] = self.irons.get(ship.id, 0) + 1 if held else 0
        if not free:
            return
        still = ship.still >= LONG
        self.add("still", ship.side, still, 1)
        self.add("irons", ship.side, self.irons[ship.id] >= LONG, 1)
        if still:
            foes = [apart(ship, other) for other in table.ships if other.able and other.side != ship.side]
            self.add("still_afar", ship.side, min(foes, default=0) > AFAR, 1)

    def ended(self, state: State) -> None:
        for side in state.table.sides:
            lost = [ship for ship in state.table.ships if ship.built == side and victory.beaten(ship)]
            self.add("lost", side, len(lost), 1)
        self.add("fickle", BOTH, sum(times > 1 for times in self.taken.values()), 1)
