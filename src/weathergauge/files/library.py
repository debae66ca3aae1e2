"""The scenarios of a title as files: those that come with it, and any that a player writes in the same form."""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from weathergauge.files.handwritten import Page, Part, Wrong, one_of, shown, text
from weathergauge.files.inputs import BadInput, changed
from weathergauge.languages import said
from weathergauge.ruleset import Card, Seat
from weathergauge.sentences import nearest

Side = TypeVar("Side", bound=Seat)
S = TypeVar("S", bound=Any)
"""A title's own scenario; in a library a `Described` one, with sides and settings."""

KINDS = ("story", "exercise")
"""What a scenario may be that is no game: one that its set-up decides, or one that teaches one thing."""
LONG = 1200
"""Letters of advice on a whole campaign; a battle has half as many."""
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class Described(Struct, frozen=True, kw_only=True):
    """What every scenario says of itself in words."""

    title: str
    history: str = ""
    date: str = ""
    place: str = ""
    victory: str = ""
    advice: str = ""
    invented: str = ""
    """What in it never happened, in words; empty for history."""
    kind: str = ""
    balance: str = ""
    """Whom its set-up favours, in words; empty for a game that either side may win."""
    handicap: dict[str, Any] = {}
    """The settings that make it worth playing from either side."""
    name: str = ""
    """That of its file."""


class Evened(Struct, frozen=True):
    """The settings by which a lopsided battle becomes a game."""

    head_start: Annotated[
        int, Meta(ge=-500, le=500, description="points with which the first side begins; below nought, the second")
    ] = 0
    handicap: Annotated[bool, Meta(description="whether the scenario's own handicap counts")] = False

    def start(self, sides: tuple[Side, Side]) -> dict[Side, int]:
        """The points that each side has before anything is fought."""
        one, other = sides
        return {one: max(0, self.head_start), other: max(0, -self.head_start)}

    @property
    def counted(self) -> str:
        """What the end of a battle says of such points."""
        return f", {abs(self.head_start)} of them given" if self.head_start else ""


class Shelf(ABC, Generic[S]):
    """A folder with the scenarios that come with a title, which are frozen and have a name and settings."""

    def __init__(self, title: str, folder: Path, first: tuple[str, ...]) -> None:
        self.title, self.folder, self.first = title, folder, first

    @abstractmethod
    def from_text(self, written: str, file: str) -> S:
        """A scenario from the text of a file."""

    @abstractmethod
    def card(self, scenario: S) -> Card:
        """A scenario as it is offered."""

    def date(self, scenario: S) -> str:
        """When it was, for those that are in the order of their dates."""
        return ""

    @cached_property
    def files(self) -> dict[str, S]:
        """Every scenario that comes with the game: those to begin with, then by date, what has none last."""
        read = {path.stem: self.from_text(path.read_text(encoding="utf-8"), path.name) for path in self.paths()}
        order = sorted(
            read, key=lambda name: (*(name != first for first in self.first), self.date(read[name]) or "9", name)
        )
        return {name: read[name] for name in order}

    def paths(self) -> list[Path]:
        return sorted(self.folder.glob("*.toml"))

    def names(self) -> tuple[str, ...]:
        return tuple(self.files)

    def read(self, name: str) -> S:
        """A scenario by name; a ValueError is a sentence with the nearest one."""
        if name not in self.files:
            raise ValueError(f"{name}: no such scenario of {self.title}; {nearest(name, self.names())}")
        return self.files[name]

    def cards(self) -> tuple[Card, ...]:
        """The scenarios as they are offered."""
        return tuple([self.card(scenario) for scenario in self.files.values()])

    def with_settings(self, scenario: S, settings: Mapping[str, Any]) -> S:
        """The scenario with some settings changed; a ValueError is a sentence."""
        if not settings:
            return scenario
        whole = changed(scenario.settings, settings, f"setting of {self.title}")
        return msgspec.structs.replace(scenario, settings=whole)


class Library(Shelf[S]):
    """A shelf to which players may add: it says how a scenario is made from its page, and what is wrong with one."""

    def __init__(self, title: str, folder: Path, make: Callable[[Part], S | None], first: tuple[str, ...]) -> None:
        super().__init__(title, folder, first)
        self.make = make

    def date(self, scenario: S) -> str:
        return str(scenario.date)

    def printed(self, name: str) -> str:
        """The file of a scenario that comes with the game, for whoever wants to change it."""
        self.read(name)
        return (self.folder / f"{name}.toml").read_text(encoding="utf-8")

    def length(self, scenario: S) -> str:
        """Say how long it lasts, where players cannot guess it: nothing of a battle."""
        return ""

    def card(self, scenario: S) -> Card:
        """A scenario as it is offered: where, when and for how long, what happened, who wins."""
        parts = (scenario.place, day(scenario.date), self.length(scenario))
        where = ", ".join(part for part in parts if part)
        words = [
            f"{where[:1].upper()}{where[1:]}." if where else "",
            *[
                said(line)
                for line in (
                    scenario.history,
                    scenario.invented,
                    scenario.victory,
                    scenario.advice,
                    scenario.balance,
                )
            ],
        ]
        return Card(
            scenario.name, said(scenario.title), " ".join(filter(None, words)), scenario.sides, scenario.kind,
            bool(scenario.handicap),
        )  # fmt: skip

    def with_settings(self, scenario: S, settings: Mapping[str, Any]) -> S:
        """The scenario with some settings changed, and with its handicap where that is asked for."""
        found = super().with_settings(scenario, settings)
        if not isinstance(found.settings, Evened) or not found.settings.handicap:
            return found
        if not found.handicap:
            raise ValueError(f"handicap: {found.title} has none; leave it out, or give a head_start")
        own = {key: value for key, value in found.handicap.items() if key not in settings}
        return super().with_settings(found, own)

    def summary(self, scenario: S) -> list[str]:
        """Say what a scenario holds, in a few lines."""
        card = self.card(scenario)
        return [f"{card.title}: {', '.join(card.seats)}", *([card.words] if card.words else [])]

    def types(self) -> dict[str, Any]:
        """Give what a file can name, where a title has a list of it."""
        return {}

    def type_rows(self) -> list[list[str]]:
        """Give the same as a table, with its heads."""
        return [[f"{self.title} has no list of what a file can name"]]

    def from_text(self, written: str, file: str = "the scenario") -> S:
        """A scenario from the text of a file; a Faulty error names every problem by its line. Its name is the file's."""
        page = Page(written, file)
        scenario = self.make(page.part())
        page.done()
        assert scenario is not None  # whatever keeps it from being made is a problem
        name = slug(file.rpartition("/")[2].removesuffix(".toml")) or "scenario"
        return msgspec.structs.replace(scenario, name=name)

    def settings(self, part: Part, usual: Any) -> Any:
        """The settings of a file over the usual ones, each problem noted at its line."""
        return self._table(part, "settings", usual)[0]

    def handicap(self, part: Part, settings: Any) -> dict[str, Any]:
        """What a file changes of its settings to even the sides, each problem noted at its line."""
        return self._table(part, "handicap", settings)[1]

    def _table(self, part: Part, name: str, whole: Any) -> tuple[Any, dict[str, Any]]:
        """Settings as they are with those of a table of the file, and these by themselves."""
        given, own = part.inner(name), {}
        for key, value in (given.values if given is not None else {}).items():
            assert given is not None
            try:
                whole = changed(whole, {key: value}, f"setting of {self.title}")
                own[key] = getattr(whole, key)
            except BadInput as error:
                given.note(key, str(error))
        return whole, own


def day(date: str) -> str:
    """A date as people write it: 19 August 1812, July 1801, or 1782."""
    year, *rest = date.split("-")
    return " ".join(
        [*(str(int(number)) for number in rest[1:]), *(_MONTHS[int(month) - 1] for month in rest[:1]), year]
    )


def slug(name: str) -> str:
    """A name as an id: small letters without accents, digits, and a low line between words."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def dated(value: Any) -> str:
    """A date as a file has it."""
    if not re.fullmatch(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?", str(value)):
        raise Wrong('a year, a month or a day, as in "1812", "1812-08" or "1812-08-19"')
    return str(value)


def an_id(value: Any) -> str:
    """An id as a file has it."""
    if not isinstance(value, str) or not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", value):
        raise Wrong("small letters, digits and low lines, beginning with a letter")
    return value


def described(part: Part, advice: int = LONG // 2) -> dict[str, Any]:
    """Read what a scenario says of itself in words; one without a title is noted."""
    return {
        "title": part.take("title", text(80), needed='"a short title"'),
        "history": part.take("history", text(1000), "") or "",
        "date": part.take("date", dated, "") or "",
        "place": part.take("place", text(80), "") or "",
        "victory": part.take("victory", text(400), "") or "",
        "advice": part.take("advice", text(advice), "") or "",
        "invented": part.take("invented", text(400), "") or "",
        "kind": part.take("kind", one_of(KINDS), "") or "",
        "balance": part.take("balance", text(400), "") or "",
    }


def named(part: Part, reserved: Collection[str]) -> tuple[str | None, str | None]:
    """Read what a ship is called, and the id by which orders name her."""
    name = part.take("name", text(40), needed='"the name of the ship"')
    id = part.take("id", an_id, slug(name or ""))
    if name and not id:
        part.note("name", f"name = {shown(name)}: expected a name with letters or digits, or id = … beside it")
    elif id in reserved:
        part.note("name", f"{id}: orders use this word for something else; give the ship id = …")
    return name, id
