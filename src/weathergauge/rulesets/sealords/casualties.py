"""Leaders who are hit: wounded, killed or captured, and who takes over an admiral's post (8.37)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from weathergauge.dice import Dice
from weathergauge.ruleset import Event
from weathergauge.rulesets.sealords.charts import Casualty, Charts
from weathergauge.rulesets.sealords.forces import Formation, Leader
from weathergauge.rulesets.sealords.leaders import senior
from weathergauge.rulesets.sealords.state import State, replace, with_battle
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World


class LeaderHit(Event, frozen=True):
    side: Side
    leader: str
    fate: str
    turns: int = 0


class Ransomed(Event, frozen=True):
    side: Side
    leader: str
    price: int


class Succeeded(Event, frozen=True):
    """A leader took over the post of a lost admiral."""

    side: Side
    leader: str
    role: Literal["fleet_admiral", "command_admiral"]


def befalls(why: str, charts: Charts, dice: Dice) -> Casualty:
    """Throw for a leader in danger. Low is good for whoever fires at him."""
    return dice.look_up(charts.leader_casualty, why=why, good="low")


def hit(state: State, id: str, fate: Casualty, world: World, dice: Dice) -> State:
    """A formation's leader with what befell him. A wound puts him out of play, or halves him (SL40)."""
    formation = state.formation(id)
    if formation is None or formation.leader is None or fate.result == "none":
        return state
    leader, side, turns = formation.leader, formation.side, fate.turns or 0
    dice.tell(LeaderHit(side, leader.name, fate.result, turns))
    if fate.result == "wounded":
        hurt = replace(leader, wounded=max(leader.wounded, turns))
        if not world.values.wounded_out:
            return state.with_formation(replace(formation, leader=hurt))
        return put_ashore(state.with_formation(replace(formation, leader=None)), side, hurt)
    state = state.with_formation(replace(formation, leader=None))
    if fate.result == "captured":
        state = _taken(state, side, replace(leader, role=""))
    return succeeded(state, side, leader, world, dice)


def _taken(state: State, side: Side, leader: Leader) -> State:
    """An admiral in the enemy's hands: he may be ransomed after the battle, or in council if there was none. The chart has
    no price for a commodore: he is lost (SL40)."""
    if leader.rank == "commodore":
        return state
    if state.table.battle is None:
        own = state.secret(side)
        return state.with_secret(side, replace(own, captives=(*own.captives, leader)))
    fought = state.table.battle.of(side)
    taken = replace(fought, captured=(*fought.captured, leader))
    return with_battle(state, state.table.battle.with_side(taken))


def bought_back(state: State, side: Side, leader: Leader, world: World, dice: Dice) -> State:
    """A captured leader comes back for the price of the chart, without a post."""
    price = -int(world.charts.prestige.at("ransom_an_admiral"))
    tally = state.table.tally(side)
    state = replace(state, table=state.table.with_tally(side, replace(tally, prestige=tally.prestige - price)))
    dice.tell(Ransomed(side, leader.name, price))
    return put_ashore(state, side, leader)


def put_ashore(state: State, side: Side, leader: Leader) -> State:
    """A leader without a post."""
    own = state.secret(side)
    return state.with_secret(side, replace(own, leaders=(*own.leaders, leader)))


def succeeded(state: State, side: Side, lost: Leader, world: World, dice: Dice) -> State:
    """The next senior leader at sea takes over the post of an admiral who is gone (SL40)."""
    if not lost.role:
        return state
    posted = [formation for formation in state.secret(side).formations if formation.leader is not None]
    if lost.role == "command_admiral":
        posted = [
            formation
            for formation in posted
            if formation.leader is not None and formation.leader.contingent == lost.contingent
        ]
        posted = [formation for formation in posted if formation.leader is not None and not formation.leader.role]
    heir = senior([formation.leader for formation in posted], world.charts)
    for formation in posted:
        if heir is not None and formation.leader == heir:
            dice.tell(Succeeded(side, heir.name, lost.role), to=(side,))
            return state.with_formation(replace(formation, leader=replace(heir, role=lost.role)))
    return state


def unposted(state: State, lost: Formation) -> State:
    """With the leader of a formation that is no more back among those without a post (SL10)."""
    own = state.secret(lost.side)
    if lost.leader is None or any(leader.id == lost.leader.id for leader in own.leaders):
        return state
    return state.with_secret(lost.side, replace(own, leaders=(*own.leaders, lost.leader)))


def sent_ashore(state: State, side: Side, leaders: Iterable[Leader], world: World, dice: Dice) -> State:
    """Leaders without a post; who was an admiral is followed by the next senior at once, if there is one (SL92)."""
    for leader in leaders:
        after = succeeded(state, side, leader, world, dice)
        state = put_ashore(after, side, leader if after is state else replace(leader, role=""))
    return state
