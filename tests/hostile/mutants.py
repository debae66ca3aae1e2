"""Texts with one thing wrong each: of records, sealed again or not, and of files that people write by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from weathergauge.match.record import Record, Seal

HUGE = "9" * 5000
WORDS = (
    "",
    "\x00",
    "\x1b[2J",
    "é" * 300,
    "a" * 70_000,
    HUGE,
    "null",
    "-1",
    "1e400",
    "../../etc/passwd",
    "\ud7ff",
    "[" * 500,
)
VALUES: tuple[Any, ...] = (None, True, 0, -1, 2**31, 2**70, 0.5, "", "x", [], {}, [[]], "a" * 5000, {"type": "nothing"})


class Mutant(Struct, frozen=True):
    """A spoilt record: how it was spoilt, and whether every seal was made anew with the seed."""

    data: bytes
    how: str
    sealed: bool = False


# Records


def _byte(lines: list[bytes], chance: Random) -> list[bytes]:
    place = chance.randrange(len(lines))
    line = bytearray(lines[place])
    line[chance.randrange(len(line))] = chance.randrange(256)
    return [*lines[:place], bytes(line), *lines[place + 1 :]]


def _gone(lines: list[bytes], chance: Random) -> list[bytes]:
    place = chance.randrange(len(lines))
    return [*lines[:place], *lines[place + 1 :]]


def _twice(lines: list[bytes], chance: Random) -> list[bytes]:
    place = chance.randrange(len(lines))
    return [*lines[: place + 1], *lines[place:]]


def _swapped(lines: list[bytes], chance: Random) -> list[bytes]:
    one, other = chance.sample(range(len(lines)), 2)
    found = list(lines)
    found[one], found[other] = lines[other], lines[one]
    return found


def _cut(lines: list[bytes], chance: Random) -> list[bytes]:
    """Without its end, so that no seed is revealed."""
    return lines[: chance.randrange(1, len(lines))]


def _other_line(lines: list[bytes], chance: Random) -> list[bytes]:
    """With a line that no match has written."""
    made = chance.choice(
        [b"", b"{}", b"[" * 5000, b'{"n":1' * 2000, b'{"n":' + HUGE.encode() + b"}", b"\xff\xfe\x00", b"null"]
    )
    place = chance.randrange(len(lines))
    return [*lines[:place], made, *lines[place:]]


def _value(lines: list[bytes], chance: Random) -> list[bytes]:
    """With one value of one line changed."""
    place = chance.randrange(len(lines))
    spoilt = json.loads(lines[place])
    seal = spoilt.pop("h")
    spoil(spoilt, chance)
    text = json.dumps(spoilt, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    line = text[:-1] + (b',"h":' + json.dumps(seal).encode() + b"}" if len(text) > 2 else b'"h":"x"}')
    return [*lines[:place], line, *lines[place + 1 :]]


def _face(lines: list[bytes], chance: Random) -> list[bytes]:
    """With a die that fell otherwise."""
    thrown = [n for n, line in enumerate(lines) if b'"dice":["' in line] or [0]
    place = chance.choice(thrown)
    line = re.sub(rb"(\d)(\"[,\]])", lambda m: b"%d" % (int(m[1]) % 6 + 1) + m[2], lines[place], count=1)
    return [*lines[:place], line, *lines[place + 1 :]]


Spoil = Callable[[list[bytes], Random], list[bytes]]
SPOILS: tuple[Spoil, ...] = (_byte, _gone, _twice, _swapped, _cut, _other_line, _value, _value, _face)
SEALED: tuple[Spoil, ...] = (_gone, _twice, _swapped, _value, _value, _face)


def mutants(data: bytes, chance: Random) -> Iterator[Mutant]:
    """Spoilt records without end; of a finished one every third is sealed again, as whoever knows the seed could."""
    record = Record(data)
    seed = record.reveal
    while True:
        again = seed is not None and chance.random() < 1 / 3
        spoil_lines = chance.choice(SEALED if again else SPOILS)
        lines = spoil_lines(list(record.lines), chance)
        if again and seed is not None:
            lines = sealed(lines, seed)
        found = b"\n".join(lines) + chance.choice((b"\n", b"\n", b"\n", b""))
        if found != data:
            yield Mutant(found, f"{spoil_lines.__name__.strip('_')}{' and sealed again' if again else ''}", again)


def sealed(lines: list[bytes], seed: bytes) -> list[bytes]:
    """The lines with every seal made anew."""
    seal, head, found = Seal(seed), "", []
    for line in lines:
        body = re.sub(rb',"h":"[^"]*"\}$', b"}", line)
        head = seal.head(head, body)
        found.append(body[:-1] + b',"h":"%b"}' % head.encode())
    return found


# Values and texts


def spoil(value: Any, chance: Random) -> Any:
    """Change one thing within a value that came from JSON, in its place."""
    places = list(_places(value))
    if not places:
        return chance.choice(VALUES)
    holder, key = chance.choice(places)
    match chance.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder["nobody_knows"] = holder.pop(key)
        case 2 if isinstance(holder[key], bool | int | float | str):
            holder[key] = _near(holder[key], chance)
        case _:
            holder[key] = chance.choice((*VALUES, *WORDS))
    return value


def _near(value: bool | int | float | str, chance: Random) -> Any:
    if isinstance(value, str):
        return value[:-1] + chance.choice("abc0") if value else "x"
    return value + chance.choice((-1, 1, 1000))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in list(pairs):
        yield value, key
        yield from _places(part)


def spoilt_text(text: str, chance: Random) -> bytes:
    """A file written by hand with one thing wrong: a character, a line, a number, a word, or its bytes."""
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lines[chance.randrange(len(lines))])
        case 2:
            lines[place] = re.sub(
                r"\d+", lambda m: chance.choice(("-1", "0", HUGE, "1e400", m[0] + "0")), lines[place], count=1
            )
        case 3:
            lines[place] = re.sub(r'"[^"]*"', lambda m: json.dumps(chance.choice(WORDS)), lines[place], count=1)
        case 4:
            lines[place] += chance.choice(WORDS)
        case 5:
            spot = chance.randrange(len(lines[place]) + 1)
            lines[place] = lines[place][:spot] + chance.choice('"[]{}=.#|\t,é0') + lines[place][spot + 1 :]
        case 6:
            lines[place] = re.sub(
                r"\w+", lambda m: chance.choice(("x", m[0][::-1], "1000000000d6", "nan")), lines[place], count=1
            )
        case 7:
            data = bytearray("\n".join(lines).encode())
            data[chance.randrange(len(data))] = chance.randrange(128, 256)
            return bytes(data)
    return "\n".join(lines).encode("utf-8", "replace")
