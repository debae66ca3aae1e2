"""What the chapters hand each other: a target as guns have her, what a run meets, a limit of speed, and a salvo on its way.

They stand by themselves because mypyc, which compiles the chapters, leaves structs alone (`make compile`).
"""

from __future__ import annotations

from math import isqrt
from typing import Literal

from msgspec import Struct

from weathergauge.dice import Modifier
from weathergauge.freetable import FINE, Box
from weathergauge.rulesets.ironclads.criticals import Blow, Sheet
from weathergauge.rulesets.ironclads.state import Battery, PerHit, distance
from weathergauge.rulesets.ironclads.terms import Band, GunType, Order, Sector, Trait

POINT_BLANK = distance("point_blank")
Sight = Literal["clear", "partly", "hidden"]


def rounded(square: int) -> int:
    """A fine square distance in hundredths of an inch, rounded up: it never reads as nearer than the band she is in."""
    root = isqrt(square)
    return -(-(root + (root * root < square)) // FINE)


def within(square: int, reach: int) -> bool:
    """Whether a fine square distance is no more than so many hundredths of an inch."""
    return square <= (reach * FINE) ** 2


class Target(Struct, frozen=True, gc=False):
    """A target as the guns of one ship have it: in which sectors, how far off, how much of her is seen."""

    target: int
    sectors: tuple[Sector, ...]
    square: int
    """The square of the distance between the bases, in fine units."""
    sight: Sight

    @property
    def range(self) -> int:
        return rounded(self.square)

    @property
    def point_blank(self) -> bool:
        return within(self.square, POINT_BLANK)


class Meeting(Struct, frozen=True, gc=False):
    """What a run or a turn meets first: how far along, in hundredths or degrees, and which ship, shore or minefield."""

    kind: Literal["ship", "land", "shoal", "mine", "edge"]
    at: int
    which: int = -1


class Met(Struct, frozen=True, gc=False):
    """Something on the way of an order: where her base is then, and whether a turn brought her to it."""

    met: Meeting
    base: Box
    by_turn: bool = False


class Ram(Struct, frozen=True, gc=False):
    """A ram that an order leads to: whom, and the edges that touch first."""

    target: int
    edge: Sector
    struck_edge: Sector
    by_turn: bool


class Making(Struct, frozen=True, gc=False, kw_only=True):
    """All that a ship's speed depends on."""

    knots: int
    order: Order
    level: int
    traits: tuple[Trait, ...] = ()
    flooding: int = 0
    """Markers of either kind."""
    engine_room: int = 0
    grounded: bool = False
    half_percent: int
    slow_percent: int
    knot: int
    """Hundredths of an inch for each knot."""


class Limit(Struct, frozen=True, gc=False):
    """The order that she may make of hers, its knots, what holds her to it, and how far it takes her."""

    order: Order
    knots: int
    why: str = ""
    run: int = 0


class Guns(Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True):
    """A battery that fires at a target, reduced to what its dice and charts need."""

    kind: GunType
    dice: int
    ap: int
    firer_class: int
    target_class: int
    band: Band
    armour: int
    quarters: int
    """Hull for each penetration."""
    harder: tuple[Modifier, ...] = ()
    reroll: bool = False
    again: str = ""
    """The line of the shooting modifiers that lets misses be rolled again, where there is one."""
    fort: bool = False
    """The target is a fort."""


class Tally(Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True):
    """What a battery or a salvo did before effects: sixes that lead to the one test, and sixes that only burn."""

    hits: int = 0
    through: int = 0
    quarters: int = 0
    sixes: int = 0
    fires: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.hits + other.hits,
            self.through + other.through,
            self.quarters + other.quarters,
            self.sixes + other.sixes,
            self.fires + other.fires,
        )


class Harm(Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True):
    """What comes of a salvo: hull to penetrations, fires started by sixes, and the critical hit."""

    quarters: int = 0
    fires: int = 0
    burnt: int = 0
    """Quarters that the fires cost."""
    blow: Blow | None = None


class Situation(Struct, frozen=True, gc=False, kw_only=True):
    """How two ships lie to each other when one of them fires: what all her batteries have in common."""

    firer_class: int
    target_class: int
    square: int
    """The square of the distance between the bases, in fine units."""
    armour: int
    stopped: bool = False
    obscured: bool = False
    storm: bool = False
    listing: bool = False
    fort: bool = False
    """The target is a fort: hit as a class 1 ship that lies still (IR37)."""
    per_hit: PerHit


class Volley(Struct, frozen=True, gc=False, cache_hash=True):
    """All that one ship fires at another."""

    at: Situation
    batteries: tuple[Battery, ...]
    gunners: tuple[int, ...]
    """The places of batteries whose misses a gunner rolls again, counted from 0."""
    sheet: Sheet
    """The ship that is fired at."""


class Shot(Struct, frozen=True, gc=False):
    """One ship's salvo at one target, in an exchange: numbers of ships, and of batteries counted from 1."""

    ship: int
    target: int
    guns: tuple[int, ...]
    gunner: int = 0
    """The battery that a gunner serves."""
    counter: bool = False
