"""An admiral's judgement for the fleet action.

He takes what a captain would order and what else was thought of, and plays each on in a sketch of the sea: a few turns by
rules of thumb, with the same luck for every order. Once a turn he compares plans in the same way. He leaves the captain's
order, or the plan he has, only for one that does better than chance explains; with no time left he gives the captain's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from weathergauge.bots.admiral import SAMPLES, SECONDS
from weathergauge.bots.budget import Budget
from weathergauge.bots.playout import compared, preferred, told
from weathergauge.bots.reasons import NO_TIME, Reason
from weathergauge.bots.tempers import ORDINARY
from weathergauge.bots.trafalgar import Judgement, leaf
from weathergauge.bots.trafalgar.craft import Pose
from weathergauge.bots.trafalgar.sketch import HELM, Luck, Sketch, commands
from weathergauge.bots.trafalgar.steer import Option
from weathergauge.rulesets.trafalgar import helm
from weathergauge.rulesets.trafalgar.actions import AnyAction
from weathergauge.rulesets.trafalgar.state import Moving, Table, View

AHEAD = 2
"""Turns that he plays on after this one."""
WIDTH = 5
"""The most orders that he compares."""
ROUNDS = (1, 2, 4)
"""How often he plays on before he gives up the worse half, in samples."""
TRUST = 0.5
"""How much the sketched battles count against the captain's reckoning."""


class Admiral(Judgement):
    """Decides as the captain does, unless another order turns out better when it is played on."""

    def __init__(
        self, seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY
    ) -> None:
        super().__init__(temper)
        self.seed, self.samples = seed, samples
        self.budget = Budget(seconds)

    def order(self, view: View, choices: Any) -> AnyAction | None:
        table = view.table
        if not isinstance(table.phase, Moving):
            return super().order(view, choices)
        usual = super().order(view, choices)
        options = self._worth_comparing(self.helmsman.options, usual)
        if self._reason is None or len(options) < 2 or options[0].order != usual:
            return usual
        self.budget.begin((table.title, table.turn, table.phase.side))
        rounds = [size * self.samples for size in ROUNDS]
        seconds = self.budget.share(len(helm.units(table)))
        values = compared(options, Compared(self, table, options), rounds, seconds)
        self.budget.end()
        if not values[0]:
            self._reason = Reason(usual, self._reason.plan, self._reason.weighed, NO_TIME)
            return usual
        best = preferred(options, values)
        self._reason = Reason(best.order, self._reason.plan, told(options, values, lambda option: option.order))
        return best.order

    def _worth_comparing(self, options: Sequence[Option], usual: AnyAction | None) -> list[Option]:
        """The captain's order first, then the best of the others that end elsewhere."""
        first = [one for one in options if one.order == usual]
        adrift = any(pose.drifting for one in first for pose in one.poses.values())
        others = [
            one
            for one in options
            if one.order != usual and (adrift or not any(pose.drifting for pose in one.poses.values()))
        ]
        return [*first, *others[: WIDTH - 1]]


class Compared:
    """What an option comes to in a sketched battle of a number."""

    def __init__(self, admiral: Admiral, table: Table, options: Sequence[Option]) -> None:
        assert isinstance(table.phase, Moving)
        self.table, self.side = table, table.phase.side
        self.charts = admiral.charts
        self.mark = f"{admiral.seed}:{table.turn}:{len(table.phase.done)}:{len(table.phase.helms)}"
        self.tempers = {side: admiral.tempers.of(table.title, side) for side in table.sides}
        self.straight = next((one for one in options if one.chance == 1.0), None)
        still = 0.0 if self.straight is None else self.straight.value
        self.reckoned = {one.order: one.chance * one.value + (1 - one.chance) * still for one in options}
        plan = admiral.helmsman.planner.plan(table, self.side)
        self.parts = {} if plan is None else {self.side: plan.part}

    def __call__(self, option: Option, battle: int) -> float:
        sketch = Sketch(self.table, self.charts, self.tempers, self.parts)
        luck = Luck(f"{self.mark}:{battle}", len(self.table.ships), AHEAD + 1)
        lead = min(option.poses)
        placed: Mapping[int, Pose] = option.poses
        if option.chance < 1.0 and not commands(self.side, luck.face(0, lead, HELM), self.charts):
            placed = {} if self.straight is None else self.straight.poses
        sketch.play(luck, AHEAD, placed)
        return TRUST * leaf.value(sketch, self.side, sketch.turn) + (1 - TRUST) * self.reckoned[option.order]


def judgement(seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY) -> Admiral:
    return Admiral(seed, samples, seconds, temper)
