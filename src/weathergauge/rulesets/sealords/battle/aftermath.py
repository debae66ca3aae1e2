"""After the guns: sail that founder, the winner, prizes, ransoms, disorder, retreat, and convoys that are caught (8.42 to 8.45).

Here are the sinking checks at the end of the operations phase as well (P27).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.auxiliaries.boxes import assisted
from weathergauge.rulesets.sealords.battle import opening
from weathergauge.rulesets.sealords.battle.actions import (
    BattleWon,
    ColoursStruck,
    ConvoyStruck,
    Disordered,
    Foundered,
    PrizeTaken,
    Ransom,
    TakePrize,
    Withdraw,
    Withdrew,
)
from weathergauge.rulesets.sealords.battle.array import ask, places_left
from weathergauge.rulesets.sealords.battle.combat import Harm
from weathergauge.rulesets.sealords.battle.quarrels import onward, price
from weathergauge.rulesets.sealords.casualties import bought_back, unposted
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import afresh
from weathergauge.rulesets.sealords.damage import hurt, sinks, without_sail
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.formations import reorganise as formed
from weathergauge.rulesets.sealords.formations.actions import JoinFormations, MoveSquadron, PostLeader, TransferSail
from weathergauge.rulesets.sealords.leaders import better_guns, ordnance
from weathergauge.rulesets.sealords.naming import squadron_words
from weathergauge.rulesets.sealords.orders.convoys import COUNTED_APART, cargo_lost
from weathergauge.rulesets.sealords.orders.execution import battled
from weathergauge.rulesets.sealords.phases import Battle
from weathergauge.rulesets.sealords.prestige import changed, scored
from weathergauge.rulesets.sealords.sea.passage import came_to
from weathergauge.rulesets.sealords.state import Seated, Secret, State, Table, replace, with_battle
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.world import world as world_of

# The price of breaking the peace


def paid(state: State, targets: Sequence[Formation], world: World, dice: Dice) -> State:
    """The guns are about to fire: an attack on those with whom there is no war is paid for now, and once (SL31)."""
    battle = state.table.fighting
    if battle.paid:
        return state
    cost = price(state.table, opening.facing(state.table, battle.attacker), targets, world)
    state = with_battle(state, replace(battle, paid=True))
    return changed(state, battle.attacker, -cost, "the attack without a war", dice) if cost else state


# Losses


def kept(state: State, formation: Formation) -> State:
    """With a formation changed; the leader of one that is no more is without a post."""
    state = state.with_formation(formation)
    return unposted(state, formation) if state.formation(formation.id) is None else state


def harmed(state: State, side: Side, ids: tuple[str, ...], harm: Harm) -> State:
    """Squadrons of a side with what befell them, counted for the battle."""
    own = state.table.fighting.of(side)
    lost, flags, dps = dict(own.lost), dict(own.flags), own.dps + sum(harm.dps)
    for id, points, sail in zip(ids, harm.dps, harm.sail, strict=True):
        formation, squadron = home(state, side, id)
        if sail:
            lost[squadron.cls] = lost.get(squadron.cls, 0) + sail
            flags[squadron.contingent] = flags.get(squadron.contingent, 0) + sail
        after = without_sail(squadron, sail)
        state = kept(state, formation.with_squadron(hurt(after, points) if after.sail else after))
    battle = state.table.fighting
    own = replace(battle.of(side), lost=tuple(sorted(lost.items())), flags=tuple(sorted(flags.items())), dps=dps)
    return with_battle(state, battle.with_side(own))


def home(state: State, side: Side, id: str) -> tuple[Formation, Squadron]:
    """The engaged formation that a squadron belongs to."""
    for formation in state.secret(side).formations:
        squadron = formation.squadron(id)
        if squadron is not None and formation.id in state.table.fighting.of(side).engaged:
            return formation, squadron
    raise ValueError(f"no engaged formation of {side} has the squadron {id}")


def _sunk(pairs: tuple[tuple[str, int], ...]) -> int:
    return sum([number for _, number in pairs])


def _foundering(state: State, side: Side, dice: Dice) -> State:
    """The sinking checks of a side's engaged squadrons (P17)."""
    for id in state.table.fighting.of(side).engaged:
        formation = state.formation(id)
        for squadron in formation.squadrons if formation is not None else ():
            if squadron.excess <= 0:
                continue
            sail = sinks(
                squadron.excess, dice, f"does {squadron_words(squadron, world_of(state.table.title))} founder?", side
            )
            name = squadron_words(squadron, world_of(state.table.title))
            dice.tell(Foundered(side, id, squadron.id, sail, name=name))
            if sail:
                state = harmed(state, side, (squadron.id,), Harm((0,), (sail,)))
    return state


# The end of the fighting


def decided(state: State, world: World, dice: Dice) -> State:
    """All combats are fought: who founders, who has won, what it is worth, and whose order is broken."""
    for side in world.sides:
        state = _foundering(state, side, dice)
    battle = state.table.fighting
    winner = victor(battle)
    one, other = battle.sides
    sail = _sunk(one.lost), _sunk(other.lost)
    dice.tell(BattleWon(winner, battle.place, sail, (one.dps, other.dps)))
    state = with_battle(state, replace(battle, winner=winner))
    state = battled(
        state,
        (*one.engaged, *other.engaged),
        battle.intensity,
        winner,
        dict(one.flags) | dict(other.flags),
        world,
    )
    for side in world.sides:
        beaten = battle.of(world.enemy(side))
        state = scored(state, side, beaten.lost, beaten.dps, 0, dice)
    return _colours(_disordered(state, dice), world, dice)


def victor(battle: Battle) -> Side:
    """More enemy sail sunk, then more damage done, then the gauge (SL41)."""
    gauge, other = battle.of(battle.gauge), battle.of(battle.enemy(battle.gauge))
    ahead = (_sunk(other.lost), other.dps) >= (_sunk(gauge.lost), gauge.dps)
    return battle.gauge if ahead else battle.enemy(battle.gauge)


def _disordered(state: State, dice: Dice) -> State:
    """A side that lost more sail than the enemy, or half its own, is disorganised (SL41)."""
    battle = state.table.fighting
    for side in state.table.sides:
        own, foe = battle.of(side), battle.of(state.table.enemy(side))
        lost = _sunk(own.lost)
        if not lost or not (lost > _sunk(foe.lost) or lost * 2 >= own.began):
            continue
        left = [formation for id in own.engaged if (formation := state.formation(id)) is not None]
        for formation in left:
            state = state.with_formation(replace(formation, disorganised=True))
        if left:
            dice.tell(
                Disordered(
                    side, tuple([formation.id for formation in left]), tuple([formation.name for formation in left])
                )
            )
    return state


def struck(sunk: int, charts: Charts, dice: Dice) -> int:
    """How many of the enemy's sail that were lost are captured instead: one die for all of them (8.44)."""
    percent = dice.look_up(charts.strike_colours, why="who strikes?", good="low")
    return sunk * percent // 100


def _colours(state: State, world: World, dice: Dice) -> State:
    battle = state.table.fighting
    beaten = battle.of(world.enemy(battle.winner))
    sunk = _sunk(beaten.lost)
    if not sunk:
        return ransoms(state, world, dice)
    prizes = dice.do(struck, sunk, world.charts, seat=battle.winner)
    dice.tell(ColoursStruck(battle.winner, sunk, prizes))
    return _prizes(with_battle(state, replace(battle, prizes=prizes, taken=beaten.lost)), world, dice)


def prizes(table: Table, side: Side) -> list[TakePrize]:
    """Where captured sail may go: to squadrons there of their class with room; a flagship to the line (SL42)."""
    battle = table.fighting
    if not battle.prizes:
        return []
    there = [
        squadron
        for formation in opening.facing(table, side)
        for squadron in formation.squadrons
        if squadron.sail < squadron.full
    ]
    return [
        TakePrize(cls, squadron.id)
        for cls, number in battle.taken
        for squadron in there
        if number and squadron.cls == ("sol" if cls == "flagship" else cls)
    ]


def _prizes(state: State, world: World, dice: Dice) -> State:
    """Share out the prizes, where there is a choice by asking; those without a place are sunk."""
    battle = state.table.fighting
    open_to = prizes(state.table, battle.winner)
    if not open_to:
        return ransoms(state, world, dice)
    if len(open_to) == 1:
        return took(state, battle.winner, open_to[0], world, dice)
    return ask(state, battle.winner, "prizes")


def took(state: State, side: Side, action: TakePrize, world: World, dice: Dice) -> State:
    formation, squadron = home(state, side, action.squadron)
    larger = replace(
        squadron, sail=squadron.sail + 1, dps=squadron.dps + world.charts.ship_numbers.at("dps_of_a_captured_sail")
    )
    dice.tell(PrizeTaken(side, action.cls, squadron.id))
    state = state.with_formation(formation.with_squadron(larger))
    battle = state.table.fighting
    taken = tuple([(cls, n - 1 if cls == action.cls else n) for cls, n in battle.taken])
    return _prizes(with_battle(state, replace(battle, prizes=battle.prizes - 1, taken=taken)), world, dice)


# Captured leaders


def ransoms(state: State, world: World, dice: Dice) -> State:
    """Ask whose leaders are captured whether they are paid for, the winner first."""
    battle = state.table.fighting
    for side in (battle.winner, world.enemy(battle.winner)):
        if battle.of(side).captured:
            return ask(state, side, "ransom")
    return _reorganised(afresh(state), battle.winner, world, dice)


def ransomed(state: State, side: Side, action: Ransom, world: World, dice: Dice) -> State:
    """A captured leader is bought back, without a post."""
    own = state.table.fighting.of(side)
    leader = next(leader for leader in own.captured if leader.id == action.leader)
    state = bought_back(state, side, leader, world, dice)
    rest = replace(own, captured=tuple([other for other in own.captured if other.id != leader.id]))
    return ransoms(with_battle(state, state.table.fighting.with_side(rest)), world, dice)


def unransomed(state: State, side: Side, world: World, dice: Dice) -> State:
    """Those who are not paid for are lost."""
    own = replace(state.table.fighting.of(side), captured=())
    return ransoms(with_battle(state, state.table.fighting.with_side(own)), world, dice)


# Reorganisation (8.42)


def reorganisations(view: Seated, world: World) -> dict[str, list[Any]]:
    """What a side may change among its engaged formations after a battle: sail, squadrons and leaders (SL45)."""
    own, side = view.own, view.seat
    fought = set(view.table.fighting.of(side).engaged)
    there = [formation for formation in own.formations if formation.id in fought]
    ships = {squadron.id for formation in there for squadron in formation.squadrons}

    def within(action: Any) -> bool:
        match action:
            case TransferSail(to=to):
                return to in ships
            case MoveSquadron(to=to):
                return to in fought
            case JoinFormations(into=into):
                return into in fought
            case PostLeader(leader=id):
                return any(formation.leader is not None and formation.leader.id == id for formation in there)
        return False

    offered: dict[str, list[Any]] = {}
    for formation in there:
        offered[formation.id] = list(formed.of_formation(view, formation, world))
        for squadron in formation.squadrons:
            offered[squadron.id] = list(formed.of_squadron(view, formation, squadron, world))
    return {id: kept for id, actions in offered.items() if (kept := [action for action in actions if within(action)])}


def _reorganised(state: State, side: Side, world: World, dice: Dice) -> State:
    """Ask a side whether it reorganises what has fought, the winner first."""
    if reorganisations(state.seated(side), world):
        return ask(state, side, "reorganise")
    return reorganised(state, side, world, dice)


def reorganised(state: State, side: Side, world: World, dice: Dice) -> State:
    """A side has done with it."""
    if side == state.table.fighting.winner:
        return _reorganised(state, world.enemy(side), world, dice)
    return _retreat(afresh(state), world, dice)


def reorganise(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    return _reorganised(formed.play(state, side, action, world, dice), side, world, dice)


# Retreat


def retreats(table: Table, side: Side, world: World) -> dict[str, tuple[str, ...]]:
    """Beaten formations that are still there and can get away, and where to."""
    battle, ways_out = table.fighting, {}
    for formation in opening.facing(table, side):
        if formation.place != battle.place or opening.holds_strait(
            table, formation, opening.opponents(table, side), world
        ):
            continue
        if ways := opening.lee(table, formation, world):
            ways_out[formation.id] = ways
    return ways_out


def _retreat(state: State, world: World, dice: Dice) -> State:
    """The loser leaves, without a check; who cannot, stays."""
    battle = state.table.fighting
    loser = world.enemy(battle.winner)
    for id, ways in retreats(state.table, loser, world).items():
        if len(ways) > 1:
            return ask(state, loser, "retreat")
        state = _left(state, loser, id, ways[0], world, dice)
    return plundered(state, battle.winner, world, dice)


def retreated(state: State, side: Side, action: Withdraw, world: World, dice: Dice) -> State:
    return _retreat(_left(state, side, action.formation, action.to, world, dice), world, dice)


def _left(state: State, side: Side, id: str, to: str, world: World, dice: Dice) -> State:
    formation = state.formation_of(id)
    dice.tell(Withdrew(side, id, formation.name, to, True, False))
    return taken_away(state, id, to, world, dice)


def taken_away(state: State, id: str, to: str, world: World, dice: Dice) -> State:
    """A formation that has got away with the wind: its increment is over."""
    return came_to(state, id, to, "with_wind", world, dice, spent=True)


# Convoys (P18)


def caught(squadrons: int, guns: int, charts: Charts, dice: Dice) -> tuple[int, int]:
    """Attacks on a convoy that was caught, one for each squadron: damage points, with `guns` more each, and sail sunk."""
    return dice.fold(_fallen_upon, (0, 0), range(squadrons), guns, charts)


def _fallen_upon(so_far: tuple[int, int], _number: int, guns: int, charts: Charts, dice: Dice) -> tuple[int, int]:
    why = "a squadron attacks the convoy"
    cell = dice.look_up(
        charts.combat_damage, why=why, good="low", column=charts.convoy_numbers.at("column_when_caught")
    )
    more = dice.reckon("damage points", better_guns(guns)) if guns else 0
    return so_far[0] + cell.dp + more, so_far[1] + cell.sail_sunk


def prey(table: Table, side: Side) -> list[str]:
    """The enemy's convoys in the place of a battle that are in sight."""
    battle = table.fighting
    there = [
        counter for counter in table.counters if counter.place == battle.place and counter.side == table.enemy(side)
    ]
    return [
        formation.id
        for formation in there
        if formation.state == "ready" and formation.known != "hidden" and formation.kind == "convoy"
    ]


def plundered(state: State, side: Side, world: World, dice: Dice) -> State:
    """The side that holds the place falls upon a convoy in sight there, once nothing guards it; of several it is asked which
    (SL44)."""
    battle = state.table.fighting
    there = [formation for formation in state.at(battle.place, world.enemy(side)) if formation.afloat]
    fresh = [
        formation
        for formation in there
        if formation.squadrons and formation.id not in battle.of(world.enemy(side)).engaged
    ]
    convoys = prey(state.table, side)
    if (
        any(formation.known != "hidden" for formation in fresh)
        or not convoys
        or not attackers(state.secret(side), state.table, side)
    ):
        return over(state, world, dice)
    return ask(state, side, "plunder") if len(convoys) > 1 else fell_upon(state, side, convoys[0], world, dice)


def attackers(own: Secret, table: Table, side: Side) -> int:
    """How many squadrons a side has left of those it engaged."""
    return sum(
        [len(formation.squadrons) for formation in own.formations if formation.id in table.fighting.of(side).engaged]
    )


def fell_upon(state: State, side: Side, id: str, world: World, dice: Dice) -> State:
    """A convoy is attacked by every squadron that the side engaged."""
    convoy, attacks = state.formation_of(id), attackers(state.secret(side), state.table, side)
    cargo = convoy.load
    if side == state.table.fighting.attacker:
        state = paid(state, (convoy,), world, dice)
    dps, sail = dice.do(caught, attacks, ordnance(state.table, side, world.charts), world.charts, seat=side)
    points = min(cargo.points, cargo_lost(cargo.kind, dps, sail, world.charts))
    left = cargo.points - points
    dice.tell(ConvoyStruck(side, convoy.id, convoy.name, cargo.kind, attacks, points, left))
    state = state.with_formation(replace(convoy, known="all", cargo=replace(cargo, points=left)))
    treasure = (("azogues", points),) if cargo.kind == "azogues" and points else ()
    dealt = 0 if cargo.kind == "azogues" else points
    state = scored(state, side, treasure, dealt, dealt if cargo.kind in COUNTED_APART else 0, dice)
    return over(state, world, dice)


# The end of the battle


def broken_off(state: State, world: World, dice: Dice) -> State:
    """There was no battle after all; what fled has left its convoys behind."""
    battle = state.table.fighting
    if battle.gauge and not battle.of(world.enemy(battle.gauge)).engaged:
        return plundered(state, battle.gauge, world, dice)
    return over(state, world, dice)


def over(state: State, world: World, dice: Dice) -> State:
    """The battle is over, and the next one begins."""
    battle = state.table.fighting
    state = assisted(state, battle.place, dice)
    table = replace(state.table, battle=None, fought=(*state.table.fought, battle.place))
    return onward(replace(state, table=table), places_left(state.table), world)


# The end of the operations phase (P27)


def sinking(state: State, world: World, dice: Dice) -> State:
    """A sinking check for every squadron beyond her rating, wherever she is; her own side alone hears of it."""
    for side in world.sides:
        for formation in state.secret(side).formations:
            for squadron in formation.squadrons:
                if squadron.excess <= 0:
                    continue
                why = f"does {squadron_words(squadron, world)} founder?"
                sail = sinks(squadron.excess, dice, why, side, True)
                name = squadron_words(squadron, world)
                dice.tell(Foundered(side, formation.id, squadron.id, sail, name=name), to=(side,))
                now = state.formation(formation.id)
                if sail and now is not None:
                    state = kept(state, now.with_squadron(without_sail(squadron, sail)))
    return state
