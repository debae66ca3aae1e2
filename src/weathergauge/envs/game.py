"""A game that is learnt on: seats of learners and of bots, orders by number, dice by seed.

What a seat may do is a list of orders in the order in which they are offered; a learner names one by its place in it. Where
there are more of them than places they come in batches, and the last place asks for the next. In the same place a seat waits
that has nothing to decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np

from weathergauge import rulesets
from weathergauge.bots import bot
from weathergauge.bots.series import Bot
from weathergauge.dice import Dice
from weathergauge.envs import features
from weathergauge.odds import Odds, odds
from weathergauge.ruleset import PROCEED, TABLE, Result, Rules, Seat
from weathergauge.throwing import RandomDice

Reward = Literal["outcome", "lead"]
"""One for a win, minus one for a loss, nought for a draw; or the points by which a seat leads when it ends."""
Observation = dict[str, Any]

SLOTS = 128
"""Places for orders, the last of which asks for the next batch."""
WIDTH, ORDER_WIDTH = 512, 64
"""Numbers of a view, and of an order."""
CHANCES = 200_000
"""Steps that the exact law of what comes next may take, unless told otherwise."""


class Game:
    """A scenario of a title, played again and again. Seats named in `bots` are played by them and are nobody's to learn."""

    def __init__(
        self,
        title: str,
        scenario: str = "",
        *,
        settings: Mapping[str, Any] | None = None,
        bots: Mapping[Seat, str] | None = None,
        reward: Reward = "outcome",
        slots: int = SLOTS,
        width: int = WIDTH,
        order_width: int = ORDER_WIDTH,
    ) -> None:
        self.rules: Rules = rulesets.ruleset(title)
        card = self.rules.scenarios()[0] if not scenario else self.rules.card_of(scenario)
        self.scenario = self.rules.scenario(scenario if card is None else card.name, dict(settings or {}))
        assert card is not None  # another name was refused by the rules
        self.title, self.bots = title, dict(bots or {})
        for seat, name in self.bots.items():
            if seat not in card.seats:
                raise ValueError(f"bots: {card.name} has no seat {seat}; expected {' or '.join(card.seats)}")
            bot(name, 0, title)
        self.seats = [seat for seat in card.seats if seat not in self.bots]
        if not self.seats:
            raise ValueError(f"bots: every seat of {card.name} is played by a bot; leave one to learn")
        if reward not in get_args(Reward):
            raise ValueError(f"reward={reward!r}: expected {' or '.join(get_args(Reward))}")
        for name, given, least in (("slots", slots, 2), ("width", width, 1), ("order_width", order_width, 1)):
            if given < least:
                raise ValueError(f"{name}={given}: expected {least} or more")
        self.reward, self.slots, self.width, self.order_width = reward, slots, width, order_width
        self.last = slots - 1
        self.told: list[str] = []
        self.steps = 0
        self._players: dict[Seat, Bot] = {}
        self._offered: dict[Seat, tuple[Any, list[Any]]] = {}
        self._batches: dict[Seat, int] = {}

    def begin(self, seed: int) -> None:
        """Set the scenario out, with dice and bots by this seed, and go on to where a learner must decide."""
        self.dice = RandomDice(seed)
        self._players = {seat: bot(name, f"{seed}:{seat}", self.title) for seat, name in self.bots.items()}
        self.state = self.rules.setup(self.scenario, self.dice)
        self.steps, self.told = 0, []
        self._offered, self._batches = {}, {}
        self._settle()

    @property
    def result(self) -> Result | None:
        """How it ended; None while it goes on."""
        return self.rules.result(self.state)

    @property
    def due(self) -> list[Seat]:
        """The learners who must decide now; several where they do so at once."""
        return [] if self.result is not None else [seat for seat in self.rules.to_act(self.state) if seat in self.seats]

    def orders(self, seat: Seat) -> list[Any]:
        """What a seat is offered in its batch."""
        return self._batch(seat)[0]

    def _batch(self, seat: Seat) -> tuple[list[Any], bool]:
        """The orders of a seat's batch, and whether there are others."""
        since, offered = self._offered.get(seat, (None, []))
        if since is not self.state:
            choices = self.rules.legal(self.rules.view(self.state, seat))
            orders = [order for subject in choices.subjects() for order in choices.of(subject)]
            if orders != offered:  # who decides beside another goes on in the same list
                self._batches.pop(seat, None)
            offered = orders
            self._offered[seat] = self.state, offered
        if len(offered) < self.slots:
            return offered, False
        start = self._batches.get(seat, 0) * self.last
        return offered[start : start + self.last], True

    def observe(self, seat: Seat, due: bool, waits: bool = False) -> Observation:
        """What a seat sees: its view, and where it is due its orders and which of their places are taken."""
        view = np.zeros(self.width, np.float32)
        features.write(self.rules.view(self.state, seat), view)
        mask = np.zeros(self.slots, np.int8)
        rows = np.zeros((self.slots, self.order_width), np.float32)
        if due:
            orders, more = self._batch(seat)
            mask[: len(orders)] = 1
            mask[self.last] = more
            for order, row in zip(orders, rows, strict=False):
                features.write(order, row)
        elif waits:
            mask[self.last] = 1
        return {"observation": view, "action_mask": mask, "orders": rows}

    def order(self, seat: Seat, place: int) -> Any:
        """The order in a place; None for the last, which asks for the next batch. A ValueError where it is empty."""
        orders, more = self._batch(seat)
        if place == self.last and more:
            return None
        if not 0 <= place < len(orders):
            raise ValueError(
                f"action {place}: {seat} has {len(orders)} orders to choose from here, in the places from 0; "
                "action_mask has a one in each place that is taken"
            )
        return orders[place]

    def act(self, seat: Seat, order: Any) -> None:
        """Carry out an order of a seat that is due, and go on to the next decision of a learner; None shows the next batch."""
        self.told = []
        if order is None:
            self._batch(seat)
            batches = max(1, -(-len(self._offered[seat][1]) // self.last))
            self._batches[seat] = (self._batches.get(seat, 0) + 1) % batches
            return
        self.steps += 1
        self._batches.pop(seat, None)
        self._play(seat, order)
        self._settle()

    def _play(self, seat: Seat, order: Any) -> None:
        before = self.state
        played = self.rules.play(before, seat, order, self.dice)
        self.state = played.state
        self.told += [self.rules.tell(before, told.event) for told in played.events if told.to is None]
        for listener, player in self._players.items():
            if heard := [told.event for told in played.events if told.to is None or listener in told.to]:
                player.heard(heard)

    def _settle(self) -> None:
        """Play what the table and the bots do, until a learner must decide or it is over."""
        while self.rules.result(self.state) is None:
            waited = self.rules.to_act(self.state)
            seat = next((seat for seat in waited if seat not in self.seats), None)
            if seat is None:
                break
            if seat == TABLE:
                self._play(seat, PROCEED)
            else:
                view = self.rules.view(self.state, seat)
                self._play(seat, self._players[seat].choose(view, self.rules.legal(view), self.rules))

    def rewards(self) -> dict[Seat, float]:
        """What each learner is given: nought until it is over."""
        result = self.result
        if result is None:
            return dict.fromkeys(self.seats, 0.0)
        if self.reward == "lead":
            return {seat: float(lead(result, seat)) for seat in self.seats}
        if result.winner is None:
            return dict.fromkeys(self.seats, 0.0)
        return {seat: 1.0 if seat == result.winner else -1.0 for seat in self.seats}

    def law(self, seat: Seat, place: int, steps: int = CHANCES) -> Odds[Any]:
        """The exact law of the state after an order and what the table then does; a TooLarge where it takes too many steps.

        It is of the true state, with what is hidden from the seat. Bots' decisions are not foreseen.
        """
        order = self.order(seat, place)
        return odds(after, self.rules, self.state, seat, order, steps=steps)


def after(rules: Rules, state: Any, seat: Seat, order: Any, dice: Dice) -> Any:
    """Carry out an order, if it is one, and then what the table does by itself."""
    if order is not None:
        state = dice.do(rules.play, state, seat, order).state
    while rules.result(state) is None and TABLE in rules.to_act(state):
        state = dice.do(rules.play, state, TABLE, PROCEED).state
    return state


def lead(result: Result, seat: Seat) -> int:
    """What a seat scored more than the best of the others."""
    others = [score for other, score in result.score.items() if other != seat]
    return result.score.get(seat, 0) - max(others, default=0)
