"""The captain: weighs each order by its odds. The frame is the same for every title; the judgement is the title's own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from weathergauge.bots.midshipman import Midshipman
from weathergauge.ruleset import Rules
from weathergauge.rulesets import title as known_title

JUDGEMENTS = {
    "trafalgar": "weathergauge.bots.trafalgar",
    "wsim": "weathergauge.bots.wsim",
    "ironclads": "weathergauge.bots.ironclads",
    "sealords": "weathergauge.bots.sealords",
}
"""By ruleset: the module whose `judgement()` knows how to fight it."""


class Judgement(Protocol):
    """Knows a ruleset: says what it would do, from what the seat sees. None leaves it to chance."""

    def order(self, view: Any, choices: Any) -> Any: ...
    def heard(self, events: Sequence[Any]) -> None: ...


def can_play(title: str) -> bool:
    """Whether a captain knows the title's rules."""
    return known_title(title).ruleset in JUDGEMENTS


class Captain:
    """Plays what its judgement finds best; what that does not know, or the rules refuse, it plays by chance."""

    rank = "captain"
    judgements = JUDGEMENTS
    remembers = False  # a judgement reads the table

    def __init__(self, seed: int | str = 0, title: str | None = None) -> None:
        if title is not None and known_title(title).ruleset not in self.judgements:
            raise ValueError(self._unknown(title))
        self.seed = seed
        self.judgement: Judgement | None = None
        self.midshipman = Midshipman(seed)

    def choose(self, view: Any, choices: Any, rules: Rules) -> Any:
        if self.judgement is None:
            place = self.judgements.get(rules.family)
            if place is None:
                raise ValueError(self._unknown(rules.name))
            self.judgement = self.made(place)
        action = self.judgement.order(view, choices)
        if action is None or choices.why_not(action) is not None:
            return self.midshipman.choose(view, choices, rules)
        return action

    def made(self, place: str) -> Judgement:
        """The judgement of a title, from its module."""
        made: Judgement = import_module(place).judgement()
        return made

    def _unknown(self, title: str) -> str:
        return f"The {self.rank} does not know {title} yet: the midshipman plays every title."

    def heard(self, events: Sequence[Any]) -> None:
        if self.judgement is not None:
            self.judgement.heard(events)
