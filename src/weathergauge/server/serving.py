"""Running the app: the socket, the log, and an orderly stop that ends streams before it waits for them."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import structlog
import uvicorn
from fastapi import FastAPI
from structlog.tracebacks import ExceptionDictTransformer

from weathergauge.server.app import create_app, create_worker
from weathergauge.server.connections import BACKLOG, most_connections, protocol, raise_descriptors
from weathergauge.server.house import House
from weathergauge.server.hub import Hub
from weathergauge.server.processes import STOPPING, Several, inherited
from weathergauge.server.settings import Settings, chosen
from weathergauge.server.store import Store

GRACE = 2
NO_WORKBENCH = {"workbench_workers": 0}
"""Each process would know only of the studies that it plays itself."""


class Server(uvicorn.Server):
    """Streams never end by themselves: they are told when the server is."""

    hub: Hub
    ready: Callable[[], None] | None = None
    """Called when it answers."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.ready is not None:
            self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.hub.close_soon()
        super().handle_exit(sig, frame)


def log_to_stderr(level: str) -> None:
    """One JSON object for each line; bodies, cookies, tokens and addresses are never in it."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # Where something broke, but not what was in its variables: passwords pass through them.
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def serve(given: dict[str, Any], show: Callable[[str], None] | None = None) -> int:
    """Run until told to stop; `show` is told the address when it answers there."""
    settings = chosen(given)
    log_to_stderr(settings.log_level)
    if settings.processes > 1:
        return serve_several(settings, given, show)
    given_socket = inherited()
    made = given_socket or listen(settings.host, settings.port)
    shown = None if given_socket is not None else partial(say, settings.host, made.getsockname()[1], show)
    return _run(create_app(settings), settings, made, shown)


def bots(given: dict[str, Any]) -> int:
    """Play the bots of the servers on the same database until told to stop, and serve nothing but health and figures."""
    settings = chosen(given).model_copy(update=NO_WORKBENCH)
    log_to_stderr(settings.log_level)
    if not settings.url.startswith("postgresql"):
        raise ValueError(
            "Bots in a process of their own need PostgreSQL, which several processes share: name it with --database "
            "postgresql://USER@HOST/NAME. On a SQLite file `weathergauge serve` plays them itself."
        )
    if not settings.bot_workers:
        raise ValueError("WEATHERGAUGE_BOT_WORKERS is 0, and here nothing else is done: say --workers 1, or more.")
    inherited()
    made = listen(settings.host, settings.bot_port)
    return _run(create_worker(settings), settings, made, partial(say_bots, settings, made.getsockname()[1]))


def _run(app: FastAPI, settings: Settings, made: socket.socket, ready: Callable[[], None] | None) -> int:
    house: House = app.state.house
    house.store.open()  # here what keeps it from starting is a sentence; in the app it would be a traceback
    most = settings.connections or most_connections(raise_descriptors())
    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, proxy_headers=False, lifespan="on",
        timeout_graceful_shutdown=GRACE, timeout_keep_alive=75, backlog=BACKLOG,
        http=protocol(most, settings.head_seconds), ws="none", limit_concurrency=most + BACKLOG,
    )  # fmt: skip
    server = Server(config)
    server.hub = house.hub
    server.ready = ready
    return run(server, made)


def serve_several(settings: Settings, given: dict[str, Any], show: Callable[[str], None] | None) -> int:
    """Several processes on one PostgreSQL database."""
    if not settings.url.startswith("postgresql"):
        raise ValueError(
            f"--processes {settings.processes} needs PostgreSQL: a SQLite file is written by one process alone; "
            "name a database with --database postgresql://USER@HOST/NAME, or leave --processes out."
        )
    if os.name == "nt":
        raise ValueError(f"--processes {settings.processes}: Windows cannot share a socket; start several servers.")
    made = listen(settings.host, settings.port, patience=STOPPING)
    try:
        store = Store(settings.url)
        store.open()
        store.close()
        say(settings.host, made.getsockname()[1], show)
        return Several(made, settings.processes, settings.bot_workers, given).run()
    finally:
        made.close()


def run(server: Server, made: socket.socket) -> int:
    try:
        server.run([made])
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        made.close()
    return 0 if server.started else 1


def listen(host: str, port: int, patience: float = 0.0) -> socket.socket:
    """Make a socket at that address; one that is taken is a sentence. `patience`: for how many seconds it may still be taken.

    Who starts several waits for those of a supervisor that was killed, which stop when they notice. Sharing the port with them
    (SO_REUSEPORT) would give them every other newcomer meanwhile, to be hung up on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    end = time.monotonic() + patience
    while True:
        # The protocol is named because asyncio sends small answers at once only over sockets that name it.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, port))
            return made
        except OSError as error:
            made.close()
            if error.errno == errno.EADDRINUSE and time.monotonic() < end:
                time.sleep(0.1)
                continue
            reason = (error.strerror or str(error)).lower()
            raise ValueError(f"{host}:{port} cannot be listened at: {reason}; choose another with --port.") from None


def say_bots(settings: Settings, port: int) -> None:
    """That they play, and where their health can be asked for."""
    workers = f"{settings.bot_workers} process{'es' if settings.bot_workers > 1 else ''}"
    print(
        f"Bots think in {workers}; health and figures are at {_address(settings.host, port)} (Ctrl-C stops it)",
        flush=True,
    )


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def say(host: str, port: int, show: Callable[[str], None] | None) -> None:
    """The address, for a person or for a program that waits for it."""
    address = _address(host, port)
    print(f"Weather Gauge is at {address} (Ctrl-C stops it)", flush=True)
    sys.stdout.flush()
    if show is not None:
        show(address)
