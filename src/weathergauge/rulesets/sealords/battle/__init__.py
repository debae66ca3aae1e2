"""Battles (section 8): who is attacked, the subroutine step by step, and what comes after; and squadrons that founder."""

from __future__ import annotations

from typing import Any

from weathergauge.rulesets.sealords.battle import aftermath, offering, subroutine
from weathergauge.rulesets.sealords.battle.sentences import ordered, told
from weathergauge.rulesets.sealords.phases import Fighting, Offering

STEPS: dict[str, Any] = {"battles": offering.begin, "sinking": aftermath.sinking}
CHAPTERS: dict[type, Any] = {Offering: offering, Fighting: subroutine}

__all__ = ["CHAPTERS", "STEPS", "ordered", "told"]
