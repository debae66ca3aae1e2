"""`weathergauge backup` and `weathergauge restore`: a copy of all that a server keeps, and a database made of one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from weathergauge.cli.console import Parser, print_json
from weathergauge.cli.serve import missing, named_database
from weathergauge.frame.words import many

if TYPE_CHECKING:
    from weathergauge.server.backup import Copied

BACKUP = """\
Write all that a server keeps to one file: accounts, matches with their records, companion tables. It is of one moment, and
the server may run meanwhile. Keep the file as closely as the database: it has seeds of running matches and hashes of passwords."""

RESTORE = """\
Make a new database of a copy that `weathergauge backup` wrote, also of the other kind: what was kept in SQLite goes on in
PostgreSQL, and the other way. All of it is restored, or nothing; a database that is there already is left alone."""

ALSO = "The database is that of `weathergauge serve` unless another is named: see docs/serving.md."


def main(argv: Sequence[str] | None = None) -> int:
    """Write a copy."""
    made = Parser(
        "backup", "FILE [--database URL] [--json]", BACKUP,
        ["backup weathergauge.backup", "backup tuesday.backup --database postgresql://wg@db/games"], also=ALSO,
    )  # fmt: skip
    made.add_argument("file", metavar="FILE", type=Path, help="the file to write, which must be new")
    _options(made)
    args = made.told(argv)
    try:
        from weathergauge.server.backup import back_up
        from weathergauge.server.serving import log_to_stderr
        from weathergauge.server.settings import chosen
    except ModuleNotFoundError as error:
        raise missing(error) from None
    log_to_stderr("warning")
    copied = asyncio.run(back_up(chosen(named_database(_given(args.database))), args.file))
    if args.json:
        print_json(copied)
    else:
        print(f"{copied.file} has {_counted(copied)}.")
    return 0


def restore(argv: Sequence[str] | None = None) -> int:
    """Make a database of a copy."""
    made = Parser(
        "restore", "FILE [--database URL] [--json]", RESTORE,
        ["restore weathergauge.backup", "restore tuesday.backup --database postgresql://wg@db/new"], also=ALSO,
    )  # fmt: skip
    made.add_argument("file", metavar="FILE", type=Path, help="a file that `weathergauge backup` wrote")
    _options(made)
    args = made.told(argv)
    try:
        from weathergauge.server.backup import restore
        from weathergauge.server.settings import chosen
    except ModuleNotFoundError as error:
        raise missing(error) from None
    copied = restore(chosen(named_database(_given(args.database))), args.file)
    if args.json:
        print_json(copied)
    else:
        print(f"Restored {_counted(copied)} from {copied.file}.")
    return 0


def _options(made: Parser) -> None:
    made.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")


def _counted(copied: Copied) -> str:
    return f"{many(copied.accounts, 'account')} and {many(copied.matches, 'match', 'matches')}"


def _given(database: str | None) -> dict[str, str]:
    return {} if database is None else {"database": database}
