"""The council's log and orders in sentences."""

from __future__ import annotations

from typing import Any

from weathergauge.frame.words import capital, many
from weathergauge.rulesets.sealords.council import actions as s
from weathergauge.rulesets.sealords.council import dispatch, requests
from weathergauge.rulesets.sealords.formations import actions as f
from weathergauge.rulesets.sealords.formations import posts, squadrons
from weathergauge.rulesets.sealords.naming import small_mark
from weathergauge.rulesets.sealords.orders import chits
from weathergauge.rulesets.sealords.orders import events as o
from weathergauge.rulesets.sealords.state import Table, View
from weathergauge.rulesets.sealords.words import marked_squadron, place_name
from weathergauge.rulesets.sealords.world import World


def told(table: Table, event: Any, world: World) -> str | None:
    """An event of the council as a sentence; None where it is another chapter's."""
    match event:
        case o.OrdersDrawn(side=side, words=words):
            return f"Orders come for {world.side_words[side]}: {'; '.join(words)}."
        case s.OrderTaken():
            return _taken(event)
        case o.OrderBegun(words=words):
            return f"In execution: {words}."
        case o.OrderEnded(side=side, outcome=outcome, words=words, reason=reason):
            tail = f" ({reason})" if reason else ""
            return f"{capital(world.side_words[side])}: {words}, {outcome}{tail}."
        case o.ConvoyMade(words=words, place=place):
            return f"{capital(words)} lies at {place_name(place, world)}."
        case o.ConvoyLanded(words=words, place=place, points=points):
            return f"{capital(words)} has come in at {place_name(place, world)} with {points} points."
        case s.EventLooked(words=words):
            return f"Not now: {words}."
        case s.EventHappened(words=words, step=step):
            node = next((other for other in world.events if other.id == event.event), None)
            steps = f" (step {step} of {node.steps})" if node is not None and node.steps > 1 else ""
            return f"Event: {words}{steps}."
        case s.EventOver(words=words):
            return f"Over: {words}."
        case s.CampaignBegun(campaign=id):
            row = world.campaign(id)
            return f"{capital(row.words)} begins: {row.positions[row.start].words}."
        case s.ArmiesMarched(campaign=id, step=step, at=at):
            row = world.campaign(id)
            return f"{capital(row.words)}: {row.positions[at].words}{'' if step else ', as before'}."
        case s.CampaignWon(campaign=id, winner=winner):
            return f"{capital(world.side_words[winner])} win {world.campaign(id).words}."
        case s.CampaignEnded(campaign=id):
            return f"{capital(world.campaign(id).words)} is over for good."
        case s.RelationChanged(one=one, other=other, relation=relation):
            return f"{_nation(one, world)} and {_nation(other, world)} are {_standing(relation)}."
        case s.PortTurned(port=port, what=what, to=to):
            return _port(place_name(port, world), what, to, world)
        case s.PortLost(port=port, side=side, struck=struck):
            end = "strike, since they cannot leave" if struck else "put to sea at once"
            return f"Ships of {world.side_words[side]} at {place_name(port, world)} {end}."
        case s.ForcesCame(side=side, words=words, place=place):
            where = f" at {place_name(place, world)}" if place else ""
            return f"{capital(world.side_words[side])} receive {words}{where}."
        case f.Reorganised(words=words, passed=passed):
            return f"{capital(words)}." if passed else f"{capital(words)}: the check is failed, nothing comes of it."
        case s.Requested(side=side, contingent=contingent, result=result):
            return f"{capital(world.side_words[side])} ask for {_nation(contingent, world)} reinforcements: {result}."
        case s.PrestigePaid(side=side, amount=amount, reason=reason):
            return f"{capital(world.side_words[side])}: {amount:+d} prestige for {reason}."
    return None


def _taken(event: s.OrderTaken) -> str:
    words = capital(event.words)
    if event.what == "rendezvous":
        words = "A formation is sent " + event.words
    if not event.passed:
        failed = {
            "issued": "the orders do not reach the formation",
            "handed over": "they cannot be handed over",
            "extended": "no more time is given",
            "given up": "they must be carried on",
            "rendezvous": "the orders do not reach it",
        }
        return f"{words}: {failed.get(event.what, 'the check is failed')}."
    return f"{words}." if event.what == "rendezvous" else f"{words}: {event.what}."


def _nation(contingent: str, world: World) -> str:
    known = world.contingents.get(contingent)
    return known.words if known is not None else capital(contingent.replace("_", " "))


def _standing(relation: str) -> str:
    return {"war": "at war", "hostile": "hostile to each other"}.get(relation, "at peace")


def _port(name: str, what: str, to: str, world: World) -> str:
    match what:
        case "owner":
            return f"{name} is {_nation(to, world)} now."
        case "closed":
            return f"{name} is closed to {world.side_words[to]}."
    return f"{name} is open to {world.side_words[to]} again."


def ordered(view: View, action: Any, world: World) -> str | None:
    """An action of the council as a sentence; None where it is another chapter's."""
    own = view.own
    if own is None:
        return None

    def name(id: str) -> str:
        formation = own.formation(id)
        return formation.name if formation is not None else id.replace("_", " ")

    def order(id: str) -> str:
        hers = own.order(id)
        return chits.words(hers, world) if hers is not None else id.replace("_", " ")

    def squadron(id: str) -> str:
        lying = squadrons.home(own, id)
        return (lying[1].name if lying is not None else "") or marked_squadron(id, world.sides)

    def leader(id: str) -> str:
        posted = posts.leader_of(own, id)
        return posted[0].name if posted is not None else id.replace("_", " ")

    match action:
        case s.ReceiveOrder():
            return f"receive: {order(action.order)}"
        case s.IssueOrder():
            formation, route = own.formation(action.formation), action.route
            check = ", if the orders reach it" if formation is not None and dispatch.needs_check(formation) else ""
            way = f" by {chits.route_words(route, world)}" if route else ""
            return f"{name(action.formation)}: {order(action.order)}{way}{check}"
        case s.JoinHolder():
            return f"{name(action.formation)} to join {name(action.holder)}"
        case s.HandOverOrder():
            return f"hand over to {name(action.formation)}: {order(action.order)}"
        case s.ExtendOrder():
            return f"ask for a turn more: {order(action.order)}"
        case s.GiveUpOrder():
            return f"give up: {order(action.order)}"
        case f.TransferSail():
            goal = squadron(action.to) if action.to else "a squadron of their own"
            return f"{action.sail} sail of {squadron(action.squadron)} to {goal}"
        case f.MoveSquadron():
            return f"{squadron(action.squadron)} to {name(action.to)}"
        case f.JoinFormations():
            return f"{name(action.formation)} becomes part of {name(action.into)}"
        case f.DetachSquadron():
            how = "with the orders of her formation" if action.kind == "detachment" else "by herself"
            return f"detach {squadron(action.squadron)} {how}"
        case f.PostLeader():
            return f"{leader(action.leader)} takes command of {name(action.formation)}"
        case f.RelieveLeader():
            return f"relieve the leader of {name(action.formation)}"
        case f.PromoteLeader():
            return f"promote {leader(action.leader)}"
        case s.AssignAuxiliary():
            base = place_name(action.base, world) if action.base in world.places else name(action.base)
            return f"{small_mark(action.auxiliary)} to {base}"
        case s.CreditAsLoss():
            if not action.points:
                return "take awards as gains"
            return f"take {many(action.points, 'point')} of each award as the other side's loss"
        case s.RequestReinforcement():
            cost = requests.price(view.table, action.contingent, action.pay, world)
            price = f" for {cost} prestige" if cost else ""
            spent = ", spending prestige on the die" if action.pay else ""
            return f"ask for {_nation(action.contingent, world)} reinforcements{spent}{price}"
        case s.GiveUpSquadron():
            return f"give up {squadron(action.squadron)}"
    return None
