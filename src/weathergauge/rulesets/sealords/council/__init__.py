"""The council: orders and their whole life, convoys, events, reinforcements and reorganisation."""

from __future__ import annotations

from typing import Any

from weathergauge.rulesets.sealords.council import closing, events, requests, sitting
from weathergauge.rulesets.sealords.council.sentences import ordered, told
from weathergauge.rulesets.sealords.orders import execution
from weathergauge.rulesets.sealords.phases import Closing, Council, Requesting

CHAPTERS: dict[type, Any] = {Closing: closing, Requesting: requests, Council: sitting}
STEPS: dict[str, Any] = {
    "arrivals": requests.arrive,
    "closing": closing.closing,
    "orders_end": execution.orders_end,
    "events": events.events,
    "quarter": sitting.quarter,
    "requests": requests.requests,
    "council": sitting.council,
}
__all__ = ["CHAPTERS", "STEPS", "ordered", "told"]
