"""Bots: players for a seat nobody sits at. Each sees what its seat sees, and chooses from what its seat may do."""

from __future__ import annotations

from weathergauge.simulate import Bot

NAMES: tuple[str, ...] = ("midshipman", "captain", "admiral")
"""The bots there are, weakest first."""
WORDS = {
    "midshipman": "any legal order, by chance: plays every title",
    "captain": "looks at the odds of each order: plays trafalgar, wsim and ironclads",
    "admiral": "imagines the enemy's orders and searches for an answer: plays wsim and ironclads",
}


def bot(name: str, seed: int | str = 0, title: str | None = None) -> Bot:
    """The bot of that name, with its own source of chance; a ValueError is a sentence with the nearest name.

    With a title it is also refused where it cannot play that title.
    """
    if name == "midshipman":
        from weathergauge.bots.midshipman import Midshipman

        return Midshipman(seed)
    if name == "captain":
        from weathergauge.bots.captain import Captain

        return Captain(seed, title)
    if name == "admiral":
        from weathergauge.bots.admiral import Admiral

        return Admiral(seed, title)
    from weathergauge.rulesets import misspelt

    raise misspelt("bot", name, NAMES)


def default(title: str) -> str:
    """The strongest bot that plays a title."""
    from weathergauge.bots import admiral, captain

    if admiral.can_play(title):
        return "admiral"
    return "captain" if captain.can_play(title) else "midshipman"
