"""The council: which orders to issue to whom, where auxiliaries are wanted, whether reinforcements are asked for."""

from __future__ import annotations

from typing import Any

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import guns
from weathergauge.bots.sealords.staff import alarm, awards, commissions, officers, reliefs
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords.auxiliaries.reach import SMALL_CRAFT, bases
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.council.actions import (
    AssignAuxiliary,
)
from weathergauge.rulesets.sealords.council.sitting import why_not
from weathergauge.rulesets.sealords.forces import Auxiliary
from weathergauge.rulesets.sealords.world import at


def sit(watch: Watch) -> Any:
    """One desk after the other: orders, leaders and divisions, awards, auxiliaries, then done."""
    return (
        commissions.issue(watch)
        or alarm.rally(watch)
        or officers.next_order(watch)
        or awards.credit(watch)
        or _assign(watch)
        or Ready()
    )


# Auxiliaries


def _assign(watch: Watch) -> Reason | None:
    for aux in watch.own.auxiliaries:
        if aux.box == "available":
            base = _base(watch, aux)
            if base and why_not(watch.view, AssignAuxiliary(aux.id, base), watch.world) is None:
                return Reason(AssignAuxiliary(aux.id, base), "It is based where it reaches most of the enemy.")
    return None


def _base(watch: Watch, aux: Auxiliary) -> str:
    """Where an auxiliary is of most use: special ones with the strongest formation, others in ports near the enemy."""
    open_to = bases(watch.view, aux, watch.world)
    if not open_to:
        return ""
    ships = [formation for formation in watch.own.formations if formation.id in open_to]
    if aux.cls not in SMALL_CRAFT:
        flotillas = [formation for formation in ships if formation.kind == "flotilla"]
        best = max(flotillas, key=lambda flotilla: (flotilla.afloat, guns.power(flotilla), flotilla.id), default=None)
        return best.id if best is not None else ""
    foes = [at(counter.place) for counter, _ in watch.foes]
    taken = [aux.base for aux in watch.own.auxiliaries if aux.box == "assigned"]

    def merit(base: str) -> tuple[float, str]:
        place = base if base in watch.world.places else watch.world.values.zones.get(base, "")
        formation = watch.own.formation(base)
        if formation is not None:
            place = at(formation.place)
        near = sum([1.0 for foe in foes if watch.world.distances(place).get(foe, 99) <= 4]) if place else 0.0
        return near - 1.5 * taken.count(base) - (0.5 if formation is not None else 0.0), base

    return max(open_to, key=merit)


# The close of an impulse


def close(watch: Watch) -> Any:
    """Reliefs, and more time for an order whose time runs out."""
    return reliefs.close(watch) or Ready()
