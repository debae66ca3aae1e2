"""The council: orders, auxiliaries and reorganisation, both sides at once (P22, P24, P25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept
from weathergauge.rulesets.sealords.auxiliaries import reach
from weathergauge.rulesets.sealords.battle.actions import Ransom
from weathergauge.rulesets.sealords.casualties import bought_back
from weathergauge.rulesets.sealords.charts import has_row
from weathergauge.rulesets.sealords.common import STEP, Noticed, Ready, afresh, with_phase
from weathergauge.rulesets.sealords.council import dispatch
from weathergauge.rulesets.sealords.council.actions import (
    AssignAuxiliary,
    CreditAsLoss,
    GiveUpOrder,
    IssueOrder,
    JoinHolder,
    ReceiveOrder,
)
from weathergauge.rulesets.sealords.council.requests import called_away
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.formations import reorganise
from weathergauge.rulesets.sealords.formations.actions import PromoteLeader, Reorganised
from weathergauge.rulesets.sealords.formations.squadrons import home
from weathergauge.rulesets.sealords.naming import small_mark, small_words
from weathergauge.rulesets.sealords.orders import chits, holding
from weathergauge.rulesets.sealords.phases import Council, Going
from weathergauge.rulesets.sealords.sequence import quarterly
from weathergauge.rulesets.sealords.state import Seated, State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World


def quarter(state: State, world: World, dice: Dice) -> State:
    """The quarterly block: chits are sorted and drawn, and last quarter's reinforcements are new no longer (P21)."""
    if not quarterly(state.table.date, world):
        return with_phase(state, Going())
    for side in world.sides:
        state = settled_in(state, side)
        tally = state.table.tally(side)
        state = replace(state, table=state.table.with_tally(side, replace(tally, bought=False)))
    return chits.sorted_out(state, world, dice)


def council(state: State, world: World, dice: Dice) -> State:
    """Both sides sit down to it."""
    return with_phase(afresh(called_away(state, dice)), Council(world.sides))


def subjects(view: Seated, world: World) -> Sequence[str]:
    """Whoever can be told anything: of each no more is looked for than the first order."""
    own = view.own
    free = [
        auxiliary.id
        for auxiliary in own.auxiliaries
        if auxiliary.box == "available" and bases(view, auxiliary.id, world)
    ]
    return (*_ordered(view, world), *[captive.id for captive in own.captives], *free, STEP)


@kept(
    lambda view, world: (
        *(view.own.formations, view.own.orders, view.own.leaders, view.own.tried, view.own.promoted),
        *(view.table.ports, view.seat, world),
    ),
    size=16,
)
def _ordered(view: Seated, world: World) -> list[str]:
    """Formations, squadrons and leaders that can be told something."""
    own = view.own
    places: dict[str, list[Formation]] = {}
    for formation in own.formations:
        if formation.squadrons:
            places.setdefault(formation.place, []).append(formation)
    able = {id for here in places.values() for id in _changed(view, here, world)}
    return [
        *[
            formation.id
            for formation in own.formations
            if formation.id in able or (formation.squadrons and _any(_orders(view, formation, world)))
        ],
        *[squadron.id for formation in own.formations for squadron in formation.squadrons if squadron.id in able],
        *[leader.id for leader in own.leaders if _any(_leader(view, leader.id, world))],
    ]


def _here(view: Seated, here: list[Formation], world: World) -> tuple[Any, ...]:
    """All that decides how the formations of a place can be reorganised: they themselves, their orders, what was tried with them."""
    own = view.own
    orders = [own.order(formation.order) for formation in here if formation.order]
    tried: list[str] = []
    if own.tried:
        made = _tried(own.tried)
        for formation in here:
            for id in (formation.id, *[squadron.id for squadron in formation.squadrons]):
                tried += made.get(id, ())
    return *here, None, *orders, None, *tried, own.leaders, own.promoted, view.table.ports, view.seat, world


@kept(lambda tried: (tried,), size=16)
def _tried(tried: tuple[str, ...]) -> dict[str, list[str]]:
    """Checks that were made in this council, by whom they are about."""
    made: dict[str, list[str]] = {}
    for what in tried:
        made.setdefault(what.partition(":")[2], []).append(what)
    return made


@kept(_here, size=512)
def _changed(view: Seated, here: list[Formation], world: World) -> list[str]:
    """Of the formations that lie in a place, and their squadrons, those that can be reorganised: with each other alone."""
    able = [formation.id for formation in here if _any(reorganise.of_formation(view, formation, world))]
    for formation in here:
        squadrons = formation.squadrons
        able += [
            squadron.id for squadron in squadrons if _any(reorganise.of_squadron(view, formation, squadron, world))
        ]
    return able


def _any(orders: Iterable[Any]) -> bool:
    return any(True for _ in orders)


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    own = view.own
    if subject == STEP:
        return _whole(view, world)
    if (formation := own.formation(subject)) is not None:
        return list(_formation(view, formation, world))
    if (aux := own.auxiliary(subject)) is not None:
        return [AssignAuxiliary(aux.id, base) for base in bases(view, aux.id, world)]
    if (there := home(own, subject)) is not None:
        return list(reorganise.of_squadron(view, *there, world))
    if any(captive.id == subject for captive in own.captives):
        return [Ransom(subject)]
    return list(_leader(view, subject, world))


def _whole(view: Seated, world: World) -> list[Any]:
    own = view.own
    offered: list[Any] = [ReceiveOrder(order.id) for order in own.orders if order.state == "available"]
    credits = [CreditAsLoss(points) for points in range(largest_award(world) + 1) if world.values.awards_as_loss]
    offered += [credit for credit in credits if why_not_credit(view, credit, world) is None]
    return [*offered, Ready()]


def _leader(view: Seated, leader: str, world: World) -> Iterator[Any]:
    promote = PromoteLeader(leader)
    if reorganise.why_not(view, promote, world) is None:
        yield promote


def _formation(view: Seated, formation: Formation, world: World) -> Iterator[Any]:
    yield from _orders(view, formation, world)
    yield from reorganise.of_formation(view, formation, world)


def _orders(view: Seated, formation: Formation, world: World) -> Iterator[Any]:
    """What a formation may be told about orders."""
    own = view.own
    yield from dispatch.issues(view, formation, world)
    order = holding.held(own, formation)
    offered: list[Any] = []
    if order is not None and order.holder == formation.id:
        offered.append(GiveUpOrder(order.id))
    elif order is None and has_row(world.charts.leadership_summary, dispatch.RENDEZVOUS):
        offered += [JoinHolder(formation.id, other.id) for other in own.formations if other.order and other.squadrons]
    yield from [option for option in offered if why_not(view, option, world) is None]


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
        case AssignAuxiliary():
            return why_not_assign(view, action, world)
        case CreditAsLoss():
            return why_not_credit(view, action, world)
    return reorganise.why_not(view, action, world)


def _why_not_ransom(view: Seated, action: Ransom) -> str | None:
    held = [captive.id for captive in view.own.captives]
    if action.leader in held:
        return None
    return (
        f"{action.leader!r} is not in the enemy's hands: expected {', '.join(held) or 'nobody, for none of yours is'}"
    )


def _ransomed(state: State, side: Side, action: Ransom, world: World, dice: Dice) -> State:
    """A leader who was taken outside battle is bought back (SL40)."""
    own = state.secret(side)
    leader = next(captive for captive in own.captives if captive.id == action.leader)
    left = tuple([captive for captive in own.captives if captive.id != leader.id])
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
        case AssignAuxiliary():
            return assign(state, side, action, world, dice)
        case CreditAsLoss():
            return credit(state, side, action, dice)
    return reorganise.play(state, side, action, world, dice)


def settled_in(state: State, side: Side) -> State:
    """A new quarter: the reinforcements of the last one are new no longer."""
    for formation in state.secret(side).formations:
        if any(squadron.new for squadron in formation.squadrons):
            squadrons = tuple([replace(squadron, new=0) for squadron in formation.squadrons])
            state = state.with_formation(replace(formation, squadrons=squadrons))
    return state


def bases(view: Seated, auxiliary: str, world: World) -> list[str]:
    """Where an available auxiliary may be assigned."""
    aux = view.own.auxiliary(auxiliary)
    return reach.bases(view, aux, world) if aux is not None and aux.box == "available" else []


def why_not_assign(view: Seated, action: AssignAuxiliary, world: World) -> str | None:
    own = view.own
    aux = own.auxiliary(action.auxiliary)
    if aux is None:
        return f"you have no auxiliary {action.auxiliary!r}: name one of your own"
    if aux.box != "available":
        return f"{small_words(aux, world)} is {aux.box}, not available"
    if action.base not in bases(view, aux.id, world):
        what = aux.corsair or aux.cls
        return f"a {what.replace('_', ' ')} cannot be based at {action.base.replace('_', ' ') or 'nowhere'}"
    return None


def assign(state: State, side: Side, action: AssignAuxiliary, world: World, dice: Dice) -> State:
    own = state.secret(side)
    aux = own.auxiliary_of(action.auxiliary)
    formation = own.formation(action.base)
    where = formation.name if formation is not None else _base_words(action.base, world)
    dice.tell(Reorganised(side, f"{small_mark(aux.id)} goes to {where}"), to=(side,))
    return state.with_secret(side, own.with_auxiliary(replace(aux, box="assigned", base=action.base)))


def _base_words(base: str, world: World) -> str:
    return place_name(base, world) if base in world.places else f"the zone of {base.replace('_', ' ')}"


def why_not_credit(view: Seated, action: CreditAsLoss, world: World) -> str | None:
    if not world.values.awards_as_loss:
        return (
            "awards are one's own here: the prestige chart of this title has no line that makes them the other's loss"
        )
    most = largest_award(world)
    if not 0 <= action.points <= most:
        return f"no award has {action.points} points: take 0 to {most} of each as the other side's loss"
    if view.table.tally(view.seat).as_loss == action.points:
        return f"{action.points} points of each award are taken as the other side's loss already"
    return None


@cache
def largest_award(world: World) -> int:
    """The most points that a line of the title's chart brings at once."""
    return max([int(cell) for cell in world.charts.prestige.cells.values() if isinstance(cell, int)])


def credit(state: State, side: Side, action: CreditAsLoss, dice: Dice) -> State:
    dice.tell(Noticed(side, "awards"))
    tally = replace(state.table.tally(side), as_loss=action.points)
    return replace(state, table=state.table.with_tally(side, tally))
