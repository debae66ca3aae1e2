"""All that is not steering: orders, who goes first, salvos and their answers, torpedoes, boarding, breaking off."""

from __future__ import annotations

from typing import Any

from weathergauge.bots.ironclads import worth
from weathergauge.bots.ironclads.steer import FAIR, best, moves
from weathergauge.bots.ironclads.watch import Watch, lie
from weathergauge.frame.events import Ready
from weathergauge.freetable import Box
from weathergauge.rulesets.ironclads import boarding, gunfire, salvos, speed, torpedoes, victory
from weathergauge.rulesets.ironclads.actions import (
    Again,
    Aim,
    AnyAction,
    Board,
    Break,
    Counter,
    Destroy,
    Done,
    Launch,
    Lead,
    Place,
    Salvo,
    Steam,
)
from weathergauge.rulesets.ironclads.activation import waiting
from weathergauge.rulesets.ironclads.command import commanded, placeable
from weathergauge.rulesets.ironclads.criticals import LIGHTEST_FIRST
from weathergauge.rulesets.ironclads.gunfire import Shot
from weathergauge.rulesets.ironclads.state import Countering, Rethrowing, Secret, Ship, Table, replace
from weathergauge.rulesets.ironclads.terms import Order, Side

SAVED = 0.6
"""What a shot now must be worth of the best that a battery could have later this turn, to be fired in answer."""
TUBES = 0.75
"""What a torpedo counts: it can be used once only."""
FIRST = 0.35
"""Points that a side must be able to win, or to lose, for it to want the first move."""
HOPELESS = 0.2
"""The strength, as a share of the enemy's, below which a beaten side would break off."""


def command(watch: Watch, own: Secret) -> AnyAction:
    """Orders for the turn after this one, ship by ship, and for the first turn too; then ready."""
    for n, ship in commanded(watch.table, watch.side):
        for active in placeable(watch.table, own, n):
            return Place(ship.id, wanted(watch, n, own, active), active)
    return Ready()


def wanted(watch: Watch, n: int, own: Secret, active: bool) -> Order:
    """The order that suits where she will want to be.

    Full speed lets her run any distance, gives weight to a ram and keeps boarders off; she wants less to come off the
    ground, to board an enemy who cannot get away, and nothing at all where she has no engines.
    """
    ship = watch.ships[n]
    if ship.grounded:
        return "slow"
    if not ship.knots:
        return "stop"
    held = own.of(n).active
    here = ship.base
    if not active and held and not ship.activated:
        here = best(moves(watch, n, held, FAIR)).base
    for foe in watch.foes:
        if boardable(watch, n, here, foe):
            return "slow"
    return "full"


def boardable(watch: Watch, n: int, here: Box, foe: int) -> bool:
    """Whether she could take an enemy who lies still, at slow speed, and would gain by it."""
    ship, other = watch.ships[n], watch.ships[foe]
    if other.fort:
        return False
    if other.knots and speed.limit(watch.table, foe, "full", watch.charts).order not in ("slow", "stop"):
        return False
    if lie(here, other.base)[0] > speed.limit(watch.table, n, "slow", watch.charts).run:
        return False
    settings = watch.table.settings
    return worth.boards(boarding.party(ship, settings), boarding.party(other, settings), watch.charts) > 0.5


def lead(watch: Watch) -> AnyAction:
    """The first move for whoever can strike at once; with nothing in reach it is better to see what the enemy does."""
    mine = max((strike(watch, n) for n in watch.ours), default=0.0)
    theirs = max((strike(watch, n) for n in watch.foes), default=0.0)
    first = max(mine, theirs) > FIRST
    return Lead(watch.side if first else watch.table.enemy(watch.side))


def still(ship: Ship) -> Steam:
    """No move at all."""
    return Steam(ship.id)


def strike(watch: Watch, n: int, loaded: bool = True) -> float:
    """The most that a ship can do to any enemy when she is activated, with the guns that are loaded or with all of them."""
    return max((threat(watch, n, foe, loaded) for foe in watch.foes_of(n)), default=0.0)


def threat(watch: Watch, a: int, b: int, loaded: bool = True) -> float:
    """What a ship can do to another when she is activated, with the guns that are loaded or with all of them."""
    one, other = watch.ships[a], watch.ships[b]
    now, full = watch.menace(a, b, lie(one.base, other.base), (one.heading - other.heading) % 360)
    return now if loaded else full


def urgency(watch: Watch, side: Side) -> list[tuple[float, int]]:
    """What each ship of a side has to win now, and to fear if she waits."""
    urgent = []
    for n, _ in waiting(watch.table, side):
        value = strike(watch, n)
        for foe in watch.foes_of(n):
            if not watch.ships[foe].activated:
                value += 0.8 * threat(watch, foe, n)
        urgent.append((value, n))
    return urgent


# Fire


def act(watch: Watch, n: int, choices: Any, exactly: int = 3) -> tuple[AnyAction, list[tuple[float, AnyAction]]]:
    """What to do after her move, and what was weighed: board whom she can, then what is worth most of guns and torpedoes.

    Of the salvos so many are weighed by their exact odds; with none the best of all goes by what is expected of it.
    """
    ship = watch.ships[n]
    options = choices.of(ship.id)
    valued_orders: list[tuple[float, AnyAction]] = [
        (_boarding(watch, n, order), order) for order in options if isinstance(order, Board)
    ]
    if not valued_orders:
        ranked = sorted(
            ((quick(watch, n, salvo.shots), salvo) for salvo in salvos_of(watch, n, options)),
            key=lambda valued: -valued[0],
        )
        valued_orders = [
            (0.0, Done(ship.id)),
            *((exact(watch, n, order.shots), order) for _, order in ranked[:exactly]),
        ]
        valued_orders += ranked[: 0 if exactly else 1]
        valued_orders += [
            (TUBES * launched(watch, n, order.shots), order) for order in options if isinstance(order, Launch)
        ]
    return max(valued_orders, key=lambda valued: valued[0])[1], valued_orders


def _boarding(watch: Watch, n: int, order: Board) -> float:
    target, settings = watch.table.number(order.target), watch.table.settings
    mine, hers = boarding.party(watch.ships[n], settings), boarding.party(watch.ships[target], settings)
    return worth.boards(mine, hers, watch.charts) * watch.stakes[target]


def salvos_of(watch: Watch, n: int, options: Any) -> list[Salvo]:
    """The salvos offered, and the one where every battery fires at what it can hurt most."""
    salvos = [order for order in options if isinstance(order, Salvo)]
    if not salvos:
        return []
    each: dict[str, tuple[float, Aim]] = {}
    batteries = watch.ships[n].batteries
    for order in salvos:
        for aim in order.shots:
            value = quick(watch, n, (aim,))
            key = batteries[aim.gun - 1].group or f"#{aim.gun}"
            if key not in each or value > each[key][0]:
                each[key] = value, aim
    mixed = tuple(sorted((aim for _, aim in each.values()), key=lambda aim: aim.gun))
    return [*salvos, Salvo(watch.ships[n].id, mixed)] if mixed else salvos


def _targets(watch: Watch, shots: tuple[Aim, ...]) -> dict[int, list[int]]:
    guns: dict[int, list[int]] = {}
    for aim in shots:
        guns.setdefault(watch.table.number(aim.target), []).append(aim.gun)
    return guns


def quick(watch: Watch, n: int, shots: tuple[Aim, ...]) -> float:
    """What a salvo is worth by expected values."""
    value = 0.0
    for target, guns in _targets(watch, shots).items():
        full = watch.ships[target].hull_full
        for laid in gunfire.guns_of(gunfire.aimed(watch.table, Shot(n, target, tuple(guns))), watch.charts):
            value += worth.expected(laid, full, watch.charts) * watch.slopes[target]
    return value


def exact(watch: Watch, n: int, shots: tuple[Aim, ...]) -> float:
    """What a salvo is worth by its exact odds."""
    value = 0.0
    gunner = salvos.gunners_battery(watch.table, n, [aim.gun for aim in shots])
    for target, guns in _targets(watch, shots).items():
        volley = gunfire.aimed(watch.table, Shot(n, target, tuple(guns), gunner))
        value += worth.salvo(gunfire.guns_of(volley, watch.charts), volley.sheet, watch.charts) * watch.stakes[target]
    return value


def launched(watch: Watch, n: int, shots: tuple[Aim, ...]) -> float:
    """What torpedoes are worth by their exact odds, as if each ran by itself."""
    value = 0.0
    for aim in shots:
        target = watch.table.number(aim.target)
        shot = torpedoes.aimed(watch.table, n, aim.gun, target)
        run = torpedoes.run(shot, watch.charts)
        value += worth.torpedo(run, shot.kind, shot.sheet, watch.charts) * watch.stakes[target]
    return value


def counter(watch: Watch, phase: Countering) -> AnyAction:
    """Answer with every battery that has nothing better to hope for this turn: it fires once."""
    n, firer = phase.waiting[0], phase.ship
    ship = watch.ships[n]
    guns = salvos.useful(watch.table, n, firer, watch.charts)
    if ship.activated:
        return Counter(ship.id, tuple(guns))
    chosen = [gun for gun in guns if _now(watch, n, gun, firer) >= SAVED * _later(watch, n, gun)]
    return Counter(ship.id, tuple(chosen))


def _now(watch: Watch, n: int, gun: int, firer: int) -> float:
    return quick(watch, n, (Aim(gun, watch.ships[firer].id),))


def _later(watch: Watch, n: int, gun: int) -> float:
    """The best a battery could do when her ship is activated: in a nearer band if she can run so far."""
    only = replace(watch.ships[n], batteries=(watch.ships[n].batteries[gun - 1],))
    alone = Watch(watch.table.with_ship(n, only), watch.side, watch.charts, watch.temper)
    best_yet = 0.0
    for foe in watch.foes:
        gap = lie(only.base, watch.ships[foe].base)[0]
        table = alone.fire(n, foe, True)
        reached = max(0.0, gap - 0.8 * watch.reach[n])
        rows = [row for row, end in zip(table, (350, 1000, 2000, 1e9), strict=True) if reached <= end]
        if rows:
            best_yet = max(best_yet, max(rows[0]))
    return best_yet


# What is asked in between


def again(watch: Watch, phase: Rethrowing) -> AnyAction:
    """Throw a die again that a second one would probably better."""
    settings = watch.table.settings
    one, enemy = (boarding.party(watch.ships[n], settings) for n in (phase.ship, phase.target))
    return Again(boarding.better(one, enemy, phase.ours, phase.theirs, watch.charts))


def destroy(watch: Watch, options: Any) -> AnyAction:
    """The heaviest gun of a fort: it pierces most and does most harm."""

    def weight(order: Destroy) -> tuple[int, int]:
        battery = watch.ships[watch.table.number(order.fort)].batteries[order.gun - 1]
        return LIGHTEST_FIRST.index(battery.kind), battery.ap

    return max([order for order in options if isinstance(order, Destroy)], key=weight)


# The end


def strength(ships: list[Ship]) -> float:
    return sum(worth.fit(ship) * victory.worth(ship) for ship in ships if ship.able and not ship.fort)


def break_off(table: Table, watch: Watch) -> AnyAction:
    """Ask for an end if it would be a victory, or if nothing can be hoped for any more."""
    if watch.lead > 0:
        return Break(True)
    ours = strength([ship for ship in table.ships if ship.side == watch.side])
    theirs = strength([ship for ship in table.ships if ship.side != watch.side])
    return Break(ours < HOPELESS * theirs)
