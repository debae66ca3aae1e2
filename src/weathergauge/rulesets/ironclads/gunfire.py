"""Gunfire: a battery laid on its target, and what a salvo does, number by number; `salvos` has who may fire at whom."""

from __future__ import annotations

from weathergauge.dice import D6, Cell, Dice, Modifier
from weathergauge.frame.memory import kept_by_value
from weathergauge.rulesets.ironclads import arcs, criticals
from weathergauge.rulesets.ironclads.arcs import Target
from weathergauge.rulesets.ironclads.charts import Charts, WindEffect, charts
from weathergauge.rulesets.ironclads.criticals import FIRE, HIGHEST, Blow, Sheet, sheet_of
from weathergauge.rulesets.ironclads.findings import Guns as Guns
from weathergauge.rulesets.ironclads.findings import Harm as Harm
from weathergauge.rulesets.ironclads.findings import Shot as Shot
from weathergauge.rulesets.ironclads.findings import Situation as Situation
from weathergauge.rulesets.ironclads.findings import Tally as Tally
from weathergauge.rulesets.ironclads.findings import Volley as Volley
from weathergauge.rulesets.ironclads.state import Battery, PerHit, Ship, Table
from weathergauge.rulesets.ironclads.terms import Band, GunType
from weathergauge.rulesets.ironclads.weather import STORM

NEEDS = {str(need): (row.first, row.second) for (need,), row in charts().thresholds.cells.items()}
"""Numbers needed, each harder than the one before (IR07): the die to hit, and the second die where there is one (IR06)."""
LADDER = tuple(NEEDS)
NO_SHOT = LADDER[-1]
SIX = max(D6.faces)
MUCH = charts().figures.at("much")
"""How many times as much is << or >> (IR05)."""
FORT_CLASS = charts().figures.at("fort_class")


def raised(need: str, by: int) -> str:
    """A number needed, made harder by so many steps (IR07)."""
    return LADDER[min(LADDER.index(need) + by, len(LADDER) - 1)]


def against(ap: int, armour: int) -> str:
    """AP against armour in the words of the chart: much is twice, or half (IR05)."""
    if ap == armour:
        return "equal"
    if ap > armour:
        return "much_greater" if ap >= MUCH * armour else "greater"
    return "much_less" if MUCH * ap <= armour else "less"


def _row(kind: GunType, firer_class: int, target_class: int, band: Band) -> tuple[str, int | str, int, str]:
    """Where the artillery chart is read; one row serves the light guns of every class."""
    return kind, "every" if kind == "light" else firer_class, target_class, band


@kept_by_value()
def needed(guns: Guns, charts: Charts) -> str:
    """The number that a battery needs to hit."""
    row = _row(guns.kind, guns.firer_class, guns.target_class, guns.band)
    return raised(charts.artillery_to_hit.at(*row), sum([modifier.value for modifier in guns.harder]))


def pierces(ap: int, armour: int, charts: Charts) -> bool:
    """Whether a battery can get through at all."""
    return charts.armour_penetration.at(against(ap, armour)) != NO_SHOT


def hit_roll(count: int, need: int, second: int, reroll: bool, dice: Dice) -> int:
    """Hits of so many guns. A miss by either die is rolled again from the first, once at most (IR06, IR08)."""
    hits = dice.do(_shots, count, need, second, "to hit")
    return hits + dice.do(_shots, count - hits, need, second, "misses rolled again") if reroll else hits


def _shots(count: int, need: int, second: int, why: str, dice: Dice) -> int:
    hits = dice.hits(count, need=need, why=why)
    return dice.hits(hits, need=second, why=f"and then {second} or more") if second else hits


def fire(guns: Guns, charts: Charts, dice: Dice) -> Tally:
    """A battery: a die for each gun to hit, a die for each hit against armour, and what its sixes lead to."""
    need = dice.see(
        charts.artillery_to_hit,
        *_row(guns.kind, guns.firer_class, guns.target_class, guns.band),
        why=f"{guns.kind} guns need",
    )
    if guns.harder:
        need = raised(need, dice.reckon("harder to hit by", guns.harder))
    if need == NO_SHOT:
        return Tally()
    if guns.again:
        dice.see(charts.shooting_modifiers, guns.again, why="misses are rolled again")
    hits = dice.do(hit_roll, guns.dice, *NEEDS[need], guns.reroll)
    return dice.last.do(penetration, hits, guns, charts)


def penetration(hits: int, guns: Guns, charts: Charts, dice: Dice) -> Tally:
    """A die for each hit, also where nothing can get through: its sixes may burn."""
    need = dice.see(charts.armour_penetration, against(guns.ap, guns.armour), why="to pierce her armour")
    if need == NO_SHOT:
        sixes = dice.hits(hits, need=SIX, why="no way through: sixes")
        return Tally(hits, fires=_burning(sixes, "each_six_without_armour_penetration", guns, charts, dice))
    through, sixes = dice.tally(hits, needs=(NEEDS[need][0], SIX), why="to pierce her armour")
    lost = through * guns.quarters
    if guns.kind == "light" and charts.light_gun_fires.at(guns.target_class):
        fires = _burning(sixes, "light_gun_six_against_class_1_or_2", guns, charts, dice)
        return Tally(hits, through, lost, fires=fires)
    return Tally(hits, through, lost, sixes=sixes)


def _burning(sixes: int, trigger: str, guns: Guns, charts: Charts, dice: Dice) -> int:
    """Sixes that start a fire each, by their line of the triggers; a fort does not burn (IR37)."""
    if not sixes or guns.fort:
        return 0
    dice.see(charts.critical_triggers, trigger, why="each six starts a fire")
    return sixes


def volley(guns: tuple[Guns, ...], charts: Charts, dice: Dice) -> Tally:
    """All batteries of one ship at one target."""
    return dice.sum(fire, guns, Tally(), charts)


# What a salvo does while odds add it up: one whole number with a field for each part. There are many thousands of sums,
# and numbers are quickest.
_WIDTH = 20
_MASK = (1 << _WIDTH) - 1

Battered = tuple[int, int, int, int]
"""Quarters lost to penetrations, fires, quarters lost to these, and the sixes that lead to the one test."""


def salvo(guns: tuple[Guns, ...], sheet: Sheet, charts: Charts, dice: Dice) -> Harm:
    """A whole salvo by itself: its batteries, and what comes of them."""
    quarters, fires, burnt, sixes = dice.do(battered, guns, sheet, charts)
    if not sixes:
        return Harm(quarters, fires, burnt)
    return dice.last.do(critical_test, sixes, sheet, charts, read=lambda blow: Harm(quarters, fires, burnt, blow))


def battered(guns: tuple[Guns, ...], sheet: Sheet, charts: Charts, dice: Dice) -> Battered:
    """A whole salvo up to its critical test: a ship that has sunk has none (IR47)."""
    each = criticals.row(FIRE, charts).hull_quarters
    return dice.last.do(_counted, guns, sheet.hull, charts, read=lambda counted: _burnt(counted, sheet.hull, each))


def _counted(guns: tuple[Guns, ...], hull: int, charts: Charts, dice: Dice) -> int:
    return dice.last.sum(_packed, guns, 0, charts, keep=lambda counted: _enough(counted, hull))


def _packed(guns: Guns, charts: Charts, dice: Dice) -> int:
    return dice.last.do(fire, guns, charts, read=_number)


def _number(tally: Tally) -> int:
    return tally.quarters | tally.sixes << _WIDTH | tally.fires << 2 * _WIDTH


def _enough(counted: int, hull: int) -> int:
    """What matters of a salvo so far: a ship that sinks has no fires, and sixes count to a limit."""
    quarters, sixes, fires = counted & _MASK, counted >> _WIDTH & _MASK, counted >> 2 * _WIDTH
    if quarters >= hull:
        return hull
    if sixes <= HIGHEST and fires <= hull:
        return counted
    return quarters | min(sixes, HIGHEST) << _WIDTH | min(fires, hull) << 2 * _WIDTH


def _burnt(counted: int, hull: int, each: int) -> Battered:
    quarters, sixes, fires = counted & _MASK, counted >> _WIDTH & _MASK, counted >> 2 * _WIDTH
    fires, burnt = burning(fires, hull - quarters, each)
    return quarters, fires, burnt, sixes if quarters + burnt < hull else 0


def burning(fires: int, left: int, each: int) -> tuple[int, int]:
    """How many fires a ship with so much hull left takes, and what they cost her."""
    fires = min(fires, -(-left // each))
    return fires, min(left, fires * each)


def aftermath(tally: Tally, sheet: Sheet, charts: Charts, dice: Dice) -> Harm:
    """Hull first, then fires, then the one critical test; a ship that has sunk has no more of it (IR47)."""
    if tally.quarters >= sheet.hull:
        return Harm(sheet.hull)
    left = sheet.hull - tally.quarters
    fires, burnt = burning(tally.fires, left, criticals.row(FIRE, charts).hull_quarters)
    if left == burnt or not tally.sixes:
        return Harm(tally.quarters, fires, burnt)
    return Harm(tally.quarters, fires, burnt, dice.do(critical_test, tally.sixes, sheet, charts))


def critical_test(sixes: int, sheet: Sheet, charts: Charts, dice: Dice) -> Blow:
    """The one critical test that so many sixes lead to."""
    return dice.last.do(criticals.critical, min(sixes, HIGHEST) - 1, sheet, charts)


def hull_loss(battery: Battery, fort: bool, per_hit: PerHit, charts: Charts) -> int:
    """Quarters for each penetration: her own figure, or that of the ruling (IR10); of a fort a point, or a quarter (IR37)."""
    if battery.quarters and not fort:
        return battery.quarters
    heavy = battery.kind == "main" and "super_heavy" in battery.traits
    row = "fort" if fort else "super_heavy" if heavy else per_hit
    return charts.hull_per_penetration.of(int, row, battery.kind)


@kept_by_value(128)
def hindrances(
    charts: Charts, *, obscured: bool = False, slow_load: bool = False, storm: bool = False, listing: bool = False
) -> tuple[Modifier, ...]:
    """What raises the number needed to hit (IR07)."""
    conditions = (
        (obscured, "partly hidden", "target_partly_obscured"),
        (slow_load, "slow to load", "slow_load_gun"),
        (storm, "a storm", "storm"),
    )
    modifiers = [charts.shooting_modifiers.modifier(why, condition) for true, why, condition in conditions if true]
    if listing:
        value = charts.torpedo_damage_states.at("heavy_listing").to_hit_modifier
        modifiers.append(Modifier("she lists", value, Cell("torpedo_damage_states", ("heavy_listing",))))
    return tuple(modifiers)


def in_storm(dice: int, charts: Charts) -> int:
    """Guns of a battery that fire in a storm: half of them, rounded up."""
    return -int(-dice * charts.wind_strength_effects.of(WindEffect, "storm", "guns_firing_per_battery").fraction // 1)


def stopped(ship: Ship) -> bool:
    """Whether she lies still for all to see: a fort, at anchor, aground, stopped by her engines or by an order shown."""
    return ship.fort or ship.anchored or ship.grounded or ship.engine_room > 1 or ship.order == "stop"


def situation(table: Table, number: int, at: Target) -> Situation:
    """A ship and her target as the table has them. A fort fires as a class 1 ship (IR48)."""
    ship, target = table.ships[number], table.ships[at.target]
    return Situation(
        firer_class=FORT_CLASS if ship.fort else ship.ship_class,
        target_class=FORT_CLASS if target.fort else target.ship_class,
        square=at.square,
        armour=target.armour,
        stopped=stopped(target),
        obscured=at.sight == "partly",
        storm=table.level >= STORM,
        listing=ship.heavy_list,
        fort=target.fort,
        per_hit=table.settings.hull_per_hit,
    )


def laid(battery: Battery, gunner: bool, at: Situation, charts: Charts) -> Guns:
    """A battery laid on its target, with everything that makes it easier or harder."""
    again = _again(battery, gunner, at, charts)
    return Guns(
        kind=battery.kind,
        dice=in_storm(battery.dice, charts) if at.storm else battery.dice,
        ap=battery.ap,
        firer_class=at.firer_class,
        target_class=at.target_class,
        band=arcs.band(at.square, charts),
        armour=at.armour,
        quarters=hull_loss(battery, at.fort, at.per_hit, charts),
        harder=_harder(battery, at, charts),
        reroll=bool(again),
        again=again,
        fort=at.fort,
    )


def hopeless(battery: Battery, at: Situation, charts: Charts) -> bool:
    """Whether a shot can do nothing whatever the dice say: it cannot hit, or can neither pierce a fort nor burn it."""
    row = _row(battery.kind, at.firer_class, at.target_class, arcs.band(at.square, charts))
    harder = sum([modifier.value for modifier in _harder(battery, at, charts)])
    if raised(charts.artillery_to_hit.at(*row), harder) == NO_SHOT:
        return True
    return at.fort and not pierces(battery.ap, at.armour, charts)


def _harder(battery: Battery, at: Situation, charts: Charts) -> tuple[Modifier, ...]:
    slow_load = "slow_load" in battery.traits
    return hindrances(charts, obscured=at.obscured, slow_load=slow_load, storm=at.storm, listing=at.listing)


def _again(battery: Battery, gunner: bool, at: Situation, charts: Charts) -> str:
    """The first line of the shooting modifiers by which misses are rolled again; none in a storm or by super-heavy guns."""
    if at.storm and not charts.wind_strength_effects.of(WindEffect, "storm", "hit_roll").reroll_misses:
        return ""
    if "super_heavy" in battery.traits and charts.shooting_modifiers.at("super_heavy_gun") == "no_rerolls":
        return ""
    if at.stopped or at.fort:
        return "target_stop_order_or_anchored"
    if arcs.within(at.square, arcs.POINT_BLANK):
        return "point_blank_3_5_inches_or_less"
    return "captain" if gunner else ""


def aimed(table: Table, shot: Shot) -> Volley:
    """A ship's salvo at one target, as the table has them."""
    at = situation(table, shot.ship, arcs.mark(table, shot.ship, shot.target))
    batteries = table.ships[shot.ship].batteries
    gunners = (shot.guns.index(shot.gunner),) if shot.gunner in shot.guns else ()
    return Volley(at, tuple([batteries[gun - 1] for gun in shot.guns]), gunners, sheet_of(table.ships[shot.target]))


def guns_of(volley: Volley, charts: Charts) -> tuple[Guns, ...]:
    """Every battery of a salvo, laid on the target."""
    return tuple([laid(battery, n in volley.gunners, volley.at, charts) for n, battery in enumerate(volley.batteries)])
