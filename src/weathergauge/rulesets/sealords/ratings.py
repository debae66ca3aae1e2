"""What squadrons and auxiliaries are rated at where the counters are lost (section 1 of the reading; SL76)."""

from __future__ import annotations

from msgspec import Struct

from weathergauge.rulesets.sealords.state import Squadron
from weathergauge.rulesets.sealords.terms import AuxClass, SquadronClass


class Rating(Struct, frozen=True):
    full: int
    rating: int
    ma: int
    shift: int


RATINGS: dict[SquadronClass, Rating] = {
    "sol": Rating(4, 10, 4, 0),
    "sol_d": Rating(2, 6, 4, 0),
    "frigate": Rating(2, 5, 5, 0),
    "galley": Rating(4, 6, 3, 0),
    "flagship": Rating(1, 6, 4, 1),
}
THREE_DECKER = Rating(1, 6, 3, 2)
"""A flagship of 90 guns and more."""
THREE_DECKER_GUNS = 90
RANGES: dict[AuxClass, int] = {
    "fleet": 6, "fleet_50": 8, "galley": 3, "light": 4, "fireship": 0, "bomb": 0, "marine": 0,
}  # fmt: skip
"""Operational ranges in spaces. A pirate's galley reaches 5 (`PIRATE_RANGE`), a guardacostas 3."""
PIRATE_RANGE = 5
GUARDACOSTAS_RANGE = 3


def squadron(
    id: str,
    contingent: str,
    cls: SquadronClass,
    sail: int,
    *,
    name: str = "",
    guns: int = 0,
    shift: int | None = None,
    dps: int = 0,
) -> Squadron:
    """A squadron as her class is rated; the Spanish of the line are a point slower."""
    rated = THREE_DECKER if cls == "flagship" and guns >= THREE_DECKER_GUNS else RATINGS[cls]
    ma = rated.ma - 1 if cls == "sol" and contingent == "spanish" else rated.ma
    given = rated.shift if shift is None else shift
    return Squadron(id, contingent, cls, sail, rated.full, rated.rating, ma, given, dps, name, guns)
