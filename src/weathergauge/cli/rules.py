"""`weathergauge rules`: the rules of a title in plain words, a page at a time, and what its words mean."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill

import msgspec

from weathergauge.charts import Chart
from weathergauge.cli.console import Parser, bold, dim
from weathergauge.files.guide import Block, Guide, Ruling, Span, Topic, Word
from weathergauge.rulesets import guide, ruleset, title, titles
from weathergauge.sentences import nearest

ABOUT = "The rules of a title in plain words: its pages, one of them, a word of the game, or a ruling."

EXAMPLES = ["rules trafalgar", "rules trafalgar firing", "rules trafalgar rake", "rules trafalgar TR12"]

WIDTH = 100


class Handbook:
    """A title's guide, to be asked for a page, a word or a ruling by its name."""

    def __init__(self, name: str, width: int = WIDTH) -> None:
        self.name, self.called, self.width = name, title(name).title, width
        self.guide: Guide = guide(name)
        self.charts: Mapping[str, Chart[object]] = ruleset(name).chart_set
        self.topics = {topic.id: topic for topic in self.guide.topics}

    def contents(self) -> str:
        """Every page with what it is about."""
        if not self.topics:
            return f"{self.called} has no pages of rules; its charts are shown by `weathergauge charts {self.name}`."
        rows = [f"  {topic.id:<{max(map(len, self.topics))}}  {topic.title}" for topic in self.topics.values()]
        more = f"A page, a word or a ruling: weathergauge rules {self.name} {next(iter(self.topics))}"
        return "\n".join([f"{bold(self.called)}: the rules", "", *rows, "", dim(more)])

    def look_up(self, asked: str) -> str | None:
        """What is said under a name: a page, a word in any of its forms, or a ruling; None where there is nothing."""
        said = " ".join(asked.lower().split())
        for topic in self.guide.topics:
            if said in (topic.id, topic.title.lower()):
                return self.page(topic)
        if words := [word for word in self.guide.words if said in (form.lower() for form in word.forms)]:
            return "\n\n".join(self.word(word) for word in words)
        if rulings := [ruling for ruling in self.guide.rulings if ruling.id.lower() == said]:
            return "\n\n".join(self.ruling(ruling) for ruling in rulings)
        return None

    def refusal(self, asked: str) -> str:
        """The sentence for a name that is none of them, with the nearest that is."""
        known = [*self.topics, *(form for word in self.guide.words for form in word.forms)]
        hint = nearest(asked, [*known, *(ruling.id for ruling in self.guide.rulings)])
        return f"{self.called} has no page and no word {asked!r}: {hint}"

    def word(self, word: Word) -> str:
        """A word, what it means, and where more is said."""
        return (
            self._filled(f"{bold(word.word)}: {word.words}")
            + "\n"
            + dim(f"More: {self.topics[word.topic].title} ({word.topic})")
        )

    def page(self, topic: Topic) -> str:
        """A page as text, with what it rests on below it."""
        lines = [bold(topic.title), "─" * len(topic.title), self._filled(f"When: {topic.when}.")]
        for before, block in zip((None, *topic.body), topic.body, strict=False):
            close = block.kind == "item" and (before is None or before.kind != "text")
            lines += [self._block(block)] if close else ["", self._block(block)]
        if topic.example:
            given = " ".join(f"{name}={_typed(value)}" for name, value in _flat(topic.example.inputs))
            lines += ["", bold("Try it"), self._filled(topic.example.words)]
            lines.append(f"  weathergauge resolve {self.name} {topic.example.procedure} {given}".rstrip())
        shown = ", ".join(f"{self.charts[id].name} ({id})" for id in topic.charts)
        if shown:
            lines += ["", self._filled(f"Charts: {shown}.")]
        if topic.rulings:
            heads = {ruling.id: ruling.title for ruling in self.guide.rulings}
            lines.append(self._filled(f"Rulings: {'; '.join(f'{id} {heads[id]}' for id in topic.rulings)}."))
        if own := [word.word for word in self.guide.words if word.topic == topic.id]:
            lines.append(self._filled(f"Words: {', '.join(own)}."))
        return "\n".join(lines)

    def ruling(self, ruling: Ruling) -> str:
        """A ruling as it is written down."""
        parts = [
            ("Open", ruling.open),
            ("Ruling", ruling.ruling),
            ("Reason", ruling.reason),
            ("Setting", ruling.setting),
        ]
        told = [self._filled(f"{name}: {_text(spans, self.charts, codes=True)}") for name, spans in parts if spans]
        return "\n".join([bold(f"{ruling.id} {ruling.title}"), *told])

    def _block(self, block: Block) -> str:
        said = _text(block.spans, self.charts)
        if block.kind == "heading":
            return bold(said)
        return self._filled(said, "  - ", "    ") if block.kind == "item" else self._filled(said)

    def _filled(self, words: str, first: str = "", rest: str = "") -> str:
        return fill(
            words,
            self.width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        )


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; a name nobody knows is answered with the nearest one."""
    book = Handbook(args.title)
    asked = " ".join(args.about)
    if args.json:
        sys.stdout.buffer.write(msgspec.json.encode({"title": args.title, "guide": book.guide}) + b"\n")
        return 0
    told = book.look_up(asked) if asked else book.contents()
    if told is None:
        print(book.refusal(asked), file=sys.stderr)
        return 2
    print(told)
    return 0


def _text(spans: Iterable[Span], charts: Mapping[str, Chart[object]], codes: bool = False) -> str:
    """A text with charts by their names; a ruling keeps their ids beside them."""
    return "".join(
        (f"{charts[span.chart].name} ({span.chart})" if codes else charts[span.chart].name) if span.chart else span.text
        for span in spans
    )


def _flat(inputs: Mapping[str, object], before: str = "") -> Iterable[tuple[str, object]]:
    """Inputs as they are typed: `a.1.sail` for what is inside a group or a list."""
    for name, value in inputs.items():
        parts = {str(n): part for n, part in enumerate(value, 1)} if isinstance(value, list) else value
        if isinstance(parts, Mapping):
            yield from _flat(parts, f"{before}{name}.")
        else:
            yield f"{before}{name}", parts


def _typed(value: object) -> str:
    words = "yes" if value is True else "no" if value is False else str(value)
    return f'"{words}"' if " " in words else words


def main(argv: Sequence[str] | None = None) -> int:
    """Show the rules of a title in plain words."""
    made = Parser("rules", "TITLE [WORD|PAGE|RULING] [--json]", ABOUT, EXAMPLES)
    made.add_argument("title", metavar="TITLE", help=f"one of {', '.join(title.name for title in titles())}")
    made.add_argument(
        "about", nargs="*", metavar="WORD", help="a page, a word of the game or a ruling; otherwise all pages"
    )
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    return run(made.told(argv))
