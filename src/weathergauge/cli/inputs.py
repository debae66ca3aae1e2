"""A title, a procedure and its inputs, as `resolve` and `odds` are told them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, bold, columns, print_json, words
from weathergauge.files.inputs import BadInput, Field
from weathergauge.procedures import Inputs, Procedure
from weathergauge.sentences import spoken


class Asked(msgspec.Struct, frozen=True):
    """What a command is to work on."""

    title: str
    procedure: Procedure
    charts: Any
    told: dict[str, Any]

    @property
    def inputs(self) -> Inputs:
        """What was told, read as the procedure wants it."""
        return self.procedure.read(self.told)


def parser(
    command: str, about: str, examples: Sequence[str], options: str, strangers: Mapping[str, str] | None = None
) -> Parser:
    """What both commands take. Help is our own: it goes into a procedure when one is named."""
    made = Parser(command, f"[TITLE [PROCEDURE [name=value …]]] {options}", about, examples, strangers)
    made.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    made.add_argument("--input", metavar="FILE", help="inputs from a JSON or TOML file, - for standard input")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    return made


def asked(made: Parser, argv: Sequence[str]) -> tuple[Asked | None, argparse.Namespace]:
    """What is asked for; None when the question was only what there is to ask, and has been answered."""
    wants_help = any(word in ("-h", "--help") for word in argv)
    args = made.told([word for word in argv if word not in ("-h", "--help")])
    using = "" if wants_help else _using(made, args)
    if not args.words:
        if using:
            raise Wrong(
                f"{using}: expected a title and a procedure to use it with, as in: {made.prog} trafalgar PROCEDURE"
            )
        made.print_help()
        return None, args
    title, *rest = args.words
    rules = rulesets.ruleset(title)
    command = made.prog
    if not rest:
        if using:
            names = ", ".join(rules.procedures)
            raise Wrong(f"{using}: expected a procedure of {title} to use it with: one of {names}")
        _show_procedures(title, rules.procedures.values(), command, args.json)
        return None, args
    name, *typed = rest
    if name not in rules.procedures:
        raise rulesets.misspelt(f"procedure of {title}", name, rules.procedures)
    procedure = rules.procedures[name]
    nothing = not typed and not using and not args.json
    if wants_help or (nothing and procedure.fields()):
        _show_inputs(title, procedure, command, args.json)
        return None, args
    return Asked(title, procedure, rules.charts, given(typed, args.input)), args


def _using(made: Parser, args: argparse.Namespace) -> str:
    """The first option that only a procedure can use, as it was given; empty where there is none."""
    for action in made._actions:
        value = getattr(args, action.dest, None)
        if action.option_strings and action.dest != "json" and value not in (None, False):
            first = value[0] if isinstance(value, list) else value
            return f"{action.option_strings[-1]}{'' if value is True else f' {first}'}"
    return ""


def given(typed: Iterable[str], file: str | None) -> dict[str, Any]:
    """Inputs from a file, and those typed beside it, which count for more."""
    told = dict(_flat(_read(file), "")) if file is not None else {}
    seen = set()
    for word in typed:
        name, equals, value = word.partition("=")
        if not equals or not name:
            dice = "; several dice are written together, as in --dice 3,4" if word.isdecimal() else ""
            raise BadInput(f"{word}: expected an input as name=value{dice}")
        if name in seen:
            raise BadInput(f"{word}: {name} is given twice")
        seen.add(name)
        told = {known: old for known, old in told.items() if known != name and not known.startswith(name + ".")}
        told[name] = value
    return told


def _read(file: str) -> dict[str, Any]:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        told = msgspec.toml.decode(data) if file.endswith(".toml") else msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Wrong(f"{file}: {spoken(error)}") from None
    if not isinstance(told, dict):
        raise Wrong(f'{file}: expected inputs by name, as in {{"range": 3}}')
    return told


def _flat(value: Any, at: str) -> Iterator[tuple[str, Any]]:
    """Nested values by the names they would be typed with: `a.1.sail`."""
    if not isinstance(value, (dict, list)) or not value:  # an empty list is a value: none of them
        if at:
            yield at, value
        return
    for name, part in value.items() if isinstance(value, dict) else enumerate(value, 1):
        yield from _flat(part, f"{at}.{name}" if at else str(name))


def _show_procedures(title: str, procedures: Iterable[Procedure], command: str, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {"name": procedure.name, "words": procedure.words, "inputs": procedure.fields()}
                for procedure in procedures
            ]
        )
        return
    print(f"What {title} can resolve:\n")
    print("\n".join(columns([["", procedure.name, procedure.words.partition("\n")[0]] for procedure in procedures])))
    print(f"\nWhat one of them asks for: {command} {title} PROCEDURE")


def _show_inputs(title: str, procedure: Procedure, command: str, as_json: bool) -> None:
    if as_json:
        print_json({"name": procedure.name, "words": procedure.words, "inputs": procedure.fields()})
        return
    print(f"{bold(procedure.name)}: {procedure.words}\n")
    rows = [*_rows(procedure.fields(), "")]
    print("\n".join(columns(rows)))
    example = [*_example(procedure.fields())] or [text for field in procedure.fields()[:1] for text in field.typed()]
    print(f"\nExample:\n  {' '.join([command, title, procedure.name, *example])}")


def _rows(fields: Iterable[Field], at: str) -> Iterator[list[str]]:
    """A line for each input; those inside a group or a list by the name they are typed with."""
    for field in fields:
        name = f"{at}{field.name}" + (".1" if field.many else "")
        if field.required:
            default = "needed"
        elif field.kind == "group" or field.default is None or field.default == []:
            default = "may be left out"
        else:
            default = f"otherwise {words(field.default)}"
        kind = "" if field.kind == "group" else field.expected
        if field.many:
            kind = f"{kind}; .2, .3 … for more".removeprefix("; ")
        yield ["", name, kind, default, field.words]
        yield from _rows(field.parts, name + ".")


def _example(fields: Iterable[Field], at: str = "") -> Iterator[str]:
    """The needed inputs, and those with an example of their own, as they would be typed."""
    for field in fields:
        if field.required or field.example is not None:
            yield from field.typed(at)
