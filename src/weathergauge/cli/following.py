"""Progress of long work at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from weathergauge.cli.screen import behind


@contextmanager
def following(words: str, quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal that grows with each game, with the time that is left; nothing where nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    look = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*look, console=Console(file=behind(sys.stderr)), transient=True) as progress:
        task = progress.add_task(words, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
