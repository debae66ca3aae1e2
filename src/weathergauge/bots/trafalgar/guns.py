"""What a broadside is worth, by its exact odds, and the order of fire that is worth most."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from weathergauge.odds import odds
from weathergauge.rulesets.trafalgar import gunnery, leadership, targets
from weathergauge.rulesets.trafalgar.actions import AnyAction, Finish, Fire
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Band, Rake, Shot
from weathergauge.rulesets.trafalgar.state import Broadside, Rate, Ship, Side, Table
from weathergauge.rulesets.trafalgar.victory import points as points

STRIKING = 0.5
"""What the last box adds, as a share of her points: she strikes, and her guns fall silent."""


def worth(points: int, boxes: int, crossed: int) -> float:
    """What has been won of a ship so far: a box is worth the more the nearer she is to striking."""
    if crossed >= boxes:
        return points * (1 + STRIKING)
    share = crossed / boxes
    return points * share * (1 + share) / 2


@lru_cache(maxsize=1 << 16)
def gain(
    hull: int, band: Band, first: bool, rake: Rake, both: bool, rate: Rate, points: int, boxes: int, crossed: int,
    charts: Charts,
) -> float:  # fmt: skip
    """What a broadside is expected to win of its target."""
    law = odds(gunnery.fire, Shot(hull, band, rate, first, rake, both), charts)
    now = worth(points, boxes, crossed)
    return sum(float(chance) * (worth(points, boxes, crossed + hit) - now) for hit, chance in law.items() if hit)


@lru_cache(maxsize=64)
def passes(side: Side, failures: int, charts: Charts) -> float:
    """The chance of a leadership test."""
    return float(odds(leadership.test, side, failures, charts).chance(bool))


def best_fire(table: Table, choices: Any, charts: Charts) -> AnyAction | None:
    """The order of fire worth most, for the ship whose fire is worth most: what she strikes others need not fire at."""
    best: tuple[float, AnyAction] | None = None
    for id in choices.subjects():
        number = table.number(id)
        if number < 0:
            continue
        value, action = _best_of(table, number, choices.of(id), charts)
        if action is not None and (best is None or value > best[0]):
            best = value, action
    return Finish() if best is None else best[1]


def promised(table: Table, order: Fire, charts: Charts) -> float:
    """What an order of fire is expected to win."""
    return _best_of(table, table.number(order.ship), (order,), charts)[0]


def _best_of(table: Table, number: int, options: Any, charts: Charts) -> tuple[float, AnyAction | None]:
    ship = table.ships[number]
    sides: tuple[Broadside, Broadside] = ("port", "starboard")
    marks = {side: targets.targets(table, number, side) for side in sides}
    best, order = -1.0, None
    for action in options:
        if not isinstance(action, Fire):
            continue
        aims = gunnery.aims(action)
        both = len(aims) > 1
        value = other = 0.0
        test = False
        for side, id in aims:
            target = table.number(id)
            mark = next(m for m in marks[side] if m.target == target)
            value += _value(ship, table, side, mark, both, charts)
            other += _value(ship, table, side, marks[side][0], both, charts)
            test = test or target not in targets.free_targets(table, marks[side])
        if test:
            chance = passes(ship.side, 0, charts)
            value = chance * value + (1 - chance) * other
        if value > best:
            best, order = value, action
    return best, order


def _value(ship: Ship, table: Table, side: Broadside, mark: targets.Target, both: bool, charts: Charts) -> float:
    target = table.ships[mark.target]
    first = side in ship.fresh
    return gain(
        ship.hull, mark.band, first, mark.rake, both, target.rate, points(target), len(target.sheet), target.crossed,
        charts,
    )  # fmt: skip
