"""Phases A and B: the wind that was announced counts, a new one is thrown for, and signals arrive."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.frame.chapter import Chapter, Closed
from weathergauge.rulesets.wsim import loading, victory, wind
from weathergauge.rulesets.wsim.actions import AnyAction, Began, Signalled
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.state import Seated, State, replace


class Turn(Chapter[State, Seated, Charts, AnyAction]):
    """The beginning of a turn: nobody decides anything."""

    steps = ("wind",)

    def begin(self, state: State, step: str, dice: Dice) -> Closed[State]:
        table = state.table
        if table.coming is not None:
            table = replace(table, wind=table.coming[0], velocity=table.coming[1], coming=None)
        ships = tuple([replace(ship, did=()) if ship.did else ship for ship in table.ships])
        table = replace(table, turn=table.turn + 1, ships=ships)
        dice.tell(Began(table.turn, step))
        table = victory.recover(table, self.charts, dice)
        table = wind.blow(table, self.charts, dice)
        table = loading.shortened(table, self.charts, dice)  # A random opening wind counts at once.
        return Closed(_read(replace(state, table=table), dice))


def _read(state: State, dice: Dice) -> State:
    """Signals of the last turn reach those who can still read them (WS04); older ones are forgotten."""
    table = state.table
    for side in table.sides:
        own = state.secret(side)
        for message in own.signals:
            friends = [table.ships[table.number(id)] for id in message.to]
            readers = tuple([ship.id for ship in friends if ship.able and ship.side == side])
            if message.turn == table.turn - 1 and readers:
                dice.tell(Signalled(message.ship, readers, message.words), to=(side,))
        kept = tuple([message for message in own.signals if message.turn >= table.turn - 1])
        if kept != own.signals:
            state = state.with_secret(side, replace(own, signals=kept))
    return state
