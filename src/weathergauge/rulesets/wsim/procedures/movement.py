"""Wind and movement by themselves: the shift of the wind, how far a ship may go, who has a hex, and fouling."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, aimed, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.wsim import loading, plots, sea, wind
from weathergauge.rulesets.wsim.actions import AnyAction, Plot
from weathergauge.rulesets.wsim.charts import Charts, charts
from weathergauge.rulesets.wsim.squares import rigging_gone
from weathergauge.rulesets.wsim.state import Table, View
from weathergauge.rulesets.wsim.terms import Attitude

Velocity = Annotated[
    int, Meta(ge=0, le=6, description="wind velocity, 0 becalmed, 3 a normal breeze, 6 a storm", examples=[3])
]


class MovementAllowance(Inputs, kw_only=True):
    """How far a ship may go this turn: her movement factors in an attitude, and the bounds of her speed."""

    ship_class: Annotated[int, Meta(ge=1, le=7, description="class of the ship; 7 always rows", examples=[3])]
    attitude: Annotated[
        Attitude,
        Meta(description="A wind on the quarter, B astern, C close hauled, D in irons", examples=["A"]),
    ]
    speed: Annotated[int, Meta(ge=1, le=9, description="her speed on the log, for the sails she carries", examples=[4])]
    full_sails: Annotated[bool, Meta(description="she is under full sails")] = False
    velocity: Velocity = 3
    last_speed: Annotated[
        int, Meta(ge=0, le=9, description="factors she spent on hexes and turns last turn", examples=[3])
    ] = 0
    rigging_gone: Annotated[int, Meta(ge=0, le=4, description="rigging sections completely lost")] = 0
    oars: Annotated[bool, Meta(description="she goes by oars")] = False
    eighty_guns: Annotated[bool, Meta(description="she is rated at 80 guns and has her own row")] = False
    uncoppered: Annotated[bool, Meta(description="no copper on her bottom (option coppering)")] = False
    close: Annotated[bool, Meta(description="a fore-and-aft rig that made no hex last turn (option fore_and_aft)")] = (
        False
    )
    hanging: Annotated[int, Meta(ge=0, le=4, description="masts that hang over the side (rule VIII)")] = 0
    tow: Annotated[int, Meta(ge=0, le=2, description="what her tow takes, 2 for a higher rate (option towing)")] = 0
    blocked: Annotated[int, Meta(ge=0, le=6, description="what a ship to windward takes (option blocked_wind)")] = 0

    def __post_init__(self) -> None:
        if self.full_sails:
            gone, velocity, ship_class = self.rigging_gone > 0, self.velocity, self.ship_class
            if (reason := loading.no_full_sails("she", gone, velocity, ship_class, charts())) is not None:
                raise ValueError(f"full_sails=yes: {reason}")


class Reach(Struct, frozen=True):
    """Movement factors, and the least and the most of them for hexes and turns after last turn's speed."""

    allowance: int
    least: int
    most: int


class UnderWay(Struct, frozen=True):
    """A ship that makes way: her rig and how the wind meets it, and what her speed may become after last turn's."""

    rig: wind.Rig
    attitude: Attitude
    ship_class: int
    last_speed: int
    rigging_gone: int
    oars: bool
    eighty_guns: bool


def _under_way(a: MovementAllowance) -> UnderWay:
    oars = a.oars or a.ship_class == charts().figures.at("rowed_class")
    rig = wind.Rig(
        column="rowed" if oars else a.ship_class,
        speed=a.speed,
        full=a.full_sails,
        velocity=a.velocity,
        sections_gone=0 if oars else a.rigging_gone,
        foul_bottom=a.uncoppered and a.full_sails,
        close=a.close,
        hanging=a.hanging,
        tow=a.tow,
        blocked=0 if oars else a.blocked,
    )
    return UnderWay(rig, a.attitude, a.ship_class, a.last_speed, a.rigging_gone, a.oars, a.eighty_guns)


def _form(ship: UnderWay) -> MovementAllowance:
    rig = ship.rig
    return MovementAllowance(
        ship_class=ship.ship_class, attitude=ship.attitude, speed=rig.speed, full_sails=rig.full, velocity=rig.velocity,
        last_speed=ship.last_speed, rigging_gone=ship.rigging_gone, oars=ship.oars, eighty_guns=ship.eighty_guns,
        uncoppered=rig.foul_bottom, close=rig.close, hanging=rig.hanging, tow=rig.tow, blocked=rig.blocked,
    )  # fmt: skip


@aimed(_under_way, _form)
def movement_allowance(ship: UnderWay, charts: Charts, dice: Dice) -> Reach:
    allowance = max(0, dice.reckon("movement allowance", wind.modifiers(ship.rig, ship.attitude, charts)))
    row = wind.acceleration_row(ship.eighty_guns, ship.ship_class)
    rule = dice.see(charts.acceleration, row, why="gathering and losing way")
    least, most = wind.way(rule, ship.last_speed, ship.rigging_gone > 0, allowance)
    return Reach(allowance, least, most)


class WindChange(Inputs, kw_only=True):
    """Whether the wind changes in a turn, and to what. It counts from the next turn."""

    wsn: Annotated[int, Meta(ge=1, le=12, description="wind shift number; from 7 on it never changes", examples=[6])]
    direction: Annotated[
        int, Meta(ge=1, le=6, description="heading it blows toward, 1 north, then clockwise", examples=[1])
    ] = 1
    velocity: Velocity = 3
    first: (
        Annotated[int, Meta(ge=1, le=6, description="heading it blew toward at first; leave out if the same")] | None
    ) = None


class NewWind(Struct, frozen=True):
    """The wind of the next turn."""

    changed: bool
    direction: int
    velocity: int


@procedure
def wind_change(w: WindChange, charts: Charts, dice: Dice) -> NewWind:
    first = w.direction if w.first is None else w.first
    new = dice.do(wind.shift, w.wsn, w.direction, w.velocity, first, False, charts)
    return NewWind(new.changed, new.direction, new.velocity)


class Foul(Inputs, kw_only=True):
    """Whether two ships that have run into each other are fouled: one die for the pair."""


class Fouled(Struct, frozen=True):
    fouled: bool


@procedure
def foul(f: Foul, charts: Charts, dice: Dice) -> Fouled:
    return dice.last.do(sea.foul, "fouled?", charts, read=Fouled)


class RightOfWay(Inputs, kw_only=True):
    """Who has a hex that several ships enter at once: a die each, the highest has it, equals throw again."""

    ships: Annotated[int, Meta(ge=2, le=6, description="ships that want the hex", examples=[2])] = 2


class Holder(Struct, frozen=True):
    """The ship that has the hex, counted from 1."""

    ship: int


@procedure
def right_of_way(r: RightOfWay, charts: Charts, dice: Dice) -> Holder:
    return Holder(1 + dice.do(sea.right_of_way, r.ships, "who has the hex"))


PROCEDURES = (movement_allowance, wind_change, foul, right_of_way)


def calls(view: View, action: AnyAction, charts: Charts) -> list[Call]:
    """The procedures that a plot uses: her allowance, and fouling where a ship lies in her way as things stand."""
    table = view.table
    if not isinstance(action, Plot) or (number := table.number(action.ship)) < 0:
        return []
    ship = table.ships[number]
    under_way = UnderWay(
        wind.rig_of(table, number, charts), wind.attitude(ship.heading, table.wind), ship.ship_class, ship.speed,
        rigging_gone(ship), ship.oars, wind.eighty_guns(ship.rated, charts),
    )  # fmt: skip
    asked = [Call("movement_allowance", under_way, f"how far {ship.name} may go")]
    if (other := _in_the_way(table, number, action.moves, charts)) >= 0:
        asked.append(Call("foul", Foul(), f"if {table.ships[other].name} stays where she is"))
    return asked


def _in_the_way(table: Table, number: int, moves: str, charts: Charts) -> int:
    """The first ship that lies where she would go, or -1."""
    hull = sea.Hull(number, table.ships[number])
    others = {place: n for n, ship in enumerate(table.ships) if n != number and ship.afloat for place in ship.hexes}
    for item in plots.judge(table, number, moves, charts).items:
        move = hull.move(item)
        if move.enters in others:
            return others[move.enters]
        hull.done(move)
    return -1
