"""A battle step by step, from the formations that engage to the last combat (8.21 to 8.37).

Each step is a function that asks a side, where it has something to decide, or goes on to the next. What may be chosen is
in `options`; what comes of it in `play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords import casualties
from weathergauge.rulesets.sealords.auxiliaries.boxes import assisting
from weathergauge.rulesets.sealords.auxiliaries.special import Burning, fireship
from weathergauge.rulesets.sealords.battle import aftermath, array, combat, opening
from weathergauge.rulesets.sealords.battle.actions import (
    CalledOff,
    CallOff,
    CameUp,
    CombatFought,
    CombatThrown,
    Engage,
    Engaged,
    Fight,
    FireshipSent,
    GaugeTaken,
    JoinCombat,
    JoinedCombat,
    LevelFound,
    Named,
    Pair,
    Paired,
    Ransom,
    Reinforce,
    SendFireship,
    Share,
    TakePrize,
    ThrowAgain,
    ThrownAgain,
    Withdraw,
    Withdrew,
)
from weathergauge.rulesets.sealords.battle.array import ask
from weathergauge.rulesets.sealords.battle.combat import Harm, Intent
from weathergauge.rulesets.sealords.battle.quarrels import hunters, prey, price
from weathergauge.rulesets.sealords.common import STEP, Ready, afresh, laid_open
from weathergauge.rulesets.sealords.leaders import favoured, high_modifiers, personality, rank_amount, senior, spent
from weathergauge.rulesets.sealords.orders.holding import blockading
from weathergauge.rulesets.sealords.state import (
    Auxiliary,
    Battle,
    Combatants,
    Fighting,
    Formation,
    Pairing,
    Seated,
    State,
    Table,
    replace,
    with_battle,
)
from weathergauge.rulesets.sealords.stations import to_recovery
from weathergauge.rulesets.sealords.terms import Intensity, Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at

MULLIGAN = "mulligan"


def view_of(state: State, side: Side) -> Seated:
    return Seated(state.table, side, state.secret(side))


# Engagement (8.21)


def begin(state: State, attacker: Side, place: str, world: World, dice: Dice) -> State:
    """A side attacks at a place: first it names its engaged formations, then the other side does."""
    sides = (Combatants(world.sides[0]), Combatants(world.sides[1]))
    state = afresh(with_battle(state, Battle(place, attacker, sides)))
    return _engage(ask(state, attacker, "engage"), attacker, world, dice)


def engageable(view: Seated, world: World) -> list[Formation]:
    """Formations that the asking side may still bring into the battle."""
    battle, own, side = view.table.fighting, view.own, view.seat
    named = battle.of(side).engaged
    there = [one for one in own.formations if one.place == battle.place and one.afloat]
    warships = [one for one in there if one.squadrons and one.kind != "convoy"]
    engaged = [one for one in warships if one.id in named]
    free = [one for one in warships if one.id not in named]
    if side == battle.attacker:
        able = {one.id for one in hunters(own, battle.place)}
        targets = prey(view.table, side, battle.place)
        free = [one for one in free if one.id in able]
        # The first must have a quarrel with somebody there; friends may then come along.
        free = [one for one in free if engaged or price(view.table, [one], targets, world) is not None]
    present = [one.leader for one in there]
    commands = [one.command for one in engaged]
    return [one for one in free if opening.together([*commands, one.command], present, world)]


def _must_engage(view: Seated) -> bool:
    """Whether a side cannot keep out of it: the attacker, and whoever has warships in sight (SL31)."""
    battle, side = view.table.fighting, view.seat
    if battle.of(side).engaged:
        return False
    if side == battle.attacker:
        return True
    return any(_in_sight(view.table, battle, side))


def _in_sight(table: Table, battle: Battle, side: Side) -> list[str]:
    there = [one for one in table.counters if one.side == side and one.place == battle.place and one.state == "ready"]
    return [one.id for one in there if one.known != "hidden" and one.classes and one.kind not in ("convoy", "dummy")]


def _engage(state: State, side: Side, world: World, dice: Dice) -> State:
    view = view_of(state, side)
    open_to = _engage_now(view, world)
    if not open_to:
        return _engaged(state, side, world, dice)
    if len(open_to) == 1 and _must_engage(view):
        return _engage(_with_engaged(state, side, open_to[0].id), side, world, dice)
    return ask(state, side, "engage")


def _engage_now(view: Seated, world: World) -> list[Formation]:
    """Those that may be named next: a defender begins with one that is in sight."""
    open_to = engageable(view, world)
    battle, side = view.table.fighting, view.seat
    if side != battle.attacker and _must_engage(view):
        return [one for one in open_to if one.id in _in_sight(view.table, battle, side)]
    return open_to


def _named(state: State, side: Side, id: str, world: World, dice: Dice) -> State:
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


def _engaged(state: State, side: Side, world: World, dice: Dice) -> State:
    battle = state.table.fighting
    if side == battle.attacker:
        return _engage(ask(state, world.enemy(side), "engage"), world.enemy(side), world, dice)
    if not battle.of(side).engaged:
        # Nobody but a convoy was found, and what guards it keeps out of the way.
        state = _revealed(state, battle.attacker, battle.of(battle.attacker).engaged, dice)
        return aftermath.plundered(state, battle.attacker, world, dice)
    for one in world.sides:
        state = _revealed(state, one, battle.of(one).engaged, dice)
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


# Weather gauge, calling off, withdrawals (8.22, 8.23)


def _gauge(state: State, world: World, dice: Dice) -> State:
    table, battle = state.table, state.table.fighting
    first = _first_there(table)
    one = opening.weatherly(opening.facing(table, first), table.serial, world)
    two = opening.weatherly(opening.facing(table, world.enemy(first)), table.serial, world)
    found = dice.do(opening.gauge, one, two, world.charts, seat=first)
    winner = first if found.first else world.enemy(first)
    both = found.chances if first == world.sides[0] else found.chances[::-1]
    dice.tell(GaugeTaken(winner, (both[0], both[1])))
    state = with_battle(state, replace(battle, gauge=winner))
    if may_call_off(view_of(state, winner), world):
        return ask(state, winner, "call_off")
    return _withdrawals(state, world, dice)


def _first_there(table: Table) -> Side:
    """The side that was first in the space; Player B, if they came together (SL32)."""
    came = {side: min([one.since for one in opening.facing(table, side)]) for side in table.sides}
    if len(set(came.values())) == 1:
        return table.enemy(table.first)
    return min(table.sides, key=lambda side: came[side])


def may_call_off(view: Seated, world: World) -> bool:
    """Whether the side with the gauge may keep away: not while it shuts a port there (SL33)."""
    battle, own = view.table.fighting, view.own
    engaged = [one for one in own.formations if one.id in battle.of(view.seat).engaged]
    return not any(blockading(view, one) == at(battle.place) for one in engaged)


def withdrawable(view: Seated, world: World) -> dict[str, tuple[str, ...]]:
    """Engaged formations that may try to get away, and where to."""
    battle, side = view.table.fighting, view.seat
    if side in (battle.gauge, battle.attacker):
        return {}
    tried = battle.of(side).tried
    found = {}
    for one in opening.facing(view.table, side):
        enemies = opening.opponents(view.table, side)
        if one.id in tried or opening.holds_strait(view.table, one, enemies, world):
            continue
        if ways := opening.lee(view.table, one, world):
            found[one.id] = ways
    return found


def _withdrawals(state: State, world: World, dice: Dice) -> State:
    battle = state.table.fighting
    side = world.enemy(battle.gauge)
    if not battle.of(side).engaged:
        return aftermath.broken_off(state, world, dice)
    if withdrawable(view_of(state, side), world):
        return ask(state, side, "withdraw")
    return _reinforcements(state, battle.gauge, world, dice)


def _withdraw(state: State, side: Side, action: Withdraw, world: World, dice: Dice) -> State:
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
    return _withdrawals(state, world, dice)


# Reinforcement (8.24)


def reinforcements(view: Seated, world: World) -> list[Formation]:
    """Formations of the asking side that are there, are not engaged, and have not tried yet."""
    battle, own, side = view.table.fighting, view.own, view.seat
    there = [one for one in own.formations if one.place == battle.place and one.afloat]
    kept = (*battle.of(side).engaged, *battle.of(side).withdrawn)
    free = [one for one in there if one.squadrons and one.kind != "convoy" and one.id not in kept]
    free = [one for one in free if _trial(one.id) not in own.tried]
    present = [one.leader for one in there]
    commands = [one.command for one in there if one.id in battle.of(side).engaged]
    return [one for one in free if opening.together([*commands, one.command], present, world)]


def _trial(id: str) -> str:
    """How a side notes that a formation has tried to come up; the enemy is not to see who did."""
    return f"reinforce:{id}"


def _reinforcements(state: State, side: Side, world: World, dice: Dice) -> State:
    if reinforcements(view_of(state, side), world):
        return ask(state, side, "reinforce")
    return _reinforced(state, side, world, dice)


def _reinforced(state: State, side: Side, world: World, dice: Dice) -> State:
    gauge = state.table.fighting.gauge
    if side == gauge:
        return _reinforcements(state, world.enemy(side), world, dice)
    attacked = world.enemy(state.table.fighting.attacker)
    state = aftermath.paid(state, opening.facing(state.table, attacked), world, dice)
    return _fireships(state, gauge, world, dice)


def _reinforce(state: State, side: Side, action: Reinforce, world: World, dice: Dice) -> State:
    formation = state.formation_of(action.formation)
    helped = bool(assisting(state, state.table.fighting.place, side))
    relief = opening.relief(formation, helped, state.table, world)
    relief = replace(relief, ranks=(*relief.ranks, *favoured(state.secret(side), side, "leadership_check")))
    came = opening.comes_up(relief, world.charts, dice, side, True)
    state = spent(state, side, "leadership_check")
    account = laid_open(dice.take_account()) if came else dice.take_account()
    dice.tell(CameUp(side, formation.id, formation.name, came), to=None if came else (side,), account=account)
    if not came:
        own = state.secret(side)
        state = state.with_secret(side, replace(own, tried=(*own.tried, _trial(formation.id))))
    else:
        state = _revealed(_with_engaged(state, side, formation.id), side, (formation.id,), dice)
    return _reinforcements(state, side, world, dice)


# Fireships (P16)


def fireships(view: Seated) -> list[Auxiliary]:
    """Fireships with the engaged formations of the asking side."""
    battle, own, side = view.table.fighting, view.own, view.seat
    ready = [one for one in own.auxiliaries if one.cls == "fireship" and one.box == "assigned"]
    return [one for one in ready if one.base in battle.of(side).engaged]


def _fireships(state: State, side: Side, world: World, dice: Dice) -> State:
    if fireships(view_of(state, side)) and array.squadrons(state.table, world.enemy(side)):
        return ask(state, side, "fireships")
    return _burnt(state, side, world, dice)


def _burnt(state: State, side: Side, world: World, dice: Dice) -> State:
    gauge = state.table.fighting.gauge
    if side == gauge:
        return _fireships(state, world.enemy(side), world, dice)
    for one in world.sides:
        if not array.squadrons(state.table, one):
            return aftermath.decided(state, world, dice)
    state = with_battle(state, replace(state.table.fighting, leaders=array.posts(state.table)))
    return ask(state, gauge, "intensity")


def _send(state: State, side: Side, action: SendFireship, world: World, dice: Dice) -> State:
    formation = state.formation_of(action.formation)
    target = formation.squadron_of(action.squadron)
    burning = Burning(target.sail, luck=tuple(high_modifiers(state.table, side, world.charts)))
    blow = dice.do(fireship, burning, world.charts, seat=side)
    state = to_recovery(state, action.auxiliary)
    battle = state.table.fighting
    state = with_battle(state, replace(battle, burnt=(*battle.burnt, action.auxiliary)))
    doubled = world.charts.combat_damage_point_modifier.at("galley_squadron_suffers_dp_multiplier")
    dps = blow.dp * (doubled if target.cls == "galley" else 1)
    fate = combat.NO_CASUALTY
    if blow.leader and formation.leader is not None and array.post(formation) == target.id:
        fate = dice.look_up(world.charts.leader_casualty, why="is the leader hit?", seat=side, good="low")
    sail = min(blow.sail, target.sail)
    dice.tell(FireshipSent(side, formation.id, target.id, blow.success, dps, sail))
    state = casualties.hit(state, formation.id, fate, world, dice)
    state = aftermath.harmed(state, world.enemy(side), (target.id,), Harm((dps,), (sail,)))
    return _fireships(state, side, world, dice)


# Intensity (8.31, 8.32)


def intent(table: Table, chosen: Intensity, world: World) -> Intent:
    """How the battle is to be fought, by the two senior engaged leaders."""
    battle = table.fighting
    gauge = battle.gauge
    lead = [
        personality(senior([one.leader for one in opening.facing(table, side)], world.charts))
        for side in (gauge, world.enemy(gauge))
    ]
    strait = world.places[at(battle.place)].kind == "strait"
    return Intent(chosen, lead[0], lead[1], strait, tuple(favoured(table, gauge, "damage_level")))


def _fight(state: State, side: Side, chosen: Intensity, world: World, dice: Dice) -> State:
    meant = intent(state.table, chosen, world)
    became = combat.intensity(meant, world.charts, dice)
    # How hard it becomes helps neither side: both fire in the columns of it.
    chart = world.charts.battle_intensity
    level = dice.look_up(chart, add=meant.add, why="damage level", seat=side, good="neither", intensity=became)
    state = spent(state, side, "damage_level")
    dice.tell(LevelFound(side, chosen, became, level))
    state = with_battle(state, replace(state.table.fighting, intensity=became, level=level))
    return _regret(state, "regret_intensity", side, 0, world, dice)


def may_throw_again(table: Table, side: Side, world: World) -> bool:
    """Whether a side has a mulligan: a free one of its rank, or prestige to pay where they are played (SL43)."""
    return _free(table, side, world) or (table.settings.mulligans and table.tally(side).prestige > 0)


def _free(table: Table, side: Side, world: World) -> bool:
    used = dict(table.tally(side).uses).get(MULLIGAN, 0)
    return used < rank_amount(table, side, "free_mulligans_per_turn", world.charts)


def _regret(state: State, step: Any, first: Side, number: int, world: World, dice: Dice) -> State:
    """Ask who might throw again, the side with the gauge first; then go on with what lies there."""
    gauge = state.table.fighting.gauge
    for side in (gauge, world.enemy(gauge)) if first == gauge else (world.enemy(gauge),):
        if may_throw_again(state.table, side, world):
            return ask(state, side, step, number)
    return _accepted(state, step, number, world, dice)


def _accepted(state: State, step: Any, number: int, world: World, dice: Dice) -> State:
    if step == "regret_intensity":
        return _pairs(state, world, dice)
    return _strike(state, number, world, dice)


def _regretted(state: State, side: Side, again: bool, world: World, dice: Dice) -> State:
    phase = state.table.during(Fighting)
    gauge = state.table.fighting.gauge
    if again:
        state = _paid(state, side, world, dice)
        if phase.step == "regret_intensity":
            battle = state.table.fighting
            assert battle.intensity
            chart = world.charts.battle_intensity
            level = dice.look_up(chart, why="damage level", seat=side, good="neither", intensity=battle.intensity)
            dice.tell(LevelFound(gauge, battle.intensity, battle.intensity, level))
            state = with_battle(state, replace(battle, level=level))
        else:
            state = _throw(state, phase.number, dice)
    if side == gauge:
        return _regret(state, phase.step, world.enemy(gauge), phase.number, world, dice)
    return _accepted(state, phase.step, phase.number, world, dice)


def _paid(state: State, side: Side, world: World, dice: Dice) -> State:
    tally = state.table.tally(side)
    price = 0 if _free(state.table, side, world) else -int(world.charts.prestige.at("buy_a_mulligan"))
    uses = dict(tally.uses)
    if not price:
        uses[MULLIGAN] = uses.get(MULLIGAN, 0) + 1
    paid = replace(tally, prestige=tally.prestige - price, uses=tuple(sorted(uses.items())))
    dice.tell(ThrownAgain(side, price))
    return replace(state, table=state.table.with_tally(side, paid))


# Combats (8.33)


def _pairs(state: State, world: World, dice: Dice) -> State:
    battle = state.table.fighting
    side = array.chooser(battle)
    own, theirs = array.to_pair(state.table, side), array.to_pair(state.table, world.enemy(side))
    if not own or not theirs:
        return _joins(state, battle.gauge, 0, world, dice)
    if len(own) == len(theirs) == 1:
        return _pair(state, side, Pair(own[0].id, theirs[0].id), world, dice)
    return ask(state, side, "pair")


def _pair(state: State, side: Side, action: Pair, world: World, dice: Dice) -> State:
    battle = state.table.fighting
    ids = (action.squadron,), (action.enemy,)
    pair = Pairing(*(ids if side == battle.gauge else ids[::-1]))
    dice.tell(Paired(side, action.squadron, action.enemy))
    return _pairs(with_battle(state, replace(battle, combats=(*battle.combats, pair))), world, dice)


def _joins(state: State, side: Side, passed: int, world: World, dice: Dice) -> State:
    """Squadrons left over join, side by side in turn, until both have passed on end."""
    while passed < 2:
        if any(True for _ in array.may_join(state.table, side, world)):
            return ask(state, side, "join", passed)
        side, passed = world.enemy(side), passed + 1
    return _shares(state, 0, world, dice)


def _join(state: State, side: Side, action: JoinCombat, world: World, dice: Dice) -> State:
    battle, n = state.table.fighting, action.combat - 1
    pair = battle.combats[n]
    if side == battle.gauge:
        pair = replace(pair, gauge=(*pair.gauge, action.squadron))
    else:
        pair = replace(pair, other=(*pair.other, action.squadron))
    dice.tell(JoinedCombat(side, action.squadron, action.combat))
    combats = (*battle.combats[:n], pair, *battle.combats[n + 1 :])
    return _joins(with_battle(state, replace(battle, combats=combats)), world.enemy(side), 0, world, dice)


def _shares(state: State, number: int, world: World, dice: Dice) -> State:
    battle = state.table.fighting
    for n in range(number, len(battle.combats)):
        found = array.sharing(state.table, battle.combats[n], world)
        if found is not None:
            return ask(state, found[0], "share", n)
    return _resolve(state, 0, world, dice)


def _share(state: State, action: Share, world: World, dice: Dice) -> State:
    battle, n = state.table.fighting, action.combat - 1
    pair = replace(battle.combats[n], own_shift=action.own, shared=True)
    combats = (*battle.combats[:n], pair, *battle.combats[n + 1 :])
    return _shares(with_battle(state, replace(battle, combats=combats)), n + 1, world, dice)


def _resolve(state: State, number: int, world: World, dice: Dice) -> State:
    """Throw for a combat, and see whether somebody wants it thrown again."""
    battle = state.table.fighting
    if number >= len(battle.combats):
        return aftermath.decided(state, world, dice)
    state = _throw(state, number, dice)
    return _regret(state, "regret_combat", battle.gauge, number, world, dice)


def _throw(state: State, number: int, dice: Dice) -> State:
    faces = combat.thrown(state.table.settings.die_per_side, dice)
    dice.tell(CombatThrown(number + 1, faces))
    return with_battle(state, replace(state.table.fighting, faces=faces))


def _strike(state: State, number: int, world: World, dice: Dice) -> State:
    """What the dice of a combat do, to squadrons and leaders."""
    battle = state.table.fighting
    pair, gauge = battle.combats[number], battle.gauge
    fought = array.combat_of(state.table, pair, world, number + 1)
    outcome = combat.struck(fought, battle.faces, world.charts, dice, (gauge, world.enemy(gauge)))
    for side in world.sides:
        state = spent(state, side, "combat", combat=number + 1)
    both = {gauge: (pair.gauge, outcome.gauge), world.enemy(gauge): (pair.other, outcome.other)}
    dps = [sum(both[side][1].dps) for side in world.sides]
    sail = [sum(both[side][1].sail) for side in world.sides]
    dice.tell(CombatFought(number + 1, (dps[0], dps[1]), (sail[0], sail[1])))
    for side in (gauge, world.enemy(gauge)):
        ids, harm = both[side]
        leading = array.led_by(state.table, side, ids, world)
        if leading is not None:
            state = casualties.hit(state, leading.id, harm.leader, world, dice)
        state = aftermath.harmed(state, side, ids, harm)
    state = with_battle(state, replace(state.table.fighting, faces=()))
    return _resolve(state, number + 1, world, dice)


# What may be chosen, and what comes of it


def options(view: Seated, world: World) -> dict[str, list[Any]]:
    """Every choice of the side that is asked, by what it is about."""
    phase, table, side = view.table.during(Fighting), view.table, view.seat
    battle = table.fighting
    match phase.step:
        case "engage":
            found: dict[str, list[Any]] = {one.id: [Engage(one.id)] for one in _engage_now(view, world)}
            return found if _must_engage(view) else found | {STEP: [Ready()]}
        case "call_off":
            return {STEP: [CallOff(), Ready()]}
        case "withdraw":
            ways = withdrawable(view, world)
            return {id: [Withdraw(id, to) for to in places] for id, places in ways.items()} | {STEP: [Ready()]}
        case "reinforce":
            return {one.id: [Reinforce(one.id)] for one in reinforcements(view, world)} | {STEP: [Ready()]}
        case "fireships":
            targets = [(one.id, sq.id) for one in opening.opponents(table, side) for sq in one.squadrons]
            sent = {one.id: [SendFireship(one.id, *target) for target in targets] for one in fireships(view)}
            return sent | {STEP: [Ready()]}
        case "intensity":
            strait = world.places[at(battle.place)].kind == "strait"
            return {STEP: [Fight(one) for one in combat.choices(strait, world.charts)]}
        case "regret_intensity" | "regret_combat":
            return {STEP: [ThrowAgain(), Ready()]}
        case "pair":
            theirs = array.to_pair(table, world.enemy(side))
            return {one.id: [Pair(one.id, other.id) for other in theirs] for one in array.to_pair(table, side)}
        case "join":
            joined: dict[str, list[Any]] = {}
            for squadron, n in array.may_join(table, side, world):
                joined.setdefault(squadron.id, []).append(JoinCombat(squadron.id, n + 1))
            return joined | {STEP: [Ready()]}
        case "share":
            shared = array.sharing(table, battle.combats[phase.number], world)
            assert shared is not None
            return {STEP: [Share(phase.number + 1, own) for own in range(shared[1] + 1)]}
        case "prizes":
            return {STEP: [*aftermath.prizes(table, side), Ready()]}
        case "ransom":
            return {one.id: [Ransom(one.id)] for one in battle.of(side).captured} | {STEP: [Ready()]}
        case "reorganise":
            return aftermath.reorganisations(view, world) | {STEP: [Ready()]}
        case "retreat":
            away = aftermath.retreats(table, side, world)
            return {id: [Withdraw(id, to) for to in places] for id, places in away.items()}


def subjects(view: Seated, world: World) -> Sequence[str]:
    return tuple(options(view, world))


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    return options(view, world).get(subject, ())


ASKED = {
    "engage": "name the formations that fight from the beginning",
    "call_off": "call the battle off, or pass",
    "withdraw": "withdraw formations, or pass",
    "reinforce": "bring up formations, or pass",
    "fireships": "send fireships, or pass",
    "intensity": "choose how hard the battle is fought",
    "regret_intensity": "throw the die again, or pass",
    "regret_combat": "throw the die again, or pass",
    "pair": "lay one of your squadrons against one of the enemy's",
    "join": "let a squadron join a combat, or pass",
    "share": "share out the shifts of the better leader",
    "prizes": "put a prize into a squadron, or pass",
    "ransom": "pay for captured leaders, or pass",
    "reorganise": "reorganise what has fought, or pass",
    "retreat": "take a beaten formation away",
}


def why_not(view: Seated, action: Any, world: World) -> str | None:
    """None when the action is one of the options, else a sentence that names what is wrong with it."""
    phase = view.table.during(Fighting)
    found = options(view, world)
    every = [one for several in found.values() for one in several]
    if action in every:
        return None
    if not any(type(one) is type(action) for one in every):
        if isinstance(action, Ready) and phase.step == "engage":
            return "somebody must fight: name a formation that can be seen there"
        return f"in this step of the battle you {ASKED[phase.step]}"
    match action:
        case Engage(formation=id):
            return f"{id!r} cannot be engaged: expected one of {_names(found)}"
        case Withdraw(formation=id, to=to):
            if id not in found:
                return f"{id!r} cannot get away now: expected one of {_names(found)}"
            ways = [place_name(one.to, world) for one in found[id]]
            rest = f" or {len(ways) - 4} other places" if len(ways) > 4 else ""
            return f"{id!r} cannot reach {to!r} with the wind: it can get to {', '.join(ways[:4])}{rest}"
        case Reinforce(formation=id):
            return f"{id!r} cannot come up: expected one of {_names(found)}"
        case SendFireship(auxiliary=id, squadron=squadron):
            if id not in found:
                return f"{id!r} is no fireship with an engaged formation: expected one of {_names(found)}"
            return f"{squadron!r} is no enemy squadron in this battle: choose one that is engaged"
        case Fight(intensity=chosen):
            return f"a battle in a strait cannot be fought at {chosen} intensity: choose medium or heavy"
        case Pair(squadron=own, enemy=other):
            if own not in found:
                return f"{own!r} cannot be paired: expected one of {_names(found)}"
            return f"{other!r} cannot be paired: expected one of {', '.join(one.enemy for one in found[own])}"
        case JoinCombat(squadron=own, combat=n):
            if own not in found:
                return f"{own!r} can join no combat: expected one of {_names(found)}"
            return (
                f"{own!r} cannot join combat {n}: there is room in {', '.join(str(one.combat) for one in found[own])}"
            )
        case Share(combat=n, own=own):
            most = len(found[STEP]) - 1
            return f"it is about combat {phase.number + 1} and 0 to {most} of its shifts, not combat {n} and {own}"
        case TakePrize(cls=cls, squadron=id):
            return f"a prize of class {cls} cannot go to {id!r}: choose a squadron of her class with room"
        case Ransom(leader=id):
            return f"{id!r} is not in the enemy's hands: expected one of {_names(found)}"
    return f"in this step of the battle you {ASKED[phase.step]}"


def _names(found: dict[str, list[Any]]) -> str:
    return ", ".join([one for one in found if one != STEP]) or "none, so pass"


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    phase = state.table.during(Fighting)
    match action:
        case Ready():
            return _passed(state, side, phase, world, dice)
        case Engage(formation=id):
            return _named(state, side, id, world, dice)
        case CallOff():
            dice.tell(CalledOff(side, state.table.fighting.place))
            return aftermath.broken_off(state, world, dice)
        case Withdraw() if phase.step == "withdraw":
            return _withdraw(state, side, action, world, dice)
        case Withdraw():
            return aftermath.retreated(state, side, action, world, dice)
        case Reinforce():
            return _reinforce(state, side, action, world, dice)
        case SendFireship():
            return _send(state, side, action, world, dice)
        case Fight(intensity=chosen):
            return _fight(state, side, chosen, world, dice)
        case ThrowAgain():
            return _regretted(state, side, True, world, dice)
        case Pair():
            return _pair(state, side, action, world, dice)
        case JoinCombat():
            return _join(state, side, action, world, dice)
        case Share():
            return _share(state, action, world, dice)
        case TakePrize():
            return aftermath.took(state, side, action, world, dice)
        case Ransom():
            return aftermath.ransomed(state, side, action, world, dice)
    if phase.step == "reorganise":
        return aftermath.reorganise(state, side, action, world, dice)
    raise ValueError(f"a battle does not know {type(action).__name__}")


def _passed(state: State, side: Side, phase: Fighting, world: World, dice: Dice) -> State:
    """A side has nothing more to do in a step."""
    match phase.step:
        case "engage":
            return _engaged(state, side, world, dice)
        case "call_off":
            return _withdrawals(state, world, dice)
        case "withdraw":
            return _reinforcements(state, state.table.fighting.gauge, world, dice)
        case "reinforce":
            return _reinforced(state, side, world, dice)
        case "fireships":
            return _burnt(state, side, world, dice)
        case "regret_intensity" | "regret_combat":
            return _regretted(state, side, False, world, dice)
        case "join":
            return _joins(state, world.enemy(side), phase.number + 1, world, dice)
        case "prizes":
            return aftermath.ransoms(state, world, dice)
        case "reorganise":
            return aftermath.reorganised(state, side, world, dice)
        case "ransom":
            return aftermath.unransomed(state, side, world, dice)
    raise ValueError(f"the step {phase.step} cannot be passed")
