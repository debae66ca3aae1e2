"""The charts of the series, with the type of their cells. What only some titles print is None for the others."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct, defstruct, structs

from weathergauge import rulesets
from weathergauge.charts import Chart
from weathergauge.files.chartpage import ChartError
from weathergauge.frame.charts import load_charts, typed
from weathergauge.rulesets.sealords.terms import Season, SquadronClass

FOLDER = Path(__file__).parent
"""Where the titles of the series lie, and the charts that all of them share."""


class Least(Struct, frozen=True):
    """A reduction that stops at a minimum."""

    dp: int
    minimum_dp: int


class TaskCell(Struct, frozen=True):
    rule: str
    limits: tuple[str, ...] = ()


class Damage(Struct, frozen=True):
    """A cell of the combat damage table."""

    dp: int
    sail_sunk: int
    leader_check: bool


class Casualty(Struct, frozen=True):
    result: str
    turns: int | None = None


class Band(Struct, frozen=True):
    """A row of the damage effects."""

    battle_reinforcement_drm: int | None = None
    ma_change: int | None = None
    weather_gauge: int | None = None
    sail_sunk: int | None = None
    sunk_if_die_at_most: str | None = None


class Shift(Struct, frozen=True, omit_defaults=True):
    shifts: str
    allocated_by: str = ""
    to: str = ""


class Pips(Struct, frozen=True):
    colour: str
    pips: int


class RankRow(Struct, frozen=True):
    abbr: str
    seniority: int


class Counted(Struct, frozen=True, omit_defaults=True):
    """What counts as an order fulfilled or failed."""

    fulfilled: int = 0
    failed: int = 0
    failed_for: str = ""
    if_prestige_tied: str = ""


class PlayerRank(Struct, frozen=True, omit_defaults=True):
    group: str
    cost: int
    effect: str
    drm: tuple[int, ...] = ()
    uses_per_turn: int = 0
    amount: int = 0


class Removed(Struct, frozen=True):
    """The die, and higher ones, that removes an auxiliary; `auto` needs none."""

    fleet: int | str | None = None
    fleet_50: int | str | None = None
    light: int | str | None = None
    other: int | str | None = None


class GaleEffect(Struct, frozen=True):
    attrition_dp: int | None = None
    io_dp: int | None = None
    ctw_ls_drm: int | None = None
    aux_removed_on: Removed | None = None


class Rolls(Struct, frozen=True):
    rolls: int
    per: str


class Entry(Struct, frozen=True):
    impulse: int
    dps: int


class Uses(Struct, frozen=True):
    uses_per_impulse: int
    removed_to_recovery: bool


class MarineEffect(Struct, frozen=True, omit_defaults=True):
    repair_rolls_lost: int = 0
    or_saved_repair_points_lost: int = 0
    until: str = ""
    affects_emergency_repair: bool = False
    sail_captured: int = 0
    eligible: tuple[str, ...] = ()
    assigned_to: str = ""
    else_sunk_if_no_eligible_friendly_squadron: bool = False
    sp_lost: int = 0
    dp: int = 0


class Stretch(Struct, frozen=True, rename={"start": "from"}):
    """A coastal space as a stretch of the land game's map."""

    start: str
    to: str
    from_inclusive: bool
    to_inclusive: bool
    excludes: tuple[str, ...] = ()


class Zone(Struct, frozen=True, rename={"start": "from"}):
    corsairs: tuple[str, ...]
    range_large_spaces: int
    start: str
    count_sea_zones: bool


class PortBase(Struct, frozen=True):
    corsairs: tuple[str, ...]
    range: str


class Sample(Struct, frozen=True, omit_defaults=True):
    kind: str
    lr: int = 0
    personality: str = ""
    sr: int = 0
    control: int = 0
    rank: str = ""
    year: int = 0
    guns: int = 0
    code: str = ""
    printed: str = ""


class Check(Struct, frozen=True):
    check: str
    rule: str


class Same(Struct, frozen=True):
    equals: str | None = None


class Found(Struct, frozen=True):
    """A cell of the search table."""

    spotted: bool
    may_shadow: bool


class RandomEvent(Struct, frozen=True):
    event: str
    dp_to_ready_squadrons: int
    aux_removal: bool


class Route(Struct, frozen=True):
    name: str
    spaces: tuple[str, ...]


class Step(Struct, frozen=True, omit_defaults=True):
    name: str = ""
    rule: str | None = None
    when: str | None = None
    action: str = ""
    mp: int | None = None
    base: str | None = None


class GaleStart(Struct, frozen=True, omit_defaults=True):
    starts: tuple[str, ...]
    direction: tuple[str, ...] = ()
    toward: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    lanes: tuple[str, ...] = ()
    special: str = ""


class Rating(Struct, frozen=True):
    """What a class of squadrons is rated at."""

    full: int
    rating: int
    ma: int
    shift: int


class Fraction(Struct, frozen=True):
    """So many parts of a whole."""

    parts: int
    of: int


class Term(Struct, frozen=True):
    """What fulfils an order: impulses in execution; and in how many turns it must be."""

    impulses: int | None = None
    turns: int | None = None


class Raised(Struct, frozen=True):
    """A squadron that a request brings, and whether with a leader."""

    cls: SquadronClass
    sail: int
    led: bool


class Charts(Struct, frozen=True, eq=False):
    """Every chart of a title. Compared by identity, so that odds can remember by it."""

    administrative_sequence: Chart[Step]
    army_march: Chart[int]
    army_march_drm: Chart[int]
    attrition_oversize: Chart[int]
    attrition: Chart[int | str | Least]
    attrition_fitting_out: Chart[int]
    attrition_fitting_out_drm: Chart[int]
    auxiliary_range: Chart[int]
    auxiliary_restrictions: Chart[tuple[str, ...]]
    auxiliary_tasks: Chart[TaskCell]
    battle_intensity: Chart[int]
    battle_intensity_restriction: Chart[str]
    battle_reinforcement: Chart[int]
    battle_sequence: Chart[Step]
    bombard_attack: Chart[int | bool | str]
    british_ensign_order: Chart[int]
    catch_the_wind_drm: Chart[int]
    catch_the_wind_leadership: Chart[str]
    coastal_spaces: Chart[str | Stretch]
    combat_column_shift: Chart[str | Shift]
    combat_damage: Chart[Damage]
    combat_damage_point_modifier: Chart[int]
    combat_extra_squadrons: Chart[int]
    combined_auxiliary_tasks: Chart[bool]
    convoy_attack_column: Chart[int]
    convoy_attack_modifier: Chart[int | str]
    convoy_cargo: Chart[int]
    convoy_numbers: Chart[int]
    counter_guide: Chart[str]
    counter_samples: Chart[Sample]
    damage_bands: Chart[Fraction]
    damage_effects: Chart[Band]
    ending_the_game: Chart[int | str]
    escalade: Chart[int]
    ending_the_game_drm: Chart[int]
    event_flow_chart_key: Chart[str]
    fireship_attack: Chart[int]
    fleet_admiral_relief: Chart[int | str]
    gale: Chart[int | str]
    gale_effects: Chart[GaleEffect]
    gale_hurricane: Chart[int]
    gale_radius: Chart[int]
    gale_start_locations: Chart[GaleStart]
    gauge_numbers: Chart[int]
    leader_casualty: Chart[Casualty]
    leader_ranks: Chart[RankRow]
    leadership_notes: Chart[int | bool | str]
    leadership_summary: Chart[Check]
    marine_task_effects: Chart[MarineEffect]
    marine_tasks: Chart[bool]
    marine_tasks_drm: Chart[int | str]
    movement_point_increments: Chart[int]
    mp_expenditures: Chart[int]
    operations_sequence: Chart[Step]
    order_numbers: Chart[int]
    order_terms: Chart[Term]
    order_equivalents: Chart[Counted]
    personality_matrix: Chart[int]
    personality_pips: Chart[Pips]
    player_ranks: Chart[PlayerRank]
    prestige: Chart[int | str]
    prestige_counts: Chart[int]
    recovery: Chart[bool]
    recovery_drm: Chart[int]
    reinforcement_leader: Chart[int]
    reinforcement_request: Chart[str]
    reinforcements: Chart[Raised]
    reorganisation_activities: Chart[str]
    repair: Chart[int]
    repair_rolls: Chart[str | Rolls]
    screening_matrix: Chart[str]
    sea_numbers: Chart[int]
    sea_zone_movement: Chart[Step]
    search: Chart[Found]
    search_counts: Chart[int]
    search_drm: Chart[int]
    ship_numbers: Chart[int]
    season_of_turn: Chart[Season]
    squadron_ratings: Chart[Rating]
    squadron_sail_limit: Chart[int]
    strategy_check_drm: Chart[int]
    strategy_check_counts: Chart[int]
    strike_colours: Chart[int]
    turn_structure: Chart[int | tuple[int, ...]]
    weather_gauge: Chart[int | str]
    wind: Chart[bool]
    wind_contra: Chart[str]
    withdrawal_drm: Chart[int]
    convoy_routes: Chart[Route] | None = None
    corsair_port_bases: Chart[PortBase] | None = None
    corsair_zones: Chart[Zone] | None = None
    counter_list: Chart[str] | None = None
    great_ports: Chart[Same] | None = None
    levant_trade: Chart[int] | None = None
    map_entry_attrition: Chart[Entry] | None = None
    pirate_activation: Chart[bool] | None = None
    pirate_control: Chart[str] | None = None
    random_events: Chart[RandomEvent] | None = None
    screening_limit: Chart[Uses] | None = None


@cache
def chart_set(title: str) -> dict[str, Chart[Any]]:
    """The charts of a title as the files have them."""
    return load_charts(FOLDER / "charts", rulesets.title(title).home / "charts")


@cache
def charts_of(title: str) -> Charts:
    """The charts of a title with their cells typed, loaded once."""
    charts = chart_set(title)
    fields = {field.encode_name: field for field in structs.fields(Charts)}
    if unknown := sorted(charts.keys() - fields.keys()):
        raise ChartError(f"the series does not know these charts of {title}: {', '.join(unknown)}")
    if missing := sorted([name for name, field in fields.items() if field.required and name not in charts]):
        raise ChartError(f"{title} lacks charts that every title must have: {', '.join(missing)}")
    return Charts(**{name: _typed(name, charts[name], fields[name].type) for name in charts})


def _typed(name: str, chart: Chart[Any], kind: Any) -> Chart[Any]:
    """One chart with its cells as the field says."""
    wanted = kind if not get_args(kind) or getattr(kind, "__origin__", None) is Chart else get_args(kind)[0]
    holder = structs_of(name, wanted)
    checked: Chart[Any] = getattr(typed({name: chart}, holder), name)
    return checked


def structs_of(name: str, kind: Any) -> type[Struct]:
    """A struct of that one chart, for `typed`."""
    return defstruct("Holder", [(name, kind)], frozen=True, eq=False)


def has_row(chart: Chart[Any], row: str) -> bool:
    """Whether a title's chart of one axis prints a row."""
    return (row,) in chart.cells
