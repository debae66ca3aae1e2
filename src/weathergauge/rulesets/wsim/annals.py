"""What an action ship to ship is entered as in the books, and what of it is drawn over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.rulesets.wsim import actions
from weathergauge.rulesets.wsim.state import Ship, Table
from weathergauge.rulesets.wsim.words import name

FATES = {
    "strikes": "has struck", "surrenders": "has surrendered", "sinks": "has sunk", "explodes": "has blown up",
    "captured": "is taken", "no_crew": "has no crew left",
}  # fmt: skip
HEADINGS = ("Ships lost", "Squares lost", "Damage done, in squares")


def measures(table: Table) -> Measures:
    """Ships that take orders, and their squares of hull, crew and rigging."""
    able: dict[str, list[Ship]] = {
        side: [ship for ship in table.ships if ship.side == side and ship.able] for side in table.sides
    }
    return {
        "ships in the fight": {side: len(ships) for side, ships in able.items()},
        "squares of hull": {side: sum([ship.hull for ship in ships]) for side, ships in able.items()},
        "squares of crew": {side: sum([sum(ship.crew) for ship in ships]) for side, ships in able.items()},
    }


def entries(after: Table, events: Sequence[Any]) -> Iterator[Entry]:
    """Who was lost and how, what crossed squares out, and whose guns told."""
    for event in events:
        match event:
            case actions.Fired(ship=id, target=target, hull=hull, crew=crew, rigging=rigging):
                if lost := hull + crew + rigging:
                    yield Entry("Damage done, in squares", _ship(after, id).side, name(after, id), lost)
                    yield Entry("Squares lost", _ship(after, target).built, _cause(event), lost)
            case actions.Squares(ship=id, hull=hull, crew=crew, rigging=rigging):
                if lost := hull + crew + rigging:
                    yield Entry("Squares lost", _ship(after, id).built, "to fires, blasts and wreckage", lost)
            case actions.Melee(ship=id, other=other, lost=pair):
                for hurt, lost in zip((id, other), pair, strict=True):
                    if lost:
                        yield Entry("Squares lost", _ship(after, hurt).built, "hand to hand", lost)
            case actions.Fate(ship=id, what=what, by=by) if what in FATES:
                to = f" by {name(after, by)}" if by and what == "captured" else ""
                yield Entry("Ships lost", _ship(after, id).built, f"{name(after, id)} {FATES[what]}{to}")


def _cause(event: actions.Fired) -> str:
    return f"to fire raking over the {event.rake}" if event.rake else "to broadsides"


def _ship(table: Table, id: str) -> Ship:
    return table.ships[table.number(id)]
