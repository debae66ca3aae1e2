"""What is on the table of a fleet action, and what each side keeps to itself.

Positions and distances are hundredths of an inch, headings whole degrees clockwise from north (TR43).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from weathergauge.files.library import Evened
from weathergauge.frame import table as frame
from weathergauge.frame.fleet import Fleet
from weathergauge.frame.memory import kept
from weathergauge.frame.table import NamesReady, Position
from weathergauge.frame.table import Over as Over
from weathergauge.freetable import Box
from weathergauge.freetable.fleet import GONE, Lookout, Place
from weathergauge.freetable.fleet import Fleet as Places
from weathergauge.rulesets.trafalgar.charts import charts

Side = Literal["british", "allied"]
SIDES: tuple[Side, Side] = ("british", "allied")
Nation = Literal["british", "french", "spanish"]
Rate = Literal["1st_rate", "2nd_rate", "3rd_rate", "4th_rate", "5th_rate", "smaller"]
Broadside = Literal["port", "starboard"]
Attitude = Literal["into", "on_bow", "quarter", "aft"]
SharedEdge = Literal["farther", "nearer"]
"""Which of two bands owns the distance at which they meet."""
Manner = Literal["succession", "together", "alone"]
INCH = 100
HULL_LENGTH, HULL_WIDTH = (charts().hull_in_base.at(side) for side in ("length", "width"))
"""Percent of the base."""

replace = msgspec.structs.replace


def enemy(side: Side) -> Side:
    """The other side."""
    return "allied" if side == "british" else "british"


class Corner(Struct, frozen=True, gc=False, array_like=True):
    """Where a line turned: the ships astern turn there too, to this heading (TR27)."""

    x: int
    y: int
    heading: int


class Ship(Struct, frozen=True, gc=False, omit_defaults=True):
    """One model with her sheet."""

    id: str
    name: str
    side: Side
    nation: Nation
    rate: Rate
    guns: int
    sheet: tuple[int, ...]
    x: int
    y: int
    heading: int
    length: int
    width: int
    points: int
    crossed: int = 0
    flag: bool = False
    move_modifier: int = 0
    speed: int = 0
    """Last turn's move, against which the change limit is measured; 0 after a collision (TR15)."""
    sailed: int = 0
    """This turn's move: under two inches she loses seaway."""
    drifting: int = 0
    """Turns she has drifted in succession."""
    fresh: tuple[Broadside, ...] = ("port", "starboard")
    """Broadsides whose first shot has not been spent (TR03)."""
    struck: bool = False
    gone: bool = False
    """Left the table (TR26)."""
    parted: bool = False
    """Out of her squadron's line (TR27)."""
    wake: tuple[Corner, ...] = ()
    """Turning points of the line that still lie ahead of her."""
    wanted: int | None = None
    """The heading her captains last failed to come to, and how often (TR09)."""
    failures: int = 0

    @property
    def hull(self) -> int:
        """Current hull points: the number in the first uncrossed box."""
        return self.sheet[self.crossed] if self.crossed < len(self.sheet) else 0

    @property
    def able(self) -> bool:
        """Still fighting, and on the table."""
        return not self.struck and not self.gone

    @property
    def base(self) -> Box:
        return self.x, self.y, self.heading, self.length, self.width

    @property
    def hull_box(self) -> Box:
        """The hull inside the base, a share of its length and of its width (TR21)."""
        return self.x, self.y, self.heading, self.length * HULL_LENGTH // 100, self.width * HULL_WIDTH // 100


class Squadron(Struct, frozen=True, gc=False, omit_defaults=True):
    """Ships that sail together, in the order of their line."""

    name: str
    side: Side
    ships: tuple[int, ...]
    abreast: bool = False
    """Turned together and so no longer in line (TR27)."""
    hold_until: int = 0
    """The first turn on which it may change direction (TR44)."""


class Lock(Struct, frozen=True, gc=False):
    """Two ships held together; `one` is the lower number."""

    one: int
    other: int
    how: Literal["grappled", "fouled"]


class Settings(Evened, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may want otherwise. The defaults are the rulings."""

    into_below: Annotated[
        int, Meta(ge=1, le=178, description="degrees off the wind's eye under which she is into it (TR05)")
    ] = 45
    on_bow_below: Annotated[
        int, Meta(ge=1, le=179, description="degrees under which the wind is on her bow (TR05)")
    ] = 90
    quarter_below: Annotated[int, Meta(ge=1, le=180, description="degrees under which it is on her quarter (TR05)")] = (
        150
    )
    arc: Annotated[
        int, Meta(ge=1, le=90, description="degrees either side of the beam that a broadside bears (TR11)")
    ] = 45
    rake_tenths: Annotated[
        int, Meta(ge=0, le=900, description="tenths of a degree either side of the bow or stern line that rake (TR12)")
    ] = 225
    shared_edge: Annotated[SharedEdge, Meta(description="which band owns 5 and 10 inches exactly (TR01)")] = "farther"
    historical_gunnery: Annotated[
        bool, Meta(description="Spanish numbers one lower, French first box crossed (TR16)")
    ] = False
    lines: Annotated[
        Literal["pass", "collide"],
        Meta(description="whether a line closer than a closed group may still be passed through with the die (TR18)"),
    ] = "pass"
    silence: Annotated[
        Literal["lets_go", "holds_on"],
        Meta(description="what a side means that writes nothing of a pair which the other would part (TR47)"),
    ] = "lets_go"
    withdrawal: Annotated[
        Literal["half", "free"],
        Meta(description="what a ship counts for that leaves with more than half of her boxes (TR48)"),
    ] = "half"
    turns: Annotated[int, Meta(ge=1, le=200, description="a limit of turns other than the scenario's")] | None = None

    def __post_init__(self) -> None:
        if not self.into_below < self.on_bow_below < self.quarter_below:
            raise ValueError(
                f"into_below={self.into_below}, on_bow_below={self.on_bow_below} and quarter_below={self.quarter_below}: "
                "expected each greater than the one before, or an attitude could not occur"
            )


class Helm(Struct, frozen=True, gc=False):
    """A change of direction asked for this turn: how far, in what manner, and whether it was made."""

    ship: int
    angle: int
    manner: Manner
    made: bool


class Moving(Struct, frozen=True, gc=False, tag="moving"):
    """Steps 1 and 2: a side moves, ship by ship or squadron by squadron, in the order it likes."""

    side: Side
    done: tuple[int, ...] = ()
    helms: tuple[Helm, ...] = ()


class Firing(Struct, frozen=True, gc=False, tag="firing"):
    """Steps 3 and 4: a side fires; `must` are ships that failed to hold their fire."""

    side: Side
    done: tuple[int, ...] = ()
    must: tuple[int, ...] = ()


class Boarding(NamesReady, frozen=True, tag="boarding"):
    """Step 5, before the reveal: both sides decide in secret."""

    ready: tuple[Side, ...] = ()


class Fight(Struct, frozen=True, gc=False, array_like=True):
    """A boarding combat to be fought: two ships, and which of them attacks."""

    one: int
    other: int
    attackers: tuple[int, ...]


class Melee(Struct, frozen=True, gc=False, tag="melee"):
    """Step 5, after the reveal: a ship attacked more than once fights in the order her owner picks (TR17)."""

    fights: tuple[Fight, ...]
    choosing: int
    """The ship whose owner must pick the next fight."""


class Grappling(NamesReady, frozen=True, tag="grappling"):
    """Step 6: both sides write down whom they grapple and from whom they would part (TR29)."""

    ready: tuple[Side, ...] = ()


Phase = Moving | Firing | Boarding | Melee | Grappling | Over


class Table(Fleet[Ship, Side], frozen=True):
    """What everybody may know."""

    sides: ClassVar[tuple[Side, Side]] = SIDES
    title: str
    turn: int
    turns: int
    wind: int
    """The wind's eye: the direction it blows from."""
    width: int
    height: int
    settings: Settings
    ships: tuple[Ship, ...]
    squadrons: tuple[Squadron, ...]
    phase: Phase
    locks: tuple[Lock, ...] = ()
    met: tuple[tuple[int, int], ...] = ()
    """Pairs that collided this turn without their bases touching: they count as touching (TR30)."""

    @property
    def places(self) -> Places:
        """Where the ships lie; the same value for as long as none moves, strikes or leaves."""
        ships, fleet = LOOKOUT.last
        return fleet if ships is self.ships else LOOKOUT.fleet(self.ships)

    @property
    def held(self) -> frozenset[int]:
        """The ships that are locked with another."""
        return held(self.locks)

    def locked(self, number: int) -> bool:
        return bool(self.locks) and number in held(self.locks)

    def squadron_of(self, number: int) -> Squadron | None:
        for squadron in self.squadrons:
            if number in squadron.ships:
                return squadron
        return None


def _place(ship: Ship) -> Place:
    return GONE if ship.gone else (ship.base, ship.hull_box, not ship.struck)


LOOKOUT: Lookout[Ship] = Lookout(_place)


@kept(lambda locks: (locks,), size=64)
def held(locks: tuple[Lock, ...]) -> frozenset[int]:
    """The ships of these locks."""
    return frozenset([number for lock in locks for number in (lock.one, lock.other)])


@kept(lambda locks: (locks,), size=64)
def pairs(locks: tuple[Lock, ...]) -> frozenset[tuple[int, int]]:
    """These locks as pairs of ships, the lower number first."""
    return frozenset([(lock.one, lock.other) for lock in locks])


class Secret(Struct, frozen=True, gc=False):
    """What a side has decided and not yet shown: pairs of its own ship and another."""

    board: tuple[tuple[int, int], ...] = ()
    grapple: tuple[tuple[int, int], ...] = ()
    part: tuple[tuple[int, int], ...] = ()
    remain: tuple[tuple[int, int], ...] = ()


NOTHING = Secret()


class State(Position[Table, Secret], frozen=True):
    """The whole match position."""

    british: Secret = NOTHING
    allied: Secret = NOTHING

    @classmethod
    def of(cls, table: Table, one: Secret, other: Secret) -> State:
        return cls(table, one, other)

    def secret(self, side: str) -> Secret:
        return self.british if side == "british" else self.allied

    def with_secret(self, side: str, secret: Secret) -> State:
        return replace(self, british=secret) if side == "british" else replace(self, allied=secret)


View = frame.View[Table, Side, Secret]
Seated = frame.Seated[Table, Side, Secret]
