"""Standing orders in words: what may be said of each thing that a title lets be ordered ahead.

A title's own file says more, as that of the campaigns does of courses; here is what holds for ships of every title.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec.structs import fields, replace

from weathergauge.beside.standing import FleetOrders, LineOrders, Standing
from weathergauge.cli.table.names import Names, Unclear
from weathergauge.ruleset import Seat

FIELDS: Mapping[str, str] = {
    "sail": "sail", "near": "near", "met": "met", "fire": "fire", "other": "other", "hand": "by_hand", "rest": "rest",
    "load": "load", "answer": "answer", "speeds": "speeds",
}  # fmt: skip
"""The words that begin a wish, and the fields they are about."""
MEANT: Mapping[str, str] = {"captain": "advised", "captains": "advised", "advice": "advised", "me": "ask"}
"""Other words for what a field may be."""
OFF = ("off", "none", "no", "nobody")
EXAMPLES: Mapping[str, tuple[str, str]] = {
    "sail": ("standing sail on", "ships go on as they were; also follow {0}, ask, captains"),
    "near": ("standing near 8", "you are asked about a ship when an enemy is so near; met captains lets her captain decide then"),
    "fire": ("standing fire nearest", "at whoever is nearest; also hold, captains, ask"),
    "answer": ("standing answer all", "to a salvo at a ship of yours; also hold, captains, ask"),
    "speeds": ("standing speeds keep", "ships keep the speed that they are ordered; also captains, ask"),
    "load": ("standing load round", "empty broadsides; also captains, ask"),
    "other": ("standing other captains", "whatever else is asked; also pass, ask"),
    "by_hand": ("standing hand {0}", "ships that you are asked about all the same; hand none"),
    "rest": ("standing rest", "captains order the rest of this turn, and nothing is asked in it any more"),
}  # fmt: skip
"""What may be said, in the order in which it is shown."""


def clauses(said: Sequence[str], words: Sequence[str]) -> Iterator[list[str]]:
    """Part what was said at commas into wishes; after one that no wish begins with, the list before it goes on."""
    wish: list[str] = []
    for part in " ".join(said).lower().split(","):
        clause = part.split()
        if wish and clause and clause[0] in words:
            yield wish
            wish = []
        wish += clause
    if wish:
        yield wish


def examples(orders: Standing, ship: str) -> list[tuple[str, str]]:
    """What may be said of the ships of a title, by example."""
    known = {field.name for field in fields(orders)}
    return [(said.format(ship), words.format(ship)) for name, (said, words) in EXAMPLES.items() if name in known]


def fleet(orders: Standing, said: Sequence[str], names: Names, seat: Seat, turn: int) -> Standing:
    """Orders as they stand after some wishes about ships."""
    if not isinstance(orders, FleetOrders):
        raise Unclear("Nothing can be ordered ahead in this title: you are asked about whatever is to be decided.")
    known = [word for word, field in FIELDS.items() if field in {field.name for field in fields(orders)}]
    for word, *rest in clauses(said, known):
        if word not in known:
            raise Unclear(f"standing {word}: expected one of {', '.join(known)}, or off to take everything back.")
        orders = _one(orders, FIELDS[word], rest, names, seat, turn)
    return orders


def _one(orders: Any, field: str, said: Sequence[str], names: Names, seat: Seat, turn: int) -> Any:
    match field:
        case "near":
            return replace(orders, near=number(said, "near", 0, 60))
        case "rest":
            return replace(orders, rest=None if said and said[0] in OFF else turn)
        case "by_hand":
            return replace(orders, by_hand=() if said and said[0] in OFF else tuple(_ships(said, names, seat)))
        case "sail" if isinstance(orders, LineOrders) and said and said[0] == "follow":
            leader = next(_ships(said[1:], names, seat), "")
            if not leader:
                raise Unclear("standing sail follow: name the ship that leads the line.")
            return replace(orders, sail="follow", leader=leader)
    return chosen(orders, field, said)


def _ships(said: Sequence[str], names: Names, seat: Seat) -> Iterator[str]:
    place = 0
    while place < len(said):
        name, count = names.named(said, place, seat)
        yield name.id
        place += count


def chosen(orders: Any, field: str, said: Sequence[str]) -> Any:
    """Set a field to one of the words it may be."""
    may = choices(orders, field)
    word = said[0] if said else ""
    meant = MEANT.get(word, word)
    found = [value for value in may if meant and value.startswith(meant)]
    if len(said) != 1 or len(found) != 1:
        words = ["captains" if value == "advised" else value for value in may]
        raise Unclear(f"standing {' '.join([field, *said])}: expected one of {', '.join(words)}.")
    return replace(orders, **{field: found[0]})


def choices(orders: Any, field: str) -> tuple[str, ...]:
    """The words that a field may be."""
    kind = get_type_hints(type(orders))[field]
    assert get_origin(kind) is Literal
    return tuple([value for value in get_args(kind) if value])


def number(said: Sequence[str], what: str, least: int, most: int) -> int:
    """A number in its bounds."""
    if len(said) != 1 or not said[0].isdecimal() or not least <= int(said[0]) <= most:
        raise Unclear(f"standing {' '.join([what, *said])}: expected a number from {least} to {most}.")
    return int(said[0])
