"""The suite that every ruleset passes, for titles of the project and for those of other packages.

A check is a plain function that is given rules and raises an AssertionError with a sentence; `suite` calls each of them as a
test for pytest. A package has it run over its own titles by a test file of two lines:

    from weathergauge.testing.suite import *

    TITLES = ["cutters"]

Only what is in here needs pytest and hypothesis: `pip install weathergauge[testing]`.
"""

from __future__ import annotations

from functools import cache

from weathergauge import codec, rulesets
from weathergauge.ruleset import Rules
from weathergauge.throwing import SeededDice


@cache
def rules_for(title: str) -> Rules:
    """The rules of a title."""
    return rulesets.ruleset(title)


def by_size(rules: Rules) -> tuple[str, ...]:
    """The names of the scenarios, from the smallest set-up to the largest."""

    def size(name: str) -> tuple[int, str]:
        return len(codec.encode(rules.setup(rules.scenario(name, {}), SeededDice(b"size")))), name

    return tuple(sorted((card.name for card in rules.scenarios()), key=size))


def small(rules: Rules) -> tuple[str, ...]:
    """All scenarios but the largest, or those that the hints name."""
    from weathergauge.testing.hints import hints

    return hints(rules.name).scenarios or by_size(rules)[:-1] or by_size(rules)


def largest(rules: Rules) -> str:
    """The scenario with the most to play."""
    return by_size(rules)[-1]
