"""The midshipman: any order that is legal, by chance. The rung on which every other bot is measured."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from weathergauge.ruleset import Rules


class Midshipman:
    """Picks a ship, or the end of the step, and then one of its orders, each as likely as the next."""

    remembers = False
    listens = False

    def __init__(self, seed: int | str = 0) -> None:
        self.random = Random(f"midshipman {seed}")

    def choose(self, view: Any, choices: Any, rules: Rules) -> Any:
        """Never stuck: a subject without orders is passed over for another."""
        subjects = list(choices.subjects())
        while subjects:
            subject = subjects.pop(self._below(len(subjects)))
            if orders := choices.of(subject):
                return orders[self._below(len(orders))]
        raise RuntimeError(f"{rules.name}: a seat must decide, and there is nothing it may do")

    def _below(self, count: int) -> int:
        """A number from 0 to below `count`, as `randrange` draws it, without its ways round: half of a playout is choosing."""
        draw, bits = self.random.getrandbits, count.bit_length()
        drawn = draw(bits)
        while drawn >= count:
            drawn = draw(bits)
        return drawn

    def heard(self, events: Sequence[Any]) -> None:
        """A midshipman forgets at once."""
