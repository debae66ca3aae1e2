"""An admiral's judgement for the ship-to-ship action.

Before he decides, he puts himself in the enemy's place: he samples plots that she may have written, as captains of
several tempers would write them, and compares what he would plot himself, the captain's order first, in battles that
each begin with one such guess and go on for three turns by arithmetic. He leaves the captain's plot only for one that
does better than chance explains, and gives it where no time is left. What she really wrote or loaded he never sees.
"""

from __future__ import annotations

from random import Random
from time import thread_time

from msgspec.structs import replace

from weathergauge.bots.admiral import SAMPLES, SECONDS
from weathergauge.bots.budget import Budget
from weathergauge.bots.reasons import NO_TIME, Reason, Weighed
from weathergauge.bots.tempers import ORDINARY
from weathergauge.bots.wsim import Judgement, hands
from weathergauge.bots.wsim.guns import LOADED
from weathergauge.bots.wsim.lie import Pose
from weathergauge.bots.wsim.search import Sailed, Search, Seen
from weathergauge.bots.wsim.steer import Track, Weighted, clear, company, likely, ordered, plan, track
from weathergauge.bots.wsim.watch import CAPTAIN, End, Held, Temper, Watch
from weathergauge.rulesets.wsim import boarding
from weathergauge.rulesets.wsim.actions import Order, Party, Plot
from weathergauge.rulesets.wsim.state import Secret
from weathergauge.rulesets.wsim.terms import Step

TRUST = 0.75
"""How often he takes it that she does as some captain would; else it is whatever would be good for her."""
CAPTAINS = 2
"""How many captains he puts in the enemy's place, in samples."""
GUESSES = 0.4
"""The share of his time that the guesses may take."""
WAY, LATER = 0.012, 0.9
"""He minds his way, and what comes later: a ship in irons is helpless for the turns that he looks ahead."""


class Admiral(Judgement):
    """Decides as the captain does, with a guess at the enemy's orders and a deeper look."""

    def __init__(
        self, seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY
    ) -> None:
        super().__init__(temper)
        self.seed, self.samples = seed, samples
        self.budget = Budget(seconds)
        self.late: set[int] = set()
        self.told: dict[int, tuple[Weighed, ...]] = {}

    def steer(self, watch: Watch) -> dict[int, End]:
        """A plot for each ship, against the plots that the enemy may have written; the captain's where no time is left."""
        usual: dict[int, End] = super().steer(watch)
        self.told, self.late = {}, set()
        if not watch.foes:
            return usual
        self.budget.begin((watch.table.title, watch.table.turn, watch.side))
        mind = watch.having(replace(watch.temper, way=WAY, later=LATER))
        chosen: dict[int, End] = {}
        tracks: dict[int, Track] = {}
        order, waiting, lying = ordered(mind)
        seen, other = Seen(*self.guess(mind, GUESSES * self.budget.left())), _imagined(mind)
        kept = {n: end for n, end in usual.items() if end.moves == "W"}
        for n in kept:
            chosen[n], tracks[n] = kept[n], waiting.pop(n)
        order = [n for n in order if n not in kept]
        for place, n in enumerate(order):
            del waiting[n]
            ends = clear(mind.ends(n), mind.pose[n], [*tracks.values(), *waiting.values(), *lying])
            mark = f"{self.seed}:{watch.table.turn}:{n}"
            search = Search(mind, other, n, seen, company(mind, n, chosen), mark, self.samples)
            chosen[n] = search.best(ends, usual[n], self.budget.share(len(order) - place))
            self.told[n] = search.told
            if search.late:
                self.late.add(n)
            tracks[n] = track(mind.pose[n], chosen[n].moves)
        self.budget.end()
        return chosen

    def guess(self, watch: Watch, seconds: float = SECONDS) -> tuple[dict[int, Weighted], Sailed]:
        """What each enemy may have plotted: poses with their chances, and the plots that captains would write."""
        random = Random(f"{self.seed}:{watch.table.turn}")
        seen_ends: dict[int, dict[tuple[Pose, int], float]] = {foe: {} for foe in watch.foes}
        plots: dict[int, dict[str, float]] = {foe: {} for foe in watch.foes}
        until = thread_time() + seconds
        for sample in range(max(1, CAPTAINS * self.samples)):
            if sample and thread_time() > until:
                break
            temper = CAPTAIN if sample == 0 else _other(random)
            imagined = plan(_imagined(watch, temper))
            share = TRUST * (0.6 if sample == 0 else 0.4 / max(1, CAPTAINS * self.samples - 1))
            for foe, end in imagined.items():
                if foe in seen_ends:
                    key = (end.pose, end.spent)
                    seen_ends[foe][key] = seen_ends[foe].get(key, 0.0) + share
                    plots[foe][end.moves] = plots[foe].get(end.moves, 0.0) + share
        for foe in watch.foes:
            left = 1 - sum(seen_ends[foe].values())
            for chance, pose, spent in likely(watch, foe):
                seen_ends[foe][pose, spent] = seen_ends[foe].get((pose, spent), 0.0) + left * chance
        guesses = {
            foe: sorted(((chance, pose, spent) for (pose, spent), chance in all.items()), reverse=True)
            for foe, all in seen_ends.items()
        }
        return guesses, {foe: [(chance, moves) for moves, chance in all.items()] for foe, all in plots.items()}

    def why(self) -> Reason | None:
        """What the captain would say, or for a plot what was compared, and where no time was left for it."""
        reason = super().why()
        if reason is None or not isinstance(reason.order, Plot) or self._watch is None:
            return reason
        n = self._watch.table.number(reason.order.ship)
        note = NO_TIME if n in self.late else ""
        return Reason(reason.order, reason.plan, self.told.get(n) or reason.weighed, note)

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
        (
            n
            for n, group in enumerate(held.hers)
            if group.kind == (kind if sections else None) and group.sections == sections
        ),
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


def judgement(seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY) -> Admiral:
    return Admiral(seed, samples, seconds, temper)
