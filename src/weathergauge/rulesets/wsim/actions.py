"""What a captain writes on the log, and what the table tells of it.

Every order is secret until both sides are ready. A new order for the same thing takes the place of the old one.
"""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Look
from weathergauge.frame.events import Began as Began
from weathergauge.frame.events import Committed as Committed
from weathergauge.frame.events import Ended, Ready
from weathergauge.ruleset import Action, Event, Proceed
from weathergauge.rulesets.wsim.hexes import Hex
from weathergauge.rulesets.wsim.terms import Aim, Broadside, PartyKind, Shot


class Unfoul(Action, frozen=True):
    """Phase C: try to clear a ship she is fouled with."""

    ship: str
    other: str


class Cut(Action, frozen=True):
    """Phase C: try to cut away a mast that hangs over the side (rule VIII)."""

    ship: str
    side: Broadside


class Plot(Action, frozen=True):
    """Phase D: her move in the notation of the log, as in `L1R2`."""

    ship: str
    moves: str


class Signal(Action, frozen=True):
    """Phase B: a message to friends, read in the next turn."""

    ship: str
    to: tuple[str, ...]
    words: str


class Tow(Action, frozen=True):
    """Phase D: pass a line to an adjacent friend, or cast her off when `other` is empty (option towing)."""

    ship: str
    other: str = ""


class Grapple(Action, frozen=True):
    """Phase F: throw a grapple at an adjacent ship."""

    ship: str
    other: str


class Fend(Action, frozen=True):
    """Phase F: try to throw off every grapple that holds her to that ship, each with its own die."""

    ship: str
    other: str


class Party(Action, frozen=True):
    """Phase G: whole crew sections make up a boarding party."""

    ship: str
    kind: PartyKind
    sections: tuple[int, ...]
    target: str = ""
    """Whom an offensive party attacks, or whom a transfer joins; a defensive party has none."""
    cross: bool = False
    """A defensive party that wins crosses over and attacks in the rounds that are left."""


class Man(Action, frozen=True):
    """Phase G: so many squares of the boarders stay aboard a ship that they carry, in the place of as few as must."""

    ship: str
    other: str
    squares: int


class Fire(Action, frozen=True):
    """Phase H: one broadside at one target. The shot is what was loaded."""

    ship: str
    broadside: Broadside
    target: str
    aim: Aim = "hull"


class Load(Action, frozen=True):
    """Phase J: load one broadside."""

    ship: str
    broadside: Broadside
    shot: Shot = "round"


class Repair(Action, frozen=True):
    """Phase J: hands to hull or rigging (`RH`, `RR`); every third entry of a kind restores two squares."""

    ship: str
    what: Literal["hull", "rigging"]


class Sails(Action, frozen=True):
    """Phase K: set full sails, or take them in to battle sails."""

    ship: str
    full: bool


class Erase(Action, frozen=True):
    """Take back what was written for a ship in this step."""

    ship: str


Order = Unfoul | Cut | Plot | Signal | Tow | Grapple | Fend | Party | Man | Fire | Load | Repair | Sails
"""What is written down and carried out when both sides are ready."""
AnyAction = Order | Erase | Ready | Proceed


class Wind(Event, frozen=True):
    """The wind of the next turn, or that it holds; a random opening wind counts at once."""

    changed: bool
    direction: int
    velocity: int
    account: tuple[Look, ...] = ()
    at_once: bool = False


class Wrote(Event, frozen=True):
    """A secret order, told to its own side alone."""

    order: Order


class Erased(Event, frozen=True):
    """Orders of a ship taken back, told to her own side alone."""

    ship: str


class Plotted(Event, frozen=True):
    """A plot shown to all. `cut_short` says from which item on it could not be sailed, and why."""

    ship: str
    moves: str
    cut_short: str = ""


class Signalled(Event, frozen=True):
    """A message that arrives, told to its own side alone."""

    ship: str
    to: tuple[str, ...]
    words: str


class Stepped(Event, frozen=True):
    """One step of the common move: where each ship that stirred now lies. Item is what she did: 1, L, R, B, D…"""

    number: int
    moves: tuple[tuple[str, str, int, int, int], ...]
    """Ship, item, bow q, bow r, heading."""


class Collided(Event, frozen=True):
    """Two ships wanted one hex."""

    ship: str
    other: str
    place: Hex
    has: str = ""
    """Who has it; empty where neither got it."""
    fouled: bool = False
    account: tuple[Look, ...] = ()


class Drifted(Event, frozen=True):
    ships: tuple[tuple[str, int, int], ...]
    """Ship, bow q, bow r."""


class Anchored(Event, frozen=True):
    """What became of her anchor: down, up, cut."""

    ship: str
    what: Literal["down", "weighing", "up", "cut"]


class Towed(Event, frozen=True):
    ship: str
    other: str
    on: bool


class Unfouled(Event, frozen=True):
    ship: str
    other: str
    free: bool
    account: tuple[Look, ...] = ()


class Cleared(Event, frozen=True):
    """A hanging mast was cut away, or not."""

    ship: str
    side: Broadside
    free: bool
    account: tuple[Look, ...] = ()


class Grappled(Event, frozen=True):
    ship: str
    other: str
    held: bool
    account: tuple[Look, ...] = ()


class Fended(Event, frozen=True):
    """Grapples thrown off, and how many still hold."""

    ship: str
    other: str
    off: int
    left: int
    account: tuple[Look, ...] = ()


class Prepared(Event, frozen=True):
    """A boarding party, shown to all."""

    ship: str
    kind: PartyKind
    sections: tuple[int, ...]
    target: str = ""


class Manning(Event, frozen=True):
    """How many of her boarders are to stay aboard a ship that they carry, shown to all."""

    ship: str
    other: str
    squares: int


class Fired(Event, frozen=True):
    """A broadside and the squares it crosses out, before criticals."""

    ship: str
    broadside: Broadside
    target: str
    aim: Aim
    shot: Shot
    range: int
    number: int
    """The final fire number; with grape the modified one."""
    hull: int = 0
    crew: int = 0
    rigging: int = 0
    half: bool = False
    initial: bool = False
    rake: Literal["", "bow", "stern"] = ""
    account: tuple[Look, ...] = ()


class Critical(Event, frozen=True):
    """A critical hit and what it did, as the chart names it; `took` says whether it told, `detail` what exactly."""

    ship: str
    by: str
    effect: str
    took: bool = False
    detail: str = ""
    account: tuple[Look, ...] = ()


class Squares(Event, frozen=True):
    """Squares lost to something that is no broadside: a blast, an obscured side's rigging, a doubled rake."""

    ship: str
    why: str
    hull: int = 0
    crew: int = 0
    rigging: int = 0
    account: tuple[Look, ...] = ()


class Masted(Event, frozen=True):
    """A rigging section is gone (rule VIII): the mast falls free, or hangs over a side."""

    ship: str
    hangs: Literal["", "left", "right"] = ""
    fouls: tuple[str, ...] = ()
    """Ships beside her on that side that it fouls her with."""
    account: tuple[Look, ...] = ()


class Fate(Event, frozen=True):
    """She strikes, may sink, may explode, burns out of control, sinks, explodes, surrenders, is taken, recovers."""

    ship: str
    what: Literal[
        "strikes", "may_sink", "may_explode", "will_explode", "sinks", "explodes", "surrenders", "captured", "retaken",
        "recovers", "fire_out", "no_crew",
    ]  # fmt: skip
    by: str = ""
    account: tuple[Look, ...] = ()


class Melee(Event, frozen=True):
    """A round hand to hand: the strengths, and what each lost."""

    ship: str
    other: str
    round: int
    strength: tuple[int, int]
    lost: tuple[int, int]
    account: tuple[Look, ...] = ()


class Transferred(Event, frozen=True):
    ship: str
    other: str
    squares: int


class Loaded(Event, frozen=True):
    """A broadside loaded or half loaded, told to her own side alone."""

    ship: str
    broadside: Broadside
    shot: Shot
    ready: bool


class Repaired(Event, frozen=True):
    """Hands at work; `squares` are those restored by the third entry."""

    ship: str
    what: Literal["hull", "rigging"]
    squares: int = 0


class Sailed(Event, frozen=True):
    """Full sails set, or taken in."""

    ship: str
    full: bool


AnyEvent = (
    Began
    | Wind
    | Wrote
    | Erased
    | Committed
    | Plotted
    | Signalled
    | Stepped
    | Collided
    | Drifted
    | Anchored
    | Towed
    | Unfouled
    | Cleared
    | Grappled
    | Fended
    | Prepared
    | Manning
    | Fired
    | Critical
    | Squares
    | Masted
    | Fate
    | Melee
    | Transferred
    | Loaded
    | Repaired
    | Sailed
    | Ended
)
