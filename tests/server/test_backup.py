"""A copy of all that a server keeps: written beside it, restored to either kind of database, and never half of it."""

import asyncio
import errno
import gzip
import hashlib
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.desk import run, serving, toy_match
from weathergauge import cli
from weathergauge.server import schema
from weathergauge.server.migrating import newest, upgrade
from weathergauge.server.store import Store

LEFT_OUT = {"tries", "allowances", "places"}


def contents(url: str) -> dict[str, list[Any]]:
    """All rows of a database, table by table; what a table's own default put there is the same as text and as bytes."""
    store = Store(url if "://" in url else f"sqlite:///{url}")
    with store.engine.connect() as connection:
        found = {
            table.name: sorted(
                (
                    tuple(b"{}" if value == "{}" else value for value in row)
                    for row in connection.execute(sa.select(table))
                ),
                key=repr,
            )
            for table in schema.metadata.sorted_tables
            if table.name not in LEFT_OUT
        }
    store.close()
    return found


async def begun(database: Path | str, copy: Path) -> dict[str, list[Any]]:
    """Let Ann and Ben begin a match, with talk, and take a copy while the server runs; all rows as they were then."""
    async with serving(database, toy=True) as desk:
        red, blue = await toy_match(desk)
        await red.post("talk", {"text": "Good evening – and a fair wind"})
        await red.act({"type": "plot", "boat": 0, "speed": 1})
        eve = await desk.player("", guest=False)
        await eve.post("/api/register", {"name": "Eve", "password": "correct horse"})
        assert await asyncio.to_thread(cli.main, ["backup", str(copy), "--database", str(database)]) == 0
        assert (await blue.view())["to_act"]
        return contents(str(database) if isinstance(database, Path) else desk.house.settings.url)


def test_a_copy_goes_from_sqlite_to_postgresql_and_back(
    tmp_path: Path, postgres: str, capsys: pytest.CaptureFixture[str]
):
    """Every row of every table is the same, and who was playing plays on."""
    first, second = tmp_path / "first.backup", tmp_path / "second.backup"
    kept = asyncio.run(begun(tmp_path / "wg.db", first))
    assert "1 match" in capsys.readouterr().out
    assert first.stat().st_mode & 0o077 == 0
    assert cli.main(["restore", str(first), "--database", postgres]) == 0
    assert cli.main(["backup", str(second), "--database", postgres]) == 0
    assert cli.main(["restore", str(second), "--database", str(tmp_path / "new.db")]) == 0
    assert contents(str(tmp_path / "new.db")) == kept
    assert kept["lines"]
    assert (tmp_path / "new.db").stat().st_mode & 0o077 == 0

    async def again() -> None:
        async with serving(tmp_path / "new.db", toy=True) as desk:
            eve = await desk.player("", guest=False)
            await eve.post("/api/login", {"name": "Eve", "password": "correct horse"})
            match = await desk.house.store.read(lambda c: c.execute(sa.select(schema.matches.c.id)).scalar_one())
            assert (await eve.get(f"/api/matches/{match}"))["status"] == "playing"

    run(again)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda raw: raw[: len(raw) // 2], "was cut or changed"),
        (lambda raw: gzip.compress(gzip.decompress(raw).replace(b'"Eve"', b'"Eva"')), "was cut or changed"),
        (lambda raw: gzip.compress(b"\n".join(gzip.decompress(raw).split(b"\n")[:-2])), "was cut or changed"),
        (lambda raw: b"a shopping list", "is not a backup of Weather Gauge"),
        (lambda raw: gzip.compress(b'{"shopping":"list"}\n'), "is not a backup of Weather Gauge"),
        (
            lambda raw: gzip.compress(gzip.decompress(raw).replace(f'"tables":"{newest()}"'.encode(), b'"tables":"9999"')),
            "which is newer than this one",
        ),
    ],
    ids=["cut", "changed", "without its foot", "no copy", "another file", "newer"],
)  # fmt: skip
def test_a_spoilt_copy_is_refused_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Any, said: str):
    """One sentence, exit status 2, and no database is left behind."""
    asyncio.run(begun(tmp_path / "wg.db", tmp_path / "good.backup"))
    (tmp_path / "bad.backup").write_bytes(spoil((tmp_path / "good.backup").read_bytes()))
    target = tmp_path / "new" / "wg.db"
    capsys.readouterr()
    assert cli.main(["restore", str(tmp_path / "bad.backup"), "--database", str(target)]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert shown.count("\n") == 1
    assert [*target.parent.glob("*")] == []


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A copy needs a new file, a restored database too, and a database must be there to be copied."""
    copy, database = tmp_path / "a.backup", tmp_path / "wg.db"
    kept = asyncio.run(begun(database, copy))
    before = copy.read_bytes()
    for line, said in (
        (["backup", str(copy), "--database", str(database)], "is there already"),
        (["restore", str(copy), "--database", str(database)], "is there already"),
        (["backup", str(tmp_path / "b.backup"), "--database", str(tmp_path / "none.db")], "There is no database"),
        (["backup", str(tmp_path / "none" / "b.backup"), "--database", str(database)], "no such file or directory"),
        (["restore", str(tmp_path / "none.backup"), "--database", str(tmp_path / "c.db")], "no such file or directory"),
    ):
        capsys.readouterr()
        assert cli.main(line) == 2, line
        assert said in capsys.readouterr().err
    assert copy.read_bytes() == before
    assert contents(str(database)) == kept


def test_a_copy_that_finds_no_room_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """It says where, and what to do, and leaves no part of itself."""
    database, copy = tmp_path / "wg.db", tmp_path / "copies" / "a.backup"
    asyncio.run(begun(database, tmp_path / "first.backup"))
    copy.parent.mkdir()
    capsys.readouterr()

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert cli.main(["backup", str(copy), "--database", str(database)]) == 2
    said = "no space left on device; nothing was kept of it, so mend that or name another place."
    assert capsys.readouterr().err == f"{copy} cannot be written: {said}\n"
    assert [*copy.parent.iterdir()] == []


BEFORE = "0005"
"""An older version of the tables: whatever came with later ones was not in its copies."""


def tables_at(version: str) -> dict[str, set[str]]:
    """The tables that an older version had, with their columns."""
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection, connection.begin():
        upgrade(connection, version, shared=False)
        known = sa.inspect(connection)
        return {name: {column["name"] for column in known.get_columns(name)} for name in known.get_table_names()}


def as_before(copy: bytes, version: str) -> bytes:
    """Make of a copy what the program would have written when the tables were of that version."""
    lines, known = gzip.decompress(copy).split(b"\n")[:-2], tables_at(version)
    old, kept = [lines[0].replace(f'"tables":"{newest()}"'.encode(), f'"tables":"{version}"'.encode())], list[bool]()
    for line in lines[1:]:
        value = msgspec.json.decode(line)
        if isinstance(value, dict):
            there = known.get(value["table"], set())
            kept = [column in there for column in value["columns"]]
            value["columns"] = [column for column in value["columns"] if column in there]
            value["raw"] = [column for column in value["raw"] if column in there]
        else:
            value = [one for one, was in zip(value, kept, strict=True) if was]
        if any(kept):
            old.append(msgspec.json.encode(value))
    body = b"".join(line + b"\n" for line in old)
    rows = sum(line.startswith(b"[") for line in old)
    foot = msgspec.json.encode({"rows": rows, "hash": hashlib.sha256(body).hexdigest()})
    return gzip.compress(body + foot + b"\n")


def test_a_copy_from_before_a_change_of_the_tables_is_brought_up_to_date(tmp_path: Path):
    """One whose tables are some versions older is restored, and has the columns that came since."""
    copy = tmp_path / "old.backup"
    asyncio.run(begun(tmp_path / "wg.db", tmp_path / "new.backup"))
    copy.write_bytes(as_before((tmp_path / "new.backup").read_bytes(), BEFORE))
    assert b'"standing"' not in gzip.decompress(copy.read_bytes())
    assert cli.main(["restore", str(copy), "--database", str(tmp_path / "restored.db")]) == 0
    assert contents(str(tmp_path / "restored.db")) == contents(str(tmp_path / "wg.db"))
