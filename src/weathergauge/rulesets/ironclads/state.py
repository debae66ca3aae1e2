"""What lies on the table in the age of steam, and what each side keeps to itself.

Positions and distances are hundredths of an inch, x to the east and y to the north; headings whole degrees clockwise
from north. Hulls are counted in quarters of a point, the small squares of the sheet.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from weathergauge.dice import Look
from weathergauge.files.library import Evened
from weathergauge.frame import table as frame
from weathergauge.frame.fleet import Fleet
from weathergauge.frame.table import NamesReady
from weathergauge.frame.table import Over as Over
from weathergauge.freetable import Box, Point
from weathergauge.freetable.fleet import GONE, Lookout, Place
from weathergauge.freetable.fleet import Fleet as Places
from weathergauge.rulesets.ironclads.actions import Aim
from weathergauge.rulesets.ironclads.charts import charts
from weathergauge.rulesets.ironclads.terms import (
    Captain,
    DamageType,
    GunTrait,
    GunType,
    Order,
    Rudder,
    Sector,
    Side,
    Trait,
)

INCH = 100
QUARTERS = charts().hull_point_squares.at("1")
"""The small squares of a hull point."""
replace = msgspec.structs.replace


def distance(what: str) -> int:
    """A distance of the charts, in hundredths of an inch."""
    return round(charts().distances.at(what) * INCH)


SMALLEST = len(charts().mine_hit_dice.cells)
"""The last class, with the smallest ships."""
ShipClass = Annotated[int, Meta(ge=1, le=SMALLEST, examples=[2])]
Era = Annotated[int, Meta(ge=1, le=len(charts().eras.cells))]
Needed = Annotated[int, Meta(ge=2, le=6)]
"""What a die needs, where a setting says."""
PerHit = Literal["quarter_quarter_half", "quarter_half_one"]
"""Hull for each light, medium and main penetration (IR10)."""
ContactRule = Literal["apart", "from_turn_6"]
HalfPercent = Annotated[int, Meta(ge=10, le=90)]
SlowPercent = Annotated[int, Meta(ge=5, le=50)]
PerKnot = Annotated[int, Meta(ge=5, le=200)]
"""Hundredths of an inch (IR02)."""


class Battery(Struct, frozen=True, gc=False, omit_defaults=True):
    """Guns that fire together, counted in dice; their AP is on the scale of the armour (IR33)."""

    kind: GunType
    dice: int
    ap: int
    sectors: tuple[Sector, ...]
    quarters: int = 0
    """Hull quarters for each penetration; 0 where the settings say (IR10)."""
    traits: tuple[GunTrait, ...] = ()
    group: str = ""
    """Batteries of one group are the same guns on other bearings: one of them fires in a turn."""
    lost: bool = False
    fired: bool = False
    """In this turn: each battery fires once, counter salvos included."""


class Tube(Struct, frozen=True, gc=False, omit_defaults=True):
    """A torpedo tube: one shot in a battle."""

    sectors: tuple[Sector, ...]
    damage: DamageType = "D2"
    spent: bool = False


class Ship(Struct, frozen=True, gc=False, omit_defaults=True):
    """One model with her sheet. A fort is one too, without orders and without markers."""

    id: str
    name: str
    side: Side
    ship_class: int
    hull: int
    """Quarters left; structure of a fort."""
    hull_full: int
    knots: int
    armour: int
    x: int
    y: int
    heading: int
    length: int
    width: int
    traits: tuple[Trait, ...] = ()
    batteries: tuple[Battery, ...] = ()
    tubes: tuple[Tube, ...] = ()
    marines: int = 0
    captain: Captain = ""
    flagship: bool = False
    flag_from: int = 0
    """The turn from which the admiral flies his flag in her; 0 is never, or from the start (IR58)."""
    fort: bool = False
    guns_owed: int = 0
    """Guns of a fort that are destroyed, and of which the firer has yet to say which (IR70)."""
    points: int = 0
    """What she is worth when sunk or taken; 0 is her hull points."""
    order: Order | Literal[""] = ""
    """Her active order once shown this turn; face down it is nobody's but her own side's."""
    speed: int = 0
    """Knots that her order and limits gave her at her last activation: what a ram declares."""
    anchored: bool = False
    grounded: bool = False
    activated: bool = False
    fire: int = 0
    flooding: int = 0
    """Active flooding markers."""
    flooded: int = 0
    """Inactive flooding markers."""
    bridge: bool = False
    rudder: Rudder = ""
    engine_room: int = 0
    heavy_list: bool = False
    ram_lost: bool = False
    lost_hull: bool = False
    """Lost hull this turn: at the brink she tests for surrender (IR17)."""
    surrendered: bool = False
    gone: Literal["", "sunk", "left", "taken"] = ""
    """Out of play; a ship taken by boarding goes out of play for her captor's points."""

    @property
    def base(self) -> Box:
        return self.x, self.y, self.heading, self.length, self.width

    @property
    def here(self) -> bool:
        """Still on the table, if only as an obstacle."""
        return not self.gone

    @property
    def able(self) -> bool:
        """On the table and fighting."""
        return not self.gone and not self.surrendered and self.hull > 0

    @property
    def markers(self) -> int:
        """Flooding markers of either kind."""
        return self.flooding + self.flooded


class Shore(Struct, frozen=True, gc=False):
    """Land, a shoal, a reef or a boom: a polygon of table points."""

    name: str
    kind: Literal["land", "shoal", "reef", "boom"]
    points: tuple[Point, ...]
    easy: tuple[str, ...] = ()
    """Ships that pass it on 3 or more whatever their class, as a scenario may say."""


class Minefield(Struct, frozen=True, gc=False):
    """A minefield marker."""

    name: str
    x: int
    y: int
    radius: int = INCH
    damage: DamageType = "D2"
    owner: Side | Literal[""] = ""
    """Whose mines they are; where the scenario hides them only the owner knows the place until they are met."""


class Settings(Evened, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may want otherwise. The defaults are the rulings."""

    hundredths_per_knot: Annotated[
        PerKnot, Meta(description="hundredths of an inch for each knot of an activation (IR02)")
    ] = 50
    half_percent: Annotated[HalfPercent, Meta(description="speed of a half order, percent of the maximum (IR01)")] = 50
    slow_percent: Annotated[SlowPercent, Meta(description="speed of a slow order, percent of the maximum (IR01)")] = 25
    least_percent: Annotated[
        int, Meta(ge=0, le=100, description="what an order makes her run at the least, percent of its distance (IR60)")
    ] = 50
    hull_per_hit: Annotated[PerHit, Meta(description="hull lost to each light, medium and main penetration (IR10)")] = (
        "quarter_quarter_half"
    )
    fire_out: Annotated[Needed, Meta(description="puts out a fire on this and more (IR12)")] = 3
    flood_held: Annotated[Needed, Meta(description="contains a flood on this and more (IR13)")] = 3
    repair: Annotated[Needed, Meta(description="repairs rudder, engines or list on this and more (IR14)")] = 5
    success: Annotated[Needed, Meta(description="a plain success, as of a blast (IR09)")] = 4
    torpedo_near: Annotated[Needed, Meta(description="a torpedo hits within half its reach on this (IR18)")] = 5
    torpedo_far: Annotated[Needed, Meta(description="a torpedo hits beyond that on this (IR18)")] = 6
    surrender: Annotated[
        Literal["hull_lost", "every_turn"], Meta(description="when a ship at the brink tests (IR17)")
    ] = "hull_lost"
    contact: Annotated[ContactRule, Meta(description="when contact is tested (IR26)")] = "apart"
    weather: Annotated[
        Literal["scenario", "rolled"],
        Meta(description="the scenario's weather, or thrown for from calm to storm whatever it says (IR68)"),
    ] = "scenario"
    withdrawal: Annotated[
        Literal["half", "free"],
        Meta(description="what a ship counts for that leaves with more than half of her hull (IR66)"),
    ] = "half"
    fort_guns: Annotated[
        Literal["chosen", "largest"],
        Meta(description="which gun of a fort is destroyed: the firer's choice, or the largest battery's (IR70)"),
    ] = "chosen"
    captains: Annotated[bool, Meta(description="captains of note count (IR22)")] = True
    era: Annotated[Era, Meta(description="another era than the scenario's (IR28)")] | None = None
    turns: Annotated[int, Meta(ge=1, le=100, description="a limit of turns other than the scenario's")] | None = None


class Choosing(Struct, frozen=True, gc=False, tag="choosing"):
    """Phase 1: the winner of the initiative names player A."""

    side: Side
    thrown: tuple[Look, ...] = ()
    """The dice of the first turn, which are thrown before there is a log; it tells of them when he has chosen (IR64)."""


class Commanding(NamesReady, frozen=True, tag="commanding"):
    """Phase 2: both sides place orders face down."""

    ready: tuple[Side, ...] = ()


class Activating(Struct, frozen=True, gc=False, tag="activating"):
    """Phase 3: a side picks a ship, moves her, and fires."""

    side: Side
    ship: int = -1
    stage: Literal["pick", "move", "fire"] = "pick"
    fired: bool = False
    boarded: bool = False


class Countering(Struct, frozen=True, gc=False, tag="countering"):
    """A salvo is declared; the owner of its targets answers for each that can, lowest number first."""

    side: Side
    """Who answers."""
    ship: int
    """Who fires."""
    shots: tuple[Aim, ...]
    waiting: tuple[int, ...]
    answers: tuple[tuple[int, tuple[int, ...]], ...] = ()
    boarded: bool = False


class Rethrowing(Struct, frozen=True, gc=False, tag="rethrowing"):
    """A fight on deck: a boarding specialist has seen her die and may throw it again (IR52)."""

    side: Side
    """Whose specialist it is."""
    ship: int
    """Who boards."""
    target: int
    ours: int
    """The face of the boarders."""
    theirs: int = 0
    """The face of the defenders; 0 where they have yet to throw."""
    fired: bool = False


class Destroying(Struct, frozen=True, gc=False, tag="destroying"):
    """A fort has lost guns: the enemy names them (IR70)."""

    side: Side
    ship: int
    """Who is activated."""
    boarded: bool = False


class Breaking(Struct, frozen=True, gc=False, tag="breaking"):
    """The end of a turn: sides that have lost half may ask to break off. Their answers are secret until all are in (IR64)."""

    waiting: tuple[Side, ...]


Phase = Choosing | Commanding | Activating | Countering | Rethrowing | Destroying | Breaking | Over


class Goal(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a scenario asks of a side beyond points: ships to sink or take, one to keep, one to bring out over an edge.

    Of a goal that only hunts, the edge is the one by which its prey may get away (IR61).
    """

    side: Side
    sink: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    edge: Literal["", "north", "east", "south", "west"] = ""
    words: str = ""


class Table(Fleet[Ship, Side], frozen=True):
    """What everybody may know."""

    title: str
    sides: tuple[Side, Side]
    era: int
    turn: int
    turns: int
    width: int
    height: int
    settings: Settings
    ships: tuple[Ship, ...]
    phase: Phase
    first: Side
    """Player A of this turn."""
    wind: int
    """Where the wind blows from, in degrees."""
    level: int
    """Wind strength from 1, calm, to 6, storm."""
    fixed_weather: bool
    """The scenario keeps its wind."""
    calmest: int
    roughest: int
    shores: tuple[Shore, ...] = ()
    mines: tuple[Minefield, ...] = ()
    """Minefields that everybody knows."""
    hidden_mines: tuple[Side, ...] = ()
    """Sides that may have laid others, of which only they know the places."""
    goals: tuple[Goal, ...] = ()

    @property
    def places(self) -> Places:
        """Where the ships lie; the same value for as long as none moves or goes out of play."""
        ships, fleet = LOOKOUT.last
        return fleet if ships is self.ships else LOOKOUT.fleet(self.ships)


def _place(ship: Ship) -> Place:
    base = ship.base
    return GONE if ship.gone else (base, base, True)


LOOKOUT: Lookout[Ship] = Lookout(_place)


class Orders(Struct, frozen=True, gc=False, array_like=True):
    """The two positions of a ship: the order to obey this turn, and the next one."""

    active: Order | Literal[""] = ""
    inactive: Order | Literal[""] = ""


NONE = Orders()


class Secret(Struct, frozen=True, gc=False):
    """What a side keeps to itself: its face-down orders by number of ship, its hidden mines, and whether it has just asked
    to break off."""

    orders: tuple[Orders, ...] = ()
    mines: tuple[Minefield, ...] = ()
    asks: bool = False

    def of(self, number: int) -> Orders:
        return self.orders[number] if number < len(self.orders) else NONE

    def having(self, number: int, orders: Orders) -> Secret:
        kept = self.orders + (NONE,) * (number + 1 - len(self.orders))
        return replace(self, orders=(*kept[:number], orders, *kept[number + 1 :]))


class State(frame.State[Table, Secret], frozen=True):
    """The whole position; secrets in the order of the table's sides."""


View = frame.View[Table, Side, Secret]
Seated = frame.Seated[Table, Side, Secret]
