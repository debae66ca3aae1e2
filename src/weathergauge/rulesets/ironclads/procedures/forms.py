"""What several procedures ask for alike: classes, eras, points of hull, and how points are told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from weathergauge.procedures import Inputs
from weathergauge.rulesets.ironclads import state
from weathergauge.rulesets.ironclads.charts import charts
from weathergauge.rulesets.ironclads.criticals import LIGHTEST_FIRST, Sheet
from weathergauge.rulesets.ironclads.state import QUARTERS, Settings, ShipClass
from weathergauge.rulesets.ironclads.terms import GunType

USUAL = Settings()
YEARS = ", ".join(f"{era} to {year}" for (era,), year in charts().eras.cells.items())
Class = Annotated[ShipClass, Meta(description="class of the ship, 1 the largest")]
Points = Annotated[float, Meta(ge=1 / QUARTERS, le=30, description="hull points she has left", examples=[5])]
Undamaged = Annotated[Points, Meta(description="her undamaged hull; the same if left out")]
Armour = Annotated[int, Meta(ge=0, le=9, description="armour of the target", examples=[3])]
Piercing = Annotated[int, Meta(ge=0, le=9, description="armour piercing", examples=[3])]
Knots = Annotated[int, Meta(ge=0, le=40, examples=[12])]
Era = Annotated[state.Era, Meta(description=YEARS)]
Inches = Annotated[float, Meta(ge=0, le=200, description="inches between the bases", examples=[8])]
GunTypes = Annotated[tuple[GunType, ...], Meta(max_length=len(LIGHTEST_FIRST))]
BridgeHit = Annotated[bool, Meta(description="her bridge is out of action already")]
RudderHit = Annotated[bool, Meta(description="her rudder is damaged already")]
EngineRoom = Annotated[int, Meta(ge=0, le=2, description="how often her engine room was hit")]
Listing = Annotated[bool, Meta(description="she lists heavily already")]
LyingStill = Annotated[bool, Meta(description="she shows a stop order, is anchored or aground")]
POINTS = ("hull", "hull_full", "structure")


class Hulls(Inputs, kw_only=True):
    """Inputs with points of hull, which come in quarters."""

    def __post_init__(self) -> None:
        _check_quarters(self, "")


def _check_quarters(part: Struct, at: str) -> None:
    """Refuse points that are not whole quarters, in any part of a form."""
    for name, value in msgspec.structs.asdict(part).items():
        if name in POINTS and value is not None and value * QUARTERS % 1:
            raise ValueError(f"{at}{name}={value:g}: expected quarters of a point, as in 2.75")
        inner = {f"{name}.{n}": part for n, part in enumerate(value, 1)} if isinstance(value, tuple) else {name: value}
        for path, part in inner.items():
            if isinstance(part, Struct):
                _check_quarters(part, f"{at}{path}.")


def quarters(points: float) -> int:
    """Points as the small squares of a sheet."""
    return round(points * QUARTERS)


def sheet(
    hull: float, full: float | None = None, guns: Iterable[GunType] = (), bridge: bool = False, rudder: bool = False,
    engine_room: int = 0, listing: bool = False, fort: bool = False,
) -> Sheet:  # fmt: skip
    """A ship as the dice see her, by her points."""
    left = tuple([kind for kind in LIGHTEST_FIRST if kind in [*guns]])
    return Sheet(quarters(hull), quarters(full or hull), left, bridge, rudder, engine_room, listing, fort)


def lost(quarters: int, hull: int, sunk: bool = False) -> tuple[float, bool]:
    """Points that she has lost of so many quarters, and whether she is gone."""
    gone = sunk or quarters >= hull
    return (hull if gone else quarters) / QUARTERS, gone
