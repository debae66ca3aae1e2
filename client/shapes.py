"""The shapes of what the server sends, as TypeScript: `python client/shapes.py` writes `src/served/` anew.

They are made of the very structs that the server encodes, so that no page can read a field that is not there; `check` says
whether they still are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from msgspec import inspect as shape

from weathergauge import rulesets

FOLDER = Path(__file__).parent / "src" / "served"
HEADER = """// Made by client/shapes.py of the structs that the server encodes: change those, and run it again.
import type { Json, Sea } from '../api/types';
"""
VIEW = """/** What is seen, with what is drawn about every ship alike: it comes beside the view, and the calls lay it into it. */
export type View = Seen & { readonly sea?: Sea };
"""
SIMPLE: dict[type[shape.Type], str] = {
    shape.IntType: "number", shape.FloatType: "number", shape.StrType: "string", shape.BoolType: "boolean",
    shape.NoneType: "null", shape.AnyType: "Json", shape.RawType: "Json",
}  # fmt: skip


class Shapes:
    """TypeScript for a set of types and all that they are made of, each written down once under its name."""

    def __init__(
        self, aliases: Iterable[tuple[str, Any]] = (), called: Callable[[type], str] = lambda kind: kind.__name__
    ) -> None:
        self.aliases = {_set(shape.type_info(kind)): name for name, kind in reversed(list(aliases))}
        self.called = called
        self.written: dict[str, tuple[shape.Type, str]] = {}

    def text(self) -> str:
        parts = [text for _, (_, text) in sorted(self.written.items())]
        return "\n".join([HEADER, *parts])

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
        elif self.written[name][0] != info:
            raise TypeError(f"{name} is the name of two types: {self.written[name][0]} and {info}")
        return name

    def _of(self, info: shape.Type) -> str:
        """A type as TypeScript says it: by its name, where it has one."""
        if isinstance(info, shape.StructType):
            name = self.called(get_origin(info.cls) or info.cls)
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
        return f"/** {words.partition(chr(10))[0]} */\nexport type {name} = {self._body(info)};\n"

    def _body(self, info: shape.StructType) -> str:
        """A struct as it is sent; what has its default may be left out of it."""
        if info.array_like:
            return f"readonly [{', '.join(f'{one.encode_name}: {self._of(one.type)}' for one in info.fields)}]"
        left_out = (get_origin(info.cls) or info.cls).__struct_config__.omit_defaults
        lines = [] if info.tag is None else [f"readonly {info.tag_field}: {info.tag!r};"]
        lines += [
            f"readonly {one.encode_name}{'?' if left_out and not one.required else ''}: {self._of(one.type)};"
            for one in info.fields
        ]
        return "\n".join(["{", *(f"  {line}" for line in lines), "}"])


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
    wanted = {"Seen": rules.view_type, "Action": rules.types.action, "RulesEvent": rules.types.event}
    room = rules.chart_room()
    for name, kind in {**wanted, **({} if room is None else {"ChartRoom": type(room)})}.items():
        shapes.add(name, kind)
    return f"{shapes.text()}\n{VIEW}"


@cache
def files() -> Mapping[str, str]:
    """Every file of the folder by its name."""
    families = {title.ruleset: title.name for title in rulesets.TITLES}
    return {f"{family}.ts": board(title) for family, title in families.items()}


def main(arguments: list[str]) -> None:
    match arguments:
        case []:
            FOLDER.mkdir(exist_ok=True)
            for name, text in files().items():
                (FOLDER / name).write_text(text, encoding="utf-8")
        case ["check"]:
            kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
            if old := sorted(name for name in {*files(), *kept} if files().get(name) != kept.get(name)):
                sys.exit(
                    f"{', '.join(old)} in {FOLDER}: not what the server encodes now. Write it anew with `make shapes`."
                )
        case _:
            sys.exit("usage: python client/shapes.py [check]")


if __name__ == "__main__":
    main(sys.argv[1:])
