"""What can be ordered in the yards, and what the log tells of wear, repairs, prestige and the end."""

from __future__ import annotations

from weathergauge.dice import Look
from weathergauge.ruleset import Action, Event
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.terms import Side


class LayUp(Action, frozen=True):
    """A formation that is fitting out goes into ordinary: it rests, and wears no more."""

    formation: str


class FitOut(Action, frozen=True):
    """A formation in ordinary fits out: it may be made ready, and where the title says so, repaired."""

    formation: str


class Repair(Action, frozen=True):
    """One repair roll for a squadron: one of her port's, or one that a saved repair point buys."""

    formation: str
    squadron: str
    saved: bool = False


YardsAction = LayUp | FitOut | Repair


class Worn(Event, frozen=True):
    """Attrition of a turn: the damage points of each squadron that took some."""

    side: Side
    lines: tuple[tuple[str, str, int], ...]
    """Formation, squadron, points."""
    account: tuple[Look, ...] = ()


class LaidUp(Event, frozen=True):
    side: Side
    formation: str
    name: str
    """What its own side calls it; nobody else hears of it."""


class FittedOut(Event, frozen=True):
    side: Side
    formation: str
    name: str


class Repaired(Event, frozen=True):
    """A repair roll was made."""

    side: Side
    port: str
    formation: str
    squadron: str
    dps: int
    saved: bool = False
    account: tuple[Look, ...] = ()


class Refitted(Event, frozen=True):
    """The quarterly refit of ships in ordinary."""

    side: Side
    lines: tuple[tuple[str, str, int], ...]
    account: tuple[Look, ...] = ()


class AdmiralJudged(Event, frozen=True):
    """Whether a Fleet Admiral is relieved."""

    side: Side
    leader: str
    relieved: bool
    account: tuple[Look, ...] = ()


class AdmiralNamed(Event, frozen=True):
    """The next senior leader takes a Fleet Admiral's place."""

    side: Side
    leader: str


class OrdersCounted(Event, frozen=True, rename={"first": "british", "second": "bourbon"}):
    """Orders fulfilled less failed, of the first side and the second, when prestige is paid for them.

    Records call the two as the first title did.
    """

    first: int
    second: int


class TradeCounted(Event, frozen=True):
    """What counts as orders fulfilled or failed: trade, pirates, the war on commerce."""

    side: Side
    fulfilled: int
    failed: int
    reason: str
    account: tuple[Look, ...] = ()


class EndRolled(Event, frozen=True):
    """The die for the end of the game."""

    ends: bool
    account: tuple[Look, ...] = ()


class RanksOffered(Event, frozen=True):
    """What the winner can buy for his next game with the difference."""

    side: Side
    points: int
    ranks: tuple[str, ...]


YardsEvent = (
    Worn
    | LaidUp
    | FittedOut
    | Repaired
    | Refitted
    | AdmiralJudged
    | AdmiralNamed
    | PrestigeChanged
    | OrdersCounted
    | TradeCounted
    | EndRolled
    | RanksOffered
)
