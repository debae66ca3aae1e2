"""A map with formations on it, for the tests of the campaigns. What a test does not name is sound, ready, hidden and at war."""

from __future__ import annotations

from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.forces import Auxiliary, Cargo, Formation, Leader, Order, Squadron
from weathergauge.rulesets.sealords.phases import Going
from weathergauge.rulesets.sealords.state import Date, Port, Seated, Secret, State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.title_types import settings_type, state_type, table_type
from weathergauge.rulesets.sealords.world import World, world

MISTRAL = world("mistral")
COLD_WAVES = world("cold_waves")
SIDES = MISTRAL.sides
mistral_settings: Any = settings_type("mistral")
"""Settings with the ranks of both players."""
YEAR = 1744
USUAL: dict[str, tuple[int, int, int]] = {
    "sol": (4, 10, 4), "sol_d": (2, 6, 4), "frigate": (2, 5, 5), "galley": (4, 6, 3), "flagship": (1, 6, 4),
}  # fmt: skip
"""Most sail, damage rating and movement allowance of a class."""
WAR = (
    ("british", "french", "war"),
    ("british", "spanish", "war"),
    ("dutch", "french", "war"),
    ("dutch", "spanish", "war"),
)


def leader(id: str = "admiral", contingent: str = "british", **changed: Any) -> Leader:
    """A middling rear admiral: leadership 3, cautious, strategy 3, control 4."""
    usual: dict[str, Any] = {"lr": 3, "personality": "cautious", "sr": 3, "control": 4, "rank": "rear_admiral"}
    return Leader(id, id.replace("_", " ").title(), contingent, **(usual | changed))


def squadron(id: str = "s1", cls: Any = "sol", sail: int | None = None, **changed: Any) -> Squadron:
    """A sound squadron with all the sail of her class."""
    full, rating, ma = USUAL[cls]
    usual: dict[str, Any] = {"contingent": "british", "full": full, "rating": rating, "ma": ma}
    return Squadron(id=id, cls=cls, sail=full if sail is None else sail, **(usual | changed))


def formation(
    id: str = "b1", place: str = "space_7", side: Side = "british", squadrons: Any = None, **changed: Any
) -> Formation:
    """An independent squadron of ships of the line, or a flotilla of more; its squadrons are of its command."""
    command = changed.pop("command", "british" if side == "british" else "french")
    made = (squadron(f"{id}_1"),) if squadrons is None else tuple(squadrons)
    made = tuple([replace(one, contingent=command) if one.contingent == "british" else one for one in made])
    usual: dict[str, Any] = {"name": id, "kind": "flotilla" if len(made) > 1 else "squadron", "command": command}
    return Formation(id=id, side=side, place=place, squadrons=made, **(usual | changed))


def dummy(id: str = "d1", place: str = "space_7", side: Side = "british", **changed: Any) -> Formation:
    return formation(id, place, side, (), kind="dummy", **changed)


def convoy(
    id: str = "c1", place: str = "space_7", side: Side = "british", route: Any = (), points: int = 24, **changed: Any
) -> Formation:
    """A trade convoy with its whole cargo, on its way along a route."""
    cargo = changed.pop("cargo", None) or Cargo(changed.pop("trade", "trade"), points, points, tuple(route))
    return formation(id, place, side, (), kind="convoy", cargo=cargo, **changed)


def auxiliary(id: str = "x1", cls: Any = "fleet", side: Any = "british", **changed: Any) -> Auxiliary:
    """One that is assigned to a base: a port's name, a formation's id or a corsair zone."""
    contingent = "british" if side == "british" else "french" if side == "bourbon" else "pirate"
    usual: dict[str, Any] = {"contingent": contingent, "box": "assigned", "base": "port_mahon"}
    return Auxiliary(id=id, side=side, cls=cls, **(usual | changed))


def order(id: str = "o1", type: Any = "cruise", **changed: Any) -> Order:
    usual: dict[str, Any] = {"state": "issued", "command": "british"}
    return Order(id=id, type=type, **(usual | changed))


def ports(of: World) -> tuple[Port, ...]:
    """Every port of the map in the hands it begins in."""
    return tuple([Port(place.id, place.owner) for place in of.places.values() if place.port])


def state(title: str = "mistral", formations: Any = (), **changed: Any) -> State:
    """A campaign in the first increment of an impulse. Other words go to the table; `british` and `bourbon` are changes of the
    secrets, as dictionaries."""
    secrets = {side: changed.pop(side, {}) for side in SIDES}
    table: dict[str, Any] = {
        "title": title,
        "name": "a test",
        "date": Date(YEAR, 3, 1, 1),
        "last": Date(YEAR, 16),
        "settings": settings_type(title)(),
        "phase": Going(),
        "step": "plot",
        "ports": ports(world(title)),
        "relations": WAR,
    }
    made = state_type(title)(
        table_type(title)(**({"first": "british"} | table | changed)),
        (Secret(**secrets["british"]), Secret(**secrets["bourbon"])),
    )
    for one in formations:
        made = made.with_formation(one)
    return made


def view(state: State, side: Side = "british") -> Seated:
    """What a side knows."""
    return Seated(state.table, side, state.secret(side))


def heard(dice: Dice) -> list[Any]:
    """The events that were told, whoever hears them."""
    return [told.event for told in dice.told]


# What must be there. Nothing else stands where it is missing, so that a test fails by name.


def found(state: State, id: str) -> Any:
    """A formation of either side, or nothing."""
    return state.formation(id)


def chit(state: State, id: str, side: Side = "british") -> Any:
    """An order of a side, or nothing."""
    return state.secret(side).order(id)


def port(state: State, id: str) -> Any:
    """What changes about a port."""
    return state.table.port(id)


def mark(state: State, id: str) -> Any:
    """The mark of an event, or nothing."""
    return state.table.happened(id)
