"""The shapes of what the server sends, as TypeScript: `python client/shapes.py` writes `src/served/` anew.

They are made of the very structs that the server encodes, whenever the client's types are checked: a page that reads a field
which is not there does not pass.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from msgspec import inspect as shape

from weathergauge import dice, rulesets
from weathergauge.beside import hints
from weathergauge.ruleset import Card
from weathergauge.server import (
    catalogue,
    chances,
    chronicle,
    dispatch,
    events,
    export,
    leaving,
    lobby,
    lookback,
    me,
    orders,
    seats,
    sheets,
    summary,
    workbench,
)

FOLDER = Path(__file__).parent / "src" / "served"
HEADER = "// Made by client/shapes.py of the structs that the server encodes: change those, and run it again.\n"
ELSEWHERE = ("Action", "Changes", "EventBody", "EventKind", "Json", "Sea", "Status")
"""What api/types.ts has of its own, and what of the answers is part of every view."""
VIEW = """
/** What is seen, with what is drawn about every ship alike: it comes beside the view, and the calls lay it into it. */
export type View = Seen & { readonly sea?: Sea };
"""
SIMPLE: dict[type[shape.Type], str] = {
    shape.IntType: "number", shape.FloatType: "number", shape.StrType: "string", shape.BoolType: "boolean",
    shape.NoneType: "null", shape.AnyType: "Json", shape.RawType: "Json",
}  # fmt: skip


ANSWERS: Mapping[str, type[Struct]] = {
    "Bench": workbench.Bench, "BenchStanding": workbench.BenchStanding, "BotInfo": catalogue.BotWords, "CellRef": dice.Cell, "Chance": chances.Outcome, "Chart": catalogue.ChartWords,
    "Charts": catalogue.ChartSet, "CheckedScenario": catalogue.Checked, "Choice": orders.Offered, "Choices": orders.Offers,
    "CompanionTable": sheets.Companion, "Dispatch": dispatch.Dispatch, "Guide": catalogue.GuideWords, "HexField": hints.Field, "Foresight": hints.Foresight, "Hints": hints.Hints, "Intent": lookback.Intent,
    "Holders": seats.Holders, "Invitation": lobby.Invitation, "Left": leaving.Left, "Lobby": lobby.Lobby, "Luck": lookback.Luck, "Chronicle": chronicle.Chronicle,
    "Me": me.Me, "Need": catalogue.Need, "Odds": chances.Chances, "Preview": orders.Preview, "PreviewCall": orders.CallOdds,
    "ProcedureInfo": catalogue.ProcedureWords, "ProcedureOdds": catalogue.OddsAnswer, "Receipt": orders.Receipt,
    "Replay": lookback.Positions, "ReplayEvent": lookback.PastEvent, "ReplayPosition": lookback.Position,
    "ReplayView": lookback.Past, "Resolved": catalogue.Resolved, "ScenarioInfo": Card, "Sea": hints.Sea,
    "SeatInfo": summary.SeatWords, "SeatLink": seats.Link, "SeatView": orders.View, "Series": orders.Series, "SessionInfo": export.SessionShown,
    "StandingOrders": orders.StandingOrders, "Summary": summary.Summary, "TableEvent": events.Event, "TitleInfo": catalogue.TitleWords, "Cover": catalogue.Cover, "WhyNot": orders.Reasons, "WordList": catalogue.WordList,
}  # fmt: skip
"""What pages ask for, by the names that they have for it."""

NARROWED: Mapping[str, Mapping[str, str]] = {
    "Bearer": {"orders": "readonly Action[]"},
    "BenchStudy": {"changes": "Changes"},
    "Chart": {"cells": "readonly { readonly [axisOrValue: string]: Json }[]"},
    "Choice": {"action": "Action"},
    "CompanionTable": {"log": "readonly TableEvent[]"},
    "Field": {"kind": "'int' | 'number' | 'bool' | 'text' | 'choice' | 'group' | 'any'"},
    "Example": {"inputs": "{ readonly [name: string]: Json }"},
    "Form": {"fixed": "{ readonly [field: string]: Json }"},
    "Hints": {"onward": "{ readonly [place: string]: Action }"},
    "Line": {"bears": "'' | 'full' | 'half'", "rake": "'' | 'bow' | 'stern'"},
    "PreviewCall": {"inputs": "{ readonly [name: string]: Json }"},
    "ProcedureOdds": {
        "inputs": "{ readonly [name: string]: Json }", "outcomes": "readonly Chance[]",
        "means": "{ readonly [part: string]: Mean }", "parts": "{ readonly [part: string]: readonly Share[] }",
    },
    "Receipt": {"events": "readonly TableEvent[]"},
    "Series": {"events": "readonly TableEvent[]"},
    "ReplayEvent": {"kind": "EventKind", "event": "EventBody", "account": "readonly Look[]"},
    "ReplayView": {"events": "readonly ReplayEvent[]"},
    "Resolved": {"inputs": "{ readonly [name: string]: Json }", "told": "readonly Json[]"},
    "SeatInfo": {"kind": "'person' | 'open' | 'invite' | 'bot'", "words": "'none' | 'awaited' | 'committed' | 'opened' | 'bot'"},
    "SeatView": {"view": "Json | null", "status": "Status", "decision": "string", "log": "readonly TableEvent[]"},
    "Standing": {"action": "Action"},
    "Summary": {"status": "Status", "pace": "'live' | 'slow'", "dice": "'server' | 'typed'"},
    "TableEvent": {"kind": "EventKind", "event": "EventBody"},
}  # fmt: skip
"""What the server says more widely than pages may take it: texts of a few words, and what is encoded elsewhere."""


class Shapes:
    """TypeScript for a set of types and all that they are made of, each written down once under its name."""

    def __init__(
        self,
        aliases: Iterable[tuple[str, Any]] = (),
        called: Mapping[type, str] | None = None,
        narrowed: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.aliases = {_set(shape.type_info(kind)): name for name, kind in reversed(list(aliases))}
        self.called = called or {}
        self.narrowed = narrowed or {}
        self.written: dict[str, tuple[shape.Type, str]] = {}

    def text(self, after: str = "") -> str:
        text = "\n".join(text for _, (_, text) in sorted(self.written.items())) + after
        uses = [name for name in ELSEWHERE if name not in self.written and re.search(rf"\b{name}\b", text)]
        return f"{HEADER}import type {{ {', '.join(uses)} }} from '../api/types';\n\n{text}"

    def add(self, name: str, kind: Any) -> None:
        """Write a type down under this name, and whatever it is made of."""
        info = shape.type_info(kind)
        self._named(
            name,
            info,
            lambda: self._struct(name, info) if isinstance(info, shape.StructType) else self._alias(name, info),
        )

    def _named(self, name: str, info: shape.Type, text: Callable[[], str]) -> str:
        if name not in self.written:
            self.written[name] = (info, "")
            self.written[name] = (info, text())
        elif _same(self.written[name][0]) != _same(info):
            raise TypeError(f"{name} is the name of two types: {self.written[name][0]} and {info}")
        return name

    def _of(self, info: shape.Type) -> str:
        """A type as TypeScript says it: by its name, where it has one."""
        if isinstance(info, shape.StructType):
            cls = get_origin(info.cls) or info.cls
            name = self.called.get(cls, cls.__name__)
            return self._named(name, info, lambda: self._struct(name, info))
        alias = self.aliases.get(_set(info))
        return self._plain(info) if alias is None else self._named(alias, info, lambda: self._alias(alias, info))

    def _plain(self, info: shape.Type) -> str:
        match info:
            case shape.Metadata(type=inner):
                return self._of(inner)
            case shape.LiteralType(values=values):
                return " | ".join(repr(value) for value in values)
            case shape.UnionType(types=types):
                without = tuple(one for one in types if not isinstance(one, shape.NoneType))
                if len(without) < len(types):
                    return f"{self._of(without[0] if len(without) == 1 else shape.UnionType(without))} | null"
                return " | ".join(
                    self._body(one) if isinstance(one, shape.StructType) else self._of(one) for one in types
                )
            case shape.TupleType(item_types=types):
                return f"readonly [{', '.join(self._of(one) for one in types)}]"
            case shape.CollectionType(item_type=item):
                one = self._of(item)
                return f"readonly {f'({one})' if ' ' in one else one}[]"
            case shape.DictType(value_type=value):
                return f"{{ readonly [key: string]: {self._of(value)} }}"
        return SIMPLE[type(info)]

    def _alias(self, name: str, info: shape.Type) -> str:
        return f"export type {name} = {self._plain(info)};\n"

    def _struct(self, name: str, info: shape.StructType) -> str:
        words = (get_origin(info.cls) or info.cls).__doc__ or ""
        said = f"/** {words.partition(chr(10))[0]} */\n" if words else ""
        return f"{said}export type {name} = {self._body(info, self.narrowed.get(name, {}))};\n"

    def _body(self, info: shape.StructType, narrowed: Mapping[str, str] = MappingProxyType({})) -> str:
        """A struct as it is sent; what has its default may be left out of it."""
        types = {one.encode_name: narrowed.get(one.encode_name) or self._of(one.type) for one in info.fields}
        if strange := narrowed.keys() - types.keys():
            raise TypeError(f"{info.cls} has no {', '.join(strange)}")
        if info.array_like:
            return f"readonly [{', '.join(f'{name}: {kind}' for name, kind in types.items())}]"
        left_out = (get_origin(info.cls) or info.cls).__struct_config__.omit_defaults
        marks = {one.encode_name: "?" if left_out and not one.required else "" for one in info.fields}
        lines = [] if info.tag is None else [f"readonly {info.tag_field}: {info.tag!r};"]
        lines += [f"readonly {name}{marks[name]}: {kind};" for name, kind in types.items()]
        return "\n".join(["{", *(f"  {line}" for line in lines), "}"])


def _same(info: shape.Type) -> Any:
    """What tells types apart; a struct may hold others of its own kind, and is known by its class."""
    return info.cls if isinstance(info, shape.StructType) else info


def _set(info: shape.Type) -> Any:
    """What makes two types the same set of words, or the same union of structs; None of any other type."""
    match info:
        case shape.LiteralType(values=values) if len(values) > 1:
            return frozenset(values)
        case shape.UnionType(types=types) if all(isinstance(one, shape.StructType) for one in types):
            return frozenset(one.cls for one in types if isinstance(one, shape.StructType))
    return None


def _aliases(package: str) -> Iterable[tuple[str, Any]]:
    """Names that the modules of a package give to sets of words and to unions of structs, those of its state first."""
    modules = [name for name in sys.modules if name.startswith(f"{package}.")]
    for module in sorted(modules, key=lambda name: (not name.endswith(".state"), name)):
        for name, value in vars(sys.modules[module]).items():
            parts = get_args(value) if get_origin(value) is not Literal else ()
            structs = len(parts) > 1 and all(isinstance(part, type) and issubclass(part, Struct) for part in parts)
            if name[:1].isupper() and (structs or get_origin(value) is Literal):
                yield name, value


def board(title: str) -> str:
    """What the board of a ruleset is told: a view, orders and events, and the map it is played on."""
    rules = rulesets.ruleset(title)
    shapes = Shapes(_aliases(type(rules).__module__.rpartition(".")[0]))
    wanted = {
        "Seen": rules.view_type,
        "Action": rules.types.action,
        "RulesEvent": rules.types.event,
        "Ahead": rules.standing,
    }
    room = rules.chart_room()
    for name, kind in {**wanted, **({} if room is None else {"ChartRoom": type(room)})}.items():
        shapes.add(name, kind)
    return shapes.text(VIEW)


def api() -> str:
    """What the server answers, by the names that the pages have for it."""
    shapes = Shapes(called={kind: name for name, kind in ANSWERS.items()}, narrowed=NARROWED)
    for name, kind in ANSWERS.items():
        shapes.add(name, kind)
    return shapes.text()


def files() -> Mapping[str, str]:
    """Every file of the folder by its name."""
    families = {title.ruleset: title.name for title in rulesets.TITLES}
    return {"api.ts": api(), **{f"{family}.ts": board(title) for family, title in families.items()}}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
