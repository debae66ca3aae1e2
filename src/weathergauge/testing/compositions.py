"""Whether play and odds go by the same rules: every die that is thrown, and every sum, lies within a rule that both do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pkgutil import resolve_name
from typing import Any

from weathergauge import dice as dice_module
from weathergauge.dice import Die, Modifier, RandomDice
from weathergauge.procedures import Inputs, Procedure
from weathergauge.ruleset import Rules
from weathergauge.testing.chances import for_inputs
from weathergauge.testing.hints import Start
from weathergauge.testing.play import Player

Within = tuple[str, ...]
"""The rules that were being done, the outermost first, and last the function that asked."""
OURS = "weathergauge.rulesets."
BENEATH = (__name__, dice_module.__name__)


def named(module: str, function: str) -> str:
    """A rule as the hints name it: chapter and function."""
    return f"{module.removeprefix(OURS)}.{function}"


def exists(name: str) -> bool:
    """Whether there is a function of that name still."""
    for place in (f"{OURS}{name}", name):
        with suppress(ImportError, AttributeError):
            resolve_name(place)
            return True
    return False


def asking() -> str:
    """The function that asks something of the dice now."""
    frame = sys._getframe(1)
    while frame.f_globals["__name__"] in BENEATH and frame.f_back is not None:
        frame = frame.f_back
    return named(frame.f_globals["__name__"], frame.f_code.co_qualname)


class TracingDice(RandomDice):
    """Dice that note within which rules they are asked for a throw or a sum."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.account = []
        self.within: Within = ()
        self.thrown: set[Within] = set()
        self.summed: set[Within] = set()

    @contextmanager
    def doing(self, rule: Callable[..., Any]) -> Iterator[None]:
        outer, self.within = self.within, (*self.within, named(rule.__module__, rule.__qualname__))
        try:
            yield
        finally:
            self.within = outer

    def _throw(self, count: int, die: Die, why: str, *rest: Any, **more: Any) -> tuple[int, ...]:
        self.thrown.add((*self.within, asking()))
        return super()._throw(count, die, why, *rest, **more)

    def reckon(self, why: str, add: Iterable[Modifier], *, seat: str | None = None, secret: bool = False) -> int:
        self.summed.add((*self.within, asking()))
        return super().reckon(why, add, seat=seat, secret=secret)

    def do(self, rule: Any, *args: Any, **more: Any) -> Any:  # type: ignore[override]  # whatever it takes
        with self.doing(rule):
            return super().do(rule, *args, **more)

    def fold(self, step: Any, *args: Any) -> Any:  # type: ignore[override]  # whatever it takes
        with self.doing(step):
            return super().fold(step, *args)

    def sum(self, rule: Any, *args: Any) -> Any:  # type: ignore[override]  # whatever it takes
        with self.doing(rule):
            return super().sum(rule, *args)

    def repeat(self, step: Any, *args: Any, **more: Any) -> Any:  # type: ignore[override]  # whatever it takes
        with self.doing(step):
            return super().repeat(step, *args, **more)


def in_play(rules: Rules, begins: Iterable[Start], steps: int) -> TracingDice:
    """Dice after random matches, so many steps from each start: what was asked of them, and where."""
    dice = TracingDice("compositions")
    for start in begins:
        played, game = 0, 0
        while played < steps:
            seed = f"compositions {game}"
            player, state = Player(rules, seed, curious=0.5), start.state(rules, seed)
            while played < steps and rules.result(state) is None:
                seat = player.chance.choice(rules.to_act(state))
                state = rules.play(state, seat, player.order(state, seat), dice).state
                played += 1
            game += 1
    return dice


def in_odds(rules: Rules, procedure: Procedure, examples: int) -> TracingDice:
    """The same after many resolutions of a procedure: odds walk the rule that is resolved here."""
    dice = TracingDice(procedure.name)

    def resolve(inputs: Inputs) -> None:
        with dice.doing(procedure.rule):
            for _ in range(4):
                procedure.resolve(inputs, rules.charts, dice)

    for_inputs(procedure, resolve, examples=examples)
    return dice


def outside(asked: set[Within], shared: set[str]) -> set[str]:
    """The functions that asked something within none of these rules."""
    return {within[-1] for within in asked if shared.isdisjoint(within)}


def strangers(rules: Rules, begins: Iterable[Start], *, steps: int, examples: int) -> tuple[set[str], set[str]]:
    """What asks dice in play within no rule that odds walk, and what throws them for odds within no rule that play does."""
    played = in_play(rules, begins, steps)
    resolved = [in_odds(rules, procedure, examples) for procedure in rules.procedures.values()]
    done = {rule for within in played.thrown | played.summed for rule in within}
    walked = {rule for dice in resolved for within in dice.thrown | dice.summed for rule in within}
    alone = set().union(*(outside(dice.thrown, done) for dice in resolved))
    return outside(played.thrown | played.summed, walked), alone
