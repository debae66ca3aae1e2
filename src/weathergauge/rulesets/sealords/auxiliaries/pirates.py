"""Pirates: who of them are about this turn, who sends them, and where they are based (P4)."""

from __future__ import annotations

from typing import Any, Literal

from weathergauge.dice import D10, Dice
from weathergauge.rulesets.sealords.auxiliaries import knights
from weathergauge.rulesets.sealords.auxiliaries.actions import BasePirate, PirateRebased, PiratesWoke
from weathergauge.rulesets.sealords.auxiliaries.reach import controller, quiet
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import Ready, with_phase
from weathergauge.rulesets.sealords.forces import Auxiliary
from weathergauge.rulesets.sealords.phases import Going, Tasking
from weathergauge.rulesets.sealords.sequence import quarterly, season
from weathergauge.rulesets.sealords.state import Date, Seated, State, Table, replace
from weathergauge.rulesets.sealords.stations import off_station, taken_off
from weathergauge.rulesets.sealords.terms import Season, Side
from weathergauge.rulesets.sealords.world import World

ABROAD: tuple[Season, ...] = ("summer", "fall")
"""When the table of activation is rolled on, where a title has it."""


def wake(charts: Charts, dice: Dice) -> tuple[str, ...]:
    """The bases whose pirates are active this turn: one die for all of them."""
    chart = charts.pirate_activation
    assert chart is not None
    bases = [str(base) for base in chart.page.reach["base"].labels]
    return dice.roll(
        1,
        D10,
        read=lambda faces: tuple([base for base in bases if chart.at(faces[0], base)]),
        why="which pirates are out",
        good="neither",
    )


def begin(state: State, world: World, dice: Dice) -> State:
    """The step `pirates`: every impulse guardacostas and others may act again; the first of a turn wakes the pirates."""
    for side in world.sides:
        own = state.secret(side)
        if any(not auxiliary.active for auxiliary in own.auxiliaries):
            fresh = tuple(
                [auxiliary if auxiliary.active else replace(auxiliary, active=True) for auxiliary in own.auxiliaries]
            )
            state = state.with_secret(side, replace(own, auxiliaries=fresh))
    if state.table.date.impulse != 1:
        return with_phase(state, Going())
    state = knights.dismissed(state, dice)
    state = _home_from_the_levant(state, world, dice)
    if state.table.rovers:
        state = _woken(state, world, dice)
    return with_phase(state, Going())


def _woken(state: State, world: World, dice: Dice) -> State:
    chart = world.charts.pirate_activation
    if chart is None:  # SL27: without a table they are always about
        bases = tuple([rover.base for rover in state.table.rovers])
    else:
        bases = dice.do(wake, world.charts) if season(state.table.date, world) in ABROAD else ()
    account = dice.take_account()
    for rover in state.table.rovers:
        about = rover.base in bases and rover.box in ("assigned", "tasked") and not quiet(rover, state.table, world)
        if not about and state.table.station(rover.id) is not None:
            state = taken_off(state, rover.id, dice, "its season is over")
            rover = next(pirate for pirate in state.table.rovers if pirate.id == rover.id)
        state = state.with_auxiliary(replace(rover, active=about))
    if chart is not None and season(state.table.date, world) in ABROAD:
        active = tuple([pirate.id for pirate in state.table.rovers if pirate.active])
        dice.tell(PiratesWoke(active, controller(state.table, world) or ""), account=account)
    return state


def _home_from_the_levant(state: State, world: World, dice: Dice) -> State:
    """After the quarter in which they were counted, those who watched the trade have done their task (SL25)."""
    if not state.table.levant or not quarterly(_turn_before(state.table.date, world), world):
        return state
    for id in state.table.levant:
        watches = state.auxiliary(id) is not None
        state = taken_off(state, id, dice, "the quarter is over") if watches else off_station(state, id)
    return state


def _turn_before(date: Date, world: World) -> Date:
    turns = world.charts.turn_structure.of(int, "turns_per_year")
    return Date(date.year, date.turn - 1) if date.turn > 1 else Date(date.year - 1, turns)


# Bases


def zones(world: World) -> list[str]:
    """The corsair zones that belong to pirates."""
    chart = world.charts.corsair_zones
    if chart is None:
        return []
    return [
        zone for zone in world.values.zones if any(corsair.endswith("_pirates") for corsair in chart.at(zone).corsairs)
    ]


def all_bases(world: World) -> list[str]:
    """The bases pirates may have: the columns of the activation table, or their zones."""
    chart = world.charts.pirate_activation
    return zones(world) if chart is None else [str(base) for base in chart.page.reach["base"].labels]


def unbased(table: Table) -> list[Auxiliary]:
    """Pirates that have recovered and wait for a base."""
    return [rover for rover in table.rovers if rover.box == "available"]


def free_bases(table: Table, world: World) -> list[str]:
    """Bases without a pirate: one for each."""
    taken = {rover.base for rover in table.rovers if rover.box in ("assigned", "tasked")}
    return [base for base in all_bases(world) if base not in taken]


def basing(state: State, world: World, dice: Dice) -> State:
    """Give bases to recovered pirates: by chance where nobody may choose, else a player is asked (SL26)."""
    chart, side = world.charts.pirate_control, state.table.behind
    for rover in unbased(state.table):
        free = free_bases(state.table, world)
        if rover.base in free and chart is None:
            free = [rover.base]
        if chart is None or side is None or len(free) == 1:
            base = dice.pick(free, why="where the pirates go")
            state = _placed(state, rover, base, "", dice)
    if side is None or not unbased(state.table):
        return with_phase(state, Going())
    return with_phase(state, Tasking(side, 1))


def _placed(state: State, rover: Auxiliary, base: str, by: Side | Literal[""], dice: Dice) -> State:
    dice.tell(PirateRebased(rover.id, base, by))
    return state.with_auxiliary(replace(rover, box="assigned", base=base, active=False))


def why_not_base(view: Seated, action: Any, world: World) -> str | None:
    waiting = unbased(view.table)
    free = ", ".join(free_bases(view.table, world))
    if isinstance(action, Ready):
        return f"{waiting[0].id.replace('_', ' ')} needs a base first: choose one of {free}" if waiting else None
    if not isinstance(action, BasePirate):
        return f"pirates get their bases now: choose one of {free}"
    if all(rover.id != action.aux for rover in waiting):
        return f"{action.aux!r} is no pirate that waits for a base"
    if action.base not in free_bases(view.table, world):
        return f"{action.base!r} is no free base of pirates: choose one of {free}"
    return None


def based(state: State, side: Side, id: str, base: str, world: World, dice: Dice) -> State:
    """A player bases a pirate; the last ones without a choice follow."""
    rover = next(pirate for pirate in unbased(state.table) if pirate.id == id)
    state = _placed(state, rover, base, side, dice)
    left = unbased(state.table)
    if len(left) == 1 and len(free := free_bases(state.table, world)) == 1:
        state, left = _placed(state, left[0], free[0], "", dice), []
    return state if left else with_phase(state, Going())
