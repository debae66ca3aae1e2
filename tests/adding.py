"""The title that docs/adding-a-title.md grows: its files taken out of the page, and the package installed beside the project."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-title.md"
FENCED = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block of the page: a file by its path, or what is typed at a console and answered there."""

    kind: str
    path: str
    text: str


def blocks() -> list[Block]:
    return [Block(*found) for found in FENCED.findall(PAGE.read_text(encoding="utf-8"))]


class Typed(NamedTuple):
    """A command, and what the page says it answers."""

    command: str
    answer: str


def typed(text: str) -> Iterator[Typed]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, answer = part.partition("\n")
        yield Typed(command, answer)


def answers(said: str, told: str) -> bool:
    """Whether an answer is the one on the page, where `…` stands for anything, and a line of it for any lines."""

    def plain(text: str) -> str:
        return "\n".join(line.rstrip() for line in text.strip().splitlines())

    pattern = re.escape(plain(told)).replace("…", ".*")
    return re.fullmatch(pattern, plain(said), re.DOTALL) is not None


class Workshop:
    """A folder in which the package is written, and a place where it is installed, for a Python that finds both."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.site = folder / "two-cutters", folder / "site"
        self.folder.mkdir(parents=True)

    def put(self, block: Block) -> None:
        file = self.folder / block.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding="utf-8")

    def put_all(self) -> None:
        """Write every file of the page."""
        for block in blocks():
            if block.path:
                self.put(block)

    def install(self) -> None:
        """Build the package with what the project is built with, and install it; nothing is fetched."""
        self.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
             "--no-build-isolation", "--no-index", "--upgrade", "--target", str(self.site), "."],
        )  # fmt: skip

    def environment(self, *, sources: bool = False) -> dict[str, str]:
        """Where commands and modules are found; with `sources`, those in the folder before those installed."""
        places = [str(self.folder / "src")] * sources + [str(self.site)]
        scripts = str(Path(sys.executable).parent)
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(places),
            "PATH": os.pathsep.join([scripts, os.environ.get("PATH", "")]),
            "COLUMNS": "100",
            "XDG_DATA_HOME": str(self.folder / "data"),
        }

    def run(self, command: list[str] | str, *, sources: bool = False, said: str = "", status: int = 0) -> str:
        """Run a command in the folder: all that it prints."""
        done = subprocess.run(
            command, shell=isinstance(command, str), cwd=self.folder, env=self.environment(sources=sources), input=said,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == status, f"{command}: {done.returncode}\n{done.stdout}"
        return done.stdout
