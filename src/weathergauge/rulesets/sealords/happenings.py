"""What happens ashore, as a title's `events.toml` has it: the boxes of its event chart, and its campaigns of armies."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from weathergauge.rulesets.sealords.terms import Season, Side


class EventNode(Struct, frozen=True, omit_defaults=True):
    """A box of the event chart, as data: when it is looked at, what must have happened, on what die, what it does."""

    id: str
    words: str
    yearly: bool = False
    """May happen again, once a year; else once in a game."""
    each: Literal["turn", "quarter"] = "quarter"
    yellow: bool = False
    """Independent of the others, and counted at the end of the game while its box is marked."""
    steps: int = 1
    """How often it happens before it is complete."""
    from_year: int = 0
    from_turn: int = 1
    to_year: int = 9999
    to_turn: int = 99
    seasons: tuple[Season, ...] = ()
    after: tuple[str, ...] = ()
    """Events that must have happened."""
    delay: int = 0
    """Quarters after them."""
    when: str = ""
    """A state of the campaign that must hold, by a name that events.py knows."""
    die: int | None = None
    """Happens on this die or less; none is automatic."""
    automatic_when: str = ""
    effects: tuple[dict[str, Any], ...] = ()
    """What it does: see council/events.py, which knows every `do`."""
    lasts: int = 0
    """Quarters until its mark is taken off again; 0 is for good."""


class Position(Struct, frozen=True, omit_defaults=True):
    """Where the armies of a campaign may stand."""

    id: str
    words: str
    start: bool = False
    """Where they stand when the campaign begins in a year."""
    won_by: Side = ""
    """Whose victory it is."""


class Taken(Struct, frozen=True, rename={"since": "from"}):
    """A port that an army holds while it stands at a position or beyond it."""

    port: str
    to: str
    """The contingent that owns it then."""
    since: str


class Campaign(Struct, frozen=True, omit_defaults=True):
    """A campaign of armies: its positions in a row, from the first player's victory to the other's (SL59)."""

    id: str
    words: str
    positions: tuple[Position, ...]
    coasts: tuple[str, ...] = ()
    """Places where fleets reach the armies, beside those of its land map."""
    map: str = ""
    """The land map of the title's chart of coasts on which it is fought."""
    taken: tuple[Taken, ...] = ()
    lean: int = 0
    """What the armies alone add to the die; less helps the first player."""

    def index(self, position: str) -> int:
        """The number of a position in the row."""
        return [position.id for position in self.positions].index(position)

    @property
    def start(self) -> int:
        """The number of the position with which a year's campaign begins."""
        return [position.start for position in self.positions].index(True)
