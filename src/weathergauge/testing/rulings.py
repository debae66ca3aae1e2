"""Which rulings there are, and which tests and cases hold them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from weathergauge.files.cases import load

ENTRY = re.compile(r"^[#|*\-\s`]*\[?([A-Z]{2,4}\d{2,3})\b", re.MULTILINE)


def entries(page: str) -> list[str]:
    """The ids that head an entry: of a heading, a row of a table or an item of a list."""
    return list(dict.fromkeys(ENTRY.findall(page)))


def tested(sources: Iterable[str]) -> set[str]:
    """The ids that test functions name, in what they do or what they say they hold."""
    cited: set[str] = set()
    for source in sources:
        lines = source.splitlines()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                body = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                cited |= set(re.findall(r"\b[A-Z]{2,4}\d{2,3}\b", body))
    return cited


@cache
def held(root: Path) -> set[str]:
    """The ids that tests and cases of a project name."""
    tests = tested(path.read_text(encoding="utf-8") for path in sorted((root / "tests").rglob("test_*.py")))
    return tests | {id for case in load(sorted((root / "cases").rglob("*.toml"))) for id in case.rulings}


def cited(folder: Path, prefix: str) -> set[str]:
    """The ids that the code of a ruleset cites."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    return set(re.findall(rf"\b{prefix}\d{{2,3}}\b", text))
