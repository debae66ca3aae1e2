"""How much was used of what may be asked for: in memory, or where processes share a database, counted there for all of them.

Asking the database for each request would make each dearer. So a process takes a block of allowance from it, a thirty-second of the
limit, gives that out of memory, and comes back for the next. All together never give out more than the limit; what one has taken and not
given out when the window ends was kept from the others. Limits of less than sixty-four are taken one by one, and are exact.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from math import ceil

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import insert

from weathergauge.server import schema
from weathergauge.server.store import Store

BLOCKS = 32
"""Into how many blocks a limit is divided."""
PRUNED = 60.0
"""Seconds between two looks for what means nothing any more."""
REFUSED = 1.0
"""Seconds for which a refusal of the database holds: who floods us does not flood it."""

CLOCK = sa.func.extract("epoch", sa.func.clock_timestamp())
"""The database's clock: those of several hosts may differ."""


class Rate(Struct, frozen=True):
    """So much in so many seconds."""

    most: int
    seconds: int


class Window(Struct):
    """What was used in the window of that number, and in the one before, which counts for as much of it as the sliding window still covers."""

    number: int
    used: int = 0
    earlier: int = 0

    def move_to(self, number: int) -> None:
        """Go on to another window."""
        if number != self.number:
            self.earlier = self.used if number == self.number + 1 else 0
            self.number, self.used = number, 0

    def free(self, rate: Rate, part: float) -> int:
        """How much may still be used, when such a part of the window is over."""
        return max(0, rate.most - self.used - ceil(self.earlier * (1 - part)))

    def wait(self, rate: Rate, part: float, cost: int) -> float:
        """Seconds until so much is free, if nothing is used meanwhile."""
        here = rate.most - self.used - cost
        if self.earlier and here >= 0:
            return max(0.0, 1 - here / self.earlier - part) * rate.seconds
        then = 1 - (rate.most - cost) / self.used if self.used else 0.0
        return (1 - part + max(0.0, then)) * rate.seconds


class Lease(Struct):
    """What this process may give out without asking again, and until when; and what was refused, until when."""

    lock: asyncio.Lock
    left: int = 0
    until: float = 0.0
    refused: int = 0
    again: float = 0.0
    wait_until: float = 0.0


class Granted(Struct, frozen=True):
    """What the database gave: so much, for so many seconds; else the seconds to wait."""

    much: int
    seconds: float
    wait: float = 0.0


class Ledger:
    """What was used, by whom."""

    def __init__(self, store: Store, *, alone: bool = False) -> None:
        self.store, self.alone = store, alone or not store.shared
        self.asked = 0
        """How often the database was asked."""
        self._windows: dict[tuple[str, int, str], tuple[Window, float]] = {}
        self._leases: dict[tuple[str, int, str], Lease] = {}
        self._pruned = time.monotonic()

    async def take(self, rate: Rate, kind: str, who: str, cost: int = 1) -> float | None:
        """Use so much; where it is not free nothing is used, and it gives the seconds to wait."""
        key, at = (kind, rate.seconds, who), time.monotonic()
        if at - self._pruned > PRUNED:
            self._prune(at)
        if self.alone:
            return self._taken(rate, key, cost, at)
        lease = self._leases.get(key)
        if lease is None:
            lease = self._leases[key] = Lease(asyncio.Lock())
        if not _given(lease, cost, at):
            async with lease.lock:  # many at once ask once
                at = time.monotonic()
                if not _given(lease, cost, at):
                    if cost >= lease.refused and at < lease.again:
                        return lease.wait_until - at
                    return await self._asked_for(lease, rate, key, cost)
        return None

    def _taken(self, rate: Rate, key: tuple[str, int, str], cost: int, at: float) -> float | None:
        number, into = divmod(at, rate.seconds)
        window, _ = self._windows.get(key) or (Window(int(number)), 0.0)
        window.move_to(int(number))
        self._windows[key] = window, at + 2 * rate.seconds
        if window.free(rate, into / rate.seconds) < cost:
            return window.wait(rate, into / rate.seconds, cost)
        window.used += cost
        return None

    async def _asked_for(self, lease: Lease, rate: Rate, key: tuple[str, int, str], cost: int) -> float | None:
        self.asked += 1
        left = lease.left if time.monotonic() < lease.until else 0
        need = cost - left
        mark = hashlib.sha256("\0".join(map(str, key)).encode()).hexdigest()
        wish = max(need, rate.most // BLOCKS)
        granted = await self.store.write(lambda connection: _granted(connection, mark, rate, need, wish))
        at = time.monotonic()
        lease.left, lease.until = left + granted.much, at + granted.seconds
        if lease.left >= cost:
            lease.left -= cost
            return None
        lease.refused, lease.again, lease.wait_until = cost, at + REFUSED, at + granted.wait
        return granted.wait

    def _prune(self, at: float) -> None:
        """Forget what means nothing any more: anybody can make up tokens."""
        self._pruned = at
        self._windows = {key: kept for key, kept in self._windows.items() if kept[1] > at}
        self._leases = {
            key: lease
            for key, lease in self._leases.items()
            if lease.until > at or lease.again > at or lease.lock.locked()
        }


def _given(lease: Lease, cost: int, at: float) -> bool:
    """Whether it was given out of the block that is here."""
    if at >= lease.until or lease.left < cost:
        return False
    lease.left -= cost
    return True


def _granted(connection: Connection, mark: str, rate: Rate, need: int, wish: int) -> Granted:
    """Take a block, or what is left of it, or nothing where that is less than is needed. Others who ask wait for us."""
    table = schema.allowances
    row = insert(table).values(who=mark, number=0, used=0, earlier=0, until=0)
    held = row.on_conflict_do_update(index_elements=[table.c.who], set_={"who": mark}).returning(
        table.c.number, table.c.used, table.c.earlier, CLOCK
    )
    number, used, earlier, clock = connection.execute(held).one()
    window, at = Window(number, used, earlier), float(clock)
    window.move_to(int(at // rate.seconds))
    into = at % rate.seconds
    part, free = into / rate.seconds, window.free(rate, into / rate.seconds)
    much = min(wish, free) if free >= need else 0
    kept = {
        "number": window.number, "used": window.used + much, "earlier": window.earlier, "until": int(at) + 2 * rate.seconds
    }  # fmt: skip
    connection.execute(table.update().where(table.c.who == mark).values(**kept))
    return Granted(much, rate.seconds - into, 0.0 if much else window.wait(rate, part, need))


def clean(connection: Connection) -> None:
    """Throw away what counts for nothing any more."""
    connection.execute(schema.allowances.delete().where(schema.allowances.c.until < CLOCK))
