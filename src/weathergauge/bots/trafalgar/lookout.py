"""The lookout: where everybody will be, and what a place on the table is worth to a ship.

Worth is counted in points of the scenario: what fire can be expected to win there less what it costs, this turn and
the next, and how the ship will lie after that.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin

from weathergauge.bots.trafalgar.craft import SEAWAY, Craft, Pose, lying, pose_of
from weathergauge.bots.trafalgar.fire import Threat, sight, threat, volley
from weathergauge.bots.trafalgar.guns import passes
from weathergauge.bots.trafalgar.plan import Plan, made
from weathergauge.bots.trafalgar.temper import CAPTAIN, Temper
from weathergauge.freetable import moved, opposite, turned
from weathergauge.rulesets.trafalgar import victory, wind
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.state import INCH, Moving, Table, enemy
from weathergauge.rulesets.trafalgar.targets import REACH

GONE = 4.0
"""What it costs to leave the table."""
FARTHEST = 6.0
"""More turns than this are all the same."""
CLOSE = 3 * INCH
"""Near enough."""
COMPANY = 6 * INCH
"""Ships nearer to one another than this keep company."""
DOUBT = 12.0
"""Degrees by which an arc is blurred when a ship has yet to move."""
SIGHT = REACH + 12 * INCH
"""Enemies farther off than this will not be in range next turn."""
NEXT_TURNS = (-45, 45, -90, 90, 180)
FINE_NEXT_TURNS = (-45, 45, -30, 30, -15, 15, -90, 90, -135, 135, 180)
"""Turns considered for the turn after this one: more of them where there are few ships to look at."""
FEW = 2
"""So many ships on either side are few."""
QUARRIES = 5
"""How many of the nearest enemies a ship thinks of coming up with."""

Nearness = list[tuple[float, int]]
"""Those of ours that lie before a broadside: how near, and who."""


class Lookout:
    """One look at the table, for one order of the side that is moving."""

    def __init__(self, table: Table, charts: Charts, temper: Temper = CAPTAIN, plan: Plan | None = None) -> None:
        assert isinstance(table.phase, Moving)
        self.table = table
        self.phase = table.phase
        self.charts = charts
        self.temper = temper
        self.side = side = table.phase.side
        fighting = [(n, ship) for n, ship in enumerate(table.ships) if ship.able]
        self.ours = {n: Craft(n, s, table, charts, temper.shy) for n, s in fighting if s.side == side}
        self.foes = [Craft(n, s, table, charts) for n, s in fighting if s.side != side]
        # The Allies move first: those they steer for will have moved before anybody fires.
        self.now = 1 if side == "allied" else 0
        self.doubt = DOUBT if self.now else 1.0
        self.turns_left = table.turns - table.turn
        self.chance = passes(side, 0, charts)
        score = victory.score(table)
        late = 0.0 if score[side] > score[enemy(side)] else table.turn / max(1, table.turns)
        self.caution = temper.caution * (1 - temper.urgency * late)
        self.far = temper.far * (1 + late)
        self.arc = float(table.settings.arc)
        self.cone = table.settings.rake_tenths / 10
        self.few = len(self.ours) <= FEW and len(self.foes) <= FEW
        for foe in self.foes:
            foe.track = self.track(foe, pose_of(foe.ship), self.now + 1)
        for craft in self.ours.values():
            craft.track = self._sails_on(craft)
        for foe in self.foes:
            foe.company = self._company(foe)
        self._before: dict[int, dict[tuple[int, bool], Nearness]] = {}
        self.plan = plan or self.planned()

    def planned(self) -> Plan:
        """The plan that the captain would make now."""
        return made([*self.ours.values()], self.foes, self.temper)

    def _sails_on(self, craft: Craft) -> list[Pose]:
        """Where one of ours will lie when guns fire, this turn and the next: she has moved, or sails on as she is."""
        if craft.held or craft.number in self.phase.done:
            return self.track(craft, lying(craft.ship), 1)
        return self.track(craft, pose_of(craft.ship), 2)[1:]

    def _company(self, foe: Craft) -> float:
        """How much worse it is to go for this enemy for the company she keeps, and better for ours about her."""
        there = foe.track[self.now]
        hers = [other.track[self.now] for other in self.foes if other is not foe]
        ours = [craft.track[0] for craft in self.ours.values()]
        friends = sum(abs(craft.x - there.x) < COMPANY and abs(craft.y - there.y) < COMPANY for craft in hers)
        pressing = sum(abs(craft.x - there.x) < COMPANY and abs(craft.y - there.y) < COMPANY for craft in ours)
        return self.temper.friends * min(friends, 4) - self.temper.pressing * min(pressing, 4)

    def sight(self, number: int) -> Craft:
        """One of ours, with the enemies she may have to do with, nearest first."""
        me = self.ours[number]
        if not me.sighted:
            x, y = me.ship.x, me.ship.y
            away = [(hypot(foe.track[self.now].x - x, foe.track[self.now].y - y), foe.number, foe) for foe in self.foes]
            away.sort(key=lambda away: away[:2])
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

    def exchange(self, placed: Sequence[tuple[Craft, Pose]], turn: int, doubt: float) -> float:
        """What fire is expected to win and to cost where ships are placed so, `turn` turns from now.

        A broadside that another of ours is nearer to will more often be fired at her.
        """
        arc, cone, charts, cover = self.arc, self.cone, self.charts, self.temper.cover
        before = self._bearing(turn)
        facing: dict[tuple[int, bool], list[Threat]] = {}
        own = {me.number for me, _ in placed}
        won = cost = 0.0
        for me, pose in placed:
            port: list[Threat] = []
            starboard: list[Threat] = []
            for foe in me.sighted:
                seen = sight(me, pose, foe, foe.track[turn])
                if seen is None:
                    continue
                gap, mine, hers = seen
                mark = threat(me, mine, foe, hers, gap, arc, doubt, cone, charts)
                if mark is not None:
                    (starboard if mine > 0 else port).append(mark)
                aimed = threat(foe, hers, me, mine, gap, arc, doubt, cone, charts)
                if aimed is not None:
                    facing.setdefault((foe.number, hers > 0), []).append(aimed)
            won += volley(port, starboard)
        for key, aimed_at in facing.items():
            nearest = min(aimed_at).gap
            nearest = min([nearest, *(gap for gap, number in before.get(key, ()) if number not in own)])
            cost += sum(aimed.bears * aimed.single * (cover if nearest < aimed.gap else 1.0) for aimed in aimed_at)
        return won - self.caution * cost

    def _bearing(self, turn: int) -> dict[tuple[int, bool], Nearness]:
        """Those of ours that lie before each enemy's broadsides where they will be then, with how near they are."""
        gaps = self._before.get(turn)
        if gaps is None:
            gaps = self._before[turn] = {}
            for foe in self.foes:
                there = foe.track[turn]
                for craft in self.ours.values():
                    seen = sight(craft, craft.track[turn - self.now], foe, there)
                    if seen is not None and abs(abs(seen.hers) - 90) <= self.arc:
                        gaps.setdefault((foe.number, seen.hers > 0), []).append((seen.gap, craft.number))
        return gaps

    def lies(self, me: Craft, pose: Pose, turn: int) -> float:
        """How well she lies for what comes after: able to come up with an enemy, with sea room, and under way."""
        if pose.gone:
            return -GONE
        value = 0.0
        if me.sighted:
            value -= self.far * me.zeal * min([self._turns_to(me, pose, foe, turn) for foe in self.quarries(me)])
        if pose.drifting:
            value -= self.temper.adrift * pose.drifting
        spare = self._room(pose) / max(pose.speed, SEAWAY) - 1.0 - 1.0 / self.chance
        return value + self.temper.edge * spare if spare < 0 else value

    def quarries(self, me: Craft) -> Sequence[Craft]:
        """The enemies whom a ship thinks of coming up with: of the part that the plan fights, where she sees any."""
        part = [craft for craft in me.sighted if craft.number in self.plan.part]
        return (part or me.sighted)[:QUARRIES]

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
        return -GONE if pose.gone else self.exchange(((me, pose),), self.now, self.doubt)

    def stands_on(self, me: Craft, pose: Pose) -> Pose:
        """How she lies a turn later if she stands on."""
        pose = self.drifted(pose)
        if pose.gone:
            return pose
        low, high = self.limits(me, pose, pose.heading)
        return self.after(pose, 0, max(low, min(high, pose.speed)))

    def steady(self, me: Craft, pose: Pose) -> float:
        """What the next turn brings her if she stands on."""
        return 0.0 if self.turns_left <= 0 else self._there(me, self.stands_on(me, pose))

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
        return self.lies(me, pose, turn) + self.exchange(((me, pose),), turn, DOUBT)
