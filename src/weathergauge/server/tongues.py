"""The language that somebody is answered in: the first that the request asks for and the title is told in; else English."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache

from weathergauge import languages, rulesets
from weathergauge.languages import ENGLISH, Catalogue

_WISHES: ContextVar[tuple[str, ...]] = ContextVar("wishes", default=())
MOST = 20
"""Languages that are looked at in one request."""


@contextmanager
def asked_in(accepted: str) -> Iterator[None]:
    """Answer everything within in the languages of an `Accept-Language`."""
    before = _WISHES.set(wishes(accepted))
    try:
        yield
    finally:
        _WISHES.reset(before)


def wishes(accepted: str) -> tuple[str, ...]:
    """The languages of an `Accept-Language`, dearest first, without their countries; those that are refused are left out."""
    found = []
    for part in accepted.split(",")[:MOST]:
        name, _, weight = part.partition(";")
        try:
            dear = float(weight.partition("=")[2] or 1)
        except ValueError:
            dear = 0.0
        language = name.strip().partition("-")[0].lower()
        if language and dear > 0:
            found.append((-dear, language))
    return tuple(language for _, language in sorted(found, key=lambda one: one[0]))


def wished() -> tuple[str, ...]:
    """The languages of whoever asks, dearest first."""
    return _WISHES.get()


def chosen(known: Iterable[str], wished: tuple[str, ...] | None = None) -> str:
    """The language in which to answer where these are known beside English; `wished` by whoever asks, unless told otherwise."""
    there = {ENGLISH, *known}
    return next((language for language in (_WISHES.get() if wished is None else wished) if language in there), ENGLISH)


@cache
def known() -> frozenset[str]:
    """Every language that some title is told in, and English."""
    return frozenset({ENGLISH}.union(*(languages.spoken_by(title.home) for title in rulesets.TITLES)))


@cache
def spoken(title: str) -> Mapping[str, Catalogue]:
    """The catalogues of a title, by language."""
    try:
        home = rulesets.title(title).home
    except ValueError:  # one that only a test knows
        return {}
    return {language: languages.catalogue(language, home) for language in languages.spoken_by(home)}


def asked(title: str) -> str:
    """The language in which whoever asks is told about a title."""
    return chosen(spoken(title))


def speaking(title: str) -> AbstractContextManager[None]:
    """Speak to whoever asks, about a title."""
    return languages.speaking(spoken(title).get(asked(title)))


def in_all(title: str, say: Callable[[], str]) -> tuple[str, dict[str, str]]:
    """A sentence in English, and in each language of the title."""
    with languages.speaking(None):
        english = say()
    told = {}
    for language, catalogue in spoken(title).items():
        with languages.speaking(catalogue):
            told[language] = say()
    return english, told
