"""Prestige as it is paid: for sail and damage points when they add up, and for whatever a chapter pays (P34)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.ruleset import Event
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import world

SAIL = (
    ("per_1_enemy_flagship_sunk_or_struck", ("flagship",), "a flagship sunk or taken"),
    ("per_2_enemy_sol_or_sol_d_sunk_or_struck", ("sol", "sol_d"), "ships of the line sunk or taken"),
    ("per_4_enemy_frigates_sunk_or_struck", ("frigate",), "frigates sunk or taken"),
    ("per_azogues_convoy_sail_sunk", ("azogues",), "treasure ships sunk"),
)
"""Lines of the chart on sail: which classes add up; `prestige_counts` has how many make a payment."""
ANY_DPS = "per_8_dps_inflicted_by_battle_or_auxiliary_attack"
CONVOY_DPS = "per_8_dps_inflicted_on_support_or_troop_convoy_by_battle_or_auxiliary_attack"


class PrestigeChanged(Event, frozen=True):
    """Prestige won or lost, and what a side has now."""

    side: Side
    amount: int
    reason: str
    total: int


def _has(chart: Chart[Any], row: str) -> bool:
    return (row,) in chart.cells


def _paid(chart: Chart[Any], row: str) -> int:
    return int(chart.at(row)) if _has(chart, row) else 0


def changed(state: State, side: Side, amount: int, reason: str, dice: Dice) -> State:
    """A side's prestige by so much more or less."""
    if not amount:
        return state
    tally = state.table.tally(side)
    total = tally.prestige + amount
    dice.tell(PrestigeChanged(side, amount, reason, total))
    return replace(state, table=state.table.with_tally(side, replace(tally, prestige=total)))


def awarded(state: State, side: Side, amount: int, reason: str, dice: Dice) -> State:
    """An award: to the side itself, but for the part that it has chosen to take as the enemy's loss (SL74)."""
    loss = min(amount, state.table.tally(side).as_loss)
    state = changed(state, side, amount - loss, reason, dice)
    return changed(state, state.table.enemy(side), -loss, reason, dice)


def scored(state: State, side: Side, lost: Iterable[tuple[str, int]], dps: int, convoy_dps: int, dice: Dice) -> State:
    """A side has sunk or taken enemy sail and inflicted damage: running totals, paid as each number is reached (SL72)."""
    of = world(state.table.title)
    foe, charts = state.table.enemy(side), of.charts
    beaten, tally = state.table.tally(foe), state.table.tally(side)
    total = dict(beaten.lost)
    for cls, number in lost:
        total[cls] = total.get(cls, 0) + number
    dps, convoy_dps = tally.dps + dps, tally.convoy_dps + convoy_dps
    awards: list[tuple[int, str, bool]] = []
    for row, classes, reason in SAIL:
        if not _has(charts.prestige, row):
            continue
        each = charts.prestige_counts.at(row)
        times = sum([total.get(cls, 0) for cls in classes]) // each
        awards += [(_paid(charts.prestige, row), reason, True)] * times
        total = _less(total, classes, times * each)
    if _has(charts.prestige, ANY_DPS):
        times, dps = divmod(dps, charts.prestige_counts.at(ANY_DPS))
        awards += [(_paid(charts.prestige, ANY_DPS), "damage inflicted", False)] * times
    if _has(charts.prestige, CONVOY_DPS):
        times, convoy_dps = divmod(convoy_dps, charts.prestige_counts.at(CONVOY_DPS))
        awards += [(_paid(charts.prestige, CONVOY_DPS), "damage to a convoy", False)] * times
    table = state.table.with_tally(foe, replace(beaten, lost=tuple(sorted(total.items()))))
    table = table.with_tally(side, replace(table.tally(side), dps=dps, convoy_dps=convoy_dps))
    state = replace(state, table=table)
    for amount, reason, sail in awards:
        state = awarded(state, side, amount, reason, dice)
        if sail and of.values.sail_costs:
            state = changed(state, foe, -amount, reason, dice)
    return state


def _less(total: dict[str, int], classes: tuple[str, ...], paid: int) -> dict[str, int]:
    """The totals without what was paid for, the first class first."""
    left = dict(total)
    for cls in classes:
        taken = min(paid, left.get(cls, 0))
        left[cls] = left.get(cls, 0) - taken
        paid -= taken
    return {cls: number for cls, number in left.items() if number}
