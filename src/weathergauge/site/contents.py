"""What there is to read, and in which order: the pages of `docs/`, each for somebody, and a page for each title."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from weathergauge.drawing import can_be_drawn
from weathergauge.files.charttext import chart_text
from weathergauge.files.guide import Block, Guide, Span
from weathergauge.rulesets import TITLES, Title, guide, ruleset
from weathergauge.site.pictures import shown
from weathergauge.site.reference import ROOMS, page

INSIDE = Path(__file__).parents[1]


class Leaf(Struct, frozen=True):
    """A page before it is made: where it stands, what it is called in the list, and its text in Markdown."""

    path: str
    name: str
    text: str
    file: str = ""
    """Where the text comes from, below `docs/`; empty for one that is made of a title's rules or of modules."""


class Shelf(Struct, frozen=True):
    """The pages for one kind of reader."""

    name: str
    leaves: tuple[Leaf, ...]


SHELVES: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("To play", (("playing.md", "Playing at the keyboard"), ("languages.md", "Languages"), ("balance.md", "Which side has the better of it"), ("glossary.md", "Words"))),
    ("At a table", (("scenarios.md", "Scenarios of your own"), ("cases.md", "The rules' answer key"), ("record.md", "Records and proofs"))),
    ("To keep a server", (("serving.md", "Serving"), ("deploying.md", "Deploying"), ("trust.md", "What is promised, and how it is tested"), ("licences.md", "Licences"), ("api.md", "The interface for programs"))),
    ("To design", (("charts.md", "Charts"), ("studies.md", "Studies"), ("history.md", "History among the games"), ("million.md", "What a million games cost"), ("reach.md", "What is printed can happen"))),
    ("To build", (
        ("adding-a-title.md", "Adding a title"), ("suite.md", "The suite over every title"), ("bots.md", "Bots"), ("envs.md", "Environments for learning"),
        ("core.md", "Every name of the core"), ("architecture.md", "Architecture"),
    )),
    ("Rulings", tuple((f"rulings/{name}.md", f"Rulings of {name}") for name in dict.fromkeys(t.ruleset for t in TITLES))),
)  # fmt: skip


def docs() -> Path:
    """Find the pages: in the package that was installed, or in the checkout that it runs from."""
    for folder in (INSIDE / "_docs", INSIDE.parents[1] / "docs"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        f"The pages of the documentation are neither in {INSIDE} nor beside it: install Weather Gauge anew."
    )


@cache
def shelves() -> tuple[Shelf, ...]:
    """Read all pages, in the order in which they are listed."""
    folder = docs()
    every = [Shelf("Titles", tuple(_of_title(title) for title in TITLES if title.written))]
    for name, pages in SHELVES:
        leaves = [
            Leaf(file.removesuffix(".md") + "/", called, (folder / file).read_text(encoding="utf-8"), file)
            for file, called in pages
        ]
        every.append(Shelf(name, tuple(leaves)))
    rooms = (Leaf(f"reference/{room.path}/", room.name, page(room)) for room in ROOMS)
    every.insert(-1, Shelf("Reference", tuple(rooms)))
    return tuple(every)


def _of_title(title: Title) -> Leaf:
    """A page about a title: what it is, its scenarios, its rules in plain words, and its charts."""
    rules, told = ruleset(title.name), guide(title.name)
    lines = [f"# {title.title}", "", f"{title.words[:1].upper()}{title.words[1:]}.", ""]
    lines += [f"Play it with `weathergauge play {title.name}`, or in the browser after `weathergauge serve`.", ""]
    if can_be_drawn(rules):
        card = shown(title)
        lines += [
            f"[![{card.title}, as it begins: a picture of the table, larger when followed](titles/{title.name}/table.svg)](/titles/{title.name}/table.svg)",
            "",
        ]
    lines += ["## Scenarios", "", "| name | scenario | | |", "|---|---|---|---|"]
    lines += [
        f"| `{card.name}` | {card.title} | {card.kind} | {' '.join(card.words.split()).replace('|', '/')} |"
        for card in rules.scenarios()
    ]
    lines += ["", *_topics(told), "## Words", ""]
    for word in sorted(told.words, key=lambda word: word.word.lower()):
        lines += [f"**{word.word}**. {word.words}", ""]
    lines += ["## Charts", ""]
    for chart in rules.chart_set.values():
        lines += [
            f"### {chart.name}",
            "",
            f'<a id="chart-{chart.id}"></a>',
            "",
            "```text",
            chart_text(chart, 90),
            "```",
            "",
        ]
    lines += [f"Places where the charts are silent: [the rulings](rulings/{title.ruleset}.md).", ""]
    return Leaf(f"titles/{title.name}/", title.title, "\n".join(lines))


def _topics(told: Guide) -> Iterator[str]:
    for topic in told.topics:
        yield from (f"## {topic.title}", "", f'<a id="topic-{topic.id}"></a>', "", f"*When: {topic.when}.*", "")
        for block in topic.body:
            yield from _block(block)
        if topic.charts:
            yield from ("", "Charts: " + ", ".join(f"[{name}](#chart-{name})" for name in topic.charts) + ".")
        yield ""


def _block(block: Block) -> Iterator[str]:
    words = "".join(map(_span, block.spans))
    if block.kind == "heading":
        yield from (f"### {words}", "")
    elif block.kind == "item":
        yield f"- {words}"
    else:
        yield from ("", words, "")


def _span(span: Span) -> str:
    if span.topic:
        return f"[{span.text}](#topic-{span.topic})"
    if span.chart:
        return f"[{span.text}](#chart-{span.chart})"
    mark = {"strong": "**", "em": "*", "code": "`", "": ""}[span.look]
    return f"{mark}{span.text}{mark}"
