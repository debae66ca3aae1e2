"""A table taken as a sketch: who lies before whose broadsides, by arithmetic, and what they would win there."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from weathergauge.bots.trafalgar.craft import Craft, Pose, lying, pose_of
from weathergauge.bots.trafalgar.fire import band_of, raked
from weathergauge.bots.trafalgar.guns import gain
from weathergauge.rulesets.trafalgar import victory
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Band, Rake
from weathergauge.rulesets.trafalgar.state import INCH, Moving, Side, Table, enemy
from weathergauge.rulesets.trafalgar.targets import REACH

ABOARD = INCH // 10
"""Ships whose hulls are nearer than this lie alongside each other."""


class Hit(NamedTuple):
    """Who is fired at, and how."""

    gap: float
    target: Hull
    band: Band
    rake: Rake


class Hull:
    """A ship in the sketch."""

    __slots__ = ("boxes", "craft", "crossed", "drifting", "fresh", "gone", "heading", "side", "speed", "x", "y")  # fmt: skip

    def __init__(self, craft: Craft, pose: Pose) -> None:
        self.craft, self.side = craft, craft.ship.side
        self.boxes, self.crossed, self.fresh = craft.boxes, craft.crossed, [*craft.fresh]
        self.x, self.y, self.heading, self.speed, self.drifting, self.gone = pose

    @property
    def able(self) -> bool:
        return self.crossed < self.boxes and not self.gone

    @property
    def guns(self) -> int:
        """Current hull points: the number in the first box that is not crossed."""
        return self.craft.ship.sheet[self.crossed] if self.crossed < self.boxes else 0


class Sketch:
    """A table as it lies."""

    def __init__(self, table: Table, charts: Charts) -> None:
        self.table, self.charts = table, charts
        self.arc, self.cone = float(table.settings.arc), table.settings.rake_tenths / 10
        moving = table.phase if isinstance(table.phase, Moving) else None
        done = set(moving.done) if moving else set()
        self.score = victory.score(table)
        self.hulls: dict[int, Hull] = {}
        for n, ship in enumerate(table.ships):
            if not ship.able:
                continue
            moved = moving is None or n in done or (moving.side == "british" and ship.side == "allied")
            self.hulls[n] = Hull(Craft(n, ship, table, charts), lying(ship) if moved else pose_of(ship))

    def gain_of(self, firer: Hull, right: bool, target: Hull, band: Band, rake: Rake, both: bool) -> float:
        craft = target.craft
        return gain(
            firer.guns, band, firer.fresh[right], rake, both, craft.rate, craft.points, target.boxes, target.crossed,
            self.charts,
        )  # fmt: skip

    def marks(self, me: Hull, foes: Sequence[Hull]) -> list[Hit | None]:
        """The nearest enemy before each broadside."""
        hits: list[Hit | None] = [None, None]
        for foe in foes:
            dx, dy = foe.x - me.x, foe.y - me.y
            if not (-REACH - INCH < dx < REACH + INCH and -REACH - INCH < dy < REACH + INCH) or not foe.able:
                continue
            bearing = degrees(atan2(dx, dy))
            mine, hers = (bearing - me.heading + 540) % 360 - 180, (bearing - foe.heading + 720) % 360 - 180
            if abs(abs(mine) - 90) > self.arc:
                continue
            gap = hypot(dx, dy) - _reach(me.craft, mine) - _reach(foe.craft, hers)
            there = hits[mine > 0]
            if gap <= REACH and (there is None or gap < there.gap):
                band: Band = "overlap_or_grappled" if gap < ABOARD else band_of(gap)
                hits[mine > 0] = Hit(gap, foe, band, raked(abs(hers), gap, self.cone))
        return hits

    def broadsides(self, me: Hull, marks: Sequence[Hit | None]) -> tuple[int, ...]:
        """Which broadsides are fired: the better one, or both where that wins more."""
        sides = [right for right in (0, 1) if marks[right] is not None and marks[right].target.able]  # type: ignore[union-attr]
        if len(sides) < 2:
            return tuple(sides)
        single, double = zip(*((self._wins(me, marks, right, False), self._wins(me, marks, right, True)) for right in sides), strict=True)  # fmt: skip
        if sum(double) > max(single):
            return (0, 1)
        return (0,) if single[0] >= single[1] else (1,)

    def _wins(self, me: Hull, marks: Sequence[Hit | None], right: int, both: bool) -> float:
        hit = marks[right]
        return 0.0 if hit is None else self.gain_of(me, bool(right), hit.target, hit.band, hit.rake, both)

    def broadsides_of(self, ours: Sequence[Hull], foes: Sequence[Hull]) -> float:
        """What the fire of some ships would win of others as they lie."""
        total = 0.0
        for me in ours:
            marks = self.marks(me, foes)
            sides = self.broadsides(me, marks)
            total += sum(self._wins(me, marks, right, len(sides) > 1) for right in sides)
        return total

    def lead(self, side: Side) -> float:
        """Points won and lost so far."""
        return float(self.score[side] - self.score[enemy(side)])


SINES = tuple(sin(radians(heading)) for heading in range(360))
COSINES = tuple(cos(radians(heading)) for heading in range(360))


def _reach(craft: Craft, off: float) -> float:
    """How far a hull reaches from its middle towards something so far off its bow."""
    return craft.half_length * abs(COSINES[round(off) % 360]) + craft.half_width * abs(SINES[round(off) % 360])
