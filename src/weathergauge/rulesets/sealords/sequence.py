"""The order in which things happen: from one step to the next, through increments, impulses, turns and years."""

from __future__ import annotations

from itertools import pairwise

from weathergauge.rulesets.sealords.state import Date, Table, replace
from weathergauge.rulesets.sealords.terms import Season
from weathergauge.rulesets.sealords.world import World

IMPULSE = ("winds", "arrivals", "pirates", "dummies")
INCREMENT = (
    "gales_move", "plot", "extra_b", "extra_a", "sail_b", "sail_a", "search", "tasks", "gales", "battles", "increment_end",
)  # fmt: skip
CLOSE = ("conceal", "closing", "orders_end")
ADMINISTRATION = (
    "sinking", "end_die", "events", "quarter", "requests", "council", "recovery", "attrition", "aux_blockade", "yards",
    "prestige", "relief", "turn_end",
)  # fmt: skip
OPENING = "opening"
"""The step in which a scenario begins: a council before its first turn."""


_NEXT = {step: other for steps in (IMPULSE, INCREMENT, CLOSE, ADMINISTRATION) for step, other in pairwise(steps)}
"""The step after each that is not the last of its kind."""


def following(table: Table, world: World) -> tuple[str, Date]:
    """The step after the one that is done, and its date."""
    step, date = table.step, table.date
    if step in _NEXT:
        return _NEXT[step], date
    structure = world.charts.turn_structure
    if step == OPENING:
        return IMPULSE[0], replace(date, impulse=1, mpi=0)
    if step == IMPULSE[-1]:
        return INCREMENT[0], replace(date, mpi=1)
    if step == INCREMENT[-1]:
        if date.mpi < structure.of(int, "mpis_per_impulse"):
            return INCREMENT[0], replace(date, mpi=date.mpi + 1)
        return CLOSE[0], date
    if step == CLOSE[-1]:
        if date.impulse < structure.of(int, "impulses_per_operations_phase"):
            return IMPULSE[0], replace(date, impulse=date.impulse + 1, mpi=0)
        return ADMINISTRATION[0], replace(date, impulse=0, mpi=0)
    if date.turn < structure.of(int, "turns_per_year"):
        return IMPULSE[0], Date(date.year, date.turn + 1, 1)
    return IMPULSE[0], Date(date.year + 1, 1, 1)


def quarterly(date: Date, world: World) -> bool:
    """Whether the turn is a Quarterly one."""
    turns = world.charts.turn_structure.at("quarterly_turns")
    return isinstance(turns, tuple) and date.turn in turns


def season(date: Date, world: World) -> Season:
    return world.charts.season_of_turn.at(date.turn)


def turns_between(one: Date, other: Date, world: World) -> int:
    """Turns from one date to another."""
    return (other.year - one.year) * world.charts.turn_structure.of(int, "turns_per_year") + other.turn - one.turn


def through(since: int, table: Table, world: World) -> bool:
    """Whether what has been there since an increment has been there through the whole turn that ends now."""
    structure = world.charts.turn_structure
    turn = structure.of(int, "impulses_per_operations_phase") * structure.of(int, "mpis_per_impulse")
    return table.serial - since >= turn


def serial(date: Date, world: World) -> int:
    """The number of a turn, counted on through the years."""
    return date.year * world.charts.turn_structure.of(int, "turns_per_year") + date.turn
