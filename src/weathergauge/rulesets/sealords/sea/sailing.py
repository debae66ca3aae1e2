"""Spending MPs: player A plots ahead, player B moves, then player A's formations go as plotted (P6)."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept
from weathergauge.rulesets.sealords import leaders
from weathergauge.rulesets.sealords.common import Ready, with_phase
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.orders.execution import escaped, visited
from weathergauge.rulesets.sealords.orders.holding import close_blockaders, interdicting
from weathergauge.rulesets.sealords.phases import Going, Sailing, Sighting
from weathergauge.rulesets.sealords.sea import convoys, passage, storm
from weathergauge.rulesets.sealords.sea.actions import (
    Beat,
    BeatUp,
    Catch,
    DriveOff,
    DroveOff,
    MarkedTime,
    MarkTime,
    Move,
    SeaAction,
    TriedTheWind,
)
from weathergauge.rulesets.sealords.sea.passage import Way
from weathergauge.rulesets.sealords.sea.sorties import left_port
from weathergauge.rulesets.sealords.state import Seated, Secret, State, Table, replace
from weathergauge.rulesets.sealords.stations import stationed, to_recovery
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at, boxed

Moving = Move | Beat | Catch | MarkTime | DriveOff
"""What a formation may spend an MP on."""


@kept(lambda table, own, extra, world: (own.formations, table.date, extra, world), size=64)
def movers(table: Table, own: Secret, extra: bool, world: World) -> list[Formation]:
    """Formations of a side that have an MP to spend now. Convoys go by themselves."""
    mpi = 0 if extra else table.date.mpi
    return [
        formation
        for formation in own.formations
        if formation.kind != "convoy"
        and not (formation.extra if extra else formation.acted)
        and passage.acts(formation, mpi, world.charts)
    ]


@kept(lambda table, formation, world: (formation, table.winds, table.gales, table.ports, table.stations, world))
def options(table: Table, formation: Formation, world: World) -> list[Moving]:
    """Everything a formation may do with an MP, as the table and its own side know it."""
    moves: list[Moving] = []
    for way in passage.open_ways(table, formation, world):
        moves += _along(formation, way)
    return [*moves, *_drives(table, formation), MarkTime(formation.id)]


def _along(formation: Formation, way: Way) -> tuple[Moving, ...]:
    """What a formation may do with an MP to go a way."""
    match way.kind:
        case "run":
            return (Move(formation.id, way.to),)
        case "cross":
            return (Catch(formation.id, way.to),)
    if formation.beating == way.to:  # the second MP of a beat brings it there without a die
        return (Beat(formation.id, way.to),)
    return Beat(formation.id, way.to), Catch(formation.id, way.to)


def _drives(table: Table, formation: Formation) -> list[Moving]:
    """Auxiliaries that interdict its place, which a formation may drive off with an MP."""
    if not table.stations or not formation.afloat or not formation.squadrons:
        return []
    pests = stationed(table, "interdict", formation.place, formation.side)
    return [DriveOff(formation.id, pest.aux) for pest in pests]


def choices(table: Table, own: Secret, formation: Formation, world: World) -> list[Moving]:
    """What a formation may do now: of player A's, no more than was plotted for it."""
    if formation.side != table.first:
        return options(table, formation, world)
    goal = plotted(own, formation.id)
    if not goal:
        return [*_drives(table, formation), MarkTime(formation.id)]
    ways = passage.open_ways(table, formation, world)
    return [move for way in ways if way.to == goal for move in _along(formation, way)] or [MarkTime(formation.id)]


def _chooses(table: Table, own: Secret, formation: Formation, world: World) -> bool:
    """Whether there is a choice for a formation; all but player A's have one wherever a way is open."""
    if formation.side != table.first and passage.open_ways(table, formation, world):
        return True
    return len(choices(table, own, formation, world)) > 1


def plotted(own: Secret, id: str) -> str:
    """Where a formation of player A is to go with its next MP; nothing is to stay."""
    for formation, to in own.plots:
        if formation == id:
            return to
    return ""


# The steps


def _begin(state: State, side: Side, extra: bool, world: World, dice: Dice) -> State:
    """A side's part of an increment: what needs no choice is done, for the rest it is asked."""
    if extra and state.table.date.mpi != 1:
        return state
    phase = Sailing(side, extra)
    state = with_phase(state, phase)
    if not extra:
        state = convoys.sail(state, phase, world, dice)
    return _go_on(state, phase, world, dice)


def resumed(state: State, out: str, phase: Sailing, world: World, dice: Dice) -> State:
    """Go on after a formation that came out of port was sighted; after a convoy, with the other convoys."""
    formation = state.formation(out)
    if formation is not None and formation.kind == "convoy":
        state = convoys.sail(state, phase, world, dice)
    return _go_on(state, phase, world, dice)


def begin_extra_b(state: State, world: World, dice: Dice) -> State:
    return _begin(state, world.enemy(state.table.first), True, world, dice)


def begin_extra_a(state: State, world: World, dice: Dice) -> State:
    return _begin(state, state.table.first, True, world, dice)


def begin_b(state: State, world: World, dice: Dice) -> State:
    return _begin(state, world.enemy(state.table.first), False, world, dice)


def begin_a(state: State, world: World, dice: Dice) -> State:
    return _begin(state, state.table.first, False, world, dice)


def _go_on(state: State, phase: Sailing, world: World, dice: Dice) -> State:
    """Carry out what leaves no choice; the phase ends when nothing is left to choose."""
    table, own = state.table, state.secret(phase.side)
    left = movers(table, own, phase.extra, world)
    if phase.side != table.first:  # whose formations may always mark time: nothing is done for them unasked
        asked = isinstance(table.phase, Sighting) or any(_chooses(table, own, mover, world) for mover in left)
        return state if asked else _closed(state, phase, world, dice)
    asked = False
    waiting: list[Formation] = []
    for mover in left:
        if isinstance(state.table.phase, Sighting):
            return state
        own = state.secret(phase.side)
        formation = own.formation(mover.id)
        if formation is None or (formation.acted and not phase.extra):
            continue
        orders = choices(state.table, own, formation, world)
        if len(orders) > 1:
            asked = True
        elif isinstance(orders[0], MarkTime) and not table.gales:
            waiting.append(formation)
        else:
            state = _waited(state, waiting, phase, world, dice)
            waiting.clear()
            state = carried_out(state, orders[0], phase.extra, world, dice)
    state = _waited(state, waiting, phase, world, dice)
    if asked or isinstance(state.table.phase, Sighting):
        return state
    return _closed(state, phase, world, dice)


def _closed(state: State, phase: Sailing, world: World, dice: Dice) -> State:
    """The rest mark time, and the phase is over."""
    left = movers(state.table, state.secret(phase.side), phase.extra, world)
    return with_phase(_waited(state, left, phase, world, dice), Going())


def _waited(state: State, waiting: Sequence[Formation], phase: Sailing, world: World, dice: Dice) -> State:
    """Formations mark time, all of them at once."""
    if not waiting:
        return state
    if state.secret(phase.side).plots:
        for formation in waiting:
            state = _unplotted(state, formation)
    table = state.table
    state = state.with_changes(
        {formation.id: _stayed(_spent(formation, phase.extra), table, world) for formation in waiting}
    )
    for formation in waiting if table.gales else ():
        if formation.afloat:
            state = storm.struck(state, formation.id, world, dice)
    return state


# The chapter


def _movers(view: Seated, world: World) -> list[Formation]:
    phase = view.table.phase
    if not isinstance(phase, Sailing) or phase.side != view.seat:
        return []
    return movers(view.table, view.own, phase.extra, world)


def subjects(view: Seated, world: World) -> Sequence[str]:
    """Formations with a choice."""
    return [mover.id for mover in _movers(view, world) if _chooses(view.table, view.own, mover, world)]


def of(view: Seated, subject: str, world: World) -> Sequence[Moving]:
    """The moves of a formation, if it has a choice."""
    for mover in _movers(view, world):
        if mover.id == subject:
            moves = choices(view.table, view.own, mover, world)
            return moves if len(moves) > 1 else ()
    return ()


def why_not(view: Seated, action: Moving, world: World) -> str | None:
    """Say why a formation cannot make a move; None where it can."""
    own = view.own
    formation = own.formation(action.formation)
    if formation is None:
        return f"you have no formation {action.formation!r}: choose one of yours"
    if formation.id not in [mover.id for mover in _movers(view, world)]:
        phase = view.table.phase
        return _not_now(formation, isinstance(phase, Sailing) and phase.extra)
    moves = choices(view.table, own, formation, world)
    if len(moves) < 2:
        return f"{formation.name} has nothing to choose in this increment: it does by itself what it can"
    if action in moves:
        return None
    return _reason(view.table, own, formation, action, world)


def _not_now(formation: Formation, extra: bool) -> str:
    if formation.kind == "convoy":
        return f"{formation.name} is a convoy: it goes along its route by itself"
    if formation.extra if extra else formation.acted:
        return f"{formation.name} has spent its MP of this increment"
    return f"{formation.name} has no MP to spend in this increment"


def _reason(table: Table, own: Secret, formation: Formation, action: SeaAction, world: World) -> str:
    """Why a formation with an MP cannot do that."""
    name, goal = formation.name, plotted(own, formation.id)
    if formation.side == table.first:
        words = f"to go to {place_name(goal, world)}" if goal else "to stay"
        if getattr(action, "to", "") != goal:
            return f"{name} was plotted {words}: it cannot do anything else in this increment"
    match action:
        case DriveOff(aux=aux):
            return f"{aux!r} does not interdict {place_name(formation.place, world)} against {name}: there is nothing to drive off"
        case MarkTime():
            return f"{name} was plotted to go to {place_name(goal, world)}: it cannot mark time"
        case Move(to=to) | Beat(to=to) | Catch(to=to):
            way = next((way for way in passage.ways(table, formation, world) if way.to == to), None)
            return no_way(table, formation, to, way, action, world)
    return f"{name} cannot do that"


def no_way(table: Table, formation: Formation, to: str, way: Way | None, action: SeaAction | None, world: World) -> str:
    """Why a formation cannot go somewhere, or not in that manner."""
    name = formation.name
    if at(to) not in world.places:
        return f"there is no place {to!r} on the map: choose one of the places offered to {name}"
    where = place_name(to, world)
    if way is None:
        return f"{name} cannot go from {place_name(formation.place, world)} to {where}: no way open to it leads there"
    if not passage.homeward(table, formation, to, world):
        return f"{name} has no orders: it may only go home, and {where} is not on the way"
    match action, way.kind:
        case Move(), "against":
            return f"the wind stands against {name} on the way to {where}: beat up, or try to catch the wind"
        case Move(), "cross":
            return f"{name} comes to {where} only by catching the wind"
        case Beat() | Catch(), "run":
            return f"nothing holds {name} up on the way to {where}: it simply moves there"
        case Catch(), "against":
            return f"{name} is beating up to {where} already: its second MP brings it there"
    return f"{name} comes to {where} only by catching the wind"


def play(state: State, phase: Sailing, action: Moving | Ready, world: World, dice: Dice) -> State:
    """Carry out a move, or none of those that are left."""
    if isinstance(action, Ready):
        return _closed(state, phase, world, dice)
    formation = state.formation(action.formation)
    if isinstance(action, MarkTime) and formation is not None and formation.known == "all":
        dice.tell(MarkedTime(formation.id, formation.name))
    return _go_on(carried_out(state, action, phase.extra, world, dice), phase, world, dice)


def carried_out(state: State, action: Moving, extra: bool, world: World, dice: Dice) -> State:
    """A formation spends an MP."""
    formation = state.formation_of(action.formation)
    spent = _spent(formation, extra)
    state = _unplotted(state, formation)
    if isinstance(action, MarkTime):
        state = state.with_formation(_stayed(spent, state.table, world))
        return storm.struck(state, formation.id, world, dice) if formation.afloat else state
    state = state.with_formation(spent)
    match action:
        case Move(to=to):
            return _moved(state, spent, to, extra, world, dice)
        case Beat(to=to):
            if formation.beating == to:
                return passage.went(state, formation.id, to, "against_wind", world, dice)
            heard = None if formation.known == "all" else (formation.side,)  # SL93
            dice.tell(BeatUp(formation.id, formation.name, to), to=heard)
            state = state.with_formation(replace(spent, beating=to))
            return storm.struck(state, formation.id, world, dice)
        case Catch(to=to):
            return _tried(state, spent, to, world, dice)
        case DriveOff(aux=aux):
            state = _driven_off(state, spent, aux, dice)
    return _marked_time(state, formation.id, world, dice)


def _moved(state: State, formation: Formation, to: str, extra: bool, world: World, dice: Dice) -> State:
    if not formation.afloat:
        return left_port(state, formation.id, Sailing(formation.side, extra), world, dice)
    if boxed(to)[1] == "harbour":
        state = passage.entered_port(state, formation.id, world, dice)
        now = state.formation(formation.id)
        barred = now is not None and now.afloat
        return _marked_time(state, formation.id, world, dice) if barred else state
    return passage.went(state, formation.id, to, "with_wind", world, dice)


def _tried(state: State, formation: Formation, to: str, world: World, dice: Dice) -> State:
    way = next(way for way in passage.ways(state.table, formation, world) if way.to == to)
    attempt = passage.attempt(state.table, formation, way, world)
    favours = leaders.favoured(state.secret(formation.side), formation.side, "catch_the_wind")
    attempt = replace(attempt, add=(*attempt.add, *favours))
    success = passage.caught(attempt, world.charts, dice, formation.side)
    state = leaders.spent(state, formation.side, "catch_the_wind")
    dice.tell(TriedTheWind(formation.id, formation.name, to, success), to=(formation.side,))
    if success:
        return passage.went(state, formation.id, to, "catching_the_wind", world, dice)
    return _marked_time(state, formation.id, world, dice)


def _marked_time(state: State, id: str, world: World, dice: Dice) -> State:
    """An MP spent on the spot: at anchor, where the place allows it (R-ROADS)."""
    formation = state.formation(id)
    if formation is None or not formation.afloat:
        return state
    stays = _stayed(formation, state.table, world)
    if stays is not formation:
        state = state.with_formation(stays)
    return storm.struck(state, id, world, dice)


def _spent(formation: Formation, extra: bool) -> Formation:
    """With an MP spent, or the extra one."""
    return replace(formation, extra=True) if extra else replace(formation, acted=True)


def _stayed(formation: Formation, table: Table, world: World) -> Formation:
    """Staying where it is with its MP: it beats up no longer, and anchors where that is possible."""
    if not formation.afloat:
        return formation
    sheltered = storm.anchorage(table, formation, world)
    if formation.beating or formation.sheltered != sheltered:
        return replace(formation, beating="", sheltered=sheltered)
    return formation


def _driven_off(state: State, formation: Formation, aux: str, dice: Dice) -> State:
    station = next((station for station in state.table.stations if station.aux == aux), None)
    if station is None:
        return state
    dice.tell(DroveOff(formation.id, station.cls, station.place))
    return to_recovery(state, aux)


def _unplotted(state: State, formation: Formation) -> State:
    """Without the plot that an MP was spent on."""
    own = state.secret(formation.side)
    for number, (id, _) in enumerate(own.plots):
        if id == formation.id:
            kept = own.plots[:number] + own.plots[number + 1 :]
            return state.with_secret(formation.side, replace(own, plots=kept))
    return state


def end(state: State, world: World, dice: Dice) -> State:
    """The end of an increment: plots are taken up, orders note where their holders are and who got past them, and
    interdicting a strait leaves its mark (P14)."""
    for side in world.sides:
        own = state.secret(side)
        if own.plots:
            state = state.with_secret(side, replace(own, plots=()))
    for formation in state.formations:
        strait = formation.place in world.places and world.places[formation.place].kind == "strait"
        if (
            strait
            and interdicting(state, formation)
            and not all(squadron.interdicted for squadron in formation.squadrons)
        ):
            marked = tuple([replace(squadron, interdicted=True) for squadron in formation.squadrons])
            state = state.with_formation(replace(formation, squadrons=marked))
    for port, side in dict.fromkeys(
        [(formation.place, formation.side) for formation in state.formations if _came_out(formation)]
    ):
        fought = any(formation.known == "all" for formation in state.at(port, side))
        if close_blockaders(state, port, side) and not fought:
            state = escaped(state, port, side, world, dice)
    return visited(state, world)


def _came_out(formation: Formation) -> bool:
    """Whether a formation, or a convoy, came out of harbour in this increment and is still off it."""
    return formation.afloat and formation.moved and formation.approach == "from_fitting_out"
