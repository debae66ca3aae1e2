"""How much one address and one account may ask for: requests by their price, each kind of dear work, open streams.

Kept in memory: of several processes each counts by itself.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from collections.abc import Iterator
from math import ceil
from time import time

from fastapi import Request
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from msgspec import Struct

from weathergauge.server.addresses import address_of
from weathergauge.server.problem import Problem
from weathergauge.server.settings import Settings

WRITE = 4
PRICES = {
    "odds": 16, "preview": 8, "resolve": 8, "scenarios": 16, "matches": 16, "branch": 24, "luck": 16, "replay": 8,
    "record": 8, "export": 24, "studies": 16, "events": 2, "openapi.json": 8, "metrics": 8,
}  # fmt: skip
"""What a request costs by the last word of its path, in plain reads; others cost 1, and writing ones 4."""
LOOKS = ("foresee",)
"""What is asked with a body and writes nothing, many times while a ship is steered: it costs what a look costs."""
SHARED = 4
"""How many accounts' worth of dear work one address may do: a household or a club comes from one."""
PROGRAMS = 2
"""How many programs' worth of requests one address may make: tokens can be made up, addresses less easily."""
OPERATORS = 240
"""Requests for health and figures that one address may make in a minute, whatever else it asks for."""


class Work(Struct, frozen=True):
    """A kind of work that costs more than an answer: how much of it one account may ask for."""

    words: str
    minute: int
    hour: int = 0


WORKS = {
    "match": Work("new matches", 20, 200),
    "odds": Work("odds", 120),
    "scenario": Work("scenario files", 60),
    "looking-back": Work("looks back at matches", 120),
    "export": Work("exports", 2, 10),
    "talk": Work("lines", 30),
    "table": Work("changes at a table", 120, 1200),
    "spectator-talk": Work("lines from a spectator", 10),
}


def price(method: str, path: str) -> int:
    """What a request costs. Reading the list of matches or of procedures is no dear work, making one is."""
    last = path.rstrip("/").rpartition("/")[2]
    dear = PRICES.get(last, 1)
    if method in ("GET", "HEAD") or last in LOOKS:
        return 1 if path in ("/api/matches",) else dear
    return max(WRITE, dear)


class Limiter:
    """How often one address, and one account, may ask."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._requests = RateLimitItemPerMinute(max(1, settings.requests_per_minute))
        self._operators = RateLimitItemPerMinute(OPERATORS)
        self._programs = RateLimitItemPerMinute(max(1, settings.program_requests_per_minute))
        self._programs_here = RateLimitItemPerMinute(max(1, PROGRAMS * settings.program_requests_per_minute))
        self._accounts = RateLimitItemPerHour(max(1, settings.accounts_per_hour))

    def request(self, address: str, cost: int) -> None:
        """Count a request of the interface."""
        if self.settings.requests_per_minute:
            cost = min(cost, self.settings.requests_per_minute)
            self._hit(self._requests, "requests", address, "That was a lot at once", cost)

    def program(self, address: str, token: str, cost: int) -> None:
        """Count a request of a program: for its token and, since anybody may make tokens up, for its address.

        What its player does in a browser is counted apart, so that neither keeps the other waiting.
        """
        if most := self.settings.program_requests_per_minute:
            cost, words = min(cost, most), "Your program asked for a lot at once"
            self._hit(self._programs_here, "programs", address, words, cost)
            self._hit(self._programs, "program", hashlib.sha256(token.encode()).hexdigest(), words, cost)

    def operator(self, address: str) -> None:
        """Count a request for health or figures, apart from what is played: a check must not fail for it."""
        if self.settings.requests_per_minute:
            self._hit(self._operators, "operators", address, "That was a lot at once")

    def new_account(self, request: Request) -> None:
        """Accounts and letters cost more than other things."""
        if self.settings.accounts_per_hour:
            if not self._limiter.hit(self._accounts, "accounts", address_of(request, self.settings)):
                raise Problem("too-many", "Too many new players from your address: try again in an hour.", retry=600)

    def work(self, kind: str, request: Request, account: str | None) -> None:
        """Count some dear work, for the account and for the address it comes from."""
        if not self.settings.limits:
            return
        asked = WORKS[kind]
        whose = [(1, f"account {account}")] if account is not None else []
        # Who has no name is everybody at that address: they have one account's worth between them.
        whose.append((SHARED if account is not None else 1, f"address {address_of(request, self.settings)}"))
        for share, who in whose:
            most = self.settings.limits * share
            self._hit(RateLimitItemPerMinute(ceil(asked.minute * most)), kind, who, f"Too many {asked.words} at once")
            if asked.hour:
                item = RateLimitItemPerHour(ceil(asked.hour * most))
                self._hit(item, kind, who, f"Too many {asked.words} within an hour")

    def _hit(self, item: RateLimitItem, kind: str, who: str, words: str, cost: int = 1) -> None:
        if self._limiter.hit(item, kind, who, cost=cost):
            return
        until = self._limiter.get_window_stats(item, kind, who).reset_time
        wait = min(max(1, ceil(until - time())), item.get_expiry())
        raise Problem("too-many", f"{words}: wait {_spoken(wait)} and try again.", retry=wait)


def _spoken(seconds: int) -> str:
    if seconds > 90:
        return f"{ceil(seconds / 60)} minutes"
    return "a second" if seconds == 1 else f"{seconds} seconds"


class Places:
    """Streams that are open: so many for an account, for an address, and in all."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._open: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, address: str, account: str | None, *, known: bool = False) -> Iterator[None]:
        """Hold a place for as long as a stream is open. `known`: who listens has a secret address instead of a name."""
        settings = self.settings
        here = f"address {address}", settings.streams_per_address, "from your address"
        if account is not None:
            counted = [(f"account {account}", settings.streams_signed_in, "under your name"), here]
        elif known:
            counted = [here]
        else:
            counted = [(f"anonymous {address}", settings.streams_anonymous, "from your address without a name"), here]
        counted.append(("", settings.streams, "on this server"))
        for who, most, words in counted:
            if most and self._open[who] >= most:
                raise Problem(
                    "too-many",
                    f"{most} streams of events are open {words}, which is the most there may be: close some of them, "
                    "or ask for events now and then.",
                    retry=30,
                )
        for who, _, _ in counted:
            self._open[who] += 1
        try:
            yield
        finally:
            for who, _, _ in counted:
                self._open[who] -= 1
                if not self._open[who]:
                    del self._open[who]
