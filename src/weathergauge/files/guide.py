"""A title's rules in plain words: topics with their charts, rulings and a worked example, and the words of the game.

A topic is a file of a folder `guide/`: between two lines `+++` what it is called, when it comes and what it rests on, below them the
text. Titles that share their rules share topics too; a file of the same name in a title's own folder adds to the shared one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from weathergauge.charts import Chart
from weathergauge.files.handwritten import Faulty, Page, Part, Problem, Wrong, one_of, read, shown, text, whole
from weathergauge.procedures import Procedure
from weathergauge.sentences import nearest, spoken

FENCE = "+++"
LONGEST_WORDS = 300
"""Characters: a word explains itself in one or two sentences."""


class Span(Struct, frozen=True, omit_defaults=True):
    """Some words of a text, plain or not; those of a link name the topic or the chart that they lead to."""

    text: str
    look: Literal["", "strong", "em", "code"] = ""
    topic: str = ""
    chart: str = ""


class Block(Struct, frozen=True):
    """A heading, a paragraph, or an item of a list."""

    kind: Literal["heading", "text", "item"]
    spans: tuple[Span, ...]

    @property
    def plain(self) -> str:
        """What it says, without how it looks."""
        return "".join(span.text for span in self.spans)


class Example(Struct, frozen=True):
    """A procedure with its inputs filled in, for a reader who wants to throw the dice."""

    words: str
    procedure: str
    inputs: dict[str, Any]


class Topic(Struct, frozen=True):
    """A page of the rules: what one part of the game is for, when it comes, and what is done, paid and thrown in it."""

    id: str
    title: str
    order: int
    when: str
    body: tuple[Block, ...]
    charts: tuple[str, ...]
    rulings: tuple[str, ...]
    example: Example | None


class Word(Struct, frozen=True):
    """A word of the game: every form in which it is written, what it means, and the topic that says more."""

    word: str
    forms: tuple[str, ...]
    words: str
    topic: str


class Ruling(Struct, frozen=True):
    """How a place is read where the documents are silent; a ruling may have an entry for each part of the rules it is about."""

    id: str
    title: str
    open: tuple[Span, ...]
    ruling: tuple[Span, ...]
    reason: tuple[Span, ...]
    setting: tuple[Span, ...] = ()


class Guide(Struct, frozen=True):
    """All that a title says of its rules; one without a guide has none of it."""

    topics: tuple[Topic, ...] = ()
    words: tuple[Word, ...] = ()
    rulings: tuple[Ruling, ...] = ()


def read_guide(
    folders: Iterable[Path], charts: Mapping[str, Chart[Any]], procedures: Mapping[str, Procedure], rulings: Path | None
) -> Guide:
    """Read a guide and hold it to the title's charts, procedures and rulings; a Faulty error names every problem by its line."""
    told = (
        read_rulings(rulings.read_text(encoding="utf-8"), charts) if rulings is not None and rulings.is_file() else ()
    )
    paths = [path for folder in folders for path in sorted(folder.glob("*.md"))]
    known = _Known(charts, procedures, {ruling.id for ruling in told}, {path.stem for path in paths})
    topics: dict[str, Topic] = {}
    words: dict[str, Word] = {}
    for path in paths:
        leaf = _Leaf(path, known)
        topics[path.stem] = leaf.topic(topics.get(path.stem))
        for word in leaf.words(words):
            words |= dict.fromkeys(word.forms, word)
        leaf.page.done()
    ordered = sorted(topics.values(), key=lambda topic: (topic.order, topic.id))
    return Guide(tuple(ordered), tuple(dict.fromkeys(words.values())), told)


def read_rulings(page: str, charts: Collection[str]) -> tuple[Ruling, ...]:
    """Read the entries of a page of rulings."""
    found = re.findall(r"^## ([A-Z]+\d+) ([^\n]+)\n(.*?)(?=^##? |\Z)", page, re.MULTILINE | re.DOTALL)
    return tuple(_ruling(id, title, entry, charts) for id, title, entry in found)


def _ruling(id: str, title: str, entry: str, charts: Collection[str]) -> Ruling:
    parts = dict(re.findall(r"^- \*\*(Open|Ruling|Reason|Setting):\*\* (.+)$", entry, re.MULTILINE))
    title = re.sub(r" \(R-[^)]*\)", "", title)  # what the reading of the documents calls it is for those who check it
    said = {name.lower(): tuple(_spans(words, charts)) for name, words in parts.items()}
    return Ruling(
        id, title, said.get("open", ()), said.get("ruling", ()), said.get("reason", ()), said.get("setting", ())
    )


class _Known(Struct, frozen=True):
    """What a topic may name."""

    charts: Mapping[str, Chart[Any]]
    procedures: Mapping[str, Procedure]
    rulings: Collection[str]
    topics: Collection[str]


class _Leaf:
    """A file of a guide, being read."""

    def __init__(self, path: Path, known: _Known) -> None:
        self.id, self.known = path.stem, known
        name = f"{path.parent.parent.name}/{path.parent.name}/{path.name}"
        head, fence, self.text = read(path).removeprefix(f"{FENCE}\n").partition(f"\n{FENCE}\n")
        if not fence:
            raise Faulty(name, [Problem(1, f"expected a line {FENCE}, what the topic is called, and a line {FENCE}")])
        lines = head.count("\n") + 1
        self.first = lines + len((FENCE, FENCE)) + 1  # the line that the text begins in
        self.page = Page(f"\n{head}", name)  # the first line is the fence
        self.part = self.page.part()

    def topic(self, shared: Topic | None) -> Topic:
        """The topic, or what is made of a shared one by adding to it."""
        part = self.part
        made = Topic(
            self.id,
            part.take("title", text(60), shared.title if shared else "", needed="" if shared else '"Firing"') or "",
            part.take("order", whole(1, 99), shared.order if shared else 0, needed="" if shared else "3") or 0,
            part.take("when", text(200), shared.when if shared else "", needed="" if shared else '"in step 3"') or "",
            tuple(self._body()),
            self._names("charts", self.known.charts),
            self._names("rulings", self.known.rulings),
            self._example() or (shared.example if shared else None),
        )
        if shared is None:
            return made
        return replace(
            made,
            body=shared.body + made.body,
            charts=shared.charts + made.charts,
            rulings=shared.rulings + made.rulings,
        )

    def words(self, taken: Mapping[str, Word]) -> Iterator[Word]:
        """The words that the topic explains: `"rake, raked" = "fire along the length of a ship"`."""
        part = self.part.inner("words")
        for key in part.values if part else ():
            assert part is not None
            words = part.take(key, text(LONGEST_WORDS), "") or ""
            forms = tuple(form.strip() for form in key.split(","))
            for form in forms:
                if not form or form in taken:
                    part.note(key, f"{shown(form)} is explained already, by the topic {taken[form].topic}" if form else
                              f"{shown(key)}: expected forms of a word with commas between them")  # fmt: skip
            yield Word(forms[0], forms, words, self.id)
        if part:
            part.done()
        self.part.done()

    def _names(self, key: str, known: Collection[str]) -> tuple[str, ...]:
        """A list of names, each of them known."""
        one = one_of(known)

        def check(value: Any) -> tuple[str, ...]:
            if not isinstance(value, list):
                raise Wrong(f'a list of names, as in ["{next(iter(known), "")}"]')
            return tuple(one(name) for name in value)

        return self.part.take(key, check, ()) or ()

    def _example(self) -> Example | None:
        part = self.part.inner("example")
        if part is None:
            return None
        words = part.take("words", text(400), needed='"A 74 fires at four inches."') or ""
        name = part.take(
            "procedure", one_of(self.known.procedures), needed=f'"{next(iter(self.known.procedures), "")}"'
        )
        inputs = part.inner("inputs")
        given = inputs.values if inputs else {}
        if name is not None:
            self._try(part, self.known.procedures[name], given)
        part.done()
        return Example(words, name or "", given)

    def _try(self, part: Part, procedure: Procedure, given: Mapping[str, Any]) -> None:
        try:
            procedure.aimed(procedure.read(given))
        except ValueError as error:
            part.note(
                "inputs" if "inputs" in part else "", f"{procedure.name} does not take these inputs: {spoken(error)}"
            )

    def _body(self) -> Iterator[Block]:
        """The text: headings that begin with `##`, items with `-`, and paragraphs; every line is one of them whole."""
        for number, line in enumerate(self.text.split("\n"), self.first):
            written = line.strip()
            if not written:
                continue
            mark, _, rest = written.partition(" ")
            kind: Literal["heading", "text", "item"] = "heading" if mark == "##" else "item" if mark == "-" else "text"
            spans = tuple(_spans(rest if kind != "text" else written, self.known.charts))
            for span in spans:
                self._check_link(span, number)
            yield Block(kind, spans)

    def _check_link(self, span: Span, line: int) -> None:
        if span.topic and span.topic not in self.known.topics:
            told = f"[{span.text}]({span.topic}): there is no such topic; {nearest(span.topic, self.known.topics)}"
            self.page.problems.append(Problem(line, told))
        if span.look == "code":
            told = f"`{span.text}`: there is no such chart; {nearest(span.text, self.known.charts)}"
            self.page.problems.append(Problem(line, told))


_MARKS = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\(([\w-]+)\)")


def _spans(written: str, charts: Collection[str]) -> Iterator[Span]:
    """`**strong**`, `*emphasis*`, a chart by its id between backticks, and `[words](topic)`."""
    at = 0
    for found in _MARKS.finditer(written):
        if found.start() > at:
            yield Span(written[at : found.start()])
        strong, em, code, words, topic = found.groups()
        if code:
            yield Span(code, chart=code) if code in charts else Span(code, "code")
        elif words:
            yield Span(words, topic=topic)
        else:
            yield Span(strong or em, "strong" if strong else "em")
        at = found.end()
    if at < len(written):
        yield Span(written[at:])
