"""Chapter: victory. When an action ends, what each side has won, and ships that hoist their colours again."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.frame.words import many
from weathergauge.rulesets.wsim.actions import Fate
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.state import Over, Ship, Table, apart, replace
from weathergauge.rulesets.wsim.terms import Side


def taken(ship: Ship) -> bool:
    """Afloat, and under the enemy's flag."""
    return ship.side != ship.built and not ship.gone


def beaten(ship: Ship) -> bool:
    """Out of the action for the side that began with her: gone down, struck, wrecked, without a crew, or taken."""
    return ship.gone in ("sunk", "exploded") or (not ship.gone and (ship.side != ship.built or not ship.able))


def score(table: Table, charts: Charts) -> dict[Side, int]:
    """Points given at the start (WS82), and of each enemy ship that is beaten, sunk ones too; twice those of a ship that is held (WS26)."""
    points = table.settings.start(table.sides)
    for ship in table.ships:
        if beaten(ship):
            points[table.enemy(ship.built)] += ship.points * (charts.figures.at("held_points") if taken(ship) else 1)
    return points


def ending(table: Table, charts: Charts, turn_over: bool = False) -> Over | None:
    """The end of the action, if this is it. The limit of turns counts when a turn is over."""
    if table.duel and (over := _duel(table)) is not None:
        return over
    left = {ship.side for ship in table.ships if ship.able}
    if len(left) < len(table.sides):
        why = "one side can fight no more" if left else "nobody is left to fight"
    elif table.velocity >= charts.figures.at("hurricane"):
        why = "a hurricane parts the ships"
    elif turn_over and table.turn >= table.turns:
        why = "the time is up"
    else:
        return None
    return _by_points(table, why, charts)


def _duel(table: Table) -> Over | None:
    """A duel ends with the first ship that is beaten; both at once is a draw."""
    if not (all_lost := [ship for ship in table.ships if beaten(ship)]):
        return None
    one, other = table.sides
    lost = {side: [ship for ship in all_lost if ship.built == side] for side in table.sides}
    if lost[one] and lost[other]:
        return Over(None, f"{lost[one][0].name} and {lost[other][0].name} are beaten together")
    loser = one if lost[one] else other
    return Over(table.enemy(loser), _how(lost[loser][0]))


def _how(ship: Ship) -> str:
    """What became of a beaten ship, as a reason."""
    if ship.gone:
        return f"{ship.name} has {'blown up' if ship.gone == 'exploded' else 'sunk'}"
    if taken(ship):
        return f"{ship.name} is taken"
    if ship.colours != "flying":
        return f"{ship.name} has {'struck' if ship.colours == 'struck' else 'surrendered'}"
    return f"{ship.name} is a wreck" if ship.danger else f"{ship.name} has no crew left"


def _by_points(table: Table, why: str, charts: Charts) -> Over:
    points = score(table, charts)
    one, other = table.sides
    if points[one] == points[other]:
        return Over(None, f"{why}, level at {many(points[one], 'point')}")
    winner = one if points[one] > points[other] else other
    return Over(
        winner, f"{why}, {many(points[winner], 'point')} to {points[table.enemy(winner)]}{table.settings.counted}"
    )


def recover(table: Table, charts: Charts, dice: Dice) -> Table:
    """At the start of a turn: a ship that surrendered fights on when a friend is near and nobody has boarded her."""
    now = table
    for number, ship in enumerate(table.ships):
        if ship.colours != "surrendered" or ship.gone or ship.danger or ship.prize is not None or not ship.hands:
            continue
        for friend in table.ships:
            if friend.able and friend.side == ship.side and apart(ship, friend) <= charts.distances.at("friend"):
                now = now.with_ship(number, replace(ship, colours="flying"))
                dice.tell(Fate(ship.id, "recovers", friend.id))
                break
    return now
