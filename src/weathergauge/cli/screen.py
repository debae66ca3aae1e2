"""What the commands print, made safe for a terminal: names in files and records may hold signs that steer it."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:  # the module of types takes longer to load than all of this
    from typing import Any, TextIO

STEERING = re.compile(
    r"(?P<style>\x1b\[(?!8m)[0-9;]*m)"  # bold, dim and colours are our own; 8 would hide what follows
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def harmless(text: str, styled: bool = False) -> str:
    r"""Show signs that steer a terminal, or turn the way text runs, as `\x1b`; styles stay where they are wanted."""

    def spell(match: re.Match[str]) -> str:
        if match["style"] is not None:
            return match[0] if styled else "".join(map(_spelt, match[0]))
        return _spelt(match[0])

    return STEERING.sub(spell, text)


def _spelt(sign: str) -> str:
    if sign.isprintable():
        return sign
    return f"\\x{ord(sign):02x}" if ord(sign) < 0x100 else f"\\u{ord(sign):04x}"


class Screen:
    """A stream that writes only what is harmless. In everything else it is the stream it was made from."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._styled = stream, stream.isatty()

    def write(self, text: str) -> int:
        # A line that is counted on in place begins with a return; within a text it could hide what stands before it.
        back = "\r" if text.startswith("\r") and self._styled else ""
        self._stream.write(back + harmless(text[len(back) :], self._styled))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def behind(stream: TextIO) -> TextIO:
    """The stream behind a screen, for who steers the terminal and lets nothing else through."""
    return stream._stream if isinstance(stream, Screen) else stream


@contextlib.contextmanager
def screened() -> Iterator[None]:
    """Put screens before both outputs."""
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (Screen(stream) for stream in kept)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept
