"""A battle sketched on: ships moved by arithmetic and rules of thumb, fired by the chart, a few turns into the future.

No hull is in another's way here and lines are not kept: it is coarse, and some hundred times as quick as the rules. Its
dice are told by ship and turn, so that whatever is compared has the same luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from random import Random
from typing import NamedTuple

from weathergauge.bots.trafalgar.craft import SEAWAY, Craft, Pose, lying, pose_of
from weathergauge.bots.trafalgar.fire import band_of, raked
from weathergauge.bots.trafalgar.fixed import Fixed
from weathergauge.bots.trafalgar.guns import gain
from weathergauge.bots.trafalgar.temper import CAPTAIN, Temper
from weathergauge.rulesets.trafalgar import gunnery, leadership, victory, wind
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.gunnery import Shot
from weathergauge.rulesets.trafalgar.state import INCH, Moving, Settings, Side, Table, enemy
from weathergauge.rulesets.trafalgar.targets import REACH, Band, Rake

ANGLES = (0, -45, 45, -90, 90)
"""Turns that are thought of."""
FOES = 4
"""So many of the nearest enemies are thought of."""
CLOSE = 3 * INCH
FARTHEST = 6.0
ABOARD = INCH // 10
"""Ships whose hulls are nearer than this lie alongside each other."""
EDGE = 3.0
"""What it costs to run for the edge of the table."""
ORDER: tuple[Side, Side] = ("allied", "british")
"""Who moves first, and fires last."""
NOBODY: frozenset[int] = frozenset()
PORT, STARBOARD, HELM = 0, 1, 2
DICE = 3
"""Dice of a ship in a turn: one for each broadside and one for the helm."""


class Hit(NamedTuple):
    """Who is fired at, and how."""

    gap: float
    target: Hull
    band: Band
    rake: Rake


class Hull:
    """A ship in the sketch: what stays of her is her craft, the rest changes."""

    __slots__ = ("boxes", "craft", "crossed", "drifting", "fresh", "gone", "heading", "held", "most", "side", "speed", "x", "y")  # fmt: skip

    def __init__(self, craft: Craft, pose: Pose, most: Sequence[int]) -> None:
        self.craft, self.side, self.most, self.held = craft, craft.ship.side, most, craft.held
        self.boxes, self.crossed, self.fresh = craft.boxes, craft.crossed, [*craft.fresh]
        self.lie(pose)

    def lie(self, pose: Pose) -> None:
        self.x, self.y, self.heading, self.speed, self.drifting, self.gone = pose

    @property
    def able(self) -> bool:
        return self.crossed < self.boxes and not self.gone

    @property
    def struck(self) -> bool:
        return self.crossed >= self.boxes

    @property
    def guns(self) -> int:
        """Current hull points: the number in the first box that is not crossed."""
        return self.craft.ship.sheet[self.crossed] if self.crossed < self.boxes else 0


class Luck:
    """The dice of one sketched battle, by turn and ship."""

    def __init__(self, mark: str, ships: int, turns: int) -> None:
        self.ships = ships
        self.faces = Random(mark).choices(range(1, 7), k=max(1, ships * turns * DICE))

    def face(self, turn: int, number: int, what: int) -> int:
        return self.faces[((turn * self.ships + number) * DICE + what) % len(self.faces)]


class Sketch:
    """A table taken as a sketch; `play` carries it on."""

    def __init__(
        self,
        table: Table,
        charts: Charts,
        tempers: Mapping[Side, Temper] | None = None,
        parts: Mapping[Side, frozenset[int]] | None = None,
    ) -> None:
        self.table, self.charts = table, charts
        self.wind, self.width, self.height = table.wind, table.width, table.height
        self.arc, self.cone = float(table.settings.arc), table.settings.rake_tenths / 10
        tempers = tempers or {}
        self.tempers: dict[Side, Temper] = {side: tempers.get(side, CAPTAIN) for side in ("british", "allied")}
        self.parts = parts or {}
        moving = table.phase if isinstance(table.phase, Moving) else None
        done = set(moving.done) if moving else set()
        self.turn = table.turn
        self.score = victory.score(table)
        self.hulls: dict[int, Hull] = {}
        for n, ship in enumerate(table.ships):
            if not ship.able:
                continue
            craft = Craft(n, ship, table, charts)
            moved_already = moving is None or n in done or (moving.side == "british" and ship.side == "allied")
            pose = lying(ship) if moved_already else pose_of(ship)
            most = most_by_heading(table.wind, table.settings, wind.ship_type(ship.rate), ship.side, ship.move_modifier, charts)  # fmt: skip
            self.hulls[n] = Hull(craft, pose, most)
        self.to_move: dict[Side, list[int]] = {
            side: [
                n
                for n, hull in self.hulls.items()
                if hull.side == side
                and moving is not None
                and n not in done
                and not (moving.side == "british" and side == "allied")
            ]
            for side in ORDER
        }

    def play(self, luck: Luck, turns: int, placed: Mapping[int, Pose]) -> None:
        """Carry the battle on: what is left of this turn, with some ships placed already, and so many turns more."""
        for number, pose in placed.items():
            self.hulls[number].lie(pose)
        for turn in range(turns + 1):
            self.turn = self.table.turn + turn
            if self.table.turn + turn > self.table.turns:
                break
            for side in ORDER:
                movers = self.to_move[side] if turn == 0 else [n for n, h in self.hulls.items() if h.side == side]
                foes = [hull for hull in self.hulls.values() if hull.side != side and hull.able]
                for n in movers:
                    hull = self.hulls[n]
                    if n not in placed or turn:
                        self.move(hull, foes, turn, luck)
            for side in reversed(ORDER):
                self.fire(side, turn, luck)
            for hull in self.hulls.values():
                if hull.drifting and hull.able:
                    self.drift(hull)

    def move(self, hull: Hull, foes: Sequence[Hull], turn: int, luck: Luck) -> None:
        """The best of a few moves, by what fire wins and costs there and how soon she is up with somebody."""
        if not hull.able or hull.held or not foes:
            return
        x, y = hull.x, hull.y
        near = sorted(foes, key=lambda foe: abs(foe.x - x) + abs(foe.y - y))
        part = self.parts.get(hull.side, NOBODY)
        prey = [foe for foe in near if foe.craft.number in part][:FOES] if part else near[:FOES]
        near = near[:FOES]
        turns_well = commands(hull.side, luck.face(turn, hull.craft.number, HELM), self.charts)
        best: tuple[float, Pose] | None = None
        for angle in ANGLES:
            if angle and (not turns_well or (hull.drifting and abs(angle) > wind.UNDER_WAY_TURN)):
                continue
            pose = self.sailed(hull, angle)
            value = self.value(hull, pose, near, prey or near)
            if best is None or value > best[0]:
                best = value, pose
        assert best is not None
        hull.lie(best[1])

    def sailed(self, hull: Hull, angle: int) -> Pose:
        """Where a turn and the most of way bring her."""
        heading = (hull.heading + angle) % 360
        _, high = wind.within(hull.most[heading], hull.speed, hull.drifting > 0, self.charts)
        run = high - wind.turning_cost(angle, high, self.charts)
        east, north = SINES[heading], COSINES[heading]
        x, y = hull.x + round(run * east), hull.y + round(run * north)
        gone = not (0 <= x <= self.width and 0 <= y <= self.height)
        return Pose(x, y, heading, 0 if high < SEAWAY else high, hull.drifting + 1 if high < SEAWAY else 0, gone)

    def value(self, me: Hull, pose: Pose, near: Sequence[Hull], prey: Sequence[Hull]) -> float:
        """What a place is worth to a ship."""
        temper = self.tempers[me.side]
        if pose.gone:
            return -1e3
        won, lost = [0.0, 0.0], 0.0
        nearest = [1e9, 1e9]
        craft = me.craft
        soonest = min(self.turns_to(craft, pose, foe) for foe in prey)
        for foe in near:
            dx, dy = foe.x - pose.x, foe.y - pose.y
            away = hypot(dx, dy)
            bearing = degrees(atan2(dx, dy))
            if away > REACH + INCH:
                continue
            mine, hers = (bearing - pose.heading + 540) % 360 - 180, (bearing - foe.heading + 720) % 360 - 180
            gap = away - _reach(craft, mine) - _reach(foe.craft, hers)
            if gap > REACH:
                continue
            band = band_of(gap)
            if abs(abs(mine) - 90) <= self.arc and gap < nearest[mine > 0]:
                nearest[mine > 0] = gap
                won[mine > 0] = self.gain_of(me, mine > 0, foe, band, raked(abs(hers), gap, self.cone), False)
            if abs(abs(hers) - 90) <= self.arc:
                lost += self.gain_of(foe, hers > 0, me, band, raked(abs(mine), gap, self.cone), False)
        ahead = 2 * max(pose.speed, SEAWAY)
        x, y = pose.x + ahead * SINES[pose.heading], pose.y + ahead * COSINES[pose.heading]
        edge = 0.0 if 0 <= x <= self.width and 0 <= y <= self.height else EDGE
        adrift = temper.adrift if pose.drifting else 0.0
        return max(won) - temper.caution * lost - temper.later * temper.far * soonest - edge - adrift

    def turns_to(self, craft: Craft, pose: Pose, foe: Hull) -> float:
        """How many turns it would take her to come up with an enemy who stays."""
        dx, dy = foe.x - pose.x, foe.y - pose.y
        away = hypot(dx, dy)
        if away <= CLOSE:
            return 0.0
        speed = max(craft.toward[round(degrees(atan2(dx, dy)))], INCH / 2)
        return min(FARTHEST, (away - CLOSE) / speed)

    def gain_of(self, firer: Hull, right: bool, target: Hull, band: Band, rake: Rake, both: bool) -> float:
        craft = target.craft
        return gain(
            firer.guns, band, firer.fresh[right], rake, both, craft.rate, craft.points, target.boxes, target.crossed,
            self.charts,
        )  # fmt: skip

    def marks(self, me: Hull, foes: Sequence[Hull]) -> list[Hit | None]:
        """The nearest enemy before each broadside."""
        found: list[Hit | None] = [None, None]
        for foe in foes:
            dx, dy = foe.x - me.x, foe.y - me.y
            if not (-REACH - INCH < dx < REACH + INCH and -REACH - INCH < dy < REACH + INCH) or not foe.able:
                continue
            bearing = degrees(atan2(dx, dy))
            mine, hers = (bearing - me.heading + 540) % 360 - 180, (bearing - foe.heading + 720) % 360 - 180
            if abs(abs(mine) - 90) > self.arc:
                continue
            gap = hypot(dx, dy) - _reach(me.craft, mine) - _reach(foe.craft, hers)
            there = found[mine > 0]
            if gap <= REACH and (there is None or gap < there.gap):
                band: Band = "overlap_or_grappled" if gap < ABOARD else band_of(gap)
                found[mine > 0] = Hit(gap, foe, band, raked(abs(hers), gap, self.cone))
        return found

    def fire(self, side: Side, turn: int, luck: Luck) -> None:
        """A side fires, each ship one broadside or both, at the nearest."""
        foes = [hull for hull in self.hulls.values() if hull.side != side and hull.able]
        for number, me in self.hulls.items():
            if me.side != side or not me.able:
                continue
            marks = self.marks(me, foes)
            for right in self.broadsides(me, marks):
                hit = marks[right]
                assert hit is not None
                both = marks[0] is not None and marks[1] is not None and len(self.broadsides(me, marks)) > 1
                shot = Shot(me.guns, hit.band, hit.target.craft.rate, me.fresh[right], hit.rake, both)
                boxes = hits(shot, luck.face(turn, number, STARBOARD if right else PORT), self.charts)
                hit.target.crossed = min(hit.target.boxes, hit.target.crossed + boxes)
                me.fresh[right] = False

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
        """Points won and lost: those of the table, and of ships that have struck since."""
        since = sum((-1 if hull.side == side else 1) * hull.craft.points for hull in self.hulls.values() if hull.struck)
        return float(self.score[side] - self.score[enemy(side)] + since)

    def drift(self, hull: Hull) -> None:
        """What has no seaway drifts before the wind, and turns into it."""
        hull.x -= round(SEAWAY * SINES[self.wind])
        hull.y -= round(SEAWAY * COSINES[self.wind])
        if hull.drifting > 1:
            hull.heading = self.wind
        hull.gone = not (0 <= hull.x <= self.width and 0 <= hull.y <= self.height)


SINES = tuple(sin(radians(heading)) for heading in range(360))
COSINES = tuple(cos(radians(heading)) for heading in range(360))


def _reach(craft: Craft, off: float) -> float:
    """How far a hull reaches from its middle towards something so far off its bow."""
    return craft.half_length * abs(COSINES[round(off) % 360]) + craft.half_width * abs(SINES[round(off) % 360])


@lru_cache(maxsize=256)
def most_by_heading(
    eye: int, settings: Settings, kind: str, side: Side, modifier: int, charts: Charts
) -> tuple[int, ...]:
    """The most a ship can sail on each heading."""
    return tuple(
        wind.most_on(wind.attitude(heading, eye, settings), kind, side, modifier, charts) for heading in range(360)
    )


@lru_cache(maxsize=1 << 14)
def hits(shot: Shot, face: int, charts: Charts) -> int:
    """The boxes that a broadside destroys with a die that shows this face."""
    return gunnery.fire(shot, charts, Fixed(face))


@cache
def commands(side: Side, face: int, charts: Charts) -> bool:
    """Whether a side's captains come to a new heading with a die that shows this face."""
    return leadership.test(side, 0, charts, Fixed(face))
