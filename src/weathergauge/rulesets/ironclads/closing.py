"""Chapter: the end of a turn (phase 4). Fires, floods, repairs and surrenders; then whether contact holds."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.frame.chapter import STEP, Chapter, Closed
from weathergauge.frame.table import phase_of
from weathergauge.rulesets.ironclads import repairs, victory
from weathergauge.rulesets.ironclads.actions import Began, Break
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.state import Breaking, Seated, State, Table, View, replace
from weathergauge.rulesets.ironclads.terms import Side


class Closing(Chapter[State, Seated, Charts, Break]):
    """Phase 4: sides that have lost half may ask to break off; their answers are secret until all are in (IR64)."""

    phases = (Breaking,)
    steps = ("repair",)
    takes = (Break,)

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        dice.tell(Began(state.table.turn, "repair"))
        state = repairs.repair(state, self.charts, dice)
        if (over := victory.ending(state.table)) is not None:
            return state.with_phase(over)
        asking = victory.may_ask(state.table)
        return state.with_phase(Breaking(asking)) if asking else self._contact(state, (), dice)

    def acting(self, table: Table) -> tuple[Side, ...]:
        return phase_of(table, Breaking).waiting

    def now(self, view: View) -> str:
        return "it is asked who would break off"

    def subjects(self, at: Seated) -> tuple[str, ...]:
        return (STEP,)

    def of(self, at: Seated, subject: str) -> list[Break]:
        return [Break(True), Break(False)] if subject == STEP else []

    def play(self, state: State, side: Side, action: Break, dice: Dice) -> State | Closed[State]:
        state = state.with_secret(side, replace(state.secret(side), asks=action.ask))
        left = tuple([who for who in self.acting(state.table) if who != side])
        if left:
            return state.with_phase(Breaking(left))
        asked = tuple([side for side in state.table.sides if state.secret(side).asks])
        for who in asked:
            state = state.with_secret(who, replace(state.secret(who), asks=False))
        return self._contact(state, asked, dice)

    def _contact(self, state: State, asked: tuple[Side, ...], dice: Dice) -> State | Closed[State]:
        """Test contact where it is to be tested; without it the battle ends."""
        over = victory.contact(state.table, asked, self.charts, dice)
        return Closed(state) if over is None else state.with_phase(over)
