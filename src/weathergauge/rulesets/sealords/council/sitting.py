"""The council: orders, auxiliaries and reorganisation, both sides at once (P22, P24, P25)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.common import STEP, Ready, with_phase
from weathergauge.rulesets.sealords.council import dispatch, orders, reorganise
from weathergauge.rulesets.sealords.council.ground import afresh, has_row
from weathergauge.rulesets.sealords.council.requests import called_away
from weathergauge.rulesets.sealords.council.said import (
    AssignAuxiliary,
    CreditAsLoss,
    GiveUpOrder,
    IssueOrder,
    JoinHolder,
    PromoteLeader,
    ReceiveOrder,
)
from weathergauge.rulesets.sealords.sequence import quarterly
from weathergauge.rulesets.sealords.state import Council, Formation, Going, State, View, replace
from weathergauge.rulesets.sealords.terms import SIDES, Side
from weathergauge.rulesets.sealords.world import World


def quarter(state: State, world: World, dice: Dice, log: list[Any]) -> State:
    """The quarterly block: chits are sorted and drawn, and last quarter's reinforcements are new no longer (P21)."""
    if not quarterly(state.table.date, world):
        return with_phase(state, Going())
    for side in SIDES:
        state = reorganise.settled_in(state, side)
        tally = state.table.tally(side)
        state = replace(state, table=state.table.with_tally(side, replace(tally, bought=False)))
    return orders.sorted_out(state, world, dice, log)


def council(state: State, world: World, dice: Dice, log: list[Any]) -> State:
    """Both sides sit down to it."""
    return with_phase(afresh(called_away(state, log)), Council())


def subjects(view: View, world: World) -> Sequence[str]:
    own = view.own
    assert own is not None
    ids = [one.id for one in own.formations if one.squadrons]
    ids += [squadron.id for one in own.formations for squadron in one.squadrons]
    ids += [one.id for one in own.leaders] + [one.id for one in own.auxiliaries if one.box == "available"]
    return (*[id for id in ids if of(view, id, world)], STEP)


def of(view: View, subject: str, world: World) -> Sequence[Any]:
    own = view.own
    assert own is not None
    if subject == STEP:
        return _whole(view, world)
    if (formation := own.formation(subject)) is not None:
        return _formation(view, formation, world)
    if (aux := own.auxiliary(subject)) is not None:
        return [AssignAuxiliary(aux.id, base) for base in reorganise.bases(view, aux.id, world)]
    if (found := reorganise.home(own, subject)) is not None:
        return reorganise.of_squadron(view, *found, world)
    promote = PromoteLeader(subject)
    return [promote] if reorganise.why_not(view, promote, world) is None else []


def _whole(view: View, world: World) -> list[Any]:
    own = view.own
    assert own is not None
    assert view.seat is not None
    found: list[Any] = [ReceiveOrder(one.id) for one in own.orders if one.state == "available"]
    credits = [CreditAsLoss(points) for points in range(reorganise.largest_award(world) + 1)]
    found += [one for one in credits if reorganise.why_not_credit(view, one, world) is None]
    return [*found, Ready()]


def _formation(view: View, formation: Formation, world: World) -> list[Any]:
    own = view.own
    assert own is not None
    found: list[Any] = [*dispatch.issues(view, formation, world)]
    order = orders.held(own, formation)
    if order is not None and order.holder == formation.id:
        found.append(GiveUpOrder(order.id))
    elif order is None and has_row(world.charts.leadership_summary, dispatch.RENDEZVOUS):
        found += [JoinHolder(formation.id, one.id) for one in own.formations if one.order and one.squadrons]
    found = [one for one in found if why_not(view, one, world) is None]
    return found + reorganise.of_formation(view, formation, world)


def why_not(view: View, action: Any, world: World) -> str | None:
    match action:
        case Ready():
            return None
        case ReceiveOrder():
            return dispatch.why_not_receive(view, action, world)
        case IssueOrder():
            return dispatch.why_not_issue(view, action, world)
        case JoinHolder():
            return dispatch.why_not_join(view, action, world)
        case GiveUpOrder():
            return dispatch.why_not_give_up(view, action, world)
    return reorganise.why_not(view, action, world)


def play(state: State, side: Side, action: Any, world: World, dice: Dice, log: list[Any]) -> State:
    match action:
        case ReceiveOrder():
            return dispatch.receive(state, side, action, world, log)
        case IssueOrder():
            return dispatch.issue(state, side, action, world, dice, log)
        case JoinHolder():
            return dispatch.join(state, side, action, world, dice, log)
        case GiveUpOrder():
            return dispatch.give_up(state, side, action, world, dice, log)
    return reorganise.play(state, side, action, world, dice, log)
