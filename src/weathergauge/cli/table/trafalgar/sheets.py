"""The log sheets of a fleet action: one ship in full, or all of them at a glance."""

from __future__ import annotations

from rich.text import Text

from weathergauge.cli.table import fleet, sea
from weathergauge.cli.table.desk import Line
from weathergauge.cli.table.trafalgar.picture import COLOURS, sign
from weathergauge.freetable.geometry import inches
from weathergauge.rulesets.trafalgar import gunnery, helm, sailing, targets, wind
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.state import INCH, SIDES, Broadside, Firing, Moving, Secret, Ship, Table, View
from weathergauge.rulesets.trafalgar.words import name

ATTITUDES = {
    "into": "she points into the wind",
    "on_bow": "the wind is on her bow",
    "quarter": "the wind is on her quarter",
    "aft": "the wind is aft",
}
RATES = {"1st_rate": "first rate", "2nd_rate": "second rate", "3rd_rate": "third rate", "4th_rate": "fourth rate",
         "5th_rate": "frigate", "smaller": "small craft"}  # fmt: skip
PLACES = ("leads", "second in", "third in", "fourth in", "fifth in", "sixth in", "seventh in", "eighth in", "ninth in")


def boxes(ship: Ship) -> str:
    """Her boxes as a bar: those left are full."""
    return "■" * (len(ship.sheet) - ship.crossed) + "□" * ship.crossed


def sheet(view: View, number: int, charts: Charts) -> list[Line]:
    """Everything about one ship."""
    table = view.table
    ship = table.ships[number]
    head = Text()
    head.append(f"{sign(ship)} {name(table, ship.id)}", f"bold {COLOURS[ship.nation]}")
    head.append(f"   {ship.guns} guns, {RATES[ship.rate]}, {ship.nation.capitalize()}")
    head.append(", flagship ⚑" if ship.flag else "")
    rows = [("hull", _hull(ship))]
    if not ship.gone:
        rows.append(("heading", _heading(table, ship)))
    if ship.able and not table.locked(number):
        rows.append(("sailing", _sailing(table, ship, charts)))
    if ship.able:
        rows += [(side, _battery(table, number, side)) for side in ("port", "starboard")]
    if (place := _station(table, number)) is not None:
        rows.append(("station", place))
    if told := state(table, number):
        rows.append(("state", told))
    if written := _written(view, number):
        rows.append(("orders", written))
    return fleet.sheet(head, rows)


def _hull(ship: Ship) -> str:
    left = " ".join(map(str, ship.sheet[ship.crossed :]))
    return f"{boxes(ship)}  {ship.hull} points" + (f"; boxes left {left}" if left else "")


def _heading(table: Table, ship: Ship) -> str:
    attitude = ATTITUDES[wind.attitude(ship.heading, table.wind, table.settings)]
    return f"{ship.heading:03d} {sea.compass(ship.heading)}, {attitude}"


def _sailing(table: Table, ship: Ship, charts: Charts) -> str:
    low, high = wind.limits(ship, ship.heading, table, charts)
    most = wind.maximum(ship, ship.heading, table, charts)
    phase = table.phase
    moved = isinstance(phase, Moving) and phase.side == ship.side and table.number(ship.id) in phase.done
    if moved or not isinstance(phase, Moving) or phase.side != ship.side:
        return f"{ship.sailed / INCH:g} inches this turn; {most / INCH:g} at most on this heading"
    return (
        f"{low / INCH:g} to {high / INCH:g} inches this turn; {ship.speed / INCH:g} last turn, "
        f"{most / INCH:g} at most on this heading"
    )


def _battery(table: Table, number: int, side: Broadside) -> str:
    """What a broadside bears on, nearest first."""
    marks = targets.targets(table, number, side)
    fresh = "first shot kept; " if side in table.ships[number].fresh else ""
    seen = [
        f"{name(table, table.ships[mark.target].id)} {_range(mark)}{f', raking her {mark.rake}' if mark.rake else ''}"
        for mark in marks[:4]
    ]
    more = f" and {len(marks) - 4} more" if len(marks) > 4 else ""
    return fresh + ("bears on " + "; ".join(seen) + more if seen else "nothing bears")


def _range(mark: targets.Target) -> str:
    return "touching" if mark.band == "overlap_or_grappled" else f"at {inches(mark.square) / INCH:.1f} inches"


def _station(table: Table, number: int) -> str | None:
    squadron = table.squadron_of(number)
    if squadron is None:
        return None
    ship = table.ships[number]
    if ship.parted:
        return f"parted from {squadron.name}"
    line = sailing.in_line(table, squadron)
    if number not in line:
        return f"of {squadron.name}"
    place = line.index(number)
    if squadron.abreast:
        return f"with {squadron.name}, abreast"
    return f"{PLACES[place] if place < len(PLACES) else f'{place + 1}th in'} {squadron.name}"


def state(table: Table, number: int) -> str:
    """What else there is to know about her."""
    ship = table.ships[number]
    told = []
    if ship.gone:
        told.append("left the table")
    if ship.struck:
        told.append("struck")
    for lock in table.locks:
        if number in (lock.one, lock.other):
            other = lock.other if lock.one == number else lock.one
            told.append(f"{lock.how} with {name(table, table.ships[other].id)}")
    if ship.drifting and not ship.gone:
        told.append(f"adrift {ship.drifting} turn{'s' if ship.drifting > 1 else ''}")
    if ship.wanted is not None:
        told.append(f"failed {ship.failures} time{'s' if ship.failures > 1 else ''} to come to {ship.wanted:03d}")
    return ", ".join(told)


def _written(view: View, number: int) -> str:
    own = view.own or Secret()
    pairs = [("will board", own.board), ("will try to grapple", own.grapple), ("means to part from", own.part)]
    ships = view.table.ships
    return ", ".join(f"{what} {ships[b].name}" for what, chosen in pairs for a, b in chosen if a == number)


def roster(view: View, columns: int) -> list[Text]:
    """All ships, side by side, with number, sign, boxes and what has become of them."""
    table = view.table
    wide = max(36, min(60, (columns - 2) // 2))
    halves = [_half(table, side, wide) for side in SIDES]
    return fleet.abreast(halves, wide)


def _half(table: Table, side: str, wide: int) -> list[Text]:
    title = "the British ►" if side == "british" else "the Allies ▻"
    lines = [Text(title, "bold")]
    seen: set[int] = set()
    groups = [(squadron.name, squadron.ships) for squadron in table.squadrons if squadron.side == side]
    alone = tuple(n for n, ship in enumerate(table.ships) if ship.side == side and not any(n in g for _, g in groups))
    for squadron, ships in [*groups, ("", alone)]:
        if ships and squadron:
            lines.append(Text(squadron, "italic dim"))
        for number in ships:
            if number not in seen:
                seen.add(number)
                lines.append(_row(table, number, wide))
    return lines


def _row(table: Table, number: int, wide: int) -> Text:
    ship = table.ships[number]
    style = COLOURS[ship.nation] + ("" if ship.able else " dim")
    line = fleet.row(number, sign(ship), ship.name + ("⚑" if ship.flag else ""), max(11, wide - 25), style)
    line.append(f"{boxes(ship):<12} ")
    return line.append(_short(table, number), "dim")


def _short(table: Table, number: int) -> str:
    """Her state in a word."""
    ship = table.ships[number]
    if ship.gone:
        return "gone"
    if ship.struck:
        return "struck"
    lock = next((lock for lock in table.locks if number in (lock.one, lock.other)), None)
    if lock is not None:
        return lock.how[:5] + "."
    if ship.drifting:
        return "adrift"
    match table.phase:
        case Moving(side=side, done=done) if side == ship.side:
            return "moved" if number in done else ""
        case Firing(side=side, done=done) if side == ship.side and number not in done:
            return "bears"
    return ""


def waiting(table: Table) -> list[int]:
    """The ships that still have an order to come this step: leads of lines and ships alone."""
    match table.phase:
        case Moving():
            return [unit[0] for unit in helm.units(table)]
        case Firing():
            return gunnery.waiting(table)
    return []
