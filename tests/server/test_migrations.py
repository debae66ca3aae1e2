"""Bringing an older database up to date: what was in it is still there, and means the same."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from tests.server.desk import run, serving
from weathergauge.server import schema
from weathergauge.server.migrating import MIGRATIONS


def at_revision(file: Path, revision: str, rows: dict[str, list[dict[str, object]]]) -> None:
    """A database as an older version left it."""
    engine = sa.create_engine(f"sqlite:///{file}")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect() as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        for table, values in rows.items():
            for row in values:
                columns = sa.table(table, *map(sa.column, row))
                connection.execute(columns.insert().values(**row))
    engine.dispose()


def test_players_and_links_from_before_names_were_compared(tmp_path: Path):
    """They can be signed in as, cannot be passed for, and a link that was open is good for one more use."""
    person: dict[str, object] = {"email_confirmed": False, "created": 1}
    accounts: list[dict[str, object]] = [
        {"id": "a", "name": "Ann Lee", "name_key": "ann lee", "password": "x", **person},
        {"id": "b", "name": "\uff22en", "name_key": "\uff42en", "password": "x", **person},
        {"id": "c", "name": "Guest", "name_key": None, "password": None, **person},
    ]
    link: dict[str, object] = {"hash": "h", "kind": "seat", "seat": "red"}
    at_revision(tmp_path / "wg.db", "0002", {"accounts": accounts, "tokens": [link]})

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            for name, id in (("ann lee", "a"), ("Ben", "b")):
                found = await desk.house.accounts.named(name)
                assert found
                assert found.id == id
            eve = await desk.player("", guest=False)
            await eve.post("/api/guest", {"name": "AnnLee"}, 409)
            read = desk.house.store.read
            assert await read(lambda c: c.execute(sa.select(schema.tokens.c.uses)).scalars().all()) == [1]

    run(test)
