"""A study written down again, as `page` reads it: what was put together in a browser is a file like any other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from weathergauge.studies.page import FORM, Study


def text(study: Study) -> str:
    """The file of a study of one of a title's own scenarios."""
    return "\n".join(_lines(study)) + "\n"


def _lines(study: Study) -> Iterator[str]:
    yield f"study = {FORM}"
    yield from _pairs({"title": study.title, "scenario": study.scenario, "name": study.name})
    if study.question:
        yield from _pairs({"question": study.question})
    yield from _pairs({"games": study.games, "seed": study.seed, "swap": study.swap})
    yield from _table("bots", study.bots)
    yield from _table("settings", study.settings)
    for variant in study.variants:
        place = f"variant.{variant.name}"
        yield from ("", f"[{place}]")
        yield from _pairs({"words": variant.words} if variant.words else {})
        for chart, cells in variant.charts.items():
            yield from _table(f"{place}.charts.{_key(chart)}", cells)
        yield from _table(f"{place}.bots", variant.bots)
        yield from _table(f"{place}.settings", variant.settings)


def _table(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    if values:
        yield from ("", f"[{name}]")
        yield from _pairs(values)


def _pairs(values: Mapping[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        yield f"{_key(name)} = {_value(value)}"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _value(value: Any) -> str:
    match value:
        case None:
            return '"."'
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case dict():
            return f"{{ {', '.join(_pairs(value))} }}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return _quoted(str(value))


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
