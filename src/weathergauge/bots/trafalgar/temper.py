"""What a captain makes much of, and what little: every number by which he judges a place on the table."""

from __future__ import annotations

from msgspec import Struct


class Temper(Struct, frozen=True):
    """Worth is counted in points of the scenario, distances in turns of sailing."""

    caution: float = 0.8
    """What a loss weighs against a gain of the same worth."""
    urgency: float = 0.5
    """By how much caution has gone at the last turn, for a side that is not ahead."""
    later: float = 0.8
    """What the next turn weighs against this one."""
    cover: float = 0.6
    """What is left of an enemy's fire when another of ours is nearer to her guns."""
    adrift: float = 1.0
    """What it costs to lose seaway: about two broadsides."""
    far: float = 0.7
    """What it costs for each turn it would take to come up with an enemy."""
    shy: float = 1.5
    """By how much less a ship is drawn to the enemy when she has all but struck."""
    part: float = 0.7
    """How many of the enemy he would fight at a time, as a share of his own ships."""
    relief: float = 0.5
    """What it counts, in turns, that help is a turn farther from the part of the enemy that he falls upon."""
    edge: float = 0.7
    """What it costs for each turn too few that are left before the edge of the table."""
    friends: float = 0.3
    """What it costs, in turns, to go for an enemy for each of her friends about her."""
    pressing: float = 0.2
    """What it gains, in turns, to go for an enemy for each of ours about her."""


CAPTAIN = Temper()
