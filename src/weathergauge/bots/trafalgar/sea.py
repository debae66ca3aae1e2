"""Where to steer. Each order that could be given is tried on the table, and the place it leads to is weighed:
what fire can be expected to win and lose there, this turn and the next, and how the ship will lie after that."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any, NamedTuple

from weathergauge.bots.trafalgar.guns import gain, passes, points
from weathergauge.bots.trafalgar.hands import alongside, holding
from weathergauge.dice import Dice, Die
from weathergauge.freetable import moved, turned
from weathergauge.rulesets.trafalgar import gunnery, helm, wind
from weathergauge.rulesets.trafalgar.actions import AnyAction, Collided, Finish, Move, Moved, Turn
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.gunnery import Band, Rake
from weathergauge.rulesets.trafalgar.sailing import Run
from weathergauge.rulesets.trafalgar.state import INCH, Moving, Settings, Ship, Side, Table, replace

CAUTION = 0.8
"""What a loss weighs against a gain of the same worth."""
LATER = 0.8
"""What the next turn weighs against this one."""
GONE = 4.0
"""What it costs to leave the table."""
ADRIFT = 0.4
"""What it costs to lose seaway."""
FAR = 0.7
"""What every turn it would take her to come up with an enemy costs a ship."""
ESCAPE = 0.3
CHASE = 4.0
"""What it costs to let the nearest enemy come nearer to the edge of the table, for each turn she is nearer than this."""
EDGE = 0.7
"""What it costs to be a turn too near the edge of the table."""
PARTING = 0.8
"""What a ship must gain to leave her line."""
FLEES = 1.0
"""How far an enemy is trusted to hold her course."""
FARTHEST = 6.0
TRYING = 0.01
"""What a turn must promise to be tried."""
HELD = 0.0
SOFT = 12.0
CLOSE = 3 * INCH
COVERED = 0.3
"""What is left of an enemy's fire when another of ours is nearer to her."""

HEADINGS = (*range(-45, 0, 5), *range(5, 46, 5), *range(60, 181, 15), *range(-165, -59, 15))
LINE_HEADINGS = (-15, 15, -30, 30, -45, 45, -90, 90, 135, -135, 180)
NEXT_HEADINGS = (-45, 45, -30, 30, -15, 15, -90, 90, -135, 135, 180)
SECOND = 12
"""How many orders are looked at a turn further."""


DEPTH = 1
WIDTH = 3


class Fixed(Dice):
    """Dice that always show one face: four is an ordinary day, six a lucky one."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self.account = None
        self.face = face

    def _throw(self, count: int, die: Die, why: str, seat: str | None, secret: bool) -> tuple[int, ...]:
        return (self.face,) * count


ORDINARY, LUCKY = 4, 6


class Pose(NamedTuple):
    """Where and how a ship lies."""

    x: int
    y: int
    heading: int
    speed: int
    drifting: int = 0
    gone: bool = False


class Craft:
    """A ship reduced to what is weighed."""

    def __init__(self, number: int, ship: Ship, table: Table, charts: Charts) -> None:
        self.number = number
        self.ship = ship
        self.hull = ship.hull
        self.rate = ship.rate
        self.points = points(ship)
        self.boxes = len(ship.sheet)
        self.crossed = ship.crossed
        self.fresh = ("port" in ship.fresh, "starboard" in ship.fresh)
        self.half_length = ship.length * 0.45
        self.half_width = ship.width * 0.3
        self.track: list[Pose] = []
        self.cover: list[tuple[float, float]] = []
        self.held = table.locked(number)
        kind = wind.ship_type(ship.rate)
        self.toward = toward(table.wind, table.settings, kind, ship.side, ship.move_modifier, charts)


@lru_cache(maxsize=256)
def toward(eye: int, settings: Settings, kind: str, side: Side, modifier: int, charts: Charts) -> tuple[float, ...]:
    """How fast a ship can come nearer to something on each bearing, tacking where it lies to windward."""
    most = [wind.most_on(wind.attitude(h, eye, settings), kind, side, modifier, charts) for h in range(360)]
    reach = [(h, m) for h, m in enumerate(most) if m and h % 5 == eye % 5]
    return tuple(max([m * cos(radians(h - b)) for h, m in reach], default=0.0) or 1.0 for b in range(360))


class Tried(NamedTuple):
    """An order that was tried: what it is worth, and where it leads."""

    value: float
    angle: int
    distance: int
    hold: bool
    pose: Pose


def pose_of(ship: Ship) -> Pose:
    return Pose(ship.x, ship.y, ship.heading, ship.speed, ship.drifting, ship.gone)


def lying(ship: Ship) -> Pose:
    """How a ship lies after her move: one that lost seaway will drift."""
    if ship.sailed < 2 * INCH and not ship.gone:
        return Pose(ship.x, ship.y, ship.heading, 0, ship.drifting + 1)
    return pose_of(ship)


class Sailing:
    """Finds the next order of a side that is moving."""

    def __init__(self, charts: Charts) -> None:
        self.charts = charts
        self._alone: dict[Any, tuple[float, int]] = {}

    def order(self, table: Table) -> AnyAction:
        """The next ship's or squadron's order."""
        units = helm.units(table)
        if not units:
            return Finish()
        return Lookout(table, self.charts, self._alone).order(units[0])


class Lookout:
    """One look at the table, for one order."""

    def __init__(self, table: Table, charts: Charts, alone: dict[Any, tuple[float, int]]) -> None:
        phase = table.phase
        assert isinstance(phase, Moving)
        self.table = table
        self.phase = phase
        self.charts = charts
        self.side = phase.side
        self.alone = alone
        self.ours = [
            Craft(n, ship, table, charts) for n, ship in enumerate(table.ships) if ship.able and ship.side == self.side
        ]
        self.foes = [
            Craft(n, ship, table, charts) for n, ship in enumerate(table.ships) if ship.able and ship.side != self.side
        ]
        # The Allies move first: what they steer for will have moved before anybody fires.
        self.lead = 1 if self.side == "allied" else 0
        self.soft = SOFT if self.side == "allied" else 1.0
        self.turns_left = table.turns - table.turn
        for foe in self.foes:
            foe.track = self._track(foe.ship, foe.held, self.lead + 1 + DEPTH)
        self.chance = passes(self.side, 0, charts)
        self.holds = holding(charts)
        settings = table.settings
        self.arc = float(settings.arc)
        self.cone = settings.rake_tenths / 10
        self._cover()

    # What the enemy will do

    def _track(self, ship: Ship, held: bool, turns: int, start: Pose | None = None) -> list[Pose]:
        """Where a ship will be if she sails on as she is: now, and after each of the next turns."""
        pose = start or pose_of(ship)
        track = [pose]
        for _ in range(turns):
            if held:
                x, y = moved(pose.x, pose.y, turned(self.table.wind, 180), 2 * INCH)
                pose = pose._replace(x=x, y=y)
            else:
                most = wind.maximum(ship, pose.heading, self.table, self.charts)
                low, high = wind.within(most, pose.speed, pose.drifting > 0, self.charts)
                pose = self._sail(ship, pose, 0, max(low, min(high, pose.speed)))
            track.append(pose)
        return track

    def _cover(self) -> None:
        """For each enemy, how near the nearest of ours lies on either side of her."""
        self.near: dict[int, list[list[tuple[float, int]]]] = {}
        for foe in self.foes:
            place = foe.track[self.lead]
            sides: list[list[tuple[float, int]]] = [[], []]
            for craft in self.ours:
                ship = craft.ship
                dx, dy = ship.x - place.x, ship.y - place.y
                distance = hypot(dx, dy)
                if distance < 17 * INCH:
                    relative = (degrees(atan2(dx, dy)) - place.heading + 540) % 360 - 180
                    if abs(abs(relative) - 90) <= self.arc:
                        sides[relative > 0].append((distance - INCH / 2, craft.number))
            for one in sides:
                one.sort()
            self.near[foe.number] = sides

    def _sail(self, ship: Ship, pose: Pose, angle: int, distance: int) -> Pose:
        """A pose after a move, with nothing in the way, and after drifting where she lost seaway."""
        heading = turned(pose.heading, angle)
        run = distance - wind.turning_cost(angle, distance, self.charts)
        x, y = moved(pose.x, pose.y, heading, run) if run > 0 else (pose.x, pose.y)
        drifting, speed = 0, distance
        if distance < 2 * INCH:
            drifting, speed = pose.drifting + 1, 0
            x, y = moved(x, y, turned(self.table.wind, 180), 2 * INCH)
            if drifting > 1:
                heading = self.table.wind
        gone = pose.gone or not (0 <= x <= self.table.width and 0 <= y <= self.table.height)
        return Pose(x, y, heading, speed, drifting, gone)

    # What a place is worth

    def exchange(self, me: Craft, pose: Pose, turn: int, soft: float) -> float:
        """What fire is expected to win and lose at a place, `turn` turns from now."""
        x, y, heading = pose.x, pose.y, pose.heading
        arc, cone, charts = self.arc, self.cone, self.charts
        nearest = [1e9, 1e9]
        single = [0.0, 0.0]
        double = [0.0, 0.0]
        take = 0.0
        number = me.number
        for foe in self.foes:
            there = foe.track[turn]
            if there.gone:
                continue
            dx, dy = there.x - x, there.y - y
            if not (-1800 < dx < 1800 and -1800 < dy < 1800):
                continue
            distance = hypot(dx, dy)
            bearing = degrees(atan2(dx, dy))
            mine = (bearing - heading + 540) % 360 - 180
            hers = (bearing - there.heading + 720) % 360 - 180
            to_me, to_her = abs(mine), abs(hers)
            a, b = radians(mine), radians(hers)
            gap = (
                distance - me.half_length * abs(cos(a)) - me.half_width * abs(sin(a))
                - foe.half_length * abs(cos(b)) - foe.half_width * abs(sin(b))
            )  # fmt: skip
            if gap > 1500:
                continue
            band: Band = "0-5" if gap < 500 else "5-10" if gap < 1000 else "10-15"
            bears = arc + soft - abs(to_me - 90)
            if bears > 0:
                side = mine > 0
                if gap < nearest[side]:
                    nearest[side] = gap
                    weight = 1.0 if bears >= 2 * soft else bears / (2 * soft)
                    rake: Rake = "" if gap >= 500 else "stern" if to_her > 180 - cone else "bow" if to_her < cone else ""
                    first = me.fresh[side]
                    single[side] = weight * gain(
                        me.hull, band, first, rake, False, foe.rate, foe.points, foe.boxes, foe.crossed, charts
                    )
                    double[side] = weight * gain(
                        me.hull, band, first, rake, True, foe.rate, foe.points, foe.boxes, foe.crossed, charts
                    )
            bears = arc + soft - abs(to_her - 90)
            if bears > 0:
                side = hers > 0
                weight = 1.0 if bears >= 2 * soft else bears / (2 * soft)
                rake = "" if gap >= 500 else "stern" if to_me > 180 - cone else "bow" if to_me < cone else ""
                for covering, who in self.near[foe.number][side]:
                    if who != number:
                        if covering < gap:
                            weight *= COVERED
                        break
                take += weight * gain(
                    foe.hull, band, foe.fresh[side], rake, False, me.rate, me.points, me.boxes, me.crossed, charts
                )
        deal = max(single[0], single[1], double[0] + double[1])
        return deal - CAUTION * take

    def lies(self, me: Craft, pose: Pose, turn: int) -> float:
        """How well she lies for what comes after: near the enemy, with sea room, under way."""
        if pose.gone:
            return -GONE
        value = 0.0
        best, nearest = 1e9, None
        for foe in self.foes:
            there = foe.track[turn]
            if there.gone:
                there = foe.track[self.lead]
            dx, dy = there.x - pose.x, there.y - pose.y
            distance = hypot(dx, dy)
            turns = 0.0
            if distance > CLOSE:
                heading = radians(there.heading)
                flees = there.speed * (dx * sin(heading) + dy * cos(heading)) / distance
                closing = me.toward[round(degrees(atan2(dx, dy)))] - FLEES * flees
                turns = min((distance - CLOSE) / max(closing, INCH / 2), FARTHEST)
            turns -= foe.crossed / foe.boxes
            if turns < best:
                best, nearest = turns, foe
        if nearest is not None:
            value -= FAR * best
            there = nearest.track[turn]
            leaves = 0.0 if there.gone else self._room(there) / max(there.speed, INCH)
            if leaves < CHASE:
                value -= ESCAPE * (CHASE - leaves)
        if pose.drifting:
            value -= ADRIFT
        way = max(pose.speed, 2 * INCH)
        room = self._room(pose) / way
        need = 1.0 + 1.0 / self.chance
        if room < need:
            value -= EDGE * (need - room)
        return value

    def _room(self, pose: Pose) -> float:
        """How far ahead of her the edge of the table is."""
        s, c = sin(radians(pose.heading)), cos(radians(pose.heading))
        room = 1e9
        if s > 0.01:
            room = (self.table.width - pose.x) / s
        elif s < -0.01:
            room = pose.x / -s
        if c > 0.01:
            room = min(room, (self.table.height - pose.y) / c)
        elif c < -0.01:
            room = min(room, pose.y / -c)
        return room

    def here(self, me: Craft, pose: Pose) -> float:
        """What a place is worth this turn."""
        return -GONE if pose.gone else self.exchange(me, pose, self.lead, self.soft)

    def onward(self, me: Craft, pose: Pose, turn: int, depth: int) -> float:
        """What the next turns are expected to bring from there: each time the best turn, if it succeeds, or straight on."""
        if pose.gone or turn - self.lead > self.turns_left:
            return 0.0
        ways: list[tuple[float, bool, Pose]] = []
        for angle in (0, *NEXT_HEADINGS):
            if pose.drifting and abs(angle) > wind.UNDER_WAY_TURN:
                continue
            heading = turned(pose.heading, angle)
            most = wind.maximum(me.ship, heading, self.table, self.charts)
            low, high = wind.within(most, pose.speed, pose.drifting > 0, self.charts)
            for distance in {max(low, min(high, 2 * INCH)), high} if abs(angle) <= 45 else (high,):
                after = self._sail(me.ship, pose, angle, distance)
                value = -GONE if after.gone else self.exchange(me, after, turn, SOFT)
                ways.append((value + self.lies(me, after, turn), angle != 0, after))
        straight = turning = -1e9
        counts = [0, 0]
        ways.sort(key=lambda way: -way[0])
        for value, turns, after in ways:
            if depth > 1:
                if counts[turns] >= (WIDTH if turns else 2):
                    continue
                counts[turns] += 1
                value += LATER * self.onward(me, after, turn + 1, depth - 1) - self.lies(me, after, turn)
            if turns:
                turning = max(turning, value)
            else:
                straight = max(straight, value)
        if turning > straight:
            return self.chance * turning + (1 - self.chance) * straight
        return straight

    # Orders

    def order(self, unit: tuple[int, ...]) -> AnyAction:
        if len(unit) == 1:
            return self._single(unit[0])
        return self._line(unit)

    def _single(self, number: int) -> AnyAction:
        me = next(craft for craft in self.ours if craft.number == number)
        tried = self._tries(me)
        straight = max(one for one in tried if one.angle == 0)
        hopes = [(self._succeeds(me.ship, one.angle) * (one.value - straight.value), one.angle) for one in tried]
        hope, angle = max(hopes)
        if hope > TRYING:
            return Turn(me.ship.id, angle)
        return Move(me.ship.id, straight.distance, straight.hold)

    def _succeeds(self, ship: Ship, angle: int) -> float:
        """The chance of a turn: better where it has been tried before."""
        again = ship.wanted is not None and turned(ship.heading, angle) == ship.wanted
        return passes(self.side, ship.failures if again else 0, self.charts)

    def _tries(self, me: Craft) -> list[Tried]:
        """Everything a ship by herself could do, each tried on the table; the best of them looked at further."""
        ship = me.ship
        angles: list[int] = [0]
        if helm.helm_of(self.phase, me.number) is None and helm.why_not_turn(
            self.table, Turn(ship.id, 1), self.charts
        ) is None:
            angles += [a for a in self._angles(me) if not ship.drifting or abs(a) <= wind.UNDER_WAY_TURN]
        first: list[Tried] = []
        for angle in angles:
            first += self._distances(me, angle)
        return first

    def _angles(self, me: Craft) -> list[int]:
        """Turns worth a look: all round, and those that bring the nearest enemies abeam."""
        ship = me.ship
        angles = dict.fromkeys(HEADINGS)
        near = sorted(self.foes, key=lambda foe: hypot(foe.ship.x - ship.x, foe.ship.y - ship.y))[:2]
        for foe in near:
            there = foe.track[self.lead]
            bearing = round(degrees(atan2(there.x - ship.x, there.y - ship.y)))
            for beam in (-90, 90, 0):
                angle = (bearing + beam - ship.heading + 180) % 360 - 180
                if angle:
                    angles[angle] = None
        if ship.wanted is not None:
            angle = (ship.wanted - ship.heading + 180) % 360 - 180
            if angle:
                angles[angle] = None
        return list(angles)

    def _distances(self, me: Craft, angle: int) -> list[Tried]:
        ship = me.ship
        heading = turned(ship.heading, angle)
        low, high = wind.limits(ship, heading, self.table, self.charts)
        helm_given = helm.helm_of(self.phase, me.number)
        spent = angle or (helm_given.angle if helm_given is not None and helm_given.made else 0)
        if high == 0:
            distances = {0}
        elif abs(spent) > 45:
            distances = {max(low, min(high, 2 * INCH)), high}
        else:
            distances = {max(low, min(high, 2 * INCH)), (low + high) // 2, high}
        found = []
        table = self.table.with_ship(me.number, replace(ship, heading=heading)) if angle else self.table
        for distance in distances:
            after, hit = self._run(table, me.number, distance, spent, False)
            pose = lying(after.ships[me.number])
            tracks = self._react(after, pose)
            value = self.here(me, pose) + LATER * self.onward(me, pose, self.lead + 1, DEPTH)
            self._restore(tracks)
            if hit and (touched := self._contact(me, table, distance, spent)) is not None:
                touch_value, contact = touched
                chance = passes(self.side, 0, self.charts)
                if touch_value > value:
                    found.append(Tried(chance * touch_value + (1 - chance) * value, angle, distance, True, contact))
            found.append(Tried(value, angle, distance, False, pose))
        return found

    def _run(self, table: Table, number: int, distance: int, angle: int, hold: bool) -> tuple[Table, int]:
        """Try a run on the table: what it looks like then, and whether she turned to keep clear or ran into someone."""
        log: list[Any] = []
        run = Run(table, self.charts, Fixed(LUCKY if hold else ORDINARY), log)
        run.sail(number, distance, angle, hold, "port")
        hit = any(isinstance(event, Collided) or (isinstance(event, Moved) and event.avoiding) for event in log)
        return run.table, hit

    def _contact(self, me: Craft, table: Table, distance: int, spent: int) -> tuple[float, Pose] | None:
        """What it is worth to run on into the enemy ahead, and where that would be."""
        after, _ = self._run(table, me.number, distance, spent, True)
        lock = next((one for one in after.locks if me.number in (one.one, one.other)), None)
        if lock is None:
            return None
        other = lock.other if lock.one == me.number else lock.one
        foe = next((foe for foe in self.foes if foe.number == other), None)
        if foe is None:
            return None
        pose = lying(after.ships[me.number])
        value = self.here(me, pose)
        fight = alongside(after, me.number, other, self.charts)
        held = self.holds
        return value + LATER * (held * (fight + HELD) + (1 - held) * self.onward(me, pose, self.lead + 1, DEPTH)), pose

    def _react(self, after: Table, pose: Pose) -> list[tuple[Craft, list[Pose]]]:
        """Enemies who have yet to move will keep clear of her: see where that takes them."""
        changed: list[tuple[Craft, list[Pose]]] = []
        if not self.lead or pose.gone:
            return changed
        for foe in self.foes:
            ship = foe.ship
            if foe.held or abs(ship.x - pose.x) > ship.speed + 300 or abs(ship.y - pose.y) > ship.speed + 300:
                continue
            low, high = wind.limits(ship, ship.heading, self.table, self.charts)
            moved_on, hit = self._run(after, foe.number, max(low, min(high, ship.speed)), 0, False)
            if hit:
                changed.append((foe, foe.track))
                there = lying(moved_on.ships[foe.number])
                foe.track = [foe.track[0], there, *self._track(ship, False, DEPTH, there)[1:]]
        return changed

    def _restore(self, tracks: list[tuple[Craft, list[Pose]]]) -> None:
        for foe, track in tracks:
            foe.track = track

    def _line(self, unit: tuple[int, ...]) -> AnyAction:
        """A line is steered by its lead, in succession; a ship leaves it only where that pays."""
        table, charts = self.table, self.charts
        lead = table.ships[unit[0]]
        crafts = {craft.number: craft for craft in self.ours if craft.number in unit}
        angles: list[int] = [0]
        given = helm.helm_of(self.phase, unit[0])
        squadron = table.squadron_of(unit[0])
        manner = "together" if squadron is not None and squadron.abreast else "succession"
        if given is None and helm.why_not_turn(table, Turn(lead.id, 1, manner), charts) is None:
            angles += LINE_HEADINGS
            if lead.wanted is not None:
                angle = (lead.wanted - lead.heading + 180) % 360 - 180
                angles += [angle] if angle and angle not in angles else []
        best: tuple[float, int, int] = (-1e9, 0, 0)
        straight: tuple[float, int, int] = (-1e9, 0, 0)
        shares: dict[int, float] = {}
        for angle in angles:
            low, high = wind.limits(lead, turned(lead.heading, angle), table, charts)
            trial = helm.put_about(table, unit[0], unit, angle, manner, []) if angle else table
            for distance in {max(low, min(high, 2 * INCH)), (low + high) // 2, high}:
                after = helm.move(trial, Move(lead.id, distance), charts, Fixed(ORDINARY), [])
                worth = {n: self._share(crafts[n], after.ships[n]) for n in unit}
                value = sum(worth.values())
                one = (value, angle, distance)
                if angle == 0 and one > straight:
                    straight = one
                    shares = worth
                if one > best:
                    best = one
        if best[1] and best[0] > straight[0] + 0.02:
            return Turn(lead.id, best[1], manner)
        return Move(lead.id, straight[2])

    def _share(self, me: Craft, after: Ship) -> float:
        """What a line's move is worth to one of its ships."""
        pose = lying(after)
        if pose.gone:
            return -GONE
        return self.here(me, pose) + LATER * self.lies(me, pose, self.lead)
