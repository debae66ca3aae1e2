"""A person at the keyboard, for tests: lines to type, and everything that was shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console

from weathergauge import rulesets
from weathergauge.cli.table.seating import make_bots
from weathergauge.cli.table.session import Session
from weathergauge.cli.table.talk import Talk
from weathergauge.match import Match


class Person:
    """Types lines one after the other, and an end of file when there are no more. `shown` is all that was printed."""

    def __init__(self, *lines: str, live: bool = False, columns: int = 80, more: Iterable[str] = ()) -> None:
        self.page = StringIO()
        self.prompts: list[str] = []
        self._lines: Iterator[str] = iter([*lines, *more])
        console = Console(file=self.page, width=columns, height=30, highlight=False, color_system=None)
        self.talk = Talk(console, self._ask, live)

    def _ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            line = next(self._lines)
        except StopIteration:
            raise EOFError from None
        self.page.write(f"{prompt}{line}\n")
        if line == "^C":
            raise KeyboardInterrupt
        return line

    def type(self, *lines: str) -> None:
        """More lines to come."""
        self._lines = iter(lines)

    @property
    def shown(self) -> str:
        return self.page.getvalue()

    def since(self) -> str:
        """What was shown since the last time."""
        text = self.page.getvalue()
        self.page.seek(0)
        self.page.truncate()
        return text


def sit_down(
    person: Person,
    scenario: str = "duel",
    path: Path | None = None,
    *,
    british: str = "me",
    allied: str = "midshipman",
    seed: str = "tests",
    dice: str = "server",
    settings: dict[str, object] | None = None,
) -> Session:
    """A session of a new match of trafalgar."""
    players = {"british": british, "allied": allied}
    return at_table(person, "trafalgar", scenario, players, path, seed=seed, dice=dice, settings=settings)


def at_table(
    person: Person,
    title: str,
    scenario: str,
    players: dict[str, str],
    path: Path | None = None,
    *,
    seed: str = "tests",
    dice: str = "server",
    settings: dict[str, object] | None = None,
) -> Session:
    """A session of a new match of any title."""
    rules = rulesets.ruleset(title)
    match = Match.create(rules, title, scenario, settings, players, path=path, seed=seed, dice=dice)  # type: ignore[arg-type]
    return Session(match, make_bots(players, title, seed), person.talk, path)
