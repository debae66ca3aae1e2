"""What broadsides are expected to do between two ships, wherever they may come to lie."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot, radians
from math import cos as cosine
from math import sin as sine
from typing import NamedTuple

from weathergauge.bots.trafalgar.craft import Craft, Pose
from weathergauge.bots.trafalgar.guns import gain
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Band, Rake
from weathergauge.rulesets.trafalgar.state import INCH
from weathergauge.rulesets.trafalgar.targets import BANDS, RAKING, REACH

FIELD = REACH + 3 * INCH
"""Two ships whose middles are farther apart than this are out of each other's reach."""


class Sight(NamedTuple):
    """How two ships lie to one another: between their hulls, and the bearing of each from the other's bow."""

    gap: float
    mine: float
    hers: float


class Threat(NamedTuple):
    """One target before a broadside: how far, how surely it bears, and what it wins fired alone or with the other."""

    gap: float
    bears: float
    single: float
    double: float


def sight(me: Craft, pose: Pose, foe: Craft, there: Pose) -> Sight | None:
    """How two ships lie; None out of reach."""
    dx, dy = there.x - pose.x, there.y - pose.y
    if not (-FIELD < dx < FIELD and -FIELD < dy < FIELD) or there.gone or pose.gone:
        return None
    bearing = degrees(atan2(dx, dy))
    mine = (bearing - pose.heading + 540) % 360 - 180
    hers = (bearing - there.heading + 720) % 360 - 180
    a, b = radians(mine), radians(hers)
    gap = (
        hypot(dx, dy) - me.half_length * abs(cosine(a)) - me.half_width * abs(sine(a))
        - foe.half_length * abs(cosine(b)) - foe.half_width * abs(sine(b))
    )  # fmt: skip
    return Sight(gap, mine, hers) if gap <= REACH else None


def threat(
    firer: Craft, off: float, target: Craft, hers: float, gap: float, arc: float, doubt: float, cone: float,
    charts: Charts,
) -> Threat | None:  # fmt: skip
    """What a ship threatens another with that lies so far off her bow; None where no broadside bears."""
    bears = arc + doubt - abs(abs(off) - 90)
    if bears <= 0:
        return None
    band, rake, fresh = band_of(gap), raked(abs(hers), gap, cone), firer.fresh[off > 0]
    mark = (target.rate, target.points, target.boxes, target.crossed, charts)
    single = gain(firer.hull, band, fresh, rake, False, *mark)
    double = gain(firer.hull, band, fresh, rake, True, *mark)
    return Threat(gap, 1.0 if bears >= 2 * doubt else bears / (2 * doubt), single, double)


def volley(port: Sequence[Threat], starboard: Sequence[Threat]) -> float:
    """What a ship's fire is expected to win: each broadside at the nearest before it, one of them or both."""
    single, double = [0.0, 0.0], [0.0, 0.0]
    for side, targets in enumerate((port, starboard)):
        if targets:
            nearest = min(targets)
            single[side], double[side] = nearest.bears * nearest.single, nearest.bears * nearest.double
    return max(single[0], single[1], double[0] + double[1])


def band_of(gap: float) -> Band:
    """The range band of a distance that is within reach."""
    for name, edge in BANDS:
        if gap < edge:
            return name
    return BANDS[-1][0]


def raked(off: float, gap: float, cone: float) -> Rake:
    """Whether a ship seen so far off her bow is raked."""
    if gap >= RAKING:
        return ""
    return "stern" if off > 180 - cone else "bow" if off < cone else ""
