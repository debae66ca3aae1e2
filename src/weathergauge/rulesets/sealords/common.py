"""What every chapter says and does alike."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Look
from weathergauge.frame.chapter import STEP as STEP
from weathergauge.frame.events import Ready as Ready
from weathergauge.ruleset import Event
from weathergauge.rulesets.sealords.state import (
    Closing,
    Council,
    Date,
    Decoying,
    Phase,
    Requesting,
    State,
    Yards,
    replace,
)
from weathergauge.rulesets.sealords.terms import Side


class Began(Event, frozen=True):
    """A turn, an impulse or an increment of it, or the administrative phase began."""

    date: Date
    step: str


class Committed(Event, frozen=True):
    """A side has nothing more to decide where both decide at once."""

    side: Side


class Noticed(Event, frozen=True):
    """What cannot be hidden of a thing that a side does behind its screen while both decide: that dice fell, stores were
    used, ships that are followed joined others, or it counts its awards in another way."""

    side: Side
    what: Literal["dice", "stores", "company", "awards"]


class Ended(Event, frozen=True):
    winner: Side | Literal[""]
    reason: str


def with_phase(state: State, phase: Phase) -> State:
    return replace(state, table=replace(state.table, phase=phase))


def committed(state: State, side: Side) -> State:
    """A phase in which both decide at once, without a side that is ready."""
    phase = state.table.phase
    assert isinstance(phase, Decoying | Closing | Requesting | Council | Yards)
    return with_phase(state, replace(phase, waiting=tuple([one for one in phase.waiting if one != side])))


def laid_open(account: tuple[Look, ...]) -> tuple[Look, ...]:
    """Put what was thrown behind a screen on the table, for an event that everybody hears."""
    return tuple([replace(look, secret=False) for look in account])
