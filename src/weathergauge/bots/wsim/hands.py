"""Grapples, boarders, guns, loading and sails: everything on deck but the helm."""

from __future__ import annotations

from collections.abc import Callable

from weathergauge.bots.wsim import shot
from weathergauge.bots.wsim.guns import aimed, numbers, weights
from weathergauge.bots.wsim.lie import RAKES, code, lie, read
from weathergauge.bots.wsim.watch import Held, Parties, Watch
from weathergauge.rulesets.wsim import bearing, boarding, gunnery, loading, wind
from weathergauge.rulesets.wsim.actions import Cut, Fend, Fire, Grapple, Load, Man, Order, Party, Repair, Sails, Unfoul
from weathergauge.rulesets.wsim.damage import gives_up
from weathergauge.rulesets.wsim.grappling import alongside
from weathergauge.rulesets.wsim.melee import needed
from weathergauge.rulesets.wsim.squares import sections_lost
from weathergauge.rulesets.wsim.state import replace
from weathergauge.rulesets.wsim.terms import BROADSIDES, Broadside

MARGIN = 0.1
"""What boarding must promise, as a part of the ship, before grapples are thrown or kept."""
SET_AT, TAKE_IN_AT = 13, 9
"""Full sails are set with the enemy so far away, and taken in when she is so near."""
BEATING_AT, BEATEN_UP_AT, SLOWLY = 6, 4, 6.0
"""The same where she lies to windward, so many turns away under battle sails."""
REPAIR_AT = 12
HOLD_FRESH = 7
"""The first broadside is kept for a nearer range than this, unless it rakes."""


def gain(watch: Watch, me: int, foe: int) -> float:
    """What it is worth to be held to an enemy, as a part of a ship."""
    mine, hers, _ = lie(watch.pose[me], watch.pose[foe])
    return watch.held(me, foe, mine, hers).value / max(watch.worth(me), watch.worth(foe))


def unfoul(watch: Watch) -> list[Order]:
    """Clear friends, wrecks and enemies that are too strong; masts are always cut away."""
    table, orders = watch.table, list[Order]()
    for n in watch.mine:
        ship = table.ships[n]
        for other in table.held(n):
            if table.fouled(n, other) and not _keeps(watch, n, other):
                orders.append(Unfoul(ship.id, table.ships[other].id))
        orders += [Cut(ship.id, beam) for beam in dict.fromkeys(ship.hanging)]
    return orders


def _keeps(watch: Watch, me: int, other: int) -> bool:
    """Whether she wants to stay fast to another ship."""
    target = watch.table.ships[other]
    if target.side == watch.side or target.danger:
        return False
    if not target.able:
        return _prize(watch, me, other)
    return gain(watch, me, other) > MARGIN


def _prize(watch: Watch, me: int, other: int) -> bool:
    """Whether a beaten enemy beside her is worth a prize crew: held ships count twice, and nobody else is at hand."""
    ship, target = watch.table.ships[me], watch.table.ships[other]
    if target.side == watch.side or target.danger or target.gone or ship.prize is not None or watch.table.duel:
        return False
    busy = any(watch.far(me, foe) <= 2 for foe in watch.foes)
    return not busy and len(boarding.able_sections(ship)) > 1


def grapple(watch: Watch) -> list[Order]:
    """Throw grapples where boarding pays, and at beaten ships that can be taken."""
    table, orders = watch.table, list[Order]()
    for n in watch.mine:
        held = table.held(n)
        for other in alongside(table, n):
            target = table.ships[other]
            if target.side == watch.side or target.danger:
                continue
            if _prize(watch, n, other) and not held if not target.able else gain(watch, n, other) > MARGIN:
                orders.append(Grapple(table.ships[n].id, target.id))
    return orders


def fend(watch: Watch) -> list[Order]:
    """Throw off the grapples of whoever is better hand to hand, and of friends."""
    table = watch.table
    return [
        Fend(table.ships[n].id, table.ships[other].id)
        for n in watch.mine
        for other in table.held(n)
        if table.grapples(n, other) and not _keeps(watch, n, other)
    ]


def chosen(held: Held, lot: float) -> int:
    """One of the parties, as often as the game says; the lot lies between 0 and 1."""
    for place, share in enumerate(held.mix):
        lot -= share
        if lot < 0:
            return place
    return max(range(len(held.mix)), key=lambda place: held.mix[place])


def lot(watch: Watch, number: int) -> float:
    """A draw that the table itself gives: the same position always draws the same."""
    ship = watch.table.ships[number]
    mixed = (
        watch.table.turn * 7919 + number * 104729 + ship.bow[0] * 31 + ship.bow[1] * 17 + sum(ship.crew) * 13
    ) % 997
    return (mixed + 0.5) / 997


def board(watch: Watch, choose: Callable[[Held, int], int] | None = None) -> list[Order]:
    """Tell off parties against the enemy that matters most to each ship that is held."""
    table, orders = watch.table, list[Order]()
    for n in watch.mine:
        ship = table.ships[n]
        enemies = [other for other in table.held(n) if boarding.boardable(table, n, other)]
        if not enemies or ship.prize is not None:
            continue
        fighters = [other for other in enemies if table.ships[other].able]
        if not fighters:
            left = [s for s in boarding.able_sections(ship) if s not in boarding.told_off(ship, ())]
            if left and not ship.weighing and _prize(watch, n, enemies[0]):
                orders += _prize_crew(watch, n, enemies[0], left)
            continue
        foe = max(fighters, key=lambda other: (table.ships[other].hands, -other))
        mine, hers, _ = lie(watch.pose[n], watch.pose[foe])
        held = watch.held(n, foe, mine, hers)
        pick = chosen(held, lot(watch, n)) if choose is None else choose(held, foe)
        for place, row in enumerate(held.matrix):
            order = _party(watch, n, foe, held.mine[place])
            if order is not None:
                watch.think(n, sum(a * b for a, b in zip(row, held.her_mix, strict=True)), order)
                if place == pick:
                    orders.append(order)
                    if order.kind == "OBP" and (men := _guard(watch, foe, held.mine[place].squares)):
                        orders.append(Man(ship.id, table.ships[foe].id, men))
    return orders


def _prize_crew(watch: Watch, me: int, prize: int, left: list[int]) -> list[Order]:
    """Boarders for a beaten ship, so many sections that those who stay aboard hold her; one section stays at home."""
    ship, other = watch.table.ships[me], watch.table.ships[prize]
    wanted, count = needed(sum(other.crew), watch.charts) + round(watch.temper.guard), 1
    while count < len(left) - 1 and sum(ship.crew[section - 1] for section in left[:count]) < wanted:
        count += 1
    party = Party(ship.id, "OBP", tuple(left[:count]), other.id)
    men = _guard(watch, prize, sum(ship.crew[section - 1] for section in left[:count]))
    return [party, Man(ship.id, other.id, men)] if men else [party]


def _guard(watch: Watch, prize: int, squares: int) -> int:
    """How many boarders are to stay aboard a prize; 0 leaves it at what the prisoners call for."""
    if not watch.temper.guard:
        return 0
    return min(squares, needed(sum(watch.table.ships[prize].crew), watch.charts) + round(watch.temper.guard))


def _party(watch: Watch, me: int, foe: int, parties: Parties) -> Party | None:
    """The order that tells off those who are not told off already; None where that is nobody."""
    ship = watch.table.ships[me]
    told = boarding.told_off(ship, ())
    sections = tuple([section for section in parties.sections if section not in told])
    if parties.kind == "OBP" and sections and not ship.weighing:
        return Party(ship.id, "OBP", sections, watch.table.ships[foe].id)
    return Party(ship.id, "DBP", sections) if parties.kind == "DBP" and sections else None


def fire(watch: Watch) -> list[Order]:
    """Each broadside at the target and with the aim that promise most."""
    table, charts, orders = watch.table, watch.charts, list[Order]()
    for n in watch.mine:
        ship = table.ships[n]
        if gunnery.silent(ship) is not None:
            continue
        loads = watch.own.load(n)
        known = numbers(ship, table.velocity, loads, table.settings, sections_lost(ship), charts)
        for beam, broadside in enumerate(BROADSIDES):
            load = loads.of(broadside)
            if not load.ready or not load.shot:
                continue
            best, order = 0.0, None
            for mark in bearing.targets(table, n, broadside, charts):
                number = known[code(beam, mark.range, mark.half, RAKES.index(mark.rake))]
                target = table.ships[mark.target]
                if number is None:
                    continue
                if broadside in ship.fresh and mark.range >= HOLD_FRESH and not mark.rake:
                    continue
                held = mark.target in table.held(n)
                worth = weights(target, table.duel)
                value, aim = aimed(number, load.shot, mark.range, target, worth, table.settings, charts, held)
                if mark.rake and aim == "hull" and target.dismasted and gives_up(table, mark.target, n, charts):
                    value = worth.ship
                if gunnery.why_not_shot(table, n, mark, load.shot, aim, charts) is None:
                    shot_at = Fire(ship.id, broadside, target.id, aim)
                    watch.think(n, value, shot_at)
                    if value > best:
                        best, order = value, shot_at
            if order is not None:
                orders.append(order)
    return orders


def load(watch: Watch) -> list[Order]:
    """Load what will bear, mend what is broken when nobody is near, and carry sail for the distance."""
    table, charts, orders = watch.table, watch.charts, list[Order]()
    for n in watch.mine:
        ship = table.ships[n]
        near = watch.near(n, watch.foes, 1)
        if table.turn == 0:
            orders += [Load(ship.id, beam, kind) for foe in near for beam, kind in shot.first(watch, n, foe)]
            continue
        far = watch.far(n, near[0]) if near else 99
        loads = watch.own.load(n)
        sails = _sails(watch, n, far)
        if sails is not None:
            orders.append(sails)
        empty = [
            beam
            for side, beam in enumerate(BROADSIDES)
            if not loads.of(beam).ready and ship.guns[side] + ship.carronades[side]
        ]
        if empty and loading.no_gunners(ship) is None:
            beam = _next_beam(watch, n, near, empty)
            kind = loads.of(beam).shot or "round"
            if near and not loads.of(beam).shot:
                beam, kind = shot.reload(watch, n, near[0], empty, beam)
            orders.append(Load(ship.id, beam, kind))
        elif sails is None and far >= REPAIR_AT:
            for order in (Repair(ship.id, "hull"), Repair(ship.id, "rigging")):
                if loading.why_not(table, watch.own, watch.side, order, charts) is None:
                    orders.append(order)
                    break
    return orders


def _next_beam(watch: Watch, me: int, near: list[int], empty: list[Broadside]) -> Broadside:
    """The broadside to load: one that is half loaded first, else the one that the nearest enemy lies to."""
    loads = watch.own.load(me)
    half = loading.half_loaded(loads)
    if half is not None:
        return half
    if len(empty) > 1 and near:
        mine, _, _ = lie(watch.pose[me], watch.pose[near[0]])
        if mine:
            return BROADSIDES[read(mine)[0]]
        row, _ = bearing.told(watch.table.ships[me], watch.table.ships[near[0]].bow)
        return "left" if row >= 0 else "right"
    return empty[0]


def _beating(watch: Watch, me: int) -> bool:
    """Whether the nearest enemy lies where she hardly comes under battle sails."""
    foe = watch.near(me, watch.foes, 1)[0]
    ship = replace(watch.table.ships[me], full_sails=False)
    allow = wind.allowances(watch.table.with_ship(me, ship), me, watch.charts)
    return watch.coming_up(watch.pose[me], foe, watch.pose[foe], allow) > SLOWLY


def _sails(watch: Watch, me: int, far: int) -> Sails | None:
    """Full sails to come up with the enemy, battle sails to fight her."""
    ship = watch.table.ships[me]
    if not watch.foes:
        return None
    if ship.full_sails:
        near = far <= (BEATEN_UP_AT if _beating(watch, me) else TAKE_IN_AT)
        return Sails(ship.id, False) if near else None
    if far < (BEATING_AT if _beating(watch, me) else SET_AT):
        return None
    order = Sails(ship.id, True)
    refused = loading.why_not(watch.table, watch.own, watch.side, order, watch.charts)
    return order if refused is None else None
