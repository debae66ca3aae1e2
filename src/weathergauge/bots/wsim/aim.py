"""What a side is about, in a sentence: whom each ship goes for, to board her or not, and what is made of risk."""

from __future__ import annotations

from weathergauge.bots.reasons import sought
from weathergauge.bots.wsim import hands
from weathergauge.bots.wsim.watch import Watch
from weathergauge.frame.words import capital

ABOARD = 3
"""Hexes at which it is said of a ship that she would board."""


def intent(watch: Watch) -> str:
    """Say it from what the captain reckons with: the nearest enemy draws each ship, and grapples go where boarding pays."""
    ships, pairs = watch.table.ships, []
    for n in watch.mine:
        for foe in watch.near(n, watch.foes, 1):
            boards = watch.far(n, foe) <= ABOARD and hands.gain(watch, n, foe) > hands.MARGIN
            pairs.append((ships[n].name, f"{ships[foe].name} to board her" if boards else ships[foe].name))
    said = sought(pairs)
    if not said:
        return "Nobody is left to fight."
    return f"{capital(said)}; the enemy's fire weighs {watch.care:.2f} of ours."
