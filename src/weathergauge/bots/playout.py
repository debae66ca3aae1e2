"""Playing on in the head: an order is worth what comes of it when captains command both sides and dice fall as they may.

Orders are compared in the same imagined battles with the same luck, the worse half is given up after each round, and
another order than the usual one is chosen only where it did better than chance explains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import fmean
from time import thread_time
from typing import Any, TypeVar

from weathergauge.bots.captain import Judgement
from weathergauge.bots.reasons import Weighed
from weathergauge.dice import Dice
from weathergauge.ruleset import PROCEED, TABLE, Rules

Order = TypeVar("Order")

STEPS = 400
"""Decisions after which a battle that is played on is taken as it stands."""
LEAST = 4
"""Battles without which nothing that was seen in them is trusted."""
DOUBT = 1.0
"""Standard errors by which another order must do better than the usual one."""


def play_on(
    rules: Rules,
    state: Any,
    heads: Mapping[Any, Judgement],
    dice: Dice,
    over: Callable[[Any], bool],
    written: Callable[[Any], Any] = lambda state: state,
    seen: Callable[[Any, Any, Any], None] = lambda before, action, after: None,
) -> Any:
    """Play on from a state until it is over, each seat by the captain who is imagined there.

    `written` may write what all captains would, so that they need not be asked one after the other; `seen` is shown
    each action, with the states before and after it.
    """
    for _ in range(STEPS):
        state = written(state)
        if over(state):
            break
        seat, action = rules.to_act(state)[0], PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            choices = rules.legal(view)
            action = heads[seat].order(view, choices)
            if action is None or choices.why_not(action) is not None:
                action = next(iter(choices))
        before, state = state, rules.play(state, seat, action, dice).state
        seen(before, action, state)
    return state


def compared(
    orders: Sequence[Order], worth: Callable[[Order, int], float], rounds: Sequence[int], seconds: float
) -> list[list[float]]:
    """What each order came to, battle by battle, by its worth in a battle of that number.

    After each round of so many battles the worse half is given up, and has fewer; the first order never is. When the
    time is over, the battle that is being compared does not count.
    """
    until = thread_time() + seconds
    values: list[list[float]] = [[] for _ in orders]
    left = [*range(len(orders))]
    battle = 0
    for count in rounds:
        for _ in range(count):
            once = []
            for place in left:
                if thread_time() > until:
                    return values
                once.append(worth(orders[place], battle))
            for place, value in zip(left, once, strict=True):
                values[place].append(value)
            battle += 1
        left = [0, *_better_half(values, left[1:])]
        if len(left) == 1:
            break
    return values


def _better_half(values: Sequence[Sequence[float]], left: Sequence[int]) -> list[int]:
    """The better half of those compared with the first, without those that are plainly worse than it.

    What few battles say of their own doubt is not to be trusted: nobody is plainly worse after fewer than `LEAST`.
    """
    ranked = sorted(left, key=lambda place: -sum(values[place]))[: max(1, len(left) // 2)]
    if len(values[0]) < LEAST:
        return ranked
    gains = {place: _gained(values[place], values[0]) for place in ranked}
    return [place for place, (gain, error) in gains.items() if gain >= -DOUBT * error]


def _gained(one: Sequence[float], usual: Sequence[float]) -> tuple[float, float]:
    """What an order gained against the usual one in the same battles, on the average, and the standard error of that."""
    gains = [a - b for a, b in zip(one, usual, strict=True)]
    return sum(gains) / len(gains), doubt(gains)


def doubt(values: Sequence[float]) -> float:
    """The standard error of the mean of some values."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return sqrt(spread / len(values))


def told(
    orders: Sequence[Any], values: Sequence[Sequence[float]], say: Callable[[Any], Any] = lambda order: order
) -> tuple[Weighed, ...]:
    """What was compared, for whoever asks why: those first that were played on most often, and of them the best."""
    tried = [
        Weighed(say(order), fmean(got), doubt(got), len(got)) for order, got in zip(orders, values, strict=True) if got
    ]
    return tuple(sorted(tried, key=lambda weighed: (-weighed.games, -weighed.worth)))


def preferred(orders: Sequence[Order], values: Sequence[Sequence[float]], doubts: float = DOUBT) -> Order:
    """The first order, or another that was never given up and did better by more than chance explains.

    `doubts` are the standard errors that chance is taken to explain: more where many are compared by little.
    """
    usual = values[0]
    tried = [place for place in range(1, len(orders)) if len(values[place]) == len(usual) >= LEAST]
    if not tried:
        return orders[0]
    top = max(tried, key=lambda place: sum(values[place]))
    gain, error = _gained(values[top], usual)
    return orders[top] if gain > doubts * error else orders[0]
