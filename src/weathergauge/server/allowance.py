"""How much one address and one account may ask for: requests by their price, and each kind of dear work.

Of several processes on one database all together: the ledger counts for them.
"""

from __future__ import annotations

import hashlib
from math import ceil

from fastapi import Request
from msgspec import Struct

from weathergauge.server.addresses import address_of
from weathergauge.server.ledger import Ledger, Rate
from weathergauge.server.problem import Problem
from weathergauge.server.settings import Settings
from weathergauge.server.store import Store

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
"""Requests for health and figures that one address may make of each process in a minute, whatever else it asks for."""
MINUTE, HOUR = 60, 60 * 60


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

    def __init__(self, store: Store, settings: Settings) -> None:
        self.settings = settings
        self.ledger = Ledger(store)
        self._here = Ledger(store, alone=True)
        self._requests = Rate(settings.requests_per_minute, MINUTE)
        self._programs = Rate(settings.program_requests_per_minute, MINUTE)
        self._programs_here = Rate(PROGRAMS * settings.program_requests_per_minute, MINUTE)

    async def request(self, address: str, cost: int) -> None:
        """Count a request of the interface."""
        if self.settings.requests_per_minute:
            cost = min(cost, self.settings.requests_per_minute)
            await self._hit(self._requests, "requests", address, "That was a lot at once", cost)

    async def program(self, address: str, token: str, cost: int) -> None:
        """Count a request of a program: for its token and, since anybody may make tokens up, for its address.

        What its player does in a browser is counted apart, so that neither keeps the other waiting.
        """
        if most := self.settings.program_requests_per_minute:
            cost, words = min(cost, most), "Your program asked for a lot at once"
            await self._hit(self._programs_here, "programs", address, words, cost)
            await self._hit(self._programs, "program", hashlib.sha256(token.encode()).hexdigest(), words, cost)

    async def operator(self, address: str) -> None:
        """Count a request for health or figures, apart from what is played: a check must not fail for it, nor for a store that is away."""
        if self.settings.requests_per_minute:
            await self._hit(Rate(OPERATORS, MINUTE), "operators", address, "That was a lot at once", ledger=self._here)

    async def new_account(self, request: Request) -> None:
        """Accounts and letters cost more than other things."""
        if most := self.settings.accounts_per_hour:
            address = address_of(request, self.settings)
            if await self.ledger.take(Rate(most, HOUR), "accounts", address) is not None:
                raise Problem("too-many", "Too many new players from your address: try again in an hour.", retry=600)

    async def work(self, kind: str, request: Request, account: str | None) -> None:
        """Count some dear work, for the account and for the address it comes from."""
        if not self.settings.limits:
            return
        asked = WORKS[kind]
        whose = [(1, f"account {account}")] if account is not None else []
        # Who has no name is everybody at that address: they have one account's worth between them.
        whose.append((SHARED if account is not None else 1, f"address {address_of(request, self.settings)}"))
        for share, who in whose:
            most = self.settings.limits * share
            rate, words = Rate(ceil(asked.minute * most), MINUTE), f"Too many {asked.words}"
            await self._hit(rate, kind, who, f"{words} at once")
            if asked.hour:
                await self._hit(Rate(ceil(asked.hour * most), HOUR), kind, who, f"{words} within an hour")

    async def _hit(
        self, rate: Rate, kind: str, who: str, words: str, cost: int = 1, ledger: Ledger | None = None
    ) -> None:
        wait = await (ledger or self.ledger).take(rate, kind, who, cost)
        if wait is not None:
            seconds = max(1, ceil(wait))
            raise Problem("too-many", f"{words}: wait {_spoken(seconds)} and try again.", retry=seconds)


def _spoken(seconds: int) -> str:
    if seconds > 90:
        return f"{ceil(seconds / 60)} minutes"
    return "a second" if seconds == 1 else f"{seconds} seconds"
