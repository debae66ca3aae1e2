"""A battle of the age of steam drawn: land and shoals, mines that a view knows, forts, ships under smoke."""

from __future__ import annotations

from weathergauge.drawing import vessels
from weathergauge.drawing.paper import Caption, Palette, Paper, points
from weathergauge.drawing.sea import Chart, compass
from weathergauge.drawing.vessels import Vessel
from weathergauge.ruleset import Rules
from weathergauge.rulesets.ironclads.state import INCH, Ship, Table, View
from weathergauge.rulesets.ironclads.words import WINDS

WATER = 5 * INCH


def draw(rules: Rules, view: View, caption: Caption, palette: Palette, whole: bool) -> Paper:
    """Draw the part of the table on which ships and forts lie, or all of it."""
    table = view.table
    ships = [ship for ship in table.ships if ship.here]
    seen = [(ship.x, ship.y) for ship in ships]
    chart = Chart(
        [(0, 0), (table.width, table.height)] if whole or not seen else seen, 0 if whole else WATER, caption, palette,
        limits=((-WATER, -WATER), (table.width + WATER, table.height + WATER)),
    )  # fmt: skip
    paper = chart.paper
    chart.net(6 * INCH)
    for shore in table.shores:
        along = points([chart.at(x, y) for x, y in shore.points])
        if shore.kind == "land":
            paper.put("path", d=f"M{along}Z", fill=palette.land, stroke=palette.coast, stroke_width=1.6, stroke_linejoin="round")  # fmt: skip
        else:
            paper.put("path", d=f"M{along}Z", fill=palette.shoal, stroke=palette.coast, stroke_width=1.2, stroke_dasharray="2 5", stroke_linejoin="round")  # fmt: skip
    chart.edge(table.width, table.height)
    for field in (*table.mines, *(view.own.mines if view.own is not None else ())):
        x, y = chart.at(field.x, field.y)
        paper.put("circle", cx=x, cy=y, r=field.radius * chart.unit, fill="none", stroke=palette.sides[0], stroke_width=1.3, stroke_dasharray="4 4")  # fmt: skip
        star = "".join(f"M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}" for dx, dy in ((6, 0), (3, 5), (-3, 5)))
        paper.put("path", d=star, stroke=palette.sides[0], stroke_width=2, stroke_linecap="round")
    wind = WINDS[table.level].removeprefix("a ")
    paper.rose(table.wind, f"{wind}, {compass(table.wind)}")
    paper.scale(chart.unit * INCH, "inch", "inches")
    vessels.put(paper, [_vessel(rules, table, chart, ship) for ship in ships], table.wind)
    return paper


def _vessel(rules: Rules, table: Table, chart: Chart, ship: Ship) -> Vessel:
    x, y = chart.at(ship.x, ship.y)
    lost = 1 - ship.hull / ship.hull_full if ship.hull_full else 0.0
    sails = "wooden" in ship.traits
    return Vessel(
        x, y, ship.heading, ship.length * chart.unit, ship.width * chart.unit, ship.name, 1 if ship.side == table.sides[0] else 2,
        2 if sails else 0, lost, not ship.able, ship.speed > 0 and not ship.anchored and not ship.grounded,
        0 if ship.knots == 0 or ship.fort else 2 if ship.knots > 12 and ship.ship_class < 3 else 1, furled=True, fort=ship.fort, flag=ship.flagship,
    )  # fmt: skip
