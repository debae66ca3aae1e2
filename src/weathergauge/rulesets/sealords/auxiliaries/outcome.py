"""What comes of a task that no screen has stopped."""

from __future__ import annotations

from weathergauge.dice import Dice, Modifier
from weathergauge.rulesets.sealords.auxiliaries import special
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    AuxSearched,
    ConvoyAttacked,
    CutOut,
    LetGo,
    Missed,
    PirateRebased,
    PortRaided,
    PortStormed,
    RoadShelled,
    Send,
    ShadowFought,
    ShipsAttacked,
)
from weathergauge.rulesets.sealords.auxiliaries.boxes import stationed
from weathergauge.rulesets.sealords.auxiliaries.reach import at_war, contingent_of
from weathergauge.rulesets.sealords.auxiliaries.special import (
    Burning,
    Landing,
    Raiders,
    Shelling,
    meet,
    meeting,
)
from weathergauge.rulesets.sealords.campaigns import garrisoned, helped, town_of
from weathergauge.rulesets.sealords.casualties import befalls, hit, unposted
from weathergauge.rulesets.sealords.charts import Found
from weathergauge.rulesets.sealords.common import laid_open
from weathergauge.rulesets.sealords.damage import hurt, taken, without_sail
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation, Squadron
from weathergauge.rulesets.sealords.leaders import favoured, high_modifiers, ordnance, rank_modifiers, spent
from weathergauge.rulesets.sealords.orders.convoys import COUNTED_APART, cargo_lost, escorts
from weathergauge.rulesets.sealords.orders.holding import supported
from weathergauge.rulesets.sealords.prestige import scored
from weathergauge.rulesets.sealords.sea.spotting import lookout, search_once
from weathergauge.rulesets.sealords.state import Seated, State, Table, replace
from weathergauge.rulesets.sealords.stations import taken_off, to_recovery
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, at


def carried_out(state: State, side: Side, order: Send, hampered: bool, world: World, dice: Dice) -> State:
    """Do a task. Whoever has finished one goes to the recovery box, but for those that last (R-AUX-SPENT, SL17)."""
    aux = state.auxiliary_of(order.aux)
    match order.task:
        case "search":
            return _searched(state, side, aux, order, hampered, world, dice)
        case "shadow":
            return _shadowed(state, side, aux, order, hampered, world, dice)
        case "counter_shadow":
            return _against_shadow(state, side, aux, order, world, dice)
        case "interdict" | "blockade":
            return stationed(state, side, aux, order.task, order.place, "", dice)
        case "assist_battle_reinforcement":
            return stationed(state, side, aux, order.task, order.place, str(state.table.serial), dice)
        case "levant_trade_table":
            state = replace(state, table=replace(state.table, levant=(*state.table.levant, aux.id)))
            return stationed(state, side, aux, order.task, "", "", dice)
        case "rebase":
            dice.tell(PirateRebased(aux.id, order.place, side))
            return to_recovery(state.with_auxiliary(replace(aux, base=order.place)), aux.id)
    state = _struck(state, side, aux, order, hampered, world, dice)
    return to_recovery(spent(state, side, "auxiliary_task"), aux.id)


def ranks(table: Table, side: Side, world: World) -> tuple[Modifier, ...]:
    """What a player's ranks are worth for the die of a task."""
    general = rank_modifiers(table, side, "auxiliary_task_drm", world.charts)
    return (*general, *favoured(table, side, "auxiliary_task"))


# Looking for the enemy


def _searched(state: State, side: Side, aux: Auxiliary, order: Send, hampered: bool, world: World, dice: Dice) -> State:
    """One target, or all unspotted ones of the place: as the title's table has it."""
    foes = [
        formation
        for formation in state.secret(world.enemy(side)).formations
        if at(formation.place) == order.place
        and formation.afloat
        and formation.known == "hidden"
        and order.target in ("", formation.id)
    ]
    spotted = []
    for foe in foes:
        state, seen = _look(state, side, aux, foe.id, hampered, world, dice)
        spotted += [foe.id] if seen.spotted else []
    dice.tell(AuxSearched(side, order.place, tuple(spotted)))
    return to_recovery(state, aux.id)


def _shadowed(state: State, side: Side, aux: Auxiliary, order: Send, hampered: bool, world: World, dice: Dice) -> State:
    """Look for one counter, spotted or not, to follow it where the table allows that (SL18)."""
    foe = state.formation(order.target)
    if foe is None or at(foe.place) != order.place or not foe.afloat:
        dice.tell(Missed(side, order.task, order.place, order.target))
        return to_recovery(state, aux.id)
    state, seen = _look(state, side, aux, foe.id, hampered, world, dice)
    real = state.formation(foe.id)  # a dummy that is found is gone
    follows = real if seen.may_shadow else None
    found_now = (order.target,) if seen.spotted else ()
    shadowed = order.target if follows is not None else ""
    dice.tell(AuxSearched(side, order.place, found_now, shadowed), account=laid_open(dice.take_account()))
    if follows is None:
        return to_recovery(state, aux.id)
    state = state.with_formation(replace(follows, shadows=(*follows.shadows, aux.id)))
    return stationed(state, side, aux, "shadow", order.place, follows.id, dice)


def _look(
    state: State,
    side: Side,
    aux: Auxiliary,
    target: str,
    hampered: bool,
    world: World,
    dice: Dice,
) -> tuple[State, Found]:
    """One search for one counter, with the ranks for tasks beside those for searching."""
    looker = lookout(state, aux.cls, side, world, hampered)
    general = [rank for rank in ranks(state.table, side, world) if rank not in looker.ranks]
    looker = replace(looker, ranks=(*looker.ranks, *general))
    return search_once(spent(state, side, "auxiliary_task"), side, looker, target, world, dice)


def _against_shadow(state: State, side: Side, aux: Auxiliary, order: Send, world: World, dice: Dice) -> State:
    """The matrix decides, with the shadower as the one on a task (7.14); the knights hunt pirates in the same way."""
    other = state.auxiliary(order.target)
    if other is None or other.box != "tasked":
        dice.tell(Missed(side, order.task, order.place, order.target))
        return to_recovery(state, aux.id)
    result = meet(meeting(other, aux, order.place, world), world.charts, dice)
    dice.tell(ShadowFought(side, other.id, order.place, result == "yes"))
    if result == "yes":
        state = taken_off(state, other.id, dice, "it is driven off")
    return to_recovery(state, aux.id)


# Attacks


def _struck(state: State, side: Side, aux: Auxiliary, order: Send, hampered: bool, world: World, dice: Dice) -> State:
    match order.task:
        case "raid":
            return _raided(state, side, order, world, dice)
        case "port_facilities":
            return _yards_shelled(state, side, order, world, dice)
        case "coastal_road":
            return _road_shelled(state, side, order, world, dice)
        case "escalade":
            return _stormed(state, side, aux, order, world, dice)
    foe = state.formation(order.target)
    if foe is None or at(foe.place) != order.place or foe.kind == "dummy":
        dice.tell(Missed(side, order.task, order.place, order.target))
        return state.without(order.target) if foe is not None and foe.kind == "dummy" else state
    if foe.known == "hidden":  # SL22: who comes so near sees what is there
        foe = replace(foe, known="spotted")
        state = state.with_formation(foe)
    if not at_war(state.table, aux.contingent, contingent_of(foe)):
        dice.tell(LetGo(side, order.task, order.place, order.target))
        return state
    match order.task:
        case "convoy_attack":
            return _convoy_attacked(state, side, aux, foe, order, hampered, world, dice)
        case "fireship_attack" | "bombardment":
            return _ships_attacked(state, side, foe, order, world, dice)
        case "cutting_out":
            return _cut_out(state, side, foe, order, world, dice)
    raise ValueError(f"{order.task} is no attack")


def escort(state: State, convoy: Formation) -> int:
    """Sail that protect a convoy."""
    return sum([escort.sail for escort in escorts(state, convoy)])


def _convoy_attacked(
    state: State,
    side: Side,
    aux: Auxiliary,
    foe: Formation,
    order: Send,
    hampered: bool,
    world: World,
    dice: Dice,
) -> State:
    cargo = foe.cargo
    if cargo is None:
        dice.tell(Missed(side, order.task, order.place, order.target))
        return state
    raiders = Raiders(aux.cls, escort(state, foe), hampered, ranks(state.table, side, world))
    blow = dice.do(special.attack, raiders, world.charts, seat=side)
    treasure = cargo.kind == "azogues"
    # SL21: treasure ships are lost by the sail, other cargo by the point.
    points = min(cargo.points, cargo_lost(cargo.kind, blow.dp, blow.sail, world.charts))
    sunk = points if treasure else 0
    dice.tell(ConvoyAttacked(side, order.place, foe.id, 0 if treasure else points, sunk))
    state = state.with_formation(replace(foe, cargo=replace(cargo, points=cargo.points - points)))
    if treasure:
        return scored(state, side, (("azogues", sunk),) if sunk else (), 0, 0, dice)
    return scored(state, side, (), points, points if cargo.kind in COUNTED_APART else 0, dice)


def _ships_attacked(state: State, side: Side, foe: Formation, order: Send, world: World, dice: Dice) -> State:
    """One squadron, drawn at random among those of the counter (SL22)."""
    if not foe.squadrons:
        dice.tell(Missed(side, order.task, order.place, order.target))
        return state
    charts = world.charts
    target = dice.pick(foe.squadrons, why="which squadron is attacked")
    add = ranks(state.table, side, world)
    if order.task == "fireship_attack":
        luck = tuple(high_modifiers(state.table, side, charts))
        guns = ordnance(state.table, side, charts)
        harboured = Burning(target.sail, True, world.places[order.place].bv, add, luck, guns)
        blow = dice.do(special.fireship, harboured, charts, seat=side)
    else:
        blow = dice.do(special.bombard, add, charts, seat=side)
    dps = taken(blow.dp, target.cls, charts)
    struck = hurt(without_sail(target, blow.sail), dps)
    fate = None
    if blow.leader and foe.leader is not None and _with_leader(foe) == target.id:
        fate = dice.do(befalls, f"what befalls {foe.leader.name}", charts, seat=side)
    sail = target.sail - struck.sail
    dice.tell(ShipsAttacked(side, order.task, order.place, foe.id, blow.success, dps, sail))
    if fate is not None:
        state = hit(state, foe.id, fate, world, dice)
        foe = state.formation(foe.id) or foe
    state = _left(state.with_formation(foe.with_squadron(struck)), foe)
    return scored(state, side, (), dps, 0, dice)


def _left(state: State, foe: Formation) -> State:
    """The leader of a formation that is no more is without a post."""
    return state if state.formation(foe.id) is not None else unposted(state, foe)


def _with_leader(formation: Formation) -> str:
    """The squadron a leader in harbour is with: a flagship, else the first."""
    flag = [squadron for squadron in formation.squadrons if squadron.cls == "flagship"]
    return (flag or list(formation.squadrons))[0].id


def _raided(state: State, side: Side, order: Send, world: World, dice: Dice) -> State:
    """A raided port loses a repair roll until the quarter ends; its owner gives up a saved point for it if he can (SL22)."""
    met = garrisoned(state.table, order.place, world)  # SL83
    landing = Landing("raid_port", land_units=met, add=ranks(state.table, side, world))
    done = dice.do(special.land, landing, world.charts, seat=side)
    return _port_hurt(state, side, order, done, "raid_port", world, dice)


def _yards_shelled(state: State, side: Side, order: Send, world: World, dice: Dice) -> State:
    task = Shelling("bombardment_vs_port_facilities", ranks(state.table, side, world))
    done = dice.do(special.combined, task, world.charts, seat=side)
    return _port_hurt(state, side, order, done, "raid_port", world, dice)


def _port_hurt(state: State, side: Side, order: Send, done: bool, row: str, world: World, dice: Dice) -> State:
    port, effect = state.table.port(order.place), world.charts.marine_task_effects.at(row)
    saved = done and order.task == "raid" and port is not None and port.points >= effect.or_saved_repair_points_lost
    dice.tell(PortRaided(side, order.task, order.place, done, saved))
    if not done or port is None:
        return state
    if saved:
        port = replace(port, points=port.points - effect.or_saved_repair_points_lost)
    else:
        port = replace(port, raided=port.raided + effect.repair_rolls_lost)
    return replace(state, table=state.table.with_port(port))


def _road_shelled(state: State, side: Side, order: Send, world: World, dice: Dice) -> State:
    """The army's supporter counts this impulse double (SL23), and the army marches the better for it (SL83)."""
    task = Shelling("bombardment_vs_coastal_road", ranks(state.table, side, world))
    done = dice.do(special.combined, task, world.charts, seat=side)
    dice.tell(RoadShelled(side, order.place, done))
    if done:
        state = replace(state, table=helped(state.table, side, "road_shelled", order.place, world))
    own = state.secret(side)
    chit = own.order(supported(Seated(state.table, side, own), order.place))
    if not done or chit is None:
        return state
    return state.with_secret(side, own.with_order(replace(chit, impulses=chit.impulses + 1)))


def _stormed(state: State, side: Side, aux: Auxiliary, order: Send, world: World, dice: Dice) -> State:
    """The army before a port gets over its walls: it marches the better for it (SL83)."""
    sail = state.formation_of(aux.base).sail
    storming = special.Storming(sail, world.places[order.place].bv, ranks(state.table, side, world))
    done = dice.do(special.storm, storming, world.charts, seat=side)
    dice.tell(PortStormed(side, order.place, done, town_of(order.place, world)))
    if not done:
        return state
    return replace(state, table=helped(state.table, side, "port_stormed", order.place, world))


def _cut_out(state: State, side: Side, foe: Formation, order: Send, world: World, dice: Dice) -> State:
    """A sail of a class that can be taken goes to the nearest friendly squadron with room, else she is sunk."""
    charts, bv, add = world.charts, world.places[order.place].bv, ranks(state.table, side, world)
    if foe.cargo is not None:
        return _boats_among_troops(state, side, foe, order, world, dice)
    done = dice.do(special.land, Landing("cutting_out_squadron", bv, add=add), charts, seat=side)
    effect = charts.marine_task_effects.at("cutting_out_squadron")
    taken = [squadron for squadron in foe.squadrons if squadron.cls in effect.eligible]
    if not done or not taken:
        dice.tell(CutOut(side, order.place, foe.id, done))
        return state
    prize = dice.pick(taken, why="which squadron loses a sail")
    home = _nearest(state, side, prize, order.place, world)
    dice.tell(CutOut(side, order.place, foe.id, done, prize.cls, home is not None, 0))
    state = _left(state.with_formation(foe.with_squadron(without_sail(prize, effect.sail_captured))), foe)
    if home is None:
        return state
    formation, squadron = home
    joined = hurt(
        replace(squadron, sail=squadron.sail + effect.sail_captured), charts.ship_numbers.at("dps_of_a_captured_sail")
    )
    return state.with_formation(formation.with_squadron(joined))


def _nearest(state: State, side: Side, prize: Squadron, place: str, world: World) -> tuple[Formation, Squadron] | None:
    """The nearest friendly squadron of the class that has room for one more sail."""
    far = world.distances(place)
    room = [
        (far.get(at(formation.place), 999), formation, squadron)
        for formation in state.secret(side).formations
        for squadron in formation.squadrons
        if squadron.cls == prize.cls and squadron.sail < squadron.full
    ]
    if not room:
        return None
    _, formation, squadron = min(room, key=lambda choice: choice[0])
    return formation, squadron


def _boats_among_troops(state: State, side: Side, foe: Formation, order: Send, world: World, dice: Dice) -> State:
    cargo, charts, add = foe.load, world.charts, ranks(state.table, side, world)
    if cargo.kind != "troop":  # other convoys hold nothing that boats could take
        dice.tell(Missed(side, order.task, order.place, order.target))
        return state
    if state.table.settings.combined:
        done = dice.do(special.combined, Shelling("cutting_out", add), charts, seat=side)
    else:
        landing = Landing("cutting_out_troop_convoy", world.places[order.place].bv, add=add)
        done = dice.do(special.land, landing, charts, seat=side)
    points = min(cargo.points, charts.marine_task_effects.at("cutting_out_troop_convoy_notional").dp) if done else 0
    dice.tell(CutOut(side, order.place, foe.id, done, points=points))
    state = state.with_formation(replace(foe, cargo=replace(cargo, points=cargo.points - points)))
    return scored(state, side, (), points, points, dice)
