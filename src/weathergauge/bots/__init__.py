"""Bots: players for a seat nobody sits at. Each sees what its seat sees, and chooses from what its seat may do.

A bot is asked for by its rank, with a temper before it if it is to have one, and `slow` before an admiral who is to take
his time: `captain`, `bold-captain`, `slow-admiral`, `slow-cautious-admiral`.
"""

from __future__ import annotations

from typing import NamedTuple

from weathergauge.bots.series import Bot

NAMES: tuple[str, ...] = ("midshipman", "captain", "admiral")
"""The ranks there are, weakest first."""
HOW = {
    "midshipman": "any legal order, by chance",
    "captain": "looks at the odds of each order",
    "admiral": "plays orders on in his head and compares what comes of them",
}
UNPROVEN = frozenset({"trafalgar"})
"""Families whose admiral has not been shown to beat their captain: he plays where he is asked for (see docs/bots.md)."""
SLOW = "slow"
"""How an admiral is asked for who takes his time."""


class Called(NamedTuple):
    """A bot's name, taken apart."""

    rank: str
    temper: str = ""
    slow: bool = False


def called(name: str) -> Called:
    """Take a bot's name apart; a ValueError is a sentence with the nearest rank."""
    *before, rank = name.split("-")
    if rank not in NAMES:
        from weathergauge.rulesets import misspelt

        raise misspelt("bot", name if not before else rank, NAMES)
    slow = before[:1] == [SLOW]
    temper = "-".join(before[1:] if slow else before)
    if slow and rank != "admiral":
        raise ValueError(
            f"There is no bot {name!r}: only an admiral takes his time; leave out {SLOW}-, or ask for slow-admiral."
        )
    if temper and rank == "midshipman":
        raise ValueError(f"There is no bot {name!r}: a midshipman has no temper; leave out {temper}-.")
    return Called(rank, temper, slow)


def bot(name: str, seed: int | str = 0, title: str | None = None) -> Bot:
    """The bot of that name, with its own source of chance; a ValueError is a sentence with the nearest name.

    With a title it is also refused where it cannot play that title.
    """
    rank, temper, slow = called(name)
    if rank == "midshipman":
        from weathergauge.bots.midshipman import Midshipman

        return Midshipman(seed)
    if rank == "captain":
        from weathergauge.bots.captain import Captain

        return Captain(seed, title, temper)
    from weathergauge.bots.admiral import SECONDS, SLOW_SECONDS, Admiral

    return Admiral(seed, title, seconds=SLOW_SECONDS if slow else SECONDS, temper=temper)


def every() -> set[str]:
    """Every name that a bot can be asked by, over all families."""
    from weathergauge.bots.tempers import entries
    from weathergauge.rulesets import TITLES

    tempers = {"", *(f"{temper}-" for title in TITLES for temper in entries(title.ruleset))}
    ranked = {f"{temper}{rank}" for temper in tempers for rank in NAMES if rank != "midshipman" or not temper}
    return ranked | {f"{SLOW}-{name}" for name in ranked if name.endswith("admiral")}


def words(name: str) -> str:
    """How a bot plays, and which titles, by the names that players know."""
    from weathergauge.bots.admiral import Admiral
    from weathergauge.bots.captain import Captain
    from weathergauge.rulesets import titles

    can = {"admiral": Admiral.can_play, "captain": Captain.can_play}.get(name)
    there = titles()
    known = [title.title for title in there if can is None or can(title.name)]
    if len(known) == len(there):
        return f"{HOW[name]}: plays every title"
    return f"{HOW[name]}: plays {', '.join(known[:-1])}{' and ' if known[1:] else ''}{known[-1]}"


def default(title: str) -> str:
    """The strongest bot that plays a title, as far as that has been shown."""
    from weathergauge.bots.admiral import Admiral
    from weathergauge.bots.captain import Captain
    from weathergauge.rulesets import title as known_title

    if Admiral.can_play(title) and known_title(title).ruleset not in UNPROVEN:
        return "admiral"
    return "captain" if Captain.can_play(title) else "midshipman"
