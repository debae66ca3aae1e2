"""Whether play and odds go by the same rules: every die that is thrown, and every sum, lies within a rule that both do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from weathergauge import dice as dice_module
from weathergauge.dice import Dice, Die, Modifier
from weathergauge.files.cases import CaseDice, check, load
from weathergauge.procedures import Inputs, Procedure
from weathergauge.ruleset import Rules
from weathergauge.testing.chances import for_inputs
from weathergauge.testing.hints import Start
from weathergauge.testing.play import Player
from weathergauge.throwing import RandomDice

Within = tuple[str, ...]
"""The rules that were being done, the outermost first, and last the function that asked."""
OURS = "weathergauge.rulesets."
BENEATH = (__name__, dice_module.__name__)


def named(module: str, function: str) -> str:
    """A rule as the hints name it: chapter and function."""
    return f"{module.removeprefix(OURS)}.{function}"


def asking() -> str:
    """The function that asks something of the dice now."""
    frame = sys._getframe(1)
    while frame.f_globals["__name__"] in BENEATH and frame.f_back is not None:
        frame = frame.f_back
    return named(frame.f_globals["__name__"], frame.f_code.co_qualname)


class Asked:
    """What was asked of dice, by the rules within which it was asked."""

    def __init__(self) -> None:
        self.thrown: set[Within] = set()
        self.drawn: set[Within] = set()
        """Lots between equals, which are put together of nothing: play draws some that nobody asks odds of."""
        self.summed: set[Within] = set()

    def rules(self) -> set[str]:
        """Every rule that was done."""
        return {rule for within in self.thrown | self.drawn | self.summed for rule in within}


class Tracing(Dice):
    """Dice that note within which rules they are asked for a throw, a lot or a sum."""

    asked: Asked
    within: Within = ()
    _drawing = False

    @contextmanager
    def doing(self, rule: Callable[..., Any]) -> Iterator[None]:
        outer, self.within = self.within, (*self.within, named(rule.__module__, rule.__qualname__))
        try:
            yield
        finally:
            self.within = outer

    def _throw(self, count: int, die: Die, why: str, *rest: Any, **more: Any) -> tuple[int, ...]:
        noted = self.asked.drawn if self._drawing else self.asked.thrown
        noted.add((*self.within, asking()))
        return super()._throw(count, die, why, *rest, **more)

    def pick(self, *args: Any, **more: Any) -> Any:
        self._drawing = True
        try:
            return super().pick(*args, **more)
        finally:
            self._drawing = False

    def reckon(self, why: str, add: Iterable[Modifier], *, seat: str | None = None, secret: bool = False) -> int:
        self.asked.summed.add((*self.within, asking()))
        return super().reckon(why, add, seat=seat, secret=secret)

    def do(self, rule: Any, *args: Any, **more: Any) -> Any:  # type: ignore[override]  # whatever it takes
        with self.doing(rule):
            return super().do(rule, *args, **more)

    def fold(self, step: Any, *args: Any) -> Any:  # type: ignore[override]  # whatever it takes
        with self.doing(step):
            return super().fold(step, *args)

    def sum(self, rule: Any, *args: Any, **more: Any) -> Any:
        with self.doing(rule):
            return super().sum(rule, *args, **more)

    def rounds(self, step: Any, *args: Any, **more: Any) -> Any:  # type: ignore[override]  # whatever it takes
        with self.doing(step):
            return super().rounds(step, *args, **more)


class TracingDice(Tracing, RandomDice):
    """They fall at random."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.account, self.asked = [], Asked()


class TracingCaseDice(Tracing, CaseDice):
    """They fall as a case says."""

    def __init__(self, entries: Iterable[str], asked: Asked) -> None:
        super().__init__(entries)
        self.asked = asked


def in_play(rules: Rules, begins: Iterable[Start], steps: int) -> Asked:
    """What random matches ask of dice, in so many steps from each start."""
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
    return dice.asked


def in_cases(rules: Rules, folder: Path) -> Asked:
    """What is asked where the cases of a folder are played: they come to what random matches seldom do."""
    asked = Asked()
    for case in load(sorted(folder.glob("*.toml"))):
        if case.scenario is not None:
            check(case, rules, dice=TracingCaseDice(case.dice, asked))
    return asked


def in_odds(rules: Rules, procedure: Procedure, examples: int) -> Asked:
    """What many resolutions of a procedure ask: odds walk the rule that is resolved here."""
    dice = TracingDice(procedure.name)

    def resolve(inputs: Inputs) -> None:
        with dice.doing(procedure.rule):
            for _ in range(4):
                procedure.resolve(inputs, rules.charts, dice)

    for_inputs(procedure, resolve, examples=examples)
    return dice.asked


def outside(asked: set[Within], shared: set[str]) -> set[str]:
    """The functions that asked something within none of these rules."""
    return {within[-1] for within in asked if shared.isdisjoint(within)}


def strangers(
    rules: Rules, begins: Iterable[Start], cases: Path, *, steps: int, examples: int
) -> tuple[set[str], set[str]]:
    """What asks dice in play within no rule that odds walk, and what throws them for odds within no rule that play does.

    `cases` is the folder of the title's: what they come to, play does.
    """
    played = in_play(rules, begins, steps)
    resolved = [in_odds(rules, procedure, examples) for procedure in rules.procedures.values()]
    done = played.rules() | in_cases(rules, cases).rules()
    walked = set().union(*(asked.rules() for asked in resolved))
    alone = set().union(*(outside(asked.thrown | asked.drawn, done) for asked in resolved))
    return outside(played.thrown | played.summed, walked), alone
