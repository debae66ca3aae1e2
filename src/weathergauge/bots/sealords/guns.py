"""What battles are worth: quick odds of combats and of whole battles, in prestige.

A combat is reckoned over the ten faces of its die by expected values: who loses how many sail, who is likely to founder.
A battle is the sum of its combats over the die of its damage level. All of it is remembered: the same squadrons meet again
and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from weathergauge.rulesets.sealords import leaders, ratings
from weathergauge.rulesets.sealords.battle import array, combat, opening
from weathergauge.rulesets.sealords.battle.combat import Line, Usage
from weathergauge.rulesets.sealords.forces import Counter, Formation, Leader, Squadron
from weathergauge.rulesets.sealords.orders.convoys import COUNTED_APART
from weathergauge.rulesets.sealords.state import Table, replace
from weathergauge.rulesets.sealords.terms import INTENSITIES, FormationKind, Intensity, Personality, Side, SquadronClass
from weathergauge.rulesets.sealords.world import World, world

WEAR = 0.02
"""What a damage point is worth that earns no prestige: she fights worse, and sails less far."""
FACES = tuple(range(10))
USUAL: dict[SquadronClass, int] = {"sol": 3, "sol_d": 2, "frigate": 2, "galley": 3, "flagship": 1}
"""Sail of a squadron of whom no more than her class is known."""


class Stakes(Struct, frozen=True):
    """What sail and damage points are worth in a title, as the change in how far a side is ahead."""

    flagship: float
    line: float
    frigate: float
    dp: float
    troop_dp: float
    """Of a troop or support convoy."""

    def of(self, cls: str) -> float:
        if cls == "flagship":
            return self.flagship
        return self.line if cls in ("sol", "sol_d") else self.frigate


@lru_cache(maxsize=8)
def stakes(title: str) -> Stakes:
    """From the title's prestige chart: a sail that costs her side as much as it brings the other counts twice."""
    of = world(title)
    chart = of.charts.prestige
    times = 2 if of.values.sail_costs else 1

    def row(name: str) -> float:
        return float(chart.at(name)) if (name,) in chart.cells else 0.0

    dp = row("per_8_dps_inflicted_by_battle_or_auxiliary_attack") / 8
    troop = row("per_8_dps_inflicted_on_support_or_troop_convoy_by_battle_or_auxiliary_attack") / 8
    return Stakes(
        times * row("per_1_enemy_flagship_sunk_or_struck"),
        times * row("per_2_enemy_sol_or_sol_d_sunk_or_struck") / 2,
        max(0.1, times * row("per_4_enemy_frigates_sunk_or_struck") / 4),
        dp + WEAR,
        dp + troop,
    )


def each_point(kind: str, title: str) -> float:
    """What a point of a convoy's cargo brings the enemy who takes it."""
    each = stakes(title)
    return (each.troop_dp if kind in COUNTED_APART else each.dp) - WEAR


def cargo(title: str) -> float:
    """The same of a convoy of nobody knows what kind: troops half of the time."""
    return (each_point("troop", title) + each_point("trade", title)) / 2


def worth(squadrons: Sequence[Squadron], title: str) -> float:
    """What squadrons would bring the enemy who sinks all of them."""
    each = stakes(title)
    return sum(
        [
            each.of(squadron.cls) * squadron.sail + each.dp * max(0, squadron.rating - squadron.dps)
            for squadron in squadrons
        ]
    )


# One combat


@lru_cache(maxsize=1 << 16)
def exchange(level: int, mine: Line, hers: Line, usage: Usage, title: str) -> float:
    """What a combat is worth to the first line: what it costs the other, less what it costs itself."""
    charts = world(title).charts
    fires, returns = _aim(level, mine, hers, usage, title), _aim(level, hers, mine, usage, title)
    total = 0.0
    for face in FACES:
        on_her = charts.combat_damage.at(face, fires[0])
        on_me = charts.combat_damage.at(face, returns[0])
        total += _cost(hers, on_her.sail_sunk, max(0, on_her.dp + fires[1]), title)
        total -= _cost(mine, on_me.sail_sunk, max(0, on_me.dp + returns[1]), title)
    return total / len(FACES)


@lru_cache(maxsize=1 << 16)
def _aim(level: int, line: Line, enemy: Line, usage: Usage, title: str) -> tuple[int, int]:
    """The column that a line fires in, and what is added to its damage points."""
    charts = world(title).charts
    wanted = level + sum([modifier.value for modifier in combat.column_modifiers(line, enemy, usage)])
    column = min(max(wanted, 0), 8)
    points = sum([modifier.value for modifier in combat.point_modifiers(line, enemy, wanted - column, usage, charts)])
    return column, points


@lru_cache(maxsize=1 << 16)
def _cost(line: Line, sunk: int, dps: int, title: str) -> float:
    """What so many sail and damage points cost a line, those that founder afterwards included."""
    worth = stakes(title)
    lost = min(sunk, line.sail)
    value = worth.dp * dps
    each = dps / max(1, len(line.squadrons))
    for squadron in line.squadrons:
        gone = lost * squadron.sail / max(1, line.sail)
        value += worth.of(squadron.cls) * gone
        if gone < squadron.sail:
            hurt = squadron.dps * (1 - gone / squadron.sail) + each * (2 if squadron.cls == "galley" else 1)
            value += worth.of(squadron.cls) * min(1.0, max(0.0, (hurt - squadron.rating) / 10))
    return value


# A whole battle


def battle(
    gauge: Sequence[Formation], other: Sequence[Formation], chosen: Intensity, strait: bool, narrow: bool, table: Table,
    of: World,
) -> float:  # fmt: skip
    """What a battle is worth to the side that has the gauge and chooses an intensity."""
    if not gauge or not other:
        return 0.0
    usage = combat.usage(table.settings, narrow)
    become = fought_at(chosen, temper(gauge, of), temper(other, of), strait, of.title)
    combats = array.forecast(gauge, other, become, usage, of)
    column = _levels(become, of.title)
    total = 0.0
    for pair in combats:
        total += sum([exchange(level, pair.gauge, pair.other, usage, of.title) for level in column]) / len(column)
    return total


def temper(formations: Sequence[Formation], of: World) -> Personality:
    return leaders.personality(leaders.senior([formation.leader for formation in formations], of.charts))


@lru_cache(maxsize=512)
def fought_at(chosen: Intensity, gauge: Personality, other: Personality, strait: bool, title: str) -> Intensity:
    """The intensity that comes of a choice, after both leaders' tempers."""
    charts = world(title).charts
    shift = charts.personality_matrix.at(gauge, other)
    allowed = combat.choices(strait, charts)
    wanted = INTENSITIES.index(chosen) + shift
    return INTENSITIES[min(max(wanted, INTENSITIES.index(allowed[0])), len(INTENSITIES) - 1)]


@lru_cache(maxsize=8)
def _levels(intensity: Intensity, title: str) -> tuple[int, ...]:
    chart = world(title).charts.battle_intensity
    return tuple([int(chart.at(face, intensity)) for face in FACES])


class Prospect(Struct, frozen=True):
    """What a battle promises a side with the gauge and without it; and how likely it has the gauge."""

    chance: float
    windward: float
    leeward: float
    intensity: Intensity

    @property
    def value(self) -> float:
        return self.chance * self.windward + (1 - self.chance) * self.leeward


def prospect(ours: Sequence[Formation], theirs: Sequence[Formation], place: str, table: Table, of: World) -> Prospect:
    """Both sides choose what suits them best when they have the gauge."""
    strait, narrow = of.places[place].kind == "strait", opening.narrow(place, of)
    allowed = combat.choices(strait, of.charts)
    if not ours or not theirs:
        return Prospect(0.5, 0.0, 0.0, allowed[0])
    mine = [(battle(ours, theirs, usage, strait, narrow, table, of), usage) for usage in allowed]
    hers = [-battle(theirs, ours, usage, strait, narrow, table, of) for usage in allowed]
    best = max(mine, key=lambda valued: valued[0])
    return Prospect(gauge(ours, theirs, table, of), best[0], min(hers), best[1])


def gauge(ours: Sequence[Formation], theirs: Sequence[Formation], table: Table, of: World) -> float:
    """How likely the first side has the gauge."""
    one = sum([m.value for m in opening.chances(opening.weatherly(ours, table.serial, of), of.charts)])
    two = sum([m.value for m in opening.chances(opening.weatherly(theirs, table.serial, of), of.charts)])
    return 0.5 if one == two else float(one > two)


# Whom nobody has seen closely


def guessed(counter: Counter, of: World, memory: Counter | None = None) -> Formation | None:
    """A formation as a counter lets one expect; None for a dummy, or where nothing at all is known."""
    seen = counter if counter.known != "hidden" else memory
    if seen is None or seen.kind == "dummy":
        return None
    if seen.shown is not None:
        return replace(seen.shown, place=counter.place, state=counter.state)
    if not seen.classes:
        return None
    return _usual(counter.id, counter.side, counter.place, seen.command, seen.classes, bool(seen.leader), of)


@lru_cache(maxsize=4096)
def _usual(
    id: str, side: Side, place: str, command: str, classes: tuple[SquadronClass, ...], led: bool, of: World
) -> Formation:
    squadrons: list[Squadron] = []
    for n, cls in enumerate(classes):
        sail = min(USUAL[cls], of.charts.squadron_ratings.at(cls).full)
        squadrons.append(ratings.squadron(f"{id}_{n}", command, cls, sail, of, guns=80 if cls == "flagship" else 0))
    leader = Leader(f"{id}_leader", "somebody", command, 3, "cautious", 3, 3, "rear_admiral") if led else None
    kind: FormationKind = "flotilla" if len(classes) > 1 else "squadron"
    return Formation(id, side, "a formation", kind, place, command, leader=leader, squadrons=tuple(squadrons))


def power(formation: Formation) -> float:
    """Sail as they fight, about: less with damage, more with a flagship's shift or a good leader."""
    total = 0.0
    for squadron in formation.squadrons:
        fit = max(0.3, 1.0 - squadron.dps / (2 * squadron.rating))
        weight = {"frigate": 0.5, "galley": 0.5, "flagship": 1.5 + 0.5 * squadron.shift}.get(squadron.cls, 1.0)
        total += squadron.sail * weight * fit
    led = formation.leader
    return total * (1.0 + 0.05 * ((led.lr if led is not None else 0) - 2))
