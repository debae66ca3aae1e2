"""Squadrons as they are rated, where the counters are lost (section 1 of the reading; SL76)."""

from __future__ import annotations

from functools import cache

from weathergauge.rulesets.sealords.charts import Charts, Rating
from weathergauge.rulesets.sealords.forces import Squadron
from weathergauge.rulesets.sealords.terms import SQUADRON_CLASSES, SquadronClass
from weathergauge.rulesets.sealords.world import World


@cache
def ratings(charts: Charts) -> dict[SquadronClass, Rating]:
    """What each class is rated at."""
    return {cls: charts.squadron_ratings.at(cls) for cls in SQUADRON_CLASSES}


def three_decker(guns: int, charts: Charts) -> bool:
    """Whether a flagship has as many guns as one of three decks."""
    return guns >= charts.ship_numbers.at("guns_of_a_three_decker")


def squadron(
    id: str,
    contingent: str,
    cls: SquadronClass,
    sail: int,
    world: World,
    *,
    name: str = "",
    guns: int = 0,
    shift: int | None = None,
    dps: int = 0,
) -> Squadron:
    """A squadron as her class is rated; ships of the line of some nations are slower."""
    high = cls == "flagship" and three_decker(guns, world.charts)
    rated = world.charts.squadron_ratings.at("three_decker" if high else cls)
    nation = world.contingents.get(contingent)
    ma = rated.ma - nation.slower if cls == "sol" and nation is not None else rated.ma
    given = rated.shift if shift is None else shift
    return Squadron(id, contingent, cls, sail, rated.full, rated.rating, ma, given, dps, name, guns)
