"""What the board draws about ships: where guns and tubes bear, how far off others are, and where an order would lead."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.beside.hints import Band, Foresight, Ghost, Hints, Line, Sea, Sector, Sight
from weathergauge.frame.memory import kept
from weathergauge.freetable import FINE, gap
from weathergauge.rulesets.ironclads import arcs, passage, steaming, terms, torpedoes
from weathergauge.rulesets.ironclads.actions import AnyAction, Steam, Steamed
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.speed import shown
from weathergauge.rulesets.ironclads.state import INCH, Activating, Secret, State, Table, View, replace
from weathergauge.rulesets.ironclads.waters import Waters
from weathergauge.throwing import HopefulDice

QUARTERS: tuple[terms.Sector, ...] = ("bow", "starboard", "stern", "port")
"""The quarters about a ship, clockwise; each reaches half a right angle to both sides of its axis (IR04)."""
POINT_BLANK = "point blank"


@kept(lambda view, charts: (view.table.ships, view.table.turn, charts), size=64)
def sea(view: View, charts: Charts) -> Sea:
    """Say where guns and tubes bear and how far, and who is nearest to whom."""
    table = view.table
    ends = [(f"{name} range", charts.gun_range_bands.at(name).max_inches) for name in arcs.BANDS]
    return Sea(
        bands=(
            Band(POINT_BLANK, arcs.POINT_BLANK),
            *(Band(name, None if end is None else round(end * INCH)) for name, end in ends),
        ),
        sectors=tuple(Sector(name, 90 * n, 45) for n, name in enumerate(QUARTERS)),
        figures={"positions": 1 if table.turn > 1 else 2},  # order markers are placed ahead, but before the first turn
        torpedoes=torpedoes.reach(table.era, charts),
        ships={ship.id: _sight(table, n, charts) for n, ship in enumerate(table.ships) if not ship.gone},
    )


def _sight(table: Table, number: int, charts: Charts) -> Sight:
    ship = table.ships[number]
    enemies = [n for n, other in enumerate(table.ships) if arcs.target_able(ship, other)] if ship.able else []
    if not enemies:
        return Sight()
    return Sight(nearest=_line(table, number, min(enemies, key=lambda n: arcs.square(table, number, n)), charts))


def hints(view: View, id: str, charts: Charts) -> Hints:
    """Measure from one ship to all others."""
    table, number = view.table, view.table.number(id)
    if number < 0 or table.ships[number].gone:
        return Hints()
    return Hints(
        tuple(_line(table, number, n, charts) for n, other in enumerate(table.ships) if n != number and not other.gone)
    )


def _line(table: Table, number: int, target: int, charts: Charts) -> Line:
    ship, other = table.ships[number], table.ships[target]
    square, mine, hers = gap(ship.base, other.base)
    start, end = (mine[0] // FINE, mine[1] // FINE), (hers[0] // FINE, hers[1] // FINE)
    band = POINT_BLANK if arcs.within(square, arcs.POINT_BLANK) else f"{arcs.band(square, charts)} range"
    sectors = arcs.sectors(ship, other)
    bears = [sector for sector in sectors if any(not gun.lost and sector in gun.sectors for gun in ship.batteries)]
    return Line(other.id, arcs.rounded(square), start, end, band, (bears or sectors)[0], "full" if bears else "")


def foresee(view: View, orders: Sequence[AnyAction], charts: Charts) -> Foresight:
    """Steam as ordered, with every shoal passed, no mine met and every ram struck: her way, and who is in it."""
    table, order = view.table, orders[0] if orders else None
    number = table.number(order.ship) if isinstance(order, Steam) else -1
    match table.phase:
        case Activating(ship=ship, stage="move") if isinstance(order, Steam) and ship == number:
            pass
        case _:
            return Foresight()
    told, most = steaming.told(table, number, order, charts), shown(table, number, charts).run
    dice = HopefulDice()
    passage.steam(State(replace(table, mines=()), (Secret(), Secret())), number, told, charts, dice)
    way = [spot for event in dice.events() if isinstance(event.event, Steamed) for spot in event.event.track]
    if told.run < 0:
        ram = steaming.ram_of(table, number, told, charts)
        whom = dict.fromkeys([table.ships[ram.target].id] if ram else [])
    else:
        plan = (told.run, told.turn, told.then, told.second, told.last)
        met = steaming.foreseen(Waters(table, number, most), table.ships[number].base, plan, most)
        whom = dict.fromkeys(table.ships[meeting.met.which].id for meeting in met if meeting.met.kind == "ship")
    return Foresight((Ghost(order.ship, way[-1], tuple(way)),) if way else (), tuple(whom))
