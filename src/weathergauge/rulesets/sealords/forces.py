"""Forces as values: leaders, squadrons, formations, auxiliaries, their orders, and what the table shows of each."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from weathergauge.rulesets.sealords.terms import (
    Approach,
    AuxClass,
    Box,
    ConvoyKind,
    Ensign,
    FormationKind,
    Help,
    Known,
    OrderState,
    OrderType,
    Personality,
    Rank,
    Side,
    SquadronClass,
    State3,
    Task,
)

There = TypeVar("There")


def sure(found: There | None, id: str) -> There:
    """What was found; whoever asks knows that it is there."""
    if found is None:
        raise LookupError(f"there is no {id}")
    return found


class Leader(Struct, frozen=True, gc=False, omit_defaults=True):
    """An admiral or commodore. Ratings as on his counter: leadership, strategy, control."""

    id: str
    name: str
    contingent: str
    lr: int
    personality: Personality
    sr: int
    control: int
    rank: Rank = "commodore"
    ensign: Ensign = ""
    year: int = 0
    """Of his promotion to the rank; 0 is unknown, junior to all."""
    role: Literal["", "fleet_admiral", "command_admiral"] = ""
    wounded: int = 0
    """Turns until he is well again (R-WOUND)."""
    earned: bool = False
    """Won a battle or fulfilled an order this quarter: he may be promoted."""


class Squadron(Struct, frozen=True, gc=False, omit_defaults=True):
    """The unit that fights. A flagship is one of a single named sail."""

    id: str
    contingent: str
    cls: SquadronClass
    sail: int
    full: int
    """Sail she may have at most."""
    rating: int
    """Damage rating; it does not shrink with her sail."""
    ma: int
    shift: int = 0
    dps: int = 0
    name: str = ""
    """The ship's name of a flagship; the ships of others, where known."""
    guns: int = 0
    strait: bool = False
    """Entered a strait this turn."""
    interdicted: bool = False
    """Interdicted a strait this turn."""
    new: int = 0
    """Sail that are new reinforcements: moved without a check."""
    hauled: int = 0
    """Turns on end that she has lain in ordinary (R-REFIT)."""
    fitted: bool = False
    """Was fitting out through the whole turn: the yard may work on her."""

    @property
    def excess(self) -> int:
        """Damage points beyond her rating."""
        return self.dps - self.rating


class Cargo(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a convoy carries, and by what way it goes."""

    kind: ConvoyKind
    points: int
    full: int
    route: tuple[str, ...] = ()
    """Places still before it, the next one first."""
    target: str = ""
    waits: bool = False
    """Lies where it was made until its escort comes; orders/convoys.py lets it go."""


class Formation(Struct, frozen=True, gc=False, omit_defaults=True):
    """The unit that moves. `place` is a place of the map, or one of its boxes: `toulon/harbour`,
    `balearic_sea/in/space_7` (from that space), `balearic_sea/out/space_7` (towards it)."""

    id: str
    side: Side
    name: str
    kind: FormationKind
    place: str
    command: str = ""
    """The contingent whose Command it belongs to."""
    state: State3 = "ready"
    leader: Leader | None = None
    squadrons: tuple[Squadron, ...] = ()
    cargo: Cargo | None = None
    order: str = ""
    """Id of the order it holds."""
    known: Known = "hidden"
    shadows: tuple[str, ...] = ()
    """Ids of enemy auxiliaries that follow it."""
    disorganised: bool = False
    approach: Approach = "on_station"
    """How it came to where it is, in the last increment in which it moved."""
    moved: bool = False
    """Moved in this increment."""
    since: int = 0
    """Serial number of the increment in which it came to its place: who was there first."""
    beating: str = ""
    """Where it is beating to: the second MP brings it there."""
    acted: bool = False
    """Has spent its MP of this increment."""
    extra: bool = False
    """Has spent its extra MP of this impulse."""
    searched: bool = False
    sheltered: bool = False
    """Marked time at anchor in this increment (R-ROADS)."""
    galed: bool = False
    """Gale effects of this increment are done."""

    @property
    def afloat(self) -> bool:
        return self.state == "ready"

    @property
    def sail(self) -> int:
        return sum([squadron.sail for squadron in self.squadrons])

    @property
    def dps(self) -> int:
        return sum([squadron.dps for squadron in self.squadrons])

    @property
    def load(self) -> Cargo:
        """What a convoy carries."""
        return sure(self.cargo, f"cargo of {self.id}")

    @property
    def galleys(self) -> bool:
        """Galleys all of them."""
        return {squadron.cls for squadron in self.squadrons} == {"galley"}

    @property
    def rowed(self) -> bool:
        """Some of them are galleys, which keep it out of the open sea."""
        return "galley" in [squadron.cls for squadron in self.squadrons]

    def squadron_of(self, id: str) -> Squadron:
        """The squadron of that id, which is in it."""
        return sure(self.squadron(id), id)

    def squadron(self, id: str) -> Squadron | None:
        for squadron in self.squadrons:
            if squadron.id == id:
                return squadron
        return None

    def with_squadron(self, changed: Squadron) -> Formation:
        """With a squadron in place of the one of its id; one without sail goes."""
        kept = [changed if squadron.id == changed.id else squadron for squadron in self.squadrons]
        return replace(self, squadrons=tuple([squadron for squadron in kept if squadron.sail > 0]))


class Auxiliary(Struct, frozen=True, gc=False, omit_defaults=True):
    """A small force that is assigned to a base and sent on tasks."""

    id: str
    side: Side | Literal[""]
    """Nobody's are the pirates."""
    contingent: str
    cls: AuxClass
    box: Box
    base: str = ""
    """A port, a formation's id, or a corsair zone."""
    corsair: Literal["", "privateer", "pirate", "guardacostas", "knights"] = ""
    task: Task | Literal[""] = ""
    place: str = ""
    target: str = ""
    active: bool = True
    """A pirate that the table of activation woke this turn; a guardacostas that has not acted in this impulse, or another
    that has not tried to change its role in it."""


class Order(Struct, frozen=True, gc=False, omit_defaults=True):
    """An order chit and what it asks for."""

    id: str
    type: OrderType
    state: OrderState
    command: str = ""
    """The contingent it was drawn for; with it goes the admiral who received it."""
    target: tuple[str, ...] = ()
    """Places, or the id of a convoy or an enemy counter."""
    holder: str = ""
    issued: int = 0
    """Serial number of the turn in which it was issued."""
    impulses: int = 0
    """Impulses in execution so far."""
    away: int = 0
    """Impulses on end in which the holder was elsewhere."""
    visits: tuple[int, ...] = ()
    """How often each target was visited."""
    extended: int = 0
    cargo: int = 0
    """Points the convoy set out with."""
    at_sea: int = 0
    """Sail the holder set out with."""
    kind: ConvoyKind | Literal[""] = ""
    """Of the convoy it is about."""
    route: str = ""
    """Name of the convoy's route, or how the names of several begin; empty is the shortest way."""
    convoy: str = ""
    """Id of the convoy that was made for it."""
    event: str = ""
    """The event that brought the chit: with it the chit goes."""
    seen: tuple[int, ...] = ()
    """Which targets the holder has been to in this impulse."""
    fought: bool = False
    """The battle it asks for was fought."""


class Counter(Struct, frozen=True, gc=False, omit_defaults=True):
    """What everybody sees of a formation: that something is there. Spotted, its classes and leader; in battle, all."""

    id: str
    side: Side
    place: str
    state: State3 = "ready"
    known: Known = "hidden"
    kind: FormationKind | Literal[""] = ""
    command: str = ""
    """Its colours: the contingent it belongs to."""
    classes: tuple[SquadronClass, ...] = ()
    leader: str = ""
    shown: Formation | None = None


class Station(Struct, frozen=True, gc=False, omit_defaults=True):
    """An auxiliary on a lasting task, which everybody sees."""

    aux: str
    side: Side | Literal[""]
    contingent: str
    cls: AuxClass
    task: Task
    place: str
    target: str = ""
    by: Side | Literal[""] = ""
    """Who tasked it, where it is nobody's."""


class Front(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a campaign of armies stands."""

    id: str
    at: int
    """The number of the position in its row."""
    event: str
    """The event with which it began."""
    fought: bool = True
    """The armies are in the field."""
    winner: Side = ""
    """Who won it, when it was won last."""
    won_in: int = 0
    """The year in which it was won."""
    over: bool = False
    """It never begins again."""
    help: tuple[tuple[Side, Help], ...] = ()
    """What fleets have done for the armies since these last marched, and which side's."""


def counter_of(formation: Formation) -> Counter:
    """What the table shows of a formation."""
    base = Counter(formation.id, formation.side, formation.place, formation.state, formation.known)
    if formation.known == "hidden":
        return base
    leader = formation.leader.name if formation.leader is not None else ""
    classes = tuple([squadron.cls for squadron in formation.squadrons])
    base = replace(base, kind=formation.kind, command=formation.command, classes=classes, leader=leader)
    return replace(base, shown=replace(formation, order="", shadows=())) if formation.known == "all" else base
