"""The administrative phase after the council: wear, yards, admirals, prestige and the end."""

from __future__ import annotations

from typing import Any

from weathergauge.rulesets.sealords.phases import Yards
from weathergauge.rulesets.sealords.yards import attrition, counting, ending, relief, repairs
from weathergauge.rulesets.sealords.yards.sentences import ordered, told

STEPS: dict[str, Any] = {
    "end_die": ending.end_die,
    "attrition": attrition.attrition,
    "yards": repairs.yards,
    "relief": relief.relief,
    "prestige": counting.prestige,
    "turn_end": ending.turn_end,
}
CHAPTERS: dict[type, Any] = {Yards: repairs}

__all__ = ["CHAPTERS", "STEPS", "ordered", "told"]
