"""Where everything is kept: SQLite by default, PostgreSQL by one setting, the same tables in both.

Work is given as a function of a connection and done whole or not at all. On SQLite one thread writes, and what waits for it
is written together, each piece in a savepoint of its own, with one sync to disk: an answer is given only after that. On
PostgreSQL as many threads write as there are connections. (A driver that hands every statement to a thread of its own
was measured to be five times slower than handing over the whole transaction.)
"""

from __future__ import annotations

import asyncio
import os
import queue
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, event
from sqlalchemy.exc import SQLAlchemyError

T = TypeVar("T")
Job = Callable[[Connection], T]
Answer = tuple[asyncio.Future[Any], Any, BaseException | None]

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 8042_1805  # the number of the lock under which one process brings the tables up to date
TOGETHER = 64


class StoreError(ValueError):
    """The store cannot be used. The message is a sentence for the operator."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """Reads and writes. `shared` is true where other processes may write to it as well."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.kind = self.url.get_backend_name()
        if self.kind not in ("sqlite", "postgresql"):
            raise StoreError(f"{self.kind}: expected a database of sqlite or postgresql")
        self.shared = self.kind == "postgresql"
        self.process = secrets.token_hex(6)
        """The name under which this process is known to the others."""
        self._lock: IO[str] | None = None
        self._queue: queue.SimpleQueue[tuple[Job[Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._reads: sa.Engine
        self._threads = ThreadPoolExecutor(8 if self.shared else 4, "store")
        if self.shared:
            self._writes = sa.create_engine(url, pool_size=8, max_overflow=4, pool_pre_ping=True)
            self._reads = self._writes.execution_options(isolation_level="REPEATABLE READ")
        else:
            self._reads, self._writes = _sqlite(url, "DEFERRED"), _sqlite(url, "IMMEDIATE")

    async def start(self) -> None:
        """Bring the tables up to date and begin to write."""
        self.loop = asyncio.get_running_loop()
        await self.loop.run_in_executor(self._threads, self._open)
        if not self.shared:
            self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
            self._writer.start()

    async def stop(self) -> None:
        """Finish what was handed in, and let go."""
        if self._writer is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._threads.shutdown)
        self._reads.dispose()
        self._writes.dispose()
        if self._lock is not None:
            self._lock.close()

    async def read(self, job: Job[T]) -> T:
        """What the job finds."""

        def run() -> T:
            with self._reads.connect() as connection:
                return job(connection)

        return await self.loop.run_in_executor(self._threads, run)

    async def write(self, job: Job[T]) -> T:
        """Do it whole or not at all; when this returns it is on disk."""
        if self.shared:
            return await self.loop.run_in_executor(self._threads, self._write, job)
        done: asyncio.Future[T] = self.loop.create_future()
        self._queue.put((job, done))
        return await done

    def notify(self, connection: Connection, message: str) -> None:
        """Tell other processes when the work of this connection counts; they hear it a moment later."""
        if self.shared:
            text = f"{self.process} {message}"
            connection.execute(sa.text("SELECT pg_notify('weathergauge', :text)"), {"text": text})

    def _write(self, job: Job[T]) -> T:
        with self._writes.begin() as connection:
            return job(connection)

    def _write_on(self) -> None:
        """The writing thread: takes what waits, does each in a savepoint, and syncs once for all."""
        stop = False
        with self._writes.connect() as connection:
            while not stop:
                batch = [self._queue.get()]
                while len(batch) < TOGETHER and not self._queue.empty():
                    batch.append(self._queue.get())
                stop = None in batch
                jobs = [one for one in batch if one is not None and not one[1].cancelled()]
                if jobs:
                    self.loop.call_soon_threadsafe(_answer, _do_all(connection, jobs))

    def _open(self) -> None:
        if not self.shared and (file := self.url.database) and file != ":memory:":
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            self._lock = _only_one(Path(file + ".lock"))
        try:
            with self._writes.connect() as connection:
                _migrate(connection, self.shared)
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            where = self.url.render_as_string(hide_password=True)
            raise StoreError(f"The database {where} cannot be used: {reason}") from error


def _do_all(connection: Connection, jobs: list[tuple[Job[Any], asyncio.Future[Any]]]) -> list[Answer]:
    """Do each, apart from the others' mistakes, and sync to disk once."""
    answers: list[Answer] = []
    try:
        with connection.begin():
            for job, done in jobs:
                if len(jobs) == 1:
                    answers.append((done, job(connection), None))
                    break
                try:
                    with connection.begin_nested():
                        answers.append((done, job(connection), None))
                except Exception as error:
                    answers.append((done, None, error))
    except Exception as error:  # the disk is full, say: none of it was written
        answers = [(done, None, error) for _, done in jobs]
    return answers


def _answer(answers: list[Answer]) -> None:
    for done, value, error in answers:
        if done.done():
            continue
        if error is None:
            done.set_result(value)
        else:
            done.set_exception(error)


def _sqlite(url: str, mode: str) -> sa.Engine:
    engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin when we say so
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-16000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {mode}")

    return engine


def _only_one(path: Path) -> IO[str]:
    """Hold the file's lock for as long as this process lives: what is in memory is then never older than the store."""
    file = path.open("w", encoding="ascii")
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise StoreError(
            f"Another server is using {path.with_suffix('')} already: stop it, name another file with --database, "
            "or use PostgreSQL, which several servers can share"
        ) from None
    return file


def _migrate(connection: Connection, shared: bool) -> None:
    """Bring the tables up to date; of several processes one does it, and the others wait."""
    newest = max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    with connection.begin():
        if sa.inspect(connection).has_table("alembic_version"):
            if connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == newest:
                return  # nothing to do, and nothing to load for it

    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    with connection.begin():
        if shared:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
        command.upgrade(config, "head")
