"""Auxiliaries: which tasks they are sent on, and when they stand in the enemy's way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import battle
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords.auxiliaries import boxes, pirates, tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import BasePirate, Screen, Send
from weathergauge.rulesets.sealords.auxiliaries.reach import SMALL_CRAFT, at_war, forces, reach, screens
from weathergauge.rulesets.sealords.auxiliaries.special import Meeting, row
from weathergauge.rulesets.sealords.battle import opening
from weathergauge.rulesets.sealords.battle.quarrels import hunters, prey, price
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.forces import Auxiliary
from weathergauge.rulesets.sealords.phases import Screening
from weathergauge.rulesets.sealords.stations import home
from weathergauge.rulesets.sealords.world import at

COMMERCE = 0.25
"""What it is worth to shut a place where that is counted: a part of an order, and less than to see the enemy."""
HELP = 0.8
"""What it is worth to bring a friend up to a battle that is worth its price: more than a port that can be shut another day."""
COVERED = 4
"""Boxes of the trade track that leave the French nothing of it."""
WHY = {
    "counter_shadow": "Whoever follows our ships tells the enemy where they are.",
    "shadow": "A fleet at sea is followed: who is in sight can be brought to battle, or shunned.",
    "search": "What is hidden near our ships is made out before they meet it.",
    "assist_battle_reinforcement": "Friends who lie where we attack come up the sooner.",
    "interdict": "Convoys are held up where their ways meet.",
    "convoy_attack": "A convoy in reach is cargo to be taken, and an order to be stopped.",
    "blockade": "Troops sail from there: while the port is shut they stay.",
    "levant_trade_table": "Trade that is watched counts less for the enemy.",
}
"""Why an auxiliary is sent on a task."""
STRIKES, STRUCK = {"escalade": 0.8, "cutting_out": 0.7}, 0.6
"""An army that is over the walls is worth more than a prize or troops, and these more than yards or ships that are hurt."""
SEAS = ("space", "strait", "sea_zone")
FLEET = 6
"""Sail of which more are shadowed rather than searched for."""
KEPT = 2
"""Auxiliaries that are kept for other tasks before any look for the enemy."""
GOES_ON, IN_PART = 0.0, 0.4
"""What a screen is worth that does not stop the task, and one that hampers it."""


def send(watch: Watch) -> Reason | None:
    """The task that is worth most now, if any is worth an auxiliary."""
    best: tuple[float, Send] | None = None
    for aux in forces(watch.view, watch.world):
        if aux.box != "assigned" and not (aux.box == "tasked" and aux.task == "interdict"):
            continue
        for value, order in _tasks(watch, aux):
            if value > 0 and (best is None or value > best[0]):
                if tasking.why_not(watch.view, order, watch.world) is None:
                    best = (value, order)
    return Reason(best[1], WHY.get(best[1].task, "")) if best is not None else None


def _tasks(watch: Watch, aux: Auxiliary) -> Iterator[tuple[float, Send]]:
    if aux.box == "tasked":
        stopped = [order for order in tasking.options(watch.view, aux.id, watch.world) if isinstance(order, Send)]
        yield from [(1.0, order) for order in stopped]
        return
    if not aux.side:
        yield from _pirates(watch, aux)
        return
    within = reach(aux, watch.side, watch.table, watch.own, watch.world)
    if not within:
        return
    if aux.cls not in SMALL_CRAFT:
        yield from [(STRIKES.get(task.task, STRUCK), task) for task in tasking.tasks(watch.view, aux, watch.world)]
        return
    yield from _convoys(watch, aux, within)
    yield from _friends(watch, aux, within)
    trade = watch.counts_trade and len(watch.table.levant) < COVERED
    if trade and tasking.may(aux, "levant_trade_table", watch.view, watch.world):
        yield 0.9, Send(aux.id, "levant_trade_table", home(aux, watch.own, watch.world))
    if tasking.may(aux, "blockade", watch.view, watch.world):
        for place in _shut(watch):
            if place in within:
                yield 0.7, Send(aux.id, "blockade", place)
    yield from _eyes(watch, aux, within)


def _convoys(watch: Watch, aux: Auxiliary, within: dict[str, int]) -> Iterator[tuple[float, Send]]:
    """Convoys that can be made out are attacked."""
    if tasking.may(aux, "convoy_attack", watch.view, watch.world):
        near = [counter for counter, _ in watch.foes if counter.state == "ready" and counter.kind == "convoy"]
        for convoy in near:
            if at(convoy.place) in within and at_war(watch.table, aux.contingent, convoy.command):
                yield 1.0, Send(aux.id, "convoy_attack", at(convoy.place), convoy.id)


def _friends(watch: Watch, aux: Auxiliary, within: dict[str, int]) -> Iterator[tuple[float, Send]]:
    """Where an attack is worth its price, friends who may not begin it themselves are helped to come up."""
    if tasking.may(aux, "assist_battle_reinforcement", watch.view, watch.world):
        ours = {formation.place for formation in watch.own.formations}
        for place in within:
            if (
                place in ours
                and _wants_help(watch, place)
                and not boxes.assisting(watch.table, watch.own, place, watch.side)
            ):
                yield HELP, Send(aux.id, "assist_battle_reinforcement", place)


def _wants_help(watch: Watch, place: str) -> bool:
    """Whether we are about to attack at a place where a led formation lies that may only come up, and whom help serves."""
    ours, targets = hunters(watch.own, place), prey(watch.table, watch.side, place)
    guards = [target for target in targets if target.kind != "convoy"]
    cost = price(watch.table, ours, targets, watch.world)
    if not ours or not guards or cost is None:
        return False
    there = [
        formation
        for formation in watch.own.formations
        if formation.place == place and formation.afloat and formation.squadrons
    ]
    friends = [
        formation
        for formation in there
        if formation.kind != "convoy" and formation.leader is not None and formation not in ours
    ]
    if all(opening.relief(formation, watch.own, watch.table, watch.world).light for formation in friends):
        return False
    return (battle.promise(watch, place) or 0.0) > cost + watch.temper.hurdle(cost)


def _shut(watch: Watch) -> list[str]:
    """Minor ports from which enemy troops sail, by the orders that the title knows: a blockade keeps them in."""
    shut = []
    for entry in watch.world.values.order_pool:
        if entry["side"] != watch.side and entry["type"] in ("transport", "escort"):
            port = entry["target"][0]
            if watch.world.places[port].port == "minor":
                shut.append(port)
    return list(dict.fromkeys(shut))


def _eyes(watch: Watch, aux: Auxiliary, within: dict[str, int]) -> Iterator[tuple[float, Send]]:
    """Fleets at sea are shadowed, then what is hidden near ours is searched for; a spare auxiliary lies in wait on the ways of
    convoys. Shadows on our own ships are driven off first."""
    if tasking.may(aux, "counter_shadow", watch.view, watch.world):
        base = watch.own.formation(aux.base)
        if base is not None and base.shadows:
            yield 0.5, Send(aux.id, "counter_shadow", at(base.place), base.shadows[0])
    spare = len([other for other in watch.own.auxiliaries if other.box == "assigned" and other.cls in SMALL_CRAFT])
    if spare < KEPT:
        return
    close = watch.close
    for counter, guess in watch.foes:
        place = at(counter.place)
        if counter.state != "ready" or place not in within:
            continue
        large = guess is None or guess.sail > FLEET
        if large and place in close and tasking.may(aux, "shadow", watch.view, watch.world):
            yield 0.35 + 0.01 * (guess.sail if guess is not None else 0), Send(aux.id, "shadow", place, counter.id)
        if counter.known == "hidden" and place in close and tasking.may(aux, "search", watch.view, watch.world):
            single = "searcher" in watch.charts.search.axes
            yield 0.3, Send(aux.id, "search", place, counter.id if single else "")
    if tasking.may(aux, "interdict", watch.view, watch.world):
        worth = COMMERCE if _counted(watch, aux) else 0.1 if spare > 2 * KEPT else 0.0
        for place in within if worth == COMMERCE else [place for place in watch.traffic if worth and place in within]:
            if watch.world.places[place].kind in SEAS:
                yield worth + 0.01 * watch.traffic.get(place, 0.0), Send(aux.id, "interdict", place)


def _counted(watch: Watch, aux: Auxiliary) -> bool:
    """Whether places that it interdicts at the end of a turn count as failures of the enemy: the war on commerce is on."""
    commerce = watch.world.values.commerce
    if commerce is None or watch.side == commerce.counts_against or aux.contingent != commerce.contingent:
        return False
    return watch.table.happened(commerce.event) is not None


def _pirates(watch: Watch, aux: Auxiliary) -> Iterator[tuple[float, Send]]:
    """Pirates at sea are a failure for the other side, as long as we are behind."""
    if watch.table.behind is None:
        return
    if any(
        station.task == "interdict" and not station.side and station.by == watch.side
        for station in watch.table.stations
    ):
        return
    within = reach(aux, watch.side, watch.table, watch.own, watch.world)
    for place in within:
        if watch.world.places[place].kind in SEAS and tasking.may(aux, "interdict", watch.view, watch.world):
            yield 0.5 + 0.01 * within[place], Send(aux.id, "interdict", place)


def base_pirate(watch: Watch) -> Any:
    """Any base will do."""
    for rover in pirates.unbased(watch.table):
        for base in pirates.free_bases(watch.table, watch.world):
            return BasePirate(rover.id, base)
    return None


# In the way


def screen(watch: Watch, phase: Screening) -> Any:
    """Stand in the way of attacks on convoys; of other tasks where we can spare it."""
    able = screens(watch.view, watch.world)
    if not able:
        return Ready()
    spare = len([other for other in watch.own.auxiliaries if other.box == "assigned" and other.cls in SMALL_CRAFT])
    if phase.task != "convoy_attack" and spare < 3:
        return Ready()
    best = max(able, key=lambda aux: (_stops(watch, aux, phase.place), aux.id))
    return Screen(best.id) if _stops(watch, best, phase.place) >= 0.5 else Ready()


def _stops(watch: Watch, aux: Auxiliary, place: str) -> float:
    """How likely a screen stops the task, whatever may be behind it."""
    chart = watch.charts.screening_matrix
    narrow = watch.world.places[place].kind in ("strait", "port") if place in watch.world.places else False
    total = 0.0
    for cls in SMALL_CRAFT:
        meeting = Meeting(cls, aux.cls, narrow)
        meets = chart.cells.get((row(meeting, watch.charts), aux.cls))
        total += 1.0 if meets == "yes" else IN_PART if meets == "partial" else GOES_ON
    return total / len(SMALL_CRAFT)
