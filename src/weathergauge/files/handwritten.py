"""Files that people write by hand, in TOML: every problem is found in one reading and named by its line."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct

from weathergauge.sentences import nearest

T = TypeVar("T")
Path = tuple[str | int, ...]
"""Where a value stands in a file: the keys, and the places in lists, that lead to it."""
LARGEST = 60_000
"""Characters; eighty ships with every square of theirs written out need less."""
LONGEST = 2_000
"""Characters of a line."""
DOTS, DEEPEST, DIGITS = 8, 4, 18
"""Of one key; of the head of a part; of a number. What is far beyond takes the parser, or its memory, for minutes."""
NESTED = 8
MANY = 50
"""Problems that are named; who has more begins with these."""


class Problem(Struct, frozen=True):
    """Something wrong with a file: the line it stands in, counted from 1, and a sentence."""

    line: int
    words: str


class Faulty(ValueError):
    """A file that cannot be used. Its text names every problem, one a line."""

    def __init__(self, file: str, problems: Iterable[Problem]) -> None:
        self.file = file
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        super().__init__("\n".join(f"{file}, line {problem.line}: {problem.words}" for problem in self.problems))


class Wrong(ValueError):
    """A value that is not what was expected; the text says what was, to go after the word `expected`."""


def read(path: str | os.PathLike[str]) -> str:
    """The text of a file; what is no text is a sentence."""
    with open(path, "rb") as file:
        raw = file.read(4 * LARGEST + 1)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Faulty(os.fspath(path), [Problem(line, "this is no text: it has a sign that is not UTF-8")]) from None


class Page:
    """A file that was parsed: its values, the lines they stand in, and the problems found so far."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        if len(text) > LARGEST:
            raise Faulty(file, [Problem(1, f"the file has {len(text)} characters: expected at most {LARGEST}")])
        bare = _bare(text)
        if (problem := _beyond(bare, text)) is not None:
            raise Faulty(file, [problem])
        try:
            self.values: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Faulty(file, [_spoilt(error, text)]) from None
        except RecursionError:
            raise Faulty(file, [Problem(1, "its lists are nested too deeply")]) from None
        self._lines = _lines(bare, text)

    def line(self, path: Path) -> int:
        """Where a value stands, or the nearest thing around it."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def note(self, path: Path, words: str) -> None:
        """Something is wrong here. When it is far too much, nobody looks any further."""
        self.problems.append(Problem(self.line(path), words))
        if len(self.problems) >= MANY:
            raise Faulty(self.file, self.problems)

    def part(self) -> Part:
        """The whole of it, to be read key by key."""
        return Part(self, self.values, ())

    def done(self) -> None:
        """A Faulty error where anything was wrong."""
        if self.problems:
            raise Faulty(self.file, self.problems)


class Part:
    """Some keys and values of a page. What is taken is checked; what is left over at the end was misspelt."""

    def __init__(self, page: Page, values: dict[str, Any], path: Path) -> None:
        self.page, self.values, self.path = page, values, path
        self._known: dict[str, None] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def note(self, key: str, words: str) -> None:
        """Something is wrong with a key, or with the part as a whole where the key is empty."""
        self.page.note((*self.path, key) if key else self.path, words)

    def take(self, key: str, check: Callable[[Any], T], default: T | None = None, *, needed: str = "") -> T | None:
        """A value as `check` reads it. One that is missing is a problem where `needed` says what should be there."""
        self._known[key] = None
        if key not in self.values:
            if needed:
                self.note("", f"{key} is missing: add {key} = {needed}")
            return default
        value = self.values[key]
        try:
            return check(value)
        except Wrong as wrong:
            self.note(key, f"{key} = {shown(value)}: expected {wrong}")
            return default

    def inner(self, key: str, *, needed: str = "") -> Part | None:
        """A table of its own, as in `[wind]`."""
        self._known[key] = None
        value = self.values.get(key)
        if isinstance(value, dict):
            return Part(self.page, value, (*self.path, key))
        if value is not None:
            self.note(key, f"{key} = {shown(value)}: expected a part of its own that begins with [{key}]")
        elif needed:
            self.note("", f"the part [{key}] is missing: add it with {needed}")
        return None

    def several(self, key: str, *, needed: str = "") -> list[Part]:
        """Tables of one kind, as in `[[ship]]`."""
        self._known[key] = None
        value = self.values.get(key)
        if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
            return [Part(self.page, entry, (*self.path, key, n)) for n, entry in enumerate(value)]
        if value is not None:
            self.note(key, f"{key}: expected parts that each begin with [[{key}]]")
        elif needed:
            self.note("", f"there is no [[{key}]]: add {needed}")
        return []

    def done(self) -> None:
        """Name every key that nobody asked for."""
        for key in self.values:
            if key not in self._known:
                self.note(key, f"{key}: there is no such word here; {nearest(key, self._known)}")


def shown(value: Any) -> str:
    """A value much as it was written, short enough for a sentence."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')
    return text if len(text) <= 60 else text[:57] + "…"


def text(most: int) -> Callable[[Any], str]:
    """Some words between quotes."""

    def check(value: Any) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > most:
            raise Wrong(f"a text between quotes, of at most {most} characters")
        words = " ".join(value.split())
        if not words.isprintable():  # it would steer the terminals of all who read it
            raise Wrong("a text without control characters")
        return words

    return check


def whole(low: int, high: int) -> Callable[[Any], int]:
    """A whole number."""

    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Wrong(f"a whole number from {low} to {high}")
        return value

    return check


def yes_no(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Wrong("true or false, without quotes")
    return value


def one_of(known: Iterable[T]) -> Callable[[Any], T]:
    """One of some words."""
    words = {str(word): word for word in known}

    def check(value: Any) -> T:
        if isinstance(value, str) and value in words:
            return words[value]
        listed = f"one of {', '.join(list(words)[:12])}" + (" …" if len(words) > 12 else "")
        hint = nearest(value, words) if isinstance(value, str) else ""
        raise Wrong(f"{listed}; {hint}" if hint.startswith("did") else listed)

    return check


def numbers(least: int, most: int, low: int, high: int) -> Callable[[Any], tuple[int, ...]]:
    """A list of whole numbers."""
    count = str(least) if least == most else f"{least} to {most}"

    def check(value: Any) -> tuple[int, ...]:
        right = isinstance(value, list) and least <= len(value) <= most
        if not right or not all(type(number) is int and low <= number <= high for number in value):
            raise Wrong(f"a list of {count} whole numbers from {low} to {high}, as in {[low] * least}")
        return tuple(value)

    return check


def _spoilt(error: tomllib.TOMLDecodeError, text: str) -> Problem:
    """What the parser found, with the line as it was written."""
    words, _, place = str(error).rpartition(" (at ")
    found = re.match(r"line (\d+)", place)
    lines = text.split("\n")
    line = int(found[1]) if found else len(lines)
    written = lines[min(line, len(lines)) - 1].strip()
    said = (words or str(error)).strip()
    return Problem(
        line, f"{shown(written)}: this cannot be read ({said[:1].lower()}{said[1:]}); expected a line such as key = 3"
    )


# No two ways to go on begin with the same sign, and each loop ends in something that always fits: nothing is tried twice.
# Loops that never give back would say so, but the first releases of Python 3.11 read them wrongly.
_STRING = re.compile(
    r"""
    \"{3} (?: \\(?:.|\Z) | \"(?!\"\") | [^\"\\] )* (?: \"{3,5} | \Z )
    | '{3} (?: '(?!'') | [^'] )* (?: '{3,5} | \Z )
    | \" (?: \\. | [^\"\\\n] )* \"?
    | ' [^'\n]* '?
    | \# [^\n]*
    """,
    re.DOTALL | re.VERBOSE,
)
_DIGITS = re.compile(rf"[0-9][0-9_]{{{DIGITS},}}|0[box][0-9a-fA-F_]{{{DIGITS},}}")
_BETWEEN = re.compile(r"[,={}\[\]]")
_BRACKET = re.compile(r"[\[\]{}]")
_NAMED = re.compile(r"[A-Za-z0-9_.,+\-\"' \t]+")


def _bare(text: str) -> str:
    """The text with quotes in place of every sign of a string, and blanks in place of remarks: nothing in them counts."""

    def blank(found: re.Match[str]) -> str:
        fill = " " if found[0].startswith("#") else '"'
        return "\n".join(fill * len(part) for part in found[0].split("\n"))

    return _STRING.sub(blank, text)


def _beyond(bare: str, text: str) -> Problem | None:
    """What is too long or too deep to be parsed, found without parsing."""
    depth = 0
    for number, (line, written) in enumerate(zip(bare.split("\n"), text.split("\n"), strict=True), 1):
        if len(written) > LONGEST:
            return Problem(number, f"this line has {len(written)} characters: expected at most {LONGEST}")
        if not depth and line.lstrip().startswith("[") and line.count(".") >= DEEPEST:
            return Problem(
                number,
                f"{shown(written.strip())}: a part within {line.count('.')} others: expected at most {DEEPEST - 1}",
            )
        if (dots := max(piece.count(".") for piece in _BETWEEN.split(line))) > DOTS:
            return Problem(number, f"{shown(written.strip())}: a word with {dots} dots: expected at most {DOTS}")
        if digits := _DIGITS.search(line):
            length = len(digits[0])
            return Problem(number, f"{shown(digits[0])}: a number of {length} digits: expected at most {DIGITS}")
        for bracket in _BRACKET.findall(line):
            depth += 1 if bracket in "[{" else -1
            if depth > NESTED:
                return Problem(number, f"its lists are nested too deeply: expected at most {NESTED}, one in the other")
    return None


def _lines(bare: str, text: str) -> dict[Path, int]:
    """The line of every part and key. The text is known to be good TOML, so this only has to follow it."""
    found: dict[Path, int] = {(): 1}
    counts: dict[Path, int] = {}
    base: Path = ()
    depth = 0
    for number, (line, written) in enumerate(zip(bare.split("\n"), text.split("\n"), strict=True), 1):
        if not depth and line.lstrip().startswith("["):
            start, end = line.find("[") + 1, line.find("]")
            double = line[start : start + 1] == "["
            base = _within(_path(written[start + double : end]), counts, double)
            for upto in range(1, len(base) + 1):
                found.setdefault(base[:upto], number)
            continue
        if not depth and (end := line.find("=")) > 0 and _NAMED.fullmatch(line, 0, end):
            path = base + _path(written[:end])
            for upto in range(len(base) + 1, len(path) + 1):
                found.setdefault(path[:upto], number)
        depth += sum(1 if bracket in "[{" else -1 for bracket in _BRACKET.findall(line))
    return found


def _path(dotted: str) -> Path:
    return tuple(word.strip(" \"'") for word in dotted.split("."))


def _within(path: Path, counts: dict[Path, int], one_more: bool) -> Path:
    """The path of a head with the number of each list it lies in: the newest, or a new one for `[[…]]`."""
    whole: Path = ()
    for place, word in enumerate(path):
        whole = (*whole, word)
        if one_more and place == len(path) - 1:
            counts[whole] = counts.get(whole, -1) + 1
        if whole in counts:
            whole = (*whole, counts[whole])
    return whole
