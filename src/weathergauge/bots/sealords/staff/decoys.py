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
    out = [one for one in own.formations if one.kind == "dummy"]
    if len(out) >= MOST:
        return None
    taken = {one.place for one in out}
    alone = [one for one in own.formations if one.afloat and one.order and one.squadrons and one.place not in taken]
    for one in sorted(alone, key=lambda one: (guns.power(one), one.id)):
        decoy = Decoy(one.place)
        if guns.power(one) < UNSEEN and dummies.why_not(watch.view, decoy, watch.world) is None:
            return Reason(decoy, f"{one.name} is weak and alone: who comes for it is to think twice.")
    return None
