"""What lies on the table, what each side keeps to itself, and who is waited for.

States and views are made at every step and hold nothing that leads back to them: the collector of cycles passes them by.
"""

from __future__ import annotations

from abc import ABCMeta
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

Side = TypeVar("Side", bound=str)
Secret = TypeVar("Secret")
Phase = TypeVar("Phase")


class Laid(Protocol):
    """A table: who plays at it, and what is being decided."""

    @property
    def sides(self) -> tuple[Any, ...]: ...
    @property
    def phase(self) -> Any: ...


Table = TypeVar("Table", bound=Laid)
At = TypeVar("At", bound="Position[Any, Any]")


class Position(Struct, Generic[Table, Secret], frozen=True, gc=False):
    """A table, and what the sides keep to themselves, however it is written down."""

    table: Table

    @classmethod
    def of(cls, table: Table, one: Secret, other: Secret) -> Self:
        """A position with these secrets, in the order of the table's sides."""
        raise NotImplementedError

    def secret(self, side: str) -> Secret:
        raise NotImplementedError

    def with_secret(self, side: str, secret: Secret) -> Self:
        raise NotImplementedError

    def with_phase(self, phase: object) -> Self:
        return replace(self, table=replace(self.table, phase=phase))  # type: ignore[type-var]  # every table is a struct


class State(Position[Table, Secret], frozen=True, gc=False):
    """The whole position; secrets in the order of the table's sides."""

    secrets: tuple[Secret, Secret]

    @classmethod
    def of(cls, table: Table, one: Secret, other: Secret) -> Self:
        return cls(table, (one, other))

    def secret(self, side: str) -> Secret:
        return self.secrets[0] if side == self.table.sides[0] else self.secrets[1]

    def with_secret(self, side: str, secret: Secret) -> Self:
        one, other = self.secrets
        return replace(self, secrets=(secret, other) if side == self.table.sides[0] else (one, secret))


class Closed(Struct, Generic[At], frozen=True, gc=False):
    """The state in which a step leaves the table when nobody has anything more to decide in it."""

    state: At


class Written(ABCMeta):
    """The kind of classes that chapters are: where their methods are compiled (`make compile`), what a chapter says of
    itself in its class stays there as it is written, to be read and to be said otherwise by another."""


class View(Struct, Generic[Table, Side, Secret], frozen=True, gc=False):
    """What one seat may know: the table, and its own secret. A spectator has neither seat nor secret."""

    table: Table
    seat: Side | None
    own: Secret | None


class Seated(View[Table, Side, Secret], frozen=True, gc=False):
    """What a side that plays may know: it has a seat and a secret for certain."""

    seat: Side
    own: Secret


class Over(Struct, frozen=True, gc=False, tag="over"):
    """It is over; nobody's victory is a draw."""

    winner: str | None
    reason: str


def phase_of(table: Laid, kind: type[Phase]) -> Phase:
    """The phase of a table, for a chapter that is asked in this one alone; in another it was asked by mistake."""
    if not isinstance(table.phase, kind):
        raise TypeError(f"{kind.__name__} is over: the phase is {type(table.phase).__name__}")
    return table.phase


class Together(Struct, frozen=True, gc=False):
    """A phase in which several sides decide at once."""

    def undecided(self, sides: tuple[Side, ...]) -> tuple[Side, ...]:
        """Those of the sides who are still to decide."""
        raise NotImplementedError

    def decided(self, side: str, sides: tuple[str, ...]) -> Self:
        """The phase without a side that is ready."""
        raise NotImplementedError


class NamesReady(Together, frozen=True):
    """One that says who is ready."""

    @property
    def ready(self) -> tuple[str, ...]:
        raise NotImplementedError

    def undecided(self, sides: tuple[Side, ...]) -> tuple[Side, ...]:
        ready = self.ready
        return tuple([side for side in sides if side not in ready]) if ready else sides

    def decided(self, side: str, sides: tuple[str, ...]) -> Self:
        return replace(self, ready=tuple([who for who in sides if who == side or who in self.ready]))


class NamesWaiting(Together, frozen=True):
    """One that says who is waited for."""

    @property
    def waiting(self) -> tuple[str, ...]:
        raise NotImplementedError

    def undecided(self, sides: tuple[Side, ...]) -> tuple[Side, ...]:
        waiting = self.waiting
        return tuple([side for side in sides if side in waiting])

    def decided(self, side: str, sides: tuple[str, ...]) -> Self:
        return replace(self, waiting=tuple([who for who in self.waiting if who != side]))
