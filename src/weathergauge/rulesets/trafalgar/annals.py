"""What a fleet action is entered as in the books, and what of it is drawn over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergauge.beside.annals import Entry, Measures
from weathergauge.rulesets.trafalgar import actions
from weathergauge.rulesets.trafalgar.state import SIDES, Ship, Table
from weathergauge.rulesets.trafalgar.words import name

RAKES = {"bow": "to fire raking from ahead", "stern": "to fire raking from astern"}
HEADINGS = ("Ships struck", "Ships that left", "Boxes lost", "Damage done, in boxes")


def measures(table: Table) -> Measures:
    """Ships that still fight, and boxes of theirs that are not crossed."""
    able: dict[str, list[Ship]] = {
        side: [ship for ship in table.ships if ship.side == side and ship.able] for side in SIDES
    }
    boxes = {side: sum([len(ship.sheet) - ship.crossed for ship in ships]) for side, ships in able.items()}
    return {"ships in the fight": {side: len(ships) for side, ships in able.items()}, "boxes left": boxes}


def entries(before: Table, after: Table, events: Sequence[Any]) -> Iterator[Entry]:
    """Who struck to whom, who was hurt by what, and whose guns told."""
    struck = {now.id for was, now in zip(before.ships, after.ships, strict=True) if now.struck and not was.struck}
    for event in events:
        match event:
            case actions.Fired(ship=id, target=target, boxes=boxes, rake=rake) if boxes:
                by, at = _ship(after, id), _ship(after, target)
                yield Entry("Damage done, in boxes", by.side, name(after, id), boxes)
                yield Entry("Boxes lost", at.side, RAKES.get(rake, "to broadsides"), boxes)
                if event.struck:
                    struck.discard(target)
                    yield Entry("Ships struck", at.side, f"{name(after, target)}, to {name(after, id)}")
            case actions.Boarded(ship=id, other=other, lost=(one, two)):
                for hurt, boxes, foe in ((id, one, other), (other, two, id)):
                    if boxes:
                        yield Entry("Boxes lost", _ship(after, hurt).side, "to boarders", boxes)
                        yield Entry("Damage done, in boxes", _ship(after, foe).side, name(after, foe), boxes)
                    if hurt in event.struck:
                        struck.discard(hurt)
                        yield Entry("Ships struck", _ship(after, hurt).side, f"{name(after, hurt)}, to boarders")
            case actions.Left(ship=id):
                yield Entry("Ships that left", _ship(after, id).side, name(after, id))
    for id in sorted(struck):
        yield Entry("Ships struck", _ship(after, id).side, name(after, id))


def _ship(table: Table, id: str) -> Ship:
    return table.ships[table.number(id)]
