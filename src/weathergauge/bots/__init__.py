"""Bots: players for a seat nobody sits at. Each sees what its seat sees, and chooses from what its seat may do."""

from __future__ import annotations

from weathergauge.bots.series import Bot

NAMES: tuple[str, ...] = ("midshipman", "captain", "admiral")
"""The bots there are, weakest first."""
HOW = {
    "midshipman": "any legal order, by chance",
    "captain": "looks at the odds of each order",
    "admiral": "imagines the enemy's orders and searches for an answer",
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


def words(name: str) -> str:
    """How a bot plays, and which titles, by the names that players know."""
    from weathergauge.bots.admiral import Admiral
    from weathergauge.bots.captain import Captain
    from weathergauge.rulesets import titles

    can = {"admiral": Admiral.can_play, "captain": Captain.can_play}.get(name)
    there = titles()
    known = [one.title for one in there if can is None or can(one.name)]
    if len(known) == len(there):
        return f"{HOW[name]}: plays every title"
    return f"{HOW[name]}: plays {', '.join(known[:-1])}{' and ' if known[1:] else ''}{known[-1]}"


def default(title: str) -> str:
    """The strongest bot that plays a title."""
    from weathergauge.bots.admiral import Admiral
    from weathergauge.bots.captain import Captain

    if Admiral.can_play(title):
        return "admiral"
    return "captain" if Captain.can_play(title) else "midshipman"
