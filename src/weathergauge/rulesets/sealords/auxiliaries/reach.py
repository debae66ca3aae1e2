"""How far auxiliaries reach, where they may be based, and whom they may act against."""

from __future__ import annotations

from collections import deque

from weathergauge.frame.memory import kept, kept_by_value
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation
from weathergauge.rulesets.sealords.leaders import rank_amount
from weathergauge.rulesets.sealords.orders.holding import interdicting as under_orders
from weathergauge.rulesets.sealords.phases import Screening
from weathergauge.rulesets.sealords.ports import friendly as is_friendly
from weathergauge.rulesets.sealords.sea import gales
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.state import Seated, Secret, State, Table, View
from weathergauge.rulesets.sealords.stations import home
from weathergauge.rulesets.sealords.terms import AuxClass, Side
from weathergauge.rulesets.sealords.world import World, at, world

CORSAIRS = ("privateer", "pirate")
"""Those whom the charts call corsairs; guardacostas and knights are not."""
SMALL_CRAFT: tuple[AuxClass, ...] = ("fleet", "fleet_50", "galley", "light")


def corsair(aux: Auxiliary) -> bool:
    return aux.corsair in CORSAIRS


def operational_range(aux: Auxiliary, side: Side, table: Table, world: World) -> int:
    """Spaces it may go from its base; the reach of its zone stands in for that of a corsair (SL16)."""
    zones, ranges = world.charts.corsair_zones, world.charts.auxiliary_range
    if zones is not None and aux.base in world.values.zones:
        base = zones.at(aux.base).range_large_spaces
    else:
        base = ranges.at(aux.corsair if aux.corsair in ("pirate", "guardacostas") else aux.cls)
    if not ranges.at(aux.cls):
        return 0
    return base + rank_amount(table, side, "auxiliary_operational_range", world.charts)


def seas(aux: Auxiliary, world: World) -> bool:
    """Whether its range may be traced into sea zones."""
    zones = world.charts.corsair_zones
    if zones is not None and aux.base in world.values.zones:
        return zones.at(aux.base).count_sea_zones
    if "no_or_into_sea_zone" not in world.charts.auxiliary_restrictions.at(aux.cls):
        return True
    return corsair(aux) and "corsair_galleys_may_enter_sea_zones" in limits(world, "corsair", "as_same_class")


def limits(world: World, cls: str, task: str) -> tuple[str, ...]:
    """What the class tables say of a task; nothing where they have no such line."""
    cell = world.charts.auxiliary_tasks.cells.get((cls, task))
    return cell.limits if cell is not None else ()


def listed(world: World, cls: str, task: str) -> bool:
    return (cls, task) in world.charts.auxiliary_tasks.cells


def stormy(table: Table, place: str, world: World) -> bool:
    """Whether a gale is felt in a place."""
    if not table.gales:
        return False
    return gale_at(table, place, world) is not None


def squally(table: Table, place: str) -> bool:
    return any(gale.force == 0 and gale.place == place for gale in table.gales)


@kept(lambda table, side: (table.stations, side), size=64)
def shut_to(table: Table, side: Side) -> frozenset[str]:
    """Places through which a side's auxiliaries may not pass, as everybody sees: others interdict them."""
    return frozenset(
        [
            station.place
            for station in table.stations
            if station.task == "interdict" and (station.by or station.side) != side
        ]
    )


def closed_by_formations(state: State, side: Side) -> frozenset[str]:
    """Places that enemy formations interdict under an order. Nobody is told before he runs into them (SL19)."""
    foes = state.secret(state.table.enemy(side)).formations
    return frozenset([foe.place for foe in foes if foe.order and under_orders(state, foe)])


def reach(
    aux: Auxiliary, side: Side, table: Table, own: Secret | None, world: World, closed: frozenset[str] = frozenset()
) -> dict[str, int]:
    """The places within its range, with their distance. `closed` are places that may be entered and not passed."""
    start = home(aux, own, world)
    return _reach(aux, start, side, table, world, closed) if start else {}


def _hangs_on(
    aux: Auxiliary, start: str, side: Side, table: Table, world: World, closed: frozenset[str]
) -> tuple[object, ...]:
    return aux, start, side, table.stations, table.gales, table.settings, world, closed


@kept(_hangs_on)
def _reach(
    aux: Auxiliary, start: str, side: Side, table: Table, world: World, closed: frozenset[str]
) -> dict[str, int]:
    if start == aux.base and aux_blockade(table, start, side) is not None:
        return {}  # P14: the blockade of a minor port by an auxiliary stops auxiliaries
    span = operational_range(aux, side, table, world)
    if not span:
        return {start: 0}
    rules = world.charts.auxiliary_restrictions.at(aux.cls)
    squalls = "no_or_into_gale_or_squall_space" in rules
    rough = _rough(table, squalls, world) if squalls or "no_or_into_gale_space" in rules else frozenset()
    shut = shut_to(table, side)
    return _within(world.title, start, span, seas(aux, world), shut | closed if closed else shut, rough)


@kept(lambda table, squalls, world: (table.gales, squalls, world), size=64)
def _rough(table: Table, squalls: bool, world: World) -> frozenset[str]:
    """Places in which a gale is felt, or a squall if those count."""
    felt = gales.stormy(table.gales, world)
    return felt | {gale.place for gale in table.gales if squalls and gale.force == gales.SQUALL}


@kept_by_value()
def _within(
    title: str, start: str, span: int, zones: bool, shut: frozenset[str], rough: frozenset[str]
) -> dict[str, int]:
    """Places within a number of steps. Whoever is given the answer leaves it as it is: it is remembered."""
    map = world(title)
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if steps[here] == span or (here in shut and here != start):
            continue
        for near in map.near(here):
            kind = map.places[near].kind
            if near in steps or near in rough or kind == "entry" or (kind == "sea_zone" and not zones):
                continue
            steps[near] = steps[here] + 1
            queue.append(near)
    return steps


def aux_blockade(table: Table, port: str, against: Side) -> str | None:
    """The auxiliary that blockades a port against a side, by its id."""
    for station in table.stations:
        if station.task == "blockade" and station.place == port and station.side != against:
            return station.aux
    return None


def interdicting(table: Table, place: str, against: Side) -> list[str]:
    """Auxiliaries that interdict a place against a side, by their ids."""
    return [
        station.aux
        for station in table.stations
        if station.task == "interdict" and station.place == at(place) and (station.by or station.side) != against
    ]


def owner(table: Table, port: str, world: World) -> str:
    """The contingent that holds a port now."""
    now = table.port(port)
    return now.owner if now is not None else world.places[port].owner


def friendly(table: Table, port: str, side: Side, world: World) -> bool:
    """Whether a port is a side's own, or that of a friend whose ports it may use."""
    return is_friendly(table, port, side, world)


def at_war(table: Table, contingent: str, other: str) -> bool:
    """Pirates are at war with everybody."""
    return "pirate" in (contingent, other) or table.relation(contingent, other) == "war"


def contingent_of(formation: Formation) -> str:
    """Whose a formation is: its Command's, or that of its first squadron."""
    return formation.command or (formation.squadrons[0].contingent if formation.squadrons else "")


def controller(table: Table, world: World) -> Side | None:
    """Who sends the pirates: the player with less prestige; tied, whom the chart names, else nobody (SL27)."""
    if behind := table.behind:
        return behind
    chart = world.charts.pirate_control
    if chart is None:
        return None
    named = chart.at("activates_pirates_if_tied")
    return next((side for side in world.sides if side == named), None)


def quiet(rover: Auxiliary, table: Table, world: World) -> bool:
    """Whether a show of force has put down the pirates of its base for the year."""
    port = table.port(home(rover, None, world))
    return port is not None and port.neutralised == table.date.year


def forces(view: View, world: World) -> list[Auxiliary]:
    """The auxiliaries a side may order about: its own, and the active pirates if it sends them."""
    if view.own is None or view.seat is None:
        return []
    ready = list(view.own.auxiliaries)
    if view.table.rovers and controller(view.table, world) == view.seat:
        ready += [rover for rover in view.table.rovers if rover.active and not quiet(rover, view.table, world)]
    return ready


def bases(view: View, aux: Auxiliary, world: World) -> list[str]:
    """The bases that an auxiliary may be assigned to (6.13): ports, formations by their ids, or corsair zones."""
    side = view.seat
    if side is None or view.own is None:
        return []
    if aux.corsair == "knights" and world.values.knights is not None:
        return [world.values.knights.port]
    rules = world.charts.auxiliary_restrictions.at("corsair" if corsair(aux) else aux.cls)
    if "assigned_only_to_corsair_zones" in rules:
        return _corsair_bases(aux, view.table, world)
    ports = _ports(view.table, side, world)
    only_ports = aux.corsair != "" or "assigned_only_to_ports" in rules
    if only_ports:
        return ports
    galleys = "assigned_only_to_ports_and_galley_formations" in rules
    ships = [
        formation for formation in view.own.formations if formation.squadrons and (formation.galleys or not galleys)
    ]
    return [*ports, *[ship.id for ship in ships]]


@kept(lambda table, side, world: (table.ports, side, world), size=64)
def _ports(table: Table, side: Side, world: World) -> list[str]:
    """The ports that are a side's own, in the order of the map."""
    return [id for id, place in world.places.items() if place.port and friendly(table, id, side, world)]


def _corsair_bases(aux: Auxiliary, table: Table, world: World) -> list[str]:
    """Zones whose row names these corsairs, or ports of their nation where that has its own line."""
    charts = world.charts
    named = f"{aux.contingent}_{aux.corsair}s"
    bases: list[str] = []
    if charts.corsair_zones is not None:
        bases += [zone for zone in world.values.zones if named in charts.corsair_zones.at(zone).corsairs]
    if charts.corsair_port_bases is not None:
        rows = charts.corsair_port_bases.cells.values()
        if any(named in row.corsairs for row in rows):
            bases += [
                id for id, place in world.places.items() if place.port and owner(table, id, world) == aux.contingent
            ]
    return bases


def screens(view: Seated, world: World) -> list[Auxiliary]:
    """The assigned auxiliaries that can screen the task that is announced: their own range reaches the place."""
    phase, side = view.table.phase, view.seat
    if not isinstance(phase, Screening):
        return []
    pirate = pending_rover(view.table)
    return [
        aux
        for aux in view.own.auxiliaries
        if aux.box == "assigned"
        and aux.cls in SMALL_CRAFT
        and listed(world, aux.cls, "screen")
        and (aux.corsair != "knights" or pirate)  # SL28
        and (aux.corsair != "guardacostas" or aux.active)
        and phase.place in reach(aux, side, view.table, view.own, world)
    ]


def pending_rover(table: Table) -> bool:
    """Whether the task that is announced is a pirate's: he has left his base and is on no station yet."""
    on_station = {station.aux for station in table.stations}
    return any(rover.box == "tasked" and rover.id not in on_station for rover in table.rovers)
