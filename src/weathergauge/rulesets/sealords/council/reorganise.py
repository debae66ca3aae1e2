"""Reorganisation (P24, P25): sail and squadrons change places, leaders their posts, auxiliaries go to their bases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept
from weathergauge.rulesets.sealords.battle.casualties import put_ashore, succeeded
from weathergauge.rulesets.sealords.common import Noticed
from weathergauge.rulesets.sealords.council.actions import (
    AssignAuxiliary,
    CreditAsLoss,
    DetachSquadron,
    JoinFormations,
    MoveSquadron,
    PostLeader,
    PromoteLeader,
    RelieveLeader,
    Reorganised,
    TransferSail,
)
from weathergauge.rulesets.sealords.council.ground import (
    all_new,
    has_row,
    in_friendly_port,
    leadership,
    numbered,
    strategy,
    tried,
)
from weathergauge.rulesets.sealords.leaders import senior, spent
from weathergauge.rulesets.sealords.state import Fighting, Formation, Leader, Seated, Secret, Squadron, State, replace
from weathergauge.rulesets.sealords.terms import Rank, Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World

RANKS: tuple[Rank, ...] = ("commodore", "rear_admiral", "vice_admiral", "admiral")
BETWEEN = "transfer_squadrons_between_commands"
BY_LEADER = "detach_independent_squadron_without_orders"
WITH_ORDERS = "detach_independent_squadron_or_detachment_with_orders"


# Finding things


def home(own: Secret, squadron: str) -> tuple[Formation, Squadron] | None:
    """A squadron by its id, with the formation she is in."""
    return _homes(own).get(squadron)


@kept(lambda own: (own.formations,), size=64)
def _homes(own: Secret) -> dict[str, tuple[Formation, Squadron]]:
    return {squadron.id: (formation, squadron) for formation in own.formations for squadron in formation.squadrons}


def leader_of(own: Secret, id: str) -> tuple[Leader, Formation | None] | None:
    """A leader by his id, with his formation if he has one."""
    for formation in own.formations:
        if formation.leader is not None and formation.leader.id == id:
            return formation.leader, formation
    for leader in own.leaders:
        if leader.id == id:
            return leader, None
    return None


def called(squadron: Squadron) -> str:
    return squadron.name or squadron.id.replace("_", " ")


def _together(one: Formation, other: Formation) -> bool:
    """In the same place, in the same state."""
    return one.place == other.place and one.state == other.state


def _again(own: Secret, what: str) -> str | None:
    return "that was tried in this council already, wait for the next" if what in own.tried else None


def _kind(formation: Formation) -> Formation:
    """With the kind its squadrons make it: two, or one with a leader's flagship, are a flotilla (3.33, 3.34)."""
    if formation.kind == "detachment" and len(formation.squadrons) == 1:
        return formation
    return replace(formation, kind="flotilla" if len(formation.squadrons) > 1 else "squadron")


def _commands_differ(one: Formation, other: Formation, world: World) -> str | None:
    """Why squadrons of one Command cannot come under another, where they cannot."""
    if one.command == other.command or has_row(world.charts.leadership_summary, BETWEEN):
        return None
    return f"{one.name} and {other.name} are of different Commands: their squadrons stay apart"


def bound(own: Secret, formation: Formation, into: Formation | None = None) -> bool:
    """Whether a formation has orders that would be left without a holder. A rendezvous is done by joining."""
    order = own.order(formation.order) if formation.order else None
    if order is None or order.type == "rendezvous":
        return False
    return into is None or order.id != into.order


# Sail


def why_not_transfer(view: Seated, action: TransferSail, world: World) -> str | None:
    own = view.own
    found = home(own, action.squadron)
    if found is None:
        return f"you have no squadron {action.squadron!r}: name one of your own"
    formation, squadron = found
    if squadron.cls == "flagship":
        return f"{called(squadron)} is a flagship: she is no part of a squadron"
    if formation.kind == "convoy":
        return f"{formation.name} is a convoy: its ships stay with it"
    if not 1 <= action.sail <= squadron.sail:
        return f"{called(squadron)} has {squadron.sail} sail: move 1 to {squadron.sail}, not {action.sail}"
    if not action.to:
        if action.sail == squadron.sail:
            return f"{called(squadron)} would keep no sail: leave one, or detach the whole squadron"
        return _again(own, f"transfer:{squadron.id}")
    other = home(own, action.to)
    if other is None or other[1].id == squadron.id:
        return f"you have no other squadron {action.to!r}: name one of your own"
    place, goal = other
    if (goal.contingent, goal.cls) != (squadron.contingent, squadron.cls):
        return f"{called(goal)} is of another contingent or class than {called(squadron)}"
    if not _together(formation, place):
        return f"{called(goal)} is not in the same place and state as {called(squadron)}"
    if action.sail == squadron.sail and len(formation.squadrons) == 1 and bound(own, formation):
        return f"{formation.name} would have no squadrons left for its orders: give them up first"
    if goal.sail + action.sail > goal.full:
        return f"{called(goal)} has room for {goal.full - goal.sail} sail, not {action.sail}"
    return _commands_differ(formation, place, world) or _again(own, f"transfer:{squadron.id}")


def transfer(state: State, side: Side, action: TransferSail, world: World, dice: Dice) -> State:
    """Sail change squadrons, each with its share of the damage; new ones need no check (3.26, SL64)."""
    found = home(state.secret(side), action.squadron)
    assert found is not None
    formation, squadron = found
    other = home(state.secret(side), action.to) if action.to else None
    commands = (formation.command, other[0].command if other is not None else formation.command)
    whom = called(other[1]) if other is not None else "a squadron of their own"
    words = f"{action.sail} sail of {called(squadron)} go to {whom}"
    free = squadron.new >= action.sail
    passed, state = _checked(state, side, commands, words, free, world, dice)
    if not passed:
        return tried(state, side, f"transfer:{squadron.id}")
    share = squadron.dps * action.sail // squadron.sail
    new = min(squadron.new, action.sail)
    left = replace(squadron, sail=squadron.sail - action.sail, dps=squadron.dps - share, new=squadron.new - new)
    state = state.with_formation(_emptied(formation.with_squadron(left)))
    if not formation.with_squadron(left).squadrons and formation.leader is not None:
        state = _unposted(state, side, (formation.leader,), world, dice)
    if other is None:
        state, id = numbered(state, side, "s")
        made = replace(squadron, id=id, sail=action.sail, dps=share, new=new, name="")
        now = state.secret(side).formation(formation.id)
        assert now is not None
        return state.with_formation(_kind(replace(now, squadrons=(*now.squadrons, made))))
    now_other = home(state.secret(side), action.to)
    assert now_other is not None
    place, goal = now_other
    goal = replace(
        goal,
        sail=goal.sail + action.sail,
        dps=goal.dps + share,
        new=goal.new + new,
        hauled=min(goal.hauled, squadron.hauled),
        fitted=goal.fitted and squadron.fitted,
        strait=goal.strait or squadron.strait,
    )
    return state.with_formation(place.with_squadron(goal))


def _emptied(formation: Formation) -> Formation:
    return replace(formation, leader=None) if not formation.squadrons else formation


def _unposted(state: State, side: Side, leaders: Iterable[Leader], world: World, dice: Dice) -> State:
    """Leaders without a post; who was an admiral is followed by the next senior at once, if there is one (SL92)."""
    for leader in leaders:
        after = succeeded(state, side, leader, world, dice)
        state = put_ashore(after, side, leader if after is state else replace(leader, role=""))
    return state


def _checked(
    state: State,
    side: Side,
    commands: tuple[str, ...],
    words: str,
    free: bool,
    world: World,
    dice: Dice,
) -> tuple[bool, State]:
    """The strategy check of a change, told to its side alone; none where all sail are new."""
    passed = free or strategy(state, side, commands, world, dice, words)
    dice.tell(Reorganised(side, words, passed), to=(side,))
    return passed, state if free else spent(state, side, "strategy_check")


# Squadrons and formations


def why_not_move(view: Seated, action: MoveSquadron, world: World) -> str | None:
    own = view.own
    found, goal = home(own, action.squadron), own.formation(action.to)
    if found is None:
        return f"you have no squadron {action.squadron!r}: name one of your own"
    if goal is None or goal.kind in ("convoy", "dummy"):
        return f"you have no formation of squadrons {action.to!r}: name one of your own"
    formation, squadron = found
    if goal.id == formation.id:
        return f"{called(squadron)} is in {goal.name} already"
    if not _together(formation, goal):
        return f"{goal.name} is not in the same place and state as {called(squadron)}"
    if len(formation.squadrons) == 1 and bound(own, formation, goal):
        return f"{formation.name} would have no squadrons left for its orders: give them up first"
    if goal.leader is None and (formation.leader is None or len(formation.squadrons) > 1):
        return f"{goal.name} has no leader: a flotilla needs one, post him first"
    return _commands_differ(formation, goal, world) or _again(own, f"move:{squadron.id}")


def move(state: State, side: Side, action: MoveSquadron, world: World, dice: Dice) -> State:
    """A squadron joins another formation (3.33 to 3.35)."""
    found, goal = home(state.secret(side), action.squadron), state.secret(side).formation(action.to)
    assert found is not None
    assert goal is not None
    formation, squadron = found
    words = f"{called(squadron)} of {formation.name} joins {goal.name}"
    free = squadron.new >= squadron.sail
    passed, state = _checked(state, side, (formation.command, goal.command), words, free, world, dice)
    if not passed:
        return tried(state, side, f"move:{squadron.id}")
    if len(formation.squadrons) == 1:
        return _merged(state, side, formation, goal, world, dice)
    left = tuple([one for one in formation.squadrons if one.id != squadron.id])
    state = state.with_formation(_kind(replace(formation, squadrons=left)))
    return state.with_formation(_kind(replace(goal, squadrons=(*goal.squadrons, squadron))))


def why_not_join(view: Seated, action: JoinFormations, world: World) -> str | None:
    own = view.own
    formation, into = own.formation(action.formation), own.formation(action.into)
    if formation is None or into is None:
        return f"you have no formation {action.formation if formation is None else action.into!r}: name one of your own"
    if formation.id == into.id:
        return f"{formation.name} cannot join itself"
    for one in (formation, into):
        if one.kind in ("convoy", "dummy") or not one.squadrons:
            return f"{one.name} is a {one.kind}: only formations of squadrons join"
    if not _together(formation, into):
        return f"{into.name} is not in the same place and state as {formation.name}"
    if bound(own, formation, into):
        return f"{formation.name} has orders of its own: give them up first"
    if formation.leader is None and into.leader is None:
        return f"neither {formation.name} nor {into.name} has a leader: a flotilla needs one, post him first"
    return _commands_differ(formation, into, world) or _again(own, f"join:{formation.id}")


def join(state: State, side: Side, action: JoinFormations, world: World, dice: Dice) -> State:
    """Two formations become one under the senior of their leaders; the other is without a post."""
    own = state.secret(side)
    formation, into = own.formation(action.formation), own.formation(action.into)
    assert formation is not None
    assert into is not None
    words = f"{formation.name} becomes part of {into.name}"
    free = all_new(formation)
    passed, state = _checked(state, side, (formation.command, into.command), words, free, world, dice)
    if not passed:
        return tried(state, side, f"join:{formation.id}")
    return _merged(state, side, formation, into, world, dice)


def _merged(state: State, side: Side, formation: Formation, into: Formation, world: World, dice: Dice) -> State:
    leader = senior((formation.leader, into.leader), world.charts)
    over = [one for one in (formation.leader, into.leader) if one is not None and one is not leader]
    known = "all" if "all" in (formation.known, into.known) else "spotted"
    known = "hidden" if formation.known == into.known == "hidden" else known
    state = state.without(formation.id)
    joined = replace(
        into,
        squadrons=(*into.squadrons, *formation.squadrons),
        leader=leader,
        shadows=tuple(dict.fromkeys((*into.shadows, *formation.shadows))),
        known=known,
        disorganised=formation.disorganised or into.disorganised,
    )
    state = _unposted(state.with_formation(_kind(joined)), side, over, world, dice)
    own = state.secret(side)
    met = tuple([one for one in own.orders if one.type != "rendezvous" or one.holder != formation.id])
    own = replace(own, orders=met)
    for aux in own.auxiliaries:
        if aux.base == formation.id:
            own = own.with_auxiliary(replace(aux, base=into.id))
    stations = tuple(
        [replace(one, target=into.id) if one.target == formation.id else one for one in state.table.stations]
    )
    if stations != state.table.stations:
        dice.tell(Noticed(side, "company"))
    return replace(state.with_secret(side, own), table=replace(state.table, stations=stations))


def why_not_detach(view: Seated, action: DetachSquadron, world: World) -> str | None:
    own = view.own
    found = home(own, action.squadron)
    if found is None:
        return f"you have no squadron {action.squadron!r}: name one of your own"
    formation, squadron = found
    if len(formation.squadrons) < 2:
        return f"{called(squadron)} is all there is of {formation.name}: there is nothing to detach her from"
    if action.kind == "detachment" and not has_row(world.charts.leadership_summary, WITH_ORDERS):
        return f"{called(squadron)} cannot take her orders along in this title: detach an independent squadron"
    if action.kind == "detachment" and not formation.order:
        return f"{formation.name} has no orders that a detachment could keep: detach an independent squadron"
    return _again(own, f"detach:{squadron.id}")


def detach(state: State, side: Side, action: DetachSquadron, world: World, dice: Dice) -> State:
    """A squadron becomes a formation of her own (3.34, 3.352).

    Where the chart has a line for it the formation's leader lets her go without orders by a leadership check; with orders,
    and where it has none, it is the admiral's strategy check.
    """
    found = home(state.secret(side), action.squadron)
    assert found is not None
    formation, squadron = found
    words = f"{called(squadron)} leaves {formation.name}"
    free = squadron.new >= squadron.sail
    if action.kind == "squadron" and has_row(world.charts.leadership_summary, BY_LEADER) and not free:
        passed = leadership(state, formation, world, dice, words)
        state = spent(state, side, "leadership_check")
        dice.tell(Reorganised(side, words, passed), to=(side,))
    else:
        passed, state = _checked(state, side, (formation.command,), words, free, world, dice)
    if not passed:
        return tried(state, side, f"detach:{squadron.id}")
    return detached(state, formation, squadron, keeps_order=action.kind == "detachment")


def detached(state: State, formation: Formation, squadron: Squadron, *, keeps_order: bool = False) -> State:
    """With a squadron by herself in the same place, however she came to part."""
    state, id = numbered(state, formation.side)
    left = tuple([one for one in formation.squadrons if one.id != squadron.id])
    state = state.with_formation(_kind(replace(formation, squadrons=left)))
    alone = replace(
        formation,
        id=id,
        name=f"{called(squadron)} from {formation.name}",
        kind="detachment" if keeps_order else "squadron",
        leader=None,
        squadrons=(squadron,),
        order=formation.order if keeps_order else "",
        shadows=(),
    )
    return state.with_formation(alone)


# Leaders


def why_not_post(view: Seated, action: PostLeader, world: World) -> str | None:
    own = view.own
    found, formation = leader_of(own, action.leader), own.formation(action.formation)
    if found is None:
        return f"you have no leader {action.leader!r}: name one of your own"
    if formation is None or not formation.squadrons:
        return f"you have no formation of squadrons {action.formation!r}: name one of your own"
    leader, post = found
    if post is not None and post.id == formation.id:
        return f"{leader.name} commands {formation.name} already"
    if leader.wounded and world.values.wounded_out:
        return f"{leader.name} is wounded: he is out of play for {leader.wounded} turns more"
    if leader.contingent != formation.command:
        return f"{leader.name} is not of the contingent of {formation.name}"
    if post is not None and post.place != formation.place:
        return f"{leader.name} is not at {place_name(formation.place, world)}"
    if post is None and not in_friendly_port(view.table, formation, world):
        return f"{formation.name} is at sea: a leader without a post joins formations in port"  # SL63
    old = formation.leader
    if old is not None and (old.role or senior((old, leader), world.charts) is old):
        return f"{leader.name} is junior to {old.name}: he cannot take his place"
    return None


def post(state: State, side: Side, action: PostLeader, world: World, dice: Dice) -> State:
    """A leader takes a formation over; whom he relieves is without a post (3.46 to 3.48)."""
    own = state.secret(side)
    found, formation = leader_of(own, action.leader), own.formation(action.formation)
    assert found is not None
    assert formation is not None
    leader, before = found
    if before is not None:
        state = state.with_formation(replace(before, leader=None))
    else:
        state = state.with_secret(
            side, replace(own, leaders=tuple([one for one in own.leaders if one.id != leader.id]))
        )
    if formation.leader is not None:
        state = _unposted(state, side, (formation.leader,), world, dice)
    heard = None if isinstance(state.table.phase, Fighting) else (side,)  # what has fought is known to all: SL93
    dice.tell(Reorganised(side, f"{leader.name} takes command of {formation.name}"), to=heard)
    return state.with_formation(_kind(replace(formation, leader=leader)))


def why_not_relieve(view: Seated, action: RelieveLeader, world: World) -> str | None:
    own = view.own
    formation = own.formation(action.formation)
    if formation is None or formation.leader is None:
        return f"you have no formation {action.formation!r} with a leader: name one of your own"
    leader = formation.leader
    if leader.role:
        return f"{leader.name} is an admiral of the whole {leader.role.split('_')[0]}: he keeps his post"
    if not in_friendly_port(view.table, formation, world):
        return f"{formation.name} is at sea: leaders are relieved in port"
    if len(formation.squadrons) > 1:
        return f"{formation.name} is a flotilla and needs a leader: post another in his place"
    return None


def relieve(state: State, side: Side, action: RelieveLeader, world: World, dice: Dice) -> State:
    formation = state.secret(side).formation(action.formation)
    assert formation is not None
    assert formation.leader is not None
    dice.tell(Reorganised(side, f"{formation.leader.name} hands over {formation.name}"), to=(side,))
    state = _unposted(state, side, (formation.leader,), world, dice)
    return state.with_formation(_kind(replace(formation, leader=None)))


def why_not_promote(view: Seated, action: PromoteLeader, world: World) -> str | None:
    own = view.own
    found = leader_of(own, action.leader)
    if found is None:
        return f"you have no leader {action.leader!r}: name one of your own"
    leader, _ = found
    if own.promoted:
        return "one leader was promoted this quarter already"
    if not leader.earned:
        return f"{leader.name} has neither won a battle nor fulfilled an order since his last promotion"
    if leader.rank == RANKS[-1]:
        return f"{leader.name} is an admiral: there is no higher rank"
    return None


def promote(state: State, side: Side, action: PromoteLeader, dice: Dice) -> State:
    """One rank up, as the most junior of it: his promotion is of this year (11.17, SL65)."""
    own = state.secret(side)
    found = leader_of(own, action.leader)
    assert found is not None
    leader, formation = found
    rank = RANKS[RANKS.index(leader.rank) + 1]
    year = state.table.date.year
    higher = replace(leader, rank=rank, year=year % 100 if 0 < leader.year < 100 else year, earned=False)
    dice.tell(Reorganised(side, f"{leader.name} is promoted to {rank.replace('_', ' ')}"), to=(side,))
    state = state.with_secret(side, replace(own, promoted=True))
    if formation is not None:
        return state.with_formation(replace(formation, leader=higher))
    own = state.secret(side)
    leaders = tuple([higher if one.id == leader.id else one for one in own.leaders])
    return state.with_secret(side, replace(own, leaders=leaders))


def settled_in(state: State, side: Side) -> State:
    """A new quarter: the reinforcements of the last one are new no longer."""
    for formation in state.secret(side).formations:
        if any(one.new for one in formation.squadrons):
            squadrons = tuple([replace(one, new=0) for one in formation.squadrons])
            state = state.with_formation(replace(formation, squadrons=squadrons))
    return state


# Auxiliaries, and how awards are taken


def bases(view: Seated, auxiliary: str, world: World) -> list[str]:
    """Where an available auxiliary may be assigned."""
    from weathergauge.rulesets.sealords.auxiliaries.reach import bases as legal  # chapters ask each other

    aux = view.own.auxiliary(auxiliary) if view.own is not None else None
    return legal(view, aux, world) if aux is not None and aux.box == "available" else []


def why_not_assign(view: Seated, action: AssignAuxiliary, world: World) -> str | None:
    own = view.own
    aux = own.auxiliary(action.auxiliary)
    if aux is None:
        return f"you have no auxiliary {action.auxiliary!r}: name one of your own"
    if aux.box != "available":
        return f"{aux.id.replace('_', ' ')} is {aux.box}, not available"
    if action.base not in bases(view, aux.id, world):
        what = aux.corsair or aux.cls
        return f"a {what.replace('_', ' ')} cannot be based at {action.base.replace('_', ' ') or 'nowhere'}"
    return None


def assign(state: State, side: Side, action: AssignAuxiliary, world: World, dice: Dice) -> State:
    own = state.secret(side)
    aux = own.auxiliary(action.auxiliary)
    assert aux is not None
    formation = own.formation(action.base)
    where = formation.name if formation is not None else _base_words(action.base, world)
    dice.tell(Reorganised(side, f"{aux.id.replace('_', ' ')} goes to {where}"), to=(side,))
    return state.with_secret(side, own.with_auxiliary(replace(aux, box="assigned", base=action.base)))


def _base_words(base: str, world: World) -> str:
    return place_name(base, world) if base in world.places else f"the zone of {base.replace('_', ' ')}"


def why_not_credit(view: Seated, action: CreditAsLoss, world: World) -> str | None:
    most = largest_award(world)
    if not 0 <= action.points <= most:
        return f"no award has {action.points} points: take 0 to {most} of each as the other side's loss"
    if view.table.tally(view.seat).as_loss == action.points:
        return f"{action.points} points of each award are taken as the other side's loss already"
    return None


def largest_award(world: World) -> int:
    """The most points that a line of the title's chart brings at once."""
    return max([int(one) for one in world.charts.prestige.cells.values() if isinstance(one, int)])


def credit(state: State, side: Side, action: CreditAsLoss, dice: Dice) -> State:
    dice.tell(Noticed(side, "awards"))
    tally = replace(state.table.tally(side), as_loss=action.points)
    return replace(state, table=state.table.with_tally(side, tally))


# Everything a formation or squadron may be told


def of_formation(view: Seated, formation: Formation, world: World) -> Iterator[Any]:
    """What may be done with a formation as a whole, and with its leader."""
    own = view.own
    if not formation.squadrons:
        return
    near = [one for one in own.formations if one.id != formation.id and _together(one, formation)]
    found: list[Any] = [JoinFormations(formation.id, one.id) for one in near]
    here = [one.leader.id for one in own.formations if one.leader is not None and one.place == formation.place]
    found += [PostLeader(id, formation.id) for id in (*[one.id for one in own.leaders], *here)]
    found.append(RelieveLeader(formation.id))
    if formation.leader is not None:
        found.append(PromoteLeader(formation.leader.id))
    yield from (one for one in found if why_not(view, one, world) is None)


def of_squadron(view: Seated, formation: Formation, squadron: Squadron, world: World) -> Iterator[Any]:
    """What may be done with one squadron."""
    yield from (one for one in _of_squadron(view, formation, squadron) if why_not(view, one, world) is None)


def _of_squadron(view: Seated, formation: Formation, squadron: Squadron) -> Iterator[Any]:
    """What might be done with her."""
    own = view.own
    if len(formation.squadrons) > 1:
        yield from (DetachSquadron(squadron.id), DetachSquadron(squadron.id, "detachment"))
    near = [one for one in own.formations if _together(one, formation)]
    yield from [MoveSquadron(squadron.id, one.id) for one in near if one.id != formation.id]
    if squadron.cls == "flagship":
        return
    like = [one for place in near for one in place.squadrons if one.cls == squadron.cls and one.id != squadron.id]
    for other in like:
        for sail in range(1, min(squadron.sail, other.full - other.sail) + 1):
            yield TransferSail(squadron.id, sail, other.id)
    for sail in range(1, squadron.sail):
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
        case AssignAuxiliary():
            return why_not_assign(view, action, world)
        case CreditAsLoss():
            return why_not_credit(view, action, world)
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
        case AssignAuxiliary():
            return assign(state, side, action, world, dice)
        case CreditAsLoss():
            return credit(state, side, action, dice)
    raise ValueError(f"a council knows no {type(action).__name__}")
