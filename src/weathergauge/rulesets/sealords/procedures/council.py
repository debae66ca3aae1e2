"""Checks of admirals, requests, entry onto the map and events as procedures: each die by itself, with its odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.procedures import Inputs, Procedure, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords.charts import Charts, has_row
from weathergauge.rulesets.sealords.council import armies, dispatch, events, requests
from weathergauge.rulesets.sealords.council.actions import (
    ExtendOrder,
    GiveUpOrder,
    HandOverOrder,
    IssueOrder,
    JoinHolder,
    RequestReinforcement,
)
from weathergauge.rulesets.sealords.formations import squadrons
from weathergauge.rulesets.sealords.formations.actions import DetachSquadron, JoinFormations, MoveSquadron, TransferSail
from weathergauge.rulesets.sealords.leaders import all_new, favoured, lr, passes, rank_modifiers, responsible
from weathergauge.rulesets.sealords.procedures.battle import LeaderChecked
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.terms import Help, Season, State3
from weathergauge.rulesets.sealords.world import World

Rating = Annotated[int, Meta(ge=0, le=9, description="the rating he uses", examples=[3])]
Add = Annotated[int, Meta(ge=-9, le=9, description="what ranks of the player add")]


class StrategyCheck(Inputs, kw_only=True):
    """A strategy check: a die of at most the admiral's strategy rating."""

    rating: Rating
    dps: Annotated[int, Meta(ge=0, le=200, description="damage points, when orders are given up on purpose")] = 0
    ranks: Add = 0


class Passed(Struct, frozen=True):
    passed: bool


def _ranks(add: int) -> list[Modifier]:
    return [Modifier("ranks of the player", add, Cell("player_ranks", ("vice_admiral_blue",)))] if add else []


@procedure
def strategy_check(s: StrategyCheck, charts: Charts, dice: Dice) -> Passed:
    add = [*dispatch.weariness(s.dps, charts), *_ranks(s.ranks)]
    return Passed(passes(s.rating, add, dice, why="does the admiral pass?"))


class OrderIssue(Inputs, kw_only=True):
    """Issuing an order: free in harbour and for new sail, a strategy check for a formation at sea."""

    state: Annotated[State3, Meta(description="of the formation")]
    rating: Rating = 0
    all_new: Annotated[bool, Meta(description="all its sail are new reinforcements")] = False
    ranks: Add = 0


class Issued(Struct, frozen=True):
    issued: bool


@procedure
def order_issue(o: OrderIssue, charts: Charts, dice: Dice) -> Issued:
    if o.state != "ready" or o.all_new:
        return Issued(True)
    return Issued(passes(o.rating, _ranks(o.ranks), dice, why="do the orders reach the formation?"))


class ReinforcementRequest(Inputs, kw_only=True):
    """A request for reinforcements at a quarterly turn (SL60)."""

    pay: Annotated[bool, Meta(description="a point of prestige is spent on the die")] = False


class Answered(Struct, frozen=True):
    result: str


@procedure
def reinforcement_request(r: ReinforcementRequest, charts: Charts, dice: Dice) -> Answered:
    return Answered(requests.answered(r.pay, charts, dice))


class MapEntry(Inputs, kw_only=True):
    """A formation that comes from off the map: its impulse, and the damage points of each of its squadrons (SL61)."""

    season: Annotated[Season, Meta(description="of the turn", examples=["spring"])]


@procedure
def map_entry(m: MapEntry, charts: Charts, dice: Dice) -> requests.Entering:
    return requests.entering(m.season, charts, dice)


class EventDie(Inputs, kw_only=True):
    """The die of a box of the event chart."""

    at_most: Annotated[int, Meta(ge=0, le=9, description="the number of the box", examples=[5])]


class Happened(Struct, frozen=True):
    happens: bool


@procedure
def event_die(e: EventDie, charts: Charts, dice: Dice) -> Happened:
    return Happened(events.event_die(e.at_most, dice))


class MarchOfArmies(Inputs, kw_only=True):
    """A turn of a campaign of armies, and what fleets have done for it. The first player is the British."""

    lean: Annotated[int, Meta(ge=-3, le=3, description="what the armies alone add; less helps the first player")] = 0
    first: Annotated[tuple[Help, ...], Meta(max_length=6, description="what was done for the first player's army")] = ()
    second: Annotated[tuple[Help, ...], Meta(max_length=6, description="what was done for the other's")] = ()


class Marched(Struct, frozen=True):
    """Positions toward the second player's victory; less than none toward the first's."""

    positions: int


@procedure
def army_march(m: MarchOfArmies, charts: Charts, dice: Dice) -> Marched:
    return Marched(dice.do(armies.marched, armies.March(m.lean, m.first, m.second), charts))


def procedures(world: World) -> list[Procedure]:
    """Those whose charts a title has."""
    every = [strategy_check, order_issue, reinforcement_request, event_die, army_march]
    return [*every, map_entry] if world.charts.map_entry_attrition is not None else every


def calls(view: View, action: Any, world: World) -> list[Call]:
    """The checks that an action will ask for, with their inputs."""
    own, side = view.own, view.seat
    if own is None or side is None:
        return []
    general = rank_modifiers(view.table, side, "strategy_check_drm", world.charts)
    ranks = sum([modifier.value for modifier in (*general, *favoured(own, side, "strategy_check"))])

    def check(commands: tuple[str, ...], words: str, dps: int = 0) -> list[Call]:
        _, rating = responsible(own, commands, world)
        return [Call("strategy_check", StrategyCheck(rating=min(9, rating), dps=dps, ranks=ranks), words)]

    match action:
        case IssueOrder(formation=id) | JoinHolder(formation=id):
            formation = own.formation(id)
            if formation is None or not dispatch.needs_check(formation):
                return []
            _, rating = responsible(own, (formation.command,), world)
            inputs = OrderIssue(state=formation.state, rating=min(9, rating), ranks=ranks)
            return [Call("order_issue", inputs, "the orders reach it")]
        case HandOverOrder(order=id, formation=other):
            order, fresh = own.order(id), own.formation(other)
            if order is None or fresh is None:
                return []
            return check((dispatch.order_command(own, order), fresh.command), "the orders are handed over")
        case ExtendOrder(order=id):
            order = own.order(id)
            return check((dispatch.order_command(own, order),), "a turn more is given") if order is not None else []
        case GiveUpOrder(order=id):
            order = own.order(id)
            if order is None or order.type == "rendezvous":
                return []
            dps = sum([formation.dps for formation in own.formations if formation.order == id])
            return check((dispatch.order_command(own, order),), "the orders are given up", dps)
        case RequestReinforcement(pay=pay):
            return [Call("reinforcement_request", ReinforcementRequest(pay=pay), "what the request brings")]
        case TransferSail() | MoveSquadron() | JoinFormations() | DetachSquadron():
            return _reorganised(view, action, world, check)
    return []


def _reorganised(
    view: View, action: Any, world: World, check: Callable[[tuple[str, ...], str], list[Call]]
) -> list[Call]:
    """The check of a reorganisation; none for new sail."""
    own, side = view.own, view.seat
    assert own is not None
    assert side is not None
    if isinstance(action, JoinFormations):
        formation, into = own.formation(action.formation), own.formation(action.into)
        if formation is None or into is None or all_new(formation):
            return []
        return check((formation.command, into.command), "they join")
    home = squadrons.home(own, action.squadron)
    if home is None:
        return []
    formation, squadron = home
    if squadron.new >= (action.sail if isinstance(action, TransferSail) else squadron.sail):
        return []
    if isinstance(action, DetachSquadron):
        summary = world.charts.leadership_summary
        if action.kind == "squadron" and has_row(summary, squadrons.BY_LEADER):
            general = rank_modifiers(view.table, side, "leadership_check_drm", world.charts)
            add = sum([modifier.value for modifier in (*general, *favoured(own, side, "leadership_check"))])
            rating = min(9, lr(formation.leader, world.charts))
            return [Call("leadership_check", LeaderChecked(lr=rating, modifier=add), "her leader lets her go")]
        return check((formation.command,), "she leaves")
    other = formation.command
    if isinstance(action, MoveSquadron):
        goal = own.formation(action.to)
        other = goal.command if goal is not None else other
    elif action.to and (there := squadrons.home(own, action.to)) is not None:
        other = there[0].command
    return check((formation.command, other), "it is done")


__all__ = ["calls", "procedures"]
