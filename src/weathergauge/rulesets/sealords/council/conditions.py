"""What a box of the event chart may ask for: states of the campaign by name, and how they are joined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from weathergauge.rulesets.sealords.forces import Front
from weathergauge.rulesets.sealords.sequence import serial
from weathergauge.rulesets.sealords.state import Date, EventMark, State, Table
from weathergauge.rulesets.sealords.world import World

Standing = Literal["none", "in_the_field", "resting", "over"]
"""What may be asked of a campaign of armies."""


def standing(front: Front | None) -> Standing:
    """How a campaign of armies stands."""
    if front is None:
        return "none"
    return "over" if front.over else "in_the_field" if front.fought else "resting"


def complete(mark: EventMark, world: World) -> bool:
    """Whether an event has happened with all its steps."""
    node = next((event for event in world.events if event.id == mark.id), None)
    return node is None or node.yearly or mark.count >= node.steps


def before(table: Table, id: str, delay: int, world: World) -> bool:
    """Whether an event has happened, all its steps, and so many quarters ago."""
    mark = table.happened(id)
    if mark is None or not complete(mark, world):
        return False
    quarter = world.charts.turn_structure.of(int, "turns_per_season")
    return serial(table.date, world) - serial(Date(mark.year, mark.turn), world) >= delay * quarter


def holds(condition: str, state: State, world: World) -> bool:
    """Whether a condition of the chart holds now."""
    return any(
        all(_one(part.strip(), state, world) for part in either.split(" and ")) for either in condition.split(" or ")
    )


def _one(part: str, state: State, world: World) -> bool:
    if part.startswith("not "):
        return not _one(part.removeprefix("not ").strip(), state, world)
    name, *given = part.split(":")
    return CONDITIONS[name](state, given, world)


def _relation(state: State, given: list[str], world: World) -> bool:
    return state.table.relation(given[0], given[1]) == given[2]


def _noted(kind: str) -> Callable[[State, list[str], World], bool]:
    def found(state: State, given: list[str], world: World) -> bool:
        return state.table.happened(":".join([kind, *given])) is not None

    return found


def _happened(state: State, given: list[str], world: World) -> bool:
    mark = state.table.happened(given[0])
    return mark is not None and complete(mark, world)


def _marked(state: State, given: list[str], world: World) -> bool:
    mark = state.table.happened(given[0])
    return mark is not None and mark.marked


def _owned(state: State, given: list[str], world: World) -> bool:
    port = state.table.port(given[0])
    return port is not None and port.owner == given[1]


def _year(state: State, given: list[str], world: World) -> bool:
    return state.table.date.year >= int(given[0])


def _ahead(state: State, given: list[str], world: World) -> bool:
    side = given[0]
    return state.table.tally(side).prestige - state.table.tally(world.enemy(side)).prestige >= int(given[1])


def _won(state: State, given: list[str], world: World) -> bool:
    front = state.table.front(given[0])
    if front is None or front.winner != given[1]:
        return False
    return front.over or front.won_in == state.table.date.year


def _status(state: State, given: list[str], world: World) -> bool:
    front, asked = state.table.front(given[0]), given[1]
    return standing(front) == asked


def _reached(state: State, given: list[str], world: World) -> bool:
    """Whether armies in the field stand at a position, or beyond it on its side of where they began."""
    front, row = state.table.front(given[0]), world.campaign(given[0])
    if front is None or not front.fought:
        return False
    asked = row.index(given[1])
    return front.at >= asked if asked > row.start else front.at <= asked


CONDITIONS: dict[str, Callable[[State, list[str], World], bool]] = {
    "relation": _relation,
    "fought": _noted("fought"),
    "defeat": _noted("defeat"),
    "fulfilled": _noted("fulfilled"),
    "landed": _noted("landed"),
    "happened": _happened,
    "marked": _marked,
    "owner": _owned,
    "year": _year,
    "prestige": _ahead,
    "won": _won,
    "status": _status,
    "reached": _reached,
}
ARGUMENTS = {
    "relation": 3, "fought": 2, "defeat": 1, "fulfilled": 2, "landed": 2, "happened": 1, "marked": 1, "owner": 2,
    "year": 1, "prestige": 2, "won": 2, "status": 2, "reached": 2,
}  # fmt: skip
"""How many words belong to each condition."""


def problems(text: str, world: World) -> list[str]:
    """What is wrong with a condition, each as a sentence."""
    wrong = []
    for part in [part for either in text.split(" or ") for part in either.split(" and ") if part.strip()]:
        name, *given = part.strip().removeprefix("not ").strip().split(":")
        if name not in CONDITIONS:
            wrong.append(f"no condition {name!r}, expected one of {', '.join(CONDITIONS)}")
        elif len(given) != ARGUMENTS[name]:
            wrong.append(f"{name} takes {ARGUMENTS[name]} words after it, {len(given)} given")
        elif name in ("won", "status", "reached"):
            wrong += _campaign_problems(name, given[0], given[1], world)
    return wrong


def _campaign_problems(name: str, id: str, asked: str, world: World) -> list[str]:
    row = next((campaign for campaign in world.campaigns if campaign.id == id), None)
    if row is None:
        return [
            f"there is no campaign {id!r}, expected one of {', '.join(campaign.id for campaign in world.campaigns) or 'none'}"
        ]
    known: tuple[str, ...] = world.sides
    if name == "status":
        known = get_args(Standing)
    elif name == "reached":
        known = tuple([position.id for position in row.positions])
    return [] if asked in known else [f"{name}:{id} is asked for {asked!r}, expected one of {', '.join(known)}"]
