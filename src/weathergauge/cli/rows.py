"""Rows for other programs: as CSV with a heading, or as JSON, a value a line."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from weathergauge import codec
from weathergauge.cli.console import Parser, Wrong

__all__ = ["offer", "print_rows", "wanted"]


def offer(made: Parser, what: str) -> None:
    """Give a command the options of rows; `what` is what it has a row for."""
    made.add_argument("--csv", action="store_true", help=f"rows as CSV with a heading: {what}")
    made.add_argument("--json-lines", action="store_true", help="the same rows as JSON, one a line")


def wanted(args: argparse.Namespace) -> bool:
    """Whether rows are asked for; only one form can be."""
    given = [f"--{name.replace('_', '-')}" for name in ("json", "csv", "json_lines") if getattr(args, name)]
    if len(given) > 1:
        raise Wrong(f"{given[1]}: not together with {given[0]}; give one of them")
    return bool(given) and given[0] != "--json"


def print_rows(args: argparse.Namespace, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print rows in the form that was asked for; JSON as they come, CSV when all columns are known."""
    if args.json_lines:
        for row in rows:
            print(msgspec.json.encode(row).decode())
        return
    flat = [dict(_flat("", codec.plain(row))) for row in rows]
    heading = list(dict.fromkeys(name for row in flat for name in row))
    writer = csv.DictWriter(sys.stdout, heading, lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """A value as columns: what is within another is named with a dot, and a list is one text."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _flat(f"{name}.{key}" if name else str(key), part)
    elif isinstance(value, list | tuple):
        plain = all(isinstance(part, str | int | float) for part in value)
        yield name, "; ".join(map(str, value)) if plain else msgspec.json.encode(value).decode()
    else:
        yield name, "yes" if value is True else "no" if value is False else value
