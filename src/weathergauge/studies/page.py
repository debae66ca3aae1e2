"""A study as it is written: what is played, how often, by whom, and what each variant has otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from weathergauge import rulesets
from weathergauge.bots import bot, default
from weathergauge.files import changes, handwritten
from weathergauge.files.chartfile import read_pages
from weathergauge.files.chartpage import ChartError, Page
from weathergauge.files.handwritten import Part, Wrong
from weathergauge.ruleset import Card, Rules, Seat
from weathergauge.sentences import nearest

FORM = 1
"""The form of the file; a later form has a later number."""
BASE = "base"
"""What everything else is compared with: the study without any change."""
MOST_GAMES, MOST_VARIANTS, MOST_CELLS = 1_000_000, 40, 200


class Variant(Struct, frozen=True, omit_defaults=True):
    """A small difference on the base. What is empty stays as it is there."""

    name: str
    words: str = ""
    charts: dict[str, dict[str, Any]] = {}
    bots: dict[Seat, str] = {}
    settings: dict[str, Any] = {}
    scenario: str = ""
    written: str = ""
    inputs: dict[str, Any] = {}


class Study(Struct, frozen=True, omit_defaults=True):
    """A study: of a scenario, which is played, or of a procedure, whose odds are worked out."""

    name: str
    title: str
    question: str = ""
    scenario: str = ""
    written: str = ""
    """The text of the scenario's file, where it is none of the title's own."""
    procedure: str = ""
    of: str = ""
    """The part of a procedure's result that is shown."""
    games: int = 100
    seed: str = "1"
    swap: bool = False
    bots: dict[Seat, str] = {}
    settings: dict[str, Any] = {}
    inputs: dict[str, Any] = {}
    variants: tuple[Variant, ...] = ()
    sensitivity: int = 0
    """How many of the cells that were read most are tried one step up and one step down."""

    @property
    def all(self) -> tuple[Variant, ...]:
        """The base and all that is compared with it."""
        return (Variant(BASE, "as printed"), *self.variants)


def read(file: str | Path) -> Study:
    """The study in a file; a Faulty error names every problem by its line."""
    page = handwritten.Page(handwritten.read(file), str(file))
    study = _Reader(page.part(), Path(file)).study()
    page.done()
    if study is None:  # whatever keeps it from being made is a problem, which was noted
        raise handwritten.Faulty(str(file), [handwritten.Problem(1, "there is no study in this file")])
    return study


class _Reader:
    """Reads the parts of one file against the title that it names."""

    def __init__(self, whole: Part, file: Path) -> None:
        self.whole, self.file = whole, file
        self.rules: Rules | None = None
        self.pages: Mapping[str, Page] = {}

    def study(self) -> Study | None:
        whole = self.whole
        whole.take("study", self.form, needed=f"{FORM}, the form in which this file is written")
        title = whole.take("title", self.title, needed='"trafalgar", or another title')
        if title is None or self.rules is None:
            return None
        scenario, written = self.scenario(whole)
        procedure = whole.take("procedure", self.procedure, "")
        played = "scenario" in whole or "file" in whole
        if played == ("procedure" in whole):
            whole.note(
                "", 'a study is of a scenario or of a procedure: add scenario = "…", file = "…" or procedure = "…"'
            )
        if not scenario and not procedure:
            return None  # what there is to read depends on it
        card = self.rules.card_of(scenario, written) if scenario else None
        games = {} if card is None else self.played(card)
        made = Study(
            name=whole.take("name", handwritten.text(80)) or self.file.stem,
            title=title,
            question=whole.take("question", handwritten.text(400)) or "",
            scenario=scenario,
            written=written,
            procedure=procedure or "",
            of=whole.take("of", handwritten.text(60)) or "",
            inputs=self.inputs(whole, self.rules, procedure or ""),
            variants=tuple(self.variants(card, scenario, written, procedure or "")),
            **games,
        )
        whole.done()
        return made

    def form(self, value: Any) -> int:
        if value != FORM:
            raise Wrong(f"{FORM}, the form that this version of the program reads")
        return FORM

    def title(self, value: Any) -> str:
        try:
            name = handwritten.text(60)(value)
            self.rules = rulesets.ruleset(name)
            self.pages = read_pages(*rulesets.title(name).folders)
        except ValueError as error:
            raise Wrong(f"a title that can be played: {error}") from None
        return name

    def procedure(self, value: Any) -> str:
        known = self.rules.procedures if self.rules else {}
        return str(handwritten.one_of(known)(value))

    def scenario(self, part: Part) -> tuple[str, str]:
        """The name of a scenario, and the text of its file where it has one of its own."""
        name = part.take("scenario", self.known_scenario, "") or ""
        beside = part.take("file", handwritten.text(400))
        if beside is None:
            return name, ""
        path = self.file.parent / beside
        try:
            written = handwritten.read(path)
            if self.rules is not None:
                self.rules.scenario_from(written, path.name, {})
        except OSError as error:
            part.note(
                "file", f"file = {beside}: expected a scenario file that can be read ({(error.strerror or '').lower()})"
            )
            return name, ""
        except ValueError as error:
            part.note("file", f"file = {beside}: {str(error).splitlines()[0]}")
            return name, ""
        return name or path.stem, written

    def known_scenario(self, value: Any) -> str:
        known = [card.name for card in self.rules.scenarios()] if self.rules else []
        return str(handwritten.one_of(known)(value))

    def played(self, card: Card) -> dict[str, Any]:
        """What is said of games: who plays them, and how many there are."""
        whole = self.whole
        told = self.bots(whole, card)
        return {
            "bots": {seat: told.get(seat) or default(self.title_name) for seat in card.seats},
            "games": whole.take("games", handwritten.whole(1, MOST_GAMES), 100),
            "seed": str(whole.take("seed", self.seed, "1")),
            "swap": whole.take("swap", handwritten.yes_no, False),
            "settings": self.settings(whole, card),
            "sensitivity": whole.take("sensitivity", handwritten.whole(1, MOST_CELLS), 0),
        }

    @property
    def title_name(self) -> str:
        return self.rules.name if self.rules else ""

    def seed(self, value: Any) -> str:
        return str(value) if type(value) is int else handwritten.text(60)(value)

    def bots(self, part: Part, card: Card | None) -> dict[Seat, str]:
        inner = part.inner("bots")
        if inner is None:
            return {}
        if card is None:
            part.note("bots", "bots: a study of a procedure has none")
            return {}
        told = {seat: inner.take(seat, self.bot) for seat in card.seats if seat in inner}
        inner.done()
        return {seat: name for seat, name in told.items() if name}

    def bot(self, value: Any) -> str:
        try:
            bot(value, title=self.title_name)
        except (ValueError, TypeError) as error:
            raise Wrong(f"a bot that plays {self.title_name}: {error}") from None
        return str(value)

    def settings(self, part: Part, card: Card, scenario: str = "", written: str = "") -> dict[str, Any]:
        inner = part.inner("settings")
        if inner is None or self.rules is None:
            return {}
        told: dict[str, Any] = {}
        for key, value in inner.values.items():
            try:
                self.rules.scenario_of(scenario or card.name, {key: value}, written)
            except ValueError as error:
                inner.note(key, str(error))
            else:
                told[key] = value
        return told

    def inputs(self, part: Part, rules: Rules, procedure: str) -> dict[str, Any]:
        inner = part.inner("inputs")
        if inner is None:
            return {}
        if not procedure:
            part.note("inputs", "inputs: only a study of a procedure has them")
        return dict(inner.values)

    def variants(self, card: Card | None, scenario: str, written: str, procedure: str) -> Iterator[Variant]:
        inner = self.whole.inner("variant")
        if inner is None:
            return
        if len(inner.values) > MOST_VARIANTS:
            self.whole.note("variant", f"there are {len(inner.values)} variants: expected at most {MOST_VARIANTS}")
        for name in inner.values:
            part = inner.inner(name)
            if part is None:
                continue
            if name == BASE or not re.fullmatch(r"[a-z0-9_]{1,40}", name):
                inner.note(name, f"{name}: expected a name of small letters, digits and low lines, other than {BASE}")
            yield self.variant(name, part, card, scenario, written, procedure)

    def variant(self, name: str, part: Part, card: Card | None, scenario: str, written: str, procedure: str) -> Variant:
        before = len(part.page.problems)
        other, text = self.scenario(part)
        if self.rules is not None and other and card is not None:
            there = self.rules.card_of(other, text)
            if there is None or there.seats != card.seats:
                part.note("", f"{other} is not played by {', '.join(card.seats)}, as {card.name} is")
        made = Variant(
            name=name,
            words=part.take("words", handwritten.text(200)) or "",
            charts=self.charts(part),
            bots=self.bots(part, card),
            settings={} if card is None else self.settings(part, card, other or scenario, text or written),
            scenario=other,
            written=text,
            inputs={} if self.rules is None else self.inputs(part, self.rules, procedure),
        )
        part.done()
        differs = made.charts or made.bots or made.settings or made.scenario or made.inputs
        if not differs and len(part.page.problems) == before:
            part.note("", f"{name}: nothing is different in it; change a chart, a setting, a bot or the scenario")
        return made

    def charts(self, part: Part) -> dict[str, dict[str, Any]]:
        inner = part.inner("charts")
        told: dict[str, dict[str, Any]] = {}
        for id in inner.values if inner is not None else ():
            cells = inner.inner(id) if inner is not None else None
            if cells is None or inner is None:
                continue
            if id not in self.pages:
                inner.note(id, f"{id}: there is no such chart of {self.title_name}; {nearest(id, self.pages)}")
                continue
            for words, value in cells.values.items():
                try:
                    changes.with_cell(self.pages[id], words, value)
                except ChartError as error:
                    cells.note(words, str(error))
                else:
                    told.setdefault(id, {})[words] = value
        return told
