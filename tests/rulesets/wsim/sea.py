"""A sea with ships on it, for the tests of wsim: what a test does not name is a sound frigate in a normal breeze."""

from __future__ import annotations

from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.wsim.hexes import Hex
from weathergauge.rulesets.wsim.state import (
    EMPTY,
    ROUND,
    Loads,
    Lock,
    Secret,
    Settings,
    Ship,
    State,
    Table,
    Writing,
    replace,
)
from weathergauge.rulesets.wsim.terms import Step


def ship(id: str, bow: Hex, heading: int, side: str = "british", **changed: Any) -> Ship:
    """A 38-gun frigate of a crack crew, unless told otherwise."""
    usual: dict[str, Any] = {
        "name": id.capitalize(), "built": side, "nation": side, "rated": 38, "ship_class": 3, "quality": "crack",
        "turning": 3, "battle_speed": 4, "full_speed": 6, "guns": (4, 4), "carronades": (2, 2), "hull": 12, "hull_full": 12,
        "crew": (4, 4, 4), "crew_full": (4, 4, 4), "rigging": (5, 5, 5, 5), "rigging_full": (5, 5, 5, 5), "points": 12,
        "speed": 3,
    }  # fmt: skip
    return Ship(id=id, side=side, bow=bow, heading=heading, **(usual | changed))  # type: ignore[arg-type]


def table(*ships: Ship, step: Step = "notation", wind: int = 1, velocity: int = 3, **changed: Any) -> Table:
    """A table in the midst of a turn; settings may be given by name."""
    settings = Settings(**{k: changed.pop(k) for k in list(changed) if k in Settings.__struct_fields__})
    sides = tuple(dict.fromkeys(s.built for s in ships)) or ("british", "french")
    if len(sides) == 1:
        sides = (*sides, "french" if sides[0] != "french" else "british")
    usual: dict[str, Any] = {
        "title": "Test", "sides": sides, "turn": 5, "turns": 40, "wind": wind, "velocity": velocity, "wsn": 6,
        "first_wind": wind, "settings": settings, "ships": ships, "phase": Writing(step), "duel": False,
    }  # fmt: skip
    return Table(**(usual | changed))


def state(at: Table, *orders: Any, **loads: Loads) -> State:
    """The table with everything loaded with round shot, and these orders written by whoever owns the ship."""
    owner = {s.id: s.side for s in at.ships}
    secrets = []
    for side in at.sides:
        mine = tuple(loads.get(s.id, Loads(ROUND, ROUND)) if s.side == side else EMPTY for s in at.ships)
        secrets.append(Secret(orders=tuple(o for o in orders if owner[o.ship] == side), loads=mine))
    return State(at, (secrets[0], secrets[1]))


def locked(at: Table, one: str, other: str, *how: Any) -> Table:
    """Two ships held together, by a foul and so many grapples as are named."""
    a, b = sorted((at.number(one), at.number(other)))
    return replace(at, locks=(*at.locks, *(Lock(a, b, kind) for kind in how)))


def heard(dice: Dice) -> list[Any]:
    """The events that were told, whoever hears them."""
    return [told.event for told in dice.events()]
