"""Leaders who are hit: wounded, killed or captured, and who takes over an admiral's post (8.37)."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.battle.actions import LeaderHit, Ransomed, Succeeded
from weathergauge.rulesets.sealords.charts import Casualty
from weathergauge.rulesets.sealords.leaders import senior
from weathergauge.rulesets.sealords.state import Battle, Combatants, Leader, State, replace
from weathergauge.rulesets.sealords.terms import SIDES, Side
from weathergauge.rulesets.sealords.world import World


def with_combatants(battle: Battle, changed: Combatants) -> Battle:
    british, bourbon = battle.sides
    return replace(battle, sides=(changed, bourbon) if changed.side == SIDES[0] else (british, changed))


def with_battle(state: State, battle: Battle | None) -> State:
    return replace(state, table=replace(state.table, battle=battle))


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
    return with_battle(state, with_combatants(state.table.battle, taken))


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
    posted = [one for one in state.secret(side).formations if one.leader is not None]
    if lost.role == "command_admiral":
        posted = [one for one in posted if one.leader is not None and one.leader.contingent == lost.contingent]
        posted = [one for one in posted if one.leader is not None and not one.leader.role]
    heir = senior([one.leader for one in posted], world.charts)
    for formation in posted:
        if heir is not None and formation.leader == heir:
            dice.tell(Succeeded(side, heir.name, lost.role), to=(side,))
            return state.with_formation(replace(formation, leader=replace(heir, role=lost.role)))
    return state
