"""One ship's search: her plots, the captain's first, against guesses at what the enemy has plotted.

What fire, grapples and places promise this turn is an expectation over all guesses. What the turns after promise is
looked at in one guess after the other, drawn by how likely they are; plots that do worse are given up as it goes on.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from weathergauge.bots.playout import compared, preferred, told
from weathergauge.bots.reasons import Weighed
from weathergauge.bots.wsim.lie import Pose
from weathergauge.bots.wsim.steer import SIGHT, Weighted, likely, meets, steered, track
from weathergauge.bots.wsim.watch import End, Watch
from weathergauge.rulesets.wsim.actions import Plot

WIDTH = (12, 4)
"""How many of her plots are followed further, in this turn and in the next."""
ROUNDS = (1, 2, 4, 8)
"""How many guesses she plays against before she gives up the worse half, in samples."""
PRESSING = 2
"""How many of the nearest enemies are followed further."""
FARTHEST = 16
"""Hexes to the nearest enemy beyond which there is nothing to search."""
MET = 0.25
"""How often ships that cross each other's way end up fouled: half of those that meet, and not all of them meet."""

Lying = dict[int, tuple[Pose, int]]
"""How each enemy that is followed lies, and how fast she is."""
Sailed = dict[int, list[tuple[float, str]]]
"""The plots that captains would write in the enemy's place, with their chances."""


class Seen(NamedTuple):
    """What each enemy may have plotted: where it leads, and how it is written."""

    poses: dict[int, Weighted]
    sailed: Sailed


class Search:
    """Her plots compared, by somebody who minds what comes later."""

    def __init__(
        self, watch: Watch, other: Watch, me: int, seen: Seen, friends: list[Pose], mark: str, samples: int
    ) -> None:
        self.watch, self.other, self.me = watch, other, me
        self.seen, self.friends, self.mark = seen, friends, mark
        self.rounds = [size * samples for size in ROUNDS]
        self.foes = watch.near(me, watch.foes, SIGHT)
        self.told: tuple[Weighed, ...] = ()
        self.late = False
        """Whether there was no time for anything but the captain's order."""
        self._now: dict[End, float] = {}
        self._later: dict[tuple[Any, ...], float] = {}

    def best(self, ends: list[End], usual: End, seconds: float) -> End:
        """The captain's plot, or another that does better by more than chance explains."""
        if len(ends) == 1 or self.watch.far(self.me, self.foes[0]) > FARTHEST:
            return usual if usual in ends else ends[0]
        if seconds <= 0:
            self.late = True
            return usual
        self._now = {end: self.now(end) for end in ends}
        ranked = sorted(ends, key=lambda end: (-self._now[end], end.moves))
        first = usual if usual in self._now else ranked[0]
        plots = [first, *[end for end in ranked[: WIDTH[0]] if end != first]]
        values = compared(plots, self.once, self.rounds, seconds)
        if not values[0]:
            self.late = True
            return first
        ship = self.watch.table.ships[self.me].id
        self.told = told(plots, values, lambda end: Plot(ship, end.moves))
        return preferred(plots, values)

    def now(self, end: End) -> float:
        """What a plot is expected to bring this turn."""
        watch, me = self.watch, self.me
        value = self._run_into(end) + watch.together(me, end.pose, self.friends) + watch.idle(me, end)
        for foe in self.foes:
            for chance, pose, _ in self.seen.poses[foe]:
                value += chance * (watch.pair(me, end.pose, foe, pose) + watch.lies(me, end.pose, foe, pose))
        return value

    def once(self, end: End, battle: int) -> float:
        """What it is worth with what comes after, against one guess at what the nearest enemies do."""
        hers: Lying = {}
        for foe in self.foes[:PRESSING]:
            guesses = self.seen.poses[foe]
            _, pose, spent = guesses[0]
            if battle:
                chances = [chance for chance, _, _ in guesses]
                _, pose, spent = Random(f"{self.mark}:{foe}:{battle}").choices(guesses, chances)[0]
            hers[foe] = pose, spent
        key = (end, *hers.values())
        if key not in self._later:
            self._later[key] = self._after(self.watch, self.other, end, hers, 1)
        return self._now[end] + self.watch.temper.later * self._later[key]

    def _after(self, watch: Watch, other: Watch, end: End, hers: Lying, depth: int) -> float:
        """What the turns after a plot promise, if the enemies go on as captains would."""
        me = self.me
        changes = {me: (end.pose, end.spent), **hers}
        watch, other = watch.moved(changes), other.moved(changes)
        mine = {me: likely(other, me)}
        replies = {foe: steered(other, foe, mine, []) for foe in hers}
        there = [(foe, (reply.pose, reply.spent)) for foe, reply in replies.items()]
        ends = sorted(
            (
                (sum([watch.pair(me, end.pose, foe, to) + watch.lies(me, end.pose, foe, to) for foe, (to, _) in there]), end)
                for end in watch.ends(me)
            ),
            key=lambda valued: (-valued[0], valued[1].moves),
        )  # fmt: skip
        if depth >= len(WIDTH):
            return ends[0][0]
        best = -1e9
        for value, then in ends[: WIDTH[depth]]:
            after = self._after(watch, other, then, dict(there), depth + 1)
            best = max(best, value + watch.temper.later * after)
        return best

    def _run_into(self, end: End) -> float:
        """What it is worth to meet an enemy on the way, where both would have gone on to other places."""
        watch, me, value = self.watch, self.me, 0.0
        for foe in self.foes:
            if watch.far(me, foe) > 8:
                continue
            mine = track(watch.pose[me], end.moves)
            for chance, moves in self.seen.sailed[foe]:
                hers = track(watch.pose[foe], moves)
                if meets(mine, hers):
                    value += chance * MET * watch.held(me, foe).value
        return value
