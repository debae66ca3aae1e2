"""What the commands share: how they are told things, and how they show them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import msgspec


class Wrong(ValueError):
    """A command that was given something it cannot use. The message is one sentence."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence, with the nearest option where one is misspelt."""

    def __init__(self, command: str, usage: str, about: str, examples: Sequence[str]) -> None:
        shown = "\n".join(f"  weathergauge {example}" for example in examples)
        super().__init__(
            prog=f"weathergauge {command}",
            usage=f"weathergauge {command} {usage}".rstrip(),
            description=about,
            epilog=f"Examples:\n{shown}",
            formatter_class=_page,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        stray = message.partition("unrecognized arguments: ")[2].split(" ")[0]
        if stray:
            from weathergauge.procedures import nearest

            options = [option for action in self._actions for option in action.option_strings if option[:2] == "--"]
            raise Wrong(f"{stray}: {self.prog} does not know it; {nearest(stray, options)}")
        raise Wrong(f"{self.prog}: {message}; --help shows how it is used")


def _page(prog: str) -> argparse.HelpFormatter:
    # With a width of its own it need not load what finds out the terminal's, at every start.
    return argparse.RawDescriptionHelpFormatter(prog, width=110)


def print_json(value: Any) -> None:
    """One JSON value on standard output, and nothing else."""
    print(msgspec.json.encode(value).decode())


def bold(text: str) -> str:
    """Text to look at first."""
    return _styled(text, "1")


def dim(text: str) -> str:
    """Text to look at last."""
    return _styled(text, "2")


def _styled(text: str, style: str) -> str:
    plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if plain or not text else f"\x1b[{style}m{text}\x1b[0m"


def words(value: Any) -> str:
    """A value as a person reads it; `hull 2, crew 1` for a struct."""
    match msgspec.to_builtins(value, str_keys=True):
        case None:
            return "none"
        case bool(told):
            return "yes" if told else "no"
        case dict(told):
            return ", ".join(f"{name} {_inner(part)}" for name, part in told.items()) or "nothing"
        case list(told) | tuple(told):
            return ", ".join(_inner(part) for part in told) or "nothing"
        case int(told):
            return signed(told).removeprefix("+")
        case float(told):
            return f"{told:g}".replace("-", "−")
        case told:
            return str(told)


def _inner(value: Any) -> str:
    return f"({words(value)})" if isinstance(value, (dict, list)) and len(value) > 1 else words(value)


def signed(number: int) -> str:
    """`+2`, `−1` or `0`, as a modifier is printed."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def columns(rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows set in columns two spaces apart; those numbered in `right` are set to the right."""
    rows, right = [*rows], {*right}
    if not rows:
        return []
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [text.rjust(w) if n in right else text.ljust(w) for n, (text, w) in enumerate(zip(row, widths, strict=True))]  # fmt: skip
        lines.append("  ".join(cells).rstrip())
    return lines
