"""What turns: nations against each other, ports to another owner, and what becomes of the ships in them."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.council.actions import PortLost, PortTurned, PrestigePaid, RelationChanged
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.orders.holding import shut
from weathergauge.rulesets.sealords.ports import standing
from weathergauge.rulesets.sealords.prestige import scored
from weathergauge.rulesets.sealords.sequence import serial
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, at


def related(state: State, one: str, other: str, to: str, dice: Dice) -> State:
    """Two contingents are at war, hostile or at peace from now on."""
    kept = [row for row in state.table.relations if {row[0], row[1]} != {one, other}]
    if to != "peace":
        kept.append((one, other, to))
    dice.tell(RelationChanged(one, other, to))
    return replace(state, table=replace(state.table, relations=tuple(kept)))


def owned(state: State, port: str, to: str, world: World, dice: Dice) -> State:
    """A port has another owner, and is open to everybody whom he lets in."""
    held = state.table.port_of(port)
    table = state.table.with_port(replace(held, owner=to, closed="", closed_until=0))
    dice.tell(PortTurned(port, "owner", to))
    before, state = state, replace(state, table=table)
    for side in world.sides:
        if standing(state.table, port, side, world) == "enemy":
            state = turned_out(before, state, port, side, world, dice)
    return state


def closed(state: State, port: str, side: Side, until: int, world: World, dice: Dice) -> State:
    """A neutral port is closed to a side, for good or until a turn."""
    # SL57: for those who lie there it is as if the port had been lost.
    dice.tell(PortTurned(port, "closed", side))
    before, held = state, state.table.port_of(port)
    table = state.table.with_port(replace(held, closed=side, closed_until=until))
    return turned_out(before, replace(state, table=table), port, side, world, dice)


def turned_out(before: State, state: State, port: str, side: Side, world: World, dice: Dice) -> State:
    """A port turns against a side: what lies there puts to sea, or strikes if the enemy blockades it (SL56).

    `before` is the position in which the port was still open, by which a blockade is judged.
    """
    caught = shut(before, port, side)
    for formation in state.secret(side).formations:
        if at(formation.place) != port or formation.afloat:
            continue
        dice.tell(PortLost(port, side, formation.id, caught))
        state = _struck(state, formation, dice) if caught else state.with_formation(_put_out(state, formation, port))
    own = state.secret(side)
    for aux in own.auxiliaries:
        if aux.base == port and aux.box == "assigned":
            own = own.with_auxiliary(replace(aux, box="available", base=""))
    return state.with_secret(side, own)


def _put_out(state: State, formation: Formation, port: str) -> Formation:
    return replace(
        formation, place=port, state="ready", approach="from_fitting_out", since=state.table.serial, beating=""
    )


def _struck(state: State, formation: Formation, dice: Dice) -> State:
    """A formation that cannot leave a captured port: its sail count as struck."""
    lost: dict[str, int] = {}
    for squadron in formation.squadrons:
        lost[squadron.cls] = lost.get(squadron.cls, 0) + squadron.sail
    state = state.without(formation.id)
    if not lost:
        return state
    after: State = scored(state, state.table.enemy(formation.side), tuple(lost.items()), 0, 0, dice)
    return after


def reopened(state: State, world: World, dice: Dice) -> State:
    """Ports that were closed for a time open again."""
    now = serial(state.table.date, world)
    for port in state.table.ports:
        if port.closed and 0 < port.closed_until <= now:
            dice.tell(PortTurned(port.id, "opened", port.closed))
            opened = replace(port, closed="", closed_until=0)
            state = replace(state, table=state.table.with_port(opened))
    return state


def paid(state: State, side: Side, amount: int, reason: str, dice: Dice) -> State:
    """Prestige won or spent outside battle."""
    tally = state.table.tally(side)
    dice.tell(PrestigePaid(side, amount, reason))
    return replace(state, table=state.table.with_tally(side, replace(tally, prestige=tally.prestige + amount)))
