"""Who sits where: people at this keyboard, and bots."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence

from weathergauge.bots.series import Bot
from weathergauge.cli.console import Wrong
from weathergauge.match.record import bot_key
from weathergauge.ruleset import Seat
from weathergauge.sentences import nearest

ME = "me"
PEOPLE = (ME, "player", "person", "human")
"""Names that are people in the header of a record."""


def by_seat(given: Iterable[str], seats: Sequence[Seat], title: str, expected: str) -> dict[Seat, str]:
    """Read `--seat SEAT=NAME` as often as it is given; `expected` says what belongs after the seat."""
    told: dict[Seat, str] = {}
    for word in given:
        seat, equals, name = word.partition("=")
        if not equals or not name:
            raise Wrong(f"--seat {word}: expected a seat and {expected}")
        if seat not in seats:
            raise Wrong(f"--seat {word}: there is no seat {seat!r} in {title}; {nearest(seat, seats)}")
        if seat in told:
            raise Wrong(f"--seat {word}: {seat} is given twice")
        told[seat] = name
    return told


def seated(given: Iterable[str], seats: Sequence[Seat], title: str) -> dict[Seat, str]:
    """`british=me` for each seat: those not named are yours for the first, and the title's best bot's for the rest."""
    from weathergauge.bots import default

    named = by_seat(given, seats, title, f"who plays it, as in --seat {seats[0]}=me")
    told = {seat: ME if name in PEOPLE else name for seat, name in named.items()}
    free = [seat for seat in seats if seat not in told]
    if free and ME not in told.values():
        told[free.pop(0)] = ME
    return {seat: told.get(seat) or default(title) for seat in seats}


def make_bot(name: str, title: str, seat: Seat, seed: str | None = None) -> Bot:
    """The bot of that name for a seat."""
    from weathergauge.bots import NAMES, bot
    from weathergauge.rulesets import misspelt

    if "-" not in name and name not in NAMES:
        raise misspelt("player", name, [ME, *NAMES])
    return bot(name, secrets.token_hex(16) if seed is None else bot_key(seed.encode(), seat), title)


def make_bots(players: Mapping[Seat, str], title: str, seed: str | None = None) -> dict[Seat, Bot]:
    """A bot for every seat that no person has."""
    return {seat: make_bot(name, title, seat, seed) for seat, name in players.items() if name not in PEOPLE}
