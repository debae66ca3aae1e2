"""A look at the table from one side: what each ship could do, what fire and boarding are worth, and what comes next.

Everything is worked out from the table and the side's own load columns. What the enemy has loaded is never known: her
broadsides are taken to be ready with round shot.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from weathergauge.bots.wsim.guns import LOADED, guns_of, weights
from weathergauge.bots.wsim.lie import CODES, HULL_REACH, Pose, lie, read
from weathergauge.bots.wsim.melee import Kind, Side, outcomes, solve
from weathergauge.rulesets.wsim import boarding, notation, wind
from weathergauge.rulesets.wsim.actions import Order
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.damage import gives_up
from weathergauge.rulesets.wsim.helm import riding
from weathergauge.rulesets.wsim.hexes import STEPS, ahead
from weathergauge.rulesets.wsim.state import Loads, Secret, Ship, Table, apart, replace
from weathergauge.rulesets.wsim.terms import Side as Flag
from weathergauge.rulesets.wsim.victory import score


class Temper(Struct, frozen=True):
    """What a captain makes much of, and what little."""

    care: float = 0.75
    """The enemy's fire against one's own: below 1 he seeks a decision."""
    approach: float = 0.03
    """What a turn less to come up with the enemy is worth, as a part of the ship's worth."""
    gauge: float = 0.004
    """What a hex to windward is worth."""
    later: float = 0.7
    """What the next turn counts for, against this one."""
    sharp: float = 12.0
    """How much more likely a better plot of the enemy is."""
    way: float = 0.0
    """What a movement factor on the heading she comes to is worth: in irons she is helpless."""
    irons: float = 0.1
    """What it costs to lie head to wind, where she makes no way, as a part of the worth of whoever is about."""
    stir: float = 0.02
    """What it costs to make no way where she could, as a part of her worth: way is gained by ones, and lost at once."""
    company: float = 0.003
    """What a hex nearer to the next friend is worth, for ships that are out of hail."""
    haste: float = 0.5
    """How much of his care he loses by the last turn, while he is not ahead."""
    line: float = 8.0
    """Hexes to the nearest enemy beyond which a ship keeps her place in the wake of the friend ahead; 99 for no line."""
    guard: float = 2.0
    """Squares of prize crew beyond those that the prisoners call for: the first that falls does not lose the prize."""


CAPTAIN = Temper()
GRAPPLED = 0.22
"""How often a grapple that is thrown holds, and is not thrown off at once."""
FOULED = 0.5
CLOSE = 2
ROUNDS = 6
MEETING = 16
"""How many turns ahead a ship that is adrift may be met."""
HAIL, STRAGGLING = 5, 15
"""Hexes to the next friend at which a ship is in company, and at which she might as well be alone."""


ENDING = frozenset(at for at in range(12, CODES) if read(at)[1] <= HULL_REACH and read(at)[3])
"""Bearings from which a ship without rigging and friends is made to surrender: raking fire at her hull."""


class End(NamedTuple):
    """A plot, where it leads, and the factors spent on it."""

    moves: str
    pose: Pose
    spent: int


def makes_way(end: End) -> bool:
    """Whether a plot takes a ship ahead, and does not leave her to the wind."""
    return any(sign.isdecimal() and sign != "0" for sign in end.moves)


class Parties(NamedTuple):
    """What a ship that is held to an enemy may tell off: nobody, attackers or defenders of so many sections."""

    kind: Kind | None
    sections: tuple[int, ...]
    squares: int


class Held(NamedTuple):
    """Two ships held together, as a game: what I may tell off and how often, what she may, and its value to me."""

    mine: list[Parties]
    mix: list[float]
    hers: list[Parties]
    her_mix: list[float]
    value: float
    matrix: list[list[float]]


class Watch:
    """The table as one side sees it, with what was found out about it so far."""

    def __init__(self, table: Table, own: Secret, side: Flag, charts: Charts, temper: Temper = CAPTAIN) -> None:
        self.temper = temper
        self.table, self.own, self.side, self.charts = table, own, side, charts
        ships = table.ships
        self.mine = [n for n, ship in enumerate(ships) if ship.side == side and ship.able]
        self.foes = [n for n, ship in enumerate(ships) if ship.side != side and ship.able]
        self.pose: dict[int, Pose] = {n: (*ship.bow, ship.heading) for n, ship in enumerate(ships)}
        self._guns: dict[tuple[int, int], tuple[float, ...]] = {}
        self._held: dict[tuple[int, int, int, int], Held] = {}
        self._ends: dict[int, list[End]] = {}
        self._worth: dict[int, float] = {}
        self._allow: dict[int, tuple[int, ...]] = {}
        self._reach: dict[tuple[int, int, int], list[tuple[int, int, int, int]]] = {}
        self.tried: dict[int, list[tuple[float, End]]] = {}
        """The plots that were looked at furthest, by ship, with what they are worth."""
        self.thought: dict[int, list[tuple[float, Order]]] = {}
        """What else was weighed for each ship in this step."""
        # Downwind, in a frame where a hex is one unit: how far a step along q and r goes with the wind.
        q, r = DOWN[table.wind]
        self.down = (q, r)
        self._weigh()

    def think(self, number: int, value: float, order: Order) -> None:
        """Keep what an order was worth, to be told when somebody asks why."""
        self.thought.setdefault(number, []).append((value, order))

    def having(self, temper: Temper) -> Watch:
        """The same look at the same table by somebody of another temper."""
        other = copy(self)
        other.temper, other.tried, other.thought = temper, {}, {}
        other._weigh()
        return other

    def _weigh(self) -> None:
        """Care and approach as they are now: who is not ahead has less of the one and more of the other later on."""
        points, temper = score(self.table, self.charts), self.temper
        late = 0.0
        if points[self.side] <= points[self.table.enemy(self.side)]:
            late = min(1.0, self.table.turn / max(1, self.table.turns))
        self.care = temper.care * (1 - temper.haste * late)
        self.approach = temper.approach * (1 + late)

    # What is there

    def loads(self, number: int) -> Loads:
        """What is loaded: known of one's own ships, guessed of others."""
        return self.own.load(number) if self.table.ships[number].side == self.side else LOADED

    def guns(self, firer: int, target: int) -> tuple[float, ...]:
        """By bearing: what her broadside at that target is worth."""
        battery = self._guns.get((firer, target))
        if battery is None:
            ships = self.table.ships
            battery = guns_of(self.table, ships[firer], self.loads(firer), ships[target], self.charts)
            if ships[target].dismasted and gives_up(self.table, target, firer, self.charts):
                battery = tuple(
                    [
                        max(worth, self.worth(target)) if at in ENDING and worth else worth
                        for at, worth in enumerate(battery)
                    ]
                )
            self._guns[firer, target] = battery
        return battery

    def worth(self, number: int) -> float:
        """What a ship is worth to who takes her."""
        weight = self._worth.get(number)
        if weight is None:
            weight = self._worth[number] = weights(self.table.ships[number], self.table.duel).ship
        return weight

    def near(self, number: int, others: list[int], count: int) -> list[int]:
        """The nearest of some ships."""
        q, r, _ = self.pose[number]

        def far(n: int) -> int:
            a, b, _ = self.pose[n]
            return max(abs(a - q), abs(b - r), abs(a - q + b - r))

        return sorted(others, key=lambda n: (far(n), n))[:count]

    def far(self, one: int, other: int) -> int:
        return apart(self.table.ships[one], self.table.ships[other])

    # What ships could do

    def ends(self, number: int) -> list[End]:
        """Every plot of hers, one for each place and speed it ends with."""
        ends = self._ends.get(number)
        if ends is None:
            seen: dict[tuple[int, int, int, int], End] = {}
            ship = self.table.ships[number]
            bow, drift = ship.bow, self._drifts(number)
            for moves, place, heading, spent in notation.plots(self.table, number, self.charts):
                q, r = ahead(place, self.table.wind) if drift and place == bow else place
                key = (q, r, heading, spent)
                if key not in seen or len(moves) < len(seen[key].moves):
                    seen[key] = End(moves, (q, r, heading), spent)
            ends = self._ends[number] = list(seen.values())
        return ends

    def _drifts(self, number: int) -> bool:
        """Whether she drifts a hex if she makes no way."""
        ship, table = self.table.ships[number], self.table
        still = ship.still + 1
        if still < 2 or not table.velocity or riding(ship) or table.held(number):
            return False
        return still % 2 == 0 or not ship.of_the_line

    def moved(self, changes: dict[int, tuple[Pose, int]]) -> Watch:
        """The same watch a turn later, with ships at other places and speeds; their hulls are as they were."""
        table = self.table
        ships = list(table.ships)
        for n, ((q, r, heading), spent) in changes.items():
            ship = ships[n]
            # A hex drifted is no way made; what that changes is small.
            still = 0 if (q, r) != ship.bow and spent else ship.still + 1
            ships[n] = replace(ship, bow=(q, r), heading=heading, speed=spent, still=still)
        after = copy(self)
        after.table = replace(table, ships=tuple(ships))
        after.pose = {**self.pose, **{n: pose for n, (pose, _) in changes.items()}}
        after._ends = {}
        return after

    def reach(self, number: int, heading: int, spent: int) -> list[tuple[int, int, int, int]]:
        """Where she could go in the next turn from a heading and a speed: steps of the bow, heading and speed."""
        key = (number, heading, spent)
        reached = self._reach.get(key)
        if reached is None:
            ship = self.table.ships[number]
            still = 0 if spent else 1
            there = replace(ship, bow=(0, 0), heading=heading, speed=spent, still=still)
            table = self.table.with_ship(number, there)
            seen: dict[tuple[int, int, int], int] = {}
            for _, (q, r), end, cost in notation.plots(table, number, self.charts):
                seen[q, r, end] = max(cost, seen.get((q, r, end), 0))
            reached = self._reach[key] = [(q, r, end, cost) for (q, r, end), cost in seen.items()]
        return reached

    # What it is worth

    def pair(self, me: int, mine: Pose, foe: int, hers: Pose) -> float:
        """Fire and grapples of two ships where they lie: mine less hers."""
        a, b, far = lie(mine, hers)
        if far > 1:
            value = 0.0
            if a:
                value += self.guns(me, foe)[a]
            if b:
                value -= self.care * self.guns(foe, me)[b]
            return value
        if far == 0:
            return FOULED * self.held(me, foe).value
        return self.guns(me, foe)[a] - self.care * self.guns(foe, me)[b] + GRAPPLED * self.held(me, foe).value

    def grid(self, me: int, mine: list[Pose], foe: int, hers: list[Pose]) -> list[list[float]]:
        """`pair` for every two of these poses, in one go: most of the thinking is done here."""
        my_guns, her_guns, care = self.guns(me, foe), self.guns(foe, me), self.care
        rows = []
        grip: float | None = None
        for a in mine:
            row = []
            for b in hers:
                bears, borne, far = lie(a, b)
                value = my_guns[bears] - care * her_guns[borne]
                if far <= 1:
                    if grip is None:
                        grip = self.held(me, foe).value
                    value = FOULED * grip if far == 0 else value + GRAPPLED * grip
                row.append(value)
            rows.append(row)
        return rows

    def lies(self, me: int, mine: Pose, foe: int, hers: Pose) -> float:
        """What a position promises beside the fire of the moment: nearness, and the weather gauge."""
        dq, dr = mine[0] - hers[0], mine[1] - hers[1]
        far = max(abs(dq), abs(dr), abs(dq + dr))
        down = dq * self.down[0] + dr * self.down[1]
        scale = self.worth(foe)
        value = 0.0
        if far > CLOSE:
            value = -self.approach * scale * self.coming_up(mine, foe, hers, self.allow(me)) * (far - CLOSE) / far
        allowed = self.allow(me)[mine[2]]
        value += self.temper.way * scale * min(3, allowed) - (0.0 if allowed else self.temper.irons * scale)
        return value - self.temper.gauge * scale * max(-4.0, min(4.0, down))

    def coming_up(self, mine: Pose, foe: int, hers: Pose, allow: tuple[int, ...]) -> float:
        """About how many turns it takes to come up with an enemy: one who is adrift is met where she drifts to."""
        dq, dr = hers[0] - mine[0], hers[1] - mine[1]
        best = passage(dq, dr, mine[2], allow)
        if self._adrift(foe):
            a, b = STEPS[self.table.wind]
            for turn in range(1, MEETING + 1):
                if turn >= best:
                    break
                best = min(best, max(turn, passage(dq + a * turn, dr + b * turn, mine[2], allow)))
        return best

    def _adrift(self, number: int) -> bool:
        """Whether she has lain still for so long that she goes a hex with the wind every turn."""
        return self.table.ships[number].still >= 2 and self._drifts(number)

    def together(self, me: int, mine: Pose, friends: Sequence[Pose]) -> float:
        """What it costs to leave her friends behind: nothing within hail of the nearest."""
        if not friends or not self.temper.company:
            return 0.0
        far = min([max(abs(q - mine[0]), abs(r - mine[1]), abs(q + r - mine[0] - mine[1])) for q, r, _ in friends])
        return -self.temper.company * self.worth(me) * max(0, min(far, STRAGGLING) - HAIL)

    def idle(self, me: int, end: End) -> float:
        """What it costs to make no way, for a ship that is free to."""
        if not self.temper.stir or makes_way(end) or self.table.ships[me].anchor or len(self.ends(me)) == 1:
            return 0.0
        return -self.temper.stir * self.worth(me)

    def allow(self, number: int) -> tuple[int, ...]:
        """Her movement factors on each heading, counted from 1."""
        allowances = self._allow.get(number)
        if allowances is None:
            allowances = self._allow[number] = wind.allowances(self.table, number, self.charts)
        return allowances

    # Hand to hand

    def held(self, me: int, foe: int, mine: int = -1, hers: int = -1) -> Held:
        """Two ships held together; without bearings, both with full broadsides to each other."""
        key = (me, foe, mine, hers)
        grip = self._held.get(key)
        if grip is None:
            grip = self._held[key] = self._grip(me, foe, mine, hers)
        return grip

    def _grip(self, me: int, foe: int, mine: int, hers: int) -> Held:
        ships = self.table.ships
        abeam = 12
        my_fire = self.guns(me, foe)[abeam if mine < 0 else mine]
        her_fire = self.guns(foe, me)[abeam if hers < 0 else hers]
        my_choice, her_choice = _parties(ships[me]), _parties(ships[foe])
        stakes = self.worth(me), self.worth(foe)
        matrix = [
            [self._clash(ships[me], a, ships[foe], b, my_fire, her_fire, stakes) for b in her_choice]
            for a in my_choice
        ]  # fmt: skip
        mix, her_mix, value = solve(matrix, 60)
        return Held(my_choice, mix, her_choice, her_mix, value, matrix)

    def _clash(
        self, me: Ship, mine: Parties, foe: Ship, hers: Parties, fire: float, return_fire: float,
        stakes: tuple[float, float],
    ) -> float:  # fmt: skip
        """What a turn is worth with these parties told off: fire of who is left at the guns, and the fight."""
        value = _manned(me, mine) * fire - _manned(foe, hers) * return_fire
        if mine.kind != "OBP" and hers.kind != "OBP":
            return value
        a = _band(me, mine, "OBP" if mine.kind == "OBP" else "DBP")
        b = _band(foe, hers, "OBP" if hers.kind == "OBP" else "DBP")
        my_men, her_men = weights(me, self.table.duel).crew, weights(foe, self.table.duel).crew
        for won, left, hers_left, chance in outcomes(a, b, ROUNDS, self.charts):
            lost, taken = a.squares - left, b.squares - hers_left
            gain = her_men * taken - my_men * lost
            if won > 0:
                if mine.kind == "OBP":
                    gain += stakes[1]
                else:
                    gain += her_men * hers_left + (stakes[1] if b.squares >= foe.hands else 0.0)
            elif won < 0:
                if hers.kind == "OBP":
                    gain -= stakes[0]
                else:
                    gain -= my_men * left + (stakes[0] if a.squares >= me.hands else 0.0)
            value += chance * gain
        return value


@lru_cache(maxsize=65536)
def passage(dq: int, dr: int, heading: int, allow: tuple[int, ...]) -> float:
    """About how many turns it takes to come to a place: on two headings, and time for turning to them.

    To windward she must beat: the eye of the wind is no heading, but those on either side of it are.
    """
    best = 99.0
    for first in range(1, 7):
        a, b = STEPS[first]
        for by in (1, 2):
            second = (first - 1 + by) % 6 + 1
            c, d = STEPS[second]
            whole = a * d - b * c
            one, two = (dq * d - dr * c) / whole, (a * dr - b * dq) / whole
            if one < 0 or two < 0:
                continue
            time = one / (allow[first] or SLOW) + two / (allow[second] or SLOW)
            turns = [
                _coming_about(heading, to, allow) for to, hexes in ((first, one), (second, two)) if hexes
            ]  # fmt: skip
            time += min(turns, default=0.0)
            best = min(best, time)
    return best


def _coming_about(heading: int, to: int, allow: tuple[int, ...]) -> float:
    """About how many turns she needs to come to a heading: a factor for each 60 degrees, a turn in and out of irons."""
    ways = []
    for by in (-1, 1):
        now, cost = heading, 0.0
        while now != to:
            after = (now - 1 + by) % 6 + 1
            cost += TURNING if allow[now] and allow[after] else 1.0
            now = after
        ways.append(cost)
    return min(ways)


SLOW = 0.15
"""A speed for headings on which she makes none: drifting, or waiting for the wind to shift."""
TURNING = 0.3


def _parties(ship: Ship) -> list[Parties]:
    """What she may tell off now, with those who fight on from last turn."""
    if ship.prize is not None:
        return [Parties(None, (), 0)]
    able = boarding.able_sections(ship)
    fighting = boarding.told_off(ship, ())
    parties = []
    if not fighting:
        parties.append(Parties(None, (), 0))
    for kind in ("OBP", "DBP"):
        if any(party.kind != kind and party.kind != "TBP" for party in ship.parties):
            continue
        for count in range(1, len(able) + 1):
            sections = able[:count]
            if set(fighting) <= set(sections):
                parties.append(Parties(kind, sections, sum(ship.crew[n - 1] for n in sections)))
    return parties or [Parties(None, (), 0)]


def _manned(ship: Ship, parties: Parties) -> float:
    """How much of her fire is left with so many sections in parties."""
    living = len(boarding.able_sections(ship))
    left = living - len(parties.sections)
    if ship.prize is not None:
        return 1.0
    return 0.0 if left <= 0 else max(0.3, 1 - 0.13 * len(parties.sections))


def _band(ship: Ship, parties: Parties, kind: Kind) -> Side:
    """Her men in the fight: those told off, else the section that stands to of itself."""
    if ship.prize is not None:
        return Side(ship.prize.squares, ship.prize.quality, ship.ship_class, kind)
    squares = parties.squares
    if not parties.sections:
        squares = next((ship.crew[n - 1] for n in boarding.able_sections(ship)), 0)
    return Side(squares, ship.quality, ship.ship_class, kind)


def _downwind() -> tuple[tuple[float, float], ...]:
    """By the wind's heading: how far a step along q and along r goes downwind."""
    root = 3**0.5 / 2
    axes = {1: (0.0, -1.0), 2: (root, -0.5), 3: (root, 0.5), 4: (0.0, 1.0), 5: (-root, 0.5), 6: (-root, -0.5)}
    q, r = axes[3], axes[4]
    edges: list[tuple[float, float]] = [(0.0, 0.0)]
    for heading in range(1, 7):
        x, y = axes[heading]
        edges.append((q[0] * x + q[1] * y, r[0] * x + r[1] * y))
    return tuple(edges)


DOWN = _downwind()
