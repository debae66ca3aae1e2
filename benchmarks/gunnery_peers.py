"""Trafalgar's broadside in icepool and in dyce, each given all that does not depend on the query beforehand.

The charts are those of the title, read once into plain dictionaries: what a user of these libraries would write.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import dyce
import icepool

from weathergauge.odds import Memory, odds
from weathergauge.rulesets.trafalgar.charts import charts
from weathergauge.rulesets.trafalgar.findings import Shot
from weathergauge.rulesets.trafalgar.gunnery import fire
from weathergauge.rulesets.trafalgar.procedures import Broadside

CHARTS = charts()
BANDS = tuple(dict.fromkeys(key[0] for key in CHARTS.hit_and_random_factor.cells))
RATES = ("1st_rate", "2nd_rate", "3rd_rate", "4th_rate", "5th_rate", "smaller")
MISS = -1000


def _random_factors(band: object) -> list[int]:
    found = [CHARTS.hit_and_random_factor.at(band, face) for face in range(1, 7)]
    return [factor if isinstance(factor, int) else MISS for factor in found]


def _added(condition: str) -> int:
    value = CHARTS.base_factors.at(condition)
    assert isinstance(value, int)
    return value


ICEPOOL = {band: icepool.Die(_random_factors(band)) for band in BANDS}
DYCE = {band: dyce.H(_random_factors(band)) for band in BANDS}
FIRST = {False: 0, True: _added("first_shot_on_that_side")}
RAKE = {"": 0, "none": 0, "stern": _added("stern_rake_under_5_inches"), "bow": _added("bow_rake_under_5_inches")}
BOTH = {False: 0, True: _added("firing_both_sides_same_turn")}
EFFECT = {
    rate: {f: CHARTS.effect_of_firing.at("3rd_rate" if rate == "4th_rate" else rate, f) for f in range(30)}
    for rate in RATES
}

SHOTS = [
    Shot(hull, band, rate, first, rake, both)  # type: ignore[arg-type]
    for hull, band, rate, first, rake, both in product(
        range(1, 13), BANDS, RATES, (False, True), ("", "stern", "bow"), (False, True)
    )
    if not rake or band in ("overlap_or_grappled", "0-5")
]


def knowing_shots() -> Memory:
    """A memory of the default size that has met every aimed shot: as much as the peers are given beforehand."""
    memory = Memory()
    for shot in SHOTS:
        odds(fire, shot, CHARTS, memory=memory)
    return memory


def icepool_shot(shot: Shot) -> Any:
    """The boxes of one aimed broadside."""
    base = shot.hull + FIRST[shot.first] + RAKE[shot.rake] + BOTH[shot.both]
    effect = EFFECT[shot.target_rate].get
    return ICEPOOL[shot.band].map(lambda random: effect(base + random, 0), star=False)


def dyce_shot(shot: Shot) -> Any:
    """The same."""
    base = shot.hull + FIRST[shot.first] + RAKE[shot.rake] + BOTH[shot.both]
    effect = EFFECT[shot.target_rate].get
    return DYCE[shot.band].apply(lambda random: effect(base + random, 0))


def band_of(b: Broadside) -> str:
    """The range band of a broadside."""
    if b.locked or b.range is None:
        return "overlap_or_grappled"
    if b.range < 5:
        return "0-5"
    return "5-10" if b.range < 10 else "10-15"


def icepool_broadside(b: Broadside) -> Any:
    """The boxes of a broadside from the inputs that a player gives."""
    base = b.hull + FIRST[b.first_shot] + RAKE[b.rake] + BOTH[b.both_sides]
    effect = EFFECT[b.target_rate].get
    return ICEPOOL[band_of(b)].map(lambda random: effect(base + random, 0), star=False)


def dyce_broadside(b: Broadside) -> Any:
    """The same."""
    base = b.hull + FIRST[b.first_shot] + RAKE[b.rake] + BOTH[b.both_sides]
    effect = EFFECT[b.target_rate].get
    return DYCE[band_of(b)].apply(lambda random: effect(base + random, 0))
