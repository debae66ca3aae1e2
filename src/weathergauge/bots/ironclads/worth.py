"""What blows are worth: salvos, torpedoes, rams and boarding, in points of the scenario.

A place on the table is judged by expected values, which are quick; a salvo, a torpedo or a ram that is about to be
ordered by its exact odds, remembered.
"""

from __future__ import annotations

from functools import lru_cache

from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import boarding, gunfire, passage, ramming, torpedoes, victory
from weathergauge.rulesets.ironclads.boarding import Party
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.criticals import Blow, Sheet
from weathergauge.rulesets.ironclads.gunfire import NEEDS, NO_SHOT, Guns
from weathergauge.rulesets.ironclads.ramming import Hurt, Ram
from weathergauge.rulesets.ironclads.state import QUARTERS, Ship, Table
from weathergauge.rulesets.ironclads.terms import DamageType, Side
from weathergauge.rulesets.ironclads.torpedoes import Run

EARLY, BRINK = 0.4, 0.7
"""What is won of a ship's points with half of her hull, and at the brink where she may give up: points are for the end."""
FIRE, FLOOD = 1.3, 2.0
"""Quarters that a marker is likely to cost her in the end, beside those that come with it."""
RUDDER, WEAPON, BRIDGE, ENGINES, LIST = 1.5, 2.5, 0.4, 3.0, 2.5
"""What other damage is worth, in quarters."""
AIMS = 3.0
"""By how much more a ship counts that a goal names."""
BESIDE = 0.6
"""What the others count where there are goals."""


def won(share: float) -> float:
    """The part of a ship's points that is as good as won when she has lost such a share of her hull."""
    if share <= 0:
        return 0.0
    if share < 0.5:
        return EARLY * 2 * share
    if share < 0.75:
        return EARLY + (BRINK - EARLY) * 4 * (share - 0.5)
    return min(1.0, BRINK + (1 - BRINK) * 4 * (share - 0.75))


def stakes(table: Table) -> tuple[float, ...]:
    """What each ship counts for, by points and goals."""
    named = {id for goal in table.goals for id in (*goal.sink, *goal.keep, *goal.leave)}
    points_at_stake = []
    for ship in table.ships:
        points = float(victory.worth(ship))
        points_at_stake.append(points * (AIMS if ship.id in named else BESIDE) if table.goals else points)
    return tuple(points_at_stake)


def loss(quarters: float, hull: int, full: int) -> float:
    """The part of a ship's points that goes with so many quarters more."""
    gone = full - hull
    return won((gone + quarters) / full) - won(gone / full)


# Guns


@lru_cache(maxsize=1 << 14)
def expected(guns: Guns, full: int, charts: Charts) -> float:
    """Quarters that a battery is likely to cost, with what its sixes lead to."""
    need = gunfire.needed(guns, charts)
    if need == NO_SHOT:
        return 0.0
    first, second = NEEDS[need]
    chance = (7 - first) / 6 * ((7 - second) / 6 if second else 1.0)
    if guns.reroll:
        chance += (1 - chance) * chance
    hits: float = guns.dice * chance
    pierce = charts.armour_penetration.at(gunfire.against(guns.ap, guns.armour))
    if pierce == NO_SHOT:
        return 0.0 if guns.fort else hits / 6 * (1 + FIRE)
    lost: float = hits * (7 - NEEDS[pierce][0]) / 6 * guns.quarters
    if guns.kind == "light" and charts.light_gun_fires.at(guns.target_class):
        return lost if guns.fort else lost + hits / 6 * (1 + FIRE)
    return lost + (1 - float((5 / 6) ** hits)) * _critical(full, guns.fort)


@lru_cache(maxsize=256)
def _critical(full: int, fort: bool) -> float:
    """Quarters that the one critical hit of a salvo is worth, on the average."""
    if fort:
        return 2.0
    explosion = 0.5 * QUARTERS + full / 6 + full / 6 + FIRE
    return (1 + FIRE + BRIDGE + RUDDER + WEAPON + 1 + FLOOD + explosion) / 6


def blow_worth(blow: Blow | None) -> float:
    """What an effect counts beside hull, in quarters."""
    if blow is None:
        return 0.0
    other = {
        "rudder_damage": RUDDER,
        "weapon_destruction": WEAPON,
        "bridge_damage": BRIDGE,
        "engine_room_damage": ENGINES,
        "heavy_listing": LIST,
    }.get(blow.effect, 0.0)
    return other + FIRE * blow.fire + FLOOD * blow.flooding


@lru_cache(maxsize=1 << 12)
def salvo(guns: tuple[Guns, ...], sheet: Sheet, charts: Charts) -> float:
    """The part of a ship's points that a salvo is expected to win, by its exact odds."""
    total = 0.0
    for harm, chance in odds(gunfire.salvo, guns, sheet, charts).items():
        hull = harm.quarters + harm.burnt + (harm.blow.quarters if harm.blow is not None else 0)
        if hull >= sheet.hull or (harm.blow is not None and harm.blow.sunk):
            total += float(chance) * (1 - won((sheet.full - sheet.hull) / sheet.full))
        else:
            total += float(chance) * loss(
                hull + min(FIRE * harm.fires + blow_worth(harm.blow), sheet.hull - hull), sheet.hull, sheet.full
            )
    return total


# Under water


@lru_cache(maxsize=1 << 10)
def torpedo(run: Run, kind: DamageType, sheet: Sheet, charts: Charts) -> float:
    """The part of a ship's points that a torpedo is expected to win."""
    total = 0.0
    for wreck, chance in odds(torpedoes.torpedo, run, kind, sheet, charts).items():
        if wreck is None or wreck.misfire:
            continue
        quarters = wreck.quarters + FLOOD * wreck.flooding + blow_worth(wreck.extra)
        total += float(chance) * loss(min(quarters, sheet.hull), sheet.hull, sheet.full)
    return total


@lru_cache(maxsize=256)
def mines(ship_class: int, charts: Charts) -> float:
    """Quarters that a field costs a ship that enters it, about: a hit is a third of a good hull."""
    law = odds(passage.mine_hits, ship_class, charts)
    return sum(float(chance) * hits for hits, chance in law.items()) * 10.0


@lru_cache(maxsize=64)
def passes(ship_class: int, easy: bool, charts: Charts) -> float:
    """The chance to pass a shoal, and to come off it."""
    return float(odds(passage.passes, ship_class, easy, charts).chance(bool))


# Hull to hull


@lru_cache(maxsize=1 << 13)
def ram(blow: Ram, charts: Charts) -> tuple[float, float]:
    """The parts of their points that a ram is expected to cost the ship that rams, and the one that is rammed."""
    mine = hers = 0.0
    for clash, chance in odds(ramming.clash, blow, charts).items():
        if clash.struck:
            mine += float(chance) * _hurt(clash.rammer, blow.rammer)
            hers += float(chance) * _hurt(clash.target, blow.target)
    return mine, hers


def _hurt(hurt: Hurt, sheet: Sheet) -> float:
    if hurt.sunk or hurt.quarters >= sheet.hull:
        return 1 - won((sheet.full - sheet.hull) / sheet.full)
    quarters = hurt.quarters + FLOOD * hurt.flooding + blow_worth(hurt.rudder) + (1.0 if hurt.ram_lost else 0.0)
    return loss(min(quarters, sheet.hull), sheet.hull, sheet.full)


@lru_cache(maxsize=512)
def boards(one: Party, enemy: Party, charts: Charts) -> float:
    """The chance that boarders take a ship."""
    return float(odds(boarding.fight, one, enemy, boarding.NOBODY, charts).chance(lambda won: won is True))


def standing(table: Table, side: Side) -> float:
    """By how many points a side is ahead as things stand."""
    points = victory.score(table)
    return points[side] - points[table.enemy(side)]


def fit(ship: Ship) -> float:
    """The part of her hull that is left."""
    return ship.hull / ship.hull_full
