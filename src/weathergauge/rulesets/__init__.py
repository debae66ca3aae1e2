"""The rulesets: one package each, and none imports another. Here the titles that can be played on them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from weathergauge.ruleset import Rules


class Misspelt(ValueError):
    """A name nobody knows; the message is a sentence with the nearest right one."""


class Title(Struct, frozen=True):
    """A game on a ruleset, what it is called, and the chart folders it is made of: what titles share comes first."""

    name: str
    title: str
    words: str
    ruleset: str
    charts: tuple[str, ...]

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where its chart files are."""
        return tuple(Path(__file__).parent / folder for folder in self.charts)


def _series(ruleset: str) -> list[Title]:
    """The titles of a series: one for each folder of its ruleset that has a `title.toml`."""
    found = []
    for file in sorted((Path(__file__).parent / ruleset).glob("*/title.toml")):
        # What it is called stands before the first table; the rest is for the rules.
        head = tomllib.loads(file.read_text(encoding="utf-8").partition("\n[")[0])
        folders = (f"{ruleset}/charts", f"{ruleset}/{file.parent.name}/charts")
        found.append(Title(file.parent.name, head["title"], head["words"], ruleset, folders))
    return found


TITLES: tuple[Title, ...] = (
    Title("trafalgar", "Trafalgar", "fast fleet actions of 1805 on an open table", "trafalgar", ("trafalgar/charts",)),
    Title("wsim", "Wooden Ships", "ship to ship under sail, with the Casus Belli fire rules", "wsim", ("wsim/charts",)),
    Title("ironclads", "Ironclads", "steam, iron and torpedoes", "ironclads", ("ironclads/charts",)),
    *_series("sealords"),
)

PLAYABLE: tuple[str, ...] = ("trafalgar", "wsim", "ironclads", "sealords")
"""Rulesets whose rules are written; the suite over every ruleset runs over these."""


def ruleset(name: str) -> Rules:
    """The ruleset that a title is played on; a Misspelt sentence where it cannot be played yet."""
    from importlib import import_module

    known = title(name)
    if known.ruleset not in PLAYABLE:
        raise Misspelt(
            f"{name} cannot be played yet, for its rules are not written: its charts can be read with `weathergauge charts {name}`."
        )
    written = import_module(f"weathergauge.rulesets.{known.ruleset}.rules").RULES
    rules: Rules = written[name] if isinstance(written, dict) else written  # a series has one for each of its titles
    return rules


def title(name: str) -> Title:
    """The title of that name."""
    for known in TITLES:
        if known.name == name:
            return known
    raise misspelt("title", name, [known.name for known in TITLES])


def misspelt(kind: str, word: str, known: Iterable[str]) -> Misspelt:
    """The sentence for a name that is not among the known ones, with the nearest that is."""
    from difflib import get_close_matches  # only a mistake has to wait for it

    known = list(known)
    near = get_close_matches(word, known, 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(known)}."
    return Misspelt(f"There is no {kind} {word!r}: {hint}")
