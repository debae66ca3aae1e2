"""Fleets at the keyboard: what the desks of all battles between two sides have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rich.table import Table as Grid
from rich.text import Text

from weathergauge.cli.table import desk
from weathergauge.cli.table.desk import Line
from weathergauge.cli.table.digest import Digest
from weathergauge.cli.table.names import Name
from weathergauge.ruleset import Seat

FEW = 5
"""So many ships are named in a sentence; of more it says that there are more."""


class FleetDesk(desk.Desk, ABC):
    """Ships by name, in two fleets, and orders as an officer would give them."""

    log: ClassVar[Digest]
    """How the log of this title is shortened."""

    @abstractmethod
    def called(self, table: Any, ship: str) -> str:
        """A ship by her name, told apart from another of that name."""

    @abstractmethod
    def colour(self, table: Any, ship: Any) -> str:
        """Whose she is, as a colour of the terminal."""

    def fit(self, view: Any) -> list[Any]:
        """Ships that can still be given orders."""
        return [ship for ship in view.table.ships if ship.able]

    def examples(self, view: Any) -> tuple[str, str]:
        ships = self.fit(view) or list(view.table.ships)
        ours = [ship.id for ship in ships if ship.side == view.seat] or [ships[0].id]
        theirs = [ship.id for ship in ships if ship.id not in ours] or [ships[-1].id]
        waiting = [subject for subject in self.subjects(view) if subject in ours]
        return (waiting or ours)[0], theirs[0]

    def ship_names(self, table: Any, of: Callable[[Any], str]) -> list[Name]:
        """Every ship by her name; where two are called alike, also with what `of` says of her: her nation, her side."""
        every = [ship.name for ship in table.ships]
        return [
            Name(
                ship.id, ship.name, ship.side,
                (f"{ship.name} {of(ship)}", f"{of(ship)} {ship.name}") if every.count(ship.name) > 1 else (),
            )
            for ship in table.ships
        ]  # fmt: skip

    def named(self, table: Any, ships: Sequence[str]) -> str:
        """The first few of some ships, by name."""
        return ", ".join(self.called(table, ship) for ship in ships[:FEW]) + (" …" if len(ships) > FEW else "")

    def standing(self, points: Mapping[Any, int], sides: Sequence[str]) -> str:
        """The score of both sides, with the signs of their hulls."""
        told = [f"{self.rules.side_words(side).removeprefix('the ')} {points[side]}" for side in sides]
        return " · ".join(f"{sign} {score}" for sign, score in zip("►▻", told, strict=True))

    def digest(self, state: Any, events: Sequence[Any], whole: bool = False, seats: Sequence[Seat] = ()) -> list[Line]:
        lines = self.log.lines(state.table, events, lambda event: self.rules.tell_to(state, event, seats), whole)
        return [self._painted(state.table, line) if isinstance(line, str) else line for line in lines]

    def _painted(self, table: Any, sentence: str) -> Text:
        """A sentence with the ships in the colours of their sides."""
        text = Text(sentence)
        for ship in table.ships:
            if ship.name in sentence:
                called = self.called(table, ship.id)
                text.highlight_words([called if called in sentence else ship.name], self.colour(table, ship))
        return text


def sheet(head: Text, rows: Sequence[tuple[str, str]]) -> list[Line]:
    """A heading, and under it what there is to know, each with its name."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for what, told in rows:
        grid.add_row(f"  {what}", told)
    return [head, grid]


def abreast(halves: Sequence[Sequence[Text]], wide: int) -> list[Text]:
    """Lists side by side, each so wide."""
    lines = []
    for row in range(max(map(len, halves))):
        line = Text(no_wrap=True)
        for half in halves:
            cell = half[row].copy() if row < len(half) else Text()
            cell.truncate(wide, overflow="ellipsis", pad=True)
            line.append_text(cell).append("  ")
        line.rstrip()
        lines.append(line)
    return lines


def row(number: int, sign: str, called: str, room: int, style: str) -> Text:
    """The beginning of a ship's line in a list: her number, and her sign and name in so much room."""
    called = called if len(called) <= room else called[: room - 1] + "…"
    return Text(no_wrap=True).append(f"{number + 1:>2} ", "dim").append(f"{sign} {called:<{room}}", style)
