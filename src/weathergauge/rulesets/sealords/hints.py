"""What the board draws about the sea: what a gale reaches, and which wind counts on every way."""

from __future__ import annotations

from weathergauge.frame.memory import kept
from weathergauge.hints import Sea, Wind
from weathergauge.rulesets.sealords.sea.gales import stormy
from weathergauge.rulesets.sealords.sea.passage import across, with_wind
from weathergauge.rulesets.sealords.state import Gale
from weathergauge.rulesets.sealords.world import Lane, Link, World


@kept(lambda gales, winds, world: (gales, winds, world), size=64)
def sea(gales: tuple[Gale, ...], winds: tuple[str, ...], world: World) -> Sea:
    """Say where each gale is felt, and what the winds that blow favour: a place on a lane, `in` or `out` of a zone."""
    ways = [(f"{lane.a} {lane.b}", _along(lane, winds)) for lane in world.lanes]
    ways += [(f"{link.zone} {link.other}", _through(link, winds)) for link in world.links]
    return Sea(
        gales=tuple(tuple(sorted(stormy((gale,), world))) for gale in gales),
        winds={way: wind for way, wind in ways if wind is not None},
    )


def _along(lane: Lane, winds: tuple[str, ...]) -> Wind | None:
    favoured = [goal for goal in (lane.a, lane.b) if with_wind(lane, goal, winds)]
    return Wind(favoured[0], _blowing(lane.seasonal, winds)) if len(favoured) == 1 else None


def _through(link: Link, winds: tuple[str, ...]) -> Wind | None:
    out = across(link, True, winds)
    return Wind("out" if out > 0 else "in", _blowing(link.seasonal, winds)) if out else None


def _blowing(seasonal: tuple[tuple[str, str], ...], winds: tuple[str, ...]) -> str:
    """The wind that is marked there and blows; none where it is the prevailing one."""
    return next((wind for wind, _ in seasonal if wind in winds), "")
