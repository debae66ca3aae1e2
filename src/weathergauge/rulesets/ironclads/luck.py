"""Whose luck dice are: those of a salvo are the firer's, also where she only answers another."""

from __future__ import annotations

from typing import Any

from weathergauge.ruleset import TABLE, Seat
from weathergauge.rulesets.ironclads.actions import (
    Boarded,
    Contacted,
    Fate,
    Fired,
    Fought,
    Grounded,
    Initiative,
    Mined,
    MinesSwept,
    Rammed,
    Struck,
    Torpedoed,
    Weather,
)
from weathergauge.rulesets.ironclads.state import Table
from weathergauge.rulesets.ironclads.terms import Side

BLAST = "the blast"
"""Why a ship near an explosion throws: for herself."""
TORPEDO = "by a torpedo"


def whose(table: Table, event: Any) -> tuple[Seat, ...]:
    """The side of each throw of an event, in their order; the last for all that follow, none for who ordered it."""
    match event:
        case Initiative():  # a die each, and again after a tie
            return table.sides * sum(bool(look.faces) for look in event.account)
        case Boarded():
            sides = {"boarders": _side(table, event.ship), "defenders": _side(table, event.target)}
            return tuple([sides[look.why] for look in event.account if look.faces])
        case Struck(effect="misfire"):
            return ()
        case Struck(effect="under_water"):
            return (_enemy(table, event.ship) if event.detail == TORPEDO else _side(table, event.ship),)
        case Struck():
            felt = any(look.why == BLAST for look in event.account)
            return (_side(table, event.ship) if felt else _enemy(table, event.ship),)
        case Weather() | MinesSwept() | Contacted():
            return (TABLE,)
        case Fired() | Torpedoed() | Rammed() | Grounded() | Mined() | Fought() | Fate():
            return (_side(table, event.ship),)
    return ()


def _side(table: Table, id: str) -> Side:
    return table.ships[table.number(id)].side


def _enemy(table: Table, id: str) -> Side:
    one, other = table.sides
    return other if _side(table, id) == one else one
