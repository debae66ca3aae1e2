"""The yards: what is repaired first, who rests, and who is made ready."""

from __future__ import annotations

from typing import Any

from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.yards.actions import FitOut, LayUp, Repair
from weathergauge.rulesets.sealords.yards.repairs import why_not


def see_to(watch: Watch) -> Any:
    return _repair(watch) or _berth(watch) or Ready()


def _repair(watch: Watch) -> Any:
    """A roll for the squadron that needs it most: one past her rating may founder, one under orders is wanted at sea."""
    found: list[tuple[float, str, str]] = []
    for formation in watch.own.formations:
        if not formation.afloat:
            found += [(_need(formation, one), formation.id, one.id) for one in formation.squadrons if one.dps]
    for _, id, squadron in sorted(found, reverse=True):
        for saved in (False, True):
            action = Repair(id, squadron, saved)
            if why_not(watch.view, action, watch.world) is None:
                return action
    return None


def _need(formation: Formation, squadron: Squadron) -> float:
    past = max(0, squadron.dps - squadron.rating)
    return squadron.dps / squadron.rating + past + (0.5 if formation.order else 0.0) + 0.05 * squadron.sail


def _berth(watch: Watch) -> Any:
    """Under orders ships fit out; without any they rest in ordinary, unless a yard can only work on those that fit out."""
    for formation in watch.own.formations:
        if formation.afloat or not formation.squadrons:
            continue
        works = "in_ordinary" not in watch.world.values.repaired and any(one.dps > 2 for one in formation.squadrons)
        action: Any = FitOut(formation.id) if formation.order or works else LayUp(formation.id)
        if why_not(watch.view, action, watch.world) is None:
            return action
    return None
