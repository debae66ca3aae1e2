"""Odds and scenario texts of strangers, reckoned so that nobody else has to wait for them.

Most odds take a few thousand steps: they are worked out at once, beside the requests. What takes more goes to a process
that can be ended (`reckoner`), one question at a time: those of players first, and of each address only one at once, so
that whoever asks much waits for himself. A question whose asker is gone is dropped, wherever it has got to.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar, cast

from weathergauge.odds import Memory, TooLarge
from weathergauge.ruleset import Call, Rules
from weathergauge.server.chances import Chances, chances
from weathergauge.server.line import Line
from weathergauge.server.problem import Problem
from weathergauge.server.reckoner import SECONDS, Answer, Looked, OddsOf, Question, ScenarioOf

R = TypeVar("R")

FEW = 25_000
"""Steps that odds may take beside the requests: some 20 milliseconds."""
REMEMBERED = Memory(10_000, steps=500_000)
WAITING = 8
"""Questions of one address that may wait for the one before them."""
PATIENCE = 30.0
"""Seconds that an answer may take to come, on a machine that has much else to do."""
TOO_LONG = f"this takes longer than the {SECONDS:g} seconds that a question may have"
TOO_MUCH = "this takes more memory than a question may have"
FEWER = "ask with fewer ships, guns or dice"
UNWEIGHED = "There are too many outcomes to work out their odds here; the order can be given all the same."


class Reckoning:
    """Answers within limits."""

    def __init__(self, rules_at: str, titles: Sequence[str]) -> None:
        self._command = (sys.executable, "-m", "weathergauge.server.reckoner", rules_at, *titles)
        self._process: asyncio.subprocess.Process | None = None
        self._line, self._stopping = Line(), False
        self._asking: dict[str, tuple[asyncio.Lock, list[None]]] = {}
        # One thread each, so that no stranger's question stands before a player's.
        self._threads = {urgent: ThreadPoolExecutor(1, "previews" if urgent else "odds") for urgent in (False, True)}

    async def stop(self) -> None:
        self._stopping = True
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)
        if (process := self._kill()) is not None:
            if process.stdin is not None:
                process.stdin.close()
            await process.wait()

    async def odds(self, title: str, rules: Rules, procedure: str, inputs: Any, who: str) -> Chances:
        """The odds of a procedure, asked by somebody at that address."""
        async with self._one_at_once(who):
            return await self._odds(title, rules, procedure, inputs, urgent=False)

    async def previews(self, title: str, rules: Rules, calls: Sequence[Call]) -> list[Chances | str]:
        """The odds of what an order may bring, for a player; a sentence where they are too many to work out.

        The order can be given all the same: nobody chose the position for what its odds cost.
        """
        return [await self._preview(title, rules, call) for call in calls]

    async def _preview(self, title: str, rules: Rules, call: Call) -> Chances | str:
        try:
            return await self._odds(title, rules, call.procedure, call.inputs, urgent=True)
        except Problem as problem:
            if problem.description.type != "bad-input":
                raise
            return UNWEIGHED

    async def scenario(
        self, title: str, rules: Rules, name: str, settings: dict[str, Any], written: str, who: str
    ) -> Looked:
        """What the text of a scenario comes to."""
        if not rules.reads_files:
            rules.scenario_of(name, settings, written)  # refuses, without a look at the text
        async with self._one_at_once(who):
            found = await self._ask(
                ScenarioOf(title, name, settings, written), urgent=False, hint="write a smaller one"
            )
        return cast(Looked, found)

    async def think(self, work: Callable[[], R], urgent: bool = True) -> R:
        """Do some work beside the requests."""
        spoken = copy_context()  # work is told in the language of whoever asks for it
        return await asyncio.get_running_loop().run_in_executor(self._threads[urgent], spoken.run, work)

    async def _odds(self, title: str, rules: Rules, procedure: str, inputs: Any, urgent: bool) -> Chances:
        found = rules.procedures[procedure]
        try:
            return await self.think(lambda: chances(found.odds(inputs, rules.charts, REMEMBERED, FEW)), urgent)
        except TooLarge:
            return cast(Chances, await self._ask(OddsOf(title, procedure, inputs), urgent, FEWER))

    @contextlib.asynccontextmanager
    async def _one_at_once(self, who: str) -> AsyncIterator[None]:
        """Let the questions of an address wait for each other."""
        lock, waiting = self._asking.setdefault(who, (asyncio.Lock(), []))
        if len(waiting) > WAITING:
            raise Problem("too-many", "You have asked much at once: wait for the answers.", retry=2)
        waiting.append(None)
        try:
            async with lock:
                yield
        finally:
            waiting.pop()
            if not waiting:
                self._asking.pop(who, None)

    async def _ask(self, question: Question, urgent: bool, hint: str) -> Any:
        """Ask the process; what it cannot answer within its limits is a sentence."""
        async with self._line.turn(urgent):
            answer = await self._answered(question)
        if answer.ended:
            raise Problem("bad-input", f"{TOO_LONG if answer.ended == 'time' else TOO_MUCH}; {hint}")
        if answer.refused:
            raise Problem("bad-input", answer.refused)
        if answer.broke:
            raise RuntimeError(answer.broke)
        return answer.value

    async def _answered(self, question: Question) -> Answer:
        try:
            process = await self._started()
            data = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
            assert process.stdin is not None
            process.stdin.write(len(data).to_bytes(4, "big") + data)
            reading = asyncio.create_task(_read(process))
            try:
                return cast(Answer, await asyncio.wait_for(asyncio.shield(reading), PATIENCE))
            except asyncio.CancelledError:
                await self._drop(process, reading)
                raise
        except (TimeoutError, asyncio.IncompleteReadError, OSError):
            self._kill()
            raise Problem(
                "unavailable", "The server has too much to do for this: try again in a moment.", retry=5
            ) from None

    async def _started(self) -> asyncio.subprocess.Process:
        if self._stopping:
            raise ConnectionError("no process is started any more")
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            starting = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
            self._process = starting
            try:
                await asyncio.wait_for(_read(starting), PATIENCE)
            except BaseException:
                self._kill()
                raise
        return self._process

    async def _drop(self, process: asyncio.subprocess.Process, reading: asyncio.Task[Any]) -> None:
        """Nobody waits any longer: end the question, and take whatever is answered to it out of the way."""
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGUSR1)
            await asyncio.wait({reading}, timeout=1)
        if not reading.done():
            reading.cancel()
            self._kill()

    def _kill(self) -> asyncio.subprocess.Process | None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        return process


async def _read(process: asyncio.subprocess.Process) -> Any:
    assert process.stdout is not None
    size = int.from_bytes(await process.stdout.readexactly(4), "big")
    return pickle.loads(await process.stdout.readexactly(size))
