"""Reorganisation (P24): what may be changed about a formation, a squadron or a leader, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.formations.actions import (
    DetachSquadron,
    JoinFormations,
    MoveSquadron,
    PostLeader,
    PromoteLeader,
    RelieveLeader,
    TransferSail,
)
from weathergauge.rulesets.sealords.formations.posts import (
    post,
    promote,
    relieve,
    why_not_post,
    why_not_promote,
    why_not_relieve,
)
from weathergauge.rulesets.sealords.formations.squadrons import (
    detach,
    gathered,
    join,
    move,
    parts,
    transfer,
    why_not_detach,
    why_not_join,
    why_not_move,
    why_not_transfer,
)
from weathergauge.rulesets.sealords.state import Seated, State
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World


def of_formation(view: Seated, formation: Formation, world: World) -> Iterator[Any]:
    """What may be done with a formation as a whole, and with its leader."""
    own = view.own
    if not formation.squadrons:
        return
    near = [other for other in gathered(own, formation) if other.id != formation.id]
    offered: list[Any] = [JoinFormations(formation.id, other.id) for other in near]
    here = [other.leader.id for other in own.formations if other.leader is not None and other.place == formation.place]
    offered += [PostLeader(id, formation.id) for id in (*[leader.id for leader in own.leaders], *here)]
    offered.append(RelieveLeader(formation.id))
    if formation.leader is not None:
        offered.append(PromoteLeader(formation.leader.id))
    yield from (option for option in offered if why_not(view, option, world) is None)


def of_squadron(view: Seated, formation: Formation, squadron: Squadron, world: World) -> Iterator[Any]:
    """What may be done with one squadron."""
    yield from (option for option in _of_squadron(view, formation, squadron) if why_not(view, option, world) is None)


def _of_squadron(view: Seated, formation: Formation, squadron: Squadron) -> Iterator[Any]:
    """What might be done with her."""
    own = view.own
    if len(formation.squadrons) > 1:
        yield from (DetachSquadron(squadron.id), DetachSquadron(squadron.id, "detachment"))
    near = gathered(own, formation)
    yield from [MoveSquadron(squadron.id, other.id) for other in near if other.id != formation.id]
    if squadron.cls == "flagship":
        return
    like = [
        other for place in near for other in place.squadrons if other.cls == squadron.cls and other.id != squadron.id
    ]
    for other in like:
        for sail in range(1, min(squadron.sail, other.full - other.sail) + 1):
            yield TransferSail(squadron.id, sail, other.id)
    for sail in parts(squadron):
        yield TransferSail(squadron.id, sail)


def why_not(view: Seated, action: Any, world: World) -> str | None:
    match action:
        case TransferSail():
            return why_not_transfer(view, action, world)
        case MoveSquadron():
            return why_not_move(view, action, world)
        case JoinFormations():
            return why_not_join(view, action, world)
        case DetachSquadron():
            return why_not_detach(view, action, world)
        case PostLeader():
            return why_not_post(view, action, world)
        case RelieveLeader():
            return why_not_relieve(view, action, world)
        case PromoteLeader():
            return why_not_promote(view, action, world)
    return "that is nothing a council decides"


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    match action:
        case TransferSail():
            return transfer(state, side, action, world, dice)
        case MoveSquadron():
            return move(state, side, action, world, dice)
        case JoinFormations():
            return join(state, side, action, world, dice)
        case DetachSquadron():
            return detach(state, side, action, world, dice)
        case PostLeader():
            return post(state, side, action, world, dice)
        case RelieveLeader():
            return relieve(state, side, action, world, dice)
        case PromoteLeader():
            return promote(state, side, action, dice)
    raise ValueError(f"a council knows no {type(action).__name__}")
