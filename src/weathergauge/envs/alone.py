"""One seat against bots, as Gymnasium knows environments."""

from __future__ import annotations

from typing import Any

from gymnasium import Env, spaces

from weathergauge.envs.game import Game
from weathergauge.envs.turns import SEEDS, seen
from weathergauge.ruleset import Seat
from weathergauge.rulesets import ruleset


class Alone(Env):
    """A seat of a title; `opponent` has all the others: the midshipman, captain or admiral, or any name that a bot has."""

    def __init__(
        self,
        title: str,
        scenario: str = "",
        *,
        seat: Seat = "",
        opponent: str = "midshipman",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **game: Any,
    ) -> None:
        rules = ruleset(title)
        card = rules.card_of(scenario) if scenario else rules.scenarios()[0]
        seats = card.seats if card is not None else ()
        self.seat = seat or next(iter(seats), "")
        if seats and self.seat not in seats:
            raise ValueError(f"seat={seat!r}: expected {' or '.join(seats)}")
        self.game = Game(
            title, scenario, bots=dict.fromkeys([seat for seat in seats if seat != self.seat], opponent), **game
        )
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.observation_space = seen(self.game)
        self.action_space = spaces.Discrete(self.game.slots)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game, with dice and bots by the seed."""
        super().reset(seed=seed)
        self.game.begin(int(self.np_random.integers(SEEDS)))
        return self.game.observe(self.seat, bool(self.game.due)), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out the order in this place of the list. An empty place loses the game, as in PettingZoo's environments."""
        try:
            order = self.game.order(self.seat, int(action))
        except ValueError as error:
            return self.game.observe(self.seat, False), -1.0, True, False, {"illegal": str(error)}
        self.game.act(self.seat, order)
        result = self.game.result
        ended = result is not None
        cut = not ended and self.max_cycles is not None and self.game.steps >= self.max_cycles
        info = {} if result is None else {"reason": result.reason, "score": dict(result.score)}
        return self.game.observe(self.seat, not ended), self.game.rewards()[self.seat], ended, cut, info

    def orders(self) -> list[Any]:
        """The orders among which is chosen now, as the rules know them."""
        return self.game.orders(self.seat)

    def render(self) -> str | None:
        """What everybody heard since the last order, in sentences."""
        return "\n".join(self.game.told) if self.render_mode == "ansi" else None
