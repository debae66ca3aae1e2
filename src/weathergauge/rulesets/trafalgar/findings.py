"""What the chapters hand each other: what a run meets, whom a broadside bears on, a shot, and both parts of a boarding fight.

They stand by themselves because mypyc, which compiles the chapters, leaves structs alone (`make compile`).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.dice import Modifier
from weathergauge.rulesets.trafalgar.state import Nation, Rate, SharedEdge, Side

Band = Literal["overlap_or_grappled", "0-5", "5-10", "10-15"]
Rake = Literal["", "stern", "bow"]


class Incident(Struct, frozen=True, gc=False):
    """What a run meets first: how far along, whom, and between whom."""

    kind: Literal["ship", "group", "line", "stopped"]
    at: int
    other: int
    pair: tuple[int, int] = (-1, -1)


class Target(Struct, frozen=True, gc=False):
    """A target that can be fired at from one broadside."""

    target: int
    square: int
    band: Band
    rake: Rake


class Shot(Struct, frozen=True, gc=False, cache_hash=True):
    """A broadside reduced to what its dice and charts need."""

    hull: int
    band: Band
    target_rate: Rate
    first: bool = False
    rake: Rake = ""
    both: bool = False


class Ranged(Shot, frozen=True, cache_hash=True):
    """A shot with the distance that put it in its band."""

    square: int = 0
    """Between the hulls, squared, in fine units."""
    shared_edge: SharedEdge = "farther"


class Reckoned(int):
    """A sum that remembers what it is made of; to the dice it is a number like any other."""

    parts: tuple[Modifier, ...]

    def __new__(cls, parts: tuple[Modifier, ...]) -> Reckoned:
        made = super().__new__(cls, sum([part.value for part in parts]))
        made.parts = parts
        return made


class Party(Struct, frozen=True, gc=False):
    """One ship's part in a boarding fight."""

    hull: int
    rate: Rate
    nation: Nation
    attacker: bool
    side: Side | None = None
    """Who throws for her, where somebody does."""


class Outcome(Struct, frozen=True, gc=False):
    """A boarding fight from the first ship's side: what each lost, and who struck. A tie has no winner."""

    lost: int
    enemy_lost: int
    won: bool | None = None
    struck: bool = False
    enemy_struck: bool = False
