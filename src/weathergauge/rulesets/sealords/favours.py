"""General modifiers of players' ranks: so many times a turn, on any die, the opponent's included (P36, SL91).

They are spent ahead: a player names the kind of die, and the next one of it is changed. Dice behind a screen can be named by
their own side alone, since the other would learn that they fell; dice in the open by both.
"""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Dice
from weathergauge.frame.words import capital
from weathergauge.ruleset import Action, Event
from weathergauge.rulesets.sealords.phases import (
    Closing,
    Council,
    Fighting,
    Plotting,
    Sailing,
    Screening,
    Tasking,
    Yards,
)
from weathergauge.rulesets.sealords.state import Favour, Seated, State, Table, replace
from weathergauge.rulesets.sealords.terms import FavouredRoll, Side
from weathergauge.rulesets.sealords.world import World

GENERAL = "generic_drm"
HIDDEN: dict[type, tuple[FavouredRoll, ...]] = {
    Plotting: ("catch_the_wind", "search", "leadership_check"),
    Sailing: ("catch_the_wind", "search", "leadership_check"),
    Tasking: ("search", "leadership_check"),
    Fighting: ("leadership_check", "strategy_check"),
    Closing: ("strategy_check",),
    Council: ("strategy_check", "leadership_check", "recovery"),
    Yards: ("repair",),
}
"""Dice of its own that a side can name in a phase, and that fall behind its screen."""
ROLL_WORDS: dict[FavouredRoll, str] = {
    "leadership_check": "leadership check",
    "strategy_check": "strategy check",
    "search": "search",
    "catch_the_wind": "die for catching the wind",
    "recovery": "die for an auxiliary that recovers",
    "repair": "repair roll",
    "auxiliary_task": "die for a task",
    "withdrawal": "withdrawal",
    "damage_level": "die for the damage level",
    "combat": "combat",
}
HELPS, HINDERS = -1, 1
"""Nearly all dice are to be low."""


class SpendRank(Action, frozen=True, omit_defaults=True):
    """A player spends a use of his rank on the next die of a kind, his own or the enemy's."""

    roll: FavouredRoll
    whose: Side
    drm: int
    combat: int = 0


class RankSpent(Event, frozen=True, omit_defaults=True):
    """A player has spent a use of his rank. On what, everybody hears of a die in the open, he alone of one behind his
    screen."""

    side: Side
    rank: str
    roll: FavouredRoll | Literal[""] = ""
    whose: Side | Literal[""] = ""
    drm: int = 0
    combat: int = 0


def able(table: Table, side: Side, drm: int, world: World) -> str:
    """The rank that a side would spend for a modifier, one with the fewest choices first; empty without any."""
    held = table.settings.ranks(side)
    used = dict(table.tally(side).uses)
    rows = [(rank, world.charts.player_ranks.at(rank)) for rank in held]
    fit = [
        (len(row.drm), rank)
        for rank, row in rows
        if row.effect == GENERAL and drm in row.drm and used.get(rank, 0) < row.uses_per_turn
    ]
    return min(fit)[1] if fit else ""


def _dice(view: Seated) -> list[SpendRank]:
    """What could be named now, if a rank were left for it."""
    phase, side = view.table.phase, view.seat
    ranks = [SpendRank(roll, side, HELPS) for roll in HIDDEN.get(type(phase), ()) if _comes(roll, phase)]
    foe = view.table.enemy(side)
    match phase:
        case Sailing() | Tasking():
            ranks.append(SpendRank("auxiliary_task", side, HELPS))
        case Screening():
            ranks.append(SpendRank("auxiliary_task", foe, HINDERS))
        case Fighting(step=step):
            ranks += _of_battle(view.table, side, step)
    return ranks


def _comes(roll: FavouredRoll, phase: object) -> bool:
    """Whether a die behind the screen can still fall in the step of a battle; elsewhere it can."""
    if not isinstance(phase, Fighting):
        return True
    steps = ("reorganise",) if roll == "strategy_check" else ("engage", "call_off", "reinforce")
    return phase.step in steps


def _of_battle(table: Table, side: Side, step: str) -> list[SpendRank]:
    battle, foe = table.fighting, table.enemy(side)
    if step.startswith("regret"):
        return []  # the die lies there already
    ranks = []
    if step in ("engage", "call_off", "withdraw"):
        ranks += [SpendRank("withdrawal", side, HELPS), SpendRank("withdrawal", foe, HINDERS)]
    if battle.level < 0:
        ranks += [SpendRank("damage_level", battle.gauge or side, drm) for drm in (HELPS, HINDERS) if battle.gauge]
    if step in ("pair", "join", "share"):
        for number in range(1, len(battle.combats) + 1):
            ranks += [SpendRank("combat", side, HELPS, number), SpendRank("combat", foe, HINDERS, number)]
    return ranks


def offered(view: Seated, world: World) -> list[SpendRank]:
    """What a side may spend its ranks on now."""
    if not view.table.settings.ranks(view.seat):
        return []
    return [use for use in _dice(view) if why_not(view, use, world) is None]


def why_not(view: Seated, action: SpendRank, world: World) -> str | None:
    side = view.seat
    if action.whose not in world.sides:
        return f"{action.whose!r} does not play: expected {' or '.join(world.sides)}"
    if not able(view.table, side, action.drm, world):
        return f"you have no rank left this turn that changes a die by {action.drm:+}"
    if action not in _dice(view):
        known = sorted({ROLL_WORDS[rank.roll] for rank in _dice(view)})
        return f"a rank cannot be spent on {_aim(action.roll, action.whose, action.combat, world)} by {action.drm:+} now: expected {', '.join(known) or 'no die at all'}"
    pending = (*view.own.favours, *view.table.favours)
    if any(
        (favour.by, favour.roll, favour.whose, favour.combat) == (side, action.roll, action.whose, action.combat)
        for favour in pending
    ):
        return f"a rank is spent on {_aim(action.roll, action.whose, action.combat, world)} already"
    return None


def _aim(roll: FavouredRoll, whose: Side, combat: int, world: World) -> str:
    if combat:
        return f"combat {combat}, as {world.side_words[whose]} read it"
    return f"the next {ROLL_WORDS[roll]} of {world.side_words[whose]}"


def play(state: State, side: Side, action: SpendRank, world: World, dice: Dice) -> State:
    """A use is counted, and the die is named."""
    rank = able(state.table, side, action.drm, world)
    favour = Favour(side, rank, action.roll, action.whose, action.drm, action.combat)
    told = RankSpent(side, rank, action.roll, action.whose, action.drm, action.combat)
    tally = state.table.tally(side)
    uses = dict(tally.uses)
    uses[rank] = uses.get(rank, 0) + 1
    table = state.table.with_tally(side, replace(tally, uses=tuple(sorted(uses.items()))))
    if action.roll in HIDDEN.get(type(state.table.phase), ()):
        dice.tell(RankSpent(side, rank))
        dice.tell(told, to=(side,))
        own = state.secret(side)
        return replace(state, table=table).with_secret(side, replace(own, favours=(*own.favours, favour)))
    dice.tell(told)
    return replace(state, table=replace(table, favours=(*table.favours, favour)))


def told(event: RankSpent, world: World) -> str:
    """The log's sentence."""
    whose = capital(world.side_words[event.side])
    rank = event.rank.replace("_", " ")
    if not event.roll or not event.whose:
        return f"{whose} spend a use of the rank of {rank}."
    return f"{whose} spend the rank of {rank} on {_aim(event.roll, event.whose, event.combat, world)}: {event.drm:+}."


def ordered(action: SpendRank, world: World) -> str:
    return f"spend a rank on {_aim(action.roll, action.whose, action.combat, world)}: {action.drm:+}"
