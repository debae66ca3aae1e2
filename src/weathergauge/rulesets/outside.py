"""Titles that other packages bring, by entry points of the group `weathergauge.titles`: `cutters = "cutters.rules:RULES"`.

Looking for them loads none of them: what a title is called stands in the `title.toml` beside its rules, or in a folder of
its name there where the rules have several titles. What is wrong with one is said in a sentence, and the others go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import Distribution, EntryPoint, distributions
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from weathergauge.rulesets import TITLES, Title, Unplayable, load, read_head

if TYPE_CHECKING:
    from weathergauge.ruleset import Rules

GROUP = "weathergauge.titles"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Broken(ValueError):
    """What is wrong with a title of another package, as the end of a sentence."""


class Found(Struct, frozen=True):
    """The titles of other packages, and for each name that cannot be one what is wrong with it."""

    titles: tuple[Title, ...]
    faults: dict[str, tuple[str, ...]]


@cache
def found() -> Found:
    """Look through what is installed, without loading any of it."""
    titles: dict[str, Title] = {}
    faults: dict[str, tuple[str, ...]] = {}
    named: dict[str, dict[str, EntryPoint]] = {}
    for package, entry in _entries():
        if isinstance(entry, str):
            faults[package] = (f"The titles of the package {package} cannot be found: {entry}.",)
        else:
            named.setdefault(entry.name, {})[package] = entry
    for name, entries in named.items():
        told = []
        for package, entry in entries.items():
            others = [other for other in entries if other != package]
            try:
                titles[name] = _title(package, entry, others)
            except Broken as broken:
                told.append(_sentence(package, name, broken))
        if told:
            faults[name] = tuple(told)
    return Found(tuple(titles[name] for name in sorted(titles)), faults)


def _sentence(package: str, name: str, fault: object) -> str:
    return f"The package {package} brings the title {name!r}, which cannot be played: {fault}."


def _entries() -> Iterator[tuple[str, EntryPoint | str]]:
    """Every package with an entry point of ours, or with what keeps it from being read.

    Where the backport of importlib.metadata was loaded, as by Dask, it finds the packages, and its entry points are of a class of its own.
    """
    seen = set()
    for dist in distributions():
        text = dist.read_text("entry_points.txt") or ""
        if GROUP not in text:
            continue
        package = _called(dist)
        if package in seen:  # further down the path: Python does not see it either
            continue
        seen.add(package)
        try:
            entries = [entry for entry in dist.entry_points if entry.group == GROUP]
        except Exception as error:
            yield package, f"its entry_points.txt cannot be read ({in_words(error)})"
            continue
        for entry in entries:
            yield package, entry


def _called(dist: Distribution) -> str:
    return str(dist.metadata["Name"] or "without a name")


def _title(package: str, entry: EntryPoint, others: Sequence[str]) -> Title:
    """The title of an entry point; a Broken error where it cannot be one."""
    name = entry.name
    if not NAME.fullmatch(name):
        raise Broken("its name must be small letters, digits and low lines, beginning with a letter")
    if any(name == own.name for own in TITLES):
        raise Broken("a title of that name comes with Weather Gauge")
    if others:
        raise Broken(f"{' and '.join(others)} {'bring' if others[1:] else 'brings'} a title of that name too")
    place = re.fullmatch(r"(\w+(?:\.\w+)*):(\w+(?:\.\w+)*)", entry.value.replace(" ", ""))
    if place is None:
        raise Broken(f"its entry point is {entry.value!r}, and should be like {name}.rules:RULES")
    file = _file(place[1])
    homes = [home for home in (file.parent / name, file.parent) if (home / "title.toml").is_file()]
    if not homes:
        raise Broken(f"there is no title.toml beside {file}")
    try:
        head = read_head(homes[0])
    except (ValueError, OSError) as error:
        raise Broken(f"its title.toml is wrong ({' '.join(str(error).split())})") from None
    ruleset = head.ruleset or name
    if not NAME.fullmatch(ruleset):
        raise Broken(f"its title.toml calls its ruleset {ruleset!r}, which must be small letters, digits and low lines")
    return Title(name, head.title, head.words, ruleset, place[0], file, homes[0], package)


def _file(module: str) -> Path:
    """Where a module is or would be, found without loading the package that it is in."""
    top, *inner = module.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise Broken(f"there is no module {top}")
    folders = [Path(place) for place in spec.submodule_search_locations or ()]
    if not inner:
        return folders[0] / "__init__.py" if folders else Path(spec.origin or "")
    if not folders:
        raise Broken(f"{top} is a module, and has none inside it")
    places = [
        place
        for folder in folders
        for place in (folder.joinpath(*inner).with_suffix(".py"), folder.joinpath(*inner, "__init__.py"))
    ]
    return next((place for place in places if place.is_file()), places[0])


def checked(known: Title) -> Rules:
    """The rules of a title of another package; an Unplayable sentence where they cannot be loaded or break the contract."""
    rules = _outcome(known)
    if isinstance(rules, str):
        raise Unplayable(rules)
    return rules


@cache
def _outcome(known: Title) -> Rules | str:
    """The rules, or the sentence that says what is wrong with them: either is found once."""
    from weathergauge.rulesets.contract import check_contract

    try:
        rules = load(known)
    except (Exception, SystemExit) as error:  # whatever a package does when it is loaded, the others go on
        return _sentence(known.package, known.name, f"loading {known.rules} failed ({in_words(error)})")
    try:
        check_contract(rules, known)
    except Broken as broken:
        return _sentence(known.package, known.name, broken)
    except Exception as error:
        return _sentence(known.package, known.name, f"its rules could not be looked at ({in_words(error)})")
    return rules


def in_words(error: BaseException) -> str:
    """An error of somebody else's code, on one line."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
