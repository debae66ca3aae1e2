"""`weathergauge help TOPIC`: a page of the documentation, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from weathergauge.cli import COMMANDS
from weathergauge.cli.console import Wrong
from weathergauge.sentences import nearest

__all__ = ["main", "topics"]


def topics() -> dict[str, Path]:
    """Every page by its name, rulings by theirs: `playing`, `rulings/wsim`."""
    from weathergauge.site.contents import docs

    folder = docs()
    return {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.rglob("*.md"))}


def main(argv: Sequence[str]) -> int:
    """Show a page; where nobody sits at a terminal, as it is written."""
    known = topics()
    name = argv[0].lower().removesuffix(".md").removeprefix("docs/")
    if name not in known:
        raise Wrong(f"{argv[0]}: there is no such command or page; {nearest(name, [*COMMANDS, *known])}")
    text = known[name].read_text(encoding="utf-8")
    if not sys.stdout.isatty():
        print(text, end="")
        return 0
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text), width=min(console.width, 100))
    return 0
