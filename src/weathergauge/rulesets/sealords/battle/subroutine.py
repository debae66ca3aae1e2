"""A battle step by step, from the formations that engage to the last combat (8.21 to 8.37).

Each step is a function that asks a side, where it has something to decide, or goes on to the next. What may be chosen is
in `options`; what comes of it in `play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords import casualties
from weathergauge.rulesets.sealords.battle import aftermath, array, combat, opening
from weathergauge.rulesets.sealords.battle.actions import (
    CalledOff,
    CallOff,
    CombatFought,
    CombatThrown,
    Engage,
    FallUpon,
    Fight,
    JoinCombat,
    JoinedCombat,
    LevelFound,
    Pair,
    Paired,
    PlaceLeader,
    Ransom,
    Reinforce,
    SendFireship,
    Share,
    TakePrize,
    ThrowAgain,
    ThrownAgain,
    Withdraw,
)
from weathergauge.rulesets.sealords.battle.array import ask
from weathergauge.rulesets.sealords.battle.combat import Intent
from weathergauge.rulesets.sealords.battle.engagement import (
    bring_up,
    brought_up,
    burnt,
    engage_now,
    engaged,
    fireships,
    must_engage,
    named,
    place,
    placeable,
    placed,
    reinforce,
    reinforcements,
    send,
    withdraw,
    withdrawable,
    withdrawals,
)
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.leaders import favoured, personality, rank_amount, senior, spent
from weathergauge.rulesets.sealords.phases import Fighting, Pairing
from weathergauge.rulesets.sealords.state import Seated, State, Table, replace, with_battle
from weathergauge.rulesets.sealords.terms import Intensity, Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at

MULLIGAN = "mulligan"


# Intensity (8.31, 8.32)


def intent(table: Table, chosen: Intensity, world: World) -> Intent:
    """How the battle is to be fought, by the two senior engaged leaders."""
    battle = table.fighting
    gauge = battle.gauge
    lead = [
        personality(senior([formation.leader for formation in opening.facing(table, side)], world.charts))
        for side in (gauge, world.enemy(gauge))
    ]
    strait = world.places[at(battle.place)].kind == "strait"
    return Intent(chosen, lead[0], lead[1], strait, tuple(favoured(table, gauge, "damage_level")))


def _fight(state: State, side: Side, chosen: Intensity, world: World, dice: Dice) -> State:
    meant = intent(state.table, chosen, world)
    became, level = combat.settled(meant, world.charts, dice, side)
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
    if step == "regret_intensity":  # what ranks change about the die counts however often it is thrown (SL91)
        return _pairs(spent(state, state.table.fighting.gauge, "damage_level"), world, dice)
    return _strike(state, number, world, dice)


def _regretted(state: State, side: Side, again: bool, world: World, dice: Dice) -> State:
    phase = state.table.during(Fighting)
    gauge = state.table.fighting.gauge
    if again:
        state = _paid(state, side, world, dice)
        if phase.step == "regret_intensity":
            battle = state.table.fighting
            assert battle.intensity
            ranks = tuple(favoured(state.table, gauge, "damage_level"))
            level = dice.do(combat.level, battle.intensity, ranks, world.charts, seat=side)
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
        sharing = array.sharing(state.table, battle.combats[n], world)
        if sharing is not None:
            return ask(state, sharing[0], "share", n)
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
            orders: dict[str, list[Any]] = {
                formation.id: [Engage(formation.id)] for formation in engage_now(view, world)
            }
            return orders if must_engage(view) else orders | {STEP: [Ready()]}
        case "call_off":
            return {STEP: [CallOff(), Ready()]}
        case "withdraw":
            ways = withdrawable(view, world)
            return {id: [Withdraw(id, to) for to in places] for id, places in ways.items()} | {STEP: [Ready()]}
        case "reinforce":
            return {formation.id: [Reinforce(formation.id)] for formation in reinforcements(view, world)} | {
                STEP: [Ready()]
            }
        case "post":
            return {**placeable(view), STEP: [Ready()]}
        case "fireships":
            targets = [(enemy.id, sq.id) for enemy in opening.opponents(table, side) for sq in enemy.squadrons]
            sent = {
                fireship.id: [SendFireship(fireship.id, *target) for target in targets] for fireship in fireships(view)
            }
            return sent | {STEP: [Ready()]}
        case "intensity":
            strait = world.places[at(battle.place)].kind == "strait"
            return {STEP: [Fight(usage) for usage in combat.choices(strait, world.charts)]}
        case "regret_intensity" | "regret_combat":
            return {STEP: [ThrowAgain(), Ready()]}
        case "pair":
            theirs = array.to_pair(table, world.enemy(side))
            return {
                squadron.id: [Pair(squadron.id, other.id) for other in theirs]
                for squadron in array.to_pair(table, side)
            }
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
            return {captive.id: [Ransom(captive.id)] for captive in battle.of(side).captured} | {STEP: [Ready()]}
        case "reorganise":
            return aftermath.reorganisations(view, world) | {STEP: [Ready()]}
        case "retreat":
            away = aftermath.retreats(table, side, world)
            return {id: [Withdraw(id, to) for to in places] for id, places in away.items()}
        case "plunder":
            return {STEP: [*[FallUpon(id) for id in aftermath.prey(table, side)], Ready()]}


def subjects(view: Seated, world: World) -> Sequence[str]:
    return tuple(options(view, world))


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    return options(view, world).get(subject, ())


ASKED = {
    "engage": "name the formations that fight from the beginning",
    "call_off": "call the battle off, or pass",
    "withdraw": "withdraw formations, or pass",
    "reinforce": "bring up formations, or pass",
    "post": "place leaders with squadrons, or pass: the others go with flagships or the most sail",
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
    "plunder": "fall upon one of the convoys, or pass",
}


def why_not(view: Seated, action: Any, world: World) -> str | None:
    """None when the action is one of the options, else a sentence that names what is wrong with it."""
    phase = view.table.during(Fighting)
    offered = options(view, world)
    every = [order for several in offered.values() for order in several]
    if action in every:
        return None
    if not any(type(order) is type(action) for order in every):
        if isinstance(action, Ready) and phase.step == "engage":
            return "somebody must fight: name a formation that can be seen there"
        return f"in this step of the battle you {ASKED[phase.step]}"
    match action:
        case Engage(formation=id):
            return f"{id!r} cannot be engaged: expected one of {_names(offered)}"
        case Withdraw(formation=id, to=to):
            if id not in offered:
                return f"{id!r} cannot get away now: expected one of {_names(offered)}"
            ways = [place_name(order.to, world) for order in offered[id]]
            rest = f" or {len(ways) - 4} other places" if len(ways) > 4 else ""
            return f"{id!r} cannot reach {to!r} with the wind: it can get to {', '.join(ways[:4])}{rest}"
        case Reinforce(formation=id):
            return f"{id!r} cannot come up: expected one of {_names(offered)}"
        case PlaceLeader(formation=id, squadron=squadron):
            if id not in offered:
                return f"{id!r} has no leader to be placed: expected one of {_names(offered)}"
            return f"{squadron!r} is not a squadron of {id!r}: expected one of {', '.join(order.squadron for order in offered[id])}"
        case SendFireship(auxiliary=id, squadron=squadron):
            if id not in offered:
                return f"{id!r} is no fireship with an engaged formation: expected one of {_names(offered)}"
            return f"{squadron!r} is no enemy squadron in this battle: choose one that is engaged"
        case Fight(intensity=chosen):
            return f"a battle in a strait cannot be fought at {chosen} intensity: choose medium or heavy"
        case Pair(squadron=own, enemy=other):
            if own not in offered:
                return f"{own!r} cannot be paired: expected one of {_names(offered)}"
            return f"{other!r} cannot be paired: expected one of {', '.join(order.enemy for order in offered[own])}"
        case JoinCombat(squadron=own, combat=n):
            if own not in offered:
                return f"{own!r} can join no combat: expected one of {_names(offered)}"
            return f"{own!r} cannot join combat {n}: there is room in {', '.join(str(order.combat) for order in offered[own])}"
        case Share(combat=n, own=own):
            most = len(offered[STEP]) - 1
            return f"it is about combat {phase.number + 1} and 0 to {most} of its shifts, not combat {n} and {own}"
        case TakePrize(cls=cls, squadron=id):
            return f"a prize of class {cls} cannot go to {id!r}: choose a squadron of her class with room"
        case Ransom(leader=id):
            return f"{id!r} is not in the enemy's hands: expected one of {_names(offered)}"
        case FallUpon(convoy=id):
            known = ", ".join(aftermath.prey(view.table, view.seat))
            return f"{id!r} is no convoy in sight here: expected one of {known}"
    return f"in this step of the battle you {ASKED[phase.step]}"


def _names(offered: dict[str, list[Any]]) -> str:
    return ", ".join([id for id in offered if id != STEP]) or "none, so pass"


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    phase = state.table.during(Fighting)
    match action:
        case Ready():
            return _passed(state, side, phase, world, dice)
        case Engage(formation=id):
            return named(state, side, id, world, dice)
        case CallOff():
            dice.tell(CalledOff(side, state.table.fighting.place))
            return aftermath.broken_off(state, world, dice)
        case Withdraw() if phase.step == "withdraw":
            return withdraw(state, side, action, world, dice)
        case Withdraw():
            return aftermath.retreated(state, side, action, world, dice)
        case Reinforce():
            return reinforce(state, side, action, world, dice)
        case PlaceLeader():
            return place(state, side, action, world, dice)
        case SendFireship():
            return send(state, side, action, world, dice)
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
        case FallUpon(convoy=id):
            return aftermath.fell_upon(state, side, id, world, dice)
    if phase.step == "reorganise":
        return aftermath.reorganise(state, side, action, world, dice)
    raise ValueError(f"a battle does not know {type(action).__name__}")


def _passed(state: State, side: Side, phase: Fighting, world: World, dice: Dice) -> State:
    """A side has nothing more to do in a step."""
    match phase.step:
        case "engage":
            return engaged(state, side, world, dice)
        case "call_off":
            return withdrawals(state, world, dice)
        case "withdraw":
            return bring_up(state, state.table.fighting.gauge, world, dice)
        case "reinforce":
            return brought_up(state, side, world, dice)
        case "post":
            return placed(state, side, world, dice)
        case "fireships":
            return burnt(state, side, world, dice)
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
        case "plunder":
            return aftermath.over(state, world, dice)
    raise ValueError(f"the step {phase.step} cannot be passed")
