"""An admiral's judgement for the ship-to-ship action.

Before he decides, he puts himself in the enemy's place: he samples plots that she may have written, as captains of
several tempers would write them, and searches his own against those, three turns deep, until his samples or his time
are spent. What she really wrote or loaded he never sees.
"""

from __future__ import annotations

from random import Random
from time import thread_time

from weathergauge.bots.admiral import ORDER, SAMPLES, SECONDS
from weathergauge.bots.wsim import Judgement, hands
from weathergauge.bots.wsim.guns import LOADED
from weathergauge.bots.wsim.lie import Pose
from weathergauge.bots.wsim.steer import (
    SIGHT,
    Track,
    Weighted,
    clear,
    company,
    likely,
    meets,
    ordered,
    plan,
    steered,
    track,
)
from weathergauge.bots.wsim.watch import CAPTAIN, End, Held, Temper, Watch
from weathergauge.rulesets.wsim import boarding
from weathergauge.rulesets.wsim.actions import Order, Party
from weathergauge.rulesets.wsim.state import Secret
from weathergauge.rulesets.wsim.terms import Step

TRUST = 0.75
"""How much of his guess are those captains' plots; the rest is whatever would be good for her."""
WIDTH = (8, 3)
"""How many of his own plots he follows further, in this turn and in the next."""
MET = 0.25
"""How often ships that cross each other's way end up fouled: half of those that meet, and not all of them meet."""
ADMIRAL = Temper(way=0.012, later=0.9)
"""He minds his way: a ship in irons is helpless for the turns that he looks ahead."""


class Admiral(Judgement):
    """Decides as the captain does, with a guess at the enemy's orders and a deeper look."""

    def __init__(self, seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS) -> None:
        super().__init__(ADMIRAL)
        self.seed, self.samples, self.seconds = seed, samples, ORDER * seconds
        self.width: tuple[int, ...] = WIDTH

    def steer(self, watch: Watch) -> dict[int, End]:
        """A plot for each ship, against the plots that the enemy may have written."""
        guesses, sailed = self.guess(watch)
        chosen: dict[int, End] = {}
        tracks: dict[int, Track] = {}
        order, waiting, lying = ordered(watch)
        for n in order:
            del waiting[n]
            ways = [*tracks.values(), *waiting.values(), *lying]
            friends = company(watch, n, chosen)
            chosen[n] = self._steered(watch, n, guesses, sailed, ways, friends)
            tracks[n] = track(watch.pose[n], chosen[n].moves)
        return chosen

    def guess(self, watch: Watch) -> tuple[dict[int, Weighted], dict[int, list[tuple[float, str]]]]:
        """What each enemy may have plotted: poses with their chances, and the plots that captains would write."""
        random = Random(f"{self.seed}:{watch.table.turn}")
        found: dict[int, dict[tuple[Pose, int], float]] = {foe: {} for foe in watch.foes}
        plots: dict[int, dict[str, float]] = {foe: {} for foe in watch.foes}
        for sample in range(max(1, self.samples)):
            temper = CAPTAIN if sample == 0 else _other(random)
            imagined = plan(_imagined(watch, temper))
            share = TRUST * (0.6 if sample == 0 else 0.4 / max(1, self.samples - 1))
            for foe, end in imagined.items():
                if foe in found:
                    key = (end.pose, end.spent)
                    found[foe][key] = found[foe].get(key, 0.0) + share
                    plots[foe][end.moves] = plots[foe].get(end.moves, 0.0) + share
        for foe in watch.foes:
            left = 1 - sum(found[foe].values())
            for chance, pose, spent in likely(watch, foe):
                found[foe][pose, spent] = found[foe].get((pose, spent), 0.0) + left * chance
        guesses = {
            foe: sorted(((chance, pose, spent) for (pose, spent), chance in all.items()), reverse=True)
            for foe, all in found.items()
        }
        return guesses, {foe: [(chance, moves) for moves, chance in all.items()] for foe, all in plots.items()}

    def _steered(
        self, watch: Watch, me: int, guesses: dict[int, Weighted], sailed: dict[int, list[tuple[float, str]]],
        ways: list[Track], friends: list[Pose],
    ) -> End:  # fmt: skip
        """The best plot of one ship, by her guess and by what the turns after promise."""
        until = thread_time() + self.seconds
        ends = watch.ends(me)
        if len(ends) == 1 or not guesses:
            return ends[0]
        ends = clear(ends, watch.pose[me], ways)
        foes = watch.near(me, watch.foes, SIGHT)
        first = []
        for end in ends:
            value = 0.0
            for foe in foes:
                for chance, pose, _ in guesses[foe]:
                    value += chance * (watch.pair(me, end.pose, foe, pose) + watch.lies(me, end.pose, foe, pose))
            value += self._run_into(watch, me, end, foes, sailed) + watch.together(me, end.pose, friends)
            first.append((value, end))
        first.sort(key=lambda one: (-one[0], one[1].moves))
        if watch.far(me, foes[0]) > 16:
            return first[0][1]
        foe = foes[0]
        _, hers, her_spent = guesses[foe][0]
        other = _imagined(watch)
        tried = []
        for value, end in first[: self.width[0]]:
            tried.append(
                (value + watch.temper.later * self._after(watch, other, me, end, foe, hers, her_spent, 1), end)
            )
            if thread_time() > until:
                break
        return max(tried, key=lambda one: (one[0], one[1].moves))[1]

    def _after(
        self, watch: Watch, other: Watch, me: int, end: End, foe: int, hers: Pose, her_spent: int, depth: int
    ) -> float:
        """What the turns after a plot promise, if the enemy goes on as a captain would."""
        changes = {me: (end.pose, end.spent), foe: (hers, her_spent)}
        watch, other = watch.moved(changes), other.moved(changes)
        reply = steered(other, foe, {me: likely(other, me)}, [])
        found = sorted(
            (
                (watch.pair(me, one.pose, foe, reply.pose) + watch.lies(me, one.pose, foe, reply.pose), one)
                for one in watch.ends(me)
            ),
            key=lambda one: (-one[0], one[1].moves),
        )
        if depth >= len(self.width):
            return found[0][0]
        best = -1e9
        for value, one in found[: self.width[depth]]:
            after = self._after(watch, other, me, one, foe, reply.pose, reply.spent, depth + 1)
            best = max(best, value + watch.temper.later * after)
        return best

    def _run_into(
        self, watch: Watch, me: int, end: End, foes: list[int], sailed: dict[int, list[tuple[float, str]]]
    ) -> float:
        """What it is worth to meet an enemy on the way, where both would have gone on to other places."""
        value = 0.0
        for foe in foes:
            if watch.far(me, foe) > 8:
                continue
            mine = track(watch.pose[me], end.moves)
            for chance, moves in sailed[foe]:
                hers = track(watch.pose[foe], moves)
                if meets(mine, hers):
                    value += chance * MET * watch.held(me, foe).value
        return value

    def decide(self, step: Step, watch: Watch) -> list[Order]:
        return self.board(watch) if step == "boarding" else super().decide(step, watch)

    def board(self, watch: Watch) -> list[Order]:
        """Parties against those that a captain would tell off in the enemy's place."""
        hers = hands.board(_imagined(watch))
        expected = {order.ship: order for order in hers if isinstance(order, Party)}
        return hands.board(watch, lambda held, foe: _answer(watch, held, foe, expected))


def _answer(watch: Watch, held: Held, foe: int, expected: dict[str, Party]) -> int:
    """The parties that do best against those expected of her, and not badly against others."""
    ship = watch.table.ships[foe]
    order = expected.get(ship.id)
    told = boarding.told_off(ship, ())
    sections = tuple(sorted({*told, *(order.sections if order is not None else ())}))
    kind = order.kind if order is not None else next((party.kind for party in ship.parties), None)
    likely_one = next(
        (n for n, one in enumerate(held.hers) if one.kind == (kind if sections else None) and one.sections == sections),
        None,
    )
    chances = list(held.her_mix)
    if likely_one is not None:
        chances = [(1 - TRUST) * chance + (TRUST if n == likely_one else 0.0) for n, chance in enumerate(chances)]
    values = [sum(a * b for a, b in zip(row, chances, strict=True)) for row in held.matrix]
    return max(range(len(values)), key=lambda n: values[n])


def _imagined(watch: Watch, temper: Temper = CAPTAIN) -> Watch:
    """The table as a captain in the enemy's place would see it; what he has loaded is a guess."""
    loads = Secret(loads=(LOADED,) * len(watch.table.ships))
    return Watch(watch.table, loads, watch.table.enemy(watch.side), watch.charts, temper)


def _other(random: Random) -> Temper:
    """A captain of another temper."""
    return Temper(
        care=random.uniform(0.4, 1.0),
        approach=random.uniform(0.015, 0.05),
        gauge=random.uniform(0.0, 0.01),
        later=random.uniform(0.4, 1.0),
        sharp=random.uniform(6.0, 20.0),
    )


def judgement(seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS) -> Admiral:
    return Admiral(seed, samples, seconds)
