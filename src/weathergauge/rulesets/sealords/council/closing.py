"""The close of an impulse: orders may be handed over or extended. Who has neither is not asked (SL49)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.common import STEP, Ready, afresh, with_phase
from weathergauge.rulesets.sealords.council import dispatch
from weathergauge.rulesets.sealords.council.actions import ExtendOrder, GiveUpOrder, HandOverOrder
from weathergauge.rulesets.sealords.orders import holding
from weathergauge.rulesets.sealords.phases import Closing, Going
from weathergauge.rulesets.sealords.state import Seated, State
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World


def closing(state: State, world: World, dice: Dice) -> State:
    """Ask the sides that have something to decide."""
    state = afresh(state)
    waiting = tuple([side for side in world.sides if _anything(state.seated(side), world)])
    return with_phase(state, Closing(waiting) if waiting else Going())


def _anything(view: Seated, world: World) -> bool:
    return any(dispatch.closings(view, formation, world) for formation in view.own.formations if formation.order)


def subjects(view: Seated, world: World) -> Sequence[str]:
    return (
        *[formation.id for formation in view.own.formations if formation.order and of(view, formation.id, world)],
        STEP,
    )


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    if subject == STEP:
        return (Ready(),)
    formation = view.own.formation(subject)
    if formation is None or not formation.order:
        return ()
    offered = dispatch.closings(view, formation, world)
    order = holding.held(view.own, formation)
    if order is not None and order.holder == formation.id:
        give_up = GiveUpOrder(order.id)
        offered += [give_up] if dispatch.why_not_give_up(view, give_up, world) is None else []
    return offered


def why_not(view: Seated, action: Any, world: World) -> str | None:
    match action:
        case Ready():
            return None
        case HandOverOrder():
            return dispatch.why_not_hand_over(view, action, world)
        case ExtendOrder():
            return dispatch.why_not_extend(view, action, world)
        case GiveUpOrder():
            return dispatch.why_not_give_up(view, action, world)
    return "now orders are handed over, extended or given up: other things wait for the council"


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    match action:
        case HandOverOrder():
            return dispatch.hand_over(state, side, action, world, dice)
        case ExtendOrder():
            return dispatch.extend(state, side, action, world, dice)
        case GiveUpOrder():
            return dispatch.give_up(state, side, action, world, dice)
    raise ValueError(f"the close of an impulse knows no {type(action).__name__}")
