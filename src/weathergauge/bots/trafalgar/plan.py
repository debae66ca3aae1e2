"""The plan of a fleet: which part of the enemy it fights, and why.

A plan gives no orders: captains who judge a place think of the enemies in it, and are drawn to nobody else while they
see one of them. It holds for a turn, or until a ship is lost: kept longer, it chased what had sailed away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees, hypot

from msgspec import Struct

from weathergauge.bots.trafalgar.craft import Craft
from weathergauge.bots.trafalgar.temper import Temper
from weathergauge.frame.words import listed
from weathergauge.rulesets.trafalgar.state import INCH, Side, Table

LONG = 6.0
"""Turns of sailing beyond which it is all the same how far off somebody is."""
HURT = 2.0
"""How many turns' sail it is worth that a part of the enemy has all but struck."""


class Plan(Struct, frozen=True):
    """The part of the enemy that is fought, by the numbers of its ships, and the reason in a sentence."""

    part: frozenset[int]
    reason: str


def made(ours: Sequence[Craft], foes: Sequence[Craft], temper: Temper) -> Plan:
    """Fall upon the part of the enemy that is soonest come up with, hurt most, and longest without help.

    It is smaller than the own fleet, by the temper's share; a small enemy is fought as a whole.
    """
    size = max(1, round(temper.part * len(ours)))
    if not ours or size >= len(foes):
        return Plan(
            frozenset(foe.number for foe in foes), "Fight whatever is nearest: the enemy is too few to be parted."
        )
    _, part = max(((advantage(ours, foes, part, temper.relief), part) for part in parts(foes, size)), key=_value)
    names = listed([foe.ship.name for foe in part])
    return Plan(
        frozenset(foe.number for foe in part),
        f"Close with {names} and leave the others alone: help is {_help(foes, part):.1f} turns from them, and we are "
        f"{_reach(ours, part):.1f}.",
    )


def _value(one: tuple[float, Sequence[Craft]]) -> float:
    return one[0]


def parts(foes: Sequence[Craft], size: int) -> Iterator[tuple[Craft, ...]]:
    """Each enemy with those nearest to her, each part once."""
    seen = set()
    for middle in foes:
        x, y = middle.ship.x, middle.ship.y
        near = sorted(foes, key=lambda foe: (hypot(foe.ship.x - x, foe.ship.y - y), foe.number))[:size]
        part = tuple(sorted(near, key=lambda foe: foe.number))
        if part not in seen:
            seen.add(part)
            yield part


def advantage(ours: Sequence[Craft], foes: Sequence[Craft], part: Sequence[Craft], relief: float) -> float:
    """How well a part of the enemy can be fought, in turns of sailing."""
    hurt = sum(craft.crossed / craft.boxes for craft in part) / len(part)
    return relief * _help(foes, part) + HURT * hurt - _reach(ours, part)


def _reach(ours: Sequence[Craft], part: Sequence[Craft]) -> float:
    """How many turns' sail the own ships are from a part, on the average."""
    return _turns(ours, part)


def _help(foes: Sequence[Craft], part: Sequence[Craft]) -> float:
    """How many turns' sail the other enemies are from it, the wind reckoned with."""
    return _turns([foe for foe in foes if foe not in part], part)


def _turns(crafts: Sequence[Craft], part: Sequence[Craft]) -> float:
    x, y = (sum(place) / len(part) for place in zip(*((craft.ship.x, craft.ship.y) for craft in part), strict=True))
    turns = []
    for craft in crafts:
        dx, dy = x - craft.ship.x, y - craft.ship.y
        speed = max(craft.toward[round(degrees(atan2(dx, dy)))], INCH / 2)
        turns.append(min(LONG, hypot(dx, dy) / speed))
    return sum(turns) / len(turns) if turns else LONG


class Planner:
    """Keeps the plan of each side for a turn, so that all of its ships go by the same one."""

    def __init__(self) -> None:
        self.kept: dict[Side, tuple[tuple[object, ...], Plan]] = {}

    def plan(self, table: Table, side: Side) -> Plan | None:
        """The plan that still holds; None where one is to be made."""
        kept = self.kept.get(side)
        return kept[1] if kept is not None and kept[0] == happened(table) else None

    def keep(self, table: Table, side: Side, plan: Plan) -> None:
        self.kept[side] = happened(table), plan


def happened(table: Table) -> tuple[object, ...]:
    """What a plan hangs on: the turn, and who is lost in it."""
    return table.title, table.turn, tuple(n for n, ship in enumerate(table.ships) if not ship.able)
