"""Inputs as people type them, held to the struct that they are for: of a procedure, or the settings of a title."""

from __future__ import annotations

import math
import types
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from weathergauge import codec
from weathergauge.sentences import nearest, spoken

T = TypeVar("T", bound=Struct)


class BadInput(ValueError):
    """An input that cannot be used. The message is one sentence: the value, what was expected, what to do."""


class NotTogether(BadInput):
    """Each of the values could be used, but not with the others."""


class Field(Struct, frozen=True, omit_defaults=True):
    """One input as a form shows it, in plain values: `many` says that it is a list, `parts` what a group holds."""

    name: str
    kind: str  # int, number, bool, text, choice, group; any where only the whole can be checked
    words: str = ""
    required: bool = False
    default: Any = None
    example: Any = None
    choices: tuple[int | str, ...] = ()
    low: float | None = None
    high: float | None = None
    none: bool = False
    many: bool = False
    least: int = 0
    most: int | None = None
    parts: tuple[Field, ...] = ()

    @property
    def expected(self) -> str:
        """What one value of it must be, to go after the word `expected`."""
        if self.kind == "group":
            return "its parts: " + ", ".join(part.name for part in self.parts)
        limits = {
            (True, True): "",
            (False, True): f" of at least {self.low}",
            (True, False): f" of at most {self.high}",
            (False, False): f" from {self.low} to {self.high}",
        }[self.low is None, self.high is None]
        numbers = {"int": f"a whole number{limits}", "number": f"a number{limits}"}
        words = {**numbers, "bool": "yes or no", "text": "a text"}.get(self.kind)
        one_of = "one of " if len(self.choices) > 1 else ""
        choices = one_of + ", ".join(map(str, self.choices))
        return " or ".join(filter(None, [words, choices])) or "a value"

    def typed(self, at: str = "") -> list[str]:
        """It as it could be typed, for instance; of a group, the parts that it needs."""
        name = f"{at}{self.name}" + (".1" if self.many else "")
        if self.kind == "group" and self.example is None:
            needed = [part for part in self.parts if part.required] or self.parts[:1]
            return [text for part in needed for text in part.typed(name + ".")]
        usual = "yes" if self.kind == "bool" else "…" if self.low is None else self.low
        return [f"{name}={next(iter(self.choices), usual) if self.example is None else self.example}"]


@cache
def fields_of(kind: type[Struct]) -> tuple[Field, ...]:
    """What a struct asks for, field by field: the inputs of a procedure, or the settings of a title."""
    parts: tuple[Field, ...] = _shape(kind)["parts"]
    return parts


def read(kind: type[T], given: Mapping[str, object]) -> T:
    """A struct from text as it is typed, nested as `a.1.sail`, or from plain values; a BadInput says what is wrong."""
    return _made(kind, _group(fields_of(kind), _nest(given), ""))


def changed(whole: T, given: Mapping[str, object], what: str) -> T:
    """A struct with some of its fields changed, told as inputs are; `what` is what a field of it is called."""
    known = {field.name: field for field in fields_of(type(whole))}
    for name in given:
        if name not in known:
            raise BadInput(f"{name}: no such {what}; {nearest(name, known)}")
    values = {name: _value(known[name], value, name) for name, value in given.items()}
    return _made(type(whole), msgspec.to_builtins(whole) | values)


def _made(kind: type[T], values: Mapping[str, object]) -> T:
    try:
        return codec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        told = NotTogether if isinstance(error.__cause__, ValueError) else BadInput
        raise told(spoken(error)) from error


def _shape(kind: Any) -> dict[str, Any]:
    """What a type asks for, in the words of `Field`."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _shape(inside[0]) | {word: value for meta in inside[1:] for word, value in _told(meta)}
    if origin in (Union, types.UnionType):
        return _union([_shape(part) for part in inside])
    if origin is Literal:
        return {"kind": "choice", "choices": inside}
    if origin is list or (origin is tuple and inside[-1] is ...):
        return _shape(inside[0]) | {"many": True}
    if not isinstance(kind, type) or origin is not None:
        return {"kind": "any"}
    if kind is types.NoneType:
        return {"none": True}
    if issubclass(kind, Enum):
        return {"kind": "choice", "choices": tuple(member.value for member in kind)}
    if issubclass(kind, Struct):
        return {"kind": "group", "parts": tuple(_field(field) for field in msgspec.structs.fields(kind))}
    return {"kind": {bool: "bool", int: "int", float: "number", str: "text"}.get(kind, "any")}


def _told(meta: object) -> Iterator[tuple[str, Any]]:
    """The limits and words of a `Meta`, in the words of `Field`."""
    if isinstance(meta, msgspec.Meta):
        low = meta.ge if meta.gt is None else meta.gt + 1
        high = meta.le if meta.lt is None else meta.lt - 1
        example = meta.examples[0] if meta.examples else None
        told = {"words": meta.description, "example": example, "low": low, "high": high}
        told |= {"least": meta.min_length, "most": meta.max_length}
        yield from ((word, value) for word, value in told.items() if value is not None)


def _union(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """A number or one of some words is a number with choices; two kinds that no form can tell apart are `any`."""
    kinds = {part["kind"] for part in parts if "kind" in part} - {"choice"}
    whole = {word: value for part in parts for word, value in part.items()}
    if len(kinds) > 1 or (kinds & {"group", "any"} and "choices" in whole):
        return {"kind": "any", "none": "none" in whole}
    return whole | ({"kind": kinds.pop()} if kinds else {})


def _field(field: msgspec.structs.FieldInfo) -> Field:
    default = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    # Through JSON, so that a form in a browser is told the same.
    default = None if default is msgspec.NODEFAULT else msgspec.json.decode(msgspec.json.encode(default))
    return Field(name=field.encode_name, required=field.required, default=default, **_shape(field.type))


def _nest(given: Mapping[str, object]) -> dict[str, Any]:
    """`a.1.sail=4` into nested values."""
    nested: dict[str, Any] = {}
    for name, value in given.items():
        place = nested
        *path, last = name.split(".")
        for part in path:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise BadInput(f"{name}: {part} is given both whole and in parts; give one of them")
        if last in place:
            raise BadInput(f"{name}: given both whole and in parts; give one of them")
        place[last] = value
    return nested


def _group(parts: Iterable[Field], given: object, at: str) -> dict[str, object]:
    known = {part.name: part for part in parts}
    if not isinstance(given, Mapping):
        raise BadInput(f"{at[:-1]}={given}: expected its parts, as in {at}{next(iter(known), 'name')}=…")
    for name in given:
        if name not in known:
            raise BadInput(f"{at}{name}: there is no such input; {nearest(str(name), known)}")
    for part in known.values():
        if part.required and part.name not in given:
            what = part.words or f"expected {part.expected}"
            raise BadInput(f"{at}{part.name}: missing ({what}); add {' '.join(part.typed(at))}")
    return {name: _value(known[name], value, at + name) for name, value in given.items()}


def _value(field: Field, value: object, at: str) -> Any:
    if field.none and (value is None or (value in ("none", "") and value not in field.choices)):
        return None
    if not field.many:
        return _one(field, value, at)
    items = _items(value, at)
    if len(items) < field.least or len(items) > (field.most or len(items)):
        wanted = f"at least {field.least}" if field.most is None else f"{field.least} to {field.most}"
        raise BadInput(f"{at}: {len(items)} given; expected {wanted}")
    return [_one(field, item, f"{at}.{n}") for n, item in enumerate(items, 1)]


def _items(value: object, at: str) -> list[Any]:
    """A list as it stands, `3,4,6` as it is typed, or parts numbered from 1."""
    if isinstance(value, str):
        return [item.strip() for item in value.split(",")] if value else []
    if isinstance(value, Mapping):
        for n, name in enumerate(sorted(value, key=lambda name: (len(name), name)), 1):
            if name != str(n):
                raise BadInput(f"{at}.{name}: expected {at}.{n}; the parts of {at} are numbered 1, 2, 3 …")
        return [value[str(n)] for n in range(1, len(value) + 1)]
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _one(field: Field, value: object, at: str) -> Any:
    if field.kind == "group":
        return _group(field.parts, value, at + ".")
    if field.kind == "any":
        return value
    if isinstance(value, (Mapping, list, tuple)):
        raise BadInput(f"{at}: expected {field.expected}, and no parts of it")
    found = _leaf(field, value)
    if found is not None:
        return found
    hint = nearest(str(value), map(str, field.choices)) if field.choices else ""
    raise BadInput(f"{at}={value}: expected {field.expected}" + (f"; {hint}" if hint.startswith("did") else ""))


_WORDS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def _leaf(field: Field, value: object) -> Any:
    """The value as its kind wants it; None where it cannot be."""
    text = str(value).strip()
    for choice in field.choices:
        if str(choice).lower() == text.lower():
            return choice
    if field.kind == "bool":
        return _WORDS.get(text.lower())
    if field.kind == "text":
        return str(value)
    if field.kind == "choice" or isinstance(value, bool) or "_" in text:
        return None
    try:
        number = int(text) if field.kind == "int" else float(text)
    except ValueError:
        return None
    low = -math.inf if field.low is None else field.low
    high = math.inf if field.high is None else field.high
    return number if low <= number <= high and math.isfinite(number) else None
