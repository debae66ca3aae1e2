"""A copy of everything a server keeps, as one file that either kind of database takes back.

The file is gzip over lines of JSON: a head, then each table with its columns and rows, then a foot by which a file that was cut or
changed shows. It is read in one transaction beside a running server, so that it is of one moment. Passwords that were tried wrongly
and what was used of limits are left out: who was slowed down by them is not any more.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection

from weathergauge import __version__, codec
from weathergauge.server import schema
from weathergauge.server.migrating import StoreError, newest, tables_of, upgrade
from weathergauge.server.settings import Settings
from weathergauge.server.store import OWNER_ALONE, Store, now, own_folder

FORMAT = 1
LEFT_OUT = {"tries", "allowances", "places"}
AT_ONCE = 500
"""Rows that are read or written at a time."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what the file is, by which version it was made, and of which version its tables are."""

    backup: int
    weathergauge: str
    tables: str
    made: int


class TableHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The line before the rows of a table; `raw` names the columns whose values are bytes."""

    table: str
    columns: list[str]
    raw: list[str]


class Foot(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: the rows there are, and the hash of all lines before it."""

    rows: int
    hash: str


class Copied(Struct, frozen=True):
    """What a backup or a restoring came to."""

    file: str
    rows: int
    matches: int
    accounts: int
    made: int


async def back_up(settings: Settings, file: Path) -> Copied:
    """Write a copy of the database to a new file; a server may be using it meanwhile."""
    if file.exists():
        raise ValueError(f"{file} is there already: name a new file, or remove it first.")
    store = Store(settings.url)
    store.beside = True
    await store.start()
    try:
        with _new_file(file) as part:
            return await store.read(lambda connection: _write(connection, part, file))
    finally:
        await store.stop()


def _write(connection: Connection, part: Path, file: Path) -> Copied:
    digest, counts, made = hashlib.sha256(), dict[str, int](), now()
    with _for_owner(part) as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:

        def put(value: Any) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            packed.write(line)

        put(Head(FORMAT, __version__, newest(), made))
        for table in schema.metadata.sorted_tables:
            if table.name in LEFT_OUT:
                continue
            raw_in = {n for n, column in enumerate(table.columns) if isinstance(column.type, sa.LargeBinary)}
            names = [str(column.name) for column in table.columns]
            put(TableHead(str(table.name), names, [names[n] for n in sorted(raw_in)]))
            counts[table.name] = 0
            whole = connection.execution_options(stream_results=True).execute(sa.select(table))
            for rows in whole.partitions(AT_ONCE):
                for row in rows:
                    put([_raw(value) if n in raw_in else value for n, value in enumerate(row)])
                counts[table.name] += len(rows)
        total = sum(counts.values())
        packed.write(msgspec.json.encode(Foot(total, digest.hexdigest())) + b"\n")
    return Copied(str(file), total, counts["matches"], counts["accounts"], made)


def _raw(value: bytes | str | None) -> bytes | None:
    """Give a column's bytes; SQLite gives what a table's own default put there as text."""
    return value.encode() if isinstance(value, str) else value


def restore(settings: Settings, file: Path) -> Copied:
    """Make a new database of a copy, all of it or nothing; an older copy's tables are brought up to date."""
    with file.open("rb") as raw:
        lines = _lines(file, raw)
        head = _head(file, next(lines, b""))
        url = sa.make_url(settings.url)
        if url.get_backend_name() == "sqlite":
            target = Path(url.database or "")
            if target.exists():
                raise ValueError(
                    f"{target} is there already, and a copy is restored to a new database: move it away, or name another with --database."
                )
            own_folder(target.parent)
            with _new_file(target) as part:
                os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ALONE))
                engine = sa.create_engine(f"sqlite:///{part}")
                return _fill(engine, file, head, lines, shared=False)
        engine = Store(settings.url).engine
        return _fill(engine, file, head, lines, shared=True)


def _fill(engine: sa.Engine, file: Path, head: Head, lines: Iterator[bytes], *, shared: bool) -> Copied:
    try:
        with engine.connect() as connection, connection.begin():
            if tables_of(connection) is not None:
                where = engine.url.render_as_string(hide_password=True)
                raise ValueError(f"{where} has tables already, and a copy is restored to a new database: make one.")
            upgrade(connection, head.tables, shared=shared)
            copied = _read(connection, file, head, lines)
            if head.tables != newest():
                upgrade(connection, shared=shared)
            return copied
    except sa.exc.SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".")
        where = engine.url.render_as_string(hide_password=True).removeprefix("sqlite:///").removesuffix(".part")
        raise StoreError(f"The copy could not be restored to {where}, and nothing of it was kept: {reason}.") from error
    finally:
        engine.dispose()


def _read(connection: Connection, file: Path, head: Head, lines: Iterator[bytes]) -> Copied:
    digest, counts = hashlib.sha256(msgspec.json.encode(head) + b"\n"), dict[str, int]()
    into: TableHead | None = None
    waiting: list[dict[str, Any]] = []

    def write() -> None:
        if into is not None and waiting:
            columns = sa.table(into.table, *map(sa.column, into.columns))
            connection.execute(columns.insert(), waiting)
            waiting.clear()

    for line in lines:
        value = _decoded(file, line)
        if isinstance(value, Foot):
            write()
            if value != Foot(sum(counts.values()), digest.hexdigest()):
                raise _cut(file)
            return Copied(str(file), value.rows, counts.get("matches", 0), counts.get("accounts", 0), head.made)
        digest.update(line)
        if isinstance(value, TableHead):
            write()
            into = value
            if into.table not in schema.metadata.tables:
                raise _cut(file)
            counts[into.table] = 0
        elif into is None or len(value) != len(into.columns):
            raise _cut(file)
        else:
            row = dict(zip(into.columns, value, strict=True))
            for name in into.raw:
                if row[name] is not None:
                    row[name] = codec.convert(row[name], bytes, strict=False)
            counts[into.table] += 1
            waiting.append(row)
            if len(waiting) == AT_ONCE:
                write()
    raise _cut(file)


def _decoded(file: Path, line: bytes) -> TableHead | Foot | list[Any]:
    try:
        if line.startswith(b"["):
            return codec.decode(line, list[Any])
        if line.startswith(b'{"table"'):
            return codec.decode(line, TableHead)
        return codec.decode(line, Foot)
    except msgspec.DecodeError:
        raise _cut(file) from None


def _head(file: Path, line: bytes) -> Head:
    try:
        head = codec.decode(line, Head)
    except msgspec.DecodeError:
        raise ValueError(
            f"{file} is not a backup of Weather Gauge: expected a file that `weathergauge backup` wrote."
        ) from None
    if head.backup != FORMAT or head.tables > newest():
        raise ValueError(
            f"{file} was made by Weather Gauge {head.weathergauge}, which is newer than this one ({__version__}): "
            "bring this one up to date first."
        )
    return head


def _lines(file: Path, raw: IO[bytes]) -> Iterator[bytes]:
    try:
        yield from gzip.GzipFile(fileobj=raw)
    except gzip.BadGzipFile:
        raise ValueError(
            f"{file} is not a backup of Weather Gauge: expected a file that `weathergauge backup` wrote."
        ) from None
    except (EOFError, zlib.error):
        raise _cut(file) from None


def _cut(file: Path) -> ValueError:
    return ValueError(
        f"{file} was cut or changed since it was written, and nothing of it was restored: take another copy."
    )


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """Give the name to write to; the file has its own name only when all is written, and what was begun goes."""
    part = file.with_name(file.name + ".part")
    try:
        part.unlink(missing_ok=True)
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ValueError(
            f"{file} cannot be written: {reason}; nothing was kept of it, so mend that or name another place."
        ) from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


@contextmanager
def _for_owner(part: Path) -> Iterator[IO[bytes]]:
    """Open a new file that its owner alone can read: it holds seeds, addresses and the hashes of passwords."""
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ALONE), "wb") as raw:
        yield raw
