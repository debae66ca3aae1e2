"""Chapter: unfouling (phase C). Ships clear each other and hanging masts; wrecks and fires take their course."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.wsim import damage
from weathergauge.rulesets.wsim.actions import Cleared, Cut, Fate, Unfoul, Unfouled
from weathergauge.rulesets.wsim.boarding import recalled
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.orders import has, unknown
from weathergauge.rulesets.wsim.state import Secret, State, Table, held_by, replace
from weathergauge.rulesets.wsim.terms import Side


def clear(charts: Charts, dice: Dice) -> bool:
    """One try to clear a foul, or to cut a hanging mast away."""
    return dice.look_up(charts.unfouling, why="clearing away", good="low")


def goes(charts: Charts, dice: Dice) -> bool:
    """Whether a ship that may sink or explode does so now."""
    return dice.look_up(charts.destroyed_hull_followup, why="does she go?")


def wanted(table: Table, side: Side, charts: Charts) -> bool:
    """Whether some ship of the side is fouled or has a mast over her side."""
    masts = any(ship.hanging and ship.side == side and ship.able for ship in table.ships)
    return masts or table.holds(side, "foul")


def options(table: Table, own: Secret, side: Side, number: int, charts: Charts) -> list[Unfoul | Cut]:
    """Every foul and every hanging mast that she has not tried to clear yet."""
    ship = table.ships[number]
    tries: list[Unfoul | Cut] = [
        Unfoul(ship.id, table.ships[other].id) for other in table.held(number) if table.fouled(number, other)
    ]
    tries += [Cut(ship.id, beam) for beam in dict.fromkeys(ship.hanging)]
    return [order for order in tries if not has(own, order)]


def why_not(table: Table, own: Secret, side: Side, order: Unfoul | Cut, charts: Charts) -> str | None:
    """None when she may try, else the player's sentence."""
    number = table.number(order.ship)
    ship = table.ships[number]
    if isinstance(order, Cut):
        if order.side in ship.hanging:
            return None
        return f"{ship.name} has no mast hanging over her {order.side} side; there is nothing to cut away"
    other = table.number(order.other)
    if other < 0:
        return unknown(table, order.other)
    if not table.fouled(number, other):
        return f"{ship.name} is not fouled with {table.ships[other].name}; name a ship that she is fouled with"
    return None


def resolve(state: State, charts: Charts, dice: Dice) -> State:
    """Throw for everything that was tried, ship by ship. A success frees both ships of each other's rigging."""
    table = state.table
    if not (written := state.orders()):
        return state
    for order in written:
        number = table.number(order.ship)
        ship = table.ships[number]
        if isinstance(order, Cut):
            free = dice.do(clear, charts, seat=ship.side)
            if free:  # One mast at a time, where two hang over the same side.
                at = ship.hanging.index(order.side)
                table = table.with_ship(number, replace(ship, hanging=ship.hanging[:at] + ship.hanging[at + 1 :]))
            dice.tell(Cleared(order.ship, order.side, free))
        elif isinstance(order, Unfoul) and table.fouled(number, other := table.number(order.other)):
            # Both may have tried; whoever threw first may have freed the pair already.
            free = dice.do(clear, charts, seat=ship.side)
            if free:
                foul = held_by(number, other, "foul")
                table = replace(table, locks=tuple([lock for lock in table.locks if lock != foul]))
            dice.tell(Unfouled(order.ship, order.other, free))
    return replace(state, table=recalled(table))


def checks(state: State, charts: Charts, dice: Dice) -> State:
    """What happens of itself in phase C: wrecks go down or blow up, fires and wreckage last a turn less.

    A ship that burns out of control goes without a die (WS27). Whoever is wrecked by a blast now is thrown for in the
    next phase C; a fire that a blast lights now burns from this turn on, so that it is counted with the others (WS05).
    """
    wrecks = [(number, ship.danger) for number, ship in enumerate(state.table.ships) if ship.danger and ship.afloat]
    for number, danger in wrecks:
        ship = state.table.ships[number]
        if ship.gone:
            continue
        if danger != "will_explode" and not dice.do(goes, charts):
            dice.take_account()  # she is there still, and nothing is told of it
            continue
        if danger == "may_sink":
            dice.tell(Fate(ship.id, "sinks"))
            state = replace(state, table=damage.remove(state.table, number, "sunk"))
        else:
            state = damage.explode(state, number, charts, dice)
    table = _burnt_down(state.table, dice)
    return replace(state, table=recalled(table) if wrecks else table)


def _burnt_down(table: Table, dice: Dice) -> Table:
    """Fires and wreckage with a turn less to last. Those on their last turn last through it (WS05)."""
    for number, ship in enumerate(table.ships):
        if not (ship.fires or ship.obscured) or ship.gone:
            continue
        fires = tuple([(left - 1, rolled) for left, rolled in ship.fires if left > 0])
        obscured = tuple([(beam, left - 1) for beam, left in ship.obscured if left > 0])
        if ship.fires and not fires and ship.danger != "will_explode":
            dice.tell(Fate(ship.id, "fire_out"))
        table = table.with_ship(number, replace(ship, fires=fires, obscured=obscured))
    return table
