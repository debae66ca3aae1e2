"""What the commands share: how they are told things, and how they show them."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec


class Wrong(ValueError):
    """A command that was given something it cannot use. The message is one sentence."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence, with the nearest option where one is misspelt.

    `told` reads a line; `strangers` are options of other commands, each with a word about why it has no place here.
    """

    def __init__(
        self,
        command: str,
        usage: str,
        about: str,
        examples: Sequence[str],
        strangers: Mapping[str, str] | None = None,
        also: str = "",
    ) -> None:
        self._first, self._strangers = f"weathergauge {examples[0].partition('  ')[0]}", strangers or {}
        shown = "\n".join(f"  weathergauge {example}" for example in examples)
        super().__init__(
            prog=f"weathergauge {command}",
            usage=f"weathergauge {command} {usage}".rstrip(),
            description=about,
            epilog=f"Examples:\n{shown}" + (f"\n\n{also}" if also else ""),
            formatter_class=_page,
            allow_abbrev=False,
        )

    def told(self, argv: Sequence[str] | None) -> argparse.Namespace:
        """What a line says, its options anywhere between its words."""
        args, strays = self.parse_known_intermixed_args(argv)
        if strays:
            self._refuse(next((stray for stray in strays if stray.startswith("-")), strays[0]))
        return args

    def _refuse(self, stray: str) -> NoReturn:
        """A word that is no option of the command, or one word too many."""
        if not stray.startswith("-"):
            raise Wrong(f"{stray}: one word too many; expected {self.usage}")
        option = stray.partition("=")[0]
        if option in self._strangers:
            raise Wrong(f"{option}: {self._strangers[option]}")
        from difflib import get_close_matches  # only a mistake has to wait for it

        known = [name for action in self._actions for name in action.option_strings if name[:2] == "--"]
        near = get_close_matches(option.strip("-"), [name[2:] for name in known], 1, 0.5)
        hint = f"did you mean --{near[0]}?" if near else f"expected one of {', '.join(known)}"
        raise Wrong(f"{option}: {self.prog} does not know it; {hint}")

    def error(self, message: str) -> NoReturn:
        """A complaint of argparse in our words."""
        if missing := message.partition("arguments are required: ")[2]:
            words = {_called(action): action.help for action in self._actions}
            wanted = [f"{name} ({words[name]})" if words.get(name) else name for name in missing.split(", ")]
            raise Wrong(f"{self.prog} needs {' and '.join(wanted)}, as in: {self._first}")
        match = re.fullmatch(r"argument (\S+): (.*)", message, re.DOTALL)
        if match is None:
            raise Wrong(f"{self.prog}: {message}; --help shows how it is used")
        name, what = match[1].rpartition("/")[2], match[2]
        if what.startswith("expected"):
            action = next(action for action in self._actions if name in (*action.option_strings, _called(action)))
            what = f"expected {_called(action)} after it" + (f": {action.help}" if action.help else "")
        elif what.startswith("not allowed with argument "):
            what = f"not together with {what.rpartition(' ')[2]}; give one of them"
        elif what.startswith("ignored explicit argument "):
            what = f"expected nothing after it, and was given {what.removeprefix('ignored explicit argument ')}"
        else:
            raise Wrong(f"{name} {what}")
        raise Wrong(f"{name}: {what}")


def _called(action: argparse.Action) -> str:
    """An argument as the usage line names it."""
    return str(action.metavar or (action.option_strings or [action.dest])[-1])


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A whole number, as the `type` of an option."""
    limits = f"of at least {low}" if high is None else f"from {low} to {high}"

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or not low <= int(text) <= (int(text) if high is None else high):
            raise argparse.ArgumentTypeError(f"{text}: expected a whole number {limits}")
        return int(text)

    return read


def one_of(*choices: str) -> Callable[[str], str]:
    """One of some words, as the `type` of an option."""

    def read(text: str) -> str:
        if text not in choices:
            from weathergauge.sentences import nearest

            hint = nearest(text, choices)
            more = f"; {hint}" if hint.endswith("?") else ""
            raise argparse.ArgumentTypeError(f"{text}: expected {' or '.join(choices)}{more}")
        return text

    return read


def settings(given: Iterable[str]) -> dict[str, str]:
    """What was given with --set, each once."""
    chosen: dict[str, str] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise Wrong(f"--set {word}: expected a setting as key=value")
        if key in chosen:
            raise Wrong(f"--set {word}: {key} is given twice")
        chosen[key] = value
    return chosen


def _page(prog: str) -> argparse.HelpFormatter:
    # With a width of its own it need not load what finds out the terminal's, at every start.
    return argparse.RawDescriptionHelpFormatter(prog, width=110)


def write_whole(path: Path, given: str | bytes) -> None:
    """Write a file whole or not at all: where it cannot be, what was there stays there."""
    data = given.encode() if isinstance(given, str) else given
    if path.exists() and not path.is_file():  # a device or a pipe takes what it is given
        path.write_bytes(data)
        return
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        aside.write_bytes(data)
        aside.replace(path)
    except OSError as error:
        with suppress(OSError):
            aside.unlink()
        raise Wrong(
            f"{path} cannot be written: {(error.strerror or str(error)).lower()}; nothing was written, so mend that or name another place"
        ) from None


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
