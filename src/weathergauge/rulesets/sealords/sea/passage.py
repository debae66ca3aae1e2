"""Where a formation can go with an MP, and what meets it there (P6 to P10, R-LANE, R-CTW, R-STATES)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from weathergauge.dice import Dice, Modifier
from weathergauge.frame.memory import kept, kept_by_value
from weathergauge.rulesets.sealords import leaders
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.damage import allowance
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.orders.holding import close_blockaders
from weathergauge.rulesets.sealords.ports import berth, friendly_ports, standing
from weathergauge.rulesets.sealords.sea import sight, spotting, storm
from weathergauge.rulesets.sealords.sea.actions import Barred, EnteredPort, Moved
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.state import Gale, Port, State, Table, replace
from weathergauge.rulesets.sealords.terms import Approach
from weathergauge.rulesets.sealords.world import Lane, Link, World, at, boxed, harbour, in_box, out_box


class Way(Struct, frozen=True):
    """One place that a formation can make for, and how."""

    to: str
    kind: Literal["run", "against", "cross"]
    """With one MP; against the wind, by beating or catching it; across a sea zone's box, by catching it alone."""
    base: int = 0
    wind: int = 0
    """Seasonal winds that are marked there and blow: 1 help, -1 hinder."""


class Try(Struct, frozen=True):
    """An attempt to catch the wind: the number to reach or stay below, and what changes the die."""

    base: int
    add: tuple[Modifier, ...] = ()


# What a formation may do, from the table and what its own side knows of it


@cache
def fastest(charts: Charts) -> int:
    """The highest movement allowance that the increments have a line for."""
    return max([int(allowance) for allowance, _ in charts.movement_point_increments.cells])


def acts(formation: Formation, mpi: int, charts: Charts) -> bool:
    """Whether a formation spends an MP in an increment; 0 is the extra one before the first (P6)."""
    return mpi in _increments(allowance(formation, charts), charts)


@cache
def _increments(allowance: int, charts: Charts) -> frozenset[int]:
    """The increments in which an allowance brings an MP."""
    pace = min(allowance, fastest(charts))
    chart = charts.movement_point_increments
    return frozenset([mpi for _, mpi in chart.cells if isinstance(mpi, int) and chart.at(pace, mpi) > 0])


def breeze(lane: Lane, goal: str, winds: tuple[str, ...]) -> int:
    """Seasonal winds on a lane towards a place: 1 help, -1 hinder; contrary ones cancel (SL11)."""
    towards = [to == goal for wind, to in lane.seasonal if wind in winds]
    return int(any(towards)) - int(not all(towards))


def with_wind(lane: Lane, goal: str, winds: tuple[str, ...]) -> bool:
    """Whether going along a lane is with the wind: a seasonal wind that blows overrides the prevailing one (R-LANE)."""
    if any(wind in winds for wind, _ in lane.seasonal):
        return breeze(lane, goal, winds) >= 0
    return lane.prevailing == "=" or (lane.prevailing == ">") == (goal == lane.b)


def across(link: Link, out: bool, winds: tuple[str, ...]) -> int:
    """Seasonal winds on a way into a sea zone or out of it: 1 help, -1 hinder."""
    helped = [(direction == "out") == out for wind, direction in link.seasonal if wind in winds]
    return int(any(helped)) - int(not all(helped))


def ways(table: Table, formation: Formation, world: World) -> list[Way]:
    """Everywhere that an MP can take a formation, or help to."""
    place, box, other = boxed(formation.place)
    if formation.state != "ready":
        return [Way(place, "run")]
    leading = _in_box(table, place, box, other, world) if box else _from_place(table, formation, place, world)
    return [way for way in leading if not forbidden(table, formation, way.to, world)]


@kept(lambda table, formation, world: (formation, table.winds, table.gales, table.ports, world))
def open_ways(table: Table, formation: Formation, world: World) -> list[Way]:
    """The ways that its orders leave to a formation: without any it may only go home (4.2, SL14)."""
    bound = not formation.order and formation.kind not in ("dummy", "convoy")
    galleys = _galleys(formation)
    command = formation.command if bound else ""
    key = (formation.place, formation.state, formation.side, bool(formation.squadrons), galleys, bound, command)
    gales = table.gales if galleys == "all" else ()  # they keep nobody else from anywhere
    known = _sailed(table.winds, gales, table.ports, world)
    if key not in known:
        known[key] = _open_ways(table, formation, world)
    return known[key]


@kept(lambda formation: (formation.squadrons,))
def _galleys(formation: Formation) -> str:
    """Whether all of its squadrons are galleys, or some."""
    if formation.galleys:
        return "all"
    return "some" if formation.rowed else ""


@kept(lambda winds, gales, ports, world: (winds, gales, ports, world), size=64)
def _sailed(
    winds: tuple[str, ...], gales: tuple[Gale, ...], ports: tuple[Port, ...], world: World
) -> dict[tuple[str | bool, ...], list[Way]]:
    """The ways that were found so far in this weather: formations alike in all that counts have the same ones."""
    return _sailed_so(winds, gales, tuple([(port.id, port.owner, port.closed) for port in ports]), world)


@kept_by_value(512)
def _sailed_so(
    winds: tuple[str, ...], gales: tuple[Gale, ...], ports: tuple[tuple[str, str, str], ...], world: World
) -> dict[tuple[str | bool, ...], list[Way]]:
    """The same by what winds, gales and ports are like: most weather comes back, and ports seldom change hands."""
    return {}


def _open_ways(table: Table, formation: Formation, world: World) -> list[Way]:
    open_ways = ways(table, formation, world)
    if formation.order or formation.kind in ("dummy", "convoy"):
        return open_ways
    havens = _havens(table, formation, world)
    if formation.state != "ready":
        # From a port without a yard she may go to one that has: otherwise she would rot there for want of orders (SL14).
        return [] if at(formation.place) in havens and world.places[at(formation.place)].port == "key" else open_ways
    here = [(haven, _afar(haven, formation.place, world)) for haven in havens]
    return [
        way
        for way in open_ways
        if boxed(way.to)[1] == "harbour" or any(_afar(haven, way.to, world) < far for haven, far in here)
    ]


def homeward(table: Table, formation: Formation, to: str, world: World) -> bool:
    """Whether its orders, or the want of any, let a formation go to a place that a way leads to."""
    return any(way.to == to for way in open_ways(table, formation, world))


def attempt(table: Table, formation: Formation, way: Way, world: World) -> Try:
    """What catching the wind on a way would take."""
    gale = gale_at(table, formation.place, world) if table.gales else None
    add = [
        *wind_modifiers(leaders.lr(formation.leader, world.charts), way.wind, world.charts),
        *(storm.gale_modifier(gale) if gale is not None else ()),
        *leaders.rank_modifiers(table, formation.side, "catch_the_wind_drm", world.charts),
    ]
    return Try(way.base, tuple(add))


def wind_modifiers(lr: int, wind: int, charts: Charts) -> list[Modifier]:
    """The lines of `catch_the_wind_drm` that hold; the higher line for leadership takes the place of the lower (R-CTW-LR)."""
    rows = []
    line = charts.catch_the_wind_leadership.at(lr)
    if line != "none":
        rows.append(("leadership", line))
    if wind:
        row = "moving_with_marked_seasonal_wind_blowing" if wind > 0 else "moving_against_marked_seasonal_wind_blowing"
        rows.append(("seasonal wind", row))
    return [charts.catch_the_wind_drm.modifier(reason, row) for reason, row in rows]


def caught(attempt: Try, charts: Charts, dice: Dice, seat: str | None = None) -> bool:
    """Whether the wind is caught: one die, at most the number (R-CTW)."""
    return leaders.passes(attempt.base, attempt.add, dice, why="catching the wind", seat=seat, secret=seat is not None)


def _from_place(table: Table, formation: Formation, place: str, world: World) -> list[Way]:
    leading = []
    galleys = formation.galleys
    base = world.charts.sea_numbers.at("catching_the_wind_on_a_lane")  # R-CTW
    zone = world.places[place].kind == "sea_zone"
    for near in world.near(place):
        lane = world.lane(place, near)
        if lane is not None:
            run = galleys or with_wind(lane, near, table.winds)
            wind = breeze(lane, near, table.winds)
            leading.append(Way(near, "run", 0, wind) if run else Way(near, "against", base, wind))
        else:
            leading.append(Way(out_box(place, near) if zone else in_box(near, place), "run"))
    takes = standing(table, place, formation.side, world) in ("friendly", "neutral")
    if takes and formation.squadrons:
        leading.append(Way(harbour(place), "run"))
    return leading


def _in_box(table: Table, place: str, box: str, other: str, world: World) -> list[Way]:
    """From a box of a sea zone: across it by catching the wind, or back where one came from (SL11)."""
    link = world.links_between[place, other]
    goal, back = (place, other) if box == "in" else (other, place)
    out = (box == "out") == (link.zone == place)
    base = link.out if out else link.into
    return [Way(goal, "cross", base, across(link, out, table.winds)), Way(back, "run")]


def forbidden(table: Table, formation: Formation, to: str, world: World) -> bool:
    """Galleys keep out of sea zones, and galleys alone out of gales (P7, P9)."""
    place, box, _ = boxed(to)
    if world.places[place].kind == "sea_zone" and formation.rowed:
        return True
    return formation.galleys and box != "harbour" and bool(table.gales) and gale_at(table, to, world) is not None


def _havens(table: Table, formation: Formation, world: World) -> list[str]:
    """Ports a formation may call home: those of its contingent, the nearest one of its side, and the nearest with a yard."""
    friends = friendly_ports(table, formation.side, world)
    contingent = world.contingents.get(formation.command)
    homes = [port for port in (contingent.home if contingent is not None else ()) if port in friends]
    reach = world.distances(formation.place)
    near = [port for port in friends if port in reach]
    yards = [port for port in near if world.places[port].port == "key"]
    return [*homes, *[min(ports, key=lambda port: reach[port]) for ports in (near, yards) if ports]]


def _afar(haven: str, location: str, world: World) -> int:
    """How far a location is from a port, in half steps: a box lies between its zone and the place it leads to."""
    place, box, other = boxed(location)
    reach = world.distances(haven)
    far = 2 * len(world.places)
    one = reach.get(place, far)
    return one + (reach.get(other, far) if box in ("in", "out") else one)


# What comes of it


def went(state: State, id: str, to: str, how: Approach, world: World, dice: Dice, *, company: bool = False) -> State:
    """A formation comes to another location, and meets what lies in wait there."""
    formation = state.formation_of(id)
    dice.tell(Moved(id, formation.place, to, how))
    return came_to(state, id, to, how, world, dice, spent=company)


def came_to(state: State, id: str, to: str, how: Approach, world: World, dice: Dice, *, spent: bool) -> State:
    """A formation stands in another location, whether it sailed there or fled. A strait shows it, and wears every ship but
    galleys (P10)."""
    formation = state.formation_of(id)
    strait = world.places[at(to)].kind == "strait"
    squadrons = formation.squadrons
    if strait:
        squadrons = tuple(
            [squadron if squadron.cls == "galley" else replace(squadron, strait=True) for squadron in squadrons]
        )
    there = replace(
        formation, place=to, approach=how, moved=True, since=state.table.serial, beating="", sheltered=False,
        squadrons=squadrons, acted=formation.acted or spent,
    )  # fmt: skip
    state = state.with_formation(there)
    if strait:
        state = sight.revealed(state, id, "strait", dice)
    return arrived(state, id, world, dice)


def arrived(state: State, id: str, world: World, dice: Dice) -> State:
    """What happens to a formation in the place it has come to: shadows, interdiction, weather."""
    state = spotting.followed(state, id, world, dice)
    state = spotting.met(state, id, world, dice)
    return storm.struck(state, id, world, dice)


def entered_port(state: State, id: str, world: World, dice: Dice) -> State:
    """A formation goes into harbour, unless the port is blockaded (R-STATES)."""
    formation = state.formation_of(id)
    port, side = formation.place, formation.side
    if close_blockaders(state, port, side):
        dice.tell(Barred(id, port))
        return sight.revealed(state, id, "blockade", dice)
    key = world.places[port].port == "key"
    own = standing(state.table, port, side, world) == "friendly"
    inside = replace(
        formation, place=berth(port, world), state="in_ordinary" if key and own else "fitting_out", moved=True,
        since=state.table.serial, beating="", sheltered=False,
    )  # fmt: skip
    dice.tell(EnteredPort(id, port, inside.state))
    return spotting.followed(state.with_formation(inside), id, world, dice)
