"""`--language`: the log, the orders and the refusals of a title in another language than English."""

from __future__ import annotations

from contextlib import AbstractContextManager

from weathergauge import languages, rulesets
from weathergauge.cli.console import Parser, Wrong
from weathergauge.frame.words import listed

__all__ = ["offer", "speaking"]


def offer(made: Parser) -> None:
    """Give a command the option."""
    made.add_argument("--language", metavar="LANGUAGE", help="say what happens, orders and refusals so, as in fr; else English")  # fmt: skip


def speaking(language: str | None, title: str) -> AbstractContextManager[None]:
    """Speak a language about a title, for as long as this is open."""
    if language is None or language == languages.ENGLISH:
        return languages.speaking(None)
    folder = rulesets.title(title).home
    known = languages.spoken_by(folder)
    if language not in known:
        raise Wrong(f"--language {language}: {title} is told in {listed([languages.ENGLISH, *known])}")
    return languages.speaking(languages.catalogue(language, folder))
