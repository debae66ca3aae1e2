"""Several serving processes behind one socket: started together, started again where one dies, stopped together.

Each is a whole server on the same PostgreSQL database, and the last is `weathergauge bots`, which plays the bots of all.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from types import FrameType
from typing import Any

import structlog

from weathergauge.server.figures import FOLDER

log = structlog.get_logger()

SOCKET = "WEATHERGAUGE_SOCKET"
"""In the environment of a process that was started here: the number of the socket it inherits."""
NONE = "none"
"""Instead of that number: it has a parent, and serves nobody."""
TOO_SOON, TOO_OFTEN = 5.0, 3
STOPPING = 10.0


def inherited() -> socket.socket | None:
    """The socket this process was given, if it is one of several that serve. It stops when the one that started it is gone."""
    number = os.environ.pop(SOCKET, None)
    if number is None:
        return None
    threading.Thread(target=_stop_with_parent, name="parent", daemon=True).start()
    return None if number == NONE else socket.socket(fileno=int(number))


def _stop_with_parent() -> None:
    sys.stdin.buffer.read()  # ends when the other end of the pipe is closed, also by a kill
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOPPING)
    os.kill(os.getpid(), signal.SIGKILL)  # nobody else is left to do it


class Several:
    """The processes behind a socket."""

    def __init__(self, made: socket.socket, count: int, bot_workers: int, given: Mapping[str, Any]) -> None:
        self.made, self.count, self.bot_workers = made, count, bot_workers
        named = {f"WEATHERGAUGE_{name.upper()}": str(value) for name, value in given.items()}
        self._figures = tempfile.TemporaryDirectory(prefix="weathergauge-")
        self._env = {
            **os.environ,
            **named,
            FOLDER: self._figures.name,
            "WEATHERGAUGE_PROCESSES": "1",
            "WEATHERGAUGE_WORKBENCH_WORKERS": "0",  # each would know only of the studies that it plays itself
            "WEATHERGAUGE_BOT_WORKERS": "0",
            SOCKET: str(made.fileno()),
        }
        self._bots = {
            "WEATHERGAUGE_BOT_WORKERS": str(bot_workers),
            "WEATHERGAUGE_HOST": "127.0.0.1",  # its figures are in those of the others
            "WEATHERGAUGE_BOT_PORT": "0",
            SOCKET: NONE,
        }
        self._running: dict[int, tuple[subprocess.Popen[bytes], float]] = {}
        self._stop = threading.Event()
        self._deaths = 0

    def run(self) -> int:
        """Until told to stop, or until processes die as soon as they are started."""
        for which in (signal.SIGTERM, signal.SIGINT):
            signal.signal(which, self._told)
        self.made.listen(2048)
        for number in range(self.count + (self.bot_workers > 0)):
            self._start(number)
        while not self._stop.wait(0.2) and self._deaths < TOO_OFTEN:
            for number, (process, began) in list(self._running.items()):
                if process.poll() is not None and not self._stop.is_set():
                    self._deaths = self._deaths + 1 if time.monotonic() - began < TOO_SOON else 0
                    log.warning("process-died", number=number, pid=process.pid, status=process.returncode)
                    self._start(number)
        self._end()
        return 0 if self._deaths < TOO_OFTEN else 1

    def _told(self, sig: int, frame: FrameType | None) -> None:
        self._stop.set()

    def _start(self, number: int) -> None:
        serves = number < self.count
        command = [sys.executable, "-m", "weathergauge", "serve" if serves else "bots"]
        env, given = (self._env, [self.made.fileno()]) if serves else ({**self._env, **self._bots}, [])
        out = None if serves else subprocess.DEVNULL
        process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=out, pass_fds=given)
        self._running[number] = process, time.monotonic()
        log.info("process-started", number=number, pid=process.pid, bots=not serves)

    def _end(self) -> None:
        processes = [process for process, _ in self._running.values()]
        for process in processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        end = time.monotonic() + STOPPING
        for process in processes:
            try:
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._figures.cleanup()
