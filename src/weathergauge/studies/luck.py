"""Luck and skill of a match that is over, apart: what the dice gave against what they promised, and what decisions gave away.

Both are in points of the outcome: the points by which the first seat leads in the end, when captains, or other bots, play on from a state. What
dice promised is the mean over the exact law of the next state. What a decision gave away is what the order is worth that an
admiral would have given, who saw no more than the seat, less what the order that was given is worth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, variance
from typing import Any

from msgspec import Struct

from weathergauge.bots import bot
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.series import STEP_LIMIT
from weathergauge.match import Replay
from weathergauge.odds import odds
from weathergauge.reckoning.laws import TooLarge
from weathergauge.ruleset import PROCEED, TABLE, Played, Result, Rules, Seat
from weathergauge.throwing import RandomDice

MOST = 24
"""States that may come of a step for all of them to be played on; of more, dice are thrown again."""
STEPS = 200_000
"""What the exact law of a step may take."""
SECONDS = 0.2
"""What an admiral may think of an order."""

Points = tuple[float, ...]
"""The lead of the first seat, game by game; games of the same number had the same luck."""


class Amount(Struct, frozen=True):
    """So many points, and the standard error of it."""

    points: float
    error: float


class Moment(Struct, frozen=True):
    """A step at which dice fell or somebody decided: points for the first seat, and for the seat that decided."""

    position: int
    seat: Seat
    order: Any = None
    luck: Amount | None = None
    """What the dice gave the first seat more than they promised; None where there was nothing to throw for."""
    exact: bool = True
    """Whether what they promised is the mean over everything that can come."""
    best: Any = None
    given_away: Amount | None = None
    """What the admiral's order was worth more to the seat; None where he would have given the same."""


class Report(Struct):
    """The moments of a match, as far as they were worked out."""

    seats: tuple[Seat, ...]
    moments: list[Moment]
    decisions: dict[Seat, int]
    """How many each seat took."""
    stopped: bool = False

    @property
    def luck(self) -> Amount:
        """What all dice gave the first seat more than they promised."""
        return summed([moment.luck for moment in self.moments if moment.luck is not None])

    def given_away(self, seat: Seat) -> Amount:
        """What all decisions of a seat gave away."""
        return summed(
            [moment.given_away for moment in self.moments if moment.seat == seat and moment.given_away is not None]
        )


def summed(amounts: Sequence[Amount]) -> Amount:
    """Add amounts up."""
    return Amount(sum(amount.points for amount in amounts), math.sqrt(sum(amount.error**2 for amount in amounts)))


def mean(values: Sequence[float]) -> Amount:
    """The mean of some values, and its standard error."""
    return Amount(fmean(values), math.sqrt(variance(values) / len(values)) if len(values) > 1 else 0.0)


def lead(result: Result, seats: Sequence[Seat]) -> float:
    """The points by which the first seat leads; where nobody scores, one for a win."""
    first, others = seats[0], [result.score.get(seat, 0) for seat in seats[1:]]
    if result.score:
        return result.score.get(first, 0) - max(others, default=0)
    return 0.0 if result.winner is None else 1.0 if result.winner == first else -1.0


class Reckoner:
    """What states and orders of a title are worth: bots play on from them, so many games each."""

    def __init__(self, rules: Rules, title: str, seats: tuple[Seat, ...], games: int, head: str = "captain") -> None:
        self.rules, self.title, self.seats, self.games, self.head = rules, title, seats, games, head

    def worth(self, state: Any) -> Points:
        """What a state comes to, game by game."""
        return tuple([self.played_on(state, RandomDice(f"luck:{game}"), game) for game in range(self.games)])

    def of_order(self, state: Any, seat: Seat, order: Any) -> Points:
        """What an order comes to with dice thrown anew, game by game."""
        worths = []
        for game in range(self.games):
            dice = RandomDice(f"luck:{game}")
            after: Played = self.rules.play(state, seat, order, dice)
            worths.append(self.played_on(after.state, dice, game))
        return tuple(worths)

    def played_on(self, state: Any, dice: RandomDice, game: int) -> float:
        """The lead at the end of one game from a state."""
        rules, heads = self.rules, {seat: bot(self.head, f"luck:{game}:{seat}", self.title) for seat in self.seats}
        for _ in range(STEP_LIMIT):
            result = rules.result(state)
            if result is not None:
                return lead(result, self.seats)
            seat, action = rules.to_act(state)[0], PROCEED
            if seat != TABLE:
                view = rules.view(state, seat)
                action = heads[seat].choose(view, rules.legal(view), rules)
            state = rules.play(state, seat, action, dice).state
        raise RuntimeError(f"{self.title}: the game was not over after {STEP_LIMIT:,} steps")

    def luck(self, before: Any, seat: Seat, action: Any, after: Any) -> tuple[Amount | None, bool]:
        """What dice gave at a step more than they promised, and whether the promise is exact."""
        try:
            law = odds(self.rules.play, before, seat, action, steps=STEPS).of(lambda played: played.state)
        except TooLarge:
            law = None
        if law is not None and len(law) == 1:
            return None, True
        gave = self.worth(after)
        if law is None or len(law) > MOST:
            return mean(
                [now - then for now, then in zip(gave, self.of_order(before, seat, action), strict=True)]
            ), False
        promised = [0.0] * self.games
        for state, chance in law.items():
            share = float(chance)
            for game, points in enumerate(gave if state == after else self.worth(state)):
                promised[game] += share * points
        return mean([now - then for now, then in zip(gave, promised, strict=True)]), True

    def given_away(self, before: Any, seat: Seat, action: Any, best: Any) -> Amount:
        """What the best order was worth more to a seat than the one that was given."""
        way = 1.0 if seat == self.seats[0] else -1.0
        better, given = self.of_order(before, seat, best), self.of_order(before, seat, action)
        return mean([way * (then - now) for then, now in zip(better, given, strict=True)])


def report(
    replay: Replay,
    games: int,
    *,
    head: str = "captain",
    decisions: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Work out the luck and skill of a match, step by step. Ctrl-C keeps what was worked out."""
    header, rules = replay.record.header, replay.rules
    seats = tuple(seat for seat in rules.seats if seat in header.seats)
    reckoner = Reckoner(rules, header.title, seats, games, head)
    made = Report(seats, [], dict.fromkeys(seats, 0))
    try:
        for position, moment in _moments(replay, reckoner, decisions):
            if moment.seat in made.decisions:
                made.decisions[moment.seat] += 1
            if moment.luck is not None or moment.given_away is not None:
                made.moments.append(moment)
            if progress is not None:
                progress(position, len(replay) - 1)
    except KeyboardInterrupt:
        made.stopped = True
    return made


def _moments(replay: Replay, reckoner: Reckoner, decisions: bool) -> Iterator[tuple[int, Moment]]:
    for position in range(1, len(replay)):
        action, seat = replay.action(position), replay.lines[position].by
        if action is None:
            continue
        before, after = replay.at(position - 1)[0], replay.at(position)[0]
        luck, exact = reckoner.luck(before, seat, action, after)
        best, given_away = None, None
        if decisions and seat != TABLE:
            best = seen_by_an_admiral(replay.rules, replay.record.header.title, before, seat)
            if best != action:
                given_away = reckoner.given_away(before, seat, action, best)
        yield position, Moment(position, seat, action, luck, exact, best, given_away)


def seen_by_an_admiral(rules: Rules, title: str, state: Any, seat: Seat) -> Any:
    """The order that an admiral gives who sees what the seat saw; a captain's where the title has no admiral."""
    head = bot("admiral" if Admiral.can_play(title) else "captain", 0, title)
    if isinstance(head, Admiral):
        head.seconds = SECONDS
    view = rules.view(state, seat)
    return head.choose(view, rules.legal(view), rules)
