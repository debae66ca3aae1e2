"""Measured tables: bases, gaps, swept paths, arcs and lines of fire, for games played in inches.

Everything is whole numbers, so that a record replays the same everywhere. Positions and lengths are
hundredths of an inch, x to the east and y to the north; headings are whole degrees, clockwise from north.
Inside, points are *fine*: a hundredth of those, which is a ten-thousandth of an inch.
"""

from pathlib import Path

from weathergauge.freetable import geometry
from weathergauge.freetable.geometry import (
    COS,
    FINE,
    SCALE,
    SIN,
    Box,
    Gap,
    Point,
    angle_between,
    bearing,
    corners,
    crosses_at,
    first_contact,
    gap,
    in_cone,
    meets_cone,
    moved,
    nearest_point,
    opposite,
    overlaps,
    pivoted,
    run,
    seen_through,
    shadow,
    square_apart,
    swept,
    touching,
    turn_to,
    turned,
)

PLAIN, COMPILED = "plain Python", "compiled"
STAMP = "compiled.txt"
"""Says what source the compiled modules were made of; `make compile` writes it beside them."""


def running() -> str:
    """Say whether the free table runs as plain Python or compiled, or compiled of an older source than lies here."""
    if geometry.__file__.endswith(".py"):
        return PLAIN
    stamp = Path(geometry.__file__).with_name(STAMP)
    fresh = stamp.is_file() and stamp.read_text(encoding="utf-8") == sources()
    return COMPILED if fresh else "compiled of another source: run make compile again"


def sources() -> str:
    """The hash of all that is compiled."""
    from hashlib import sha256  # whoever only plays does not wait for it

    home = Path(__file__).parent
    return sha256(
        b"".join([(home / f"{name}.py").read_bytes() for name in ("geometry", "shores", "fleet")])
    ).hexdigest()


__all__ = [
    "COMPILED",
    "COS",
    "FINE",
    "PLAIN",
    "SCALE",
    "SIN",
    "STAMP",
    "Box",
    "Gap",
    "Point",
    "angle_between",
    "bearing",
    "corners",
    "crosses_at",
    "first_contact",
    "gap",
    "in_cone",
    "meets_cone",
    "moved",
    "nearest_point",
    "opposite",
    "overlaps",
    "pivoted",
    "run",
    "running",
    "seen_through",
    "shadow",
    "sources",
    "square_apart",
    "swept",
    "touching",
    "turn_to",
    "turned",
]
