"""One seat after the other, as PettingZoo's AEC environments play."""

from __future__ import annotations

from random import Random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from weathergauge.envs import features
from weathergauge.envs.game import Game
from weathergauge.odds import Odds
from weathergauge.ruleset import Seat

SEEDS = 1 << 53


def seen(game: Game) -> spaces.Dict:
    """The space of what a seat sees."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-features.LIMIT, features.LIMIT, (game.width,)),
            "action_mask": spaces.Box(0, 1, (game.slots,), dtype="int8"),
            "orders": spaces.Box(-features.LIMIT, features.LIMIT, (game.slots, game.order_width)),
        }
    )


class Turns(AECEnv):
    """A title, one decision at a time. Where several decide at once they do so one after the other, unseen by each other.

    `max_cycles` is the number of orders after which it is broken off; what `Game` takes is taken as well.
    """

    def __init__(
        self, title: str, *, render_mode: str | None = None, max_cycles: int | None = None, **game: Any
    ) -> None:
        super().__init__()
        self.game = Game(title, **game)
        self.metadata = {"name": f"{title}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, by the one that follows from the last seed that was given."""
        if seed is not None:
            self._seeds = Random(seed)
        self.game.begin(self._seeds.randrange(SEEDS))
        self.agents = self.possible_agents[:]
        self.rewards: dict[Seat, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[Seat, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {seat: {} for seat in self.agents}
        self.agent_selection = self.agents[0]
        self._next()

    def _next(self) -> None:
        """Say whose turn it is, or that it is over."""
        result = self.game.result
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {seat: {"reason": result.reason, "score": dict(result.score)} for seat in self.agents}
        elif self.max_cycles is not None and self.game.steps >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.game.due[0]

    def observe(self, agent: Seat) -> dict[str, Any]:
        """What a seat sees; its orders only while it is due."""
        ended = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        return self.game.observe(agent, not ended and agent == self.agent_selection)

    def step(self, action: Any) -> None:
        """Carry out the order in this place of the list of the seat that is due."""
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        self.game.act(seat, self.game.order(seat, int(action)))
        self._cumulative_rewards[seat] = 0.0
        self.rewards = self.game.rewards()
        self._accumulate_rewards()
        self._next()

    def orders(self) -> list[Any]:
        """The orders among which is chosen now, as the rules know them; `rules.say(view, order)` puts one into words."""
        return self.game.orders(self.agent_selection)

    def law(self, action: int, **limits: int) -> Odds[Any]:
        """The exact law of the state after an order; see `Game.law`."""
        return self.game.law(self.agent_selection, int(action), **limits)

    def render(self) -> str | None:
        """What everybody heard of the last order, in sentences."""
        return "\n".join(self.game.told) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that must be let go."""


def wrapped(title: str, **asked: Any) -> Any:
    """The environment as PettingZoo hands its own out: an illegal action loses, and calls out of order are refused."""
    made: Any = wrappers.TerminateIllegalWrapper(Turns(title, **asked), illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)
