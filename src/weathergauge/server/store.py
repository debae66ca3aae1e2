"""Where everything is kept: SQLite by default, PostgreSQL by one setting, the same tables in both.

Work is given as a function of a connection and done whole or not at all. On SQLite all that is asked for in one turn of the
loop is written together, each piece in a savepoint of its own, with one sync to disk: an answer is given only after that.
It is written at once, without a thread: handing it over and being woken again was measured to take as long as the sync.
Where the disk is slow, somebody else holds the file, or the work is long, a thread writes instead, so that nobody who only
looks has to wait. On PostgreSQL as many threads write as there are connections. (A driver that hands every statement to a
thread of its own was measured to be five times slower than handing over the whole transaction.)
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import secrets
import stat
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection, event
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from weathergauge.server.migrating import StoreError, bring_up_to_date

log = structlog.get_logger()

T = TypeVar("T")
Job = Callable[[Connection], T]
Asked = tuple[Job[Any], asyncio.Future[Any]]
Answer = tuple[asyncio.Future[Any], Any, BaseException | None]

OWNER_ALONE = 0o600
TOGETHER = 64
NOTIFY = sa.text("SELECT pg_notify('weathergauge', said) FROM unnest(CAST(:texts AS text[])) AS said")
SLOW = 0.004
"""Seconds that syncs take, the newest counting for a fifth, from which on a thread writes."""


class Unreachable(Exception):
    """The store cannot be read or written at the moment: the disk is full, or the line to the database was cut."""


class Spoilt(Exception):
    """What is stored cannot be what was written: a line, or a row, was damaged or changed by hand."""


class Twice(Exception):
    """A row that is there already."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Prepared:
    """A statement in the driver's own words, made once: making one takes longer than carrying it out.

    `columns` names what it writes. A row that is there already is a `Twice`.
    """

    def __init__(self, statement: sa.Insert | sa.Update, columns: Sequence[str] | None = None) -> None:
        self._statement, self._columns = statement, columns
        self._made: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Carry it out for each row; how many rows it changed, where there was one."""
        words, names = self._made.get(connection.dialect.name) or self._make(connection.dialect)
        given = rows if names is None else [[row[name] for name in names] for row in rows]
        cursor = connection.connection.cursor()
        try:
            if len(given) == 1:
                cursor.execute(words, given[0])
            else:
                cursor.executemany(words, given)
            return cursor.rowcount
        except connection.dialect.loaded_dbapi.IntegrityError as error:
            raise Twice(str(error)) from error
        finally:
            cursor.close()

    def _make(self, dialect: sa.Dialect) -> tuple[str, tuple[str, ...] | None]:
        compiled: Any = self._statement.compile(dialect=dialect, column_keys=self._columns)
        names = tuple(compiled.positiontup) if compiled.positional else None
        made = self._made[dialect.name] = str(compiled), names
        return made


class Store:
    """Reads and writes. `shared` is true where other processes may write to it as well."""

    def __init__(self, url: str) -> None:
        try:
            self.url = sa.make_url(url)
        except ArgumentError:
            raise StoreError(f"{url}: expected a file, sqlite:///FILE or postgresql://USER@HOST/NAME") from None
        self.kind = self.url.get_backend_name()
        if self.kind not in ("sqlite", "postgresql"):
            raise StoreError(f"{self.kind}: expected a database of sqlite or postgresql")
        self.shared = self.kind == "postgresql"
        self.process = secrets.token_hex(6)
        """The name under which this process is known to the others."""
        self._lock: IO[str] | None = None
        self._queue: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._here: Connection | None = None
        """The connection that is written over without a thread."""
        self._asked: list[Asked] = []
        self._handed, self._sync = 0, 0.0
        self._stopped = False
        self._reads: sa.Engine
        self._threads = ThreadPoolExecutor(8 if self.shared else 4, "store")
        self._opened = False
        self.beside = False
        """Whether a server may be using the same SQLite file: then its lock is left to it, and nothing is brought up to date."""
        if self.shared:
            try:
                self._writes = sa.create_engine(url, pool_size=8, max_overflow=4, pool_pre_ping=True)
            except ModuleNotFoundError as error:
                raise StoreError(
                    f"PostgreSQL needs {error.name}, which is not installed: install weathergauge[postgres], or run `make install`."
                ) from None
            self._reads = self._writes.execution_options(isolation_level="REPEATABLE READ")
        else:
            self._reads, self._writes = _sqlite(url, "DEFERRED"), _sqlite(url, None)

    @property
    def engine(self) -> sa.Engine:
        """What writes, for work that is done while nobody is served."""
        return self._writes

    async def start(self) -> None:
        """Bring the tables up to date and begin to write."""
        self.loop = asyncio.get_running_loop()
        await self.loop.run_in_executor(self._threads, self.open)
        if not self.shared:
            self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
            self._writer.start()

    def refuse(self) -> None:
        """Take no more work: who comes now is told to come again."""
        self._stopped = True

    async def stop(self) -> None:
        """Finish what was handed in, and let go."""
        self.refuse()
        if self._writer is not None:
            self._flush()
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._threads.shutdown)
        self.close()

    def close(self) -> None:
        """Let go of what was opened, where nobody reads or writes any more."""
        if self._here is not None:
            self._here.close()
        self._reads.dispose()
        self._writes.dispose()
        if self._lock is not None:
            self._lock.close()
        self._here, self._lock, self._opened = None, None, False

    async def read(self, job: Job[T]) -> T:
        """What the job finds."""

        def run() -> T:
            with self._reads.connect() as connection:
                return job(connection)

        with self._reached():
            return await self.loop.run_in_executor(self._threads, run)

    async def write(self, job: Job[T], *, long: bool = False) -> T:
        """Do it whole or not at all; when this returns it is on disk. `long`: it takes its time."""
        with self._reached():
            return await self._written(job, long)

    @contextlib.contextmanager
    def _reached(self) -> Iterator[None]:
        """Tell a store that cannot be used now from work that cannot be done."""
        if self._stopped:  # somebody who came in the last moment
            raise Unreachable("the server is stopping")
        try:
            yield
        except Exception as error:
            said = error.orig if isinstance(error, DBAPIError) else error
            driver = self._writes.dialect.loaded_dbapi
            out_of_reach = driver.OperationalError, driver.InterfaceError, driver.InternalError, PoolTimeout
            if isinstance(said, out_of_reach) or type(said) is driver.DatabaseError:
                raise Unreachable(str(said).strip().partition("\n")[0]) from error
            raise

    async def _written(self, job: Job[T], long: bool) -> T:
        if self.shared:
            return await self.loop.run_in_executor(self._threads, self._write, job)
        done: asyncio.Future[T] = self.loop.create_future()
        if long:
            self._hand_over([(job, done)])
        else:
            self._asked.append((job, done))
            if len(self._asked) == 1:
                self.loop.call_soon(self._flush)
        return await done

    def _flush(self) -> None:
        """Write what was asked for in this turn of the loop, or have it written."""
        jobs = [job for job in self._asked if not job[1].cancelled()]
        self._asked = []
        if not jobs:
            return
        if self._here is None or self._handed or self._sync > SLOW:
            self._hand_over(jobs)
            return
        if _begin(self._here) is not None:  # somebody else writes to the file: waiting is for the thread
            self._hand_over(jobs)
            return
        answers, seconds = _do_all(self._here, jobs)
        self._sync += (seconds - self._sync) / 5
        _answer(answers)

    def _hand_over(self, jobs: list[Asked]) -> None:
        self._handed += len(jobs)
        for job in jobs:
            self._queue.put(job)

    def _answer_handed(self, answers: list[Answer], seconds: float, count: int) -> None:
        self._handed -= count
        self._sync += (seconds - self._sync) / 5
        _answer(answers)

    def notify(self, connection: Connection, *messages: str) -> None:
        """Tell other processes when the work of this connection counts; they hear it a moment later."""
        if self.shared:
            texts = [f"{self.process} {message}" for message in messages]
            connection.execute(NOTIFY, {"texts": texts})

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
                handed = [job for job in batch if job is not None]
                if handed:
                    jobs = [job for job in handed if not job[1].cancelled()]
                    error = _begin(connection)
                    failed: list[Answer] = [(done, None, error) for _, done in jobs]
                    answers, seconds = (failed, 0.0) if error else _do_all(connection, jobs)
                    self.loop.call_soon_threadsafe(self._answer_handed, answers, seconds, len(handed))

    def open(self) -> None:
        """Bring the tables up to date, if that was not done; what keeps the store from being used is a StoreError."""
        if self._opened:
            return
        try:
            self._open()
        except BaseException:
            self.close()
            raise
        self._opened = True

    def _open(self) -> None:
        made: Path | None = None
        engine = self._writes
        if not self.shared and (file := self.url.database) and file != ":memory:":
            if self.beside and not Path(file).is_file():
                raise StoreError(
                    f"There is no database {file}: start the server once, or name another with --database."
                )
            try:
                file = str(_one_file(Path(file)))
                own_folder(Path(file).parent)
                if not self.beside:
                    self._lock = _only_one(Path(file + ".lock"))
                    made = None if Path(file).exists() else Path(file)
                # SQLite gives what it puts beside the file (-wal, -shm) the rights of the file itself.
                for beside in ("", "-wal", "-shm", ".lock"):
                    _for_owner_alone(Path(file + beside), make=not beside)
            except OSError as error:
                raise StoreError(self._useless(f"{error.strerror or error} ({error.filename})")) from error
        try:
            if not self.shared:
                engine = _sqlite(self.url, "IMMEDIATE")
            with engine.connect() as connection:
                bring_up_to_date(connection, shared=self.shared, beside=self.beside)
            if engine is not self._writes:
                engine.dispose()
                self._here = self._writes.connect()
                self._here.exec_driver_sql("PRAGMA busy_timeout=0")
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            if made is not None:  # nothing is in it yet: leave no half of a database behind
                engine.dispose()
                for beside in ("", "-wal", "-shm"):
                    Path(f"{made}{beside}").unlink(missing_ok=True)
            raise StoreError(self._useless(reason)) from error

    def _useless(self, reason: str) -> str:
        """Say in a sentence why it cannot be used."""
        where = self.url.render_as_string(hide_password=True) if self.shared else self.url.database
        reason = reason[:1].lower() + reason[1:].rstrip(".")
        return f"The database {where} cannot be used: {reason}; mend that, or name another with --database."


def _begin(connection: Connection) -> Exception | None:
    """Begin to write; the error, where that cannot be done now."""
    try:
        connection.connection.cursor().execute("BEGIN IMMEDIATE")
    except connection.dialect.loaded_dbapi.Error as error:
        return error
    return None


def _do_all(connection: Connection, jobs: list[Asked]) -> tuple[list[Answer], float]:
    """Do each, apart from the others' mistakes, and sync to disk once; the answers, and the seconds of the sync."""
    raw, answers, began = connection.connection, list[Answer](), time.perf_counter()
    tell = raw.cursor().execute
    try:
        for job, done in jobs:
            if len(jobs) == 1:
                answers.append((done, job(connection), None))
                break
            tell("SAVEPOINT one")
            try:
                answers.append((done, job(connection), None))
            except Exception as error:
                tell("ROLLBACK TO one")
                answers.append((done, None, error))
            tell("RELEASE one")
        began = time.perf_counter()
        tell("COMMIT")
    except Exception as error:  # the disk is full, say: none of it was written
        raw.rollback()
        answers = [(done, None, error) for _, done in jobs]
    return answers, time.perf_counter() - began


def _answer(answers: list[Answer]) -> None:
    for done, value, error in answers:
        if done.done():
            continue
        if error is None:
            done.set_result(value)
        else:
            done.set_exception(error)


def _sqlite(url: str | sa.URL, mode: str | None) -> sa.Engine:
    """An engine whose transactions begin by `mode`; without one whoever writes begins and ends them."""
    engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin when we say so
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-16000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    if mode is None:
        return engine.execution_options(isolation_level="AUTOCOMMIT")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {mode}")

    return engine


def own_folder(folder: Path) -> None:
    """Make a folder that its owner alone may enter; one that is there is left as it is."""
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _for_owner_alone(path: Path, *, make: bool) -> None:
    """Keep others on this machine from reading a file: it holds seeds, addresses and the hashes of passwords."""
    if make:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ALONE))
    if os.name == "nt" or not path.exists():
        return
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & ~OWNER_ALONE:
        path.chmod(mode & OWNER_ALONE)
        log.warning("file-narrowed", file=path.name, was=f"{mode:04o}", now=f"{mode & OWNER_ALONE:04o}")


def _one_file(path: Path) -> Path:
    """Find the file itself behind any links to it: who comes by another name must meet the same lock."""
    found = path.resolve()
    if found.is_file() and found.stat().st_nlink > 1:
        # SQLite keeps its log beside the name it was given: under two names there would be two, and the file be spoilt.
        raise StoreError(
            f"{path} has {found.stat().st_nlink} names (hard links), under which several servers would spoil it: remove all "
            "but one, or make a copy with SQLite's .backup"
        )
    return found


def _only_one(path: Path) -> IO[str]:
    """Hold the file's lock for as long as this process lives: what is in memory is then never older than the store."""
    file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, OWNER_ALONE), "w", encoding="ascii")
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
            "or use PostgreSQL, which several servers can share."
        ) from None
    return file
