"""The hex map: axial places, flat-topped hexes, six headings clockwise with 1 to the north.

A ship fills two hexes, bow and stern; she turns about her bow.
"""

from __future__ import annotations

from collections.abc import Iterator

Hex = tuple[int, int]
Heading = int

STEPS: tuple[Hex, ...] = ((0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The step to the next hex along each heading; headings count from 1."""
NAMES = ("", "N", "NE", "SE", "S", "SW", "NW")
"""What people call the headings."""


def turned(heading: Heading, by: int) -> Heading:
    """A heading `by` steps of 60 degrees to the right, to the left if negative."""
    return (heading - 1 + by) % 6 + 1


def ahead(place: Hex, heading: Heading, count: int = 1) -> Hex:
    """The hex `count` steps along a heading."""
    q, r = STEPS[heading]
    return place[0] + q * count, place[1] + r * count


def stern(bow: Hex, heading: Heading) -> Hex:
    """The other hex of a ship that lies so."""
    q, r = STEPS[heading]
    return bow[0] - q, bow[1] - r


def distance(one: Hex, other: Hex) -> int:
    """Hexes from one place to another; neighbours are 1 apart."""
    return span(one[0] - other[0], one[1] - other[1])


def span(q: int, r: int) -> int:
    """Hexes that so many along both axes come to."""
    return max(abs(q), abs(r), abs(q + r))


def around(place: Hex) -> Iterator[Hex]:
    """The six neighbours, clockwise from the north."""
    q, r = place
    for dq, dr in STEPS[1:]:
        yield q + dq, r + dr
