"""What is done to a server while it is played on: kills of every kind at random moments, full disks, cut connections."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable

from tests.soak.figures import Figures
from tests.soak.server import Server
from tests.soak.stores import Disk, cut

ORDERS, LATER, LONGEST = (0, 30), 0.3, 5.0
"""Between two strains: how many orders are answered, from and to, how many seconds more at most, and how many in all."""
STARTING = 1.5
"""A server that is killed while it starts is killed within so many seconds."""
FULL = 8.0
"""For how long a disk stays full at most; until somebody was told, otherwise."""
START, EACH = 120.0, 30.0
"""Seconds that a part may take: to begin with, and for each kill."""

Restarted = Callable[[], None]


class Strain:
    """Kills a server and starts it again, until it was killed often enough."""

    def __init__(self, server: Server, figures: Figures, chance: random.Random, restarted: Restarted) -> None:
        self.server, self.figures, self.chance, self.restarted = server, figures, chance, restarted
        self.disk: Disk | None = None
        self.database: str | None = None
        """Of a PostgreSQL whose connections may be cut."""
        self.orders, self.longest = ORDERS, LONGEST
        self.stopping = asyncio.Event()

    async def until(self, kills: int) -> None:
        """Strain it until it was killed so often, was told to stop or has taken far too long; at the end it runs."""
        end = time.monotonic() + START + kills * EACH
        while self.figures.killed < kills and time.monotonic() < end and not self.stopping.is_set():
            if not await self._play() or self.stopping.is_set():
                continue
            if self.disk is not None:
                await self._fill(self.disk)
            if self.database is not None and self.chance.random() < 0.25:
                if await asyncio.to_thread(cut, self.database):
                    self.figures.strains["connections cut"] += 1
                await self._play()
            await self._kill()
        await self.server.ready()

    async def _play(self) -> bool:
        """Let them play for so many orders and a moment longer, so that the strain comes while they are busy."""
        wanted, end = self.figures.answered + self.chance.randint(*self.orders), time.monotonic() + self.longest
        while self.figures.answered < wanted and time.monotonic() < end and not self.stopping.is_set():
            if not await self.watch():
                return False
            await asyncio.sleep(0.02)
        return await self.pause(self.chance.uniform(0, LATER))

    async def pause(self, seconds: float) -> bool:
        """Wait until told to stop; a server that ends meanwhile is started again, and false is the answer."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.stopping.is_set():
            if not await self.watch():
                return False
            await asyncio.sleep(0.05)
        return True

    async def watch(self) -> bool:
        """Start a server that has ended by itself again; false where it had."""
        if died := self.server.died():
            await self._start()
        return not died

    async def _kill(self) -> None:
        kinds: list[tuple[float, str, Callable[[], Awaitable[bool]]]]
        if self.server.several:
            kinds = [
                (5, "one of the serving processes", self._child),
                (2, "the supervisor", self._server),
                (2, "everything at once", self._all),
                (2, "while it starts", self._while_starting),
                (1, "the bots' process", self._bots),
            ]
        else:
            kinds = [
                (4, "the server", self._server),
                (3, "everything at once", self._all),
                (3, "while it starts", self._while_starting),
                (1, "the bots' process", self._bots),
            ]
        _, kind, do = self.chance.choices(kinds, [weight for weight, *_ in kinds])[0]
        if await do():
            self.figures.kills[kind] += 1

    async def _child(self) -> bool:
        return await asyncio.to_thread(self.server.kill_child, self.chance.choice)

    async def _bots(self) -> bool:
        return await asyncio.to_thread(self.server.kill_bots)

    async def _server(self) -> bool:
        await asyncio.to_thread(self.server.kill_server)
        await self._start()
        return True

    async def _all(self) -> bool:
        await asyncio.to_thread(self.server.kill_all)
        await self._start()
        return True

    async def _while_starting(self) -> bool:
        """Kill it, start it, and kill it again before it may have come far."""
        await asyncio.to_thread(self.server.kill_all)
        self.figures.kills["everything at once"] += 1
        self.server.launch()
        await asyncio.sleep(self.chance.uniform(0, STARTING))
        died = self.server.died()
        if not died:
            await asyncio.to_thread(self.server.kill_all)
        await self._start()
        return not died

    async def _start(self) -> None:
        self.server.launch()
        await self.server.ready()
        self.restarted()

    async def _fill(self, disk: Disk) -> None:
        """Leave no room until somebody was told so; now and then it is killed meanwhile."""
        told, end = self.figures.unavailable, time.monotonic() + FULL
        await asyncio.to_thread(disk.fill, self.server.pid, self.server.errors)
        self.figures.strains[disk.words] += 1
        while self.figures.unavailable == told and time.monotonic() < end:
            if not await self.pause(0.1):
                break
        await self.pause(self.chance.uniform(0, 0.5))
        killed = self.chance.random() < 0.4
        if killed:
            await asyncio.to_thread(self.server.kill_all)
            self.figures.kills["while the disk is full"] += 1
        await asyncio.to_thread(disk.free, None if killed else self.server.pid)
        if killed:
            await self._start()
