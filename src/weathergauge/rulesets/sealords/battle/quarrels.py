"""Who has a quarrel with whom at a place: who may attack, whom, at what price, and who is asked next (8.12)."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.rulesets.sealords.common import with_phase
from weathergauge.rulesets.sealords.forces import Counter, Formation
from weathergauge.rulesets.sealords.phases import Going, Offering
from weathergauge.rulesets.sealords.state import Secret, State, Table
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World


def prey(table: Table, side: Side, place: str) -> list[Counter]:
    """Enemy counters at a place that a side can make out."""
    there = [counter for counter in table.counters if counter.place == place and counter.side != side]
    return [
        counter
        for counter in there
        if counter.state == "ready" and counter.known != "hidden" and counter.kind != "dummy"
    ]


def hunters(own: Secret, place: str) -> list[Formation]:
    """Formations of a side that may begin a battle: in order, under orders, with guns (SL31)."""
    there = [
        formation
        for formation in own.formations
        if formation.place == place and formation.afloat and formation.squadrons
    ]
    return [
        formation
        for formation in there
        if formation.kind != "convoy" and formation.order and not formation.disorganised
    ]


def price(table: Table, hunters: Sequence[Formation], prey: Sequence[Counter | Formation], world: World) -> int | None:
    """Prestige that an attack costs; None where all are at peace. War with any of them makes it free (SL31)."""
    relations = {table.relation(hunter.command, other.command) for hunter in hunters for other in prey}
    if "war" in relations:
        return 0
    if "hostile" not in relations:
        return None
    peace = world.values.before_war
    if (
        peace is None
        or not peace.attack
        or world.contingents[peace.foe].side not in {hunter.side for hunter in hunters}
    ):
        return 0  # the line is about the one side alone (SL31)
    return -world.charts.prestige.of(int, peace.attack)


def asked(table: Table, side: Side, own: Secret, place: str, world: World) -> bool:
    """Whether a side could attack at a place."""
    foes = prey(table, side, place)
    return bool(foes) and price(table, hunters(own, place), foes, world) is not None


def _asked(state: State, side: Side, place: str, world: World) -> bool:
    return asked(state.table, side, state.secret(side), place, world)


def onward(state: State, left: tuple[str, ...], world: World) -> State:
    """Ask about the next place; without one the increment goes on. Player B is asked first."""
    for n, place in enumerate(left):
        if place in state.table.fought:
            continue
        second = state.table.first
        for side in (world.enemy(second), second):
            if _asked(state, side, place, world):
                return with_phase(state, Offering(side, place, left[n + 1 :], asked=side == second))
    return with_phase(state, Going())
