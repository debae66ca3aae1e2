"""Polygons on a measured table: what lies inside, and what a straight line meets."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from weathergauge.freetable import FINE, Box, moved
from weathergauge.freetable.shores import Polygon, covers, cuts, first_touch, first_within, holds

SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
CORNER = ((0, 0), (1000, 0), (1000, 200), (200, 200), (200, 1000), (0, 1000))
"""A coast with a bay: only its two arms are land."""


def fine(x: int, y: int) -> tuple[int, int]:
    return x * FINE, y * FINE


@pytest.mark.parametrize("about", [1, -1])
def test_a_point_is_inside_whichever_way_the_corners_run(about: int):
    """A notch of the coast is outside."""
    assert holds(SQUARE[::about], fine(500, 500))
    assert not holds(SQUARE[::about], fine(1500, 500))
    assert holds(CORNER[::about], fine(100, 900))
    assert not holds(CORNER[::about], fine(500, 500))


@pytest.mark.parametrize(
    ("start", "end", "met"),
    [
        ((-500, 500), (1500, 500), True),
        ((500, 400), (600, 600), True),
        ((-500, 500), (500, 500), True),
        ((-500, -100), (1500, -100), False),
        ((-100, 950), (100, 1150), False),
        ((-100, 850), (100, 1050), True),
        ((-900, 500), (-100, 500), False),
    ],
)
def test_a_line_meets_land_that_it_crosses_or_lies_on(start: tuple[int, int], end: tuple[int, int], met: bool):
    """From either end."""
    assert cuts(SQUARE, fine(*start), fine(*end)) is met
    assert cuts(SQUARE, fine(*end), fine(*start)) is met


def test_a_line_across_a_bay_is_clear():
    """Though its ends lie on both sides of the land."""
    assert not cuts(CORNER, fine(300, 900), fine(900, 300))
    assert cuts(CORNER, fine(100, 1050), fine(900, 250))


# Boxes


@pytest.mark.parametrize(
    ("box", "shared"),
    [
        ((500, 500, 30, 300, 90), True),  # all of it inside
        ((-100, 500, 90, 300, 90), True),  # across the shore
        ((-150, 500, 90, 300, 90), False),  # its bow against the shore
        ((-151, 500, 90, 300, 90), False),
        ((500, 500, 0, 3000, 2000), True),  # the whole island under it
        ((-46, -46, 135, 300, 90), False),  # past the corner
    ],
)
def test_a_box_shares_area_with_land(box: Box, shared: bool):
    """Touching alone is not sharing."""
    assert covers(SQUARE, box) is shared
    assert covers(SQUARE[::-1], box) is shared


def test_a_bay_is_open_water():
    """Between the two arms a box lies clear, and a little farther it does not."""
    assert not covers(CORNER, (500, 500, 0, 300, 90))
    assert covers(CORNER, (500, 349, 0, 300, 90))


def test_how_far_a_box_runs_before_it_touches():
    """Its bow is 350 short of the shore; a run of less is clear."""
    box = (-500, 500, 90, 300, 90)
    assert first_touch(SQUARE, box, 600) == 350
    assert first_touch(SQUARE, box, 350) is None
    assert first_touch(SQUARE, box, 351) == 350


@given(
    st.integers(-900, 1900), st.integers(-900, 1900), st.integers(0, 359), st.integers(1, 1500),
    st.sampled_from([SQUARE, CORNER]),
)  # fmt: skip
def test_a_run_up_to_the_shore_ends_clear_of_it(x: int, y: int, heading: int, distance: int, land: Polygon):
    """Wherever the first touch is found, a ship that stops there is not on land."""
    box = (x, y, heading, 300, 90)
    assume(not covers(land, box))
    at = first_touch(land, box, distance)
    end = distance if at is None else at
    assert 0 <= end <= distance
    place = (*moved(x, y, heading, end), heading, 300, 90)
    # A run that is clear as a whole may end a rounding from the shore.
    assert not covers(land, place) or (at is None and not covers(land, (*place[:3], 298, 88)))


def test_how_far_a_box_runs_into_a_circle():
    """The circle has a radius of 100 about a point 600 ahead of the bow."""
    box = (0, 0, 0, 300, 90)
    assert first_within(box, 1000, (0, 750), 100) == 500
    assert first_within(box, 499, (0, 750), 100) is None
    assert first_within(box, 1000, (145, 300), 100) is not None
    assert first_within(box, 1000, (146, 300), 100) is None
