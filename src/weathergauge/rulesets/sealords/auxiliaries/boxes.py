"""The boxes auxiliaries lie in: finding one, changing one, and what ends by itself."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.auxiliaries.actions import BaseLost, Stationed
from weathergauge.rulesets.sealords.auxiliaries.reach import at_war, friendly, owner
from weathergauge.rulesets.sealords.forces import Auxiliary, Station
from weathergauge.rulesets.sealords.state import Secret, State, Table, replace
from weathergauge.rulesets.sealords.stations import taken_off, to_recovery
from weathergauge.rulesets.sealords.terms import Side, Task
from weathergauge.rulesets.sealords.world import World, at


def stationed(state: State, side: Side, aux: Auxiliary, task: Task, place: str, target: str, dice: Dice) -> State:
    """An auxiliary begins a lasting task, in everybody's sight."""
    state = state.with_auxiliary(replace(aux, box="tasked", task=task, place=place, target=target))
    mark = Station(aux.id, aux.side, aux.contingent, aux.cls, task, place, target, "" if aux.side else side)
    dice.tell(Stationed(aux.id, side, task, place, target))
    return replace(state, table=replace(state.table, stations=(*state.table.stations, mark)))


def assisting(table: Table, own: Secret, place: str, side: Side) -> list[Auxiliary]:
    """Auxiliaries that help a side's formations to join a battle in a place, in this increment (8.24), lights too (SL95)."""
    serial = str(table.serial)
    return [
        auxiliary
        for auxiliary in (*own.auxiliaries, *table.rovers)
        if auxiliary.task == "assist_battle_reinforcement"
        and auxiliary.place == at(place)
        and auxiliary.target == serial
        and _sender(table, auxiliary) == side
    ]


def assisted(state: State, place: str, dice: Dice) -> State:
    """A battle is over: those who helped in it have done their task."""
    for side in state.table.sides:
        for helper in assisting(state.table, state.secret(side), place, side):
            state = taken_off(state, helper.id, dice, "the battle is over")
    return state


def _sender(table: Table, aux: Auxiliary) -> Side | str:
    station = table.station(aux.id)
    return aux.side or (station.by if station is not None else "")


def settled(state: State, world: World, dice: Dice) -> State:
    """End what cannot go on (SL29): lost bases, shadows of those who are gone, blockades that are raised, help that is stale."""
    for side in world.sides:
        for aux in state.secret(side).auxiliaries:
            if aux.box == "assigned" and not _has_base(state, side, aux, world):
                state = to_recovery(state, aux.id)
                if aux.corsair == "guardacostas":  # they never recover: they wait for another base
                    state = state.with_auxiliary(replace(aux, box="available", base=""))
                dice.tell(BaseLost(aux.id, aux.base), to=(side,))
    for station in state.table.stations:
        why = _over(state, station, world)
        if why:
            state = taken_off(state, station.aux, dice, why)
    return _following(state)


def _has_base(state: State, side: Side, aux: Auxiliary, world: World) -> bool:
    if aux.base in world.values.zones or aux.corsair == "knights":
        return True
    if aux.base in world.places:
        return friendly(state.table, aux.base, side, world) or (
            bool(aux.corsair) and owner(state.table, aux.base, world) == aux.contingent
        )
    return state.secret(side).formation(aux.base) is not None


def _over(state: State, station: Station, world: World) -> str:
    """Why a lasting task has ended; nothing while it goes on."""
    match station.task:
        case "shadow":
            target = state.formation(station.target)
            if target is None or not target.afloat:
                return "there is nothing to follow any more"
            return "" if station.aux in target.shadows else "it lost touch"
        case "assist_battle_reinforcement":
            return "" if station.target == str(state.table.serial) else "no battle was fought"
        case "blockade":
            if not at_war(state.table, station.contingent, owner(state.table, station.place, world)):
                return "there is no war with the port any more"
            foes = [
                formation
                for formation in state.at(station.place, world.enemy(station.side))
                if formation.afloat and formation.squadrons
            ]
            return "an enemy formation drives it off" if foes else ""  # SL24
    return ""


def _following(state: State) -> State:
    """Shadowing auxiliaries and their marks go with whom they follow."""
    for station in state.table.stations:
        counter = state.table.counter(station.target) if station.task == "shadow" else None
        aux = state.auxiliary(station.aux)
        if counter is None or aux is None or aux.place == station.place == at(counter.place):
            continue
        state = state.with_auxiliary(replace(aux, place=at(counter.place)))
        marks = [
            replace(station, place=at(counter.place)) if station.aux == aux.id else station
            for station in state.table.stations
        ]
        state = replace(state, table=replace(state.table, stations=tuple(marks)))
    return state
