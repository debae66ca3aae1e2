"""Chapter: command (phase 2). Orders are placed face down, a turn ahead."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.frame.chapter import Closed, Secretly
from weathergauge.frame.fleet import why_not_hers
from weathergauge.rulesets.ironclads.actions import Began, Place, Placed
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.state import (
    Commanding,
    Orders,
    Seated,
    Secret,
    Ship,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.ironclads.terms import ORDERS, Order, Side
from weathergauge.rulesets.ironclads.words import name


def commanded(table: Table, side: Side) -> list[tuple[int, Ship]]:
    """The ships of a side that hold orders."""
    return [(n, ship) for n, ship in enumerate(table.ships) if ship.side == side and ship.able and not ship.fort]


def placeable(table: Table, own: Secret, number: int) -> tuple[bool, ...]:
    """Positions of a ship that are still empty: inactive is False; before the first turn active, True, as well (IR35)."""
    held = own.of(number)
    places = [] if held.inactive else [False]
    if table.turn == 1 and not held.active:
        places.append(True)
    return tuple(places)


class Commands(Secretly[State, Seated, Charts, Place]):
    """Phase 2: both sides place orders; those of the turn before move up."""

    phases = (Commanding,)
    steps = ("command",)
    takes = (Place,)

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        """Move every inactive order up. A side that has only forts is ready from the start."""
        table = state.table
        ships = tuple([replace(ship, order="") if ship.order else ship for ship in table.ships])
        dice.tell(Began(table.turn, "command"))
        ready = tuple([side for side in table.sides if not commanded(table, side)])
        state = replace(state, table=replace(table, ships=ships, phase=Commanding(ready)))
        for side in table.sides if table.turn > 1 else ():
            own = state.secret(side)
            moved = tuple([Orders(active=held.inactive or held.active) for held in own.orders])
            state = state.with_secret(side, replace(own, orders=moved))
        return self.proceed(state, dice) if len(ready) == len(table.sides) else state

    def now(self, view: View) -> str:
        return "both sides place their orders face down"

    def subjects(self, at: Seated) -> list[str]:
        return [ship.id for n, ship in commanded(at.table, at.seat) if placeable(at.table, at.own, n)]

    def of(self, at: Seated, subject: str) -> list[Place]:
        number = at.table.number(subject)
        if number < 0 or at.table.ships[number].side != at.seat:
            return []
        return [Place(subject, order, active) for active in placeable(at.table, at.own, number) for order in ORDERS]

    def why_not(self, at: Seated, action: Place) -> str | None:
        if (reason := why_not_hers(at.table, at.seat, action.ship, name)) is not None:
            return reason
        ship = at.table.ships[at.table.number(action.ship)]
        if ship.fort:
            return f"{ship.name} is a fort and needs no orders"
        if not ship.able:
            return f"{ship.name} is out of the battle"
        if action.active and at.table.turn > 1:
            return "the active position is filled from the inactive one: only before the first turn is it placed"
        return None

    def play(self, state: State, side: Side, action: Place, dice: Dice) -> State:
        """Put an order face down; its own side alone hears of it."""
        number, own = state.table.number(action.ship), state.secret(side)
        held = own.of(number)
        held = replace(held, active=action.order) if action.active else replace(held, inactive=action.order)
        dice.tell(Placed(action.ship, action.order, action.active), to=(side,))
        return state.with_secret(side, own.having(number, held))

    def proceed(self, state: State, dice: Dice) -> Closed[State]:
        """Ships without an order hold the one they have."""
        for side in state.table.sides:
            own = state.secret(side)
            for number, ship in commanded(state.table, side):
                held = own.of(number)
                active: Order = held.active or held.inactive or ("stop" if ship.anchored else "half")  # IR40
                own = own.having(number, Orders(active, held.inactive or active))
            state = state.with_secret(side, own)
        return Closed(state)
