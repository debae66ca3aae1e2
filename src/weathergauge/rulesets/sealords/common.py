"""What every chapter says and does alike."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Look
from weathergauge.frame.chapter import STEP as STEP
from weathergauge.frame.events import Committed as Committed
from weathergauge.frame.events import Ended as Ended
from weathergauge.frame.events import Ready as Ready
from weathergauge.frame.table import Together
from weathergauge.ruleset import Event
from weathergauge.rulesets.sealords.state import (
    Date,
    EventMark,
    Secret,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.sealords.terms import Side


class Began(Event, frozen=True):
    """A turn, an impulse or an increment of it, or the administrative phase began."""

    date: Date
    step: str


class Noticed(Event, frozen=True):
    """What cannot be hidden of a thing that a side does behind its screen while both decide: that dice fell, stores were
    used, ships that are followed joined others, or it counts its awards in another way."""

    side: Side
    what: Literal["dice", "stores", "company", "awards"]


def with_phase(state: State, phase: object) -> State:
    return state.with_phase(phase)


def committed(state: State, side: Side) -> State:
    """A phase in which both decide at once, without a side that is ready."""
    phase = state.table.phase
    return with_phase(state, phase.decided(side, state.table.sides)) if isinstance(phase, Together) else state


def laid_open(account: tuple[Look, ...]) -> tuple[Look, ...]:
    """Put what was thrown behind a screen on the table, for an event that everybody hears."""
    return tuple([replace(look, secret=False) for look in account])


def secret_of(where: State | View, side: Side) -> Secret | None:
    """A side's secret, where it is known."""
    if isinstance(where, State):
        return where.secret(side)
    return where.own if where.seat == side else None


def tried(state: State, side: Side, what: str) -> State:
    """A check that was made: not again in this step."""
    own = state.secret(side)
    return state.with_secret(side, replace(own, tried=(*own.tried, what)))


def afresh(state: State) -> State:
    """A new step: every check may be made again."""
    for side, own in zip(state.table.sides, state.secrets, strict=True):
        if own.tried:
            state = state.with_secret(side, replace(own, tried=()))
    return state


def numbered(state: State, side: Side, kind: str = "f") -> tuple[State, str]:
    """A new id, which tells nothing of what it is for."""
    own = state.secret(side)
    taken = {formation.id for formation in state.formations} | {auxiliary.id for auxiliary in own.auxiliaries}
    taken |= {squadron.id for formation in state.formations for squadron in formation.squadrons} | {
        order.id for order in own.orders
    }
    taken |= {formation.id for _, _, formation in own.arrivals}
    number = own.serial + 1
    while f"{side}_{kind}{number}" in taken:
        number += 1
    return state.with_secret(side, replace(own, serial=number)), f"{side}_{kind}{number}"


def noted(table: Table, id: str) -> Table:
    """With a mark for something that events may ask about: when last, and how often."""
    date, known = table.date, table.happened(id)
    mark = EventMark(id, date.year, date.turn, known.count + 1 if known is not None else 1, marked=False)
    return replace(table, events=(*[event for event in table.events if event.id != id], mark))
