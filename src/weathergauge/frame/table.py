"""Who sits at a table, for certain."""

from __future__ import annotations

from collections.abc import Container
from typing import Generic, NamedTuple, Protocol, TypeVar

Table = TypeVar("Table")
Side = TypeVar("Side", bound=str)
Secret = TypeVar("Secret")
Table_co = TypeVar("Table_co", covariant=True)
Side_co = TypeVar("Side_co", bound=str, covariant=True)
Secret_co = TypeVar("Secret_co", covariant=True)


class View(Protocol[Table_co, Side_co, Secret_co]):
    """What one seat may know: the table, and its own secret. A spectator has neither seat nor secret."""

    @property
    def table(self) -> Table_co: ...
    @property
    def seat(self) -> Side_co | None: ...
    @property
    def own(self) -> Secret_co | None: ...


class Seated(NamedTuple, Generic[Table, Side, Secret]):
    """The view of a side that has something to decide: its seat and its secret are there for certain."""

    table: Table
    side: Side
    own: Secret


def seated(view: View[Table, Side, Secret], acting: Container[str]) -> Seated[Table, Side, Secret] | None:
    """Seat whoever looks, if he is one of those who must decide now."""
    if view.seat is None or view.own is None or view.seat not in acting:
        return None
    return Seated(view.table, view.seat, view.own)
