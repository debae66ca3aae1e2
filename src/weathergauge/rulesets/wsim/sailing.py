"""Chapter: movement execution (phase E). Plots are sailed; then come drift, anchors and tows."""

from __future__ import annotations

from collections.abc import Iterable

from weathergauge.dice import Dice
from weathergauge.rulesets.wsim.actions import Anchored, Plot, Plotted, Signal, Tow, Towed
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.helm import helm, riding, towed_by
from weathergauge.rulesets.wsim.hexes import Hex, ahead, distance, turned
from weathergauge.rulesets.wsim.notation import unwritten
from weathergauge.rulesets.wsim.plots import Course, Walk, judge
from weathergauge.rulesets.wsim.sea import Hull, Sea
from weathergauge.rulesets.wsim.state import Message, Ship, State, Table, apart, replace


def resolve(state: State, charts: Charts, dice: Dice) -> State:
    """Carry out what was written for movement: plots, signals, anchors and tows."""
    state = _signals(state)
    table = _cables(state.table, dice)
    plots = {order.ship: order.moves for order in state.written(Plot)}
    courses: dict[int, Course] = {}
    for n, ship in enumerate(table.ships):
        if ship.able:
            moves = plots.get(ship.id) or unwritten(table, n, charts)
            courses[n] = judge(table, n, moves, charts)
            dice.tell(Plotted(ship.id, moves, courses[n].why))
    sea = Sea(table, charts, dice)
    _cast_off(sea, courses, charts)
    sea.sail()
    sea.drift({n: _still(hull) for n, hull in sea.hulls.items() if _may_drift(hull, courses.get(n), table)})
    ships = list(table.ships)
    for n, hull in sea.hulls.items():
        ships[n] = _logged(hull, courses.get(n, Course("stay")), dice)
    table = replace(table, ships=tuple(ships), locks=(*table.locks, *sea.locks))
    return replace(state, table=_lines(table, state.written(Tow), charts, dice))


def _cast_off(sea: Sea, courses: dict[int, Course], charts: Charts) -> None:
    """Give every ship what she will do: her items, or the leader whose track she follows."""
    table = sea.table
    for n, course in courses.items():
        hull, ship = sea.hulls[n], table.ships[n]
        if course.kind == "wake":
            hull.leader = sea.hulls[course.leader]
            hull.walk = Walk(helm(table, n, charts), ship.heading, table.wind)
        elif course.kind == "astern":
            hull.items = ["BW"]
        else:
            hull.items = list(course.items)
            hull.free_turns = bool(course.items) and helm(table, n, charts).total == 0
    if table.settings.towing:
        for n, hull in sea.hulls.items():
            tug = towed_by(table, n)
            if tug >= 0 and not table.held(n) and not riding(hull.ship):
                hull.items, hull.leader = [], sea.hulls[tug]
                hull.first = _on_the_line(hull, sea.hulls[tug])


def _on_the_line(hull: Hull, tug: Hull) -> Hex | None:
    """The hex between a ship in tow and the one that tows her: her stern, or where it was before she swung (WS38)."""
    if distance(hull.bow, tug.ship.stern) == 1:
        return tug.ship.stern
    order = (0, 1, 5, 2, 4, 3)
    places = [ahead(hull.bow, turned(hull.heading, by)) for by in order]
    return next((place for place in places if distance(place, tug.bow) == 1), None)


def _cables(table: Table, dice: Dice) -> Table:
    """What was written about anchors last turn takes effect."""
    for n, ship in enumerate(table.ships):
        if not ship.afloat or not (ship.anchoring or ship.cutting or ship.weighing >= 2):
            continue
        holds = riding(ship)
        if ship.anchoring and holds:
            dice.tell(Anchored(ship.id, "down"))
        elif ship.weighing >= 2 and not ship.cutting:
            dice.tell(Anchored(ship.id, "up"))
        weighing = ship.weighing if holds else 0
        table = table.with_ship(n, replace(ship, anchor=holds, anchoring="", cutting=False, weighing=weighing))
    return table


def _still(hull: Hull) -> int:
    """Turns that her bow hex has not changed, with this one. Swinging on a spring makes no way."""
    return 0 if hull.made else hull.ship.still + 1


def _may_drift(hull: Hull, course: Course | None, table: Table) -> bool:
    """Whether nothing holds her where she is: wind there must be, no anchor, and no oars that hold (WS10)."""
    if not table.velocity or riding(hull.ship) or (course is not None and course.kind == "hold"):
        return False
    return hull.made == 0


def _logged(hull: Hull, course: Course, dice: Dice) -> Ship:
    """Her log after the move."""
    ship = hull.ship
    drifted = hull.made == 0 and hull.bow != ship.bow and not hull.on_stern
    did = []
    if hull.turns:
        did.append("turned")
    if hull.collided:
        did.append("collided")
    if ship.still and (hull.made == 0 or hull.turns):
        did.append("gathering")
    weighing, cutting, may_anchor, anchoring = 0, False, ship.may_anchor, ship.anchoring
    if course.kind == "weigh":
        weighing = ship.weighing + 1
        did.append("weighed")
        dice.tell(Anchored(ship.id, "weighing"))
    elif course.kind == "cut":
        cutting, may_anchor = True, False
        dice.tell(Anchored(ship.id, "cut"))
    elif course.anchor and not hull.collided:
        anchoring = course.anchor
    return replace(
        ship,
        bow=hull.bow,
        heading=hull.heading,
        # WS39: a ship that has run into another has no way left.
        speed=0 if hull.collided else hull.speed,
        still=_still(hull),
        steady=0 if hull.turns else ship.steady + 1,
        moved=hull.heading != ship.heading or (hull.bow != ship.bow and not drifted),
        did=tuple(did),
        committed=False,
        weighing=weighing,
        cutting=cutting,
        may_anchor=may_anchor,
        anchoring=anchoring,
    )


def _lines(table: Table, orders: Iterable[Tow], charts: Charts, dice: Dice) -> Table:
    """Tow lines after the move: those that part, those cast off, those passed (WS38). They count from the next turn."""
    if not table.settings.towing:
        return table
    wishes = {table.number(order.ship): table.number(order.other) if order.other else -1 for order in orders}
    for n, ship in enumerate(table.ships):
        if ship.tow >= 0:
            other = table.ships[ship.tow]
            long = apart(ship, other) > charts.distances.at("tow_line")
            parts = long or not ship.able or not other.afloat or other.side != ship.side
            if parts or wishes.get(n) == -1:
                dice.tell(Towed(ship.id, other.id, False))
                table = table.with_ship(n, replace(ship, tow=-1))
        elif (to := wishes.get(n, -1)) >= 0:
            other = table.ships[to]
            near = distance(other.bow, ship.stern) == 1 and not table.held(n) and not table.held(to)
            if near and other.tow < 0 and towed_by(table, to) < 0 and towed_by(table, n) < 0:
                dice.tell(Towed(ship.id, other.id, True))
                table = table.with_ship(n, replace(ship, tow=to))
    return table


def _signals(state: State) -> State:
    """Signals that were written, kept by their own side until they are read in the next turn (WS04)."""
    for side in state.table.sides:
        own = state.secret(side)
        made = [
            Message(order.ship, order.to, order.words.strip(), state.table.turn)
            for order in own.orders
            if isinstance(order, Signal)
        ]
        if made:
            state = state.with_secret(side, replace(own, signals=(*own.signals, *made)))
    return state
