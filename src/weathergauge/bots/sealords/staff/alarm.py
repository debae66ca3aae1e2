"""The alarm: when transports lie ready in a port that is known for them, who is near gathers where all their routes pass."""

from __future__ import annotations

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords.staff import officers, stops
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords.council import dispatch, sitting
from weathergauge.rulesets.sealords.council.actions import JoinHolder
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.formations.actions import JoinFormations
from weathergauge.rulesets.sealords.world import at

NEAR = 2.0
"""Impulses from which formations are called together."""
DRAWS = 2.0
"""MPs that a place where transports will pass is nearer than it is."""


def draws(watch: Watch, place: str) -> float:
    """How much an alarm speaks for a place."""
    return DRAWS if place in _passed(watch) else 0.0


def rally(watch: Watch) -> Reason | None:
    """Idle ships go to one whose orders keep it where the transports must pass: a few squadrons take a part of a convoy, and all
    that are there together take all of it. Who lies beside it joins it; who is near is sent, in titles that know a rendezvous."""
    passed = _passed(watch)
    if not passed:
        return None
    for holder in watch.own.formations:
        order = watch.order(holder)
        if order is None or not passed.intersection(order.target):
            continue
        for formation in watch.own.formations:
            merge = JoinFormations(formation.id, holder.id)
            if _fits(watch, formation, holder) and sitting.why_not(watch.view, merge, watch.world) is None:
                return Reason(
                    merge, f"Transports lie ready: {formation.name} becomes part of {holder.name}, whom they must pass."
                )
            ask = JoinHolder(formation.id, holder.id)
            if (
                not formation.order
                and _near(watch, formation, holder)
                and dispatch.why_not_join(watch.view, ask, watch.world) is None
            ):
                return Reason(ask, f"Transports lie ready: {formation.name} joins {holder.name}, whom they must pass.")
    return None


def _fits(watch: Watch, formation: Formation, holder: Formation) -> bool:
    """Whether ships without orders are fit to be part of a holder's, and his leader can hold all of them together."""
    idle = not formation.order and formation.kind != "convoy" and formation.id != holder.id
    if not idle or holder.leader is None or watch.worn(formation):
        return False
    return officers.size(formation) + officers.size(holder) <= officers.held(watch, holder.leader)


def _near(watch: Watch, formation: Formation, holder: Formation) -> bool:
    if not formation.squadrons:
        return False
    return watch.far(formation.place, at(holder.place), formation.galleys) <= NEAR * max(1, watch.pace(formation))


def _passed(watch: Watch) -> frozenset[str]:
    """Places that landings pass whose transports may lie in port now."""
    lying = {
        at(counter.place) for counter in watch.table.counters if counter.side != watch.side and counter.state != "ready"
    }
    errands = [
        errand for errand in stops.errands_of(watch.world.title, watch.foe) if errand.landing and errand.origin in lying
    ]
    return frozenset([place for errand in errands for place in errand.ways])
