"""Mixed roles (6.323, 6.324): from a port to a formation that lies there, or back, if the formation's leader sees to it."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.auxiliaries import reach
from weathergauge.rulesets.sealords.auxiliaries.actions import RoleChanged
from weathergauge.rulesets.sealords.forces import Auxiliary
from weathergauge.rulesets.sealords.leaders import leadership, spent
from weathergauge.rulesets.sealords.naming import small_words
from weathergauge.rulesets.sealords.state import Seated, State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, at


def bases(view: Seated, aux: Auxiliary, world: World) -> list[str]:
    """Where an assigned auxiliary may go over to. It tries once in an impulse (SL20)."""
    if aux.side != view.seat or aux.corsair or not aux.active:
        return []
    rules = world.charts.auxiliary_restrictions.at(aux.cls)
    if "mixed_role" not in rules:
        return []
    formation = view.own.formation(aux.base)
    if formation is not None:
        port = at(formation.place)
        return [port] if reach.friendly(view.table, port, view.seat, world) else []
    return [
        formation.id
        for formation in view.own.formations
        if at(formation.place) == aux.base and formation.squadrons and (aux.cls != "galley" or formation.galleys)
    ]


def why_not(view: Seated, aux: Auxiliary, base: str, world: World) -> str | None:
    name = small_words(aux, world)
    if base in bases(view, aux, world):
        return None
    if "mixed_role" not in world.charts.auxiliary_restrictions.at(aux.cls) or aux.corsair:
        return f"{name} cannot change its role: its class has no mixed role"
    if not aux.active:
        return f"{name} has tried to change its role in this impulse"
    return f"{name} cannot go over to {base!r}: a port and a formation must be in one space for it"


def changed(state: State, side: Side, id: str, base: str, world: World, dice: Dice) -> State:
    """A leadership check of the formation's leader, behind the screen: nobody else knows what lies where."""
    aux = state.auxiliary_of(id)
    formation = state.formation(base) or state.formation_of(aux.base)
    done = leadership(state, formation, world, dice, f"{formation.name}: an auxiliary changes its role")
    dice.tell(RoleChanged(id, base, done), to=(side,))
    state = spent(state, side, "leadership_check")
    return state.with_auxiliary(replace(aux, base=base if done else aux.base, active=False))
