"""Ramming: whether she strikes, what it costs both ships, and their rudders."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier, die
from weathergauge.rulesets.ironclads import criticals, damage
from weathergauge.rulesets.ironclads.actions import Rammed
from weathergauge.rulesets.ironclads.charts import Charts, PerClass, RamShip, Restriction
from weathergauge.rulesets.ironclads.criticals import Blow, Sheet, sheet_of
from weathergauge.rulesets.ironclads.state import Ship, State, Table, replace
from weathergauge.rulesets.ironclads.terms import Sector


class Beam(Struct, frozen=True):
    """A ship as a ram asks for her."""

    ship_class: int
    sheet: Sheet
    wooden: bool = False
    ram: bool = False
    """She has a ram and has not lost it."""


class Collision(Struct, frozen=True):
    """A ship that meets another: with which edge, and by a turn or straight on, at the speed her order declares."""

    rammer: Beam
    target: Beam
    era: int
    knots: int
    edge: Sector = "bow"
    struck_edge: Sector = "port"
    by_turn: bool = False


class Ram(Struct, frozen=True):
    """A ram with everything counted that is known before the dice fall."""

    era: int
    rammer: Sheet
    target: Sheet
    restrictions: tuple[str, ...]
    """Conditions for a d3 in place of the d6; any one is enough."""
    add: tuple[Modifier, ...]
    stern: bool
    """She strikes with her stern."""
    struck_stern: bool
    """She strikes the other's stern."""
    has_ram: bool = False
    """She has a ram to lose, whether or not it counts this time."""


class Hurt(Struct, frozen=True, omit_defaults=True):
    """What one of the two ships suffers."""

    quarters: int = 0
    """Hull lost, never more than she has."""
    flooding: int = 0
    sunk: bool = False
    ram_lost: bool = False
    rudder: Blow | None = None
    """The damage to her rudder, or the flood in its place where it was damaged already."""


class Clash(Struct, frozen=True):
    """A ram as its dice have it."""

    struck: bool
    rammer: Hurt = Hurt()
    target: Hurt = Hurt()


MISSED = Clash(False)


def rammable(ship: Ship, other: Ship) -> bool:
    """Whether one may ram the other: an enemy that fights on (IR39), and afloat, which a fort is not (IR51)."""
    return other.side != ship.side and other.able and not other.fort


def beam(ship: Ship) -> Beam:
    """A ship as a ram asks for her."""
    ram = "ram" in ship.traits and not ship.ram_lost
    return Beam(ship.ship_class, sheet_of(ship), "wooden" in ship.traits, ram)


def aimed(table: Table, rammer: int, target: int, edge: Sector, struck_edge: Sector, by_turn: bool) -> Collision:
    """One ship of the table that runs into another."""
    one, other = table.ships[rammer], table.ships[target]
    return Collision(beam(one), beam(other), table.era, one.speed, edge, struck_edge, by_turn)


def laid(at: Collision, charts: Charts) -> Ram:
    """Gather the restrictions and modifiers of a ram. An edge that touches by turning counts as a broadside."""
    one, other = at.rammer, at.target
    bow = at.edge == "bow" and not at.by_turn
    bows = bow and at.struck_edge == "bow"
    restrictions = tuple(_restrictions(one, other, bow, bows, charts))
    add = tuple(_modifiers(one, other, at.knots, bow, bows, charts))
    stern = at.edge == "stern" and not at.by_turn
    return Ram(at.era, one.sheet, other.sheet, restrictions, add, stern, at.struck_edge == "stern", one.ram)


def _restrictions(one: Beam, other: Beam, bow: bool, bows: bool, charts: Charts) -> Iterator[str]:
    smaller = "rammer_two_or_more_classes_smaller"
    if one.ship_class - other.ship_class >= charts.ramming_limits.at(smaller):
        yield smaller
    if one.wooden and not other.wooden:
        yield "wooden_rams_armoured"
    if bows:
        yield "bow_to_bow"
    if not bow:
        yield "edge_other_than_bow"


def _modifiers(one: Beam, other: Beam, knots: int, bow: bool, bows: bool, charts: Charts) -> Iterator[Modifier]:
    chart = charts.ramming_modifiers
    if one.ram and bow and not (bows and other.ram):
        yield chart.modifier("her ram", "equipped_with_ram")
    if other.wooden and not one.wooden:
        yield chart.modifier("iron against wood", "ironclad_without_wooden_trait_hits_wooden")
    larger = other.ship_class - one.ship_class
    if larger > 0:
        yield _each("the larger ship", "higher_class_hits_lower_class", larger, charts)
    elif larger < 0:
        yield _each("the smaller ship", "lower_class_hits_higher_class", -larger, charts)
    for condition in ("declared_speed_16_or_more_knots", "declared_speed_5_to_15_knots"):
        if knots >= charts.ramming_limits.at(condition):
            yield chart.modifier(f"{knots} knots", condition)
            return


def _each(reason: str, condition: str, classes: int, charts: Charts) -> Modifier:
    """What counts for each class, up to the limit that the cell names."""
    worth = charts.ramming_modifiers.of(PerClass, condition)
    value = worth.per_class * classes
    value = min(value, worth.max) if worth.max else max(value, worth.min)
    return Modifier(reason, value, Cell("ramming_modifiers", (condition,)))


def clash(ram: Ram, charts: Charts, dice: Dice) -> Clash:
    """The dice of a ram: success by era, the effect on both, and a test for every stern in it."""
    if dice.look_up(charts.ramming_success, why="does she strike?", era=ram.era) != "success":
        return MISSED
    thrown = "d6"
    for condition in ram.restrictions:
        dice.see(charts.ramming_roll_restrictions, condition, why="a lesser die")
        thrown = charts.ramming_roll_restrictions.of(Restriction, condition).die
    face = dice.total(die=die(thrown), why="the ram")
    total = dice.reckon("strength of the ram", (Modifier("the die", face), *ram.add))
    lowest, *_ = charts.ramming_effect.page.reach["modified_roll"].labels  # less is read there (IR16)
    effect = dice.see(charts.ramming_effect, max(int(lowest), total), why="effect of the ram")
    one = _hurt(effect.ramming_ship, ram.rammer, ram.has_ram)
    other = _hurt(effect.rammed_ship, ram.target)
    return Clash(
        True,
        _rudder(one, ram.rammer, charts, dice) if ram.stern else one,
        _rudder(other, ram.target, charts, dice) if ram.struck_stern else other,
    )


def _hurt(cell: RamShip, sheet: Sheet, has_ram: bool = False) -> Hurt:
    """Half of the original hull is that of the undamaged ship (IR31); a ram is lost by a ship that has one."""
    lost = criticals.half(sheet.full) if cell.half_original_hull else cell.hull_quarters
    gone = cell.loses_ram_modifier and has_ram
    if cell.sunk or lost >= sheet.hull:
        return Hurt(sheet.hull, cell.markers.flooding, True, gone)
    return Hurt(lost, cell.markers.flooding, False, gone)


def _rudder(hurt: Hurt, sheet: Sheet, charts: Charts, dice: Dice) -> Hurt:
    """The test of a stern, if she still floats."""
    why = "a stern in the collision"
    if hurt.sunk or dice.look_up(charts.ramming_stern_rudder_test, why=why, good="neither") != "damaged_rudder":
        return hurt
    return replace(hurt, rudder=criticals.suffered(criticals.RUDDER, sheet, charts, dice))


def ram(
    state: State,
    rammer: int,
    target: int,
    edge: Sector,
    struck_edge: Sector,
    by_turn: bool,
    charts: Charts,
    dice: Dice,
) -> tuple[State, bool]:
    """A ship has met an enemy with `edge` and touches `struck_edge`. The new state, and whether she struck.

    Where she did not, nothing is damaged: their bases slide past each other and she finishes her move (IR36). Ask
    `rammable` first; which of the two still floats is to be seen in the new state.
    """
    one, other = state.table.ships[rammer], state.table.ships[target]
    aim = laid(aimed(state.table, rammer, target, edge, struck_edge, by_turn), charts)
    done = dice.do(clash, aim, charts, seat=one.side)
    lost = (done.rammer.quarters, done.target.quarters)
    dice.tell(Rammed(one.id, other.id, done.struck, "broadside" if by_turn else edge, lost))
    if done.struck:
        state = _mark(state, target, done.target, charts, dice)
        state = _mark(state, rammer, done.rammer, charts, dice)
    return state, done.struck


def _mark(state: State, number: int, hurt: Hurt, charts: Charts, dice: Dice) -> State:
    """Mark on a ship what the collision did to her."""
    if hurt.ram_lost:
        state = damage.with_ship(state, number, replace(state.table.ships[number], ram_lost=True))
    if hurt.sunk:
        return damage.sink(state, number, dice)
    state = damage.lose(damage.flood(state, number, hurt.flooding), number, hurt.quarters, dice)
    return state if hurt.rudder is None else damage.suffer(state, number, hurt.rudder, charts, dice)
