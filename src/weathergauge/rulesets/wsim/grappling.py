"""Chapter: grappling (phase F, first half). Both sides write whom they grapple, then every grapple is thrown for."""

from __future__ import annotations

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.rulesets.wsim.actions import Grapple, Grappled
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.orders import has, unknown
from weathergauge.rulesets.wsim.state import Secret, State, Table, apart, held_by, replace
from weathergauge.rulesets.wsim.terms import Side

STILL = "ships_motionless_in_movement_phase"
NEAR = 3
"""Bows of adjacent ships are never farther apart than this along an axis."""


def modifiers(still: int, charts: Charts) -> tuple[Modifier, ...]:
    """What ships that lay still in this turn's movement take from the die."""
    if not still:
        return ()
    each = charts.grappling_modifiers.at(STILL)
    reason = "a ship that lay still" if still == 1 else "two ships that lay still"
    return (Modifier(reason, each.modifier * (still // each.per), Cell("grappling_modifiers", (STILL,))),)


def grapple(still: int, charts: Charts, dice: Dice) -> bool:
    """One grapple thrown at a ship that does not want it; so many of the two ships lay still."""
    return dice.look_up(charts.grappling, add=modifiers(still, charts), why="grappling", good="low")


def alongside(table: Table, number: int) -> list[int]:
    """The ships next to her, afloat, lowest number first."""
    ship = table.ships[number]
    q, r = ship.bow
    return [
        n
        for n, other in enumerate(table.ships)
        if -NEAR <= other.bow[0] - q <= NEAR
        and -NEAR <= other.bow[1] - r <= NEAR
        and n != number
        and not other.gone
        and apart(ship, other) == 1
    ]


def wanted(table: Table, side: Side, charts: Charts) -> bool:
    """Whether some ship of the side lies next to one that is worth a grapple: any but a sound friend (WS51)."""
    return any(
        not other.danger and (other.side != side or not other.able or other.dismasted)
        for number, ship in enumerate(table.ships)
        if ship.side == side and ship.able
        for other in [table.ships[near] for near in alongside(table, number)]
    )


def options(table: Table, own: Secret, side: Side, number: int, charts: Charts) -> list[Grapple]:
    """Each ship next to her, once a turn."""
    ships = table.ships
    tries: list[Grapple] = [
        Grapple(ships[number].id, ships[other].id) for other in alongside(table, number) if not ships[other].danger
    ]
    return [order for order in tries if not has(own, order)]


def why_not(table: Table, own: Secret, side: Side, order: Grapple, charts: Charts) -> str | None:
    """None when she may throw a grapple, else the player's sentence."""
    number, other = table.number(order.ship), table.number(order.other)
    if other < 0:
        return unknown(table, order.other)
    ship, target = table.ships[number], table.ships[other]
    if other == number:
        return f"{ship.name} cannot grapple herself; name a ship next to her"
    if target.gone:
        return f"{ship.name} cannot grapple {target.name}, who is gone; name a ship next to her"
    if (far := apart(ship, target)) != 1:
        return f"{ship.name} cannot grapple {target.name}, {far} hexes away; only a ship next to her can be grappled"
    if target.danger:
        return f"{ship.name} cannot grapple {target.name}, who may go down at any moment"
    return None


def resolve(state: State, charts: Charts, dice: Dice) -> State:
    """Throw every grapple, ship by ship. Friends make fast without a die; each grapple that holds is one more."""
    table = state.table
    for order in state.written(Grapple):
        number, other = table.number(order.ship), table.number(order.other)
        ship, target = table.ships[number], table.ships[other]
        # A ship that has struck is still thrown for: nobody aboard makes the line fast (WS52).
        still = (not ship.moved) + (not target.moved)
        held = ship.side == target.side or dice.do(grapple, still, charts, seat=ship.side)
        dice.tell(Grappled(order.ship, order.other, held))
        if held:
            locks = (*table.locks, held_by(number, other, "grapple"))
            table = provoking(replace(table, locks=locks), number, other)
    return replace(state, table=table)


def provoking(table: Table, number: int, other: int) -> Table:
    """A smaller ship that takes on a ship of the line may be fired at from afar for a while (CB rule I)."""
    ship, target = table.ships[number], table.ships[other]
    if ship.of_the_line or not target.of_the_line or ship.side == target.side or not target.able:
        return table
    return table.with_ship(number, replace(ship, provoked=table.turn))
