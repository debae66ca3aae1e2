"""The notebook of the documentation runs as it stands, and shows what it shows there."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "docs" / "numbers.ipynb"


def run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell as a notebook does: what it prints, and the value of its last line."""
    body = ast.parse(source).body
    last = body[-1] if body and isinstance(body[-1], ast.Expr) else None
    body = body if last is None else body[:-1]
    shown: list[dict[str, Any]] = []
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed.getvalue():
        shown.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        drawn = getattr(value, "_repr_html_", None)
        data = {"text/plain": [repr(value) if drawn is None else f"<{type(value).__name__}>"]}
        if drawn is not None:
            data["text/html"] = [drawn()]
        shown.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return shown


def ran(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with all its cells run, one after the other."""
    names: dict[str, Any] = {}
    cells = [
        {**cell, "outputs": run("".join(cell["source"]), names)} if cell["cell_type"] == "code" else cell
        for cell in notebook["cells"]
    ]
    return {**notebook, "cells": cells}


def test_the_notebook_shows_what_it_shows():
    """Every cell runs and gives what is kept beneath it; `python tests/studies/test_notebook.py` writes it anew."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 4)
    assert ran(notebook) == notebook
    drawn = json.dumps(notebook)
    assert "text/html" in drawn
    assert "7/12" in drawn


if __name__ == "__main__":
    whole = ran(json.loads(Path(sys.argv[1] if sys.argv[1:] else NOTEBOOK).read_text(encoding="utf-8")))
    NOTEBOOK.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
