"""How the squadrons of a battle are laid against each other: leaders to squadrons, pairs, those who join, shared shifts.

Everything engaged is known to both sides, so that all of it comes from the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from weathergauge.dice import Modifier
from weathergauge.rulesets.sealords.battle import combat, opening
from weathergauge.rulesets.sealords.battle.combat import Combat, Line, Usage
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.leaders import favoured, lr, ordnance, rank_modifiers
from weathergauge.rulesets.sealords.phases import Battle, Fighting, Offering, Pairing
from weathergauge.rulesets.sealords.state import State, Table
from weathergauge.rulesets.sealords.terms import Intensity, Side
from weathergauge.rulesets.sealords.world import World


def places_left(table: Table) -> tuple[str, ...]:
    """The places that are still to be asked about in this increment."""
    return table.phase.left if isinstance(table.phase, Fighting | Offering) else ()


def ask(state: State, side: Side, step: Any, number: int = 0) -> State:
    """Wait for a side's decision in a battle."""
    return state.with_phase(Fighting(side, step, places_left(state.table), number))


def squadrons(table: Table, side: Side) -> list[Squadron]:
    """Every squadron of a side's engaged formations."""
    return [squadron for formation in opening.facing(table, side) for squadron in formation.squadrons]


def post(formation: Formation) -> str:
    """The squadron that a leader goes with if nobody places him: a flagship first, else the one of most sail (SL86)."""
    flagships = [squadron for squadron in formation.squadrons if squadron.cls == "flagship"]
    if flagships:
        return max(flagships, key=lambda squadron: squadron.shift).id
    return max(formation.squadrons, key=lambda squadron: squadron.sail).id


def posted(battle: Battle, formation: Formation) -> str:
    """The squadron that a leader is with: where he was placed, as long as she is there, else by the rule (8.26, SL86)."""
    chosen = dict(battle.leaders).get(formation.id, "")
    return chosen if formation.squadron(chosen) is not None else post(formation)


def posts(table: Table) -> tuple[tuple[str, str], ...]:
    """Each engaged leader with his squadron."""
    engaged = [formation for side in table.sides for formation in opening.facing(table, side)]
    led = [formation for formation in engaged if formation.leader is not None and formation.squadrons]
    return tuple([(formation.id, posted(table.fighting, formation)) for formation in led])


def aboard(table: Table, side: Side) -> tuple[tuple[str, str], ...]:
    """A side's leaders by name, each with his squadron."""
    with_them = dict(table.fighting.leaders)
    led = [(formation.leader, formation.id) for formation in opening.facing(table, side)]
    return tuple([(leader.name, with_them[id]) for leader, id in led if leader is not None and id in with_them])


def _placed(battle: Battle, side: Side) -> set[str]:
    own = side == battle.gauge
    return {id for pair in battle.combats for id in (pair.gauge if own else pair.other)}


def left(table: Table, side: Side) -> list[Squadron]:
    """Squadrons of a side that are in no combat yet."""
    placed = _placed(table.fighting, side)
    return [squadron for squadron in squadrons(table, side) if squadron.id not in placed]


def to_pair(table: Table, side: Side) -> list[Squadron]:
    """Squadrons that may still be paired. Flagships are not, unless a side has brought nothing else (SL86)."""
    every = squadrons(table, side)
    if all(squadron.cls == "flagship" for squadron in every):
        return left(table, side)
    return [squadron for squadron in left(table, side) if squadron.cls != "flagship"]


def chooser(battle: Battle) -> Side:
    """Who lays the next pair: the side with the gauge first, then in turn."""
    gauge = battle.gauge
    return gauge if len(battle.combats) % 2 == 0 else battle.enemy(gauge)


def joins(table: Table, side: Side, squadron: Squadron, world: World) -> list[int]:
    """The combats, by number from 0, that a squadron may join (8.333)."""
    battle, open_to = table.fighting, []
    known = {squadron.id: squadron for squadron in squadrons(table, side)}
    assert battle.intensity
    for n, pair in enumerate(battle.combats):
        line = [known[id] for id in (pair.gauge if side == battle.gauge else pair.other) if id in known]
        flagships = sum([member.cls == "flagship" for member in (*line, squadron)])
        if combat.holds(battle.intensity, flagships, len(line) + 1 - flagships, world.charts):
            open_to.append(n)
    return open_to


def may_join(table: Table, side: Side, world: World) -> Iterator[tuple[Squadron, int]]:
    for squadron in left(table, side):
        for n in joins(table, side, squadron, world):
            yield squadron, n


def next_to_join(table: Table, side: Side, world: World) -> tuple[Squadron, int] | None:
    """Who joins next where all join by strength, as in a forecast: flagships first, the best and then the most sail of those
    who are left over, where the fewest of their own are yet; None where nobody is left or finds room."""
    battle = table.fighting
    ships, flagships = _by_strength(left(table, side))
    for squadron in (*flagships, *ships):
        if open_to := joins(table, side, squadron, world):
            lines = {n: battle.combats[n].gauge if side == battle.gauge else battle.combats[n].other for n in open_to}
            return squadron, min(open_to, key=lambda n: (len(lines[n]), n))
    return None


def led_by(table: Table, side: Side, ids: tuple[str, ...], world: World) -> Formation | None:
    """The formation whose leader is in a combat with one of these squadrons, the best of them if several."""
    with_them = {formation for formation, squadron in table.fighting.leaders if squadron in ids}
    there = [
        formation
        for formation in opening.facing(table, side)
        if formation.id in with_them and formation.leader is not None
    ]
    return max(there, key=lambda formation: lr(formation.leader, world.charts), default=None)


def line(table: Table, side: Side, ids: tuple[str, ...], own_shifts: int, world: World, number: int = 0) -> Line:
    """One side of a combat as the dice know it."""
    known = {squadron.id: squadron for squadron in squadrons(table, side)}
    leading = led_by(table, side, ids, world)
    return Line(
        tuple([combat.fighter(known[id]) for id in ids if id in known]),
        lr(leading.leader, world.charts) if leading is not None else 0,
        leading is not None,
        ordnance(table, side, world.charts),
        own_shifts,
        luck(table, side, number, world),
    )


def luck(table: Table, side: Side, number: int, world: World) -> tuple[Modifier, ...]:
    """What players' ranks change about the die of a combat, as a side reads it (SL91)."""
    always = rank_modifiers(table, side, "combat_drm", world.charts)
    return (*always, *(favoured(table, side, "combat", combat=number) if number else ()))


def combat_of(table: Table, pair: Pairing, world: World, number: int = 0) -> Combat:
    """A combat of the battle in hand, as the dice know it; by its number from 1, once it is laid."""
    battle = table.fighting
    gauge = battle.gauge
    narrow = opening.narrow(battle.place, world)
    return Combat(
        battle.level,
        line(table, gauge, pair.gauge, pair.own_shift, world, number),
        line(table, world.enemy(gauge), pair.other, pair.own_shift, world, number),
        combat.usage(table.settings, narrow),
    )


def sharing(table: Table, pair: Pairing, world: World) -> tuple[Side, int] | None:
    """Who shares out leadership shifts in a combat, and how many; None where nobody leads better."""
    fought = combat_of(table, pair, world)
    ahead = fought.gauge.lr - fought.other.lr
    if not ahead:
        return None
    gauge = table.fighting.gauge
    return gauge if ahead > 0 else world.enemy(gauge), combat.shifts(fought.gauge.lr, fought.other.lr)


def forecast(
    gauge: Sequence[Formation], other: Sequence[Formation], intensity: Intensity, usage: Usage, world: World
) -> tuple[Combat, ...]:
    """How two fleets might be laid against each other: the strongest against the strongest, the rest joining in turn.

    Nobody need do so; it is what odds can be reckoned with before the pairs are laid.
    """
    both = _ranked(gauge), _ranked(other)
    number = min(len(both[0][0]), len(both[1][0]))
    lines = []
    for formations, (pairable, rest) in zip((gauge, other), both, strict=True):
        laid = [[squadron] for squadron in pairable[:number]]
        for n, squadron in enumerate([*rest, *pairable[number:]]):
            for turn in range(number):
                line = laid[(n + turn) % number]
                flagships = sum([member.cls == "flagship" for member in (*line, squadron)])
                if combat.holds(intensity, flagships, len(line) + 1 - flagships, world.charts):
                    line.append(squadron)
                    break
        ratings = {
            post(formation): lr(formation.leader, world.charts)
            for formation in formations
            if formation.leader is not None
        }
        lines.append([_forecast_line(line, ratings, world) for line in laid])
    return tuple([Combat(0, one, two, usage) for one, two in zip(*lines, strict=True)])


def _ranked(formations: Sequence[Formation]) -> tuple[list[Squadron], list[Squadron]]:
    """A fleet's squadrons that are paired, the strongest first, and its flagships, the best first."""
    ships, flagships = _by_strength([squadron for formation in formations for squadron in formation.squadrons])
    return (ships, flagships) if ships else (flagships, [])


def _by_strength(squadrons: Sequence[Squadron]) -> tuple[list[Squadron], list[Squadron]]:
    """Ships by their sail, and flagships by what they shift."""
    every = sorted(squadrons, key=lambda squadron: -squadron.sail)
    flagships = [squadron for squadron in every if squadron.cls == "flagship"]
    return (
        [squadron for squadron in every if squadron.cls != "flagship"],
        sorted(flagships, key=lambda squadron: -squadron.shift),
    )


def _forecast_line(squadrons: list[Squadron], ratings: Mapping[str, int], world: World) -> Line:
    led = [ratings[squadron.id] for squadron in squadrons if squadron.id in ratings]
    best = max(led, default=0)
    return Line(tuple([combat.fighter(squadron) for squadron in squadrons]), best, bool(led), 0, best)
