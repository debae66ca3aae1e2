"""A ship as a captain sees her: how she lies, what she is worth, and how fast she comes up on each bearing."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians
from typing import NamedTuple

from weathergauge.bots.trafalgar.guns import points
from weathergauge.rulesets.trafalgar import wind
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.state import INCH, Settings, Ship, Side, Table

SEAWAY = 2 * INCH


class Pose(NamedTuple):
    """How a ship lies."""

    x: int
    y: int
    heading: int
    speed: int
    drifting: int = 0
    gone: bool = False


def pose_of(ship: Ship) -> Pose:
    return Pose(ship.x, ship.y, ship.heading, ship.speed, ship.drifting, ship.gone)


def lying(ship: Ship) -> Pose:
    """How a ship lies after her move: one that lost seaway will drift."""
    if ship.sailed < SEAWAY and not ship.gone:
        return Pose(ship.x, ship.y, ship.heading, 0, ship.drifting + 1)
    return pose_of(ship)


class Craft:
    """A ship reduced to what is weighed. Her track is where she will be when guns fire, turn by turn."""

    def __init__(self, number: int, ship: Ship, table: Table, charts: Charts, shy: float = 0.0) -> None:
        self.number = number
        self.ship = ship
        self.hull = ship.hull
        self.rate = ship.rate
        self.points = points(ship)
        self.boxes = len(ship.sheet)
        self.crossed = ship.crossed
        self.fresh = ("port" in ship.fresh, "starboard" in ship.fresh)
        _, _, _, length, width = ship.hull_box
        self.half_length, self.half_width = length / 2, width / 2
        self.held = table.locked(number)
        kind = wind.ship_type(ship.rate)
        self.toward = toward(table.wind, table.settings, kind, ship.side, ship.move_modifier, charts)
        self.track: list[Pose] = []
        self.sighted: list[Craft] = []
        self.company = 0.0
        self.zeal = max(0.0, 1 - shy * ship.crossed / len(ship.sheet))


@lru_cache(maxsize=256)
def toward(eye: int, settings: Settings, kind: str, side: Side, modifier: int, charts: Charts) -> tuple[float, ...]:
    """How fast a ship can come nearer to something on each bearing, tacking where it lies to windward."""
    most = [wind.most_on(wind.attitude(h, eye, settings), kind, side, modifier, charts) for h in range(360)]
    courses = [(heading, reach) for heading, reach in enumerate(most) if reach and heading % 5 == eye % 5]
    return tuple(max([m * cos(radians(h - b)) for h, m in courses], default=0.0) or 1.0 for b in range(360))
