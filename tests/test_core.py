"""The core by itself: how large it may be, and every name that it offers on one page."""

import ast
import doctest
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "src" / "weathergauge"
PAGE = ROOT / "docs" / "core.md"
HALL = ("dice", "charts", "procedures", "odds", "ruleset", "codec", "sentences")
ROOMS = {"reckoning": ("walk", "laws"), "beside": ("annals", "hints", "standing", "tidings")}
MODULES = (*HALL, *(f"{room}.{module}" for room, modules in ROOMS.items() for module in modules))
"""The hall, and the rooms beside it."""
SHOWN_WHOLE = {"Dice", "Odds", "Chart", "Procedure", "Choices", "Ruleset"}
"""What is used by its members: they have a row each."""


def file(module: str) -> Path:
    return (CORE / module.replace(".", "/")).with_suffix(".py")


def tree(module: str) -> ast.Module:
    return ast.parse(file(module).read_text(encoding="utf-8"))


def offered(module: str) -> list[str]:
    """What a module says it offers, and does not have from another."""
    own = dict(defined(tree(module).body))
    return [name for name in listed(module) if name in own]


def listed(module: str) -> list[str]:
    """All that a module offers, also what it has from another."""
    for node in tree(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return names
    raise AssertionError(f"{module}.py does not say in __all__ what it offers")


def defined(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each name with how it is called and the first line about it; of overloads the last, which is the function itself."""
    for place, node in enumerate(body):
        match node:
            case ast.FunctionDef(name=name):
                property_of = any("property" in ast.unparse(one) for one in node.decorator_list)
                yield name, (name if property_of else f"{name}({arguments(node)})", first_line(ast.get_docstring(node)))
            case ast.ClassDef(name=name):
                made = next((one for one in node.body if getattr(one, "name", "") == "__init__"), None)
                fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
                shown = (
                    ", ".join(map(field, fields))
                    if "Struct" in ast.unparse(node.bases[0] if node.bases else node)
                    else ""
                )
                if isinstance(made, ast.FunctionDef):
                    shown = arguments(made)
                yield name, (f"{name}({shown})" if shown else name, first_line(ast.get_docstring(node)))
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                after = body[place + 1] if place + 1 < len(body) else None
                said = after.value if isinstance(after, ast.Expr) else None
                words = said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
                yield name, (name, first_line(words))


def arguments(function: ast.FunctionDef) -> str:
    """What a function is given, without its types: they stand in the code."""
    given = function.args
    for arg in (*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))):
        arg.annotation = None
    return ast.unparse(given).removeprefix("self, ").removeprefix("self")


def field(node: ast.AnnAssign) -> str:
    return ast.unparse(node.target) + ("" if node.value is None else f"={ast.unparse(node.value)}")


def first_line(words: str | None) -> str:
    return (words or "").strip().partition("\n")[0]


def rows(module: str) -> list[str]:
    """The rows that the page must have for a module."""
    found = []
    body = tree(module).body
    names = dict(defined(body))
    for name in offered(module):
        found.append(names[name])
        if name in SHOWN_WHOLE:
            node = next(one for one in body if isinstance(one, ast.ClassDef) and one.name == name)
            members = dict(defined(node.body))
            found += [
                (f"{name}.{call}", words)
                for member, (call, words) in members.items()
                if member[0] != "_" and member not in dir(Mapping)
            ]
    return [f"| `{call}` | {words} |" for call, words in found]


@pytest.mark.parametrize("module", MODULES)
def test_the_page_of_the_core_has_every_name(module: str):
    """Each name with what it is given and the first line of what it says about itself, and no name that is not there."""
    sections = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    section = next((one for one in sections if one.startswith(f"`{module}`")), "")
    shown = [line for line in section.splitlines() if line.startswith("| `")]
    assert shown == rows(module), f"docs/core.md, {module}: it should have\n" + "\n".join(rows(module))


def test_every_module_of_the_core_is_on_the_page():
    """And no other is."""
    for room, modules in {"": HALL, **ROOMS}.items():
        assert {path.stem for path in (CORE / room).glob("*.py")} - {"__init__", "__main__"} == {*modules}


@pytest.mark.parametrize("module", MODULES)
def test_everything_that_the_core_offers_says_what_it_is(module: str):
    """A row without words would be a riddle."""
    silent = [row for row in rows(module) if row.endswith("|  |")]
    assert not silent, f"{module}.py says nothing about {', '.join(silent)}"


def test_nobody_outside_takes_what_the_core_does_not_offer():
    """`from weathergauge.dice import X` names what `__all__` names: the rest may change at any time."""
    named = {module: {*listed(module)} for module in MODULES}
    for path in (ROOT / "src").rglob("*.py"):
        if path.parent in (CORE, CORE / "reckoning"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.ImportFrom)
                and (module := (node.module or "").removeprefix("weathergauge.")) in MODULES
            ):
                hidden = {alias.name for alias in node.names} - named[module]
                assert not hidden, f"{path.relative_to(ROOT)} takes {', '.join(hidden)} from {module}"


def test_the_core_stays_small():
    """Whoever wants to know the core can read it in an evening; `Any` stands only where a rule may give whatever it likes."""
    text = [line for module in HALL for line in file(module).read_text(encoding="utf-8").splitlines()]
    assert len(text) <= 1_300
    assert sum(bool(re.search(r"\bAny\b", line)) for line in text) < 60
    assert len([name for module in HALL for name in offered(module)]) <= 54


def test_the_examples_of_the_page_give_what_they_say(monkeypatch: pytest.MonkeyPatch):
    """The Python of docs/core.md is run from the folder of the project, and must print exactly what it prints there."""
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(os.fspath(PAGE), module_relative=False)
    assert (failed, tried > 5) == (0, True)
