"""`weathergauge resolve`: one procedure with its result, and every number that led to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

from weathergauge.cli.console import Wrong, bold, columns, dim, print_json, signed, words
from weathergauge.cli.inputs import Asked, asked, parser
from weathergauge.dice import Dice, Look, NeedRoll
from weathergauge.throwing import ScriptedDice, SeededDice

ABOUT = """\
Resolve one broadside, battle or ram: the result, with each die, each modifier and its reason, and the chart's cell
that was read. Without --dice the dice are rolled; with --dice they are those on your table, in the order asked for."""

EXAMPLES = [
    "resolve trafalgar                    what can be resolved",
    "resolve trafalgar PROCEDURE          what it asks for, with an example",
    "resolve trafalgar PROCEDURE name=value … --dice 5,3",
    "resolve trafalgar PROCEDURE --input shot.toml --seed monday --json",
]


def main(argv: list[str]) -> int:
    """Show the result and its arithmetic. Nothing is shown before all the dice have been found to fit."""
    made = parser("resolve", ABOUT, EXAMPLES, "[--dice FACES | --seed TEXT] [--input FILE] [--json]")
    source = made.add_mutually_exclusive_group()
    source.add_argument("--dice", metavar="FACES", help="faces in the order asked for, such as 3,4,6")
    source.add_argument("--seed", metavar="TEXT", help="roll so that the same text gives the same dice again")
    question, args = asked(made, argv)
    if question is None:
        return 0
    dice = _dice(args.dice, args.seed)
    try:
        result = question.procedure.resolve(question.inputs, question.charts, dice)
    except NeedRoll as need:
        raise Wrong(f"The dice run out: next is {need}; add its faces to --dice") from None
    if isinstance(dice, ScriptedDice):
        dice.finish()
    if args.json:
        print_json(_json(question, result, dice))
    else:
        print("\n".join(_page(question, result, dice)))
    return 0


def _dice(faces: str | None, seed: str | None) -> Dice:
    if faces is None:
        return SeededDice(os.urandom(32) if seed is None else seed.encode())
    try:
        return ScriptedDice(int(face) for face in faces.replace(",", " ").split())
    except ValueError:
        raise Wrong(f"--dice {faces}: expected faces such as 3,4,6") from None


def _json(question: Asked, result: Any, dice: Dice) -> dict[str, Any]:
    return {
        "title": question.title,
        "procedure": question.procedure.name,
        "inputs": question.inputs,
        "result": result,
        "told": [told.event for told in dice.told],
        "account": dice.account,
        "dice": [str(throw) for throw in dice.throws],
    }


def _page(question: Asked, result: Any, dice: Dice) -> Iterator[str]:
    for look in dice.account or ():
        yield from _look(look)
    for told in dice.told:
        yield words(told.event)
    if dice.account or dice.told:
        yield ""
    if hasattr(result, "__struct_fields__"):
        yield bold("Result")
        yield from columns([["", name, words(getattr(result, name))] for name in result.__struct_fields__])
    else:
        yield f"{bold('Result:')} {words(result)}"
    faces = [str(face) for throw in dice.throws for face in throw.faces]
    if faces and sys.stdout.isatty():
        yield dim(f"The same again: --dice {','.join(faces)}")


def _look(look: Look) -> Iterator[str]:
    """One line of the account: what for, then the dice, what was added to them, and where that leads."""
    yield bold(look.why)
    if look.dice:
        fell = f"    {look.dice}: {' '.join(map(str, look.faces))}"
        shown = look.value is not None and look.cell is None and [look.value] != [*look.faces]
        yield f"{fell} → {words(look.value)}" if shown else fell
    added = [["  ", signed(m.value), m.reason, str(m.cell or "")] for m in look.add]
    yield from columns(added, right=[1])
    if look.total is not None and look.add:
        yield f"    = {words(look.total)}"
    if look.cell is not None:
        yield f"    {look.cell} → {words(look.value)}"
