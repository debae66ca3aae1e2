"""The procedures of the ship-to-ship action: each chart-driven resolution, usable by itself."""

from __future__ import annotations

from collections.abc import Mapping

from weathergauge.procedures import Procedure, catalogue
from weathergauge.ruleset import Call
from weathergauge.rulesets.wsim.actions import AnyAction
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.procedures import fire, hands, hits, movement
from weathergauge.rulesets.wsim.state import View

PROCEDURES = catalogue((*movement.PROCEDURES, *fire.PROCEDURES, *hits.PROCEDURES, *hands.PROCEDURES))


def procedures(charts: Charts) -> Mapping[str, Procedure]:
    """Everything that can be resolved by itself."""
    return PROCEDURES


def calls(view: View, action: AnyAction, charts: Charts) -> tuple[Call, ...]:
    """The procedures that an order will use, with their inputs, for odds before committing."""
    asked = []
    for part in (movement, fire, hands):
        asked += part.calls(view, action, charts)
    return tuple(asked)
