"""Who lies in wait at a place: auxiliaries on lasting tasks, and formations under an order to interdict it (R-INTERDICT)."""

from __future__ import annotations

from weathergauge.rulesets.sealords.council import orders
from weathergauge.rulesets.sealords.state import Formation, State, Station, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import at


def against(station: Station, side: Side) -> bool:
    """Whether an auxiliary is on its task against a side; pirates are against whom their master is not."""
    return (station.by or station.side) not in ("", side)


def stationed(table: Table, task: str, place: str, side: Side) -> list[Station]:
    """Auxiliaries on a lasting task at a place against a side."""
    return [one for one in table.stations if one.task == task and one.place == at(place) and against(one, side)]


def interdicting(state: State, formation: Formation) -> bool:
    """Whether a formation interdicts the place it is in, under an order that allows it."""
    return bool(formation.order) and orders.interdicting(state, formation) is not None


def interdictors(state: State, place: str, side: Side) -> list[Formation]:
    """Formations that interdict a place against a side."""
    return [one for one in state.at(place) if one.side != side and interdicting(state, one)]


def unposted(state: State, lost: Formation) -> State:
    """With the leader of a formation that is no more back among those without a post (SL10)."""
    own = state.secret(lost.side)
    if lost.leader is None or any(one.id == lost.leader.id for one in own.leaders):
        return state
    return state.with_secret(lost.side, replace(own, leaders=(*own.leaders, lost.leader)))
