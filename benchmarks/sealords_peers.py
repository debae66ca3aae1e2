"""Battles of the campaigns as a skilled user writes them in icepool and dyce.

The law of a combat at a damage level, with the sinking checks after it, is worked out beforehand, apart from our rules. A
battle adds up the laws of its combats at each damage level it can come to, and mixes the levels: once with the six parts of
the toll as a vector or tuple, as the libraries' users do; once with all six in the fields of one whole number, which is
what makes our own rule quick and would make theirs so too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import add
from typing import Any

import dyce
import icepool
from dyce.h import aggregate_weighted

from weathergauge.rulesets.sealords.procedures.combat import Laying, Ships, Side, WholeBattle
from weathergauge.rulesets.sealords.world import world

CHARTS = world("mistral").charts
DAMAGE = dict(CHARTS.combat_damage.cells)
LAST = max(int(key[1]) for key in DAMAGE)
POINTS = {key[0]: value for key, value in CHARTS.combat_damage_point_modifier.cells.items()}
FATES = [CHARTS.leader_casualty.at(face).result in ("captured", "killed") for face in range(10)]
LEVELS = {
    intensity: [CHARTS.battle_intensity.at(face, intensity) for face in range(10)]
    for intensity in ("light", "medium", "heavy")
}
INTENSITIES = list(LEVELS)
FIELD = 10
"""Bits of each part: damage points, sail and leaders of the side with the gauge, then of the other."""

Told = tuple[int, int, int, int, int, int]
Weighed = dict[int, Fraction]


def unpacked(number: int) -> Told:
    """The parts of a toll."""
    found = [number >> FIELD * part & (1 << FIELD) - 1 for part in range(6)]
    return found[0], found[1], found[2], found[3], found[4], found[5]


def _column(level: int, line: Side, enemy: Side) -> tuple[int, int]:
    """The column a line fires in, and what is added to its damage points."""
    others = [one.shift for one in line.squadrons if one.cls != "flagship"]
    flags = [one.shift for one in line.squadrons if one.cls == "flagship"]
    wanted = level + min(others, default=0) + max(0, *flags, 0)
    better = (abs(line.lr - enemy.lr) + 1) // 2
    if line.lr > enemy.lr:
        wanted += min(line.own_shifts, better)
    elif enemy.lr > line.lr:
        wanted -= max(0, better - enemy.own_shifts)
    column = min(max(wanted, 0), LAST)
    sail = [sum(one.sail for one in side.squadrons) for side in (line, enemy)]
    points = max(0, sail[0] - sail[1]) * POINTS["per_sail_in_excess_of_opposing_sail_in_combat"]
    points += sum(POINTS["frigate_squadron"] for one in line.squadrons if one.cls == "frigate")
    points += max(0, -wanted) * POINTS["per_shift_left_of_column_0"]
    points += max(0, wanted - LAST) * POINTS["per_shift_right_of_column_8"]
    return column, points


def _draws(left: tuple[int, ...], times: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """What is left of the sail of each squadron when some are lost by lot."""
    total = sum(left)
    if not times or not total:
        yield left, Fraction(1)
        return
    for place, sail in enumerate(left):
        if sail:
            after = (*left[:place], sail - 1, *left[place + 1 :])
            for end, chance in _draws(after, times - 1):
                yield end, chance * Fraction(sail, total)


def _founders(squadrons: tuple[Ships, ...], left: tuple[int, ...], total: int) -> tuple[int, list[int]]:
    """Damage points that are dealt, and for each squadron by how much she is beyond her rating."""
    afloat = [place for place, sail in enumerate(left) if sail]
    dealt, beyond = 0, []
    for place in afloat:
        one, sail, dps = squadrons[place], squadrons[place].sail, squadrons[place].dps
        while sail > left[place]:
            dps -= dps // sail if sail > 1 else dps
            sail -= 1
        share = total // len(afloat) + (total % len(afloat) if place == afloat[0] else 0)
        dealt += share
        beyond.append(max(0, dps + share - one.rating))
    return dealt, beyond


def _suffered(line: Side, cell: Any, points: int) -> Weighed:
    """What a cell of the damage table costs a line."""
    law: Weighed = {}
    total = max(POINTS["minimum_total_dp"], cell.dp + points)
    sail = tuple(one.sail for one in line.squadrons)
    checked = cell.leader_check and (line.leader or line.lr > 0)
    hit = Fraction(sum(FATES), 10) if checked else Fraction(0)
    for left, drawn in _draws(sail, cell.sail_sunk):
        dealt, beyond = _founders(line.squadrons, left, total)
        lost = {sum(sail) - sum(left): drawn}
        for excess in beyond:
            sinks = Fraction(min(excess + 1, 10), 10) if excess else Fraction(0)
            lost = _added(lost, {0: 1 - sinks, 1: sinks})
        for gone, chance in lost.items():
            for leader, share in ((0, 1 - hit), (1, hit)):
                if chance * share:
                    number = dealt + (gone << FIELD) + (leader << 2 * FIELD)
                    law[number] = law.get(number, Fraction(0)) + chance * share
    return law


def _added(one: Weighed, other: Weighed) -> Weighed:
    found: Weighed = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return found


def combat_law(level: int, laid: Laying) -> Weighed:
    """A combat at a damage level: one die for both sides."""
    law: Weighed = {}
    (by_gauge, more), (by_other, most) = _column(level, laid.gauge, laid.other), _column(level, laid.other, laid.gauge)
    for face in range(10):
        gauge = _suffered(laid.gauge, DAMAGE[face, by_other], most)
        other = _suffered(laid.other, DAMAGE[face, by_gauge], more)
        shifted = {number << 3 * FIELD: chance / 10 for number, chance in other.items()}
        for number, chance in _added(gauge, shifted).items():
            law[number] = law.get(number, Fraction(0)) + chance
    return law


def levels_of(b: WholeBattle) -> list[int]:
    """The damage level for each face of its die."""
    shift = CHARTS.personality_matrix.at(b.gauge_leader, b.opponent)
    wanted = INTENSITIES.index(b.intensity) + shift
    return LEVELS[INTENSITIES[min(max(wanted, 0), 2)]]


def _whole(law: Weighed) -> dict[int, int]:
    """Chances as whole numbers, which both libraries count with."""
    common = lcm(*[chance.denominator for chance in law.values()])
    return {number: int(chance * common) for number, chance in law.items()}


class Peers:
    """Both libraries with the law of every combat of some battles at every damage level ready."""

    def __init__(self, battles: list[WholeBattle]) -> None:
        laws = {
            (level, laid): _whole(combat_law(level, laid))
            for battle in battles
            for level in set(levels_of(battle))
            for laid in battle.combats
        }
        self.icepool = {
            key: icepool.Die({icepool.vectorize(*unpacked(n)): weight for n, weight in law.items()})
            for key, law in laws.items()
        }
        self.dyce = {key: dyce.H({unpacked(n): weight for n, weight in law.items()}) for key, law in laws.items()}
        self.icepool_packed = {key: icepool.Die(law) for key, law in laws.items()}
        self.dyce_packed = {key: dyce.H(law) for key, law in laws.items()}
        self.icepool_levels = {tuple(levels_of(one)): icepool.Die(levels_of(one)) for one in battles}
        self.dyce_levels = {tuple(levels_of(one)): dyce.H(levels_of(one)) for one in battles}

    def in_icepool(self, b: WholeBattle) -> dict[Told, Fraction]:
        die = self._mixed_die(b, self.icepool)
        return {tuple(told): chance for told, chance in zip(die, die.probabilities(), strict=True)}

    def packed_in_icepool(self, b: WholeBattle) -> dict[Told, Fraction]:
        die = self._mixed_die(b, self.icepool_packed)
        return {unpacked(number): chance for number, chance in zip(die, die.probabilities(), strict=True)}

    def in_dyce(self, b: WholeBattle) -> dict[Told, Fraction]:
        def together(one: Any, other: Any) -> Any:
            def after(before: Told) -> Any:
                return other.apply(lambda told: tuple(map(add, told, before)))

            return aggregate_weighted((after(before), weight) for before, weight in one.items())

        return dict(self._mixed_law(b, self.dyce, together).probability_items())

    def packed_in_dyce(self, b: WholeBattle) -> dict[Told, Fraction]:
        law = self._mixed_law(b, self.dyce_packed, add)
        return {unpacked(number): chance for number, chance in law.probability_items()}

    def _mixed_die(self, b: WholeBattle, laws: dict[tuple[int, Laying], Any]) -> Any:
        def fought(level: int) -> Any:
            return reduce(add, [laws[level, laid] for laid in b.combats])

        return self.icepool_levels[tuple(levels_of(b))].map(fought, star=False)

    def _mixed_law(
        self, b: WholeBattle, laws: dict[tuple[int, Laying], Any], together: Callable[[Any, Any], Any]
    ) -> Any:
        levels = self.dyce_levels[tuple(levels_of(b))]
        return aggregate_weighted(
            (reduce(together, [laws[level, laid] for laid in b.combats]), weight) for level, weight in levels.items()
        )
