"""An admiral's judgement for the age of steam.

He takes the move that a captain would order and a few others that look good, and plays each on in his head for two turns
after this one: captains command both sides, and the dice fall as they may. He does so again and again, with the
same guesses at what is hidden and the same luck for each order, gives up the worse half as he goes on, and leaves the
captain's order for one that has done better. Orders that lie face down he never sees; he takes
them to be what captains order, mostly. In a battle of many ships he looks only at the moves of ships with an enemy in
reach, and plays on with those about her alone. Where no time is left he gives the captain's order, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import tanh
from random import Random
from time import thread_time
from typing import Any, TypeVar

from weathergauge.bots.admiral import SAMPLES, SECONDS
from weathergauge.bots.budget import Budget
from weathergauge.bots.ironclads import Judgement, hands, worth
from weathergauge.bots.ironclads.luck import Luck, lead
from weathergauge.bots.ironclads.steer import FAIR, Move, best, held, moves
from weathergauge.bots.ironclads.watch import Fire, Watch, lie
from weathergauge.bots.playout import LEAST, compared, play_on, preferred, told
from weathergauge.bots.reasons import NO_TIME
from weathergauge.bots.tempers import ORDINARY
from weathergauge.freetable import Box, angle_between
from weathergauge.rulesets.ironclads import gunfire
from weathergauge.rulesets.ironclads.actions import Activate, AnyAction, Lead, Steam
from weathergauge.rulesets.ironclads.activation import waiting
from weathergauge.rulesets.ironclads.command import commanded
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import (
    INCH,
    Activating,
    Choosing,
    Commanding,
    Orders,
    Over,
    Ship,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.ironclads.terms import Order, Sector, Side
from weathergauge.throwing import RandomDice

ROUNDS = (1, 1, 2, 4, 8)
"""How often he plays on before he gives up the worse half, in samples."""
DOUBTS = 0.5
"""Standard errors by which a move must do better than the captain's."""
FLEET = 6
"""The most ships with which he plays on: where there are more, with so many about the one that moves."""
PRESSING = 3
"""Ships of a fleet among whom the turn's time is shared: the captain sends those first who have most at stake."""
EFFORT = 24
"""Other orders than the captain's that he tries, times the ships that fight."""
OTHERS = 6
"""The most of them."""
AHEAD = 2
"""Turns that he plays on after this one: with one, who closes is fired at and has not yet struck, so that he held off."""
RECKONING = 0.2
"""How much he makes of what the captain reckons: in battles played to their end that says little of which move is better."""
TRUST = 0.95
"""How likely he takes it that a ship has the order a captain would give her."""
ASIDE, ABOUT = 1.5 * INCH, 25
"""Two places are different if they are farther apart than this, or two headings."""
NEXT, SURE, LATE = 0.8, 0.6, 3
"""What a blow that could be struck next is worth of one struck, and points that are won for good in the last turns."""
SWING = 2.0
"""How soon a lead is as good as the victory, by the share of a side's points that it is."""
KEPT = 1 << 14

Kept = TypeVar("Kept")


class Known:
    """What guns and rams are worth, remembered from one table to the next of a battle."""

    def __init__(self) -> None:
        self.guns: dict[Any, Fire] = {}
        self.rams: dict[Any, tuple[float, float]] = {}


class Glance(Watch):
    """A watch that remembers what it once worked out: a captain's in the admiral's head."""

    known: Known

    def quarters(self, a: int, b: int, loaded: bool) -> Fire:
        ship, target, table = self.ships[a], self.ships[b], self.table
        guns = tuple([(gun.lost, loaded and gun.fired) for gun in ship.batteries])
        mark = (target.id, target.armour, gunfire.stopped(target))
        key = (table.title, table.level, table.settings.hull_per_hit, ship.id, ship.heavy_list, guns, mark)
        return _kept(self.known.guns, key, lambda: super(Glance, self).quarters(a, b, loaded))

    def clash(self, a: int, b: int, edge: Sector, struck: Sector, by_turn: bool, knots: int) -> tuple[float, float]:
        key = (self.table.title, self.table.era, self._hull(a), self._hull(b), edge, struck, by_turn, knots)
        return _kept(self.known.rams, key, lambda: super(Glance, self).clash(a, b, edge, struck, by_turn, knots))

    def _hull(self, n: int) -> tuple[Any, ...]:
        """All that a ram asks of a ship."""
        ship = self.ships[n]
        guns = tuple([gun.lost for gun in ship.batteries])
        state = (ship.able, ship.bridge, bool(ship.rudder), ship.engine_room, ship.heavy_list, ship.ram_lost)
        return ship.id, ship.hull, guns, state


def _kept(known: dict[Any, Kept], key: Any, worked_out: Callable[[], Kept]) -> Kept:
    """What is known of something, worked out where it is not."""
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = worked_out()
    return found


class Head(Judgement):
    """A captain as an admiral imagines him: he keeps nothing to be told."""

    def __init__(self, temper: str = ORDINARY) -> None:
        super().__init__(temper)
        self.known = Known()

    def watch(self, view: View) -> Watch:
        assert view.seat is not None
        assert view.own is not None
        kept = self._watch
        if kept is None or kept.table is not view.table or kept.side != view.seat:
            temper = self.tempers.of(view.table.title, view.seat)
            kept = Glance(view.table, view.seat, self.charts, temper, view.own.mines)
            kept.known = self.known
            self._watch = kept
        return kept

    def steer(self, watch: Watch, n: int) -> AnyAction | None:
        """The best of fewer moves."""
        return best(moves(watch, n, held(watch.ships[n], watch.ships[n].order), FAIR)).action

    def act(self, watch: Watch, n: int, choices: Any) -> AnyAction | None:
        """The salvo of which most is expected, or what else is worth more."""
        return hands.act(watch, n, choices, exactly=0)[0]

    def weigh(self, found: Sequence[tuple[float, AnyAction]]) -> None:
        """Nobody asks."""


class Admiral(Judgement):
    """Decides as the captain does, unless another order turns out better when he plays on in his head."""

    def __init__(
        self, seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY
    ) -> None:
        super().__init__(temper)
        self.seed, self.samples = seed, samples
        self.budget = Budget(seconds)
        self.head, self.hers = Head(temper), Head()
        self.reckoned: dict[AnyAction, float] = {}
        """What the captain makes of each move against his best, as `standing` counts."""
        self.cost = 0.0
        """What it took of the processor's time to play on once, lately."""

    def decide(self, watch: Watch, view: View, choices: Any) -> AnyAction | None:
        usual = super().decide(watch, view, choices)
        if usual is None or choices.why_not(usual) is not None or not presses(watch, view.table):
            return usual
        self.budget.begin((view.table.title, view.table.turn, watch.side))
        others, share = self.others(watch, view.table)
        fighting = len(watch.ours) + len(watch.foes)
        seconds = self.budget.share(share if fighting <= FLEET else min(PRESSING, share))
        orders, width = [usual], self.width(min(fighting, FLEET), seconds)
        for other in others:
            if len(orders) > width:
                break
            if other not in orders and choices.why_not(other) is None:
                orders.append(other)
        chosen = self.search(view, orders, seconds) if len(orders) > 1 else usual
        self.budget.end()
        return chosen

    def others(self, watch: Watch, table: Table) -> tuple[Iterable[AnyAction], int]:
        """What else could be ordered, the captain's best first, and among how many orders the turn's time is shared."""
        left, self.reckoned = [n for n, _ in waiting(table, watch.side)], {}
        match table.phase:
            case Activating(ship=-1):
                return [Activate(watch.ships[n].id) for n in left], 2 * len(left)
            case Activating():
                top = best(self.moves).value
                self.reckoned = {move.action: RECKONING * scale(watch) * (move.value - top) for move in self.moves}
                return runs(self.moves), 1 + len(left)
        return [Lead(side) for side in table.sides], 1 + 2 * len(left)

    def width(self, fighting: int, seconds: float) -> int:
        """How many other orders he tries: no more than he can compare in the time."""
        most = min(OTHERS, EFFORT // fighting)
        return most if not self.cost else max(1, min(most, int(seconds / (LEAST * self.cost)) - 1))

    def search(self, view: View, orders: list[AnyAction], seconds: float) -> AnyAction:
        """The first order, or another that does better by more than chance explains."""
        rounds = [size * self.samples for size in ROUNDS]
        values = compared(orders, partial(self.once, view), rounds, seconds)
        if values[0]:
            self._weighed = told(orders, values)
        else:
            self._note = NO_TIME
        return preferred(orders, values, DOUBTS)

    def once(self, view: View, order: AnyAction, battle: int) -> float:
        """One battle from here to the end of the next turn: how it stands then."""
        table, side, since = view.table, view.seat, thread_time()
        if side is None:
            return 0.0
        mark, last = f"{self.seed}:{moment(table)}:{battle}", table.turn + AHEAD
        dice, heads = (
            RandomDice(mark, unheard=True),
            {who: self.head if who == side else self.hers for who in table.sides},
        )
        luck = Luck(side, heads, self.charts)
        state = abreast(imagined(view, side, mark), side)
        before, state = state, RULES.play(state, side, order, dice).state
        luck.seen(before, order, state)
        state = play_on(
            RULES, state, heads, dice, lambda state: over(state.table, last), commanded_by_captains, luck.seen
        )
        self.cost = 0.7 * self.cost + 0.3 * (thread_time() - since) if self.cost else thread_time() - since
        return standing(state.table, side, luck.total) + self.reckoned.get(order, 0.0)


# What else could be ordered


def runs(moves: Sequence[Move]) -> Iterator[Steam]:
    """A captain's best moves for a ship, those left out that end much like a better one."""
    taken: list[tuple[Box, int]] = []
    for move in sorted(moves, key=lambda move: -move.value):
        if all(move.struck != struck or differ(move.base, base) for base, struck in taken):
            taken.append((move.base, move.struck))
            yield move.action


def scale(watch: Watch) -> float:
    """What a point is worth as `standing` counts, where neither side is far ahead."""
    return 2 * SWING / max(1.0, sum(watch.stakes))


def differ(a: Box, b: Box) -> bool:
    aside = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    return aside > ASIDE**2 or angle_between(a[2], b[2]) > ABOUT


def presses(watch: Watch, table: Table) -> bool:
    """Whether it is to be ordered who goes first or how a ship moves, in a fleet how one moves that has an enemy in reach.

    These are worth a second look. Where goals name ships, those that are left out of the battle in his head would be
    missed, and he does not look.
    """
    moving = isinstance(table.phase, Activating) and table.phase.stage in ("pick", "move")
    if not watch.foes or not (moving or isinstance(table.phase, Choosing)):
        return False
    if len(watch.ours) + len(watch.foes) <= FLEET:
        return True
    if table.goals or not isinstance(table.phase, Activating) or table.phase.ship < 0:
        return False
    n = table.phase.ship
    return min(lie(watch.ships[n].base, watch.ships[foe].base)[0] for foe in watch.foes) < 2 * watch.reach[n]


# Playing on


def abreast(state: State, side: Side) -> State:
    """The battle about the ship that moves: where there are too many ships, those farthest from her take no part."""
    table = state.table
    able = [n for n, ship in enumerate(table.ships) if ship.able]
    if len(able) <= FLEET or not isinstance(table.phase, Activating):
        return state
    me = table.ships[table.phase.ship].base
    near = sorted(able, key=lambda n: lie(me, table.ships[n].base)[0])
    kept: set[int] = set()
    for ours in (True, False):
        kept.update([n for n in near if (table.ships[n].side == side) == ours][: FLEET // 2])
    ships = [away(ship) if ship.able and n not in kept else ship for n, ship in enumerate(table.ships)]
    return replace(state, table=replace(table, ships=tuple(ships)))


def away(ship: Ship) -> Ship:
    """A ship that takes no part: gone, and hurt enough that nobody has points for it (IR66)."""
    return replace(ship, gone="left", hull=max(1, min(ship.hull, ship.hull_full // 2)))


def moment(table: Table) -> str:
    """A name for what is being decided: the same table is always played on in the same way."""
    acted = sum(ship.activated for ship in table.ships)
    return f"{table.turn}:{acted}:{table.phase}"


def over(table: Table, last: int) -> bool:
    """Whether a battle is played on no further: it has ended, or its last turn has."""
    return isinstance(table.phase, Over) or table.turn > last


def imagined(view: View, side: Side, mark: str) -> State:
    """The table with a guess at what is hidden: orders as captains give them, with few exceptions."""
    dice, random = RandomDice(f"{mark}:guess"), Random(mark)
    state = RULES.imagine(view, dice)
    enemy = view.table.enemy(side)
    own = state.secret(enemy)
    for n, ship in commanded(view.table, enemy):
        guess, likely = own.of(n), usual_order(ship)
        if guess.active and not ship.bridge and random.random() < TRUST:
            own = own.having(n, Orders(ship.order or likely, likely))
    return state.with_secret(enemy, own)


def commanded_by_captains(state: State) -> State:
    """Where orders are placed, both sides ready with those that captains place where none are yet."""
    table = state.table
    if not isinstance(table.phase, Commanding) or table.phase.ready == table.sides:
        return state
    for side in table.sides:
        own = state.secret(side)
        for n, ship in commanded(table, side):
            placed, order = own.of(n), usual_order(ship)
            own = own.having(n, Orders(placed.active or order, placed.inactive or order))
        state = state.with_secret(side, own)
    return replace(state, table=replace(table, phase=Commanding(table.sides)))


def usual_order(ship: Ship) -> Order:
    """What a captain orders, unless there is somebody to be boarded."""
    if ship.grounded:
        return "slow"
    return "full" if ship.knots else "stop"


def standing(table: Table, side: Side, luck: float = 0.0) -> float:
    """How a battle stands for a side, from -1 to 1: points won and lost, without what was luck."""
    ahead = lead(table, side) - luck
    if table.goals:
        watch = Watch(table, side, RULES.charts)
        for sign, ships in ((1.0, watch.ours), (-1.0, watch.foes)):
            ahead += sign * sum(watch.homeward(n, watch.ships[n].base) or 0.0 for n in ships)
    return tanh(SWING * (ahead + promise(table, side)) / max(1.0, sum(worth.stakes(table)) / 2))


def promise(table: Table, side: Side) -> float:
    """What a position promises beside what was won in it: blows that could be struck next, and late in a battle what counts."""
    if isinstance(table.phase, Over):
        return 0.0
    watch = Watch(table, side, RULES.charts)
    ours, hers = (sum(hands.strike(watch, n, loaded=False) for n in ships) for ships in (watch.ours, watch.foes))
    late = table.turns - table.turn < LATE
    return NEXT * (ours - hers) + (SURE * worth.standing(table, side) if late else 0.0)


def judgement(seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY) -> Admiral:
    return Admiral(seed, samples, seconds, temper)
