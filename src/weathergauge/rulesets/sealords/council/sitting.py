"""The council: orders, auxiliaries and reorganisation, both sides at once (P22, P24, P25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept
from weathergauge.rulesets.sealords.battle.actions import Ransom
from weathergauge.rulesets.sealords.battle.casualties import bought_back
from weathergauge.rulesets.sealords.common import STEP, Ready, with_phase
from weathergauge.rulesets.sealords.council import dispatch, orders, reorganise
from weathergauge.rulesets.sealords.council.actions import (
    AssignAuxiliary,
    CreditAsLoss,
    GiveUpOrder,
    IssueOrder,
    JoinHolder,
    PromoteLeader,
    ReceiveOrder,
)
from weathergauge.rulesets.sealords.council.ground import afresh, has_row
from weathergauge.rulesets.sealords.council.requests import called_away
from weathergauge.rulesets.sealords.sequence import quarterly
from weathergauge.rulesets.sealords.state import Council, Formation, Going, Seated, State, replace
from weathergauge.rulesets.sealords.terms import SIDES, Side
from weathergauge.rulesets.sealords.world import World


def quarter(state: State, world: World, dice: Dice) -> State:
    """The quarterly block: chits are sorted and drawn, and last quarter's reinforcements are new no longer (P21)."""
    if not quarterly(state.table.date, world):
        return with_phase(state, Going())
    for side in SIDES:
        state = reorganise.settled_in(state, side)
        tally = state.table.tally(side)
        state = replace(state, table=state.table.with_tally(side, replace(tally, bought=False)))
    return orders.sorted_out(state, world, dice)


def council(state: State, world: World, dice: Dice) -> State:
    """Both sides sit down to it."""
    return with_phase(afresh(called_away(state, dice)), Council())


def subjects(view: Seated, world: World) -> Sequence[str]:
    """Whoever can be told anything: of each no more is looked for than the first order."""
    own = view.own
    free = [one.id for one in own.auxiliaries if one.box == "available" and reorganise.bases(view, one.id, world)]
    return (*_ordered(view, world), *[one.id for one in own.captives], *free, STEP)


@kept(lambda view, world: (*_hangs_on(view), world), size=16)
def _ordered(view: Seated, world: World) -> list[str]:
    """Formations, squadrons and leaders that can be told something."""
    own = view.own
    ids = [one.id for one in own.formations if one.squadrons and _any(_formation(view, one, world))]
    for one in own.formations:
        ids += [each.id for each in one.squadrons if _any(reorganise.of_squadron(view, one, each, world))]
    return [*ids, *[one.id for one in own.leaders if _any(_leader(view, one.id, world))]]


def _hangs_on(view: Seated) -> tuple[Any, ...]:
    """All of a view that decides what can be told to formations, squadrons and leaders."""
    own = view.own
    return own.formations, own.orders, own.leaders, own.tried, own.promoted, view.table.ports, view.seat


def _any(orders: Iterable[Any]) -> bool:
    return any(True for _ in orders)


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    own = view.own
    if subject == STEP:
        return _whole(view, world)
    if (formation := own.formation(subject)) is not None:
        return list(_formation(view, formation, world))
    if (aux := own.auxiliary(subject)) is not None:
        return [AssignAuxiliary(aux.id, base) for base in reorganise.bases(view, aux.id, world)]
    if (found := reorganise.home(own, subject)) is not None:
        return list(reorganise.of_squadron(view, *found, world))
    if any(one.id == subject for one in own.captives):
        return [Ransom(subject)]
    return list(_leader(view, subject, world))


def _whole(view: Seated, world: World) -> list[Any]:
    own = view.own
    found: list[Any] = [ReceiveOrder(one.id) for one in own.orders if one.state == "available"]
    credits = [CreditAsLoss(points) for points in range(reorganise.largest_award(world) + 1)]
    found += [one for one in credits if reorganise.why_not_credit(view, one, world) is None]
    return [*found, Ready()]


def _leader(view: Seated, leader: str, world: World) -> Iterator[Any]:
    promote = PromoteLeader(leader)
    if reorganise.why_not(view, promote, world) is None:
        yield promote


def _formation(view: Seated, formation: Formation, world: World) -> Iterator[Any]:
    own = view.own
    yield from dispatch.issues(view, formation, world)
    order = orders.held(own, formation)
    found: list[Any] = []
    if order is not None and order.holder == formation.id:
        found.append(GiveUpOrder(order.id))
    elif order is None and has_row(world.charts.leadership_summary, dispatch.RENDEZVOUS):
        found += [JoinHolder(formation.id, one.id) for one in own.formations if one.order and one.squadrons]
    yield from [one for one in found if why_not(view, one, world) is None]
    yield from reorganise.of_formation(view, formation, world)


def why_not(view: Seated, action: Any, world: World) -> str | None:
    match action:
        case Ready():
            return None
        case Ransom():
            return _why_not_ransom(view, action)
        case ReceiveOrder():
            return dispatch.why_not_receive(view, action, world)
        case IssueOrder():
            return dispatch.why_not_issue(view, action, world)
        case JoinHolder():
            return dispatch.why_not_join(view, action, world)
        case GiveUpOrder():
            return dispatch.why_not_give_up(view, action, world)
    return reorganise.why_not(view, action, world)


def _why_not_ransom(view: Seated, action: Ransom) -> str | None:
    held = [one.id for one in view.own.captives]
    if action.leader in held:
        return None
    return (
        f"{action.leader!r} is not in the enemy's hands: expected {', '.join(held) or 'nobody, for none of yours is'}"
    )


def _ransomed(state: State, side: Side, action: Ransom, world: World, dice: Dice) -> State:
    """A leader who was taken outside battle is bought back (SL40)."""
    own = state.secret(side)
    leader = next(one for one in own.captives if one.id == action.leader)
    left = tuple([one for one in own.captives if one.id != leader.id])
    return bought_back(state.with_secret(side, replace(own, captives=left)), side, leader, world, dice)


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    match action:
        case Ransom():
            return _ransomed(state, side, action, world, dice)
        case ReceiveOrder():
            return dispatch.receive(state, side, action, world, dice)
        case IssueOrder():
            return dispatch.issue(state, side, action, world, dice)
        case JoinHolder():
            return dispatch.join(state, side, action, world, dice)
        case GiveUpOrder():
            return dispatch.give_up(state, side, action, world, dice)
    return reorganise.play(state, side, action, world, dice)
