"""Printed numbers stand in chart files, not in code: what numbers a rule module has are explained in `printed_numbers.toml`."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from weathergauge import rulesets

RULESETS = Path(rulesets.__file__).parent
LIST = Path(__file__).with_name("printed_numbers.toml")
BUILT_IN = sorted(path.parent.name for path in RULESETS.glob("*/rules.py"))
SMALL = 2
"""Numbers up to this are counting, halves and signs."""
LIMITS = {"Meta", "whole", "text", "numbers", "lru_cache", "kept", "kept_by_value"}
"""What these are given are limits: of a form, of a file that somebody writes, of what is remembered."""
SUMS = (ast.Tuple, ast.List, ast.Set, ast.Dict)

Place = tuple[str, str]
"""A function or a name of a module, and the number or the kind of table in it."""


def number(node: ast.AST) -> int | float | None:
    """The number that a piece of code is, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return number(node.operand)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return node.value
    return None


def table(node: ast.AST) -> bool:
    """Whether it is a table of numbers: three or more in a row, or two under keys."""
    if isinstance(node, ast.Dict):
        return len(node.values) > 1 and all(number(value) is not None for value in node.values)
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return len(node.elts) > SMALL and all(number(part) is not None for part in node.elts)
    return False


def limits(node: ast.AST) -> bool:
    """Whether it is a call that is given limits."""
    if not isinstance(node, ast.Call):
        return False
    return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in LIMITS


def numbers_in(code: str) -> set[Place]:
    """Where numbers stand in a module: those above 2, and tables of any."""
    found: set[Place] = set()

    def look(node: ast.AST, at: str) -> None:
        if limits(node):
            return
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            at = f"{at}.{node.name}" if at else node.name
        elif not at and isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            at = ast.unparse(target)
        if table(node):
            found.add((at, "table"))
        elif (value := number(node)) is not None:
            if abs(value) > SMALL or isinstance(value, float):
                found.add((at, str(abs(value))))
        else:
            for child in ast.iter_child_nodes(node):
                look(child, at)

    look(ast.parse(code), "")
    return found


def modules(ruleset: str) -> Iterator[Path]:
    return (path for path in sorted((RULESETS / ruleset).rglob("*.py")))


def explained() -> dict[str, dict[str, str]]:
    """By ruleset: function and number, and the reason why it may stand there."""
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


@pytest.mark.parametrize("ruleset", BUILT_IN)
def test_a_number_in_a_rule_module_has_a_reason(ruleset):
    """What is printed, or chosen by a ruling, is a cell of a chart; what is neither says what it is."""
    known = explained().get(ruleset, {})
    found: set[str] = set()
    new = []
    for path in modules(ruleset):
        here = {f"{at} {value}" for at, value in numbers_in(path.read_text(encoding="utf-8"))}
        new += [f"{path.relative_to(RULESETS)}: {number}" for number in sorted(here - known.keys())]
        found |= here
    assert not new, f"rules have numbers of their own: {'; '.join(new)}; move them to a chart file, or explain them"
    gone = sorted(known.keys() - found)
    assert not gone, f"{LIST.name} is out of date: {ruleset} has no {', '.join(gone)}"
    assert all(known.values()), f"{LIST.name} gives no reason for a number of {ruleset}"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("REACH = 10", {("REACH", "10")}),
        ("def far(n):\n    return n > -5", {("far", "5")}),
        ("class Guns:\n    def reach(self):\n        return 2 * 1.5", {("Guns.reach", "1.5")}),
        ("OPENING = (1, 2, 2)", {("OPENING", "table")}),
        ("def worth(at):\n    return {'a': 1, 'b': 2}[at]", {("worth", "table")}),
        ("half, both = 1 / 2, (0, 1)", set()),
        ("@lru_cache(maxsize=256)\ndef n(): return 0", set()),
        ("Guns = Annotated[int, Meta(ge=0, le=14)]", set()),
    ],
)
def test_numbers_are_found_wherever_they_stand(code, found):
    """By function or name; limits of forms, files and memory are not numbers of the rules."""
    assert numbers_in(code) == found
