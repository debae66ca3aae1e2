"""Sail that change squadrons, and squadrons that change formations, join them or leave them (3.26, 3.33 to 3.35)."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept
from weathergauge.rulesets.sealords.casualties import sent_ashore
from weathergauge.rulesets.sealords.charts import has_row
from weathergauge.rulesets.sealords.common import Noticed, numbered, tried
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.formations.actions import (
    DetachSquadron,
    JoinFormations,
    MoveSquadron,
    Reorganised,
    TransferSail,
)
from weathergauge.rulesets.sealords.leaders import all_new, leadership, senior, spent, strategy
from weathergauge.rulesets.sealords.naming import name_of, squadron_words
from weathergauge.rulesets.sealords.state import Seated, Secret, State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World

BETWEEN = "transfer_squadrons_between_commands"
BY_LEADER = "detach_independent_squadron_without_orders"
WITH_ORDERS = "detach_independent_squadron_or_detachment_with_orders"


def home_of(own: Secret, squadron: str) -> tuple[Formation, Squadron]:
    """A squadron that is there, with the formation she is in."""
    return _homes(own)[squadron]


def home(own: Secret, squadron: str) -> tuple[Formation, Squadron] | None:
    """A squadron by its id, with the formation she is in."""
    return _homes(own).get(squadron)


@kept(lambda own: (own.formations,), size=64)
def _homes(own: Secret) -> dict[str, tuple[Formation, Squadron]]:
    return {squadron.id: (formation, squadron) for formation in own.formations for squadron in formation.squadrons}


def listed_name(squadron: Squadron) -> str:
    """What a formation is named after that she leaves for: its state keeps all her ships, and naming says the first."""
    return squadron.name or squadron.id.replace("_", " ")


def together(one: Formation, other: Formation) -> bool:
    """In the same place, in the same state."""
    return one.place == other.place and one.state == other.state


def gathered(own: Secret, formation: Formation) -> list[Formation]:
    """All that are together with a formation, and she herself."""
    place, state = formation.place, formation.state
    return [other for other in own.formations if other.place == place and other.state == state]


def _again(own: Secret, what: str) -> str | None:
    return "that was tried in this council already, wait for the next" if what in own.tried else None


def reckoned(formation: Formation) -> Formation:
    """With the kind its squadrons make it: two, or one with a leader's flagship, are a flotilla (3.33, 3.34)."""
    if formation.kind == "detachment" and len(formation.squadrons) == 1:
        return formation
    return replace(formation, kind="flotilla" if len(formation.squadrons) > 1 else "squadron")


def _commands_differ(one: Formation, other: Formation, world: World) -> str | None:
    """Why squadrons of one Command cannot come under another, where they cannot."""
    if one.command == other.command or has_row(world.charts.leadership_summary, BETWEEN):
        return None
    return f"{one.name} and {other.name} are of different Commands: their squadrons stay apart"


def bound(own: Secret, formation: Formation, into: Formation | None = None) -> bool:
    """Whether a formation has orders that would be left without a holder. A rendezvous is done by joining."""
    order = own.order(formation.order) if formation.order else None
    if order is None or order.type == "rendezvous":
        return False
    return into is None or order.id != into.order


def parts(squadron: Squadron) -> range:
    """How many sail may leave a squadron for one of their own: neither is less than half of what she may have (SL64)."""
    return range(_half(squadron), squadron.sail - _half(squadron) + 1)


def _half(squadron: Squadron) -> int:
    return (squadron.full + 1) // 2


def why_not_transfer(view: Seated, action: TransferSail, world: World) -> str | None:
    own = view.own
    there = home(own, action.squadron)
    if there is None:
        return f"you have no squadron {action.squadron!r}: name one of your own"
    formation, squadron = there
    if squadron.cls == "flagship":
        return f"{squadron_words(squadron, world)} is a flagship: she is no part of a squadron"
    if formation.kind == "convoy":
        return f"{name_of(formation, world)} is a convoy: its ships stay with it"
    if not 1 <= action.sail <= squadron.sail:
        return (
            f"{squadron_words(squadron, world)} has {squadron.sail} sail: move 1 to {squadron.sail}, not {action.sail}"
        )
    if not action.to:
        if action.sail == squadron.sail:
            return f"{squadron_words(squadron, world)} would keep no sail: leave one, or detach the whole squadron"
        if action.sail not in parts(squadron):
            least = _half(squadron)
            return f"{squadron_words(squadron, world)} is split into halves at the least: move {least} sail and leave {least}"
        return _again(own, f"transfer:{squadron.id}")
    other = home(own, action.to)
    if other is None or other[1].id == squadron.id:
        return f"you have no other squadron {action.to!r}: name one of your own"
    place, goal = other
    if (goal.contingent, goal.cls) != (squadron.contingent, squadron.cls):
        return f"{squadron_words(goal, world)} is of another contingent or class than {squadron_words(squadron, world)}"
    if not together(formation, place):
        return f"{squadron_words(goal, world)} is not in the same place and state as {squadron_words(squadron, world)}"
    if action.sail == squadron.sail and len(formation.squadrons) == 1 and bound(own, formation):
        return f"{name_of(formation, world)} would have no squadrons left for its orders: give them up first"
    if goal.sail + action.sail > goal.full:
        return f"{squadron_words(goal, world)} has room for {goal.full - goal.sail} sail, not {action.sail}"
    return _commands_differ(formation, place, world) or _again(own, f"transfer:{squadron.id}")


def transfer(state: State, side: Side, action: TransferSail, world: World, dice: Dice) -> State:
    """Sail change squadrons, each with its share of the damage; new ones need no check (3.26, SL64)."""
    formation, squadron = home_of(state.secret(side), action.squadron)
    other = home(state.secret(side), action.to) if action.to else None
    commands = (formation.command, other[0].command if other is not None else formation.command)
    whom = squadron_words(other[1], world) if other is not None else "a squadron of their own"
    words = f"{action.sail} sail of {squadron_words(squadron, world)} go to {whom}"
    free = squadron.new >= action.sail
    passed, state = _checked(state, side, commands, words, free, world, dice)
    if not passed:
        return tried(state, side, f"transfer:{squadron.id}")
    share = squadron.dps * action.sail // squadron.sail
    new = min(squadron.new, action.sail)
    left = replace(squadron, sail=squadron.sail - action.sail, dps=squadron.dps - share, new=squadron.new - new)
    state = state.with_formation(_emptied(formation.with_squadron(left)))
    if not formation.with_squadron(left).squadrons and formation.leader is not None:
        state = sent_ashore(state, side, (formation.leader,), world, dice)
    if other is None:
        state, id = numbered(state, side, "s")
        made = replace(squadron, id=id, sail=action.sail, dps=share, new=new, name="")
        now = state.secret(side).formation_of(formation.id)
        return state.with_formation(reckoned(replace(now, squadrons=(*now.squadrons, made))))
    place, goal = home_of(state.secret(side), action.to)
    goal = replace(
        goal,
        sail=goal.sail + action.sail,
        dps=goal.dps + share,
        new=goal.new + new,
        hauled=min(goal.hauled, squadron.hauled),
        fitted=goal.fitted and squadron.fitted,
        strait=goal.strait or squadron.strait,
    )
    return state.with_formation(place.with_squadron(goal))


def _emptied(formation: Formation) -> Formation:
    return replace(formation, leader=None) if not formation.squadrons else formation


def _checked(
    state: State,
    side: Side,
    commands: tuple[str, ...],
    words: str,
    free: bool,
    world: World,
    dice: Dice,
) -> tuple[bool, State]:
    """The strategy check of a change, told to its side alone; none where all sail are new."""
    passed = free or strategy(state, side, commands, world, dice, words)
    dice.tell(Reorganised(side, words, passed), to=(side,))
    return passed, state if free else spent(state, side, "strategy_check")


def why_not_move(view: Seated, action: MoveSquadron, world: World) -> str | None:
    own = view.own
    there, goal = home(own, action.squadron), own.formation(action.to)
    if there is None:
        return f"you have no squadron {action.squadron!r}: name one of your own"
    if goal is None or goal.kind in ("convoy", "dummy"):
        return f"you have no formation of squadrons {action.to!r}: name one of your own"
    formation, squadron = there
    if goal.id == formation.id:
        return f"{squadron_words(squadron, world)} is in {name_of(goal, world)} already"
    if not together(formation, goal):
        return f"{name_of(goal, world)} is not in the same place and state as {squadron_words(squadron, world)}"
    if len(formation.squadrons) == 1 and bound(own, formation, goal):
        return f"{name_of(formation, world)} would have no squadrons left for its orders: give them up first"
    if goal.leader is None and (formation.leader is None or len(formation.squadrons) > 1):
        return f"{name_of(goal, world)} has no leader: a flotilla needs one, post him first"
    return _commands_differ(formation, goal, world) or _again(own, f"move:{squadron.id}")


def move(state: State, side: Side, action: MoveSquadron, world: World, dice: Dice) -> State:
    """A squadron joins another formation (3.33 to 3.35)."""
    there, goal = home_of(state.secret(side), action.squadron), state.secret(side).formation_of(action.to)
    formation, squadron = there
    words = f"{squadron_words(squadron, world)} of {name_of(formation, world)} joins {name_of(goal, world)}"
    free = squadron.new >= squadron.sail
    passed, state = _checked(state, side, (formation.command, goal.command), words, free, world, dice)
    if not passed:
        return tried(state, side, f"move:{squadron.id}")
    if len(formation.squadrons) == 1:
        return _merged(state, side, formation, goal, world, dice)
    left = tuple([other for other in formation.squadrons if other.id != squadron.id])
    state = state.with_formation(reckoned(replace(formation, squadrons=left)))
    return state.with_formation(reckoned(replace(goal, squadrons=(*goal.squadrons, squadron))))


def why_not_join(view: Seated, action: JoinFormations, world: World) -> str | None:
    own = view.own
    formation, into = own.formation(action.formation), own.formation(action.into)
    if formation is None or into is None:
        return f"you have no formation {action.formation if formation is None else action.into!r}: name one of your own"
    if formation.id == into.id:
        return f"{name_of(formation, world)} cannot join itself"
    for either in (formation, into):
        if either.kind in ("convoy", "dummy") or not either.squadrons:
            return f"{name_of(either, world)} is a {either.kind}: only formations of squadrons join"
    if not together(formation, into):
        return f"{name_of(into, world)} is not in the same place and state as {name_of(formation, world)}"
    if bound(own, formation, into):
        return f"{name_of(formation, world)} has orders of its own: give them up first"
    if formation.leader is None and into.leader is None:
        return f"neither {name_of(formation, world)} nor {name_of(into, world)} has a leader: a flotilla needs one, post him first"
    return _commands_differ(formation, into, world) or _again(own, f"join:{formation.id}")


def join(state: State, side: Side, action: JoinFormations, world: World, dice: Dice) -> State:
    """Two formations become one under the senior of their leaders; the other is without a post."""
    own = state.secret(side)
    formation, into = own.formation_of(action.formation), own.formation_of(action.into)
    words = f"{name_of(formation, world)} becomes part of {name_of(into, world)}"
    free = all_new(formation)
    passed, state = _checked(state, side, (formation.command, into.command), words, free, world, dice)
    if not passed:
        return tried(state, side, f"join:{formation.id}")
    return _merged(state, side, formation, into, world, dice)


def _merged(state: State, side: Side, formation: Formation, into: Formation, world: World, dice: Dice) -> State:
    leader = senior((formation.leader, into.leader), world.charts)
    over = [other for other in (formation.leader, into.leader) if other is not None and other is not leader]
    known = "all" if "all" in (formation.known, into.known) else "spotted"
    known = "hidden" if formation.known == into.known == "hidden" else known
    state = state.without(formation.id)
    joined = replace(
        into,
        squadrons=(*into.squadrons, *formation.squadrons),
        leader=leader,
        shadows=tuple(dict.fromkeys((*into.shadows, *formation.shadows))),
        known=known,
        disorganised=formation.disorganised or into.disorganised,
    )
    state = sent_ashore(state.with_formation(reckoned(joined)), side, over, world, dice)
    own = state.secret(side)
    met = tuple([order for order in own.orders if order.type != "rendezvous" or order.holder != formation.id])
    own = replace(own, orders=met)
    for aux in own.auxiliaries:
        if aux.base == formation.id:
            own = own.with_auxiliary(replace(aux, base=into.id))
    stations = tuple(
        [
            replace(station, target=into.id) if station.target == formation.id else station
            for station in state.table.stations
        ]
    )
    if stations != state.table.stations:
        dice.tell(Noticed(side, "company"))
    return replace(state.with_secret(side, own), table=replace(state.table, stations=stations))


def why_not_detach(view: Seated, action: DetachSquadron, world: World) -> str | None:
    own = view.own
    there = home(own, action.squadron)
    if there is None:
        return f"you have no squadron {action.squadron!r}: name one of your own"
    formation, squadron = there
    if len(formation.squadrons) < 2:
        return f"{squadron_words(squadron, world)} is all there is of {name_of(formation, world)}: there is nothing to detach her from"
    if action.kind == "detachment" and not has_row(world.charts.leadership_summary, WITH_ORDERS):
        return f"{squadron_words(squadron, world)} cannot take her orders along in this title: detach an independent squadron"
    if action.kind == "detachment" and not formation.order:
        return f"{name_of(formation, world)} has no orders that a detachment could keep: detach an independent squadron"
    return _again(own, f"detach:{squadron.id}")


def detach(state: State, side: Side, action: DetachSquadron, world: World, dice: Dice) -> State:
    """A squadron becomes a formation of her own (3.34, 3.352).

    Where the chart has a line for it the formation's leader lets her go without orders by a leadership check; with orders,
    and where it has none, it is the admiral's strategy check.
    """
    formation, squadron = home_of(state.secret(side), action.squadron)
    words = f"{squadron_words(squadron, world)} leaves {name_of(formation, world)}"
    free = squadron.new >= squadron.sail
    if action.kind == "squadron" and has_row(world.charts.leadership_summary, BY_LEADER) and not free:
        passed = leadership(state, formation, world, dice, words)
        state = spent(state, side, "leadership_check")
        dice.tell(Reorganised(side, words, passed), to=(side,))
    else:
        passed, state = _checked(state, side, (formation.command,), words, free, world, dice)
    if not passed:
        return tried(state, side, f"detach:{squadron.id}")
    return detached(state, formation, squadron, keeps_order=action.kind == "detachment")


def detached(state: State, formation: Formation, squadron: Squadron, *, keeps_order: bool = False) -> State:
    """With a squadron by herself in the same place, however she came to part."""
    state, id = numbered(state, formation.side)
    left = tuple([other for other in formation.squadrons if other.id != squadron.id])
    state = state.with_formation(reckoned(replace(formation, squadrons=left)))
    alone = replace(
        formation,
        id=id,
        name=f"{listed_name(squadron)} from {formation.name}",
        kind="detachment" if keeps_order else "squadron",
        leader=None,
        squadrons=(squadron,),
        order=formation.order if keeps_order else "",
        shadows=(),
    )
    return state.with_formation(alone)
