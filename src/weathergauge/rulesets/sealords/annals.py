"""What a campaign is entered as in the books, and what of it is drawn over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.frame.words import many
from weathergauge.rulesets.sealords.auxiliaries import actions as small
from weathergauge.rulesets.sealords.battle import actions as battle
from weathergauge.rulesets.sealords.casualties import LeaderHit, Ransomed
from weathergauge.rulesets.sealords.council import actions as council
from weathergauge.rulesets.sealords.forces import counter_of
from weathergauge.rulesets.sealords.formations.actions import Reorganised
from weathergauge.rulesets.sealords.orders import events as orders
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.sea import actions as sea
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import date_words, place_name, said
from weathergauge.rulesets.sealords.world import World, world
from weathergauge.rulesets.sealords.yards import actions as yards

FATES = {"killed": "killed", "captured": "taken by the enemy", "wounded": "wounded"}
HEADINGS = (
    "Orders kept",
    "Orders failed",
    "Battles won",
    "Sail lost",
    "Prestige",
    "Leaders",
    "Convoys brought in, in points",
    "Cargo taken or sunk, in points",
)


def measures(state: State) -> Measures:
    """Sail, the prestige of each side, and the damage that its ships carry."""
    sides = state.table.sides
    return {
        "sail": {side: sum([formation.sail for formation in state.secret(side).formations]) for side in sides},
        "prestige": {side: state.table.tally(side).prestige for side in sides},
        "damage points": {side: sum([formation.dps for formation in state.secret(side).formations]) for side in sides},
    }


def unveiled(state: State) -> State:
    """The table with every counter turned up, as it lies when all is over."""
    turned = {formation.id: replace(formation, known="all") for formation in state.formations}
    counters = tuple(
        [counter_of(turned[counter.id]) if counter.id in turned else counter for counter in state.table.counters]
    )
    return replace(state, table=replace(state.table, counters=counters))


def entries(before: State, after: State, events: Sequence[Any]) -> Iterator[Entry]:
    """Orders kept and failed, battles, prestige and what it was for, leaders, convoys, and what each sail was lost to."""
    waters = world(after.table.title)
    for event in events:
        yield from _entered(event, after, waters)
    for side in waters.sides:
        lost = _lost(before, after, side, events)
        for cause, sail in _causes(side, lost, before, events).items():
            yield Entry("Sail lost", side, cause, sail)


def _entered(event: Any, state: State, world: World) -> Iterator[Entry]:
    match event:
        case orders.OrderEnded(order="rendezvous"):
            return
        case orders.OrderEnded(side=side, outcome="fulfilled", words=words):
            yield Entry("Orders kept", side, words)
        case orders.OrderEnded(side=side, outcome="failed", words=words, reason=reason):
            yield Entry("Orders failed", side, f"{words}: {reason}" if reason else words)
        case PrestigeChanged(side=side, amount=amount, reason=reason):
            yield Entry("Prestige", side, reason, amount)
        case council.PrestigePaid(side=side, amount=amount, reason=reason) if amount:
            yield Entry("Prestige", side, reason, amount)
        case battle.ThrownAgain(side=side, price=price) if price:
            yield Entry("Prestige", side, "dice thrown again", -price)
        case yards.TradeCounted(side=side, fulfilled=kept, failed=failed, reason=reason):
            if kept:
                yield Entry("Orders kept", side, reason, kept)
            if failed:
                yield Entry("Orders failed", side, reason, failed)
        case battle.BattleWon(side=side, place=place, sail=sail, dps=dps):
            foe = 1 if side == world.sides[0] else 0
            cost = f"the enemy lost {many(sail[foe], 'sail', 'sail')} and {many(dps[foe], 'damage point')}"
            when = date_words(state.table.date, world)
            own = f"{sail[1 - foe]} and {dps[1 - foe]}"
            yield Entry("Battles won", side, f"{place_name(place, world)}, {when}: {cost}, the victors {own}")
        case LeaderHit(side=side, leader=leader, fate=fate):
            yield Entry("Leaders", side, f"{leader}, {FATES.get(fate, fate)}")
        case Ransomed(side=side, leader=leader, price=price):
            yield Entry("Prestige", side, f"ransom of {leader}", -price)
            yield Entry("Leaders", side, f"{leader}, ransomed")
        case yards.AdmiralJudged(side=side, leader=leader, relieved=True):
            yield Entry("Leaders", side, f"{leader}, relieved")
        case orders.ConvoyLanded(side=side, words=words, points=points):
            yield Entry("Convoys brought in, in points", side, said(words, state, (), world), points)
        case small.ConvoyAttacked(side=side, points=points) if points:
            yield Entry("Cargo taken or sunk, in points", side, "by small ships", points)
        case battle.ConvoyStruck(side=side, points=points) if points:
            yield Entry("Cargo taken or sunk, in points", side, "by squadrons", points)


# Sail


def _lost(before: State, after: State, side: Side, events: Sequence[Any]) -> int:
    """Sail that is not there any more. What one squadron gave another, or one that was made of it, is not lost; prizes and those
    who came meanwhile do not make up for it."""
    was, now = _sail(before, side), _sail(after, side)
    parted = any(isinstance(event, Reorganised) for event in events)
    prizes = len([event for event in events if isinstance(event, battle.PrizeTaken) and event.side == side])
    return max(0, sum(was.values()) + prizes - sum([sail for id, sail in now.items() if parted or id in was]))


def _sail(state: State, side: Side) -> dict[str, int]:
    return {
        squadron.id: squadron.sail for formation in state.secret(side).formations for squadron in formation.squadrons
    }


def _causes(side: Side, lost: int, before: State, events: Sequence[Any]) -> Counter[str]:
    """What so many sail were lost to: what events name, and of the rest the battle that is fought, or the sea."""
    causes: Counter[str] = Counter()
    if not lost:
        return causes
    fought = before.table.battle is not None or any(isinstance(event, battle.BattleOffered) for event in events)
    for event in events:
        match event:
            case sea.Battered(formation=id, sunk=sunk, weather=weather) if _whose(before, id) == side:
                causes[f"to {weather}"] += sum([sail for _, sail in sunk])
            case battle.Foundered(side=of, sail=sail) if of == side and not fought:
                causes["foundered of their damage"] += sail
            case small.ShipsAttacked(side=by, sail=sail) | small.ConvoyAttacked(side=by, sail=sail) if by != side:
                causes["to small ships"] += sail
            case small.CutOut(side=by, success=True, cls=cls) if by != side and cls:
                causes["to small ships"] += 1
            case council.PortLost(side=of, struck=True) if of == side:
                causes["with a port"] += lost
    if (left := lost - causes.total()) > 0:
        causes["in battle" if fought else "called home"] += left
    return +_at_most(causes, lost)


def _whose(state: State, formation: str) -> Side:
    hers = state.formation(formation)
    return hers.side if hers is not None else ""


def _at_most(causes: Counter[str], lost: int) -> Counter[str]:
    """No more than was lost, the last cause first."""
    for cause in reversed(list(causes)):
        causes[cause] -= min(causes[cause], max(0, causes.total() - lost))
    return causes
