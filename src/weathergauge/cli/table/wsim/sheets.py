"""The log sheets of an action ship to ship: one ship in full, with her squares, or all of them at a glance."""

from __future__ import annotations

from rich.text import Text

from weathergauge.cli.table import fleet
from weathergauge.cli.table.desk import Line
from weathergauge.cli.table.wsim.picture import COLOURS, sign
from weathergauge.frame.words import listed, many
from weathergauge.rulesets.wsim import bearing, wind
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.helm import helm
from weathergauge.rulesets.wsim.hexes import NAMES
from weathergauge.rulesets.wsim.plots import ATTITUDE_WORDS
from weathergauge.rulesets.wsim.state import Loaded, Ship, Table, View
from weathergauge.rulesets.wsim.terms import BEAMS, BROADSIDES, SHOTS, Broadside
from weathergauge.rulesets.wsim.words import SIDE_WORDS, name, ordered

LEFT, CROSSED = "■", "□"
ANCHORS = {"A": "at anchor", "AB": "at anchor, with a spring at the bow", "AS": "at anchor, with a spring at the stern"}
DANGERS = {
    "may_sink": "shattered, and may sink",
    "may_explode": "shattered, and may blow up",
    "will_explode": "burning out of control",
}


def track(left: int, full: int) -> str:
    """Squares as a bar: those crossed out are hollow."""
    return LEFT * left + CROSSED * (full - left)


def tracks(left: tuple[int, ...], full: tuple[int, ...]) -> str:
    """Sections one after the other, lowest first."""
    return " ".join(track(boxes, whole) for boxes, whole in zip(left, full, strict=True))


def sheet(view: View, number: int, charts: Charts) -> list[Line]:
    """Everything about one ship."""
    table = view.table
    ship = table.ships[number]
    head = Text()
    head.append(f"{sign(table, ship)} {name(table, ship.id)}", f"bold {COLOURS[ship.side]}")
    head.append(f"   {ship.rated} guns, class {ship.ship_class}, {ship.quality} crew, {ship.nation.capitalize()}")
    head.append(f", {many(ship.points, 'point')}" + (", flagship ⚑" if ship.admiral else ""))
    rows = [
        ("hull", f"{track(ship.hull, ship.hull_full)}  {ship.hull} of {ship.hull_full}"),
        ("crew", f"{tracks(ship.crew, ship.crew_full)}  {sum(ship.crew)} of {sum(ship.crew_full)}"),
        ("rigging", f"{tracks(ship.rigging, ship.rigging_full)}  {sum(ship.rigging)} of {sum(ship.rigging_full)}"),
    ]
    if not ship.gone:
        rows.append(("heading", _heading(table, ship)))
    if ship.able:
        rows.append(("sailing", sailing(table, number, charts)))
        rows += [(BEAMS[side], _battery(view, number, side, charts)) for side in BROADSIDES]
    if told := state(table, number):
        rows.append(("state", told))
    if written := [ordered(table, order) for order in (view.own.orders if view.own else ()) if order.ship == ship.id]:
        rows.append(("orders", "; ".join(written)))
    return fleet.sheet(head, rows)


def _heading(table: Table, ship: Ship) -> str:
    attitude = ATTITUDE_WORDS[wind.attitude(ship.heading, table.wind)]
    return f"{NAMES[ship.heading]}, {'under oars' if ship.oars else attitude}"


def sailing(table: Table, number: int, charts: Charts) -> str:
    """What she may make this turn, and under which sails."""
    ship = table.ships[number]
    can = helm(table, number, charts)
    if can.mode == "fast":
        return can.why
    if can.mode != "free":
        return f"{can.why}; she may turn" if can.in_place else can.why
    sails = "" if ship.oars else f"{'full' if ship.full_sails else 'battle'} sails, "
    speed = f"{can.least} to {min(can.most, can.total)}" if can.least else f"up to {min(can.most, can.total)}"
    return (
        f"{sails}{speed} of {many(can.total, 'movement factor')}, {ship.speed} last turn; turning ability {can.turns}"
    )


def _battery(view: View, number: int, side: Broadside, charts: Charts) -> str:
    """Guns, what is in them where that may be known, and what they bear on, nearest first."""
    table = view.table
    ship, place = table.ships[number], BROADSIDES.index(side)
    parts = [many(ship.guns[place], "gun square")]
    if ship.carronades[place]:
        parts.append(many(ship.carronades[place], "carronade"))
    told = " and ".join(parts)
    if view.own is not None and ship.side == view.seat:
        told += f", {loaded(view.own.load(number).of(side))}"
    told += ", not fired yet" if side in ship.fresh else ""
    marks = bearing.targets(table, number, side, charts)
    seen = [
        f"{name(table, table.ships[mark.target].id)} at {mark.range}{' (half)' if mark.half else ''}"
        f"{f', raking her {mark.rake}' if mark.rake else ''}"
        for mark in marks[:4]
    ]
    more = f" and {len(marks) - 4} more" if len(marks) > 4 else ""
    return f"{told}; " + ("bears on " + "; ".join(seen) + more if seen else "nothing bears")


def loaded(load: Loaded) -> str:
    """What is in a broadside."""
    if not load.shot:
        return "empty"
    return SHOTS[load.shot] if load.ready else f"{SHOTS[load.shot]} half loaded"


def state(table: Table, number: int) -> str:
    """What else there is to know about her."""
    ship = table.ships[number]
    told = [_fate(ship)] if _fate(ship) else []
    for other in table.held(number):
        hooks = table.grapples(number, other)
        how = [f"grappled {many(hooks, 'time')}"] if hooks else []
        how += ["fouled"] if table.fouled(number, other) else []
        told.append(f"{' and '.join(how)} with {name(table, table.ships[other].id)}")
    told += [ANCHORS[ship.anchor]] if ship.anchor else []
    told += [f"weighing, {many(ship.weighing, 'turn')}"] if ship.weighing else []
    if ship.pumps:
        told.append(f"section{'s' if len(ship.pumps) > 1 else ''} {listed([str(n) for n in ship.pumps])} at the pumps")
    told += [f"a fire with {many(turns, 'turn')} to burn" for turns, _ in ship.fires]
    told += [f"wreckage to {BEAMS[side]} for {many(turns, 'turn')}" for side, turns in ship.obscured]
    told += [f"a mast hangs to {BEAMS[side]}" for side in ship.hanging]
    told += [f"turning ability less {ship.steering_lost}"] if ship.steering_lost else []
    told += [f"has {table.ships[ship.tow].name} in tow"] if ship.tow >= 0 else []
    told += ["her captain is dead"] if not ship.captain else []
    for party in ship.parties:
        sections = listed([str(section) for section in party.sections])
        whom = f" on {table.ships[party.target].name}" if party.target >= 0 else ""
        told.append(f"{party.kind} of section{'s' if len(party.sections) > 1 else ''} {sections}{whom}")
    return ", ".join(told)


def _fate(ship: Ship) -> str:
    """What has become of her, where she is no longer in the fight or has changed hands."""
    if ship.gone:
        return {"sunk": "sunk", "exploded": "blown up", "left": "left the action"}[ship.gone]
    if ship.danger:
        return DANGERS[ship.danger]
    if ship.colours != "flying":
        return ship.colours
    if ship.prize is not None:
        return f"a prize, with a crew of {many(ship.prize.squares, 'square')}"
    return "" if ship.hands else "no crew left"


def roster(view: View, columns: int) -> list[Text]:
    """All ships, side by side, with number, sign, squares left and what has become of them."""
    table = view.table
    wide = max(36, min(66, (columns - 2) // 2))
    halves = [_half(table, place, wide) for place in (0, 1)]
    return fleet.abreast(halves, wide)


def _half(table: Table, place: int, wide: int) -> list[Text]:
    side = table.sides[place]
    title = f"{SIDE_WORDS[side]} {'►▻'[place]}"
    room = max(10, wide - 26)
    head = Text(f"{title:<{room + 7}}", "bold").append("hull crew rigg.", "dim")
    return [head, *(_row(table, n, room) for n, ship in enumerate(table.ships) if ship.side == side)]


def _row(table: Table, number: int, room: int) -> Text:
    ship = table.ships[number]
    called = name(table, ship.id) + ("⚑" if ship.admiral else "")
    line = fleet.row(number, sign(table, ship), called, room + 1, COLOURS[ship.side] + ("" if ship.able else " dim"))
    line.append(f"{ship.hull:>4} {sum(ship.crew):>4} {sum(ship.rigging):>4} ")
    return line.append(_short(table, number), "dim")


def _short(table: Table, number: int) -> str:
    """Her state in a word."""
    ship = table.ships[number]
    fate = _fate(ship)
    if fate:
        return fate.split(",")[0]
    return "fast" if table.held(number) else "afire" if ship.fires else ""
