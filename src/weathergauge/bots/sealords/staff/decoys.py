"""Dummies: where a counter with nothing behind it makes the enemy think twice."""

from __future__ import annotations

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import guns
from weathergauge.bots.sealords.watch import UNSEEN, Watch
from weathergauge.rulesets.sealords.sea import dummies
from weathergauge.rulesets.sealords.sea.actions import Decoy

MOST = 2
"""Dummies at a time: more of them deceive nobody."""


def place(watch: Watch) -> Reason | None:
    """Beside the weakest formation that keeps the sea under orders: who comes for it may meet a fleet."""
    own = watch.own
    out = [formation for formation in own.formations if formation.kind == "dummy"]
    if len(out) >= MOST:
        return None
    taken = {dummy.place for dummy in out}
    alone = [
        formation
        for formation in own.formations
        if formation.afloat and formation.order and formation.squadrons and formation.place not in taken
    ]
    for formation in sorted(alone, key=lambda formation: (guns.power(formation), formation.id)):
        decoy = Decoy(formation.place)
        if guns.power(formation) < UNSEEN and dummies.why_not(watch.view, decoy, watch.world) is None:
            return Reason(decoy, f"{formation.name} is weak and alone: who comes for it is to think twice.")
    return None
