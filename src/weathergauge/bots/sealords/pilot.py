"""The pilot: how long a passage takes with the winds that blow, and which way is the best.

A way is a list of steps between locations: places, harbours, and the boxes of sea zones. What a step costs is counted in
MPs. Ways to a goal are found once for a title, its winds and the places to be shunned, and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

from weathergauge.rulesets.sealords.sea.passage import across, with_wind
from weathergauge.rulesets.sealords.world import Lane, Link, World, at, boxed, in_box, out_box, world

Shunned = frozenset[tuple[str, int]]
"""Places that a formation would rather not be in, each with what that costs in tenths of an MP."""

BEATING = 1.8
"""A lane against the wind: two MPs by beating, or luck."""
NOW = 0.7
"""How much the winds of this impulse count against the prevailing ones: they change with the next."""
STRAIT = 0.4
"""A strait wears ships, and everybody sees them."""
SKILL = 1
"""What a usual leader takes off the die for catching the wind."""
NEVER = 999.0


def catching(base: int, wind: int) -> float:
    """The chance to catch the wind, about: the number or less on a die of ten, better with a wind that helps."""
    return min(1.0, max(0.1, (base + 1 + SKILL + 2 * wind) / 10))


@lru_cache(maxsize=256)
def _steps(title: str, winds: tuple[str, ...], rowed: bool) -> dict[str, list[tuple[str, float]]]:
    """By location: from where it is reached with one step, and what that costs."""
    of = world(title)
    steps = [step for lane in of.lanes for step in _along(lane, winds, rowed, of)]
    if not rowed:  # galleys keep out of sea zones
        steps += [step for link in of.links for step in _across(link, winds, of)]
    back: dict[str, list[tuple[str, float]]] = {}
    for here, there, cost in steps:
        back.setdefault(there, []).append((here, cost))
    return back


def _along(lane: Lane, winds: tuple[str, ...], rowed: bool, of: World) -> Iterator[tuple[str, str, float]]:
    """A lane, both ways."""
    for here, there in ((lane.a, lane.b), (lane.b, lane.a)):
        cost = 1.0
        if not rowed:
            now, usual = (1.0 if with_wind(lane, there, blowing) else BEATING for blowing in (winds, ()))
            cost = NOW * now + (1 - NOW) * usual
        yield here, there, cost + (STRAIT if of.places[there].kind == "strait" else 0.0)


def _across(link: Link, winds: tuple[str, ...], of: World) -> Iterator[tuple[str, str, float]]:
    """The way into a sea zone and out of it; between two zones both go by Out boxes."""
    zone, other = link.zone, link.other
    entering = out_box(other, zone) if of.places[other].kind == "sea_zone" else in_box(zone, other)
    for here, box, there, base, out in (
        (other, entering, zone, link.into, False),
        (zone, out_box(zone, other), other, link.out, True),
    ):
        yield here, box, 1.0
        yield box, here, 1.0
        yield box, there, 1 / catching(base, across(link, out, winds))


@lru_cache(maxsize=4096)
def passage(
    title: str, goal: str, winds: tuple[str, ...], rowed: bool, shunned: Shunned = frozenset()
) -> dict[str, float]:
    """By location: about how many MPs it takes from there to a place of the map. Edges of the map are no thoroughfare."""
    back, of = _steps(title, winds, rowed), world(title)
    dear = {place: cost / 10 for place, cost in shunned}
    reached: dict[str, float] = {}
    queue = [(0.0, goal)]
    while queue:
        far, here = heappop(queue)
        if here in reached:
            continue
        reached[here] = far
        if here != goal and here in of.places and of.places[here].kind == "entry":
            continue
        entry = dear.get(at(here), 0.0) if boxed(here)[1] == "" else 0.0
        for there, cost in back.get(here, ()):
            if there not in reached:
                heappush(queue, (far + cost + entry, there))
    return reached


def far(
    location: str, goal: str, of: World, winds: tuple[str, ...], rowed: bool, shunned: Shunned = frozenset()
) -> float:
    """MPs from a location to a place; out of harbour takes one more."""
    place, box, _ = boxed(location)
    ways = passage(of.title, goal, winds, rowed, shunned)
    if box == "harbour":
        return ways.get(place, NEVER) + 1.0
    return ways.get(location, NEVER)
