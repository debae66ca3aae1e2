"""Sentences in the language of whoever reads them: English ones name themselves, catalogues say them otherwise.

A sentence is said where it is shown, and never kept: records, states and what bots see are the same in every language. A catalogue is a file
`languages/fr.toml`: here the sentences that all titles share, beside a title its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from msgspec import Struct

from weathergauge import codec

__all__ = [
    "ENGLISH",
    "Catalogue",
    "LanguageError",
    "amount",
    "catalogue",
    "counted",
    "retold",
    "said",
    "speaking",
    "spoken_by",
]

ENGLISH = "en"
HERE = Path(__file__).parent
PART = re.compile(r"\{(\w+)[^}]*\}")


class LanguageError(ValueError):
    """A catalogue that cannot be used, or a language that nobody has written one in. The message is a sentence."""


class Catalogue(Struct, frozen=True):
    """A language as somebody wrote it down: its name for itself, its numbers, and each sentence by the English one."""

    language: str
    name: str
    point: str
    """What stands before tenths."""
    plural_from: float
    """The least amount that is told in the plural: 2 where one says `1,5 pouce`."""
    sentences: Mapping[str, str]
    counts: Mapping[str, tuple[str, str]]
    """What is counted, in the singular and in the plural, by the English plural."""


_SPOKEN: ContextVar[Catalogue | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(language: Catalogue | None) -> Iterator[None]:
    """Say everything within in a language; None is English."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def said(sentence: str, /, **parts: object) -> str:
    """Say a sentence with its parts, which stand in braces by their names."""
    spoken = _SPOKEN.get()
    if spoken is not None:
        sentence = spoken.sentences.get(sentence, sentence)
    return sentence.format(**parts) if parts else sentence


def counted(count: float, one: str, more: str) -> str:
    """Say how many: `{n} hit` of one, `{n} hits` of more, as the language that is spoken counts."""
    spoken = _SPOKEN.get()
    if spoken is None or more not in spoken.counts:
        return (one if count == 1 else more).format(n=amount(count))
    return spoken.counts[more][abs(count) >= spoken.plural_from].format(n=amount(count))


def amount(number: float, form: str = "g") -> str:
    """Say a number as the language that is spoken writes it."""
    spoken = _SPOKEN.get()
    text = format(number, form)
    return text if spoken is None else text.replace(".", spoken.point)


def retold(text: str, *sentences: str) -> str:
    """Say again what a record keeps in English: the sentence it was made of is found, and said with the same parts."""
    if _SPOKEN.get() is not None:
        for sentence in sentences:
            if match := _pattern(sentence).fullmatch(text):
                return said(sentence, **{name: said(part) for name, part in match.groupdict().items()})
    return text


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    """What a sentence looks like with any parts."""
    parts = re.split(PART, sentence)
    return re.compile("".join(f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts)))


def spoken_by(folder: Path) -> list[str]:
    """List the languages in which a title has a catalogue."""
    return sorted(file.stem for file in (folder / "languages").glob("*.toml"))


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A catalogue's file. What all titles share says the name and the numbers of the language."""

    name: str = ""
    point: str = "."
    plural_from: float = 2
    sentences: dict[str, str] = {}
    counts: dict[str, tuple[str, str]] = {}


@cache
def catalogue(language: str, folder: Path) -> Catalogue:
    """Read what a title says in a language, with what all titles say."""
    shared, own = written(HERE / f"{language}.toml"), written(folder / "languages" / f"{language}.toml")
    sentences, counts = {**shared.sentences, **own.sentences}, {**shared.counts, **own.counts}
    return Catalogue(language, shared.name, shared.point, shared.plural_from, sentences, counts)


def written(file: Path) -> Written:
    """Read a catalogue's file, and refuse one whose sentences have other parts than the English ones."""
    import tomllib  # whoever reads English does not wait for it

    try:
        told = codec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Written)
    except (OSError, ValueError) as error:
        raise LanguageError(f"{file} cannot be read: {error}") from None
    pairs = [*told.sentences.items(), *((more, form) for more, forms in told.counts.items() for form in forms)]
    for english, other in pairs:
        if {*PART.findall(english)} != {*PART.findall(other)}:
            raise LanguageError(f"{file}: {other!r} has other parts than {english!r}")
    return told
