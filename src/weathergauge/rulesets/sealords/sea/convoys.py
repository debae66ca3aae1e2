"""Convoys under way: they sail by themselves, and their escort keeps company (4.3, SL15)."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.orders.convoys import awaited, escorts, open_sea, under_way
from weathergauge.rulesets.sealords.orders.execution import ended
from weathergauge.rulesets.sealords.orders.holding import interdictors
from weathergauge.rulesets.sealords.phases import Sailing, Sighting
from weathergauge.rulesets.sealords.sea.actions import ConvoyStopped, LeftBehind
from weathergauge.rulesets.sealords.sea.passage import acts, forbidden, went
from weathergauge.rulesets.sealords.sea.sorties import left_port
from weathergauge.rulesets.sealords.state import Secret, State, replace
from weathergauge.rulesets.sealords.stations import stationed
from weathergauge.rulesets.sealords.world import World, at


def sail(state: State, phase: Sailing, world: World, dice: Dice) -> State:
    """Every convoy of a side that spends an MP in this increment goes a place further along its route, or comes out of port to its
    escort; where a blockade from afar finds it, the others wait for what comes of that."""
    for id in [formation.id for formation in state.secret(phase.side).formations if formation.kind == "convoy"]:
        convoy = state.formation(id)
        if convoy is None:
            continue
        if _comes_out(state, convoy, world):
            state = under_way(state, replace(convoy, acted=True))
            state = left_port(state, id, phase, world, dice)
        elif _under_way(state, convoy, world):
            state = _onward(state, convoy, world, dice)
        if isinstance(state.table.phase, Sighting):
            break
    return state


def _comes_out(state: State, convoy: Formation, world: World) -> bool:
    """Whether a convoy in port, with an MP to spend, comes out: its escort lies off the port, and no auxiliary keeps it in."""
    port = at(convoy.place)
    if convoy.afloat or convoy.acted or not acts(convoy, state.table.date.mpi, world.charts):
        return False
    return awaited(state, convoy, world) is not None and not shut(state, convoy, port)


def stopped(state: State, convoy: Formation) -> bool:
    """Whether an interdictor holds a convoy where it is."""
    return bool(
        stationed(state.table, "interdict", convoy.place, convoy.side) or interdictors(state, convoy.place, convoy.side)
    )


def shut(state: State, convoy: Formation, place: str) -> bool:
    """Whether an auxiliary that blockades a port keeps a convoy from going in or out (P14)."""
    return bool(stationed(state.table, "blockade", place, convoy.side))


def company(state: State, convoy: Formation) -> list[Formation]:
    """The escort that goes where the convoy goes."""
    return list(escorts(state, convoy))


def bound(own: Secret, formation: Formation, mpi: int, world: World) -> bool:
    """Whether a formation will keep company with its convoy in this increment, as its own side knows."""
    order = own.order(formation.order) if formation.order and formation.afloat else None
    convoy = own.formation(order.convoy) if order is not None and order.convoy else None
    if convoy is None or convoy.cargo is None or convoy.place != formation.place:
        return False
    if formation.rowed and open_sea(convoy.cargo.route[:1], world):
        return False
    return not convoy.cargo.waits and bool(convoy.cargo.route) and acts(convoy, mpi, world.charts)


def _under_way(state: State, convoy: Formation, world: World) -> bool:
    cargo, mpi = convoy.cargo, state.table.date.mpi
    if cargo is None or cargo.waits or not cargo.route or not convoy.afloat or convoy.acted:
        return False
    if not acts(convoy, mpi, world.charts) or stopped(state, convoy):
        return False
    if shut(state, convoy, convoy.place) or shut(state, convoy, cargo.route[0]):
        return False
    # It goes at the pace of the slowest of its escort, and not where weather keeps all of them out.
    with_it, to = company(state, convoy), cargo.route[0]
    if any(not acts(formation, mpi, world.charts) or formation.acted for formation in with_it):
        return False
    able = [formation for formation in with_it if not (formation.rowed and open_sea((to,), world))]
    return not able or any(not forbidden(state.table, formation, to, world) for formation in able)


def _onward(state: State, convoy: Formation, world: World, dice: Dice) -> State:
    cargo, escort = convoy.load, company(state, convoy)
    to = cargo.route[0]
    with_it = [formation for formation in escort if not forbidden(state.table, formation, to, world)]
    state = state.with_formation(replace(convoy, cargo=replace(cargo, route=cargo.route[1:])))
    state = went(state, convoy.id, to, "with_wind", world, dice, company=True)
    for formation in with_it:
        state = went(state, formation.id, to, "with_wind", world, dice, company=True)
    for formation in escort:
        if formation not in with_it:
            dice.tell(LeftBehind(formation.id, formation.name, convoy.name, to), to=(formation.side,))
    if escort and not with_it:
        state = _abandoned(state, escort[0], world, dice)
    now = state.formation(convoy.id)
    if now is not None and stopped(state, now):
        dice.tell(ConvoyStopped(now.id, now.name, to), to=(now.side,))
    return state


def _abandoned(state: State, escort: Formation, world: World, dice: Dice) -> State:
    """An order whose convoy has gone where none of its escort can follow: it has failed, and the convoy goes on alone."""
    order = state.secret(escort.side).order(escort.order)
    if order is None:
        return state
    return ended(state, escort.side, order, "failed", "its escort cannot follow it to the open sea", world, dice)
