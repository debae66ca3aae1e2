"""Under way (P6): formations spend their MPs, and auxiliaries are sent between their moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.auxiliaries import tasking
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.phases import Sailing
from weathergauge.rulesets.sealords.sea import sailing
from weathergauge.rulesets.sealords.sea.sailing import Moving
from weathergauge.rulesets.sealords.state import Seated, State
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World


def subjects(view: Seated, world: World) -> Sequence[str]:
    """Formations with a choice, auxiliaries that can be sent, and the side itself."""
    sent = [subject for subject in tasking.subjects(view, world) if subject != STEP]
    return [*sailing.subjects(view, world), *sent, STEP]


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    """The moves of a formation or the tasks of an auxiliary."""
    if moves := sailing.of(view, subject, world):
        return moves
    sent: list[Any] = list(tasking.options(view, subject, world))
    return [*sent, Ready()] if subject == STEP else sent


def why_not(view: Seated, action: Any, world: World) -> str | None:
    """None when it may be ordered between moves, else the sentence."""
    if isinstance(action, Ready):
        return None
    if isinstance(action, Moving):
        return sailing.why_not(view, action, world)
    return tasking.why_not(view, action, world)


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    """Carry out a move or a task."""
    phase = state.table.phase
    if isinstance(phase, Sailing) and isinstance(action, Moving | Ready):
        return sailing.play(state, phase, action, world, dice)
    return tasking.play(state, side, action, world, dice)
