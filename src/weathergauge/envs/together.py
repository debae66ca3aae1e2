"""All seats at once, as PettingZoo's parallel environments play."""

from __future__ import annotations

from random import Random
from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from weathergauge.envs.game import Game
from weathergauge.envs.turns import SEEDS, seen
from weathergauge.ruleset import Seat

Steps = tuple[
    dict[Seat, dict[str, Any]], dict[Seat, float], dict[Seat, bool], dict[Seat, bool], dict[Seat, dict[str, Any]]
]


class Together(ParallelEnv):
    """A title in which every seat acts in every step: all who are due decide unseen by each other, and others wait.

    A seat that has nothing to decide has one place open, the last, and waits there.
    """

    def __init__(
        self, title: str, *, render_mode: str | None = None, max_cycles: int | None = None, **game: Any
    ) -> None:
        self.game = Game(title, **game)
        self.metadata = {"name": f"{title}_v0", "render_modes": ["ansi"]}
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = list(self.game.seats)
        self.agents: list[Seat] = []
        self.observation_spaces = {seat: seen(self.game) for seat in self.possible_agents}
        self.action_spaces = {seat: spaces.Discrete(self.game.slots) for seat in self.possible_agents}
        self._seeds = Random()

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Seat, dict[str, Any]], dict[Seat, dict[str, Any]]]:
        """Begin a game; without a seed, by the one that follows from the last seed that was given."""
        if seed is not None:
            self._seeds = Random(seed)
        self.game.begin(self._seeds.randrange(SEEDS))
        self.agents = self.possible_agents[:]
        return self._seen(), {seat: {} for seat in self.agents}

    def _seen(self) -> dict[Seat, dict[str, Any]]:
        due = self.game.due
        return {seat: self.game.observe(seat, seat in due, waits=True) for seat in self.agents}

    def step(self, actions: dict[Seat, Any]) -> Steps:
        """Carry out the orders of all who are due. All places are read before the first order is carried out."""
        due = self.game.due
        for seat in self.agents:
            if seat not in due and seat in actions and int(actions[seat]) != self.game.last:
                raise ValueError(
                    f"action {int(actions[seat])}: {seat} has nothing to decide now; "
                    f"expected {self.game.last}, the place in which a seat waits"
                )
        orders = {seat: self.game.order(seat, int(actions[seat])) for seat in due}
        told: list[str] = []
        for seat, order in orders.items():
            self.game.act(seat, order)
            told += self.game.told
        self.game.told = told
        agents, result = self.agents, self.game.result
        ended = result is not None
        cut = not ended and self.max_cycles is not None and self.game.steps >= self.max_cycles
        infos: dict[Seat, dict[str, Any]] = {seat: {} for seat in agents}
        if result is not None:
            infos = {seat: {"reason": result.reason, "score": dict(result.score)} for seat in agents}
        seen = self._seen()
        if ended or cut:
            self.agents = []
        return seen, self.game.rewards(), dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def render(self) -> str | None:
        """What everybody heard of the last orders, in sentences."""
        return "\n".join(self.game.told) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that must be let go."""
