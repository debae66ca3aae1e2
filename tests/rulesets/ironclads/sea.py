"""A sea with ships on it, for the tests of ironclads. Places are inches; what a test does not name is a sound class 2 ship."""

from __future__ import annotations

from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.ironclads.charts import charts
from weathergauge.rulesets.ironclads.state import (
    INCH,
    QUARTERS,
    Activating,
    Battery,
    Orders,
    Secret,
    Settings,
    Ship,
    Shore,
    State,
    Table,
    Tube,
    View,
)

CHARTS = charts()
BASES = {1: (350, 100), 2: (300, 90), 3: (225, 70), 4: (150, 50)}
"""Length and width of a base by class, in hundredths of an inch."""


def hundredths(inches: float) -> int:
    return round(inches * INCH)


def battery(kind: Any = "medium", dice: int = 4, ap: int = 2, sectors: str = "starboard", **changed: Any) -> Battery:
    """Guns on these sectors, as in `bow starboard`; `all` is all round."""
    places: Any = ("bow", "starboard", "stern", "port") if sectors == "all" else tuple(sectors.split())
    return Battery(kind, dice, ap, places, **changed)


def tube(sectors: str = "starboard", damage: Any = "D2", spent: bool = False) -> Tube:
    places: Any = tuple(sectors.split())
    return Tube(places, damage, spent)


def ship(id: str, x: float = 24, y: float = 24, heading: int = 0, side: str = "blue", **changed: Any) -> Ship:
    """Five hull points, 12 knots, armour 3, four medium dice a side, unless told otherwise; `hull` is in quarters."""
    length, width = BASES[changed.get("ship_class", 2)]
    hull = changed.get("hull", 5 * QUARTERS)
    usual: dict[str, Any] = {
        "name": id.capitalize(), "ship_class": 2, "hull": hull, "hull_full": hull, "knots": 12, "armour": 3,
        "length": length, "width": width, "batteries": (battery(), battery(sectors="port")),
    }  # fmt: skip
    where = {"x": hundredths(x), "y": hundredths(y), "heading": heading}
    return Ship(id=id, side=side, **where, **(usual | changed))  # type: ignore[arg-type]


def fort(id: str, x: float = 24, y: float = 24, heading: int = 0, side: str = "red", **changed: Any) -> Ship:
    """Six structure points, armour 2, two medium dice all round."""
    usual: dict[str, Any] = {
        "ship_class": 1, "hull": 6 * QUARTERS, "knots": 0, "armour": 2, "fort": True, "length": 200, "width": 200,
        "batteries": (battery(dice=2, ap=1, sectors="all"),),
    }  # fmt: skip
    return ship(id, x, y, heading, side, **(usual | changed))


def land(*points: tuple[float, float], kind: Any = "land", name: str = "shore", easy: tuple[str, ...] = ()) -> Shore:
    """Land, or a shoal, by its corners in inches."""
    return Shore(name, kind, tuple([(hundredths(x), hundredths(y)) for x, y in points]), easy)


def table(*ships: Ship, phase: Any = None, **changed: Any) -> Table:
    """A table of 72 by 48 inches in the third turn, in a moderate breeze from the north; settings may be given by name.

    Without a phase, the first ship has moved and is about to fire.
    """
    named = set(Settings.__struct_fields__) - {"era", "turns"}  # those two are the table's own here
    settings = Settings(**{k: changed.pop(k) for k in list(changed) if k in named})
    sides = tuple(dict.fromkeys(one.side for one in ships)) or ("blue", "red")
    if len(sides) == 1:
        sides = (*sides, "red" if sides[0] != "red" else "blue")
    usual: dict[str, Any] = {
        "title": "Test", "sides": sides, "era": 2, "turn": 3, "turns": 12, "width": 7200, "height": 4800,
        "settings": settings, "ships": ships, "phase": phase or Activating(sides[0], 0, "fire"), "first": sides[0],
        "wind": 0, "level": 3, "fixed_weather": False, "calmest": 1, "roughest": 6,
    }  # fmt: skip
    return Table(**(usual | changed))


def state(at: Table, active: Any = "half", inactive: Any = "half", **orders: tuple[Any, Any]) -> State:
    """The table with these orders face down; a ship's own may be given by her id, as `(active, inactive)`."""
    secrets = []
    for side in at.sides:
        mine = [Orders(*orders.get(s.id, (active, inactive))) if s.side == side else Orders() for s in at.ships]
        secrets.append(Secret(orders=tuple(mine)))
    return State(at, (secrets[0], secrets[1]))


def heard(dice: Dice) -> list[Any]:
    """The events that were told, whoever hears them."""
    return [told.event for told in dice.events()]


def view(at: Table) -> View:
    """What the first side sees, that has nothing hidden."""
    return View(at, at.sides[0], Secret())
