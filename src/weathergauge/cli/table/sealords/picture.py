"""The campaign in lines: how it stands, and the map about a place."""

from __future__ import annotations

from rich.text import Text

from weathergauge.cli.table.sealords import sheets
from weathergauge.frame.words import capital
from weathergauge.rulesets.sealords.campaigns import told
from weathergauge.rulesets.sealords.forces import Counter
from weathergauge.rulesets.sealords.naming import waters
from weathergauge.rulesets.sealords.ports import standing
from weathergauge.rulesets.sealords.sea.gales import SQUALL, gale_at
from weathergauge.rulesets.sealords.sea.passage import with_wind
from weathergauge.rulesets.sealords.state import Gale, Table, View
from weathergauge.rulesets.sealords.words import counter_name, date_words, place_name
from weathergauge.rulesets.sealords.world import World, at, boxed

LEAST = 6
"""Lines of each list that are shown however low the screen is."""


def situation(view: View, world: World, rows: int | None) -> list[Text]:
    """Date, weather and prestige; own formations; enemy counters by place. Long lists are cut to about so many rows."""
    table = view.table
    lines = [_head(table, world), *[_gale(gale, world) for gale in table.gales]]
    lines += [Text(capital(told(front, world))) for front in table.campaigns]
    each = max(LEAST, (rows - len(lines)) // 2) if rows is not None else None
    if view.own is not None:
        lines += _cut(
            "Your formations", [sheets.row(view, formation, world) for formation in view.own.formations], each
        )
    sides = [side for side in world.side_words if side != view.seat]
    for side in sides:
        lines += _cut(f"{capital(world.side_words[side])}", _counters(view, side, world), each)
    return lines


def _cut(heading: str, lines: list[Text], most: int | None) -> list[Text]:
    shown = lines if most is None or len(lines) <= most else lines[: most - 1]
    more = (
        [Text(f"  … and {len(lines) - len(shown)} more: `ships` shows all", "dim")] if len(shown) < len(lines) else []
    )
    return [Text(heading, "bold"), *(shown or [Text("  none", "dim")]), *more]


def _head(table: Table, world: World) -> Text:
    date = table.date
    when = f", impulse {date.impulse}" if date.impulse else ", administration" if date.turn else ""
    when += f", increment {date.mpi}" if date.mpi else ""
    winds = ", ".join(wind.replace("_", " ") for wind in table.winds) or "no seasonal wind"
    head = Text(f"{capital(date_words(date, world))}{when}", "bold")
    head.append(f" · {winds} · {sheets.prestige(table, world)} · player A: {world.side_words[table.first]}", "not bold")
    return head


def _gale(gale: Gale, world: World) -> Text:
    if gale.force == SQUALL:
        return Text(waters(f"A squall at {place_name(gale.place, world)}"), "yellow")
    kind = (
        "A hurricane" if gale.hurricane else "A freak gale" if gale.freak else f"A gale ({gale.wind.replace('_', ' ')})"
    )
    return Text(waters(f"{kind} of force {gale.force} at {place_name(gale.place, world)}"), "yellow")


def _counters(view: View, side: str, world: World) -> list[Text]:
    """The enemy, a line for each place."""
    by_place: dict[str, list[Counter]] = {}
    for counter in view.table.counters:
        if counter.side == side:
            by_place.setdefault(counter.place, []).append(counter)
    return [
        Text("  ").append(f"{capital(place_name(place, world))}: ").append(", ".join(_counter(view, counter) for counter in there), world.players[side].tone)
        for place, there in by_place.items()
    ]  # fmt: skip


def _counter(view: View, counter: Counter) -> str:
    """A counter by its number, with what is known of it."""
    known = []
    if counter.shown is not None:
        known.append(f"{counter.shown.name}, {counter.shown.sail} sail")
    elif counter.known != "hidden":
        known.append(counter_name(view, counter.id) if counter.leader else counter.kind or "spotted")
        known += [f"{len(counter.classes)} squadrons"] if counter.classes else []
    if counter.state != "ready":
        known.append(counter.state.replace("_", " "))
    return f"counter {counter.id.rpartition('_f')[2].replace('_', ' ')}" + (f" ({', '.join(known)})" if known else "")


def around(view: View, place: str, world: World) -> list[Text]:
    """A place and everything next to it: the wind on the way there, who holds it, and who is there."""
    lines = [_place(view, place, world, "bold")]
    for near in world.near(place):
        lane = world.lane(place, near)
        if lane is None:
            way = "⇄ by the boxes of the sea zone"
        elif with_wind(lane, near, view.table.winds):
            way = "→ with the wind" if not with_wind(lane, place, view.table.winds) else "↔ free both ways"
        else:
            way = "← against the wind"
        lines.append(Text(f"  {way}: ", "dim").append_text(_place(view, near, world)))
    return lines


def _place(view: View, place: str, world: World, style: str = "") -> Text:
    """A place in one line."""
    table, known = view.table, world.places[place]
    line = Text(known.name, style or "not dim")
    told = []
    if known.port:
        side = view.seat or world.sides[0]
        held = table.port(place)
        whose = world.contingents[held.owner].words if held is not None and held.owner in world.contingents else ""
        relation = standing(table, place, side, world)
        told.append(", ".join(filter(None, (f"{known.port} port", whose, relation or ""))))
    elif known.kind != "space":
        told.append(known.kind.replace("_", " "))
    if (felt := gale_at(table, place, world)) is not None:
        told.append(f"gale of force {felt.gale.force}" + (f", {felt.range} away" if felt.range else ""))
    told += [
        f"{station.side or 'pirate'} {station.cls.replace('_', '-')} auxiliary: {station.task}"
        for station in table.stations
        if station.place == place
    ]
    if told:
        line.append(f" ({'; '.join(told)})", "not bold dim")
    for side in world.side_words:
        here = [
            _there(view, counter) for counter in table.counters if counter.side == side and at(counter.place) == place
        ]
        if here:
            line.append(f" {', '.join(here)}", f"not bold not dim {world.players[side].tone}")
    return line


def _there(view: View, counter: Counter) -> str:
    own = view.own.formation(counter.id) if view.own is not None else None
    told = own.name if own is not None else _counter(view, counter)
    box = boxed(counter.place)[1]
    return f"{told} [{box}]" if box else told
