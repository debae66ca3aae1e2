"""Writing to the store: together, apart from each other's mistakes, and without making anybody wait."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import structlog
from structlog.testing import capture_logs

from weathergauge.server import schema
from weathergauge.server import store as module
from weathergauge.server.migrating import StoreError
from weathergauge.server.store import Prepared, Store, Twice, Unreachable

TRY = Prepared(schema.tries.insert(), ["id", "who", "at"])


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite:///{folder / 'wg.db'}")
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


def noted(number: int, threads: list[str] | None = None) -> Any:
    def job(connection: sa.Connection) -> int:
        if threads is not None:
            threads.append(threading.current_thread().name)
        return TRY.run(connection, [{"id": number, "who": "x", "at": number}])

    return job


async def numbers(store: Store) -> list[int]:
    query = sa.select(schema.tries.c.id).order_by(schema.tries.c.id)
    return await store.read(lambda connection: list(connection.execute(query).scalars()))


def test_of_what_is_written_together_only_the_mistake_is_undone(tmp_path: Path) -> None:
    """Three pieces in one turn of the loop, the second a row that is there already: the first and the third stand."""

    async def play() -> None:
        async with opened(tmp_path) as store:
            jobs = [store.write(noted(number)) for number in (1, 1, 2)]
            first, second, third = await asyncio.gather(*jobs, return_exceptions=True)
            assert (first, third) == (1, 1)
            assert isinstance(second, Twice)
            assert await numbers(store) == [1, 2]

    asyncio.run(play())


def test_a_mistake_alone_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    """What it had written is taken back, and the next write stands."""

    async def play() -> None:
        async with opened(tmp_path) as store:

            def broken(connection: sa.Connection) -> None:
                noted(7)(connection)
                raise ZeroDivisionError

            with pytest.raises(ZeroDivisionError):
                await store.write(broken)
            await store.write(noted(8))
            assert await numbers(store) == [8]

    asyncio.run(play())


def test_a_file_that_somebody_holds_is_waited_for_beside_the_loop(tmp_path: Path) -> None:
    """Another program writes to the file: the loop goes on turning, and the order is stored when that lets go."""

    async def play() -> None:
        async with opened(tmp_path) as store:
            other = sqlite3.connect(tmp_path / "wg.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            threads: list[str] = []
            writing = asyncio.create_task(store.write(noted(1, threads)))
            for _ in range(10):
                await asyncio.sleep(0.01)
            assert not writing.done()
            other.execute("ROLLBACK")
            assert await writing == 1
            assert threads == ["store-writer"]
            other.close()

    asyncio.run(play())


def test_a_slow_disk_is_left_to_the_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where syncs take longer than a moment, the loop no longer waits for them itself."""

    async def play() -> None:
        async with opened(tmp_path) as store:
            threads: list[str] = []
            await store.write(noted(1, threads))
            monkeypatch.setattr(module, "SLOW", -1.0)
            await store.write(noted(2, threads))
            await store.write(noted(3, threads), long=True)
            assert threads == ["MainThread", "store-writer", "store-writer"]
            assert await numbers(store) == [1, 2, 3]

    asyncio.run(play())


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights in another way")
def test_others_on_the_machine_cannot_read_the_database(tmp_path: Path) -> None:
    """The file, what stands beside it and a folder made for it are the owner's alone, whatever the umask."""

    async def play() -> None:
        before = os.umask(0)
        try:
            async with opened(tmp_path / "made") as store:
                await store.write(noted(1))
                modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "made").iterdir()}
        finally:
            os.umask(before)
        assert modes == dict.fromkeys(("wg.db", "wg.db-wal", "wg.db-shm", "wg.db.lock"), 0o600)
        assert stat.S_IMODE((tmp_path / "made").stat().st_mode) == 0o700

    asyncio.run(play())


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights in another way")
def test_a_database_that_others_could_read_is_narrowed_and_said_so(tmp_path: Path) -> None:
    """One made by an older version is closed to others; the folder, which may hold other things, is left as it is."""

    async def play() -> None:
        async with opened(tmp_path) as store:
            await store.write(noted(1))
        (tmp_path / "wg.db").chmod(0o644)
        (tmp_path / "wg.db.lock").chmod(0o664)
        tmp_path.chmod(0o755)
        structlog.reset_defaults()
        with capture_logs() as logs:
            async with opened(tmp_path) as store:
                assert await numbers(store) == [1]
        assert stat.S_IMODE((tmp_path / "wg.db").stat().st_mode) == 0o600
        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
        told = [(line["event"], line["file"], line["was"]) for line in logs]
        assert told == [("file-narrowed", "wg.db", "0644"), ("file-narrowed", "wg.db.lock", "0664")]

    asyncio.run(play())


@pytest.mark.skipif(os.name == "nt", reason="Windows needs rights for links")
def test_a_link_to_the_file_is_the_same_file(tmp_path: Path) -> None:
    """A second server that comes by another name meets the lock of the first; one behind a hard link is told why not."""
    (tmp_path / "by").mkdir()
    by = tmp_path / "by" / "other.db"
    by.symlink_to(tmp_path / "wg.db")

    async def test() -> None:
        async with opened(tmp_path):
            other = Store(f"sqlite:///{by}")
            with pytest.raises(StoreError, match="Another server is using"):
                other.open()
        os.link(tmp_path / "wg.db", tmp_path / "by" / "hard.db")
        with pytest.raises(StoreError, match=r"has 2 names \(hard links\)"):
            Store(f"sqlite:///{tmp_path / 'by' / 'hard.db'}").open()

    asyncio.run(test())


def test_who_comes_while_the_store_stops_is_told_to_come_again(tmp_path: Path) -> None:
    """Neither a fault nor an answer that never comes; what was handed in before is written."""

    async def test() -> None:
        async with opened(tmp_path) as store:
            before = asyncio.ensure_future(store.write(noted(1)))
            await asyncio.sleep(0)
            store.refuse()
            assert await before == 1
            for late in (store.write(noted(2)), store.write(noted(3), long=True), numbers(store)):
                with pytest.raises(Unreachable, match="stopping"):
                    await late
        async with opened(tmp_path) as store:
            assert await numbers(store) == [1]

    asyncio.run(test())
