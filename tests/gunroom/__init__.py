"""A made-up title that is small enough to know by heart: what the commands and the cases are tested on."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from weathergauge.charts import Chart
from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.frame.charts import load_charts, typed
from weathergauge.procedures import Inputs, catalogue, procedure
from weathergauge.ruleset import TABLE, Action, Card, Event, Played, Proceed, Refused, Result, Ruleset, Types


class Charts(Struct, frozen=True, eq=False):
    gunnery: Chart[int]
    fury: Chart[int]
    critical: Chart[str]


class Captain(Enum):
    TIMID = "timid"
    STEADY = "steady"
    FIERCE = "fierce"


class Loss(Struct, frozen=True):
    hull: int
    critical: str = "none"


class Hit(Event, frozen=True):
    hull: int


class Shot(Inputs):
    """One broadside at one target."""

    band: Annotated[Literal["short", "medium", "long"], Meta(description="how far off", examples=["short"])]
    guns: Annotated[int, Meta(ge=1, le=14, description="gun squares that bear", examples=[8])]
    captain: Captain = Captain.STEADY
    raking: bool = False
    aloft: Annotated[int, Meta(ge=0)] | Literal["any"] | None = None

    def __post_init__(self) -> None:
        if self.raking and self.band == "long":
            raise ValueError("nobody rakes at long range")


@procedure
def broadside(shot: Shot, charts: Charts, dice: Dice) -> Loss:
    """Two dice on the gunnery chart, and a critical if they leave three or more."""
    fury = dice.see(charts.fury, shot.captain.value)
    add = [Modifier(f"{shot.captain.value} captain", fury, Cell("fury", (shot.captain.value,)))]
    if shot.raking:
        add.append(Modifier("raking", 2))
    hull = dice.look_up(charts.gunnery, add=add, why="the broadside", band=shot.band)
    critical = dice.look_up(charts.critical, why="the critical") if hull >= 3 else "none"
    dice.tell(Hit(hull))
    return Loss(hull, critical)


class Squadron(Struct, frozen=True):
    sail: Annotated[int, Meta(ge=1, le=9, description="ships of the line")]
    flag: bool = False

    def __post_init__(self) -> None:
        if self.flag and self.sail < 2:
            raise ValueError("an admiral needs two ships")


class Meeting(Inputs):
    """Squadrons against one another."""

    ours: Annotated[tuple[Squadron, ...], Meta(min_length=1, max_length=3, description="our squadrons")]
    theirs: Squadron
    rolls: tuple[int, ...] = ()
    offing: Annotated[float, Meta(ge=0, le=20, description="miles between them")] = 1.5


@procedure
def meeting(met: Meeting, charts: Charts, dice: Dice) -> int:
    """How many more of ours than of theirs hit on five and six."""
    ours = dice.hits(sum(squadron.sail for squadron in met.ours), need=5, why="our ships")
    return ours - dice.hits(met.theirs.sail, need=5, why="their ships")


class Nothing(Inputs):
    """Which way the wind goes."""


@procedure
def wind(_: Nothing, charts: Charts, dice: Dice) -> str:
    return dice.roll(why="the wind", read=_veers)


def _veers(faces: tuple[int, ...]) -> str:
    return "veers" if faces[0] > 4 else "holds"


class Fire(Action, frozen=True):
    ship: str


class Veered(Event, frozen=True):
    wind: str


class Position(Struct, frozen=True, omit_defaults=True):
    """Two ships, their hulls, whose turn it is, and what the wind did last."""

    hull: tuple[int, int]
    turn: int = 0
    wind: str | None = None


class Offers:
    def __init__(self, ship: str | None) -> None:
        self.ship = ship

    def __iter__(self):
        return iter([Fire(self.ship)] if self.ship else [])

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def why_not(self, action: Any) -> str | None:
        if isinstance(action, Fire) and action.ship == self.ship:
            return None
        return f"it is for {self.ship} to fire" if self.ship else "this seat has nothing to do now"

    def subjects(self) -> list[str]:
        return [self.ship] if self.ship else []

    def of(self, subject: str) -> list[Fire]:
        return [*self]

    def forms(self) -> list[Any]:
        return []


class Gunroom(Ruleset[Position, Any, tuple[Position, str | None]]):
    """The rules: two ships fire in turn, then the table rolls for the wind, until one has no hull left."""

    name = "gunroom"
    version = 1
    seats = ("red", "blue")
    types = Types(state=Position, action=Fire | Proceed, event=Hit | Veered)

    chart_set: Mapping[str, Chart[Any]] = load_charts(Path(__file__).parent / "charts")
    charts = typed(chart_set, Charts)
    procedures = catalogue([broadside, meeting, wind])

    def scenarios(self) -> list[Card]:
        return [Card("duel", "A duel", "Two ships meet at short range.", self.seats)]

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Any:
        if name != "duel":
            raise Refused(f"there is no scenario {name}; did you mean duel?")
        return {"hull": 5} | dict(settings)

    def setup(self, scenario: Any, dice: Dice) -> Position:
        return Position((scenario["hull"], scenario["hull"]))

    def to_act(self, state: Position) -> tuple[str, ...]:
        return () if min(state.hull) <= 0 else ((*self.seats, TABLE)[state.turn % 3],)

    def view(self, state: Position, seat: str | None) -> tuple[Position, str | None]:
        return state, seat

    def legal(self, view: tuple[Position, str | None]) -> Offers:
        state, seat = view
        return Offers(seat if seat in self.to_act(state) else None)

    def play(self, state: Position, seat: str, action: Any, dice: Dice) -> Played:
        if seat == TABLE:
            wind = dice.roll(why="the wind", read=_veers)
            dice.tell(Veered(wind))
            return Played(Position(state.hull, state.turn + 1, wind), dice.events())
        hull = dice.look_up(self.charts.gunnery, why=f"{action.ship} fires", seat=seat, band="short")
        dice.tell(Hit(hull))
        target = 1 - self.seats.index(seat)
        left = [*state.hull]
        left[target] -= hull
        return Played(Position((left[0], left[1]), state.turn + 1, state.wind), dice.events())

    def result(self, state: Position) -> Result | None:
        return Result(self.seats[state.hull.index(max(state.hull))], "sunk") if min(state.hull) <= 0 else None

    def preview(self, view: Any, action: Any) -> tuple[Any, ...]:
        return ()

    def imagine(self, view: tuple[Position, str | None], dice: Dice) -> Position:
        return view[0]

    def tell(self, state: Position, event: Any) -> str:
        return f"{event.hull} hits"


RULES = Gunroom()
__all__ = ["RULES", "Gunroom", "Loss", "Shot", "broadside", "meeting", "wind"]
