"""The charts of the ship-to-ship action, with the type of their cells."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from weathergauge.charts import Chart
from weathergauge.frame.charts import chart_book
from weathergauge.rulesets.wsim.terms import Aim, Broadside, Quality


class PerUnit(Struct, frozen=True):
    """A modifier for every so many of something; only complete ones count."""

    modifier: int
    per: int
    unit: str


class Hits(Struct, frozen=True):
    """Squares of hull, crew and rigging."""

    H: int
    C: int
    R: int


class FireResult(Struct, frozen=True):
    """A row of the fire results: by aim, and the critical number."""

    hull: Hits
    rigging: Hits
    critical_number: int


class RakeBonus(Struct, frozen=True):
    """What a rake adds to a critical hit, and up to which range."""

    requires_rake: bool
    max_range: int | None
    effect: Literal["lose_one_rigging_section", "double_hull_and_crew_hits"]
    also: str | None = None


class Effect(Struct, frozen=True, omit_defaults=True):
    """The figures under the critical hit table that rules read; each effect has its own of them."""

    turns: int = 0
    rigging_squares_lost: int = 0
    dice: int = 0
    fails_at_or_below: int = 0
    dies_at_or_above: int = 0
    explodes_at_or_below: int = 0
    falls_at_or_below: int = 0


class Burning(Struct, frozen=True):
    """A fire: turns it burns, and what it takes from her fire number meanwhile."""

    turns: int
    modified_fire_number: int


class Special(Struct, frozen=True, omit_defaults=True):
    rigging_hits_factor: int = 1
    extra_crew_squares_lost: int = 0


class Blast(Struct, frozen=True):
    """What an exploding ship does to each ship beside her."""

    aim: Aim


class HalfBroadside(Struct, frozen=True):
    fire_base_factor: float


class Ammunition(Struct, frozen=True, omit_defaults=True):
    max_range: int
    modifier: int = 0
    hull_hits_count: bool = True
    turns_to_load: int = 1


class Note(Struct, frozen=True):
    meaning: str
    circled_meaning: str | None


class LoadingNote(Struct, frozen=True):
    meaning: str
    turns_to_load: int | None


class Acceleration(Struct, frozen=True):
    """How fast a class gathers and loses way, and its standard figures where a log is silent."""

    max_acceleration: int
    acceleration_minus_1_after_first_rigging_section: bool
    max_deceleration: int
    turn_allowance: int | None
    battle_sail_speed: int
    full_sail_speed: int | None


class PhaseOfPlay(Struct, frozen=True):
    name: str
    steps: str


class Charts(Struct, frozen=True, eq=False):
    """Every chart of the document. Compared by identity, so that odds can remember by it."""

    grappling: Chart[bool]
    ungrappling: Chart[bool]
    grappling_modifiers: Chart[PerUnit]
    fouling: Chart[bool]
    unfouling: Chart[bool]
    critical_hit_table: Chart[str]
    critical_rake_bonus: Chart[RakeBonus]
    critical_effects: Chart[Effect | str]
    critical_leader_range_modifier: Chart[int]
    critical_obscured_side: Chart[Broadside]
    critical_fire_turns: Chart[Burning | str]
    critical_steering: Chart[int]
    fire_results: Chart[FireResult]
    special_damage: Chart[Special]
    fallen_mast: Chart[str]
    fallen_mast_side: Chart[Broadside]
    exploding_ship: Chart[Blast]
    destroyed_hull: Chart[str]
    destroyed_hull_followup: Chart[bool]
    fire_base: Chart[int | None]
    fire_base_carronades: Chart[int | None]
    stable_modifiers: Chart[int | PerUnit]
    crew_quality_codes: Chart[Quality]
    other_modifiers: Chart[int | HalfBroadside]
    initial_broadside: Chart[int]
    rake: Chart[int]
    ammunition: Chart[Ammunition]
    log_moves: Chart[str]
    log_notes: Chart[Note]
    log_loading: Chart[LoadingNote]
    crew_melee_strength: Chart[float]
    melee_resolution: Chart[int]
    melee_class_modifiers: Chart[int]
    melee_party_modifiers: Chart[int]
    acceleration: Chart[Acceleration]
    sequence_of_play: Chart[PhaseOfPlay]
    wind_effects: Chart[int | str]
    wind_velocity_names: Chart[str]
    wind_gunnery: Chart[int]
    wind_full_sails_allowed: Chart[bool]
    wind_velocity_change: Chart[int]
    wind_direction_change: Chart[int | str]
    wind_change: Chart[bool]
    distances: Chart[int]
    figures: Chart[int]
    adrift: Chart[int]
    unprinted_wind_change: Chart[bool]
    opening_wind: Chart[int]


FOLDER = Path(__file__).parent
chart_set, charts = chart_book(Charts, FOLDER / "charts")
