"""What a board draws beside the view: fields of fire, lines to targets, and where an order in the making would lead.

All of it is measured by the rules from one seat's view, so that no board measures for itself. Open tables are in
hundredths of an inch with y to the north; hexes are axial. Angles of a ship's own are degrees clockwise from her bow.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

__all__ = [
    "Band",
    "Bearer",
    "Course",
    "Field",
    "Foresight",
    "Ghost",
    "Hints",
    "Line",
    "Livery",
    "OrderCard",
    "PlotEnd",
    "Point",
    "Row",
    "Sea",
    "Sector",
    "Sight",
    "Spot",
    "Way",
    "Wind",
]  # fmt: skip

Point = tuple[int, int]
"""A place: x and y, or q and r."""
Spot = tuple[int, int, int]
"""A place and a heading: x, y and degrees, or q, r and one of six."""


class Livery(Struct, frozen=True):
    """How a board shows a side: its short name, and which of the two colours of a table is its own."""

    short: str
    tone: Literal[1, 2]


class Band(Struct, frozen=True):
    """A range band: its name, and how far it reaches; null for one without an end."""

    name: str
    reach: int | None


class Sector(Struct, frozen=True, omit_defaults=True):
    """A field of fire on an open table: so many degrees to both sides of its axis, and how far."""

    name: str
    axis: int
    half: float
    reach: int = 0


class Row(Struct, frozen=True):
    """The hexes at one range: those on which all guns bear, and those on which half of them do."""

    full: tuple[Point, ...]
    half: tuple[Point, ...]


class Field(Struct, frozen=True):
    """A field of fire on hexes, row by row, as seen from a ship with her bow in 0, 0 and heading 1."""

    name: str
    rows: tuple[Row, ...]


class Line(Struct, frozen=True, omit_defaults=True):
    """From one ship to another: how far, from where to where, and what guns would make of it."""

    to: str
    range: int
    start: Point
    end: Point
    band: str = ""
    side: str = ""
    """The side of the ship on which the other lies: that of the guns one would try."""
    bears: str = ""
    """How much of that side bears: `full`, `half` or nothing."""
    rake: str = ""


class Sight(Struct, frozen=True, omit_defaults=True):
    """What is seen of one ship: how the wind meets her, her hull's length and width, and what she does."""

    wind: str = ""
    hull: Point | None = None
    nearest: Line | None = None
    """To the nearest enemy."""
    place: tuple[int, int] | None = None
    """Her place in her line, from 1, and how many sail in it."""
    may: tuple[int, int] | None = None
    """The least and the most she may go as she lies."""
    worth: int = 0
    """Points for whoever takes her."""
    track: tuple[Spot, ...] = ()
    """Where the order that is written for her would lead, for her own side."""


class Wind(Struct, frozen=True):
    """The wind that counts on a way: what it favours, and which blows; none where it is the prevailing one."""

    towards: str
    wind: str


class Sea(Struct, frozen=True):
    """What a board draws about every ship alike. It comes with a view."""

    bands: tuple[Band, ...] = ()
    sectors: tuple[Sector, ...] = ()
    rakes: tuple[Sector, ...] = ()
    """From where a ship is raked, about her own middle."""
    fields: tuple[Field, ...] = ()
    torpedoes: int = 0
    """How far torpedoes run."""
    luffing: int = 0
    """Degrees off the eye of the wind within which no canvas draws."""
    ships: dict[str, Sight] = {}
    gales: tuple[tuple[str, ...], ...] = ()
    """The places that each gale of the table reaches."""
    figures: dict[str, int] = {}
    """What sheets and forms name, such as the most characters of a signal."""
    winds: dict[str, Wind] = {}
    """By the two ends of a way, as the map names them; ways on which no wind counts are left out."""


class Course(Struct, frozen=True):
    """How far she may go on a heading, and the share of it that a turn leaves for going straight on."""

    heading: int
    low: int
    high: int
    straight: float = 1.0
    wind: str = ""


class Ghost(Struct, frozen=True):
    """Where somebody would lie, and by which way."""

    ship: str
    at: Spot
    way: tuple[Spot, ...] = ()


class Foresight(Struct, frozen=True):
    """Where orders in the making would lead if all goes well; nothing where they move nobody."""

    ghosts: tuple[Ghost, ...] = ()
    met: tuple[str, ...] = ()
    """Who lies in the way."""
    course: Course | None = None
    """How far she could go after the turn that is ordered."""


class PlotEnd(Struct, frozen=True):
    """Where a plot ends."""

    moves: str
    at: Spot


class Way(Struct, frozen=True):
    """A way that may be gone: as orders name it, what it is called, where it has a name, and every place of it."""

    id: str
    words: str
    places: tuple[str, ...]


class Bearer(Struct, frozen=True):
    """Somebody to whom an order from above could be given, and why not where he cannot have it."""

    id: str
    words: str
    """Who it is, and how far away."""
    how: str
    """Whether the order reaches him for certain, or on which chance; or why he may not hold it."""
    orders: tuple[Any, ...] = ()
    """What gives it to him now; one for each way that it may go. None while orders are not given."""
    may: bool = True


class OrderCard(Struct, frozen=True):
    """An order from above as its own side reads it, in sentences; those with nothing to say are empty."""

    title: str
    demands: str
    fails: str
    """What breaks it off."""
    progress: str
    deadline: str
    earns: str
    costs: str
    outlook: str
    """Whether there is time enough, reckoned honestly."""
    places: tuple[str, ...] = ()
    """Where it counts."""
    ways: tuple[Way, ...] = ()
    holders: tuple[Bearer, ...] = ()
    """Who could be given it, while nobody has it."""


class Hints(Struct, frozen=True):
    """What a board draws about the ship that is looked at."""

    lines: tuple[Line, ...] = ()
    course: Course | None = None
    ends: tuple[PlotEnd, ...] = ()
    followers: tuple[str, ...] = ()
    """Who could be ordered into her wake, one behind the other."""
    ways: dict[str, str] = {}
    """By every place that she could be bound for, the place before it on the shortest way there."""
    onward: dict[str, Any] = {}
    """By the first place of a way, the order that takes her there now; left out where she has to wait."""
    card: OrderCard | None = None
    """Of an order from above, where that is looked at."""
