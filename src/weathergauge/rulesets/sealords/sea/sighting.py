"""Whether those who watch a port from afar close with what they have found coming out of it (SL13)."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.common import STEP, Ready, with_phase
from weathergauge.rulesets.sealords.phases import Sighting
from weathergauge.rulesets.sealords.sea import sailing, sorties
from weathergauge.rulesets.sealords.sea.actions import CloseWith
from weathergauge.rulesets.sealords.state import Seated, State
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import open_name, place_name
from weathergauge.rulesets.sealords.world import World


def subjects(view: Seated, world: World) -> Sequence[str]:
    return (STEP,)


def of(view: Seated, subject: str, world: World) -> Sequence[CloseWith | Ready]:
    return (CloseWith(view.table.during(Sighting).formation), Ready()) if subject == STEP else ()


def why_not(view: Seated, action: object, world: World) -> str | None:
    phase = view.table.during(Sighting)
    if action in of(view, STEP, world):
        return None
    sight = f"{open_name(view.table, phase.formation)} has come out of {place_name(phase.place, world)}"
    if isinstance(action, CloseWith):
        return f"{sight}: close with {phase.formation!r} and no other, or let it go"
    return f"{sight}: close with it, or let it go"


def play(state: State, side: Side, action: CloseWith | Ready, world: World, dice: Dice) -> State:
    """Close with all that can, or let it go; then its own side goes on."""
    phase = state.table.during(Sighting)
    state = with_phase(state, phase.then)
    if isinstance(action, CloseWith):
        state = sorties.closed_with(state, phase.formation, world, dice)
    else:
        state = sorties.stood_off(state, side, phase.formation, world, dice)
    return sailing.resumed(state, phase.formation, phase.then, world, dice)
