"""The posts of leaders: who commands what, who is relieved, and who is promoted (3.46 to 3.48, 11.17)."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.casualties import sent_ashore
from weathergauge.rulesets.sealords.forces import Formation, Leader
from weathergauge.rulesets.sealords.formations.actions import PostLeader, PromoteLeader, RelieveLeader, Reorganised
from weathergauge.rulesets.sealords.formations.squadrons import reckoned
from weathergauge.rulesets.sealords.leaders import senior
from weathergauge.rulesets.sealords.phases import Fighting
from weathergauge.rulesets.sealords.ports import in_friendly_port
from weathergauge.rulesets.sealords.state import Seated, Secret, State, replace
from weathergauge.rulesets.sealords.terms import Rank, Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World

RANKS: tuple[Rank, ...] = ("commodore", "rear_admiral", "vice_admiral", "admiral")


def the_leader(own: Secret, id: str) -> tuple[Leader, Formation | None]:
    """A leader who is there, with his formation if he has one."""
    if (posted := leader_of(own, id)) is None:
        raise LookupError(f"there is no leader {id}")
    return posted


def leader_of(own: Secret, id: str) -> tuple[Leader, Formation | None] | None:
    """A leader by his id, with his formation if he has one."""
    for formation in own.formations:
        if formation.leader is not None and formation.leader.id == id:
            return formation.leader, formation
    for leader in own.leaders:
        if leader.id == id:
            return leader, None
    return None


def why_not_post(view: Seated, action: PostLeader, world: World) -> str | None:
    own = view.own
    posted, formation = leader_of(own, action.leader), own.formation(action.formation)
    if posted is None:
        return f"you have no leader {action.leader!r}: name one of your own"
    if formation is None or not formation.squadrons:
        return f"you have no formation of squadrons {action.formation!r}: name one of your own"
    leader, post = posted
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
    (leader, before), formation = the_leader(own, action.leader), own.formation_of(action.formation)
    if before is not None:
        state = state.with_formation(replace(before, leader=None))
    else:
        state = state.with_secret(
            side, replace(own, leaders=tuple([other for other in own.leaders if other.id != leader.id]))
        )
    if formation.leader is not None:
        state = sent_ashore(state, side, (formation.leader,), world, dice)
    heard = None if isinstance(state.table.phase, Fighting) else (side,)  # what has fought is known to all: SL93
    dice.tell(Reorganised(side, f"{leader.name} takes command of {formation.name}"), to=heard)
    return state.with_formation(reckoned(replace(formation, leader=leader)))


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
    formation = state.secret(side).formation_of(action.formation)
    for leader in (formation.leader,) if formation.leader is not None else ():
        dice.tell(Reorganised(side, f"{leader.name} hands over {formation.name}"), to=(side,))
        state = sent_ashore(state, side, (leader,), world, dice)
    return state.with_formation(reckoned(replace(formation, leader=None)))


def why_not_promote(view: Seated, action: PromoteLeader, world: World) -> str | None:
    own = view.own
    posted = leader_of(own, action.leader)
    if posted is None:
        return f"you have no leader {action.leader!r}: name one of your own"
    leader, _ = posted
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
    leader, formation = the_leader(own, action.leader)
    rank = RANKS[RANKS.index(leader.rank) + 1]
    year = state.table.date.year
    higher = replace(leader, rank=rank, year=year % 100 if 0 < leader.year < 100 else year, earned=False)
    dice.tell(Reorganised(side, f"{leader.name} is promoted to {rank.replace('_', ' ')}"), to=(side,))
    state = state.with_secret(side, replace(own, promoted=True))
    if formation is not None:
        return state.with_formation(replace(formation, leader=higher))
    own = state.secret(side)
    leaders = tuple([higher if other.id == leader.id else other for other in own.leaders])
    return state.with_secret(side, replace(own, leaders=leaders))
