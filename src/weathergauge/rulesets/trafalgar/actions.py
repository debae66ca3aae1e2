"""What a player can order in a fleet action, and what the log tells of it."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Look
from weathergauge.frame.events import Began, Committed, Ended, Ready
from weathergauge.ruleset import Action, Event, Proceed
from weathergauge.rulesets.trafalgar.state import Broadside, Manner, Side


class Turn(Action, frozen=True):
    """Change direction, to starboard if positive: a ship alone, or a squadron behind its lead or all together."""

    ship: str
    angle: int
    manner: Manner = "alone"


class Move(Action, frozen=True):
    """Go straight ahead, hundredths of an inch, what the turn took included. `hold` runs on into contact."""

    ship: str
    distance: int
    hold: bool = False
    side: Broadside = "port"
    """Where to pass a stopped ship of her own line."""


class Fire(Action, frozen=True):
    """One or both broadsides, each at a target."""

    ship: str
    port: str | None = None
    starboard: str | None = None


class Hold(Action, frozen=True):
    """Hold fire this turn."""

    ship: str


class Board(Action, frozen=True):
    """Board a ship she is locked with; secret until both sides are ready."""

    ship: str
    target: str


class Grapple(Action, frozen=True):
    """Try to grapple a ship whose base touches hers; secret until both sides are ready."""

    ship: str
    target: str


class Part(Action, frozen=True):
    """Wish to cut loose from a ship; secret until both sides are ready."""

    ship: str
    target: str


class Remain(Action, frozen=True):
    """Wish to remain locked with a ship; secret until both sides are ready. Who writes neither lets it go (TR47)."""

    ship: str
    target: str


class Pick(Action, frozen=True):
    """Which boarder a ship attacked twice fights first."""

    ship: str
    target: str


class Finish(Action, frozen=True):
    """End the step: ships without orders sail on as they were, and ships that must fire do."""


AnyAction = Turn | Move | Fire | Hold | Board | Grapple | Part | Remain | Ready | Pick | Finish | Proceed


class Tested(Event, frozen=True):
    """A leadership test."""

    ship: str
    why: str
    passed: bool
    account: tuple[Look, ...] = ()


class Turned(Event, frozen=True):
    ship: str
    angle: int
    heading: int
    manner: Manner


class Moved(Event, frozen=True):
    ship: str
    distance: int
    x: int
    y: int
    heading: int
    avoiding: int = 0
    """The turn she made to keep clear, where she had to."""
    turning: int = 0
    """What of the distance her turn took: so much less she went straight on."""


class Passed(Event, frozen=True):
    """She went through a line, or ran into it."""

    ship: str
    between: tuple[str, str]
    collided: bool
    account: tuple[Look, ...] = ()


class Collided(Event, frozen=True):
    ship: str
    other: str
    fouled: bool
    account: tuple[Look, ...] = ()


class Fired(Event, frozen=True):
    """A broadside and what it did."""

    ship: str
    target: str
    side: Broadside
    range: int
    boxes: int
    struck: bool
    rake: str = ""
    account: tuple[Look, ...] = ()


class Held(Event, frozen=True):
    ship: str


class Ordered(Event, frozen=True):
    """A secret order, told to its own side alone."""

    ship: str
    target: str
    what: Literal["board", "grapple", "part", "remain"]


class Revealed(Event, frozen=True):
    """A side's secret orders, shown to all."""

    side: Side
    what: Literal["board", "grapple", "part", "remain"]
    pairs: tuple[tuple[str, str], ...]


class Boarded(Event, frozen=True):
    """A boarding combat: what each side lost, and who struck."""

    ship: str
    other: str
    winner: str
    lost: tuple[int, int]
    struck: tuple[str, ...] = ()
    account: tuple[Look, ...] = ()


class Grappled(Event, frozen=True):
    ship: str
    other: str
    held: bool
    account: tuple[Look, ...] = ()


class Parted(Event, frozen=True):
    ship: str
    other: str
    free: bool
    account: tuple[Look, ...] = ()


class Drifted(Event, frozen=True):
    ships: tuple[str, ...]


class Left(Event, frozen=True):
    """A ship left the table."""

    ship: str


AnyEvent = (
    Tested
    | Turned
    | Moved
    | Passed
    | Collided
    | Fired
    | Held
    | Ordered
    | Committed
    | Revealed
    | Boarded
    | Grappled
    | Parted
    | Drifted
    | Left
    | Began
    | Ended
)
