"""The rulesets: one package each, and none imports another. Here the titles that can be played on them.

A title is a folder with a `title.toml`. Those that come with the project lie in this one; others are brought by packages
that name them as entry points of the group `weathergauge.titles`, which `outside` finds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from weathergauge.files.guide import Guide
    from weathergauge.files.lesson import Lesson
    from weathergauge.ruleset import Rules


class Misspelt(ValueError):
    """A name nobody knows; the message is a sentence with the nearest right one."""


class Unplayable(ValueError):
    """A title that is there and cannot be played; the message says why, and whose title it is."""


class Title(Struct, frozen=True):
    """A game on a ruleset: what it is called, and where its rules and its charts are."""

    name: str
    title: str
    words: str
    ruleset: str
    """What its rules are called, which the titles of a series share: bots, desk and board go by it."""
    rules: str
    """Where its rules are, as an entry point says it: `cutters.rules:RULES`."""
    file: Path
    """The file of the module that holds its rules, which need not be written yet."""
    home: Path
    """The folder of its `title.toml`: that of the rules, or one in there where they have several titles."""
    package: str = ""
    """Who brings it, where it does not come with the project."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where its chart files are: what titles share comes first."""
        every = dict.fromkeys((self.file.parent / "charts", self.home / "charts"))
        return tuple(folder for folder in every if folder.is_dir())

    @property
    def guides(self) -> tuple[Path, ...]:
        """Where its rules stand in plain words, likewise; a title need not have a guide."""
        every = dict.fromkeys((self.file.parent / "guide", self.home / "guide"))
        return tuple(folder for folder in every if folder.is_dir())

    @property
    def rulings(self) -> Path | None:
        """Its page of rulings: in the package, or in the checkout that the package runs from; of another package, beside its rules."""
        if self.package:
            places = [self.home / "rulings.md", self.file.parent / "rulings.md"]
        else:
            inside = Path(__file__).parents[1]
            places = [
                folder / f"{self.ruleset}.md"
                for folder in (inside / "_docs" / "rulings", inside.parents[1] / "docs" / "rulings")
            ]
        return next((place for place in places if place.is_file()), None)

    @property
    def written(self) -> bool:
        """Whether its rules are written; until then its charts can be read."""
        return self.file.is_file()


class Head(Struct, frozen=True):
    """What stands in a `title.toml` before its first table; the rest is for the rules."""

    title: str
    words: str
    ruleset: str
    listed: int
    """Where it stands among the titles of the project."""


def read_head(home: Path) -> Head:
    """What a `title.toml` says of its title; a ValueError says what is wrong with the file."""
    told = tomllib.loads((home / "title.toml").read_text(encoding="utf-8").partition("\n[")[0])
    for name, kind, usual in (("title", str, None), ("words", str, None), ("ruleset", str, ""), ("listed", int, 9)):
        if not isinstance(told.setdefault(name, usual), kind):
            raise ValueError(f"{name}: expected {'a text' if kind is str else 'a number'}")
    return Head(told["title"], told["words"], told["ruleset"], told["listed"])


def _own() -> tuple[Title, ...]:
    """The titles that come with the project: one for each folder here that has a `title.toml`, in a ruleset's own or itself."""
    own = []
    here = Path(__file__).parent
    for toml in (*here.glob("*/title.toml"), *here.glob("*/*/title.toml")):
        home, ruleset, head = toml.parent, toml.relative_to(here).parts[0], read_head(toml.parent)
        place = f"{__name__}.{ruleset}.rules:RULES"
        made = Title(home.name, head.title, head.words, ruleset, place, here / ruleset / "rules.py", home)
        own.append((head.listed, made.name, made))
    return tuple(made for *_, made in sorted(own, key=lambda listed: listed[:2]))


TITLES: tuple[Title, ...] = _own()
"""The titles that come with the project."""


def titles() -> tuple[Title, ...]:
    """Every title that is installed: those of the project, then those of other packages, of which none is loaded yet."""
    from weathergauge.rulesets.outside import found

    return (*TITLES, *found().titles)


def title(name: str) -> Title:
    """The title of that name."""
    for known in TITLES:  # those of other packages are looked for only when one of them is meant
        if known.name == name:
            return known
    from weathergauge.rulesets.outside import found

    outside = found()
    for known in outside.titles:
        if known.name == name:
            return known
    if name in outside.faults:
        raise Unplayable(outside.faults[name][0])
    raise misspelt("title", name, [known.name for known in titles()])


def ruleset(name: str) -> Rules:
    """The rules of a title; a Misspelt or Unplayable sentence where there are none."""
    known = title(name)
    if not known.written:
        raise Unplayable(
            f"{name} cannot be played yet, for its rules are not written: its charts can be read with `weathergauge charts {name}`."
        )
    if known.package:
        from weathergauge.rulesets.outside import checked

        return checked(known)
    return load(known)


def load(known: Title) -> Rules:
    """Load the rules of a title from where they are."""
    from pkgutil import resolve_name

    held = resolve_name(known.rules)
    rules: Rules = held[known.name] if isinstance(held, dict) else held  # a series has one for each of its titles
    return rules


@cache
def guide(name: str) -> Guide:
    """A title's rules in plain words, read once; a Faulty error where a file of them is wrong."""
    from weathergauge.files.guide import read_guide  # whoever only plays does not wait for it

    known, rules = title(name), ruleset(name)
    return read_guide(known.guides, rules.chart_set, rules.procedures, known.rulings)


@cache
def lesson(name: str) -> Lesson | None:
    """A title's guided first game, read once; None where it has none, and a Faulty error where its file is wrong."""
    from weathergauge.files.lesson import read_lesson

    place = title(name).home / "lesson.toml"
    return read_lesson(place, ruleset(name)) if place.is_file() else None


def playable(known: Title) -> bool:
    """Whether a title can be played: its rules are written, and those of another package have been loaded and are sound."""
    if not known.package:
        return known.written
    try:
        ruleset(known.name)
    except Unplayable:
        return False
    return True


def faults() -> list[str]:
    """What is wrong with titles of other packages, a sentence for each; all of them are loaded for it."""
    from weathergauge.rulesets.outside import found

    outside = found()
    told = [sentence for sentences in outside.faults.values() for sentence in sentences]
    for known in outside.titles:
        try:
            ruleset(known.name)
        except Unplayable as error:
            told.append(str(error))
    return told


def misspelt(kind: str, word: str, known: Iterable[str]) -> Misspelt:
    """The sentence for a name that is not among the known ones, with the nearest that is."""
    from difflib import get_close_matches  # only a mistake has to wait for it

    known = list(known)
    near = get_close_matches(word, known, 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(known)}."
    return Misspelt(f"There is no {kind} {word!r}: {hint}")
