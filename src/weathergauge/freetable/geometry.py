"""Oriented rectangles on an open table, in whole numbers."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, degrees, isqrt, radians, sin

Point = tuple[int, int]
"""x and y."""
Box = tuple[int, int, int, int, int]
"""x, y, heading, length, width: a base or a hull."""
Gap = tuple[int, Point, Point]
"""The square of the distance between two boxes in fine units, and the nearest point of each."""

FINE = 100
"""Fine units in one of the table's."""
SCALE = 1 << 16
"""What one is among the sines."""
SIN = tuple(round(sin(radians(d)) * SCALE) for d in range(360))
"""Sines of whole degrees, rounded once to sixteen bits, where no machine's last digit of a sine can matter."""
COS = tuple(round(cos(radians(d)) * SCALE) for d in range(360))
"""Cosines of whole degrees, rounded in the same way."""


def turned(heading: int, angle: int) -> int:
    """A heading after a turn; positive is to starboard."""
    return (heading + angle) % 360


def opposite(heading: int) -> int:
    """The heading of a ship that has turned about."""
    return (heading + 180) % 360


def turn_to(heading: int, wanted: int) -> int:
    """The shorter turn from one heading to another, from -180 to 179; positive is to starboard."""
    return (wanted - heading + 180) % 360 - 180


def angle_between(one: int, other: int) -> int:
    """The smaller angle between two headings, 0 to 180."""
    apart = (one - other) % 360
    return 360 - apart if apart > 180 else apart


def moved(x: int, y: int, heading: int, distance: int) -> Point:
    """Where a straight run ends, to the nearest hundredth of an inch."""
    half = SCALE // 2
    return x + (distance * SIN[heading] + half) // SCALE, y + (distance * COS[heading] + half) // SCALE


def run(box: Box, distance: int) -> Box:
    """A box after a straight run; astern if negative."""
    x, y, heading, length, width = box
    if distance < 0:
        return (*moved(x, y, opposite(heading), -distance), heading, length, width)
    return (*moved(x, y, heading, distance), heading, length, width)


def pivoted(box: Box, angle: int) -> Box:
    """A box turned on the spot."""
    x, y, heading, length, width = box
    return x, y, (heading + angle) % 360, length, width


def bearing(start: Point, end: Point) -> int:
    """The compass bearing of one point from another, in whole degrees. For words and bots, never for a rule."""
    return round(degrees(atan2(end[0] - start[0], end[1] - start[1]))) % 360


def overlaps(a: Box, b: Box) -> bool:
    """Whether two boxes share any area: some side of one parts them, or they overlap."""
    ax, ay, ah, al, aw = a
    bx, by, bh, bl, bw = b
    dx, dy = (bx - ax) * 2, (by - ay) * 2
    reach = al + aw + bl + bw
    if dx > reach or -dx > reach or dy > reach or -dy > reach:
        return False
    apart = (bh - ah) % 360
    s, c = SIN[apart], COS[apart]
    if s < 0:
        s = -s
    if c < 0:
        c = -c
    sa, ca, sb, cb = SIN[ah], COS[ah], SIN[bh], COS[bh]
    return (
        abs(dx * sa + dy * ca) < al * SCALE + bl * c + bw * s
        and abs(dx * ca - dy * sa) < aw * SCALE + bl * s + bw * c
        and abs(dx * sb + dy * cb) < bl * SCALE + al * c + aw * s
        and abs(dx * cb - dy * sb) < bw * SCALE + al * s + aw * c
    )


def swept(box: Box, distance: int) -> Box:
    """The box that a straight run of this length covers, from start to end. Lengths are doubled by nobody."""
    x, y, heading, length, width = box
    mx, my = moved(x, y, heading, distance // 2)
    return mx, my, heading, length + distance, width


def first_contact(box: Box, distance: int, other: Box) -> int | None:
    """How far a box can run straight ahead before it touches another; None where it runs clear."""
    if not overlaps(swept(box, distance), other):
        return None
    low, high = 0, distance
    while low < high:
        middle = (low + high) // 2
        if overlaps(swept(box, middle), other):
            high = middle
        else:
            low = middle + 1
    # What a sweep covers is rounded, and so is where it ends: there the two must be apart.
    at = max(0, low - 1)
    x, y, heading, length, width = box
    while at > 0 and overlaps((*moved(x, y, heading, at), heading, length, width), other):
        at -= 1
    return at


@lru_cache(maxsize=1 << 14)
def corners(box: Box) -> tuple[Point, Point, Point, Point]:
    """The corners of a box as fine points: starboard and port bow, then starboard and port quarter."""
    x, y, heading, length, width = box
    s, c = SIN[heading], COS[heading]
    half = FINE // 2
    ls, lc, ws, wc = length * half * s, length * half * c, width * half * s, width * half * c
    fx, fy = x * FINE, y * FINE
    return (
        (fx + (ls + wc) // SCALE, fy + (lc - ws) // SCALE),
        (fx + (ls - wc) // SCALE, fy + (lc + ws) // SCALE),
        (fx - (ls - wc) // SCALE, fy - (lc + ws) // SCALE),
        (fx - (ls + wc) // SCALE, fy - (lc - ws) // SCALE),
    )


def _nearest_on(box: Box, px: int, py: int) -> tuple[int, int, int]:
    """The square of the distance from a fine point to a box, and the point of the box that is nearest."""
    x, y, heading, length, width = box
    s, c = SIN[heading], COS[heading]
    dx, dy = px - x * FINE, py - y * FINE
    ahead, beam = (dx * s + dy * c) // SCALE, (dx * c - dy * s) // SCALE
    half_length, half_width = length * FINE // 2, width * FINE // 2
    u = half_length if ahead > half_length else -half_length if ahead < -half_length else ahead
    v = half_width if beam > half_width else -half_width if beam < -half_width else beam
    nx, ny = x * FINE + (u * s + v * c) // SCALE, y * FINE + (u * c - v * s) // SCALE
    return (u - ahead) ** 2 + (v - beam) ** 2, nx, ny


def nearest_point(box: Box, point: Point) -> Point:
    """The point of a box that is nearest to a fine point."""
    return _nearest_on(box, *point)[1:]


@lru_cache(maxsize=1 << 15)
def gap(a: Box, b: Box) -> Gap:
    """How far apart two boxes are, and where they are nearest. Overlapping boxes answer with their centres."""
    if a > b:
        square, far, near = gap(b, a)
        return square, near, far
    if overlaps(a, b):
        return 0, (a[0] * FINE, a[1] * FINE), (b[0] * FINE, b[1] * FINE)
    best, near, far = -1, (0, 0), (0, 0)
    gaps: list[Gap] = []
    for px, py in _facing(a, b):
        square, nx, ny = _nearest_on(b, px, py)
        gaps.append((square, (px, py), (nx, ny)))
        if best < 0 or square < best:
            best, near, far = gaps[-1]
    for px, py in _facing(b, a):
        square, nx, ny = _nearest_on(a, px, py)
        gaps.append((square, (nx, ny), (px, py)))
        if square < best:
            best, near, far = gaps[-1]
    # Between parallel sides no point is the nearest: the middle of the stretch that faces the other stands for all.
    level = best + 4 * isqrt(best) + 4
    tied = [pair for pair in gaps if pair[0] <= level]
    if len(tied) > 1:
        _, (nx, ny), (fx, fy) = one = max(tied, key=lambda pair: _apart(pair, tied[0]))
        _, (mx, my), (gx, gy) = max(tied, key=lambda pair: _apart(pair, one))
        near, far = ((nx + mx) // 2, (ny + my) // 2), ((fx + gx) // 2, (fy + gy) // 2)
    return best, near, far


def touching(a: Box, b: Box, apart: int = 0) -> bool:
    """Whether two boxes lie within so many hundredths of each other; far ones are told without measuring."""
    reach = (a[3] + a[4] + b[3] + b[4]) // 2 + apart
    return -reach < a[0] - b[0] < reach and -reach < a[1] - b[1] < reach and gap(a, b)[0] <= (apart * FINE) ** 2


_PLAIN = 100
"""Hundredths beyond a side, from where on rounding cannot make a corner of the far side the nearer one."""


def square_apart(a: Box, b: Box) -> int:
    """The square of the distance between two boxes as `gap` has it, without the points."""
    return _square_apart(a, b) if a < b else _square_apart(b, a)


@lru_cache(maxsize=1 << 15)
def _square_apart(a: Box, b: Box) -> int:
    """Only corners that can be the nearest are measured."""
    ax, ay, _, al, aw = a
    bx, by, _, bl, bw = b
    reach = (al + aw + bl + bw) // 2
    if -reach < bx - ax < reach and -reach < by - ay < reach:
        return gap(a, b)[0]
    best = -1
    for box, other in ((a, b), (b, a)):
        x, y, heading, length, width = other
        s, c = SIN[heading], COS[heading]
        half_length, half_width = length * FINE // 2, width * FINE // 2
        x, y = x * FINE, y * FINE
        for px, py in _facing(box, other):
            dx, dy = px - x, py - y
            ahead, beam = (dx * s + dy * c) // SCALE, (dx * c - dy * s) // SCALE
            if ahead < 0:
                ahead = -ahead
            if beam < 0:
                beam = -beam
            square = (ahead - half_length) ** 2 if ahead > half_length else 0
            if beam > half_width:
                square += (beam - half_width) ** 2
            if square < best or best < 0:
                best = square
    return best


def _facing(box: Box, other: Box) -> tuple[Point, ...]:
    """The corners of a box that may be the nearest to another. Whatever lies wholly beyond its bow is nearer to the
    corners there than to those of its stern, and so for every side."""
    x, y, heading, length, width = box
    s, c = SIN[heading], COS[heading]
    dx, dy = other[0] - x, other[1] - y
    size = other[3] + other[4] + 2 * _PLAIN
    ahead, beam = (dx * s + dy * c) * 2, (dx * c - dy * s) * 2
    along, across = (length + size) * SCALE, (width + size) * SCALE
    every: tuple[Point, ...] = corners(box)
    if ahead > along:
        every = every[:2]
    elif ahead < -along:
        every = every[2:]
    elif beam > across:
        return every[::2]
    elif beam < -across:
        return every[1::2]
    else:
        return every
    return every[:1] if beam > across else every[1:] if beam < -across else every


def _apart(one: Gap, other: Gap) -> int:
    return (one[1][0] - other[1][0]) ** 2 + (one[1][1] - other[1][1]) ** 2


def inches(square: int) -> int:
    """A fine square distance as hundredths of an inch, rounded down."""
    return isqrt(square) // FINE


def in_cone(centre: Point, axis: int, half_angle: int, point: Point) -> bool:
    """Whether a fine point lies within `half_angle` tenths of a degree of a direction from a fine centre.

    Both are compared as squares, so no angle is ever worked out. Cones are at most a right angle to a side. The centre
    itself lies in no direction.
    """
    dx, dy = point[0] - centre[0], point[1] - centre[1]
    along = dx * SIN[axis] + dy * COS[axis]
    if along < 0 or (dx == 0 and dy == 0):
        return False
    edge = _cosine(half_angle)
    return along * along >= (dx * dx + dy * dy) * edge * edge


def meets_cone(box: Box, centre: Point, axis: int, half_angle: int) -> bool:
    """Whether any part of a box lies within `half_angle` whole degrees of a direction from a fine centre."""
    if any(in_cone(centre, axis, half_angle * 10, corner) for corner in corners(box)):
        return True
    # Otherwise the box can only lie across an edge of the cone.
    far = abs(box[0] * FINE - centre[0]) + abs(box[1] * FINE - centre[1]) + (box[3] + box[4]) * FINE
    for edge in (turned(axis, -half_angle), turned(axis, half_angle)):
        tip = (centre[0] + far * SIN[edge] // SCALE, centre[1] + far * COS[edge] // SCALE)
        if not seen_through(centre, tip, box):
            return True
    return False


@lru_cache(maxsize=256)
def _cosine(tenths: int) -> int:
    # Rounded down, so that a point on the very edge of a cone is inside.
    return int(cos(radians(tenths / 10)) * SCALE)


def seen_through(start: Point, end: Point, box: Box) -> bool:
    """Whether the straight line between two fine points runs clear of a box."""
    x, y, heading, length, width = box
    s, c = SIN[heading], COS[heading]
    # A line whose ends lie beyond the same side of the box cannot meet it.
    ax, ay = start[0] - x * FINE, start[1] - y * FINE
    bx, by = end[0] - x * FINE, end[1] - y * FINE
    half_length, half_width = length * FINE // 2 * SCALE, width * FINE // 2 * SCALE
    au, bu = ax * s + ay * c, bx * s + by * c
    if (au >= half_length and bu >= half_length) or (au <= -half_length and bu <= -half_length):
        return True
    av, bv = ax * c - ay * s, bx * c - by * s
    if (av >= half_width and bv >= half_width) or (av <= -half_width and bv <= -half_width):
        return True
    # Otherwise it meets the box unless all corners lie on one side of it.
    dx, dy = bx - ax, by - ay
    side = abs(ax * dy - ay * dx) * SCALE
    along, across = abs(dx * c - dy * s), abs(dx * s + dy * c)
    return side >= (along * length + across * width) * FINE // 2


def shadow(start: Point, ends: tuple[Point, ...], box: Box) -> int:
    """Which straight lines from one fine point to others meet a box: a bit for each, the first the lowest.

    The same as to ask `seen_through` for each, with what they have in common worked out once.
    """
    x, y, heading, length, width = box
    s, c = SIN[heading], COS[heading]
    ax, ay = start[0] - x * FINE, start[1] - y * FINE
    half_length, half_width = length * FINE // 2 * SCALE, width * FINE // 2 * SCALE
    au, av = ax * s + ay * c, ax * c - ay * s
    bits, bit = 0, 1
    for ex, ey in ends:
        bx, by = ex - x * FINE, ey - y * FINE
        bu, bv = bx * s + by * c, bx * c - by * s
        if not (
            (au >= half_length and bu >= half_length)
            or (au <= -half_length and bu <= -half_length)
            or (av >= half_width and bv >= half_width)
            or (av <= -half_width and bv <= -half_width)
        ):
            dx, dy = bx - ax, by - ay
            if (
                abs(ax * dy - ay * dx) * SCALE
                < (abs(dx * c - dy * s) * length + abs(dx * s + dy * c) * width) * FINE // 2
            ):
                bits |= bit
        bit += bit
    return bits


def crosses_at(start: Point, heading: int, distance: int, one: Point, other: Point) -> int | None:
    """How far along a straight run it crosses the segment between two points, all in hundredths; None if never."""
    ex, ey = moved(start[0], start[1], heading, distance)
    rx, ry = ex - start[0], ey - start[1]
    sx, sy = other[0] - one[0], other[1] - one[1]
    turn = rx * sy - ry * sx
    if turn == 0:
        return None
    qx, qy = one[0] - start[0], one[1] - start[1]
    along, across = qx * sy - qy * sx, qx * ry - qy * rx
    if turn < 0:
        turn, along, across = -turn, -along, -across
    if not (0 < along <= turn and 0 <= across <= turn):
        return None
    return along * distance // turn
