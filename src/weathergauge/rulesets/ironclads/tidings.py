"""What events of an action under steam are worth telling."""

from __future__ import annotations

from typing import Any

from weathergauge.beside.tidings import ALL, NEWS, ORDER, STEP, UNSAID, Great, Tiding
from weathergauge.frame.events import Ended
from weathergauge.rulesets.ironclads import actions

GREAT: dict[str, Great] = {
    "sunk": "sunk", "capsized": "sunk", "blown_up": "exploded", "surrendered": "struck", "taken": "taken",
}  # fmt: skip
HARMLESS = ("no_effect", "misfire", "blast_spared")


def tiding(event: Any) -> Tiding:
    match event:
        case actions.Began():
            return STEP
        case actions.Committed():
            return UNSAID
        case actions.Fired(hits=hits, quarters=quarters):
            return Tiding("dispatch" if hits else "orders", quarters)
        case actions.Struck(effect=effect) if effect in HARMLESS:
            return ORDER
        case actions.Struck(effect=effect, quarters=quarters):
            return Tiding("dispatch", quarters, "exploded" if effect == "ammunition_chamber_hit" else "")
        case actions.Rammed(lost=lost):
            return Tiding("dispatch", sum(lost))
        case actions.Mined(hits=hits):
            return Tiding("dispatch" if hits else "orders")
        case actions.Fate(what=what):
            return Tiding("dispatch", great=GREAT.get(what, ""))
        case actions.Grounded() | actions.Torpedoed() | actions.Boarded() | actions.Flagged() | actions.Contacted():
            return NEWS
        case actions.Activated() | actions.Steamed() | actions.Fought() | actions.Weather() | actions.MinesSwept():
            return ORDER
        case Ended():
            return Tiding("dispatch", great="won")
    return ALL
