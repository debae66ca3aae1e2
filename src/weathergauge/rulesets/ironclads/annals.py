"""What an action under steam is entered as in the books, and what of it is drawn over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.rulesets.ironclads import actions
from weathergauge.rulesets.ironclads.state import QUARTERS, Ship, State, Table
from weathergauge.rulesets.ironclads.words import name

FATES = {
    "sunk": "has sunk", "blown_up": "has blown up", "capsized": "has capsized", "surrendered": "has surrendered",
    "taken": "is taken", "silenced": "is silenced", "left": "has left",
}  # fmt: skip
HEADINGS = (
    "Ships lost",
    "Ships that left",
    "Quarters of hull lost",
    "Hits",
    "Hits that went through the armour",
    "Rams that struck",
    "Torpedoes that hit",
)


def measures(state: State) -> Measures:
    """Ships and forts that fight, and the hull that they have left."""
    able: dict[str, list[Ship]] = {
        side: [ship for ship in state.table.ships if ship.side == side and ship.able] for side in state.table.sides
    }
    return {
        "ships in the fight": {side: len(ships) for side, ships in able.items()},
        "hull left": {side: sum([-(-ship.hull // QUARTERS) for ship in ships]) for side, ships in able.items()},
    }


def entries(before: State, after: State, events: Sequence[Any]) -> Iterator[Entry]:
    """Who was lost and how, what cost hull, and whose guns and rams told."""
    table = after.table
    for event in events:
        match event:
            case actions.Fired(ship=id, target=target, hits=hits, through=through, quarters=quarters):
                if hits:
                    yield Entry("Hits", _ship(table, id).side, name(table, id), hits)
                if through:
                    yield Entry("Hits that went through the armour", _ship(table, id).side, name(table, id), through)
                if quarters:
                    yield Entry("Quarters of hull lost", _ship(table, target).side, "to guns", quarters)
            case actions.Rammed(ship=id, target=target, struck=True, lost=pair):
                yield Entry("Rams that struck", _ship(table, id).side, f"{name(table, id)}, {name(table, target)}")
                for hurt, lost in zip((id, target), pair, strict=True):
                    if lost:
                        yield Entry("Quarters of hull lost", _ship(table, hurt).side, "to rams", lost)
            case actions.Torpedoed(ship=id, target=target, hit=True):
                yield Entry("Torpedoes that hit", _ship(table, id).side, f"{name(table, id)}, {name(table, target)}")
            case actions.Struck(ship=id, quarters=quarters) if quarters:
                yield Entry("Quarters of hull lost", _ship(table, id).side, "to what followed a hit", quarters)
            case actions.Grounded(ship=id, quarters=quarters) if quarters:
                yield Entry("Quarters of hull lost", _ship(table, id).side, "to shoals", quarters)
            case actions.Fought(ship=id, what=what, quarters=quarters) if quarters:
                cause = "to floods" if what == "flood" else "to fires"
                yield Entry("Quarters of hull lost", _ship(table, id).side, cause, quarters)
            case actions.Fate(ship=id, what=what) if what in FATES:
                heading = "Ships that left" if what == "left" else "Ships lost"
                yield Entry(heading, _ship(table, id).side, f"{name(table, id)} {FATES[what]}")


def _ship(table: Table, id: str) -> Ship:
    return table.ships[table.number(id)]
