"""What the suite over every ruleset is made of.

A check is a plain function that is given rules and raises an AssertionError with a sentence. `test_every_ruleset.py`
calls each for every title that can be played; `test_checks.py` calls each on rules that are broken on purpose.
"""

from __future__ import annotations

from functools import cache

from weathergauge import codec, rulesets
from weathergauge.dice import SeededDice
from weathergauge.ruleset import Rules

TITLES = tuple(title.name for title in rulesets.TITLES)


@cache
def rules_for(title: str) -> Rules:
    """The rules of a title; a new title needs no more than its place among those that can be played."""
    rules: Rules = rulesets.ruleset(title)
    return rules


def by_size(rules: Rules) -> tuple[str, ...]:
    """The names of the scenarios, from the smallest set-up to the largest."""

    def size(name: str) -> tuple[int, str]:
        return len(codec.encode(rules.setup(rules.scenario(name, {}), SeededDice(b"size")))), name

    return tuple(sorted((card.name for card in rules.scenarios()), key=size))


def small(rules: Rules) -> tuple[str, ...]:
    """All scenarios but the largest, or those that the hints name."""
    from tests.every.hints import hints

    return hints(rules.name).scenarios or by_size(rules)[:-1] or by_size(rules)


def largest(rules: Rules) -> str:
    return by_size(rules)[-1]
