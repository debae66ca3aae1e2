"""Ships on hexes drawn: the grid about them, bow and stern in a hex each."""

from __future__ import annotations

from math import sqrt

from weathergauge.drawing import vessels
from weathergauge.drawing.paper import Caption, Palette, Paper, Point, points
from weathergauge.drawing.sea import Chart
from weathergauge.drawing.vessels import Vessel
from weathergauge.ruleset import Rules
from weathergauge.rulesets.wsim.hexes import NAMES, Hex, stern
from weathergauge.rulesets.wsim.state import Ship, Table, View
from weathergauge.rulesets.wsim.words import WINDS

SIDE = 1 / sqrt(3)
"""From the middle of a hex to its corners, where the next hex is 1 away."""
WATER = 4.0
FINEST = 11.0
"""Dots to a hex below which no grid is drawn."""


def draw(rules: Rules, view: View, caption: Caption, palette: Palette, whole: bool) -> Paper:
    """Draw the sea about the ships; with `whole`, more of it."""
    table = view.table
    ships = [ship for ship in table.ships if not ship.gone]
    seen = [middle(place) for ship in ships for place in ship.hexes]
    chart = Chart(seen, WATER * (3 if whole else 1), caption, palette, up=False)
    if chart.unit >= FINEST:
        _grid(chart)
    blows = (table.wind - 1) * 60
    chart.paper.rose(blows + 180, f"{WINDS[table.velocity].split(' ', 1)[1]} to {NAMES[table.wind]}")
    chart.paper.scale(chart.unit, "hex", "hexes")
    vessels.put(chart.paper, [_vessel(table, chart, ship) for ship in ships], blows + 180)
    return chart.paper


def middle(place: Hex) -> Point:
    """The middle of a hex, in hexes to the right and down."""
    q, r = place
    return q * SIDE * 1.5, r + q / 2


def _grid(chart: Chart) -> None:
    paper, step = chart.paper, SIDE * 1.5
    right = chart.left + (paper.window[2] - paper.window[0]) / chart.unit
    path = []
    for q in range(int(chart.left / step) - 1, int(right / step) + 2):
        for r in range(int(chart.low - q / 2) - 1, int(chart.high - q / 2) + 2):
            x, y = middle((q, r))
            corners = [(x + SIDE, y), (x + SIDE / 2, y + 0.5), (x - SIDE / 2, y + 0.5), (x - SIDE, y)]
            path.append("M" + points([chart.at(*corner) for corner in corners]))
    paper.put("path", d="".join(path), fill="none", stroke=paper.palette.net, stroke_width=0.8)


def _vessel(table: Table, chart: Chart, ship: Ship) -> Vessel:
    one, other = middle(ship.bow), middle(stern(ship.bow, ship.heading))
    x, y = chart.at((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    full = sum(ship.rigging_full)
    return Vessel(
        x, y, (ship.heading - 1) * 60, 1.9 * chart.unit, 0.78 * chart.unit, ship.name, 1 if ship.side == table.sides[0] else 2, 3,
        1 - sum(ship.rigging) / full if full else 0.0, not ship.able, ship.speed > 0,
    )  # fmt: skip
