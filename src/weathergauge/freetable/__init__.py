"""Measured tables: bases, gaps, swept paths, arcs and lines of fire, for games played in inches.

Everything is whole numbers, so that a record replays the same everywhere. Positions and lengths are
hundredths of an inch, x to the east and y to the north; headings are whole degrees, clockwise from north.
Inside, points are *fine*: a hundredth of those, which is a ten-thousandth of an inch.
"""

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
    overlaps,
    seen_through,
    shadow,
    square_apart,
    swept,
    turned,
)

__all__ = [
    "COS",
    "FINE",
    "SCALE",
    "SIN",
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
    "overlaps",
    "seen_through",
    "shadow",
    "square_apart",
    "swept",
    "turned",
]
