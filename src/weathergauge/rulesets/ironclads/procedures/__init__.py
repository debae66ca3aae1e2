"""The procedures of the age of steam: each chart-driven resolution, usable by itself."""

from __future__ import annotations

from collections.abc import Mapping

from weathergauge.procedures import Procedure, catalogue
from weathergauge.ruleset import Call
from weathergauge.rulesets.ironclads.actions import AnyAction
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.procedures import fire, hands, hits, sea
from weathergauge.rulesets.ironclads.state import View

PROCEDURES = catalogue((*fire.PROCEDURES, *hits.PROCEDURES, *hands.PROCEDURES, *sea.PROCEDURES))


def procedures(charts: Charts) -> Mapping[str, Procedure]:
    """Everything that can be resolved by itself."""
    return PROCEDURES


def calls(view: View, action: AnyAction, charts: Charts) -> tuple[Call, ...]:
    """The procedures that an order will use, with their inputs, for odds before committing."""
    asked = []
    for part in (sea, fire, hits, hands):
        asked += part.calls(view, action, charts)
    return tuple(asked)
