"""Leaders: what they are worth today, who is senior, and the two kinds of checks they make (R-CHECK, R-SENIOR: SL89)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from weathergauge.dice import D10, Cell, Dice, Modifier
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.forces import Formation, Leader
from weathergauge.rulesets.sealords.state import Favour, Secret, State, Table, replace
from weathergauge.rulesets.sealords.terms import FavouredRoll, Personality, Side
from weathergauge.rulesets.sealords.world import World


def lr(leader: Leader | None, charts: Charts) -> int:
    """His leadership today; that of a notional leader where there is none."""
    if leader is None:
        return int(charts.leadership_notes.at("notional_leader_lr"))
    return leader.lr // 2 if leader.wounded else leader.lr  # R-WOUND, SL40


def sr(leader: Leader | None, charts: Charts) -> int:
    """His strategy rating today."""
    if leader is None:
        return int(charts.leadership_notes.at("notional_leader_sr"))
    return leader.sr // 2 if leader.wounded else leader.sr  # R-WOUND, SL40


def control(leader: Leader | None, table: Table, side: Side, charts: Charts) -> int:
    """How many squadrons he can hold together."""
    least = charts.ship_numbers.at("control_of_a_notional_leader")
    base = least if leader is None else leader.control // 2 if leader.wounded else leader.control
    # A wounded man is no worse than nobody: a control of 0 would triple the wear of a single squadron.
    return max(least, base) + rank_amount(table, side, "leader_control_rating", charts)


def personality(leader: Leader | None) -> Personality:
    return "timid" if leader is None else leader.personality


def seniority(leader: Leader, charts: Charts) -> tuple[int, int, int, int]:
    """Sorts leaders, the most senior highest: rank, ensign, earlier promotion, leadership (R-SENIOR)."""
    rank = charts.leader_ranks.at(leader.rank).seniority
    ensign = charts.british_ensign_order.at(leader.ensign) if leader.ensign else 0
    return rank, ensign, -(leader.year or 9999), leader.lr


def senior(leaders: Iterable[Leader | None], charts: Charts) -> Leader | None:
    """The senior of them; None where none is more than notional."""
    able = [leader for leader in leaders if leader is not None]
    return max(able, key=lambda leader: seniority(leader, charts)) if able else None


def admiral(own: Secret, world: World, command: str = "") -> tuple[Leader | None, int]:
    """Who answers for a Command of a side, and the strategy rating he uses; for the whole Fleet without one.

    A Command without its admiral is looked after by the Fleet Admiral, with half his rating where the title says so.
    """
    charts = world.charts
    posted = [formation.leader for formation in own.formations if formation.leader is not None]
    fleet = next((leader for leader in posted if leader.role == "fleet_admiral"), None)
    contingent = world.contingents.get(command)
    if contingent is None or not contingent.command:
        return fleet, sr(fleet, charts)
    own_admiral = next(
        (leader for leader in posted if leader.role == "command_admiral" and leader.contingent == command), None
    )
    if own_admiral is not None:
        return own_admiral, sr(own_admiral, charts)
    if fleet is not None and fleet.contingent == command:
        return fleet, sr(fleet, charts)
    rating = sr(fleet, charts)
    return fleet, rating // 2 if world.values.halved_stand_in else rating


def rank_amount(table: Table, side: Side, effect: str, charts: Charts) -> int:
    """What the ranks that a player brought into the game add up to, for one effect of `player_ranks`."""
    held = table.settings.ranks(side)
    return sum([charts.player_ranks.at(rank).amount for rank in held if charts.player_ranks.at(rank).effect == effect])


def ordnance(table: Table, side: Side, charts: Charts) -> int:
    """What a player's rank adds to the damage points of each use of the combat damage table (SL94)."""
    return rank_amount(table, side, "cdt_damage_point_modifier", charts)


def better_guns(points: int) -> tuple[Modifier, ...]:
    """The same as a modifier of damage points, with its reason."""
    return (Modifier("naval ordnance", points, Cell("player_ranks", ("naval_ordnance",))),) if points else ()


def rank_modifiers(table: Table, side: Side, effect: str, charts: Charts) -> list[Modifier]:
    """The same as modifiers of a die that is to be low, with the general ones that always apply when they help."""
    held = table.settings.ranks(side)
    modifiers = []
    for rank in held:
        row = charts.player_ranks.at(rank)
        if row.effect == effect or (row.effect == "all_friendly_drm_if_beneficial" and row.amount < 0):
            modifiers.append(Modifier(f"rank of {rank.replace('_', ' ')}", row.amount, Cell("player_ranks", (rank,))))
    return modifiers


def high_modifiers(table: Table, side: Side, charts: Charts) -> list[Modifier]:
    """What a player's ranks add to a die of his that is to be high."""
    held = table.settings.ranks(side)
    rows = [(rank, charts.player_ranks.at(rank)) for rank in held]
    return [
        Modifier(f"rank of {rank.replace('_', ' ')}", row.amount, Cell("player_ranks", (rank,)))
        for rank, row in rows
        if row.effect == "all_friendly_drm_if_beneficial" and row.amount > 0
    ]


def favoured(where: Secret | Table, side: Side, *rolls: FavouredRoll, combat: int = 0) -> list[Modifier]:
    """What was spent ahead on the next die of a kind that a side throws: behind its screen, or in the open (SL91)."""
    return [
        _spent_ahead(favour)
        for favour in where.favours
        if favour.whose == side and favour.roll in rolls and favour.combat == combat
    ]


def _spent_ahead(favour: Favour) -> Modifier:
    whose = "" if favour.by == favour.whose else "the enemy's "
    return Modifier(f"{whose}rank of {favour.rank.replace('_', ' ')}", favour.drm, Cell("player_ranks", (favour.rank,)))


def spent(state: State, side: Side, *rolls: FavouredRoll, combat: int = 0) -> State:
    """The die has fallen: what was spent on it is gone."""

    def left(favours: tuple[Favour, ...]) -> tuple[Favour, ...]:
        return tuple([
            favour for favour in favours if not (favour.whose == side and favour.roll in rolls and favour.combat == combat)
        ])  # fmt: skip

    own = state.secret(side)
    if own.favours:
        state = state.with_secret(side, replace(own, favours=left(own.favours)))
    if state.table.favours:
        state = replace(state, table=replace(state.table, favours=left(state.table.favours)))
    return state


def passes(
    rating: int, add: Sequence[Modifier], dice: Dice, *, why: str, seat: str | None = None, secret: bool = False
) -> bool:
    """Make a check: one die with its modifiers, at most the rating."""
    changed = dice.reckon(why, add, seat=seat, secret=secret) if add else 0
    return dice.roll(
        1, D10, read=lambda faces: faces[0] + changed <= rating, why=why, seat=seat, secret=secret, good="low"
    )


def leads(formation: Formation) -> bool:
    """Whether a formation has a leader of its own."""
    return formation.leader is not None


def strategy(
    state: State, side: Side, commands: Sequence[str], world: World, dice: Dice, why: str, add: Sequence[Modifier] = ()
) -> bool:
    """A strategy check by whoever answers for these Commands: of one its admiral, of several the Fleet Admiral."""
    _, rating = responsible(state.secret(side), commands, world)
    ranks = rank_modifiers(state.table, side, "strategy_check_drm", world.charts)
    spent = favoured(state.secret(side), side, "strategy_check")
    return passes(rating, (*add, *ranks, *spent), dice, why=why, seat=side, secret=True)


def responsible(own: Secret, commands: Sequence[str], world: World) -> tuple[Any, int]:
    """The admiral of a check, and the rating he uses (`leadership_notes`)."""
    different = set(commands)
    return admiral(own, world, different.pop() if len(different) == 1 else "")


def leadership(
    state: State, formation: Formation, world: World, dice: Dice, why: str, add: Sequence[Modifier] = ()
) -> bool:
    """A leadership check by a formation's leader."""
    side = formation.side
    ranks = rank_modifiers(state.table, side, "leadership_check_drm", world.charts)
    spent = favoured(state.secret(side), side, "leadership_check")
    return passes(lr(formation.leader, world.charts), (*add, *ranks, *spent), dice, why=why, seat=side, secret=True)


def all_new(formation: Formation) -> bool:
    """Sail that are new reinforcements all of them: no checks are needed (`leadership_notes`)."""
    return bool(formation.squadrons) and all(squadron.new >= squadron.sail for squadron in formation.squadrons)
