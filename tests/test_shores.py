"""Polygons on a measured table: what lies inside, and what a straight line meets."""

import pytest

from weathergauge.freetable import FINE
from weathergauge.freetable.shores import cuts, holds

SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
CORNER = ((0, 0), (1000, 0), (1000, 200), (200, 200), (200, 1000), (0, 1000))
"""A coast with a bay: only its two arms are land."""


def fine(x: int, y: int) -> tuple[int, int]:
    return x * FINE, y * FINE


@pytest.mark.parametrize("about", [1, -1])
def test_a_point_is_inside_whichever_way_the_corners_run(about: int):
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
    assert cuts(SQUARE, fine(*start), fine(*end)) is met
    assert cuts(SQUARE, fine(*end), fine(*start)) is met


def test_a_line_across_a_bay_is_clear():
    assert not cuts(CORNER, fine(300, 900), fine(900, 300))
    assert cuts(CORNER, fine(100, 1050), fine(900, 250))
