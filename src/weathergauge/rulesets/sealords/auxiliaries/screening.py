"""Screening (6.28, 6.2.10): an auxiliary stands in the way of an enemy task; both are shown together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.auxiliaries.actions import Screen, Screened, Send
from weathergauge.rulesets.sealords.auxiliaries.outcome import carried_out
from weathergauge.rulesets.sealords.auxiliaries.reach import screens
from weathergauge.rulesets.sealords.auxiliaries.special import meet, meeting
from weathergauge.rulesets.sealords.auxiliaries.tasking import resumed
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.phases import Screening
from weathergauge.rulesets.sealords.state import Seated, State, replace
from weathergauge.rulesets.sealords.stations import to_recovery
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World


def subjects(view: Seated, world: World) -> Sequence[str]:
    return [*[screen.id for screen in screens(view, world)], STEP]


def of(view: Seated, subject: str, world: World) -> Sequence[Screen | Ready]:
    if subject == STEP:
        return [Ready()]
    return [Screen(screen.id) for screen in screens(view, world) if screen.id == subject]


def why_not(view: Seated, action: Any, world: World) -> str | None:
    phase = view.table.during(Screening)
    if isinstance(action, Ready):
        return None
    if not isinstance(action, Screen):
        return "a task is announced: put forward one screen, or pass"
    if any(screen.id == action.aux for screen in screens(view, world)):
        return None
    where = place_name(phase.place, world)
    return (
        f"{action.aux!r} cannot screen at {where}: name an auxiliary that is assigned, able to screen and within reach"
    )


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    phase = state.table.during(Screening)
    other = world.enemy(side)
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
    tasked, screen = state.auxiliary_of(id), state.auxiliary_of(by)
    result = meet(meeting(tasked, screen, place, world), world.charts, dice)
    dice.tell(Screened(side, place, tasked.cls, screen.cls, result))
    state = to_recovery(state, by)
    return (to_recovery(state, id) if result == "yes" else state), result
