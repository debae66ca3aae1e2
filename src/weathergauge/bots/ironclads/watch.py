"""The watch on deck: how ships lie to each other, and what each can do to the others from where she lies.

Everything is counted in points of the scenario. Places are bases, as the rules have them; distances between them are
taken along the line of their centres, which is quick and near enough to judge by.
"""

from __future__ import annotations

from math import atan2, degrees, hypot

from msgspec import Struct

from weathergauge.bots.ironclads import worth
from weathergauge.freetable import COS, FINE, SCALE, SIN, Box, angle_between
from weathergauge.freetable.shores import holds
from weathergauge.rulesets.ironclads import arcs, gunfire, ramming, speed, steaming, victory
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.gunfire import Situation
from weathergauge.rulesets.ironclads.passage import STRAIGHT
from weathergauge.rulesets.ironclads.state import INCH, Minefield, Ship, Table
from weathergauge.rulesets.ironclads.terms import SECTORS, Sector, Side
from weathergauge.rulesets.ironclads.weather import STORM

S = tuple([SIN[angle] / SCALE for angle in range(360)])
C = tuple([COS[angle] / SCALE for angle in range(360)])
RANGES = (arcs.POINT_BLANK, 10 * INCH, 20 * INCH)
"""Where the range bands end that a captain thinks in: point blank, close, medium; long has no end."""
MIDDLES = (200, 700, 1500, 3000)
EDGES = ("north", "east", "south", "west")


class Temper(Struct, frozen=True):
    """What a captain makes of chances and risks."""

    caution: float = 0.9
    """What a loss weighs against a gain."""
    urgency: float = 0.5
    """How much of that is gone by the last turn, for a side that is not ahead."""
    later: float = 0.6
    """What the next turn weighs against this one."""
    approach: float = 0.12
    """What it is worth, as a share of what could be done there, to be a turn nearer to an enemy."""
    ahead: float = 2.0
    """How much more careful he is with a lead."""
    stands: float = 1.0
    """How much of his care goes for leaving the table too: with none of it, whole ships go home with what was won."""


CAPTAIN = Temper()


Lying = tuple[float, float, float, float, float, float]


def lie(a: Box, b: Box) -> Lying:
    """The gap between two bases, `b` as `a` sees her and `a` as `b` does (ahead, abeam), and what the bases take of it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    s, c = S[a[2]], C[a[2]]
    ahead, abeam = dx * s + dy * c, dx * c - dy * s
    s, c = S[b[2]], C[b[2]]
    back, beside = -dx * s - dy * c, -dx * c + dy * s
    far = hypot(dx, dy) or 1.0
    extent = (a[3] * abs(ahead) + a[4] * abs(abeam) + b[3] * abs(back) + b[4] * abs(beside)) / (2 * far)
    return max(0.0, far - extent), ahead, abeam, back, beside, extent


def turned_about(seen: Lying) -> Lying:
    """The same as the other of the two has it."""
    gap, ahead, abeam, back, beside, extent = seen
    return gap, back, beside, ahead, abeam, extent


def _struck(back: float, beside: float, ship: Ship) -> int:
    """The edge of a ship that is struck by one who runs at her middle from there."""
    if abs(beside) * ship.length <= 1.2 * abs(back) * ship.width:
        return 0 if back > 0 else 2
    return 1 if beside > 0 else 3


def sector(ahead: float, abeam: float) -> int:
    """The sector in which a point lies, by its number."""
    if ahead >= abs(abeam):
        return 0
    if -ahead > abs(abeam):
        return 2
    return 1 if abeam > 0 else 3


def band(gap: float) -> int:
    if gap <= RANGES[0]:
        return 0
    if gap <= RANGES[1]:
        return 1
    return 2 if gap <= RANGES[2] else 3


Fire = tuple[tuple[float, ...], ...]
"""Points, or quarters, by band and sector."""


class Watch:
    """What a side sees, and what it makes of it."""

    def __init__(
        self, table: Table, side: Side, charts: Charts, temper: Temper = CAPTAIN, mines: tuple[Minefield, ...] = ()
    ) -> None:
        self.table, self.side, self.charts, self.temper = table, side, charts, temper
        self.ships = table.ships
        self.mines = (*table.mines, *mines)
        """Minefields that this side knows."""
        self.ours = [n for n, ship in enumerate(self.ships) if ship.able and ship.side == side]
        self.foes = [n for n, ship in enumerate(self.ships) if ship.able and ship.side != side]
        self.stakes = worth.stakes(table)
        self.slopes = [
            stake * worth.loss(min(4, ship.hull), ship.hull, ship.hull_full) / min(4, ship.hull) if ship.able else 0.0
            for ship, stake in zip(self.ships, self.stakes, strict=True)
        ]
        """Points for each quarter of hull that a ship loses next."""
        self.lead = self._lead()
        self.caution = self._caution()
        self.reach = [0 if ship.fort or ship.gone else self._run(n) for n, ship in enumerate(self.ships)]
        self._fire: dict[tuple[int, int, bool], Fire] = {}
        self._ram: dict[tuple[int, int, int], float] = {}
        self._wants: dict[tuple[int, int], float] = {}
        self._limits = [
            steaming.turn_limit(ship, table.settings) if ship.able and not ship.fort else 0 for ship in self.ships
        ]

    def _run(self, n: int) -> int:
        """How far a ship can go in a turn: orders are hidden, so at full speed, which nobody rules out."""
        return speed.limit(self.table, n, "full", self.charts).run

    def _lead(self) -> float:
        """Whether this side would win, draw or lose if it ended now: 1, 0 or -1."""
        winner = victory.decided(self.table, "").winner
        return 0.0 if winner is None else 1.0 if winner == self.side else -1.0

    def _caution(self) -> float:
        temper, table = self.temper, self.table
        spent = table.turn / max(1, table.turns)
        if self.lead > 0:
            return temper.caution + temper.ahead * spent
        return temper.caution * (1 - temper.urgency * spent * spent)

    # Guns

    def fire(self, a: int, b: int, loaded: bool) -> Fire:
        """What a ship's guns are worth against another, by band and sector: those loaded now, or all of them."""
        worth = self._fire.get((a, b, loaded))
        if worth is None:
            slope = self.slopes[b]
            worth = tuple([tuple([slope * quarters for quarters in row]) for row in self.quarters(a, b, loaded)])
            self._fire[a, b, loaded] = worth
        return worth

    def quarters(self, a: int, b: int, loaded: bool) -> Fire:
        """The quarters of hull that a ship's guns are likely to cost another, by band and sector."""
        ship, target = self.ships[a], self.ships[b]
        rows = []
        for middle in MIDDLES:
            at = Situation(
                firer_class=1 if ship.fort else ship.ship_class,
                target_class=1 if target.fort else target.ship_class,
                square=(middle * FINE) ** 2,
                armour=target.armour,
                stopped=gunfire.stopped(target),
                storm=self.table.level >= STORM,
                per_hit=self.table.settings.hull_per_hit,
                listing=ship.heavy_list,
                fort=target.fort,
            )
            by_sector: list[dict[str, float]] = [{}, {}, {}, {}]
            spent = {b.group for b in ship.batteries if b.fired and b.group} if loaded else set()
            for gun, battery in enumerate(ship.batteries):
                if battery.lost or (loaded and (battery.fired or battery.group in spent)):
                    continue
                laid = gunfire.laid(battery, False, at, self.charts)
                value = worth.expected(laid, target.hull_full, self.charts)
                key = battery.group or f"#{gun}"
                for sector in battery.sectors:
                    group = by_sector[SECTORS.index(sector)]
                    group[key] = max(group.get(key, 0.0), value)
            rows.append(tuple([sum(group.values()) for group in by_sector]))
        return tuple(rows)

    # Rams

    def ram(self, a: int, b: int, edge: int) -> float:
        """What it is worth to one ship to run into an edge of another with her bow, at full speed."""
        worth = self._ram.get((a, b, edge))
        if worth is None:
            worth = self._ram[a, b, edge] = self.rams(a, b, "bow", SECTORS[edge], False, self.knots(a))
        return worth

    def knots(self, n: int) -> int:
        return speed.limit(self.table, n, "full", self.charts).knots

    def rams(self, a: int, b: int, edge: Sector, struck: Sector, by_turn: bool, knots: int) -> float:
        """What a ram is worth to the ship that makes it, by its exact odds."""
        mine, hers = self.clash(a, b, edge, struck, by_turn, knots)
        return hers - self.care(a) * mine

    def clash(self, a: int, b: int, edge: Sector, struck: Sector, by_turn: bool, knots: int) -> tuple[float, float]:
        """What a ram is expected to cost the ship that makes it, and the one that is struck, in points."""
        one, other = self.ships[a], self.ships[b]
        if not ramming.rammable(one, other):
            return 0.0, 0.0
        met = ramming.Collision(ramming.beam(one), ramming.beam(other), self.table.era, knots, edge, struck, by_turn)
        mine, hers = worth.ram(ramming.laid(met, self.charts), self.charts)
        return mine * self.stakes[a], hers * self.stakes[b]

    def care(self, a: int) -> float:
        """What a loss of her own side weighs to a ship: the enemy is taken to be as careful as we are."""
        return self.caution if self.ships[a].side == self.side else self.temper.caution

    def menace(self, a: int, b: int, seen: Lying, turn: int) -> tuple[float, float]:
        """What a ship that is about to be activated can do to another: a ram if it is within her reach, and her fire.

        With what is loaded now, and with everything. `seen` is how the other lies to her, `turn` her heading less the
        other's.
        """
        gap, ahead, abeam, back, beside, extent = seen
        reach = self.reach[a]
        here, there = band(gap), sector(ahead, abeam)
        near = band(gap - 0.7 * reach) if ahead > 0 and gap > reach else here
        table = self.fire(a, b, True)
        loaded = 0.4 * table[here][there] + 0.6 * max(table[near])
        table = self.fire(a, b, False)
        full = 0.4 * table[here][there] + 0.6 * max(table[near])
        strike = 0.0
        if gap < reach >= STRAIGHT and not self.ships[b].fort and not self.ships[a].grounded:
            # She runs an inch before she turns.
            on = ahead - STRAIGHT
            if hypot(on, abeam) - extent <= reach - STRAIGHT and on > -extent:
                limit = 3 if self.ships[a].rudder else self._limits[a]
                if abs(degrees(atan2(abeam, on))) <= limit:
                    back, beside = back + STRAIGHT * C[turn], beside + STRAIGHT * S[turn]
                    strike = max(0.0, self.ram(a, b, _struck(back, beside, self.ships[b])))
        return loaded + strike, full + strike

    # Where she would be

    def wanted(self, n: int, foe: int) -> float:
        """How much a ship is drawn to an enemy: by what she could do to her at close range, and what it would cost."""
        wish = self._wants.get((n, foe))
        if wish is None:
            gain = max(self.fire(n, foe, False)[1]) + max(0.0, self.ram(n, foe, 1))
            pain = max(self.fire(foe, n, False)[1]) + max(0.0, self.ram(foe, n, 1))
            wish = max(gain - 0.5 * self.care(n) * pain, 0.15 * gain, 0.02)
            if self.table.goals:
                wish += 0.1 * self.stakes[foe]
            self._wants[n, foe] = wish
        return wish

    def homeward(self, n: int, at: Box) -> float | None:
        """How a place suits a ship that is to leave the table; None if she is here to fight."""
        edges = self.way_out(self.ships[n])
        if edges is None:
            return None
        return -self.stakes[n] * 0.08 * self._turns_to(at, edges, max(self.reach[n], 50))

    def foes_of(self, n: int) -> list[int]:
        return self.foes if self.ships[n].side == self.side else self.ours

    def way_out(self, ship: Ship) -> tuple[str, ...] | None:
        """The edges by which a ship helps to win if she leaves by them; None if she is here to fight."""
        chased: tuple[str, ...] = ()
        for goal in self.table.goals:
            if ship.id in goal.leave:
                return (goal.edge,) if goal.edge else EDGES
            if goal.side != ship.side and ship.id in goal.sink:
                chased = (goal.edge,) if goal.edge else EDGES
        if chased and not any(goal.side == ship.side for goal in self.table.goals):
            return chased
        return None

    def _turns_to(self, at: Box, edges: tuple[str, ...], reach: int) -> float:
        best = 99.0
        x, y, heading, _, _ = at
        table = self.table
        for edge, far, course in zip(EDGES, (table.height - y, table.width - x, y, x), (0, 90, 180, 270), strict=True):
            if edge not in edges:
                continue
            off = angle_between(heading, course)
            blocked = 0.0
            for share in (0.33, 0.66, 1.0):
                if self.ashore(x + S[course] * far * share, y + C[course] * far * share):
                    blocked += 3.0
            best = min(best, max(0, far) / reach + off / 120 + blocked)
        return best

    def leaving(self, n: int, edge: str) -> float:
        """What it is worth if a ship goes over an edge of the table."""
        ship = self.ships[n]
        out = self.way_out(ship)
        if out is not None and edge in out:
            return (2.0 if self.table.goals else 0.5) * self.stakes[n]
        if out is not None:
            return -2.0 * self.stakes[n]
        care = 1 + self.temper.stands * max(0.0, self.care(n) - 1)
        value = -self.stakes[n] * 0.7 * worth.fit(ship) * care - 0.3
        others = [other for other in self.ours if other != n and not self.ships[other].fort]
        if not others and ship.side == self.side:
            value -= 10.0  # whoever leaves the sea to the enemy has not won (IR62)
        return value

    # Land and sea

    def ashore(self, x: float, y: float) -> bool:
        point = (round(x) * FINE, round(y) * FINE)
        return any(shore.kind == "land" and holds(shore.points, point) for shore in self.table.shores)

    def room(self, n: int, at: Box) -> float:
        """What it costs to lie where there is little room to steer."""
        table, run = self.table, max(150, min(350, self.reach[n]))
        limit = self._limits[n]
        shut = 0
        for turn in (0, -limit, limit):
            heading = (at[2] + turn) % 360
            x = at[0] + S[at[2]] * STRAIGHT + S[heading] * run
            y = at[1] + C[at[2]] * STRAIGHT + C[heading] * run
            off = not (0 < x < table.width and 0 < y < table.height)
            point = (round(x) * FINE, round(y) * FINE)
            if off or any(holds(shore.points, point) for shore in table.shores):
                shut += 1
        return self.stakes[n] * (0.0, 0.02, 0.08, 0.3)[shut]
