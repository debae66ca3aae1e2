"""What a player can order in the age of steam, and what the log tells of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.dice import Look
from weathergauge.frame.events import Committed as Committed
from weathergauge.frame.events import Ended, Ready
from weathergauge.ruleset import Action, Event, Proceed
from weathergauge.rulesets.ironclads.terms import Band, Contact, Order, Side


class Lead(Action, frozen=True):
    """Phase 1: the winner of the initiative names who is player A and activates first."""

    first: Side


class Place(Action, frozen=True):
    """Phase 2: put an order face down for the next turn. Before the first turn one is put on the active position too."""

    ship: str
    order: Order
    active: bool = False


class Activate(Action, frozen=True):
    """Phase 3: choose a ship and show her active order."""

    ship: str


class Steam(Action, frozen=True):
    """Her move, hundredths of an inch and degrees, to starboard if positive: run, turn, run on; and once more with the trait.

    She runs on as far as told or as her speed lasts, whichever is less. A run below 0 is astern.
    """

    ship: str
    run: int = 0
    turn: int = 0
    then: int = 0
    second: int = 0
    last: int = 0
    contact: Contact = "ram"


class Aim(Struct, frozen=True, array_like=True):
    """A battery or a tube, by its place on the sheet counted from 1, and its target."""

    gun: int
    target: str


class Salvo(Action, frozen=True):
    """Every battery that fires, each at its target; declared before anything is measured."""

    ship: str
    shots: tuple[Aim, ...]


class Launch(Action, frozen=True):
    """Torpedoes, in place of gunfire (IR18)."""

    ship: str
    shots: tuple[Aim, ...]


class Counter(Action, frozen=True):
    """A target answers the ship that fires at her with these batteries, counted from 1; none is to hold fire."""

    ship: str
    guns: tuple[int, ...] = ()


class Board(Action, frozen=True):
    """Board an enemy in base contact, both at slow or stop (IR20)."""

    ship: str
    target: str


class Again(Action, frozen=True):
    """A boarding specialist has seen her die: throw it again, or let it stand (IR52)."""

    again: bool


class Destroy(Action, frozen=True):
    """The guns of a fort that are destroyed, one of a battery counted from 1: the firer chooses (IR70)."""

    fort: str
    gun: int


class Done(Action, frozen=True):
    """End a ship's activation."""

    ship: str


class Break(Action, frozen=True):
    """At the end of a turn: a side that has lost half asks to break off, or does not (IR26)."""

    ask: bool


AnyAction = (
    Lead
    | Place
    | Ready
    | Activate
    | Steam
    | Salvo
    | Launch
    | Counter
    | Board
    | Again
    | Destroy
    | Done
    | Break
    | Proceed
)


class Began(Event, frozen=True):
    """A turn or a phase of it began."""

    turn: int
    phase: Literal["initiative", "command", "activation", "repair", "contact"]


class Initiative(Event, frozen=True):
    winner: Side
    account: tuple[Look, ...] = ()


class Leads(Event, frozen=True):
    side: Side


class Weather(Event, frozen=True):
    """The wind, where it blows from in degrees and its level from 1 to 6."""

    wind: int
    level: int
    account: tuple[Look, ...] = ()


class MinesSwept(Event, frozen=True):
    """A storm carried a minefield away, or left it."""

    field: str
    gone: bool
    account: tuple[Look, ...] = ()


class Placed(Event, frozen=True):
    """An order put face down, told to its own side alone."""

    ship: str
    order: Order
    active: bool = False


class Activated(Event, frozen=True):
    """Her order is shown, and what she may make of it."""

    ship: str
    order: Order
    limit: Order
    why: str = ""


class Manned(Event, frozen=True):
    """A fort is activated: it has no order to show (IR65)."""

    ship: str


class Finished(Event, frozen=True):
    """She does no more in her activation, and her own side goes on with another (IR65)."""

    ship: str


class Steamed(Event, frozen=True):
    """Where a run took her: the track as places and headings."""

    ship: str
    track: tuple[tuple[int, int, int], ...]
    forced: int = 0
    """The turn that her damaged rudder made at the end."""


class Rammed(Event, frozen=True):
    ship: str
    target: str
    struck: bool
    edge: str = ""
    lost: tuple[int, int] = (0, 0)
    """Quarters that the rammer and the rammed lost."""
    account: tuple[Look, ...] = ()


class Grounded(Event, frozen=True):
    """She passed a shoal, or ran aground; or struck land; or came off again, or did not."""

    ship: str
    what: Literal["passed", "aground", "land", "off", "stuck"]
    quarters: int = 0
    """Of hull that it cost her."""
    account: tuple[Look, ...] = ()


class Mined(Event, frozen=True):
    ship: str
    field: str
    hits: int
    account: tuple[Look, ...] = ()


class Fired(Event, frozen=True):
    """A ship's salvo at one target: hits and penetrations of all its batteries."""

    ship: str
    target: str
    range: int
    band: Band
    guns: tuple[int, ...]
    hits: int
    through: int
    quarters: int
    counter: bool = False
    account: tuple[Look, ...] = ()


class Torpedoed(Event, frozen=True):
    ship: str
    target: str
    tube: int
    hit: bool
    range: int
    account: tuple[Look, ...] = ()


class Struck(Event, frozen=True):
    """An effect on a ship: fire, bridge, rudder, a battery lost, flooding, magazine, engine room, list."""

    ship: str
    effect: str
    quarters: int = 0
    detail: str = ""
    account: tuple[Look, ...] = ()


class Held(Event, frozen=True):
    """She fires no counter salvo."""

    ship: str


class Answers(Event, frozen=True):
    """She declares a counter salvo while others are still asked for theirs (IR21)."""

    ship: str


class Threw(Event, frozen=True):
    """The die of a ship in a fight on deck whose captain may throw it again (IR52)."""

    ship: str
    target: str
    face: int
    account: tuple[Look, ...] = ()


class Boarded(Event, frozen=True):
    ship: str
    target: str
    won: bool | None
    account: tuple[Look, ...] = ()


class Fought(Event, frozen=True):
    """Phase 4: fires put out or spreading, floods held or gaining, damage repaired or not."""

    ship: str
    what: Literal["fire", "flood", "rudder", "engine_room", "heavy_list"]
    mended: int = 0
    left: int = 0
    quarters: int = 0
    account: tuple[Look, ...] = ()


class Fate(Event, frozen=True):
    ship: str
    what: Literal["sunk", "blown_up", "capsized", "surrendered", "taken", "silenced", "left", "stays"]
    account: tuple[Look, ...] = ()


class Flagged(Event, frozen=True):
    """The admiral has gone over to her."""

    ship: str


class Contacted(Event, frozen=True):
    """Whether the battle goes on after a test of contact."""

    on: bool
    why: str
    account: tuple[Look, ...] = ()


AnyEvent = (
    Began
    | Initiative
    | Leads
    | Weather
    | MinesSwept
    | Placed
    | Committed
    | Activated
    | Manned
    | Finished
    | Steamed
    | Rammed
    | Grounded
    | Mined
    | Fired
    | Torpedoed
    | Struck
    | Held
    | Answers
    | Threw
    | Boarded
    | Fought
    | Fate
    | Flagged
    | Contacted
    | Ended
)
