"""What an action ship to ship is entered as in the books, and what of it is drawn over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.rulesets.wsim import actions
from weathergauge.rulesets.wsim.state import Ship, State, Table
from weathergauge.rulesets.wsim.words import name

FATES = {
    "strikes": "has struck", "surrenders": "has surrendered", "sinks": "has sunk", "explodes": "has blown up",
    "captured": "is taken", "no_crew": "has no crew left",
}  # fmt: skip
HEADINGS = ("Ships lost", "Squares lost", "Damage done, in squares")


def measures(state: State) -> Measures:
    """Ships that take orders, and their squares of hull, crew and rigging."""
    able: dict[str, list[Ship]] = {
        side: [ship for ship in state.table.ships if ship.side == side and ship.able] for side in state.table.sides
    }
    return {
        "ships in the fight": {side: len(ships) for side, ships in able.items()},
        "squares of hull": {side: sum([ship.hull for ship in ships]) for side, ships in able.items()},
        "squares of crew": {side: sum([sum(ship.crew) for ship in ships]) for side, ships in able.items()},
    }


def entries(before: State, after: State, events: Sequence[Any]) -> Iterator[Entry]:
    """Who was lost and how, what crossed squares out, and whose guns told."""
    table = after.table
    for event in events:
        match event:
            case actions.Fired(ship=id, target=target, hull=hull, crew=crew, rigging=rigging):
                if lost := hull + crew + rigging:
                    yield Entry("Damage done, in squares", _ship(table, id).side, name(table, id), lost)
                    yield Entry("Squares lost", _ship(table, target).built, _cause(event), lost)
            case actions.Squares(ship=id, hull=hull, crew=crew, rigging=rigging):
                if lost := hull + crew + rigging:
                    yield Entry("Squares lost", _ship(table, id).built, "to fires, blasts and wreckage", lost)
            case actions.Melee(ship=id, other=other, lost=pair):
                for hurt, lost in zip((id, other), pair, strict=True):
                    if lost:
                        yield Entry("Squares lost", _ship(table, hurt).built, "hand to hand", lost)
            case actions.Fate(ship=id, what=what, by=by) if what in FATES:
                to = f" by {name(table, by)}" if by and what == "captured" else ""
                yield Entry("Ships lost", _ship(table, id).built, f"{name(table, id)} {FATES[what]}{to}")


def _cause(event: actions.Fired) -> str:
    return f"to fire raking over the {event.rake}" if event.rake else "to broadsides"


def _ship(table: Table, id: str) -> Ship:
    return table.ships[table.number(id)]
