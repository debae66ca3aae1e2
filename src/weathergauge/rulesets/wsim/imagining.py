"""Loads and orders that a side could have, for whoever thinks ahead without seeing them."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.orders import written
from weathergauge.rulesets.wsim.state import EMPTY, Loaded, Loads, Secret, Table
from weathergauge.rulesets.wsim.terms import Side
from weathergauge.rulesets.wsim.writing import File

SHOTS = (
    Loaded("round", True),
    Loaded("round", True),
    Loaded("double", True),
    Loaded("chain", True),
    Loaded("grape", True),
    Loaded("double", False),
    Loaded(),
)
"""What may be in a broadside that one cannot see; round shot most of all."""


def imagined(table: Table, side: Side, file: File | None, charts: Charts, dice: Dice) -> Secret:
    """Any loads, each as likely as the next, and any orders where a file says what can be written."""
    loads = []
    for ship in table.ships:
        if ship.side != side or ship.gone:
            loads.append(EMPTY)
            continue
        left = dice.pick(SHOTS, why=f"what has {ship.name} to port?", secret=True)
        right = dice.pick(SHOTS, why=f"what has {ship.name} to starboard?", secret=True)
        loads.append(Loads(left, right))
    own = Secret(loads=tuple(loads))
    for number, ship in enumerate(table.ships):
        if file is None or ship.side != side or not ship.able:
            continue
        while options := file.options(table, own, side, number, charts):
            choice = dice.pick((None, *options), why=f"what would {ship.name} do?", secret=True)
            if choice is None:
                break
            own = written(own, choice, table.turn == 0)
    return own
