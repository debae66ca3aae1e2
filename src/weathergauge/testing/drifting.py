"""Drifters: a crew that plays by lot and with a bent, so that games come to positions which nobody would seek.

Captains and midshipmen show what is played; drifters only what can happen. Each game draws the bent anew: how often a captain
is asked, where the title has one, how often ships close with the nearest enemy, and how often an order is taken for the
procedure that was used least, such as a boarding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.beside.hints import Spot
from weathergauge.bots import bot
from weathergauge.bots.captain import Captain
from weathergauge.ruleset import Rules
from weathergauge.rulesets import Misspelt
from weathergauge.testing.play import Player

DRIFTER = "drifter"
ENOUGH = 12
"""How many orders are looked at for the one that closes most."""


class Drifter(Player):
    """Plays any legal order, with a bent that is drawn for the whole game."""

    remembers = False

    def __init__(self, rules: Rules, seed: str) -> None:
        super().__init__(rules, f"drifter {seed}")
        draw = self.chance.random
        self.curious, self.closing, self.sober = draw(), draw(), draw() * draw()
        self.captain = bot("captain", seed, rules.name) if _known(rules.name) else None

    def choose(self, view: Any, choices: Any, rules: Rules | None = None) -> Any:
        """Ask the captain, close, or take what chance and curiosity bring."""
        if self.captain is not None and self.chance.random() < self.sober:
            return self.captain.choose(view, choices, self.rules)
        if self.chance.random() < self.closing and (nearer := self.nearer(view, choices)) is not None:
            return nearer
        return super().choose(view, choices)

    def nearer(self, view: Any, choices: Any) -> Any:
        """Choose for one ship the order that brings her nearest to the enemy; None where orders move nobody."""
        subject = self.chance.choice(choices.subjects())
        sight = self.rules.sea(view).ships.get(subject)
        if sight is None or sight.nearest is None:
            return None
        options = choices.of(subject)
        some = self.chance.sample(options, min(ENOUGH, len(options)))
        ends = [(order, self.rules.foresee(view, [order]).ghosts) for order in some]
        led = [(_apart(ghost.at, sight.nearest.end), order) for order, ghosts in ends for ghost in ghosts[:1]]
        return min(led, key=lambda turn: turn[0])[1] if led else None

    def heard(self, events: Sequence[Any]) -> None:
        """Let the captain hear it; a drifter forgets."""
        if self.captain is not None:
            self.captain.heard(events)


def _apart(at: Spot, end: tuple[int, int]) -> int:
    """Compare by the square of the distance: good enough on hexes as well, whose axes are not square."""
    x, y = at[0] - end[0], at[1] - end[1]
    return x * x + y * y


def _known(name: str) -> bool:
    """Whether a captain knows the title; one that is not installed has none."""
    try:
        return Captain.can_play(name)
    except Misspelt:
        return False
