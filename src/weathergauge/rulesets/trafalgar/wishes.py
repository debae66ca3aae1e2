"""What both sides write down in secret: whom to board, whom to grapple, from whom to part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal, TypeVar

from weathergauge.dice import Dice
from weathergauge.frame.chapter import Secretly
from weathergauge.frame.fleet import no_such_ship, why_not_hers
from weathergauge.rulesets.trafalgar.actions import Board, Grapple, Ordered, Part, Remain
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.state import Seated, Secret, Side, State, Table, replace
from weathergauge.rulesets.trafalgar.words import name

Wish = TypeVar("Wish", bound=Board | Grapple | Part | Remain)
What = Literal["board", "grapple", "part", "remain"]
WHAT: dict[type, What] = {Board: "board", Grapple: "grapple", Part: "part", Remain: "remain"}


class Wishes(Secretly[State, Seated, Charts, Wish], ABC):
    """A step in which both sides write of pairs of ships, which are shown when both are ready."""

    @abstractmethod
    def options(self, table: Table, own: Secret, side: Side) -> Sequence[Wish]:
        """What a side may still write."""

    @abstractmethod
    def why_not_pair(self, at: Seated, number: int, target: int, action: Wish) -> str | None:
        """None when she may try it with that ship, else the player's sentence."""

    def subjects(self, at: Seated) -> list[str]:
        return [*dict.fromkeys(action.ship for action in self.options(at.table, at.own, at.seat))]

    def of(self, at: Seated, subject: str) -> list[Wish]:
        return [action for action in self.options(at.table, at.own, at.seat) if action.ship == subject]

    def why_not(self, at: Seated, action: Wish) -> str | None:
        if (reason := why_not_hers(at.table, at.seat, action.ship, name)) is not None:
            return reason
        number, target = at.table.number(action.ship), at.table.number(action.target)
        if target < 0:
            return no_such_ship(action.target, [ship.id for ship in at.table.ships])
        return self.why_not_pair(at, number, target, action)

    def play(self, state: State, side: Side, action: Wish, dice: Dice) -> State:
        """Write it down; its own side alone hears of it."""
        dice.tell(Ordered(action.ship, action.target, WHAT[type(action)]), to=(side,))
        return state.with_secret(side, written(state.secret(side), state.table, action))

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        """What a side may have written: each wish that it could have, as likely as not."""
        secret, asked = Secret(), set[Wish]()
        while left := [action for action in self.options(table, secret, side) if action not in asked]:
            asked.add(left[0])
            if dice.pick((True, False), why="would they?", secret=True):
                secret = written(secret, table, left[0])
        return secret


def written(secret: Secret, table: Table, action: Board | Grapple | Part | Remain) -> Secret:
    """A side's wishes with one more."""
    pair = (table.number(action.ship), table.number(action.target))
    if table.ships[pair[0]].side == table.ships[pair[1]].side:
        pair = (min(pair), max(pair))  # Two of one side part alike, whichever of them is told to.
    what = WHAT[type(action)]
    before: tuple[tuple[int, int], ...] = getattr(secret, what)
    return replace(secret, **{what: tuple(sorted((*before, pair)))})
