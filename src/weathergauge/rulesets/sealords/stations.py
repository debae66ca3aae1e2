"""Auxiliaries in their boxes and on their stations: where each is, who lies in wait, and what takes one off."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Dice
from weathergauge.ruleset import Event
from weathergauge.rulesets.sealords.forces import Auxiliary, Station
from weathergauge.rulesets.sealords.state import Secret, State, Table, replace
from weathergauge.rulesets.sealords.terms import Side, Task
from weathergauge.rulesets.sealords.world import World, at


class StationEnded(Event, frozen=True):
    """A lasting task is over."""

    aux: str
    side: Side | Literal[""]
    task: Task
    place: str
    why: str = ""


def off_station(state: State, id: str) -> State:
    """Without its mark on the table, and out of the wake of whom it shadowed."""
    station = state.table.station(id)
    kept = tuple([station for station in state.table.stations if station.aux != id])
    levant = tuple([held for held in state.table.levant if held != id])
    state = replace(state, table=replace(state.table, stations=kept, levant=levant))
    target = state.formation(station.target) if station is not None and station.task == "shadow" else None
    if target is not None and id in target.shadows:
        state = state.with_formation(
            replace(target, shadows=tuple([shadow for shadow in target.shadows if shadow != id]))
        )
    return state


def taken_off(state: State, id: str, dice: Dice, why: str = "") -> State:
    """Send an auxiliary to the recovery box, and tell everybody where that ends a lasting task."""
    station = state.table.station(id)
    if station is not None and state.auxiliary(id) is not None:
        dice.tell(StationEnded(id, station.by or station.side, station.task, station.place, why))
    return to_recovery(state, id)


def to_recovery(state: State, id: str) -> State:
    """Send an auxiliary to the recovery box, whatever it was doing. Guardacostas stay (SL30)."""
    aux = state.auxiliary(id)
    if aux is None:
        return state
    state = off_station(state, id)
    if aux.corsair == "guardacostas":
        return state.with_auxiliary(replace(aux, box="assigned", task="", place="", target="", active=False))
    base = aux.base if not aux.side or aux.corsair == "knights" else ""
    return state.with_auxiliary(replace(aux, box="recovery", base=base, task="", place="", target=""))


def home(aux: Auxiliary, own: Secret | None, world: World) -> str:
    """The place of the map that its base is in; nothing where it has none."""
    if aux.base in world.values.zones:
        return world.values.zones[aux.base]
    if aux.base in world.places:
        return aux.base
    formation = own.formation(aux.base) if own is not None else None
    return at(formation.place) if formation is not None else ""


def stands(aux: Auxiliary, state: State, world: World) -> str:
    """The location of an auxiliary, for gales: where it is tasked, else its base; nothing off the map and in boxes."""
    if aux.box == "tasked":
        target = state.formation(aux.target) if aux.task == "shadow" else None
        return target.place if target is not None else aux.place
    if aux.box != "assigned":
        return ""
    formation = state.formation(aux.base)
    return formation.place if formation is not None else home(aux, None, world)


def against(station: Station, side: Side) -> bool:
    """Whether an auxiliary is on its task against a side; pirates are against whom their master is not."""
    return (station.by or station.side) not in ("", side)


def stationed(table: Table, task: str, place: str, side: Side) -> list[Station]:
    """Auxiliaries on a lasting task at a place against a side."""
    return [
        station
        for station in table.stations
        if station.task == task and station.place == at(place) and against(station, side)
    ]
