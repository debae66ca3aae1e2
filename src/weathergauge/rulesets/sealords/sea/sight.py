"""What comes into sight: a formation is spotted, a dummy goes."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Dice, Look
from weathergauge.rulesets.sealords.sea.actions import DummyFound, Spotted
from weathergauge.rulesets.sealords.state import State, replace


def revealed(
    state: State, id: str, by: Literal["search", "strait", "blockade"], dice: Dice, account: tuple[Look, ...] = ()
) -> State:
    """A formation is spotted; a dummy goes."""
    formation = state.formation(id)
    if formation is None:
        return state
    if formation.kind == "dummy":
        dice.tell(DummyFound(id, formation.side, formation.place))
        return state.without(id)
    if formation.known != "hidden":
        return state
    classes = tuple([squadron.cls for squadron in formation.squadrons])
    leader = formation.leader.name if formation.leader is not None else ""
    dice.tell(Spotted(id, formation.side, formation.place, classes, leader, by), account=account)
    return state.with_formation(replace(formation, known="spotted"))
