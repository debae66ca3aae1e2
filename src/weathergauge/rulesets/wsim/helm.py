"""What a ship can do in a turn, from the table alone: her factors, her turns, and what holds her."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.frame.memory import kept
from weathergauge.rulesets.wsim import wind
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.state import Ship, Table
from weathergauge.rulesets.wsim.terms import Anchor


class Helm(Struct, frozen=True):
    """What a ship can do this turn, from the table alone."""

    allow: tuple[int, ...]
    """Movement factors on each heading, counted from 1."""
    total: int
    """On the heading she starts on: all she may spend."""
    least: int
    most: int
    """Bounds of her speed: factors on hexes and turns."""
    turns: int
    """Turning ability, for a plot with hexes in it."""
    in_place: bool
    """Whether she may turn where she lies."""
    speed: int
    still: bool
    rowed: bool
    mode: Literal["free", "spring", "adrift", "fast"]
    """Adrift ships have no rigging and may turn now and then; fast ones do nothing at all."""
    why: str = ""
    """Why she is not free."""


def riding(ship: Ship) -> Anchor:
    """The anchor that holds her in this turn's movement: one dropped last turn holds, one cut or weighed does not."""
    if ship.cutting or ship.weighing >= 2 or (ship.anchoring and not ship.may_anchor):
        return ""
    return ship.anchor or ship.anchoring


def towed_by(table: Table, number: int) -> int:
    """The number of the ship that has her in tow, or -1."""
    if table.settings.towing:
        for n, ship in enumerate(table.ships):
            if ship.tow == number and not ship.gone:
                return n
    return -1


def held_fast(table: Table, number: int) -> str:
    """Why she can neither move nor turn at all, but for her anchor; empty when she can."""
    ship = table.ships[number]
    if held := table.held(number):
        others = " and ".join(table.ships[n].name for n in held)
        return f"{ship.name} is fast to {others} and can neither move nor turn"
    if ship.committed:
        return f"{ship.name} had all her crew in boarding parties last turn and cannot move in this one"
    if (tug := towed_by(table, number)) >= 0:
        return f"{ship.name} is in tow and goes where {table.ships[tug].name} takes her"
    return ""


def helm(table: Table, number: int, charts: Charts) -> Helm:
    """What she can do this turn."""
    known = _helms(table, charts)
    if number not in known:
        known[number] = _helm(table, number, charts)
    return known[number]


@kept(
    lambda table, charts: (table.ships, table.locks, table.wind, table.velocity, table.settings, charts),
    size=64,
)
def _helms(table: Table, charts: Charts) -> dict[int, Helm]:
    """A shelf for what each ship can do, as they all lie."""
    return {}


def _helm(table: Table, number: int, charts: Charts) -> Helm:
    ship = table.ships[number]
    allow = wind.allowances(table, number, charts)
    rowed, still = ship.oars, ship.still > 0
    turns = 0 if ship.hanging else max(0, ship.turning - ship.steering_lost)
    mode: Literal["free", "spring", "adrift", "fast"] = "free"
    why, in_place = held_fast(table, number), turns > 0
    if why:
        mode = "fast"
    elif anchor := riding(ship):
        mode = "fast" if anchor == "A" or ship.hanging else "spring"
        turns = charts.figures.at("spring_turns") if mode == "spring" else turns
        why = f"{ship.name} lies at anchor"
    elif rowed and charts.wind_effects.at(table.velocity, "rowed", "A") == "drift_only":
        mode, why = "fast", f"{ship.name} goes by oars and can only drift in this wind"
    elif ship.dismasted and not rowed:
        # WS34: oars need no masts. Others wait 3, 2 or 1 turns for a turn, by their turning ability.
        wait = charts.adrift.at(turns) if turns else 0
        mode, in_place = "adrift", turns > 0 and ship.steady >= wait
        why = f"{ship.name} has no rigging left and can only drift"
        if turns and not in_place:
            why += f"; she may turn once she has not turned for {wait} turn{'s' if wait > 1 else ''}"
    if mode != "free":
        return Helm(allow, 0, 0, 0, turns, in_place, ship.speed, still, rowed, mode, why)
    total = allow[ship.heading]
    least, most = wind.limits(ship, total, charts)
    # A ship that lay still has one turn less, but may always turn where she lies: WS35.
    return Helm(allow, total, least, most, turns - still if turns else 0, in_place, ship.speed, still, rowed, mode)
