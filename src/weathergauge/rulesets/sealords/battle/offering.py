"""Who may attack whom at the end of an increment, and at what price (8.12). Battles of an increment come in random order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.battle import subroutine
from weathergauge.rulesets.sealords.battle.actions import Attack, BattleDeclined, BattleOffered
from weathergauge.rulesets.sealords.common import STEP, Ready, with_phase
from weathergauge.rulesets.sealords.state import (
    Counter,
    Formation,
    Going,
    Offering,
    Seated,
    Secret,
    State,
    Table,
    enemy,
    replace,
)
from weathergauge.rulesets.sealords.terms import SIDES, Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World

PRICES = ("british_attack_french_before_france_declares_war_on_britain", "challenging_the_french")
"""The line of a title's prestige chart on attacking those with whom there is no war."""


def prey(table: Table, side: Side, place: str) -> list[Counter]:
    """Enemy counters at a place that a side can make out."""
    there = [one for one in table.counters if one.place == place and one.side != side]
    return [one for one in there if one.state == "ready" and one.known != "hidden" and one.kind != "dummy"]


def hunters(own: Secret, place: str) -> list[Formation]:
    """Formations of a side that may begin a battle: in order, under orders, with guns (SL31)."""
    there = [one for one in own.formations if one.place == place and one.afloat and one.squadrons]
    return [one for one in there if one.kind != "convoy" and one.order and not one.disorganised]


def price(table: Table, hunters: Sequence[Formation], prey: Sequence[Counter | Formation], world: World) -> int | None:
    """Prestige that an attack costs; None where all are at peace. War with any of them makes it free (SL31)."""
    relations = {table.relation(one.command, other.command) for one in hunters for other in prey}
    if "war" in relations:
        return 0
    if "hostile" not in relations:
        return None
    chart = world.charts.prestige
    return -sum([int(chart.at(row)) for row in PRICES if (row,) in chart.cells])


def asked(table: Table, side: Side, own: Secret, place: str, world: World) -> bool:
    """Whether a side could attack at a place."""
    found = prey(table, side, place)
    return bool(found) and price(table, hunters(own, place), found, world) is not None


def begin(state: State, world: World, dice: Dice) -> State:
    """The step of battles: places where both sides are, in random order."""
    if state.table.fought:
        state = replace(state, table=replace(state.table, fought=()))
    ready: dict[str, set[Side]] = {}
    for counter in state.table.counters:
        if counter.state == "ready":
            ready.setdefault(counter.place, set()).add(counter.side)
    open_to = [place for place, sides in ready.items() if len(sides) == 2]
    open_to = [place for place in open_to if any(_asked(state, side, place, world) for side in SIDES)]
    left = []
    while open_to:
        left.append(dice.pick(open_to, why="which battle comes next?"))
        open_to.remove(left[-1])
    return onward(state, tuple(left), world)


def _asked(state: State, side: Side, place: str, world: World) -> bool:
    return asked(state.table, side, state.secret(side), place, world)


def onward(state: State, left: tuple[str, ...], world: World) -> State:
    """Ask about the next place; without one the increment goes on. Player B is asked first."""
    for n, place in enumerate(left):
        if place in state.table.fought:
            continue
        second = state.table.first
        for side in (enemy(second), second):
            if _asked(state, side, place, world):
                return with_phase(state, Offering(side, place, left[n + 1 :], asked=side == second))
    return with_phase(state, Going())


def subjects(view: Seated, world: World) -> Sequence[str]:
    return (STEP,)


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    phase = view.table.phase
    assert isinstance(phase, Offering)
    return (Attack(phase.place), Ready()) if subject == STEP else ()


def why_not(view: Seated, action: Any, world: World) -> str | None:
    phase = view.table.phase
    assert isinstance(phase, Offering)
    where = place_name(phase.place, world)
    if isinstance(action, Ready):
        return None
    if not isinstance(action, Attack):
        return f"you are asked whether you attack at {where}: attack, or pass"
    if action.place != phase.place:
        other = place_name(action.place, world) or "nowhere"
        return f"it is about {where} now, not {other}"
    return None


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    phase = state.table.phase
    assert isinstance(phase, Offering)
    if isinstance(action, Attack):
        cost = price(state.table, hunters(state.secret(side), phase.place), prey(state.table, side, phase.place), world)
        dice.tell(BattleOffered(side, phase.place, cost or 0))
        return subroutine.begin(state, side, phase.place, world, dice)
    other = enemy(side)
    if not phase.asked and _asked(state, other, phase.place, world):
        return with_phase(state, replace(phase, side=other, asked=True))
    dice.tell(BattleDeclined(phase.place))
    table = replace(state.table, fought=(*state.table.fought, phase.place))
    return onward(replace(state, table=table), phase.left, world)
