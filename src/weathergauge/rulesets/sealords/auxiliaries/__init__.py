"""The auxiliaries: tasks, screens, corsairs, fireships, bombs, marines, and their recovery."""

from __future__ import annotations

from typing import Any

from weathergauge.rulesets.sealords.auxiliaries import pirates, recovery, screening, tasking, underway
from weathergauge.rulesets.sealords.auxiliaries.sentences import ordered, told
from weathergauge.rulesets.sealords.phases import Sailing, Screening, Tasking

STEPS: dict[str, Any] = {
    "pirates": pirates.begin,
    "tasks": tasking.begin,
    "recovery": recovery.begin,
    "aux_blockade": recovery.blockades,
}
CHAPTERS: dict[type, Any] = {Sailing: underway, Tasking: tasking, Screening: screening}

__all__ = ["CHAPTERS", "STEPS", "ordered", "told"]
