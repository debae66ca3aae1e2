"""Orders and mines that a side could have, for whoever thinks ahead without seeing them."""

from __future__ import annotations

from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.ironclads import victory
from weathergauge.rulesets.ironclads.state import (
    INCH,
    NONE,
    Breaking,
    Choosing,
    Commanding,
    Minefield,
    Orders,
    Secret,
    Table,
    replace,
)
from weathergauge.rulesets.ironclads.terms import ORDERS, Side


def imagined(table: Table, side: Side, dice: Dice) -> Secret:
    """Orders that a side could hold, and mines that it could have laid where they are hidden."""
    own = Secret(orders=(NONE,) * len(table.ships))
    writing = isinstance(table.phase, Commanding)
    for number, ship in enumerate(table.ships):
        if ship.side != side or ship.fort or (table.turn == 1 and isinstance(table.phase, Choosing)):
            continue
        actives: tuple[Any, ...] = (ship.order,) if ship.order else ORDERS
        if not ship.able or (writing and table.turn == 1):
            actives = (*actives, "")
        active = dice.pick(actives, why=f"what has {ship.name} to obey?", secret=True)
        # With her bridge hit she holds the same order twice, until the next command phase. If she is still to be activated
        # the hit may be one of the turn before, and a new order is placed since then.
        twice = ship.bridge and ship.activated and not writing
        nexts = (active,) if twice else (*ORDERS, "") if writing or not ship.able else ORDERS
        inactive = dice.pick(nexts, why=f"and what next turn, {ship.name}?", secret=True)
        own = own.having(number, Orders(active, inactive))
    if isinstance(table.phase, Breaking) and side in victory.may_ask(table) and side not in table.phase.waiting:
        own = replace(own, asks=dice.pick((False, True), why="would they break off?", secret=True))
    if side not in table.hidden_mines:
        return own
    fields = dice.pick(range(4), why="how many minefields are there?", secret=True)
    return replace(own, mines=tuple([_field(table, side, n, dice) for n in range(1, fields + 1)]))


def _field(table: Table, side: Side, number: int, dice: Dice) -> Minefield:
    """Mines anywhere on the table, to the inch."""
    x = dice.pick(range(table.width // INCH + 1), why="how far to the east?", secret=True)
    y = dice.pick(range(table.height // INCH + 1), why="how far to the north?", secret=True)
    return Minefield(f"field {number}", x * INCH, y * INCH, owner=side)
