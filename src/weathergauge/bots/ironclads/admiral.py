"""An admiral's judgement for the age of steam.

He takes the moves that a captain thinks best and plays each on in his head, by expected values: the answer that a
captain would give in the enemy's place, and how things lie then. Orders that lie face down he never sees; he samples
what they may be, and who has the initiative next, within a budget of samples and time. Without a lead in points he takes
more risks as time runs out.
"""

from __future__ import annotations

from random import Random
from time import thread_time

from msgspec import Struct

from weathergauge.bots.ironclads import Judgement, hands
from weathergauge.bots.ironclads.steer import FINE, ROUGH, Move, best, drawn, held, moves
from weathergauge.bots.ironclads.watch import Temper, Watch, band, lie, sector
from weathergauge.rulesets.ironclads.actions import AnyAction
from weathergauge.rulesets.ironclads.state import Secret, View
from weathergauge.rulesets.ironclads.terms import ORDERS, Order, Side

SECONDS = 0.2
SAMPLES = 4
EFFORT = 64
"""Moves that he plays on in his head, times the ships that fight: with many ships he tries fewer for each."""
PLIES = 1
"""Activations that he plays on after each: farther ahead his guesses are worth less than a captain's judgement."""
STATIC = 1.0
"""What a captain's judgement of a move counts besides: it is less deep, but steadier."""
TRUST = 0.85
"""How likely he takes it that a ship has the order a captain would give her: full speed."""
FADES = 0.85
"""What a turn counts against the one before it."""
ADMIRAL = Temper(urgency=0.9)


class Sample(Struct, frozen=True):
    """One guess at what is hidden: orders of the enemy by ship, and who leads in the next turn."""

    orders: dict[int, Order]
    first: Side


class Tried(Struct):
    """A move that is being played on: what it gains at once, and what followed in each guess."""

    n: int
    move: Move
    after: Watch
    sure: float
    total: float = 0.0
    count: int = 0

    @property
    def value(self) -> float:
        return self.sure + self.total / max(1, self.count)


class Admiral(Judgement):
    """Decides as the captain does, but steers by playing on in his head."""

    def __init__(self, seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS) -> None:
        super().__init__(ADMIRAL)
        self.seed, self.samples, self.seconds = seed, samples, seconds

    def guesses(self, watch: Watch) -> list[Sample]:
        """What may lie face down: the first guess is what a captain would have ordered."""
        random = Random(f"{self.seed}:{watch.table.turn}")
        found = []
        for sample in range(min(self.samples, max(1, width(watch) // 4))):
            orders: dict[int, Order] = {}
            for foe in watch.foes:
                sure = sample == 0 or random.random() < TRUST
                orders[foe] = held(watch.ships[foe], "") if sure else random.choice(ORDERS)
            found.append(Sample(orders, watch.table.enemy(watch.side) if sample % 2 == 0 else watch.side))
        return found

    def steer(self, watch: Watch, view: View, n: int) -> AnyAction | None:
        assert view.own is not None
        ship = watch.ships[n]
        found = [(n, move) for move in likeliest(watch, n, held(ship, ship.order), width(watch))]
        return self.search(watch, view.own, found)[1].action

    def search(self, watch: Watch, own: Secret, found: list[tuple[int, Move]]) -> tuple[int, Move]:
        """The move that turns out best when it is played on, guess by guess; after each, the worse half is given up."""
        if len(found) == 1:
            return found[0]
        until = thread_time() + self.seconds
        enemy = watch.table.enemy(watch.side)
        left = []
        for n, move in sorted(found, key=lambda one: -one[1].value):
            after, gain = made(watch, n, move)
            left.append(Tried(n, move, after, gain + STATIC * move.value))
        for count, guess in enumerate(self.guesses(watch), 1):
            for tried in left:
                tried.total += played(tried.after, enemy, own, guess)
                tried.count = count
                if thread_time() > until:
                    break
            left = sorted([tried for tried in left if tried.count == count], key=lambda tried: -tried.value)
            left = left[: max(2, len(left) // 2)]
            if thread_time() > until:
                break
        return left[0].n, left[0].move


def width(watch: Watch) -> int:
    """How many moves he tries for a ship."""
    return min(16, max(4, EFFORT // max(1, len(watch.ours) + len(watch.foes))))


def likeliest(watch: Watch, n: int, order: Order, width: int) -> list[Move]:
    """A captain's best moves for a ship."""
    if watch.ships[n].fort:
        ship = watch.ships[n]
        return [Move(0.0, hands.still(ship), ship.base)]
    found = sorted(moves(watch, n, order), key=lambda move: -move.value)
    return found[:width]


def made(watch: Watch, n: int, move: Move) -> tuple[Watch, float]:
    """A move made and the guns fired, by expected values: the watch after it, and what our side gains by it."""
    sign = 1.0 if watch.ships[n].side == watch.side else -1.0
    after = watch.moved(n, move.base, move.gone)
    gain = move.sure
    if move.gone:
        return after, sign * gain
    if move.struck >= 0:
        after.hurt(move.struck, max(0.0, move.blow) / max(0.1, watch.stakes[move.struck]))
    best_target: tuple[float, float, int] | None = None
    for foe in after.foes_of(n):
        gap, ahead, abeam, back, beside, _ = lie(move.base, after.ships[foe].base)
        by_band = band(gap)
        value = after.fire(n, foe, True)[by_band][sector(ahead, abeam)] * after.life[foe] * after.life[n]
        if value > 0 and (best_target is None or value > best_target[0]):
            answer = after.fire(foe, n, True)[by_band][sector(back, beside)] * after.life[foe] * after.life[n]
            best_target = value, answer, foe
    if best_target is not None:
        value, answer, foe = best_target
        gain += value - after.care(n) * answer
        after.hurt(foe, value / max(0.1, after.stakes[foe]))
        after.hurt(n, answer / max(0.1, after.stakes[n]))
        after.spent = after.spent | ({n, foe} if answer > 0 else {n})
    return after, sign * gain


def played(watch: Watch, side: Side, own: Secret, guess: Sample) -> float:
    """What our side gains from here: the next activations, into the next turn if this one ends, and how things lie then."""
    total, weight, detail = 0.0, 1.0, FINE
    for _ in range(PLIES):
        n = hands.urgent(watch, side)
        if n is None:
            side = watch.table.enemy(side)
            n = hands.urgent(watch, side)
        if n is None:
            watch, side, weight = watch.next_turn(), guess.first, weight * FADES
            n = hands.urgent(watch, side)
            if n is None:
                break
        ship = watch.ships[n]
        if ship.fort:
            move = Move(0.0, hands.still(ship), ship.base)
        else:
            order = own.of(n).active if ship.side == watch.side and not watch.fresh else guess.orders.get(n, "")
            move = best(moves(watch, n, held(ship, order), detail))
            detail = ROUGH  # the answer to a move is what matters most
        watch, gain = made(watch, n, move)
        total += weight * gain
        side = watch.table.enemy(side)
    return total + weight * FADES * outlook(watch)


def outlook(watch: Watch) -> float:
    """How things lie when a turn is over: what each side can do in the next, and how near it is to what it wants."""
    after = watch.next_turn()
    value = 0.0
    for sign, ships in ((1.0, after.ours), (-after.caution, after.foes)):
        for n in ships:
            here = after.ships[n].base
            value += sign * (hands.strike(after, n) + (drawn(after, n, here) - after.room(n, here)) * after.life[n])
    return value


def judgement(seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS) -> Admiral:
    return Admiral(seed, samples, seconds)
