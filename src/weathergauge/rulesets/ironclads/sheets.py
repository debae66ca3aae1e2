"""Sheets of ships: the types that come with the game, how a file writes guns and tubes, and how both are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct

from weathergauge.files.handwritten import Page, Part, Wrong, one_of, shown, whole, yes_no
from weathergauge.rulesets.ironclads.charts import FOLDER
from weathergauge.rulesets.ironclads.state import Battery, Ship, Tube
from weathergauge.rulesets.ironclads.terms import (
    DAMAGES,
    GUN_TRAITS,
    GUN_TYPES,
    SECTORS,
    TRAITS,
    GunTrait,
    Sector,
    Trait,
)


class Sheet(Struct, frozen=True):
    """The printed part of a ship: what a type is."""

    ship_class: int
    hull: int
    """In points; structure of a fort."""
    knots: int
    armour: int
    batteries: tuple[Battery, ...] = ()
    tubes: tuple[Tube, ...] = ()
    traits: tuple[Trait, ...] = ()
    marines: int = 0
    fort: bool = False


@cache
def types() -> dict[str, Sheet]:
    """Every type of ship, by id."""
    sheets: dict[str, Sheet] = {}
    for path in sorted((FOLDER / "ships").glob("*.toml")):
        page = Page(path.read_text(encoding="utf-8"), path.name)
        whole_page = page.part()
        for id in page.values:
            part = whole_page.inner(id)
            sheet = None if part is None else _sheet(part, None, alone=True)
            if part is not None:
                part.done()
            if sheet is not None:
                sheets[id] = sheet
        page.done()
    return sheets


def _listed(known: tuple[Any, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Some of these words, in a list."""

    def check(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or not all(name in known for name in value):
            raise Wrong(f"a list with some of {', '.join(known)}")
        return tuple([name for name in known if name in value])

    return check


_GUN = re.compile(r"(\w+) (\d+) AP(\d) ([a-z ]+?)((?:, *[a-z_]+(?: \w+)?)*)")
_TUBE = re.compile(r"(\w+) ([a-z ]+)")
_WHERE = "bow, stern, port, starboard, several of them with `and`, each side, both sides or all round"


def _bearings(words: str) -> list[tuple[Sector, ...]]:
    """The quarters of each battery: `each side` is two of them, everything else is one that bears on all it names."""
    if words == "each side":
        return [("starboard",), ("port",)]
    if words == "all round":
        return [SECTORS]
    named: set[str] = set()
    for word in words.split(" and "):
        named |= {"starboard", "port"} if word == "both sides" else {word}
    if not named <= set(SECTORS):
        raise Wrong(f"a bearing: {_WHERE}; {shown(words)} is none")
    return [tuple([sector for sector in SECTORS if sector in named])]


def _guns(value: Any) -> tuple[Battery, ...]:
    """Batteries as the tables print them: `main 2 AP5 all round, slow_load`."""
    if not isinstance(value, list) or len(value) > 20:
        raise Wrong('a list of at most 20 lines such as "medium 4 AP1 each side"')
    batteries: list[Battery] = []
    for line in value:
        parts = _GUN.fullmatch(line) if isinstance(line, str) else None
        if parts is None or parts[1] not in GUN_TYPES or not 1 <= int(parts[2]) <= 20:
            raise Wrong(f'guns such as "main 2 AP5 all round, slow_load" (main, medium or light); {shown(line)} is not')
        traits, quarters, group = _options(parts[5], line)
        kind: Any = parts[1]
        batteries += [
            Battery(kind, int(parts[2]), int(parts[3]), sectors, quarters, traits, group)
            for sectors in _bearings(parts[4])
        ]
    return tuple(batteries)


def _options(words: str, line: str) -> tuple[tuple[GunTrait, ...], int, str]:
    """What stands after the bearing: traits, `quarters 1` for the hull of a penetration, `group turrets`."""
    given: list[str] = []
    quarters, group = 0, ""
    for option in filter(None, [word.strip() for word in words.split(",")]):
        key, _, value = option.partition(" ")
        if key == "quarters" and value.isdigit() and 1 <= int(value) <= 12:
            quarters = int(value)
        elif key == "group" and value:
            group = value
        elif option in GUN_TRAITS:
            given.append(option)
        else:
            raise Wrong(f"{', '.join(GUN_TRAITS)}, quarters 1 to 12 or group NAME after the bearing in {shown(line)}")
    return tuple([trait for trait in GUN_TRAITS if trait in given]), quarters, group


def _tubes(value: Any) -> tuple[Tube, ...]:
    """Torpedo tubes: `D2 each side`."""
    if not isinstance(value, list) or len(value) > 12:
        raise Wrong('a list of at most 12 lines such as "D2 each side"')
    tubes: list[Tube] = []
    for line in value:
        parts = _TUBE.fullmatch(line) if isinstance(line, str) else None
        if parts is None or parts[1] not in DAMAGES:
            raise Wrong(f'tubes such as "D2 each side" (D2, D3 or D4); {shown(line)} is not')
        # The very word of the table of types: what a state leaves out as usual is told by it.
        damage = next(damage for damage in DAMAGES if damage == parts[1])
        tubes += [Tube(sectors, damage) for sectors in _bearings(parts[2])]
    return tuple(tubes)


def sheet_of_file(part: Part) -> Sheet | None:
    """Her sheet: that of her type, with whatever the file gives in its place, or the whole of it."""
    known = types()
    kind = part.take("type", one_of(known))
    if kind is None and "type" not in part and "hull" not in part:
        part.note(
            "",
            'type is missing: add type = "…" (`weathergauge scenario types --title ironclads` lists them), '
            "or write out her whole sheet",
        )
    return _sheet(part, None if kind is None else known[kind], alone="type" not in part and "hull" in part)


def _sheet(part: Part, was: Sheet | None, alone: bool) -> Sheet | None:
    """The fields of a sheet that stand in the file, and for the rest those of the type."""

    def field(key: str, check: Any, default: Any = None, needed: str = "") -> Any:
        return part.take(key, check, default if was is None else getattr(was, key), needed=needed if alone else "")

    fort = field("fort", yes_no, False)
    fields = {
        "fort": fort,
        "ship_class": field("ship_class", whole(1, 4), 1 if fort else None, "" if fort else "2, from 1 to 4"),
        "hull": field("hull", whole(1, 20), None, "5, in points"),
        "knots": field("knots", whole(0, 40), 0 if fort else None, "" if fort else "12"),
        "armour": field("armour", whole(0, 9), None, "3, from 0 to 9"),
        "batteries": part.take("guns", _guns, () if was is None else was.batteries),
        "tubes": field("tubes", _tubes, ()),
        "traits": field("traits", _listed(TRAITS), ()),
        "marines": field("marines", whole(0, 9), 0),
    }
    if (was is None and not alone) or any(value is None for value in fields.values()):
        return None
    return Sheet(**fields)


def kind_of(ship: Ship) -> str:
    what = "fort" if ship.fort else f"class {ship.ship_class}, {ship.knots} knots"
    traits = "".join(f", {trait.replace('_', ' ')}" for trait in ship.traits)
    return f"{ship.side.capitalize()}, {what}, armour {ship.armour}{traits}"


def battery_words(battery: Battery) -> str:
    where = "all round" if battery.sectors == SECTORS else " and ".join(battery.sectors)
    traits = "".join(f", {trait.replace('_', ' ')}" for trait in battery.traits)
    return f"{battery.kind} {battery.dice} AP{battery.ap} {where}{traits}"


def type_rows() -> list[list[str]]:
    """The types of ships as a table, with its heads."""
    rows = [["type", "class", "hull", "knots", "armour", "guns"]]
    for id, sheet in sorted(types().items(), key=lambda named: (named[1].fort, named[1].ship_class, named[0])):
        what = "fort" if sheet.fort else str(sheet.ship_class)
        guns = "; ".join(battery_words(battery) for battery in sheet.batteries)
        rows.append([id, what, str(sheet.hull), str(sheet.knots), str(sheet.armour), guns])
    return rows
