"""Chapter: victory. Points for each enemy struck, and when the battle ends (TR22)."""

from __future__ import annotations

from weathergauge.rulesets.trafalgar.state import SIDES, Over, Side, Table, enemy

FLAG = 2
"""What a flagship adds to the points of her rate."""
DECISIVE = 2
"""How many times the other's score is decisive."""


def score(table: Table) -> dict[Side, int]:
    """Each side's points: the worth of every enemy that has struck, on the table or drifted off it."""
    points: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for ship in table.ships:
        if ship.struck:
            points[enemy(ship.side)] += ship.points + (FLAG if ship.flag else 0)
    return points


def ending(table: Table) -> Over | None:
    """The end, when the turns are up or a side has nobody left on the table."""
    afloat = {side: any(ship.able for ship in table.ships if ship.side == side) for side in SIDES}
    if table.turn < table.turns and all(afloat.values()):
        return None
    points = score(table)
    british, allied = points["british"], points["allied"]
    if british == allied:
        holders = [side for side, holds in afloat.items() if holds]
        if len(holders) == 1:  # TR45: level on points, whoever alone is left on the table holds the sea.
            return Over(holders[0], f"level at {british} points, and the enemy has left the sea to them")
        return Over(None, f"level at {british} points")
    winner: Side = "british" if british > allied else "allied"
    best, worst = max(british, allied), min(british, allied)
    how = "a decisive victory" if best >= DECISIVE * worst else "a victory"
    return Over(winner, f"{how}, {best} points to {worst}")
