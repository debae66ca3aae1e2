"""Where a server under test keeps its matches, and what such a store can suffer: a full disk, cut connections."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tests.server.postgres import new_database, postgres_server

ROOM = 48 * 2**20
"""Bytes of a small disk."""
LOGGED = 64 * 2**10
"""Bytes by which a log may grow where files may not."""


class Disk:
    """A disk that can be filled up and freed again: a small one in memory, where this user may mount it.

    Elsewhere the server is forbidden to let its files grow, which SQLite meets as an error of the disk.
    """

    def __init__(self, folder: Path, *, mounted: bool) -> None:
        self.folder, self.mounted = folder, mounted
        self._filler = folder / "filler"

    @property
    def words(self) -> str:
        return "disk full" if self.mounted else "files not allowed to grow"

    def fill(self, pid: int, log: Path) -> None:
        """Leave no room for the files of a process; its log, which lies elsewhere, may grow for a while."""
        if not self.mounted:
            written = max(path.stat().st_size for path in self.folder.glob("*.db-wal"))
            most = max(written, log.stat().st_size + LOGGED)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
            return
        with self._filler.open("wb", buffering=0) as filler:
            size = 2**20
            while size:
                try:
                    filler.write(bytes(size))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    size //= 2

    def free(self, pid: int | None) -> None:
        if self.mounted:
            self._filler.unlink(missing_ok=True)
        elif pid is not None:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Disk]:
    """A folder on a small disk, if one can be had here."""
    at = folder / "disk"
    at.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM},mode=700", "weathergauge-soak", str(at)]
    mounted = False
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        with contextlib.suppress(FileNotFoundError):
            mounted = subprocess.run(mount, capture_output=True).returncode == 0
    try:
        yield Disk(at, mounted=mounted)
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(at)], check=True)


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """A folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="weathergauge-soak-") as name:
        yield Path(name)


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A new database on a PostgreSQL of its own."""
    with postgres_server() as server, new_database(server) as address:
        yield address


def cut(address: str) -> int:
    """End every connection that others have to a database; how many there were."""
    query = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute(query).fetchone()
    assert found is not None
    return int(found[0])
