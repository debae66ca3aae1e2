"""Before the guns, step by step: who engages, the weather gauge, withdrawals, reinforcements, leaders, fireships (8.21 to 8.26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords import casualties
from weathergauge.rulesets.sealords.auxiliaries.special import Burning, fireship
from weathergauge.rulesets.sealords.battle import aftermath, array, combat, opening
from weathergauge.rulesets.sealords.battle.actions import (
    CameUp,
    Engaged,
    FireshipSent,
    GaugeTaken,
    LeaderPlaced,
    LeadersShown,
    Named,
    PlaceLeader,
    Reinforce,
    SendFireship,
    Withdraw,
    Withdrew,
)
from weathergauge.rulesets.sealords.battle.array import ask
from weathergauge.rulesets.sealords.battle.combat import Harm
from weathergauge.rulesets.sealords.battle.quarrels import hunters, prey, price
from weathergauge.rulesets.sealords.common import afresh, laid_open
from weathergauge.rulesets.sealords.damage import taken
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation
from weathergauge.rulesets.sealords.leaders import high_modifiers, ordnance, spent
from weathergauge.rulesets.sealords.orders.holding import blockading
from weathergauge.rulesets.sealords.phases import Battle, Combatants, Fighting
from weathergauge.rulesets.sealords.state import Seated, State, Table, replace, with_battle
from weathergauge.rulesets.sealords.stations import to_recovery
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, at


def view_of(state: State, side: Side) -> Seated:
    return state.seated(side)


def begin(state: State, attacker: Side, place: str, world: World, dice: Dice) -> State:
    """A side attacks at a place: first it names its engaged formations, then the other side does."""
    sides = (Combatants(world.sides[0]), Combatants(world.sides[1]))
    state = afresh(with_battle(state, Battle(place, attacker, sides)))
    return _engage(ask(state, attacker, "engage"), attacker, world, dice)


def engageable(view: Seated, world: World) -> list[Formation]:
    """Formations that the asking side may still bring into the battle."""
    battle, own, side = view.table.fighting, view.own, view.seat
    named = battle.of(side).engaged
    there = [formation for formation in own.formations if formation.place == battle.place and formation.afloat]
    warships = [formation for formation in there if formation.squadrons and formation.kind != "convoy"]
    engaged = [formation for formation in warships if formation.id in named]
    free = [formation for formation in warships if formation.id not in named]
    if side == battle.attacker:
        able = {formation.id for formation in hunters(own, battle.place)}
        targets = prey(view.table, side, battle.place)
        free = [formation for formation in free if formation.id in able]
        # The first must have a quarrel with somebody there; friends may then come along.
        free = [
            formation for formation in free if engaged or price(view.table, [formation], targets, world) is not None
        ]
    present = [formation.leader for formation in there]
    commands = [formation.command for formation in engaged]
    return [formation for formation in free if opening.together([*commands, formation.command], present, world)]


def must_engage(view: Seated) -> bool:
    """Whether a side cannot keep out of it: the attacker, and whoever has warships in sight (SL31)."""
    battle, side = view.table.fighting, view.seat
    if battle.of(side).engaged:
        return False
    if side == battle.attacker:
        return True
    return any(_in_sight(view.table, battle, side))


def _in_sight(table: Table, battle: Battle, side: Side) -> list[str]:
    there = [
        counter
        for counter in table.counters
        if counter.side == side and counter.place == battle.place and counter.state == "ready"
    ]
    return [
        counter.id
        for counter in there
        if counter.known != "hidden" and counter.classes and counter.kind not in ("convoy", "dummy")
    ]


def _engage(state: State, side: Side, world: World, dice: Dice) -> State:
    view = view_of(state, side)
    open_to = engage_now(view, world)
    if not open_to:
        return engaged(state, side, world, dice)
    if len(open_to) == 1 and must_engage(view):
        return _engage(_with_engaged(state, side, open_to[0].id), side, world, dice)
    return ask(state, side, "engage")


def engage_now(view: Seated, world: World) -> list[Formation]:
    """Those that may be named next: a defender begins with one that is in sight."""
    open_to = engageable(view, world)
    battle, side = view.table.fighting, view.seat
    if side != battle.attacker and must_engage(view):
        return [formation for formation in open_to if formation.id in _in_sight(view.table, battle, side)]
    return open_to


def named(state: State, side: Side, id: str, world: World, dice: Dice) -> State:
    """A side brings one formation more into the battle; all hear which counter it is (SL93)."""
    after = _engage(_with_engaged(state, side, id), side, world, dice)
    phase = after.table.phase
    if isinstance(phase, Fighting) and phase.step == "engage":  # after that `Engaged` tells of all that were named
        dice.tell(Named(side, id))
    return after


def _with_engaged(state: State, side: Side, id: str) -> State:
    own = state.table.fighting.of(side)
    changed = replace(own, engaged=(*own.engaged, id))
    return with_battle(state, state.table.fighting.with_side(changed))


def engaged(state: State, side: Side, world: World, dice: Dice) -> State:
    battle = state.table.fighting
    if side == battle.attacker:
        return _engage(ask(state, world.enemy(side), "engage"), world.enemy(side), world, dice)
    if not battle.of(side).engaged:
        # Nobody but a convoy was found, and what guards it keeps out of the way.
        state = _revealed(state, battle.attacker, battle.of(battle.attacker).engaged, dice)
        return aftermath.plundered(state, battle.attacker, world, dice)
    for who in world.sides:
        state = _revealed(state, who, battle.of(who).engaged, dice)
    return _gauge(state, world, dice)


def _revealed(state: State, side: Side, ids: Sequence[str], dice: Dice) -> State:
    """Formations that show themselves in battle: everybody knows all of them from now on."""
    names = []
    for id in ids:
        formation = state.formation(id)
        if formation is not None:
            state = state.with_formation(replace(formation, known="all"))
            names.append(formation.name)
            battle = state.table.fighting
            own = battle.of(side)
            state = with_battle(state, battle.with_side(replace(own, began=own.began + formation.sail)))
    dice.tell(Engaged(side, tuple(ids), tuple(names)))
    return state


def _gauge(state: State, world: World, dice: Dice) -> State:
    table, battle = state.table, state.table.fighting
    first = first_there(table, {side: opening.facing(table, side) for side in table.sides})
    one = opening.weatherly(opening.facing(table, first), table.serial, world)
    two = opening.weatherly(opening.facing(table, world.enemy(first)), table.serial, world)
    gauge = dice.do(opening.gauge, one, two, world.charts, seat=first)
    winner = first if gauge.first else world.enemy(first)
    both = gauge.chances if first == world.sides[0] else gauge.chances[::-1]
    dice.tell(GaugeTaken(winner, (both[0], both[1])))
    state = with_battle(state, replace(battle, gauge=winner))
    if may_call_off(view_of(state, winner), world):
        return ask(state, winner, "call_off")
    return withdrawals(state, world, dice)


def first_there(table: Table, facing: Mapping[Side, Sequence[Formation]]) -> Side:
    """The side that was first in the space; Player B, if they came together (SL32)."""
    came = {side: min([formation.since for formation in facing[side]]) for side in table.sides}
    if len(set(came.values())) == 1:
        return table.enemy(table.first)
    return min(table.sides, key=lambda side: came[side])


def may_call_off(view: Seated, world: World) -> bool:
    """Whether the side with the gauge may keep away: not while it shuts a port there (SL33)."""
    battle, own = view.table.fighting, view.own
    engaged = [formation for formation in own.formations if formation.id in battle.of(view.seat).engaged]
    return not any(blockading(view, formation) == at(battle.place) for formation in engaged)


def withdrawable(view: Seated, world: World) -> dict[str, tuple[str, ...]]:
    """Engaged formations that may try to get away, and where to."""
    battle, side = view.table.fighting, view.seat
    if side in (battle.gauge, battle.attacker):
        return {}
    tried = battle.of(side).tried
    away = {}
    for formation in opening.facing(view.table, side):
        enemies = opening.opponents(view.table, side)
        if formation.id in tried or opening.holds_strait(view.table, formation, enemies, world):
            continue
        if ways := opening.lee(view.table, formation, world):
            away[formation.id] = ways
    return away


def withdrawals(state: State, world: World, dice: Dice) -> State:
    battle = state.table.fighting
    side = world.enemy(battle.gauge)
    if not battle.of(side).engaged:
        return aftermath.broken_off(state, world, dice)
    if withdrawable(view_of(state, side), world):
        return ask(state, side, "withdraw")
    return bring_up(state, battle.gauge, world, dice)


def withdraw(state: State, side: Side, action: Withdraw, world: World, dice: Dice) -> State:
    formation = state.formation_of(action.formation)
    flight = opening.flight(formation, opening.opponents(state.table, side), state.table, world)
    away = opening.withdraws(flight, world.charts, dice, side)
    state = spent(state, side, "withdrawal")
    dice.tell(Withdrew(side, formation.id, formation.name, action.to, away, True))
    battle = state.table.fighting
    own = battle.of(side)
    own = replace(own, tried=(*own.tried, formation.id))
    if away:
        engaged = tuple([id for id in own.engaged if id != formation.id])
        own = replace(own, engaged=engaged, withdrawn=(*own.withdrawn, formation.id), began=own.began - formation.sail)
    state = with_battle(state, battle.with_side(own))
    if away:
        state = aftermath.taken_away(state, formation.id, action.to, world, dice)
    return withdrawals(state, world, dice)


def reinforcements(view: Seated, world: World) -> list[Formation]:
    """Formations of the asking side that are there, are not engaged, and have not tried yet."""
    battle, own, side = view.table.fighting, view.own, view.seat
    there = [formation for formation in own.formations if formation.place == battle.place and formation.afloat]
    kept = (*battle.of(side).engaged, *battle.of(side).withdrawn)
    free = [
        formation
        for formation in there
        if formation.squadrons and formation.kind != "convoy" and formation.id not in kept
    ]
    free = [formation for formation in free if _trial(formation.id) not in own.tried]
    present = [formation.leader for formation in there]
    commands = [formation.command for formation in there if formation.id in battle.of(side).engaged]
    return [formation for formation in free if opening.together([*commands, formation.command], present, world)]


def _trial(id: str) -> str:
    """How a side notes that a formation has tried to come up; the enemy is not to see who did."""
    return f"reinforce:{id}"


def bring_up(state: State, side: Side, world: World, dice: Dice) -> State:
    if reinforcements(view_of(state, side), world):
        return ask(state, side, "reinforce")
    return brought_up(state, side, world, dice)


def brought_up(state: State, side: Side, world: World, dice: Dice) -> State:
    gauge = state.table.fighting.gauge
    if side == gauge:
        return bring_up(state, world.enemy(side), world, dice)
    attacked = world.enemy(state.table.fighting.attacker)
    state = aftermath.paid(state, opening.facing(state.table, attacked), world, dice)
    return _posting(state, gauge, world, dice)


def reinforce(state: State, side: Side, action: Reinforce, world: World, dice: Dice) -> State:
    formation = state.formation_of(action.formation)
    relief = opening.relief(formation, state.secret(side), state.table, world)
    came = opening.comes_up(relief, world.charts, dice, side, True)
    state = spent(state, side, "leadership_check")
    account = laid_open(dice.take_account()) if came else dice.take_account()
    dice.tell(CameUp(side, formation.id, formation.name, came), to=None if came else (side,), account=account)
    if not came:
        own = state.secret(side)
        state = state.with_secret(side, replace(own, tried=(*own.tried, _trial(formation.id))))
    else:
        state = _revealed(_with_engaged(state, side, formation.id), side, (formation.id,), dice)
    return bring_up(state, side, world, dice)


def placeable(view: Seated) -> dict[str, list[PlaceLeader]]:
    """Engaged formations of the asking side whose leader is still to be placed, and the squadrons he may go with."""
    if view.table.settings.leaders_by_rule:
        return {}
    done = [id for id, _ in view.own.posts]
    led = [
        formation
        for formation in opening.facing(view.table, view.seat)
        if formation.leader is not None and formation.id not in done
    ]
    return {
        formation.id: [PlaceLeader(formation.id, ship.id) for ship in formation.squadrons]
        for formation in led
        if len(formation.squadrons) > 1
    }


def _posting(state: State, side: Side, world: World, dice: Dice) -> State:
    if placeable(view_of(state, side)):
        return ask(state, side, "post")
    return placed(state, side, world, dice)


def place(state: State, side: Side, action: PlaceLeader, world: World, dice: Dice) -> State:
    """A leader goes with a squadron; the enemy hears where he is when all leaders of both sides are placed."""
    own = state.secret(side)
    state = state.with_secret(side, replace(own, posts=(*own.posts, (action.formation, action.squadron))))
    leader = state.formation_of(action.formation).leader
    dice.tell(LeaderPlaced(side, leader.name if leader is not None else "", action.squadron), to=(side,))
    return _posting(state, side, world, dice)


def placed(state: State, side: Side, world: World, dice: Dice) -> State:
    """Those that a side has not placed go by the rule; when both sides are ready all are shown."""
    gauge = state.table.fighting.gauge
    if side == gauge:
        return _posting(state, world.enemy(side), world, dice)
    chosen = tuple([post for secret in state.secrets for post in secret.posts])
    state = with_battle(state, replace(state.table.fighting, leaders=chosen))
    state = with_battle(state, replace(state.table.fighting, leaders=array.posts(state.table)))
    for who in world.sides:
        state = state.with_secret(who, replace(state.secret(who), posts=()))
        if leaders := array.aboard(state.table, who):
            dice.tell(LeadersShown(who, leaders))
    return _fireships(state, gauge, world, dice)


def fireships(view: Seated) -> list[Auxiliary]:
    """Fireships with the engaged formations of the asking side."""
    battle, own, side = view.table.fighting, view.own, view.seat
    ready = [auxiliary for auxiliary in own.auxiliaries if auxiliary.cls == "fireship" and auxiliary.box == "assigned"]
    return [auxiliary for auxiliary in ready if auxiliary.base in battle.of(side).engaged]


def _fireships(state: State, side: Side, world: World, dice: Dice) -> State:
    if fireships(view_of(state, side)) and array.squadrons(state.table, world.enemy(side)):
        return ask(state, side, "fireships")
    return burnt(state, side, world, dice)


def burnt(state: State, side: Side, world: World, dice: Dice) -> State:
    gauge = state.table.fighting.gauge
    if side == gauge:
        return _fireships(state, world.enemy(side), world, dice)
    for who in world.sides:
        if not array.squadrons(state.table, who):
            return aftermath.decided(state, world, dice)
    state = with_battle(state, replace(state.table.fighting, leaders=array.posts(state.table)))
    return ask(state, gauge, "intensity")


def send(state: State, side: Side, action: SendFireship, world: World, dice: Dice) -> State:
    formation = state.formation_of(action.formation)
    target = formation.squadron_of(action.squadron)
    luck = tuple(high_modifiers(state.table, side, world.charts))
    burning = Burning(target.sail, luck=luck, ordnance=ordnance(state.table, side, world.charts))
    blow = dice.do(fireship, burning, world.charts, seat=side)
    state = to_recovery(state, action.auxiliary)
    battle = state.table.fighting
    state = with_battle(state, replace(battle, burnt=(*battle.burnt, action.auxiliary)))
    dps = taken(blow.dp, target.cls, world.charts)
    fate = combat.NO_CASUALTY
    if blow.leader and formation.leader is not None and array.posted(battle, formation) == target.id:
        fate = dice.do(casualties.befalls, combat.IN_DANGER, world.charts, seat=side)
    sail = min(blow.sail, target.sail)
    dice.tell(FireshipSent(side, formation.id, target.id, blow.success, dps, sail))
    state = casualties.hit(state, formation.id, fate, world, dice)
    state = aftermath.harmed(state, world.enemy(side), (target.id,), Harm((dps,), (sail,)))
    return _fireships(state, side, world, dice)
