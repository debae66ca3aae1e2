"""An admiral's judgement for the age of steam.

He takes what a captain would order and a few other orders that look good, and plays each on in his head, to the end of
the turn that follows: captains command both sides, and the dice fall as they may. He does so again and again, with the
same guesses at what is hidden and the same luck for each order, gives up the worse half as he goes on, and leaves the
captain's order only for one that has done better than chance explains. Orders that lie face down he never sees; he takes
them to be what captains order, mostly. In a battle of many ships there is no time for that: until it has thinned he
commands as a captain does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import tanh
from random import Random
from typing import Any

from weathergauge.bots.admiral import ORDER, SAMPLES, SECONDS
from weathergauge.bots.ironclads import Judgement, hands, worth
from weathergauge.bots.ironclads.steer import ROUGH, best, held, moves
from weathergauge.bots.ironclads.watch import Fire, Watch
from weathergauge.bots.playout import compared, play_on, preferred
from weathergauge.freetable import Box, angle_between
from weathergauge.rulesets.ironclads import gunfire, salvos, victory
from weathergauge.rulesets.ironclads.actions import Activate, AnyAction, Counter, Lead, Salvo, Steam
from weathergauge.rulesets.ironclads.activation import waiting
from weathergauge.rulesets.ironclads.command import commanded
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import (
    INCH,
    Activating,
    Choosing,
    Commanding,
    Countering,
    Orders,
    Over,
    Ship,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.ironclads.terms import Order, Side
from weathergauge.throwing import RandomDice

PATIENCE = 8.0
"""How much longer than an order usually takes he may think over one: a limit that small battles do not reach."""
ROUNDS = (1, 1, 2)
"""How often he plays on before he gives up the worse half, in samples."""
FLEET = 8
"""The most ships in action with which he plays on at all."""
EFFORT = 24
"""Other orders than the captain's that he tries, times the ships that fight."""
OTHERS = 4
"""The most of them."""
AHEAD = 1
"""Turns that he plays on after this one."""
TRUST = 0.95
"""How likely he takes it that a ship has the order a captain would give her."""
ASIDE, ABOUT = 1.5 * INCH, 25
"""Two places are different if they are farther apart than this, or two headings."""
SWING = 2.0
"""How soon a lead is as good as the victory, by the share of a side's points that it is."""
VICTORY = 0.85
"""What the victory counts; the rest is by how much."""
KEPT = 1 << 14


class Glance(Watch):
    """A watch that remembers what guns are worth from one table to the next: a captain's in the admiral's head."""

    known: dict[Any, Fire]

    def _fire_of(self, a: int, b: int, loaded: bool) -> Fire:
        ship, target = self.ships[a], self.ships[b]
        guns = (ship.batteries, ship.fort, ship.ship_class, ship.heavy_list, loaded)
        mark = (target.fort, target.ship_class, target.armour, target.hull, target.hull_full, gunfire.stopped(target))
        key = (guns, mark, self.stakes[b], self.table.level, self.table.settings)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= KEPT:
                self.known.clear()
            found = self.known[key] = super()._fire_of(a, b, loaded)
        return found


class Head(Judgement):
    """A captain as an admiral imagines him: he thinks about fewer runs."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[Any, Fire] = {}

    def watch(self, view: View) -> Watch:
        assert view.seat is not None
        assert view.own is not None
        kept = self._watch
        if kept is None or kept.table is not view.table or kept.side != view.seat:
            kept = Glance(view.table, view.seat, self.charts, self.temper, view.own.mines)
            kept.known = self.known
            self._watch = kept
        return kept

    def steer(self, watch: Watch, view: View, n: int) -> AnyAction | None:
        ship = watch.ships[n]
        return best(moves(watch, n, held(ship, ship.order), ROUGH)).action


class Admiral(Judgement):
    """Decides as the captain does, unless another order turns out better when he plays on in his head."""

    def __init__(self, seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS) -> None:
        super().__init__()
        self.seed, self.samples, self.seconds = seed, samples, ORDER * seconds
        self.head = Head()

    def order(self, view: View, choices: Any) -> AnyAction | None:
        usual = super().order(view, choices)
        if usual is None or choices.why_not(usual) is not None:
            return usual
        watch = self.watch(view)
        fighting = len(watch.ours) + len(watch.foes)
        if not watch.foes or fighting > FLEET:
            return usual
        width = min(OTHERS, EFFORT // fighting)
        found = [usual]
        for other in others(watch, choices, usual):
            if len(found) > width:
                break
            if other not in found and choices.why_not(other) is None:
                found.append(other)
        return self.search(view, found) if len(found) > 1 else usual

    def search(self, view: View, found: list[AnyAction]) -> AnyAction:
        """The first order, or another that does better by more than chance explains."""
        rounds = [size * self.samples for size in ROUNDS]
        return preferred(found, compared(found, partial(self.once, view), rounds, PATIENCE * self.seconds))

    def once(self, view: View, order: AnyAction, battle: int) -> float:
        """One battle from here to the end of the next turn: how it stands then."""
        table, side = view.table, view.seat
        if side is None:
            return 0.0
        mark, last = f"{self.seed}:{moment(table)}:{battle}", table.turn + AHEAD
        dice, heads = RandomDice(mark), dict.fromkeys(table.sides, self.head)
        state = RULES.play(imagined(view, side, mark), side, order, dice).state
        state = play_on(RULES, state, heads, dice, lambda state: over(state.table, last), commanded_by_captains)
        return standing(state.table, side)


# What else could be ordered


def others(watch: Watch, choices: Any, usual: AnyAction) -> Iterator[AnyAction]:
    """Orders to think about beside the captain's, those first that look best."""
    table = watch.table
    match table.phase:
        case Choosing():
            yield from [Lead(side) for side in table.sides]
        case Activating(ship=-1):
            ships = sorted(waiting(table, watch.side), key=lambda one: -hands.strike(watch, one[0]))
            yield from [Activate(ship.id) for _, ship in ships]
        case Activating(ship=n, stage="move"):
            yield from runs(watch, n)
        case Activating(ship=n) if isinstance(usual, Salvo):
            aims = {aim.target for aim in usual.shots}
            found = hands.salvos_of(watch, n, choices.of(watch.ships[n].id))
            for one in sorted(found, key=lambda one: -hands.quick(watch, n, one.shots)):
                if {aim.target for aim in one.shots} != aims:
                    yield one
        case Countering(ship=firer, waiting=(n, *_)):
            guns = salvos.useful(table, n, firer, watch.charts)
            yield from [Counter(watch.ships[n].id, tuple(guns)), Counter(watch.ships[n].id)]


def runs(watch: Watch, n: int) -> Iterator[Steam]:
    """A captain's best moves for a ship, those left out that end much like a better one."""
    ship = watch.ships[n]
    taken: list[tuple[Box, int]] = []
    for move in sorted(moves(watch, n, held(ship, ship.order)), key=lambda move: -move.value):
        if all(move.struck != struck or differ(move.base, base) for base, struck in taken):
            taken.append((move.base, move.struck))
            yield move.action


def differ(a: Box, b: Box) -> bool:
    aside = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    return aside > ASIDE**2 or angle_between(a[2], b[2]) > ABOUT


# Playing on


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


def standing(table: Table, side: Side) -> float:
    """How a battle stands for a side, from -1 to 1: points won and lost, and hulls by how near they are to it."""
    stakes, lead = worth.stakes(table), 0.0
    for ship, stake in zip(table.ships, stakes, strict=True):
        lead += (-stake if ship.side == side else stake) * gone(table, ship)
    if table.goals:
        watch = Watch(table, side, RULES.charts)
        for sign, ships in ((1.0, watch.ours), (-1.0, watch.foes)):
            lead += sign * sum(watch.homeward(n, watch.ships[n].base) or 0.0 for n in ships)
    share = tanh(SWING * lead / max(1.0, sum(stakes) / 2))
    if not isinstance(table.phase, Over):
        return share
    winner = table.phase.winner
    return VICTORY * (0 if winner is None else 1 if winner == side else -1) + (1 - VICTORY) * share


def gone(table: Table, ship: Ship) -> float:
    """The part of a ship's points that is won of her, or as good as won; less than none if she got away as she should."""
    if victory.lost(ship):
        return 1.0
    if ship.gone:
        return -1.0 if any(ship.id in (*goal.leave, *goal.sink) for goal in table.goals) else 0.0
    return worth.won(1 - worth.fit(ship))


def judgement(seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS) -> Admiral:
    return Admiral(seed, samples, seconds)
