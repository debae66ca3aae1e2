"""Whose decision is waited for, and a battle while it is fought."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from weathergauge.frame.table import NamesWaiting, Over
from weathergauge.rulesets.sealords.forces import Leader
from weathergauge.rulesets.sealords.terms import Intensity, Side, Task


class Going(Struct, frozen=True, tag="going"):
    """Nobody decides: the sequence goes on with its next step."""


class Decoying(NamesWaiting, frozen=True, tag="decoying"):
    """Start of an impulse: both sides may place dummies."""

    waiting: tuple[Side, ...]


class Plotting(Struct, frozen=True, tag="plotting"):
    """Player A plots a direction for each ready formation."""

    side: Side


class Sailing(Struct, frozen=True, tag="sailing"):
    """A side spends the MPs of its formations that act in this increment; it may task auxiliaries between them."""

    side: Side
    extra: bool = False


class Tasking(Struct, frozen=True, tag="tasking"):
    """Both sides may task auxiliaries, in turn, until both pass on end."""

    side: Side
    passed: int = 0


class Screening(Struct, frozen=True, tag="screening"):
    """A task is announced: the other side may put forward a screen. `then` is the phase to go back to."""

    side: Side
    task: Task
    place: str
    target: str
    then: Sailing | Tasking


class Sighting(Struct, frozen=True, tag="sighting"):
    """Those who watch a port from afar have found a formation that came out: their side is asked whether they close with it.
    `then` is the phase to go back to."""

    side: Side
    formation: str
    place: str
    then: Sailing


class Combatants(Struct, frozen=True, gc=False, omit_defaults=True):
    """The engaged formations of a side, and which of its others may still come."""

    side: Side
    engaged: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    began: int = 0
    """Sail it went into the battle with."""
    lost: tuple[tuple[str, int], ...] = ()
    """Sail it has lost, by class."""
    flags: tuple[tuple[str, int], ...] = ()
    """The same by contingent."""
    dps: int = 0
    """Damage points it has suffered."""
    captured: tuple[Leader, ...] = ()
    """Its leaders in the enemy's hands, who may be ransomed."""


class Pairing(Struct, frozen=True, gc=False, omit_defaults=True):
    """One combat: the squadrons of both sides, those first paired first, and how leadership shifts are shared out."""

    gauge: tuple[str, ...]
    other: tuple[str, ...]
    own_shift: int = 0
    """Shifts the better leader's side takes to itself; the rest go to the enemy."""
    shared: bool = False


class Battle(Struct, frozen=True, gc=False, omit_defaults=True):
    """A battle in hand, open to everybody."""

    place: str
    attacker: Side
    sides: tuple[Combatants, Combatants]
    """In the order of the table's sides."""
    gauge: Side | Literal[""] = ""
    intensity: Intensity | Literal[""] = ""
    level: int = -1
    combats: tuple[Pairing, ...] = ()
    burnt: tuple[str, ...] = ()
    """Fireships already spent in it."""
    paid: bool = False
    """What the attack costs, where there is no war, has been paid."""
    leaders: tuple[tuple[str, str], ...] = ()
    """Formations with the squadron that their leader is with."""
    faces: tuple[int, ...] = ()
    """Dice of the combat in hand, while they may be thrown again."""
    winner: Side | Literal[""] = ""
    prizes: int = 0
    """Captured sail still to be shared out."""
    taken: tuple[tuple[str, int], ...] = ()
    """Enemy sail among which they are chosen, by class."""

    def of(self, side: Side) -> Combatants:
        first, second = self.sides
        return first if first.side == side else second

    def enemy(self, side: Side) -> Side:
        """The other side in it."""
        first, second = self.sides
        return second.side if first.side == side else first.side

    def with_side(self, changed: Combatants) -> Battle:
        """With one side of it changed."""
        first, second = self.sides
        return replace(self, sides=(changed, second) if first.side == changed.side else (first, changed))


class Offering(Struct, frozen=True, tag="offering"):
    """At the end of an increment: a side is asked whether it attacks at a place. `left` are the places to come."""

    side: Side
    place: str
    left: tuple[str, ...] = ()
    asked: bool = False
    """The other side was asked here before."""


class Fighting(Struct, frozen=True, tag="fighting"):
    """A step of a battle in which a side decides."""

    side: Side
    step: Literal[
        "engage", "call_off", "withdraw", "reinforce", "post", "fireships", "intensity", "regret_intensity", "pair", "join", "share",
        "regret_combat", "prizes", "ransom", "reorganise", "retreat", "plunder",
    ]  # fmt: skip
    left: tuple[str, ...] = ()
    """The places still to be asked about after it."""
    number: int = 0
    """Which combat the step is about, or how many have passed on end."""


class Closing(NamesWaiting, frozen=True, tag="closing"):
    """End of an impulse: orders may be handed over, extended or given up."""

    waiting: tuple[Side, ...]


class Requesting(NamesWaiting, frozen=True, tag="requesting"):
    """A quarterly turn: each side may ask for reinforcements."""

    waiting: tuple[Side, ...]


class Council(NamesWaiting, frozen=True, tag="council"):
    """Administrative phase: orders, auxiliaries and reorganisation, both sides at once."""

    waiting: tuple[Side, ...]


class Yards(NamesWaiting, frozen=True, tag="yards"):
    """Administrative phase: laying up, repairs and fitting out, both sides at once."""

    waiting: tuple[Side, ...]


Phase = (
    Going
    | Decoying
    | Plotting
    | Sailing
    | Tasking
    | Screening
    | Sighting
    | Offering
    | Fighting
    | Closing
    | Requesting
    | Council
    | Yards
    | Over
)
