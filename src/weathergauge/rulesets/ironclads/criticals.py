"""Critical hits, magazines and what strikes under water: the dice and what they mean, before it is marked on a sheet."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.rulesets.ironclads.charts import Charts, CriticalEffect, Trigger, charts
from weathergauge.rulesets.ironclads.state import QUARTERS, Ship
from weathergauge.rulesets.ironclads.terms import DamageType, GunType, Rudder

FIRE, FLOODING, BRIDGE, RUDDER = "fire", "flooding_of_section", "bridge_damage", "rudder_damage"
WEAPON, MAGAZINE = "weapon_destruction", "ammunition_chamber_hit"
ENGINE_ROOM, LIST = "engine_room_damage", "heavy_listing"
NOTHING = "no_effect"
LIGHTEST_FIRST: tuple[GunType, ...] = ("light", "medium", "main")
HIGHEST = len(charts().critical_hit_effect.cells)
"""The last row of the critical charts, beyond which nothing is read (IR15)."""
_RUDDERS: dict[str, Rudder] = {
    "maximum_turn_left_at_end_of_each_move": "left",
    "maximum_turn_right_at_end_of_each_move": "right",
    "cannot_turn": "ahead",
}
_TYPES: dict[str, GunType] = {"light": "light", "medium": "medium", "heavy": "main"}


class Sheet(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """What the dice of a hit ask of the ship that is struck."""

    hull: int
    full: int
    """Her undamaged hull, in quarters."""
    guns: tuple[GunType, ...] = ()
    """Types of battery that still stand, lightest first."""
    bridge: bool = False
    rudder: bool = False
    engine_room: int = 0
    listing: bool = False
    fort: bool = False


class Blow(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """An effect on a ship, with everything its dice had to say."""

    effect: str
    detail: str = ""
    """Where her rudder is jammed, the type of battery that is lost, the size of an explosion."""
    quarters: int = 0
    fire: int = 0
    flooding: int = 0
    sunk: bool = False


class Wreck(Struct, frozen=True, omit_defaults=True):
    """A hit under water: its hull and flooding, and the effect that comes with it."""

    misfire: bool = False
    quarters: int = 0
    flooding: int = 0
    extra: Blow | None = None


def sheet_of(ship: Ship) -> Sheet:
    """A ship as the dice see her."""
    standing = {battery.kind for battery in ship.batteries if not battery.lost}
    return Sheet(
        ship.hull,
        ship.hull_full,
        tuple([kind for kind in LIGHTEST_FIRST if kind in standing]),
        ship.bridge,
        bool(ship.rudder),
        ship.engine_room,
        ship.heavy_list,
        ship.fort,
    )


def half(full: int) -> int:
    """Half of an original hull, exact in quarters (IR31)."""
    return (full + 1) // 2


@cache
def row(effect: str, charts: Charts) -> CriticalEffect:
    """The row of the critical hit effects with that name."""
    return next(cell for cell in charts.critical_hit_effect.cells.values() if cell.effect == effect)


def critical(further: int, sheet: Sheet, charts: Charts, dice: Dice) -> Blow:
    """The one test of a salvo, with what each further six adds; beyond 6 it is a 6 (IR15). Forts have their own chart."""
    sixes = "sixes_in_penetration_roll_by_batteries_able_to_penetrate"
    bonus = further * charts.critical_triggers.of(Trigger, sixes).bonus_per_additional_six
    add = (Modifier("further sixes", bonus, Cell("critical_triggers", (sixes,))),) if further else ()
    if sheet.fort:
        return _fort(add, sheet, charts, dice)
    return suffered(dice.look_up(charts.critical_hit_effect, add=add, why="critical hit").effect, sheet, charts, dice)


def suffered(effect: str, sheet: Sheet, charts: Charts, dice: Dice) -> Blow:
    """An effect by its name: a repeated one becomes what the chart says, and dice that follow are thrown."""
    match effect:
        case "bridge_damage" if sheet.bridge:
            return suffered(row(BRIDGE, charts).repeat, sheet, charts, dice)
        case "bridge_damage":
            return Blow(BRIDGE)
        case "rudder_damage" if sheet.rudder:
            return suffered(row(RUDDER, charts).repeat, sheet, charts, dice)
        case "rudder_damage":
            why = "which way her rudder jams"
            return Blow(RUDDER, _RUDDERS[dice.look_up(charts.rudder_damage_direction, why=why, good="neither")])
        case "weapon_destruction" if not sheet.guns:
            return suffered(row(WEAPON, charts).if_no_batteries, sheet, charts, dice)
        case "weapon_destruction":
            return Blow(WEAPON, _type_lost(sheet.guns, charts, dice))
        case "ammunition_chamber_hit":
            return magazine(sheet.full, charts, dice)
        case "engine_room_damage":
            return Blow(ENGINE_ROOM, "no better than slow" if not sheet.engine_room else "stopped")
        case "heavy_listing":
            return Blow(LIST, sunk=sheet.listing and charts.torpedo_damage_states.at("heavy_listing_again").sunk)
    line = row(effect, charts)
    return Blow(effect, quarters=line.hull_quarters, fire=line.markers.fire, flooding=line.markers.flooding)


def _type_lost(guns: tuple[GunType, ...], charts: Charts, dice: Dice) -> GunType:
    """Which type of battery is lost, of those that stand: with two, the lighter one on the low half (IR24)."""
    if len(guns) == 1:
        return guns[0]
    if len(guns) == 2:
        lost = dice.look_up(charts.weapon_destruction_two_types, why="which guns are lost", good="neither")
        return guns[lost == "second_remaining_type"]
    return _TYPES[dice.look_up(charts.weapon_destruction_type, why="which guns are lost", good="neither")]


def magazine(full: int, charts: Charts, dice: Dice) -> Blow:
    """A hit on the ammunition of a ship with that original hull; its markers are fires (IR11)."""
    blast = dice.look_up(charts.ammunition_chamber_explosion, why="her magazine is hit")
    quarters = half(full) if blast.half_original_hull else blast.hull_quarters
    return Blow(MAGAZINE, blast.explosion, quarters, blast.markers.fire, blast.markers.flooding, blast.sunk)


def _fort(add: tuple[Modifier, ...], sheet: Sheet, charts: Charts, dice: Dice) -> Blow:
    """A critical hit on a fort: nothing, a gun, or a magazine (IR37). It never has markers."""
    why = "critical hit on the fort"
    total = dice.reckon(why, (Modifier("the die", dice.total(why=why)), *add)) if add else dice.total(why=why)
    # The chart of forts ends at 6 as well (IR15).
    match dice.see(charts.fortification_critical, min(total, HIGHEST), why=why):
        case "one_gun_destroyed" if sheet.guns:
            return Blow(WEAPON, "gun")
        case "magazine_roll_again":
            lost = dice.look_up(charts.fortification_magazine, why="which magazine")
            return Blow(MAGAZINE, lost.magazine, lost.structure_points_lost * QUARTERS)
    return Blow(NOTHING)


def under_water(damage: DamageType, sheet: Sheet, charts: Charts, dice: Dice) -> Wreck:
    """A mine or a torpedo that touched: what it does, and the effect that comes with it if she still floats."""
    effect = dice.look_up(charts.mine_torpedo_effects, why="what it does", damage_type=damage)
    quarters = effect.hull_points * QUARTERS
    extra = {"rudder_damage_critical": RUDDER, ENGINE_ROOM: ENGINE_ROOM, LIST: LIST}.get(effect.extra)
    blow = suffered(extra, sheet, charts, dice) if extra and quarters < sheet.hull else None
    return Wreck(effect.misfire, quarters, effect.markers.flooding, blow)


def blast(ships: int, success: int, dice: Dice) -> int:
    """How many of the ships within reach of an explosion catch fire: here a success does harm (IR09)."""
    return dice.hits(ships, need=success, why="the blast", good="low")
