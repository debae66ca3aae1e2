"""Screening (6.28, 6.2.10): an auxiliary stands in the way of an enemy task; both are shown together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.auxiliaries.actions import Screen, Screened, Send
from weathergauge.rulesets.sealords.auxiliaries.boxes import found, to_recovery
from weathergauge.rulesets.sealords.auxiliaries.outcome import carried_out
from weathergauge.rulesets.sealords.auxiliaries.reach import SMALL_CRAFT, listed, reach
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.state import Auxiliary, Screening, Seated, State, Table, enemy, replace
from weathergauge.rulesets.sealords.terms import AuxClass, Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World


class Meeting(Struct, frozen=True):
    """Who is tasked, who screens, and whether in narrow waters: all that the matrix asks."""

    tasked: AuxClass
    screening: AuxClass
    narrow: bool = False
    """In a strait or a port."""
    guardacostas: bool = False
    """The tasked are guardacostas."""


def meet(meeting: Meeting, charts: Charts, dice: Dice) -> str:
    """What comes of a screen: yes, partial or no."""
    return dice.see(charts.screening_matrix, row(meeting, charts), meeting.screening, why="the screen")


def row(meeting: Meeting, charts: Charts) -> str:
    """The row of the tasked auxiliary. Fleet-50 and guardacostas have one only where it is printed."""
    rows = charts.screening_matrix.page.reach["tasked"].labels
    if meeting.guardacostas and "guardacostas" in rows:
        return "guardacostas"
    if meeting.tasked == "galley" and meeting.narrow:
        return "galley_in_strait_or_port"
    return meeting.tasked if meeting.tasked in rows else "fleet"


def meeting(tasked: Auxiliary, screen: Auxiliary, place: str, world: World) -> Meeting:
    narrow = place in world.places and world.places[place].kind in ("strait", "port")
    return Meeting(tasked.cls, screen.cls, narrow, tasked.corsair == "guardacostas")


def screens(view: Seated, world: World) -> list[Auxiliary]:
    """The assigned auxiliaries that can screen the task that is announced: their own range reaches the place."""
    phase, side = view.table.phase, view.seat
    if not isinstance(phase, Screening):
        return []
    pirate = pending_rover(view.table)
    return [
        aux
        for aux in view.own.auxiliaries
        if aux.box == "assigned"
        and aux.cls in SMALL_CRAFT
        and listed(world, aux.cls, "screen")
        and (aux.corsair != "knights" or pirate)  # SL28
        and (aux.corsair != "guardacostas" or aux.active)
        and phase.place in reach(aux, side, view.table, view.own, world)
    ]


def pending_rover(table: Table) -> bool:
    """Whether the task that is announced is a pirate's: he has left his base and is on no station yet."""
    on_station = {one.aux for one in table.stations}
    return any(one.box == "tasked" and one.id not in on_station for one in table.rovers)


def subjects(view: Seated, world: World) -> Sequence[str]:
    return [*[one.id for one in screens(view, world)], STEP]


def of(view: Seated, subject: str, world: World) -> Sequence[Screen | Ready]:
    if subject == STEP:
        return [Ready()]
    return [Screen(one.id) for one in screens(view, world) if one.id == subject]


def why_not(view: Seated, action: Any, world: World) -> str | None:
    phase = view.table.phase
    assert isinstance(phase, Screening)
    if isinstance(action, Ready):
        return None
    if not isinstance(action, Screen):
        return "a task is announced: put forward one screen, or pass"
    if any(one.id == action.aux for one in screens(view, world)):
        return None
    where = place_name(phase.place, world)
    return (
        f"{action.aux!r} cannot screen at {where}: name an auxiliary that is assigned, able to screen and within reach"
    )


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    from weathergauge.rulesets.sealords.auxiliaries.tasking import resumed

    phase = state.table.phase
    assert isinstance(phase, Screening)
    other = enemy(side)
    id = state.secret(other).pending
    state = state.with_secret(other, replace(state.secret(other), pending=""))
    order = Send(id, phase.task, phase.place, phase.target)
    result = "none"
    if isinstance(action, Screen):
        state, result = _screened(state, side, id, action.aux, phase.place, world, dice)
    if result != "yes":
        state = carried_out(state, other, order, result == "partial", world, dice)
    return resumed(state, phase.then, world)


def _screened(state: State, side: Side, id: str, by: str, place: str, world: World, dice: Dice) -> tuple[State, str]:
    """The screen is removed in any case, the tasked one if it was stopped; guardacostas are not, but have acted."""
    tasked, screen = found(state, id), found(state, by)
    assert tasked is not None
    assert screen is not None
    result = meet(meeting(tasked, screen, place, world), world.charts, dice)
    dice.tell(Screened(side, place, tasked.cls, screen.cls, result))
    state = to_recovery(state, by)
    return (to_recovery(state, id) if result == "yes" else state), result
