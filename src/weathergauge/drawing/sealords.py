"""A campaign drawn: the sea chart with coasts, ways and ports, gales, and a counter for every formation."""

from __future__ import annotations

from collections import defaultdict

from weathergauge.drawing.paper import Caption, Palette, Paper, Point, smooth
from weathergauge.drawing.sea import Chart
from weathergauge.ruleset import Rules
from weathergauge.rulesets.sealords.chartroom import chart_room
from weathergauge.rulesets.sealords.forces import Counter
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.words import counter_name
from weathergauge.rulesets.sealords.world import Place, at

SHIFT = 11.0
"""Dots from one counter of a stack to the next."""
RIM = {"space": 3.0, "strait": 3.0, "coastal": 3.0, "port": 4.5, "sea_zone": 15.0, "entry": 4.0}


def draw(rules: Rules, view: View, caption: Caption, palette: Palette, whole: bool) -> Paper:
    """Draw the chart with all counters; what is known of one is her name."""
    table = view.table
    room = chart_room(table.title)
    chart = Chart([(0, 0), (room.sheet.width, room.sheet.height)], 0, caption, palette, up=False)
    paper = chart.paper
    for land in room.sheet.lands:
        paper.put("path", d=smooth([chart.at(x, y) for x, y in land.points]), fill=palette.land, stroke=palette.coast, stroke_width=1.5, stroke_linejoin="round")  # fmt: skip
    places = {place.id: place for place in room.places}
    where = {place.id: chart.at(place.x, place.y) for place in room.places}
    for one, other in ((lane.a, lane.b) for lane in room.lanes):
        _way(paper, where[one], where[other], "")
    for link in room.links:
        _way(paper, where[link.zone], where[link.other], "3 4")
    for gale in table.gales:
        x, y = where[at(gale.place)]
        paper.put("circle", cx=x, cy=y, r=30 + 14 * gale.force, fill=palette.soft, fill_opacity=0.16, stroke=palette.soft, stroke_width=1, stroke_dasharray="6 5")  # fmt: skip
        paper.words((x, y - 26 - 14 * gale.force), f"gale, force {gale.force}", 12, palette.soft, text_anchor="middle", font_style="italic")  # fmt: skip
    for place in room.places:
        _mark(paper, place, where[place.id])
    stacks: dict[str, list[Counter]] = defaultdict(list)
    for counter in table.counters:
        stacks[at(counter.place)].append(counter)
    for id, stack in stacks.items():
        _stack(rules, paper, view, where[id], stack)
    for place in places.values():
        if place.port:
            paper.label(where[place.id], 8, place.name.partition(" (")[0], 11, palette.soft, rim=palette.paper)
    return paper


def _way(paper: Paper, one: Point, other: Point, dashes: str) -> None:
    paper.put("path", d=f"M{one[0]:.1f} {one[1]:.1f}L{other[0]:.1f} {other[1]:.1f}", stroke=paper.palette.rule, stroke_width=1, stroke_opacity=0.4, stroke_dasharray=dashes)  # fmt: skip


def _mark(paper: Paper, place: Place, spot: Point) -> None:
    ink, r = paper.palette, RIM[place.kind] + (2 if place.port == "key" else 0)
    zone = place.kind == "sea_zone"
    if place.port:
        paper.take((spot[0] - r, spot[1] - r, spot[0] + r, spot[1] + r))
    fill = ink.deep if zone else ink.ink if place.port else ink.paper
    paper.put("circle", cx=spot[0], cy=spot[1], r=r, fill=fill, fill_opacity=0.7 if zone else 1, stroke=ink.rule, stroke_width=1)  # fmt: skip


def _stack(rules: Rules, paper: Paper, view: View, spot: Point, stack: list[Counter]) -> None:
    """Counters one upon the other, the sides apart; whose they are is their colour and their filling."""
    ink, own = paper.palette, view.own
    for row, side in enumerate(dict.fromkeys(counter.side for counter in stack)):
        tone = rules.liveries[side].tone - 1
        there = [counter for counter in stack if counter.side == side]
        for n, counter in enumerate(there):
            x, y = spot[0] - 9 + n * SHIFT * 0.5, spot[1] - 9 - n * SHIFT * 0.4 + row * 22
            paper.put("rect", x=x, y=y, width=18, height=18, rx=2.5, fill=ink.sides[tone] if tone == 0 else ink.pale[tone], stroke=ink.paper if tone == 0 else ink.sides[tone], stroke_width=1.6)  # fmt: skip
            shown = counter.shown.sail if counter.shown is not None else None
            known = own.formation(counter.id) if own is not None else None
            if sail := known.sail if known is not None else shown:
                paper.put("text", str(sail), x=x + 9, y=y + 13.5, font_size=12, font_weight=700, text_anchor="middle", fill=ink.paper if tone == 0 else ink.sides[tone])  # fmt: skip
        wide = 18 + SHIFT * 0.5 * (len(there) - 1)
        paper.take(
            (
                spot[0] - 11,
                spot[1] - 11 - SHIFT * 0.4 * len(there) + row * 22,
                spot[0] - 9 + wide + 2,
                spot[1] + 11 + row * 22,
            )
        )
        named = [
            counter
            for counter in there
            if counter.known != "hidden" or (own is not None and own.formation(counter.id) is not None)
        ]
        if named:
            words = counter_name(view, named[0].id) + (f" +{len(there) - 1}" if len(there) > 1 else "")
            paper.label((spot[0], spot[1] + row * 22), 16, words, 12, ink.sides[tone], font_weight=600)
