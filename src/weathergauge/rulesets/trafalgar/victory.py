"""Chapter: victory. Points for each enemy struck, and when the battle ends (TR22)."""

from __future__ import annotations

from weathergauge.rulesets.trafalgar.charts import charts
from weathergauge.rulesets.trafalgar.state import SIDES, Over, Ship, Side, Table, enemy


def points(ship: Ship) -> int:
    """What she counts for when she strikes."""
    return ship.points + (charts().victory.at("flagship") if ship.flag else 0)


def withdrew(ship: Ship) -> bool:
    """Whether she left the table with more than half of her boxes: she had no need to (TR48)."""
    return ship.gone and not ship.struck and 2 * ship.crossed < len(ship.sheet)


def score(table: Table) -> dict[Side, int]:
    """Each side's points: those given (TR50), every enemy that has struck, on the table or drifted off it, and half for one that withdrew."""
    won = table.settings.start(SIDES)
    share = charts().victory.at("withdrawn") if table.settings.withdrawal == "half" else 0
    for ship in table.ships:
        if ship.struck:
            won[enemy(ship.side)] += points(ship)
        elif share and withdrew(ship):
            won[enemy(ship.side)] += -(-points(ship) // share)
    return won


def ending(table: Table) -> Over | None:
    """The end, when the turns are up or a side has nobody left on the table."""
    afloat = {side: any(ship.able for ship in table.ships if ship.side == side) for side in SIDES}
    if table.turn < table.turns and all(afloat.values()):
        return None
    won = score(table)
    british, allied = won["british"], won["allied"]
    if british == allied:
        holders = [side for side, holds in afloat.items() if holds]
        if len(holders) == 1:  # TR45: level on points, whoever alone is left on the table holds the sea.
            return Over(holders[0], f"level at {british} points, and the enemy has left the sea to them")
        return Over(None, f"level at {british} points")
    winner: Side = "british" if british > allied else "allied"
    best, worst = max(british, allied), min(british, allied)
    how = "a decisive victory" if best >= charts().victory.at("decisive") * worst else "a victory"
    return Over(winner, f"{how}, {best} points to {worst}{table.settings.counted}")
