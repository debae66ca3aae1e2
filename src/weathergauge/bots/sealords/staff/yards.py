"""The yard plan: who rests, who fits out for the yards' sake, and what is repaired first.

Ships in ordinary do not wear, and come out as quickly as those that fit out. So nobody fits out but for repairs, where a title's
yards work on no others; and there no more than the yards of a port can mend faster than fitting out wears.
"""

from __future__ import annotations

from collections.abc import Iterator

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords.staff import wear
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.world import at
from weathergauge.rulesets.sealords.yards import repairs
from weathergauge.rulesets.sealords.yards.actions import FitOut, LayUp, Repair

GOES_IN, COMES_OUT = 0.5, 0.25
"""Parts of a rating: at the one a squadron goes to the yard, at the other she leaves it."""
LEAST = 1.0
"""Damage points that a turn of fitting out must be likely to gain."""
WORN, ORDERED, LARGE = 1.0, 0.5, 0.05
"""What speaks for repairing a squadron, beside the part of her rating: each point past it, orders, each sail."""


def see_to(watch: Watch) -> Reason | Ready:
    return _repair(watch) or _berth(watch) or Ready()


def _repair(watch: Watch) -> Reason | None:
    """A roll for the squadron that needs it most: one past her rating may founder, one under orders is wanted at sea."""
    needing: list[tuple[float, str, str]] = []
    for formation in watch.own.formations:
        if not formation.afloat:
            needing += [
                (_need(formation, squadron), formation.id, squadron.id)
                for squadron in formation.squadrons
                if squadron.dps
            ]
    for _, id, squadron in sorted(needing, reverse=True):
        for saved in (False, True):
            action = Repair(id, squadron, saved)
            if repairs.why_not(watch.view, action, watch.world) is None:
                return Reason(
                    action,
                    "The yard works on her who needs it most: past her rating she founders, under orders she is wanted.",
                )
    return None


def _need(formation: Formation, squadron: Squadron) -> float:
    past = max(0, squadron.dps - squadron.rating)
    return squadron.dps / squadron.rating + WORN * past + ORDERED * bool(formation.order) + LARGE * squadron.sail


def _berth(watch: Watch) -> Reason | None:
    """The next formation that lies in port in another state than the plan has for it."""
    chosen = set(_for_repairs(watch))
    for formation in watch.own.formations:
        if formation.afloat or not formation.squadrons:
            continue
        out = formation.id in chosen
        action: FitOut | LayUp = FitOut(formation.id) if out else LayUp(formation.id)
        why = "mend more than fitting out wears" if out else "are not needed: ships in ordinary do not wear"
        if repairs.why_not(watch.view, action, watch.world) is None:
            return Reason(action, f"{formation.name}: the yards {why}.")
    return None


def _for_repairs(watch: Watch) -> Iterator[str]:
    """Formations that fit out so that the yards may work on them, port by port."""
    if "in_ordinary" in watch.world.values.repaired:
        return
    lying: dict[str, list[Formation]] = {}
    for formation in watch.own.formations:
        if not formation.afloat and formation.squadrons:
            lying.setdefault(at(formation.place), []).append(formation)
    for port, there in lying.items():
        left = repairs.rolls(watch.table, port, watch.world)
        while left > 0:
            ranked = [
                (_gain(watch, formation, left), formation.id, formation) for formation in there if _wanted(formation)
            ]
            gain, id, best = max(ranked, default=(0.0, "", None))
            if best is None or gain < LEAST:
                break
            yield id
            there.remove(best)
            left -= _rolls_wanted(watch, best)


def _wanted(formation: Formation) -> bool:
    """Whether the yard is to work on a formation: it goes in when half worn, and comes out nearly whole."""
    limit = COMES_OUT if formation.state == "fitting_out" else GOES_IN
    return any(squadron.dps >= limit * squadron.rating for squadron in formation.squadrons)


def alone(watch: Watch, squadron: Squadron) -> bool:
    """Whether a squadron is better mended by herself: where ships must fit out for it, the others would only wear."""
    return "in_ordinary" not in watch.world.values.repaired and squadron.dps >= GOES_IN * squadron.rating


def _gain(watch: Watch, formation: Formation, rolls: int) -> float:
    """Damage points that a turn of fitting out takes off a formation, less those that it costs."""
    mended = min(float(formation.dps), _mended(watch) * min(rolls, _rolls_wanted(watch, formation)))
    return mended - wear.fitting_out(watch, formation)


def _rolls_wanted(watch: Watch, formation: Formation) -> int:
    return -int(-formation.dps // _mended(watch))


def _mended(watch: Watch) -> float:
    """Points that a roll takes off, on the average."""
    cells = watch.charts.repair.cells
    return sum(cells.values()) / len(cells)
