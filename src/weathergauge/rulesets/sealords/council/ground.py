"""What the chapters of the council share: whose a port is, checks of admirals and leaders, new ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.charts import Chart
from weathergauge.dice import Dice, Modifier
from weathergauge.rulesets.sealords.leaders import admiral, favoured, lr, passes, rank_modifiers
from weathergauge.rulesets.sealords.state import EventMark, Formation, Secret, State, Table, View, enemy, replace
from weathergauge.rulesets.sealords.terms import SIDES, Side
from weathergauge.rulesets.sealords.world import World, at


def friendly(table: Table, port: str, side: Side, world: World) -> bool:
    """Whether a side may use a port as its own."""
    from weathergauge.rulesets.sealords.sea import harbours  # chapters ask each other

    return harbours.friendly(table, port, side, world)


def berth(port: str, world: World) -> str:
    """Where ships in port lie."""
    from weathergauge.rulesets.sealords.sea import harbours

    return harbours.berth(port, world)


def shut(state: State, port: str, side: Side, *, convoys: bool = False) -> bool:
    """Whether a port is closely blockaded against a side; convoys are kept out by auxiliaries too (P14)."""
    from weathergauge.rulesets.sealords.sea import harbours

    if harbours.close_blockaders(state, port, side):
        return True
    stations = [one for one in state.table.stations if one.task == "blockade" and one.place == port]
    return convoys and any(one.side == enemy(side) for one in stations)


def in_friendly_port(table: Table, formation: Formation, world: World) -> bool:
    place = at(formation.place)
    return bool(world.places[place].port) and friendly(table, place, formation.side, world)


def secret_of(where: State | View, side: Side) -> Secret | None:
    """A side's secret, where it is known."""
    if isinstance(where, State):
        return where.secret(side)
    return where.own if where.seat == side else None


def has_row(chart: Chart[Any], row: str) -> bool:
    """Whether a title's chart of one axis prints a row."""
    return (row,) in chart.cells


def strategy(
    state: State, side: Side, commands: Sequence[str], world: World, dice: Dice, why: str, add: Sequence[Modifier] = ()
) -> bool:
    """A strategy check by whoever answers for these Commands: of one its admiral, of several the Fleet Admiral."""
    _, rating = responsible(state.secret(side), commands, world)
    ranks = rank_modifiers(state.table, side, "strategy_check_drm", world.charts)
    spent = favoured(state.secret(side), side, "strategy_check")
    return passes(rating, (*add, *ranks, *spent), dice, why=why, seat=side, secret=True)


def responsible(own: Secret, commands: Sequence[str], world: World) -> tuple[Any, int]:
    """The admiral of a check, and the rating he uses (`leadership_notes`)."""
    different = set(commands)
    return admiral(own, world, different.pop() if len(different) == 1 else "")


def leadership(state: State, formation: Formation, world: World, dice: Dice, why: str) -> bool:
    """A leadership check by a formation's leader."""
    side = formation.side
    ranks = rank_modifiers(state.table, side, "leadership_check_drm", world.charts)
    ranks += favoured(state.secret(side), side, "leadership_check")
    return passes(lr(formation.leader, world.charts), ranks, dice, why=why, seat=side, secret=True)


def all_new(formation: Formation) -> bool:
    """Sail that are new reinforcements all of them: no checks are needed (`leadership_notes`)."""
    return bool(formation.squadrons) and all(one.new >= one.sail for one in formation.squadrons)


def tried(state: State, side: Side, what: str) -> State:
    """A check that was made: not again in this step."""
    own = state.secret(side)
    return state.with_secret(side, replace(own, tried=(*own.tried, what)))


def afresh(state: State) -> State:
    """A new step: every check may be made again."""
    for side, own in zip(SIDES, state.secrets, strict=True):
        if own.tried:
            state = state.with_secret(side, replace(own, tried=()))
    return state


def numbered(state: State, side: Side, kind: str = "f") -> tuple[State, str]:
    """A new id, which tells nothing of what it is for."""
    own = state.secret(side)
    taken = {one.id for one in state.formations} | {one.id for one in own.auxiliaries}
    taken |= {squadron.id for one in state.formations for squadron in one.squadrons} | {one.id for one in own.orders}
    taken |= {one.id for _, _, one in own.arrivals}
    number = own.serial + 1
    while f"{side}_{kind}{number}" in taken:
        number += 1
    return state.with_secret(side, replace(own, serial=number)), f"{side}_{kind}{number}"


def noted(table: Table, id: str) -> Table:
    """With a mark for something that events may ask about: when last, and how often."""
    date, known = table.date, table.happened(id)
    mark = EventMark(id, date.year, date.turn, known.count + 1 if known is not None else 1, marked=False)
    return replace(table, events=(*[one for one in table.events if one.id != id], mark))


def listed(things: Sequence[str]) -> str:
    """One, two and three."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"
