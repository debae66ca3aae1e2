"""Prestige as it is paid: for sail and damage points when they add up, and for whatever a chapter pays (P34)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from weathergauge.dice import Dice
from weathergauge.frame.words import listed
from weathergauge.ruleset import Event
from weathergauge.rulesets.sealords.charts import Charts, has_row
from weathergauge.rulesets.sealords.forces import Counter
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, world

LINES = (
    ("per_1_enemy_flagship_sunk_or_struck", ("flagship",), "a flagship sunk or taken"),
    ("per_2_enemy_sol_or_sol_d_sunk_or_struck", ("sol", "sol_d"), "ships of the line sunk or taken"),
    ("per_4_enemy_frigates_sunk_or_struck", ("frigate",), "frigates sunk or taken"),
    ("per_azogues_convoy_sail_sunk", ("azogues",), "treasure ships sunk"),
    ("per_8_dps_inflicted_by_battle_or_auxiliary_attack", ("dps",), "damage inflicted"),
    (
        "per_8_dps_inflicted_on_support_or_troop_convoy_by_battle_or_auxiliary_attack",
        ("convoy_dps",),
        "damage to a convoy",
    ),
)
"""Lines of the chart on sail and damage: what adds up for each; `prestige_counts` has how many make a payment."""
DAMAGE = ("dps", "convoy_dps")
CONVOYS = ("azogues", "convoy_dps")


class Payment(Struct, frozen=True):
    """A line of the chart that pays so many times."""

    row: str
    reason: str
    amount: int
    times: int
    sail: bool
    """For sail, and not for damage."""


def at_stake(prey: Iterable[Counter], world: World) -> str:
    """What a battle is about, before it: what the title's chart pays for sail and damage, of convoys where one is there."""
    convoy, pays = any(counter.kind == "convoy" for counter in prey), []
    for row, kinds, reason in LINES:
        if not has_row(world.charts.prestige, row) or (not convoy and kinds[0] in CONVOYS):
            continue
        each, amount = world.charts.prestige_counts.at(row), world.charts.prestige.of(int, row)
        number = (
            f"every {each} {'points of ' * (kinds[0] in DAMAGE)}{reason}"
            if each > 1
            else f"every {reason.removeprefix('a ')}"
        )
        pays.append(f"{amount} for {number}")
    loses = "; whoever loses them loses as much" * world.values.sail_costs
    return f"Prestige at stake: {listed(pays)}{loses}. To win the battle pays nothing by itself."


class PrestigeChanged(Event, frozen=True):
    """Prestige won or lost, and what a side has now."""

    side: Side
    amount: int
    reason: str
    total: int


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


def payments(counted: Mapping[str, int], charts: Charts) -> tuple[list[Payment], dict[str, int]]:
    """What the lines of the title's chart pay for sail and damage points, and what is left towards the next payment."""
    paid, left = [], dict(counted)
    for row, kinds, reason in LINES:
        if not has_row(charts.prestige, row):
            continue
        each = charts.prestige_counts.at(row)
        times = sum([left.get(kind, 0) for kind in kinds]) // each
        if times:
            paid.append(Payment(row, reason, charts.prestige.of(int, row), times, kinds[0] not in DAMAGE))
            left = _less(left, kinds, times * each)
    return paid, left


def scored(state: State, side: Side, lost: Iterable[tuple[str, int]], dps: int, convoy_dps: int, dice: Dice) -> State:
    """A side has sunk or taken enemy sail and inflicted damage: running totals, paid as each number is reached (SL72)."""
    of = world(state.table.title)
    foe = state.table.enemy(side)
    beaten, tally = state.table.tally(foe), state.table.tally(side)
    counted = {**dict(beaten.lost), "dps": tally.dps + dps, "convoy_dps": tally.convoy_dps + convoy_dps}
    for cls, number in lost:
        counted[cls] = counted.get(cls, 0) + number
    paid, left = payments(counted, of.charts)
    dps, convoy_dps = (left.pop(kind, 0) for kind in DAMAGE)
    table = state.table.with_tally(foe, replace(beaten, lost=tuple(sorted(left.items()))))
    table = table.with_tally(side, replace(table.tally(side), dps=dps, convoy_dps=convoy_dps))
    state = replace(state, table=table)
    for award in [each for each in paid for _ in range(each.times)]:
        state = awarded(state, side, award.amount, award.reason, dice)
        if award.sail and of.values.sail_costs:
            state = changed(state, foe, -award.amount, award.reason, dice)
    return state


def _less(total: dict[str, int], kinds: tuple[str, ...], paid: int) -> dict[str, int]:
    """The totals without what was paid for, the first kind first."""
    left = dict(total)
    for kind in kinds:
        taken = min(paid, left.get(kind, 0))
        left[kind] = left.get(kind, 0) - taken
        paid -= taken
    return {kind: number for kind, number in left.items() if number}
