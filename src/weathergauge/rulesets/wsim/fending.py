"""Chapter: throwing off grapples (phase F, second half). Every grapple, new or old, has its own die."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.wsim.actions import Fend, Fended
from weathergauge.rulesets.wsim.boarding import recalled
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.grappling import modifiers
from weathergauge.rulesets.wsim.orders import has, unknown
from weathergauge.rulesets.wsim.state import Secret, Ship, State, Table, held_by, replace
from weathergauge.rulesets.wsim.terms import Side


def ungrapple(still: int, charts: Charts, dice: Dice) -> bool:
    """One grapple thrown off, or not; so many of the two ships lay still (WS66)."""
    return dice.look_up(charts.ungrappling, add=modifiers(still, charts), why="throwing off a grapple", good="low")


def _thrown_off(off: int, grapple: int, still: int, charts: Charts, dice: Dice) -> int:
    return off + dice.do(ungrapple, still, charts)


def throw_off(grapples: int, still: int, charts: Charts, dice: Dice) -> int:
    """How many of so many grapples are thrown off, each with its own die."""
    return dice.fold(_thrown_off, 0, range(grapples), still, charts)


def counted_still(table: Table, ship: Ship, other: Ship) -> int:
    """How many of two ships lay still, where that counts for throwing off grapples (WS66)."""
    return 0 if table.settings.motionless == "grappling" else (not ship.moved) + (not other.moved)


def wanted(table: Table, side: Side, charts: Charts) -> bool:
    """Whether some ship of the side is grappled."""
    return table.holds(side, "grapple")


def options(table: Table, own: Secret, side: Side, number: int, charts: Charts) -> list[Fend]:
    """Each ship that she is grappled with."""
    ships = table.ships
    tries: list[Fend] = [
        Fend(ships[number].id, ships[other].id) for other in table.held(number) if table.grapples(number, other)
    ]
    return [order for order in tries if not has(own, order)]


def why_not(table: Table, own: Secret, side: Side, order: Fend, charts: Charts) -> str | None:
    """None when there is something to throw off, else the player's sentence."""
    number, other = table.number(order.ship), table.number(order.other)
    if other < 0:
        return unknown(table, order.other)
    if not table.grapples(number, other):
        name = table.ships[number].name
        return f"{name} is not grappled with {table.ships[other].name}; name a ship that she is grappled with"
    return None


def resolve(state: State, charts: Charts, dice: Dice) -> State:
    """Throw for the grapples ship by ship; if both want to part, the second throws for what the first left."""
    table = state.table
    if not (written := state.written(Fend)):
        return state
    for order in written:
        number, other = table.number(order.ship), table.number(order.other)
        grapples = table.grapples(number, other)
        if not grapples:
            continue
        ship, enemy = table.ships[number], table.ships[other]
        if ship.side == enemy.side:  # they cast off (WS53)
            off = grapples
        else:
            off = dice.do(throw_off, grapples, counted_still(table, ship, enemy), charts, seat=ship.side)
        table = _without(table, number, other, off)
        dice.tell(Fended(order.ship, order.other, off, grapples - off))
    return replace(state, table=recalled(table))


def _without(table: Table, one: int, other: int, off: int) -> Table:
    """The table with so many grapples fewer between two ships."""
    grapple = held_by(one, other, "grapple")
    kept = []
    for lock in table.locks:
        if off and lock == grapple:
            off -= 1
        else:
            kept.append(lock)
    return replace(table, locks=tuple(kept))
