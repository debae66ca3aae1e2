"""Battle: whether to offer it, whom to bring, how hard to fight, whom to lay against whom, and when to get away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.reasons import Reason, Weighed
from weathergauge.bots.sealords import guns
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords.auxiliaries.special import Burning
from weathergauge.rulesets.sealords.battle import aftermath, array, combat, engagement, opening, subroutine
from weathergauge.rulesets.sealords.battle.actions import (
    Attack,
    CallOff,
    Engage,
    FallUpon,
    Fight,
    JoinCombat,
    Pair,
    Reinforce,
    SendFireship,
    Share,
    TakePrize,
    Withdraw,
)
from weathergauge.rulesets.sealords.battle.quarrels import hunters, prey, price
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.orders.holding import blockading
from weathergauge.rulesets.sealords.phases import Fighting, Offering, Pairing, Sighting
from weathergauge.rulesets.sealords.sea.actions import CloseWith
from weathergauge.rulesets.sealords.state import replace
from weathergauge.rulesets.sealords.world import at

WATCHING = ("blockade", "interdict", "cruise", "seek_battle")
"""Orders whose holders are there to stop others; who is on a passage has nothing to gain by a delay."""
REACHES = 0.9
"""How often a fireship that drives down finds its column."""


# Whether to attack


def offer(watch: Watch, phase: Offering) -> Any:
    """Attack where the odds promise more than the price, the orders at stake included."""
    ours, targets = hunters(watch.own, phase.place), prey(watch.table, watch.side, phase.place)
    cost, value = price(watch.table, ours, targets, watch.world), promise(watch, phase.place)
    if cost is None or value is None:
        return Ready()
    hurdle = cost + watch.temper.hurdle(cost)
    options = (Weighed(Attack(phase.place), value - cost), Weighed(Ready(), hurdle - cost))
    first, second = options if value > hurdle else options[::-1]
    paid = f", {cost:g} prestige paid" if cost else ""
    plan = f"A battle promises {value - cost:+.1f} prestige{paid}; below {hurdle - cost:.1f} it is not worth the risk."
    return Reason(first.what, plan, (first, second))


def close(watch: Watch, phase: Sighting) -> Any:
    """Close with what came out where falling upon it promises more than its price, the order to blockade included."""
    out = watch.table.counter(phase.formation)
    watching = [formation for formation in watch.own.formations if blockading(watch.view, formation) == phase.place]
    willing = [formation for formation in watching if not formation.disorganised]
    if out is None or not willing:
        return Ready()
    able, cost = _fitting(watch, willing), price(watch.table, willing, [out], watch.world)
    if cost is None:
        return Ready()
    theirs = watch.enemies(phase.place)
    ours = [replace(formation, place=phase.place, approach="with_wind", since=watch.table.serial) for formation in able]
    value = guns.prospect(ours, theirs, phase.place, watch.table, watch.world).value if theirs else 0.0
    caught = watch.plunder([out] if out.kind == "convoy" else [], able)
    value += caught if value >= 0 else 0.3 * caught
    return CloseWith(out.id) if value + 1.5 * watch.temper.order > cost else Ready()


def promise(watch: Watch, place: str) -> float | None:
    """What an attack promises before its price; None where nobody may make it."""
    ours, targets = hunters(watch.own, place), prey(watch.table, watch.side, place)
    if not ours:
        return None
    theirs, able = _met(watch, place), _fitting(watch, ours)
    value = guns.prospect(able, theirs, at(place), watch.table, watch.world).value if theirs else 0.0
    caught = watch.plunder([target for target in targets if target.kind == "convoy"], able)
    value += caught if value >= 0 else 0.3 * caught
    return value + _orders_at_stake(watch, place, ours, theirs) - _hidden(watch, place)


def stake_at(watch: Watch, place: str, ours: Sequence[Formation]) -> float:
    """What orders add to an attack at a place."""
    return _orders_at_stake(watch, place, ours, _met(watch, place))


def _met(watch: Watch, place: str) -> list[Formation]:
    """Enemies in sight at a place, as they may be expected to be."""
    seen = {counter.id for counter in prey(watch.table, watch.side, place)}
    return [enemy for enemy in watch.enemies(place) if enemy.id in seen]


def _hidden(watch: Watch, place: str) -> float:
    """What those may add who are there and not made out."""
    there = [counter for counter in watch.table.counters if counter.side != watch.side and counter.place == place]
    return 0.15 * len([counter for counter in there if counter.state == "ready" and counter.known == "hidden"])


def _fitting(watch: Watch, ours: Sequence[Formation]) -> list[Formation]:
    """Those who may fight side by side, beginning with the strongest."""
    ranked = sorted(ours, key=lambda formation: (-guns.power(formation), formation.id))
    there = [
        formation.leader for formation in watch.own.formations if formation.place == ours[0].place and formation.afloat
    ]
    kept: list[Formation] = []
    for formation in ranked:
        if opening.together([*[other.command for other in kept], formation.command], there, watch.world):
            kept.append(formation)
    return kept


def _orders_at_stake(watch: Watch, place: str, ours: Sequence[Formation], theirs: Sequence[Formation]) -> float:
    """Blockades that fail if nobody fights what has come out, be it a convoy, and orders to seek battle."""
    watching = any((order := watch.order(formation)) is not None and order.type in WATCHING for formation in ours)
    stronger = sum([guns.power(formation) for formation in ours]) >= sum([guns.power(enemy) for enemy in theirs])
    value = watch.temper.hinder * len(theirs) if watching and stronger else 0.0
    came_out = bool(prey(watch.table, watch.side, place))
    for order in watch.own.orders:
        if order.state not in ("issued", "in_execution"):
            continue
        if order.type == "blockade" and order.state == "in_execution" and order.target[0] == place and came_out:
            value += watch.temper.order * 1.5
        if order.type == "seek_battle" and any(formation.order == order.id for formation in ours):
            value += watch.temper.order
    return value


# In battle


def fight(watch: Watch, phase: Fighting) -> Any:
    """The choice of a step of the battle."""
    match phase.step:
        case "engage":
            return _engage(watch)
        case "call_off":
            return CallOff() if _standing(watch, True) + stake(watch) < 0 else Ready()
        case "withdraw":
            return _withdraw(watch)
        case "reinforce":
            return _reinforce(watch)
        case "fireships":
            return _fireship(watch)
        case "intensity":
            return _intensity(watch)
        case "pair":
            return _pair(watch)
        case "join":
            return _join(watch)
        case "share":
            return _share(watch, phase.number)
        case "prizes":
            return _prize(watch)
        case "retreat":
            return _retreat(watch)
        case "plunder":
            return FallUpon(aftermath.prey(watch.table, watch.side)[0])
    return Ready()


def stake(watch: Watch) -> float:
    battle = watch.table.fighting
    ours = [formation for formation in watch.own.formations if formation.id in battle.of(watch.side).engaged]
    return _orders_at_stake(watch, battle.place, ours, opening.opponents(watch.table, watch.side))


def _standing(watch: Watch, windward: bool) -> float:
    """What the battle is worth to us as both sides are engaged, with or without the gauge."""
    ours, theirs = opening.facing(watch.table, watch.side), opening.opponents(watch.table, watch.side)
    prospect = guns.prospect(ours, theirs, at(watch.table.fighting.place), watch.table, watch.world)
    return prospect.windward if windward else prospect.leeward


def _intensity(watch: Watch) -> Reason:
    place = at(watch.table.fighting.place)
    allowed = combat.choices(watch.world.places[place].kind == "strait", watch.charts)
    weighed = sorted(
        [Weighed(Fight(usage), at_intensity(watch, usage)) for usage in allowed], key=lambda weighed: -weighed.worth
    )
    return Reason(weighed[0].what, "As hard as the odds of the lines that would be formed make it pay.", tuple(weighed))


def at_intensity(watch: Watch, chosen: Any) -> float:
    """What the battle is worth at an intensity of our choice, with the order to seek one that it may carry out."""
    ours, theirs = opening.facing(watch.table, watch.side), opening.opponents(watch.table, watch.side)
    place = at(watch.table.fighting.place)
    strait, narrow = watch.world.places[place].kind == "strait", opening.narrow(place, watch.world)
    seeking = any(
        order.type == "seek_battle" and not order.fought
        for formation in ours
        if (order := watch.own.order((watch.own.formation(formation.id) or formation).order)) is not None
    )

    value = guns.battle(ours, theirs, chosen, strait, narrow, watch.table, watch.world)
    become = guns.fought_at(chosen, *_tempers(ours, theirs, watch), strait, watch.world.title)
    return value + (watch.temper.order if seeking and become != "light" else 0.0)


def _tempers(ours: Sequence[Formation], theirs: Sequence[Formation], watch: Watch) -> tuple[Any, Any]:
    return guns.temper(ours, watch.world), guns.temper(theirs, watch.world)


def _engage(watch: Watch) -> Any:
    """Bring whoever makes the battle better for us; the strongest first."""
    options = subroutine.options(watch.view, watch.world)
    battle = watch.table.fighting
    place = at(battle.place)
    able = [formation for formation in watch.own.formations if formation.id in options]
    if not able:
        return Ready()
    engaged = [formation for formation in watch.own.formations if formation.id in battle.of(watch.side).engaged]
    seen = battle.of(watch.foe).engaged
    theirs = [enemy for enemy in watch.enemies(battle.place) if not seen or enemy.id in seen] or watch.enemies(
        battle.place
    )
    ranked = []
    for formation in able:
        value = guns.prospect([*engaged, formation], theirs, place, watch.table, watch.world).value
        ranked.append((value, guns.power(formation), formation.id))
    best = max(ranked)
    if "step" not in options:
        return Engage(best[2])
    now = guns.prospect(engaged, theirs, place, watch.table, watch.world).value if engaged else 0.0
    return Engage(best[2]) if best[0] > now else Ready()


def _withdraw(watch: Watch) -> Any:
    """Get away from a battle that promises nothing good; who is left fights with whoever could not."""
    if _standing(watch, False) + stake(watch) > -watch.temper.endures:
        return Ready()
    ways = flights(watch)
    return Withdraw(*ways[0]) if ways else Ready()


def flights(watch: Watch) -> list[tuple[str, str]]:
    """Formations that may get away, each with the best place to go to."""
    flights_open = []
    for id, places in engagement.withdrawable(watch.view, watch.world).items():
        formation = watch.own.formation(id)
        if formation is not None:
            flights_open.append((id, _refuge(watch, formation, places)))
    return flights_open


def _refuge(watch: Watch, formation: Formation, places: Sequence[str]) -> str:
    """Where a formation that gets away is safest, and nearest to where it would be."""
    home = watch.home(formation)

    def badness(place: str) -> tuple[float, str]:
        away = watch.far(place, home, formation.galleys) if home is not None else 0.0
        return 0.5 * watch.force(place) + 6 * watch.stormy.get(at(place), 0) + away, place

    return min(places, key=badness)


def _reinforce(watch: Watch) -> Any:
    battle = watch.table.fighting
    ours, theirs = opening.facing(watch.table, watch.side), opening.opponents(watch.table, watch.side)
    windward = battle.gauge == watch.side
    place = at(battle.place)

    def worth(formations: list[Formation]) -> float:
        prospect = guns.prospect(formations, theirs, place, watch.table, watch.world)
        return prospect.windward if windward else prospect.leeward

    now, best = worth(list(ours)), None
    for formation in engagement.reinforcements(watch.view, watch.world):
        value = worth([*ours, formation])
        if value > now:
            now, best = value, formation
    return Reinforce(best.id) if best is not None else Ready()


def _fireship(watch: Watch) -> Any:
    """Against the squadron whose loss weighs most for the chance to reach her: few sail, much worth."""
    ready = engagement.fireships(watch.view)
    if not ready:
        return Ready()
    need = watch.charts.fireship_attack.at("success_minimum_die_per_target_sail")
    worth = guns.stakes(watch.world.title)
    best: tuple[float, str, str] = (0.0, "", "")
    for formation in opening.opponents(watch.table, watch.side):
        for squadron in formation.squadrons:
            luck = max(0.0, min(1.0, (10 - need * Burning(squadron.sail).sail) / 10)) * REACHES
            founders = max(0.0, (squadron.dps + 4 - squadron.rating) / 10)
            value = luck * (worth.of(squadron.cls) * (0.25 + founders) + 3 * worth.dp)
            best = max(best, (value, formation.id, squadron.id))
    return SendFireship(ready[0].id, best[1], best[2]) if best[1] else Ready()


# Combats


def _line(watch: Watch, side: Any, ids: tuple[str, ...], own_shifts: int) -> combat.Line:
    return array.line(watch.table, side, ids, own_shifts, watch.world)


def _worth(watch: Watch, mine: tuple[str, ...], hers: tuple[str, ...]) -> float:
    """What a combat of these squadrons is worth to us, with the better leader's shifts shared out for the best."""
    battle = watch.table.fighting
    foe = watch.foe
    usage = combat.usage(watch.table.settings, opening.narrow(battle.place, watch.world))
    one, other = _line(watch, watch.side, mine, 0), _line(watch, foe, hers, 0)
    most = combat.shifts(one.lr, other.lr)
    ahead = one.lr > other.lr
    values = []
    for own in range(most + 1) if one.lr != other.lr else (0,):
        a, b = replace(one, own_shifts=own), replace(other, own_shifts=own)
        values.append(guns.exchange(battle.level, a, b, usage, watch.world.title))
    return max(values) if ahead else min(values)


def _pair(watch: Watch) -> Any:
    """The pair that gains most over what those two would do against others."""
    mine, hers = array.to_pair(watch.table, watch.side), array.to_pair(watch.table, watch.foe)
    values = {(a.id, b.id): _worth(watch, (a.id,), (b.id,)) for a in mine for b in hers}
    usual = {b.id: sum([values[a.id, b.id] for a in mine]) / len(mine) for b in hers}

    def gain(pair: tuple[Squadron, Squadron]) -> tuple[float, str, str]:
        a, b = pair
        fair = sum([values[a.id, other.id] for other in hers]) / len(hers)
        return values[a.id, b.id] - 0.5 * fair - 0.5 * usual[b.id], a.id, b.id

    best = max([(a, b) for a in mine for b in hers], key=gain)
    return Pair(best[0].id, best[1].id)


def _sides(watch: Watch, pair: Pairing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A combat's squadrons, ours first."""
    gauge = watch.table.fighting.gauge == watch.side
    return (pair.gauge, pair.other) if gauge else (pair.other, pair.gauge)


def _join(watch: Watch) -> Any:
    battle = watch.table.fighting
    best: tuple[float, str, int] = (0.01, "", 0)
    now = [_worth(watch, *_sides(watch, pair)) for pair in battle.combats]
    for squadron, n in array.may_join(watch.table, watch.side, watch.world):
        mine, hers = _sides(watch, battle.combats[n])
        gain = _worth(watch, (*mine, squadron.id), hers) - now[n]
        best = max(best, (gain, squadron.id, n + 1))
    return JoinCombat(best[1], best[2]) if best[1] else Ready()


def _share(watch: Watch, n: int) -> Any:
    battle = watch.table.fighting
    pair = battle.combats[n]
    shared = array.sharing(watch.table, pair, watch.world)
    assert shared is not None
    mine, hers = _sides(watch, pair)
    usage = combat.usage(watch.table.settings, opening.narrow(battle.place, watch.world))
    one, other = _line(watch, watch.side, mine, 0), _line(watch, watch.foe, hers, 0)

    def worth(own: int) -> float:
        a, b = replace(one, own_shifts=own), replace(other, own_shifts=own)
        return guns.exchange(battle.level, a, b, usage, watch.world.title)

    return Share(n + 1, max(range(shared[1] + 1), key=worth))


def _prize(watch: Watch) -> Any:
    """Prizes go where they are worth most: the line first, into the squadron that is least hurt."""
    worth = guns.stakes(watch.world.title)
    ships = {squadron.id: squadron for squadron in array.squadrons(watch.table, watch.side)}

    def merit(action: TakePrize) -> tuple[float, float, str]:
        squadron = ships[action.squadron]
        return worth.of(action.cls), -squadron.dps / squadron.rating, action.squadron

    prizes = aftermath.prizes(watch.table, watch.side)
    return max(prizes, key=merit) if prizes else Ready()


def _retreat(watch: Watch) -> Any:
    for id, places in aftermath.retreats(watch.table, watch.side, watch.world).items():
        formation = watch.own.formation(id)
        if formation is not None and places:
            return Withdraw(id, _refuge(watch, formation, places))
    return None
