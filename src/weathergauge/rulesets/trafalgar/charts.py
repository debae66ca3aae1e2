"""The charts of the fleet action, with the type of their cells."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from weathergauge.charts import Chart
from weathergauge.frame.charts import chart_book


class MoveRule(Struct, frozen=True, omit_defaults=True):
    """A figure under the movement table: a share of the maximum, or inches."""

    fraction_of_maximum_move: float = 0
    inches: int = 0
    direction: str = ""


class BoardingResult(Struct, frozen=True):
    """What a difference in boarding totals costs."""

    loser_boxes: int
    winner_boxes: int
    loser_strikes: bool


class Handicap(Struct, frozen=True):
    """What historical gunnery takes from a ship's boxes (TR16)."""

    lower: int
    crossed: int


class Charts(Struct, frozen=True, eq=False):
    """Every chart of the sheet. Compared by identity, so that odds can remember by it."""

    turn_sequence: Chart[str]
    maximum_movement: Chart[int]
    movement_rules: Chart[MoveRule | str]
    turning_cost: Chart[float]
    turning_rules: Chart[str]
    grapple_attempt: Chart[str]
    foul_on_collision: Chart[str]
    cut_loose: Chart[str]
    contested_cut_loose: Chart[str]
    firing_procedure: Chart[str]
    hit_and_random_factor: Chart[int | str]
    base_factors: Chart[int | str]
    effect_of_firing: Chart[int]
    leadership_test: Chart[str]
    leadership_modifiers: Chart[int]
    leadership_required: Chart[str]
    boarding_procedure: Chart[str]
    boarding_factors: Chart[int | str]
    boarding_results: Chart[BoardingResult]
    average_die: Chart[int]
    passing_through_line: Chart[str]
    collision_rules: Chart[str]
    # Tables of ours
    range_bands: Chart[int]
    hull_in_base: Chart[int]
    historical_gunnery: Chart[Handicap]
    turn_limits: Chart[int]
    line_distances: Chart[float]
    victory: Chart[int]


FOLDER = Path(__file__).parent
chart_set, charts = chart_book(Charts, FOLDER / "charts")
