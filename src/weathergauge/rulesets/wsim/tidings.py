"""What events of an action ship to ship are worth telling."""

from __future__ import annotations

from typing import Any

from weathergauge.beside.tidings import ALL, NEWS, ORDER, STEP, UNSAID, Great, Tiding
from weathergauge.frame.events import Ended
from weathergauge.rulesets.wsim import actions

GREAT: dict[str, Great] = {
    "strikes": "struck", "surrenders": "struck", "sinks": "sunk", "explodes": "exploded", "captured": "taken", "retaken": "taken",
}  # fmt: skip


def tiding(event: Any) -> Tiding:
    match event:
        case actions.Began():
            return STEP
        case actions.Committed():
            return UNSAID
        case actions.Fired(hull=hull, crew=crew, rigging=rigging):
            lost = hull + crew + rigging
            return Tiding("dispatch" if lost else "orders", lost)
        case actions.Squares(hull=hull, crew=crew, rigging=rigging):
            return Tiding("dispatch", hull + crew + rigging)
        case actions.Melee(lost=lost):
            return Tiding("dispatch", sum(lost))
        case actions.Fate(what=what):
            return Tiding("dispatch", great=GREAT.get(what, ""))
        case actions.Masted() | actions.Critical(took=True) | actions.Collided() | actions.Signalled():
            return NEWS
        case actions.Grappled(held=True) | actions.Wind(changed=True):
            return NEWS
        case actions.Plotted() | actions.Critical() | actions.Grappled() | actions.Unfouled() | actions.Cleared():
            return ORDER
        case actions.Fended() | actions.Prepared() | actions.Transferred() | actions.Anchored() | actions.Towed():
            return ORDER
        case actions.Sailed() | actions.Drifted():
            return ORDER
        case Ended():
            return Tiding("dispatch", great="won")
    return ALL
