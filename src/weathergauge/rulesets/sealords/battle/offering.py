"""Who may attack whom at the end of an increment, and at what price (8.12). Battles of an increment come in random order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.battle import engagement
from weathergauge.rulesets.sealords.battle.actions import Attack, BattleDeclined, BattleOffered
from weathergauge.rulesets.sealords.battle.quarrels import _asked, hunters, onward, prey, price
from weathergauge.rulesets.sealords.common import STEP, Ready, with_phase
from weathergauge.rulesets.sealords.phases import Offering
from weathergauge.rulesets.sealords.state import Seated, State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World


def begin(state: State, world: World, dice: Dice) -> State:
    """The step of battles: places where both sides are, in random order."""
    if state.table.fought:
        state = replace(state, table=replace(state.table, fought=()))
    ready: dict[str, set[Side]] = {}
    for counter in state.table.counters:
        if counter.state == "ready":
            ready.setdefault(counter.place, set()).add(counter.side)
    open_to = [place for place, sides in ready.items() if len(sides) == 2]
    open_to = [place for place in open_to if any(_asked(state, side, place, world) for side in world.sides)]
    left = []
    while open_to:
        left.append(dice.pick(open_to, why="which battle comes next?"))
        open_to.remove(left[-1])
    return onward(state, tuple(left), world)


def subjects(view: Seated, world: World) -> Sequence[str]:
    return (STEP,)


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    phase = view.table.during(Offering)
    return (Attack(phase.place), Ready()) if subject == STEP else ()


def why_not(view: Seated, action: Any, world: World) -> str | None:
    phase = view.table.during(Offering)
    where = place_name(phase.place, world)
    if isinstance(action, Ready):
        return None
    if not isinstance(action, Attack):
        return f"you are asked whether you attack at {where}: attack, or pass"
    if action.place != phase.place:
        other = place_name(action.place, world) or "nowhere"
        return f"it is about {where} now, not {other}"
    return None


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    phase = state.table.during(Offering)
    if isinstance(action, Attack):
        cost = price(state.table, hunters(state.secret(side), phase.place), prey(state.table, side, phase.place), world)
        dice.tell(BattleOffered(side, phase.place, cost or 0))
        return engagement.begin(state, side, phase.place, world, dice)
    other = world.enemy(side)
    if not phase.asked and _asked(state, other, phase.place, world):
        return with_phase(state, replace(phase, side=other, asked=True))
    dice.tell(BattleDeclined(phase.place))
    table = replace(state.table, fought=(*state.table.fought, phase.place))
    return onward(replace(state, table=table), phase.left, world)
