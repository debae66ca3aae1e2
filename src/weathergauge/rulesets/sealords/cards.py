"""Order cards: what an order demands and where it counts, how far it has come, until when, what it is worth, and who may hold it.

All of it is worked out from one seat's view: its own orders and formations, and what lies on the table for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from weathergauge.beside.hints import Bearer, OrderCard, Way
from weathergauge.dice import Dice, Modifier
from weathergauge.frame.words import capital, listed, many
from weathergauge.odds import odds
from weathergauge.rulesets.sealords import campaigns, reckoning
from weathergauge.rulesets.sealords.council import dispatch
from weathergauge.rulesets.sealords.council.actions import IssueOrder
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.leaders import favoured, passes, rank_modifiers, responsible
from weathergauge.rulesets.sealords.orders import chits, convoys, execution
from weathergauge.rulesets.sealords.orders.convoys import ESCORTED
from weathergauge.rulesets.sealords.phases import Council
from weathergauge.rulesets.sealords.state import Seated
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.world import at as place_of

WAITING = ("available", "received")
"""States of orders that nobody holds yet."""


def card(at: Seated, order: Order, world: World) -> OrderCard:
    """The card of an order that is drawn, as its own side reads it."""
    places = reckoning.places(order, at.own, world)
    return OrderCard(
        title=capital(chits.words(order, world)),
        demands=_demands(order, at, world),
        fails=_fails(order, world),
        progress=_progress(order, at, world),
        deadline=_deadline(order, at, world),
        earns=_earns(order, at, world),
        costs=_costs(order, at, world),
        outlook=_outlook(order, at, world),
        places=places,
        ways=tuple(_ways(order, at, world)),
        holders=tuple(_holders(order, at, world)),
    )


# What it demands


def _demands(order: Order, at: Seated, world: World) -> str:
    charts, where = world.charts, [place_name(place, world) for place in order.target if place in world.places]
    numbers, impulses = charts.order_numbers, execution.needed(order, charts)
    for_so_long = many(impulses or 0, "impulse")
    match order.type:
        case "cruise":
            visits = numbers.at("visits_to_each_place_of_a_cruise")
            return (
                f"The holder must cruise for {for_so_long}: an impulse counts if it lies at {listed(where)} at the end of "
                f"one of its increments. It must have been to each of them in {many(visits, 'impulse')}."
            )
        case "blockade":
            return f"The holder must watch the port for {for_so_long}: at the end of each it lies {_watching(order, world)}."
        case "interdict":
            return f"The holder must lie at {listed(where)} at the end of {for_so_long}, and stop whatever passes."
        case "show_of_force":
            line = numbers.at("line_squadrons_that_show_force")
            return (
                f"The holder must lie off {listed(where)} at the end of {for_so_long} with {many(line, 'squadron')} of the "
                "line; flagships do not count."
            )
        case "support_the_army":
            return f"The holder must lie at {listed(where)} at the end of {for_so_long}."
        case "escort" | "transport" | "victual":
            return (
                f"A convoy gathers at {where[0]} when the order is issued, waits there for the holder, and sails with it "
                f"to {where[-1]}. {_cargo(order, world)}"
            )
        case "transit":
            begins = f"The holder begins at {where[0]}. " if len(where) > 1 else ""
            return f"{begins}At least half of the sail that it sets out with must come to {where[-1]}."
        case "seek_battle":
            return (
                f"The holder must fight a battle of medium or heavy intensity with {_foes(order, world)}; who wins it does "
                "not matter."
            )
    holder = at.own.formation(order.target[0]) if order.target else None
    return f"The formation is to meet {holder.name if holder else 'the holder of an order'} and share in its orders."


def _watching(order: Order, world: World) -> str:
    port, bv = order.target[0], world.places[order.target[0]].bv
    near = [place_name(place, world) for place in reckoning.watches(port, world)]
    afar = f", or from afar, at {_either(near)}, which costs nothing more" if near else ""
    wear = f", which costs each squadron {many(bv, 'damage point')} more a turn" if bv else ""
    return f"off {place_name(port, world)} itself{wear}{afar}"


def _either(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


def _cargo(order: Order, world: World) -> str:
    points = world.charts.convoy_cargo.at(convoys.kind_of(order))
    match order.type:
        case "transport":
            return f"It carries {many(points, 'point')} of troops: any of them must come ashore."
        case "victual":
            enough = world.charts.convoy_numbers.at(convoys.REPAIR_POINT)
            return f"It carries {many(points, 'point')} of stores: {enough} of them must come in."
    return f"It carries {many(points, 'point')} of cargo: half of them must come in."


def _foes(order: Order, world: World) -> str:
    named = [world.contingents[contingent].words for contingent in order.target if contingent in world.contingents]
    return f"{listed(named)} ships" if named else "the enemy"


def _fails(order: Order, world: World) -> str:
    """What breaks it off."""
    charts = world.charts
    elsewhere = charts.order_numbers.at("impulses_elsewhere_that_fail")
    causes = []
    if order.type == "interdict":
        causes.append("its holder is driven from its place")
    if order.type in execution.TIED:
        causes.append(f"its holder is elsewhere for {many(elsewhere, 'impulse')} on end")
    if order.type == "blockade":
        causes.append("an enemy formation or convoy gets out unfought")
    if order.type in ESCORTED:
        causes.append("its convoy is lost")
    if order.type == "rendezvous":
        return "It is taken back, and not counted, when whom it is to join has no orders any more."
    causes.append("its holder goes into harbour before it is done, or is lost")
    return f"Once it is in execution it fails when {', or when '.join(causes)}."


# How far it has come, and until when


def _progress(order: Order, at: Seated, world: World) -> str:
    if order.state in WAITING:
        return "Nobody holds it yet." if order.state == "received" else "It has not been received yet."
    holder = at.own.formation(order.holder)
    who = holder.name if holder is not None else "Its holder"
    steps = []
    if (needed := execution.needed(order, world.charts)) is not None:
        steps.append(f"{order.impulses} of {many(needed, 'impulse')} done")
    for place, visits in zip(order.target, order.visits, strict=False):
        steps.append(f"{place_name(place, world)} visited in {many(visits, 'impulse')}")
    convoy = at.own.formation(order.convoy)
    if convoy is not None and convoy.cargo is not None:
        waits = "waits for its escort" if convoy.cargo.waits else "is under way"
        steps.append(
            f"its convoy {waits} at {place_name(convoy.place, world)}, with {convoy.cargo.points} of {convoy.cargo.full} points"
        )
    if order.type == "seek_battle" and order.fought:
        steps.append("the battle has been fought")
    if order.away:
        steps.append(f"its holder has been elsewhere for {many(order.away, 'impulse')} on end")
    begun = f"{who} holds it" if order.state == "in_execution" else f"{who} holds it, and it is not in execution yet"
    return f"{begun}: {', '.join(steps)}." if steps else f"{begun}."


def _deadline(order: Order, at: Seated, world: World) -> str:
    table, ends = at.table, f"The scenario ends with {reckoning.turn_words(at.table.last, world)} at the latest"
    if order.state == "available":
        return "Whoever does not receive it before the next orders are drawn, in a quarterly turn, has to give it back."
    if order.state == "received":
        begin = world.charts.order_numbers.at("turns_to_come_into_execution")
        full = world.charts.order_terms.at(order.type).turns
        last = f", and must be done within {many(full, 'turn')}" if full is not None else ""
        return f"When it is issued it must be in execution within {many(begin, 'turn')}{last}. {ends}."
    until = reckoning.until(order, table, world)
    if until is None:
        return f"It has no deadline of its own. {ends}: {_left(reckoning.last(table, world), at, world)}."
    term = world.charts.order_terms.at(order.type).turns
    what = "in execution" if order.state == "issued" else "done"
    more = f", extended by {many(order.extended, 'turn')}" if order.extended else ""
    when = reckoning.turn_words(reckoning.date_of(until, world), world)
    end = reckoning.turn_words(reckoning.date_of(reckoning.end_of(order, table, world), world), world)
    done = f" It must be done by the end of {end}." if term is not None and order.state == "issued" else ""
    return f"It must be {what} by the end of {when}{more}: {_left(until, at, world)}.{done}"


def _left(until: int, at: Seated, world: World) -> str:
    left = reckoning.impulses_left(at.table, until, world)
    return f"{many(left, 'impulse')} {'is' if left == 1 else 'are'} left"


# What it is worth


def _earns(order: Order, at: Seated, world: World) -> str:
    if order.type == "rendezvous":
        return "It counts for nothing by itself."
    return " ".join([f"Fulfilled, {_counted(1, order, at, world)}", *_besides(order, at, world)])


def _costs(order: Order, at: Seated, world: World) -> str:
    if order.type == "rendezvous":
        return "It costs nothing to fail."
    free = " An order that is never issued costs nothing." if order.state in WAITING else ""
    return f"Failed, or given up, {_counted(-1, order, at, world)}{free}"


def _counted(more: int, order: Order, at: Seated, world: World) -> str:
    """What an order more, done or failed, changes about the count that it comes to."""
    side, soon = at.seat, _best(order, at, world)
    count = reckoning.counting(at.table, soon.impulses if soon is not None and more > 0 else 1, world)
    now, then = (reckoning.paid(at.table, side, done, count.fresh, world) for done in (0, more))
    date = reckoning.turn_words(count.date, world)
    what = "it is one more of your orders done" if more > 0 else "it is one more against you"
    other = "as without it" if now == then else f"instead of {_pay(now, side, world)}"
    stand = "if nothing else comes to that count" if count.fresh else "as both sides stand now"
    return f"{what}. Orders are counted at the end of {date}: {stand}, that brings {_pay(then, side, world)}, {other}."


def _pay(pay: tuple[int, int], side: Side, world: World) -> str:
    """`you +1 prestige`, `the Bourbons +1 prestige and you -2`."""
    own, foe = pay
    pays = [(own, "you"), (foe, world.side_words[world.enemy(side)])]
    paid = sorted([(points, who) for points, who in pays if points], reverse=True)
    return listed([f"{who} {points:+d} prestige" for points, who in paid]) or "nothing"


def _besides(order: Order, at: Seated, world: World) -> Iterator[str]:
    """What else follows: ashore, among the powers, for leaders."""
    charts, goal = world.charts, order.target[-1] if order.target else ""
    yield "The leader who carries it out may be promoted."
    if order.type == "support_the_army":
        yield f"The army there marches the better for it: {charts.army_march_drm.at('fleet_supports_the_army')} on its die."
    if order.type in ESCORTED and (landed := convoys.LANDED.get(convoys.kind_of(order))) is not None:
        if campaigns.off(at.table, goal, world) is not None:
            yield f"What comes ashore helps the army there: {charts.army_march_drm.at(landed)} on its die."
    if order.type == "victual":
        each = charts.convoy_numbers.at(convoys.REPAIR_POINT)
        yield f"{place_name(goal, world)} gets a repair point for every {each} points that come in."
    if order.type == "show_of_force":
        port = at.table.port(order.target[0])
        if port is not None and port.owner == "pirate":
            yield f"The pirates of {place_name(order.target[0], world)} are put down until the year ends."
    asked = f"fulfilled:{order.type}:{goal}"
    for node in world.events:
        if asked in f"{node.when} {node.automatic_when}".split():
            yield f"It opens the way to an event: {node.words}."


# The chance of it


def _best(order: Order, at: Seated, world: World) -> reckoning.Soonest | None:
    """The soonest that anybody could fulfil it."""
    return min(reckoning.soonest(order, at, world), key=lambda soonest: soonest.impulses, default=None)


def _outlook(order: Order, at: Seated, world: World) -> str:
    if order.type == "rendezvous":
        return ""
    left = reckoning.impulses_left(at.table, reckoning.end_of(order, at.table, world), world)
    there = f"{many(left, 'impulse')} {'is' if left == 1 else 'are'} left"
    if order.type == "seek_battle":
        return f"Whether the enemy can be met, and stands, nobody can reckon beforehand; {there}."
    best = _best(order, at, world)
    if best is None:
        return "It could be given to none of your formations now."
    needs = []
    if best.missing:
        needs.append(f"{many(best.missing, 'more impulse')} {'is' if best.missing == 1 else 'are'} needed")
    if order.type in ESCORTED:
        needs.append(f"{best.formation.name} and the convoy have {many(best.steps, 'move')} to make")
    elif best.steps:
        needs.append(f"{best.formation.name} is {many(best.steps, 'move')} away")
    soon = f"With a fair wind and nobody in the way it is done in {many(best.impulses, 'impulse')} at best, and {there}"
    verdict = "there is time for it" if best.impulses <= left else "that is too late, and it cannot be fulfilled"
    need = f"{capital('; '.join(needs))}. " if needs else ""
    return f"{need}{soon}: {verdict}."


# Who may hold it


def _ways(order: Order, at: Seated, world: World) -> Iterator[Way]:
    """The ways by which its convoy may go, or goes; for a passage the shortest."""
    if order.type == "transit":
        holder = at.own.formation(order.holder)
        start = (
            order.target[0] if len(order.target) > 1 and holder is None else holder.place if holder is not None else ""
        )
        if start:
            edges = [place.id for place in world.places.values() if place.kind == "entry"]
            yield Way("", "", (place_of(start), *world.way(start, order.target[-1], edges)))
        return
    if order.type not in ESCORTED:
        return
    convoy = at.own.formation(order.convoy)
    if convoy is not None and convoy.cargo is not None:
        yield Way("", "", (place_of(convoy.place), *convoy.cargo.route))
        return
    barred = convoys.enemy_ports(at.table, at.seat, world)
    for route in convoys.routes(order, world) or ("",):
        places = convoys.course(order.target, route, world, barred)
        if places:
            yield Way(route, chits.route_words(route, world), places)


def _holders(order: Order, at: Seated, world: World) -> Iterator[Bearer]:
    """Every formation of ships, whether it may be given the order, and with which odds."""
    if order.state not in WAITING:
        return
    sits = isinstance(at.table.phase, Council) and at.seat in at.table.phase.waiting
    for formation in at.own.formations:
        if not formation.squadrons or formation.kind in ("convoy", "dummy"):
            continue
        routes = convoys.routes(order, world) if order.type in ESCORTED else ()
        asked = [IssueOrder(order.id, formation.id, route) for route in routes or ("",)]
        refused = [dispatch.why_not_issue(at, issue, world) for issue in asked]
        may = [issue for issue, why in zip(asked, refused, strict=True) if why is None]
        led = f", {formation.leader.name}" if formation.leader is not None else ""
        steps = reckoning.steps(formation, reckoning.places(order, at.own, world), world)
        away = f"{many(steps, 'move')} from where it begins" if steps else "where it begins"
        how = _reached(formation, at, world) if may else next(why for why in refused if why)
        yield Bearer(formation.id, f"{formation.name}{led}: {away}", how, tuple(may) if sits else (), bool(may))


def _reached(formation: Formation, at: Seated, world: World) -> str:
    """Whether the order reaches it for certain, or on which chance."""
    if not dispatch.needs_check(formation):
        return "The order reaches it without a check."
    _, rating = responsible(at.own, (formation.command,), world)
    ranks = (
        *rank_modifiers(at.table, at.seat, "strategy_check_drm", world.charts),
        *favoured(at.own, at.seat, "strategy_check"),
    )
    chance = odds(_sent, rating, tuple(ranks)).chance(bool)
    return f"It is at sea: a strategy check, {f'{float(chance):.0%}'.replace('%', ' %')} that the order reaches it."


def _sent(rating: int, ranks: tuple[Modifier, ...], dice: Dice) -> bool:
    return passes(rating, ranks, dice, why="do the orders reach it?")
