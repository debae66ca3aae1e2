"""The recovery box (6.12), and whether auxiliaries can keep up their blockades (7.242)."""

from __future__ import annotations

from msgspec import Struct

from weathergauge.dice import D10, Dice, Modifier
from weathergauge.rulesets.sealords.auxiliaries import pirates
from weathergauge.rulesets.sealords.auxiliaries.actions import AuxBlockadeTested, AuxiliaryBack
from weathergauge.rulesets.sealords.auxiliaries.boxes import settled
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import with_phase
from weathergauge.rulesets.sealords.forces import Auxiliary, Station
from weathergauge.rulesets.sealords.leaders import favoured, high_modifiers, rank_modifiers, spent
from weathergauge.rulesets.sealords.phases import Going
from weathergauge.rulesets.sealords.state import State, Table, replace
from weathergauge.rulesets.sealords.stations import taken_off
from weathergauge.rulesets.sealords.terms import AuxClass, Side
from weathergauge.rulesets.sealords.world import World


class Resting(Struct, frozen=True):
    """An auxiliary in the recovery box: its class and nation, and whether it is a corsair."""

    cls: AuxClass
    contingent: str = ""
    corsair: bool = False
    add: tuple[Modifier, ...] = ()


def favour(aux: Resting, world: World) -> Resting:
    """With what its nation is worth."""
    lines = [
        rule.line
        for rule in world.values.recovery
        if rule.contingent == aux.contingent and (aux.cls in rule.classes or (aux.corsair and rule.corsairs))
    ]
    drm = world.charts.recovery_drm
    return replace(aux, add=(*[drm.modifier(line.replace("_", " "), line) for line in lines], *aux.add))


def recovers(resting: Resting, charts: Charts, dice: Dice, seat: str | None = None) -> bool:
    """One die for each in the box, behind the screen where it is a side's own."""
    add = resting.add
    row = "fleet" if resting.cls == "fleet_50" else resting.cls
    why = f"a {resting.cls.replace('_', '-')} auxiliary recovers"
    return dice.look_up(
        charts.recovery, add=add, why=why, seat=seat, secret=seat is not None, good="low", aux_class=row
    )


def resting(aux: Auxiliary, table: Table, side: Side | None, charts: Charts) -> Resting:
    """Ranks that help all of a player's dice help here too."""
    add = tuple(rank_modifiers(table, side, "recovery_drm", charts)) if side is not None else ()
    return Resting(aux.cls, aux.contingent, aux.corsair in ("privateer", "pirate"), add)


def begin(state: State, world: World, dice: Dice) -> State:
    """The step `recovery`: one die each; whoever is back may be assigned at the next council."""
    state = settled(state, world, dice)
    for side in world.sides:
        for aux in state.secret(side).auxiliaries:
            if aux.box == "recovery":
                state = _tried(state, aux, side, world, dice)
    for aux in state.table.rovers:
        if aux.box == "recovery":
            state = _tried(state, aux, None, world, dice)
    return pirates.basing(state, world, dice)


def _tried(state: State, aux: Auxiliary, side: Side | None, world: World, dice: Dice) -> State:
    lying = resting(aux, state.table, side, world.charts)
    if side is not None:
        lying = replace(lying, add=(*lying.add, *favoured(state.secret(side), side, "recovery")))
        state = spent(state, side, "recovery")
    back = recovers(favour(lying, world), world.charts, dice, side)
    dice.tell(AuxiliaryBack(aux.id, back), to=(side,) if side is not None else None)
    if not back:
        return state
    if aux.corsair == "knights" and world.values.knights is not None:  # they have one port alone
        return state.with_auxiliary(replace(aux, box="assigned", base=world.values.knights.port))
    return state.with_auxiliary(replace(aux, box="available"))


def keeps_up(bv: int, add: tuple[Modifier, ...], charts: Charts, dice: Dice) -> bool:
    """Whether an auxiliary stays off a port of that blockade value: a die above it (R-BLOCKADE-AUX)."""
    changed = dice.reckon("the blockade", add) if add else 0
    return dice.roll(1, D10, read=lambda faces: faces[0] + changed > bv, why=f"the blockade holds on more than {bv}")


def blockades(state: State, world: World, dice: Dice) -> State:
    """The step `aux_blockade`: one die for each, unless an enemy formation has driven it off already (SL24)."""
    state = settled(state, world, dice)
    for station in state.table.stations:
        if station.task == "blockade":
            state = _tested(state, station, world, dice)
    return with_phase(state, Going())


def _tested(state: State, station: Station, world: World, dice: Dice) -> State:
    ranks = tuple(high_modifiers(state.table, station.side, world.charts)) if station.side else ()
    stays = dice.do(keeps_up, world.places[station.place].bv, ranks, world.charts, seat=station.side or None)
    dice.tell(AuxBlockadeTested(station.aux, station.place, not stays))
    return state if stays else taken_off(state, station.aux, dice, "it cannot stay longer")
