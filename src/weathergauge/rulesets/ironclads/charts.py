"""The charts of the age of steam, with the type of their cells."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from weathergauge.charts import Chart
from weathergauge.frame.charts import chart_book
from weathergauge.rulesets.ironclads.terms import Direction, Order, WindStrength


class Markers(Struct, frozen=True, omit_defaults=True):
    fire: int = 0
    flooding: int = 0


class CriticalEffect(Struct, frozen=True, omit_defaults=True):
    """A row of the critical hit effects."""

    effect: str
    hull_quarters: int = 0
    markers: Markers = Markers()
    test_in_step: str = ""
    next_turn_order: str = ""
    repairable: bool = True
    ends: str = ""
    repeat: str = ""
    roll: str = ""
    batteries_lost: int = 0
    permanent: bool = False
    if_no_batteries: str = ""


class Explosion(Struct, frozen=True):
    """What a hit on the ammunition does."""

    explosion: str
    hull_quarters: int
    half_original_hull: bool
    markers: Markers
    sunk: bool


class Trigger(Struct, frozen=True):
    critical_tests: int
    bonus_per_additional_six: int


class Burning(Struct, frozen=True):
    hull_quarters: int
    add_fire_markers: int
    sunk: bool
    explosion_blast: bool


class Flooding(Struct, frozen=True):
    hull_quarters: int
    add_flooding_markers: int
    sunk: bool
    capsized: bool


class SpeedLimit(Struct, frozen=True):
    max_order: str
    permanent: bool


class Magazine(Struct, frozen=True):
    magazine: str
    structure_points_lost: int


class RangeBand(Struct, frozen=True):
    min_inches: float
    max_inches: float | None
    min_exclusive: bool


class UnderWater(Struct, frozen=True):
    """What a mine or a torpedo does."""

    misfire: bool
    hull_points: int
    markers: Markers
    extra: str


class State(Struct, frozen=True, omit_defaults=True):
    """What damage to engines or trim holds her to."""

    max_order: str = ""
    applies_from: str = ""
    repairable: bool = False
    order: str = ""
    until: str = ""
    to_hit_modifier: int = 0
    applies_to: str = ""
    add_inactive_flooding_markers: int = 0
    activates_other_flooding_markers: bool = False
    sunk: bool = False


class RamShip(Struct, frozen=True, omit_defaults=True):
    """What a ram costs one of the two ships."""

    hull_quarters: int = 0
    half_original_hull: bool = False
    sunk: bool = False
    loses_ram_modifier: bool = False
    markers: Markers = Markers()


class RamEffect(Struct, frozen=True, omit_defaults=True):
    ramming_ship: RamShip = RamShip()
    rammed_ship: RamShip = RamShip()


class PerClass(Struct, frozen=True, omit_defaults=True):
    per_class: int = 0
    per_group: int = 0
    max: int = 0
    min: int = 0


class Restriction(Struct, frozen=True, omit_defaults=True):
    die: str
    ram_modifier: str = ""


class Failure(Struct, frozen=True):
    enemy_within_10_inches: str
    otherwise: str


class Land(Struct, frozen=True):
    stops: bool
    hull_points_lost: int
    markers: Markers


class WindEffect(Struct, frozen=True, omit_defaults=True):
    """What a wind holds a ship or her guns to."""

    max_speed_knots: int = 0
    max_order: str = ""
    fraction: float = 1
    rounding: str = ""
    to_hit_modifier: int = 0
    reroll_misses: bool = True


class Threshold(Struct, frozen=True):
    """A number needed: the die, and the second die where there is one (IR06)."""

    first: int
    second: int


class Hindrance(Struct, frozen=True):
    """From what on a target is hard to hit, and by how many steps."""

    at_least: int
    harder: int


class ContactTest(Struct, frozen=True):
    """The first turn at whose end contact is tested, and what the battle needs to go on, apart or in contact."""

    from_turn: int
    holds_apart: int
    holds_near: int


class Base(Struct, frozen=True):
    length: int
    width: int


class Charts(Struct, frozen=True, eq=False):
    """Every chart of the sheet. Compared by identity, so that odds can remember by it."""

    boarding_modifiers: Chart[int | str | PerClass]
    critical_hit_effect: Chart[CriticalEffect]
    rudder_damage_direction: Chart[str]
    weapon_destruction_type: Chart[str]
    weapon_destruction_two_types: Chart[str]
    ammunition_chamber_explosion: Chart[Explosion]
    explosion_blast: Chart[float | str]
    critical_triggers: Chart[Trigger | str]
    unextinguished_fire: Chart[Burning]
    failed_flood_containment: Chart[Flooding]
    flooding_speed_limits: Chart[SpeedLimit]
    hull_point_squares: Chart[int]
    fortification_critical: Chart[str]
    fortification_magazine: Chart[Magazine]
    fortification_rules: Chart[str]
    gunfire_procedure: Chart[str]
    shooting_modifiers: Chart[int | str]
    gun_range_bands: Chart[RangeBand]
    artillery_to_hit: Chart[str]
    threshold_success: Chart[str]
    armour_penetration: Chart[str]
    mine_hit_dice: Chart[int]
    mine_hit_test: Chart[str]
    mine_torpedo_effects: Chart[UnderWater]
    torpedo_damage_states: Chart[State]
    ramming_success: Chart[str]
    ramming_effect: Chart[RamEffect]
    ramming_modifiers: Chart[int | str | PerClass]
    ramming_roll_restrictions: Chart[str | Restriction]
    ramming_stern_rudder_test: Chart[str]
    surrender_test: Chart[str]
    surrender_failure: Chart[Failure]
    surrender_modifiers: Chart[int | str]
    breaking_contact: Chart[str]
    turn_sequence: Chart[str]
    phase_mode: Chart[str]
    water_obstacle_test: Chart[str]
    land_collision: Chart[Land]
    wind_direction: Chart[Direction]
    wind_deviation: Chart[str]
    wind_strength_levels: Chart[WindStrength]
    wind_strength_effects: Chart[str | WindEffect]
    storm_minefield_removal: Chart[str]
    initial_wind_strength: Chart[WindStrength]
    wind_strength_alteration: Chart[int]
    wind_strength_change_calm: Chart[int]
    wind_strength_change_storm: Chart[int]
    # Tables of ours
    distances: Chart[float]
    thresholds: Chart[Threshold]
    hull_per_penetration: Chart[int | None]
    light_gun_fires: Chart[bool]
    ramming_limits: Chart[int]
    torpedo_reach: Chart[int]
    torpedo_hindrances: Chart[Hindrance]
    surrender_influence: Chart[int]
    contact_tests: Chart[ContactTest]
    weather_rolls: Chart[int]
    trait_wind_limits: Chart[Order | None]
    eras: Chart[int]
    bases: Chart[Base]
    largest_turn: Chart[int]
    figures: Chart[int]


FOLDER = Path(__file__).parent
chart_set, charts = chart_book(Charts, FOLDER / "charts")
