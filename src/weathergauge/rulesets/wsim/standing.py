"""Standing orders of wooden ships: a line follows its leader, broadsides are fired and loaded without a question.

Nothing is ruled here. What stands is looked up in the seat's view, and what comes of it is an order like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from weathergauge.beside.standing import LineOrders, Stood
from weathergauge.frame import ahead
from weathergauge.frame.chapter import STEP, Choices
from weathergauge.frame.events import Ready
from weathergauge.rulesets.wsim import notation, plots
from weathergauge.rulesets.wsim.actions import Fire, Plot
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.hexes import Heading, Hex, distance, stern
from weathergauge.rulesets.wsim.state import Ship, Table, View, Writing, replace
from weathergauge.rulesets.wsim.words import name


class StandingOrders(LineOrders, frozen=True):
    """What a side lets its ships do without being asked."""

    load: Literal["ask", "round", "advised"] = "ask"
    """Empty broadsides are loaded with round shot."""


WAYS = (*ahead.WAYS, "load")
BY_HAND = ("notation", "boarding", "combat")
"""Steps in which a ship by hand is waited for: no hand is needed to load, or to throw a grapple, as all others do."""


def stage(table: Table) -> str:
    """Mark the step that is written."""
    return f"{table.turn} {table.phase.step if isinstance(table.phase, Writing) else 'over'}"


def in_words(view: View, orders: StandingOrders) -> tuple[str, ...]:
    """Put standing orders into sentences."""
    table = view.table
    loads: dict[str, tuple[str, ...]] = {
        "ask": (), "round": ("Broadsides are loaded with round shot",), "advised": ("Captains choose what is loaded",),
    }  # fmt: skip
    return ahead.in_words(
        orders, table.turn, lambda id: name(table, id), "hexes", "Every broadside is", loads[orders.load]
    )


def stand(view: View, orders: StandingOrders, choices: Choices[Any, Any], charts: Charts) -> Stood:
    """Say what standing orders come to now: a step is ended for its owner when no ship by hand is left in it."""
    table, now = view.table, ahead.this_turn(orders, view.table.turn, WAYS)
    found: Any = None
    advised = False
    step = table.phase.step if isinstance(table.phase, Writing) else ""
    if step not in BY_HAND:
        now = replace(now, by_hand=())
    match step:
        case "notation":
            found, advised = _sailed(view, now, choices, charts)
        case "combat":
            found, advised = _fired(view, now, choices), now.fire == "advised"
        case "loading":
            # Round shot is loaded where nothing is written (WS59).
            found, advised = (Ready() if now.load == "round" else None), now.load == "advised"
        case _:
            found, advised = ahead.passed(now, choices), now.other == "advised"
    if _unwritten(view, now, choices):
        return Stood(orders, None if isinstance(found, Ready) else found, advised=advised, hands=(*now.by_hand, ""))
    return ahead.stood(orders, now, found, advised, choices)


def _unwritten(view: View, now: StandingOrders, choices: Choices[Any, Any]) -> bool:
    """Whether a ship by hand could be ordered, and has nothing written for her yet."""
    written = {order.ship for order in view.own.orders} if view.own is not None else set()
    hands = [id for id in choices.subjects() if ahead.by_hand(now, id)] if now.by_hand else []
    return any(id not in written for id in hands)


# Sailing


def _sailed(
    view: View, now: StandingOrders, choices: Choices[Any, Any], charts: Charts
) -> tuple[Plot | Ready | None, bool]:
    """The plot of the next ship that sails by herself, or whether her captain decides; the leader of a line comes first."""
    if now.sail in ("ask", "advised"):
        return None, now.sail == "advised"
    table = view.table
    open_to = [id for id in choices.subjects() if id != STEP]
    if now.sail == "follow" and now.leader in open_to:
        return None, False
    waiting = [id for id in open_to if not ahead.by_hand(now, id)]
    met = [id for id in waiting if _meets(table, id, now.near)]
    alone = [id for id in waiting if id not in met]
    if not alone:
        return (None, now.met == "advised") if met else (None if open_to else Ready(), False)
    number = table.number(alone[0])
    before = _before(table, number, now.leader) if now.sail == "follow" else None
    return _plotted(view, number, before, charts), False


def _meets(table: Table, id: str, near: int) -> bool:
    """Whether an enemy is so near to a ship that her owner wants to be asked, or her captain to decide."""
    ship = table.ships[table.number(id)]
    return any(other.side != ship.side and other.able and distance(ship.bow, other.bow) < near for other in table.ships)


def _before(table: Table, number: int, leader: str) -> Ship | None:
    """The ship before her in the line: the one of her side that is listed before her, the leader for the first."""
    ship, first = table.ships[number], table.ships[table.number(leader)]
    line = [other for other in table.ships if other.side == ship.side and other.able and other is not first]
    at = line.index(ship)
    return line[at - 1] if at else (first if first.able else None)


def _plotted(view: View, number: int, before: Ship | None, charts: Charts) -> Plot | None:
    """In the wake of the ship before her where she lies so, else towards her; a ship that leads nobody sails straight on."""
    table, ship = view.table, view.table.ships[number]
    taken = {hex for n, other in enumerate(table.ships) if n != number for hex in _lying(view, other, charts)}
    free = [
        reached for reached in notation.plots(table, number, charts)
        if taken.isdisjoint((reached[1], stern(reached[1], reached[2])))
    ]  # fmt: skip
    if before is not None:
        wake = Plot(ship.id, f"W{before.id}")
        if plots.check(table, number, wake.moves, charts) is None:
            return wake
        bow, heading = _end(view, before, charts)
        goal = stern(stern(bow, heading), heading)
        free.sort(key=lambda reached: (distance(reached[1], goal), reached[2] != heading, len(reached[0])))
    else:
        speed = ship.speed or ship.battle_speed
        free = [reached for reached in free if reached[2] == ship.heading and not set("LRTBW") & set(reached[0])]
        free.sort(key=lambda reached: abs(distance(reached[1], ship.bow) - speed))
    return Plot(ship.id, free[0][0]) if free else None


def _end(view: View, ship: Ship, charts: Charts) -> tuple[Hex, Heading]:
    """Where a ship's written plot leaves her; where none is written, or it depends on another's, where she lies."""
    written = view.own.orders if view.own is not None else ()
    moves = next((order.moves for order in written if isinstance(order, Plot) and order.ship == ship.id), None)
    if moves is not None:
        for plot, bow, heading, _ in notation.plots(view.table, view.table.number(ship.id), charts):
            if plot == moves:
                return bow, heading
    return ship.bow, ship.heading


def _lying(view: View, ship: Ship, charts: Charts) -> Iterator[Hex]:
    """The hexes of a friend at the end of her plot, or of a ship that only lies there."""
    if ship.gone or (ship.able and ship.side != view.seat):
        return
    bow, heading = _end(view, ship, charts)
    written = view.own.orders if view.own is not None else ()
    if ship.able and not any(isinstance(order, Plot) and order.ship == ship.id for order in written):
        return  # she goes on from there
    yield bow
    yield stern(bow, heading)


# Guns


def _fired(view: View, now: StandingOrders, choices: Choices[Any, Any]) -> Fire | Ready | None:
    """Each broadside at whoever is nearest, at the hull where her shot reaches it."""
    if now.fire == "hold":
        return Ready()
    if now.fire != "nearest":
        return None
    table = view.table
    for id in choices.subjects():
        if id == STEP or id in now.by_hand:
            continue
        bow = table.ships[table.number(id)].bow
        fires = [choice for choice in choices.of(id) if isinstance(choice, Fire)]
        if fires:
            return min(
                fires, key=lambda fire: (distance(bow, table.ships[table.number(fire.target)].bow), fire.aim != "hull")
            )
    return Ready()
