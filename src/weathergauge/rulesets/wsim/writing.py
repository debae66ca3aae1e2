"""A step in which both sides write orders on their logs, which are then carried out together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from weathergauge.dice import Dice
from weathergauge.frame.chapter import Closed, Secretly
from weathergauge.frame.fleet import why_not_hers
from weathergauge.rulesets.wsim import loading, victory
from weathergauge.rulesets.wsim.actions import Began, Erase, Erased, Order, Plot, Sails, Wrote
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.orders import erased, out_of_it, written
from weathergauge.rulesets.wsim.state import Seated, Secret, State, Table, View, Writing, replace
from weathergauge.rulesets.wsim.terms import Side, Step
from weathergauge.rulesets.wsim.words import STEP_WORDS, name

Carried = Callable[[State, Charts, Dice], State]
"""What comes of all orders of a step together, or of itself after them."""
DECISIVE: tuple[Step, ...] = ("unfouling", "combat", "loading")
"""Steps after which the action may be over; with the last the turn is."""


class File(Protocol):
    """The file of a chapter: whether a side has anything to decide, what a ship may write, and why not."""

    def wanted(self, table: Table, side: Side, charts: Charts, /) -> bool: ...
    def options(self, table: Table, own: Secret, side: Side, number: int, charts: Charts, /) -> Sequence[Order]: ...
    def why_not(self, table: Table, own: Secret, side: Side, order: Any, charts: Charts, /) -> str | None: ...


class Written(Secretly[State, Seated, Charts, Order | Erase]):
    """A step of the sequence of play; any order is written anew or taken back until both sides are ready."""

    def __init__(
        self,
        step: Step,
        file: File,
        kinds: tuple[type[Order], ...],
        resolve: Carried,
        charts: Charts,
        after: Carried | None = None,
    ) -> None:
        super().__init__(charts)
        self.name, self.file, self.resolve, self.after = step, file, resolve, after
        self.phases = self.steps = (step,)
        self.takes = (*kinds, Erase)
        self.plots = Plot in kinds
        self.sifts = not self.plots  # Every ship has some plot: no need to list them all.

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        """Begin the step; pass over it where nobody has anything to decide."""
        table = state.table
        ready = tuple([side for side in table.sides if not self.file.wanted(table, side, self.charts)])
        if len(ready) == len(table.sides):
            return self.proceed(state, dice)
        dice.tell(Began(table.turn, step))
        return state.with_phase(Writing(self.name, ready))

    def now(self, view: View) -> str:
        if isinstance(view.table.phase, Writing) and view.seat in view.table.phase.ready:
            return "you have said that you are ready, and the other side is still writing"
        return STEP_WORDS[self.name]

    def subjects(self, at: Seated) -> list[str]:
        """Her ships; in the step of plots those that have none yet."""
        seat = at.seat
        plotted = {order.ship for order in at.own.orders if isinstance(order, Plot)} if self.plots else ()
        return [ship.id for ship in at.table.ships if ship.side == seat and ship.able and ship.id not in plotted]

    def of(self, at: Seated, subject: str) -> Sequence[Order]:
        table, number = at.table, at.table.number(subject)
        if number < 0 or (ship := table.ships[number]).side != at.seat or not ship.able:
            return []
        return self.file.options(table, at.own, at.seat, number, self.charts)

    def why_not(self, at: Seated, action: Order | Erase) -> str | None:
        table = at.table
        if (reason := why_not_hers(table, at.seat, action.ship, name)) is not None:
            return reason
        if isinstance(action, Erase):
            wrote = any(order.ship == action.ship for order in at.own.orders)
            return None if wrote else f"nothing is written for {name(table, action.ship)} in this step"
        out = out_of_it(table.ships[table.number(action.ship)])
        return out or self.file.why_not(table, at.own, at.seat, action, self.charts)

    def play(self, state: State, side: Side, action: Order | Erase, dice: Dice) -> State:
        """Write an order down, or take back those of a ship; its own side alone hears of it."""
        own = state.secret(side)
        if isinstance(action, Erase):
            dice.tell(Erased(action.ship), to=(side,))
            return state.with_secret(side, erased(own, action.ship))
        if isinstance(action, Sails) and state.table.settings.sails == "open":
            return replace(state, table=loading.trimmed(state.table, action, dice))  # in view of all (WS69)
        dice.tell(Wrote(action), to=(side,))
        return state.with_secret(side, written(own, action, state.table.turn == 0))

    def proceed(self, state: State, dice: Dice) -> State | Closed[State]:
        """Do what was written and what follows of itself."""
        state = self.resolve(state, self.charts, dice)
        one, other = state.secrets
        if one.orders or other.orders:
            state = replace(state, secrets=(replace(one, orders=()), replace(other, orders=())))
        if self.after is not None:
            state = self.after(state, self.charts, dice)
        if (
            self.name in DECISIVE
            and (over := victory.ending(state.table, self.charts, self.name == DECISIVE[-1])) is not None
        ):
            return state.with_phase(over)
        return Closed(state)
