"""The captain: weighs each order by its odds. The frame is the same for every title; the judgement is the title's own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from weathergauge.bots import tempers
from weathergauge.bots.midshipman import Midshipman
from weathergauge.bots.reasons import Reason, why
from weathergauge.ruleset import Rules
from weathergauge.rulesets import TITLES
from weathergauge.rulesets import title as known_title


class Judgement(Protocol):
    """Knows a ruleset: says what it would do, from what the seat sees. None leaves it to chance."""

    def order(self, view: Any, choices: Any) -> Any: ...
    def heard(self, events: Sequence[Any]) -> None: ...


class Captain:
    """Plays what its judgement finds best; what that does not know, or the rules refuse, it plays by chance."""

    rank = "captain"
    module = ""
    """Which module of a ruleset's own folder here has its `judgement()`; none is the folder itself."""
    remembers = False  # a judgement reads the table

    def __init__(self, seed: int | str = 0, title: str | None = None, temper: str = tempers.ORDINARY) -> None:
        if title is not None:
            if not self.can_play(title):
                raise ValueError(self._unknown(title))
            tempers.held(known_title(title).ruleset, temper)
        self.seed, self.temper = seed, temper
        self.judgement: Judgement | None = None
        self.midshipman = Midshipman(seed)

    @classmethod
    def can_play(cls, title: str) -> bool:
        """Whether it knows the title's rules."""
        return cls._knows(known_title(title).ruleset)

    @classmethod
    def _knows(cls, family: str) -> bool:
        """Whether there is a folder here for a ruleset of the project, with the module in it."""
        there = Path(__file__).with_name(family).joinpath(f"{cls.module or '__init__'}.py")
        return there.is_file() and any(title.ruleset == family for title in TITLES)

    def choose(self, view: Any, choices: Any, rules: Rules) -> Any:
        action = self.advise(view, choices, rules)
        return self.midshipman.choose(view, choices, rules) if action is None else action

    def advise(self, view: Any, choices: Any, rules: Rules) -> Any:
        """What its judgement finds best; None where that knows nothing, or the rules refuse it."""
        if self.judgement is None:
            if not self._knows(rules.family):
                raise ValueError(self._unknown(rules.name))
            tempers.held(rules.family, self.temper)
            self.judgement = self.made(".".join(filter(None, (__package__, rules.family, self.module))))
        action = self.judgement.order(view, choices)
        return None if action is None or choices.why_not(action) is not None else action

    def made(self, place: str) -> Judgement:
        """The judgement of a title, from its module."""
        made: Judgement = import_module(place).judgement(**self.asked())
        return made

    def asked(self) -> dict[str, Any]:
        """What the judgement is asked to be; a family that has no tempers is asked for none."""
        return {"temper": self.temper} if self.temper else {}

    def why(self) -> Reason | None:
        """Why it gave its last order, where its judgement says so."""
        return why(self.judgement)

    def _unknown(self, title: str) -> str:
        return f"The {self.rank} does not know {title} yet: the midshipman plays every title."

    def heard(self, events: Sequence[Any]) -> None:
        if self.judgement is not None:
            self.judgement.heard(events)
