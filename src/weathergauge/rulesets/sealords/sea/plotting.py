"""Player A plots where each formation is to go, before anybody moves (P6, R-PLAYER-A)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept
from weathergauge.rulesets.sealords.common import STEP, Ready, with_phase
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.phases import Going, Plotting
from weathergauge.rulesets.sealords.sea import convoys, dummies, passage
from weathergauge.rulesets.sealords.sea.actions import PlayerA, Plot, Plotted
from weathergauge.rulesets.sealords.sea.sailing import no_way
from weathergauge.rulesets.sealords.state import Seated, Secret, State, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World


def player_a(table: Table) -> Side:
    """Who plots ahead: the player with more prestige; tied, the first of the title (R-PLAYER-A)."""
    one, other = table.tallies
    return table.sides[other.prestige > one.prestige]


def points(table: Table, own: Secret, formation: Formation, world: World) -> int:
    """MPs to be plotted for a formation in this increment: none for a convoy, nor for the escort that goes along with it."""
    mpi = table.date.mpi
    if formation.kind == "convoy" or convoys.bound(own, formation, mpi, world):
        return 0
    extra = mpi == 1 and passage.acts(formation, 0, world.charts)
    return int(extra) + int(passage.acts(formation, mpi, world.charts))


def laid(own: Secret, id: str) -> list[str]:
    """What is plotted for a formation so far."""
    return [to for formation, to in own.plots if formation == id]


def goals(table: Table, own: Secret, formation: Formation, world: World) -> list[str]:
    """Where its next MP can be plotted to, apart from staying; a second one goes on from where the first leads."""
    before = [to for to in laid(own, formation.id) if to]
    there = formation
    if before:
        harboured = before[-1].endswith("/harbour")
        if harboured:
            return []
        there = replace(formation, place=before[-1], state="ready")
    return [way.to for way in passage.open_ways(table, there, world)]


@kept(lambda table, own, world: (table, own, world), size=16)
def open_to(table: Table, own: Secret, world: World) -> list[Formation]:
    """Formations for which something is still to be plotted: those with a first MP have a way, as long as nothing is laid."""
    able = _able(table, own, world)
    if not own.plots:
        return [formation for formation, _ in able]
    begun: dict[str, int] = {}
    for id, _ in own.plots:
        begun[id] = begun.get(id, 0) + 1
    return [
        formation
        for formation, left in able
        if formation.id not in begun or (begun[formation.id] < left and goals(table, own, formation, world))
    ]


@kept(
    lambda table, own, world: (own.formations, own.orders, table.date, table.winds, table.gales, table.ports, world),
    size=16,
)
def _able(table: Table, own: Secret, world: World) -> list[tuple[Formation, int]]:
    """Formations with MPs to be plotted and a way to go, and how many MPs: plotting itself changes nothing about that."""
    able = [(formation, points(table, own, formation, world)) for formation in own.formations]
    return [(formation, left) for formation, left in able if left and passage.open_ways(table, formation, world)]


def begin(state: State, world: World, dice: Dice) -> State:
    """Dummies are mixed up with those they lie with. Player A is found; he is asked if any of his formations can go
    anywhere."""
    first = player_a(state.table)
    if first != state.table.first or state.table.serial <= 1:
        dice.tell(PlayerA(first))
    state = replace(state, table=replace(state.table, first=first))
    for side in world.sides:
        if state.secret(side).plots:
            state = state.with_secret(side, replace(state.secret(side), plots=()))
    state = dummies.mixed(state, dice)
    return with_phase(state, Plotting(first)) if open_to(state.table, state.secret(first), world) else state


def subjects(view: Seated, world: World) -> Sequence[str]:
    return [*[formation.id for formation in open_to(view.table, view.own, world)], STEP]


def of(view: Seated, subject: str, world: World) -> Sequence[Plot | Ready]:
    if subject == STEP:
        return [Ready()]
    formation = view.own.formation(subject)
    if formation is None or formation not in open_to(view.table, view.own, world):
        return []
    return [Plot(subject, to) for to in (*goals(view.table, view.own, formation, world), "")]


def why_not(view: Seated, action: Any, world: World) -> str | None:
    if isinstance(action, Ready):
        return None
    if not isinstance(action, Plot):
        return f"{type(action).__name__} cannot be ordered now: plot directions, or be ready"
    formation = view.own.formation(action.formation)
    if formation is None:
        return f"you have no formation {action.formation!r}: choose one of yours"
    if formation.kind == "convoy":
        return f"{formation.name} is a convoy: it goes along its route by itself"
    if convoys.bound(view.own, formation, view.table.date.mpi, world):
        return f"{formation.name} keeps company with its convoy in this increment: there is nothing to plot"
    left = points(view.table, view.own, formation, world) - len(laid(view.own, formation.id))
    if left <= 0:
        why = "is plotted already" if laid(view.own, formation.id) else "has no MP to spend in this increment"
        return f"{formation.name} {why}"
    ways = goals(view.table, view.own, formation, world)
    if action.to in ways or (ways and not action.to):
        return None
    if not action.to:
        return f"{formation.name} cannot go anywhere in this increment: it stays without a plot"
    before = [to for to in laid(view.own, formation.id) if to]
    there = replace(formation, place=before[-1], state="ready") if before else formation
    way = next((way for way in passage.ways(view.table, there, world) if way.to == action.to), None)
    return no_way(view.table, there, action.to, way, None, world)


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    if isinstance(action, Ready):
        return with_phase(state, Going())
    assert isinstance(action, Plot)
    own = state.secret(side)
    formation = own.formation_of(action.formation)
    dice.tell(Plotted(formation.id, formation.name, action.to), to=(side,))
    state = state.with_secret(side, replace(own, plots=(*own.plots, (action.formation, action.to))))
    left = open_to(state.table, state.secret(side), world)
    return state if left else with_phase(state, Going())
