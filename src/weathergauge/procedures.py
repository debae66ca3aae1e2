"""Procedures: the rules at their smallest useful size, each declared once.

One declaration serves the step inside `play`, the command line, the companion's form and the tests.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from weathergauge.dice import Dice, Look
from weathergauge.odds import Memory, Odds, odds


class Inputs(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The inputs of a procedure: frozen, named, unknown ones refused."""


class Procedure:
    """A rule that can be used on its own: its inputs, its charts, its dice, its result."""

    def __init__(self, rule: Callable[..., Any], inputs: type[Inputs], result: Any) -> None:
        self.rule = rule
        self.name = rule.__name__
        self.inputs = inputs
        self.result = result
        self.words = (inputs.__doc__ or rule.__doc__ or "").strip()

    def resolve(self, inputs: Inputs, charts: Any, dice: Dice) -> Any:
        """Once, with these dice; the arithmetic is left in `dice.account`."""
        return self.rule(inputs, charts, dice)

    def odds(self, inputs: Inputs, charts: Any, memory: Memory | None = None) -> Odds[Any]:
        """Every result with its exact chance."""
        return odds(self.rule, inputs, charts, memory=memory)

    def read(self, given: Mapping[str, Any]) -> Inputs:
        """Inputs from text as it is typed, nested as `a.1.sail`; a BadInput says what is wrong."""
        try:
            return msgspec.convert(_nest(given, self.inputs), self.inputs, strict=False)
        except msgspec.ValidationError as error:
            raise BadInput(_sentence(str(error), given, self)) from error

    def fields(self) -> list[Field]:
        """What the procedure asks for, field by field, for help texts and forms."""
        return [_field(field) for field in msgspec.structs.fields(self.inputs)]


class BadInput(ValueError):
    """An input that cannot be used. The message is one sentence: the value, what was expected, what to do."""


class Field(Struct, frozen=True):
    """One input as a form shows it."""

    name: str
    kind: str
    words: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    default: Any = None
    required: bool = False
    example: Any = None


def procedure(rule: Callable[..., Any]) -> Procedure:
    """Declare `rule(inputs, charts, dice) -> result` as a procedure; its hints name inputs and result."""
    import typing

    hints = typing.get_type_hints(rule, include_extras=True)
    first = next(iter(hints))
    return Procedure(rule, hints[first], hints["return"])


def catalogue(procedures: Iterable[Procedure]) -> dict[str, Procedure]:
    """Procedures by name."""
    return {one.name: one for one in procedures}


def nearest(word: str, known: Iterable[str]) -> str:
    """` Did you mean …?` for the nearest known spelling, or a list of what there is."""
    import difflib

    known = list(known)
    close = difflib.get_close_matches(word.lower(), [k.lower() for k in known], n=1, cutoff=0.5)
    if close:
        return f"did you mean {next(k for k in known if k.lower() == close[0])}?"
    shown = ", ".join(known[:12]) + (" …" if len(known) > 12 else "")
    return f"expected one of {shown}"


class Arithmetic(Struct, frozen=True):
    """A resolved procedure: what came out, and how."""

    result: Any
    account: tuple[Look, ...]
    keys: ClassVar[tuple[str, ...]] = ("result", "account")


_WORDS = {"yes": "true", "no": "false", "on": "true", "off": "false"}


def _nest(given: Mapping[str, Any], inputs: type[Inputs]) -> dict[str, Any]:
    """`a.1.sail=4` into nested values; counted parts become lists, yes and no become true and false."""
    nested: dict[str, Any] = {}
    known = {field.encode_name: field for field in msgspec.structs.fields(inputs)}
    for name, value in given.items():
        first, *rest = name.split(".")
        if first not in known:
            raise BadInput(f"{name}: unknown input; {nearest(first, known)}")
        if isinstance(value, str) and bool in _leaves(known[first].type):
            value = _WORDS.get(value.lower(), value)
        place = nested
        for part, following in zip([first, *rest], [*rest, None], strict=True):
            if following is None:
                place[part] = value
            else:
                place = place.setdefault(part, {})
    return {name: _listed(value) for name, value in nested.items()}


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdigit() for key in value):
        return [_listed(value[key]) for key in sorted(value, key=int)]
    return {key: _listed(inner) for key, inner in value.items()}


def _leaves(kind: Any) -> tuple[Any, ...]:
    """The plain types inside annotations and unions."""
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(leaf for part in get_args(kind) for leaf in _leaves(part))
    if hasattr(kind, "__metadata__"):
        return _leaves(get_args(kind)[0])
    return (kind,)


def _choices(kind: Any) -> tuple[str, ...]:
    found: list[str] = []
    for leaf in _leaves(kind):
        if get_origin(leaf) is Literal:
            found += [str(value) for value in get_args(leaf)]
        elif isinstance(leaf, type) and issubclass(leaf, Enum):
            found += [str(member.value) for member in leaf]
    return tuple(found)


def _field(field: Any) -> Field:
    meta = next((m for m in getattr(field.type, "__metadata__", ()) if isinstance(m, msgspec.Meta)), msgspec.Meta())
    leaves = [leaf for leaf in _leaves(field.type) if leaf is not type(None)]
    choices = _choices(field.type)
    kind = "choice" if choices else "/".join(getattr(leaf, "__name__", str(leaf)) for leaf in leaves)
    default = None if field.default is msgspec.NODEFAULT else field.default
    if isinstance(default, Enum):
        default = default.value
    example = meta.examples[0] if meta.examples else None
    low = meta.ge if meta.ge is not None else None
    high = meta.le if meta.le is not None else None
    return Field(
        field.encode_name, kind, meta.description or "", choices,
        low if low is None else int(low), high if high is None else int(high),
        default, field.required, example,
    )  # fmt: skip


def _sentence(message: str, given: Mapping[str, Any], procedure: Procedure) -> str:
    """msgspec's wording turned into ours."""
    text, _, path = message.partition(" - at `$")
    name = path.rstrip("`").lstrip(".").split(".")[0].split("[")[0]
    fields = {field.name: field for field in procedure.fields()}
    if "missing required field" in text:
        name = text.split("`")[-2]
        field = fields.get(name)
        if field is None:
            return f"{name}: missing; add it inside {path.rstrip('`').lstrip('.')}"
        example = "" if field.example is None else f", for instance {name}={field.example}"
        return f"{name}: missing ({field.words or field.kind}); add {name}=…{example}"
    field = fields.get(name)
    if field is None:
        return text[:1].lower() + text[1:] + (f" (at {name})" if name else "")
    value = given.get(name, next((v for k, v in given.items() if k.split(".")[0] == name), ""))
    if field.choices:
        expected = f"expected one of {', '.join(field.choices)}"
        hint = nearest(str(value), field.choices)
        return f"{name}={value}: {expected}" + (f"; {hint}" if hint.startswith("did") else "")
    if field.low is not None and field.high is not None:
        return f"{name}={value}: expected a whole number from {field.low} to {field.high}"
    if field.low is not None:
        return f"{name}={value}: expected a whole number of at least {field.low}"
    if field.kind == "bool":
        return f"{name}={value}: expected yes or no"
    return f"{name}={value}: {text[:1].lower() + text[1:]}"
