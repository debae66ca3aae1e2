"""Chapter: the wind. Attitudes, the most a ship can sail, and how far her move may change."""

from __future__ import annotations

from functools import cache

from weathergauge.frame.memory import kept, kept_by_value
from weathergauge.freetable import angle_between
from weathergauge.rulesets.trafalgar.charts import Charts, MoveRule, charts
from weathergauge.rulesets.trafalgar.state import INCH, Attitude, Settings, Ship, Side, Table

CHEAP_TURN = charts().turn_limits.at("up_to_45")
"""The largest turn of the chart's cheaper row. One degree more takes the whole move, and so always clears."""
UNDER_WAY_TURN = charts().turn_limits.at("getting_under_way")
"""How far a drifting ship may turn as she gets under way (TR25)."""


def attitude(heading: int, wind: int, settings: Settings) -> Attitude:
    """How the wind meets a ship on this heading (TR05)."""
    angle = angle_between(heading, wind)
    if angle < settings.into_below:
        return "into"
    if angle < settings.on_bow_below:
        return "on_bow"
    if angle < settings.quarter_below:
        return "quarter"
    return "aft"


@cache
def figure(charts: Charts, condition: str) -> MoveRule:
    """A figure from under the movement table."""
    return charts.movement_rules.of(MoveRule, condition)


def ship_type(rate: str) -> str:
    """The column of the movement table for a rate."""
    return "frigate" if rate == "5th_rate" else "smaller" if rate == "smaller" else "ship_of_the_line"


def most_on(wind: Attitude, kind: str, side: Side, modifier: int, charts: Charts) -> int:
    """The chart's maximum with what the ship's own sheet adds or takes; into the wind nobody sails."""
    inches = charts.maximum_movement.at(wind, kind, "any" if kind == "smaller" else side)
    return max(0, inches * INCH + modifier) if inches else 0


def maximum(ship: Ship, heading: int, table: Table, charts: Charts) -> int:
    """The most she can sail on this heading."""
    chart = _maxima(table.settings, charts)
    key = (heading - table.wind) % 360, ship.rate, ship.side, ship.move_modifier
    most = chart.get(key)
    if most is None:
        wind = attitude(heading, table.wind, table.settings)
        most = chart[key] = most_on(wind, ship_type(ship.rate), ship.side, ship.move_modifier, charts)
    return most


@kept(lambda settings, charts: (settings, charts), size=64)
def _maxima(settings: Settings, charts: Charts) -> dict[tuple[int, str, Side, int], int]:
    """A shelf for the most that ships can sail, by the angle to the wind and what they are."""
    return {}


def limits(ship: Ship, heading: int, table: Table, charts: Charts) -> tuple[int, int]:
    """The least and the most she may sail this turn on this heading."""
    return within(maximum(ship, heading, table, charts), ship.speed, ship.drifting > 0, charts)


@kept_by_value()
def within(most: int, speed: int, adrift: bool, charts: Charts) -> tuple[int, int]:
    """A move differs from the last by half the maximum at most, and never exceeds it."""
    half = int(most * figure(charts, "maximum_change_of_movement_per_turn").fraction_of_maximum_move)
    if adrift:
        # TR25: from adrift she may always make the two inches that give seaway, unless she points into the wind.
        way = figure(charts, "loses_seaway_and_drifts_if_moved_less_than").inches * INCH
        return 0, max(half, way) if most else 0
    if speed - half > most:
        return most, most  # TR06: above the maximum she drops to it at once.
    return max(0, speed - half), min(most, speed + half)


def turning_cost(angle: int, distance: int, charts: Charts) -> int:
    """What a turn takes from the distance chosen for this turn (TR04)."""
    if angle == 0:
        return 0
    return int(distance * charts.turning_cost.at(turning_row(angle)))


def turning_row(angle: int) -> str:
    """The row of the turning chart for a turn of this many degrees."""
    return "up_to_45" if abs(angle) <= CHEAP_TURN else "over_45"
