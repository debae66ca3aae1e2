"""An admiral's judgement for the fleet action.

In a fight of few, and in one of squadrons for lines and ships with an enemy in reach, he takes what a captain would order
and what else was thought of, and plays each on through the rules, with the same luck for every order. In a fleet action
he compares manners of fighting once a turn, the asked one first, in the same way, and has his captains fight the turn in
the one that does best. He leaves the captain's order, or the manner that was asked for, only for one that does better
than chance explains; with no time left he gives the captain's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from time import thread_time
from typing import Any

from weathergauge.bots.admiral import SAMPLES, SECONDS
from weathergauge.bots.budget import Budget
from weathergauge.bots.playout import LEAST, compared, preferred, told
from weathergauge.bots.reasons import NO_TIME, Reason, Weighed
from weathergauge.bots.tempers import ORDINARY, entries
from weathergauge.bots.trafalgar import Judgement, leaf
from weathergauge.bots.trafalgar.ahead import FEW, SQUADRONS, Ahead, Hasty, Head
from weathergauge.bots.trafalgar.temper import Temper
from weathergauge.frame.table import phase_of
from weathergauge.rulesets.trafalgar import helm
from weathergauge.rulesets.trafalgar.actions import AnyAction
from weathergauge.rulesets.trafalgar.state import INCH, Moving, Side, Table, View

WIDTH = 7
"""The most orders that he compares."""
ROUNDS = (1, 1, 2, 4, 8)
"""How often he plays on before he gives up the worse half, in samples."""
DOUBTS = 0.5
"""Standard errors by which an order must do better than the captain's."""
PACE = 0.002
"""Seconds that a battle in his head takes for each pair of enemies, about."""
RECKONING = 0.1
"""How much he makes of what the captain reckons: in battles played to their end that says little of which order is better."""
NEAR = 15 * INCH
"""In a fight of squadrons he looks at who has an enemy nearer than this: how to come up with her is the captain's business."""
FIRST = 0.7
"""The share of a ship's time that her turn may take, before it is known how far she goes."""
MANNERS = ("cautious", "bold")
"""The tempers that he thinks of beside the one that was asked for."""


class Admiral(Judgement):
    """Decides as the captain does, unless another order or manner turns out better when it is played on."""

    def __init__(
        self, seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY
    ) -> None:
        super().__init__(temper)
        self.seed, self.samples = seed, samples
        self.budget = Budget(seconds)
        self.manner = self.asked = temper
        """The temper of this turn, and the one that was asked for."""
        self.turn: tuple[Any, ...] = ()
        self.weighed: tuple[Weighed, ...] = ()
        self.heads = {name: Head(name) for name in dict.fromkeys((temper, ORDINARY, *MANNERS))}
        self.hasty = {name: Head(name, Hasty) for name in dict.fromkeys((temper, ORDINARY))}
        self.cost = self.brief = 0.0
        """What it took of the processor's time to play on once, lately: in a fleet action, and in a smaller one."""
        self.helmsman.temper = self.temper
        self.unfit = ""
        """Why nothing can be compared: the weights of the leaf are of another version, or cannot be read."""
        try:
            leaf.weights()
        except ValueError as error:
            self.unfit = f"{error}. This is the captain's order."

    def temper(self, title: str, side: str) -> Temper:
        """The numbers that this turn is fought by."""
        return self.heads[self.manner].tempers.of(title, side)

    def order(self, view: View, choices: Any) -> AnyAction | None:
        table = view.table
        if not isinstance(table.phase, Moving):
            return super().order(view, choices)
        side, turn = table.phase.side, (table.title, table.turn, table.phase.side)
        if self.unfit:
            usual = super().order(view, choices)
            if self._reason is not None:
                self._reason = Reason(usual, self._reason.plan, self._reason.weighed, self.unfit)
            return usual
        few = sum(ship.able for ship in table.ships) <= SQUADRONS
        note = ""
        self.budget.begin(turn)
        if few:
            self.manner = self.asked
        elif turn != self.turn:
            note = self.choose_manner(view, side)
        self.turn = turn
        usual = super().order(view, choices)
        if usual is not None and self._reason is not None:
            if few:
                usual = self.choose_order(view, side, usual, choices)
            else:
                plan = f"{self._reason.plan[:-1]}; {self.words()}."
                self._reason = Reason(usual, plan, self._reason.weighed, note)
        self.budget.end()
        return usual

    def words(self) -> str:
        """How this turn is fought, and what was compared for it."""
        manner = entries("trafalgar")[self.manner].words if self.manner in MANNERS else "as usual"
        worth = ", ".join(f"{weighed.what} {weighed.worth:+.1f}" for weighed in self.weighed)
        return f"fought {manner} ({worth})" if self.weighed else f"fought {manner}"

    def choose_manner(self, view: View, side: Side) -> str:
        """The temper of this turn; a note where there was no time to compare any."""
        table = view.table
        self.manner, self.weighed = self.asked, ()
        names = [self.asked, *[name for name in MANNERS if name != self.asked]]
        seconds, cost = self.budget.left(), self.cost or self.guess(table)
        names = names[: int(seconds / (LEAST * cost))]
        if len(names) < 2:
            return NO_TIME
        fights = {name: self.ahead(view, side, self.heads[name], self.heads[ORDINARY]) for name in names}
        first = {name: self.heads[name].helmsman.order(table)[0] for name in names}

        def worth(name: str, battle: int) -> float:
            since = thread_time()
            value = fights[name](first[name], battle)
            self.cost = lately(self.cost, thread_time() - since)
            return value

        values = compared(names, worth, [self.samples, self.samples, 2 * self.samples], seconds)
        if not values[0]:
            return NO_TIME
        self.manner = preferred(names, values)
        self.weighed = told(names, values, lambda name: name or "as usual")
        return ""

    def guess(self, table: Table) -> float:
        """What it is likely to take to play on once, before it was done."""
        sides = [sum(ship.able and ship.side == side for ship in table.ships) for side in table.sides]
        return PACE * sides[0] * sides[1]

    def choose_order(self, view: View, side: Side, usual: AnyAction, choices: Any) -> AnyAction:
        """The captain's order, or another of those that were thought of."""
        assert self._reason is not None
        table, options = view.table, self.helmsman.options
        straight = next((option.value for option in options if option.chance == 1.0), 0.0)
        reckoned: Mapping[AnyAction, float] = {
            option.order: option.chance * option.value + (1 - option.chance) * straight for option in options
        }
        orders = [usual, *[order for order in reckoned if order != usual and choices.why_not(order) is None]][:WIDTH]
        if len(orders) < 2 or usual not in reckoned:
            return usual
        units, squadrons = helm.units(table), sum(ship.able for ship in table.ships) > FEW
        ordered = units[0]
        if squadrons:
            units = [unit for unit in units if engaged(table, unit)]
            if ordered not in units:
                return usual
        imagined = self.hasty if squadrons else self.heads
        fight = self.ahead(view, side, imagined[self.asked], imagined[ORDINARY])

        def worth(order: AnyAction, battle: int) -> float:
            since = thread_time()
            value = fight(order, battle) + RECKONING * reckoned[order]
            self.brief = lately(self.brief, thread_time() - since)
            return value

        seconds = self.budget.share(len(units)) * (1.0 if helm.helm_of(phase_of(table, Moving), ordered[0]) else FIRST)
        if squadrons and self.brief:
            orders = orders[: max(2, int(seconds / (LEAST * self.brief)))]
        values = compared(orders, worth, [size * self.samples for size in ROUNDS], seconds)
        best = preferred(orders, values, DOUBTS)
        weighed = told(orders, values) or self._reason.weighed
        self._reason = Reason(best, self._reason.plan, weighed, "" if values[0] else NO_TIME)
        return best

    def ahead(self, view: View, side: Side, own: Judgement, hers: Judgement) -> Ahead:
        """Battles that go on from here, with a captain of one's own against one of hers."""
        table = view.table
        heads: dict[Side, Judgement] = {who: own if who == side else hers for who in table.sides}
        return Ahead(view, side, heads, f"{self.seed}:{mark(table)}", self.charts)


def lately(mean: float, last: float) -> float:
    """What something takes, the last time counted most."""
    return 0.7 * mean + 0.3 * last if mean else last


def engaged(table: Table, unit: Sequence[int]) -> bool:
    """Whether an enemy is in reach of a unit, or as good as that."""
    foes = [ship for ship in table.ships if ship.able and ship.side != table.ships[unit[0]].side]
    ours = [table.ships[n] for n in unit]
    return any(hypot(ship.x - foe.x, ship.y - foe.y) < NEAR for ship in ours for foe in foes)


def mark(table: Table) -> str:
    """A name for what is being decided: the same table is always played on in the same way."""
    assert isinstance(table.phase, Moving)
    return f"{table.turn}:{len(table.phase.done)}:{len(table.phase.helms)}"


def judgement(seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY) -> Admiral:
    return Admiral(seed, samples, seconds, temper)
