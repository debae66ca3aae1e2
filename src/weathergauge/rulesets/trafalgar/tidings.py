"""What events of a fleet action are worth telling."""

from __future__ import annotations

from typing import Any

from weathergauge.beside.tidings import ALL, NEWS, ORDER, STEP, UNSAID, Tiding
from weathergauge.frame.events import Began, Committed, Ended
from weathergauge.rulesets.trafalgar import actions


def tiding(event: Any) -> Tiding:
    match event:
        case Began():
            return STEP
        case Committed():
            return UNSAID
        case actions.Fired(boxes=boxes, struck=struck):
            return Tiding("dispatch" if boxes else "orders", boxes, "struck" if struck else "")
        case actions.Boarded(lost=lost, struck=struck):
            return Tiding("dispatch", sum(lost), "struck" if struck else "")
        case actions.Collided(fouled=True) | actions.Passed() | actions.Grappled(held=True) | actions.Left():
            return NEWS
        case (
            actions.Turned() | actions.Moved() | actions.Tested(passed=False) | actions.Collided() | actions.Grappled()
        ):
            return ORDER
        case actions.Revealed() | actions.Parted():
            return ORDER
        case Ended():
            return Tiding("dispatch", great="won")
    return ALL
