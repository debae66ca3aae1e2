"""The ships of several sides on a table: finding one, putting another in her place, and refusing orders to her."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from weathergauge.languages import said
from weathergauge.sentences import nearest

REMEMBERED = 4096
_placed: dict[str, int] = {}
"""Where a ship of that id was found last: on most tables she is there again, and where she is not she is looked for."""


class Sailing(Protocol):
    """A ship that somebody orders."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...


Ship = TypeVar("Ship", bound=Sailing)
Side = TypeVar("Side", bound=str)


class Fleet(Struct, Generic[Ship, Side], frozen=True, gc=False):
    """A table on which the ships of two sides lie, each at her number."""

    @property
    def sides(self) -> tuple[Side, Side]:
        raise NotImplementedError

    @property
    def ships(self) -> tuple[Ship, ...]:
        raise NotImplementedError

    def with_ship(self, number: int, ship: Ship) -> Self:
        """The table with this ship at the number of another."""
        ships = self.ships
        return replace(self, ships=(*ships[:number], ship, *ships[number + 1 :]))

    def number(self, id: str) -> int:
        """The place of the ship of that id, or -1."""
        ships = self.ships
        try:
            n = _placed[id]
            if ships[n].id == id:
                return n
        except (KeyError, IndexError):
            pass
        for n, ship in enumerate(ships):
            if ship.id == id:
                if len(_placed) >= REMEMBERED:
                    _placed.clear()
                _placed[id] = n
                return n
        return -1

    def enemy(self, side: Side) -> Side:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]


Table = TypeVar("Table", bound=Fleet[Any, Any])


def no_such_ship(id: str, known: Sequence[str]) -> str:
    """Refuse a ship that nobody knows, with the nearest that somebody does."""
    return said("'{id}': there is no such ship; {nearest}", id=id, nearest=nearest(id, known))


def why_not_hers(table: Table, side: str, id: str, name: Callable[[Table, str], str]) -> str | None:
    """Refuse a ship that is not there, or is not that side's to order."""
    number = table.number(id)
    if number < 0:
        return no_such_ship(id, [ship.id for ship in table.ships])
    return None if table.ships[number].side == side else said("{ship} is not yours to order", ship=name(table, id))
