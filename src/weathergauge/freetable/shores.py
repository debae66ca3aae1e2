"""Land and shoals: polygons of table points, in whole numbers."""

from __future__ import annotations

from functools import lru_cache

from weathergauge.freetable.geometry import FINE, Point

Polygon = tuple[Point, ...]
"""Corners in hundredths of an inch, in order either way about; the last is joined to the first."""


@lru_cache(maxsize=256)
def _fine(polygon: Polygon) -> tuple[Polygon, int, int, int, int]:
    """The corners as fine points, and the box that holds them."""
    points = tuple([(x * FINE, y * FINE) for x, y in polygon])
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return points, min(xs), min(ys), max(xs), max(ys)


def holds(polygon: Polygon, point: Point) -> bool:
    """Whether a fine point lies inside a polygon."""
    corners, low_x, low_y, high_x, high_y = _fine(polygon)
    x, y = point
    if not (low_x <= x <= high_x and low_y <= y <= high_y):
        return False
    inside = False
    ax, ay = corners[-1]
    for bx, by in corners:
        if (ay > y) != (by > y):
            # Which side of the edge it lies on, with the edge taken upwards.
            side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            if (side > 0) == (by > ay):
                inside = not inside
        ax, ay = bx, by
    return inside


def cuts(polygon: Polygon, start: Point, end: Point) -> bool:
    """Whether the straight line between two fine points meets a polygon."""
    corners, low_x, low_y, high_x, high_y = _fine(polygon)
    (sx, sy), (ex, ey) = start, end
    if max(sx, ex) < low_x or min(sx, ex) > high_x or max(sy, ey) < low_y or min(sy, ey) > high_y:
        return False
    dx, dy = ex - sx, ey - sy
    ax, ay = corners[-1]
    for bx, by in corners:
        of_line = (dx * (ay - sy) - dy * (ax - sx) > 0) != (dx * (by - sy) - dy * (bx - sx) > 0)
        if of_line:
            ux, uy = bx - ax, by - ay
            if (ux * (sy - ay) - uy * (sx - ax) > 0) != (ux * (ey - ay) - uy * (ex - ax) > 0):
                return True
        ax, ay = bx, by
    return holds(polygon, start)
