"""A fleet action drawn: ships on their headings, wind and scale."""

from __future__ import annotations

from weathergauge.drawing import vessels
from weathergauge.drawing.paper import Caption, Palette, Paper
from weathergauge.drawing.sea import Chart, compass
from weathergauge.drawing.vessels import Vessel
from weathergauge.ruleset import Rules
from weathergauge.rulesets.trafalgar.state import INCH, Ship, View

WATER = 4 * INCH


def draw(rules: Rules, view: View, caption: Caption, palette: Palette, whole: bool) -> Paper:
    """Draw the part of the table on which ships lie, or all of it."""
    table = view.table
    ships = [ship for ship in table.ships if not ship.gone]
    seen = [(ship.x, ship.y) for ship in ships]
    chart = Chart(
        [(0, 0), (table.width, table.height)] if whole or not seen else seen, 0 if whole else WATER, caption, palette
    )
    chart.net(6 * INCH)
    chart.edge(table.width, table.height)
    chart.paper.rose(table.wind, f"wind {compass(table.wind)}")
    chart.paper.scale(chart.unit * INCH, "inch", "inches")
    vessels.put(chart.paper, [_vessel(rules, chart, ship) for ship in ships], table.wind)
    return chart.paper


def _vessel(rules: Rules, chart: Chart, ship: Ship) -> Vessel:
    x, y = chart.at(ship.x, ship.y)
    lost = ship.crossed / len(ship.sheet) if ship.sheet else 0.0
    return Vessel(
        x, y, ship.heading, ship.length * chart.unit, ship.width * chart.unit, ship.name, 1 if ship.side == rules.seats[0] else 2,
        2 if ship.rate == "smaller" else 3, lost, ship.struck, (ship.speed or 0) > 0, flag=ship.flag,
    )  # fmt: skip
