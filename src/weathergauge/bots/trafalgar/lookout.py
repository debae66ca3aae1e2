"""The lookout: where everybody will be, and what a place on the table is worth to a ship.

Worth is counted in points of the scenario: what fire can be expected to win there less what it costs, this turn and
the next, and how the ship will lie after that.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from weathergauge.bots.trafalgar.guns import gain, passes, points
from weathergauge.freetable import moved, opposite, turned
from weathergauge.rulesets.trafalgar import victory, wind
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.state import INCH, Moving, Settings, Ship, Side, Table, enemy
from weathergauge.rulesets.trafalgar.targets import BANDS, RAKING, REACH, Band, Rake

CAUTION = 0.8
"""What a loss weighs against a gain of the same worth."""
URGENCY = 0.5
"""By how much caution has gone at the last turn, for a side that is not ahead."""
LATER = 0.8
"""What the next turn weighs against this one."""
GONE = 4.0
"""What it costs to leave the table."""
ADRIFT = 0.5
"""What it costs to lose seaway."""
FAR = 0.7
"""What it costs for each turn it would take to come up with an enemy."""
SHY = 1.5
"""By how much less a ship is drawn to the enemy when she has all but struck."""
FARTHEST = 6.0
"""More turns than this are all the same."""
CLOSE = 3 * INCH
"""Near enough."""
EDGE = 0.7
"""What it costs for each turn too few that are left before the edge of the table."""
COMPANY = 6 * INCH
FRIENDS = 0.3
PRESSING = 0.2
"""What it costs, in turns, to go for an enemy for each of her friends so near her, and what each of ours there gains."""
COVERED = 0.6
"""What is left of an enemy's fire when another of ours is nearer to her."""
DOUBT = 12.0
"""Degrees by which an arc is blurred when a ship has yet to move."""
SEAWAY = 2 * INCH
SIGHT = REACH + 12 * INCH
"""Enemies farther off than this will not be in range next turn."""
NEXT_TURNS = (-45, 45, -90, 90, 180)
FINE_NEXT_TURNS = (-45, 45, -30, 30, -15, 15, -90, 90, -135, 135, 180)
"""Turns considered for the turn after this one: more of them where there are few ships to look at."""
FEW = 2
"""So many ships on either side are few."""
QUARRIES = 5
"""How many of the nearest enemies a ship thinks of coming up with."""


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
    """A ship reduced to what is weighed. An enemy has a track: where she will be now, next turn and so on."""

    def __init__(self, number: int, ship: Ship, table: Table, charts: Charts) -> None:
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
        self.zeal = max(0.0, 1 - SHY * ship.crossed / len(ship.sheet))
        self.near: tuple[list[tuple[float, int]], list[tuple[float, int]]] = ([], [])


@lru_cache(maxsize=256)
def toward(eye: int, settings: Settings, kind: str, side: Side, modifier: int, charts: Charts) -> tuple[float, ...]:
    """How fast a ship can come nearer to something on each bearing, tacking where it lies to windward."""
    most = [wind.most_on(wind.attitude(h, eye, settings), kind, side, modifier, charts) for h in range(360)]
    courses = [(heading, reach) for heading, reach in enumerate(most) if reach and heading % 5 == eye % 5]
    return tuple(max([m * cos(radians(h - b)) for h, m in courses], default=0.0) or 1.0 for b in range(360))


class Lookout:
    """One look at the table, for one order of the side that is moving."""

    def __init__(self, table: Table, charts: Charts) -> None:
        assert isinstance(table.phase, Moving)
        self.table = table
        self.phase = table.phase
        self.charts = charts
        self.side = side = table.phase.side
        self.ours = {n: Craft(n, s, table, charts) for n, s in enumerate(table.ships) if s.able and s.side == side}
        self.foes = [Craft(n, s, table, charts) for n, s in enumerate(table.ships) if s.able and s.side != side]
        # The Allies move first: those they steer for will have moved before anybody fires.
        self.now = 1 if side == "allied" else 0
        self.doubt = DOUBT if self.now else 1.0
        self.turns_left = table.turns - table.turn
        self.chance = passes(side, 0, charts)
        score = victory.score(table)
        late = 0.0 if score[side] > score[enemy(side)] else table.turn / max(1, table.turns)
        self.caution = CAUTION * (1 - URGENCY * late)
        self.far = FAR * (1 + late)
        self.arc = float(table.settings.arc)
        self.cone = table.settings.rake_tenths / 10
        self.few = len(self.ours) <= FEW and len(self.foes) <= FEW
        for foe in self.foes:
            foe.track = self.track(foe, pose_of(foe.ship), self.now + 1)
            foe.near = self._near(foe)
        for foe in self.foes:
            foe.company = self._company(foe)

    def _company(self, foe: Craft) -> float:
        """How much worse it is to go for this enemy for the company she keeps, and better for ours about her."""
        there = foe.track[self.now]
        hers = [other.track[self.now] for other in self.foes if other is not foe]
        ours = [craft.ship for craft in self.ours.values()]
        friends = sum(abs(one.x - there.x) < COMPANY and abs(one.y - there.y) < COMPANY for one in hers)
        pressing = sum(abs(one.x - there.x) < COMPANY and abs(one.y - there.y) < COMPANY for one in ours)
        return FRIENDS * min(friends, 4) - PRESSING * min(pressing, 4)

    def sight(self, number: int) -> Craft:
        """One of ours, with the enemies she may have to do with, nearest first."""
        me = self.ours[number]
        if not me.sighted:
            x, y = me.ship.x, me.ship.y
            away = [(hypot(foe.track[self.now].x - x, foe.track[self.now].y - y), foe.number, foe) for foe in self.foes]
            away.sort(key=lambda one: one[:2])
            me.sighted = [foe for place, (far, _, foe) in enumerate(away) if place < QUARRIES or far < SIGHT]
        return me

    def track(self, craft: Craft, pose: Pose, turns: int) -> list[Pose]:
        """Where a ship will be when guns fire if she goes on as she is: now, and in each of so many turns."""
        track = [pose]
        for _ in range(turns):
            pose = self.drifted(pose) if pose is not track[0] else pose
            if craft.held:
                x, y = moved(pose.x, pose.y, opposite(self.table.wind), SEAWAY)
                pose = pose._replace(x=x, y=y)
            else:
                low, high = self.limits(craft, pose, pose.heading)
                pose = self.after(pose, 0, max(low, min(high, pose.speed)))
            track.append(pose)
        return track

    def limits(self, craft: Craft, pose: Pose, heading: int) -> tuple[int, int]:
        """The least and most she may sail from a pose, on a heading."""
        most = wind.maximum(craft.ship, heading, self.table, self.charts)
        return wind.within(most, pose.speed, pose.drifting > 0, self.charts)

    def after(self, pose: Pose, angle: int, distance: int) -> Pose:
        """How a ship lies after a move with nothing in the way, and after drifting where she lost seaway."""
        heading = turned(pose.heading, angle)
        run = distance - wind.turning_cost(angle, distance, self.charts)
        x, y = moved(pose.x, pose.y, heading, run) if run > 0 else (pose.x, pose.y)
        gone = pose.gone or self._beyond(x, y)
        if distance < SEAWAY:
            return Pose(x, y, heading, 0, pose.drifting + 1, gone)
        return Pose(x, y, heading, distance, 0, gone)

    def drifted(self, pose: Pose) -> Pose:
        """How she lies at the end of the turn, when what has no seaway has drifted."""
        if not pose.drifting or pose.gone:
            return pose
        x, y = moved(pose.x, pose.y, opposite(self.table.wind), SEAWAY)
        heading = self.table.wind if pose.drifting > 1 else pose.heading
        return pose._replace(x=x, y=y, heading=heading, gone=self._beyond(x, y))

    def _beyond(self, x: int, y: int) -> bool:
        return not (0 <= x <= self.table.width and 0 <= y <= self.table.height)

    def _near(self, foe: Craft) -> tuple[list[tuple[float, int]], list[tuple[float, int]]]:
        """Those of ours that lie before an enemy's port and starboard guns, nearest first."""
        there = foe.track[self.now]
        sides: tuple[list[tuple[float, int]], list[tuple[float, int]]] = ([], [])
        for craft in self.ours.values():
            dx, dy = craft.ship.x - there.x, craft.ship.y - there.y
            distance = hypot(dx, dy)
            if distance < REACH + 2 * INCH:
                relative = (degrees(atan2(dx, dy)) - there.heading + 540) % 360 - 180
                if abs(abs(relative) - 90) <= self.arc:
                    sides[relative > 0].append((distance - INCH / 2, craft.number))
        sides[0].sort()
        sides[1].sort()
        return sides

    def exchange(self, me: Craft, pose: Pose, turn: int, doubt: float) -> float:
        """What fire is expected to win and to cost at a place, `turn` turns from now."""
        x, y, heading = pose.x, pose.y, pose.heading
        charts, cone, reach = self.charts, self.cone, REACH + 3 * INCH
        arc = self.arc + doubt
        nearest = [1e9, 1e9]
        single, double = [0.0, 0.0], [0.0, 0.0]
        cost = 0.0
        for foe in me.sighted:
            there = foe.track[turn]
            dx, dy = there.x - x, there.y - y
            if not (-reach < dx < reach and -reach < dy < reach) or there.gone:
                continue
            bearing = degrees(atan2(dx, dy))
            mine = (bearing - heading + 540) % 360 - 180
            hers = (bearing - there.heading + 720) % 360 - 180
            a, b = radians(mine), radians(hers)
            gap = (
                hypot(dx, dy) - me.half_length * abs(cos(a)) - me.half_width * abs(sin(a))
                - foe.half_length * abs(cos(b)) - foe.half_width * abs(sin(b))
            )  # fmt: skip
            if gap > REACH:
                continue
            band = band_of(gap)
            mine_off, hers_off = abs(mine), abs(hers)
            bears = arc - abs(mine_off - 90)
            side = mine > 0
            if bears > 0 and gap < nearest[side]:
                nearest[side] = gap
                weight = 1.0 if bears >= 2 * doubt else bears / (2 * doubt)
                rake = raked(hers_off, gap, cone)
                target = (foe.rate, foe.points, foe.boxes, foe.crossed, charts)
                single[side] = weight * gain(me.hull, band, me.fresh[side], rake, False, *target)
                double[side] = weight * gain(me.hull, band, me.fresh[side], rake, True, *target)
            bears = arc - abs(hers_off - 90)
            if bears > 0:
                side = hers > 0
                weight = 1.0 if bears >= 2 * doubt else bears / (2 * doubt)
                weight *= self.caution
                for covering, who in foe.near[side]:
                    if who != me.number:
                        weight *= COVERED if covering < gap else 1.0
                        break
                rake = raked(mine_off, gap, cone)
                cost += weight * gain(
                    foe.hull, band, foe.fresh[side], rake, False, me.rate, me.points, me.boxes, me.crossed, charts
                )
        return max(single[0], single[1], double[0] + double[1]) - cost

    def lies(self, me: Craft, pose: Pose, turn: int) -> float:
        """How well she lies for what comes after: able to come up with an enemy, with sea room, and under way."""
        if pose.gone:
            return -GONE
        value = 0.0
        if me.sighted:
            value -= self.far * me.zeal * min([self._turns_to(me, pose, foe, turn) for foe in me.sighted[:QUARRIES]])
        if pose.drifting:
            value -= ADRIFT * pose.drifting
        spare = self._room(pose) / max(pose.speed, SEAWAY) - 1.0 - 1.0 / self.chance
        return value + EDGE * spare if spare < 0 else value

    def _turns_to(self, me: Craft, pose: Pose, foe: Craft, turn: int) -> float:
        """How many turns it would take to come up with an enemy on her course; the fewer the worse she is hurt."""
        there = foe.track[turn]
        if there.gone:
            there = foe.track[self.now]
        dx, dy = there.x - pose.x, there.y - pose.y
        distance = hypot(dx, dy)
        turns = 0.0
        if distance > CLOSE:
            flees = there.speed * (dx * sin(radians(there.heading)) + dy * cos(radians(there.heading))) / distance
            closing = me.toward[round(degrees(atan2(dx, dy)))] - flees
            turns = min((distance - CLOSE) / max(closing, INCH / 2), FARTHEST)
        return turns - foe.crossed / foe.boxes + foe.company

    def _room(self, pose: Pose) -> float:
        """How far ahead of her the edge of the table is."""
        east, north = sin(radians(pose.heading)), cos(radians(pose.heading))
        room = 1e9
        if abs(east) > 0.01:
            room = (self.table.width - pose.x) / east if east > 0 else pose.x / -east
        if abs(north) > 0.01:
            room = min(room, (self.table.height - pose.y) / north if north > 0 else pose.y / -north)
        return room

    def here(self, me: Craft, pose: Pose) -> float:
        """What a place is worth this turn."""
        return -GONE if pose.gone else self.exchange(me, pose, self.now, self.doubt)

    def steady(self, me: Craft, pose: Pose) -> float:
        """What the next turn brings her if she stands on."""
        pose = self.drifted(pose)
        if pose.gone or self.turns_left <= 0:
            return -GONE if pose.gone else 0.0
        low, high = self.limits(me, pose, pose.heading)
        after = self.after(pose, 0, max(low, min(high, pose.speed)))
        return self._there(me, after)

    def onward(self, me: Craft, pose: Pose) -> float:
        """What the next turn is expected to bring: the best turn she could make, if it succeeds, or standing on."""
        pose = self.drifted(pose)
        if pose.gone or self.turns_left <= 0:
            return -GONE if pose.gone else 0.0
        straight = turning = -1e9
        for angle in (0, *(FINE_NEXT_TURNS if self.few else NEXT_TURNS)):
            if pose.drifting and abs(angle) > wind.UNDER_WAY_TURN:
                continue
            low, high = self.limits(me, pose, turned(pose.heading, angle))
            slow = max(low, min(high, SEAWAY))
            for distance in {slow, high} if angle == 0 or (self.few and abs(angle) <= 45) else (high,):
                value = self._there(me, self.after(pose, angle, distance))
                if angle:
                    turning = max(turning, value)
                else:
                    straight = max(straight, value)
        return straight + self.chance * (turning - straight) if turning > straight else straight

    def _there(self, me: Craft, pose: Pose) -> float:
        if pose.gone:
            return -2 * GONE
        turn = self.now + 1
        return self.lies(me, pose, turn) + self.exchange(me, pose, turn, DOUBT)


def band_of(gap: float) -> Band:
    """The range band of a distance that is within reach."""
    for name, edge in BANDS:
        if gap < edge:
            return name
    return BANDS[-1][0]


def raked(off: float, gap: float, cone: float) -> Rake:
    """Whether a ship seen so far off her bow is raked."""
    if gap >= RAKING:
        return ""
    return "stern" if off > 180 - cone else "bow" if off < cone else ""
