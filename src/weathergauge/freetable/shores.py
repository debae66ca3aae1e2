"""Land and shoals: polygons of table points, in whole numbers."""

from __future__ import annotations

from functools import lru_cache

from weathergauge.freetable.geometry import FINE, Box, Point, moved, nearest_point, seen_through, swept

Polygon = tuple[Point, ...]
"""Corners in hundredths of an inch, in order either way about; the last is joined to the first."""


Edge = tuple[Point, Point, int, int, int, int]
"""Two corners and the box about them, all fine: west, south, east, north."""


@lru_cache(maxsize=256)
def _fine(polygon: Polygon) -> tuple[Polygon, int, int, int, int]:
    """The corners as fine points, and the box that holds them."""
    points = tuple([(x * FINE, y * FINE) for x, y in polygon])
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return points, min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=256)
def _edges(polygon: Polygon) -> tuple[Edge, ...]:
    """The sides of a polygon."""
    points = _fine(polygon)[0]
    return tuple(
        [
            ((ax, ay), (bx, by), min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
            for (ax, ay), (bx, by) in zip((points[-1], *points), points, strict=False)
        ]
    )


def lies_near(polygon: Polygon, x: int, y: int, reach: int) -> bool:
    """Whether the box about a polygon comes within so many hundredths of a place: cheap to ask before measuring."""
    _, low_x, low_y, high_x, high_y = _fine(polygon)
    x, y, reach = x * FINE, y * FINE, reach * FINE
    return low_x - reach <= x <= high_x + reach and low_y - reach <= y <= high_y + reach


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


def covers(polygon: Polygon, box: Box) -> bool:
    """Whether a polygon and a box share any area. Meeting along an edge is not enough."""
    _, low_x, low_y, high_x, high_y = _fine(polygon)
    x, y, _, length, width = box
    reach = (length + width) * FINE // 2
    cx, cy = x * FINE, y * FINE
    left, right, bottom, top = cx - reach, cx + reach, cy - reach, cy + reach
    if right < low_x or left > high_x or top < low_y or bottom > high_y:
        return False
    for one, other, west, south, east, north in _edges(polygon):
        # A side that lies wholly to one side of the box is not measured.
        if west <= right and east >= left and south <= top and north >= bottom and not seen_through(one, other, box):
            return True
    # No edge enters the box: it lies in the polygon with all of itself, or with nothing.
    return holds(polygon, (cx, cy))


def first_touch(polygon: Polygon, box: Box, distance: int) -> int | None:
    """How far a box can run straight ahead before it touches a polygon; None where it runs clear."""
    if not covers(polygon, swept(box, distance)):
        return None
    low, high = 0, distance
    while low < high:
        middle = (low + high) // 2
        if covers(polygon, swept(box, middle)):
            high = middle
        else:
            low = middle + 1
    # What a sweep covers is rounded, and so is where it ends: there the two must be apart.
    at = max(0, low - 1)
    x, y, heading, length, width = box
    while at > 0 and covers(polygon, (*moved(x, y, heading, at), heading, length, width)):
        at -= 1
    return at


def within(box: Box, centre: Point, radius: int) -> bool:
    """Whether any part of a box lies within so many hundredths of a point, itself in hundredths."""
    px, py = centre[0] * FINE, centre[1] * FINE
    x, y = nearest_point(box, (px, py))
    return (x - px) ** 2 + (y - py) ** 2 <= (radius * FINE) ** 2


def first_within(box: Box, distance: int, centre: Point, radius: int) -> int | None:
    """How far a box runs straight ahead until it lies within a radius of a point; None where it runs clear."""
    if not within(swept(box, distance), centre, radius):
        return None
    low, high = 0, distance
    while low < high:
        middle = (low + high) // 2
        if within(swept(box, middle), centre, radius):
            high = middle
        else:
            low = middle + 1
    return low
