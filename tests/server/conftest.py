"""A real PostgreSQL for the tests that need one, and silence."""

from collections.abc import Iterator

import pytest
import structlog

from tests.server.postgres import new_database
from tests.server.postgres import postgres_server as running


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
    with running() as address:
        yield address


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """A new database, thrown away afterwards."""
    with new_database(postgres_server) as address:
        yield address
