"""Sending auxiliaries on tasks (6.0): what each may do and where, and the phase in which both sides send them in turn.

The movement phase offers the same orders between its moves: it asks `subjects`, `options` and `why_not` here, and hands
the order to `play`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept, kept_by_value
from weathergauge.rulesets.sealords.auxiliaries import knights, pirates, roles
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    AuxiliaryAction,
    BasePirate,
    ChangeRole,
    HireKnights,
    Recall,
    Screen,
    Send,
    TaskSent,
    TurnedBack,
)
from weathergauge.rulesets.sealords.auxiliaries.boxes import settled
from weathergauge.rulesets.sealords.auxiliaries.outcome import carried_out
from weathergauge.rulesets.sealords.auxiliaries.reach import (
    CORSAIRS,
    SMALL_CRAFT,
    at_war,
    closed_by_formations,
    forces,
    limits,
    listed,
    owner,
    reach,
    screens,
    seas,
    shut_to,
    squally,
    stormy,
)
from weathergauge.rulesets.sealords.campaigns import garrisoned, off
from weathergauge.rulesets.sealords.common import STEP, Ready, with_phase
from weathergauge.rulesets.sealords.forces import Auxiliary, Counter, Formation
from weathergauge.rulesets.sealords.naming import small_words
from weathergauge.rulesets.sealords.orders.holding import supported
from weathergauge.rulesets.sealords.phases import Going, Phase, Sailing, Screening, Tasking
from weathergauge.rulesets.sealords.ports import standing
from weathergauge.rulesets.sealords.state import Seated, State, Table, replace
from weathergauge.rulesets.sealords.stations import StationEnded, home, off_station, taken_off
from weathergauge.rulesets.sealords.terms import AuxClass, Side, Task
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at, harbour

RECOVERY = "recovery"
"""The step in which pirates get their bases: nothing else may be ordered then."""
TASK_WORDS: dict[str, str] = {
    "search": "search", "shadow": "shadow", "counter_shadow": "go against a shadow", "interdict": "interdict",
    "assist_battle_reinforcement": "help formations into battle", "convoy_attack": "attack convoys",
    "blockade": "blockade", "fireship_attack": "attack with fireships", "bombardment": "bombard ships",
    "raid": "raid ports", "cutting_out": "cut out ships", "levant_trade_table": "watch the Levant trade",
    "rebase": "change its zone", "port_facilities": "bombard a port's yards", "coastal_road": "shell a coastal road",
    "escalade": "storm a port",
}  # fmt: skip


# What may be ordered


def may(aux: Auxiliary, task: Task, view: Seated, world: World) -> bool:
    """Whether auxiliaries of its kind do a task at all, by the class tables and what the title adds."""
    return task in duties(aux, view, world)


def duties(aux: Auxiliary, view: Seated, world: World) -> frozenset[str]:
    """The tasks that auxiliaries of its kind do at all."""
    return _duties(aux.cls, aux.corsair, aux.side, view.table.settings.combined, world)


@kept_by_value()
def _duties(cls: AuxClass, corsair: str, side: Side, combined: bool, world: World) -> frozenset[str]:
    return frozenset([task for task in TASK_WORDS if _does(cls, corsair, side, combined, task, world)])


def _does(cls: AuxClass, corsair: str, side: Side, combined: bool, task: str, world: World) -> bool:
    if corsair == "knights":
        return task == "counter_shadow"  # SL28: against pirates alone
    match task:
        case "interdict":
            kinds = world.values.interdictors
            return cls in kinds or (corsair in CORSAIRS and "corsair" in kinds)
        case "blockade":
            return cls in SMALL_CRAFT and corsair not in CORSAIRS
        case "rebase":
            return corsair == "pirate" and listed(world, "corsair", "rebase_cz_to_cz")
        case "levant_trade_table":
            trade = world.values.levant
            return listed(world, cls, task) and trade is not None and side == trade.watched_by  # SL25
        case "port_facilities" | "coastal_road":
            return cls == "bomb" and combined  # SL23
    return listed(world, cls, task)


def screenable(aux: Auxiliary, task: Task, world: World) -> bool:
    return "can_be_screened" in limits(world, aux.cls, task)


def subjects(view: Seated, world: World) -> list[str]:
    """The auxiliaries that can be ordered to do something now, and the side itself."""
    if view.table.step == RECOVERY:
        return [rover.id for rover in pirates.unbased(view.table)]
    able = [aux.id for aux in forces(view, world) if _able(view, aux, world)]
    return [*able, STEP]


def options(view: Seated, subject: str, world: World) -> list[AuxiliaryAction]:
    """Everything an auxiliary, or the side, may be ordered in this phase, apart from being ready."""
    if view.table.step == RECOVERY:
        known = any(rover.id == subject for rover in pirates.unbased(view.table))
        return [BasePirate(subject, base) for base in pirates.free_bases(view.table, world)] if known else []
    if subject == STEP:
        return [HireKnights()] if knights.why_not(view, world) is None else []
    aux = next((force for force in forces(view, world) if force.id == subject), None)
    return list(_orders(view, aux, world)) if aux is not None else []


def any_options(view: Seated, world: World) -> bool:
    """Whether a side has anything to order."""
    if knights.why_not(view, world) is None:
        return True
    return any(_able(view, aux, world) for aux in forces(view, world))


def _able(view: Seated, aux: Auxiliary, world: World) -> bool:
    """Whether an auxiliary can be ordered anything; most can be recalled, interdict or search a place: that is looked at first."""
    side = view.seat
    if _tasked(aux):
        if aux.side:
            return True
    elif not _free(aux):
        return False
    elif aux.cls in SMALL_CRAFT:
        within, does = reach(aux, side, view.table, view.own, world), duties(aux, view, world)
        if "interdict" in does and any(_may_interdict(view, side, place, world) for place in within):
            return True
        if "search" in does and not _hidden(view.table, side).isdisjoint(within):
            return True
    return any(True for _ in _orders(view, aux, world))


def _tasked(aux: Auxiliary) -> bool:
    """On a lasting task."""
    return aux.box == "tasked" and aux.task != "assist_battle_reinforcement"


def _free(aux: Auxiliary) -> bool:
    """Assigned, and in the case of guardacostas not yet done with this impulse."""
    return aux.box == "assigned" and (aux.corsair != "guardacostas" or aux.active)


def _orders(view: Seated, aux: Auxiliary, world: World) -> Iterator[AuxiliaryAction]:
    if _tasked(aux):
        yield from _upon_the_stopped(view, aux, world)
        if aux.side:
            yield Recall(aux.id)
        return
    if not _free(aux):
        return
    yield from tasks(view, aux, world)
    for base in roles.bases(view, aux, world):
        yield ChangeRole(aux.id, base)


def _upon_the_stopped(view: Seated, aux: Auxiliary, world: World) -> Iterator[Send]:
    """One that interdicts a place may fall upon a convoy there (SL19)."""
    if aux.task == "interdict" and may(aux, "convoy_attack", view, world):
        here = [
            counter for counter in view.table.counters if counter.side != view.seat and at(counter.place) == aux.place
        ]
        yield from [Send(aux.id, "convoy_attack", aux.place, prey.id) for prey in _prey(view, aux, here)]


def _prey(view: Seated, aux: Auxiliary, counters: list[Counter]) -> list[Counter]:
    """Convoys at sea that are spotted, under colours that the auxiliary is at war with."""
    afloat = [counter for counter in counters if counter.state == "ready" and counter.kind == "convoy"]
    return [counter for counter in afloat if at_war(view.table, aux.contingent, counter.command)]


def tasks(view: Seated, aux: Auxiliary, world: World) -> Iterator[Send]:
    """The tasks that an assigned auxiliary may be sent on."""
    side = view.seat
    within = reach(aux, side, view.table, view.own, world)
    if not within:
        return
    if aux.cls in SMALL_CRAFT:
        yield from _small_craft(view, side, aux, within, world)
    else:
        yield from _special(view, aux, world)


@kept(lambda table, side: (table.counters, side), size=64)
def _abroad(table: Table, side: Side) -> list[tuple[str, Counter]]:
    """The ready counters of a side's enemies, each with its place."""
    return [
        (at(counter.place), counter) for counter in table.counters if counter.side != side and counter.state == "ready"
    ]


@kept(lambda table, side: (table.counters, side), size=64)
def _hidden(table: Table, side: Side) -> frozenset[str]:
    """Places where a side's enemies lie ready, and nobody has made out what they are."""
    return frozenset([place for place, counter in _abroad(table, side) if counter.known == "hidden"])


def _small_craft(view: Seated, side: Side, aux: Auxiliary, within: dict[str, int], world: World) -> Iterator[Send]:
    table, does = view.table, duties(aux, view, world)
    near = [foe for foe in _abroad(table, side) if foe[0] in within]
    if near and "search" in does:
        hidden = [(place, counter) for place, counter in near if counter.known == "hidden"]
        if "searcher" in world.charts.search.axes:  # one target for each search
            yield from [Send(aux.id, "search", place, counter.id) for place, counter in hidden]
        else:
            yield from [Send(aux.id, "search", place) for place in dict.fromkeys([place for place, _ in hidden])]
    if near and "shadow" in does:
        for place, counter in near:
            if not shadow_barred(view, aux, place, world) and not _shadowed(view, counter, aux):
                yield Send(aux.id, "shadow", place, counter.id)
    if "counter_shadow" in does:
        yield from [Send(aux.id, "counter_shadow", *where) for where in _shadows(view, side, aux, within)]
    if near and "assist_battle_reinforcement" in does:
        ours = _held(view, side)
        meeting = dict.fromkeys([place for place, counter in near if counter.place in ours])
        yield from [Send(aux.id, "assist_battle_reinforcement", place) for place in meeting]
    if near and "convoy_attack" in does:
        prey = _prey(view, aux, [counter for _, counter in near])
        yield from [Send(aux.id, "convoy_attack", at(one.place), one.id) for one in prey]
    if "blockade" in does:
        minor = [place for place in within if world.places[place].port == "minor"]
        yield from [Send(aux.id, "blockade", place) for place in minor if _may_blockade(view, side, aux, place, world)]
    trade = world.values.levant
    if trade is not None and "levant_trade_table" in does and len(table.levant) < trade.boxes:
        yield Send(aux.id, "levant_trade_table", home(aux, view.own, world))
    if "rebase" in does:
        yield from [Send(aux.id, "rebase", zone) for zone in pirates.zones(world) if zone != aux.base]
    if "interdict" in does:
        yield from [Send(aux.id, "interdict", place) for place in within if _may_interdict(view, side, place, world)]


def shadow_barred(view: Seated, aux: Auxiliary, place: str, world: World) -> str:
    """Why it may not shadow in a place; nothing where it may."""
    told = limits(world, aux.cls, "shadow")
    if {"not_in_gale_spaces", "not_in_gale_or_squall_spaces"} & set(told) and stormy(view.table, place, world):
        return "a gale is felt there"
    if "not_in_gale_or_squall_spaces" in told and squally(view.table, place):
        return "there is a squall"
    if "not_in_sea_zones" in told and world.places[place].kind == "sea_zone" and not seas(aux, world):
        return "galleys stay out of sea zones"
    return ""


def _shadowed(view: Seated, counter: Counter, aux: Auxiliary) -> bool:
    """Whether its own side follows the counter already: one auxiliary for each task."""
    return any(
        station.task == "shadow" and station.target == counter.id and (station.by or station.side) == view.seat
        for station in view.table.stations
    )


def _shadows(view: Seated, side: Side, aux: Auxiliary, within: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Whom it may go against: those who shadow the formation it is assigned to; for the knights, pirates on a task."""
    if aux.corsair == "knights":
        yield from [
            (station.place, station.aux)
            for station in view.table.stations
            if not station.side and station.place in within
        ]
        return
    base = view.own.formation(aux.base)
    if base is not None:
        yield from [(at(base.place), id) for id in base.shadows]


def _may_blockade(view: Seated, side: Side, aux: Auxiliary, place: str, world: World) -> bool:
    """Whether a minor port may be blockaded: an enemy's, where nobody does so yet and no enemy lies before it."""
    if not at_war(view.table, aux.contingent, owner(view.table, place, world)):
        return False
    if any(station.task == "blockade" and station.place == place for station in view.table.stations):
        return False
    return place not in _held(view, world.enemy(side))


@kept(lambda view, side: (view.table.counters, side), size=64)
def _held(view: Seated, side: Side) -> frozenset[str]:
    """Places where ready formations of a side are."""
    return frozenset(
        [counter.place for counter in view.table.counters if counter.side == side and counter.state == "ready"]
    )


def _may_interdict(view: Seated, side: Side, place: str, world: World) -> bool:
    """Any place but a port, where ships are blockaded instead, and where no other of the side does it (SL19)."""
    return not world.places[place].port and place not in shut_to(view.table, world.enemy(side))


def _special(view: Seated, aux: Auxiliary, world: World) -> Iterator[Send]:
    """Fireships, bombs and marines strike from a formation that lies off an enemy port, in its space and harbour."""
    base = view.own.formation(aux.base)
    if base is None or not base.afloat or at(base.place) != base.place:
        return
    here = base.place
    if may(aux, "coastal_road", view, world) and _supports(view, base):
        yield Send(aux.id, "coastal_road", here)
    if may(aux, "escalade", view, world) and _walls(view, here, world):
        yield Send(aux.id, "escalade", here)
    if not world.places[here].port or not at_war(view.table, aux.contingent, owner(view.table, here, world)):
        return
    foes = [counter for counter in view.table.counters if counter.side != view.seat]
    # Who fits out or is laid up lies in the harbour of a key port, or in the space of a minor one; nobody attacks
    # the squadrons of what he sees to be a convoy.
    inside = [foe for foe in foes if at(foe.place) == here and foe.kind != "convoy"]
    lying = [foe for foe in inside if foe.state != "ready"]
    if may(aux, "fireship_attack", view, world):
        burning = [foe for foe in inside if foe in lying or foe.place == harbour(here)]
        yield from [Send(aux.id, "fireship_attack", here, foe.id) for foe in burning]
    if may(aux, "bombardment", view, world):
        yield from [Send(aux.id, "bombardment", here, foe.id) for foe in lying]
    if may(aux, "port_facilities", view, world):
        yield Send(aux.id, "port_facilities", here)
    if base.kind != "flotilla" and "assigned_to_flotilla_before_tasking" in limits(world, aux.cls, "raid"):
        return
    if may(aux, "raid", view, world):
        yield Send(aux.id, "raid", here)
    if may(aux, "cutting_out", view, world):
        yield from [Send(aux.id, "cutting_out", here, foe.id) for foe in foes if at(foe.place) == here]


def _walls(view: Seated, place: str, world: World) -> bool:
    """Whether an army can go over the walls of an enemy port: it fights for it, and meets the fleet there (SL83)."""
    if standing(view.table, place, view.seat, world) != "enemy" or not garrisoned(view.table, place, world):
        return False
    return off(view.table, place, world) is not None


def _supports(view: Seated, base: Formation) -> bool:
    """Whether an own formation supports the army from the place."""
    return supported(view, base.place) != ""


# Why not


def of(view: Seated, subject: str, world: World) -> Sequence[AuxiliaryAction | Ready]:
    orders: list[AuxiliaryAction | Ready] = list(options(view, subject, world))
    if subject == STEP and view.table.step != RECOVERY:
        orders.append(Ready())
    return orders


def why_not(view: Seated, action: Any, world: World) -> str | None:
    """None when it may be ordered, else the sentence."""
    if view.table.step == RECOVERY:
        return pirates.why_not_base(view, action, world)
    match action:
        case Ready():
            return None
        case HireKnights():
            return knights.why_not(view, world)
        case Send() | Recall() | ChangeRole():
            return _why_not(view, action, world)
        case Screen():
            return "there is no task to screen now: send an auxiliary, or pass"
        case BasePirate():
            return "pirates get their bases when they recover, at the end of a turn"
    return f"{type(action).__name__} is not an order for auxiliaries: expected Send, Recall, ChangeRole or Ready"


def _why_not(view: Seated, action: Send | Recall | ChangeRole, world: World) -> str | None:
    aux = next((force for force in forces(view, world) if force.id == action.aux), None)
    if aux is None:
        return f"there is no auxiliary {action.aux!r} that you can send now"
    name = small_words(aux, world)
    if isinstance(action, Recall):
        if not _tasked(aux):
            return f"{name} is on no lasting task that it could be recalled from"
        return None if aux.side else f"{name} is a pirate: nobody can recall it"
    if any(order == action for order in _upon_the_stopped(view, aux, world)):
        return None
    if aux.box != "assigned":
        return f"{name} is in the {aux.box} box: only assigned auxiliaries can be sent"
    if aux.corsair == "guardacostas" and not aux.active:
        return f"{name} has acted in this impulse: guardacostas do so once"
    if isinstance(action, ChangeRole):
        return roles.why_not(view, aux, action.base, world)
    return _why_not_send(view, aux, action, world)


def _why_not_send(view: Seated, aux: Auxiliary, action: Send, world: World) -> str | None:
    name, what = small_words(aux, world), TASK_WORDS[action.task]
    if not may(aux, action.task, view, world):
        return f"{name} cannot {what}: its class has no such task"
    if any(task == action for task in tasks(view, aux, world)):
        return None
    if action.task == "rebase":
        return f"{action.place!r} is no other zone of pirates: expected one of {', '.join(pirates.zones(world))}"
    if action.place not in world.places:
        return f"{action.place!r} is no place of the map"
    where = place_name(action.place, world)
    side = view.seat
    if action.place not in reach(aux, side, view.table, view.own, world):
        return f"{where} is beyond the reach of {name} from its base"
    counter = view.table.counter(action.target) if action.target else None
    if action.task == "shadow" and counter is not None:
        if barred := shadow_barred(view, aux, action.place, world):
            return f"{name} cannot shadow at {where}: {barred}"
    if action.target and counter is None and action.task != "counter_shadow":
        return f"there is no counter {action.target!r}"
    target = f" {action.target}" if action.target else ""
    return f"{name} cannot {what} at {where}: nothing there{target} that the task is for"


# What comes of it


def begin(state: State, world: World, dice: Dice) -> State:
    """The step `tasks` of an increment: player B is asked first."""
    return asked(settled(state, world, dice), world.enemy(state.table.first), 0, world)


def asked(state: State, side: Side, passed: int, world: World) -> State:
    """The next side that has anything to order, or on with the sequence when both have passed on end."""
    while passed < 2:
        if any_options(state.seated(side), world):
            return with_phase(state, Tasking(side, passed))
        side, passed = world.enemy(side), passed + 1
    return with_phase(state, Going())


def resumed(state: State, then: Phase, world: World) -> State:
    """After a task, back to the phase it was sent from: between moves the same side goes on, else the other is asked."""
    if isinstance(then, Tasking):
        return asked(state, world.enemy(then.side), 0, world)
    return with_phase(state, then)


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    """Carry out an order of the phases Tasking and Sailing."""
    phase = state.table.phase
    match action:
        case Ready():
            assert isinstance(phase, Tasking)
            return asked(state, world.enemy(side), phase.passed + 1, world)
        case BasePirate(aux=id, base=base):
            return pirates.based(state, side, id, base, world, dice)
        case HireKnights() if world.values.knights is not None:
            return resumed(knights.hired(state, side, world.values.knights, world, dice), phase, world)
        case Recall(aux=id):
            return resumed(taken_off(state, id, dice, "it is recalled"), phase, world)
        case ChangeRole(aux=id, base=base):
            return resumed(roles.changed(state, side, id, base, world, dice), phase, world)
    assert isinstance(action, Send)
    assert isinstance(phase, Sailing | Tasking)
    return _sent(state, side, action, phase, world, dice)


def _sent(state: State, side: Side, action: Send, then: Sailing | Tasking, world: World, dice: Dice) -> State:
    aux = state.auxiliary_of(action.aux)
    dice.tell(TaskSent(side, action.task, action.place, action.target, "" if aux.side else aux.id))
    if aux.box == "tasked":  # from its interdiction upon a convoy it has stopped
        dice.tell(StationEnded(aux.id, side, "interdict", aux.place))
        state = off_station(state, aux.id)
        aux = replace(aux, task=action.task, target=action.target)
        state = state.with_auxiliary(aux)
    closed = closed_by_formations(state, side) if aux.box == "assigned" else frozenset()
    if closed and aux.cls in SMALL_CRAFT and action.task not in ("levant_trade_table", "rebase"):
        if action.place not in reach(aux, side, state.table, state.secret(side), world, closed):
            dice.tell(TurnedBack(side, action.task, action.place))
            return resumed(taken_off(state, aux.id, dice), then, world)
    if not aux.side:  # everybody sees which pirate goes, and the knights may screen him
        state = state.with_auxiliary(
            replace(aux, box="tasked", task=action.task, place=action.place, target=action.target)
        )
    if screenable(aux, action.task, world):
        waiting = Screening(world.enemy(side), action.task, action.place, action.target, then)
        asked_now = with_phase(state, waiting)
        if screens(asked_now.seated(world.enemy(side)), world):
            return asked_now.with_secret(side, replace(state.secret(side), pending=aux.id))
    return resumed(carried_out(state, side, action, False, world, dice), then, world)
