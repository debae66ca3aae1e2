"""At sea: winds and gales, dummies, plots and passages, searches (P2, P3, P5 to P11, P13, P19)."""

from typing import Any

from weathergauge.rulesets.sealords.phases import Decoying, Plotting, Sighting
from weathergauge.rulesets.sealords.sea import dummies, plotting, sailing, sighting, spotting, weather
from weathergauge.rulesets.sealords.sea.sentences import ordered, told

STEPS = {
    "winds": weather.begin_winds,
    "dummies": dummies.begin,
    "gales_move": weather.move_gales,
    "plot": plotting.begin,
    "extra_b": sailing.begin_extra_b,
    "extra_a": sailing.begin_extra_a,
    "sail_b": sailing.begin_b,
    "sail_a": sailing.begin_a,
    "search": spotting.begin_search,
    "gales": weather.end_increment_gales,
    "increment_end": sailing.end,
    "conceal": spotting.conceal,
}
CHAPTERS: dict[type, Any] = {Decoying: dummies, Plotting: plotting, Sighting: sighting}

__all__ = ["CHAPTERS", "STEPS", "ordered", "told"]
