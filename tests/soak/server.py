"""The server under test: started without waiting, killed in parts or as a whole, and watched for deaths of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.server.live import Live
from tests.soak.figures import Figures
from tests.soak.processes import Process, of_session, wait_until_none
from weathergauge.server.processes import TOO_OFTEN, TOO_SOON

FATAL = "Fatal Python error"
"""What Python writes when a process of it crashes, where it was told to."""
HOPELESS = 5


class Server(Live):
    """A server that is killed again and again. What dies without being killed is a fault."""

    def __init__(self, database: str, folder: Path, figures: Figures, settings: Mapping[str, Any]) -> None:
        super().__init__(database, **{"bot_workers": 1, "bot_lease": 3, **settings})
        self.env["PYTHONFAULTHANDLER"] = "1"
        self.errors = folder / f"server-{self.port}.log"
        self.figures = figures
        self.several = int(settings.get("processes", 1)) > 1
        self.killed: set[int] = set()
        """Its processes that were killed, so that their deaths are expected."""
        self._quick = 0
        """How many of its processes were killed one after the other as soon as they had started."""
        self._read = 0
        self._crashes = 0
        """Crashes that the log tells of and that no status has told of yet."""
        self._http = httpx.AsyncClient(base_url=self.url, timeout=5)

    def launch(self) -> None:
        super().launch()
        self.figures.starts += 1
        self._quick = 0

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def lives(self) -> bool:
        return self.process is not None and self.process.poll() is None

    async def ready(self) -> None:
        """Wait until it answers; one that ends instead is started again, as an operator would."""
        for _ in range(HOPELESS):
            end = time.monotonic() + 90
            while time.monotonic() < end and not self.died():
                with contextlib.suppress(httpx.HTTPError, OSError):
                    if (await self._http.get("/healthz")).status_code == 200:
                        return
                await asyncio.sleep(0.05)
            if self.lives:
                self.figures.fault(f"the server did not answer within 90 seconds of its start: {self._tail()}")
                self.kill_all()
            self.launch()
        raise RuntimeError(f"the server cannot be started: {self._tail()}")

    def died(self) -> bool:
        """Whether it has ended without being told to; that is noted once."""
        self.read_log()
        if self.process is None or self.lives:
            return self.process is None
        status = self.process.returncode
        self._death(f"the server ended by itself with status {status}: {self._tail()}", status)
        self._bury()
        return True

    def _death(self, sentence: str, status: int = 0) -> None:
        self.figures.deaths += 1
        self.figures.fault(sentence)
        self._crashes -= status < 0

    def read_log(self) -> None:
        """Look through what it has logged since the last time for processes that died without being killed."""
        with self.errors.open(encoding="utf-8", errors="replace") as log:
            log.seek(self._read)
            text = log.read()
        whole = text[: text.rfind("\n") + 1]
        self._read += len(whole.encode(errors="replace"))
        for line in whole.splitlines():
            if line.startswith(FATAL):
                self._crashes += 1
            elif '"process-died"' in line:
                said = json.loads(line)
                if said["pid"] not in self.killed:
                    status = int(said["status"])
                    self._death(f"a serving process ended by itself with status {status}", status)

    def processes(self) -> list[Process]:
        return sorted(of_session(self.pid), key=lambda process: process.pid)

    def kill_server(self) -> None:
        """Kill the process that was started, and wait until those that it had started have ended with it."""
        session = self.pid
        self._end(lambda: os.kill(session, signal.SIGKILL))
        if left := wait_until_none(session, 30):
            self.figures.fault(f"{len(left)} processes live on without their server: {left[0].command}")
            with contextlib.suppress(ProcessLookupError):
                os.killpg(session, signal.SIGKILL)

    def kill_all(self) -> None:
        """Kill everything at one moment, as when the power goes."""
        session = self.pid
        self._end(lambda: os.killpg(session, signal.SIGKILL))
        wait_until_none(session, 30)

    def kill_child(self, choose: Callable[[Sequence[Process]], Process]) -> bool:
        """Kill one of several serving processes; false where that would make the server give up, as it should."""
        serving = [one for one in self.processes() if one.parent == self.pid and not one.thinks]
        if not serving:
            return False
        chosen = choose(serving)
        quick = self._quick + 1 if chosen.age < TOO_SOON else 0
        if quick >= TOO_OFTEN:
            return False
        self._quick = quick
        return self._kill(chosen)

    def kill_bots(self) -> bool:
        """Kill the process in which bots think; false where none does."""
        killed = [self._kill(one) for one in self.processes() if one.thinks]
        return any(killed)

    def _kill(self, one: Process) -> bool:
        self.killed.add(one.pid)
        try:
            os.kill(one.pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def _end(self, how: Callable[[], None]) -> None:
        """End the process that was started; if it had ended before, that was by itself."""
        if not self.died():
            with contextlib.suppress(ProcessLookupError):
                how()
            self._bury()
        self.read_log()

    def _bury(self) -> None:
        process, self.process = self.process, None
        assert process is not None
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()

    def _tail(self) -> str:
        return self.errors.read_text(errors="replace")[-1500:]

    async def close(self) -> None:
        """Stop it in order, and see that nothing is left behind."""
        if self.lives:
            process, session = self.process, self.pid
            await asyncio.to_thread(self.stop)
            assert process is not None
            if process.returncode not in (0, -signal.SIGTERM):
                status = process.returncode
                self._death(f"the server was told to stop and ended with status {status}: {self._tail()}", status)
            if await asyncio.to_thread(wait_until_none, session, 10):
                self.figures.fault("processes live on after the server was told to stop")
                os.killpg(session, signal.SIGKILL)
        self.read_log()
        for _ in range(self._crashes):  # of processes whose end nobody sees: those of bots, or of a killed supervisor
            self._death(f"a process of the server crashed: {FATAL}")
        await self._http.aclose()
