"""What a side can make out: its own formations and orders, and the enemy as far as counters and memory tell.

Nothing comes from anywhere but the view. What a counter once showed is remembered while it stays on the map: a formation
that is lost from sight has not changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from weathergauge.bots.sealords import guns, pilot
from weathergauge.bots.sealords.pilot import Shunned
from weathergauge.bots.sealords.staff import stops
from weathergauge.bots.sealords.temper import Temper
from weathergauge.rulesets.sealords import damage
from weathergauge.rulesets.sealords.forces import Counter, Formation, Order
from weathergauge.rulesets.sealords.orders import holding
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED, course
from weathergauge.rulesets.sealords.ports import friendly_ports, standing
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.sea.passage import fastest
from weathergauge.rulesets.sealords.sequence import quarterly, turns_between
from weathergauge.rulesets.sealords.state import Gale, Seated, Secret, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, at, world
from weathergauge.rulesets.sealords.yards import repairs

UNSEEN = 7.0
"""Sail behind a counter that nobody has made out, about: many are dummies or small."""
NEAR = 0.5
"""How much an enemy counts who is one place away."""
PRICED = 0.3
"""How much of a threat those are who would pay prestige to attack."""
WORN = 0.67
"""A squadron with such a part of her rating in damage wants a yard."""
SPENT = 0.9
"""With such a part she is given no new order."""
MINOR, ROLL = 20.0, 0.5
"""MPs that it is out of the way to a port without a yard, and that a repair roll of a yard is nearer."""


class Memory:
    """What counters showed when they were last seen closely."""

    def __init__(self) -> None:
        self.seen: dict[str, Counter] = {}
        self.cargo: dict[str, float] = {}
        """What is left of convoys that were fallen upon."""
        self._gales: tuple[Gale, ...] = ()
        self._storm: dict[str, int] = {}

    def look(self, table: Table, side: Side) -> None:
        for counter in table.counters:
            if counter.side == side or counter.known == "hidden":
                continue
            known = self.seen.get(counter.id)
            if counter.known == "all" or known is None or known.known != "all":
                self.seen[counter.id] = counter

    def storm(self, table: Table, world: World) -> dict[str, int]:
        """Places under the gales that lie on the table, with their damage points: found once for the same gales."""
        if table.gales != self._gales:
            self._gales, self._storm = table.gales, {}
            for place in world.places:
                felt = gale_at(table, place, world)
                if felt is not None and felt.effect.attrition_dp:
                    self._storm[place] = felt.effect.attrition_dp
        return self._storm


class Watch:
    """The map as one side sees it now."""

    def __init__(self, view: Seated, world: World, temper: Temper, memory: Memory) -> None:
        self.view, self.world, self.temper, self.memory = view, world, temper, memory
        self.table: Table = view.table
        self.own: Secret = view.own
        self.side: Side = view.seat
        self.charts = world.charts

    # The enemy

    @cached_property
    def foes(self) -> list[tuple[Counter, Formation | None]]:
        """Enemy counters, each with what may be expected behind it."""
        there = [counter for counter in self.table.counters if counter.side != self.side and counter.kind != "dummy"]
        return [(counter, guns.guessed(counter, self.world, self.memory.seen.get(counter.id))) for counter in there]

    @cached_property
    def _afloat(self) -> dict[str, list[tuple[float, bool]]]:
        """By place: the power of each enemy at sea there, and whether it may attack without a price."""
        forces: dict[str, list[tuple[float, bool]]] = {}
        for counter, guess in self.foes:
            if counter.state != "ready":
                continue
            if guess is not None and not guess.squadrons:
                continue
            power = guns.power(guess) if guess is not None else UNSEEN
            free = self.falls_upon_us(guess.command if guess is not None else "")
            forces.setdefault(at(counter.place), []).append((power, free))
        return forces

    @cached_property
    def strongest(self) -> float:
        """Power of the strongest enemy formation that is known, or of one that nobody has made out."""
        return max([UNSEEN, *[guns.power(guess) for _, guess in self.foes if guess is not None]])

    def falls_upon_us(self, command: str) -> bool:
        """Whether a contingent of the enemy may attack one of ours without a price; of an unknown one, whether any may."""
        ours = [contingent.id for contingent in self.world.values.contingents if contingent.side == self.side]
        theirs = [contingent.id for contingent in self.world.values.contingents if contingent.side == self.foe]
        theirs = [command] if command in theirs else theirs
        relations = {self.table.relation(a, b) for a in ours for b in theirs}
        return "war" in relations or ("hostile" in relations and not self._price_for(self.foe))

    def at_war_with(self, command: str) -> bool:
        """Whether one of our contingents is at war with any of the enemy's."""
        theirs = [contingent.id for contingent in self.world.values.contingents if contingent.side == self.foe]
        return any(self.table.relation(command, other) == "war" for other in theirs)

    def enemies(self, place: str) -> list[Formation]:
        """What may be expected of enemies at sea in a place."""
        there = [guess for counter, guess in self.foes if counter.place == place and counter.state == "ready"]
        return [enemy for enemy in there if enemy is not None and enemy.squadrons]

    def booty(self, place: str, ours: list[Formation]) -> float:
        """What an attack at a place promises these formations, its price paid: a battle, and convoys that are caught."""
        there = [
            (counter, guess) for counter, guess in self.foes if counter.state == "ready" and counter.place == place
        ]
        if not ours or not there:
            return 0.0
        theirs = [guess for _, guess in there if guess is not None and guess.squadrons]
        convoys = [counter for counter, _ in there if counter.kind == "convoy"]
        if not theirs and not convoys:
            return 0.0
        value = guns.prospect(ours, theirs, at(place), self.table, self.world).value if theirs else 0.0
        value += self.plunder(convoys, ours) * (1.0 if value >= 0 else 0.3)
        commands = [counter.command for counter, guess in there if counter.command] + [
            formation.command for formation in theirs
        ]
        relations = {self.table.relation(formation.command, other) for formation in ours for other in commands}
        if "war" not in relations:
            value -= self.peace + (self.temper.sure if self.peace else 0.0) if "hostile" in relations else pilot.NEVER
        return value

    @cached_property
    def traffic(self) -> dict[str, float]:
        """Places on the ways of enemy convoys, by the orders that the title knows: near their ports ways have not parted."""
        return _traffic(self.world.title, self.foe)

    def plunder(self, convoys: list[Counter], ours: list[Formation]) -> float:
        """What convoys that are caught are worth: their cargo, and the enemy's orders that come to nothing."""
        if not convoys:
            return 0.0
        squadrons = sum([len(formation.squadrons) for formation in ours])
        return stops.worth(convoys, squadrons, self.temper.order, self.world, self.memory.cargo)

    @cached_property
    def peace(self) -> float:
        """The price of attacking those with whom there is no war."""
        return self._price_for(self.side)

    def _price_for(self, side: Side) -> float:
        """What an attack without a war costs a side: the price is asked of one side alone."""
        peace = self.world.values.before_war
        if peace is None or not peace.attack or self.world.contingents[peace.foe].side != side:
            return 0.0
        return float(-self.charts.prestige.of(int, peace.attack))

    def force(self, place: str, whoever: bool = False) -> float:
        """Enemy power that can fall upon a place: there, and one place away. Those who would have to pay count less."""
        total = 0.0
        for where, share in ((at(place), 1.0), *[(near, NEAR) for near in self.world.near(place)]):
            for power, free in self._afloat.get(where, ()):
                total += power * share * (1.0 if free or whoever else PRICED)
        return total

    def friends(self, place: str, but: Iterable[str] = ()) -> float:
        """Own power at sea in a place."""
        kept = set(but)
        return sum(
            [
                guns.power(formation)
                for formation in self.own.formations
                if formation.place == place and formation.afloat and formation.id not in kept
            ]
        )

    def shunned(self, formation: Formation) -> Shunned:
        """Places that a formation keeps away from: a superior enemy, or a gale."""
        mine = guns.power(formation)
        dangers: dict[str, int] = {}
        for place in self._reach:
            over = self.force(place) - 1.2 * (mine + self.friends(place, (formation.id,)))
            if over > 0:
                dangers[place] = round(10 * self.temper.caution * min(8.0, over / 2))
        for place, dps in self.stormy.items():
            dangers[place] = dangers.get(place, 0) + 12 * dps
        return frozenset(dangers.items())

    @cached_property
    def _reach(self) -> set[str]:
        return {near for place in self._afloat for near in (place, *self.world.near(place))}

    @cached_property
    def stormy(self) -> dict[str, int]:
        """Places under a gale, with the damage points that it does each increment."""
        return self.memory.storm(self.table, self.world) if self.table.gales else {}

    @cached_property
    def close(self) -> set[str]:
        """Places with our formations at sea, and next to them."""
        ours = {
            at(formation.place)
            for formation in self.own.formations
            if formation.afloat and formation.squadrons and formation.kind != "convoy"
        }
        return ours | {near for place in ours for near in self.world.near(place)}

    # Passages

    def far(self, location: str, goal: str, rowed: bool = False, shunned: Shunned = frozenset()) -> float:
        return pilot.far(location, goal, self.world, self.table.winds, rowed, shunned)

    # Time

    @cached_property
    def impulses(self) -> int:
        """Impulses until the scenario ends at the latest, this one included."""
        each = int(str(self.charts.turn_structure.at("impulses_per_operations_phase")))
        date = self.table.date
        turns = turns_between(date, self.table.last, self.world)
        done = date.impulse - 1 if date.impulse else each
        if self.table.step == "opening":
            done = 0
        return turns * each + each - done

    @cached_property
    def counts_trade(self) -> bool:
        """Whether the trade of the Levant will be counted before the scenario ends: with a quarterly turn."""
        date, last = self.table.date, self.table.last
        turns = int(str(self.charts.turn_structure.at("turns_per_year")))
        for ahead in range(min(turns, turns_between(date, last, self.world) + 1)):
            if quarterly(replace(date, turn=(date.turn - 1 + ahead) % turns + 1), self.world):
                return True
        return False

    # Own formations

    def order(self, formation: Formation) -> Order | None:
        return holding.held(self.own, formation)

    @cached_property
    def ports(self) -> tuple[str, ...]:
        return friendly_ports(self.table, self.side, self.world)

    def worn(self, formation: Formation) -> bool:
        """Whether a formation wants a yard: one of its squadrons is near the end of what she can bear."""
        return any(squadron.dps >= WORN * squadron.rating for squadron in formation.squadrons)

    def spent(self, formation: Formation) -> bool:
        """Whether a formation must be repaired before it is given another order."""
        return any(squadron.dps >= SPENT * squadron.rating for squadron in formation.squadrons)

    def anchorage(self, place: str) -> bool:
        """Whether ships that mark time in a place lie sheltered there."""
        where = self.world.places.get(place)
        if where is None:
            return False
        return where.kind == "coastal" or standing(self.table, place, self.side, self.world) not in (None, "enemy")

    def home(self, formation: Formation) -> str | None:
        """The friendly port with a yard that is reached first; one without only where there is no other."""
        ways = [(self.far(formation.place, port, formation.galleys), port) for port in self.ports]
        best = min([(far + self._yardless(port), port) for far, port in ways], default=None)
        return best[1] if best is not None and best[0] < pilot.NEVER else None

    def _yardless(self, port: str) -> float:
        """MPs that a port's want of repairs is worth."""
        if self.world.places[port].port != "key":
            return MINOR
        return -ROLL * repairs.rolls(self.table, port, self.world)

    def pace(self, formation: Formation) -> int:
        """MPs in an impulse."""
        return min(damage.allowance(formation, self.charts), fastest(self.charts))

    @property
    def foe(self) -> Side:
        return self.world.enemy(self.side)


@lru_cache(maxsize=8)
def _traffic(title: str, side: Side) -> dict[str, float]:
    of = world(title)
    traffic: dict[str, float] = {}
    for entry in of.values.order_pool:
        if entry["side"] != side or entry["type"] not in ESCORTED:
            continue
        target = tuple(entry["target"])
        named = [name for name in of.values.routes if entry.get("route") and name.startswith(entry["route"])]
        for name in named or [""]:
            for place in course(target, name, of):
                traffic[place] = traffic.get(place, 0.0) + 1 / max(1, len(named))
    return traffic
