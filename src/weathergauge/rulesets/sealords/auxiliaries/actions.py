"""What can be ordered of auxiliaries, and what the log tells of them."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Look
from weathergauge.ruleset import Action, Event
from weathergauge.rulesets.sealords.stations import StationEnded
from weathergauge.rulesets.sealords.terms import AuxClass, Side, Task

# Orders


class Send(Action, frozen=True):
    """An auxiliary goes on a task. The other side hears what is done and where, and not by whom."""

    aux: str
    task: Task
    place: str
    target: str = ""


class Screen(Action, frozen=True):
    """An auxiliary stands in the way of the task that is announced."""

    aux: str


class Recall(Action, frozen=True):
    """An auxiliary gives up a lasting task and goes to the recovery box."""

    aux: str


class ChangeRole(Action, frozen=True):
    """An auxiliary of mixed role goes from a port to a formation there, or back."""

    aux: str
    base: str


class HireKnights(Action, frozen=True):
    """Pay the knights for this year."""


class BasePirate(Action, frozen=True):
    """A recovered pirate gets a base."""

    aux: str
    base: str


AuxiliaryAction = Send | Screen | Recall | ChangeRole | HireKnights | BasePirate

# What happened


class TaskSent(Event, frozen=True):
    """A task is announced. A pirate is known by name, other auxiliaries are not."""

    side: Side
    task: Task
    place: str
    target: str = ""
    rover: str = ""


class TurnedBack(Event, frozen=True):
    """The way was closed by a formation that interdicts a space on it."""

    side: Side
    task: Task
    place: str


class LetGo(Event, frozen=True):
    """The target flies a flag that there is no war with."""

    side: Side
    task: Task
    place: str
    target: str


class Missed(Event, frozen=True):
    """There was nothing real to attack: a decoy, or a target that has gone."""

    side: Side
    task: Task
    place: str
    target: str


class Screened(Event, frozen=True):
    """A screen was put forward, and both sides showed what they had."""

    side: Side
    place: str
    tasked: AuxClass
    screening: AuxClass
    result: str
    account: tuple[Look, ...] = ()


class AuxSearched(Event, frozen=True):
    """An auxiliary looked for enemies: which counters it spotted, and which it follows now."""

    side: Side
    place: str
    found: tuple[str, ...] = ()
    shadowed: str = ""
    account: tuple[Look, ...] = ()
    """The dice, where they were for a counter in sight and nobody was spotted by them."""


class ShadowFought(Event, frozen=True):
    """An auxiliary went against one that shadows a formation, or against a pirate on a task."""

    side: Side
    target: str
    place: str
    broken: bool
    account: tuple[Look, ...] = ()


class Stationed(Event, frozen=True):
    """An auxiliary began a lasting task."""

    aux: str
    side: Side
    task: Task
    place: str
    target: str = ""


class ConvoyAttacked(Event, frozen=True):
    """Auxiliaries fell upon a convoy."""

    side: Side
    place: str
    target: str
    points: int
    """Of its cargo that are lost."""
    sail: int = 0
    """Sail of the treasure fleet that are sunk."""
    account: tuple[Look, ...] = ()


class ShipsAttacked(Event, frozen=True):
    """Fireships or bombs were used against ships in harbour."""

    side: Side
    task: Task
    place: str
    target: str
    success: bool
    dps: int = 0
    sail: int = 0
    account: tuple[Look, ...] = ()


class PortRaided(Event, frozen=True):
    """Marines went ashore at a port, or bombs were aimed at its yards."""

    side: Side
    task: Task
    place: str
    success: bool
    point: bool = False
    """The owner gave up a saved repair point for the roll."""
    account: tuple[Look, ...] = ()


class CutOut(Event, frozen=True):
    """Boats went in for a ship or a troop convoy."""

    side: Side
    place: str
    target: str
    success: bool
    cls: str = ""
    """The class of the sail taken, if there was one that could be."""
    joined: bool = False
    """She joined a squadron; else she was sunk."""
    points: int = 0
    account: tuple[Look, ...] = ()


class RoadShelled(Event, frozen=True):
    """Bombs were aimed at a coastal road."""

    side: Side
    place: str
    success: bool
    account: tuple[Look, ...] = ()


class PortStormed(Event, frozen=True):
    """An army went at the walls of a port, with a bomb to help it."""

    side: Side
    place: str
    success: bool
    town: str = ""
    """What the armies' map calls the port, where that is another name."""
    account: tuple[Look, ...] = ()


class PirateRebased(Event, frozen=True):
    aux: str
    base: str
    by: Side | Literal[""] = ""


class PiratesWoke(Event, frozen=True):
    """Which pirates are active this turn, and who sends them."""

    active: tuple[str, ...]
    by: Side | Literal[""]
    account: tuple[Look, ...] = ()


class KnightsHired(Event, frozen=True):
    side: Side
    year: int


class KnightsLeft(Event, frozen=True):
    """The year they were paid for is over."""

    side: Side


class RoleChanged(Event, frozen=True):
    """For its own side alone."""

    aux: str
    base: str
    changed: bool
    account: tuple[Look, ...] = ()


class AuxiliaryBack(Event, frozen=True):
    """Dice of the recovery box: for its own side alone, and for everybody where it is a pirate."""

    aux: str
    back: bool
    account: tuple[Look, ...] = ()


class BaseLost(Event, frozen=True):
    """An auxiliary lost its base and went to the recovery box; for its own side alone."""

    aux: str
    base: str


class AuxBlockadeTested(Event, frozen=True):
    """Whether an auxiliary can keep up its blockade."""

    aux: str
    place: str
    left: bool
    account: tuple[Look, ...] = ()


AuxiliaryEvent = (
    TaskSent
    | TurnedBack
    | LetGo
    | Missed
    | Screened
    | AuxSearched
    | ShadowFought
    | Stationed
    | StationEnded
    | ConvoyAttacked
    | ShipsAttacked
    | PortRaided
    | CutOut
    | RoadShelled
    | PortStormed
    | PirateRebased
    | PiratesWoke
    | KnightsHired
    | KnightsLeft
    | RoleChanged
    | AuxiliaryBack
    | BaseLost
    | AuxBlockadeTested
)
