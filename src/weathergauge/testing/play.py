"""Random play: what most checks look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from weathergauge import codec
from weathergauge.bots import bot
from weathergauge.dice import Throw
from weathergauge.match import Match
from weathergauge.ruleset import PROCEED, TABLE, Form, Played, Refused, Rules, Seat
from weathergauge.testing.hints import Start
from weathergauge.throwing import RandomDice, SeededDice

STEPS = 20_000
"""More than any match of a small scenario may take."""


class Player:
    """Chooses by lot, and `curious` as often as said: then it takes what uses the procedure it has used least.

    So ships meet, and all charts are read. `free` is how often it makes an exact move of a form.
    """

    def __init__(self, rules: Rules, seed: str, curious: float = 0.5, free: float = 0.15) -> None:
        self.rules, self.curious, self.free = rules, curious, free
        self.chance = Random(seed)
        self.used: Counter[str] = Counter()

    def order(self, state: Any, seat: Seat) -> Any:
        """What the seat does now; the table has no choice."""
        if seat == TABLE:
            return PROCEED
        view = self.rules.view(state, seat)
        return self.choose(view, self.rules.legal(view))

    def choose(self, view: Any, choices: Any) -> Any:
        chance = self.chance
        if chance.random() < self.free and (forms := choices.forms()):
            return filled(self.rules, form := chance.choice(forms), between(form, chance))
        subjects = [*choices.subjects()]
        while not (options := choices.of(subject := chance.choice(subjects))):
            subjects.remove(subject)
        if chance.random() >= self.curious:
            return chance.choice(options)
        options = [*options, *choices.of(chance.choice(subjects))]
        some = chance.sample(options, min(8, len(options)))
        calls = [[call.procedure for call in self.rules.preview(view, action)] for action in some]
        least = [min((self.used[name] for name in names), default=1_000) for names in calls]
        best = min(range(len(some)), key=least.__getitem__)
        self.used.update(calls[best])
        return some[best]


class BotPlayer(Player):
    """Lets a bot choose, and now and then chance, so that more is seen."""

    def __init__(self, rules: Rules, seed: str, name: str, title: str, chancy: float = 0.05) -> None:
        super().__init__(rules, seed)
        self.bot, self.chancy = bot(name, seed, title), chancy

    def choose(self, view: Any, choices: Any) -> Any:
        if self.chance.random() < self.chancy:
            return super().choose(view, choices)
        return self.bot.choose(view, choices, self.rules)


def between(form: Form, chance: Random) -> dict[str, int]:
    """Values within a form's limits."""
    return {
        name: chance.choice((limits.low, limits.high, chance.randrange(limits.low, limits.high + 1, limits.step)))
        for name, limits in form.ranges.items()
    }


def filled(rules: Rules, form: Form, values: Mapping[str, int]) -> Any:
    """The action that a client makes of a form."""
    return codec.convert({"type": form.action, **form.fixed, **values}, rules.types.action)


class Turn(NamedTuple):
    """One step of a match: where it was made, by whom, what, and what came of it."""

    number: int
    state: Any
    seat: Seat
    action: Any
    played: Played
    throws: tuple[Throw, ...]


def walk(rules: Rules, start: Start, seed: str, *, limit: int = STEPS, may_stop: bool = False) -> Iterator[Turn]:
    """A random match, step by step. It must end within `limit` steps unless it `may_stop` there."""
    player, about = Player(rules, seed), f"{start.name}, {seed}"
    state = start.state(rules, seed)
    for number in range(1, limit + 1):
        if rules.result(state) is not None:
            return
        seats = rules.to_act(state)
        assert seats, f"{about}, step {number}: nobody can act, and the match is not over"
        assert set(seats) <= {*rules.seats} or seats == (TABLE,), f"{about}, step {number}: {seats} are to act"
        seat = player.chance.choice(seats)
        action = player.order(state, seat)
        thrown = SeededDice(seed.encode(), number)
        played = rules.play(state, seat, action, thrown)
        yield Turn(number, state, seat, action, played, tuple(thrown.throws))
        state = played.state
    assert may_stop, f"{about}: the match is not over after {limit} steps"


def play_on(match: Match, player: Player, *, take_backs: float = 0.1, steps: int = STEPS) -> Iterator[None]:
    """Play a match on at random, with take-backs and dice from a hand, pausing after each line of its record."""
    chance = player.chance
    for _ in range(steps):
        if match.result is not None:
            return
        if match.waiting is not None:
            match.supply([chance.choice(match.waiting.die.faces) for _ in range(match.waiting.count)])
        else:
            seat = chance.choice(match.to_act)
            standing = {} if seat == TABLE else match.standing(seat)
            if standing and chance.random() < take_backs:
                try:
                    match.take_back(seat, chance.choice([None, *standing]))
                except Refused:
                    continue
            else:
                match.act(seat, player.order(match.state, seat), decision=match.decision(seat))
        yield


def quick(seed: str) -> RandomDice:
    """Dice for trying something out."""
    return RandomDice(seed)
