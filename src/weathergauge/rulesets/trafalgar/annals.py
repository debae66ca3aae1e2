"""What a fleet action is entered as in the books, and what of it is drawn over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.languages import said
from weathergauge.rulesets.trafalgar import actions
from weathergauge.rulesets.trafalgar.state import SIDES, Ship, State, Table
from weathergauge.rulesets.trafalgar.words import name

RAKES = {"bow": "to fire raking from ahead", "stern": "to fire raking from astern"}
HEADINGS = ("Ships struck", "Ships that left", "Boxes lost", "Damage done, in boxes")


def measures(state: State) -> Measures:
    """Ships that still fight, and boxes of theirs that are not crossed."""
    able: dict[str, list[Ship]] = {
        side: [ship for ship in state.table.ships if ship.side == side and ship.able] for side in SIDES
    }
    boxes = {side: sum([len(ship.sheet) - ship.crossed for ship in ships]) for side, ships in able.items()}
    return {"ships in the fight": {side: len(ships) for side, ships in able.items()}, "boxes left": boxes}


def entries(before: State, after: State, events: Sequence[Any]) -> Iterator[Entry]:
    """Who struck to whom, who was hurt by what, and whose guns told."""
    table = after.table
    struck = {now.id for was, now in zip(before.table.ships, table.ships, strict=True) if now.struck and not was.struck}
    for event in events:
        match event:
            case actions.Fired(ship=id, target=target, boxes=boxes, rake=rake) if boxes:
                by, at = _ship(table, id), _ship(table, target)
                yield Entry("Damage done, in boxes", by.side, name(table, id), boxes)
                yield Entry("Boxes lost", at.side, said(RAKES.get(rake, "to broadsides")), boxes)
                if event.struck:
                    struck.discard(target)
                    yield Entry(
                        "Ships struck",
                        at.side,
                        said("{ship}, to {other}", ship=name(table, target), other=name(table, id)),
                    )
            case actions.Boarded(ship=id, other=other, lost=(one, two)):
                for hurt, boxes, foe in ((id, one, other), (other, two, id)):
                    if boxes:
                        yield Entry("Boxes lost", _ship(table, hurt).side, said("to boarders"), boxes)
                        yield Entry("Damage done, in boxes", _ship(table, foe).side, name(table, foe), boxes)
                    if hurt in event.struck:
                        struck.discard(hurt)
                        yield Entry(
                            "Ships struck", _ship(table, hurt).side, said("{ship}, to boarders", ship=name(table, hurt))
                        )
            case actions.Left(ship=id):
                yield Entry("Ships that left", _ship(table, id).side, name(table, id))
    for id in sorted(struck):
        yield Entry("Ships struck", _ship(table, id).side, name(table, id))


def _ship(table: Table, id: str) -> Ship:
    return table.ships[table.number(id)]
