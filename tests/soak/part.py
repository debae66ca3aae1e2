"""One part of a soak: so many matches at once on one store, while the server is strained."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from tests.soak.figures import Figures
from tests.soak.game import TITLES, Game
from tests.soak.person import Gone, World
from tests.soak.server import Server
from tests.soak.stores import folder, postgresql, small_disk
from tests.soak.strain import Strain

PARTS = ("sqlite", "postgresql", "small disk")
SHARES = {"sqlite": 5, "postgresql": 4, "small disk": 1}
"""How the kills are shared out."""
TOGETHER = 3
"""Matches of one title that begin one after the other: a new process must bear that they all come back at once."""
ENDING = 240.0
"""Seconds within which everybody must have ended when the strain is over."""


def shared(kills: int, parts: list[str]) -> dict[str, int]:
    """How many kills each part gets: at least one, and all of them together as many as were asked for."""
    whole = sum(SHARES[part] for part in parts)
    given = {part: max(1, kills * SHARES[part] // whole) for part in parts}
    given[parts[0]] += max(0, kills - sum(given.values()))
    return given


class Soak:
    """Matches that are played one after the other in so many lanes, and the strain on their server."""

    def __init__(self, server: Server, figures: Figures, seed: str, at_once: int) -> None:
        self.server, self.figures, self.seed, self.at_once = server, figures, seed, at_once
        self.world = World(server.url, figures)
        self.strain = Strain(server, figures, random.Random(f"{seed}:strain"), self._restarted)
        self.together = TOGETHER
        self._numbers = itertools.count(TOGETHER * random.Random(f"{seed}:first").randrange(len(TITLES)))
        self._playing: set[Game] = set()

    def stop(self) -> None:
        """End it early: everybody resigns, and what was played is checked."""
        self.strain.stopping.set()

    async def run(self, kills: int) -> None:
        """Strain the server until it was killed so often; then let everybody end, and hold it to what it said."""
        began = time.monotonic()
        try:
            self.server.launch()
            await self.server.ready()
            lanes = [asyncio.create_task(self._lane()) for _ in range(self.at_once)]
            try:
                await self.strain.until(kills)
                self.world.stopping.set()
                await self._end(lanes)
            finally:
                for lane in lanes:
                    lane.cancel()
                await asyncio.gather(*lanes, return_exceptions=True)
        except RuntimeError as error:
            self.figures.fault(str(error))
        finally:
            await self.server.close()
            self.figures.seconds = time.monotonic() - began
        if self.figures.killed < kills and not self.strain.stopping.is_set():
            self.figures.fault(f"{self.figures.part}: {self.figures.killed} kills of the {kills} asked for")

    async def _lane(self) -> None:
        while not self.world.stopping.is_set():
            game = Game(self.world, next(self._numbers), self.seed, self.together)
            self._playing.add(game)
            try:
                await game.run()
            except Gone as error:
                self.figures.fault(str(error))
                return
            finally:
                self._playing.discard(game)

    def _restarted(self) -> None:
        self.world.back()
        self.figures.snapshots += sum(game.long for game in self._playing)

    async def _end(self, lanes: list[asyncio.Task[None]]) -> None:
        """Wait for everybody, and look after the server meanwhile."""
        end = time.monotonic() + ENDING
        while waiting := [lane for lane in lanes if not lane.done()]:
            if time.monotonic() > end:
                self.figures.fault(f"{len(waiting)} matches did not end within {ENDING:.0f} seconds")
                return
            await self.strain.watch()
            await asyncio.wait(waiting, timeout=0.2)
        for lane in lanes:
            if (error := lane.exception()) is not None:
                raise error


@contextlib.asynccontextmanager
async def soak_on(part: str, seed: str, at_once: int) -> AsyncIterator[Soak]:
    """A soak on the store of that part, which is thrown away afterwards."""
    figures = Figures(part)
    with contextlib.ExitStack() as stack:
        here = stack.enter_context(folder())
        if part == "postgresql":
            soak = on_postgresql(stack.enter_context(postgresql()), here, figures, seed, at_once)
        elif part == "small disk":
            disk = stack.enter_context(small_disk(here))
            soak = on_sqlite(disk.folder, here, figures, seed, at_once)
            soak.strain.disk = disk
        else:
            soak = on_sqlite(here, here, figures, seed, at_once)
        yield soak
        if figures.faults:
            figures.log = str(keep(soak.server.errors, part))


def keep(log: Path, part: str) -> Path:
    """Keep what the server logged, where a fault was found: the rest is thrown away."""
    made, kept = tempfile.mkstemp(prefix=f"weathergauge-soak-{part.replace(' ', '-')}-", suffix=".log")
    os.close(made)
    return Path(shutil.copyfile(log, kept))


def on_sqlite(data: Path, logs: Path, figures: Figures, seed: str, at_once: int) -> Soak:
    return Soak(Server(str(data / "soak.db"), logs, figures, {}), figures, seed, at_once)


def on_postgresql(address: str, logs: Path, figures: Figures, seed: str, at_once: int) -> Soak:
    """Two serving processes under a supervisor; their connections are cut now and then."""
    soak = Soak(Server(address, logs, figures, {"processes": 2}), figures, seed, at_once)
    soak.strain.database = address
    return soak
