"""The bots' part in a server: who must be asked, in which process they think, and that they go on after a restart.

Several processes on one database share the work, servers and those that do nothing else (`weathergauge bots`): whoever plays a match's
bots holds a lease on them, and where it dies another takes over.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from weathergauge.match.course import follow_on
from weathergauge.match.opening import start_of
from weathergauge.match.record import bot_key
from weathergauge.ruleset import Refused, Seat
from weathergauge.server import schema
from weathergauge.server.change import Change
from weathergauge.server.keeper import Keeper
from weathergauge.server.leases import Leases
from weathergauge.server.line import Line
from weathergauge.server.problem import Problem
from weathergauge.server.settings import Settings
from weathergauge.server.table import Table
from weathergauge.server.thinker import MISSING, Question

log = structlog.get_logger()

PATIENCE = 60.0
FALLBACK = "midshipman"
AFTER_YOU = 0.2
"""Seconds that a process leaves a match to one that has it in memory."""
LOADING = 2
"""Matches that bots bring into memory at the same time: after a restart hundreds may be due, and people come first."""


class Worker:
    """One process of thinking bots; where it dies it is started again."""

    def __init__(self, rules_at: str, bots_at: str) -> None:
        self._command = (sys.executable, "-m", "weathergauge.server.thinker", rules_at, bots_at)
        self._process: asyncio.subprocess.Process | None = None
        self._killed: list[asyncio.subprocess.Process] = []
        self._line = Line()
        self.heard: dict[tuple[str, Seat, str], int] = {}
        """How many events each bot in it has heard."""

    async def ask(self, question: Question, heard: int) -> Any:
        """What the bot chooses. A bot that thinks longer than anybody would wait loses its process."""
        async with self._line.turn(question.urgent, question.whose):
            process = self._process
            if process is None or process.returncode is not None:
                if not question.fresh:
                    raise ConnectionError("the process was started anew")
                pipe = asyncio.subprocess.PIPE
                process = self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
            assert process.stdin is not None
            assert process.stdout is not None
            data = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
            try:
                process.stdin.write(len(data).to_bytes(4, "big") + data)
                size = int.from_bytes(await asyncio.wait_for(process.stdout.readexactly(4), PATIENCE), "big")
                action, error = pickle.loads(await process.stdout.readexactly(size))
            except (TimeoutError, asyncio.IncompleteReadError, OSError, asyncio.CancelledError):
                self.heard.clear()
                self._kill()
                raise
            if error is not None:
                raise RuntimeError(error)
            if action != MISSING:
                self.heard[question.match, question.seat, question.bot] = heard
            return action

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            if process.stdin is not None:
                process.stdin.close()
            self._killed = [process for process in self._killed if process.returncode is None] + [process]

    async def stop(self) -> None:
        """End the process, and wait for it and for those that were killed before."""
        self._kill()
        for process in self._killed:
            await process.wait()


class Crew:
    """Plays every seat that a bot has, in as many processes as were asked for."""

    def __init__(self, keeper: Keeper, settings: Settings, rules_at: str, bots_at: str) -> None:
        self.keeper, self.settings = keeper, settings
        self.moves = 0
        self._workers = [Worker(rules_at, bots_at) for _ in range(settings.bot_workers)]
        self._running: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Matches of which we heard while they were played: they are looked at once more."""
        self._loading = asyncio.Semaphore(LOADING)
        self.leases = Leases(keeper.store, settings.bot_lease)
        self._tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        """How many matches are being played."""
        return len(self._running)

    async def start(self) -> None:
        """Go on where bots were to act when the server stopped, and look again from time to time."""
        if self._workers:
            self.keeper.changed.append(self._changed)
            self.keeper.calls_bots = lambda id: not self.leases.holds(id)
            self.keeper.hub.on_change_elsewhere(self._called)
            self._tasks.append(asyncio.create_task(self._sweep()))
            if self.keeper.store.shared:
                self._tasks.append(asyncio.create_task(self.leases.keep_up(lambda: list(self._running))))

    async def stop(self) -> None:
        tasks = [*self._running.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._workers and self.keeper.store.shared:
            with contextlib.suppress(Exception):  # then they run out
                await self.leases.let_go()
        for worker in self._workers:
            await worker.stop()

    def _changed(self, table: Table, change: Change) -> None:
        if table.row.bot_due:
            self._begin(table.id)

    def _called(self, word: str) -> None:
        """Another process says that a bot must decide."""
        kind, _, id = word.partition(":")
        if kind == "bots":
            if id in self._running:
                self._again.add(id)  # what is being looked at may be older than this word
            self._begin(id, 0.0 if id in self.keeper else AFTER_YOU)

    def _begin(self, id: str, after: float = 0.0) -> None:
        if id not in self._running:
            self._running[id] = asyncio.create_task(self._play(id, after))

    async def _sweep(self) -> None:
        columns = schema.matches.c

        def due(connection: Connection) -> list[str]:
            query = sa.select(columns.id).where(columns.bot_due, self.leases.free()).limit(500)
            return list(connection.execute(query).scalars())

        while True:
            try:
                for id in await self.keeper.store.read(due):
                    self._begin(id)
            except Exception:
                log.exception("bots-sweep-failed")
            await asyncio.sleep(self.settings.bot_lease / 2)

    async def _play(self, id: str, after: float) -> None:
        """Act until no bot of this match must decide."""
        worker, failures = self._workers[hash(id) % len(self._workers)], 0
        try:
            await asyncio.sleep(after)
            while failures < 10:
                if not self.leases.holds(id):
                    if not await self.leases.take(id):
                        return  # who has it plays on; where it died we look again
                    failures = 0
                if await self._led_on(id):
                    continue
                asked = await self._question(id, worker, failures)
                if asked is None:
                    if id in self._running:
                        continue
                    return
                bot = asked[0].bot
                try:
                    action = await worker.ask(*asked[:2])
                    if action == MISSING:  # this bot remembers: tell it everything since the match began
                        asked = await self._question(id, worker, failures, whole=True)
                        if asked is None:
                            continue
                        action = await worker.ask(*asked[:2])
                    await self._act(id, asked[0].seat, action, asked[2])
                    self.moves += 1
                    failures = 0
                except (Refused, Problem, ConnectionError):
                    failures += 1  # somebody took the seat, or another process was quicker: look again
                except (TimeoutError, RuntimeError, asyncio.IncompleteReadError, OSError) as error:
                    failures += 1
                    log.warning("bot-failed", match=id, bot=bot, error=str(error)[:200])
        except Exception:
            log.exception("bots-stopped", match=id)
        finally:
            self._running.pop(id, None)
            self._again.discard(id)

    async def _led_on(self, id: str) -> bool:
        """Follow standing orders where they led further than one change goes: a change of nothing goes on with them."""
        async with self.keeper.holding(id) as table:
            if table.row.status != "playing" or not table.row.bot_due or table.bots_to_act():
                return False
        await self.keeper.change(id, lambda change: None)
        return True

    async def _question(
        self, id: str, worker: Worker, failures: int, *, whole: bool = False
    ) -> tuple[Question, int, str] | None:
        """What to ask, how much the bot has heard then, and the decision it answers; None where no bot must decide.

        Then the match is played no more, unless another process had said something meanwhile.
        """
        if id not in self.keeper:
            async with self._loading, self.keeper.holding(id):
                pass
        async with self.keeper.holding(id) as table:
            seats = table.bots_to_act()
            if table.row.status != "playing" or not seats:
                if id in self._again:
                    self._again.discard(id)
                else:
                    self._running.pop(id, None)  # here, before anybody can change the match: so no turn is missed
                return None
            seat, game = seats[0], table.going
            place = table.row.facts.place(seat)
            assert place is not None
            bot = FALLBACK if failures > 2 else place.bot or FALLBACK
            count = game.heard(seat)
            since = worker.heard.get((id, seat, bot), 0)
            fresh = (id, seat, bot) not in worker.heard
            heard = [heard.event for heard in game.events(seat, since)]
            if whole and len(heard) < count - since:  # what memory has let go of is still in the record
                heard = (await self._all_heard(id, seat))[since:count]
            seed = bot_key(table.row.seed, seat)  # never the seed itself: a bot must not be able to see the dice
            question = Question(
                id, seat, table.row.title, bot, seed, game.view(seat), heard, fresh, len(heard) == count - since,
                any(place.kind == "person" for place in table.row.facts.seats), table.row.creator or id,
            )  # fmt: skip
            return question, count, game.decision(seat)

    async def _all_heard(self, id: str, seat: Seat) -> list[Any]:
        record = await self.keeper.record(id)
        rules = self.keeper.rules_for(record.header.title)

        def follow() -> list[Any]:
            first, course = start_of(record, rules, keep=None)
            for _ in follow_on(course, record, first):
                pass
            return list(course.log[seat])

        return await asyncio.to_thread(follow)

    async def _act(self, id: str, seat: Seat, action: Any, decision: str) -> None:
        def do(change: Change) -> None:
            change.table.going.act(seat, action, decision=decision)
            change.heard()

        await self.keeper.change(id, do)
