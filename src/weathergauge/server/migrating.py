"""Bringing the tables of a store up to date: forwards by one step after another, and never back."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 8042_1805  # the number of the lock under which one process brings the tables up to date


class StoreError(ValueError):
    """The store cannot be used. The message is a sentence for the operator."""


def newest() -> str:
    """Name the version of the tables that this program works with."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def tables_of(connection: Connection) -> str | None:
    """Name the version of the tables that are there; None where there are none."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def bring_up_to_date(connection: Connection, *, shared: bool, beside: bool = False) -> None:
    """Bring the tables up to date; of several processes one does it, and the others wait."""
    with connection.begin():
        found = tables_of(connection)
    if found == newest():
        return  # nothing to do, and nothing to load for it
    if found is not None and found > newest():
        raise StoreError(
            f"The database was last used by a newer Weather Gauge (its tables are of version {found}, this knows {newest()}): "
            "bring this one up to date, or name another database with --database."
        )
    if beside:
        raise StoreError(
            "The database is from an older Weather Gauge: start the server once, which brings it up to date."
        )
    with connection.begin():
        upgrade(connection, shared=shared)


def upgrade(connection: Connection, to: str = "head", *, shared: bool) -> None:
    """Take the tables forward to a version, within the transaction that is open."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if shared:
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
    command.upgrade(config, to)
