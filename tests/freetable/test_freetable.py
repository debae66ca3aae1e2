"""Measured tables, held to a slow and plain reference: polygons with floating corners, distances by projection."""

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from weathergauge.freetable import (
    FINE,
    Box,
    angle_between,
    bearing,
    crosses_at,
    first_contact,
    gap,
    in_cone,
    meets_cone,
    moved,
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
)  # fmt: skip
from weathergauge.freetable.geometry import inches

Spot = tuple[float, float]
NEAR = 0.02
"""Inches: what rounding may cost. Positions are hundredths, and sines have sixteen bits."""

headings = st.integers(0, 359)
places = st.integers(-600, 600)
boxes = st.tuples(places, places, headings, st.sampled_from([125, 175, 200]), st.sampled_from([45, 50, 60, 75]))
runs = st.integers(0, 1400)


# The reference


def corners(box: Box) -> list[Spot]:
    """In inches, port bow first, then round with the sun."""
    x, y, heading, length, width = box
    ahead, right = (sin(radians(heading)), cos(radians(heading))), (cos(radians(heading)), -sin(radians(heading)))
    return [
        ((x + along * length / 2 * ahead[0] + across * width / 2 * right[0]) / 100,
         (y + along * length / 2 * ahead[1] + across * width / 2 * right[1]) / 100)
        for along, across in ((1, -1), (1, 1), (-1, 1), (-1, -1))
    ]  # fmt: skip


def sides(box: Box) -> Iterator[tuple[Spot, Spot]]:
    around = corners(box)
    yield from pairwise([*around, around[0]])


def to_segment(spot: Spot, a: Spot, b: Spot) -> float:
    """How far a spot is from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    t = 0.0 if long == 0 else max(0.0, min(1.0, ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / long))
    return hypot(spot[0] - a[0] - t * dx, spot[1] - a[1] - t * dy)


def inside(spot: Spot, box: Box) -> float:
    """How deep a spot is inside a box; negative outside."""
    dx, dy = spot[0] - box[0] / 100, spot[1] - box[1] / 100
    s, c = sin(radians(box[2])), cos(radians(box[2]))
    return min(box[3] / 200 - abs(dx * s + dy * c), box[4] / 200 - abs(dx * c - dy * s))


def distance(a: Box, b: Box) -> float:
    """How far two boxes are apart that do not overlap."""
    return min(
        min(to_segment(spot, *side) for spot in corners(one) for side in sides(other))
        for one, other in ((a, b), (b, a))
    )


def depth(a: Box, b: Box) -> float:
    """How far two boxes reach into each other, by the axis that parts them best; negative where they are apart."""
    found = []
    for heading in (a[2], a[2] + 90, b[2], b[2] + 90):
        s, c = sin(radians(heading)), cos(radians(heading))
        spread = [[x * s + y * c for x, y in corners(box)] for box in (a, b)]
        found.append(min(max(spread[0]) - min(spread[1]), max(spread[1]) - min(spread[0])))
    return min(found)


def deepest(box: Box, run: int, other: Box) -> float:
    """How far two boxes come to reach into each other on a straight run."""
    s, c = sin(radians(box[2])), cos(radians(box[2]))
    return max(depth((box[0] + far * s, box[1] + far * c, *box[2:]), other) for far in {*range(0, run, 5), run})


# Headings


@given(headings, st.integers(-180, 180))
def test_a_turn_is_undone_by_turning_back(heading: int, angle: int):
    """And the angle between is the angle turned."""
    assert turned(turned(heading, angle), -angle) == heading
    assert angle_between(heading, turned(heading, angle)) == abs(angle)


@given(headings, headings)
def test_the_angle_between_headings_is_the_smaller_one_either_way(one: int, other: int):
    """Never more than half a circle."""
    assert angle_between(one, other) == angle_between(other, one)
    assert 0 <= angle_between(one, other) <= 180


def test_headings_are_compass_ones():
    """North is up, east is right, and starboard is positive."""
    assert [moved(0, 0, heading, 100) for heading in (0, 90, 180, 270)] == [(0, 100), (100, 0), (0, -100), (-100, 0)]
    assert turned(350, 20) == 10
    assert bearing((0, 0), (10, 10)) == 45


@given(places, places, headings, runs)
def test_a_run_ends_where_trigonometry_says(x: int, y: int, heading: int, run: int):
    """To the nearest hundredth, and half of one for the sines."""
    ex, ey = moved(x, y, heading, run)
    assert abs(ex - x - run * sin(radians(heading))) <= 0.55
    assert abs(ey - y - run * cos(radians(heading))) <= 0.55


# Overlap and distance


@given(boxes, boxes)
def test_overlap_is_that_of_polygons(a: Box, b: Box):
    """Where the reference is sure, we agree; within a fiftieth of an inch either may be said."""
    deep = depth(a, b)
    assume(abs(deep) > NEAR)
    assert overlaps(a, b) is (deep > 0)


@given(boxes, boxes)
def test_overlap_is_mutual(a: Box, b: Box):
    """Whichever box is asked about the other."""
    assert overlaps(a, b) == overlaps(b, a)


@given(boxes)
def test_a_box_overlaps_itself(box: Box):
    """With no gap at all."""
    assert overlaps(box, box)
    assert gap(box, box)[0] == 0


@given(boxes, boxes)
def test_the_gap_is_the_distance_of_polygons(a: Box, b: Box):
    """Whole numbers agree with floating ones, and the two points lie on the boxes."""
    assume(depth(a, b) < -NEAR)
    square, near, far = gap(a, b)
    apart = distance(a, b)
    assert sqrt(square) / 10_000 == pytest.approx(apart, abs=NEAR)
    assert inches(square) == int(sqrt(square) / FINE)
    # The points are on the two boxes, and as far apart as the gap says.
    one, other = (near[0] / 10_000, near[1] / 10_000), (far[0] / 10_000, far[1] / 10_000)
    assert abs(inside(one, a)) <= NEAR
    assert abs(inside(other, b)) <= NEAR
    assert hypot(one[0] - other[0], one[1] - other[1]) == pytest.approx(apart, abs=NEAR)


@given(boxes, boxes)
def test_the_gap_is_mutual(a: Box, b: Box):
    """The same distance, and the same two points the other way round."""
    square, near, far = gap(a, b)
    assert gap(b, a) == (square, far, near)


@given(places, places, headings)
def test_sides_that_touch_do_not_overlap(x: int, y: int, quarter: int):
    """Two bases edge to edge, on the four headings where hundredths are exact."""
    heading = quarter % 4 * 90
    one: Box = (x, y, heading, 200, 76)
    for way, apart in ((0, 200), (90, 76), (180, 200), (270, 76)):
        bx, by = moved(x, y, turned(heading, way), apart)
        assert not overlaps(one, (bx, by, heading, 200, 76))
        assert gap(one, (bx, by, heading, 200, 76))[0] == 0
        bx, by = moved(x, y, turned(heading, way), apart - 1)
        assert overlaps(one, (bx, by, heading, 200, 76))


@pytest.mark.parametrize("heading", [0, 37, 90, 144, 271])
def test_of_parallel_sides_the_middle_stands_for_all(heading: int):
    """A ship abeam: the line between the two runs from amidships to amidships."""
    x, y = moved(0, 0, turned(heading, 90), 600)
    square, near, far = gap((0, 0, heading, 180, 45), (x, y, heading, 180, 45))
    assert sqrt(square) / 10_000 == pytest.approx(5.55, abs=NEAR)
    for point, centre in ((near, (0, 0)), (far, (x, y))):
        assert hypot(point[0] / 100 - centre[0], point[1] / 100 - centre[1]) == pytest.approx(22.5, abs=2)


# Runs


@given(boxes, runs)
def test_a_sweep_covers_where_the_run_begins_and_ends(box: Box, run: int):
    """Within what rounding costs."""
    path = swept(box, run)
    end: Box = (*moved(box[0], box[1], box[2], run), *box[2:])
    assert all(inside(spot, path) >= -NEAR for here in (box, end) for spot in corners(here))


@given(boxes, runs, boxes)
def test_first_contact_is_where_the_boxes_first_meet(box: Box, run: int, other: Box):
    """Up to there they are apart; a little farther they overlap."""
    assume(depth(box, other) < -NEAR)
    at = first_contact(box, run, other)
    if at is None:
        assert deepest(box, run, other) < NEAR
        return
    assert 0 <= at <= run
    assert deepest(box, at, other) < NEAR
    end: Box = (*moved(box[0], box[1], box[2], at), *box[2:])
    assert not overlaps(end, other)


@given(boxes, st.integers(250, 1000), st.integers(-60, 60), headings, st.integers(100, 300), runs)
def test_first_contact_does_not_depend_on_how_far_she_means_to_go(
    box: Box, along: int, across: int, heading: int, over: int, more: int
):
    """A longer run meets the ship ahead at the same place, give or take the rounding of a sweep.

    Against a side that lies one degree from her track, a hundredth of an inch sideways is 57 ahead.
    """
    abreast = moved(*moved(box[0], box[1], box[2], along), turned(box[2], 90), across)
    other: Box = (*abreast, heading, 200, 75)
    run = along + over
    assume(deepest(box, run, other) > 10 * NEAR)
    short, long = first_contact(box, run, other), first_contact(box, run + more, other)
    assert short is not None
    assert long is not None
    assert abs(short - long) <= 60


def test_a_bow_meets_a_side_square_on():
    """From bow to side it is 3.625 inches: she goes 3.62."""
    assert first_contact((3000, 3000, 90, 200, 75), 500, (3500, 3000, 0, 200, 75)) == 362
    assert first_contact((3000, 3000, 90, 200, 75), 362, (3500, 3000, 0, 200, 75)) is None
    assert first_contact((3000, 3000, 270, 200, 75), 500, (3500, 3000, 0, 200, 75)) is None


# Cones and lines


@given(headings, st.integers(50, 899), st.integers(-2000, 2000), st.integers(-2000, 2000))
def test_a_cone_is_an_angle(axis: int, tenths: int, x: int, y: int):
    """By the arc tangent, where it is not within a hundredth of a degree of the edge; from five degrees up."""
    assume(x or y)
    off = abs((degrees(atan2(x, y)) - axis + 180) % 360 - 180)
    assume(abs(off - tenths / 10) > 0.01)
    assert in_cone((0, 0), axis, tenths, (x * FINE, y * FINE)) is (off < tenths / 10)


def test_the_edge_of_a_cone_is_inside():
    """Forty-five degrees exactly, on both sides, and a right angle."""
    assert in_cone((0, 0), 90, 450, (700, 700))
    assert in_cone((0, 0), 90, 450, (700, -700))
    assert not in_cone((0, 0), 90, 450, (700, 701))
    assert in_cone((0, 0), 0, 900, (700, 0))
    assert not in_cone((700, 700), 0, 900, (700, 700)), "the centre itself lies in no direction"


@given(boxes, headings, st.integers(5, 85))
def test_a_box_meets_a_cone_where_any_of_its_spots_does(box: Box, axis: int, half: int):
    """Against a fine grid of spots over the box."""
    grid = range(-10, 11)
    s, c = sin(radians(box[2])), cos(radians(box[2]))
    found = False
    for i in grid:
        for j in grid:
            u, v = box[3] / 20 * i, box[4] / 20 * j
            x, y = box[0] + u * s + v * c, box[1] + u * c - v * s
            off = abs((degrees(atan2(x, y)) - axis + 180) % 360 - 180)
            found = found or off < half - 0.1
    if found:
        assert meets_cone(box, (0, 0), axis, half)
    if meets_cone(box, (0, 0), axis, half):
        # A spot of the box is in the cone, or so near that the grid missed it.
        assert found or _nearly(box, axis, half)


def _nearly(box: Box, axis: int, half: int) -> bool:
    """Whether the box comes within a tenth of an inch of the cone."""
    edges = [(axis - half) * pi / 180, (axis + half) * pi / 180]
    rays = [((0.0, 0.0), (30 * sin(edge), 30 * cos(edge))) for edge in edges]
    return inside((0, 0), box) > -0.1 or any(
        to_segment(spot, *ray) < 0.1 for ray in rays for spot in corners(box)
    ) or any(_cross(*ray, *side) for ray in rays for side in sides(box))  # fmt: skip


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


spots = st.tuples(places, places)


@given(spots, spots, boxes)
def test_a_line_is_blocked_by_a_box_it_runs_into(start: tuple[int, int], end: tuple[int, int], box: Box):
    """Where the reference finds it a fiftieth of an inch inside or outside, we agree."""
    assume(start != end)
    a, b = (start[0] / 100, start[1] / 100), (end[0] / 100, end[1] / 100)
    steps = max(2, int(hypot(a[0] - b[0], a[1] - b[1]) * 100))
    deepest = max(
        inside((a[0] + (b[0] - a[0]) * t / steps, a[1] + (b[1] - a[1]) * t / steps), box) for t in range(steps + 1)
    )
    assume(abs(deepest) > NEAR)
    fine = [(p[0] * FINE, p[1] * FINE) for p in (start, end)]
    assert seen_through(fine[0], fine[1], box) is (deepest < 0)
    assert seen_through(fine[1], fine[0], box) is (deepest < 0)


@given(st.tuples(places, places), st.lists(st.tuples(places, places), min_size=1, max_size=5), boxes)
def test_a_shadow_is_what_lines_to_each_end_meet(start: tuple[int, int], ends: list[tuple[int, int]], box: Box):
    """A bit for each end that is not seen."""
    fine = [(x * FINE, y * FINE) for x, y in (start, *ends)]
    blocked = [n for n, end in enumerate(fine[1:]) if not seen_through(fine[0], end, box)]
    assert shadow(fine[0], tuple(fine[1:]), box) == sum(1 << n for n in blocked)


@given(boxes, boxes, st.sampled_from([1, 4, 40]))
def test_the_square_apart_is_that_of_the_gap(a: Box, b: Box, scale: int):
    """Also far off, where only the corners that face each other are measured."""
    far = (b[0] * scale, b[1] * scale, *b[2:])
    assert square_apart(a, far) == square_apart(far, a) == gap(a, far)[0]


def test_a_line_along_a_side_is_not_blocked():
    """It touches the hull and does not run into it."""
    hull: Box = (0, 0, 0, 180, 46)
    assert seen_through((2300, -20000), (2300, 20000), hull)
    assert not seen_through((2299, -20000), (2299, 20000), hull)


@given(spots, headings, st.integers(1, 1400), spots, spots)
def test_a_run_crosses_a_segment_where_the_lines_meet(
    start: tuple[int, int], heading: int, run: int, one: tuple[int, int], other: tuple[int, int]
):
    """Measured along the run; crossing, or not, is that of segments."""
    end = moved(*start, heading, run)
    assume(one != other and end != start)
    at = crosses_at(start, heading, run, one, other)
    first, last = _turn(start, end, one), _turn(start, end, other)
    here, there = _turn(one, other, start), _turn(one, other, end)
    assume(first * last * here * there != 0)
    assert (at is not None) is (first * last < 0 and here * there < 0)
    if at is not None:
        share = here / (here - there)
        assert at == pytest.approx(share * run, abs=1.01)


def test_boxes_touch_within_a_few_hundredths():
    """Side by side with three hundredths between them; two inches off nothing is measured."""
    one, other, far = (0, 0, 0, 200, 100), (103, 0, 0, 200, 100), (400, 0, 0, 200, 100)
    assert touching(one, other, 3)
    assert not touching(one, other, 2)
    assert not touching(one, far, 3)


def test_the_shorter_turn_and_the_way_back():
    """From 350 to 10 is 20 to starboard; about is 180 to port, and a run astern leaves the heading as it was."""
    assert turn_to(350, 10) == 20
    assert turn_to(10, 350) == -20
    assert turn_to(0, 180) == -180
    assert opposite(350) == 170
    assert run((0, 0, 90, 200, 100), -50) == (-50, 0, 90, 200, 100)
    assert pivoted((0, 0, 350, 200, 100), 20) == (0, 0, 10, 200, 100)
